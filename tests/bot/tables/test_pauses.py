"""Tables that pause: nobody moves, no time runs, and all of it goes on with what was left."""

from __future__ import annotations

from datetime import timedelta

from bot.tables import Table, Tables
from storage import games, jobs, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind, Lane
from storage.models import MoveKind
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    next_click,
    on_both,
    open_lobby,
    queued_announcements,
    run_table_jobs,
    sqlite,
    start_table,
)
from tests.bot.sitting import ZOE, refusal_of
from tests.bot.tables.test_time_limits import (
    DAY,
    MINUTE,
    deadlines,
    decide,
    pass_time,
    table_of_macao,
    table_with_limit,
)
from tests.bot.waiting import a_week_passes
from tests.storage.messages import claimed_rows


async def stored_timers(database: Database, game_id: int) -> list[str]:
    async with database.reading() as session:
        return sorted(str(timer.kind) for timer in await jobs.timers_of(session, game_id))


@on_both
async def test_what_was_left_of_the_time_is_there_after_days_of_pause(tables: Tables, database_url: str) -> None:
    """The pause ends in another process than it began."""
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await a_week_passes(tables.database, timedelta(hours=9))
    await tables.pauses.pause(game_id, ANNA, "anna")
    assert await stored_timers(tables.database, game_id) == []
    await a_week_passes(tables.database)
    async with Database.open(database_url) as second:
        elsewhere = Tables(second)
        assert await run_table_jobs(elsewhere, game_id)
        assert await elsewhere.deadlines(await elsewhere.table(game_id)) == {}
        table = await elsewhere.pauses.resume(game_id, ANNA, "anna")
    assert not table.is_paused
    remaining = (await deadlines(tables.database, game_id))[seat].due_at - utcnow()
    assert timedelta(hours=15) - MINUTE < remaining <= timedelta(hours=15)
    async with tables.database.reading() as session:
        (reminder,) = [timer for timer in await jobs.timers_of(session, game_id) if timer.kind == Kind.REMINDER]
    assert abs(reminder.due_at - utcnow() - timedelta(hours=3)) < MINUTE
    assert len(reminder.payload["rest"]) == 1
    kinds = [(row.kind, row.words) for row in await tables.log(game_id)]
    assert kinds == [(MoveKind.PAUSE, "anna"), (MoveKind.RESUME, "anna")]


@sqlite
async def test_who_must_decide_at_once_with_others_has_what_was_left_and_who_came_meanwhile_all(
    database: Database,
    tables: Tables,
) -> None:
    table = await table_of_macao(tables)
    game_id = table.row.id
    await a_week_passes(database, timedelta(hours=4))
    await tables.pauses.pause(game_id, ANNA, "anna")
    seat = table.seat_of(CARLA) or 0
    await tables.seating.leave(game_id, CARLA)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, ANNA)
    table = await tables.pauses.resume(game_id, ANNA, "anna")
    due = {number: timer.due_at - utcnow() for number, timer in (await deadlines(database, game_id)).items()}
    assert set(due) == set(table.game.blocking_seats) == {0, 1, 2}
    assert due[seat] > DAY - MINUTE
    assert all(remaining <= timedelta(hours=20) for number, remaining in due.items() if number != seat)


@sqlite
async def test_while_a_table_is_paused_nobody_moves_or_takes_back(database: Database, tables: Tables) -> None:
    table = await start_table(tables, BEN)
    game_id = table.row.id
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    table = await decide(tables, table)
    await tables.pauses.pause(game_id, ANNA, "Anna the Great")
    before = await tables.table(game_id)
    for work in (
        tables.play.act(game_id, user, ("pass",)),
        tables.play.undo(game_id, user),
        tables.pauses.pause(game_id, ANNA, "anna"),
    ):
        assert await refusal_of(work) == "error.paused"
    assert (await tables.table(game_id)).row.version == before.row.version
    announcement = (await queued_announcements(database, game_id))[-1]
    assert (announcement.ping, announcement.remarks[-1].message.args) == ([], {"player": "Anna the Great"})
    table = await tables.pauses.resume(game_id, ANNA, "anna")
    assert (await queued_announcements(database, game_id))[-1].ping == list(table.game.blocking_seats)
    assert await refusal_of(tables.pauses.resume(game_id, ANNA, "anna")) == "error.not_paused"
    await decide(tables, table)


