"""Votes of a table: what may be proposed, who must agree, and what happens until a vote is carried out or closed.

All players must agree. People who are away from a seat are asked, too, if the game may end or their own moves would be
taken back; they are waited for during a day of their waking time, and do not count after that. What a person has
decided is never taken back without that person's consent.

A player who leaves, takes a seat or takes moves back changes who is asked what (`observe`, `forget_seat_consent`,
`add_replaced_voter`). After that, as after an answer, a timer's work (`Voting.settle`) looks whether the vote is to be
carried out or closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits, personal_calendar, undo_rules
from bot.tables.announcement import VOTE
from bot.tables.notification_limits import Occasion
from bot.tables.observers import clocks, overdue_players, remaining_time
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableChange, TableTransaction, TableTransactions
from engines import Game, Message
from storage import clock, games, jobs, moves, votes
from storage.columns import utcnow
from storage.jobs import Kind
from storage.models import GameRow, JobRow, Json, MoveKind, MoveRow, Status, VoteRow

OPEN_FOR = timedelta(hours=24)
"""Time to answer. For people who are away only their waking time counts."""
LONGEST_WAIT = timedelta(days=7)
"""Longest time to answer, not counting holidays, for people whose quiet hours leave little of a day."""
MOST_BACK = 50
"""Largest number of decisions that a table can go back at once."""


class Proposal(StrEnum):
    """A kind of proposal. Stored."""

    UNDO = "undo"
    """The proposer's last decision is taken back. The vote's `data` has `since`, the first version to be undone, `n`,
    the number of decisions that are taken back, and `movers`, the users who made them; `again` if others have moved
    since the proposal."""
    BACK = "back"
    """Some decisions are taken back, those of others included; `data` as for undo."""
    END = "end"
    """The game ends without a result."""
    DRAW = "draw"
    """The game ends; everybody shares the first place."""
    CLOCK = "clock"
    """The time limit changes. The vote's `data` has `clock`, as a table stores it."""


GOING_BACK = (Proposal.UNDO, Proposal.BACK)
"""Proposals about the moves so far; further moves make them another question."""
ENDING = (Proposal.END, Proposal.DRAW)
"""Proposals that need another voter than the proposer."""


class VoteOutcome(StrEnum):
    """The outcome of a vote. Stored."""

    AGREED = "agreed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"
    OVERTAKEN = "overtaken"
    """The game has moved on or ended, or the moves were taken back already."""
    ORPHANED = "orphaned"
    """The proposer has left, or somebody else decides for that seat."""
    ALONE = "alone"
    """The proposer has nobody left to agree with on the end of the game."""
    IMPOSSIBLE = "impossible"
    """Everybody agreed to go back, but the log does not lead there any more."""


class Answer(StrEnum):
    """A voter's answer, as its button says it."""

    AGREE = "agree"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"


CONSENT_LINES = {
    Proposal.UNDO: "say.undone_by_consent",
    Proposal.BACK: "say.back_by_consent",
    Proposal.END: "say.ended_by_consent",
    Proposal.DRAW: "say.draw_agreed",
    Proposal.CLOCK: "say.clock_agreed",
}
"""Message ids that tell the channel what everybody agreed to."""

UNASKED_LINES = {Proposal.UNDO: "say.undone", Proposal.BACK: "say.back_unasked", Proposal.CLOCK: "say.clock_unasked"}
"""Message ids for decisions of a proposer with whom nobody else had to agree."""


# -- who must agree to what --------------------------------------------------------------------------------------------


def missing_seats(table: Table, vote: VoteRow) -> list[int]:
    """Return the seats of players who have not agreed yet."""
    return [seat for seat in range(len(table.seats)) if table.user_at(seat) is not None and seat not in vote.agreed]


def absent_voters(table: Table, vote: VoteRow) -> list[int]:
    """Return the absent users who are asked, have not agreed yet and are still waited for."""
    settled = {*vote_users(vote, "users"), *vote_users(vote, "silent")}
    return [user for user in away_voters(table, vote) if user not in settled]


def missing_voters(table: Table, vote: VoteRow) -> list[int]:
    """Return all users whose answer is missing, players and absent ones."""
    players = [user for seat in missing_seats(table, vote) if (user := table.user_at(seat)) is not None]
    return [*players, *absent_voters(table, vote)]


