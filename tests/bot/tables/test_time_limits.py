"""How long somebody has for a decision, whom the time runs for, and what follows when it is up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.tables import Table, Tables
from bot.tables.maintenance.repair import OperatorError
from bot.tables.personal_calendar import next_waking
from bot.tables.player_preferences import Preferences
from engines.players import PLAYERS
from storage import clock, games, jobs, moves, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind, Lane
from storage.models import JobRow, MoveRow, Status
from storage.sqlite import POOL
from tests.bot.filling import fill
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    MANAGER,
    open_lobby,
    queued_announcements,
    replace_game,
    run_table_jobs,
    sqlite,
)
from tests.bot.room import Room
from tests.storage.messages import claimed_rows

pytestmark = pytest.mark.usefixtures("plain_pictures")

DAY = timedelta(hours=24)
MINUTE = timedelta(minutes=1)


async def table_with_limit(tables: Tables, *guests: int, time_up: str = "remind", **options: Any) -> Table:
    """Return a running table where each decision has a day."""
    lobby = await open_lobby(tables, *guests, **options)
    game_id = lobby.row.id
    await tables.lobby.set_clocks(game_id, {"limit": "24"}, user_id=ANNA)
    await tables.lobby.set_clocks(game_id, {"time_up": time_up}, user_id=ANNA)
    await tables.lobby.start(game_id, user_id=ANNA)
    return await run_table_jobs(tables, game_id)


async def deadlines(database: Database, game_id: int) -> dict[int, JobRow]:
    """Return the deadlines by seat."""
    async with database.reading() as session:
        timers = await jobs.timers_of(session, game_id)
    return {timer.seat: timer for timer in timers if timer.kind == Kind.DEADLINE}


async def pass_time(database: Database, game_id: int, beyond: timedelta = MINUTE) -> None:
    """Let the time of everybody who is waited for be up since so long."""
    async with database.transaction() as session:
        for timer in await jobs.timers_of(session, game_id):
            timer.set_at = timer.set_at - (timer.due_at - utcnow()) - beyond
            timer.due_at = utcnow() - beyond
            session.add(timer)


async def effective_moves(database: Database, game_id: int) -> list[MoveRow]:
    async with database.reading() as session:
        return list(await moves.effective(session, game_id))


async def decide(tables: Tables, table: Table, seat: int | None = None) -> Table:
    """Play the first legal move of a seat (None: the first that may act)."""
    seat = table.game.to_act[0] if seat is None else seat
    await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    return await tables.table(table.row.id)


async def table_of_macao(tables: Tables) -> Table:
    """Return a table of Macao with three people who all must decide."""
    table = await table_with_limit(tables, BEN, CARLA, game="macao", options={"dice": "together"})
    while len(table.game.blocking_seats) < 3:
        table = await decide(tables, table)
    return table


# -- whom the time runs for --------------------------------------------------------------------------------------------


async def test_the_time_runs_for_whoever_is_waited_for(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    for _ in range(4):
        (waiting,) = table.game.blocking_seats
        ((seat, timer),) = (await deadlines(database, game_id)).items()
        assert seat == waiting
        assert DAY - MINUTE < timer.due_at - utcnow() <= DAY
        table = await decide(tables, table)


@sqlite
async def test_without_a_limit_nothing_runs(database: Database, tables: Tables) -> None:
    lobby = await open_lobby(tables, BEN)
    table = await decide(tables, await tables.lobby.start(lobby.row.id, user_id=ANNA))
    async with database.reading() as session:
        assert await jobs.timers_of(session, table.row.id) == []
    assert await tables.deadlines(table) == {}


@sqlite
async def test_who_still_owes_a_decision_keeps_the_time_when_others_decide(database: Database, tables: Tables) -> None:
    table = await table_of_macao(tables)
    before = await deadlines(database, table.row.id)
    first, *others = table.game.blocking_seats
    table = await decide(tables, table, first)
    after = await deadlines(database, table.row.id)
    assert set(after) == set(others) == set(table.game.blocking_seats)
    assert all(after[seat].due_at == before[seat].due_at for seat in others)


@sqlite
async def test_who_must_decide_again_at_once_has_the_whole_time_again(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, game="macao")
    while True:
        (seat, *_) = table.game.to_act
        before = await deadlines(database, table.row.id)
        table = await decide(tables, table, seat)
        if seat in table.game.blocking_seats:
            break
    assert (await deadlines(database, table.row.id))[seat].due_at > before[seat].due_at


@sqlite
async def test_taking_back_gives_the_time_to_whom_it_is_up_to_now(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    await decide(tables, table)
    plan = await tables.play.undo_plan(await tables.table(table.row.id), user)
    table = await tables.play.undo(table.row.id, user, consented=plan.version)
    assert list(await deadlines(database, table.row.id)) == [seat]


@sqlite
async def test_computers_have_no_time_limit_and_who_resigns_neither(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, CARLA)
    seat = table.game.to_act[0]
    await tables.seating.resign(table.row.id, table.user_at(seat) or 0)
    assert await deadlines(database, table.row.id) == {}
    table = await run_table_jobs(tables, table.row.id)
    assert set(await deadlines(database, table.row.id)) == set(table.game.blocking_seats) != {seat}


@sqlite
async def test_a_table_that_has_ended_waits_for_nobody(database: Database, tables: Tables) -> None:
    ended = await table_with_limit(tables, BEN)
    closed = await table_with_limit(tables, BEN, channel_id=6)
    await tables.play.end(ended.row.id, MANAGER, admin=True)
    await tables.repair.end(closed.row.id)
    for table in (ended, closed):
        assert await deadlines(database, table.row.id) == {}


@sqlite
async def test_a_table_brought_from_elsewhere_gives_everybody_the_whole_time(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    content = await tables.transfer.export_table(table.row.id)
    with pytest.raises(OperatorError):
        await tables.transfer.import_table(content)  # its channel has a table
    brought = await tables.transfer.import_table(content, place=(None, 77))
    assert list(await deadlines(tables.database, brought.row.id)) == list(table.game.blocking_seats)


@sqlite
async def test_a_repaired_table_waits_for_whom_its_log_leads_to(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    async with database.transaction() as session:
        await jobs.cancel(session, table.row.id)
    await tables.repair.restore(await tables.repair.examine(table.row.id))
    assert list(await deadlines(database, table.row.id)) == list(table.game.blocking_seats)


@sqlite
async def test_who_is_on_holiday_has_the_time_afterwards(database: Database, tables: Tables) -> None:
    today = utcnow().date()
    away = [[(today - timedelta(1)).isoformat(), (today + timedelta(9)).isoformat()]]
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: {"zone": "Europe/Berlin", "holidays": away})
    table = await table_with_limit(tables, BEN)
    (timer,) = (await deadlines(database, table.row.id)).values()
    assert timer.due_at - utcnow() > timedelta(days=9)


@sqlite
async def test_the_time_ends_by_the_clock_of_the_person_when_clocks_change(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the night to 29 March 2026 clocks in Berlin skip an hour.

    The limit is of real time. A person whose time would be up at night has an hour in the morning.
    """

    async def now(_: object) -> datetime:
        return datetime(2026, 3, 28, 1, 30, tzinfo=UTC)

    tables = Tables(database)
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: {"zone": "Europe/Berlin"})
    monkeypatch.setattr(clock, "now", now)
    table = await table_with_limit(tables, BEN)
    (timer,) = (await deadlines(database, table.row.id)).values()
    assert timer.due_at == datetime(2026, 3, 29, 7, 0, tzinfo=UTC)  # 3:30 in summer time is in the quiet hours


