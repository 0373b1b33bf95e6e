"""A table with a stub of a game: its answers are those that a test wants, without rules, database and Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import Table
from engines import Action, Game, Message, Prompt, Score
from engines.messages import PartialAction
from engines.presentation import Presentation
from storage.database import Database
from storage.models import GameRow, SeatRow, Status

NAMES = ("anna", "ben", "carla", "dirk", "emma", "finn")


def stub_game(
    *,
    blocking: Sequence[int] = (0,),
    acting: Sequence[int] | None = None,
    turn: int = 3,
    over: bool = False,
    order: Sequence[int] = (0, 1, 2),
    prompt: Prompt | None = None,
    scores: Sequence[Score] = (),
    ranking: Sequence[int] = (),
    legal: Sequence[Action] = (),
    hints: Mapping[Action, Message] | None = None,
    parts: Mapping[Action, PartialAction] | None = None,
) -> Game:
    """Return a game with these answers; ``acting`` defaults to ``blocking``, and all seats have the same actions."""
    question = prompt or Prompt(Message("navegador.ask.workers"))
    view = SimpleNamespace(game="stub", ranking=list(ranking))
    answers = SimpleNamespace(
        presentation=Presentation(),
        blocking_seats=tuple(blocking),
        waits_for=lambda seat: seat in blocking,
        to_act=tuple(blocking if acting is None else acting),
        has_turn=lambda seat: True,
        prepares=False,
        state=SimpleNamespace(turn=turn, over=over),
        order=lambda: tuple(order),
        prompt=lambda seat: question,
        scores=lambda: list(scores),
        ranking=lambda: list(ranking),
        describe=lambda seat: [],
        view=lambda seat: view,
        legal=lambda seat: list(legal),
        hint=lambda seat, action: (hints or {}).get(action),
        part=lambda seat, words: (parts or {}).get(words),
        discards=lambda: None,
        places=dict,
        distinct=list,
    )
    return cast("Game", answers)


@asynccontextmanager
async def silent_database(_: Database) -> AsyncIterator[AsyncSession]:
    """Replace ``Database.reading`` by a database that does not answer."""
    await asyncio.sleep(60)
    raise AssertionError("nobody waits that long")
    yield


def stub_table(game: Game, *, people: int = 3, resigned: Sequence[int] = (), computers: int = 0, **row: Any) -> Table:
    """Return a running table in version 7: people with the user ids 100, 101, ..., then computers."""
    fields: dict[str, Any] = {
        "id": 1,
        "key": "navegador",
        "guild_id": 5,
        "channel_id": 6,
        "status": Status.RUNNING,
        "host_id": 100,
        "seats": people + computers,
        "seed": "ab" * 16,
        "commitment": "cd" * 32,
        "rules_version": 1,
        "version": 7,
        "turn": 3,
    }
    seats = [
        SeatRow(
            game_id=1,
            number=number,
            user_id=100 + number if number < people else None,
            computer=None if number < people else "greedy",
            name=NAMES[number],
            resigned=number in resigned,
        )
        for number in range(people + computers)
    ]
    if isinstance(game, SimpleNamespace):  # one of ``stub_game``, which any game may be
        vars(game)["key"] = (fields | row)["key"]
    return Table(GameRow(**(fields | row)), seats, game)
