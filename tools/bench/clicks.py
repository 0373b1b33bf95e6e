"""Measure the time from the press of a button until the bot acknowledges it to Discord.

Discord is simulated, so the figure has nothing of its network, but everything that the bot does before the
acknowledgement. Discord itself gives up after three seconds.
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
"""Custom id of a button without any work behind it, the yardstick."""
BAR = 2.2
"""A third above the measured ratio, so that a loss of a third shows."""
BAR_WHILE_DRAWING = 1.9
"""The same, for presses while boards are drawn."""
SETTLE_SECONDS = 60
"""How long the simulation waits until everything that follows from a press is done."""


def in_simcord(name: str, measurement: Callable[[Path], Coroutine[Any, Any, list[Figure]]]) -> list[Figure]:
    """Run a measurement in a temporary folder; without simcord, return a figure that says how to install it."""
    if find_spec("simcord") is None:
        return [Figure(name, "pip install -r requirements/sandbox.txt")]
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return asyncio.run(measurement(Path(folder)))


def measure(scope: Scope) -> list[Figure]:
    """Measure presses of panels, and of a bare button of discord.py as the yardstick.

    There is a figure for an idle machine and one while boards are being drawn.
    """
    return in_simcord(WHAT, lambda folder: _measure(scope, folder))


class Stamped(list[Any]):
    """The list of the bot's requests to Discord; it notes the time of the first acknowledgement."""

    acknowledged = inf
    """The first acknowledgement of an interaction since this was set to infinity, in seconds of ``perf_counter``."""

    def append(self, request: Any) -> None:
        super().append(request)
        if request.path.endswith("/callback"):
            self.acknowledged = min(self.acknowledged, perf_counter())


class Players:
    """People at a table who press random buttons among those that the bot shows them."""

    def __init__(self, env: Any, bot: Portolan, channel: Any, people: list[Any]) -> None:
        self.env = env
        self.bot = bot
        self.channel = channel
        self.people = {person.id: person for person in people}
        self.rng = Random(1)
        self.game_id = 0
        self.panel: Any = None
        """The last person who pressed, and the message with that person's panel."""
        self.requests = env.backend.http_requests = Stamped()

    async def begin(self, key: str) -> None:
        """Open a table for everybody and start it."""
        from bot.cli.sandbox import page as sandbox

        await sandbox.seat(self.channel, list(self.people.values()), key)
        self.game_id = (await self.bot.tables.table_in(self.channel.id)).row.id
        self.panel = None

    async def press(self) -> float:
        """Press a button, wait until all of its effects are done, and return the seconds to its acknowledgement."""
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
        answer = result.followups[-1] if result.followups else result.response
        self.panel = (person, answer.message)
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
            message = next(message for message in reversed(self.channel.history()) if message.id == sent.id)
            self.requests.acknowledged = inf
            began = perf_counter()
            await person.click(message, custom_id=BARE)
            return self.requests.acknowledged - began

        return press

    def _choice(self, person: Any) -> tuple[str | None, str | None]:
        """Return the custom id of a random button or select of the person's panel, and the option to select.

        Both are None if the person has no panel and must press the button under the board.
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
    """Run a bot with a started table in a simulated channel; ``options`` are passed to the simulation."""
    import simcord

    bot = Portolan(database)
    async with simcord.run(bot, settle_timeout=SETTLE_SECONDS, shard_count=1, **options) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("games")
        people = [guild.add_member(env.create_user(f"player{seat}")) for seat in range(scope.kind.seats.start)]
        seated = Players(env, bot, channel, people)
        await seated.begin(scope.kind.key)
        yield seated


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    presses = scope.count(300, 20)
    figures = []
    async with Database.open(f"sqlite:///{folder / 'clicks.db'}") as database:
        await database.migrate()
        async with players(database, scope) as seated:
            press_bare = await seated.bare()
            for name, is_drawing, bar in (
                (WHAT, False, BAR),
                ("the same while boards are drawn", True, BAR_WHILE_DRAWING),
            ):
                with _drawing(scope) if is_drawing else nullcontext():
                    durations = [
                        (await seated.press(), await press_bare())
                        for _ in scope.track("presses", range(presses), total=presses)
                    ]
                ours, bare = zip(*durations, strict=True)
                usual = median(ours)
                usual_bare = median(bare)
                slow = percentile(list(ours), 99)
                detail = f"{usual * 1e3:.2f} ms, a bare button {usual_bare * 1e3:.2f} ms"
                detail += f"; {slow * 1e3:.1f} ms at the 99th percentile"
                figures.append(Figure(name, detail, usual / usual_bare, bar=bar, rounds=presses, counted="presses"))
    return figures


async def _acknowledge(interaction: discord.Interaction[discord.Client]) -> None:
    await interaction.response.defer()


@contextmanager
def _drawing(scope: Scope) -> Iterator[None]:
    """Draw one board after the other in another thread during the block, as the bot does for moves at other tables."""
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
