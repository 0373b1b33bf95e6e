"""Lobbies in which nobody does anything: the host is told, and a day later they close."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.tables import Tables
from bot.tables.lobby_lifecycle import FIRST_WAIT, LAST_WAIT
from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind, Lane
from storage.models import JobRow, Status
from tests.bot.english import english
from tests.bot.lobbies import ANNA, BEN, CARLA, next_click, opened, queued, sqlite, started, worked_off
from tests.bot.parts import labels
from tests.bot.room import Room
from tests.storage.messages import claimed_rows

MINUTE = timedelta(minutes=1)


async def lobby_timer(database: Database, game_id: int) -> JobRow | None:
    async with database.reading() as session:
        return next((timer for timer in await jobs.timers_of(session, game_id) if timer.kind == Kind.LOBBY), None)


async def pass_over(database: Database, game_id: int) -> timedelta:
    """The time until something happens is over; how long it was."""
    async with database.transaction() as session:
        (timer,) = await jobs.timers_of(session, game_id)
        wait = timer.due_at - timer.set_at
        timer.set_at, timer.due_at = timer.set_at - wait, timer.due_at - wait
        session.add(timer)
    return wait


async def test_a_lobby_is_closed_after_a_week_with_a_word_beforehand(database: Database, tables: Tables) -> None:
    game_id = (await opened(tables, BEN)).row.id
    assert await pass_over(database, game_id) == FIRST_WAIT == timedelta(days=6)
    table = await worked_off(tables, game_id)
    assert table.row.status == Status.LOBBY
    (word,) = await queued(database, game_id)
    assert [(word.kind, word.ping)] == [("notice", [0])]
    (line,) = word.introduction
    closes = int(line.args["moment"])
    assert abs(closes - (utcnow() + LAST_WAIT).timestamp()) < 60
    assert await pass_over(database, game_id) == LAST_WAIT == timedelta(days=1)
    table = await worked_off(tables, game_id)
    assert table.row.status == Status.ABANDONED
    (last,) = (await queued(database, game_id))[-1:]
    assert [(last.kind, last.ping, last.introduction[0].id)] == [("notice", [], "say.lobby_closed")]
    assert await lobby_timer(database, game_id) is None


@sqlite
async def test_whatever_somebody_does_there_the_lobby_waits_anew(database: Database, tables: Tables) -> None:
    game_id = (await opened(tables, BEN)).row.id
    lobby = tables.lobby
    doings: list[Callable[[], Awaitable[object]]] = [
        lambda: lobby.join(game_id, CARLA, "carla", click=next_click()),
        lambda: lobby.leave(game_id, BEN, click=next_click()),
        lambda: lobby.add_computer(game_id, "greedy", "Greedy", user_id=ANNA, click=next_click()),
        lambda: lobby.set_options(game_id, {"royal": "goa"}, user_id=ANNA, click=next_click()),
    ]
    for does in doings:
        await pass_over(database, game_id)
        await worked_off(tables, game_id)
        told = await lobby_timer(database, game_id)
        assert told is not None
        assert (told.payload, told.due_at - told.set_at) == ({"warned": True}, LAST_WAIT)
        await does()
        anew = await lobby_timer(database, game_id)
        assert anew is not None
        assert (anew.payload, anew.due_at - anew.set_at) == ({}, FIRST_WAIT)


@sqlite
async def test_a_table_that_started_or_was_closed_waits_for_nobody(database: Database, tables: Tables) -> None:
    running = await started(tables, BEN)
    cancelled = await opened(tables, channel_id=6)
    left = await opened(tables, channel_id=7)
    await tables.lobby.cancel(cancelled.row.id, user_id=ANNA)
    await tables.lobby.leave(left.row.id, ANNA, click=next_click())
    for table in (running, cancelled, left):
        assert await lobby_timer(database, table.row.id) is None


@sqlite
async def test_a_timer_that_comes_too_late_closes_no_running_table(database: Database, tables: Tables) -> None:
    """It was claimed in the moment in which the host started."""
    game_id = (await opened(tables, BEN)).row.id
    await pass_over(database, game_id)
    async with database.transaction() as session:
        (timer,) = await claimed_rows(session, Lane.TABLES, limit=1)
    await tables.lobby.start(game_id, user_id=ANNA)
    await tables.lobby.expire(timer)
    assert (await tables.table(game_id)).row.status == Status.RUNNING


@sqlite
async def test_the_host_reads_it_in_the_channel_and_the_buttons_of_a_closed_lobby_go(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    lobby = room.last
    await let_days_pass(room)
    assert room.last.content.startswith(
        f"<@{anna.id}> This table has been looking for players for six days. It closes <t:"
    )
    assert room.called()[-1] == [anna.id]
    await let_days_pass(room)
    assert room.last.content == (english("say.lobby_closed"))
    assert room.called()[-1] == []
    refused = await ben.click(lobby, label="Join")
    assert refused.followups[-1].message.content == english("error.not_in_lobby")
    shown = next(message for message in room.history() if message.id == lobby.id)
    assert labels(shown) == []


async def let_days_pass(room: Room) -> None:
    await pass_over(room.database, (await room.table()).row.id)
    await room.sweep()
