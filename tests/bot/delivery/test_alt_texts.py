"""Whoever listens to a picture learns who must act, what changed and what everybody has, before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engines
from bot.delivery.board_description import ALT_LIMIT, CHANGES, alt_text
from bot.tables import Table
from bot.wording import texts_in
from bot.wording.escaping import unformatted
from bot.wording.languages import LANGUAGES
from engines import Event, Score
from storage.models import Status
from tests.bot.stubs import stub_game, stub_table

NAMES = (
    *("Konstantinos Papadopoulos-Webers", "Maximilian von und zu Hohenfels-", "b*n_o von Burgund zu Meiningen_*"),
    *("Wilhelmina de Vries-van den Berg", "Zoë", "Cleo"),
)
GAMES = [("navegador", 5, 1), ("macao", 4, 2), ("burgundy", 4, 3), ("burgundy", 2, 4), ("mmn", 6, 5), ("mmn", 3, 6)]


def random_positions(key: str, seats: int, seed: int) -> Iterator[tuple[Table, list[Event]]]:
    """Yield positions of a random game, with the public events of the up to six decisions that led to each."""
    game = engines.new(key, seats, seed)
    rng = Random(seed)
    table = stub_table(game, people=seats, key=key)
    for seat_row, name in zip(table.seats, NAMES, strict=False):
        seat_row.name = name
    for _ in range(40):
        events = list[Event]()
        for _ in range(rng.randint(1, 6)):
            if game.to_act:
                seat = game.to_act[0]
                events += [event for event in game.play(seat, rng.choice(game.legal(seat))) if not event.seen_by]
        yield table, events


@pytest.mark.parametrize(("key", "seats", "seed"), GAMES)
def test_who_must_act_what_changed_and_every_total_come_first(key: str, seats: int, seed: int) -> None:
    changes_told = 0
    for number, (table, events) in enumerate(random_positions(key, seats, seed)):
        texts = texts_in(LANGUAGES[number % len(LANGUAGES)])
        description = alt_text(table, texts, None, events)
        assert len(description) <= ALT_LIMIT
        title, acting_line, totals_line, *further_lines = description.split("\n")
        assert title == texts.title(key)
        assert {name for name in table.names if name in acting_line} == {
            table.names[seat] for seat in table.game.blocking_seats
        }
        for score in table.game.view(None).scores:
            assert f"{table.names[score.seat]} {score.total}".replace(" -", " −") in totals_line
        if lines := texts.at(table.game, table.names).events(key, events, table.names):
            assert unformatted(lines[-1])[:100] in further_lines[0]
            changes_told += 1
    assert changes_told > 20


def test_of_much_that_changed_the_end_is_told() -> None:
    game = engines.new("burgundy", 4, 3)
    texts = texts_in("en")
    table = stub_table(game, people=4, key="burgundy")
    rng = Random(3)
    events = list[Event]()
    for _ in range(60):
        seat = game.to_act[0]
        events += game.play(seat, rng.choice(game.legal(seat)))
    lines = [unformatted(line) for line in texts.at(game).events("burgundy", events, table.names)]
    changes = alt_text(table, texts, None, events).split("\n")[3]
    begin, _, end = changes.partition("…; ")
    assert begin == "Just now: "
    assert "; ".join(lines).endswith(end)
    assert CHANGES / 2 < len(end) <= CHANGES


@pytest.mark.parametrize(
    ("over", "status", "paused", "state_line"),
    [
        (False, Status.RUNNING, False, "The table is waiting for anna and ben."),
        (False, Status.RUNNING, True, "⏸ Paused by ben."),
        (True, Status.FINISHED, False, "The game is over; carla won."),
        (False, Status.FINISHED, False, "The game is over."),
    ],
)
def test_it_says_where_nobody_acts_and_where_several_do(
    over: bool, status: Status, paused: bool, state_line: str
) -> None:
    pause: dict[str, Any] = {"paused_at": 1, "pause": {"name": "ben"}} if paused else {}
    scores = [Score(seat, -seat, {}) for seat in range(3)]
    table = stub_table(stub_game(blocking=(0, 1), over=over, scores=scores, ranking=(2, 0, 1)), status=status, **pause)
    head = "Final points" if status is Status.FINISHED else "Points if the game ended now"
    assert alt_text(table, texts_in("en")).split("\n")[1:] == [state_line, f"{head}: carla −2, anna 0 and ben −1."]
