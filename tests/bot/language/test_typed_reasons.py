"""Actions that are impossible now are refused as such, never read as others: wrong moments, prices, vague words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bot.wording import texts_in
from engines.record import notation
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.navegador import positions as navegador
from tools.bench.phrases import Position, played


@cache
def position_asking(key: str, question: str, fits: Callable[[set[str]], bool] = bool) -> Position:
    """Return the first decision of some random games that asks this, and whose legal actions fit."""
    return next(
        Position(position.game.copy(), position.seat)
        for seed in range(40)
        for position in played(key, seed)
        if position.game.prompt(position.seat).message.id == f"{key}.prompt.{question}"
        and fits({notation(action) for action in position.game.legal(position.seat)})
    )


def outcome_at(position: Position, language: str, typed: str) -> Understood:
    return understand(texts_in(language), position.game, position.seat, position.names, typed)


TILES = Position(
    burgundy.position(
        me={"storage": ["cow3", "church"], "dice": [1, 1]},
        depots={"1": ["church", "cow3"], "3": ["bank"], "black": ["bank"]},
    ),
    0,
)
PUT = {
    "en": ("place the {}", "put my {} down please", "build the {}"),
    "de": ("{} anlegen", "ich setze {}"),
    "nl": ("plaats {}", "ik plaats mijn {}"),
}


@pytest.mark.parametrize("verb", ["", "take", "place"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_tile_that_is_named_alone_is_to_be_taken_where_it_lies(language: str, verb: str) -> None:
    """No die reaches it: that is why not, unless somebody wants to place what is not in the storage."""
    position = Position(burgundy.position(me={"dice": [6], "workers": 0}), 0)
    texts = texts_in(language)
    typed = " ".join(texts.word("burgundy", word) for word in (verb, "bank") if word)
    (why,) = outcome_at(position, language, typed).refused
    assert why.id == f"burgundy.refuse.{'not_in_storage' if verb == 'place' else 'out_of_reach'}"


def test_for_before_a_place_is_no_price() -> None:
    game = macao.position(me={"stock": "RRRRRRGGGGGGBBBBBBVVVVVV"})
    quarter = next(action for action in game.legal(0) if action[0] == "quarter")
    assert outcome_at(Position(game, 0), "en", f"go for quarter {int(quarter[1][1:])}").action == quarter


@pytest.mark.parametrize(
    ("key", "question", "language", "typed", "why"),
    [
        ("navegador", "market", "de", "eine Kolonie gründen", "navegador.refuse.other_field"),
        ("navegador", "market", "en", "build a church", "navegador.refuse.other_field"),
        ("navegador", "sailing", "en", "buy some boats", "navegador.refuse.card_then_rondel"),
        ("navegador", "sailing", "nl", "bouw een kerk", "navegador.refuse.card_then_rondel"),
        ("macao", "choosedice", "en", "sail to Lisbon", "macao.refuse.turn_later"),
        ("macao", "takecard", "de", "baue Stadtteil 15", "macao.refuse.turn_later"),
    ],
)
def test_what_belongs_to_a_decision_that_comes_later_says_when(
    key: str, question: str, language: str, typed: str, why: str
) -> None:
    assert outcome_at(position_asking(key, question), language, typed).refused[0].id == why


FAR = navegador.position(me={"stone": "sailing", "fleet": {"portugal": 3}})
"""The privileges are four spaces away, which costs a ship."""


@pytest.mark.parametrize(
    ("language", "typed", "tile"),
    [
        ("en", "place the cows", "cow"),
        ("de", "leg die Kühe", "cow"),
        ("nl", "leg de koeien neer", "cow"),
        ("en", "place cows 4", "cow4"),
    ],
)
def test_the_reason_names_the_tile_that_was_named_and_no_copy_of_it(language: str, typed: str, tile: str) -> None:
    position = Position(burgundy.position(me={"storage": ["church"], "dice": [1, 1]}), 0)
    (reason,) = outcome_at(position, language, typed).refused
    assert reason.id == "burgundy.refuse.not_in_storage"
    assert reason.args["tile"] == tile