def away_voters(table: Table, vote: VoteRow) -> list[int]:
    """Return the absent users who must be asked, including those whose seats were given away recently.

    They are asked if the game may end, if their own moves would be taken back, and if the proposer has nobody else to
    ask.
    """
    if vote.kind not in (*ENDING, *GOING_BACK):
        return []
    owners = dict.fromkeys([*table.absent_owners.values(), *vote_users(vote, "replaced")])
    away_users = [user for user in owners if table.seat_of(user) is None]
    if vote.kind in ENDING or len(table.players) < 2:
        return away_users
    return [user for user in away_users if user in vote_users(vote, "movers")]


def vote_users(vote: VoteRow, name: str) -> list[int]:
    """Return a list of users in a vote's data.

    The names are `movers`, whose moves would be taken back; `users`, who have agreed; `silent`, who were away and have
    been waited for long enough; `replaced`, whose seats others have given away, and who may get them back.
    """
    users = vote.data.get(name)
    return users if isinstance(users, list) else []


def has_other_consent(vote: VoteRow) -> bool:
    """Return whether anybody but the proposer has agreed, or was waited for."""
    # The proposer's seat and user are always among those who have agreed.
    return len(vote.agreed) > 1 or len(vote_users(vote, "users")) > 1 or bool(vote_users(vote, "silent"))


def users_of_moves(undone: Sequence[MoveRow]) -> list[int]:
    """Return the users who made these moves."""
    return sorted({move.by_user_id for move in undone if move.by_user_id is not None})


async def moves_to_take_back(session: AsyncSession, table: Table, vote: VoteRow) -> Sequence[MoveRow]:
    """Return the moves that would be taken back now; none if the first one is not that of the proposal any more."""
    first_version = vote.data.get("since")
    if vote.kind == Proposal.UNDO:
        undone = await moves.since_decision(session, vote.game_id, vote.seat)
        proposer = table.user_at(vote.seat) or 0  # 0 is nobody's id
        if undone and undo_rules.plan_undo(undone, vote.seat, proposer).barrier is None:
            return []  # the proposer needs nobody's consent
    else:
        undone = await moves.effective(session, vote.game_id, after=int(first_version or 0) - 1)
    return undone if undone and undone[0].version == first_version else []


def is_about(vote: VoteRow, undone: Sequence[MoveRow]) -> bool:
    """Return whether a vote is about taking back exactly these moves: last version and number are the same."""
    return bool(undone) and (undone[-1].version, len(undone)) == (vote.version, vote.data.get("n"))


def closing_reason(table: Table, vote: VoteRow) -> VoteOutcome | None:
    """Return the outcome of a vote that has become pointless, or None for other votes."""
    if not table.is_running:
        return VoteOutcome.OVERTAKEN
    proposer = table.user_at(vote.seat)
    if proposer is None:
        return VoteOutcome.ORPHANED
    is_ending = vote.kind in ENDING
    if is_ending and lacks_voters(table, proposer, Proposal(vote.kind), vote_users(vote, "replaced")):
        return VoteOutcome.ALONE
    return None


def lacks_voters(table: Table, proposer: int, kind: Proposal, replaced: Collection[int]) -> bool:
    """Return whether there is nobody with whom the proposer could agree on the end of the game.

    Args:
        table: The table.
        proposer: The user who proposes the end.
        kind: How the game is to end. A draw is a result, which needs two players. To end without a result, people who
            may come back can be asked, too.
        replaced: Users whose seats others have given away, and who may get them back.
    """
    if kind is Proposal.DRAW:
        return len(table.players) < 2
    return table.is_alone(proposer) and not replaced


async def time_to_answer(session: AsyncSession, table: Table, users: Collection[int]) -> timedelta:
    """Return how long a vote waits for its answers, if these users are away: as long as the slowest of them needs."""
    now = await clock.now(session)
    longest = OPEN_FOR
    for user in users:
        preferences = await remaining_time.preferences_at(session, table, user)
        awake = personal_calendar.after_waking(now, OPEN_FOR, preferences)
        limit = personal_calendar.deadline_after(now, LONGEST_WAIT, preferences, weekends_off=False)
        longest = max(longest, min(awake, limit) - now)
    return longest


