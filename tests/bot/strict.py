"""Enforce rules of Discord that the simulation leaves out: the bot's permissions, and those of threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import simcord
from simcord.backend import permissions
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.http import router

from bot.interactions.permissions import invited

OF_ITS_CREATOR = {"name", "archived", "auto_archive_duration"}
"""What whoever has opened a thread may change of it."""


@contextmanager
def enforce_permissions() -> Iterator[None]:
    """Give bots that log in during the block only the permissions of the invitation; enforce the rules of threads."""
    compute = permissions.compute
    require = router.RequestContext.require_channel_permissions
    check = router._check_faults

    def permitted(guild: Any, user_id: int, channel: Any = None, **options: Any) -> int:
        permissions: int = compute(guild, user_id, channel, **options)
        bots = {role.id: role for role in guild.roles.values() if role.managed}
        member = guild.members.get(user_id)
        is_bot = member is not None and not bots.keys().isdisjoint(member.role_ids)
        return permissions & invited().value if is_bot else permissions

    def required(context: Any, channel_id: int, *names: str) -> Channel:
        thread = context.backend.get_channel(channel_id)
        if names == ("manage_channels",) and thread.is_thread:
            names = _to_change(context, thread)
        return require(context, channel_id, *names)

    def checked(backend: Any, method: str, path: str) -> None:
        check(backend, method, path)
        _, _, channel_id, *rest = [*path.split("/"), "", ""]
        thread = backend.channels.get(int(channel_id)) if channel_id.isdecimal() else None
        if thread is not None and thread.is_thread and rest[:1] == ["messages"]:
            _open_for(backend, method, thread)

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(permissions, "compute", permitted))
        stack.enter_context(mock.patch.object(router.RequestContext, "require_channel_permissions", required))
        stack.enter_context(mock.patch.object(router, "_check_faults", checked))
        yield


def _to_change(context: Any, thread: Channel) -> tuple[str, ...]:
    """Return the permissions that are needed to change or delete a thread."""
    wanted = context.json or {}
    state = thread.thread_metadata
    assert state is not None
    if wanted == {"archived": False} and not state.locked:
        return ("send_messages_in_threads",)
    is_open = not state.archived or wanted.get("archived") is False
    is_own = thread.owner_id == context.backend.bot_user.id and not state.locked
    return () if wanted and is_own and is_open and wanted.keys() <= OF_ITS_CREATOR else ("manage_threads",)


def _open_for(backend: Any, method: str, thread: Channel) -> None:
    """Raise Discord's error if the thread is locked or archived; open an archived one for a message."""
    state = thread.thread_metadata
    assert state is not None
    if state.locked and method in ("POST", "PATCH"):
        raise BackendError(403, 160005, "Thread is locked")
    if state.archived and method == "PATCH":
        raise BackendError(400, 50083, "Thread is archived")
    if state.archived and method == "POST":
        backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})


def invite(env: simcord.Env, guild_id: int) -> None:
    """Give the bot's role on a server the permissions of the invitation."""
    guild = env.backend.get_guild(guild_id)
    for role in guild.roles.values():
        if role.managed:
            env.backend.edit_role(guild_id, role.id, {"permissions": invited().value})
