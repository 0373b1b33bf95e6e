"""What is kept of who did what in a game that is over."""

from __future__ import annotations

import pytest

import engines
from engines import Event
from engines.achievements import of_seats

KEY = "burgundy"


@pytest.mark.parametrize("key", engines.GAMES)
def test_what_counts_is_a_milestone_of_the_game_and_nothing_else(key: str) -> None:
    game = engines.GAMES[key]
    events = [Event(kind, 1) for kind in (*game.presentation.milestones, "passed", "turn")]
    assert of_seats(game, 2, events) == [{}, dict.fromkeys(game.presentation.milestones, 1)]


@pytest.mark.parametrize(
    "event",
    [
        Event("placed"),  # what the game does itself
        Event("placed", 2),  # a seat that the table does not have
        Event("placed", 0, seen_by=(0,)),
        Event("received_tile", 0),
    ],
)
def test_so_much_is_nobody_s_deed(event: Event) -> None:
    assert of_seats(engines.GAMES[KEY], 2, [event, Event("placed", 1)]) == [{}, {"placed": 1}]


def test_of_what_is_counted_each_counts() -> None:
    events = [Event("sold", 0, {"count": 3}), Event("sold", 0, {"count": 2}), Event("sold", 0), Event("placed", 0)]
    assert of_seats(engines.GAMES[KEY], 1, events) == [{"sold": 6, "placed": 1}]