# -- changes of the table ----------------------------------------------------------------------------------------------


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Adapt the open vote to a change of its table.

    The end of the game closes it. Moves that are taken back may leave fewer to vote about. Any other change, of players
    for example, may complete it or make it pointless: `Voting.settle` finds out. If the table has moved to another
    channel, the vote's message is posted there.
    """
    session = transaction.session
    table = transaction.table
    if change.is_moved:
        await _post_again(session, table.row)
        return
    if change.decided and table.is_running:
        return  # further moves are noticed at the next answer (`_is_still_asked`)
    vote = await votes.open_of(session, table.row.id)
    if vote is None:
        return
    stays_open = table.is_running
    if stays_open and change.undone and vote.kind in GOING_BACK:
        stays_open = await _reduce_to_remaining_moves(session, table, vote)
    if stays_open:
        await jobs.schedule(session, table.row.id, Kind.CONSENT)
    else:
        await _close(session, table.row, vote, VoteOutcome.OVERTAKEN)


async def _reduce_to_remaining_moves(session: AsyncSession, table: Table, vote: VoteRow) -> bool:
    """Restrict a vote to the moves that remain after some were taken back, and return False if none remain.

    Everybody who has agreed to all of them agrees to fewer.
    """
    undone = await moves_to_take_back(session, table, vote)
    remaining_moves = [move for move in undone if move.version <= vote.version]
    if not remaining_moves:
        return False
    if not is_about(vote, remaining_moves):
        vote.version = remaining_moves[-1].version
        movers = users_of_moves(remaining_moves)
        await votes.add_data(session, vote, n=len(remaining_moves), movers=movers)
        await _show(session, table.row, vote)
    return True


async def forget_seat_consent(session: AsyncSession, row: GameRow, seat: int) -> None:
    """Drop what was agreed or proposed at a seat that another person takes."""
    vote = await votes.open_of(session, row.id)
    if vote is None:
        return
    if seat == vote.seat:
        await _close(session, row, vote, VoteOutcome.ORPHANED)
    elif seat in vote.agreed:
        await votes.agree(session, vote, [agreed_seat for agreed_seat in vote.agreed if agreed_seat != seat])
        await _show(session, row, vote)


async def add_replaced_voter(session: AsyncSession, row: GameRow, user_id: int) -> None:
    """Ask a user whose seat others have given away, since the user may get it back."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.add_data(session, vote, replaced=[*vote_users(vote, "replaced"), user_id])
        await _show(session, row, vote)


async def _show(session: AsyncSession, row: GameRow, vote: VoteRow, *, call: Collection[int] = ()) -> None:
    """Queue the vote's message, which shows it as it is when sent, and call these users if they may be called."""
    users = await notification_limits.admit_calls(session, row.id, Occasion.VOTE, call)
    payload: Json = {"kind": VOTE, "version": vote.version, "vote": vote.id, "call": bool(call), "users": users}
    await jobs.enqueue(session, row.id, row.channel_id, VOTE, payload)


async def _post_again(session: AsyncSession, row: GameRow) -> None:
    """Show the open vote, if there is one, in a new message that calls nobody."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.note_message(session, vote.id, None)
        await _show(session, row, vote)


async def _close(
    session: AsyncSession, row: GameRow, vote: VoteRow, outcome: VoteOutcome, seat: int | None = None
) -> None:
    """Close a vote, unless it is closed, and have its message show the outcome."""
    if await votes.close(session, vote, outcome, seat):
        await jobs.cancel(session, row.id, Kind.VOTE, Kind.CONSENT)
        await _show(session, row, vote)


async def _find_pending(transaction: TableTransaction) -> VoteRow | None:
    """Return the open vote of the table; one that the game has overtaken is closed instead, and None returned."""
    session = transaction.session
    table = transaction.table
    vote = await votes.open_of(session, table.row.id)
    if vote is None:
        return None
    outcome = closing_reason(table, vote)
    if vote.kind in GOING_BACK and not is_about(vote, await moves_to_take_back(session, table, vote)):
        outcome = outcome or VoteOutcome.OVERTAKEN
    if outcome is None:
        return vote
    await _close(session, table.row, vote, outcome)
    return None


async def _lock_open_vote(session: AsyncSession, vote_id: int) -> VoteRow | None:
    """Return the vote if it is still open; nobody else changes it until the transaction ends."""
    vote = await votes.get(session, vote_id, locked=True)
    return vote if vote and vote.closed is None else None


class ProposalResult(NamedTuple):
    """The vote that is open after a proposal."""

    vote: VoteRow
    is_new: bool
    """True if this proposal opened it; False if it was open before."""


class AnswerResult(NamedTuple):
    """A vote after an answer, with its table."""

    table: Table
    vote: VoteRow
    was_open: bool
    """False if the vote was closed before, so that the answer does not count."""


class Subject(NamedTuple):
    """The subject of a proposal."""

    version: int
    """The version of the table to which it refers."""
    data: Json
    """The vote's data, as `Proposal` describes them for each kind."""


