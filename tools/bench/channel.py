"""Count the messages, boards and characters that a channel receives in a whole game.

``python -m tools.bench channel`` prints them per round, for each number of players, as they are at the end. The tables
and the delivery are the bot's own; Discord is replaced by a list, and nothing is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

from discord.utils import MISSING
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Report

import engines
from bot.delivery import compose
from bot.delivery.illustrating import Attachment
from bot.delivery.posting import post
from bot.delivery.sending import Sending
from bot.interactions.emoji import KNOWN
from bot.interactions.services import Server, Services
from bot.tables import Table, Tables
from bot.wording import Texts, texts_in
from engines import Action, Game
from engines.players import PLAYERS
from storage import games, jobs
from storage.database import Database
from storage.deliveries import SHOWING_BOARDS
from storage.models import MoveRow, SeatOrder
from tools.bench.measure import Figure, Scope, usual_seats

QUICKLY = 40
"""Number of decisions of a game for quick figures."""
TOGETHER: Mapping[str, Sequence[Mapping[str, str]]] = {"macao": [{"dice": "together"}]}
"""Options with which a game calls several players at once that it calls one by one by default."""

Decide = Callable[[Game, int, Random], Action]


@dataclass
class Posted:
    """A message of the channel in its present form."""

    content: str
    labels: list[str]
    """Labels of its buttons."""
    called: list[int]
    """People whom it notifies."""
    board: bool
    """True if it has a picture."""


@dataclass
class Channel:
    """A channel that keeps what it receives, of a Discord that never fails."""

    posts: list[Posted] = field(default_factory=list)
    edits: int = 0
    table: Table | None = None
    moves: Sequence[MoveRow] = ()
    """The log of ``table``, which is the table at the end of the game."""

    async def send(self, content: str, *, view: Any, allowed_mentions: Any, files: Sequence[Any] = (), **_: Any) -> Any:
        called = [user.id for user in allowed_mentions.users]
        self.posts.append(Posted(content, _labels(view), called, bool(files)))
        return SimpleNamespace(id=len(self.posts))

    def get_partial_message(self, number: int) -> Any:
        async def edit(*, content: Any = MISSING, view: Any = MISSING, attachments: Any = MISSING, **_: Any) -> None:
            self.edits += 1
            posted = self.posts[number - 1]
            if view is not MISSING:
                posted.labels = _labels(view)
            if attachments is not MISSING:
                posted.board = bool(attachments)
            if isinstance(content, str):
                posted.content = content

        return SimpleNamespace(edit=edit)

    @property
    def characters(self) -> int:
        return sum(len(posted.content) for posted in self.posts)

    @property
    def boards(self) -> int:
        """The number of messages with a picture of the board."""
        return sum(posted.board for posted in self.posts)


def measure(scope: Scope) -> list[Figure]:
    """Count the messages and characters of games in which people decide like greedy players."""
    rounds = scope.count(3, 1)
    most = QUICKLY if scope.quick else None
    seats = usual_seats(scope.kind)
    played = [
        asyncio.run(play(scope.kind.key, seats, seed, most=most))
        for seed in scope.track("channel", range(rounds), rounds)
    ]
    counted: dict[str, Any] = {"rounds": rounds, "counted": "games"}
    edits = f"beside {mean(channel.edits for channel in played):.0f} edits"
    return [
        Figure(
            "messages of a game in its channel", edits, mean(len(channel.posts) for channel in played), "", **counted
        ),
        Figure("characters of these", "", mean(channel.characters for channel in played), "", **counted),
    ]


def run(*, quick: bool) -> None:
    """Print how much a channel receives in a round of each game, for each number of players.

    ``quick`` plays only the beginning of each game.
    """
    ways = [
        (key, seats, options)
        for key, kind in engines.GAMES.items()
        for seats in kind.seats
        for options in ({}, *TOGETHER.get(key, ()))
    ]
    table = Report(title="What a channel receives in a round or turn of the game", title_justify="left")
    table.add_column("game", ratio=1)
    for column in ("players", "messages", "boards", "edits", "characters"):
        table.add_column(column, justify="right")
    console = Console()
    with Progress(console=console, transient=True) as progress:
        for key, seats, options in progress.track(ways, description="channel"):
            played = asyncio.run(play(key, seats, 0, most=QUICKLY if quick else None, options=options))
            table.add_row(" ".join([key, *options.values()]), str(seats), *per_round(played))
    console.print(table)


def per_round(channel: Channel) -> list[str]:
    """Return the numbers of messages, boards, edits and characters per round or turn of the game."""
    assert channel.table is not None
    rounds = max(channel.table.game.state.turn, 1)
    counts = [len(channel.posts), channel.boards, channel.edits]
    return [*(f"{number / rounds:.1f}" for number in counts), f"{channel.characters / rounds:.0f}"]


async def play(
    key: str,
    seats: int,
    seed: int,
    *,
    decide: Decide = PLAYERS["greedy"],
    texts: Texts | None = None,
    most: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Channel:
    """Play a game with this number of people, to its end or for ``most`` decisions, and return its channel."""
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return await _play(key, seats, seed, Path(folder), decide, texts or texts_in("en"), most, options)


def _labels(view: Any) -> list[str]:
    return [item.item.label for item in view.children] if view else []


async def _play(
    key: str,
    seats: int,
    seed: int,
    folder: Path,
    decide: Decide,
    texts: Texts,
    most: int | None,
    options: Mapping[str, str] | None,
) -> Channel:
    channel = Channel()
    clicks = count(1)
    rng = Random(seed)
    async with Database.open(f"sqlite:///{folder / 'channel.db'}") as database:
        await database.migrate()
        tables = Tables(database)
        services = _services(tables, channel, texts)
        with (
            mock.patch("bot.tables.lobby_lifecycle.secrets.randbits", return_value=seed + 1),
            mock.patch.object(compose, "board_picture", _blank),
            mock.patch.object(compose, "chart", _blank),
        ):
            host = (1, "Anna")
            opened = await tables.lobby.open(
                key,
                guild_id=None,
                channel_id=1,
                host=host,
                click=next(clicks),
                seats_wanted=seats,
                order=SeatOrder.JOINING,
                options=options,
            )
            for user, name in enumerate(("Ben", "Carla", "Dirk", "Emma", "Finn")[: seats - 1], 2):
                await tables.lobby.join(opened.row.id, user, name, click=next(clicks))
            table = await tables.lobby.start(opened.row.id, user_id=1)
            await _deliver_all(services)
            for _ in count() if most is None else range(most):
                if not table.game.to_act:
                    break
                table = await _move(tables, table, decide, rng, next(clicks))
                await _deliver_all(services)
            channel.table = table
            channel.moves = await tables.log(table.row.id)
    return channel


async def _move(tables: Tables, table: Table, decide: Decide, rng: Random, click: int) -> Table:
    seat = table.game.to_act[0]
    user = table.user_at(seat)
    assert user is not None
    return await tables.play.act(table.row.id, user, decide(table.game, seat, rng), interaction_id=click)


async def _deliver_all(services: Services) -> None:
    """Send the jobs that are due, as the worker does."""
    while True:
        async with services.database.transaction() as session:
            due = [claimed.job for claimed in await jobs.claim(session, jobs.Lane.MESSAGES)]
        if not due:
            return
        for row in due:
            message_id, content, _ = await post(Sending(services, row, await services.server(None), asyncio.Lock()))
            async with services.database.transaction() as session:
                await jobs.mark_sent(session, row, message_id, payload=content.payload() if content else None)
                if message_id is not None and row.kind in SHOWING_BOARDS:
                    await games.set_messages(session, row.game_id, live=message_id)


def _services(tables: Tables, channel: Channel, texts: Texts) -> Services:
    async def server(_guild_id: int | None) -> Server:
        return Server(texts, {}, False)

    def channel_of(_channel_id: int, _guild_id: int | None) -> Channel:
        return channel

    parts = {"database": tables.database, "tables": tables, "server": server}
    return cast("Services", SimpleNamespace(**parts, channel=channel_of, forget_emoji=KNOWN.clear))


def _blank(*_: Any, **__: Any) -> Awaitable[Attachment]:
    async def nothing() -> Attachment:
        return Attachment("board.png", b"")

    return nothing()
