"""Events of several players that are reported in one line."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from bot.wording.joined_events import count_of_everybody, paid_in_all, similar_events
from engines import Event


def same_event(*seats: int | None, kind: str = "income", **data: int | str | list[str]) -> list[Event]:
    """Return the same event of each of these seats."""
    return [Event(seat=seat, kind=kind, data=dict(data)) for seat in seats]


@pytest.mark.parametrize(
    ("seats", "told", "first"),
    [
        (2, (0, 1), 0),
        (3, (0, 1, 2), 3),
        (3, (0, 1), 0),  # "all but one" are two
        (4, (0, 1, 2, 3), 4),
        (4, (0, 2, 3), 3),
        (4, (0, 2), 0),
        (5, (0, 1, 2, 4), 4),
        (5, (0, 1, 2), 0),
        (4, (0, 1, 1, 2), 0),  # once more of the same player is another round
        (4, (0, 1, None, 2), 0),
    ],
)
def test_what_happens_to_all_or_all_but_one_is_one_line(seats: int, told: tuple[int | None, ...], first: int) -> None:
    assert count_of_everybody(same_event(*told, coins=2), seats) == first


def test_what_differs_between_players_is_told_of_each() -> None:
    events = [*same_event(0, 1, coins=2), *same_event(2, 3, coins=3)]
    assert count_of_everybody(events, 4) == 0
    assert count_of_everybody([*same_event(0, 1, 2, coins=2), *same_event(3, coins=3)], 4) == 3
    assert count_of_everybody([*same_event(0, 1, coins=2), *same_event(2, 3, kind="tax", coins=2)], 4) == 0


def test_payments_of_one_player_are_one() -> None:
    ore, wool_and_grain = (
        *same_event(1, kind="paid", cards=["ore"]),
        *same_event(1, kind="paid", cards=["wool", "grain"]),
    )
    assert paid_in_all(ore, wool_and_grain) == same_event(1, kind="paid", cards=["ore", "wool", "grain"])[0]
    assert paid_in_all(ore, *same_event(2, kind="paid", cards=["wool"])) is None
    assert paid_in_all(ore, *same_event(1, kind="built", cards=["wool"])) is None
    assert paid_in_all(ore, *same_event(1, kind="paid", coins=["wool"])) is None
    assert paid_in_all(*same_event(1, kind="paid", coins=2), *same_event(1, kind="paid", coins=3)) is None


def test_what_several_players_get_for_the_same_reason_is_one_line() -> None:
    ore, wool = (
        same_event(seat, kind="received", cards=[card], why="production") for seat, card in ((0, "ore"), (2, "wool"))
    )
    opening = same_event(1, kind="received", cards=["ore"], why="opening")
    again = same_event(0, kind="paid", cards=["ore"])
    assert [*similar_events([*ore, *wool, *opening])] == [*ore, *wool]
    assert [*similar_events([*ore, *ore, *wool])] == [*similar_events([*ore, *again])] == ore
    texts = texts_in("en")
    names = ("anna", "ben", "carla")
    assert texts.events("mmn", [*ore, *wool, *opening], names) == [
        "Received (production): **anna** ore; **carla** wool",
        "**ben** receives ore (opening)",
    ]