# -- the time is up ----------------------------------------------------------------------------------------------------


@sqlite
async def test_a_reminder_alone_calls_the_person_once_and_the_table_waits_on(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(tables.database, game_id)
    table = await run_table_jobs(tables, game_id)
    announcement = (await queued_announcements(tables.database, game_id))[-1]
    assert (announcement.kind, announcement.ping, announcement.introduction[0].id) == ("notice", [seat], "say.time_up")
    assert await effective_moves(tables.database, game_id) == []
    assert await tables.deadlines(table) == {}
    count = len(await queued_announcements(tables.database, game_id))
    await run_table_jobs(tables, game_id)
    assert len(await queued_announcements(tables.database, game_id)) == count
    table = await decide(tables, table)
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats)


@sqlite
async def test_who_was_told_that_time_is_up_is_not_told_again_when_others_decide(tables: Tables) -> None:
    table = await table_of_macao(tables)
    await pass_time(tables.database, table.row.id)
    table = await run_table_jobs(tables, table.row.id)
    first, *others = table.game.blocking_seats
    await decide(tables, table, first)
    after = await deadlines(tables.database, table.row.id)
    assert {seat: timer.payload for seat, timer in after.items()} == {seat: {"passed": True} for seat in others}


async def test_a_computer_decides_in_this_turn_and_the_log_says_that_it_was_one(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="play")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(tables.database, game_id)
    table = await run_table_jobs(tables, game_id)
    made = await effective_moves(tables.database, game_id)
    assert len(made) > 1, "a turn has more than one decision"
    assert {(move.seat, move.by_user_id, move.turn) for move in made} == {(seat, None, made[0].turn)}
    announcement = (await queued_announcements(tables.database, game_id))[-1]
    assert (announcement.kind, announcement.introduction[0].id, announcement.introduction[0].args) == (
        *("turn", "say.time_up_played"),
        {"seat": seat},
    )
    assert announcement.before
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats)
    assert table.user_at(seat) is not None


