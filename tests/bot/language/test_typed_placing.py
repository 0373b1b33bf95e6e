"""In The Castles of Burgundy: what is placed lies in the storage, and a number behind "with" is a die."""

from __future__ import annotations

from tests.bot.ear import understand_fully
from tests.engines.burgundy import positions as burgundy


def test_what_else_is_done_with_a_tile_is_no_way_to_place_it() -> None:
    game = burgundy.position(me={"dice": [3, 1], "workers": 2, "goods": {"red": 1}}, depots={"3": ["ship"]})
    reading = understand_fully(game, "en", "use my 3 to take the ship and place it right away")
    assert {action[0] for action in reading.asked or [reading.action]} == {"take"}
