"""Whole games through the simulated Discord: several people, a computer, restarts between moves."""

from __future__ import annotations

import json
from random import Random

import pytest

import engines
from engines import record
from storage.database import Database
from storage.models import Status
from tests.bot.room import Room, room

RESTART_EVERY = 9


async def play_to_the_end(here: Room, seed: int) -> int:
    """Everybody decides through the panel as a greedy player would; the bot is restarted now and then."""
    rng, turns = Random(seed), 0
    while (await here.table()).running:
        await here.play_turn(rng)
        turns += 1
        if turns % RESTART_EVERY == 0:
            await here.restart()
        assert turns < 400
    assert here.env.errors == []
    return turns


async def check_summary(here: Room) -> None:
    """The last message holds the result, the pictures and a record that replays to this very game."""
    table = await here.table()
    assert table.row.status == Status.FINISHED
    summary = here.last
    assert [file.filename for file in summary.attachments][:2] == ["board.png", "scores.png"]
    assert all(file.description for file in summary.attachments[:2])
    winner = table.game.ranking()[0]
    assert str(table.game.scores()[winner].total) in summary.content
    assert table.row.seed in summary.content
    kept = record.decode(await summary.attachments[2].read())
    assert record.verify(kept, engines.GAMES) == table.game
    assert json.loads(await summary.attachments[2].read())["players"] == list(table.names)


async def test_navegador_from_lobby_to_summary_with_restarts(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table(computers=1)
        turns = await play_to_the_end(here, 4)
        await check_summary(here)
        pings = [message for message in here.history() if message.mentions]
        assert len(pings) >= turns  # every turn was called, once
        assert all(len(message.mentions) == 1 for message in pings[1:])


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("dice", ["in_order", "together"])
async def test_macao_from_lobby_to_summary_with_restarts(database: Database, dice: str) -> None:
    async with room(database, "anna", "ben") as here:
        await here.open_table("macao", computers=1, options=f"dice={dice}")
        await play_to_the_end(here, 3)
        await check_summary(here)
        called = [here.user(user).name for users in here.called() for user in users]
        assert set(called) == {"anna", "ben"}
        if dice == "together":
            assert any(len(users) == 2 for users in here.called()), "dice chosen together call everybody at once"
