"""Guarded reading of the gateway's events: an unreadable event does not end the connection.

Each parser of discord.py is wrapped. Its exceptions are logged with the event's name, counted, and passed over.
Payloads can be completed before parsing (`preparations`), and unreadable ones handled in another way (`rescues`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import structlog

from bot.client.gateway import GatewayClient, Parser
from bot.client.payloads import Payload, complete_channel, complete_thread, readable_parts
from bot.interactions.visibility import HiddenChannels, is_hidden
from bot.work import metrics
from bot.work.log_limits import LogLimit

log = structlog.get_logger()

Preparation = Callable[[Payload], Payload]
Rescue = Callable[[Payload, Exception], bool]

ABOUT_CHANNELS = frozenset(("GUILD_CREATE", "GUILD_DELETE", "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"))
"""Events that show which channels the bot may not view."""
LONGEST_REASON = 200
"""Characters of an exception in the log, which may quote a payload."""


class Events:
    """The wrapped parsers of events."""

    def __init__(self, client: GatewayClient, hidden: HiddenChannels) -> None:
        self.client = client
        self.hidden = hidden
        self.preparations: dict[str, Preparation] = {
            "READY": _complete_ready,
            "GUILD_CREATE": _complete_server,
            "CHANNEL_CREATE": self._complete_channel,
            "CHANNEL_UPDATE": self._complete_channel,
            "THREAD_CREATE": complete_thread,
            "THREAD_UPDATE": complete_thread,
            "THREAD_LIST_SYNC": _complete_threads,
        }
        """Functions by event that return its payload as discord.py is to read it."""
        self.rescues: dict[str, Rescue] = {
            "GUILD_CREATE": partial(self._read_parts, "GUILD_CREATE"),
            "GUILD_UPDATE": partial(self._read_parts, "GUILD_UPDATE"),
        }
        """Functions by event that get an unreadable payload and the exception, and return whether they handled it."""
        self._limit = LogLimit()
        self._original_parsers: dict[str, Parser] = {}
        """The parsers of discord.py by event."""

    def install(self) -> None:
        """Wrap the parsers of discord.py; call once."""
        parsers = self.client.parsers
        self._original_parsers = dict(parsers)
        for name, parser in self._original_parsers.items():
            parsers[name] = partial(self.read, name, self._update_channel if name == "CHANNEL_UPDATE" else parser)

    def read(self, name: str, parser: Parser, payload: Any) -> None:
        """Read an event. Only READY raises: without it there is no session, and another connection is needed."""
        try:
            prepared = self._prepared(name, payload)
            if name in ABOUT_CHANNELS:
                self._record_visibility(name, payload)
            parser(prepared)
        except Exception as fault:
            if name == "READY":
                metrics.UNREADABLE.labels(name).inc()
                fault.add_note(f"READY cannot be read: {fault!r}")
                raise
            if not self._rescue(name, payload, fault):
                self.report(name, fault, payload)

    def _prepared(self, name: str, payload: Any) -> Any:
        preparation = self.preparations.get(name)
        return preparation(payload) if preparation is not None else payload

    def _rescue(self, name: str, payload: Any, fault: Exception) -> bool:
        rescue = self.rescues.get(name)
        if rescue is None:
            return False
        try:
            return rescue(payload, fault)
        except Exception as second:  # noqa: BLE001 - the event is reported with the first exception
            fault.add_note(f"nor could it be served otherwise: {second!r}")
            return False

    def report(self, name: str, fault: Exception, payload: Any = None, **context: object) -> None:
        """Count an event that could not be read, and log it unless one like it was logged within a minute."""
        metrics.UNREADABLE.labels(name).inc()
        reason = repr(fault)[:LONGEST_REASON]
        times = self._limit.admit((name, reason))
        if times:
            server = payload.get("guild_id", payload.get("id")) if isinstance(payload, dict) else None
            log.warning("event cannot be read", kind=name, reason=reason, server=server, times=times, **context)

    def report_message(self, fault: Exception) -> None:
        """Count and log a message of the gateway that is no valid event."""
        self.report("message", fault)

    # -- channels ------------------------------------------------------------------------------------------------------

    def _complete_channel(self, payload: Payload) -> Payload:
        guild = self.client.get_guild(_server_of(payload))
        cached_channel = guild.get_channel(int(payload["id"])) if guild is not None else None
        completed: Payload = complete_channel(payload, _server_of(payload), cached_channel)
        return completed

    def _update_channel(self, payload: Payload) -> None:
        """Read an update; that of an unknown channel is read as its creation, since discord.py would ignore it."""
        guild = self.client.get_guild(_server_of(payload))
        is_known = guild is None or guild.get_channel(int(payload["id"])) is not None
        self._original_parsers["CHANNEL_UPDATE" if is_known else "CHANNEL_CREATE"](payload)

    def _record_visibility(self, name: str, payload: Any) -> None:
        """Record which channels the bot may not view."""
        match name:
            case "GUILD_CREATE" if isinstance(payload.get("channels"), list):
                channels = [channel for channel in payload["channels"] if _has_id(channel) and is_hidden(channel)]
                self.hidden.replace(int(payload["id"]), [int(channel["id"]) for channel in channels])
            case "GUILD_DELETE" if not payload.get("unavailable"):
                self.hidden.replace(int(payload["id"]))
            case "CHANNEL_CREATE" | "CHANNEL_UPDATE" if is_hidden(payload):
                self.hidden.add(_server_of(payload), int(payload["id"]))
            case "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "CHANNEL_DELETE":
                self.hidden.remove(int(payload["id"]))

    # -- servers -------------------------------------------------------------------------------------------------------

    def _read_parts(self, name: str, payload: Payload, fault: Exception) -> bool:
        """Read the readable parts of a server; if even these cannot be read, mark the server as unavailable."""
        parts, unreadable = readable_parts(self._prepared(name, payload), self.client.build_guild)
        try:
            self._original_parsers[name](parts)
        except Exception:
            guild = self.client.get_guild(int(payload["id"]))
            if guild is not None:
                guild.unavailable = True
            raise
        self.report(name, fault, payload, left_out=unreadable)
        return True


def _server_of(payload: Payload) -> int:
    return int(payload.get("guild_id") or 0)


def _complete_ready(payload: Payload) -> Payload:
    """Return READY without servers that have no id."""
    return payload | {"guilds": [guild for guild in payload["guilds"] if _has_id(guild)]}


def _has_id(payload: Any) -> bool:
    try:
        return bool(int(payload["id"]))
    except (LookupError, TypeError, ValueError):
        return False


def _complete_server(payload: Payload) -> Payload:
    server = int(payload["id"])
    completed = dict(payload)
    if isinstance(payload.get("channels"), list):
        completed["channels"] = [complete_channel(channel, server) for channel in payload["channels"]]
    return _complete_threads(completed)


def _complete_threads(payload: Payload) -> Payload:
    if not isinstance(payload.get("threads"), list):
        return payload
    return payload | {"threads": [complete_thread(thread) for thread in payload["threads"]]}
