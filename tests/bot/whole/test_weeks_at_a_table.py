"""The life of a table that takes weeks, in simulated time, with two processes on one PostgreSQL.

People sleep, are late, leave, lend their seats, take back, plan and pause.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import discord
import msgspec
import pytest
from simcord.actors import MemberActor
from sqlmodel import select

from bot.cli.sandbox.later import now, pass_time
from bot.tables import Table, Tables
from bot.tables.analysis import practice_tables
from bot.tables.table_notes import Plan, Practice, StopReason
from engines import Message
from engines.players import greedy
from storage import moves, people
from storage.database import Database
from storage.jobs import IS_TIMER, Kind, Lane
from storage.models import JobRow, Status
from tests.bot.english import AGREE
from tests.bot.filling import fill
from tests.bot.parts import labels
from tests.bot.room import Room, open_room
from tests.bot.timers import timer_worker
from tests.bot.whole_games import check_summary, deal, play_to_the_end

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MOST_TURNS = 60
"""Turns within which something must have come to pass."""
NAMES = ("anna", "ben", "carla", "dirk")
NEVER_TRUE = {
    "macao": Message("macao.fact.tribute", {"gold": 99, "prestige": 1}),
    "mmn": Message("mmn.fact.robber", {"hex": "h99"}),
}
"""Conditions of plans that stop them."""


class Second:
    """Another process of the same bot, which does what is due if it is the first."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.worker = timer_worker(Tables(database))


