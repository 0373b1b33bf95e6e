"""Messages, boards and characters that a channel receives in a whole game.

``python -m tools.bench channel`` counts them a round, for each number of players, as they are at the end. The
tables and the delivery are the bot's own; Discord is a list, and nothing is drawn.
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
"""So many decisions are a game when it must be quick."""
TOGETHER: Mapping[str, Sequence[Mapping[str, str]]] = {"macao": [{"dice": "together"}]}
"""Ways to play a game in which several are called at once that are not by default."""

Decide = Callable[[Game, int, Random], Action]


@dataclass
class Posted:
    """A message as the channel has it."""

    content: str
    labels: list[str]
    called: list[int]
    board: bool
    """Whether it came with a picture."""


@dataclass
class Channel:
    """A channel of a Discord that never fails."""

    posts: list[Posted] = field(default_factory=list)
    edits: int = 0
    table: Table | None = None
    moves: Sequence[MoveRow] = ()
    """The table that was played here, as it stands in the end, and its log."""

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
        """Messages with a picture of the board."""
        return sum(posted.board for posted in self.posts)


def _labels(view: Any) -> list[str]:
    return [item.item.label for item in view.children] if view else []


def measure(scope: Scope) -> list[Figure]:
    """Messages and characters of games that people play as greedy players would."""
    rounds, most = scope.count(3, 1), QUICKLY if scope.quick else None
    seats = usual_seats(scope.kind)
    played = [
        asyncio.run(play(scope.kind.key, seats, seed, most=most))
        for seed in scope.track("channel", range(rounds), rounds)
    ]
    counted: dict[str, Any] = {"rounds": rounds, "counted": "games"}
    edits = f"beside {mean(channel.edits for channel in played):.0f} edits"
    return [
        Figure("messages of a game in its channel", edits, mean(len(each.posts) for each in played), "", **counted),
        Figure("characters of these", "", mean(each.characters for each in played), "", **counted),
    ]


def run(*, quick: bool) -> None:
    """Print what a channel receives in a round of each game, for each number of players.

    ``quick``: only of the beginning of a game.
    """
    ways = [
        (key, seats, options)
        for key, kind in engines.GAMES.items()
        for seats in kind.seats
        for options in ({}, *TOGETHER.get(key, ()))
    ]
    found = Report(title="What a channel receives in a round or turn of the game", title_justify="left")
    found.add_column("game", ratio=1)
    for column in ("players", "messages", "boards", "edits", "characters"):
        found.add_column(column, justify="right")
    console = Console()
    with Progress(console=console, transient=True) as progress:
        for key, seats, options in progress.track(ways, description="channel"):
            played = asyncio.run(play(key, seats, 0, most=QUICKLY if quick else None, options=options))
            found.add_row(" ".join([key, *options.values()]), str(seats), *a_round(played))
    console.print(found)


def a_round(played: Channel) -> list[str]:
    """Messages, boards, edits and characters for each round or turn of a game."""
    assert played.table is not None
    rounds = max(played.table.game.state.turn, 1)
    counted = [len(played.posts), played.boards, played.edits]
    return [*(f"{number / rounds:.1f}" for number in counted), f"{played.characters / rounds:.0f}"]


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
    """Return the channel after a whole game with this number of players, or after ``most`` decisions."""
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return await _play(key, seats, seed, Path(folder), decide, texts or texts_in("en"), most, options)


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
    channel, clicks, rng = Channel(), count(1), Random(seed)
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
            channel.table, channel.moves = table, await tables.log(table.row.id)
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
            sent, said, _ = await post(Sending(services, row, await services.server(None), asyncio.Lock()))
            async with services.database.transaction() as session:
                await jobs.mark_sent(session, row, sent, payload=said.payload() if said else None)
                if sent is not None and row.kind in SHOWING_BOARDS:
                    await games.set_messages(session, row.game_id, live=sent)


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
