"""Buttons and selects that work after a restart: their meaning is a record that is stored in the custom id.

A record (a subclass of ``Component``) stands in the module that shows its button. Handlers are marked with ``on_press``
and ``on_choice``, which name the records that they answer and where the answer goes. The modules of handlers are
registered at the start, so that the module that shows a button need not import the one that answers it.

All components are sent as one class, ``Sent``, because discord.py calls every DynamicItem whose template matches and
only logs what it raises. Custom ids that arrive may be damaged or forged: the pattern of each field admits only text
that its ``read`` can parse.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, dataclass_transform, get_type_hints

import discord

from bot.interactions.answer_path import carry_out
from bot.interactions.custom_ids import LONGEST
from bot.interactions.replies import Reply, acknowledge
from bot.interactions.services import Interaction
from bot.tables import Refused

PREFIX = "pt:"
PRESSED_TYPES = (discord.ComponentType.button.value, discord.ComponentType.string_select.value)
"""Discord's numbers of the types of components that the bot sends in messages."""


class Field(NamedTuple):
    """The form of a record's field in a custom id: a regular expression, a reader and a writer."""

    pattern: str
    """The regular expression of the text in the custom id."""
    parse: Callable[[str], Any] = str
    """Returns the value for a text that matches ``pattern``."""
    write: Callable[[Any], str] = str
    """Returns the text for a value."""


def one_of(words: Iterable[str], parse: Callable[[str], Any] = str) -> Field:
    """Return a field whose text in the custom id is one of ``words``."""
    return Field("|".join(words), parse)


