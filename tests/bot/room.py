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
from tests.bot.lighter import lightly
from tests.bot.lobbies import unseen
from tests.bot.measured import measured
from tests.bot.parts import controls, labelled, labels, shown, way_to
from tests.bot.prepared import begun
from tests.discord.yardstick import Yardstick

SETTLE_SECONDS = 30
ROUTINE = ("interaction handled", "message handled")


class Room:
    """One channel, several people, one bot that can be restarted."""

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
        """The process ends and another one starts on the same database; nothing in memory survives."""
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
        """The bot loses permissions in the channel; with none named it has all of them again."""
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
        """Asks to go back, and confirms that everybody is to be asked, or that it is meant once more, where that is
        what it takes."""
        proposal = await self.ask(person, command, **args)
        if proposal.content == english("panel.undo_again"):
            return shown(await person.click(proposal, label=english("button.again")))
        ask = next(
            (control["custom_id"] for control in controls(proposal) if control["custom_id"].startswith("pt:ask:")), None
        )
        return shown(await person.click(proposal, custom_id=ask)) if ask else proposal

    async def ask(self, person: MemberActor, command: str, **options: Any) -> discord.Message:
        """A slash command in the channel; what the person is shown in answer, which nobody else sees."""
        answer = shown(await person.slash(self.channel, command, **options))
        assert answer.flags.ephemeral
        return answer

    async def deciding(self) -> tuple[MemberActor, MemberActor]:
        """Return the person who has to decide, and another person at the table."""
        table = await self.table()
        now = table.user_at(table.game.to_act[0])
        assert now is not None
        return self.user(now), next(person for person in self.people.values() if person.id != now)

    async def at(self, seat: int) -> MemberActor:
        """Return the person on a seat."""
        user_id = (await self.table()).user_at(seat)
        assert user_id is not None
        return self.user(user_id)

    async def put(self, game: Game) -> None:
        """The running table stands as in ``game`` from now on; its log does not lead there."""
        row = (await self.table()).row
        async with self.database.transaction() as session:
            assert await games.advance(session, row.id, row.version, state=game.dump(), turn=game.state.turn)

    async def skip(self, table: Table, decided: Sequence[tuple[int, Action]]) -> Table:
        """Make decisions without announcing them, and then post the board.

        Log and state are as if each decision had been made in the channel.
        """
        await unseen(self.database, table, decided)
        await self.bot.tables.play.post_again(table.row.id)
        await self.bot.worker.idle()
        return await self.table()

    async def moves(self) -> list[MoveRow]:
        """The log of all tables."""
        async with self.database.reading() as session:
            return list(
                (await session.exec(select(MoveRow).order_by(col(MoveRow.game_id), col(MoveRow.version)))).all()
            )

    async def outbox(self) -> list[JobRow]:
        """Every message that was to be sent, oldest first."""
        async with self.database.reading() as session:
            return list((await session.exec(select(JobRow).where(IS_MESSAGE).order_by(col(JobRow.id)))).all())

    async def make_due(self) -> None:
        """The waiting time of every postponed message is over, and the next sweep comes."""
        async with self.database.transaction() as session:
            for row in (await session.exec(select(JobRow).where(IS_MESSAGE))).all():
                row.due_at = row.created_at
                row.claimed_until = None
                session.add(row)
        await self.sweep()

    async def sweep(self) -> None:
        """Have the worker look for what is due, as they do every some seconds."""
        await self.bot.worker.sweep.run_once()
        await self.bot.worker.idle()
        await self.env.settle()

    def click_payload(self, person: MemberActor, message: discord.Message, label: str) -> dict[str, Any]:
        """A click as Discord would deliver it, to be delivered with ``deliver``."""
        button = labelled(message, label)
        return self.click_payload_of(person, message, {"custom_id": button["custom_id"], "component_type": 2})

    def click_payload_of(self, person: MemberActor, message: discord.Message, data: dict[str, Any]) -> dict[str, Any]:
        """The same for what no button says and no select holds."""
        record, payload = self._payload(InteractionType.MESSAGE_COMPONENT, person, message.channel.id, data)
        record.source_message_id = message.id
        stored = self.env.backend.get_message(message.channel.id, message.id)
        return payload | {"message": dict(serializers.message_payload(self.env.backend, stored))}

    def slash_payload(self, person: MemberActor, command: str) -> dict[str, Any]:
        """A command without options, likewise."""
        data = {"id": "1", "name": command, "type": 1}
        return self._payload(InteractionType.APPLICATION_COMMAND, person, self.channel.id, data)[1]

    def _payload(
        self, kind: InteractionType, person: MemberActor, channel: int, data: dict[str, Any]
    ) -> tuple[Any, dict[str, Any]]:
        whose = {"channel_id": channel, "guild_id": self.guild.id, "user_id": person.id}
        return interactions.base_payload(self.env.backend, type=kind, data=data, **whose)

    def forge(self, message: discord.Message, custom_id: str, forged: str) -> None:
        """A button or select of a message has another custom id from now on, one that the bot has never given it."""
        stored = self.env.backend.get_message(message.channel.id, message.id)
        assert sum(item["custom_id"] == custom_id for row in stored.components for item in row["components"]) == 1
        for row in stored.components:
            for item in row["components"]:
                if item["custom_id"] == custom_id:
                    item["custom_id"] = forged

    async def deliver(self, *payloads: dict[str, Any]) -> None:
        """Interactions that arrive in the same moment."""
        for payload in payloads:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    def requests(self, method: str, path: str) -> list[HttpLogEntry]:
        """Return the bot's requests to Discord; ``path`` is a pattern as in file names."""
        return [
            entry for entry in self.env.http_requests if entry.method == method and fnmatch.fnmatch(entry.path, path)
        ]

    def called(self) -> list[list[int]]:
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
        """The first person opens a table, all others join, computers fill up, the host starts."""
        if not self.questions:
            await self.spare_questions()
        if self.unabridged or computers:
            await self._gather(game, computers, options)
        else:
            await self._begin(game, **options)
        return await self.table()

    async def begin(self, game: str = "navegador", **options: Any) -> tuple[MemberActor, MemberActor]:
        """A table is opened and begins; whose turn it is, and somebody else at it."""
        await self.open_table(game, **options)
        return await self.deciding()

    async def _gather(self, game: str, computers: int, options: dict[str, Any]) -> None:
        """Through the lobby's message."""
        host, *guests = self.people.values()
        await host.slash(self.channel, "game new", game=game, seats=len(self.people) + computers, **options)
        lobby = next(message for message in reversed(self.history()) if "Start" in labels(message))
        for guest in guests:
            await guest.click(lobby, label="Join")
        if computers:
            answer = await host.click(lobby, label="Add computer")
            for _ in range(computers):
                await host.click(shown(answer), label="Normal: plans its whole turn")
        await host.click(lobby, label="Start")

    async def _begin(self, game: str, order: str = SeatOrder.RANDOM, options: str = "") -> None:
        """Start a table without a lobby, up to its first board."""
        people = [(person.id, person.name) for person in self.people.values()]
        await begun(
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
        """The games that /game new offers before anything is typed, with their titles, as Discord is told."""
        tree = self.bot.tree
        group = tree.get_command("game")
        assert isinstance(group, app_commands.Group)
        assert tree.translator is not None
        sent = await group.get_translated_payload(tree, tree.translator)
        new = next(option for option in sent["options"] if option["name"] == "new")
        choices = next(option for option in new["options"] if option["name"] == "game")["choices"]
        return {option["value"]: option.get("name_localizations", {}).get(locale, option["name"]) for option in choices}

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

    async def choose(self, person: MemberActor | UserHandle, panel: discord.Message, action: Action) -> discord.Message:
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
            panel = await self.confirmed(person, shown(result))
            if panel.content.startswith("✓"):
                return panel
        raise AssertionError(f"{wanted} takes too many presses")

    async def confirmed(self, person: MemberActor | UserHandle, panel: discord.Message) -> discord.Message:
        """The panel once the person has said yes, where it asks once more."""
        confirm = next((item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:c:")), None)
        return panel if confirm is None else shown(await person.click(panel, custom_id=confirm))

    async def play_turn(self, rng: Random, kind: str = "greedy") -> None:
        """Whoever must decide does so as a computer player would, and the channel is told; what they press is left
        out, which takes most of the time."""
        table = await self.table()
        seat = table.game.to_act[0]
        person = await self.at(seat)
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
        """The same as people do it: through the panel, or typed, what is asked twice excepted."""
        table = await self.table()
        seat = table.game.to_act[0]
        user_id = table.user_at(seat)
        assert user_id is not None
        person = self.user(user_id)
        panel = None if typed else await self.open_panel(person)
        while table.is_running and table.game.to_act[:1] == (seat,):
            action = PLAYERS[kind](table.game, seat, rng)
            if typed and action[0] not in table.game.needs_confirmation:
                await self.confirmed(person, await self.ask(person, "play", move=" ".join(action)))
                panel = None
            else:
                panel = await self.choose(person, panel or await self.open_panel(person), action)
            table = await self.table()


_settle = simcord.Env._settle_internal


async def patiently(env: simcord.Env, *, timeout: float | None = None, **how: Any) -> None:
    """Five seconds are what simcord gives a bot that starts, whatever is set: too few for a busy machine."""
    await _settle(env, timeout=timeout and max(timeout, SETTLE_SECONDS), **how)


async def _nothing(*_: object) -> None:
    """Replace a function that rooms leave out; a mock would take a tenth of a room's time."""


@contextmanager
def _unswept() -> Iterator[None]:
    """A bot that starts meanwhile forgets nothing that is old, and does not catch up with earlier versions."""
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
    """A running bot and people in a channel.

    What commands raise is the bot's affair; anything else that escapes it fails the test, and so does what Discord
    would not take of it. What it logs is kept in ``logs`` and shown with a test that fails.
    ``unabridged``: the bot tells Discord its commands, and tables begin in the channel. Otherwise the simulation finds
    commands in the bot's tree, tables begin with their first board, and nobody looks for what is to be forgotten or was
    not kept yet (unless ``sweeps``), which takes half of the time.
    ``emoji``: the bot uploads its emoji.
    """
    settings = {"settle_timeout": SETTLE_SECONDS, "shard_count": 1, "check_errors": False, "strict_sync": unabridged}
    # Its connection waits for ever, which the simulation would wait for; this room has one process.
    with (
        capture_logs([with_traceback]) as logs,
        mock.patch.object(Database, "listen", _nothing),
        mock.patch.object(simcord.Env, "_settle_internal", patiently),
        strict.strictly(),
        lightly(),
        measured() as yardstick,
        nullcontext() if unabridged else mock.patch.object(Registration, "keep", _nothing),
        nullcontext() if emoji else mock.patch.object(Emojis, "keep", _nothing),
        nullcontext() if unabridged or sweeps else _unswept(),
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
