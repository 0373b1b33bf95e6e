"""People who press random buttons among those that the bot shows them; at each table only those who have to act."""

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
"""The answer of a bot that is too busy for a click."""
READING_SECONDS = 5.0
"""How long a person waits who is told to click again later."""
BEGIN_SECONDS = 2.0
"""Time over which the first clicks are spread, since people do not all begin at the same moment."""
LOOK_SECONDS = 0.2
"""Pause before a person among computers looks again whether they have to act."""
_FIRST_USER = 1_000_000
"""User id of the first person."""
_NAME = re.compile(r"\bT(\d+)S(\d+)\b")
"""The name of a person: number of the table and seat."""


class Place:
    """A table with its server, channel and people.

    ``server`` is the number of the server; with None the table has a server to itself.
    """

    def __init__(self, number: int, game: str, seats: int, server: int | None = None) -> None:
        self.number = number
        self.game = game
        # Discord derives the shard of a server from the bits above the 22nd.
        self.guild = ((number if server is None else server) + 1) << 22 | 1
        self.channel = (number + 1) << 22 | 2
        self.people = [(_FIRST_USER + 10 * number + seat, f"T{number}S{seat}") for seat in range(seats)]
        self.game_id = 0


class Player:
    """A stand-in for all people of a table, who clicks as the one who has to act."""

    def __init__(self, place: Place, seed: int) -> None:
        self.place = place
        self.rng = Random(seed)
        self.clicks: list[Click] = []
        self._seat = 0
        self._choices: list[tuple[str, str | None]] = []

    async def play(self, discord: StandIn, pause: float, until: float) -> None:
        """Click until the given time, each time after an answer and at least ``pause`` seconds after the last click."""
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
        """Note from an answer the buttons that can be pressed now or, if there are none, the seat that has to act."""
        self._choices = list(_choices(answer))
        if not self._choices:
            named = [int(seat) for _, seat in _NAME.findall(str(answer.get("content", "")))]
            others = [seat for seat in named if seat != self._seat]
            self._seat = others[0] if others else (self._seat + 1) % len(self.place.people)


class Guest:
    """The only person at a table of computers, who decides at once so that they have to think again."""

    def __init__(self, place: Place, seed: int, tables: Tables) -> None:
        self.place = place
        self.rng = Random(seed)
        self.tables = tables

    async def play(self, discord: StandIn, until: float) -> None:
        """Decide whenever the seat has to act, until the given time or the end of the game."""
        clock = asyncio.get_running_loop().time
        place = self.place
        while clock() < until and (table := await self.tables.table(place.game_id)).is_running:
            if 0 not in table.game.to_act:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            words = join(self.rng.choice(table.game.legal(0)))
            custom_id: str | None = f"pt:w:{place.game_id}:{table.row.version}:{words}"
            while custom_id is not None:
                click = await discord.click(place.people[0], place.guild, place.channel, custom_id, None)
                # Some actions must be confirmed by another button.
                confirmations = (id for id, _ in _choices(click.answer) if id.startswith("pt:c:"))
                custom_id = next(confirmations, None)


def _choices(answer: Any) -> Iterator[tuple[str, str | None]]:
    """Yield custom id and value of all buttons and options of a panel that play an action or lead to one."""
    for part in answer.get("components") or ():
        yield from _choices(part)
    custom_id = str(answer.get("custom_id", ""))
    if custom_id.startswith(("pt:w:", "pt:c:")):
        yield custom_id, None
    elif custom_id.startswith("pt:s:"):
        for option in answer.get("options") or ():
            yield custom_id, option["value"]
