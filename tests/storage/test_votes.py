"""A game has one open vote; of those who answer at once each finds the answers before."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete

from storage import votes
from storage.columns import utcnow
from storage.database import Database
from storage.models import LARGEST_ID, GameRow, VoteRow
from tests.storage.sample import stored


async def propose(database: Database, game_id: int, seat: int = 0, **changes: Any) -> VoteRow | None:
    """Open a vote, and return it; None: there is one."""
    fields: dict[str, Any] = {"game_id": game_id, "kind": "end", "seat": seat, "version": 3, "agreed": [seat]}
    vote = VoteRow(**(fields | changes))
    async with database.transaction() as session:
        return vote if await votes.open_vote(session, vote) is vote else None


async def agree(database: Database, vote_id: int, seat: int) -> list[int]:
    """Return who has agreed when this seat has."""
    async with database.transaction() as session:
        vote = await votes.get(session, vote_id, locked=True)
        assert vote is not None
        await asyncio.sleep(0)
        await votes.agree(session, vote, [*vote.agreed, seat])
        return vote.agreed


async def stored_vote_of(database: Database, vote_id: int) -> VoteRow:
    async with database.reading() as session:
        vote = await votes.get(session, vote_id)
    assert vote is not None
    return vote


async def test_a_game_has_one_open_vote_whoever_proposes_at_once(database: Database) -> None:
    game_id = await stored(database)
    opened = [vote for vote in await asyncio.gather(*(propose(database, game_id, seat) for seat in range(4))) if vote]
    (vote,) = opened
    async with database.reading() as session:
        stored_vote = await votes.open_of(session, game_id)
    assert stored_vote is not None
    assert (stored_vote.id, stored_vote.seat, stored_vote.agreed, stored_vote.version) == (
        vote.id,
        vote.seat,
        [vote.seat],
        3,
    )
    assert abs(stored_vote.opened_at - utcnow()) < timedelta(minutes=1)
    assert await propose(database, await stored(database, channel_id=7)), "another game has its own"


async def test_when_a_vote_is_over_another_one_may_be_opened(database: Database) -> None:
    game_id = await stored(database)
    first = await propose(database, game_id)
    assert first is not None
    async with database.transaction() as session:
        assert await votes.close(session, first, "refused", 2)
    async with database.transaction() as session:
        assert not await votes.close(session, first, "agreed"), "it ended once"
    over = await stored_vote_of(database, first.id)
    assert (over.closed, over.closed_by) == ("refused", 2)
    async with database.reading() as session:
        assert await votes.open_of(session, game_id) is None
    second = await propose(database, game_id, kind="draw")
    assert second is not None
    assert second.id > first.id


async def test_all_who_answer_at_once_count(database: Database) -> None:
    vote = await propose(database, await stored(database))
    assert vote is not None
    outcome = await asyncio.gather(*(agree(database, vote.id, seat) for seat in (1, 2, 3)))
    assert sorted(map(len, outcome)) == [2, 3, 4]
    assert sorted((await stored_vote_of(database, vote.id)).agreed) == [0, 1, 2, 3]


async def test_what_is_asked_anew_nobody_but_the_proposer_has_agreed_to(database: Database) -> None:
    vote = await propose(database, await stored(database), seat=1, kind="undo", data={"since": 2})
    assert vote is not None
    await agree(database, vote.id, 0)
    async with database.transaction() as session:
        locked = await votes.get(session, vote.id, locked=True)
        assert locked is not None
        await votes.restart(session, locked, 9, {"since": 2, "again": True})
        await votes.note_message(session, vote.id, 2**62)
    now = await stored_vote_of(database, vote.id)
    assert (now.version, now.data, now.agreed) == (9, {"since": 2, "again": True}, [1])
    assert now.message_id == 2**62


async def test_votes_are_deleted_with_their_game(database: Database) -> None:
    game_id = await stored(database)
    vote = await propose(database, game_id)
    assert vote is not None
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == game_id))
    async with database.reading() as session:
        assert await votes.get(session, vote.id) is None


async def test_numbers_that_no_vote_has_find_nothing(database: Database) -> None:
    async with database.transaction() as session:
        for number in (0, -1, 5, 2**31, 2**63):
            assert await votes.get(session, number) is None
            assert await votes.get(session, number, locked=True) is None


async def test_a_vote_of_no_game_is_a_fault(database: Database) -> None:
    with pytest.raises(IntegrityError):
        await propose(database, 99)


async def test_the_largest_number_that_the_database_takes_may_be_a_votes(database: Database) -> None:
    game_id = await stored(database)
    await propose(database, game_id, id=LARGEST_ID)
    async with database.transaction() as session:
        for locked in (False, True):
            vote = await votes.get(session, LARGEST_ID, locked=locked)
            assert vote is not None
            assert vote.game_id == game_id
            assert await votes.get(session, LARGEST_ID + 1, locked=locked) is None
