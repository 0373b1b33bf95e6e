"""Nobody is called at night, nor over and over for what the game does not wait for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from bot.tables import Tables, notification_limits
from bot.tables.announcement import decode
from bot.tables.notification_limits import Occasion
from bot.tables.observers.voting import Proposal
from storage import people
from storage.columns import utcnow
from storage.database import Database
from storage.models import CalledRow, JobRow, Json
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both, queued, sqlite, started, worked_off
from tests.bot.sitting import YANN, ZOE, at_table
from tests.storage.sample import unsent

SIX_HOURS = timedelta(hours=6, minutes=1)


async def later(database: Database, by: timedelta = SIX_HOURS) -> None:
    """All calls were so much earlier."""
    async with database.transaction() as session:
        for row in (await session.exec(select(CalledRow))).all():
            row.at -= by
            session.add(row)


async def asleep(database: Database, *users: int, call: str = "channel") -> None:
    """It is in the middle of the night for these people."""
    now = utcnow()
    begin = (now.hour * 60 + now.minute - 60) % 1440

    def night(_: Json) -> Json:
        return {"zone": "UTC", "quiet": [begin, (begin + 180) % 1440], "call": call}

    async with database.transaction() as session:
        for user in users:
            await people.change_settings(session, user, night)


async def pinged_by_votes(tables: Tables, game_id: int) -> list[list[int]]:
    async with tables.database.reading() as session:
        return [row.payload["users"] for row in await unsent(session, game_id) if row.payload.get("call")]


async def pinged(database: Database, game_id: int) -> list[set[int]]:
    """Whom each notice calls."""
    table = await Tables(database).table(game_id)
    return [
        {*(table.user_at(seat) for seat in what.ping), *what.users} - {None, *what.quiet}
        for what in await queued_notices(database, game_id)
    ]


async def queued_notices(database: Database, game_id: int) -> list[Any]:
    async with database.reading() as session:
        rows = [row for row in await unsent(session, game_id) if row.kind == "notice"]
    return [decode(row.payload) for row in rows]


@on_both
async def test_who_proposes_and_withdraws_calls_everybody_once_in_six_hours(database: Database) -> None:
    tables, game_id = await at_table(database)
    for proposer in (ANNA, ANNA, ANNA):
        proposal = await tables.voting.propose_ending(game_id, proposer, Proposal.END)
        await tables.voting.answer(game_id, proposal.vote.id, proposer, "withdraw")
    assert await pinged_by_votes(tables, game_id) == [[BEN, CARLA], [], []]
    await later(database)
    await tables.voting.propose_ending(game_id, ANNA, Proposal.END)
    assert (await pinged_by_votes(tables, game_id))[-1] == [BEN, CARLA]


@sqlite
async def test_nor_does_who_asks_for_seats_again_and_again(database: Database) -> None:
    tables, game_id = await at_table(database)
    await tables.seating.leave(game_id, BEN)
    for user in (ZOE, YANN):
        await tables.seating.ask_for(game_id, 1, user, "somebody")
    assert (await pinged(database, game_id))[-2:] == [{ANNA, CARLA}, set()]


async def waiting_for(database: Database, call: str) -> tuple[Tables, int, int, int]:
    """A table that waits for somebody who wants to be called so, and another player, who is the host."""
    tables, game_id = await at_table(database)
    table = await tables.table(game_id)
    while table.game.to_act == (table.seat_of(ANNA),):
        table = await tables.play.act(game_id, ANNA, table.game.legal(table.seat_of(ANNA) or 0)[0])
    waited = table.user_at(table.game.to_act[0]) or 0
    async with database.transaction() as session:
        await people.change_settings(session, waited, lambda _: {"zone": "UTC", "quiet": [], "call": call})
    return tables, game_id, waited, next(user for user in (BEN, CARLA) if user != waited)


async def boards_pinging(database: Database, game_id: int, user: int) -> int:
    """How many boards call a person."""
    table = await Tables(database).table(game_id)
    boards = [what for what in await queued(database, game_id) if what.kind == "turn"]
    return sum(user in {table.user_at(seat) for seat in what.ping} - {*what.quiet} for what in boards)


async def direct_calls(tables: Tables) -> int:
    """How many direct calls are due; they are made."""
    async with tables.database.transaction() as session:
        found = (await session.exec(select(JobRow).where(JobRow.kind == "call"))).all()
        for call in found:
            await session.delete(call)
    return len(found)


@sqlite
@pytest.mark.parametrize("how", ["pause", "again", "bare"])
async def test_nor_does_who_pauses_or_posts_the_board_again_call_whom_the_game_waits_for_as_before(
    database: Database, how: str
) -> None:
    tables, game_id, waited, _ = await waiting_for(database, "both")
    await direct_calls(tables)
    before = await boards_pinging(database, game_id, waited)
    made = list[int]()
    for number in range(4):
        if number == 3:
            await later(database)
        if how in ("again", "bare"):
            await tables.play.post_again(game_id, bare=how == "bare")
        else:
            await tables.pauses.pause(game_id, ANNA, "anna")
            await tables.pauses.resume(game_id, ANNA, "anna")
        made.append(await direct_calls(tables))
    assert await boards_pinging(database, game_id, waited) - before == 2, "at first, and six hours later"
    assert made == [1, 0, 0, 1]


@sqlite
async def test_who_leaves_and_comes_back_calls_nobody_whom_the_game_waits_for(database: Database) -> None:
    tables, game_id, waited, other = await waiting_for(database, "both")
    await direct_calls(tables)
    before = await boards_pinging(database, game_id, waited)
    await tables.seating.leave(game_id, other)
    await tables.seating.come_back(game_id, other)
    assert await boards_pinging(database, game_id, waited) == before
    assert await direct_calls(tables) == 0


@sqlite
async def test_a_rematch_that_is_cancelled_and_opened_again_calls_once(database: Database) -> None:
    tables, game_id = await at_table(database)
    assert await tables.lobby.invite(game_id, [BEN, CARLA]) == [BEN, CARLA]
    assert await tables.lobby.invite(game_id, [BEN, CARLA, ZOE]) == [ZOE]
    other = (await started(tables, BEN, channel_id=6)).row.id
    assert await tables.lobby.invite(other, [BEN]) == [BEN], "another table"


@sqlite
async def test_what_the_game_waits_for_has_no_brake_and_other_occasions_have_their_own(database: Database) -> None:
    tables, game_id = await at_table(database)
    async with tables.database.transaction() as session:
        for _ in range(2):
            assert await notification_limits.admit_calls(session, game_id, Occasion.TURN, [BEN]) == [BEN]
        assert await notification_limits.admit_calls(session, game_id, Occasion.VOTE, [BEN]) == [BEN]
        assert await notification_limits.admit_calls(session, game_id, Occasion.SEAT, [BEN]) == [BEN]
        assert await notification_limits.admit_calls(session, game_id, Occasion.VOTE, [BEN]) == []


@sqlite
@pytest.mark.parametrize("occasion", Occasion)
async def test_nobody_is_called_at_night_or_against_the_own_will(database: Database, occasion: Occasion) -> None:
    tables, game_id = await at_table(database)
    await asleep(database, BEN)
    async with tables.database.transaction() as session:
        await people.change_settings(session, CARLA, lambda _: {"call": "none"})
        assert await notification_limits.admit_calls(session, game_id, occasion, [ANNA, BEN, CARLA]) == [ANNA]
    async with tables.database.transaction() as session:
        await people.change_settings(session, BEN, lambda _: {"quiet": []})
        assert await notification_limits.admit_calls(session, game_id, occasion, [BEN]) == [BEN], (
            "what was not said does not count"
        )


@sqlite
async def test_whose_turn_begins_at_night_is_called_in_the_morning(database: Database, tables: Tables) -> None:
    await asleep(database, ANNA, BEN)
    game_id = (await started(tables, BEN)).row.id
    (board,) = [what for what in await queued(database, game_id) if what.kind == "turn"]
    table = await tables.table(game_id)
    (seat,) = board.ping
    assert board.quiet == [table.user_at(seat)]
    async with database.transaction() as session:
        (call,) = (await session.exec(select(JobRow).where(JobRow.kind == "call"))).all()
        assert call.due_at - utcnow() < timedelta(hours=3)
        call.due_at = utcnow()
        session.add(call)
        await people.change_settings(session, table.user_at(seat) or 0, lambda _: {"quiet": []})
    await tables.direct_calls.take(call)
    (told,) = await queued_notices(database, game_id)
    assert ([line.id for line in told.introduction], told.ping, told.quiet) == (["say.awaited"], [seat], [])


@sqlite
async def test_who_has_moved_by_then_is_not_called(database: Database, tables: Tables) -> None:
    await asleep(database, ANNA, BEN)
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    while (table := await tables.table(table.row.id)).game.to_act == (seat,):
        await tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    async with database.reading() as session:
        found = (await session.exec(select(JobRow).where(JobRow.kind == "call", JobRow.seat == seat))).all()
    for call in found:
        call.due_at = utcnow()
        assert await tables.direct_calls.take(call) is None
    await worked_off(tables, table.row.id)
    assert await queued_notices(database, table.row.id) == []
