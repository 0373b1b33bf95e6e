"""Time limits cannot be misused: what is left of the time stays, and holidays are limited."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

import pytest

from bot.tables import Table, Tables
from bot.tables.observers.clocks import read_clock
from bot.tables.personal_calendar import HOLIDAYS_PER_YEAR, deadline_after, holiday_dates, with_allowed_holidays
from bot.tables.player_preferences import Preferences
from storage import people, seats
from storage.columns import utcnow
from storage.database import Database
from storage.models import Json
from tests.bot.lobbies import ANNA, BEN, CARLA, run_table_jobs, sqlite, start_table
from tests.bot.sitting import ZOE, announced_ids, refusal_of
from tests.bot.tables.test_time_limits import DAY, MINUTE, deadlines, decide, pass_time, table_with_limit
from tests.bot.waiting import a_week_passes

HOUR = timedelta(hours=1)


async def hours_pass(database: Database, hours: float) -> None:
    await a_week_passes(database, timedelta(hours=hours))


async def time_left(database: Database, table: Table, seat: int) -> timedelta:
    return (await deadlines(database, table.row.id))[seat].due_at - utcnow()


def is_about(amount: timedelta, wanted: timedelta) -> bool:
    return abs(amount - wanted) < MINUTE


# -- what was left stays -----------------------------------------------------------------------------------------------


@sqlite
@pytest.mark.parametrize(("passed", "stays"), [(20, 4), (23.9, 1)])
async def test_who_leaves_and_comes_back_has_what_was_left_an_hour_at_least(
    database: Database, tables: Tables, passed: float, stays: int
) -> None:
    table = await table_with_limit(tables, BEN)
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    await hours_pass(database, passed)
    for _ in range(2):
        await tables.seating.leave(table.row.id, user)
        await tables.seating.come_back(table.row.id, user)
    assert is_about(await time_left(database, table, seat), stays * HOUR)


@sqlite
async def test_so_has_who_leaves_during_a_pause_and_comes_back_after_it(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, CARLA)
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    await hours_pass(database, 20)
    await tables.pauses.pause(table.row.id, ANNA, "anna")
    await tables.seating.leave(table.row.id, user)
    await tables.pauses.resume(table.row.id, (await tables.table(table.row.id)).row.host_id, "host")
    await tables.seating.come_back(table.row.id, user)
    assert is_about(await time_left(database, table, seat), 4 * HOUR)


@sqlite
async def test_so_has_who_takes_a_decision_back_however_often(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    seat = table.game.to_act[0]
    await hours_pass(database, 20)
    for _ in range(2):
        await decide(tables, table)
        table = await tables.play.undo(table.row.id, table.user_at(seat) or 0)
        assert is_about(await time_left(database, table, seat), 4 * HOUR)
    table = await finish_turn(tables, table, seat)
    next_seat = table.game.to_act[0]
    assert is_about(await time_left(database, table, next_seat), DAY), "for the other it is a new decision"
    table = await decide(tables, table)
    while table.game.to_act != (seat,):
        table = await decide(tables, table)
    assert is_about(await time_left(database, table, seat), DAY), "others have decided since"


async def finish_turn(tables: Tables, table: Table, seat: int) -> Table:
    """Decide for the seat until another seat's turn begins."""
    while table.game.to_act == (seat,):
        table = await decide(tables, table)
    return table


@sqlite
async def test_decisions_that_follow_what_was_taken_back_get_no_time_of_their_own(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, game="macao")
    while True:  # until somebody has two decisions in a row
        (seat, *_) = table.game.to_act
        before = table
        table = await decide(tables, table, seat)
        if seat in table.game.blocking_seats and (await is_undoable(tables, table, seat)):
            break
    assert is_about(await time_left(tables.database, table, seat), DAY)
    await hours_pass(tables.database, 20)
    table = await tables.play.undo(before.row.id, table.user_at(seat) or 0)
    assert is_about(await time_left(tables.database, table, seat), 4 * HOUR)
    table = await decide(tables, table, seat)
    assert is_about(await time_left(tables.database, table, seat), 4 * HOUR)