class Voting:
    """The open votes of tables."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    # -- proposing -------------------------------------------------------------------------------------------------

    async def propose_undo(self, game_id: int, user_id: int) -> ProposalResult:
        """Ask everybody whether the person's last decision may be taken back.

        Raises Refused, as all of these do: not seated, not running, nothing to take back.
        """

        async def find_subject(transaction: TableTransaction) -> Subject:
            plan = await undo_rules.find_undo_plan(transaction.session, transaction.table, user_id)
            return await _moves_subject(transaction, plan.taken_back)

        return await self._propose(game_id, user_id, Proposal.UNDO, find_subject)

    async def propose_back(self, game_id: int, user_id: int, count: int) -> ProposalResult:
        """Ask everybody whether the last `count` decisions may be taken back, those of others included.

        Raises Refused as `propose_undo` does, if there are fewer, and if the log does not lead to the present state.
        """
        return await self._propose(game_id, user_id, Proposal.BACK, partial(_moves_subject, count=count))

    async def propose_ending(self, game_id: int, user_id: int, kind: Proposal) -> ProposalResult:
        """Ask everybody whether the game is to end, without a result or as a draw. Raises Refused for a lone player."""

        async def find_subject(transaction: TableTransaction) -> Subject:
            table = transaction.table
            replaced = await overdue_players.users_who_may_return(transaction.session, table)
            if lacks_voters(table, user_id, kind, replaced):
                raise Refused("error.vote_alone")
            return Subject(table.row.version, {})

        return await self._propose(game_id, user_id, kind, find_subject)

    async def propose_clock(self, game_id: int, user_id: int, choices: dict[str, str]) -> ProposalResult:
        """Ask everybody whether the time limit may change; `choices` has some of `clocks.CHOICES`.

        Raises Refused for everybody but the host, and if nothing would change.
        """

        async def find_subject(transaction: TableTransaction) -> Subject:
            table = transaction.table
            if user_id != table.row.host_id:
                raise Refused("error.vote_only_host")
            before = clocks.read_clock(table.row.clock)
            changed = before
            for name, value in choices.items():
                if value not in clocks.CHOICES.get(name, ()):
                    raise Refused("error.damaged")
                changed = changed.with_choice(name, value)
            if changed == before or not (changed.hours or before.hours):
                raise Refused("error.vote_same_clock")
            return Subject(table.row.version, {"clock": msgspec.to_builtins(changed)})

        return await self._propose(game_id, user_id, Proposal.CLOCK, find_subject)

    async def _propose(
        self,
        game_id: int,
        user_id: int,
        kind: Proposal,
        find_subject: Callable[[TableTransaction], Awaitable[Subject]],
    ) -> ProposalResult:
        """Open a vote on the subject that `find_subject` returns, unless one is open; that one is returned instead."""
        # The table may be paused: people have time to talk then.
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            seat = table.own_seat(user_id)
            pending = await _find_pending(transaction)
            if pending is not None:
                return ProposalResult(pending, is_new=False)
            subject = await find_subject(transaction)
            replaced = await overdue_players.users_who_may_return(session, table)
            data = subject.data | {"users": [user_id], "replaced": replaced}
            vote = VoteRow(game_id=game_id, kind=kind, seat=seat, version=subject.version, data=data, agreed=[seat])
            # Another process may have opened a vote in the same moment: then that one is returned.
            open_vote = await votes.open_vote(session, vote)
            is_new = open_vote is vote
            if is_new:
                await _start_vote(session, table, vote)
        return ProposalResult(open_vote, is_new=is_new)

    async def close_if_overtaken(self, game_id: int) -> VoteRow | None:
        """Return the vote that prevents another one; a vote that the game has overtaken is closed."""
        async with self.transactions.change(game_id) as transaction:
            return await _find_pending(transaction)

    # -- answering -------------------------------------------------------------------------------------------------

    async def open_vote(self, game_id: int) -> VoteRow | None:
        """Return the open vote of a table."""
        async with self.repository.database.reading() as session:
            return await votes.open_of(session, game_id)

    async def answer(self, game_id: int, vote_id: int, user_id: int, answer: str) -> AnswerResult:
        """Count one of `Answer`.

        Raises Refused: the person is not asked, there is no such vote, or a vote of somebody else is withdrawn.
        """
        async with self.transactions.change(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            vote = await votes.get(session, vote_id, locked=True)
            if vote is None or vote.game_id != game_id:
                raise Refused("error.vote_gone")
            if table.seat_of(user_id) is None and user_id not in away_voters(table, vote):
                raise table.no_seat_refusal(user_id)
            was_open = vote.closed is None
            if was_open:
                await self._count(session, table, vote, user_id, answer)
        return AnswerResult(table, vote, was_open)

    async def _count(self, session: AsyncSession, table: Table, vote: VoteRow, user_id: int, answer: str) -> None:
        """Count an answer to an open, locked vote; a refusal or withdrawal closes it."""
        seat = table.seat_of(user_id)
        is_proposer = seat == vote.seat
        if answer == Answer.WITHDRAW and not is_proposer:
            raise Refused("error.vote_not_yours")
        outcome = closing_reason(table, vote)
        if outcome:
            await _close(session, table.row, vote, outcome)
        elif is_proposer and answer != Answer.AGREE:
            await _close(session, table.row, vote, VoteOutcome.WITHDRAWN, seat)
        elif answer == Answer.REFUSE:
            if seat is None:
                await votes.add_data(session, vote, refused_away=user_id)
            await _close(session, table.row, vote, VoteOutcome.REFUSED, seat)
        elif await _is_still_asked(session, table, vote):
            await _add_consent(session, table, vote, user_id)

    async def post_again(self, game_id: int, vote_id: int) -> None:
        """Show a vote whose message is gone in a new one, which calls nobody."""
        async with self.transactions.change(game_id) as transaction:
            if await _lock_open_vote(transaction.session, vote_id):
                await _post_again(transaction.session, transaction.table.row)

    # -- what is due -----------------------------------------------------------------------------------------------

    async def lapse(self, timer: JobRow, users_who_left: Collection[int] = ()) -> None:
        """Close a vote whose time is up, or wait for people who have left a seat since it began.

        `users_who_left` are users who are not in the server any more.
        """
        if await self.open_vote(timer.game_id) is None:
            await self.repository.finish_timer(timer)
            return
        async with self.transactions.change(timer.game_id) as transaction:
            session = transaction.session
            table = transaction.table
            vote = await votes.open_of(session, timer.game_id)
            if vote is None:
                await jobs.complete(session, timer)
                return
            stored_away = timer.payload.get("away")
            waited_for = {*(stored_away if isinstance(stored_away, list) else ()), *users_who_left}
            away_users = absent_voters(table, vote)
            newly_away = [user for user in away_users if user not in waited_for]
            lacks_players = bool(missing_seats(table, vote))
            if newly_away and not lacks_players:
                wait = await time_to_answer(session, table, newly_away)
                await jobs.reschedule(session, timer, wait, {"away": sorted({*waited_for, *newly_away})})
                return
            # Silence of the absent lets a game end, but their own moves are not taken back without them.
            lacks_movers = bool(away_users) and vote.kind in GOING_BACK
            if lacks_players or lacks_movers:
                await _close(session, table.row, vote, VoteOutcome.LAPSED)
            else:
                await votes.add_data(session, vote, silent=away_users)
                await jobs.schedule(session, table.row.id, Kind.CONSENT)
            await jobs.complete(session, timer)

    async def settle(self, timer: JobRow) -> None:
        """Carry out a vote if everybody has agreed by now, and close a pointless one.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._try_to_settle(timer):
            pass  # somebody has moved or left in the same moment

    async def _try_to_settle(self, timer: JobRow) -> bool:
        """Do what `settle` does, and return True; return False if the table has changed since it was read.

        The game before the moves is replayed outside of the transaction, as that may take long.
        """
        vote = await self.open_vote(timer.game_id)
        if vote is None:
            await self.repository.finish_timer(timer)
            return True
        table = await self.repository.table(timer.game_id)
        outcome = VoteOutcome.AGREED
        before = None
        if vote.kind in GOING_BACK:
            first_version = int(vote.data["since"])
            try:
                before = await undo_rules.load_game_before(self.repository.database, table, first_version)
            except Refused:
                outcome = VoteOutcome.IMPOSSIBLE
        async with self.transactions.change_loaded(table) as transaction:
            session = transaction.session
            row = await games.outline(session, table.row.id)
            if row is None or row.version != table.row.version:
                return False
            agreed_vote = await _lock_agreed_vote(session, table, vote.id)
            if agreed_vote is None:
                await jobs.complete(session, timer)
                return True
            await _close(session, row, agreed_vote, outcome)
            if outcome is VoteOutcome.AGREED:
                await _carry_out(transaction, agreed_vote, before)
        return True


