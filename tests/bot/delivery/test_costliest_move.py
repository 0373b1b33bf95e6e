"""Which decision cost the most is told under the end of a game, once it is found."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import AsyncMock

import discord
import msgspec
import pytest

from bot.delivery import clips, costliest_move
from bot.delivery.compose import CONTENT_LIMIT
from bot.drawing import drawers
from bot.tables import Refused
from bot.tables.analysis import losses
from bot.tables.analysis.losses import Loss, largest
from bot.tables.analysis.reviews import costliest, review_key
from bot.thinking import pool
from bot.wording import LANGUAGES, texts_in
from storage import named_values
from storage.database import Database
from tests.bot.drawing.test_clips import play_to_end
from tests.bot.lobbies import sqlite
from tests.bot.room import Room, open_room
from tests.bot.thinking.test_reviews import table_with_log

COSTLIEST = "Costliest decision"
TURN = 3


def loss(points: float = 4.0, lost: Any = "points", *, version: int = 3, seat: int = 0) -> Loss:
    return Loss(version, seat, TURN, "dice red gray", "dice blue green", points, lost)


# -- how it is found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_it_is_one_of_the_seats_that_are_asked_about(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "MOST_EXAMINED", 2)
    table, move_rows = table_with_log(key, 40)
    for seat in (0, 1):
        costliest_loss = await costliest(table, move_rows, {seat})
        if costliest_loss is not None:
            assert (
                costliest_loss.seat,
                costliest_loss.lost == "win" or costliest_loss.points >= losses.LEAST_PUBLIC_LOSS,
            ) == (seat, True)
            assert (
                next(move.words for move in move_rows if move.version == costliest_loss.version)
                == costliest_loss.played
            )
    assert await costliest(table, move_rows, set()) is None


async def test_where_there_is_no_time_nothing_is_told() -> None:
    table, move_rows = table_with_log("navegador", 30)
    assert await costliest(table, move_rows, {0, 1}) is not None
    assert await costliest(table, move_rows, {0, 1}, seconds=0) is None


def test_only_what_is_sure_is_told_to_everybody() -> None:
    small = loss(losses.LEAST_PUBLIC_LOSS - 0.1)
    chance = loss(90, "chances")
    assert largest([small, chance]) is None
    assert largest([small, chance, loss(3), loss(5), loss(4)]) == loss(5)
    assert largest([loss(50), loss(0.1, "win")]) == loss(0.1, "win"), "a win that was missed weighs more"
    assert largest([loss(5, version=9), loss(5, version=2)]) == loss(5, version=2)


# -- where it is told --------------------------------------------------------------------------------------------------


@pytest.fixture
def costliest_search(monkeypatch: pytest.MonkeyPatch) -> AsyncMock:
    """Replace the search for the costliest decision by one that has found it."""
    search = AsyncMock(return_value=loss())
    monkeypatch.setattr(costliest_move, "costliest", search)
    return search


@asynccontextmanager
async def open_playing_room(
    database: Database, monkeypatch: pytest.MonkeyPatch, has_processes: bool = True
) -> AsyncIterator[Room]:
    """Open a room with a table of a bot that draws and thinks in processes."""
    monkeypatch.setattr(drawers, "has_cache", lambda: True)
    monkeypatch.setattr(drawers, "film", AsyncMock(return_value=b"RIFF clip"))
    monkeypatch.setattr(pool, "has_processes", lambda: has_processes)
    async with open_room(database) as room:
        await room.open_table("macao", order="joining")
        yield room


def costliest_lines(message: discord.Message) -> list[str]:
    return [line for line in message.content.split("\n") if COSTLIEST in line]


pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_it_stands_behind_the_other_turning_points_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, costliest_search: AsyncMock
) -> None:
    async with open_playing_room(database, monkeypatch) as room:
        message = await play_to_end(room)
        table = await room.table()
        (line,) = costliest_lines(message)
        assert line == (
            "- Costliest decision, as the Strong computer player sees it: **anna** played **red and grey** in "
            "round 3 of 12; **blue and green** would have brought about 4.0 points more."
        )
        assert message.content.split("\n")[-2:-1] == [line], "what closes the message stays at its end"
        assert message.attachments[-1].filename == clips.NAME
        (seats,) = (call.args[2] for call in costliest_search.call_args_list)
        assert seats == {0, 1} - {table.game.ranking()[0]}, "what the winner lost decided nothing"
        row = next(row for row in await room.outbox() if row.kind == "clip")
        services = room.bot.delivery.services
        await clips.make_and_add(services, row, await services.server(room.guild.id))
        assert costliest_lines(room.last) == [line], "an attempt that is made again says nothing twice"


@sqlite
@pytest.mark.parametrize("found", [None, RuntimeError("no value"), Refused("error.review_log")])
async def test_where_nobody_knows_the_end_stays_as_it_is(
    database: Database, monkeypatch: pytest.MonkeyPatch, costliest_search: AsyncMock, found: Any
) -> None:
    costliest_search.configure_mock(
        **({"side_effect": found} if isinstance(found, Exception) else {"return_value": found})
    )
    async with open_playing_room(database, monkeypatch) as room:
        message = await play_to_end(room)
        assert costliest_lines(message) == []
        assert message.attachments[-1].filename == clips.NAME
        assert all(row.sent_at is not None for row in await room.outbox() if row.kind == "clip")
        if isinstance(found, RuntimeError):
            assert room.logs.pop()["event"] == "the costliest decision could not be found; the end goes without"


@sqlite
async def test_where_the_bot_thinks_itself_nothing_is_looked_for(
    database: Database, monkeypatch: pytest.MonkeyPatch, costliest_search: AsyncMock
) -> None:
    async with open_playing_room(database, monkeypatch, has_processes=False) as room:
        assert costliest_lines(await play_to_end(room)) == []
        costliest_search.assert_not_called()


@sqlite
async def test_what_a_review_has_found_is_not_looked_for_again(
    database: Database, monkeypatch: pytest.MonkeyPatch, costliest_search: AsyncMock
) -> None:
    async with open_playing_room(database, monkeypatch) as room:
        game_id = (await room.table()).row.id
        losses_found = [loss(9, seat=0), loss(9, "win", seat=1)]
        async with database.transaction() as session:
            await named_values.remember(session, review_key(game_id), msgspec.json.encode(losses_found).decode())
        (line,) = costliest_lines(await play_to_end(room))
        costliest_search.assert_not_called()
        winner = (await room.table()).game.ranking()[0]
        assert ("would have won" in line) == (winner == 0)


def test_it_makes_no_message_too_long() -> None:
    assert costliest_move.within_the_end("won\nthanks", "line", "thanks") == "won\nline\nthanks"
    assert costliest_move.within_the_end("won", "line", "") == "won\nline"
    assert costliest_move.within_the_end("x" * CONTENT_LIMIT, "line", "") is None


@pytest.mark.parametrize("kind", ["points", "win"])
@sqlite
async def test_every_language_tells_who_when_and_what(room: Room, database: Database, kind: str) -> None:
    await room.open_table("macao", order="joining")
    await play_to_end(room)
    table = await room.table()
    loser = 1 - table.game.ranking()[0]
    async with database.transaction() as session:
        stored_losses = [loss(2.5, kind, seat=loser)]
        await named_values.remember(session, review_key(table.row.id), msgspec.json.encode(stored_losses).decode())
    for name in LANGUAGES:
        sentence = await costliest_move.sentence(room.bot.delivery.services, table, texts_in(name))
        assert sentence is not None
        assert f"**{table.names[loser]}**" in sentence
        assert texts_in(name).turn_name("macao", TURN) in sentence
        assert (texts_in(name).decimal(2.5) in sentence) == (kind == "points")
