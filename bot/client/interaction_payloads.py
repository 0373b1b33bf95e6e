"""Payloads of interactions, reduced to what the bot needs and discord.py can read.

discord.py reads an interaction with all its parts (channel, message, member, entitlements) before any handler runs, and
takes the id of the channel from the channel that it could read. An unknown kind of channel or component, or an
unexpected null, would lose the press of a person. So only the needed parts are passed on, in the form that discord.py
knows, with missing fields filled in; `events` passes the payloads on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import ChannelType, ComponentType

from bot.interactions.permissions import invited

Json = dict[str, Any]

EVENT = "INTERACTION_CREATE"
"""Discord's name of the event of an interaction."""
USUAL_UPLOAD_BYTES = 10 * 1024 * 1024
"""Size of files that all servers accept, for interactions without a limit."""
CONTEXTS = (0, 1, 2)
"""Discord's contexts of interactions that discord.py knows: a server, the bot's direct messages, other private ones."""
LONG_AGO = "2015-01-01T00:00:00+00:00"
"""Moment for threads of which Discord does not tell when they were archived; before Discord's first message."""
USUAL_ARCHIVE_MINUTES = 1440
"""Minutes without messages after which a thread is archived, for threads of which Discord does not tell: a day."""
VOICE_BITRATE = 64_000
"""Bits a second of a voice channel. discord.py needs the field; the bot does not use it."""
COMPONENTS_V2 = 1 << 15
"""Flag of messages whose components are no rows; with it discord.py would look for text among the components."""
MOST_ROWS = 5
"""Largest number of rows of components in a message."""

TEXT = (ChannelType.text.value, ChannelType.news.value)
VOICE = (ChannelType.voice.value, ChannelType.stage_voice.value)
THREADS = (ChannelType.news_thread.value, ChannelType.public_thread.value, ChannelType.private_thread.value)
PRIVATE = (ChannelType.private.value, ChannelType.group.value)
UNKNOWN = ChannelType.voice.value
"""Kind for channels of an unknown kind: one that can be written to and has no threads."""

# The kinds of components that the bot's messages have.
ACTION_ROW = ComponentType.action_row.value
BUTTON = ComponentType.button.value
SELECT = ComponentType.string_select.value


def readable(payload: Json, application_id: int | None) -> Json:
    """Return the needed parts of an interaction. Raises KeyError without an id and a token to answer it.

    `application_id` is the bot's own, for interactions that do not name it; None: unknown.
    """
    guild_id = payload.get("guild_id")
    data = readable_data(payload.get("data"))
    context = payload.get("context")
    known_fields: Json = {
        "id": payload["id"],
        "type": payload["type"],
        "token": payload["token"],
        "version": payload.get("version") or 1,
        "application_id": payload.get("application_id") or application_id or 0,
        "data": data,
        "guild_id": guild_id,
        "locale": text(payload.get("locale")),
        # Without a word from Discord the bot has the permissions with which it was invited.
        "app_permissions": number(payload.get("app_permissions"), invited().value),
        "attachment_size_limit": number(payload.get("attachment_size_limit"), USUAL_UPLOAD_BYTES),
        "entitlements": [],
        "authorizing_integration_owners": {},
    }
    if context in CONTEXTS:
        known_fields["context"] = context
    channel = readable_channel(payload, in_guild=guild_id is not None)
    if channel is not None:
        known_fields["channel_id"] = channel["id"]
        known_fields["channel"] = channel
    known_fields |= readable_person(payload, in_guild=guild_id is not None)
    message = readable_message(payload.get("message"))
    if message is not None:
        known_fields["message"] = message
    if payload["type"] == discord.InteractionType.component.value:  # a button or select was used
        known_fields["message"] = with_pressed(message or blank_message(payload), data)
    return known_fields


def readable_channel(payload: Json, *, in_guild: bool) -> Json | None:
    """Return the channel of an interaction with the fields of its kind, or None if it has no channel."""
    described = mapping(payload.get("channel"))
    id = described.get("id") or payload.get("channel_id")
    if id is None:
        return None
    kind = described.get("type")
    channel: Json = {"id": id, "name": text(described.get("name")), "position": 0}
    if not in_guild:
        return channel | {"type": kind if kind in PRIVATE else ChannelType.private.value}
    if kind in THREADS and described.get("parent_id"):
        return channel | {"type": kind} | thread_fields(described)
    if kind in TEXT:
        return channel | {"type": kind, "parent_id": described.get("parent_id")}
    return channel | {"type": kind if kind in VOICE else UNKNOWN, "bitrate": VOICE_BITRATE, "user_limit": 0}


def thread_fields(described: Json) -> Json:
    """Return the fields of a thread that discord.py needs."""
    state = mapping(described.get("thread_metadata"))
    return {
        "parent_id": described["parent_id"],
        "owner_id": described.get("owner_id") or 0,
        "message_count": 0,
        "member_count": 0,
        "thread_metadata": {
            "archived": bool(state.get("archived")),
            "locked": bool(state.get("locked")),
            "auto_archive_duration": number(state.get("auto_archive_duration"), USUAL_ARCHIVE_MINUTES),
            "archive_timestamp": text(state.get("archive_timestamp")) or LONG_AGO,
        },
    }


