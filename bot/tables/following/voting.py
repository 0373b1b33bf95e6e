"""What the table decides together: proposing, answering, and carrying out what everybody has agreed to.

An answer is one transaction that holds the vote. The last consent sets a timer in it; the work of that timer carries
out what was agreed, outside of any transaction until it is stored, and closes the vote with it: once, whoever dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import undoing
from bot.tables.announcement import VOTE
from bot.tables.change import Change, Road
from bot.tables.following import ballot, clocks, lateness
from bot.tables.following.ballot import ENDING, GOING_BACK, Closed, Proposal, absent, missing, pointless
from bot.tables.table import Refused, Table
from engines import Game, Message
from storage import games, moves, outbox, seats, timers, votes
from storage.columns import utcnow
from storage.models import Json, MoveKind, MoveRow, Status, TimerRow, VoteRow

MOST_BACK = 50
"""Decisions that a table can go back at once."""
TOLD = {
    Proposal.UNDO: "say.undone_by_consent",
    Proposal.BACK: "say.back_by_consent",
    Proposal.END: "say.ended_by_consent",
    Proposal.DRAW: "say.draw_agreed",
    Proposal.CLOCK: "say.clock_agreed",
}
"""What the channel is told of what everybody agreed to."""


@dataclass(frozen=True)
class Asked:
    """``vote`` is open at the table now; ``anew``: it was opened by this proposal."""

    vote: VoteRow
    anew: bool


class Voting:
    """The open votes of tables."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    # -- proposing -------------------------------------------------------------------------------------------------

    async def propose_undo(self, game_id: int, user_id: int) -> Asked:
        """Asks everybody whether the person's last decision may be taken back.

        Raises Refused, as all of these do: not seated, not running, nothing to take back.
        """

        async def data(table: Table, seat: int) -> tuple[int, Json]:
            async with self.repository.database.reading() as session:
                plan = await undoing.plan_of(session, table, user_id)
            return await self._going_back(table, plan.taken_back)

        return await self._propose(game_id, user_id, Proposal.UNDO, data)

    async def propose_back(self, game_id: int, user_id: int, count: int) -> Asked:
        """The same for the last ``count`` decisions, whoever made them. Raises Refused where there are fewer, and where
        the log does not lead to the present state."""

        async def data(table: Table, seat: int) -> tuple[int, Json]:
            return await self._going_back(table, count)

        return await self._propose(game_id, user_id, Proposal.BACK, data)

    async def propose_ending(self, game_id: int, user_id: int, kind: Proposal) -> Asked:
        """Asks everybody whether the game is to end, without a result or as a draw. Raises Refused for who is alone."""

        async def data(table: Table, seat: int) -> tuple[int, Json]:
            if ballot.too_few(table, user_id, kind, await self._may_return(table)):
                raise Refused("error.vote_alone")
            return table.row.version, {}

        return await self._propose(game_id, user_id, kind, data)

    async def propose_clock(self, game_id: int, user_id: int, chosen: dict[str, str]) -> Asked:
        """Asks everybody whether decisions may take another time; ``chosen`` of ``clocks.CHOICES``. Raises Refused for
        everybody but the host, and where nothing would change."""

        async def data(table: Table, seat: int) -> tuple[int, Json]:
            if user_id != table.row.host_id:
                raise Refused("error.vote_only_host")
            clock = before = clocks.read_clock(table.row.clock)
            for name, value in chosen.items():
                if value not in clocks.CHOICES.get(name, ()):
                    raise Refused("error.damaged")
                clock = clock.with_choice(name, value)
            if clock == before or not (clock.hours or before.hours):
                raise Refused("error.vote_same_clock")
            return table.row.version, {"clock": msgspec.to_builtins(clock)}

        return await self._propose(game_id, user_id, Proposal.CLOCK, data)

    async def _propose(
        self, game_id: int, user_id: int, kind: Proposal, about: Callable[[Table, int], Awaitable[tuple[int, Json]]]
    ) -> Asked:
        """``about``: the version that the proposal is about, and what else there is to know of it."""
        async with self.repository.lock(game_id):
            table = await self._running(game_id)
            seat = table.seat_of(user_id)
            if seat is None:
                raise table.no_seat(user_id)
            if (pending := await self.pending(table)) is not None:
                return Asked(pending, anew=False)
            version, data = await about(table, seat)
            data |= {"users": [user_id], "replaced": await self._may_return(table)}
            vote = VoteRow(game_id=game_id, kind=kind, seat=seat, version=version, data=data, agreed=[seat])
            async with self.repository.writing() as session:
                await games.hold(session, game_id)
                opened = await votes.open_vote(session, vote)
                if opened:
                    await ballot.wait(session, table, vote)
                    if asked := ballot.unheard(table, vote):
                        await ballot.show(session, table.row, vote, call=asked)
                    else:
                        await timers.start(session, game_id, timers.Kind.CONSENT)
                found = vote if opened else await votes.open_of(session, game_id)
        assert found is not None
        return Asked(found, anew=opened)

    async def _may_return(self, table: Table) -> list[int]:
        async with self.repository.database.reading() as session:
            return await lateness.may_return(session, table)

    async def _running(self, game_id: int) -> Table:
        """The table, which may be paused: that is when there is time to talk about it."""
        table = await self.repository.table(game_id)
        if not table.running:
            raise Refused("error.not_started" if table.row.status == Status.LOBBY else "error.game_over")
        return table

    async def pending(self, table: Table) -> VoteRow | None:
        """The vote that stands in the way of another one; one that the game has overtaken is closed."""
        vote = await self.open_vote(table.row.id)
        if vote is None:
            return None
        async with self.repository.database.transaction() as session:
            await games.hold(session, table.row.id)
            found = await votes.lock(session, vote.id)
            if found is None or found.closed is not None:
                return None
            stands = found.kind not in GOING_BACK or ballot.same(
                found, await ballot.to_take_back(session, table, found)
            )
            idle = pointless(table, found)
            if stands and not idle:
                return found
            await ballot.close(session, table.row, found, idle or Closed.OVERTAKEN)
        return None

    async def last_moves(self, table: Table, count: int) -> Sequence[MoveRow]:
        """The decisions that going back so many would undo. Raises Refused where there are fewer, and where the log
        does not lead to the state."""
        async with self.repository.database.reading() as session:
            log = await moves.effective(session, table.row.id)
        if not log:
            raise Refused("error.nothing_to_go_back")
        if count > len(log):
            raise Refused("error.too_far_back", n=len(log))
        await asyncio.to_thread(undoing.rebuild, table, log, log[-count].version)
        return log[-count:]

    async def _going_back(self, table: Table, count: int) -> tuple[int, Json]:
        """Going back so many decisions. Raises Refused as ``last_moves`` does."""
        going = await self.last_moves(table, count)
        return going[-1].version, {"since": going[0].version, "n": count, "movers": ballot.movers(going)}

    # -- answering -------------------------------------------------------------------------------------------------

    async def open_vote(self, game_id: int) -> VoteRow | None:
        """What a table is being asked."""
        async with self.repository.database.reading() as session:
            return await votes.open_of(session, game_id)

    async def answer(self, game_id: int, vote_id: int, user_id: int, answered: str) -> tuple[Table, VoteRow, bool]:
        """Counts an answer: "agree", "refuse" or "withdraw". The vote as it is then; False: it was over before.

        Raises Refused: neither seated nor asked while away, no such vote, not one's own to withdraw.
        """
        async with self.repository.lock(game_id):
            read = await self.repository.table(game_id)
            async with self.repository.writing() as session:
                await games.hold(session, game_id)
                table = Table(read.row, await seats.of_game(session, game_id))
                vote = await votes.lock(session, vote_id)
                if vote is None or vote.game_id != game_id:
                    raise Refused("error.vote_gone")
                if table.seat_of(user_id) is None and user_id not in ballot.asked_away(table, vote):
                    raise table.no_seat(user_id)
                counts = vote.closed is None
                if counts:
                    await self._count(session, table, vote, user_id, answered)
        return table, vote, counts

    async def _count(self, session: AsyncSession, table: Table, vote: VoteRow, user_id: int, answered: str) -> None:
        seat = table.seat_of(user_id)
        mine = seat == vote.seat
        if answered == "withdraw" and not mine:
            raise Refused("error.vote_not_yours")
        if idle := pointless(table, vote):
            await ballot.close(session, table.row, vote, idle)
        elif mine and answered != "agree":
            await ballot.close(session, table.row, vote, Closed.WITHDRAWN, seat)
        elif answered == "refuse":
            if seat is None:
                await votes.agree(session, vote, vote.agreed, refused_away=user_id)
            await ballot.close(session, table.row, vote, Closed.REFUSED, seat)
        elif await self._still_asked(session, table, vote):
            seats_agreed, users = {*vote.agreed}, {*ballot.users_in(vote, "users"), user_id}
            if seat is not None:
                seats_agreed.add(seat)
            if (sorted(seats_agreed), sorted(users)) == (vote.agreed, ballot.users_in(vote, "users")):
                return
            await votes.agree(session, vote, sorted(seats_agreed), users=sorted(users))
            await ballot.show(session, table.row, vote)
            if not missing(table, vote) and not absent(table, vote):
                await timers.start(session, table.row.id, timers.Kind.CONSENT)

    async def _still_asked(self, session: AsyncSession, table: Table, vote: VoteRow) -> bool:
        """Whether a locked vote is still about the newest moves; if not it is asked again, or settled, calling nobody.

        To go back now would take back what others have moved since, which nobody has agreed to yet.
        """
        if vote.kind not in GOING_BACK:
            return True
        found = await ballot.to_take_back(session, table, vote)
        if ballot.same(vote, found):
            return True
        if found:
            proposer = [table.user_at(vote.seat)]
            data: Json = {"since": vote.data["since"], "n": len(found), "again": True}
            data |= {"movers": ballot.movers(found), "users": proposer, "replaced": ballot.users_in(vote, "replaced")}
            await votes.ask_anew(session, vote, found[-1].version, data)
            await ballot.show(session, table.row, vote)
        else:
            await ballot.close(session, table.row, vote, Closed.OVERTAKEN)
        return False

    async def on_its_way(self, vote: VoteRow) -> bool:
        """Whether the message of a vote that is not posted yet still waits to be sent."""
        async with self.repository.database.reading() as session:
            queued = await outbox.last(session, vote.game_id, VOTE)
        return queued is not None and queued.sent_at is None and queued.failed is None

    async def post_anew(self, game_id: int, vote_id: int) -> None:
        """The message of a vote is gone: it is shown in a new one, which calls nobody."""
        table = await self.repository.table(game_id)
        async with self.repository.writing() as session:
            await games.hold(session, game_id)
            vote = await votes.lock(session, vote_id)
            if vote is not None and vote.closed is None:
                await ballot.post_anew(session, table.row)

    # -- what is due -----------------------------------------------------------------------------------------------

    async def lapse(self, timer: TimerRow, gone: Collection[int] = ()) -> None:
        """Not everybody has answered in time. ``gone``: users who are not in the server any more."""
        async with self.repository.writing() as session:
            await games.hold(session, timer.game_id)
            vote, row = await votes.open_of(session, timer.game_id), await games.outline(session, timer.game_id)
            if vote is None or row is None:
                await timers.done(session, timer)
            else:
                await self._lapse(session, timer, Table(row, await seats.of_game(session, row.id)), vote, gone)

    async def _lapse(
        self, session: AsyncSession, timer: TimerRow, table: Table, vote: VoteRow, gone: Collection[int]
    ) -> None:
        unheard, known = absent(table, vote), timer.data.get("away")
        waited = {*(known if isinstance(known, list) else ()), *gone}
        left_since = [user for user in unheard if user not in waited]
        if missing(table, vote) or (unheard and vote.kind in GOING_BACK and not left_since):
            await ballot.close(session, table.row, vote, Closed.LAPSED)
        elif left_since:
            wait = await ballot.time_to_answer(session, table, left_since)
            await timers.put_off(session, timer, wait, {"away": sorted({*waited, *left_since})})
            return
        else:  # it is about to be carried out
            await votes.agree(session, vote, vote.agreed, silent=unheard)
            await timers.start(session, table.row.id, timers.Kind.CONSENT)
        await timers.done(session, timer)

    async def settle(self, timer: TimerRow) -> None:
        """Carries out what a table was asked, if everybody has agreed to it by now.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._settled(timer):
            pass  # somebody has moved, answered or left in the same moment

    async def _settled(self, timer: TimerRow) -> bool:
        """False: something has changed meanwhile."""
        vote = await self.open_vote(timer.game_id)
        table = await self.repository.table(timer.game_id) if vote else None
        async with self.repository.writing() as session:
            await games.hold(session, timer.game_id)
            if vote is None or table is None or not await self._agreed(session, table, vote):
                await timers.done(session, timer)
                agreed = None
            else:
                agreed = vote, table
        return agreed is None or await self._carried_out(*agreed)

    async def _agreed(self, session: AsyncSession, table: Table, vote: VoteRow) -> bool:
        """Whether everybody agrees to what a vote proposes as things are now; a pointless one is closed."""
        found = await votes.lock(session, vote.id)
        if found is None or found.closed is not None:
            return False
        if idle := pointless(table, found):
            await ballot.close(session, table.row, found, idle)
            return False
        if missing(table, found) or absent(table, found):
            return False
        return await self._still_asked(session, table, found)

    async def _carried_out(self, vote: VoteRow, table: Table) -> bool:
        """False: the table has changed since it was read."""
        how, before = Closed.AGREED, None
        if vote.kind in GOING_BACK:
            async with self.repository.database.reading() as session:
                log = await moves.effective(session, table.row.id)
            try:
                before = await asyncio.to_thread(undoing.rebuild, table, log, int(vote.data["since"]))
            except Refused:
                how = Closed.IMPOSSIBLE
        async with self.road.change_as_read(table) as change:
            session = change.session
            row, found = await games.outline(session, table.row.id), await votes.lock(session, vote.id)
            if row is None or row.version != table.row.version:
                return False
            if found is None or found.closed is not None or (found.agreed, found.data) != (vote.agreed, vote.data):
                return False
            await ballot.close(session, table.row, found, how)
            if how is Closed.AGREED:
                await _carry_out(change, found, before)
        return True


async def _carry_out(change: Change, vote: VoteRow, before: Game | None) -> None:
    table, kind, data = change.table, Proposal(vote.kind), vote.data
    told = Message(TOLD[kind], {"seat": vote.seat, **({"n": data["n"]} if kind in GOING_BACK else {})})
    changes: games.Changes = {}
    if kind in ENDING:
        changes["status"] = Status.FINISHED if kind is Proposal.DRAW else Status.ABANDONED
        changes["finished_at"] = utcnow()
    elif table.paused:  # what was left of another time, or for another decision, is not given back
        changes["pause"] = {**(table.row.pause or {}), "left": []}
    if kind is Proposal.CLOCK:
        changes["clock"] = data["clock"]
    since = data["since"] if kind in GOING_BACK else None
    log_entry = MoveKind(kind.value)
    await change.agreed(log_entry, vote.seat, told, since=since, before=before, **changes)
    if kind not in ENDING:
        await clocks.begin_anew(change.session, change.table)
