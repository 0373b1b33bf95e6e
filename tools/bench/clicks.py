"""From the press of a button until Discord is told that it arrived, with the whole bot in between.

Discord is simulated, so nothing of its network is in the figure; what is in it is everything that happens on this
side before the answer. Discord itself gives up after three seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event as Flag
from threading import Thread
from time import perf_counter
from typing import Any

import discord

import render
from bot.client.portolan import Portolan
from storage.database import Database
from tools.bench.measure import Figure, Scope, percentile
from tools.bench.pictures import positions

WHAT = "press to acknowledgement through simcord"
BARE = "bench:bare"
BAR, BAR_WHILE_DRAWING = 2.2, 1.9
"""A third above what has been reached: a loss of a third shows."""
SETTLE_SECONDS = 60


def in_simcord(what: str, measured: Callable[[Path], Coroutine[Any, Any, list[Figure]]]) -> list[Figure]:
    """Run a measurement with a folder of its own; without simcord, return how to install it instead."""
    if find_spec("simcord") is None:
        return [Figure(what, "pip install -r requirements/sandbox.txt")]
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return asyncio.run(measured(Path(folder)))


def measure(scope: Scope) -> list[Figure]:
    """Measure presses of panels beside a button of discord.py that does nothing else.

    The figures are the median and the slow end, while the machine is idle and while boards are being drawn.
    """
    return in_simcord(WHAT, lambda folder: _measure(scope, folder))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    presses = scope.count(300, 20)
    found = []
    async with Database.open(f"sqlite:///{folder / 'clicks.db'}") as database:
        await database.migrate()
        async with players(database, scope) as seated:
            press_bare = await seated.bare()
            for name, drawing, bar in (
                (WHAT, False, BAR),
                ("the same while boards are drawn", True, BAR_WHILE_DRAWING),
            ):
                with _drawing(scope) if drawing else nullcontext():
                    taken = [
                        (await seated.press(), await press_bare())
                        for _ in scope.track("presses", range(presses), total=presses)
                    ]
                ours, bare = zip(*taken, strict=True)
                usual, least, slow = median(ours), median(bare), percentile(list(ours), 99)
                detail = f"{usual * 1e3:.2f} ms, a bare button {least * 1e3:.2f} ms"
                detail += f"; {slow * 1e3:.1f} ms at the 99th percentile"
                found.append(Figure(name, detail, usual / least, bar=bar, rounds=presses, counted="presses"))
    return found


async def _acknowledge(interaction: discord.Interaction[discord.Client]) -> None:
    await interaction.response.defer()


class Stamped(list[Any]):
    """Requests of the bot to Discord, and when it first acknowledged an interaction since this was reset."""

    acknowledged = inf

    def append(self, request: Any) -> None:
        super().append(request)
        if request.path.endswith("/callback"):
            self.acknowledged = min(self.acknowledged, perf_counter())


class Players:
    """People at a table who press, at random, what the bot shows them."""

    def __init__(self, env: Any, bot: Portolan, channel: Any, people: list[Any]) -> None:
        self.env, self.bot, self.channel = env, bot, channel
        self.people = {person.id: person for person in people}
        self.rng, self.game_id = Random(1), 0
        self.panel: Any = None
        self.requests = env.backend.http_requests = Stamped()

    async def begin(self, key: str) -> None:
        """Open a table for everybody and start it."""
        from bot.cli.sandbox import page as sandbox

        await sandbox.seat(self.channel, list(self.people.values()), key)
        self.game_id, self.panel = (await self.bot.tables.table_in(self.channel.id)).row.id, None

    async def press(self) -> float:
        """Seconds from a press to its acknowledgement; waits until everything that follows from it is done."""
        table = await self.bot.tables.table(self.game_id)
        if not table.game.to_act:
            await self.begin(table.row.key)
            table = await self.bot.tables.table(self.game_id)
        user = table.user_at(table.game.to_act[0])
        assert user is not None
        person = self.people[user]
        custom_id, option = self._choice(person)
        self.requests.acknowledged = inf
        began = perf_counter()
        if custom_id is None:
            result = await person.click(self._board(), custom_id=f"pt:m:{self.game_id}")
        elif option is None:
            result = await person.click(self.panel[1], custom_id=custom_id)
        else:
            result = await person.select(self.panel[1], [option], custom_id=custom_id)
        shown = result.followups[-1] if result.followups else result.response
        self.panel = (person, shown.message)
        return self.requests.acknowledged - began

    async def bare(self) -> Callable[[], Coroutine[Any, Any, float]]:
        """Post a button that is only acknowledged, and return a function that presses it and times it."""
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="…", custom_id=BARE)
        button.callback = _acknowledge  # type: ignore[method-assign]
        view = discord.ui.View(timeout=None).add_item(button)
        channel = self.bot.get_partial_messageable(self.channel.id)
        sent = await channel.send(view=view)
        person = next(iter(self.people.values()))

        async def press() -> float:
            shown = next(message for message in reversed(self.channel.history()) if message.id == sent.id)
            self.requests.acknowledged = inf
            began = perf_counter()
            await person.click(shown, custom_id=BARE)
            return self.requests.acknowledged - began

        return press

    def _choice(self, person: Any) -> tuple[str | None, str | None]:
        """Return a random button or option of the person's panel; without a panel, nothing.

        The button under the board is pressed then.
        """
        if self.panel is None or self.panel[0] is not person:
            return None, None
        choices: list[tuple[str | None, str | None]] = []
        for row in self.panel[1].components:
            for item in row.children:
                if item.custom_id.startswith(("pt:w:", "pt:c:")):
                    choices.append((item.custom_id, None))
                elif item.custom_id.startswith("pt:s:"):
                    choices += [(item.custom_id, option.value) for option in item.options]
        return self.rng.choice(choices) if choices else (None, None)

    def _board(self) -> Any:
        """Return the newest message with the button that opens the panel."""
        wanted = f"pt:m:{self.game_id}"
        return next(
            message
            for message in reversed(self.channel.history())
            if any(item.custom_id == wanted for row in message.components for item in row.children)
        )


@asynccontextmanager
async def players(database: Database, scope: Scope, **options: Any) -> AsyncIterator[Players]:
    """Run a bot with a started table in a simulated channel. ``options`` are those of the simulation."""
    import simcord

    bot = Portolan(database)
    async with simcord.run(bot, settle_timeout=SETTLE_SECONDS, shard_count=1, **options) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        people = [guild.add_member(env.create_user(f"player{seat}")) for seat in range(scope.kind.seats.start)]
        seated = Players(env, bot, channel, people)
        await seated.begin(scope.kind.key)
        yield seated


@contextmanager
def _drawing(scope: Scope) -> Iterator[None]:
    """Meanwhile another thread draws one board after the other, as it does when other tables have moved."""
    view, caption = next(iter(positions(scope)))
    stop = Flag()

    def draw() -> None:
        while not stop.is_set():
            render.picture(view, caption)

    painter = Thread(target=draw, daemon=True)
    painter.start()
    try:
        yield
    finally:
        stop.set()
        painter.join()
