"""Fields of the lobby's forms for a game's options and for the time limit, and the options chosen in a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.interactions.forms import Filled, Part, boxes, part, radio
from bot.interactions.limits import FORM_CHOICES, FORM_PARTS
from bot.tables import Table
from bot.tables.observers.clocks import CHOICES, Clock
from bot.wording import Texts
from engines import Option

T = TypeVar("T")


def option_pages(table: Table) -> list[list[tuple[Option, ...]]]:
    """Return the options of a game by page and field of its forms.

    An option with several values has a field of its own; up to ten switches share one.
    """
    options = table.kind.options
    parts: list[tuple[Option, ...]] = [(option,) for option in options if not is_switch(option)]
    parts += batched([option for option in options if is_switch(option)], FORM_CHOICES)
    return [list(page) for page in batched(parts, FORM_PARTS)]


def is_switch(option: Option) -> bool:
    """Return whether an option has only the values "on" and "off"."""
    return set(option.values) == {"on", "off"}


def batched(items: Sequence[T], size: int) -> list[tuple[T, ...]]:
    return [tuple(items[start : start + size]) for start in range(0, len(items), size)]


def options_part(table: Table, options: tuple[Option, ...], texts: Texts) -> Part:
    """Return the field of a form for one option or for several switches, with their explanations.

    The custom id of the field is the id of the first option.
    """
    prefix = f"{table.row.key}.option"
    values = {option.id: table.options[option.id] for option in options}
    hints = {id: texts.say(f"{prefix}.{id}.about") for id in values if texts.has(f"{prefix}.{id}.about")}
    first = options[0]
    heading = texts.say(f"{prefix}.{first.id}")
    if not is_switch(first):
        labels = {value: texts.say(f"{prefix}.{first.id}.{value}") for value in first.values}
        return part(heading, radio(first.id, labels, values[first.id]), hints.get(first.id))
    ticked = [id for id, value in values.items() if value == "on"]
    if len(options) == 1:
        labels = {first.id: texts.say(f"{prefix}.{first.id}.on")}
        return part(heading, boxes(first.id, labels, ticked), hints.get(first.id))
    labels = {id: texts.say(f"{prefix}.{id}") for id in values}
    field = boxes(first.id, labels, ticked, hints)
    return part(texts.say("lobby.form.rules"), field, texts.say("lobby.form.tick"))


def clock_parts(clock: Clock, texts: Texts) -> list[Part]:
    """Return the fields of the form for the time limit and its settings."""
    choices = clock.choices()
    prefix = "lobby.clock"

    def choice_part(name: str) -> Part:
        labels = {value: texts.say(f"{prefix}.{name}.{value}") for value in CHOICES[name]}
        return part(texts.say(f"{prefix}.{name}"), radio(name, labels, choices[name]))

    ticked = ["on"] if choices["weekends"] == "on" else []
    box = boxes("weekends", {"on": texts.setting(prefix, "weekends", "on")}, ticked)
    return [choice_part("limit"), choice_part("time_up"), part(texts.say(f"{prefix}.weekends"), box)]


def chosen_options(page: Sequence[tuple[Option, ...]], filled: Filled) -> dict[str, str]:
    """Return the values chosen in a form by option id, without options whose field the form lacks."""
    choices = dict[str, str]()
    for options in page:
        name = options[0].id
        if not is_switch(options[0]):
            value = filled.text(name)
            if value:
                choices[name] = value
            continue
        ticked = filled.ticked(name)
        if ticked is not None:
            choices |= {switch.id: "on" if switch.id in ticked else "off" for switch in options}
    return choices