def readable_person(payload: Json, *, in_guild: bool) -> Json:
    """Return the person who interacts: a member in a server, else a user."""
    member = mapping(payload.get("member"))
    user = mapping(member.get("user")) or mapping(payload.get("user"))
    if not user.get("id"):
        return {}
    if not in_guild:
        return {"user": readable_user(user)}
    return {"member": readable_member(member) | {"user": readable_user(user)}}


def readable_member(member: Json) -> Json:
    """Return a member without the user."""
    return {
        "nick": member.get("nick"),
        "avatar": member.get("avatar"),
        "roles": [role for role in listed(member.get("roles")) if str(role).isdecimal()],
        "permissions": number(member.get("permissions"), 0),
        "flags": number(member.get("flags"), 0),
        "joined_at": None,
    }


def readable_user(user: Json) -> Json:
    """Return a user with a name, which may be empty."""
    return {
        "id": user["id"],
        "username": text(user.get("username")),
        "global_name": user.get("global_name"),
        "discriminator": text(user.get("discriminator")) or "0",
        "avatar": user.get("avatar"),
        "bot": bool(user.get("bot")),
    }


def readable_message(described: object) -> Json | None:
    """Return the needed parts of a message, or None if there is none."""
    message = mapping(described)
    if not message.get("id"):
        return None
    author = mapping(message.get("author"))
    return {
        "id": message["id"],
        "channel_id": message.get("channel_id") or 0,
        "type": number(message.get("type"), 0),
        "flags": number(message.get("flags"), 0) & ~COMPONENTS_V2,
        "content": text(message.get("content")),
        "attachments": [file for file in listed(message.get("attachments")) if is_attachment(file)],
        "components": list(readable_rows(message.get("components"))),
        "author": readable_user(author if author.get("id") else {"id": 0}),
    }


def blank_message(payload: Json) -> Json:
    """Return a message for a press of which Discord sends no message."""
    message = readable_message({"id": payload["id"], "channel_id": payload.get("channel_id")})
    assert message is not None
    return message


def is_attachment(described: object) -> bool:
    """Return whether an attachment can be read."""
    attachment = mapping(described)
    return all(attachment.get(name) is not None for name in ("id", "size", "filename", "url", "proxy_url"))


def readable_rows(components: object) -> Iterable[Json]:
    """Yield the rows of a message with the readable buttons and selects."""
    for row in map(mapping, listed(components)):
        components_of_row = map(readable_component, map(mapping, listed(row.get("components"))))
        readable_components = [component for component in components_of_row if component is not None]
        if row.get("type") == ACTION_ROW and readable_components:
            yield {"type": ACTION_ROW, "components": readable_components}


def readable_component(component: Json) -> Json | None:
    """Return a button or select without its looks, or None for other kinds."""
    if component.get("type") == BUTTON:
        target = {name: component[name] for name in ("custom_id", "url") if component.get(name)}
        if not target:
            return None
        style = number(component.get("style"), discord.ButtonStyle.secondary.value)
        return {"type": BUTTON, "style": style, "label": text(component.get("label"))} | target
    if component.get("type") == SELECT and component.get("custom_id"):
        return {"type": SELECT, "custom_id": component["custom_id"], "options": []}
    return None


def with_pressed(message: Json, data: Json) -> Json:
    """Return the message with the pressed component, even if that was not readable in it.

    discord.py looks for the component there, by kind and custom id, and ignores a press without it.
    """
    pressed_component = readable_component({"type": data["component_type"], "custom_id": data["custom_id"]})
    rows = message["components"]
    ids_of_components = [
        (component["type"], component.get("custom_id")) for row in rows for component in row["components"]
    ]
    if pressed_component is None or (pressed_component["type"], data["custom_id"]) in ids_of_components:
        return message
    return message | {"components": [{"type": ACTION_ROW, "components": [pressed_component]}, *rows[: MOST_ROWS - 1]]}


def readable_data(described: object) -> Json:
    """Return the data of a press, command or form, without nulls and unreadable references."""
    data: Json = {"name": "", "custom_id": "", "component_type": 0, "components": []}
    data |= {name: value for name, value in mapping(described).items() if value is not None}
    if "resolved" in data:
        data["resolved"] = readable_references(mapping(data["resolved"]))
    return data


def readable_references(resolved: Json) -> Json:
    """Return the people, messages and files that a command or form refers to."""
    users = entries(resolved.get("users"))
    members = entries(resolved.get("members"))
    messages = {id: readable_message(message) for id, message in entries(resolved.get("messages")).items()}
    files = {id: file for id, file in entries(resolved.get("attachments")).items() if is_attachment(file)}
    return {
        "users": {id: readable_user(user | {"id": id}) for id, user in users.items()},
        "members": {id: readable_member(member) for id, member in members.items()},
        "messages": {id: message for id, message in messages.items() if message is not None},
        "attachments": files,
    }


def entries(value: object) -> dict[str, Json]:
    """Return the objects in an object, by their ids; everything else in it is left out."""
    return {id: mapping(entry) for id, entry in mapping(value).items() if isinstance(entry, Mapping)}


def mapping(value: object) -> Json:
    """Return a copy of an object; anything else is an empty one."""
    return dict(value) if isinstance(value, Mapping) else {}


def listed(value: object) -> list[Any]:
    """Return a list; anything else is an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """Return a text; anything else is an empty one."""
    return value if isinstance(value, str) else ""


def number(value: object, usual: int) -> int:
    """Return a number, which Discord may write as a text, or `usual` for other values."""
    if isinstance(value, int | str) and str(value).lstrip("-").isdecimal():
        return int(value)
    return usual
