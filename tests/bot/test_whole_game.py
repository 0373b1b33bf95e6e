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


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_burgundy_from_lobby_to_summary_with_restarts(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls follow the turn-order track; when a ship changes the next round's order, the message says so."""
    async with room(database, "anna", "ben", "carla") as here:
        monkeypatch.setattr("bot.tables.lobby.secrets.randbits", lambda bits: 1)  # a game in which ships matter
        table = await here.open_table("burgundy", options="beginners_board=on, edition=2019", order="joining")
        rng, turns, changes = Random(2), 0, 0
        rounds, orders = dict[int, list[int]](), dict[int, list[int]]()
        while table.running:
            state = table.game.state
            (seat,) = table.game.to_act
            assert here.called()[-1] == [table.user_at(seat)]
            rounds.setdefault(state.turn, []).append(seat)
            orders[state.turn] = list(state.order)
            before, said = state.track.order(), len(here.history())
            await here.play_turn(rng, rng.choice(["greedy", "random"]))
            turns += 1
            if turns % RESTART_EVERY == 0:
                await here.restart()
            table = await here.table()
            after = table.game.state.track.order()
            if after != before:
                changes += 1
                names = [f"**{table.names[other]}**" for other in after]
                assert f"Next round's order: {names[0]}, {names[1]}, and {names[2]}" in "".join(
                    message.content for message in here.history()[said:]
                )
        assert here.env.errors == []
        await check_summary(here)
        for number, seats in rounds.items():
            assert seats == [other for other in orders[number] if other in seats]
        assert changes