@sqlite
async def test_only_the_one_whose_time_is_up_is_decided_for(database: Database, tables: Tables) -> None:
    table = await table_of_macao(tables)
    game_id = table.row.id
    (first, *others) = table.game.blocking_seats
    before = len(await effective_moves(database, game_id))
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=first)
        await games.advance(session, game_id, table.row.version, clock={"hours": 24, "time_up": "play"})
    table = await run_table_jobs(tables, game_id)
    assert [move.seat for move in (await effective_moves(database, game_id))[before:]] == [first]
    assert set(table.game.blocking_seats) == set(others)


@sqlite
async def test_after_a_standstill_of_the_bot_the_person_has_an_hour_first(database: Database, tables: Tables) -> None:
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: {"zone": "Europe/Berlin"})
    table = await table_with_limit(tables, BEN, time_up="play")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(database, game_id, beyond=timedelta(hours=3))
    table = await run_table_jobs(tables, game_id)
    assert await effective_moves(database, game_id) == []
    announcement = (await queued_announcements(database, game_id))[-1]
    assert (announcement.ping, announcement.introduction[0].id) == ([seat], "say.time_up_late")
    timer = (await deadlines(database, game_id))[seat]
    habits = Preferences(zone="Europe/Berlin", quiet=(23 * 60, 8 * 60))
    assert timer.due_at - next_waking(utcnow(), habits) > timedelta(minutes=59)
    assert abs(int(announcement.introduction[0].args["moment"]) - timer.due_at.timestamp()) < 2
    assert await tables.deadlines(table) == {seat: timer.due_at}
    await pass_time(database, game_id, beyond=timedelta(hours=3))
    await run_table_jobs(tables, game_id)
    assert {move.seat for move in await effective_moves(database, game_id)} == {seat}


@sqlite
async def test_while_the_bot_is_not_in_the_server_nobody_is_decided_for(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="play", guild_id=9)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await tables.servers.leave(9)
    await pass_time(database, game_id)
    await run_table_jobs(tables, game_id)
    assert (await deadlines(database, game_id))[seat].payload == {"away": True}
    await tables.servers.come_back(9)
    await pass_time(database, game_id)
    await run_table_jobs(tables, game_id)
    assert await effective_moves(database, game_id) == []
    assert (await queued_announcements(database, game_id))[-1].introduction[0].id == "say.time_up_late"


