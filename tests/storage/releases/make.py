"""Store a database of a released version, made by that version's own code.

Tests upgrade it and play its tables to their ends. It is made once, when a version is released; what is there is never
made again, as it is what hosts have. This module imports nothing of the tests, since it runs on another version's code:

    git worktree add ../released v1.2.0
    PYTHONPATH=../released python tests/storage/releases/make.py 1.2.0

Versions before tags were made: 0.1.0 is commit e22e7086, 1.0.0 is 2adb63d2, 1.1.0 is db34b491.
"""

from __future__ import annotations

import asyncio
import inspect
import lzma
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).parent
PEOPLE = ((11, "anna"), (12, "ben"), (13, "carla"))
DECISIONS = 45
"""The decisions of each running table; no game is over by then."""

clicks = count(1000)


async def call(function: Callable[..., Awaitable[Any]], *arguments: Any, **options: Any) -> Any:
    """Call a coroutine function with those of the options that its version knows."""
    known = inspect.signature(function).parameters
    if "click" in known:
        options["click"] = next(clicks)
    return await function(*arguments, **{name: value for name, value in options.items() if name in known})


async def fill(url: str) -> None:
    """Store a running table of each game, one of them with a move taken back, and a lobby."""
    import engines
    from bot.tables import Tables
    from storage.database import Database

    async with Database.open(url) as database:
        await database.migrate()
        tables = Tables(database)
        for channel, key in enumerate(engines.GAMES, 1):
            game_id = await open_lobby(tables, key, channel)
            await call(tables.lobby.start, game_id, by=PEOPLE[0][0], user_id=PEOPLE[0][0])
            await play(tables, game_id, Random(key))
        await open_lobby(tables, "macao", 99)


async def open_lobby(tables: Any, key: str, channel: int) -> int:
    host, *guests = PEOPLE
    table = await call(tables.lobby.open, key, guild_id=7, channel_id=channel, host=host, seats_wanted=len(PEOPLE))
    for guest in guests:
        await call(tables.lobby.join, table.row.id, *guest)
    return int(table.row.id)


async def play(tables: Any, game_id: int, rng: Random) -> None:
    """Play a part of a game; somebody takes a move back as soon as that needs nobody's consent."""
    from bot.tables import Refused

    is_undone = False
    for number in range(DECISIONS):
        table = await tables.table(game_id)
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        await tables.play.act(game_id, user, rng.choice(table.game.legal(seat)))
        if number > DECISIONS // 2 and not is_undone:
            try:
                await tables.play.undo(game_id, user)
                is_undone = True
            except Refused:
                continue


def make(version: str) -> None:
    file = FOLDER / f"{version}.sql.xz"
    if file.exists():
        sys.exit(f"{file} is there already")
    with TemporaryDirectory() as folder:
        database = Path(folder) / "portolan.db"
        asyncio.run(fill(f"sqlite:///{database}"))
        dump = "\n".join(sqlite3.connect(database).iterdump())
    file.write_bytes(lzma.compress(dump.encode(), preset=9))
    sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    make(sys.argv[1])
