"""People who press, at random, what the bot shows them; one hand at each table, that of whoever is to act."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from bot.interactions.custom_ids import join
from bot.tables import Tables
from bot.wording import texts_in
from tools.bench.load.discord import Click, StandIn

CROWDED = texts_in("en").say("error.crowded")
READING_SECONDS = 5.0
"""Whoever is told to click again later reads that, and waits a little."""
BEGIN_SECONDS = 2.0
"""Within so many all have begun to click: nobody does in the same moment as 199 others."""
LOOK_SECONDS = 0.2
"""Between two looks of who sits among computers."""
_FIRST_USER = 1_000_000
_NAME = re.compile(r"\bT(\d+)S(\d+)\b")


class Place:
    """A table: where it is and who sits there. ``server``: the number of the server; None: one of its own."""

    def __init__(self, number: int, game: str, seats: int, server: int | None = None) -> None:
        self.number, self.game = number, game
        self.guild = ((number if server is None else server) + 1) << 22 | 1
        self.channel = (number + 1) << 22 | 2
        self.people = [(_FIRST_USER + 10 * number + seat, f"T{number}S{seat}") for seat in range(seats)]
        self.game_id = 0


class Player:
    """Whoever is to act at one table."""

    def __init__(self, place: Place, seed: int) -> None:
        self.place, self.rng = place, Random(seed)
        self.clicks: list[Click] = []
        self._seat = 0
        self._choices: list[tuple[str, str | None]] = []

    async def play(self, discord: StandIn, pause: float, until: float) -> None:
        """Clicks again when the answer is there, ``pause`` seconds after the last click at the earliest."""
        clock = asyncio.get_running_loop().time
        due = clock() + self.rng.random() * (pause or BEGIN_SECONDS)
        while (wait := due - clock()) > 0 or clock() < until:
            if due >= until:
                return
            await asyncio.sleep(max(wait, 0))
            due = clock() + pause
            place = self.place
            custom_id, value = self.rng.choice(self._choices or [(f"pt:m:{place.game_id}", None)])
            click = await discord.click(place.people[self._seat], place.guild, place.channel, custom_id, value)
            self.clicks.append(click)
            click.refused = click.answer.get("content") == CROWDED
            if click.refused:
                due = clock() + READING_SECONDS
            else:
                self._learn(click.answer)

    def _learn(self, answer: dict[str, Any]) -> None:
        """Learn from an answer what can be pressed now, or who must act."""
        self._choices = list(_choices(answer))
        if not self._choices:
            named = [int(seat) for _, seat in _NAME.findall(str(answer.get("content", "")))]
            others = [seat for seat in named if seat != self._seat]
            self._seat = others[0] if others else (self._seat + 1) % len(self.place.people)


class Guest:
    """The only person at a table of computers: decides in one click as soon as they have, so that they think again."""

    def __init__(self, place: Place, seed: int, tables: Tables) -> None:
        self.place, self.rng, self.tables = place, Random(seed), tables

    async def play(self, discord: StandIn, until: float) -> None:
        """Until then, or until the game is over."""
        clock, place = asyncio.get_running_loop().time, self.place
        while clock() < until and (table := await self.tables.table(place.game_id)).is_running:
            if 0 not in table.game.to_act:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            words = join(self.rng.choice(table.game.legal(0)))
            custom_id: str | None = f"pt:w:{place.game_id}:{table.row.version}:{words}"
            while custom_id is not None:
                click = await discord.click(place.people[0], place.guild, place.channel, custom_id, None)
                asked = (id for id, _ in _choices(click.answer) if id.startswith("pt:c:"))  # whether it is meant so
                custom_id = next(asked, None)


def _choices(answer: Any) -> Iterator[tuple[str, str | None]]:
    """Buttons and options of a panel that play or lead to playing."""
    for part in answer.get("components") or ():
        yield from _choices(part)
    custom_id = str(answer.get("custom_id", ""))
    if custom_id.startswith(("pt:w:", "pt:c:")):
        yield custom_id, None
    elif custom_id.startswith("pt:s:"):
        for option in answer.get("options") or ():
            yield custom_id, option["value"]
