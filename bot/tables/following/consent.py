"""What a vote is: what may be proposed, who must agree, how it may end. What happens to one: ``voting``.

Whoever plays must agree. Whoever is away from a seat is asked too where the game may end, is waited for during a day of
own waking time, and then counts no more; what a person has decided is never taken back without that person's consent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from enum import StrEnum

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits, undoing
from bot.tables.following import remaining
from bot.tables.table import Table
from storage import clock, moves
from storage.models import MoveRow, VoteRow

OPEN_FOR = timedelta(hours=24)
"""How long everybody may take to answer; who is away has so long of waking time."""
LONGEST_WAIT = timedelta(days=7)
"""Without holidays: for whom quiet hours leave little of a day."""


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
    """The seats of people who play and have not agreed yet."""
    return [seat for seat in range(len(table.seats)) if table.user_at(seat) is not None and seat not in vote.agreed]


def absent(table: Table, vote: VoteRow) -> list[int]:
    """Users who are away, are asked all the same, and have not agreed yet; not those who have been waited for."""
    heard = {*users_in(vote, "users"), *users_in(vote, "silent")}
    return [user for user in asked_away(table, vote) if user not in heard]


def unheard(table: Table, vote: VoteRow) -> list[int]:
    """Everybody whose answer is missing, there or away."""
    there = [user for seat in missing(table, vote) if (user := table.user_at(seat)) is not None]
    return [*there, *absent(table, vote)]


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
    """The users whom a vote keeps under this name: ``movers``, whose moves would be taken back; ``users``, who have
    agreed; ``silent``, who were away and have been waited for long enough; ``replaced``, whose seats others have given
    away, and who may have them again."""
    found = vote.data.get(name)
    return found if isinstance(found, list) else []


def others_heard(vote: VoteRow) -> bool:
    """Whether anybody but the proposer has agreed, or was waited for."""
    return len(vote.agreed) > 1 or len(users_in(vote, "users")) > 1 or bool(users_in(vote, "silent"))


def movers(undone: Sequence[MoveRow]) -> list[int]:
    """The users who made these moves."""
    return sorted({move.by_user_id for move in undone if move.by_user_id is not None})


async def to_take_back(session: AsyncSession, table: Table, vote: VoteRow) -> Sequence[MoveRow]:
    """The moves that would be taken back now; none where the first of them is not what it was about any more."""
    since = vote.data.get("since")
    if vote.kind == Proposal.UNDO:
        found = await moves.since_decision(session, vote.game_id, vote.seat)
        proposer = table.user_at(vote.seat) or 0
        if found and undoing.undo_plan(found, vote.seat, proposer).barrier is None:
            return []  # the proposer needs nobody's consent
    else:
        found = await moves.effective(session, vote.game_id, after=int(since or 0) - 1)
    return found if found and found[0].version == since else []


def same(vote: VoteRow, found: Sequence[MoveRow]) -> bool:
    """Whether a vote is about taking back these moves."""
    return bool(found) and (found[-1].version, len(found)) == (vote.version, vote.data.get("n"))


def pointless(table: Table, vote: VoteRow) -> Closed | None:
    """Why nothing can come of a vote any more; None: something can."""
    if not table.running:
        return Closed.OVERTAKEN
    proposer = table.user_at(vote.seat)
    if proposer is None:
        return Closed.ORPHANED
    alone = vote.kind in ENDING and too_few(table, proposer, Proposal(vote.kind), users_in(vote, "replaced"))
    return Closed.ALONE if alone else None


def too_few(table: Table, proposer: int, kind: Proposal, replaced: Collection[int]) -> bool:
    """Whether nobody is there with whom the end of the game could be agreed on: a draw is a result, for which two must
    be there; to break off, whoever may come back can be waited for, also who was ``replaced``."""
    return len(table.persons) < 2 if kind is Proposal.DRAW else table.alone(proposer) and not replaced


async def time_to_answer(session: AsyncSession, table: Table, users: Collection[int]) -> timedelta:
    """How long a vote waits for its answers, if these users are away."""
    now, longest = await clock.now(session), OPEN_FOR
    for user in users:
        person = await remaining.habits_at(session, table, user)
        awake = habits.after_waking(now, OPEN_FOR, person)
        longest = max(longest, min(awake, habits.deadline(now, LONGEST_WAIT, False, person)) - now)
    return longest
