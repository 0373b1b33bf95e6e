"""People leave a running table for now and come back; the host, and who may be replaced by whom."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.tables import Tables
from storage import people
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveKind, Status
from tests.bot.lobbies import ANNA, BEN, CARLA, MANAGER, queued, sqlite, worked_off
from tests.bot.sitting import YANN, ZOE, at_table, claimed, kinds, offered, refused, substituted, told
from tests.bot.tables.test_time_limits import decide, limited, pass_time, running
from tests.bot.waiting import a_week_passes


async def test_a_computer_decides_for_who_has_left_until_that_one_is_back(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.computer_at(seat), table.seat_of(BEN)) == (None, "normal", None)
    assert table.players == [ANNA, CARLA]
    while not table.is_computers_turn:
        table = await decide(tables, table)
    table = await worked_off(tables, game_id)
    made = [row for row in await tables.log(game_id) if row.seat == seat and row.kind == MoveKind.MOVE]
    assert {row.by_user_id for row in made} == {None}
    assert await refused(tables.play.act(game_id, BEN, ("pass",))) == "error.away"
    await tables.seating.come_back(game_id, BEN)
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.seats[seat].offered_at) == (BEN, None)
    assert await kinds(tables, game_id) == [(MoveKind.LEAVE, "ben"), (MoveKind.RETURN, "ben")]
    assert {"say.left", "say.back"} <= set(await told(database, game_id))
    assert await refused(tables.seating.come_back(game_id, BEN)) == "error.not_away"
    assert await refused(tables.seating.come_back(game_id, ZOE)) == "error.not_seated"


@sqlite
async def test_the_message_that_tells_it_offers_the_seat_and_the_way_back(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    what = next(each for each in await queued(database, game_id) if each.buttons)
    assert (what.kind, what.buttons) == ("notice", [f"take:{seat}:", f"back:{seat}:"])


@sqlite
async def test_who_comes_back_while_the_computer_thinks_decides(database: Database) -> None:
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    user = table.user_at(table.game.to_act[0]) or 0
    await tables.seating.leave(game_id, user)
    (timer,) = await claimed(database)
    await tables.seating.come_back(game_id, user)
    await tables.computers.play_on(timer)
    assert [row.kind for row in await tables.log(game_id)] == [MoveKind.LEAVE, MoveKind.RETURN]


@sqlite
async def test_where_everybody_has_left_the_table_rests_and_goes_on_with_who_is_back(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    for user in (BEN, ANNA):
        await tables.seating.leave(game_id, user)
    before = await worked_off(tables, game_id)
    assert (before.is_running, before.players, bool(before.members)) == (True, [], True)
    assert [row.kind for row in await tables.log(game_id)] == [MoveKind.LEAVE, MoveKind.LEAVE]
    assert "say.table_rests" in await told(database, game_id)
    await tables.seating.come_back(game_id, BEN)
    after = await worked_off(tables, game_id)
    assert after.game.to_act == (after.seat_of(BEN),)


@sqlite
async def test_who_is_away_may_resign_and_the_last_one_who_does_ends_the_table(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    seat = await offered(tables, game_id)
    await tables.seating.resign(game_id, ANNA)
    table = await tables.table(game_id)
    assert (table.is_running, table.row.host_id) == (True, ANNA)
    await tables.seating.resign(game_id, BEN)
    table = await tables.table(game_id)
    assert (table.row.status, table.seats[seat].resigned) == (Status.ABANDONED, True)
    assert await refused(tables.seating.come_back(game_id, BEN)) == "error.game_over"


@sqlite
async def test_a_resigned_seat_is_nobodys_any_more(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    await tables.seating.resign(game_id, BEN)
    assert await refused(tables.seating.come_back(game_id, BEN)) == "error.not_seated"
    assert await refused(tables.seating.ask_for(game_id, seat, ZOE, "zoe")) == "error.seat_taken"
    for work in (tables.seating.offer, tables.seating.let_stand_in, tables.seating.replace):
        assert await refused(work(game_id, seat, ANNA, admin=True)) == "error.nobody_there"


@sqlite
async def test_an_administrator_who_plays_has_the_rights_of_a_host_and_no_more(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, BEN)
    for user in (CARLA, BEN):  # who is away has a part in the game, too
        for work in (tables.seating.offer, tables.seating.let_stand_in, tables.seating.replace):
            assert await refused(work(game_id, 0, user, admin=True)) == "error.in_time"
        assert await refused(tables.play.end(game_id, user, admin=True)) == "error.end_by_vote"
    await tables.pauses.pause(game_id, CARLA, "carla", admin=True)
    await tables.pauses.resume(game_id, CARLA, "carla", admin=True)
    await tables.seating.make_host(game_id, 2, CARLA, admin=True)
    await tables.seating.offer(game_id, 0, MANAGER, admin=True)
    await tables.play.end(game_id, MANAGER, admin=True)


@sqlite
async def test_nor_has_an_administrator_more_who_was_a_substitute(database: Database) -> None:
    tables, game_id = await at_table(database)
    await substituted(tables, game_id, BEN)
    await tables.seating.leave(game_id, ZOE)
    await tables.seating.come_back(game_id, BEN)
    for change in (tables.seating.replace, tables.seating.offer, tables.seating.let_stand_in):
        assert await refused(change(game_id, 2, ZOE, admin=True)) == "error.in_time"
    assert await refused(tables.play.end(game_id, ZOE, admin=True)) == "error.end_by_vote"
    await tables.play.end(game_id, MANAGER, admin=True)


@sqlite
@pytest.mark.parametrize("how", ["leave", "resign"])
async def test_the_role_of_a_host_who_goes_passes_to_the_next_player(database: Database, how: str) -> None:
    tables, game_id = await at_table(database)
    await getattr(tables.seating, how)(game_id, ANNA)
    assert (await tables.table(game_id)).row.host_id == BEN
    assert "say.new_host" in await told(database, game_id)


@sqlite
async def test_the_host_hands_the_role_to_another_player(database: Database) -> None:
    tables, game_id = await at_table(database)
    make = tables.seating.make_host
    assert await refused(make(game_id, 1, BEN)) == "error.not_host"
    assert await refused(make(game_id, 0, ANNA)) == "error.is_host"
    assert await refused(make(game_id, 9, ANNA)) == "error.nobody_there"
    await make(game_id, 1, ANNA)
    assert (await tables.table(game_id)).row.host_id == BEN
    await make(game_id, 2, YANN, admin=True)
    assert (await tables.table(game_id)).row.host_id == CARLA


@sqlite
async def test_the_host_replaces_nobody_who_is_there_and_in_time(database: Database) -> None:
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    seat = 1
    works = (tables.seating.offer, tables.seating.let_stand_in, tables.seating.replace)
    await a_week_passes(database, timedelta(days=6, hours=23))
    for work in works:
        assert await refused(work(game_id, seat, ANNA)) == "error.in_time"
        assert await refused(work(game_id, seat, BEN)) == "error.not_host"
    await a_week_passes(database, timedelta(hours=2))
    for work in works:
        for other in (0, 2):
            assert await refused(work(game_id, other, ANNA)) == "error.in_time"
    await tables.seating.offer(game_id, seat, ANNA)
    assert await refused(tables.seating.offer(game_id, seat, ANNA)) == "error.already_offered"
    await tables.seating.let_stand_in(game_id, seat, ANNA)
    assert await refused(tables.seating.let_stand_in(game_id, seat, ANNA)) == "error.already_away"
    table = await tables.table(game_id)
    assert (table.computer_at(seat), table.seats[seat].offered_at is not None) == ("normal", True)


@sqlite
async def test_an_administrator_replaces_anybody(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.replace(game_id, 1, YANN, admin=True)
    table = await tables.table(game_id)
    assert (table.seats[1].resigned, table.players) == (True, [ANNA, CARLA])


@sqlite
async def test_holidays_are_no_waiting(database: Database) -> None:
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    seat = 1
    today = utcnow().date()
    away = [[(today - timedelta(5)).isoformat(), (today + timedelta(1)).isoformat()]]  # whenever midnight comes
    async with database.transaction() as session:
        await people.change_settings(session, table.user_at(seat) or 0, lambda _: {"zone": "UTC", "holidays": away})
    await a_week_passes(database)
    assert await refused(tables.seating.offer(game_id, seat, ANNA)) == "error.in_time"


@sqlite
async def test_with_a_time_limit_the_host_waits_until_it_is_up(database: Database, tables: Tables) -> None:
    table = await limited(tables, BEN, CARLA)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    assert await refused(tables.seating.let_stand_in(game_id, seat, ANNA)) == "error.in_time"
    assert await tables.late_seats(table) == set()
    await pass_time(database, game_id)
    await worked_off(tables, game_id)
    assert await tables.late_seats(table) == {seat}
    table = await tables.seating.let_stand_in(game_id, seat, ANNA)
    assert seat not in await running(database, game_id)
