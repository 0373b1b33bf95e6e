"""Unlawful input: refused with a reason, nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import CorruptState
from engines.macao.game import Macao
from tests.engines.macao.moves import owning, round_from
from tests.engines.macao.positions import position
from tests.engines.playing import act
from tests.engines.refusals import (
    all_are_refused,
    every_offer_passes,
    numbers_are_refused,
    others_are_not_asked,
    words_of_others_are_refused,
)


def asked() -> dict[str, Macao]:
    """One position for every kind of decision, seat 0 being asked."""
    five = ["bank", "kran", "abt", "wirt", "turm"]
    overflow = position(phase="cards", me={"tableau": five}, display=["laden", "tor", "schule"])
    act(overflow, "take laden")
    shift = position(phase="dice", me={"activated": ["meister"]}, rolled={"red": 3})
    act(shift, "dice red green")
    draft = Macao.new(3, 7)
    while draft.to_act != (0,):
        act(draft, " ".join(draft.legal(draft.to_act[0])[0]))
    cubes = draft.copy()
    round_from(cubes, until="cubes")
    turn = owning("edler", "goldsucher", "totengraeber", stock="RRRRVV", me={"jokers": 1, "tableau": ["turm"]})
    games = {
        "draft": draft,
        "cubes": cubes,
        "cards": position(phase="cards", display=["laden", "tor", "schule"]),
        "decline": position(phase="cards", me={"activated": ["muessiggaenger"]}, display=["laden", "tor", "schule"]),
        "overflow": overflow,
        "dice": position(phase="dice"),
        "shift": shift,
        "turn": turn,
        "deliver": position(me={"ship": "hamburg", "hold": {"rice": 2}, "stock": "R"}),
    }
    for name, game, line in (
        ("pay", position(me={"stock": "RRGGB"}), "wall 2"),
        ("spend", position(me={"stock": "RRGGB"}), "wall 1"),
        ("waive", owning("kran", stock="RRBB", me={"tableau": ["bank"]}), "activate bank"),
        ("gold", owning("graf", stock="RRBB", me={"tableau": ["bank"]}), "activate bank"),
        ("show", owning("handwerker", stock="RRBB", me={"tableau": ["bank"]}), "activate bank"),
        ("herald", owning("herold", stock="V"), "quarter q04"),
        ("well", owning("brunnen", stock="V"), "quarter q04"),
        ("gain", owning("gelehrter"), "use gelehrter"),
        ("return", owning("kathedrale", stock="RGB"), "use kathedrale"),
        ("steps", owning("segelmacherei"), "use segelmacherei"),
    ):
        act(game, line)
        games[name] = game
    assert all(game.to_act == (0,) for game in games.values())
    return games


DECISIONS = list(asked())
NONSENSE: list[tuple[str, ...]] = [
    (),
    ("",),
    (" ",),
    ("take",),
    ("take", ""),
    ("take", "atlantis"),
    ("take", "tor", "tor"),
    ("take", "zoll"),
    ("TAKE", "tor"),
    ("take tor",),
    ("discard",),
    ("discard", "zoll_4"),
    ("place", "red"),
    ("place", "red", "pink"),
    ("place", "red", "red", "red"),
    ("dice",),
    ("dice", "red"),
    ("dice", "red", "red"),
    ("dice", "green", "red"),
    ("dice", "1", "2"),
    ("shift", "red"),
    ("shift", "red", "left"),
    ("shift", "blue", "up"),
    ("activate",),
    ("activate", "abt"),
    ("activate", "turm", "cubes"),
    ("quarter",),
    ("quarter", "q00"),
    ("quarter", "q31"),
    ("quarter", "4"),
    ("quarter", "Q04"),
    ("wall",),
    ("wall", "0"),
    ("wall", "1", "1"),
    ("ship",),
    ("ship", "atlantis"),
    ("ship", "lisboa", "genova"),
    ("ship", "Lisboa"),
    ("deliver",),
    ("deliver", "rice"),
    ("deliver", "3"),
    ("tribute", "1"),
    ("tribute", "tribute"),
    ("use",),
    ("use", "edler"),
    ("use", "edler", "x"),
    ("use", "totengraeber"),
    ("use", "totengraeber", "totengraeber"),
    ("use", "abt"),
    ("joker",),
    ("joker", "pink"),
    ("joker", "gold", "gold"),
    ("joker", "red", "gold"),
    ("waive",),
    ("waive", "gray"),
    ("cubes", "red"),
    ("gold", "4"),
    ("show", "bank"),
    ("step", "1"),
    ("stay", "here"),
    ("pay",),
    ("pay", "gray"),
    ("spend",),
    ("spend", "gray"),
    ("spend", "red", "red"),
    ("gain",),
    ("gain", "gold"),
    ("gain", "red", "red"),
    ("return", "gray"),
    ("return",),
    ("pass", "pass"),
    ("pass", ""),
    ("Pass",),
    ("done", "done"),
    ("decline", "tor"),
    ("resign",),
]


@pytest.mark.parametrize("decision", DECISIONS)
def test_nonsense_is_refused_in_every_decision(decision: str) -> None:
    all_are_refused(asked()[decision], NONSENSE)


@pytest.mark.parametrize(
    ("decision", "start"),
    [
        ("turn", ("wall",)),
        ("turn", ("use", "edler")),
        ("turn", ("use", "goldsucher")),
        ("deliver", ("deliver",)),
    ],
)
def test_numbers_are_written_plainly(decision: str, start: tuple[str, ...]) -> None:
    numbers_are_refused(asked()[decision], (*start, "1"), len(start))


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_others_are_not_asked(decision: str) -> None:
    others_are_not_asked(asked()[decision])


@pytest.mark.parametrize("decision", DECISIONS)
def test_words_of_another_decision_are_refused(decision: str) -> None:
    words_of_others_are_refused(asked(), decision)


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_offered_action_passes_and_optional_ones_can_be_declined(decision: str) -> None:
    game = asked()[decision]
    every_offer_passes(game)
    declinable = bool({("pass",), ("done",), ("decline",), ("stay",)} & set(game.legal(0)))
    assert declinable is (decision in {"decline", "shift", "turn", "deliver", "well", "steps"})
    if game.prompt(0).optional:
        assert declinable
    assert set(game.prompt(0).open) <= {"pay"}


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
