"""Pauses between attempts to come back to the gateway."""

from __future__ import annotations

from bot.client.reconnection import pause_before


def test_pauses_double_up_to_a_minute_and_are_never_quite_the_same() -> None:
    for attempt, seconds in ((4, 1), (5, 2), (6, 4), (7, 8), (8, 16), (9, 32), (10, 60), (5000, 60)):
        pauses = {pause_before(attempt) for _ in range(50)}
        assert len(pauses) > 1
        assert all(0.75 * seconds <= pause <= 1.25 * seconds for pause in pauses)
    assert [pause_before(attempt) for attempt in (1, 2, 3)] == [0, 0, 0]
