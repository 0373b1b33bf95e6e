"""Replays as they are asked for in a channel."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.delivery.illustrating import Attachment, board_picture
from storage.database import Database
from tests.bot.parts import controls, shown
from tests.bot.room import Room, open_room


@asynccontextmanager
async def played(database: Database, turns: int = 6) -> AsyncIterator[tuple[Room, int]]:
    """Anna and Ben have had some turns of Navegador."""
    async with open_room(database) as room:
        game_id = (await room.open_table(order="joining")).row.id
        for _ in range(turns):
            await room.play_turn(Random(1))
        yield room, game_id


async def pressed(person: MemberActor, message: discord.Message, label: str) -> discord.Message:
    return shown(await person.click(message, label=label))


async def by(person: MemberActor, message: discord.Message, stride: str) -> discord.Message:
    """The same scene, with steps of another kind."""
    select = next(item["custom_id"] for item in controls(message) if item["type"] == 3)
    return shown(await person.select(message, [stride], custom_id=select))


def head(message: discord.Message) -> str:
    return message.content.split("\n")[0]


def counted(message: discord.Message) -> tuple[int, int]:
    """Return the number of the board in a replay, and the number of all boards."""
    match = re.search(r"board (\d+) of (\d+)", head(message))
    assert match, message.content
    return int(match[1]), int(match[2])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int | None, int, list[str]]]:
    """Return a list that receives seat, turn and kinds of marked events of each board drawn for a replay."""
    boards = list[tuple[int | None, int, list[str]]]()

    async def drawing(
        table: Any, words: Any, shape: Any, events: Any, seat: int | None = None, **how: Any
    ) -> Attachment:
        boards.append((seat, table.game.state.turn, [event.kind for event in events]))
        return await board_picture(table, words, shape, events, seat, **how)

    monkeypatch.setattr("bot.features.replay.board_picture", drawing)
    return boards
