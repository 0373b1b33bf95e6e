"""The bot: a Discord client with tables, commands, persistent components and delivery."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Collection
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import discord
import structlog
import yarl
from discord import app_commands

from bot import features
from bot.client import interaction_payloads
from bot.client.access import Access
from bot.client.events import Events
from bot.client.gateway import GatewayClient
from bot.client.interaction_requests import repeat_lost_responses
from bot.client.reconnection import Reconnection
from bot.client.registration import Registration
from bot.client.server_membership import ServerMembership, own_shards
from bot.delivery import Delivery
from bot.delivery.attendance import Attendance
from bot.delivery.direct import DirectCalls
from bot.drawing import drawers
from bot.interactions import typed_length
from bot.interactions.answer_path import admitted, begin_command
from bot.interactions.command_names import Translator
from bot.interactions.components import Sent, is_answered
from bot.interactions.emoji import Emojis
from bot.interactions.faults import explain
from bot.interactions.moderation import REFRESH_SECONDS, Moderation
from bot.interactions.services import Interaction, Operator, Services, Unhurried, at_once, services_of
from bot.tables import Refused, Tables
from bot.tables.maintenance.retention import SWEEP_SECONDS, USUAL_DAYS
from bot.tables.timers import AT_ONCE, PlayedTurns, handlers_without_discord, serve_timers
from bot.thinking import pool
from bot.work import metrics
from bot.work.backups import Backups
from bot.work.log_context import handle_in_this_task, handling, note_commit, trace
from bot.work.monitor import failing_subsystems, heartbeat
from bot.work.periodic import Periodic
from bot.work.worker import JobWorker
from storage.database import Database
from storage.jobs import Kind

log = structlog.get_logger()

FORM = re.compile(r"(pt:form:\w{1,32})((?::[0-9]{1,9}){0,3})")
"""Custom id of a form, with the numbers that it was opened with."""
RATE_LIMIT_SECONDS = 30
"""Longest rate limit, in seconds, that a request waits for; later messages of other tables must not be held up."""

UNREADABLE_ANSWERS = (AttributeError, LookupError, TypeError, ValueError)
"""Exceptions of discord.py for answers and interactions of another form than it expects."""

STOP_SECONDS = 7
"""Seconds for stopping all work. With CLOSE_SECONDS less than the ten seconds that Docker allows by default."""
FINISH_SECONDS = 4.5
"""Seconds of `STOP_SECONDS` for interactions in progress."""
ANSWER_SECONDS = 1
"""Seconds of `STOP_SECONDS` for answers to interactions that could not be finished."""
CLOSE_SECONDS = 1
"""Seconds for closing the connections to Discord."""


class Tree(app_commands.CommandTree[Any]):
    """The commands; their exceptions are explained to the person."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Begin a command in the task that carries it out, and return whether it continues."""
        command = known_command(interaction)
        name = f"/{command.qualified_name}" if command else "/unknown"
        is_typing = interaction.type is discord.InteractionType.autocomplete
        handle_in_this_task(interaction, f"{name} (typing)" if is_typing else name)
        if command is None:
            await self.on_error(interaction, app_commands.CommandNotFound(name, []))
            return False
        typed_length.cut(interaction.data, typed_length.bounds_of(command))
        if not is_typing:
            return await begin_command(interaction)
        # A command can be sent without completions, so clicks and commands that wait come first.
        if services_of(interaction).admission.has_waiting:
            await complete_nothing(interaction)
            return False
        return await admitted(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is not discord.InteractionType.autocomplete:
            await explain(interaction, cause)
            return
        # AppCommandErrors mean that the command is outdated.
        if not isinstance(cause, app_commands.AppCommandError):
            log.error("autocomplete failed", exc_info=cause)
        await complete_nothing(interaction)


def known_command(interaction: Interaction) -> app_commands.Command[Any, ..., Any] | app_commands.ContextMenu | None:
    """Return the command of an interaction, or None if the bot has none like that.

    Options are read here, because exceptions of discord.py about them would not be handled later.
    """
    try:
        command = interaction.command
        _ = interaction.namespace
    except UNREADABLE_ANSWERS as fault:
        log.warning("a command cannot be read", interaction=interaction.id, reason=repr(fault))
        return None
    return command


async def complete_nothing(interaction: Interaction) -> None:
    """Answer a person who types with an empty list, which Discord shows without an error."""
    if not interaction.response.is_done():
        await interaction.response.autocomplete([])


class NotDiscord(Exception):
    """The answers come from another server than Discord, or are invalid."""


class Portolan(GatewayClient):
    """The client, which creates and connects all parts of the bot.

    It needs no privileged intent, since all input comes with interactions.

    Args:
        database: The database.
        health_file: The file that is touched while the bot is healthy; None: there is none.
        register_again: True to register the commands even if they have not changed.
        operator: The person who runs the bot.
        retention_days: Days for which ended games keep their moves; 0: for ever.
        backups: The periodic backups; None: there are none.
        think_processes: The number of processes in which computers think; 0: a thread of the bot.
        think_after: Seconds for which computers' turns are left to other processes (``portolan think``); 0: there are
            no such processes.
        allowed_servers: The only servers that the bot is for; empty: all.
        unhurried: A function that carries out long work that nobody waits for.
        options: Further options of discord.py's client.
    """

    def __init__(
        self,
        database: Database,
        *,
        health_file: Path | None = None,
        register_again: bool = False,
        operator: Operator | None = None,
        retention_days: int = USUAL_DAYS,
        backups: Backups | None = None,
        think_processes: int = 0,
        think_after: float = 0,
        allowed_servers: Collection[int] = (),
        unhurried: Unhurried = at_once,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
            http_trace=trace(),
            **options,
        )
        self.database = database
        database.committed = note_commit
        self.connected_shards: set[int] = set()
        # Installation by users is excluded: in servers without the bot nobody would see a table.
        self.tree = Tree(self, allowed_installs=app_commands.AppInstallationType(guild=True, user=False))
        self.worker = JobWorker(database)
        self.tables = Tables(database, committed=self.worker.wake, retention_days=retention_days)
        turns = PlayedTurns(database, other_processes=think_after > 0)
        self.emoji = Emojis(self, uploads=lambda: 0 in own_shards(self))
        self.services = Services(
            client=self,
            database=database,
            tables=self.tables,
            turns=turns,
            operator=operator or Operator(),
            moderation=Moderation(allowed_servers),
            forget_emoji=self.emoji.forget_and_look_again,
            unhurried=unhurried,
        )
        self.gateway_events = Events(self, self.services.hidden)
        self.gateway_events.preparations[interaction_payloads.EVENT] = self._prepare_interaction
        self.gateway_events.install()
        self.reconnection = Reconnection(self, self.gateway_events)
        self._serve_timers(think_processes, think_after)
        self.server_membership = ServerMembership(self, self.tables)
        self.heartbeat = heartbeat(health_file, self.failing_subsystems)
        self.backups = backups
        self.retention_sweep = Periodic(SWEEP_SECONDS, self.tables.retention.sweep)
        self.pool_cleanup = Periodic(pool.UNUSED_SECONDS, pool.end_unused)
        self.moderation_refresh = Periodic(REFRESH_SECONDS, partial(self.services.moderation.refresh, database))
        self.delivery = Delivery(self.services, self.worker)
        self.access = Access(self.services.hidden, self.delivery.make_up_for)
        features.add_commands(self.tree)
        features.register_components()
        self.registration = Registration(database, self.tree, ignore_stored=register_again)
        self._registrations: list[asyncio.Task[None]] = []
        """Tasks that register commands and emoji with Discord."""
        self._backfill: asyncio.Task[None] | None = None
        """Task that stores results of games that ended before results were stored."""
        self._stopping: asyncio.Task[None] | None = None

    def _serve_timers(self, think_processes: int, think_after: float) -> None:
        """Have the worker carry out all kinds of timers."""
        attendance = Attendance(self.services)
        # Only Discord knows who has left a server, and `bot.tables` does not know Discord.
        self.tables.lobby.is_gone = attendance.is_gone
        direct_calls = DirectCalls(self.services, attendance)
        handlers_with_discord = {
            Kind.CALL: direct_calls.call,
            Kind.WRITTEN: direct_calls.take_back,
            Kind.GONE: direct_calls.tell_of_deleted_channel,
            Kind.DEADLINE: attendance.time_is_up,
            Kind.VOTE: attendance.vote_ends,
        }
        serve_timers(
            self.worker,
            handlers_without_discord(self.tables) | handlers_with_discord,
            self.services.turns,
            computers=max(AT_ONCE, think_processes),
            computers_wait=timedelta(seconds=think_after),
        )

    def _prepare_interaction(self, payload: interaction_payloads.Json) -> interaction_payloads.Json:
        """Return an interaction as discord.py can read it, and have responses to it repeated if they get lost."""
        repeat_lost_responses()
        return interaction_payloads.readable(payload, self.application_id)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Sent)
        await self.tree.set_translator(Translator())
        self._registrations = [
            asyncio.create_task(self.registration.register(), name="commands"),
            asyncio.create_task(self.emoji.keep(), name="emoji"),
        ]
        self._backfill = asyncio.create_task(self._backfill_results(), name="results")
        self.delivery.start(self.server_membership.wait_compared)
        self.worker.start()
        self.heartbeat.start()
        self.retention_sweep.start()
        self.pool_cleanup.start()
        self.moderation_refresh.start()
        if self.backups:
            self.backups.work.start()

    async def wait_registered(self) -> None:
        """Return once Discord knows the commands and has the emoji."""
        await asyncio.gather(*self._registrations)

    async def _backfill_results(self) -> None:
        try:
            await self.tables.result_backfill.catch_up()
        except Exception:
            log.exception("the results of earlier games could not be kept; the next start tries again")

    @property
    def _background_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._registrations, *filter(None, [self._backfill, self.emoji.search])]

    async def login(self, token: str) -> None:
        """Log in and set up. Raises NotDiscord if the answers are not Discord's."""
        try:
            await super().login(token)
        except UNREADABLE_ANSWERS as fault:
            # With an application Discord has answered, and the fault is in the bot's own set-up.
            if self.application is not None:
                raise
            raise NotDiscord from fault

    async def launch_shards(self) -> None:
        """Connect all shards. Raises NotDiscord if the answer about the gateway is invalid."""
        try:
            await super().launch_shards()
        except UNREADABLE_ANSWERS as fault:
            raise NotDiscord from fault
        if self.shard_count is not None and self.shard_count < 1:
            raise NotDiscord

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, with pauses between failed attempts."""
        if gateway.scheme not in ("ws", "wss") or not gateway.host:
            raise ValueError(f"no gateway: {gateway}")
        await self.reconnection.launch(shard_id, gateway, initial=initial)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass on an event of the library; an established session is recorded before its handlers run."""
        if event in ("shard_connect", "shard_resumed"):
            self.reconnection.set_established(args[0])
        super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass forms to their handlers, and refuse components that are damaged, forged or of another version."""
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit:
            match = FORM.fullmatch(custom_id)
            form = features.FORMS.get(match[1]) if match else None
            if match and form:
                await form.submitted(interaction, tuple(map(int, match[2].split(":")[1:])))
            else:
                await self._refuse(interaction, "error.form_expired")
        elif interaction.type is discord.InteractionType.component and not is_answered(data):
            await self._refuse(interaction, "error.damaged")

    async def _refuse(self, interaction: Interaction, reason: str) -> None:
        with handling(interaction, "unknown"):
            await explain(interaction, Refused(reason))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.connected_shards.discard(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        self.connected_shards.add(shard_id)
        self.server_membership.begin_session(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.connected_shards.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        await self.server_membership.complete_session(shard_id)
        for guild_id in await self.tables.servers.in_use():
            guild = self.get_guild(guild_id)
            if guild is not None and guild.shard_id == shard_id:
                # Its language may have changed while the bot was disconnected.
                await self.services.note_preferred_locale(guild_id)
                await self.delivery.threads.look_through(guild)
                await self.delivery.make_up_for(guild_id=guild_id)

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        if before.preferred_locale != after.preferred_locale:
            await self.services.note_preferred_locale(after.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.server_membership.available(guild.id)
        if self.is_ready():  # an outage has ended
            await self.delivery.threads.look_through(guild)
            await self.delivery.make_up_for(guild_id=guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        if not self.services.moderation.may_be_in(guild.id):
            log.warning("left a server that is not allowed", server=guild.id)
            await guild.leave()
            return
        await self.server_membership.joined(guild.id)
        await self.delivery.threads.look_through(guild)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        state = payload.data.get("thread_metadata")
        if state is not None:
            await self.delivery.threads.changed(
                payload.thread_id, archived=bool(state.get("archived")), locked=bool(state.get("locked"))
            )

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        await self.access.thread_changed(before, after)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        await self.access.thread_shown(thread)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        await self.access.channel_shown(channel)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self.access.channel_changed(before, after)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        await self.access.role_changed(before, after)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.access.server_changed(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        # Without the privileged intent there are no events of other members.
        if self.user is not None and after.id == self.user.id:
            await self.access.own_member_changed(before, after)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.tables.undelivered.channel_deleted(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.tables.undelivered.channel_deleted(channel.id)

    def table_used(self, game_id: int) -> None:
        """Try given-up messages of a table again; `log_context` calls this for each table that somebody uses."""
        self.delivery.table_used(game_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.server_membership.removed(guild.id)

    @property
    def is_connected(self) -> bool:
        """True if all shards of this process are connected to Discord."""
        return self.is_ready() and not self.is_closed() and self.connected_shards.issuperset(own_shards(self))

    async def close(self) -> None:
        """Refuse new work, finish the work in progress, then leave Discord, within ten seconds."""
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop(), name="stopping")
        await asyncio.shield(self._stopping)

    async def _stop(self) -> None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + STOP_SECONDS
        self.services.underway.shut()
        self.reconnection.stop()
        if self.user is not None:  # logged in, so that there was work
            log.info("no new work is taken")
        self.heartbeat.cancel()
        self.retention_sweep.cancel()
        self.pool_cleanup.cancel()
        self.moderation_refresh.cancel()
        if self.backups:
            self.backups.work.cancel()
        for task in self._background_tasks:
            task.cancel()
        for drawing in (*self.services.late_maps.values(), *self.services.drawn_ahead.values()):
            drawing.cancel()
        await self._finish_interactions()
        if self._background_tasks:
            await asyncio.wait(self._background_tasks, timeout=max(deadline - clock(), 0))
        self.delivery.stop()
        await self.worker.stop(max(deadline - clock(), 0))
        try:
            # discord.py finally closes a queue that it creates at login: before a login it raises AttributeError.
            with contextlib.suppress(AttributeError):
                await asyncio.wait_for(super().close(), CLOSE_SECONDS)
        except TimeoutError:
            log.warning("Discord did not say good-bye")
            await self.http.close()

    async def _finish_interactions(self) -> None:
        """Wait for the interactions in progress, and answer those that are cut short."""
        unfinished = await self.services.underway.finish(FINISH_SECONDS)
        if unfinished:
            log.warning("interactions cut short", interactions=[interaction.id for interaction in unfinished])
            answers = [
                asyncio.create_task(explain(interaction, Refused("error.cut_short"))) for interaction in unfinished
            ]
            await asyncio.wait(answers, timeout=ANSWER_SECONDS)

    def note_figures(self) -> None:
        """Set the metrics of the gateway and of drawing's memory."""
        metrics.CONNECTED.set(self.is_connected)
        metrics.LATENCY.set(self.latency)
        metrics.SERVERS.set(len(self.guilds))
        if self.backups:
            self.backups.note()
        for process, cached_bytes in drawers.cached_bytes().items():
            metrics.KEPT.labels(process).set(cached_bytes)

    async def failing_subsystems(self) -> list[str]:
        """Return the names of the failing subsystems; an empty list means healthy."""
        return await failing_subsystems(connected=self.is_connected, database=self.database, worker=self.worker)