async def _start_vote(session: AsyncSession, table: Table, vote: VoteRow) -> None:
    """Set the timers of a new vote, and show it unless nobody else has to agree."""
    away_users = absent_voters(table, vote)
    wait = await time_to_answer(session, table, away_users)
    await jobs.schedule(session, table.row.id, Kind.VOTE, wait=wait, payload={"away": away_users})
    users = missing_voters(table, vote)
    if users:
        await _show(session, table.row, vote, call=users)
    else:
        await jobs.schedule(session, table.row.id, Kind.CONSENT)


async def _add_consent(session: AsyncSession, table: Table, vote: VoteRow, user_id: int) -> None:
    """Add a user to those who have agreed; the last consent sets the timer that carries out the vote."""
    seat = table.seat_of(user_id)
    agreed_users = vote_users(vote, "users")
    seats = sorted({*vote.agreed, *([] if seat is None else [seat])})
    users = sorted({*agreed_users, user_id})
    if (seats, users) == (vote.agreed, agreed_users):
        return
    await votes.agree(session, vote, seats, users=users)
    await _show(session, table.row, vote)
    if not missing_voters(table, vote):
        await jobs.schedule(session, table.row.id, Kind.CONSENT)


async def _is_still_asked(session: AsyncSession, table: Table, vote: VoteRow) -> bool:
    """Return whether a locked vote is still about the newest moves; if not, ask again or close it, calling nobody.

    To go back now would take back what others have moved since, which nobody has agreed to yet.
    """
    if vote.kind not in GOING_BACK:
        return True
    undone = await moves_to_take_back(session, table, vote)
    if is_about(vote, undone):
        return True
    if not undone:
        await _close(session, table.row, vote, VoteOutcome.OVERTAKEN)
        return False
    data: Json = {
        "since": vote.data["since"],
        "n": len(undone),
        "again": True,
        "movers": users_of_moves(undone),
        "users": [table.user_at(vote.seat)],
        "replaced": vote_users(vote, "replaced"),
    }
    await votes.restart(session, vote, undone[-1].version, data)
    await _show(session, table.row, vote)
    return False


