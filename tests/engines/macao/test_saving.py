"""What comes back from a dump is a state that a game can continue from."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import CorruptState
from engines.macao.game import Macao
from tests.engines.macao.positions import position


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("players", 0, "gold"), -1),
        (("players", 0, "gold"), "5"),
        (("players", 0, "penalties"), -1),
        (("players", 0, "jokers"), -1),
        (("players", 0, "ship"), "atlantis"),
        (("players", 0, "tableau"), ["atlantis"]),
        (("players", 0, "activated"), ["atlantis"]),
        (("players", 0, "quarters"), ["q99"]),
        (("players", 0, "hold"), {"gold": 1}),
        (("players", 0, "rose"), [{}, {}]),
        (("players", 0, "rose", 0), {"pink": 1}),
        (("players", 0, "rose", 3), {"red": -2}),
        (("players", 0, "free_steps"), -1),
        (("players",), []),
        (("seats",), 9),
        (("seats",), 2),
        (("game",), "navegador"),
        (("turn",), 13),
        (("turn",), -1),
        (("wall", "stacks"), [[0, 1, 2]]),
        (("wall", "stacks", 0), [0, 1]),
        (("wall", "locked"), [7]),
        (("deck",), ["atlantis"]),
        (("city", "q01"), "gold"),
        (("city",), {"q77": "tea"}),
        (("ports", "lisboa"), 4),
        (("ports", "lisboa"), -1),
        (("ports",), {}),
        (("rolled",), {"red": 7}),
        (("rolled",), {"pink": 1}),
        (("stack",), [{"type": "Nothing"}]),
        (("stack",), [{"type": "Turn", "seat": 9}]),
    ],
    ids=str,
)
def test_a_state_no_game_can_continue_from_is_named(path: tuple[Any, ...], value: object) -> None:
    dump = position(me={"stock": "R"}).dump()
    place: Any = dump
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != value
    place[path[-1]] = value
    with pytest.raises(CorruptState) as fault:
        Macao.load(dump)
    assert "macao" in str(fault.value)
