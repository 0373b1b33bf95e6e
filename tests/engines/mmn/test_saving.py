"""A stored state is loaded, or refused with the reason; steps on the stack are looked at too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.contract import CorruptState
from engines.mmn.game import Mmn
from tests.engines.mmn.positions import empty, ready


@pytest.mark.parametrize(
    "step",
    [
        {"type": "Turn", "seat": 1},
        {"type": "Turn", "seat": 7},
        {"type": "Pay", "seat": 0, "item": "castle"},
        {"type": "Pay", "seat": 0, "item": "store", "node": 99},
        {"type": "Retreat", "seat": 0, "knight": {"node": 77}},
        {"type": "TakeFromBank", "seat": 0, "give": [1]},
        {"type": "Offer", "seat": 0, "give": [0] * 12, "want": [0] * 12, "waiting": [9]},
        {
            "type": "Offer",
            "seat": 0,
            "give": [0] * 12,
            "want": [0] * 12,
            "waiting": [1],
            "counters": [{"seat": 2, "give": [1], "want": [1]}],
        },
        {"type": "Give", "seat": 0, "to": 1, "count": 0, "card": "wedding", "group": "any"},
        {"type": "CardQuestion", "seat": 0, "card": "printer"},
        {"type": "CardQuestion", "seat": 0, "card": "inventor", "picked": ["h99"]},
        {"type": "CardQuestion", "seat": 0, "card": "chess"},
        {"type": "PlayedCard", "card": "throne"},
        {"type": "Discard", "due": [1, 0, 0], "chosen": [[1] * 12] * 3},
        {"type": "Discard", "due": [0, 0, 0], "chosen": [[0] * 12] * 3},
        {"type": "Emergency", "lost": [3]},
        {"type": "LoseCity", "seat": 0, "left": [5]},
        {"type": "PayOut", "claims": [{"seat": 9}], "why": "clearing"},
        {"type": "MoveFigure", "seat": 0, "figures": []},
        {"type": "Rob", "seat": 0, "figure": "merchant"},
        {"type": "KeepOne", "seat": 0, "deck": "chess"},
        {"type": "Chess", "seat": 0},
    ],
)
def test_steps_that_fit_nowhere_are_refused(step: dict[str, Any]) -> None:
    dump = ready(empty()).dump()
    dump["stack"].append(step)
    with pytest.raises(CorruptState, match="mmn"):
        Mmn.load(dump)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("players", 0, "hand"), [1]),
        (("players", 0, "hand", 0), -1),
        (("players", 0, "levels", 0), 6),
        (("players", 0, "cards"), ["chess"]),
        (("players", 0, "roads"), [72]),
        (("players", 0, "buildings"), [{"node": 54}]),
        (("players", 0, "buildings"), [{"node": 9, "wall": True}]),
        (("players", 0, "buildings"), [{"node": 9, "chip": 2, "chip_hex": 0}]),
        (("players", 0, "buildings"), [{"node": 9, "servants": [18]}]),
        (("players", 0, "buildings"), [{"node": 9}, {"node": 9}]),
        (("players", 0, "knights"), [{"node": 9, "rank": 4}]),
        (("options", "gold_mode"), "chess"),
        (("chips", 0), 1),
        (("terrain", 0), "desert"),
        (("harbours", 0), "nothing"),
        (("bank", 0), -1),
        (("ship",), 8),
        (("decks", "trade"), ["spy"]),
        (("storage",), ["wool"]),
        (("curses",), [{"hex": 40, "seat": 0}]),
        (("now", "event"), "fire"),
        (("now", "fleet"), [12]),
        (("stack",), []),
        (("dice", "seed"), "x"),
    ],
)
def test_damage_is_refused(place: tuple[Any, ...], value: object) -> None:
    dump = ready(empty()).dump()
    inner: Any = dump
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    with pytest.raises(CorruptState, match="mmn"):
        Mmn.load(dump)


def test_a_game_goes_on_alike_after_every_save() -> None:
    """What is kept beside the state (tables of pieces, lengths of roads) changes nothing."""
    rng, game = Random(9), Mmn.new(4, 9)
    for _ in range(900):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        action = rng.choice(game.legal(seat))
        loaded = Mmn.load(game.dump())
        assert loaded.play(seat, action) == game.play(seat, action)
        assert loaded.dump() == game.dump()
