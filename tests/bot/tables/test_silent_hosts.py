"""A host who falls silent holds no table for ever: seats, the host's role and pauses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.tables import Table, Tables
from storage import jobs
from storage.database import Database
from storage.models import CalledRow, MoveKind
from tests.bot.lobbies import ANNA, BEN, CARLA, run_table_jobs, sqlite
from tests.bot.sitting import ZOE, announced_ids, at_table, entry_kinds, refusal_of
from tests.bot.tables.test_time_limits import decide, table_with_limit
from tests.bot.waiting import WEEK, a_week_passes

THREE_DAYS = timedelta(days=3, minutes=1)
FORTNIGHT = timedelta(days=14, minutes=1)
pytestmark = sqlite


async def table_waiting_for(database: Database, user: int) -> tuple[Tables, Table]:
    """Return a table without a time limit that waits for a user, and its tables."""
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.user_at(seat := table.game.to_act[0]) != user:
        await tables.play.act(game_id, table.user_at(seat) or 0, table.game.legal(seat)[0])
        table = await tables.table(game_id)
    return tables, table


def seat_of(table: Table, user: int) -> int:
    seat = table.seat_of(user)
    assert seat is not None
    return seat


async def age_calls(database: Database, wait: timedelta) -> None:
    async with database.transaction() as session:
        for row in (await session.exec(select(CalledRow))).all():
            row.at -= wait
            session.add(row)


async def silent_users(tables: Tables, game_id: int, user: int) -> list[int]:
    return await tables.silent_seats(await tables.table(game_id), user)


async def test_after_a_week_of_silence_any_player_lets_a_computer_stand_in_for_the_host(database: Database) -> None:
    tables, table = await table_waiting_for(database, ANNA)
    game_id = table.row.id
    seat = seat_of(table, ANNA)
    assert await refusal_of(tables.seating.let_stand_in(game_id, seat, BEN)) == "error.not_host"
    assert await silent_users(tables, game_id, BEN) == []
    await a_week_passes(database, WEEK)
    assert await silent_users(tables, game_id, BEN) == [seat]
    assert await silent_users(tables, game_id, ZOE) == []
    assert await refusal_of(tables.seating.let_stand_in(game_id, seat, ZOE)) == "error.not_host"
    assert await refusal_of(tables.seating.let_stand_in(game_id, 99, BEN)) == "error.nobody_there"
    assert await refusal_of(tables.seating.replace(game_id, seat, BEN)) == "error.not_host", "for good the host alone"
    after = await tables.seating.let_stand_in(game_id, seat, BEN)
    assert after.user_at(seat) is None
    assert (await tables.table(game_id)).row.host_id in (BEN, CARLA)
    assert "say.new_host" in await announced_ids(database, game_id)
    await tables.seating.come_back(game_id, ANNA)
    assert (await tables.table(game_id)).row.host_id != ANNA, "who was silent is host no more"


async def test_of_a_host_who_was_nudged_three_days_are_enough(database: Database) -> None:
    tables, table = await table_waiting_for(database, ANNA)
    game_id = table.row.id
    seat = seat_of(table, ANNA)
    await a_week_passes(database, THREE_DAYS)
    assert await silent_users(tables, game_id, BEN) == []
    await tables.nudges.nudge(game_id, BEN)
    await a_week_passes(database, THREE_DAYS)
    await age_calls(database, timedelta(days=2))
    assert await silent_users(tables, game_id, BEN) == []
    async with database.transaction() as session:  # nobody keeps the next nudge away any more
        for timer in await jobs.timers_of(session, game_id):
            await jobs.complete(session, timer)
    await tables.nudges.nudge(game_id, CARLA)  # the first time counts
    await age_calls(database, timedelta(days=1, minutes=1))
    assert await silent_users(tables, game_id, BEN) == [seat]
    await tables.seating.let_stand_in(game_id, seat, BEN)


async def test_of_another_player_a_nudge_makes_no_difference(database: Database) -> None:
    tables, table = await table_waiting_for(database, BEN)
    game_id = table.row.id
    seat = seat_of(table, BEN)
    await tables.nudges.nudge(game_id, CARLA)
    await a_week_passes(database, THREE_DAYS)
    await age_calls(database, THREE_DAYS)
    assert await silent_users(tables, game_id, CARLA) == []
    await a_week_passes(database, WEEK - THREE_DAYS)
    assert await silent_users(tables, game_id, CARLA) == [seat]


@pytest.mark.parametrize("time_up", ["play", "stand_in"])
async def test_where_a_time_limit_has_a_computer_decide_that_alone_does(tables: Tables, time_up: str) -> None:
    table = await table_with_limit(tables, BEN, time_up=time_up)
    waiting_user = next(user for user in (ANNA, BEN) if user != table.user_at(table.game.blocking_seats[0]))
    await a_week_passes(tables.database, WEEK)
    assert await silent_users(tables, table.row.id, waiting_user) == []


@pytest.mark.parametrize("time_up", ["remind", "open"])
async def test_where_nothing_follows_of_a_time_limit_a_host_holds_no_table_either(
    database: Database, tables: Tables, time_up: str
) -> None:
    table = await table_with_limit(tables, BEN, CARLA, time_up=time_up)
    while table.user_at(seat := table.game.to_act[0]) != ANNA:
        table = await decide(tables, table)
    game_id = table.row.id
    await a_week_passes(database, THREE_DAYS)
    await run_table_jobs(tables, game_id)
    assert await silent_users(tables, game_id, BEN) == []
    await tables.nudges.nudge(game_id, BEN)
    await age_calls(database, THREE_DAYS - timedelta(hours=3))
    assert await silent_users(tables, game_id, BEN) == []
    await a_week_passes(database, WEEK - THREE_DAYS)
    assert await silent_users(tables, game_id, BEN) == [seat]
    assert (await tables.seating.let_stand_in(game_id, seat, BEN)).user_at(seat) is None
    assert (await tables.table(game_id)).row.host_id != ANNA


async def test_a_host_who_leaves_for_now_and_returns_is_host_again(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, ANNA)
    second = (await tables.table(game_id)).row.host_id
    assert second in (BEN, CARLA)
    await tables.seating.leave(game_id, second)
    third = (await tables.table(game_id)).row.host_id
    assert third not in (ANNA, second)
    await tables.seating.come_back(game_id, second)
    assert (await tables.table(game_id)).row.host_id == third, "it was kept for Anna"
    await tables.seating.come_back(game_id, ANNA)
    row = (await tables.table(game_id)).row
    assert (row.host_id, row.host_kept_for) == (ANNA, None)


async def test_a_role_that_was_handed_on_is_not_taken_back(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, ANNA)
    table = await tables.table(game_id)
    heir = next(user for user in (BEN, CARLA) if user != table.row.host_id)
    await tables.seating.make_host(game_id, seat_of(table, heir), table.row.host_id)
    await tables.seating.come_back(game_id, ANNA)
    assert (await tables.table(game_id)).row.host_id == heir


async def test_a_pause_of_two_weeks_is_ended_by_any_player_with_a_days_notice(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.pauses.pause(game_id, ANNA, "anna")
    assert await refusal_of(tables.pauses.resume(game_id, BEN, "ben")) == "error.not_host"
    await a_week_passes(database, FORTNIGHT)
    table = await tables.table(game_id)
    assert await tables.pauses.may_end(table, BEN)
    assert not await tables.pauses.may_end(table, ZOE)
    assert await refusal_of(tables.pauses.resume(game_id, ZOE, "zoe")) == "error.not_host"
    assert (await tables.pauses.resume(game_id, BEN, "ben")).is_paused
    assert await refusal_of(tables.pauses.resume(game_id, CARLA, "carla")) == "error.resumes_already"
    assert (await announced_ids(database, game_id))[-1] == "say.resumes_soon"
    await run_table_jobs(tables, game_id)
    assert (await tables.table(game_id)).is_paused, "the day is not over"
    await a_week_passes(database, timedelta(days=1, minutes=1))
    await run_table_jobs(tables, game_id)
    assert not (await tables.table(game_id)).is_paused
    assert (await entry_kinds(tables, game_id))[-1] == (MoveKind.RESUME, "ben")


async def test_a_host_who_is_back_ends_the_announced_pause_at_once_and_nothing_follows(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.pauses.pause(game_id, ANNA, "anna")
    await a_week_passes(database, FORTNIGHT)
    await tables.pauses.resume(game_id, BEN, "ben")
    assert not (await tables.pauses.resume(game_id, ANNA, "anna")).is_paused
    await tables.pauses.pause(game_id, ANNA, "anna")
    await a_week_passes(database, timedelta(days=2))
    await run_table_jobs(tables, game_id)
    assert (await tables.table(game_id)).is_paused, "what was announced was of the pause before"
