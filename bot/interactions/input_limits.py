"""Where everything that people type comes in: options of commands, completions, fields of forms.

Every text is cut to what its meaning can need before anything compares with it; else a stranger's thousands of words
would keep the bot from everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import AppCommandOptionType, app_commands

from bot.interactions.limits import OPTION


def cut(data: Any, bounds: Mapping[str, int]) -> bool:
    """Cut every text in what somebody sent to a command or form; return whether one was longer.

    ``bounds``: characters by name of the option or custom id of the field; what has none of its own is as long as an
    option.
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
    """Return how long what is typed for each option of a command may be.

    It is as long as Discord is told, else as it takes of a choice; for numbers, too, where names are typed to be
    completed.
    """
    options = command.parameters if isinstance(command, app_commands.Command) else ()
    return {option.display_name: longest(option) for option in options}


def longest(option: app_commands.Parameter) -> int:
    """Return how many characters may be typed for an option."""
    declared = option.max_value if option.type is AppCommandOptionType.string else None
    return int(declared) if declared else OPTION
