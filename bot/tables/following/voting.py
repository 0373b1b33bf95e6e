"""What happens to the open vote of a table: it is proposed, answered, settled and closed. What it is: ``consent``.

Whoever leaves, takes a seat or takes moves back changes who is asked what (``follow``, ``seated``, ``replaced``). As
after an answer work of its own (``settle``) looks then whether the vote is to be carried out or closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import NamedTuple

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, undoing
from bot.tables.announcement import VOTE
from bot.tables.brake import Occasion
from bot.tables.change import Change, Happened, Road
from bot.tables.following import clocks, consent, lateness
from bot.tables.following.consent import ENDING, GOING_BACK, Closed, Proposal
from bot.tables.table import Refused, Table
from engines import Game, Message
from storage import games, jobs, votes
from storage.columns import utcnow
from storage.jobs import Kind
from storage.models import GameRow, JobRow, Json, MoveKind, Status, VoteRow

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
TOLD_UNASKED = {Proposal.UNDO: "say.undone", Proposal.BACK: "say.back_unasked", Proposal.CLOCK: "say.clock_unasked"}
"""The same where nobody but the proposer had to agree: others are not said to have."""


async def follow(change: Change, happened: Happened) -> None:
    """After the end an open vote is over. After any other change of who plays it may be agreed by now, or be pointless
    since its proposer has left: ``settle`` finds out. In another channel its message is posted there."""
    session, table = change.session, change.table
    if happened.moved_here:
        await _post_anew(session, table.row)
        return
    if happened.decided and table.running:
        return
    vote = await votes.open_of(session, table.row.id)
    if vote is None:
        return
    goes_on = table.running
    if goes_on and happened.undone and vote.kind in GOING_BACK:
        goes_on = await _is_about_fewer(session, table, vote)
    if goes_on:
        await jobs.schedule(session, table.row.id, Kind.CONSENT)
    else:
        await _close(session, table.row, vote, Closed.OVERTAKEN)


async def _is_about_fewer(session: AsyncSession, table: Table, vote: VoteRow) -> bool:
    """After moves were taken back a vote is about those that are left; who has agreed to all of them agrees to fewer.
    False: none are left."""
    left = [move for move in await consent.to_take_back(session, table, vote) if move.version <= vote.version]
    if left and not consent.same(vote, left):
        vote.version = left[-1].version
        await votes.agree(session, vote, vote.agreed, n=len(left), movers=consent.movers(left))
        await _show(session, table.row, vote)
    return bool(left)


async def seated(session: AsyncSession, row: GameRow, seat: int) -> None:
    """Another person takes a seat: what was agreed there before counts no more, nor what was proposed there."""
    vote = await votes.open_of(session, row.id)
    if vote is None:
        return
    if seat == vote.seat:
        await _close(session, row, vote, Closed.ORPHANED)
    elif seat in vote.agreed:
        await votes.agree(session, vote, [each for each in vote.agreed if each != seat])
        await _show(session, row, vote)


async def replaced(session: AsyncSession, row: GameRow, user_id: int) -> None:
    """Others have given away the seat of this user, who may have it again, and is asked all the same."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.agree(session, vote, vote.agreed, replaced=[*consent.users_in(vote, "replaced"), user_id])
        await _show(session, row, vote)


async def _show(session: AsyncSession, row: GameRow, vote: VoteRow, *, call: Collection[int] = ()) -> None:
    """Queues that the vote's message shows it as it is by then, and calls these users, as far as they may be called and
    their answers are missing."""
    users = await brake.admitted(session, row.id, Occasion.VOTE, call)
    payload: Json = {"kind": VOTE, "version": vote.version, "vote": vote.id, "call": bool(call), "users": users}
    await jobs.enqueue(session, row.id, row.channel_id, VOTE, payload)


