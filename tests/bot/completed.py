"""Add what simcord leaves out of Discord's payloads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from simcord.backend import serializers

from tests.discord.description import ApiRequest, operation

Json = dict[str, Any]
USER: Json = {"primary_guild": None}
MEMBER: Json = {"banner": None}
CHANNEL: Json = {"flags": 0}
SERVER: Json = {"home_header": None, "region": "deprecated", "widget_enabled": False, "widget_channel_id": None}
SERVER |= {"max_stage_video_channel_users": 50, "max_video_channel_users": 25, "safety_alerts_channel_id": None}
SERVER |= {"nsfw": False, "nsfw_level": 0, "incidents_data": None}
APPLICATION: Json = {"type": None, "flags_new": "0", "redirect_uris": [], "interactions_endpoint_url": None}
APPLICATION |= {"role_connections_verification_url": None, "approximate_guild_count": 1, "explicit_content_filter": 0}
APPLICATION |= {"approximate_user_install_count": 0, "approximate_user_authorization_count": 0}
APPLICATION |= {"eligible_oauth2_scopes": ["bot", "applications.commands"]}
COMPONENT = 3
FORM = 5


@contextmanager
def complete_payloads() -> Iterator[None]:
    """Complete all payloads of the simulated Discord during the block, those of its gateway too."""
    with ExitStack() as stack:
        for name, additions in MISSING.items():
            stack.enter_context(_replaced(name, _with_additions(additions)))
        stack.enter_context(_replaced("message_payload", _message))
        yield


def complete_answer(request: ApiRequest, body: Any) -> Any:
    """Complete the body of a response that simcord builds in its routes only."""
    matched = operation(request.method, request.path)
    match str(matched and matched[0]).split("/")[1:]:
        case ["oauth2", *_]:
            return APPLICATION | body
        case ["applications", _, "commands"]:
            return [_command(command) for command in body]
        case ["interactions", *_]:
            return body | {"interaction": _present(body["interaction"])}
    return body


def _with_additions(additions: Json) -> Callable[..., Json]:
    return lambda made, *args, **options: additions | made(*args, **options)


MISSING = {"user_payload": USER, "member_payload": MEMBER, "channel_payload": CHANNEL, "guild_create_payload": SERVER}
"""By the function of simcord that leaves it out."""


def _replaced(name: str, complete: Callable[..., Json]) -> Any:
    made = getattr(serializers, name)
    return mock.patch.object(serializers, name, lambda *args, **options: complete(made, *args, **options))


def _command(command: Json) -> Json:
    permissions = command.get("default_member_permissions")
    permissions = None if permissions is None else str(permissions)
    return {"version": "1"} | command | {"default_member_permissions": permissions}


def _message(made: Callable[..., Any], backend: Any, message: Any, **options: Any) -> Json:
    """Return a message's JSON as Discord sends it: without absent parts, and with the interaction that it answers."""
    content = _present(dict(made(backend, message, **options)))
    content["edited_timestamp"] = message.edited_timestamp  # which may be none
    content["attachments"] = [_present(part) for part in content["attachments"]]
    content["components"] = [_component(part) for part in content["components"]]
    if metadata := content.get("interaction_metadata"):
        content["interaction_metadata"] = _metadata(backend, metadata)
    return content


def _metadata(backend: Any, metadata: Json) -> Json:
    source = backend.interactions[int(metadata["id"])].source_message_id
    pressed = {"interacted_message_id": str(source or metadata["id"])}
    if metadata["type"] == COMPONENT:
        return metadata | pressed
    if metadata["type"] == FORM:
        first = {key: metadata[key] for key in ("id", "user", "authorizing_integration_owners")}
        return metadata | {"triggering_interaction_metadata": first | {"type": COMPONENT} | pressed}
    return metadata


def _component(component: Json) -> Json:
    content = dict(component)
    if content.get("emoji"):
        content["emoji"] = _present(content["emoji"])
        if "id" in content["emoji"]:
            content["emoji"]["id"] = str(content["emoji"]["id"])
    for key in ("components", "options"):
        if content.get(key):
            content[key] = [_component(child) for child in content[key]]
    return content


def _present(named: Json) -> Json:
    return {key: value for key, value in named.items() if value is not None}
