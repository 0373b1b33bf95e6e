"""A simulated Discord with a server, a channel and friends who play by pressing what the bot shows them."""

from __future__ import annotations

import fnmatch
import logging
import traceback
from collections.abc import AsyncIterator, Iterator, MutableMapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from itertools import count
from random import Random
from typing import Any
from unittest import mock

import discord
import simcord
from discord import app_commands
from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import InteractionType, OverwriteType
from simcord.types import HttpLogEntry
from sqlmodel import col, select
from structlog.testing import capture_logs

from bot.client.portolan import Portolan
from bot.client.registration import Registration
from bot.delivery.message_jobs import Delivery
from bot.features.lobby.new_table import parse_options
from bot.interactions.custom_ids import join
from bot.interactions.emoji import Emojis
from bot.tables import Table
from bot.tables.maintenance.result_backfill import ResultBackfill
from bot.tables.maintenance.retention import Retention
from bot.work.worker import JobWorker
from engines import Action, Game
from engines.players import PLAYERS
from storage import games, people
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import JobRow, MoveRow, SeatOrder, User
from tests.bot import strict
from tests.bot.english import english
from tests.bot.lighter import lighten_simulation
from tests.bot.lobbies import decide_silently
from tests.bot.measured import measure_requests
from tests.bot.parts import button_labelled, control_towards, controls, labels, shown_message
from tests.bot.prepared import store_started_table
from tests.discord.yardstick import Yardstick

SETTLE_SECONDS = 30
ROUTINE = ("interaction handled", "message handled")


