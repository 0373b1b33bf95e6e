"""How hands grew and shrank, as the picture marks it, is what happened to them."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import Event
from engines.mmn.game import Mmn
from render.mmn.news import News
from tests.engines.mmn.positions import position


def sizes(game: Mmn) -> list[int]:
    return [sum(player.hand) for player in game.state.players]


def marked(events: list[Event], seats: int) -> list[int]:
    marks = News(events)
    return [marks.cards[seat] for seat in range(seats)]


@pytest.mark.parametrize(
    ("lines", "option"),
    [
        (["offer 2 wool for 1 ore", "seat2 accept"], "on"),
        (["offer 2 wool for 1 ore", "seat2 accept", "seat3 decline", "accept seat2"], "off"),
        (["offer 2 wool for 1 ore", "seat2 counter 1 ore for 3 wool", "accept seat2"], "on"),
    ],
)
def test_trades_are_counted_on_both_sides(lines: list[str], option: str) -> None:
    game = position(
        me={"hand": "4 wool", "buildings": ["settlement n25"]},
        others={1: {"hand": "2 ore"}, 2: {"hand": "1 brick"}},
        options={"first_acceptance_trades": option},
        rules=2,
    )
    before = sizes(game)
    events: list[Event] = []
    for line in lines:
        *who, words = line.split(" ", 1) if line.startswith("seat") else ["", line]
        events += game.play(int(who[0][4:]) - 1 if who[0] else 0, tuple(words.split()))
    assert marked(events, 3) == [after - once for once, after in zip(before, sizes(game), strict=True)] != [0, 0, 0]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_whatever_happens_in_a_game_is_counted(seats: int) -> None:
    rng = Random(seats)
    game = Mmn.new(seats, seats)
    for _ in range(700):
        if not game.to_act:
            break
        before = sizes(game)
        seat = rng.choice(game.to_act)
        action = game.sample(seat, rng)
        events = game.play(seat, action)
        changed = [after - once for once, after in zip(before, sizes(game), strict=True)]
        assert marked(events, seats) == changed, (action, events)
