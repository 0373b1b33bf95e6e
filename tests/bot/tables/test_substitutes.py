"""Somebody else plays a seat: asked for, confirmed, handed back, one at a time."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from bot.features.log import log_lines
from bot.tables import Refused, Table, Tables
from bot.tables.maintenance.repair import OperatorError
from bot.wording import texts_in
from engines.players import PLAYERS
from storage import results, seats
from storage.database import Database
from storage.models import MoveKind
from tests.bot.lobbies import (
    ANNA,
    BEN,
    CARLA,
    DIRK,
    on_both,
    queued_announcements,
    replace_game,
    run_table_jobs,
    sqlite,
)
from tests.bot.sitting import YANN, ZOE, at_table, entry_kinds, leave_seat, refusal_of, substitute_zoe
from tests.bot.tables.test_time_limits import decide
from tests.bot.waiting import a_week_passes


async def test_the_host_confirms_a_substitute_who_then_decides(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await leave_seat(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    table = await tables.table(game_id)
    assert table.seat_of(ZOE) is None, "nobody sees anything before the table has agreed"
    announcement = (await queued_announcements(database, game_id))[-1]
    assert (announcement.buttons, announcement.users) == ([f"agree:{seat}:{ZOE}"], [ANNA, CARLA])
    assert await tables.seating.agree(game_id, seat, ZOE, ANNA) == []
    table = await tables.table(game_id)
    assert (table.user_at(seat), table.names[seat], table.initial_names[seat]) == (ZOE, "zoe", "ben")
    assert (table.seats[seat].owner_id, table.players) == (BEN, [ANNA, ZOE, CARLA])
    assert await refusal_of(tables.play.act(game_id, BEN, ("pass",))) == "error.substituted"
    assert await refusal_of(tables.seating.come_back(game_id, BEN)) == "error.substituted"
    while table.game.to_act != (seat,):
        table = await decide(tables, table)
    table = await decide(tables, table)
    assert (await tables.log(game_id))[-1].by_user_id == ZOE


@sqlite
async def test_everybody_else_together_confirms_too(database: Database) -> None:
    tables, game_id = await at_table(database, BEN, CARLA, DIRK)
    await tables.seating.make_host(game_id, 3, ANNA)
    seat = await leave_seat(tables, game_id)
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
    seat = await leave_seat(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    for user, admin, reason in (
        (ZOE, False, "error.not_by_yourself"),
        (ZOE, True, "error.not_by_yourself"),
        (YANN, False, "error.may_not_confirm"),
        (BEN, False, "error.may_not_confirm"),
    ):
        assert await refusal_of(tables.seating.agree(game_id, seat, ZOE, user, admin=admin)) == reason
    assert await refusal_of(tables.seating.agree(game_id, seat, YANN, ANNA)) == "error.no_candidate"
    assert await tables.seating.agree(game_id, seat, ZOE, YANN, admin=True) == []


@sqlite
async def test_who_sits_at_the_table_or_has_asked_does_not_ask_for_a_seat(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await leave_seat(tables, game_id)
    ask = tables.seating.ask_for
    for user in (ANNA, BEN, CARLA):
        assert await refusal_of(ask(game_id, seat, user, "x")) == "error.already_seated"
    await ask(game_id, seat, ZOE, "zoe")
    assert await refusal_of(ask(game_id, seat, ZOE, "zoe")) == "error.already_asked"
    assert await refusal_of(ask(game_id, 0, YANN, "yann")) == "error.seat_taken"
    assert await refusal_of(ask(game_id, 9, YANN, "yann")) == "error.nobody_there"
    for candidate in range(200, 207):
        await ask(game_id, seat, candidate, "other")
    assert await refusal_of(ask(game_id, seat, YANN, "yann")) == "error.many_candidates"


@sqlite
async def test_who_has_asked_for_two_seats_gets_one(database: Database) -> None:
    tables, game_id = await at_table(database)
    taken = [await leave_seat(tables, game_id, user) for user in (BEN, CARLA)]
    for seat in taken:
        await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    assert await tables.seating.agree(game_id, taken[0], ZOE, ANNA) == []
    assert await refusal_of(tables.seating.agree(game_id, taken[1], ZOE, ANNA)) == "error.no_candidate"
    table = await tables.table(game_id)
    assert (table.players, table.users_of(taken[0]), table.users_of(taken[1])) == ([ANNA, ZOE], [ZOE, BEN], [CARLA])


@sqlite
async def test_who_has_played_one_seat_takes_no_other_of_the_table(database: Database) -> None:
    tables, game_id = await at_table(database)
    lent = await substitute_zoe(tables, game_id)
    second_seat = await leave_seat(tables, game_id, CARLA)
    await tables.seating.leave(game_id, ZOE)
    await tables.seating.come_back(game_id, BEN)
    assert await refusal_of(tables.seating.ask_for(game_id, second_seat, ZOE, "zoe")) == "error.knows_another_hand"
    await tables.seating.leave(game_id, BEN)
    await tables.seating.ask_for(game_id, lent, ZOE, "zoe")
    assert await tables.seating.agree(game_id, lent, ZOE, ANNA) == [], "the hand that is known anyway"


@sqlite
async def test_nor_who_has_asked_for_it_before_playing_another(database: Database) -> None:
    tables, game_id = await at_table(database)
    lent, asked_for = [await leave_seat(tables, game_id, user) for user in (BEN, CARLA)]
    for seat in (lent, asked_for):
        await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, lent, ZOE, ANNA)
    await tables.seating.leave(game_id, ZOE)
    assert await refusal_of(tables.seating.agree(game_id, asked_for, ZOE, ANNA)) == "error.knows_another_hand"


@on_both
async def test_of_two_substitutes_one_gets_the_seat_also_with_two_processes(
    database: Database, database_url: str
) -> None:
    tables, game_id = await at_table(database)
    seat = await leave_seat(tables, game_id)
    async with Database.open(database_url) as second:
        elsewhere = Tables(second)
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
    assert (taker, table.names[seat], fault.message.args["player"]) in (
        (ZOE, "zoe", "zoe"),
        (YANN, "yann", "yann"),
    )
    assert [kind for kind, _ in await entry_kinds(tables, game_id)] == [MoveKind.LEAVE, MoveKind.SUBSTITUTE]


async def test_the_owner_comes_back_or_a_substitute_is_confirmed_never_both(
    database: Database, database_url: str
) -> None:
    tables, game_id = await at_table(database)
    seat = await leave_seat(tables, game_id)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    async with Database.open(database_url) as second:
        answers = await asyncio.gather(
            tables.seating.come_back(game_id, BEN),
            Tables(second).seating.agree(game_id, seat, ZOE, ANNA),
            return_exceptions=True,
        )
    (fault,) = [answer for answer in answers if isinstance(answer, Refused)]
    table = await tables.table(game_id)
    expected = {BEN: "error.seat_taken", ZOE: "error.substituted"}
    assert fault.message.id == expected[table.user_at(seat) or 0]


@sqlite
async def test_a_substitute_hands_the_seat_back_and_plays_on_until_its_owner_takes_it(database: Database) -> None:
    tables, game_id = await at_table(database)
    assert await refusal_of(tables.seating.hand_back(game_id, ANNA)) == "error.own_seat"
    seat = await substitute_zoe(tables, game_id)
    assert await refusal_of(tables.seating.resign(game_id, ZOE)) == "error.not_your_own"
    await tables.seating.hand_back(game_id, ZOE)
    announcement = (await queued_announcements(database, game_id))[-1]
    assert (announcement.users, announcement.buttons) == ([BEN], [f"back:{seat}:"])
    assert await refusal_of(tables.seating.hand_back(game_id, ZOE)) == "error.owner_asked"
    assert (await tables.table(game_id)).user_at(seat) == ZOE
    await tables.seating.come_back(game_id, BEN)
    table = await tables.table(game_id)
    row = table.seats[seat]
    assert (row.user_id, row.owner_id, row.substitute, row.returning_at) == (BEN, None, None, None)
    assert table.names[seat] == "ben"
    assert await refusal_of(tables.play.act(game_id, ZOE, ("pass",))) == "error.not_seated"


@sqlite
async def test_the_next_substitute_has_handed_nothing_back(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await substitute_zoe(tables, game_id)
    await tables.seating.hand_back(game_id, ZOE)
    await tables.seating.offer(game_id, seat, YANN, admin=True)
    await tables.seating.ask_for(game_id, seat, YANN, "yann")
    assert await tables.seating.agree(game_id, seat, YANN, ANNA) == []
    await a_week_passes(database)
    assert await refusal_of(tables.seating.come_back(game_id, BEN)) == "error.substituted"
    await tables.seating.hand_back(game_id, YANN)
    assert (await queued_announcements(database, game_id))[-1].users == [BEN]


@sqlite
@pytest.mark.parametrize("departure", ["leave", "stand_in"])
async def test_the_log_names_the_owner_of_a_seat_for_whom_a_computer_plays(database: Database, departure: str) -> None:
    tables, game_id = await at_table(database)
    seat = await substitute_zoe(tables, game_id)
    if departure == "leave":
        await tables.seating.leave(game_id, ZOE)
    else:
        await tables.seating.let_stand_in(game_id, seat, YANN, admin=True)
    table = await run_table_jobs(tables, game_id)
    while not any(row.kind == MoveKind.MOVE and row.seat == seat for row in await tables.log(game_id)):
        await decide(tables, table)
        table = await run_table_jobs(tables, game_id)
    texts = texts_in("en")
    lines = log_lines(table, await tables.log(game_id), texts)
    away = next(number for number, line in enumerate(lines) if texts.say(f"log.{departure}", name="**zoe**") in line)
    played = [line for line in lines[away + 1 :] if "**ben**" in line or "**zoe**" in line]
    assert played
    assert not any("**zoe**" in line for line in played)


@sqlite
async def test_a_substitute_who_leaves_gives_the_seat_back_to_a_computer(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await substitute_zoe(tables, game_id)
    await tables.seating.leave(game_id, ZOE)
    table = await tables.table(game_id)
    assert (table.seats[seat].user_id, table.seats[seat].owner_id, table.computer_at(seat)) == (BEN, None, "normal")
    await tables.seating.ask_for(game_id, seat, YANN, "yann")
    await tables.seating.agree(game_id, seat, YANN, ANNA)
    assert (await tables.table(game_id)).seats[seat].owner_id == BEN


@sqlite
async def test_a_substitute_who_does_not_come_gives_way_to_a_computer_and_the_owner(database: Database) -> None:
    tables, game_id = await at_table(database)
    seat = await substitute_zoe(tables, game_id)
    assert await refusal_of(tables.seating.let_stand_in(game_id, seat, ANNA)) == "error.in_time"
    await tables.seating.let_stand_in(game_id, seat, YANN, admin=True)
    table = await tables.table(game_id)
    assert (table.seat_of(ZOE), table.kept_seat(ZOE), table.kept_seat(BEN)) == (None, None, seat)
    assert (table.names[seat], table.computer_at(seat)) == ("ben", "normal")
    await tables.seating.come_back(game_id, BEN)
    await tables.seating.offer(game_id, seat, YANN, admin=True)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    await tables.seating.agree(game_id, seat, ZOE, ANNA)
    await tables.seating.replace(game_id, seat, YANN, admin=True)
    row = (await tables.table(game_id)).seats[seat]
    assert (row.user_id, row.owner_id, row.stand_in, row.resigned) == (BEN, None, "normal", False)


@sqlite
async def test_a_result_is_that_of_who_played_the_seat_last(database: Database) -> None:
    tables, game_id = await at_table(database, BEN)
    seat = await substitute_zoe(tables, game_id)
    table = await tables.table(game_id)
    game = table.game.copy()
    while not game.state.over:
        game.play(game.to_act[0], PLAYERS["greedy"](game, game.to_act[0], Random(1)))
    await replace_game(tables, table, game)
    async with database.reading() as session:
        players = {row.seat: (row.user_id, row.name) for row in await results.seats_of_game(session, game_id)}
    assert players[seat] == (ZOE, "zoe")


@sqlite
async def test_a_table_with_a_substitute_is_brought_elsewhere_and_its_dice_are_those_of_its_lobby(
    database: Database,
) -> None:
    tables, game_id = await at_table(database)
    seat = await substitute_zoe(tables, game_id)
    await tables.seating.leave(game_id, CARLA)
    content = await tables.transfer.export_table(game_id)
    with pytest.raises(OperatorError):
        await tables.transfer.import_table(content)  # its channel has a table
    brought = await tables.transfer.import_table(content, place=(None, 77))
    table = await tables.table(brought.row.id)
    assert (table.user_at(seat), table.names[seat], table.seats[seat].owner_id) == (ZOE, "zoe", BEN)
    assert (table.computer_at(2), table.seats[2].offered_at is not None) == ("normal", True)


@sqlite
async def test_a_file_of_before_knows_nothing_of_substitutes(database: Database) -> None:
    tables, game_id = await at_table(database)
    file = msgspec.json.decode(await tables.transfer.export_table(game_id))
    for row in file["seats"]:
        for name in seats.Changes.__annotations__:
            if name not in ("user_id", "resigned"):
                del row[name]
    for name in ("paused_at", "pause"):
        del file["game"][name]
    brought: Table = await tables.transfer.import_table(msgspec.json.encode(file), place=(None, 77))
    assert brought.players == [ANNA, BEN, CARLA]
