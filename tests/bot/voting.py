"""Answer the votes of a table, without Discord, and read what follows."""

from __future__ import annotations

from datetime import timedelta

from bot.tables import Table, Tables
from bot.tables.announcement import VOTE
from storage import jobs, votes
from storage.models import MoveKind, VoteRow
from tests.bot import sitting
from tests.bot.lobbies import run_due_jobs
from tests.bot.waiting import bring_timers_forward
from tests.storage.sample import unsent


async def play(tables: Tables, game_id: int, count: int) -> Table:
    """Play so many decisions, each the first legal one."""
    for _ in range(count):
        table = await tables.table(game_id)
        seat = table.game.to_act[0]
        await tables.play.act(game_id, table.user_at(seat) or 0, table.game.legal(seat)[0])
    return await tables.table(game_id)


async def agree(tables: Tables, vote: VoteRow, *people: int, answered: str = "agree") -> VoteRow:
    """Answer a vote for these people, run everything that is due, and return the vote as it is then."""
    for person in people:
        await tables.voting.answer(vote.game_id, vote.id, person, answered)
        await run_due_jobs(tables)
    return await stored_vote(tables, vote)


async def stored_vote(tables: Tables, vote: VoteRow) -> VoteRow:
    async with tables.database.reading() as session:
        stored = await votes.get(session, vote.id)
    assert stored is not None
    return stored


async def pending_vote_updates(tables: Tables, game_id: int) -> int:
    """Return the number of pending updates of vote messages."""
    async with tables.database.reading() as session:
        return sum(row.kind == VOTE for row in await unsent(session, game_id))


async def announced_ids(tables: Tables, game_id: int) -> list[str]:
    """Return the ids of what the channel is told besides events, oldest first."""
    return await sitting.announced_ids(tables.database, game_id)


async def entries(tables: Tables, game_id: int) -> list[tuple[str, int]]:
    """Return kind and seat of the log's entries other than moves."""
    return [(str(entry.kind), entry.seat) for entry in await tables.log(game_id) if entry.kind != MoveKind.MOVE]


async def timer_kinds(tables: Tables, game_id: int) -> list[str]:
    """Return the kinds of the timers that are set."""
    async with tables.database.reading() as session:
        return sorted(timer.kind for timer in await jobs.timers_of(session, game_id))


async def pass_time(tables: Tables, wait: timedelta) -> None:
    """Bring forward all timers by a time, and run those that are due."""
    await bring_timers_forward(tables.database, wait)
    await run_due_jobs(tables)
