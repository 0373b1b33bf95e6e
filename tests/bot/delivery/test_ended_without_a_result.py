"""A game that has ended without a result gets standings and chart as far as they are known."""

from __future__ import annotations

import pytest

from bot.tables.observers.voting import Proposal
from tests.bot.lobbies import sqlite
from tests.bot.room import Room
from tests.bot.voting import agree

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def end_by_consent(room: Room) -> None:
    """Have both players agree that the game ends without a result."""
    table = await room.table()
    proposal = await room.bot.tables.voting.propose_ending(table.row.id, room["anna"].id, Proposal.END)
    await agree(room.bot.tables, proposal.vote, room["ben"].id)
    await room.bot.worker.idle()
    await room.bot.worker.idle()


@sqlite
async def test_the_end_by_vote_shows_points_and_chart(room: Room) -> None:
    await room.open_table("navegador")
    person, _ = await room.deciding()
    for move in ("rondel ships", "ships 1"):
        await room.ask(person, "play", move=move)
    await end_by_consent(room)
    assert "This is how the game stood:" in room.last.content
    for part in ("A  anna", "B  ben", "Colonies", "Total"):
        assert part in room.last.content
    assert [file.filename for file in room.last.attachments] == ["scores.png"]


@sqlite
async def test_a_game_without_a_move_has_neither(room: Room) -> None:
    await room.open_table("navegador")
    await end_by_consent(room)
    assert "This is how the game stood:" not in room.last.content
    assert room.last.attachments == []
