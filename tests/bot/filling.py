"""Read forms, and submit them."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult

from tests.bot.parts import shown_message

SELECT = 3
RADIO = 21
BOXES = 22
UPLOAD = 19


def parts(form: InteractionResult) -> dict[str, dict[str, Any]]:
    """Return the components of a form with their labels, by custom id."""
    return {label["component"]["custom_id"]: label["component"] | {"label": label["label"]} for label in _labels(form)}


def _labels(form: InteractionResult) -> list[dict[str, Any]]:
    assert form.modal is not None, f"no form, but: {shown_message(form).content}"
    labels: list[dict[str, Any]] = form.modal["components"]
    return labels


def submitted_values(form: InteractionResult) -> dict[str, Any]:
    """Return the values that an unchanged form submits; None for a select without a choice."""
    values: dict[str, Any] = {}
    for name, part in parts(form).items():
        chosen = [option["value"] for option in part.get("options", ()) if option.get("default")]
        if part["type"] == BOXES:
            values[name] = chosen
        elif part["type"] in (SELECT, RADIO):
            values[name] = next(iter(chosen), None)
        elif part["type"] != UPLOAD:
            values[name] = part.get("value", "")
    return values


def option_values(form: InteractionResult, name: str) -> list[str]:
    """Return the values of a select."""
    return [option["value"] for option in parts(form)[name]["options"]]


async def fill(person: MemberActor | UserHandle, form: InteractionResult, **changes: Any) -> discord.Message:
    """Submit a form with these changes, and return the message that answers it."""
    values = {}
    for name, value in (submitted_values(form) | changes).items():
        listed = parts(form)[name]["type"] == SELECT
        if value is not None or not listed:
            values[name] = [value] if listed else value
    return shown_message(await person.submit_modal(form, values))
