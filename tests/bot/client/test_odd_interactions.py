"""Interactions that Discord describes in a way that discord.py does not know are served all the same."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from tests.bot.english import english
from tests.bot.parts import controls
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
Json = dict[str, Any]
Change = Callable[[Json], object]

NULLS = ("entitlements", "authorizing_integration_owners", "attachment_size_limit", "context", "guild_locale", "guild")
ODD: dict[str, Change] = {
    "a channel of a new kind": lambda payload: payload.update(channel={"id": payload["channel_id"], "type": 99}),
    "no channel": lambda payload: payload.pop("channel", None),
    "a channel that is null": lambda payload: payload.update(channel=None),
    "a channel without anything": lambda payload: payload.update(channel={}),
    "a thread without its state": lambda payload: payload.update(
        channel={"id": payload["channel_id"], "type": 11, "parent_id": "5", "name": "a thread"}
    ),
    "a thread without its channel": lambda payload: payload.update(channel={"id": payload["channel_id"], "type": 12}),
    "a channel with nulls": lambda payload: payload.update(
        channel={"id": payload["channel_id"], "type": 0, "name": None, "permission_overwrites": None}
    ),
    "nothing that is not needed": lambda payload: [payload.pop(name, None) for name in NULLS],
    "nulls": lambda payload: payload.update(dict.fromkeys([*NULLS, "locale"])),
    "an entitlement of a new kind": lambda payload: payload.update(entitlements=[{"id": "1", "type": 77}]),
    "an unknown place": lambda payload: payload.update(context=9),
    "a member without flags": lambda payload: payload["member"].pop("flags", None),
    "a member without permissions": lambda payload: payload["member"].pop("permissions", None),
    "a member with nulls": lambda payload: payload["member"].update(roles=None, joined_at=None, flags=None),
    "a user without the old fields": lambda payload: [
        payload["member"]["user"].pop(name, None) for name in ("discriminator", "avatar", "public_flags")
    ],
    "no version": lambda payload: payload.pop("version", None),
    "a number where a text was": lambda payload: payload.update(app_permissions=int(payload["app_permissions"])),
}
ODD_MESSAGES: dict[str, Change] = {
    "poll null": lambda message: message.update(poll=None),
    "thread null": lambda message: message.update(thread=None),
    "a thread without anything": lambda message: message.update(thread={"id": "5"}),
    "a component of a new kind": lambda message: message["components"].insert(0, {"type": 99, "anything": []}),
    "nulls": lambda message: message.update(embeds=None, attachments=None, mentions=None, reactions=None),
    "an author without the old fields": lambda message: message.update(author={"id": message["author"]["id"]}),
    "no content": lambda message: message.pop("content", None),
    "the new kind of layout": lambda message: message.update(
        flags=64 | 1 << 15, components=[{"type": 17, "components": message["components"]}]
    ),
    "an odd reference": lambda message: message.update(message_reference={"type": 9}, referenced_message={}),
    "an odd call": lambda message: message.update(call={}, interaction_metadata={}, application={}),
}


def without_traces(room: Room, caplog: pytest.LogCaptureFixture) -> bool:
    own_faults = [entry for entry in room.logs if entry["log_level"] in ("error", "critical")]
    return not own_faults and not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


def private_answers(room: Room) -> list[str]:
    """Return what the bot said in private, the oldest first."""
    requests = [entry for entry in room.env.http_requests if entry.path.startswith(("/webhooks/", "/interactions/"))]
    contents = [(entry.json.get("data") or entry.json).get("content") for entry in requests if entry.json]
    return [content for content in contents if content]


def newest_answer(room: Room) -> str:
    return private_answers(room)[-1]


async def test_a_command_is_answered_whatever_else_discord_says_of_it(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    for oddity, change in ODD.items():
        before = len(private_answers(room))
        payload = room.slash_payload(person, "play")
        change(payload)
        await room.deliver(payload)
        assert "**Navegador** · round 1, turn 1" in "".join(private_answers(room)[before:]), oddity
        assert without_traces(room, caplog), oddity


@pytest.mark.parametrize("oddity", ODD)
async def test_a_press_is_carried_out_whatever_else_discord_says_of_it(
    room: Room, oddity: str, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    payload = room.click_payload(person, await room.open_panel(person), "Ships")
    ODD[oddity](payload)
    await room.deliver(payload)
    assert newest_answer(room).startswith("✓ Ships")
    assert [move.words for move in await room.moves()] == ["rondel ships"]
    assert without_traces(room, caplog)


@pytest.mark.parametrize("kind", [99, 14, None, 11])
async def test_a_channel_that_the_bot_has_never_seen_is_known_by_its_number(
    room: Room, kind: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    command = room.slash_payload(person, "play")
    click = room.click_payload(person, panel, "Ships")
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    guild._channels.clear()
    for payload in (command, click):
        payload["channel"] = {"id": payload["channel_id"], "type": kind}
        await room.deliver(payload)
    assert newest_answer(room).startswith("✓ Ships")
    assert len(room.requests("PATCH", "/webhooks/*")) == 3
    assert without_traces(room, caplog)


@pytest.mark.parametrize("oddity", ODD_MESSAGES)
async def test_a_press_is_carried_out_whatever_is_said_of_its_message(
    room: Room, oddity: str, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    payload = room.click_payload(person, await room.open_panel(person), "Ships")
    ODD_MESSAGES[oddity](payload["message"])
    await room.deliver(payload)
    assert newest_answer(room).startswith("✓ Ships")
    assert without_traces(room, caplog)


@pytest.mark.parametrize("message", [None, {}, {"id": None}])
async def test_a_press_on_a_message_of_which_nothing_is_said_is_carried_out(
    room: Room, message: Json | None, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    payload = room.click_payload(person, await room.open_panel(person), "Ships")
    payload["message"] = message
    await room.deliver(payload)
    assert [move.words for move in await room.moves()] == ["rondel ships"]
    assert without_traces(room, caplog)


@pytest.mark.parametrize("kind", [0, 4, 5, 6, 7, 8, 19, 42, None])
async def test_a_component_of_a_kind_that_the_bot_never_sends_is_refused_in_a_sentence(
    room: Room, kind: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    custom_id = next(item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:w:"))
    data = {"custom_id": custom_id, "component_type": kind, "values": ["1"]}
    await room.deliver(room.click_payload_of(person, panel, data))
    assert newest_answer(room) == english("error.damaged")
    assert await room.moves() == []
    assert without_traces(room, caplog)


@pytest.mark.parametrize("custom_id", ["pt:retired:1:2", "pt:", "pt", "", "old_button", "pt:form:gone"])
async def test_a_press_on_a_button_of_a_retired_kind_is_answered(
    room: Room, custom_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    for kind in (2, 3):
        data = {"custom_id": custom_id, "component_type": kind, "values": ["1"]}
        await room.deliver(room.click_payload_of(person, panel, data))
        assert newest_answer(room) == english("error.damaged")
    assert without_traces(room, caplog)


@pytest.mark.parametrize("custom_id", ["pt:form:gone", "pt:form:gone:1:2", "else", ""])
async def test_a_form_of_a_retired_kind_is_answered(
    room: Room, custom_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    for components in ([], None, [{"type": 18}], [{"type": 99, "component": None}]):
        payload = room.click_payload_of(person, panel, {"custom_id": custom_id, "components": components})
        await room.deliver(payload | {"type": 5})
        assert newest_answer(room) == english("error.form_expired")
    assert without_traces(room, caplog)


async def test_what_cannot_be_answered_is_one_line_of_the_log(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    person, _ = await room.begin()
    payload = room.slash_payload(person, "play")
    del payload["token"]
    await room.deliver(payload)
    assert [entry["event"] for entry in room.logs] == ["event cannot be read"]
    assert "**Navegador** · round 1, turn 1" in (await room.ask(person, "play")).content
    assert without_traces(room, caplog)


async def test_an_interaction_without_a_person_is_told_so_and_harms_nobody(room: Room) -> None:
    person, _ = await room.begin()
    payload = room.slash_payload(person, "play")
    payload["member"] = None
    await room.deliver(payload)
    assert english("error.internal", mark="")[:40] in newest_answer(room)
