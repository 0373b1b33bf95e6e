"""What stands on buttons and in lists is short enough for its place: nothing in recorded games is ever cut."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import engines
import render
from bot.limits import LABEL, OPTION
from bot.panel.labels import Labels
from bot.wording import LANGUAGES, texts
from engines import Action, Game, Message
from engines.record import decode, parse, replay
from tests import records
from tests.bot.panels_fit import LONG_NAME

GAMES = Path(records.__file__).parent
LOOK_EVERY = 4
"""Decisions from one whose labels are looked at to the next."""

Met = tuple[Game, int, list[Action], dict[Action, Message]]


@cache
def met(key: str) -> list[Met]:
    """Decisions of recorded games of every number of seats, each with those of its actions that are not met before and
    what is noted with them."""
    files = {decode(file.read_bytes()).seats: file for file in sorted((GAMES / key).glob("*.json"))}
    found, known = list[Met](), set[Action]()
    for file in files.values():
        played = decode(file.read_bytes())
        game = replay(played, engines.GAMES, 0)
        for number, move in enumerate(played.moves):
            if number % LOOK_EVERY == 0:
                fresh = [action for action in game.legal(move.seat) if action not in known]
                known.update(fresh)
                hints = {action: hint for action in fresh if (hint := game.hint(move.seat, action))}
                if fresh:
                    found.append((game.copy(), move.seat, fresh, hints))
            game.play(move.seat, parse(move.words))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_no_label_of_a_recorded_game_is_cut(key: str, language: str) -> None:
    for game, seat, actions, hints in met(key):
        names = [LONG_NAME] * game.state.seats
        table: Any = SimpleNamespace(game=game, row=SimpleNamespace(key=key), names=names)
        here = texts(language).at(game)
        labels = Labels(table, seat, here, render.marks(game.view(seat), game.legal(seat)))
        for action in actions:
            for label in (labels.button(action), labels.option(action), labels.option(action, titled=True)):
                assert not label.endswith("…"), label
            if action in hints:
                assert len(here.message(key, hints[action], names)) <= OPTION


def test_an_action_that_names_two_places_at_length_names_them_by_their_letters_on_a_button() -> None:
    action = ("move", "n01", "n04")
    table: Any = SimpleNamespace(
        game=SimpleNamespace(legal=lambda seat: [action], hint=lambda *_: None),
        row=SimpleNamespace(key="mmn"),
        names=(),
    )
    game = engines.new("mmn", 4, 5)
    long = texts("de").at(game)
    said = Labels(table, 0, long, {"n01": "L", "n04": "H"})
    assert said.option(action).startswith("L H · Ritter ")
    assert len(said.option(action)) > LABEL
    assert said.button(action) == "Ritter L nach H"