@dataclass_transform(frozen_default=True)
class Component:
    """The record of a button or select.

    A subclass gives the template of its custom id as ``id``, with the names of its fields in braces; a subclass without
    ``id`` is only a base of others. Each field is annotated with its ``Field``.

    >>> from bot.interactions.controls import AnswerButton
    >>> AnswerButton(7, "3f0a", ("accept",)).custom_id
    'pt:a:7:3f0a:accept'
    """

    PATTERN: ClassVar[re.Pattern[str]]
    """The regular expression of whole custom ids."""
    _template: ClassVar[str]
    _fields: ClassVar[Mapping[str, Field]]

    def __init_subclass__(cls, *, id: str = "") -> None:
        dataclass(frozen=True)(cls)
        if not id:
            return
        hints = get_type_hints(cls, include_extras=True)
        cls._fields = {name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")}
        cls._template = id
        named = re.sub(r"\{(\w+)\}", lambda field: rf"(?P<{field[1]}>{cls._fields[field[1]].pattern})", id)
        cls.PATTERN = re.compile(named)
        for key in cls._keys(id):
            if KINDS.setdefault(key, cls) is not cls:
                raise ValueError(f"{id} begins as another custom id does")

    @classmethod
    def _keys(cls, id: str) -> Sequence[str]:
        """Return the keys in ``KINDS``: the part of the template behind ``PREFIX``.

        If that is a field, which has to be ``one_of`` some words, each of these words is a key.
        """
        key = _key(id)
        if not key.startswith("{"):
            return [key]
        return cls._fields[key.strip("{}")].pattern.split("|")

    @property
    def custom_id(self) -> str:
        """Return the custom id that Discord sends back when the component is pressed."""
        written = {name: field.write(getattr(self, name)) for name, field in self._fields.items()}
        return self._template.format_map(written)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the record that a custom id was written from; None if it does not match this kind."""
        match = cls.PATTERN.fullmatch(custom_id)
        return cls(**{name: field.parse(match[name]) for name, field in cls._fields.items()}) if match else None

    def button(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        emoji: str | discord.PartialEmoji | None = None,
        row: int | None = None,
    ) -> Sent:
        """Return a button with this record as its custom id."""
        return Sent(discord.ui.Button(label=label, style=style, emoji=emoji, custom_id=self.custom_id, row=row))

    def select(
        self,
        options: Sequence[discord.SelectOption],
        placeholder: str | None = None,
        *,
        min_values: int = 1,
        max_values: int = 1,
    ) -> Sent:
        """Return a select with this record as its custom id.

        It has no ``row``: discord.py ignores the row of a select inside a DynamicItem, so that a select takes the first
        row that is free when it is added to a view.

        Args:
            options: The options of the list.
            placeholder: The text that is shown before something is chosen.
            min_values: The smallest number of options that can be chosen at once.
            max_values: The largest number of options that can be chosen at once.
        """
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.custom_id,
            options=list(options),
            placeholder=placeholder,
            min_values=min_values,
            max_values=max_values,
        )
        return Sent(select)


C = TypeVar("C", bound=Component)
KINDS: dict[str, type[Component]] = {}
"""All kinds of records, by the part of their custom ids behind ``PREFIX``."""
Handler = Callable[[Interaction, Any, list[str]], Awaitable[None]]
"""Answers an interaction; gets the interaction, the record, and the chosen values (none for a button)."""
HANDLERS: dict[type[Component], Handler] = {}
"""The handler of each kind of record; ``register_handlers`` adds to them."""
_MARK = "answered_components"
"""The attribute of a marked function that maps the kinds of records that it answers to their handlers."""


def _key(custom_id: str) -> str:
    return custom_id.split(":", 2)[1]


def read(custom_id: str) -> Component | None:
    """Return the record in a custom id; None if it is damaged, forged, or from a version with other custom ids."""
    kind = KINDS.get(_key(custom_id)) if custom_id.startswith(PREFIX) else None
    return kind.read(custom_id) if kind else None


def is_answered(data: Any) -> bool:
    """Return whether the bot answers this component: a button or a select of texts, with a readable record.

    Args:
        data: The ``data`` of the interaction as Discord sent it.
    """
    return data["component_type"] in PRESSED_TYPES and read(str(data["custom_id"])) is not None


def read_all(message: discord.Message | None) -> list[Component]:
    """Return the records of the buttons and selects below a message; components without a record are left out."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)] if message else []
    ids = (getattr(child, "custom_id", None) for row in rows for child in row.children)
    return [record for custom_id in ids if custom_id and (record := read(custom_id))]


Pressed = Callable[[Interaction, C], Awaitable[None]]
Chosen = Callable[[Interaction, C, list[str]], Awaitable[None]]
ReplyTo = Reply | Callable[[C], Reply]
"""The place of the answer, or a function that returns it for a record."""


def mark(handler: Callable[..., object], answers: Mapping[type[C], Handler]) -> None:
    """Store on a function which handler answers which kind of record; earlier marks stay."""
    setattr(handler, _MARK, {**marked(handler), **answers})


def marked(handler: object) -> Mapping[type[Component], Handler]:
    """Return the handlers that ``mark`` stored on an object; empty for all other objects."""
    answers: Mapping[type[Component], Handler] = getattr(handler, _MARK, {})
    return answers


def register_handlers(*modules: ModuleType) -> None:
    """Register all functions of some modules that are marked with ``on_press`` or ``on_choice``.

    Raises:
        ValueError: Another handler answers the same record already.
    """
    for module in modules:
        for handler in vars(module).values():
            for kind, answer in marked(handler).items():
                if HANDLERS.setdefault(kind, answer) is not answer:
                    raise ValueError(f"{kind.__name__} is answered already, and not by {module.__name__}")


def on_press(*kinds: type[C], reply: ReplyTo[C] = Reply.IN_PLACE) -> Callable[[Pressed[C]], Pressed[C]]:
    """Mark a function as the handler of some kinds of buttons.

    Args:
        kinds: The records of the buttons.
        reply: The place of the answer; the interaction is acknowledged for it before the function is called.
    """

    def decorated(handler: Pressed[C]) -> Pressed[C]:
        async def answered(interaction: Interaction, record: C, _values: list[str]) -> None:
            await _acknowledge(interaction, record, reply)
            await handler(interaction, record)

        mark(handler, dict.fromkeys(kinds, answered))
        return handler

    return decorated


def on_choice(
    *kinds: type[C], maybe_none: bool = False, reply: ReplyTo[C] = Reply.IN_PLACE
) -> Callable[[Chosen[C]], Chosen[C]]:
    """Mark a function as the handler of some kinds of selects; it gets the chosen values.

    Args:
        kinds: The records of the selects.
        maybe_none: True if the person may choose nothing; otherwise an answer without values is refused.
        reply: The place of the answer; the interaction is acknowledged for it before the function is called.
    """

    def decorated(handler: Chosen[C]) -> Chosen[C]:
        async def answered(interaction: Interaction, record: C, values: list[str]) -> None:
            if not (values or maybe_none) or any(len(value) > LONGEST for value in values):
                raise Refused("error.damaged")
            await _acknowledge(interaction, record, reply)
            await handler(interaction, record, values)

        mark(handler, dict.fromkeys(kinds, answered))
        return handler

    return decorated


async def _acknowledge(interaction: Interaction, record: C, reply: ReplyTo[C]) -> None:
    expected = reply if isinstance(reply, Reply) else reply(record)
    if expected is not Reply.BY_HANDLER:
        await acknowledge(interaction, expected)


class Sent(discord.ui.DynamicItem[Any], template=rf"{PREFIX}.*"):
    """A button or select in a message; whatever its handler raises is explained to the person."""

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(item)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether the component has a readable record; the client answers those that have none."""
        return is_answered(interaction.data)

    async def callback(self, interaction: Interaction) -> None:
        """Call the handler of the record."""
        if record := read(self.custom_id):
            values = list(getattr(self.item, "values", ()))
            handler = HANDLERS[type(record)]
            table = getattr(record, "game_id", None)
            await carry_out(interaction, type(record).__name__, lambda: handler(interaction, record, values), table)
