"""Seats of running tables change hands: who may do what, and what becomes of the table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from bot.tables import Refused, Table, Tables
from bot.tables.mending import Unmendable
from engines.players import PLAYERS
from storage import games, people, results, seats, timers
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveKind, Status, TimerRow
from storage.timers import Kind
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, computers_played, queued, refusal, sqlite, started
from tests.bot.test_time_limits import DAY, decide, limited, pass_time, running, together, worked_off
from tests.bot.waiting import a_week_passes

ZOE, YANN = 98, 99
"""They sit at no table."""


async def at_table(database: Database, *guests: int, **options: Any) -> tuple[Tables, int]:
    tables = Tables(database)
    return tables, (await started(tables, *(guests or (BEN, CARLA)), **options)).row.id


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as raised:
        await work
    return refusal(raised)


async def offered(tables: Tables, game_id: int, user: int = BEN) -> int:
    """The user has left for now; the seat."""
    seat = (await tables.table(game_id)).seat_of(user)
    assert seat is not None
    await tables.seating.leave(game_id, user)
    return seat


async def substituted(tables: Tables, game_id: int, user: int = BEN) -> int:
    """Zoe plays for the user; the seat."""
    seat = await offered(tables, game_id, user)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    host = (await tables.table(game_id)).row.host_id
    assert await tables.seating.agree(game_id, seat, ZOE, host) == []
    return seat


async def kinds(tables: Tables, game_id: int) -> list[tuple[MoveKind, str]]:
    return [(row.kind, row.words) for row in await tables.log(game_id) if row.kind != MoveKind.MOVE]


async def told(database: Database, game_id: int) -> list[str]:
    """The ids of all that the channel is told beside events."""
    return [line.id for what in await queued(database, game_id) for line in what.introduction]


# -- leaving and coming back -------------------------------------------------------------------------------------------


async def test_a_computer_decides_for_who_has_left_until_that_one_is_back(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.computer_at(seat), table.seat_of(BEN)) == (None, "greedy", None)
    assert table.persons == [ANNA, CARLA]
    while not table.computers_turn:
        table = await decide(tables, table)
    table = await computers_played(tables, game_id)
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


async def claimed(database: Database) -> Sequence[TimerRow]:
    async with database.transaction() as session:
        return await timers.claim(session, limit=5)


@sqlite
async def test_where_everybody_has_left_the_table_rests_and_goes_on_with_who_is_back(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    for user in (BEN, ANNA):
        await tables.seating.leave(game_id, user)
    before = await computers_played(tables, game_id)
    assert (before.running, before.persons, before.expected) == (True, [], True)
    assert [row.kind for row in await tables.log(game_id)] == [MoveKind.LEAVE, MoveKind.LEAVE]
    assert "say.table_rests" in await told(database, game_id)
    await tables.seating.come_back(game_id, BEN)
    after = await computers_played(tables, game_id)
    assert after.game.to_act == (after.seat_of(BEN),)


@sqlite
async def test_who_is_away_may_resign_and_the_last_one_who_does_ends_the_table(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    seat = await offered(tables, game_id)
    await tables.seating.resign(game_id, ANNA)
    table = await tables.table(game_id)
    assert (table.running, table.row.host_id) == (True, ANNA)
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


# -- substitutes -------------------------------------------------------------------------------------------------------


async def test_the_host_confirms_a_substitute_who_then_decides(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    table = await tables.table(game_id)
    assert table.seat_of(ZOE) is None, "nobody sees anything before the table has agreed"
    asked = (await queued(database, game_id))[-1]
    assert (asked.buttons, asked.ping) == ([f"agree:{seat}:{ZOE}"], [0, 2])
    assert await tables.seating.agree(game_id, seat, ZOE, ANNA) == []
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.names[seat], table.names_at_first[seat]) == (ZOE, "zoe", "ben")
    assert (table.seats[seat].owner_id, table.persons) == (BEN, [ANNA, ZOE, CARLA])
    assert await refused(tables.play.act(game_id, BEN, ("pass",))) == "error.substituted"
    assert await refused(tables.seating.come_back(game_id, BEN)) == "error.substituted"
    while table.game.to_act != (seat,):
        table = await decide(tables, table)
    table = await decide(tables, table)
    assert (await tables.log(game_id))[-1].by_user_id == ZOE


@sqlite
async def test_everybody_else_together_confirms_too(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA, DIRK)
    await tables.seating.make_host(game_id, 3, ANNA)
    seat = await offered(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    assert await tables.seating.agree(game_id, seat, ZOE, CARLA) == ["anna", "dirk"]
    assert await tables.seating.agree(game_id, seat, ZOE, CARLA) == ["anna", "dirk"]
    await tables.seating.leave(game_id, DIRK)  # who is not there need not agree; the host's role goes on to Anna
    await tables.seating.make_host(game_id, 2, ANNA)
    assert await tables.seating.agree(game_id, seat, ZOE, ANNA) == []
    assert (await tables.table(game_id)).user_at(seat) == ZOE


@sqlite
async def test_nobody_confirms_himself_and_no_stranger_anybody(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    for user, admin, said in (
        (ZOE, False, "error.not_by_yourself"),
        (ZOE, True, "error.not_by_yourself"),
        (YANN, False, "error.may_not_confirm"),
        (BEN, False, "error.may_not_confirm"),
    ):
        assert await refused(tables.seating.agree(game_id, seat, ZOE, user, admin=admin)) == said
    assert await refused(tables.seating.agree(game_id, seat, YANN, ANNA)) == "error.no_candidate"
    assert await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True) == []


@sqlite
async def test_who_sits_at_the_table_or_has_asked_does_not_ask_for_a_seat(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    ask = tables.seating.ask_for
    for user in (ANNA, BEN, CARLA):
        assert await refused(ask(game_id, seat, user, "x")) == "error.already_seated"
    await ask(game_id, seat, ZOE, "zoe")
    assert await refused(ask(game_id, seat, ZOE, "zoe")) == "error.already_asked"
    assert await refused(ask(game_id, 0, YANN, "yann")) == "error.seat_taken"
    assert await refused(ask(game_id, 9, YANN, "yann")) == "error.nobody_there"
    for other in range(200, 207):
        await ask(game_id, seat, other, "other")
    assert await refused(ask(game_id, seat, YANN, "yann")) == "error.many_candidates"


@sqlite
async def test_who_has_asked_for_two_seats_gets_one(database: Database) -> None:
    tables, game_id = await at_table(database)
    taken = [await offered(tables, game_id, user) for user in (BEN, CARLA)]
    for seat in taken:
        await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    assert await tables.seating.agree(game_id, taken[0], ZOE, ANNA) == []
    assert await refused(tables.seating.agree(game_id, taken[1], ZOE, ANNA)) == "error.no_candidate"
    table = await tables.table(game_id)
    assert (table.persons, table.users_of(taken[0]), table.users_of(taken[1])) == ([ANNA, ZOE], [ZOE, BEN], [CARLA])


async def test_of_two_substitutes_one_gets_the_seat_also_with_two_processes(
    database: Database, database_url: str
) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    async with Database.open(database_url) as other:
        elsewhere = Tables(other)
        await asyncio.gather(
            tables.seating.ask_for(game_id, seat, ZOE, "zoe"), elsewhere.seating.ask_for(game_id, seat, YANN, "yann")
        )
        answers = await asyncio.gather(
            tables.seating.agree(game_id, seat, ZOE, ANNA),
            elsewhere.seating.agree(game_id, seat, YANN, ANNA),
            return_exceptions=True,
        )
    (fault,) = [answer for answer in answers if isinstance(answer, Refused)]
    assert fault.message.id == "error.seat_taken"
    table = await tables.table(game_id)
    taker = table.user_at(seat)
    assert (taker, table.names[seat], fault.message.args) in (
        (ZOE, "zoe", {"player": "zoe"}),
        (YANN, "yann", {"player": "yann"}),
    )
    assert [kind for kind, _ in await kinds(tables, game_id)] == [MoveKind.LEAVE, MoveKind.SUBSTITUTE]


async def test_the_owner_comes_back_or_a_substitute_is_confirmed_never_both(
    database: Database, database_url: str
) -> None:
    tables, game_id = await at_table(database)
    seat = await offered(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    async with Database.open(database_url) as other:
        answers = await asyncio.gather(
            tables.seating.come_back(game_id, BEN),
            Tables(other).seating.agree(game_id, seat, ZOE, ANNA),
            return_exceptions=True,
        )
    (fault,) = [answer for answer in answers if isinstance(answer, Refused)]
    table = await tables.table(game_id)
    expected = {BEN: "error.seat_taken", ZOE: "error.substituted"}
    assert fault.message.id == expected[table.user_at(seat) or 0]


@sqlite
async def test_a_substitute_hands_the_seat_back_and_plays_on_until_its_owner_takes_it(database: Database) -> None:
    tables, game_id = await at_table(database)
    assert await refused(tables.seating.hand_back(game_id, ANNA)) == "error.own_seat"
    seat = await substituted(tables, game_id)
    assert await refused(tables.seating.resign(game_id, ZOE)) == "error.not_your_own"
    await tables.seating.hand_back(game_id, ZOE)
    asked = (await queued(database, game_id))[-1]
    assert (asked.users, asked.buttons) == ([BEN], [f"back:{seat}:"])
    assert await refused(tables.seating.hand_back(game_id, ZOE)) == "error.owner_asked"
    assert (await tables.table(game_id)).user_at(seat) == ZOE
    await tables.seating.come_back(game_id, BEN)
    table = await tables.table(game_id)
    row = table.seats[seat]
    assert (row.user_id, row.owner_id, row.substitute, row.returning_at) == (BEN, None, None, None)
    assert table.names[seat] == "ben"
    assert await refused(tables.play.act(game_id, ZOE, ("pass",))) == "error.not_seated"


@sqlite
async def test_a_substitute_who_leaves_gives_the_seat_back_to_a_computer(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await substituted(tables, game_id)
    await tables.seating.leave(game_id, ZOE)
    table = await tables.table(game_id)
    assert (table.seats[seat].user_id, table.seats[seat].owner_id, table.computer_at(seat)) == (BEN, None, "greedy")
    await tables.seating.ask_for(game_id, seat, YANN, "yann")
    await tables.seating.agree(game_id, seat, YANN, ANNA)
    assert (await tables.table(game_id)).seats[seat].owner_id == BEN


@sqlite
async def test_a_substitute_who_does_not_come_gives_way_to_a_computer_and_the_owner(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await substituted(tables, game_id)
    assert await refused(tables.seating.let_stand_in(game_id, seat, ANNA)) == "error.in_time"
    await tables.seating.let_stand_in(game_id, seat, YANN, admin=True)
    table = await tables.table(game_id)
    assert (table.seat_of(ZOE), table.seat_kept_for(ZOE), table.seat_kept_for(BEN)) == (None, None, seat)
    assert (table.names[seat], table.computer_at(seat)) == ("ben", "greedy")
    await tables.seating.come_back(game_id, BEN)
    await tables.seating.offer(game_id, seat, YANN, admin=True)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, ANNA)
    await tables.seating.replace(game_id, seat, YANN, admin=True)
    row = (await tables.table(game_id)).seats[seat]
    assert (row.user_id, row.owner_id, row.resigned) == (BEN, None, True)


@sqlite
async def test_a_result_is_that_of_who_played_the_seat_last(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    seat = await substituted(tables, game_id)
    table = await tables.table(game_id)
    game = table.game.copy()
    while not game.state.over:
        game.play(game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], Random(1)))
    await tables.play.put(game_id, table.row.version, game)
    async with database.reading() as session:
        kept = {row.seat: (row.user_id, row.name) for row in await results.of_game(session, game_id)}
    assert kept[seat] == (ZOE, "zoe")


# -- the host ----------------------------------------------------------------------------------------------------------


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
    assert (table.computer_at(seat), table.seats[seat].offered_at is not None) == ("greedy", True)


@sqlite
async def test_an_administrator_replaces_anybody(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.replace(game_id, 1, YANN, admin=True)
    table = await tables.table(game_id)
    assert (table.seats[1].resigned, table.persons) == (True, [ANNA, CARLA])


@sqlite
async def test_holidays_are_no_waiting(database: Database) -> None:
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    seat = 1
    today = utcnow().date()
    away = [[(today - timedelta(5)).isoformat(), today.isoformat()]]
    async with database.transaction() as session:
        await people.change_settings(session, table.user_at(seat) or 0, lambda _: {"zone": "UTC", "holidays": away})
    await a_week_passes(database)
    assert await refused(tables.seating.offer(game_id, seat, ANNA)) == "error.in_time"


@sqlite
async def test_with_a_time_limit_the_host_waits_until_it_is_up(database: Database) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, CARLA)
    while table.game.to_act != (1,):
        table = await decide(tables, table)
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    assert await refused(tables.seating.let_stand_in(game_id, seat, ANNA)) == "error.in_time"
    assert await tables.late(table) == set()
    await pass_time(database, game_id)
    await worked_off(tables, game_id)
    assert await tables.late(table) == {seat}
    table = await tables.seating.let_stand_in(game_id, seat, ANNA)
    assert seat not in await running(database, game_id)


# -- when time is up ---------------------------------------------------------------------------------------------------


async def test_when_time_is_up_a_computer_stands_in_until_the_person_is_back(database: Database) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, time_up="stand_in")
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    user = table.user_at(seat) or 0
    await pass_time(database, game_id)
    table = await worked_off(tables, game_id)
    assert (table.user_at(seat), table.computer_at(seat), table.seats[seat].offered_at) == (None, "greedy", None)
    what = next(each for each in await queued(database, game_id) if each.buttons)
    assert ([line.id for line in what.introduction], what.users) == (["say.time_up_away"], [user])
    assert what.buttons == [f"back:{seat}:"]
    table = await computers_played(tables, game_id)
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats) != [seat]
    while not table.computers_turn:
        table = await decide(tables, table)
    await tables.seating.come_back(game_id, user)
    table = await worked_off(tables, game_id)
    assert table.game.to_act == (seat,)
    assert (await running(database, game_id))[seat].due_at - utcnow() > timedelta(hours=23)


async def test_when_time_is_up_the_seat_opens_until_the_person_moves(database: Database) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, time_up="open")
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    await pass_time(database, game_id)
    table = await worked_off(tables, game_id)
    assert table.seats[seat].offered_at is not None
    what = next(each for each in await queued(database, game_id) if each.buttons)
    assert (what.introduction[0].id, what.ping, what.buttons) == ("say.time_up_open", [seat], [f"take:{seat}:"])
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    table = await decide(tables, await tables.table(game_id))
    assert (table.seats[seat].offered_at, table.seats[seat].candidates) == (None, None)
    assert await refused(tables.seating.agree(game_id, seat, ZOE, ANNA)) == "error.seat_taken"
    assert (await queued(database, game_id))[-1].introduction[-1].id == "say.offer_withdrawn"


@sqlite
async def test_a_substitute_has_the_whole_time(database: Database) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, CARLA, time_up="open")
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    await pass_time(database, game_id)
    await worked_off(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True)
    timer = (await running(database, game_id))[seat]
    assert DAY - timedelta(minutes=1) < timer.due_at - utcnow() <= DAY
    assert timer.data == {}
    assert (await queued(database, game_id))[-1].ping == [seat]


@sqlite
@pytest.mark.parametrize(
    ("time_up", "said"), [("stand_in", "say.time_up_late_away"), ("open", "say.time_up_late_open")]
)
async def test_after_a_standstill_of_the_bot_nobody_loses_a_seat_at_once(
    database: Database, time_up: str, said: str
) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, time_up=time_up)
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    for times in (1, 2):
        await pass_time(database, game_id, beyond=timedelta(hours=3))
        table = await worked_off(tables, game_id)
        given = table.user_at(seat) is None or table.seats[seat].offered_at is not None
        assert given == (times == 2)
    assert said in await told(database, game_id)


@sqlite
async def test_who_is_decided_for_has_little_time_in_the_same_round_and_all_of_it_in_the_next(
    database: Database,
) -> None:
    """In Macao all choose dice at once, and act one after the other in the same round."""
    tables = Tables(database)
    table = await together(tables)
    game_id = table.row.id
    async with database.transaction() as session:
        clock = {"hours": 24, "time_up": "play"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
    late = table.game.blocking_seats[0]
    async with database.transaction() as session:
        await timers.start(session, game_id, Kind.DEADLINE, seat=late)
    table, short, turn = await worked_off(tables, game_id), set[bool](), table.game.state.turn
    while table.game.state.turn == turn:
        due = await tables.deadlines(table)
        short |= {due[late] - utcnow() < timedelta(hours=2)} if late in due else set()
        assert all(moment - utcnow() > timedelta(hours=23) for seat, moment in due.items() if seat != late)
        if table.game.to_act[0] == late:
            await pass_time(database, game_id)
            table = await worked_off(tables, game_id)
        else:
            table = await decide(tables, table)
    assert short == {True}
    while late not in table.game.blocking_seats:
        table = await decide(tables, table)
    assert (await tables.deadlines(table))[late] - utcnow() > timedelta(hours=23)


@sqlite
async def test_who_decides_beside_others_is_stood_in_for_and_comes_back_beside_them(database: Database) -> None:
    tables = Tables(database)
    table = await together(tables)
    game_id, (late, *others) = table.row.id, table.game.blocking_seats
    user = table.user_at(late) or 0
    async with database.transaction() as session:
        clock = {"hours": 24, "time_up": "stand_in"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
        await timers.start(session, game_id, Kind.DEADLINE, seat=late)
    table = await computers_played(tables, game_id)
    assert set(table.game.blocking_seats) == set(others), "the computer has chosen beside them"
    assert set(await running(database, game_id)) == set(others)
    await tables.seating.come_back(game_id, user)
    table = await tables.table(game_id)
    assert (table.user_at(late), set(await running(database, game_id))) == (user, set(others))


async def test_a_move_and_a_substitute_in_the_same_moment_one_of_them_counts(
    database: Database, database_url: str
) -> None:
    tables = Tables(database)
    table = await limited(tables, BEN, CARLA, time_up="open")
    game_id, (seat,) = table.row.id, table.game.blocking_seats
    user = table.user_at(seat) or 0
    await pass_time(database, game_id)
    table = await worked_off(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    async with Database.open(database_url) as other:
        answers = await asyncio.gather(
            tables.play.act(game_id, user, table.game.legal(seat)[0]),
            Tables(other).seating.agree(game_id, seat, ZOE, YANN, admin=True),
            return_exceptions=True,
        )
    (fault,) = [answer for answer in answers if isinstance(answer, BaseException)]
    assert isinstance(fault, Refused)
    table = await tables.table(game_id)
    moved = [row for row in await tables.log(game_id) if row.kind == MoveKind.MOVE]
    if table.user_at(seat) == ZOE:
        assert (moved, fault.message.id in ("error.moved_on", "error.substituted")) == ([], True)
    else:
        assert ([row.by_user_id for row in moved], fault.message.id) == ([user], "error.seat_taken")


# -- files -------------------------------------------------------------------------------------------------------------


@sqlite
async def test_a_table_with_a_substitute_is_brought_elsewhere_and_its_dice_are_those_of_its_lobby(
    database: Database,
) -> None:
    tables, game_id = await at_table(database)
    seat = await substituted(tables, game_id)
    await tables.seating.leave(game_id, CARLA)
    content = await tables.transfer.export(game_id)
    with pytest.raises(Unmendable):
        await tables.transfer.enter(content)  # its channel has a table
    brought = await tables.transfer.enter(content, place=(None, 77))
    table = await tables.table(brought.row.id)
    assert (table.user_at(seat), table.names[seat], table.seats[seat].owner_id) == (ZOE, "zoe", BEN)
    assert (table.computer_at(2), table.seats[2].offered_at is not None) == ("greedy", True)


@sqlite
async def test_a_file_of_before_knows_nothing_of_substitutes(database: Database) -> None:
    tables, game_id = await at_table(database)
    file = msgspec.json.decode(await tables.transfer.export(game_id))
    for row in file["seats"]:
        for name in seats.Changes.__annotations__:
            if name not in ("user_id", "resigned"):
                del row[name]
    for name in ("paused_at", "pause"):
        del file["game"][name]
    brought: Table = await tables.transfer.enter(msgspec.json.encode(file), place=(None, 77))
    assert brought.persons == [ANNA, BEN, CARLA]
