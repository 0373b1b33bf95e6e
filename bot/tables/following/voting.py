"""Votes of a table: what may be proposed, who must agree, and what happens until a vote is carried out or closed.

Whoever plays must agree. Whoever is away from a seat is asked too where the game may end, is waited for during a day of
own waking time, and then counts no more; what a person has decided is never taken back without that person's consent.

Whoever leaves, takes a seat or takes moves back changes who is asked what (``follow``, ``seated``, ``replaced``). As
after an answer work of its own (``settle``) looks then whether the vote is to be carried out or closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits, undoing
from bot.tables.announcement import VOTE
from bot.tables.brake import Occasion
from bot.tables.change import Change, Happened, Road
from bot.tables.following import clocks, lateness, remaining
from bot.tables.table import Refused, Table
from engines import Game, Message
from storage import clock, games, jobs, moves, votes
from storage.columns import utcnow
from storage.jobs import Kind
from storage.models import GameRow, JobRow, Json, MoveKind, MoveRow, Status, VoteRow

OPEN_FOR = timedelta(hours=24)
"""How long everybody may take to answer; who is away has so long of waking time."""
LONGEST_WAIT = timedelta(days=7)
"""Without holidays: for whom quiet hours leave little of a day."""
MOST_BACK = 50
"""Decisions that a table can go back at once."""


class Proposal(StrEnum):
    """What may be proposed."""

    UNDO = "undo"
    """The proposer's last decision is taken back. ``data``: ``since``, the first version to be undone, ``n``, how many
    decisions that takes back, and ``movers``, the users who made them; ``again`` if others have moved since it was
    asked first."""
    BACK = "back"
    """Some decisions are taken back, whoever made them; ``data`` as for undo."""
    END = "end"
    """The game ends without a result."""
    DRAW = "draw"
    """The game ends; everybody shares the first place."""
    CLOCK = "clock"
    """Decisions may take another time. ``data``: ``clock``, as a table stores it."""


GOING_BACK = (Proposal.UNDO, Proposal.BACK)
"""What is about the moves that were made, so that further moves make it another question."""
ENDING = (Proposal.END, Proposal.DRAW)
"""What nobody decides who is alone at a table."""


class Closed(StrEnum):
    """How a vote ended."""

    AGREED = "agreed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"
    OVERTAKEN = "overtaken"
    """The game has moved on or ended, or what was to be taken back was taken back already."""
    ORPHANED = "orphaned"
    """Whoever proposed it has left, or somebody else decides for that seat."""
    ALONE = "alone"
    """Nobody is left with whom the end of the game could be agreed on."""
    IMPOSSIBLE = "impossible"
    """Everybody agreed to go back, but the log does not lead there any more."""


def missing(table: Table, vote: VoteRow) -> list[int]:
    """Return the seats of people who play and have not agreed yet."""
    return [seat for seat in range(len(table.seats)) if table.user_at(seat) is not None and seat not in vote.agreed]


def absent(table: Table, vote: VoteRow) -> list[int]:
    """Users who are away, are asked all the same, and have not agreed yet; not those who have been waited for."""
    heard = {*users_in(vote, "users"), *users_in(vote, "silent")}
    return [user for user in asked_away(table, vote) if user not in heard]


def unheard(table: Table, vote: VoteRow) -> list[int]:
    """Return everybody whose answer is missing, there or away."""
    present = [user for seat in missing(table, vote) if (user := table.user_at(seat)) is not None]
    return [*present, *absent(table, vote)]


def asked_away(table: Table, vote: VoteRow) -> list[int]:
    """Users who are away and must be asked: where the game may end, where their own moves would be taken back, and
    wherever nobody else is there to be asked by the proposer. Whose seat was given away lately is no less away."""
    if vote.kind not in (*ENDING, *GOING_BACK):
        return []
    mine = dict.fromkeys([*table.away.values(), *users_in(vote, "replaced")])
    away = [user for user in mine if table.seat_of(user) is None]
    if vote.kind in ENDING or len(table.persons) < 2:
        return away
    return [user for user in away if user in users_in(vote, "movers")]


def users_in(vote: VoteRow, name: str) -> list[int]:
    """Return the users whom a vote keeps under this name.

    ``movers``, whose moves would be taken back; ``users``, who have agreed; ``silent``, who were away and have been
    waited for long enough; ``replaced``, whose seats others have given away, and who may have them again.
    """
    users = vote.data.get(name)
    return users if isinstance(users, list) else []


def others_heard(vote: VoteRow) -> bool:
    """Return whether anybody but the proposer has agreed, or was waited for."""
    return len(vote.agreed) > 1 or len(users_in(vote, "users")) > 1 or bool(users_in(vote, "silent"))


def movers(undone: Sequence[MoveRow]) -> list[int]:
    """Return the users who made these moves."""
    return sorted({move.by_user_id for move in undone if move.by_user_id is not None})


async def to_take_back(session: AsyncSession, table: Table, vote: VoteRow) -> Sequence[MoveRow]:
    """Return the moves that would be taken back now; none where the first of them is not what it was about any more."""
    since = vote.data.get("since")
    if vote.kind == Proposal.UNDO:
        going = await moves.since_decision(session, vote.game_id, vote.seat)
        proposer = table.user_at(vote.seat) or 0
        if going and undoing.undo_plan(going, vote.seat, proposer).barrier is None:
            return []  # the proposer needs nobody's consent
    else:
        going = await moves.effective(session, vote.game_id, after=int(since or 0) - 1)
    return going if going and going[0].version == since else []


def same(vote: VoteRow, going: Sequence[MoveRow]) -> bool:
    """Return whether a vote is about taking back these moves."""
    return bool(going) and (going[-1].version, len(going)) == (vote.version, vote.data.get("n"))


def pointless(table: Table, vote: VoteRow) -> Closed | None:
    """Return why nothing can come of a vote any more; None: something can."""
    if not table.running:
        return Closed.OVERTAKEN
    proposer = table.user_at(vote.seat)
    if proposer is None:
        return Closed.ORPHANED
    alone = vote.kind in ENDING and too_few(table, proposer, Proposal(vote.kind), users_in(vote, "replaced"))
    return Closed.ALONE if alone else None


def too_few(table: Table, proposer: int, kind: Proposal, replaced: Collection[int]) -> bool:
    """Return whether nobody is there with whom the end of the game could be agreed on.

    A draw is a result, for which two must be there; to break off, whoever may come back can be waited for, also who was
    ``replaced``.
    """
    return len(table.persons) < 2 if kind is Proposal.DRAW else table.alone(proposer) and not replaced


async def time_to_answer(session: AsyncSession, table: Table, users: Collection[int]) -> timedelta:
    """Return how long a vote waits for its answers, if these users are away."""
    now = await clock.now(session)
    longest = OPEN_FOR
    for user in users:
        person = await remaining.habits_at(session, table, user)
        awake = habits.after_waking(now, OPEN_FOR, person)
        longest = max(longest, min(awake, habits.deadline(now, LONGEST_WAIT, False, person)) - now)
    return longest


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
    session = change.session
    table = change.table
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
    remaining_moves = [move for move in await to_take_back(session, table, vote) if move.version <= vote.version]
    if remaining_moves and not same(vote, remaining_moves):
        vote.version = remaining_moves[-1].version
        await votes.agree(session, vote, vote.agreed, n=len(remaining_moves), movers=movers(remaining_moves))
        await _show(session, table.row, vote)
    return bool(remaining_moves)


async def seated(session: AsyncSession, row: GameRow, seat: int) -> None:
    """Another person takes a seat: what was agreed there before counts no more, nor what was proposed there."""
    vote = await votes.open_of(session, row.id)
    if vote is None:
        return
    if seat == vote.seat:
        await _close(session, row, vote, Closed.ORPHANED)
    elif seat in vote.agreed:
        await votes.agree(session, vote, [agreed_seat for agreed_seat in vote.agreed if agreed_seat != seat])
        await _show(session, row, vote)


async def replaced(session: AsyncSession, row: GameRow, user_id: int) -> None:
    """Others have given away the seat of this user, who may have it again, and is asked all the same."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.agree(session, vote, vote.agreed, replaced=[*users_in(vote, "replaced"), user_id])
        await _show(session, row, vote)


