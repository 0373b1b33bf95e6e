"""A game that has ended without a result gets standings and chart as far as they are known."""

from __future__ import annotations

import pytest

from bot.tables.observers.voting import Proposal
from tests.bot.lobbies import sqlite
from tests.bot.room import Room
from tests.bot.voting import agree

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def ended(here: Room) -> None:
    """Have both players agree that the game ends without a result."""
    table = await here.table()
    asked = await here.bot.tables.voting.propose_ending(table.row.id, here["anna"].id, Proposal.END)
    await agree(here.bot.tables, asked.vote, here["ben"].id)
    await here.bot.worker.idle()
    await here.bot.worker.idle()


@sqlite
async def test_the_end_by_vote_shows_points_and_chart(here: Room) -> None:
    await here.open_table("navegador")
    person, _ = await here.deciding()
    for move in ("rondel ships", "ships 1"):
        await here.ask(person, "play", move=move)
    await ended(here)
    assert "This is how the game stood:" in here.last.content
    for part in ("A  anna", "B  ben", "Colonies", "Total"):
        assert part in here.last.content
    assert [file.filename for file in here.last.attachments] == ["scores.png"]


@sqlite
async def test_a_game_without_a_move_has_neither(here: Room) -> None:
    await here.open_table("navegador")
    await ended(here)
    assert "This is how the game stood:" not in here.last.content
    assert here.last.attachments == []
