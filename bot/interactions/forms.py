"""Forms (Discord's modals), whose answers reach their handler after a restart too."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import discord

from bot.interactions import typed_length
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
    """A file that a person put into a form."""

    url: str
    """Discord's address of the file."""
    size: int
    """The number of bytes."""


class Filled(NamedTuple):
    """A form as a person has filled it in."""

    values: Mapping[str, Any]
    """The value of each field (a text or a list), by the field's custom id."""
    files: Mapping[str, Uploaded]
    """The uploaded files, by Discord's id."""
    about: tuple[int, ...] = ()
    """The numbers that the form was opened with."""

    def text(self, name: str) -> str | None:
        """Return the text that was typed or chosen in a field; None if there is none."""
        value = self.values.get(name)
        if isinstance(value, list):
            value = next(iter(value), None)
        return value if isinstance(value, str) else None

    def ticked(self, name: str) -> list[str] | None:
        """Return the values of the ticked boxes of a group; None if the form had no such group."""
        values = self.values.get(name)
        return [value for value in values if isinstance(value, str)] if isinstance(values, list) else None

    def file(self, name: str) -> Uploaded | None:
        return self.files.get(self.text(name) or "")


class Form:
    """A form (modal), whose answer goes to ``submit``.

    discord.py keeps its own modals in memory. These work after a restart: the client finds the form by the custom id of
    the answer.
    """

    custom_id: ClassVar[str]
    reply: ClassVar[Reply] = Reply.IN_PLACE
    """The place of the bot's answer to a submitted form."""
    bounds: ClassVar[Mapping[str, int]] = {}
    """The largest number of characters in each field, by the field's custom id."""

    async def open(self, interaction: Interaction, title: str, parts: Sequence[Part], *about: int) -> None:
        """Answer a click or command with the form.

        Args:
            interaction: The click or command.
            title: The title of the form.
            parts: The labelled fields.
            about: Numbers that are stored in the custom id and come back as ``Filled.about``.
        """
        custom_id = ":".join([self.custom_id, *map(str, about)])
        modal = discord.ui.Modal(title=within(title, FORM_LABEL), custom_id=custom_id)
        for part in parts:
            modal.add_item(part)
        modal.stop()  # discord.py need not remember it
        await interaction.response.send_modal(modal)

    async def submitted(self, interaction: Interaction, about: tuple[int, ...] = ()) -> None:
        """Process a submitted form."""
        await carry_out(interaction, type(self).__name__, lambda: self._submit(interaction, about))

    async def _submit(self, interaction: Interaction, about: tuple[int, ...]) -> None:
        data: Any = interaction.data
        if typed_length.cut(data, self.bounds):  # from a form of another version
            raise Refused("error.form_expired")
        fields = [component.get("component", {}) for component in data.get("components", ())]
        values = {field.get("custom_id"): field.get("value", field.get("values")) for field in fields}
        attachments = data.get("resolved", {}).get("attachments", {})
        files = {id: Uploaded(file["url"], file["size"]) for id, file in attachments.items()}
        await acknowledge(interaction, self.reply)
        await self.submit(interaction, Filled(values, files, about))

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        raise NotImplementedError


class TypedForm(Form):
    """A form with one text field."""

    longest: ClassVar[int] = LONGEST
    """The largest number of characters in the field."""
    lines: ClassVar[bool] = False
    """True if the text may have several lines."""

    def __init_subclass__(cls) -> None:
        cls.bounds = {FIELD: cls.longest}

    async def show(self, interaction: Interaction, *, title: str, label: str, hint: str, typed: str) -> None:
        """Answer a click with the form; ``typed`` is the text that the field holds at first."""
        style = discord.TextStyle.paragraph if self.lines else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=FIELD, style=style, default=typed[: self.longest], required=False, max_length=self.longest
        )
        await self.open(interaction, title, [part(label, field, hint)])

    async def submit(self, interaction: Interaction, filled: Filled, /) -> None:
        typed = filled.text(FIELD)
        if typed is None:
            raise Refused("error.form_expired")
        await self.typed(interaction, typed)

    async def typed(self, interaction: Interaction, typed: str) -> None:
        raise NotImplementedError


def part(label: str, component: discord.ui.Item[Any], hint: str | None = None) -> Part:
    """Return a field of a form with its label and, if given, a hint on how to fill it in."""
    about = within(hint, OPTION) if hint else None
    return discord.ui.Label(text=within(label, FORM_LABEL), description=about, component=component)


def radio(name: str, labels: Mapping[str, str], selected: str) -> discord.ui.RadioGroup[Any]:
    """Return a field with two to ten choices, of which one is taken; ``labels`` maps their values to their labels."""
    options = [
        discord.RadioGroupOption(label=within(label, OPTION), value=value, default=value == selected)
        for value, label in labels.items()
    ]
    return discord.ui.RadioGroup(custom_id=name, options=options)


def boxes(
    name: str, labels: Mapping[str, str], ticked: Collection[str], hints: Mapping[str, str] | None = None
) -> discord.ui.CheckboxGroup[Any]:
    """Return a group of up to ten boxes to tick; ``labels`` and ``hints`` are by the value of the box."""
    about = {value: within(hint, OPTION) for value, hint in (hints or {}).items()}
    options = [
        discord.CheckboxGroupOption(
            label=within(label, OPTION), value=value, description=about.get(value), default=value in ticked
        )
        for value, label in labels.items()
    ]
    return discord.ui.CheckboxGroup(custom_id=name, options=options, min_values=0, required=False)


def listed(name: str, labels: Mapping[str, str], selected: str | None) -> discord.ui.Select[Any]:
    """Return a list with up to 25 choices, of which one or none is taken; ``labels`` maps values to labels."""
    options = [
        discord.SelectOption(label=within(label, OPTION), value=value, default=value == selected)
        for value, label in labels.items()
    ]
    return discord.ui.Select(custom_id=name, options=options, min_values=0, required=False)
