"""The life of a table that takes weeks, in simulated time, with two processes on one PostgreSQL: people sleep, are
late, leave, lend their seats, take back, plan and pause."""

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
from tests.bot.room import Room, room
from tests.bot.timers import timer_worker
from tests.bot.whole_games import check_summary, deal, play_to_the_end

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_TURNS = 60
"""Turns within which something must have come to pass."""
NAMES = ("anna", "ben", "carla", "dirk")
NEVER_TRUE = {
    "macao": Message("macao.fact.tribute", {"gold": 99, "prestige": 1}),
    "mmn": Message("mmn.fact.robber", {"hex": "h99"}),
}
"""Conditions of plans that stop them."""


class Second:
    """Another process of the same bot: it does what is due, whichever of the two is first."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.worker = timer_worker(Tables(database))


class Weeks:
    """A table of four, and time that passes for both processes."""

    def __init__(self, here: Room, second: Second, game: str, seed: int) -> None:
        self.here, self.second, self.game, self.rng = here, second, game, Random(seed)

    @property
    def tables(self) -> Tables:
        return self.here.bot.tables

    async def later(self, amount: timedelta) -> list[str]:
        """What is said in the channel meanwhile."""
        before = len(self.here.history())
        await pass_time([self.here.bot, self.second], amount)
        return [message.content for message in self.here.history()[before:]]

    async def at_eight_in_the_evening(self) -> None:
        moment = await now(self.here.bot)
        await self.later(moment.replace(hour=20, minute=0, second=0) - moment + DAY)

    def offering(self, label: str) -> discord.Message:
        """The newest message with such a button."""
        return next(message for message in reversed(self.here.history()) if label in labels(message))

    async def waited_for(self) -> MemberActor:
        table = await self.here.table()
        return await self.here.at(table.deciding_seats[0])

    async def turn(self) -> None:
        """Somebody decides; computers and plans follow."""
        await self.here.press_turn(self.rng, typed=True)
        await self.later(timedelta(seconds=2))

    async def host(self) -> MemberActor:
        """Whoever is the host now: somebody else may be, once a computer has stood in for the first."""
        return self.here.user((await self.here.table()).row.host_id)

    async def until_it_is_the_turn_of(self, seat: int) -> Table:
        for _ in range(MOST_TURNS):
            table = await self.here.table()
            if seat in table.game.to_act:
                return table
            await self.turn()
        raise AssertionError("the turn never comes")

    # -- the chapters --------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Four people with nights of their own; each decision has a day, then a computer stands in."""
        here = self.here
        async with here.database.transaction() as session:
            for person in here.people.values():
                await people.change_settings(session, person.id, lambda _: {"zone": "UTC"})
        host, *guests = here.people.values()
        await host.slash(here.channel, "game new", game=self.game, seats=4)
        lobby = here.last
        for guest in guests:
            await guest.click(lobby, label="Join")
        await fill(host, await host.click(lobby, label="Time limit …"), limit="24", time_up="stand_in")
        await host.click(lobby, label="Start")

    async def nobody_is_reminded_at_night(self) -> None:
        """Fifteen of the 24 hours are waking ones: half of them are over at half past twelve."""
        late = await self.waited_for()
        assert await self.later(11 * HOUR) == []  # seven in the morning
        assert [said.split(" ")[:2] for said in await self.later(6 * HOUR)] == [[late.mention, "⏳"]]
        assert [said.split(" ")[:2] for said in await self.later(6 * HOUR)] == [[late.mention, "⏳"]]

    async def a_computer_stands_in_until_its_owner_is_back(self) -> None:
        late = await self.waited_for()
        seat = (await self.here.table()).seat_of(late.id)
        assert seat is not None
        await self.later(2 * HOUR)
        table = await self.here.table()
        assert (table.user_at(seat), table.kept_seat(late.id)) == (None, seat)
        assert table.deciding_seats
        assert seat not in table.deciding_seats
        for _ in range(5):
            await self.turn()
        told = self.offering("I'm back")
        assert f"{late.mention} " in told.content
        await late.click(told, label="I'm back")
        assert (await self.here.table()).user_at(seat) == late.id

    async def a_substitute_plays_and_hands_back(self) -> None:
        here, dirk = self.here, self.here["dirk"]
        seat = (await here.table()).seat_of(dirk.id)
        assert seat is not None
        await here.ask(dirk, "game leave")
        emma = here.people["emma"] = here.enter("emma")
        await emma.click(self.offering("Take dirk's seat"), label="Take dirk's seat")
        await (await self.host()).click(self.offering("Confirm emma"), label="Confirm emma")
        for _ in range(10):  # an offer waits for several, of whom another one may answer first
            await self.until_it_is_the_turn_of(seat)
            await self.turn()
            if emma.id in {move.by_user_id for move in await here.moves()}:
                break
        else:
            raise AssertionError("the substitute never plays")
        await emma.click(await here.ask(emma, "seats"), label="Hand the seat back")
        await dirk.click(self.offering("I'm back"), label="I'm back")
        assert (await here.table()).user_at(seat) == dirk.id

    async def a_move_is_taken_back_by_vote(self) -> None:
        here, asker = self.here, await self.waited_for()
        await self.turn()
        await self.turn()
        before = await self.effective()
        await here.propose(asker, "undo")
        question = self.offering(AGREE)
        for person in here.people.values():
            if person.id in (await here.table()).players and person.id != asker.id:
                await person.click(question, label=AGREE)
        await self.later(timedelta(seconds=2))
        assert await self.effective() < before
        assert asker.id in {(await here.table()).user_at(seat) for seat in (await here.table()).game.to_act}

    async def effective(self) -> int:
        """How many moves stand."""
        async with self.here.database.reading() as session:
            return len(await moves.effective(session, (await self.here.table()).row.id))

    async def planned(self, *conditions: Message) -> int:
        """Keep what somebody who waits would do next as a plan, and return the seat.

        The moves of others until then must reveal nothing, or nobody can plan: then the game goes on first.
        """
        for _ in range(MOST_TURNS):
            seat = await self.somebody_who_waits()
            table = await self.here.table()
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
        table = await self.here.table()
        return (await self.tables.plans.load_notes(table.row.id, table.user_at(seat) or 0))[1].plan

    async def somebody_who_waits(self) -> int:
        """A seat that is to decide soon, but not now."""
        table = await self.here.table()
        order = table.game.order()
        first = table.game.to_act[0]
        return next(seat for seat in [*order, *order][order.index(first) + 1 :] if seat not in table.game.to_act)

    async def plans_are_kept_stopped_and_withdrawn(self) -> None:
        here = self.here
        seat = await self.planned()
        for _ in range(MOST_TURNS):
            await self.turn()
            if (plan := await self.plan_of(seat)) is None or plan.stopped:
                break
        mine = [move for move in await here.moves() if move.planned]
        assert {move.seat for move in mine} == {seat}

        seat = await self.planned(NEVER_TRUE[self.game])
        for _ in range(MOST_TURNS):
            await self.turn()
            if (plan := await self.plan_of(seat)) and plan.stopped:
                break
        assert plan is not None
        assert plan.stopped is not None
        assert plan.stopped.why is StopReason.CONDITION
        person = await here.at(seat)
        panel = await here.ask(person, "plan")
        await person.click(panel, label="Delete the plan")
        assert await self.plan_of(seat) is None
        assert len([move for move in await here.moves() if move.planned]) == len(mine)

    async def a_pause_outlasts_a_restart(self) -> None:
        here, host = self.here, await self.host()
        left = await self.time_left()
        await here.ask(host, "game pause")
        said = here.last
        await here.restart()
        assert await self.later(3 * DAY) == []
        panel = await here.ask(await here.at((await here.table()).game.to_act[0]), "play")
        assert f"**{host.name}**" in panel.content
        assert here.last == said
        await here.ask(host, "game pause")
        assert abs(await self.time_left() - left) < timedelta(minutes=1)

    async def time_left(self) -> timedelta:
        """Of whoever has to decide first."""
        running = await self.tables.deadlines(await self.here.table())
        return min(running.values()) - await now(self.here.bot)

    async def to_the_end(self, seed: int) -> None:
        here = self.here
        await play_to_the_end(here, seed)
        await self.later(HOUR)
        await check_summary(here)
        table = await here.table()
        assert table.row.status == Status.FINISHED
        assert [(row.kind, row.failed) for row in await here.outbox() if row.sent_at is None] == []
        async with here.database.reading() as session:
            left = (await session.exec(select(JobRow).where(IS_TIMER))).all()
        assert {timer.kind for timer in left} <= {Kind.NUDGED, Kind.WRITTEN}, "these are only remembered"


@pytest.mark.proof
@pytest.mark.parametrize(("game", "dealt", "seed"), [("macao", 1, 3), ("mmn", 1, 3)])
@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
async def test_a_table_of_four_lives_through_weeks(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch, game: str, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with room(database, *NAMES, unabridged=True) as here, Database.open(database_url) as elsewhere:
        second = Second(elsewhere)
        call = (Lane.CALLS, Kind.CALL)
        second.worker.serve(Lane.CALLS, here.bot.worker.limits[Lane.CALLS], {Kind.CALL: here.bot.worker.handlers[call]})
        weeks = Weeks(here, second, game, seed)
        await weeks.at_eight_in_the_evening()
        await weeks.begin()
        await weeks.nobody_is_reminded_at_night()
        await weeks.a_computer_stands_in_until_its_owner_is_back()
        await weeks.a_substitute_plays_and_hands_back()
        await weeks.a_move_is_taken_back_by_vote()
        await weeks.plans_are_kept_stopped_and_withdrawn()
        await weeks.a_pause_outlasts_a_restart()
        await weeks.to_the_end(seed)
        assert [line for line in here.logs if line["log_level"] == "error"] == []
