"""People are reminded of their decisions in time, once for all of them, and never while they sleep."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.tables import Table, Tables
from storage import clock, jobs, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind
from storage.models import JobRow
from tests.bot.lobbies import ANNA, BEN, queued_announcements, run_table_jobs, sqlite
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import DAY, MINUTE, deadlines, decide, limited_room, table_with_limit

pytestmark = pytest.mark.usefixtures("plain_pictures")

HOUR = timedelta(hours=1)


async def choose_preferences(database: Database, **settings: Any) -> None:
    """Store preferences of Anna and Ben."""
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: settings)


async def coming_reminder(database: Database, game_id: int) -> JobRow | None:
    async with database.reading() as session:
        timers = await jobs.timers_of(session, game_id)
    return next((timer for timer in timers if timer.kind == Kind.REMINDER), None)


async def make_due(database: Database, *game_ids: int) -> None:
    """Make the next reminder due."""
    async with database.transaction() as session:
        for game_id in game_ids:
            for timer in await jobs.timers_of(session, game_id):
                if timer.kind == Kind.REMINDER:
                    timer.due_at = utcnow() - MINUTE
                    session.add(timer)


async def reminders_sent(database: Database, game_id: int) -> list[Any]:
    """Return the reminders in a table's channel."""
    announcements = await queued_announcements(database, game_id)
    return [
        announcement
        for announcement in announcements
        if announcement.introduction and announcement.introduction[0].id.startswith("say.reminder")
    ]


async def table_waiting_for_anna(tables: Tables, *, channel_id: int = 5, **options: Any) -> Table:
    """Return a table that waits for Anna."""
    table = await table_with_limit(tables, BEN, channel_id=channel_id, **options)
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await decide(tables, table)
    return table


