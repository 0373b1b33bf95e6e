"""Which events of several players are told in one line."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from bot.wording.together import beside, paid_in_all, together
from engines import Event


def of(*seats: int | None, kind: str = "income", **data: int | str | list[str]) -> list[Event]:
    """The same event of each of these seats."""
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
    assert together(of(*told, coins=2), seats) == first


def test_what_differs_between_players_is_told_of_each() -> None:
    events = [*of(0, 1, coins=2), *of(2, 3, coins=3)]
    assert together(events, 4) == 0
    assert together([*of(0, 1, 2, coins=2), *of(3, coins=3)], 4) == 3
    assert together([*of(0, 1, coins=2), *of(2, 3, kind="tax", coins=2)], 4) == 0


def test_payments_of_one_player_are_one() -> None:
    one, other = *of(1, kind="paid", cards=["ore"]), *of(1, kind="paid", cards=["wool", "grain"])
    assert paid_in_all(one, other) == of(1, kind="paid", cards=["ore", "wool", "grain"])[0]
    assert paid_in_all(one, *of(2, kind="paid", cards=["wool"])) is None
    assert paid_in_all(one, *of(1, kind="built", cards=["wool"])) is None
    assert paid_in_all(one, *of(1, kind="paid", coins=["wool"])) is None
    assert paid_in_all(*of(1, kind="paid", coins=2), *of(1, kind="paid", coins=3)) is None


def test_what_several_players_get_for_the_same_reason_is_one_line() -> None:
    ore, wool = (of(seat, kind="received", cards=[card], why="production") for seat, card in ((0, "ore"), (2, "wool")))
    other = of(1, kind="received", cards=["ore"], why="opening")
    again = of(0, kind="paid", cards=["ore"])
    assert [*beside([*ore, *wool, *other])] == [*ore, *wool]
    assert [*beside([*ore, *ore, *wool])] == [*beside([*ore, *again])] == ore
    texts = texts_in("en")
    names = ("anna", "ben", "carla")
    assert texts.events("mmn", [*ore, *wool, *other], names) == [
        "Received (production): **anna** ore; **carla** wool",
        "**ben** receives ore (opening)",
    ]
