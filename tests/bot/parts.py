"""Find the parts of a message: buttons, selects, labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from simcord.results import InteractionResult

from bot.interactions.custom_ids import split
from engines import Action


def shown_message(result: InteractionResult) -> discord.Message:
    """Return the message that answers an interaction, whether it was sent or edited."""
    if result.followups:
        return result.followups[-1].message
    assert result.response is not None
    return result.response.message


def controls(message: discord.Message) -> Iterator[dict[str, Any]]:
    """Yield every button and select of a message, as Discord knows it."""
    for row in message.components:
        data: Any = row.to_dict()
        yield from data.get("components", [data])


def button_labelled(message: discord.Message, label: str) -> dict[str, Any]:
    """Return the first button with this label; where there is none, the assertion names the others."""
    buttons = [item for item in controls(message) if item["type"] == 2]
    fitting = [item for item in buttons if item.get("label") == label]
    assert fitting, f"no button {label!r} among {[item.get('label') for item in buttons]}"
    return fitting[0]


def labels(message: discord.Message) -> list[str]:
    """Return the labels of the buttons.

    Left out are the button for the picture's shape, and those below every board: missed moves and the legend.
    """
    buttons = [item for item in controls(message) if item["type"] == 2]
    left_out = ("shape:", "pt:missed:", "pt:legend:")
    return [item["label"] for item in buttons if not any(part in item["custom_id"] for part in left_out)]


def shape_buttons(message: discord.Message) -> list[tuple[str, str]]:
    """Return custom id and label of the buttons that change the shape of the picture."""
    return [(item["custom_id"], item["label"]) for item in controls(message) if "shape:" in item["custom_id"]]


def placeholders(panel: discord.Message) -> list[str]:
    """Return the placeholders of the selects."""
    return [item["placeholder"] for item in controls(panel) if item["type"] == 3]


def control_towards(panel: discord.Message, action: Action) -> tuple[str | None, tuple[str, str] | None, str | None]:
    """Return the control that leads nearest to an action.

    It is a button's custom id, or custom id and value of a select's option, or else the button to the next page.
    """
    buttons: list[tuple[int, str]] = []
    options: list[tuple[int, str, str]] = []
    page = None
    for item in controls(panel):
        custom_id = item["custom_id"]
        if custom_id.startswith("pt:w:"):
            words = split(custom_id.split(":", 4)[4])
            if action[: len(words)] == words:
                buttons.append((len(words), custom_id))
        elif item["type"] == 3:
            for option in item["options"]:
                words = split(option["value"])
                if action[: len(words)] == words:
                    options.append((len(words), custom_id, option["value"]))
        elif custom_id.startswith("pt:p:") and item["label"] == "▶":
            page = custom_id
    if buttons:
        return max(buttons)[1], None, None
    if options:
        return None, max(options)[1:], None
    return None, None, page


async def record_in(message: discord.Message) -> bytes:
    """Return the record of a game that is attached to its summary, whichever pictures are there as well."""
    records = [
        file for file in message.attachments if file.filename.endswith(".json") and "bgstats" not in file.filename
    ]
    assert len(records) == 1
    return await records[0].read()
