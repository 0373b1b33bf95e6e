"""One position for every kind of decision (rules 5.8), and what is typed there in vain."""

from __future__ import annotations

from functools import cache

from engines.contract import Action
from engines.macao.game import Macao
from tests.engines.macao.moves import owning, round_from
from tests.engines.macao.positions import position
from tests.engines.playing import act


@cache
def decisions() -> dict[str, Macao]:
    """Return one position for every kind of decision, in each of which seat 0 decides."""
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


NONSENSE: list[Action] = [
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
    ("deliver", "jade"),
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
NUMBERS = [
    ("turn", "wall 1", 1),
    ("turn", "use edler 1", 2),
    ("turn", "use goldsucher 1", 2),
    ("deliver", "deliver 1", 1),
]
"""Decisions, something legal there, and the place of its number."""
WAYS_OUT = {"decline": "decline", "shift": "pass", "turn": "pass", "deliver": "pass", "well": "stay", "steps": "pass"}
"""The decisions that can be declined, and the word for it."""
OPEN = ["pay"]
"""What begins actions too many to list."""
