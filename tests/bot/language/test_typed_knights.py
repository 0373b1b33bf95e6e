"""Of what is said of a knight, the other word tells what is done: who hires or activates one moves none."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from tests.bot.ear import NAMES, heard
from tests.bot.reading import understand
from tests.engines.mmn import positions as mmn

HIRING = [
    *(("en", typed) for typed in ("build a knight", "buy a knight", "get a knight", "hire a knight")),
    *(("de", typed) for typed in ("baue einen Ritter", "kaufe einen Ritter", "stelle einen Ritter auf")),
    *(("nl", typed) for typed in ("bouw een ridder", "koop een ridder", "neem een ridder")),
]
ACTIVATING = [
    ("en", "activate all knights"),
    ("en", "activate my knights"),
    ("de", "aktiviere alle Ritter"),
    ("nl", "activeer alle ridders"),
]


def knights(**changes: object) -> Game:
    """No basic knight is left, and one of them can be moved."""
    roads = mmn.chain("n12", "n17", "n22", "n28", "n34")
    two = ["n17 basic active", "n22 basic"]
    return mmn.position(me={"hand": "1 ore", "buildings": ["city n12"], "roads": roads, "knights": two, **changes})


@pytest.mark.parametrize(("language", "typed"), [*HIRING, ("en", "put a knight down"), ("nl", "zet een ridder neer")])
def test_who_hires_a_knight_moves_none_where_none_is_left(language: str, typed: str) -> None:
    game = knights()
    assert any(action[0] == "move" for action in game.legal(0))
    reading = understand(texts_in(language), game, 0, NAMES, typed)
    assert (reading.action, [reason.id for reason in reading.refused]) == (("knight",), ["mmn.refuse.supply"])


@pytest.mark.parametrize(("language", "typed"), HIRING)
def test_who_hires_a_knight_hires_one(language: str, typed: str) -> None:
    game = knights(hand="2 wool 2 ore", knights=["n22 basic active"])
    reading = heard(game, language, typed)
    assert {action[0] for action in reading.asked or [reading.action]} == {"knight"}


@pytest.mark.parametrize(("language", "typed"), ACTIVATING)
def test_who_activates_all_knights_moves_none(language: str, typed: str) -> None:
    reading = heard(knights(), language, typed)
    assert (reading.action, [reason.id for reason in reading.refused]) == (("activate",), ["mmn.refuse.cost"])
    reading = heard(knights(hand="1 grain"), language, typed)
    assert (reading.action, reading.refused) == (("activate", "n22"), ())
