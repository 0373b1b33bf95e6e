"""Windows to fill in. What is sent in reaches its form after a restart, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import discord

from bot.interactions import input_limits
from bot.interactions.answer_path import carry_out
from bot.interactions.custom_ids import LONGEST
from bot.interactions.limits import FORM_LABEL, OPTION
from bot.interactions.replies import Reply, acknowledge
from bot.interactions.services import Interaction
from bot.tables import Refused
from bot.wording.escaping import within

FIELD = "typed"
"""The custom id of the field in a form that has no other."""

Part = discord.ui.Label[Any]


class Uploaded(NamedTuple):
    """A file that was put into a form: where Discord keeps it, and how many bytes it has."""

    url: str
    size: int


class Filled(NamedTuple):
    """What was filled in, by custom id; ``about``: the numbers that the form was opened with."""

    values: Mapping[str, Any]
    files: Mapping[str, Uploaded]
    """By id."""
    about: tuple[int, ...] = ()

    def one(self, name: str) -> str | None:
        """Return what was typed, or chosen of several; None: nothing."""
        value = self.values.get(name)
        if isinstance(value, list):
            value = next(iter(value), None)
        return value if isinstance(value, str) else None

    def ticked(self, name: str) -> list[str] | None:
        """Return what was ticked in a group; None: the form had no such group."""
        values = self.values.get(name)
        return [value for value in values if isinstance(value, str)] if isinstance(values, list) else None

    def file(self, name: str) -> Uploaded | None:
        return self.files.get(self.one(name) or "")


class Form:
    """A form (modal) to fill in, whose answer goes to ``submit``.

    discord.py's own modals have to stay in memory. These work after a restart: the client hands what is sent in to
    the form of that custom id.
    """

    custom_id: ClassVar[str]
    reply: ClassVar[Reply] = Reply.IN_PLACE
    """Where the answer to it goes."""
    bounds: ClassVar[Mapping[str, int]] = {}
    """Characters that can be typed, by custom id of the field."""

    async def open(self, interaction: Interaction, title: str, parts: Sequence[Part], *about: int) -> None:
        """Answer a click or command with the form; ``about``: numbers that come back with it."""
        custom_id = ":".join([self.custom_id, *map(str, about)])
        modal = discord.ui.Modal(title=within(title, FORM_LABEL), custom_id=custom_id)
        for part in parts:
            modal.add_item(part)
        modal.stop()  # discord.py need not remember it
        await interaction.response.send_modal(modal)

    async def submitted(self, interaction: Interaction, about: tuple[int, ...] = ()) -> None:
        """Carry out what somebody has sent in."""
        await carry_out(interaction, type(self).__name__, lambda: self._submit(interaction, about))

    async def _submit(self, interaction: Interaction, about: tuple[int, ...]) -> None:
        data: Any = interaction.data
        if input_limits.cut(data, self.bounds):  # from a form of another version
            raise Refused("error.form_expired")
        fields = [component.get("component", {}) for component in data.get("components", ())]
        values = {field.get("custom_id"): field.get("value", field.get("values")) for field in fields}
        sent = data.get("resolved", {}).get("attachments", {})
        files = {id: Uploaded(file["url"], file["size"]) for id, file in sent.items()}
        await acknowledge(interaction, self.reply)
        await self.submit(interaction, Filled(values, files, about))

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        raise NotImplementedError


class TypedForm(Form):
    """A window with one field to type in."""

    longest: ClassVar[int] = LONGEST
    """Characters that can be typed."""
    lines: ClassVar[bool] = False
    """Whether several lines can be."""

    def __init_subclass__(cls) -> None:
        cls.bounds = {FIELD: cls.longest}

    async def show(self, interaction: Interaction, *, title: str, label: str, hint: str, typed: str) -> None:
        """Answer a click with the form. ``typed``: what stands in the field already."""
        style = discord.TextStyle.paragraph if self.lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=FIELD, style=style, default=typed[: self.longest], required=False, max_length=self.longest
        )
        await self.open(interaction, title, [part(label, field, hint)])

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        typed = filled.one(FIELD)
        if typed is None:
            raise Refused("error.form_expired")
        await self.typed(interaction, typed)

    async def typed(self, interaction: Interaction, typed: str) -> None:
        raise NotImplementedError


def part(label: str, component: discord.ui.Item[Any], hint: str | None = None) -> Part:
    """Return a part of a form below what it is called, and what helps to fill it in."""
    about = within(hint, OPTION) if hint else None
    return discord.ui.Label(text=within(label, FORM_LABEL), description=about, component=component)


def radio(name: str, labels: Mapping[str, str], chosen: str) -> discord.ui.RadioGroup[Any]:
    """Return a field to choose one of two to ten. ``labels`` are by value."""
    options = [
        discord.RadioGroupOption(label=within(label, OPTION), value=value, default=value == chosen)
        for value, label in labels.items()
    ]
    return discord.ui.RadioGroup(custom_id=name, options=options)


def boxes(
    name: str, labels: Mapping[str, str], ticked: Collection[str], hints: Mapping[str, str] | None = None
) -> discord.ui.CheckboxGroup[Any]:
    """Any of up to ten, or none. ``labels`` and ``hints``: by value."""
    about = {value: within(hint, OPTION) for value, hint in (hints or {}).items()}
    options = [
        discord.CheckboxGroupOption(
            label=within(label, OPTION), value=value, description=about.get(value), default=value in ticked
        )
        for value, label in labels.items()
    ]
    return discord.ui.CheckboxGroup(custom_id=name, options=options, min_values=0, required=False)


def listed(name: str, labels: Mapping[str, str], chosen: str | None) -> discord.ui.Select[Any]:
    """Return a field to choose one of up to 25 or none, in a list that opens."""
    options = [
        discord.SelectOption(label=within(label, OPTION), value=value, default=value == chosen)
        for value, label in labels.items()
    ]
    return discord.ui.Select(custom_id=name, options=options, min_values=0, required=False)
