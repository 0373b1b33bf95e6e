"""Typed text that is cut to length: options of commands, completions, fields of forms.

Every text is cut to the length that its command or form declares before it is searched or compared; otherwise one
person could keep the bot busy with thousands of words. The lengths stand where the commands and forms are.
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
    longer = False
    if isinstance(value := data.get("value"), str):
        bound = bounds.get(data.get("name") or data.get("custom_id"), OPTION)
        data["value"] = value[:bound]
        longer = len(value) > bound
    inside = [data["component"]] if "component" in data else []
    for part in (*data.get("options", ()), *data.get("components", ()), *inside):
        longer |= cut(part, bounds)
    return longer


def bounds_of(command: object) -> dict[str, int]:
    """Return the largest number of typed characters for each option of a command, by the option's shown name.

    Options for numbers are included: in their completions people type names.
    """
    options = command.parameters if isinstance(command, app_commands.Command) else ()
    return {option.display_name: longest(option) for option in options}


def longest(option: app_commands.Parameter) -> int:
    """Return the largest length that an option declares to Discord, or the length of a choice if it declares none."""
    declared = option.max_value if option.type is AppCommandOptionType.string else None
    return int(declared) if declared else OPTION
