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
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, queued_announcements, run_table_jobs, sqlite
from tests.bot.sitting import YANN, ZOE, announced_ids, refusal_of
from tests.bot.tables.test_reminders import table_waiting_for_anna
from tests.bot.tables.test_time_limits import DAY, deadlines, decide, pass_time, table_of_macao, table_with_limit


@on_both
async def test_when_time_is_up_a_computer_stands_in_until_the_person_is_back(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="stand_in")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    user = table.user_at(seat) or 0
    await pass_time(tables.database, game_id)
    table = await run_table_jobs(tables, game_id)
    assert (table.user_at(seat), table.computer_at(seat), table.seats[seat].offered_at) == (None, "normal", None)
    notice = next(
        announcement for announcement in await queued_announcements(tables.database, game_id) if announcement.buttons
    )
    ids = ["say.time_up_away", *(["say.new_host"] if user == ANNA else [])]
    assert ([line.id for line in notice.introduction], notice.users) == (ids, [user])
    assert notice.buttons == [f"back:{seat}:"]
    table = await run_table_jobs(tables, game_id)
    assert list(await tables.deadlines(table)) == list(table.game.blocking_seats) != [seat]
    while not table.is_computers_turn:
        table = await decide(tables, table)
    await tables.seating.come_back(game_id, user)
    table = await run_table_jobs(tables, game_id)
    assert table.game.to_act == (seat,)
    assert (await deadlines(tables.database, game_id))[seat].due_at - utcnow() > timedelta(hours=23)