class Room:
    """A channel with several people and a bot that can be restarted."""

    def __init__(self, env: simcord.Env, database: Database, bot: Portolan, names: Sequence[str]) -> None:
        self.env = env
        self.database = database
        self.bot = bot
        self.lines: list[MutableMapping[str, Any]] = []
        self.yardstick = Yardstick()
        """What Discord has against what the bot asks of it; none of it passes when the room is left."""
        self.unabridged = True
        self._clicks = count(1_000_000)
        self.questions = False
        """Whether those who open a table are asked once more before a turn ends, and read more in a first game."""
        self.guild = env.create_guild()
        strict.invite(env, self.guild.id)
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.people = {name: self.guild.add_member(env.create_user(name)) for name in names}

    def __getitem__(self, name: str) -> MemberActor:
        return self.people[name]

    @property
    def logs(self) -> list[MutableMapping[str, Any]]:
        """Return the lines of the bot's log, without those that report each routine action."""
        return [line for line in self.lines if line["event"] not in ROUTINE]

    @property
    def last(self) -> discord.Message:
        message = self.channel.last_message
        assert message is not None
        return message

    def history(self) -> list[discord.Message]:
        return self.channel.history()

    async def restart(self) -> None:
        """End the bot and start another one on the same database; nothing in memory survives."""
        self.bot = Portolan(self.database)
        await self.env.restart_bot(self.bot)
        await self.sweep()

    async def table(self) -> Table:
        return await self.bot.tables.latest_in(self.channel.id)

    def enter(self, name: str, *, manages: bool = False) -> MemberActor:
        """Add a member to the server, with the right to manage it if ``manages``."""
        roles = []
        if manages:
            roles = [self.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))]
        return self.guild.add_member(self.env.create_user(name), roles=roles)

    def forbid(self, *permissions: str) -> None:
        """Take permissions in the channel from the bot; without arguments give all of them back."""
        bot = self.env.backend.bot_user.id
        backend = self.env.backend
        backend.delete_overwrite(self.channel.id, bot)
        if permissions:
            _, deny = discord.PermissionOverwrite(**dict.fromkeys(permissions, False)).pair()
            backend.set_overwrite(
                self.channel.id, Overwrite(target_id=bot, type=OverwriteType.MEMBER, allow=0, deny=deny.value)
            )

    def refuse_files(self, status: int, code: int) -> None:
        """Make Discord refuse every message with files from now on."""
        request = self.bot.http.request

        async def refusing(route: discord.http.Route, *, files: Any = None, **options: Any) -> Any:
            if files:
                fault = {"method": "*", "path": "*", "status": status, "code": code, "message": "no files", "times": 1}
                self.env.backend.faults.append(fault)
            return await request(route, files=files, **options)

        self.bot.http.request = refusing  # type: ignore[method-assign]

    async def propose(self, person: MemberActor, command: str, **args: Any) -> discord.Message:
        """Ask to go back, and confirm that everybody is to be asked or that it is meant once more, if asked to."""
        proposal = await self.ask(person, command, **args)
        if proposal.content == english("panel.undo_again"):
            return shown_message(await person.click(proposal, label=english("button.again")))
        ask = next(
            (control["custom_id"] for control in controls(proposal) if control["custom_id"].startswith("pt:ask:")), None
        )
        return shown_message(await person.click(proposal, custom_id=ask)) if ask else proposal

    async def ask(self, person: MemberActor, command: str, **options: Any) -> discord.Message:
        """Use a slash command in the channel, and return the private answer."""
        answer = shown_message(await person.slash(self.channel, command, **options))
        assert answer.flags.ephemeral
        return answer

    async def leave(self, person: MemberActor) -> discord.Message:
        """Leave for now, in the middle of a turn as well, and return the private answer."""
        answer = shown_message(await person.slash(self.channel, "game leave"))
        leave = english("button.seats.leave")
        return shown_message(await person.click(answer, label=leave)) if leave in labels(answer) else answer

    async def deciding(self) -> tuple[MemberActor, MemberActor]:
        """Return the person who has to decide, and another person at the table."""
        table = await self.table()
        now = table.user_at(table.game.to_act[0])
        assert now is not None
        return self.user(now), next(person for person in self.people.values() if person.id != now)

    async def person_at(self, seat: int) -> MemberActor:
        """Return the person on a seat."""
        user_id = (await self.table()).user_at(seat)
        assert user_id is not None
        return self.user(user_id)

    async def replace_game(self, game: Game) -> None:
        """Replace the stored position of the running table by ``game``; its log does not lead there."""
        row = (await self.table()).row
        async with self.database.transaction() as session:
            assert await games.advance(session, row.id, row.version, state=game.dump(), turn=game.state.turn)

    async def skip(self, table: Table, decided: Sequence[tuple[int, Action]]) -> Table:
        """Make decisions without announcing them, and then post the board.

        Log and state are as if each decision had been made in the channel.
        """
        await decide_silently(self.database, table, decided)
        await self.bot.tables.play.post_again(table.row.id)
        await self.bot.worker.idle()
        return await self.table()

    async def moves(self) -> list[MoveRow]:
        """Return the log of all tables."""
        async with self.database.reading() as session:
            return list(
                (await session.exec(select(MoveRow).order_by(col(MoveRow.game_id), col(MoveRow.version)))).all()
            )

    async def outbox(self) -> list[JobRow]:
        """Return every message that was to be sent, oldest first."""
        async with self.database.reading() as session:
            return list((await session.exec(select(JobRow).where(IS_MESSAGE).order_by(col(JobRow.id)))).all())

    async def make_due(self) -> None:
        """End the waiting time of every postponed message, and sweep."""
        async with self.database.transaction() as session:
            for row in (await session.exec(select(JobRow).where(IS_MESSAGE))).all():
                row.due_at = row.created_at
                row.claimed_until = None
                session.add(row)
        await self.sweep()

    async def sweep(self) -> None:
        """Have the worker look for what is due, as it does every few seconds."""
        await self.bot.worker.sweep.run_once()
        await self.bot.worker.idle()
        await self.env.settle()

    def click_payload(self, person: MemberActor, message: discord.Message, label: str) -> dict[str, Any]:
        """Return a click as Discord would deliver it, for ``deliver``."""
        button = button_labelled(message, label)
        return self.click_payload_of(person, message, {"custom_id": button["custom_id"], "component_type": 2})

    def click_payload_of(self, person: MemberActor, message: discord.Message, data: dict[str, Any]) -> dict[str, Any]:
        """Return the payload of a click with any data, whether or not a control of the message has it."""
        record, payload = self._payload(InteractionType.MESSAGE_COMPONENT, person, message.channel.id, data)
        record.source_message_id = message.id
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return payload | {"message": dict(serializers.message_payload(self.env.backend, stored))}

    def slash_payload(self, person: MemberActor, command: str) -> dict[str, Any]:
        """Return the payload of a command without options, for ``deliver``."""
        data = {"id": "1", "name": command, "type": 1}
        return self._payload(InteractionType.APPLICATION_COMMAND, person, self.channel.id, data)[1]

    def _payload(
        self, kind: InteractionType, person: MemberActor, channel: int, data: dict[str, Any]
    ) -> tuple[Any, dict[str, Any]]:
        whose = {"channel_id": channel, "guild_id": self.guild.id, "user_id": person.id}
        return interactions.base_payload(self.env.backend, type=kind, data=data, **whose)

    def forge(self, message: discord.Message, custom_id: str, forged: str) -> None:
        """Give a button or select of a message another custom id, one that the bot has never given it."""
        stored = self.env.backend.get_message(message.channel.id, message.id)
        assert sum(item["custom_id"] == custom_id for row in stored.components for item in row["components"]) == 1
        for row in stored.components:
            for item in row["components"]:
                if item["custom_id"] == custom_id:
                    item["custom_id"] = forged

    async def deliver(self, *payloads: dict[str, Any]) -> None:
        """Deliver interactions in the same moment."""
        for payload in payloads:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    def requests(self, method: str, path: str) -> list[HttpLogEntry]:
        """Return the bot's requests to Discord; ``path`` is a pattern as in file names."""
        return [
            entry for entry in self.env.http_requests if entry.method == method and fnmatch.fnmatch(entry.path, path)
        ]

    def pinged_users(self) -> list[list[int]]:
        """Return the users that each message of the bot in the channel may notify."""
        sent = self.requests("POST", f"/channels/{self.channel.id}/messages")
        return [[int(user) for user in (entry.json or {})["allowed_mentions"].get("users", [])] for entry in sent]

    def user(self, user_id: int) -> MemberActor:
        return next(person for person in self.people.values() if person.id == user_id)

    async def spare_questions(self) -> None:
        """Switch off the question before the end of a turn and the explanations of a first game, for everybody."""
        spared = {"ask_end": False, "learn": False}
        async with self.database.transaction() as session:
            known = {*(await session.exec(select(User.user_id))).all()}
            for person in self.people.values():
                if person.id in known:
                    await people.change_settings(session, person.id, lambda _: spared)
                else:
                    session.add(User(user_id=person.id, settings=spared))

    async def open_table(self, game: str = "navegador", computers: int = 0, **options: Any) -> Table:
        """Open a table as the first person, let all others join and computers fill up, and start the game."""
        if not self.questions:
            await self.spare_questions()
        if self.unabridged or computers:
            await self._gather(game, computers, options)
        else:
            await self._begin(game, **options)
        return await self.table()

    async def begin(self, game: str = "navegador", **options: Any) -> tuple[MemberActor, MemberActor]:
        """Open a table and start it; return whose turn it is, and another person at it."""
        await self.open_table(game, **options)
        return await self.deciding()

    async def _gather(self, game: str, computers: int, options: dict[str, Any]) -> None:
        """Open a table and start it through the lobby's message."""
        host, *guests = self.people.values()
        await host.slash(self.channel, "game new", game=game, seats=len(self.people) + computers, **options)
        lobby = next(message for message in reversed(self.history()) if "Start" in labels(message))
        for guest in guests:
            await guest.click(lobby, label="Join")
        if computers:
            answer = await host.click(lobby, label="Add computer")
            for _ in range(computers):
                await host.click(shown_message(answer), label="Normal: plans its whole turn")
        await host.click(lobby, label="Start")

    async def _begin(self, game: str, order: str = SeatOrder.RANDOM, options: str = "") -> None:
        """Start a table without a lobby, up to its first board."""
        people = [(person.id, person.name) for person in self.people.values()]
        await store_started_table(
            self.bot.tables,
            game,
            people,
            lambda: next(self._clicks),
            guild_id=self.guild.id,
            channel_id=self.channel.id,
            order=order,
            options=parse_options(options),
        )
        await self.bot.worker.idle()

    async def join(self, game_id: int, guest: MemberActor) -> None:
        """Seat a person at a table that has not begun."""
        await self.bot.tables.lobby.join(game_id, guest.id, guest.name, click=next(self._clicks))

    async def games_offered(self, locale: str = "en") -> dict[str, str]:
        """Return the games that /game new offers before anything is typed, with their titles in a locale."""
        tree = self.bot.tree
        group = tree.get_command("game")
        assert isinstance(group, app_commands.Group)
        assert tree.translator is not None
        sent = await group.get_translated_payload(tree, tree.translator)
        new = next(option for option in sent["options"] if option["name"] == "new")
        choices = next(option for option in new["options"] if option["name"] == "game")["choices"]
        return {option["value"]: option.get("name_localizations", {}).get(locale, option["name"]) for option in choices}

    async def open_panel(self, person: MemberActor) -> discord.Message:
        """Press the button under the newest board, and return the panel."""
        result = await person.click(self.board(), label="Your move")
        return shown_message(result)

    def board(self) -> discord.Message:
        """Return the newest message with the button that opens the panel."""
        return next(
            message
            for message in reversed(self.history())
            if any(item["custom_id"].startswith("pt:m:") for item in controls(message))
        )

    async def choose(self, person: MemberActor | UserHandle, panel: discord.Message, action: Action) -> discord.Message:
        """Press the controls of the panel that lead to a whole action, and return the panel afterwards."""
        wanted = join(action)
        for _ in range(30):
            button, option, page = control_towards(panel, action)
            if button is not None:
                result = await person.click(panel, custom_id=button)
            elif option is not None:
                result = await person.select(panel, [option[1]], custom_id=option[0])
            else:
                assert page is not None, f"no way to {wanted} on {panel.content!r}: {list(controls(panel))}"
                result = await person.click(panel, custom_id=page)
            panel = await self.confirm(person, shown_message(result))
            if panel.content.startswith("✓"):
                return panel
        raise AssertionError(f"{wanted} takes too many presses")

    async def confirm(self, person: MemberActor | UserHandle, panel: discord.Message) -> discord.Message:
        """Answer yes where the panel asks once more, and return the panel afterwards."""
        confirm = next((item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:c:")), None)
        return panel if confirm is None else shown_message(await person.click(panel, custom_id=confirm))

    async def play_turn(self, rng: Random, kind: str = "greedy") -> None:
        """Decide as a computer player for the seat that must decide, and deliver the messages.

        The presses of the person are left out, which would take most of the time.
        """
        table = await self.table()
        seat = table.game.to_act[0]
        person = await self.person_at(seat)
        while table.is_running and table.game.to_act[:1] == (seat,):
            table = await self.decide(person, *PLAYERS[kind](table.game, seat, rng))

    async def decide(self, person: MemberActor, *action: str) -> Table:
        """Make a person's decision at the latest table, let computers go on, and deliver all messages."""
        table = await self.bot.tables.play.act((await self.table()).row.id, person.id, action)
        while table.is_running and table.is_computers_turn:
            await self.bot.worker.idle()
            table = await self.table()
        await self.bot.worker.idle()
        return table

    async def press_turn(self, rng: Random, kind: str = "greedy", *, typed: bool = False) -> None:
        """Decide as a computer player for the seat that must decide, through the panel or typed."""
        table = await self.table()
        seat = table.game.to_act[0]
        user_id = table.user_at(seat)
        assert user_id is not None
        person = self.user(user_id)
        panel = None if typed else await self.open_panel(person)
        while table.is_running and table.game.to_act[:1] == (seat,):
            action = PLAYERS[kind](table.game, seat, rng)
            if typed and action[0] not in table.game.needs_confirmation:
                await self.confirm(person, await self.ask(person, "play", move=" ".join(action)))
                panel = None
            else:
                panel = await self.choose(person, panel or await self.open_panel(person), action)
            table = await self.table()


_settle = simcord.Env._settle_internal


async def settle_patiently(env: simcord.Env, *, timeout: float | None = None, **options: Any) -> None:
    """Settle with more patience: simcord waits five seconds for a bot that starts, too few for a busy machine."""
    await _settle(env, timeout=timeout and max(timeout, SETTLE_SECONDS), **options)


async def _nothing(*_: object) -> None:
    """Replace a function that rooms leave out; a mock would take a tenth of a room's time."""


@contextmanager
def _without_sweeps() -> Iterator[None]:
    """Keep bots that start during the block from deleting old rows and from catching up with earlier versions."""
    with (
        mock.patch.object(Retention, "sweep", _nothing),
        mock.patch.object(Delivery, "_tidy", _nothing),
        mock.patch.object(ResultBackfill, "catch_up", _nothing),
        mock.patch.object(JobWorker, "_wake_in", return_value=None),  # what is due later is done when the test says so
    ):
        yield


def with_traceback(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the traceback of the exception that a line of the log reports, for a test that fails to show."""
    if line.get("exc_info") is True:
        line["traceback"] = traceback.format_exc()
    return line


@asynccontextmanager
async def open_room(
    database: Database, *names: str, unabridged: bool = False, sweeps: bool = False, emoji: bool = False, **options: Any
) -> AsyncIterator[Room]:
    """Open a channel with a running bot and people.

    Errors raised by commands are the bot's affair; any other error that escapes fails the test, and so does a request
    that Discord would not accept. The lines of the log are in ``logs`` and shown when a test fails. ``unabridged``: the
    bot registers its commands with Discord, and tables begin in the channel. Otherwise the simulation finds commands in
    the bot's tree, tables begin with their first board, and nothing old is deleted or caught up with (unless
    ``sweeps``), which saves half of the time. ``emoji``: the bot uploads its emoji.
    """
    settings = {"settle_timeout": SETTLE_SECONDS, "shard_count": 1, "check_errors": False, "strict_sync": unabridged}
    # Its connection waits for ever, which the simulation would wait for; this room has one process.
    with (
        capture_logs([with_traceback]) as logs,
        mock.patch.object(Database, "listen", _nothing),
        mock.patch.object(simcord.Env, "_settle_internal", settle_patiently),
        strict.enforce_permissions(),
        lighten_simulation(),
        measure_requests() as yardstick,
        nullcontext() if unabridged else mock.patch.object(Registration, "register", _nothing),
        nullcontext() if emoji else mock.patch.object(Emojis, "keep", _nothing),
        nullcontext() if unabridged or sweeps else _without_sweeps(),
    ):
        bot = Portolan(database)
        async with simcord.run(bot, **(settings | options)) as env:
            try:
                opened = Room(env, database, bot, names or ("anna", "ben"))
                opened.lines = logs
                opened.yardstick = yardstick
                opened.unabridged = unabridged
                yield opened
                assert [fault for fault in env.errors if not isinstance(fault, app_commands.AppCommandError)] == []
            except BaseException:
                for entry in logs:
                    logging.getLogger(__name__).warning("%s", dict(entry))
                raise
        yardstick.check()
