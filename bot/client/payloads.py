"""Payloads of the gateway, completed so that discord.py can read them.

discord.py requires some fields that Discord leaves out or empties: of channels that the bot may not view, and sometimes
of others. If it failed in the middle of a channel, the cached permissions would be outdated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.interactions.visibility import is_hidden

Payload = dict[str, Any]

CHANNEL_DEFAULTS: Payload = {"name": "", "position": 0}
VOICE_DEFAULTS: Payload = {"bitrate": 64_000, "user_limit": 0}
THREAD_DEFAULTS: Payload = {"name": "", "owner_id": "0", "message_count": 0, "member_count": 0}
VOICE_TYPES = (discord.ChannelType.voice.value, discord.ChannelType.stage_voice.value)
RELIABLE = ("id", "guild_id", "type", "position", "parent_id", "flags")
"""The fields of a hidden channel that have real values."""
DENIED = str(discord.Permissions(view_channel=True).value)


def complete_channel(channel: Any, server: int, cached: discord.abc.GuildChannel | None = None) -> Any:
    """Return a channel's payload with the fields that discord.py needs; `cached` is the cached channel."""
    if not isinstance(channel, dict):
        return channel
    payload = hidden_channel(channel, server) if is_hidden(channel) else channel
    defaults = CHANNEL_DEFAULTS
    if cached is not None:
        defaults = {"name": cached.name, "position": cached.position}
    if channel.get("type") in VOICE_TYPES:
        defaults = defaults | VOICE_DEFAULTS
    return defaults | without_nulls(payload)


def hidden_channel(channel: Payload, server: int) -> Payload:
    """Return the payload of a channel that the bot may not view: its real fields, without a name."""
    overwrite = {"id": str(server), "type": 0, "allow": "0", "deny": DENIED}
    reliable = {field: channel[field] for field in RELIABLE if field in channel}
    return reliable | {"name": "", "permission_overwrites": [overwrite]}


def complete_thread(thread: Any) -> Any:
    """Return a thread's payload with the fields that discord.py needs."""
    return THREAD_DEFAULTS | without_nulls(thread) if isinstance(thread, dict) else thread


def without_nulls(payload: Payload) -> Payload:
    """Return a payload without null fields: discord.py has defaults for missing fields, but often not for nulls."""
    return {field: value for field, value in payload.items() if value is not None}


def readable_parts(server: Payload, parse: Callable[[Payload], object]) -> tuple[Payload, list[str]]:
    """Return the readable parts of a server's payload, and the names of fields with unreadable parts.

    `parse` raises for a payload that cannot be read.
    """
    identity = {"id": server["id"]}
    parts = dict(identity)
    unreadable = []

    def is_readable(field: str, value: object) -> bool:
        try:
            parse(identity | {field: value})
        except Exception:  # noqa: BLE001 - the other parts are readable, whatever this one raises
            unreadable.append(field)
            return False
        return True

    for field, value in server.items():
        readable = [part for part in value if is_readable(field, [part])] if isinstance(value, list) else value
        if is_readable(field, readable):
            parts[field] = readable
    return parts, sorted(set(unreadable))
