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


@pytest.mark.parametrize("remaining", [0, -1])
def test_a_choice_of_no_cubes_is_no_state(remaining: int) -> None:
    dump = position(me={"stock": "RRRG"}).dump()
    dump["stack"].append({"type": "GainCubes", "seat": 0, "left": remaining})
    with pytest.raises(CorruptState):
        Macao.load(dump)


def test_a_choice_of_one_cube_is_a_state() -> None:
    dump = position(me={"stock": "RRRG"}).dump()
    dump["stack"].append({"type": "GainCubes", "seat": 0, "left": 1})
    assert Macao.load(dump).legal(0)


@pytest.mark.parametrize(("cards", "is_sound"), [(5, False), (6, True)])
def test_a_card_is_discarded_only_from_a_tableau_that_is_too_full(cards: int, is_sound: bool) -> None:
    """Rules 4.1: a tableau has five places."""
    tableau = ["laden", "tor", "schule", "kathedrale", "kutscher", "goldsucher"][:cards]
    dump = position(phase="cards", me={"tableau": tableau}, display=["turm"]).dump()
    dump["stack"].append({"type": "Overflow", "seat": 0})
    if is_sound:
        assert len(Macao.load(dump).legal(0)) >= cards
    else:
        with pytest.raises(CorruptState):
            Macao.load(dump)
