"""What the bot hands to discord.py of an interaction."""

from __future__ import annotations

from typing import Any

import discord

from bot.client.interaction_payloads import readable

Json = dict[str, Any]


def test_direct_messages_stay_direct_messages() -> None:
    base: Json = {"id": "1", "type": 2, "token": "t", "channel_id": "7", "user": {"id": "5", "username": "anna"}}
    for channel in (None, {"id": "7", "type": 1}, {"id": "7", "type": 99}, {"id": "7", "type": 1, "recipients": None}):
        payload = readable(base | {"channel": channel}, 3)
        assert (payload["channel"]["id"], payload["channel"]["type"]) == ("7", discord.ChannelType.private.value)
        assert "member" not in payload


def test_what_is_shown_below_a_message_can_still_be_read() -> None:
    button = {"type": 2, "style": 1, "custom_id": "pt:m:7", "label": "Your move", "emoji": {"id": None, "name": "x"}}
    payload: Json = {
        "id": "1",
        "type": 3,
        "token": "t",
        "data": {"custom_id": "pt:m:7", "component_type": 2},
        "message": {"id": "4", "components": [{"type": 1, "components": [button, {"type": 2, "sku_id": "9"}]}]},
    }
    (row,) = readable(payload, 3)["message"]["components"]
    assert [component["custom_id"] for component in row["components"]] == ["pt:m:7"]
