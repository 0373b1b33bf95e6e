"""Fields of the forms for a table's options and time limit, and the reading of their answers."""

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


def batched(things: Sequence[T], most: int) -> list[tuple[T, ...]]:
    return [tuple(things[start : start + most]) for start in range(0, len(things), most)]


def options_part(table: Table, options: tuple[Option, ...], texts: Texts) -> Part:
    """Return the field of a form for one option or for several switches, with their explanations."""
    id = f"{table.row.key}.option"
    chosen = table.options
    stands = {option.id: chosen[option.id] for option in options}
    about = {name: texts.say(f"{id}.{name}.about") for name in stands if texts.has(f"{id}.{name}.about")}
    first = options[0]
    if is_switch(first) and len(options) == 1:
        labels = {first.id: texts.say(f"{id}.{first.id}.on")}
        ticked = [first.id] if stands[first.id] == "on" else []
        return part(texts.say(f"{id}.{first.id}"), boxes(first.id, labels, ticked), about.get(first.id))
    if is_switch(first):
        labels = {name: texts.say(f"{id}.{name}") for name in stands}
        ticked = [name for name, value in stands.items() if value == "on"]
        hint = texts.say("lobby.form.tick")
        return part(texts.say("lobby.form.rules"), boxes(first.id, labels, ticked, about), hint)
    values = {value: texts.say(f"{id}.{first.id}.{value}") for value in first.values}
    return part(texts.say(f"{id}.{first.id}"), radio(first.id, values, stands[first.id]), about.get(first.id))


def clock_parts(clock: Clock, texts: Texts) -> list[Part]:
    """Return the fields of the form for the time limit and its settings."""
    chosen = clock.choices()
    id = "lobby.clock"

    def one_of(name: str) -> Part:
        values = {value: texts.say(f"{id}.{name}.{value}") for value in CHOICES[name]}
        return part(texts.say(f"{id}.{name}"), radio(name, values, chosen[name]))

    count = boxes("weekends", {"on": texts.setting(id, "weekends", "on")}, [chosen["weekends"]])
    return [one_of("limit"), one_of("time_up"), part(texts.say(f"{id}.weekends"), count)]


def filled_in(page: Sequence[tuple[Option, ...]], filled: Filled) -> dict[str, str]:
    """Return the values chosen in a form, by option."""
    chosen = dict[str, str]()
    for options in page:
        name = options[0].id
        if is_switch(options[0]):
            ticked = filled.ticked(name)
            if ticked is not None:
                chosen |= {switch.id: "on" if switch.id in ticked else "off" for switch in options}
        elif value := filled.one(name):
            chosen[name] = value
    return chosen