async def _post_anew(session: AsyncSession, row: GameRow) -> None:
    """The open vote, if there is one, is shown in a new message, which calls nobody."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.note_message(session, vote.id, None)
        await _show(session, row, vote)


async def _close(session: AsyncSession, row: GameRow, vote: VoteRow, how: Closed, seat: int | None = None) -> None:
    """The vote is over, unless it was before, and its message says how."""
    if await votes.close(session, vote, how, seat):
        await jobs.cancel(session, row.id, Kind.VOTE, Kind.CONSENT)
        await _show(session, row, vote)


async def _pending(change: Change) -> VoteRow | None:
    """As ``Voting.pending``."""
    session, table = change.session, change.table
    found = await votes.open_of(session, table.row.id)
    if found is None:
        return None
    how = consent.pointless(table, found)
    if found.kind in GOING_BACK and not consent.same(found, await consent.to_take_back(session, table, found)):
        how = how or Closed.OVERTAKEN
    if how is None:
        return found
    await _close(session, table.row, found, how)
    return None


async def _locked(session: AsyncSession, vote_id: int) -> VoteRow | None:
    """The vote, which nobody else changes until the transaction ends, if it is still open."""
    vote = await votes.get(session, vote_id, locked=True)
    return vote if vote and vote.closed is None else None


class Asked(NamedTuple):
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

        async def about(change: Change) -> tuple[int, Json]:
            plan = await undoing.plan_of(change.session, change.table, user_id)
            return await _going_back(change, plan.taken_back)

        return await self._propose(game_id, user_id, Proposal.UNDO, about)

    async def propose_back(self, game_id: int, user_id: int, count: int) -> Asked:
        """Asks everybody whether the last ``count`` decisions may be taken back, whoever made them. Raises Refused as
        ``propose_undo``, where there are fewer, and where the log does not lead to the present state."""
        return await self._propose(game_id, user_id, Proposal.BACK, partial(_going_back, count=count))

    async def propose_ending(self, game_id: int, user_id: int, kind: Proposal) -> Asked:
        """Asks everybody whether the game is to end, without a result or as a draw. Raises Refused for who is alone."""

        async def about(change: Change) -> tuple[int, Json]:
            table = change.table
            if consent.too_few(table, user_id, kind, await lateness.may_return(change.session, table)):
                raise Refused("error.vote_alone")
            return table.row.version, {}

        return await self._propose(game_id, user_id, kind, about)

    async def propose_clock(self, game_id: int, user_id: int, chosen: dict[str, str]) -> Asked:
        """Asks everybody whether decisions may take another time; ``chosen`` of ``clocks.CHOICES``. Raises Refused for
        everybody but the host, and where nothing would change."""

        async def about(change: Change) -> tuple[int, Json]:
            table = change.table
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

        return await self._propose(game_id, user_id, Proposal.CLOCK, about)

    async def _propose(
        self, game_id: int, user_id: int, kind: Proposal, about: Callable[[Change], Awaitable[tuple[int, Json]]]
    ) -> Asked:
        """``about``: the version that the proposal is about, and what else there is to know of it."""
        async with self.road.change(game_id) as change:  # it may be paused: there is time to talk then
            session, table = change.session, change.table
            seat = table.own_seat(user_id)
            if (pending := await _pending(change)) is not None:
                return Asked(pending, anew=False)
            version, data = await about(change)
            data |= {"users": [user_id], "replaced": await lateness.may_return(session, table)}
            vote = VoteRow(game_id=game_id, kind=kind, seat=seat, version=version, data=data, agreed=[seat])
            found = await votes.open_vote(session, vote)
            if found is vote:
                away = consent.absent(table, vote)
                wait = await consent.time_to_answer(session, table, away)
                await jobs.schedule(session, game_id, Kind.VOTE, wait=wait, payload={"away": away})
                if asked := consent.unheard(table, vote):
                    await _show(session, table.row, vote, call=asked)
                else:
                    await jobs.schedule(session, game_id, Kind.CONSENT)
        return Asked(found, anew=found is vote)

    async def pending(self, game_id: int) -> VoteRow | None:
        """The vote that stands in the way of another one; one that the game has overtaken is closed."""
        async with self.road.at(game_id) as change:
            return await _pending(change)

    # -- answering -------------------------------------------------------------------------------------------------

    async def open_vote(self, game_id: int) -> VoteRow | None:
        """What a table is being asked."""
        async with self.repository.database.reading() as session:
            return await votes.open_of(session, game_id)

    async def answer(self, game_id: int, vote_id: int, user_id: int, answered: str) -> tuple[Table, VoteRow, bool]:
        """Counts an answer: "agree", "refuse" or "withdraw". The vote as it is then; False: it was over before.

        Raises Refused: neither seated nor asked while away, no such vote, not one's own to withdraw.
        """
        async with self.road.at(game_id) as change:
            session, table = change.session, change.table
            vote = await votes.get(session, vote_id, locked=True)
            if vote is None or vote.game_id != game_id:
                raise Refused("error.vote_gone")
            if table.seat_of(user_id) is None and user_id not in consent.asked_away(table, vote):
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
        if idle := consent.pointless(table, vote):
            await _close(session, table.row, vote, idle)
        elif mine and answered != "agree":
            await _close(session, table.row, vote, Closed.WITHDRAWN, seat)
        elif answered == "refuse":
            if seat is None:
                await votes.agree(session, vote, vote.agreed, refused_away=user_id)
            await _close(session, table.row, vote, Closed.REFUSED, seat)
        elif await self._still_asked(session, table, vote):
            known = vote.agreed, consent.users_in(vote, "users")
            seats_agreed = sorted({*known[0], *([] if seat is None else [seat])})
            users = sorted({*known[1], user_id})
            if (seats_agreed, users) == known:
                return
            await votes.agree(session, vote, seats_agreed, users=users)
            await _show(session, table.row, vote)
            if not consent.unheard(table, vote):
                await jobs.schedule(session, table.row.id, Kind.CONSENT)

    async def _still_asked(self, session: AsyncSession, table: Table, vote: VoteRow) -> bool:
        """Whether a locked vote is still about the newest moves; if not it is asked again, or settled, calling nobody.

        To go back now would take back what others have moved since, which nobody has agreed to yet.
        """
        if vote.kind not in GOING_BACK:
            return True
        found = await consent.to_take_back(session, table, vote)
        if consent.same(vote, found):
            return True
        if found:
            proposer = [table.user_at(vote.seat)]
            data: Json = {"since": vote.data["since"], "n": len(found), "again": True}
            data |= {"movers": consent.movers(found), "users": proposer, "replaced": consent.users_in(vote, "replaced")}
            await votes.ask_anew(session, vote, found[-1].version, data)
            await _show(session, table.row, vote)
        else:
            await _close(session, table.row, vote, Closed.OVERTAKEN)
        return False

    async def post_anew(self, game_id: int, vote_id: int) -> None:
        """The message of a vote is gone: it is shown in a new one, which calls nobody."""
        async with self.road.at(game_id) as change:
            if await _locked(change.session, vote_id):
                await _post_anew(change.session, change.table.row)

    # -- what is due -----------------------------------------------------------------------------------------------

    async def lapse(self, timer: JobRow, gone: Collection[int] = ()) -> None:
        """Not everybody has answered in time. ``gone``: users who are not in the server any more."""
        if await self.open_vote(timer.game_id) is None:
            await self.repository.over(timer)
            return
        async with self.road.at(timer.game_id) as change:
            session, table = change.session, change.table
            vote = await votes.open_of(session, timer.game_id)
            if vote is not None:
                known = timer.payload.get("away")
                away, waited = consent.absent(table, vote), {*(known if isinstance(known, list) else ()), *gone}
                left_since = [user for user in away if user not in waited]
                if consent.missing(table, vote) or (away and vote.kind in GOING_BACK and not left_since):
                    await _close(session, table.row, vote, Closed.LAPSED)
                elif left_since:
                    wait = await consent.time_to_answer(session, table, left_since)
                    await jobs.reschedule(session, timer, wait, {"away": sorted({*waited, *left_since})})
                    return
                else:  # it is about to be carried out
                    await votes.agree(session, vote, vote.agreed, silent=away)
                    await jobs.schedule(session, table.row.id, Kind.CONSENT)
            await jobs.done(session, timer)

    async def settle(self, timer: JobRow) -> None:
        """Carries out what a table was asked, if everybody has agreed to it by now; closes what is pointless.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._settled(timer):
            pass  # somebody has moved or left in the same moment

    async def _settled(self, timer: JobRow) -> bool:
        """False: the table has changed since it was read."""
        vote = await self.open_vote(timer.game_id)
        if vote is None:
            await self.repository.over(timer)
            return True
        table = await self.repository.table(timer.game_id)
        how, before = Closed.AGREED, None
        if vote.kind in GOING_BACK:
            try:
                before = await undoing.game_before(self.repository.database, table, int(vote.data["since"]))
            except Refused:
                how = Closed.IMPOSSIBLE
        async with self.road.change_as_read(table) as change:
            row = await games.outline(change.session, table.row.id)
            if row is None or row.version != table.row.version:
                return False
            agreed = await self._agreed(change.session, table, vote.id)
            if agreed is None:
                await jobs.done(change.session, timer)
                return True
            await _close(change.session, row, agreed, how)
            if how is Closed.AGREED:
                await _carry_out(change, agreed, before)
        return True

    async def _agreed(self, session: AsyncSession, table: Table, vote_id: int) -> VoteRow | None:
        """The vote, if everybody agrees to it as things are now; a pointless one is closed."""
        vote = await _locked(session, vote_id)
        if vote is None:
            return None
        if idle := consent.pointless(table, vote):
            await _close(session, table.row, vote, idle)
            return None
        agreed = not consent.unheard(table, vote) and await self._still_asked(session, table, vote)
        return vote if agreed else None


async def _going_back(change: Change, count: int) -> tuple[int, Json]:
    """Going back so many decisions. Raises Refused as ``undoing.last_moves`` does."""
    going = await undoing.last_moves(change.session, change.table, count)
    return going[-1].version, {"since": going[0].version, "n": count, "movers": consent.movers(going)}


async def _carry_out(change: Change, vote: VoteRow, before: Game | None) -> None:
    table, kind, data = change.table, Proposal(vote.kind), vote.data
    said = TOLD if consent.others_heard(vote) else TOLD | TOLD_UNASKED
    told = Message(said[kind], {"seat": vote.seat, **({"n": data["n"]} if kind in GOING_BACK else {})})
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
