"""In The Castles of Burgundy: what is placed lies in the storage, and a number behind "with" is a die."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from engines.record import notation
from tests.bot.ear import NAMES, heard
from tests.bot.reading import understand
from tests.engines.burgundy import positions as burgundy

KNOWING = {"2": ["k3", "castle"], "5": ["k18", "mine"]}


def storing(*dice: int) -> Game:
    me = {"dice": list(dice), "workers": 2, "storage": ["k4"]}
    return burgundy.position(me=me, depots=KNOWING)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", typed) for typed in ("place my knowledge tile", "place knowledge", "lay the knowledge")),
        *(("de", typed) for typed in ("Wissen legen", "lege mein Wissen", "setze das Wissen")),
        *(("nl", typed) for typed in ("leg kennis", "plaats mijn kennis")),
        ("en", "place knowledge with the 5"),
        ("en", "place the knowledge with a 2"),
        ("de", "lege Wissen mit der 5"),
        ("nl", "leg kennis met de 5"),
    ],
)
def test_knowledge_that_is_placed_is_the_one_in_the_storage(language: str, typed: str) -> None:
    found = heard(storing(5, 2), language, typed)
    assert not found.refused
    assert {action[:2] for action in found.asked or [found.action]} == {("place", "k4")}


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        *(("en", typed) for typed in ("with the 6 the church", "6: church")),
        *(("de", typed) for typed in ("mit der 6 die Kirche", "6: Kirche")),
        *(("nl", typed) for typed in ("met de 6 de kerk", "6: kerk")),
    ],
)
def test_a_die_and_a_tile_take_it_from_the_depot_of_the_die(language: str, typed: str) -> None:
    depots = {"6": ["church", "mine"], "2": ["church"], "black": ["church", "ship"]}
    game = burgundy.position(me={"dice": [6, 2], "silverlings": 2}, depots=depots)
    assert notation(heard(game, language, typed).action) == "take 6 church die 6"
    game = burgundy.position(me={"dice": [6, 2], "silverlings": 2}, depots=depots | {"6": ["mine"]})
    found = understand(texts_in(language), game, 0, NAMES, typed)
    assert [reason.id for reason in found.refused] == ["burgundy.refuse.not_in_depot"]


def test_what_else_is_done_with_a_tile_is_no_way_to_place_it() -> None:
    game = burgundy.position(me={"dice": [3, 1], "workers": 2, "goods": {"red": 1}}, depots={"3": ["ship"]})
    found = heard(game, "en", "use my 3 to take the ship and place it right away")
    assert {action[0] for action in found.asked or [found.action]} == {"take"}
