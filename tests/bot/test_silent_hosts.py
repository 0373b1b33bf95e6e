"""A host who falls silent, or pauses and vanishes, holds no table for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.tables import Tables
from storage import people
from storage.database import Database
from storage.models import CalledRow, MoveKind
from tests.bot.lobbies import ANNA, BEN, CARLA, MANAGER, queued, sqlite
from tests.bot.sitting import YANN, ZOE, at_table, kinds, refused, told
from tests.bot.test_time_limits import decide, limited, pass_time, worked_off
from tests.bot.waiting import WEEK, a_week_passes


async def waits_for(database: Database, user: int) -> tuple[Tables, int]:
    """A table without a time limit that waits for this person."""
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.user_at(table.game.to_act[0]) != user:
        table = await decide(tables, table)
    return tables, game_id


async def time_passes(database: Database, wait: timedelta) -> None:
    await a_week_passes(database, wait)
    async with database.transaction() as session:
        for row in (await session.exec(select(CalledRow))).all():
            row.at -= wait
            session.add(row)


@pytest.mark.parametrize("user", [ANNA, BEN])
async def test_after_a_week_every_player_lets_a_computer_stand_in(database: Database, user: int) -> None:
    tables, game_id = await waits_for(database, user)
    seat = {ANNA: 0, BEN: 1}[user]
    stand_in = tables.seating.let_stand_in
    await time_passes(database, WEEK - timedelta(hours=1))
    assert await refused(stand_in(game_id, seat, CARLA)) == "error.not_host"
    assert await tables.silent(await tables.table(game_id)) == set()
    await time_passes(database, timedelta(hours=2))
    assert await tables.silent(await tables.table(game_id)) == {seat}
    for stranger in (ZOE, user):
        assert await refused(stand_in(game_id, seat, stranger)) in ("error.not_host", "error.in_time")
    assert await refused(tables.seating.replace(game_id, seat, CARLA)) == "error.not_host", "nor anything for good"
    await stand_in(game_id, seat, CARLA)
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.row.host_id) == (None, BEN if user == ANNA else ANNA)
    await tables.seating.come_back(game_id, user)


@sqlite
async def test_a_host_who_was_called_has_three_days_however_often_called(database: Database) -> None:
    tables, game_id = await waits_for(database, ANNA)
    await time_passes(database, timedelta(days=1))
    await tables.nudging.nudge(game_id, BEN)
    await time_passes(database, timedelta(days=2, hours=23))
    await worked_off(tables, game_id)
    await tables.nudging.nudge(game_id, BEN)
    assert await tables.silent(await tables.table(game_id)) == set()
    await time_passes(database, timedelta(hours=2))
    assert await tables.silent(await tables.table(game_id)) == {0}
    await tables.seating.let_stand_in(game_id, 0, CARLA)
    assert (await tables.table(game_id)).row.host_id == BEN
    assert "say.new_host" in await told(database, game_id)


@sqlite
async def test_a_call_of_an_earlier_turn_or_of_somebody_else_does_not_count(database: Database) -> None:
    tables, game_id = await waits_for(database, ANNA)
    await tables.nudging.nudge(game_id, BEN)
    table = await decide(tables, await tables.table(game_id))
    while table.user_at(table.game.to_act[0]) != BEN:
        table = await decide(tables, table)
    await tables.nudging.nudge(game_id, CARLA)
    await time_passes(database, timedelta(days=4))
    assert await tables.silent(await tables.table(game_id)) == set()
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await decide(tables, table)
    assert await tables.silent(table) == set()


@sqlite
async def test_with_a_limit_a_host_has_three_days_after_the_time_was_up(database: Database) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN)
    while table.user_at(table.game.to_act[0]) != ANNA:
        table = await decide(tables, table)
    game_id = table.row.id
    await pass_time(database, game_id)
    await worked_off(tables, game_id)
    assert await refused(tables.seating.let_stand_in(game_id, 0, BEN)) == "error.not_host"
    await time_passes(database, timedelta(days=3, hours=1))
    await tables.seating.let_stand_in(game_id, 0, BEN)
    assert (await tables.table(game_id)).row.host_id == BEN


@sqlite
async def test_holidays_are_no_silence(database: Database) -> None:
    tables, game_id = await waits_for(database, ANNA)
    table = await tables.table(game_id)
    assert table.row.started_at is not None
    first = table.row.started_at.date() - timedelta(9)
    away = [[first.isoformat(), (first + timedelta(9)).isoformat()]]
    async with database.transaction() as session:
        await people.change_settings(session, ANNA, lambda _: {"zone": "UTC", "holidays": away})
    await time_passes(database, WEEK)
    assert await tables.silent(await tables.table(game_id)) == set()


# -- hosts who leave for now -------------------------------------------------------------------------------------------


async def test_a_host_who_leaves_for_now_and_comes_back_is_host_again(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, ANNA)
    assert (await tables.table(game_id)).row.host_id == BEN
    await tables.seating.make_host(game_id, 2, BEN)
    await tables.seating.leave(game_id, CARLA)
    await tables.seating.come_back(game_id, CARLA)
    assert (await tables.table(game_id)).row.host_id == BEN, "who stood in for the host is it no more"
    await tables.seating.come_back(game_id, ANNA)
    row = (await tables.table(game_id)).row
    assert (row.host_id, row.host_away_id) == (ANNA, None)
    assert (await told(database, game_id)).count("say.new_host") == 4


@sqlite
@pytest.mark.parametrize("how", ["gone", "an administrator"])
async def test_but_not_who_was_gone_or_where_an_administrator_has_chosen(database: Database, how: str) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, ANNA, gone=how == "gone")
    if how != "gone":
        await tables.seating.make_host(game_id, 2, MANAGER, admin=True)
    await tables.seating.come_back(game_id, ANNA)
    assert (await tables.table(game_id)).row.host_id == (BEN if how == "gone" else CARLA)


# -- pauses ------------------------------------------------------------------------------------------------------------


async def test_every_player_ends_a_pause_of_two_weeks_with_a_day_of_notice(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.pausing.pause(game_id, ANNA, "anna")
    go_on = tables.pausing.let_go_on
    await a_week_passes(database, timedelta(days=13, hours=23))
    assert await refused(go_on(game_id, BEN, "ben")) == "error.pause_short"
    await a_week_passes(database, timedelta(hours=2))
    assert await refused(go_on(game_id, YANN, "yann")) == "error.not_host"
    assert await go_on(game_id, BEN, "ben") is not None
    assert await refused(go_on(game_id, CARLA, "carla")) == "error.pause_ends"
    said = [each for each in await queued(database, game_id) if each.introduction]
    (what,) = [each for each in said if each.introduction[0].id == "say.pause_ends"]
    assert (what.kind, what.ping, what.quiet) == ("notice", [0, 2], [])
    assert (await worked_off(tables, game_id)).paused, "not before the day is over"
    await pass_time(database, game_id)
    assert not (await worked_off(tables, game_id)).paused
    assert await kinds(tables, game_id) == [(MoveKind.PAUSE, "anna"), (MoveKind.RESUME, "ben")]


@sqlite
async def test_another_pause_is_not_ended_by_what_was_said_of_the_one_before(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.pausing.pause(game_id, ANNA, "anna")
    await a_week_passes(database, timedelta(days=15))
    await tables.pausing.let_go_on(game_id, BEN, "ben")
    assert await tables.pausing.let_go_on(game_id, ANNA, "anna") is None, "the host at once"
    await tables.pausing.pause(game_id, ANNA, "anna")
    await pass_time(database, game_id)
    assert (await worked_off(tables, game_id)).paused
