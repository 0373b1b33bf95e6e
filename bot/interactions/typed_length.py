"""Typed text that is cut to length: options of commands, completions, fields of forms.

Every text is cut to the length that its command or form declares before it is searched or compared; otherwise one
person could keep the bot busy with thousands of words. A command declares its lengths by
``app_commands.Range``, a form by ``Form.bounds``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import AppCommandOptionType, app_commands

from bot.interactions.limits import OPTION


def cut(data: Any, bounds: Mapping[str, int]) -> bool:
    """Shorten every text in the data of a command or form in place; return whether one was too long.

    Args:
        data: The ``data`` of the interaction as Discord sent it.
        bounds: The largest number of characters, by the name of the option or the custom id of the field; ``OPTION``
            for those that are not in it.
    """
    is_too_long = False
    if isinstance(value := data.get("value"), str):
        bound = bounds.get(data.get("name") or data.get("custom_id"), OPTION)
        data["value"] = value[:bound]
        is_too_long = len(value) > bound
    labelled = [data["component"]] if "component" in data else []
    for part in (*data.get("options", ()), *data.get("components", ()), *labelled):
        is_too_long |= cut(part, bounds)
    return is_too_long


def bounds_of(command: object) -> dict[str, int]:
    """Return the largest number of typed characters for each option of a command, by the option's shown name.

    Options for numbers are included: in their completions people type names.
    """
    options = command.parameters if isinstance(command, app_commands.Command) else ()
    return {option.display_name: most_characters(option) for option in options}


def most_characters(option: app_commands.Parameter) -> int:
    """Return the largest length that an option declares to Discord; if it declares none, that of a completion."""
    declared = option.max_value if option.type is AppCommandOptionType.string else None
    return int(declared) if declared else OPTION