@sqlite
async def test_what_is_due_where_the_bot_is_not_needs_one_connection_at_a_time(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two connections for each, as many tasks as there are connections would wait for each other."""
    for name, value in (("pool_size", 1), ("pool_timeout", 2)):
        monkeypatch.setitem(POOL, name, value)
    async with Database.open(database_url) as database:
        tables = Tables(database)
        table = await table_with_limit(tables, BEN, time_up="play", guild_id=9)
        await tables.servers.leave(9)
        await pass_time(database, table.row.id)
        await run_table_jobs(tables, table.row.id)
        ((_, timer),) = (await deadlines(database, table.row.id)).items()
        assert (timer.payload, timer.attempts) == ({"away": True}, 0)


async def claimed_deadline(database: Database) -> JobRow:
    async with database.transaction() as session:
        taken = await claimed_rows(session, Lane.TABLES, limit=5)
    return next(timer for timer in taken if timer.kind == Kind.DEADLINE)


@pytest.mark.parametrize("time_up", ["remind", "play"])
async def test_who_decides_in_the_last_moment_has_decided(database: Database, tables: Tables, time_up: str) -> None:
    table = await table_with_limit(tables, BEN, time_up=time_up)
    await pass_time(database, table.row.id)
    timer = await claimed_deadline(database)
    table = await decide(tables, table)
    announcement_count = len(await queued_announcements(database, table.row.id))
    await tables.expired_deadlines.carry_out(timer)
    assert len(await effective_moves(database, table.row.id)) == 1
    assert len(await queued_announcements(database, table.row.id)) == announcement_count
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats)


async def test_who_decides_while_the_computer_thinks_has_decided(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await table_with_limit(tables, BEN, time_up="play")
    await pass_time(database, table.row.id)
    timer = await claimed_deadline(database)
    read = tables.expired_deadlines._load_waiting_table

    async def waiting(timer: JobRow) -> Table | None:
        table_read = await read(timer)
        if table_read is not None:
            await decide(tables, table_read)
            table_read = table  # as it was read
        return table_read

    monkeypatch.setattr(tables.expired_deadlines, "_load_waiting_table", waiting)
    await tables.expired_deadlines.carry_out(timer)
    (made,) = await effective_moves(database, table.row.id)
    assert made.by_user_id is not None


@sqlite
async def test_a_deadline_of_a_table_that_is_over_is_over(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="play")
    await pass_time(database, table.row.id)
    timer = await claimed_deadline(database)
    await tables.play.end(table.row.id, MANAGER, admin=True)
    await tables.expired_deadlines.carry_out(timer)
    assert (await tables.table(table.row.id)).row.status == Status.ABANDONED


@sqlite
async def test_a_game_ends_though_nobody_comes_any_more(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="play")
    game = table.game.copy()
    while game.state.turns_left is None:  # each has one turn more from then on, whatever is played
        game.play(game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], Random(1)))
    await replace_game(tables, table, game)
    for _ in range(50):
        await pass_time(database, table.row.id)
        table = await run_table_jobs(tables, table.row.id)
        if not table.is_running:
            break
    assert table.row.status == Status.FINISHED
    assert await deadlines(database, table.row.id) == {}


# -- what people see of it ---------------------------------------------------------------------------------------------


async def limited_room(room: Room, time_up: str) -> Table:
    anna = room["anna"]
    ben = room["ben"]
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    lobby = room.last
    await ben.click(lobby, label="Join")
    await fill(anna, await anna.click(lobby, label="Time limit …"), limit="24", time_up=time_up)
    await anna.click(lobby, label="Start")
    return await room.table()


@sqlite
async def test_everybody_reads_until_when_there_is_time(room: Room) -> None:
    table = await limited_room(room, "remind")
    now, other_person = await room.deciding()
    ((_, due),) = (await room.bot.tables.deadlines(table)).items()
    until = f"<t:{int(due.timestamp())}:R>"
    assert f"it is your turn (turn 1). · ⏳ {until}" in room.board().content
    assert (await room.ask(now, "games")).content.endswith(f" · ⏳ {until}")
    assert (await room.ask(other_person, "games")).content.endswith(f" · ⏳ {until}")
    assert f"Your time ends {until}" in (await room.open_panel(now)).content


@sqlite
async def test_the_channel_is_told_that_time_is_up_and_only_the_one_is_called(room: Room, database: Database) -> None:
    table = await limited_room(room, "remind")
    now, _ = await room.deciding()
    await pass_time(database, table.row.id)
    await room.sweep()
    assert room.last.content == f"<@{now.id}> ⏰ Time is up for **{now.user.name}**. The table is still waiting."
    assert room.pinged_users()[-1] == [now.id]


@sqlite
async def test_the_channel_is_told_that_a_computer_decided_and_the_next_is_called(
    room: Room, database: Database
) -> None:
    table = await limited_room(room, "play")
    late, _ = await room.deciding()
    await pass_time(database, table.row.id)
    await room.sweep()
    assert f"⏰ Time is up for **{late.user.name}**; a computer has made this one move." in room.last.content
    following, _ = await room.deciding()
    assert room.pinged_users()[-1] == [following.id]


@sqlite
async def test_what_somebody_did_before_the_time_was_up_stands_above_the_line_about_it(
    room: Room, database: Database
) -> None:
    table = await limited_room(room, "play")
    late, _ = await room.deciding()
    await room.ask(late, "play", move="rondel sailing")
    await pass_time(database, table.row.id)
    await room.sweep()
    lines = room.last.content.splitlines()
    moved = lines.index(f"**{late.user.name}** moves to **Sailing**")
    assert lines[moved + 1].startswith(f"⏰ Time is up for **{late.user.name}**; a computer has made this one move.")
    assert len(lines) > moved + 2, "what the computer did follows"
