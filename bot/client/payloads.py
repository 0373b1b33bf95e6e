"""What Discord sends, completed so that discord.py can read it.

discord.py takes some fields for granted that Discord leaves out or empties: of channels that the bot may not view, and
now and then of any. Reading an incomplete channel halfway would leave its permissions as they were.
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
"""The fields of a hidden channel that are true."""
DENIED = str(discord.Permissions(view_channel=True).value)


def complete_channel(channel: Any, server: int, known: discord.abc.GuildChannel | None = None) -> Any:
    """Return a channel's payload with the fields that discord.py needs; ``known``: the channel as it is cached."""
    if not isinstance(channel, dict):
        return channel
    given = hidden_channel(channel, server) if is_hidden(channel) else channel
    defaults = CHANNEL_DEFAULTS
    if known is not None:
        defaults = {"name": known.name, "position": known.position}
    if channel.get("type") in VOICE_TYPES:
        defaults = defaults | VOICE_DEFAULTS
    return defaults | without_nulls(given)


def hidden_channel(channel: Payload, server: int) -> Payload:
    """Return what is true of a channel that the bot may not view; its name is nobody's."""
    overwrite = {"id": str(server), "type": 0, "allow": "0", "deny": DENIED}
    reliable = {field: channel[field] for field in RELIABLE if field in channel}
    return reliable | {"name": "", "permission_overwrites": [overwrite]}


def complete_thread(thread: Any) -> Any:
    """Return a thread's payload with the fields that discord.py needs."""
    return THREAD_DEFAULTS | without_nulls(thread) if isinstance(thread, dict) else thread


def without_nulls(payload: Payload) -> Payload:
    """Return a payload without empty fields: discord.py reads a missing field as its default, often not so a null."""
    return {field: value for field, value in payload.items() if value is not None}


def readable_parts(server: Payload, read: Callable[[Payload], object]) -> tuple[Payload, list[str]]:
    """Return what can be read of a server's payload, and the fields of which something cannot.

    ``read`` raises for a payload that cannot be read.
    """
    identity = {"id": server["id"]}
    parts = dict(identity)
    unreadable = []

    def fits(field: str, value: object) -> bool:
        try:
            read(identity | {field: value})
        except Exception:  # noqa: BLE001 - whatever a part raises, the other parts are worth having
            unreadable.append(field)
            return False
        return True

    for field, value in server.items():
        kept = [part for part in value if fits(field, [part])] if isinstance(value, list) else value
        if fits(field, kept):
            parts[field] = kept
    return parts, sorted(set(unreadable))
