"""A simulated Discord with a server, a channel and friends who play by pressing what the bot shows them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.client import Portolan
from bot.panel.words import join
from bot.tables import Table
from engines import Action
from engines.players import PLAYERS
from engines.record import parse
from storage.database import Database

SETTLE_SECONDS = 30


class Room:
    """One channel, several people, one bot that can be restarted."""

    def __init__(self, env: simcord.Env, database: Database, bot: Portolan, names: Sequence[str]) -> None:
        self.env, self.database, self.bot = env, database, bot
        self.guild = env.create_guild()
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.people = {name: self.guild.add_member(env.create_user(name)) for name in names}

    def __getitem__(self, name: str) -> MemberActor:
        return self.people[name]

    @property
    def last(self) -> discord.Message:
        message = self.channel.last_message
        assert message is not None
        return message

    def history(self) -> list[discord.Message]:
        return self.channel.history()

    async def restart(self) -> None:
        """The process ends and another one starts on the same database; nothing in memory survives."""
        self.bot = Portolan(self.database)
        await self.env.restart_bot(self.bot)

    async def table(self) -> Table:
        return await self.bot.tables.latest_in(self.channel.id)

    def user(self, user_id: int) -> MemberActor:
        return next(person for person in self.people.values() if person.id == user_id)

    async def open_table(self, game: str = "navegador", computers: int = 0, **options: Any) -> Table:
        """The first person opens a table, all others join, computers fill up, the host starts."""
        host, *guests = self.people.values()
        await host.slash(self.channel, "game new", game=game, seats=len(self.people) + computers, **options)
        lobby = self.last
        for guest in guests:
            await guest.click(lobby, label="Join")
        if computers:
            asked = await host.click(lobby, label="Add computer")
            for _ in range(computers):
                await host.click(shown(asked), label="Greedy: takes the points in sight")
        await host.click(lobby, label="Start")
        return await self.table()

    async def open_panel(self, person: MemberActor) -> discord.Message:
        """Presses the button under the newest board."""
        result = await person.click(self.board(), label="Your move")
        return shown(result)

    def board(self) -> discord.Message:
        """The newest message with the button that opens the panel."""
        return next(
            message
            for message in reversed(self.history())
            if any(item["custom_id"].startswith("pt:m:") for item in controls(message))
        )

    async def choose(self, person: MemberActor, panel: discord.Message, action: Action) -> discord.Message:
        """Presses the way through the panel to a whole action; returns the panel afterwards."""
        wanted = join(action)
        for _ in range(30):
            button, option, page = way_to(panel, action)
            if button is not None:
                result = await person.click(panel, custom_id=button)
            elif option is not None:
                result = await person.select(panel, [option[1]], custom_id=option[0])
            else:
                assert page is not None, f"no way to {wanted} on {panel.content!r}: {list(controls(panel))}"
                result = await person.click(panel, custom_id=page)
            panel = shown(result)
            confirm = next((item["custom_id"] for item in controls(panel) if item["custom_id"][:4] == "pt:c"), None)
            if confirm is not None:
                panel = shown(await person.click(panel, custom_id=confirm))
            if panel.content.startswith("✓"):
                return panel
        raise AssertionError(f"{wanted} takes too many presses")

    async def play_turn(self, rng: Random, kind: str = "greedy") -> None:
        """Whoever must decide does so, through the panel, as a computer player would."""
        table = await self.table()
        seat = table.game.to_act[0]
        user_id = table.user_at(seat)
        assert user_id is not None
        person = self.user(user_id)
        panel = await self.open_panel(person)
        while table.running and table.game.to_act[:1] == (seat,):
            panel = await self.choose(person, panel, PLAYERS[kind](table.game, seat, rng))
            table = await self.table()


@asynccontextmanager
async def room(database: Database, *names: str, **options: Any) -> AsyncIterator[Room]:
    """A running bot and people in a channel."""
    bot = Portolan(database)
    async with simcord.run(bot, settle_timeout=SETTLE_SECONDS, **options) as env:
        yield Room(env, database, bot, names or ("anna", "ben"))


def shown(result: InteractionResult) -> discord.Message:
    """What the person sees in answer: the private message that was sent or edited."""
    if result.followups:
        return result.followups[-1].message
    assert result.response is not None
    return result.response.message


def controls(message: discord.Message) -> Iterator[dict[str, Any]]:
    """Every button and select of a message, as Discord knows it."""
    for row in message.components:
        data: Any = row.to_dict()
        yield from data.get("components", [data])


def labels(message: discord.Message) -> list[str]:
    """What the buttons say."""
    return [item["label"] for item in controls(message) if item["type"] == 2]


def way_to(panel: discord.Message, action: Action) -> tuple[str | None, tuple[str, str] | None, str | None]:
    """The button, or the select and its option, that leads nearest to an action; else the button to the next page."""
    buttons: list[tuple[int, str]] = []
    options: list[tuple[int, str, str]] = []
    page = None
    for item in controls(panel):
        custom_id = item["custom_id"]
        if custom_id.startswith("pt:w:"):
            words = parse(custom_id.split(":", 4)[4].replace(".", " "))
            if action[: len(words)] == words:
                buttons.append((len(words), custom_id))
        elif item["type"] == 3:
            for option in item["options"]:
                words = parse(option["value"].replace(".", " "))
                if action[: len(words)] == words:
                    options.append((len(words), custom_id, option["value"]))
        elif custom_id.startswith("pt:p:") and item["label"] == "▶":
            page = custom_id
    if buttons:
        return max(buttons)[1], None, None
    if options:
        return None, max(options)[1:], None
    return None, None, page