async def _show(session: AsyncSession, row: GameRow, vote: VoteRow, *, call: Collection[int] = ()) -> None:
    """Queue that the vote's message shows it as it is by then, and call these users, as far as they may be called and
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


async def _close(session: AsyncSession, row: GameRow, vote: VoteRow, outcome: Closed, seat: int | None = None) -> None:
    """The vote is over, unless it was before, and its message says how."""
    if await votes.close(session, vote, outcome, seat):
        await jobs.cancel(session, row.id, Kind.VOTE, Kind.CONSENT)
        await _show(session, row, vote)


async def _pending(change: Change) -> VoteRow | None:
    """Return the open vote as ``Voting.pending`` does."""
    session = change.session
    table = change.table
    vote = await votes.open_of(session, table.row.id)
    if vote is None:
        return None
    outcome = pointless(table, vote)
    if vote.kind in GOING_BACK and not same(vote, await to_take_back(session, table, vote)):
        outcome = outcome or Closed.OVERTAKEN
    if outcome is None:
        return vote
    await _close(session, table.row, vote, outcome)
    return None


async def _locked(session: AsyncSession, vote_id: int) -> VoteRow | None:
    """Return the vote, which nobody else changes until the transaction ends, if it is still open."""
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
        """Ask everybody whether the person's last decision may be taken back.

        Raises Refused, as all of these do: not seated, not running, nothing to take back.
        """

        async def about(change: Change) -> tuple[int, Json]:
            plan = await undoing.plan_of(change.session, change.table, user_id)
            return await _going_back(change, plan.taken_back)

        return await self._propose(game_id, user_id, Proposal.UNDO, about)

    async def propose_back(self, game_id: int, user_id: int, count: int) -> Asked:
        """Ask everybody whether the last ``count`` decisions may be taken back, whoever made them. Raises Refused as
        ``propose_undo``, where there are fewer, and where the log does not lead to the present state."""
        return await self._propose(game_id, user_id, Proposal.BACK, partial(_going_back, count=count))

    async def propose_ending(self, game_id: int, user_id: int, kind: Proposal) -> Asked:
        """Ask everybody whether the game is to end, without a result or as a draw. Raises Refused for who is alone."""

        async def about(change: Change) -> tuple[int, Json]:
            table = change.table
            if too_few(table, user_id, kind, await lateness.may_return(change.session, table)):
                raise Refused("error.vote_alone")
            return table.row.version, {}

        return await self._propose(game_id, user_id, kind, about)

    async def propose_clock(self, game_id: int, user_id: int, chosen: dict[str, str]) -> Asked:
        """Ask everybody whether decisions may take another time; ``chosen`` of ``clocks.CHOICES``. Raises Refused for
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
            session = change.session
            table = change.table
            seat = table.own_seat(user_id)
            if (pending := await _pending(change)) is not None:
                return Asked(pending, anew=False)
            version, data = await about(change)
            data |= {"users": [user_id], "replaced": await lateness.may_return(session, table)}
            vote = VoteRow(game_id=game_id, kind=kind, seat=seat, version=version, data=data, agreed=[seat])
            open_vote = await votes.open_vote(session, vote)
            if open_vote is vote:
                away = absent(table, vote)
                wait = await time_to_answer(session, table, away)
                await jobs.schedule(session, game_id, Kind.VOTE, wait=wait, payload={"away": away})
                if users := unheard(table, vote):
                    await _show(session, table.row, vote, call=users)
                else:
                    await jobs.schedule(session, game_id, Kind.CONSENT)
        return Asked(open_vote, anew=open_vote is vote)

    async def pending(self, game_id: int) -> VoteRow | None:
        """Return the vote that stands in the way of another one; one that the game has overtaken is closed."""
        async with self.road.at(game_id) as change:
            return await _pending(change)

    # -- answering -------------------------------------------------------------------------------------------------

    async def open_vote(self, game_id: int) -> VoteRow | None:
        """Return the open vote of a table."""
        async with self.repository.database.reading() as session:
            return await votes.open_of(session, game_id)

    async def answer(self, game_id: int, vote_id: int, user_id: int, answered: str) -> tuple[Table, VoteRow, bool]:
        """Count an answer: "agree", "refuse" or "withdraw". Return the vote as it is then; False: it was over before.

        Raises Refused: neither seated nor asked while away, no such vote, not one's own to withdraw.
        """
        async with self.road.at(game_id) as change:
            session = change.session
            table = change.table
            vote = await votes.get(session, vote_id, locked=True)
            if vote is None or vote.game_id != game_id:
                raise Refused("error.vote_gone")
            if table.seat_of(user_id) is None and user_id not in asked_away(table, vote):
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
            await _close(session, table.row, vote, idle)
        elif mine and answered != "agree":
            await _close(session, table.row, vote, Closed.WITHDRAWN, seat)
        elif answered == "refuse":
            if seat is None:
                await votes.agree(session, vote, vote.agreed, refused_away=user_id)
            await _close(session, table.row, vote, Closed.REFUSED, seat)
        elif await self._still_asked(session, table, vote):
            known = vote.agreed, users_in(vote, "users")
            seats_agreed = sorted({*known[0], *([] if seat is None else [seat])})
            users = sorted({*known[1], user_id})
            if (seats_agreed, users) == known:
                return
            await votes.agree(session, vote, seats_agreed, users=users)
            await _show(session, table.row, vote)
            if not unheard(table, vote):
                await jobs.schedule(session, table.row.id, Kind.CONSENT)

    async def _still_asked(self, session: AsyncSession, table: Table, vote: VoteRow) -> bool:
        """Return whether a locked vote is still about the newest moves; if not, ask again or settle it, calling nobody.

        To go back now would take back what others have moved since, which nobody has agreed to yet.
        """
        if vote.kind not in GOING_BACK:
            return True
        going = await to_take_back(session, table, vote)
        if same(vote, going):
            return True
        if going:
            proposer = [table.user_at(vote.seat)]
            data: Json = {"since": vote.data["since"], "n": len(going), "again": True}
            data |= {"movers": movers(going), "users": proposer, "replaced": users_in(vote, "replaced")}
            await votes.ask_anew(session, vote, going[-1].version, data)
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
            session = change.session
            table = change.table
            vote = await votes.open_of(session, timer.game_id)
            if vote is not None:
                known = timer.payload.get("away")
                away = absent(table, vote)
                waited = {*(known if isinstance(known, list) else ()), *gone}
                left_since = [user for user in away if user not in waited]
                if missing(table, vote) or (away and vote.kind in GOING_BACK and not left_since):
                    await _close(session, table.row, vote, Closed.LAPSED)
                elif left_since:
                    wait = await time_to_answer(session, table, left_since)
                    await jobs.reschedule(session, timer, wait, {"away": sorted({*waited, *left_since})})
                    return
                else:  # it is about to be carried out
                    await votes.agree(session, vote, vote.agreed, silent=away)
                    await jobs.schedule(session, table.row.id, Kind.CONSENT)
            await jobs.done(session, timer)

    async def settle(self, timer: JobRow) -> None:
        """Carry out what a table was asked, if everybody has agreed to it by now; close what is pointless.

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
        outcome = Closed.AGREED
        before = None
        if vote.kind in GOING_BACK:
            try:
                before = await undoing.game_before(self.repository.database, table, int(vote.data["since"]))
            except Refused:
                outcome = Closed.IMPOSSIBLE
        async with self.road.change_as_read(table) as change:
            row = await games.outline(change.session, table.row.id)
            if row is None or row.version != table.row.version:
                return False
            agreed = await self._agreed(change.session, table, vote.id)
            if agreed is None:
                await jobs.done(change.session, timer)
                return True
            await _close(change.session, row, agreed, outcome)
            if outcome is Closed.AGREED:
                await _carry_out(change, agreed, before)
        return True

    async def _agreed(self, session: AsyncSession, table: Table, vote_id: int) -> VoteRow | None:
        """Return the vote, if everybody agrees to it as things are now; a pointless one is closed."""
        vote = await _locked(session, vote_id)
        if vote is None:
            return None
        if idle := pointless(table, vote):
            await _close(session, table.row, vote, idle)
            return None
        agreed = not unheard(table, vote) and await self._still_asked(session, table, vote)
        return vote if agreed else None


async def _going_back(change: Change, count: int) -> tuple[int, Json]:
    """Going back so many decisions. Raises Refused as ``undoing.last_moves`` does."""
    going = await undoing.last_moves(change.session, change.table, count)
    return going[-1].version, {"since": going[0].version, "n": count, "movers": movers(going)}


async def _carry_out(change: Change, vote: VoteRow, before: Game | None) -> None:
    table = change.table
    kind = Proposal(vote.kind)
    data = vote.data
    sentences = TOLD if others_heard(vote) else TOLD | TOLD_UNASKED
    news = Message(sentences[kind], {"seat": vote.seat, **({"n": data["n"]} if kind in GOING_BACK else {})})
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
    await change.agreed(log_entry, vote.seat, news, since=since, before=before, **changes)
    if kind not in ENDING:
        await clocks.begin_anew(change.session, change.table)