@sqlite
async def test_only_the_host_and_administrators_pause(tables: Tables) -> None:
    game_id = (await start_table(tables, BEN)).row.id
    pausing = tables.pauses
    assert await refusal_of(pausing.pause(game_id, BEN, "ben")) == "error.not_host"
    await pausing.pause(game_id, ZOE, "zoe", admin=True)
    assert await refusal_of(pausing.resume(game_id, BEN, "ben")) == "error.not_host"
    await pausing.resume(game_id, ANNA, "anna")


async def table_before_computers(tables: Tables) -> Table:
    lobby = await open_lobby(tables)
    await tables.lobby.add_computer(lobby.row.id, "greedy", "Greedy", user_id=ANNA, click=next_click())
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    while not table.is_computers_turn:
        table = await decide(tables, table)
    return table


@sqlite
async def test_computers_wait_and_go_on_afterwards(database: Database, tables: Tables) -> None:
    table = await table_before_computers(tables)
    game_id = table.row.id
    async with database.transaction() as session:
        (timer,) = await claimed_rows(session, Lane.COMPUTERS, limit=5)  # they are thinking already
    await tables.pauses.pause(game_id, ANNA, "anna")
    before = len(await tables.log(game_id))
    await tables.computers.play_on(timer)
    await run_table_jobs(tables, game_id)
    assert len(await tables.log(game_id)) == before
    await tables.pauses.resume(game_id, ANNA, "anna")
    table = await run_table_jobs(tables, game_id)
    assert not table.is_computers_turn
    assert len(await tables.log(game_id)) > before + 1


@sqlite
async def test_what_was_said_of_time_that_is_up_is_not_said_again_after_a_pause(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    await pass_time(tables.database, game_id)
    await run_table_jobs(tables, game_id)
    for change in (tables.pauses.pause, tables.pauses.resume):
        await change(game_id, ANNA, "anna")
    count = len(await queued_announcements(tables.database, game_id))
    await run_table_jobs(tables, game_id)
    assert len(await queued_announcements(tables.database, game_id)) == count
    assert await tables.late_seats(await tables.table(game_id)) == set(table.game.blocking_seats)


@sqlite
async def test_time_that_would_end_at_night_after_a_pause_ends_in_the_morning(tables: Tables) -> None:
    """Nobody is out of time in quiet hours because somebody else let the table go on."""
    now = utcnow()
    quiet = [(now.hour * 60 + 60) % 1440, (now.hour * 60 + 9 * 60) % 1440]
    async with tables.database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: {"zone": "UTC", "quiet": quiet})
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await a_week_passes(tables.database, timedelta(hours=20))
    await tables.pauses.pause(game_id, ANNA, "anna")
    await tables.pauses.resume(game_id, ANNA, "anna")
    due = (await deadlines(tables.database, game_id))[seat].due_at
    assert timedelta(hours=8) < due - now < timedelta(hours=11)


@sqlite
async def test_a_pause_that_cannot_be_read_gives_everybody_the_whole_time(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    table = await tables.pauses.pause(game_id, ANNA, "anna")
    async with database.transaction() as session:
        assert await games.advance(session, game_id, table.row.version, pause={"left": "much"})
    await tables.pauses.resume(game_id, ANNA, "anna")
    assert (await deadlines(database, game_id))[seat].due_at - utcnow() > DAY - MINUTE


@sqlite
async def test_a_paused_table_stays_paused_where_it_is_brought(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await a_week_passes(database, timedelta(hours=20))
    await tables.pauses.pause(game_id, ANNA, "anna")
    brought = await tables.transfer.import_table(await tables.transfer.export_table(game_id), place=(None, 77))
    assert (await tables.table(brought.row.id)).is_paused
    assert await stored_timers(database, brought.row.id) == []
    await tables.pauses.resume(brought.row.id, ANNA, "anna")
    assert (await deadlines(database, brought.row.id))[seat].due_at - utcnow() < timedelta(hours=5)
