"""Moves typed in words: completed, understood anywhere in a game, and under their earlier names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engines
from bot.language.read.conversation.completions import action_in_notation
from bot.wording import texts_in
from engines import Game
from engines.record import notation
from tests.bot.reading import read
from tests.bot.typing_words import EVERY_LANGUAGE, NAMES
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import load_dice
from tests.engines.playing import act

HAND = {"hand": "5 wool 1 ore"}


def game_before_discarding() -> Game:
    """Return a game in which seat 0 holds eight cards when a seven is rolled."""
    game = mmn.position(phase="roll", me={"hand": "5 wool 3 ore"})
    load_dice(game, 3, 4)
    act(game, "roll")
    return game


EXAMPLES: dict[str, tuple[Callable[[], Game], str, str]] = {
    "mmn.refuse.bank_words": (lambda: mmn.position(me=HAND), "", "bank 4 wool for ore"),
    "mmn.refuse.offer_words": (lambda: mmn.position(me=HAND), "offer ", "offer 2 wool 1 ore for 1 brick"),
    "mmn.refuse.discard_words": (game_before_discarding, "", "discard 2 wool 1 ore"),
    "mmn.refuse.dice_words": (lambda: decisions()["alchemist"], "", "dice 3 4"),
    "burgundy.refuse.which_die": (burgundy.position, "workers ", "workers die 3 workers 1"),
}


@pytest.mark.parametrize(
    ("key", "typed", "read"),
    [
        ("macao", "Dice red BLUE", ("dice", "red", "blue")),
        ("mmn", "road n01-n04", ("road", "n01-n04")),
        ("navegador", "sell gold 3", ("sell", "gold", "3")),
        ("navegador", "sell gold", None),
        ("navegador", "dice red blue", None),
        ("macao", "dice red nowhere", None),
        ("macao", "", None),
        ("macao", "dice " * 300, None),
    ],
)
def test_what_makes_sense_anywhere_in_a_game(key: str, typed: str, read: tuple[str, ...] | None) -> None:
    assert action_in_notation(key, typed) == read


@EVERY_LANGUAGE
def test_a_place_without_a_name_is_understood_by_what_lies_around_it(language: str) -> None:
    game = engines.new("mmn", 4, 5)
    seat = game.to_act[0]
    texts = texts_in(language).at(game)
    for action in game.legal(seat):
        for typed in (notation(action), f"{texts.word('mmn', action[0])} {texts.word('mmn', action[1])}"):
            assert read(texts_in(language), game, seat, NAMES[:4], typed) == [action], typed
