"""What a table does about somebody whose time is up, beside a word."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.tables import Refused, Tables
from engines import Message
from storage import games, jobs
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind
from storage.models import MoveKind
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, queued, sqlite, worked_off
from tests.bot.sitting import YANN, ZOE, refused, told
from tests.bot.tables.test_reminders import of_anna
from tests.bot.tables.test_time_limits import DAY, decide, limited, pass_time, running, together


@on_both
async def test_when_time_is_up_a_computer_stands_in_until_the_person_is_back(tables: Tables) -> None:
    table = await limited(tables, BEN, time_up="stand_in")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    user = table.user_at(seat) or 0
    await pass_time(tables.database, game_id)
    table = await worked_off(tables, game_id)
    assert (table.user_at(seat), table.computer_at(seat), table.seats[seat].offered_at) == (None, "normal", None)
    what = next(each for each in await queued(tables.database, game_id) if each.buttons)
    said = ["say.time_up_away", *(["say.new_host"] if user == ANNA else [])]
    assert ([line.id for line in what.introduction], what.users) == (said, [user])
    assert what.buttons == [f"back:{seat}:"]
    table = await worked_off(tables, game_id)
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats) != [seat]
    while not table.is_computers_turn:
        table = await decide(tables, table)
    await tables.seating.come_back(game_id, user)
    table = await worked_off(tables, game_id)
    assert table.game.to_act == (seat,)
    assert (await running(tables.database, game_id))[seat].due_at - utcnow() > timedelta(hours=23)


@sqlite
async def test_when_time_is_up_the_seat_opens_until_the_person_moves(database: Database, tables: Tables) -> None:
    table = await limited(tables, BEN, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(database, game_id)
    table = await worked_off(tables, game_id)
    assert table.seats[seat].offered_at is not None
    what = next(each for each in await queued(database, game_id) if each.buttons)
    users = [table.user_at(seat)]
    assert (what.introduction[0].id, what.users, what.buttons) == ("say.time_up_open", users, [f"take:{seat}:"])
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    table = await decide(tables, await tables.table(game_id))
    assert (table.seats[seat].offered_at, table.seats[seat].candidates) == (None, None)
    assert await refused(tables.seating.agree(game_id, seat, ZOE, ANNA)) == "error.seat_taken"
    assert (await queued(database, game_id))[-1].after[0].kind == "say.offer_withdrawn"


@sqlite
async def test_a_substitute_has_the_whole_time(database: Database, tables: Tables) -> None:
    table = await limited(tables, BEN, CARLA, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(database, game_id)
    await worked_off(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True)
    timer = (await running(database, game_id))[seat]
    assert DAY - timedelta(minutes=1) < timer.due_at - utcnow() <= DAY
    assert timer.payload == {}
    assert [each.ping for each in await queued(database, game_id) if each.kind == "turn"][-1] == [seat]


@sqlite
async def test_a_substitute_whose_time_is_up_is_told_that_the_seat_is_its_owners_again(tables: Tables) -> None:
    table = await limited(tables, BEN, CARLA, time_up="stand_in")
    while table.user_at(table.game.to_act[0]) == ANNA:  # with the host's seat the host's role would pass on, too
        table = await decide(tables, table)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    user = table.user_at(seat) or 0
    await tables.seating.offer(game_id, seat, YANN, admin=True)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True)
    await pass_time(tables.database, game_id)
    table = await worked_off(tables, game_id)
    assert (table.user_at(seat), table.kept_seat(user), table.kept_seat(ZOE)) == (None, seat, None)
    what = [each for each in await queued(tables.database, game_id) if f"back:{seat}:" in each.buttons][-1]
    assert what.users == [ZOE, user]
    assert what.introduction == [Message("say.substitute_out", {"player": "zoe", "seat": seat})]


@sqlite
@pytest.mark.parametrize(
    ("time_up", "said"), [("stand_in", "say.time_up_late_away"), ("open", "say.time_up_late_open")]
)
async def test_after_a_standstill_of_the_bot_nobody_loses_a_seat_at_once(
    database: Database, tables: Tables, time_up: str, said: str
) -> None:
    table = await limited(tables, BEN, time_up=time_up)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    for times in (1, 2):
        await pass_time(database, game_id, beyond=timedelta(hours=3))
        table = await worked_off(tables, game_id)
        given = table.user_at(seat) is None or table.seats[seat].offered_at is not None
        assert given == (times == 2)
    assert said in await told(database, game_id)


@sqlite
async def test_of_tables_whose_time_is_up_one_calls_and_names_the_others_but_none_of_another_server(
    database: Database,
    tables: Tables,
) -> None:
    places = [{"channel_id": 5, "guild_id": 1}, {"channel_id": 6, "guild_id": 1}, {"channel_id": 7, "guild_id": 2}]
    first, beside, elsewhere = [(await of_anna(tables, **place)).row.id for place in places]
    later = (await of_anna(tables, channel_id=8, guild_id=1)).row.id
    before = await queued(database, later)
    for game_id in (first, beside, elsewhere):
        await pass_time(database, game_id)
    await worked_off(tables, first)
    said = [[*(await queued(database, game_id))[-1].introduction] for game_id in (first, beside, elsewhere)]
    calling, called = sorted(said[:2], key=len, reverse=True)  # whichever was taken up first
    assert [line.id for line in calling] == ["say.time_up", "say.awaited", "say.awaited_elsewhere"]
    assert [[line.id for line in lines] for lines in (called, said[2])] == [["say.time_up"]] * 2
    assert calling[1].args["table"] == str(beside if calling is said[0] else first)
    assert calling[2].args == {}, "what is played elsewhere concerns nobody here, nor where"
    assert await queued(database, later) == before, "there is time left at that table"


@sqlite
async def test_who_is_decided_for_has_little_time_in_the_same_round_and_all_of_it_in_the_next(
    database: Database,
    tables: Tables,
) -> None:
    """In Macao all choose dice at once, and act one after the other in the same round."""
    table = await together(tables)
    game_id = table.row.id
    async with database.transaction() as session:
        clock = {"hours": 24, "time_up": "play"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
    late = table.game.blocking_seats[0]
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=late)
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
async def test_who_decides_beside_others_is_stood_in_for_and_comes_back_beside_them(tables: Tables) -> None:
    table = await together(tables)
    game_id = table.row.id
    (late, *others) = table.game.blocking_seats
    user = table.user_at(late) or 0
    async with tables.database.transaction() as session:
        clock = {"hours": 24, "time_up": "stand_in"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=late)
    table = await worked_off(tables, game_id)
    assert set(table.game.blocking_seats) == set(others), "the computer has chosen beside them"
    assert set(await running(tables.database, game_id)) == set(others)
    await tables.seating.come_back(game_id, user)
    table = await tables.table(game_id)
    assert (table.user_at(late), set(await running(tables.database, game_id))) == (user, set(others))


@on_both
async def test_a_move_and_a_substitute_in_the_same_moment_one_of_them_counts(
    database: Database, tables: Tables, database_url: str
) -> None:
    table = await limited(tables, BEN, CARLA, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
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


@sqlite
@pytest.mark.parametrize("time_up", ["play", "stand_in", "open"])
async def test_who_is_not_waited_for_loses_nothing_by_a_deadline_that_was_left_over(
    database: Database, tables: Tables, time_up: str
) -> None:
    table = await limited(tables, BEN, time_up=time_up)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    other = 1 - seat
    before = len(await queued(database, game_id))
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=other, wait=-timedelta(minutes=1))
    table = await worked_off(tables, game_id)
    assert (table.user_at(other), table.seats[other].offered_at) == (BEN if other else ANNA, None)
    assert list(await running(database, game_id)) == [seat], "it is over"
    assert len(await queued(database, game_id)) == before
