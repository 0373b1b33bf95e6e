"""In The Castles of Burgundy: what is placed lies in the storage, and a number behind "with" is a die."""

from __future__ import annotations

from engines import Game
from tests.bot.ear import heard
from tests.engines.burgundy import positions as burgundy

KNOWING = {"2": ["k3", "castle"], "5": ["k18", "mine"]}


def storing(*dice: int) -> Game:
    me = {"dice": list(dice), "workers": 2, "storage": ["k4"]}
    return burgundy.position(me=me, depots=KNOWING)


def test_what_else_is_done_with_a_tile_is_no_way_to_place_it() -> None:
    game = burgundy.position(me={"dice": [3, 1], "workers": 2, "goods": {"red": 1}}, depots={"3": ["ship"]})
    reading = heard(game, "en", "use my 3 to take the ship and place it right away")
    assert {action[0] for action in reading.asked or [reading.action]} == {"take"}