async def _lock_agreed_vote(session: AsyncSession, table: Table, vote_id: int) -> VoteRow | None:
    """Return the vote, locked, if everybody agrees to it as things are now; a pointless one is closed."""
    vote = await _lock_open_vote(session, vote_id)
    if vote is None:
        return None
    outcome = closing_reason(table, vote)
    if outcome:
        await _close(session, table.row, vote, outcome)
        return None
    has_consent = not missing_voters(table, vote) and await _is_still_asked(session, table, vote)
    return vote if has_consent else None


async def _moves_subject(transaction: TableTransaction, count: int) -> Subject:
    """Return the subject of taking back `count` decisions. Raises Refused as `undo_rules.load_last_moves` does."""
    undone = await undo_rules.load_last_moves(transaction.session, transaction.table, count)
    data = {"since": undone[0].version, "n": count, "movers": users_of_moves(undone)}
    return Subject(undone[-1].version, data)


async def _carry_out(transaction: TableTransaction, vote: VoteRow, before: Game | None) -> None:
    """Change the table as everybody has agreed; `before` is the game before the moves that are taken back."""
    table = transaction.table
    kind = Proposal(vote.kind)
    data = vote.data
    goes_back = kind in GOING_BACK
    message_ids = CONSENT_LINES if has_other_consent(vote) else CONSENT_LINES | UNASKED_LINES
    arguments = {"seat": vote.seat}
    if goes_back:
        arguments["n"] = data["n"]
    line = Message(message_ids[kind], arguments)
    columns: games.Changes = {}
    if kind in ENDING:
        columns["status"] = Status.FINISHED if kind is Proposal.DRAW else Status.ABANDONED
        columns["finished_at"] = utcnow()
    elif table.is_paused:
        # The remaining times were those of another limit, or of other decisions, and are not restored.
        columns["pause"] = {**(table.row.pause or {}), "left": []}
    if kind is Proposal.CLOCK:
        columns["clock"] = data["clock"]
    first_version = data["since"] if goes_back else None
    await transaction.apply_vote(
        MoveKind(kind.value), vote.seat, line, first_version=first_version, before=before, **columns
    )
    if kind not in ENDING:
        await clocks.restart_clocks(transaction.session, transaction.table)