async def is_undoable(tables: Tables, table: Table, seat: int) -> bool:
    return (await tables.play.undo_plan(table, table.user_at(seat) or 0)).barrier is None


@sqlite
async def test_a_substitute_has_the_whole_time(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    await hours_pass(database, 20)
    await tables.seating.leave(table.row.id, user)
    await tables.seating.ask_for(table.row.id, seat, ZOE, "zoe")
    await tables.seating.agree(table.row.id, seat, ZOE, ({ANNA, BEN} - {user}).pop())
    assert is_about(await time_left(database, table, seat), DAY)


# -- holidays ----------------------------------------------------------------------------------------------------------


def days_off(first: date, days: int) -> list[str]:
    return [first.isoformat(), (first + timedelta(days - 1)).isoformat()]


async def go_on_holiday(database: Database, user: int, *periods: list[str]) -> None:
    async with database.transaction() as session:
        await people.change_settings(session, user, partial(_holidays, periods))


def _holidays(periods: tuple[list[str], ...], _: Json) -> Json:
    return {"zone": "UTC", "quiet": [], "holidays": list(periods)}


def test_of_a_year_so_many_days_count_and_the_next_year_has_its_own() -> None:
    start = utcnow().replace(year=2026, month=12, day=1)
    first = date(2026, 12, 1)
    whole = Preferences(zone="UTC", holidays=((first, first + timedelta(59)),))
    counts = with_allowed_holidays(whole, (), start)
    assert len(counts.holidays) == 30 + 29
    assert deadline_after(start, DAY - HOUR, counts, weekends_off=False).date() == date(2026, 12, 31)
    used = {date(2026, 1, 1) + timedelta(day) for day in range(HOLIDAYS_PER_YEAR)}
    assert with_allowed_holidays(whole, used, start).holidays[0] == (date(2027, 1, 1), date(2027, 1, 1))
    assert (
        with_allowed_holidays(whole, holiday_dates(start, start + 10 * DAY, whole), start).holidays[:11]
        == counts.holidays[:11]
    )


@sqlite
async def test_holidays_that_are_refilled_move_a_limit_by_thirty_days_of_a_year_in_all(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN)
    seat = table.game.to_act[0]
    user = table.user_at(seat) or 0
    today = utcnow().date()
    in_this_year = min(HOLIDAYS_PER_YEAR, (date(today.year, 12, 31) - today).days + 1)
    await go_on_holiday(tables.database, user, *(days_off(today + timedelta(60 * period), 60) for period in range(10)))
    await tables.seating.leave(table.row.id, user)
    await tables.seating.come_back(table.row.id, user)
    table = await tables.table(table.row.id)
    assert len(table.seats[seat].days_off or []) <= in_this_year + HOLIDAYS_PER_YEAR
    assert (await deadlines(tables.database, table.row.id))[seat].due_at.date() <= today + timedelta(
        in_this_year + HOLIDAYS_PER_YEAR + 1
    )


@sqlite
async def test_whose_holidays_are_used_up_counts_as_away(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, CARLA)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    today = utcnow().date()
    await go_on_holiday(database, BEN, days_off(today, 20))
    assert await tables.late_seats(table) == set()
    year = [date(today.year, 1, 1) + timedelta(day) for day in range(365)]
    used = [day.isoformat() for day in year if not today <= day <= today + timedelta(20)][:HOLIDAYS_PER_YEAR]
    async with database.transaction() as session:
        await seats.change(session, table.row.id, 1, days_off=used)
    table = await tables.table(table.row.id)
    assert await tables.late_seats(table) == {1}
    await tables.seating.let_stand_in(table.row.id, 1, ANNA)


@sqlite
async def test_whose_holidays_are_used_up_is_replaced_by_the_host_at_once_and_by_others_after_a_week(
    database: Database, tables: Tables
) -> None:
    table = await start_table(tables, BEN, CARLA)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    today = utcnow().date()
    await go_on_holiday(database, BEN, days_off(today, 20))
    used = [date(today.year - 1, 1, 1) + timedelta(day) for day in range(730)]
    used = [day for day in used if not today <= day <= today + timedelta(20)]
    async with database.transaction() as session:
        await seats.change(session, table.row.id, 1, days_off=[day.isoformat() for day in used])
    table = await tables.table(table.row.id)
    assert await tables.late_seats(table) == {1}
    assert await tables.silent_seats(table, CARLA) == []
    await a_week_passes(database)
    assert await tables.silent_seats(await tables.table(table.row.id), CARLA) == [1]


# -- late now ----------------------------------------------------------------------------------------------------------


@sqlite
async def test_for_whom_a_computer_decided_once_is_not_late_with_all_the_time_left(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="play")
    game_id = table.row.id
    seat = table.game.to_act[0]
    await pass_time(tables.database, game_id)
    table = await run_table_jobs(tables, game_id)
    assert read_clock(table.row.clock).time_up == "play"
    table = await play_until_turn_of(tables, table, seat)
    assert await tables.late_seats(table) == set(), "that was in another turn"
    await pass_time(tables.database, game_id)
    table = await play_until_turn_of(tables, await run_table_jobs(tables, game_id), seat)
    assert await tables.late_seats(table) == {seat}, "turn after turn"
    table = await play_until_turn_of(tables, await decide(tables, table), seat)
    assert await tables.late_seats(table) == set()


async def play_until_turn_of(tables: Tables, table: Table, seat: int) -> Table:
    """Decide for the others until it is the seat's turn."""
    while table.game.to_act != (seat,):
        table = await decide(tables, table)
    return table


# -- given away and taken back -----------------------------------------------------------------------------------------


async def table_with_late_ben(tables: Tables, *guests: int) -> int:
    """Let Ben run out of time; return the id of his table."""
    table = await play_until_turn_of(tables, await table_with_limit(tables, *(guests or (BEN, CARLA))), 1)
    await pass_time(tables.database, table.row.id)
    await run_table_jobs(tables, table.row.id)
    return table.row.id


@sqlite
@pytest.mark.parametrize("way_out", ["replaced", "substituted"])
async def test_a_late_owner_has_the_seat_again_within_a_day(database: Database, tables: Tables, way_out: str) -> None:
    game_id = await table_with_late_ben(tables)
    await give_away(tables, game_id, way_out)
    assert "say.seat_again" in await announced_ids(database, game_id)
    assert await tables.seating.find_reclaimable_seat(await tables.table(game_id), BEN) == 1
    await tables.seating.come_back(game_id, BEN)
    table = await tables.table(game_id)
    assert (table.user_at(1), table.seats[1].resigned, table.seats[1].owner_id) == (BEN, False, None)


async def give_away(tables: Tables, game_id: int, way_out: str) -> None:
    if way_out == "replaced":
        await tables.seating.replace(game_id, 1, ANNA)
    else:
        await tables.seating.offer(game_id, 1, ANNA)
        await tables.seating.ask_for(game_id, 1, ZOE, "zoe")
        await tables.seating.agree(game_id, 1, ZOE, ANNA)


@sqlite
@pytest.mark.parametrize(
    ("way_out", "reason"), [("replaced", "error.not_seated"), ("substituted", "error.substituted")]
)
async def test_after_a_day_it_is_given_away(database: Database, tables: Tables, way_out: str, reason: str) -> None:
    game_id = await table_with_late_ben(tables)
    await give_away(tables, game_id, way_out)
    await hours_pass(database, 24.1)
    assert await refusal_of(tables.seating.come_back(game_id, BEN)) == reason


@sqlite
async def test_who_left_or_resigned_has_given_the_seat_away(tables: Tables) -> None:
    game_id = (await table_with_limit(tables, BEN, CARLA)).row.id
    await tables.seating.leave(game_id, BEN)
    await tables.seating.ask_for(game_id, 1, ZOE, "zoe")
    await tables.seating.agree(game_id, 1, ZOE, ANNA)
    assert await refusal_of(tables.seating.come_back(game_id, BEN)) == "error.substituted"
    await tables.seating.resign(game_id, CARLA)
    assert await refusal_of(tables.seating.come_back(game_id, CARLA)) == "error.not_seated"
