"""The bot as a service: start-up, graceful stop, and failures to start, each in one line."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, NoReturn

import aiohttp
import discord
import structlog

from bot.cli import logs
from bot.cli.bot_account import NOT_DISCORD, REACHABLE_QUESTION, proxy_options
from bot.cli.refusal import PASSING, USAGE, refuse, refuse_in_log
from bot.cli.schema_watch import stopped_when_outdated
from bot.client.portolan import NotDiscord, Portolan
from bot.client.reconnection import FINAL
from bot.drawing import drawers
from bot.interactions.services import Operator
from bot.language.warm_up import learn
from bot.settings import Settings
from bot.thinking import pool
from bot.work import metrics
from bot.work.backups import Backups
from bot.work.monitor import PortUnusable, watched
from storage import jobs, migrations
from storage.database import Database
from storage.errors import DatabaseUnreachable, DatabaseUnusable

log = structlog.get_logger()

PORTAL = "https://discord.com/developers/applications"
DISCORD_FAULTS = (
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    NotDiscord,
    aiohttp.ClientError,
    TimeoutError,
)
"""Exceptions with which the connection to Discord fails, at the start or for good later."""


class ConnectionFailed(Exception):
    """The connection to Discord could not be made, or has ended for good.

    It sets apart faults of Discord from equal ones of the database or of the bot itself, such as TimeoutError.
    """

    def __init__(self, fault: Exception) -> None:
        super().__init__(str(fault))
        self.fault = fault
        """One of DISCORD_FAULTS."""


def serve(settings: Settings, *, register_again: bool = False) -> None:
    """Run the bot until it is told to stop; end the program with one line if it cannot start.

    `register_again` registers the commands with Discord even if they have not changed.
    """
    logs.configure(settings.log_level, settings.log_format)
    if not settings.discord_token.get_secret_value().strip():
        _refuse_for_good(
            settings, f"DISCORD_TOKEN is not set; create an application at {PORTAL} and copy the token of its bot"
        )
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot needs no voice
    try:
        with asyncio.Runner(loop_factory=_fast_loop_factory()) as runner:
            runner.run(_serve(settings, register_again=register_again))
    except DatabaseUnusable as fault:
        _refuse_for_good(settings, f"DATABASE_URL: {fault}")
    except DatabaseUnreachable as fault:
        refuse_in_log(settings.log_format, f"DATABASE_URL: {fault}", PASSING)
    except PortUnusable as fault:
        _refuse_for_good(settings, f"METRICS_PORT: {fault}")
    except ConnectionFailed as failure:
        _refuse_discord_fault(settings, failure.fault)
    except KeyboardInterrupt:
        pass


def _refuse_discord_fault(settings: Settings, fault: Exception) -> NoReturn:
    """End the program because of one of DISCORD_FAULTS."""
    match fault:
        case discord.LoginFailure():
            _refuse_for_good(settings, f"Discord refuses DISCORD_TOKEN; copy the token of the bot again at {PORTAL}")
        case discord.PrivilegedIntentsRequired():
            _refuse_for_good(settings, f"Discord does not let this bot connect: {fault}")
        case discord.ConnectionClosed(code=code) if code in FINAL:
            _refuse_for_good(settings, f"Discord closed the connection for good: {fault}")
        case discord.ConnectionClosed():
            refuse_in_log(settings.log_format, f"Discord closed the connection: {fault}", PASSING)
        case NotDiscord():
            refuse_in_log(
                settings.log_format, f"Discord cannot be reached: {NOT_DISCORD}; {REACHABLE_QUESTION}", PASSING
            )
        case _:
            reason = str(fault) or type(fault).__name__
            refuse_in_log(settings.log_format, f"Discord cannot be reached: {reason}; {REACHABLE_QUESTION}", PASSING)


def _fast_loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return a factory of event loops that need less processor time, or None if the system (Windows) has none."""
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:
        return None
    return new_event_loop


