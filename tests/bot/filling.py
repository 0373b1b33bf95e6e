"""Forms: what stands in them, and sending them in."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult

from tests.bot.parts import shown

SELECT, RADIO, BOXES, UPLOAD = 3, 21, 22, 19


def parts(form: InteractionResult) -> dict[str, dict[str, Any]]:
    """What can be filled in, by custom id; each with what it is called."""
    assert form.modal is not None
    return {each["component"]["custom_id"]: each["component"] | {"label": each["label"]} for each in _labels(form)}


def _labels(form: InteractionResult) -> list[dict[str, Any]]:
    assert form.modal is not None
    found: list[dict[str, Any]] = form.modal["components"]
    return found


def stands(form: InteractionResult) -> dict[str, Any]:
    """What is sent in if nothing is changed; None: a choice that is left open."""
    found: dict[str, Any] = {}
    for name, each in parts(form).items():
        chosen = [option["value"] for option in each.get("options", ()) if option.get("default")]
        if each["type"] == BOXES:
            found[name] = chosen
        elif each["type"] in (SELECT, RADIO):
            found[name] = next(iter(chosen), None)
        elif each["type"] != UPLOAD:
            found[name] = each.get("value", "")
    return found


def offered(form: InteractionResult, name: str) -> list[str]:
    """The values of a choice."""
    return [option["value"] for option in parts(form)[name]["options"]]


async def fill(person: MemberActor | UserHandle, form: InteractionResult, **changes: Any) -> discord.Message:
    """What the person is shown after sending in a form, which stands as it was but for these changes."""
    values = {}
    for name, value in (stands(form) | changes).items():
        listed = parts(form)[name]["type"] == SELECT
        if value is not None or not listed:
            values[name] = [value] if listed else value
    return shown(await person.submit_modal(form, values))