class Weeks:
    """A table of four, with time that passes for both processes."""

    def __init__(self, room: Room, second: Second, game: str, seed: int) -> None:
        self.room = room
        self.second = second
        self.game = game
        self.rng = Random(seed)

    @property
    def tables(self) -> Tables:
        return self.room.bot.tables

    async def later(self, amount: timedelta) -> list[str]:
        """Let time pass, and return what is sent to the channel meanwhile."""
        before = len(self.room.history())
        await pass_time([self.room.bot, self.second], amount)
        return [message.content for message in self.room.history()[before:]]

    async def at_eight_in_the_evening(self) -> None:
        moment = await now(self.room.bot)
        await self.later(moment.replace(hour=20, minute=0, second=0) - moment + DAY)

    def offering(self, label: str) -> discord.Message:
        """Return the newest message with such a button."""
        return next(message for message in reversed(self.room.history()) if label in labels(message))

    async def waited_for(self) -> MemberActor:
        table = await self.room.table()
        return await self.room.person_at(table.deciding_seats[0])

    async def turn(self) -> None:
        """Make the next decision; computers and plans follow."""
        await self.room.press_turn(self.rng, typed=True)
        await self.later(timedelta(seconds=2))

    async def host(self) -> MemberActor:
        """Return the present host: somebody else may be, once a computer has stood in for the first."""
        return self.room.user((await self.room.table()).row.host_id)

    async def until_it_is_the_turn_of(self, seat: int) -> Table:
        for _ in range(MOST_TURNS):
            table = await self.room.table()
            if seat in table.game.to_act:
                return table
            await self.turn()
        raise AssertionError("the turn never comes")

    # -- the chapters --------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start a table of four people with nights of their own; each decision has a day, then a computer stands in."""
        room = self.room
        async with room.database.transaction() as session:
            for person in room.people.values():
                await people.change_settings(session, person.id, lambda _: {"zone": "UTC"})
        host, *guests = room.people.values()
        await host.slash(room.channel, "game new", game=self.game, seats=4)
        lobby = room.last
        for guest in guests:
            await guest.click(lobby, label="Join")
        await fill(host, await host.click(lobby, label="Time limit …"), limit="24", time_up="stand_in")
        await host.click(lobby, label="Start")

    async def nobody_is_reminded_at_night(self) -> None:
        """Check that the reminder comes after half of the waking time.

        Fifteen of the 24 hours are waking ones, half of which are over at half past twelve.
        """
        late = await self.waited_for()
        assert await self.later(11 * HOUR) == []  # seven in the morning
        assert [content.split(" ")[:2] for content in await self.later(6 * HOUR)] == [[late.mention, "⏳"]]
        assert [content.split(" ")[:2] for content in await self.later(6 * HOUR)] == [[late.mention, "⏳"]]

    async def a_computer_stands_in_until_its_owner_is_back(self) -> None:
        late = await self.waited_for()
        seat = (await self.room.table()).seat_of(late.id)
        assert seat is not None
        await self.later(2 * HOUR)
        table = await self.room.table()
        assert (table.user_at(seat), table.kept_seat(late.id)) == (None, seat)
        assert table.deciding_seats
        assert seat not in table.deciding_seats
        for _ in range(5):
            await self.turn()
        offer = self.offering("I'm back")
        assert f"{late.mention} " in offer.content
        await late.click(offer, label="I'm back")
        assert (await self.room.table()).user_at(seat) == late.id

    async def a_substitute_plays_and_hands_back(self) -> None:
        room = self.room
        dirk = self.room["dirk"]
        seat = (await room.table()).seat_of(dirk.id)
        assert seat is not None
        await room.leave(dirk)
        emma = room.people["emma"] = room.enter("emma")
        await emma.click(self.offering("Take dirk's seat"), label="Take dirk's seat")
        await (await self.host()).click(self.offering("Confirm emma"), label="Confirm emma")
        for _ in range(10):  # an offer waits for several, of whom another one may answer first
            await self.until_it_is_the_turn_of(seat)
            await self.turn()
            if emma.id in {move.by_user_id for move in await room.moves()}:
                break
        else:
            raise AssertionError("the substitute never plays")
        await emma.click(await room.ask(emma, "seats"), label="Hand the seat back")
        await dirk.click(self.offering("I'm back"), label="I'm back")
        assert (await room.table()).user_at(seat) == dirk.id

    async def a_move_is_taken_back_by_vote(self) -> None:
        room = self.room
        asker = await self.waited_for()
        await self.turn()
        await self.turn()
        before = await self.effective()
        await room.propose(asker, "undo")
        question = self.offering(AGREE)
        for person in room.people.values():
            if person.id in (await room.table()).players and person.id != asker.id:
                await person.click(question, label=AGREE)
        await self.later(timedelta(seconds=2))
        assert await self.effective() < before
        assert asker.id in {(await room.table()).user_at(seat) for seat in (await room.table()).game.to_act}

    async def effective(self) -> int:
        """Return the number of moves that are not taken back."""
        async with self.room.database.reading() as session:
            return len(await moves.effective(session, (await self.room.table()).row.id))

    async def planned(self, *conditions: Message) -> int:
        """Store what somebody who waits would do next as a plan, and return the seat.

        The moves of others until then must reveal nothing, or nobody can plan: then the game goes on first.
        """
        for _ in range(MOST_TURNS):
            seat = await self.somebody_who_waits()
            table = await self.room.table()
            practice = Practice(version=table.row.version, chance="e2e")
            practice = practice_tables.advance_to_own_turn(table, practice, seat)
            game = practice_tables.replay_practice(table, practice, seat).game
            if seat in game.to_act:
                practice = practice_tables.add_step(practice, seat, greedy(game, seat, self.rng))
                await self.keep_plan(table, seat, practice, conditions)
                return seat
            await self.turn()
        raise AssertionError("nobody can plan")

    async def keep_plan(self, table: Table, seat: int, practice: Practice, conditions: Sequence[Message]) -> None:
        user = table.user_at(seat)
        assert user is not None
        plan = practice_tables.make_plan(table, practice, seat)
        plan = msgspec.structs.replace(plan, conditions=list(conditions), wishes=True)
        revision, notes = await self.tables.plans.load_notes(table.row.id, user)
        await self.tables.plans.store_notes(table, user, revision, notes.with_plan(plan))

    async def plan_of(self, seat: int) -> Plan | None:
        table = await self.room.table()
        return (await self.tables.plans.load_notes(table.row.id, table.user_at(seat) or 0))[1].plan

    async def somebody_who_waits(self) -> int:
        """Return a seat that is to decide soon, but not now."""
        table = await self.room.table()
        order = table.game.order()
        first = table.game.to_act[0]
        return next(seat for seat in [*order, *order][order.index(first) + 1 :] if seat not in table.game.to_act)

    async def plans_are_kept_stopped_and_withdrawn(self) -> None:
        room = self.room
        seat = await self.planned()
        for _ in range(MOST_TURNS):
            await self.turn()
            if (plan := await self.plan_of(seat)) is None or plan.stopped:
                break
        mine = [move for move in await room.moves() if move.planned]
        assert {move.seat for move in mine} == {seat}

        seat = await self.planned(NEVER_TRUE[self.game])
        for _ in range(MOST_TURNS):
            await self.turn()
            if (plan := await self.plan_of(seat)) and plan.stopped:
                break
        assert plan is not None
        assert plan.stopped is not None
        assert plan.stopped.why is StopReason.CONDITION
        person = await room.person_at(seat)
        panel = await room.ask(person, "plan")
        await person.click(panel, label="Delete the plan")
        assert await self.plan_of(seat) is None
        assert len([move for move in await room.moves() if move.planned]) == len(mine)

    async def a_pause_outlasts_a_restart(self) -> None:
        room = self.room
        host = await self.host()
        time_before = await self.time_left()
        await room.ask(host, "game pause")
        last_message = room.last
        await room.restart()
        assert await self.later(3 * DAY) == []
        panel = await room.ask(await room.person_at((await room.table()).game.to_act[0]), "play")
        assert f"**{host.name}**" in panel.content
        assert room.last == last_message
        await room.ask(host, "game pause")
        assert abs(await self.time_left() - time_before) < timedelta(minutes=1)

    async def time_left(self) -> timedelta:
        """Return the time left to the first who has to decide."""
        running = await self.tables.deadlines(await self.room.table())
        return min(running.values()) - await now(self.room.bot)

    async def to_the_end(self, seed: int) -> None:
        room = self.room
        await play_to_the_end(room, seed)
        await self.later(HOUR)
        await check_summary(room)
        table = await room.table()
        assert table.row.status == Status.FINISHED
        assert [(row.kind, row.failed) for row in await room.outbox() if row.sent_at is None] == []
        async with room.database.reading() as session:
            timers = (await session.exec(select(JobRow).where(IS_TIMER))).all()
        assert {timer.kind for timer in timers} <= {Kind.NUDGED, Kind.WRITTEN}, "these are only remembered"


@pytest.mark.proof
@pytest.mark.parametrize(("game", "dealt", "seed"), [("macao", 1, 3), ("mmn", 1, 3)])
@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
async def test_a_table_of_four_lives_through_weeks(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch, game: str, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with open_room(database, *NAMES, unabridged=True) as room, Database.open(database_url) as elsewhere:
        second = Second(elsewhere)
        call = (Lane.CALLS, Kind.CALL)
        second.worker.serve(Lane.CALLS, room.bot.worker.limits[Lane.CALLS], {Kind.CALL: room.bot.worker.handlers[call]})
        weeks = Weeks(room, second, game, seed)
        await weeks.at_eight_in_the_evening()
        await weeks.begin()
        await weeks.nobody_is_reminded_at_night()
        await weeks.a_computer_stands_in_until_its_owner_is_back()
        await weeks.a_substitute_plays_and_hands_back()
        await weeks.a_move_is_taken_back_by_vote()
        await weeks.plans_are_kept_stopped_and_withdrawn()
        await weeks.a_pause_outlasts_a_restart()
        await weeks.to_the_end(seed)
        assert [line for line in room.logs if line["log_level"] == "error"] == []