async def test_there_are_two_reminders_at_half_and_at_nine_tenths_of_the_time(tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    began = (await deadlines(tables.database, game_id))[seat].due_at - DAY
    first = await coming_reminder(tables.database, game_id)
    assert first is not None
    assert abs(first.due_at - (began + DAY / 2)) < MINUTE
    await make_due(tables.database, game_id)
    await run_table_jobs(tables, game_id)
    second = await coming_reminder(tables.database, game_id)
    assert second is not None
    assert abs(second.due_at - (began + DAY * 9 / 10)) < MINUTE
    await make_due(tables.database, game_id)
    await run_table_jobs(tables, game_id)
    assert await coming_reminder(tables.database, game_id) is None
    assert [reminder.ping for reminder in await reminders_sent(tables.database, game_id)] == [[seat], [seat]]


@sqlite
@pytest.mark.parametrize(("remind", "tenths"), [("late", 9), ("none", None)])
async def test_who_wants_fewer_reminders_has_fewer(tables: Tables, remind: str, tenths: int | None) -> None:
    await choose_preferences(tables.database, remind=remind)
    timer = await coming_reminder(tables.database, (await table_waiting_for_anna(tables)).row.id)
    assert (timer is not None) == (tenths is not None)
    if timer is not None and tenths is not None:
        assert timer.due_at - utcnow() > DAY * tenths / 10 - MINUTE


@sqlite
async def test_who_has_decided_is_not_reminded(database: Database, tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    (seat,) = table.game.blocking_seats
    while seat in table.game.blocking_seats:
        table = await decide(tables, table)
    timer = await coming_reminder(database, table.row.id)
    assert timer is not None
    assert timer.seat != seat


async def test_what_is_due_at_several_tables_is_said_in_one_message(database: Database, tables: Tables) -> None:
    tables_found = [await table_waiting_for_anna(tables, channel_id=channel) for channel in (5, 6, 7, 8)]
    *ids, later = (table.row.id for table in tables_found)
    await make_due(database, *ids)
    await run_table_jobs(tables, ids[0])
    (announcement,) = [reminder for game_id in ids for reminder in await reminders_sent(database, game_id)]
    assert [line.args["table"] for line in announcement.introduction] == list(map(str, ids))
    assert [line.args["channel"] for line in announcement.introduction] == ["5", "6", "7"]
    for game_id in ids:
        timer = await coming_reminder(database, game_id)
        assert timer is not None
        assert timer.payload == {"rest": []}
    timer = await coming_reminder(database, later)
    assert timer is not None
    assert len(timer.payload["rest"]) == 1, "nothing is due there yet"


@sqlite
async def test_what_is_played_on_another_server_is_not_named(database: Database, tables: Tables) -> None:
    first, second = [await table_waiting_for_anna(tables, channel_id=5 + guild, guild_id=guild) for guild in (1, 2)]
    await make_due(database, first.row.id, second.row.id)
    await run_table_jobs(tables, first.row.id)
    (announcement,) = await reminders_sent(database, first.row.id)
    assert [line.id for line in announcement.introduction] == ["say.reminder", "say.reminder_elsewhere"]
    assert set(announcement.introduction[1].args) == {"moment"}, "nor is there a link"
    assert await reminders_sent(database, second.row.id) == []


@sqlite
async def test_nobody_is_woken(database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person has chosen quiet hours since the reminder was set, so it comes in the morning."""
    table = await table_waiting_for_anna(tables)
    await choose_preferences(database, zone="Europe/Berlin")
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, table.row.id):
            at = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # half past one in the night in which an hour is skipped
            timer.due_at = at if timer.kind == Kind.REMINDER else at + DAY
            timer.set_at = at
            session.add(timer)

    async def now(_: object) -> datetime:
        return datetime(2026, 3, 29, 0, 31, tzinfo=UTC)

    monkeypatch.setattr(clock, "now", now)
    await run_table_jobs(tables, table.row.id)
    assert await reminders_sent(database, table.row.id) == []
    put_off = await coming_reminder(database, table.row.id)
    assert put_off is not None
    assert put_off.due_at == datetime(2026, 3, 29, 6, 0, tzinfo=UTC)
    assert len(put_off.payload["rest"]) == 1


@sqlite
async def test_who_turns_reminders_off_has_none_of_those_already_set(database: Database, tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    assert await coming_reminder(database, table.row.id) is not None
    await choose_preferences(database, remind="none")
    await make_due(database, table.row.id)
    await run_table_jobs(tables, table.row.id)
    assert await reminders_sent(database, table.row.id) == []


@sqlite
async def test_who_wants_no_calls_is_not_reminded(database: Database, tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    await choose_preferences(database, call="none")
    await make_due(database, table.row.id)
    await run_table_jobs(tables, table.row.id)
    assert await reminders_sent(database, table.row.id) == []


@sqlite
async def test_where_the_time_is_up_as_well_only_that_is_said(database: Database, tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, table.row.id):
            timer.due_at = utcnow() - HOUR * 2
            session.add(timer)
    await run_table_jobs(tables, table.row.id)
    last = (await queued_announcements(database, table.row.id))[-1]
    assert [line.id for line in last.introduction] == ["say.time_up"]
    assert await reminders_sent(database, table.row.id) == []
    assert await coming_reminder(database, table.row.id) is None


@sqlite
async def test_a_reminder_that_cannot_be_read_is_the_last_one(database: Database, tables: Tables) -> None:
    table = await table_waiting_for_anna(tables)
    async with database.transaction() as session:
        (timer,) = [timer for timer in await jobs.timers_of(session, table.row.id) if timer.kind == Kind.REMINDER]
        timer.due_at = utcnow() - MINUTE
        timer.payload = {"rest": ["soon"]}
        session.add(timer)
    await run_table_jobs(tables, table.row.id)
    assert len(await reminders_sent(database, table.row.id)) == 1
    assert await coming_reminder(database, table.row.id) is None


@sqlite
async def test_the_person_reads_which_table_waits_and_until_when(room: Room, database: Database) -> None:
    table = await limited_room(room, "remind")
    now, _ = await room.deciding()
    ((_, due),) = (await room.bot.tables.deadlines(table)).items()
    board = room.board()
    await make_due(database, table.row.id)
    await room.sweep()
    assert room.last.content == (
        f"<@{now.id}> ⏳ **Navegador** #1 is waiting for you; your time ends <t:{int(due.timestamp())}:R>. "
        f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{board.id}"
    )
    assert room.pinged_users()[-1] == [now.id]
