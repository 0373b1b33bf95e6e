"""People are reminded of what they have to decide: in time, once for all of it, and never while they sleep."""

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
from tests.bot.lobbies import ANNA, BEN, queued, sqlite, worked_off
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import DAY, MINUTE, decide, limited, limited_room, running

pytestmark = pytest.mark.usefixtures("plain_pictures")

HOUR = timedelta(hours=1)


async def choose(database: Database, **settings: Any) -> None:
    """Anna and Ben have these habits."""
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: settings)


async def coming(database: Database, game_id: int) -> JobRow | None:
    async with database.reading() as session:
        found = await jobs.timers_of(session, game_id)
    return next((timer for timer in found if timer.kind == Kind.REMINDER), None)


async def make_due(database: Database, *game_ids: int) -> None:
    """The time of the next reminder has come."""
    async with database.transaction() as session:
        for game_id in game_ids:
            for timer in await jobs.timers_of(session, game_id):
                if timer.kind == Kind.REMINDER:
                    timer.due_at = utcnow() - MINUTE
                    session.add(timer)


async def reminded(database: Database, game_id: int) -> list[Any]:
    """What was said in reminders of a table's channel."""
    said = await queued(database, game_id)
    return [what for what in said if what.introduction and what.introduction[0].id.startswith("say.reminder")]


async def of_anna(tables: Tables, *, channel_id: int = 5, **options: Any) -> Table:
    """A table that waits for Anna."""
    table = await limited(tables, BEN, channel_id=channel_id, **options)
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await decide(tables, table)
    return table


async def test_there_are_two_reminders_at_half_and_at_nine_tenths_of_the_time(tables: Tables) -> None:
    table = await of_anna(tables)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    began = (await running(tables.database, game_id))[seat].due_at - DAY
    first = await coming(tables.database, game_id)
    assert first is not None
    assert abs(first.due_at - (began + DAY / 2)) < MINUTE
    await make_due(tables.database, game_id)
    await worked_off(tables, game_id)
    second = await coming(tables.database, game_id)
    assert second is not None
    assert abs(second.due_at - (began + DAY * 9 / 10)) < MINUTE
    await make_due(tables.database, game_id)
    await worked_off(tables, game_id)
    assert await coming(tables.database, game_id) is None
    assert [what.ping for what in await reminded(tables.database, game_id)] == [[seat], [seat]]


@sqlite
@pytest.mark.parametrize(("remind", "tenths"), [("late", 9), ("none", None)])
async def test_who_wants_fewer_reminders_has_fewer(tables: Tables, remind: str, tenths: int | None) -> None:
    await choose(tables.database, remind=remind)
    timer = await coming(tables.database, (await of_anna(tables)).row.id)
    assert (timer is not None) == (tenths is not None)
    if timer is not None and tenths is not None:
        assert timer.due_at - utcnow() > DAY * tenths / 10 - MINUTE


@sqlite
async def test_who_has_decided_is_not_reminded(database: Database, tables: Tables) -> None:
    table = await of_anna(tables)
    (seat,) = table.game.blocking_seats
    while seat in table.game.blocking_seats:
        table = await decide(tables, table)
    timer = await coming(database, table.row.id)
    assert timer is not None
    assert timer.seat != seat


async def test_what_is_due_at_several_tables_is_said_in_one_message(database: Database, tables: Tables) -> None:
    found = [await of_anna(tables, channel_id=channel) for channel in (5, 6, 7, 8)]
    *ids, later = (table.row.id for table in found)
    await make_due(database, *ids)
    await worked_off(tables, ids[0])
    (what,) = [each for game_id in ids for each in await reminded(database, game_id)]
    assert [line.args["table"] for line in what.introduction] == list(map(str, ids))
    assert [line.args["channel"] for line in what.introduction] == ["5", "6", "7"]
    for game_id in ids:
        timer = await coming(database, game_id)
        assert timer is not None
        assert timer.payload == {"rest": []}
    timer = await coming(database, later)
    assert timer is not None
    assert len(timer.payload["rest"]) == 1, "nothing is due there yet"


@sqlite
async def test_what_is_played_on_another_server_is_not_named(database: Database, tables: Tables) -> None:
    one, two = [await of_anna(tables, channel_id=5 + guild, guild_id=guild) for guild in (1, 2)]
    await make_due(database, one.row.id, two.row.id)
    await worked_off(tables, one.row.id)
    (what,) = await reminded(database, one.row.id)
    assert [line.id for line in what.introduction] == ["say.reminder", "say.reminder_elsewhere"]
    assert set(what.introduction[1].args) == {"moment"}, "nor is there a link"
    assert await reminded(database, two.row.id) == []


@sqlite
async def test_nobody_is_woken(database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person has chosen quiet hours since the reminder was set: it comes in the morning."""
    table = await of_anna(tables)
    await choose(database, zone="Europe/Berlin")
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, table.row.id):
            at = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # half past one in the night in which an hour is skipped
            timer.due_at = at if timer.kind == Kind.REMINDER else at + DAY
            timer.set_at = at
            session.add(timer)

    async def now(_: object) -> datetime:
        return datetime(2026, 3, 29, 0, 31, tzinfo=UTC)

    monkeypatch.setattr(clock, "now", now)
    await worked_off(tables, table.row.id)
    assert await reminded(database, table.row.id) == []
    put_off = await coming(database, table.row.id)
    assert put_off is not None
    assert put_off.due_at == datetime(2026, 3, 29, 6, 0, tzinfo=UTC)
    assert len(put_off.payload["rest"]) == 1


@sqlite
async def test_who_turns_reminders_off_has_none_of_those_already_set(database: Database, tables: Tables) -> None:
    table = await of_anna(tables)
    assert await coming(database, table.row.id) is not None
    await choose(database, remind="none")
    await make_due(database, table.row.id)
    await worked_off(tables, table.row.id)
    assert await reminded(database, table.row.id) == []


@sqlite
async def test_who_wants_no_calls_is_not_reminded(database: Database, tables: Tables) -> None:
    table = await of_anna(tables)
    await choose(database, call="none")
    await make_due(database, table.row.id)
    await worked_off(tables, table.row.id)
    assert await reminded(database, table.row.id) == []


@sqlite
async def test_where_the_time_is_up_as_well_only_that_is_said(database: Database, tables: Tables) -> None:
    table = await of_anna(tables)
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, table.row.id):
            timer.due_at = utcnow() - HOUR * 2
            session.add(timer)
    await worked_off(tables, table.row.id)
    last = (await queued(database, table.row.id))[-1]
    assert [line.id for line in last.introduction] == ["say.time_up"]
    assert await reminded(database, table.row.id) == []
    assert await coming(database, table.row.id) is None


@sqlite
async def test_a_reminder_that_cannot_be_read_is_the_last_one(database: Database, tables: Tables) -> None:
    table = await of_anna(tables)
    async with database.transaction() as session:
        (timer,) = [each for each in await jobs.timers_of(session, table.row.id) if each.kind == Kind.REMINDER]
        timer.due_at = utcnow() - MINUTE
        timer.payload = {"rest": ["soon"]}
        session.add(timer)
    await worked_off(tables, table.row.id)
    assert len(await reminded(database, table.row.id)) == 1
    assert await coming(database, table.row.id) is None


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
    assert room.called()[-1] == [now.id]
