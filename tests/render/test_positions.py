"""What positions made for pictures tell has the form in which the engines tell it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from engines import Event
from tests.render import macao_positions, mmn_positions, positions
from tests.render.differences import changes

SEEDS = 8
"""Games of each player that are searched for events."""
RARE = {
    "navegador": {"phase", "phase_triggered", "royal"},
    "macao": {"locked", "received_cubes", "shifted", "professor"},
    "mmn": {"accepted"},
}
"""Kinds that do not come in games this short; the tests of the engines have them."""


@pytest.mark.parametrize(
    ("key", "seats", "made"),
    [
        ("navegador", 4, positions.EVENTS),
        pytest.param("macao", 3, macao_positions.EVENTS, marks=pytest.mark.proof),
        ("mmn", 4, mmn_positions.EVENTS),
    ],
)
def test_events_made_for_pictures_have_what_the_engine_tells(key: str, seats: int, made: Sequence[Event]) -> None:
    wanted = {(event.kind, frozenset(event.data)) for event in made if event.kind not in RARE[key]}
    for player, seed in product(("random", "greedy"), range(SEEDS)):
        for change in changes(key, seats, seed, player):
            wanted -= {(event.kind, frozenset(event.data)) for event in change.events}
            if not wanted:
                return
    pytest.fail(f"no engine tells {wanted}")
