"""A whole game through the simulated Discord: several people, a computer, restarts between moves."""

from __future__ import annotations

import json
from random import Random

import engines
from engines import record
from storage.database import Database
from storage.models import Status
from tests.bot.room import room

RESTART_EVERY = 9


async def test_a_game_from_lobby_to_summary_with_restarts(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table(computers=1)
        rng, turns = Random(4), 0
        while (await here.table()).running:
            await here.play_turn(rng)
            turns += 1
            if turns % RESTART_EVERY == 0:
                await here.restart()
            assert turns < 400
        assert here.env.errors == []

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

        pings = [message for message in here.history() if message.mentions]
        assert len(pings) >= turns  # every turn was called, once
        assert all(len(message.mentions) == 1 for message in pings[1:])