def _refuse_for_good(settings: Settings, reason: str) -> NoReturn:
    """End the program because of a fault that another start would meet again.

    With ``wait_when_refused`` it ends only when it is told to stop, so that no supervisor starts it again and again.
    """
    try:
        refuse_in_log(settings.log_format, reason, USAGE)
    finally:
        if settings.wait_when_refused:
            asyncio.run(_wait_for_signal())


async def _wait_for_signal() -> None:
    with stop_signal() as stopped:
        await stopped.wait()


async def _serve(settings: Settings, *, register_again: bool) -> None:
    """Run the bot until it is told to stop. Raises ConnectionFailed if that is because of Discord."""
    async with Database.open(settings.database_url, metrics.TRANSACTION.observe) as database:
        if await database.migrate():
            log.info("tables brought up to date", revision=migrations.head())
        await jobs.free(database)  # claims of processes that died
        options: dict[str, Any] = {"shard_count": settings.shard_count, "shard_ids": settings.shard_ids}
        options |= proxy_options(settings)
        bot = Portolan(
            database,
            health_file=settings.health_file,
            register_again=register_again,
            operator=Operator(settings.operator_name, settings.operator_contact),
            retention_days=settings.retention_days,
            backups=_backups(settings),
            think_processes=settings.think_processes,
            think_after=settings.think_after,
            allowed_servers=settings.allowed_servers,
            **options,
        )
        async with (
            drawers.in_processes(settings.render_processes),
            pool.in_processes(pool.Thinkers(settings.think_processes) if settings.think_processes else None),
            bot as client,
            watched(client, settings.metrics_host, settings.metrics_port),
            stopped_when_outdated(database),
        ):
            learn()  # after all else, since it freezes what is in memory for the garbage collector
            try:
                await until_stopped(client, settings.discord_token.get_secret_value().strip())
            except DISCORD_FAULTS as fault:
                raise ConnectionFailed(fault) from fault


def _backups(settings: Settings) -> Backups | None:
    if settings.backup_to is None:
        return None
    return Backups(settings.database_url, settings.backup_to, settings.backup_every, settings.backup_keep)


async def until_stopped(client: discord.Client, token: str) -> None:
    """Keep the client connected until SIGTERM, SIGINT or a fault that reconnecting does not cure."""
    running = asyncio.create_task(_stay_connected(client, token), name="discord")
    with stop_signal() as stopped:
        stopping = asyncio.create_task(stopped.wait(), name="signals")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not running.done():
            if client.is_ready():
                # Before the connection is cut off, so that the end is orderly. The block in _serve closes a client that
                # is not ready.
                await client.close()
            running.cancel()
            await asyncio.wait({running})
            return
    running.result()


@contextlib.contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Yield an event that SIGTERM and SIGINT set."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as stack:
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers; Ctrl+C still raises
                loop.add_signal_handler(number, _stop, stopped, number)
                stack.callback(loop.remove_signal_handler, number)
        yield stopped


async def _stay_connected(client: discord.Client, token: str) -> None:
    """Log in and stay connected; if Discord wants fewer requests, wait as long as Discord says."""
    connect: Callable[[], Awaitable[None]] = partial(client.start, token)
    while True:
        try:
            await connect()
            return
        except discord.RateLimited as fault:
            log.warning("Discord wants fewer requests; the start waits", seconds=round(fault.retry_after))
            await asyncio.sleep(fault.retry_after)
            if client.user is not None:  # logged in already: only the connection is left to make
                connect = client.connect


def _stop(stopped: asyncio.Event, number: signal.Signals) -> None:
    log.info("stopping", signal=number.name)
    stopped.set()


def migrate_database(settings: Settings) -> str:
    """Migrate the database, and return its revision; end the program with one line if it cannot be used."""
    try:
        asyncio.run(_migrate(settings.database_url))
    except DatabaseUnreachable as fault:
        refuse(f"DATABASE_URL: {fault}")
    return migrations.head()


async def _migrate(url: str) -> None:
    async with Database.open(url) as database:
        await database.migrate()