@sqlite
async def test_when_time_is_up_the_seat_opens_until_the_person_moves(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(database, game_id)
    table = await run_table_jobs(tables, game_id)
    assert table.seats[seat].offered_at is not None
    notice = next(
        announcement for announcement in await queued_announcements(database, game_id) if announcement.buttons
    )
    users = [table.user_at(seat)]
    assert (notice.introduction[0].id, notice.users, notice.buttons) == ("say.time_up_open", users, [f"take:{seat}:"])
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    table = await decide(tables, await tables.table(game_id))
    assert (table.seats[seat].offered_at, table.seats[seat].candidates) == (None, None)
    assert await refusal_of(tables.seating.agree(game_id, seat, ZOE, ANNA)) == "error.seat_taken"
    assert (await queued_announcements(database, game_id))[-1].after[0].kind == "say.offer_withdrawn"


@sqlite
async def test_a_substitute_has_the_whole_time(database: Database, tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, CARLA, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await pass_time(database, game_id)
    await run_table_jobs(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True)
    timer = (await deadlines(database, game_id))[seat]
    assert DAY - timedelta(minutes=1) < timer.due_at - utcnow() <= DAY
    assert timer.payload == {}
    assert [
        announcement.ping
        for announcement in await queued_announcements(database, game_id)
        if announcement.kind == "turn"
    ][-1] == [seat]


@sqlite
async def test_a_substitute_whose_time_is_up_is_told_that_the_seat_is_its_owners_again(tables: Tables) -> None:
    table = await table_with_limit(tables, BEN, CARLA, time_up="stand_in")
    while table.user_at(table.game.to_act[0]) == ANNA:  # with the host's seat the host's role would pass on, too
        table = await decide(tables, table)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    user = table.user_at(seat) or 0
    await tables.seating.offer(game_id, seat, YANN, admin=True)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True)
    await pass_time(tables.database, game_id)
    table = await run_table_jobs(tables, game_id)
    assert (table.user_at(seat), table.kept_seat(user), table.kept_seat(ZOE)) == (None, seat, None)
    notice = [
        announcement
        for announcement in await queued_announcements(tables.database, game_id)
        if f"back:{seat}:" in announcement.buttons
    ][-1]
    assert notice.users == [ZOE, user]
    assert notice.introduction == [Message("say.substitute_out", {"player": "zoe", "seat": seat})]


@sqlite
@pytest.mark.parametrize(
    ("time_up", "remark"), [("stand_in", "say.time_up_late_away"), ("open", "say.time_up_late_open")]
)
async def test_after_a_standstill_of_the_bot_nobody_loses_a_seat_at_once(
    database: Database, tables: Tables, time_up: str, remark: str
) -> None:
    table = await table_with_limit(tables, BEN, time_up=time_up)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    for times in (1, 2):
        await pass_time(database, game_id, beyond=timedelta(hours=3))
        table = await run_table_jobs(tables, game_id)
        given = table.user_at(seat) is None or table.seats[seat].offered_at is not None
        assert given == (times == 2)
    assert remark in await announced_ids(database, game_id)


@sqlite
async def test_of_tables_whose_time_is_up_one_calls_and_names_the_others_but_none_of_another_server(
    database: Database,
    tables: Tables,
) -> None:
    places = [{"channel_id": 5, "guild_id": 1}, {"channel_id": 6, "guild_id": 1}, {"channel_id": 7, "guild_id": 2}]
    first, same_server, elsewhere = [(await table_waiting_for_anna(tables, **place)).row.id for place in places]
    later = (await table_waiting_for_anna(tables, channel_id=8, guild_id=1)).row.id
    before = await queued_announcements(database, later)
    for game_id in (first, same_server, elsewhere):
        await pass_time(database, game_id)
    await run_table_jobs(tables, first)
    introductions = [
        [*(await queued_announcements(database, game_id))[-1].introduction]
        for game_id in (first, same_server, elsewhere)
    ]
    calling, called = sorted(introductions[:2], key=len, reverse=True)  # whichever was taken up first
    assert [line.id for line in calling] == ["say.time_up", "say.awaited", "say.awaited_elsewhere"]
    assert [[line.id for line in lines] for lines in (called, introductions[2])] == [["say.time_up"]] * 2
    assert calling[1].args["table"] == str(same_server if calling is introductions[0] else first)
    assert calling[2].args == {}, "what is played elsewhere concerns nobody here, nor where"
    assert await queued_announcements(database, later) == before, "there is time left at that table"


@sqlite
async def test_who_is_decided_for_has_little_time_in_the_same_round_and_all_of_it_in_the_next(
    database: Database,
    tables: Tables,
) -> None:
    """In Macao all choose dice at the same time, and act one after the other in the same round."""
    table = await table_of_macao(tables)
    game_id = table.row.id
    async with database.transaction() as session:
        clock = {"hours": 24, "time_up": "play"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
    late = table.game.blocking_seats[0]
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=late)
    turn = table.game.state.turn
    table = await run_table_jobs(tables, game_id)
    short = set[bool]()
    while table.game.state.turn == turn:
        due = await tables.deadlines(table)
        short |= {due[late] - utcnow() < timedelta(hours=2)} if late in due else set()
        assert all(moment - utcnow() > timedelta(hours=23) for seat, moment in due.items() if seat != late)
        if table.game.to_act[0] == late:
            await pass_time(database, game_id)
            table = await run_table_jobs(tables, game_id)
        else:
            table = await decide(tables, table)
    assert short == {True}
    while late not in table.game.blocking_seats:
        table = await decide(tables, table)
    assert (await tables.deadlines(table))[late] - utcnow() > timedelta(hours=23)


@sqlite
async def test_who_decides_beside_others_is_stood_in_for_and_comes_back_beside_them(tables: Tables) -> None:
    table = await table_of_macao(tables)
    game_id = table.row.id
    (late, *others) = table.game.blocking_seats
    user = table.user_at(late) or 0
    async with tables.database.transaction() as session:
        clock = {"hours": 24, "time_up": "stand_in"}
        assert await games.advance(session, game_id, table.row.version, clock=clock)
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=late)
    table = await run_table_jobs(tables, game_id)
    assert set(table.game.blocking_seats) == set(others), "the computer has chosen beside them"
    assert set(await deadlines(tables.database, game_id)) == set(others)
    await tables.seating.come_back(game_id, user)
    table = await tables.table(game_id)
    assert (table.user_at(late), set(await deadlines(tables.database, game_id))) == (user, set(others))


@on_both
async def test_a_move_and_a_substitute_in_the_same_moment_one_of_them_counts(
    database: Database, tables: Tables, database_url: str
) -> None:
    table = await table_with_limit(tables, BEN, CARLA, time_up="open")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    user = table.user_at(seat) or 0
    await pass_time(database, game_id)
    table = await run_table_jobs(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    async with Database.open(database_url) as second:
        answers = await asyncio.gather(
            tables.play.act(game_id, user, table.game.legal(seat)[0]),
            Tables(second).seating.agree(game_id, seat, ZOE, YANN, admin=True),
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
    table = await table_with_limit(tables, BEN, time_up=time_up)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    other_seat = 1 - seat
    before = len(await queued_announcements(database, game_id))
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=other_seat, wait=-timedelta(minutes=1))
    table = await run_table_jobs(tables, game_id)
    assert (table.user_at(other_seat), table.seats[other_seat].offered_at) == (BEN if other_seat else ANNA, None)
    assert list(await deadlines(database, game_id)) == [seat], "it is over"
    assert len(await queued_announcements(database, game_id)) == before
