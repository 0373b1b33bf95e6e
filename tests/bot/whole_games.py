"""Play whole games in a channel, from the lobby to the summary.

The tests show their beginning and their end, ``python -m tests.proof`` shows all of a game.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import engines
from bot.features.fair_dice import fair_dice
from bot.tables import Table
from bot.wording import texts_in
from engines import Action, record
from storage.database import Database
from storage.models import Status
from tests.bot.parts import record_in
from tests.bot.room import Room, open_room
from tests.engines.contract_suite import Case

RESTART_EVERY = 4
PANEL_EVERY = 4
"""Of so many turns, or decisions, one goes through the panel; the others are typed."""
FIRST = 5
LAST = 6
"""Turns at the beginning, and decisions at the end, that are made in the channel."""


MOST_TURNS = 2_000
"""No game has so many."""
PERSONS = ("anna", "ben")
"""Whoever else sits at a table that is shown whole is a computer."""


def deal(monkeypatch: pytest.MonkeyPatch, dealt: int) -> None:
    """Give the next table this secret, which decides seed, seats and computer players."""
    monkeypatch.setattr("bot.tables.lobby_lifecycle.secrets.randbits", lambda bits: dealt)


def check_in_channel(case: Case, seed: int) -> None:
    """Play all of a game in a channel; raise AssertionError if something is wrong."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        deal(monkeypatch, seed)
        asyncio.run(_in_channel(case, seed))


async def _in_channel(case: Case, seed: int) -> None:
    with TemporaryDirectory() as folder:
        async with Database.open(f"sqlite:///{Path(folder) / 'portolan.db'}") as database:
            await database.migrate()
            async with open_room(database, *PERSONS, unabridged=True) as room:
                options = {"options": ", ".join(f"{name}={value}" for name, value in case.options.items())}
                await room.open_table(
                    case.game.key, computers=case.seats - len(PERSONS), **(options if case.options else {})
                )
                await play_to_the_end(room, seed, first=None)
                await check_summary(room)


async def play_to_the_end(room: Room, seed: int, first: int | None = FIRST) -> int:
    """Play greedily to the end, by chance and without messages in the middle, and restart the bot at times.

    ``first``: how many turns are taken before the middle; None: all turns are taken in the channel. Return how many
    turns were taken in the channel.
    """
    rng = Random(seed)
    turns = 0
    while (table := await room.table()).is_running:
        if turns == first:
            await room.skip(table, middle(table, rng))
        await room.press_turn(rng, typed=turns % PANEL_EVERY > 0)
        turns += 1
        if turns % RESTART_EVERY == 0:
            await room.restart()
        assert turns < MOST_TURNS
    assert room.env.errors == []
    return turns


def middle(table: Table, rng: Random, last: int = LAST) -> list[tuple[int, Action]]:
    """Return decisions by chance from here until ``last`` before the end, where no computer is to decide."""
    game = table.game.copy()
    decided = list[tuple[int, Action]]()
    persons = [0]
    while game.to_act:
        if not any(table.computer_at(seat) for seat in game.blocking_seats):
            persons.append(len(decided))
        seat = game.blocking_seats[0]
        decided.append((seat, game.sample(seat, rng)))
        game.play(*decided[-1])
    return decided[: max(number for number in persons if number <= max(0, len(decided) - last))]


async def check_summary(room: Room) -> None:
    """Check that the last message holds the result, the pictures and a record that replays to this very game."""
    table = await room.table()
    assert table.row.status == Status.FINISHED
    summary = room.last
    assert [file.filename for file in summary.attachments][:2] == ["board.png", "scores.png"]
    assert all(file.description for file in summary.attachments[:2])
    winner = table.game.ranking()[0]
    assert str(table.game.scores()[winner].total) in summary.content
    assert table.row.seed in fair_dice(table.row, texts_in("en"))
    stored = record.decode(await record_in(summary))
    assert record.verify(stored, engines.GAMES) == table.game
    assert json.loads(await record_in(summary))["players"] == list(table.names)
