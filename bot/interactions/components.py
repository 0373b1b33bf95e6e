"""Buttons and selects that outlive the process: what one says is a record, written into its custom id and read from it.

A record stands in the module that shows its button. Handlers say with ``pressed`` and ``chosen`` which records they
answer and where the answer goes; their modules are registered, so that whoever shows a button need not know who answers
it. discord.py only logs what a DynamicItem raises and calls every one whose template matches: hence one guarded class
for all of them. What comes in may be damaged or forged: a record lets through only what is safe to be parsed.
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
"""Kinds of components that the bot sends in messages."""


class Field(NamedTuple):
    """How a field of a record is written into a custom id: what it looks like there, and both ways."""

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def one_of(words: Iterable[str], read: Callable[[str], Any] = str) -> Field:
    """Return a field that is one of some words."""
    return Field("|".join(words), read)


@dataclass_transform(frozen_default=True)
class Component:
    """What a button or select says; ``id`` of a subclass: its custom id, with its fields in braces.

    >>> from bot.interactions.controls import AnswerButton
    >>> AnswerButton(7, "3f0a", ("accept",)).custom_id
    'pt:a:7:3f0a:accept'
    """

    PATTERN: ClassVar[re.Pattern[str]]
    _template: ClassVar[str]
    _fields: ClassVar[Mapping[str, Field]]

    def __init_subclass__(cls, *, id: str = "") -> None:
        dataclass(frozen=True)(cls)
        if not id:
            return  # only a base of others
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
        """Return how custom ids of this kind may begin: a field there is one of some words."""
        key = _key(id)
        return cls._fields[key.strip("{}")].pattern.split("|") if key.startswith("{") else [key]

    @property
    def custom_id(self) -> str:
        """Return the custom id that Discord sends back when the component is pressed."""
        written = {name: field.write(getattr(self, name)) for name, field in self._fields.items()}
        return self._template.format_map(written)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the inverse of ``custom_id``; None: it is not one of these."""
        match = cls.PATTERN.fullmatch(custom_id)
        return cls(**{name: field.read(match[name]) for name, field in cls._fields.items()}) if match else None

    def button(
        self,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        emoji: str | discord.PartialEmoji | None = None,
        row: int | None = None,
    ) -> Sent:
        """Return a button that says this."""
        return Sent(discord.ui.Button(label=label, style=style, emoji=emoji, custom_id=self.custom_id, row=row))

    def select(
        self,
        options: Sequence[discord.SelectOption],
        placeholder: str | None = None,
        *,
        least: int = 1,
        most: int = 1,
    ) -> Sent:
        """Return a select that says this, with ``least`` to ``most`` choices at once.

        In a message it takes the first row that is free when it is added: discord.py does not look for the row of a
        select that is wrapped.
        """
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=self.custom_id,
            options=list(options),
            placeholder=placeholder,
            min_values=least,
            max_values=most,
        )
        return Sent(select)


C = TypeVar("C", bound=Component)
KINDS: dict[str, type[Component]] = {}
"""All records, by how their custom ids begin."""
Handler = Callable[[Interaction, Any, list[str]], Awaitable[None]]
"""Answers whoever presses, with what was chosen."""
HANDLERS: dict[type[Component], Handler] = {}
"""By record; ``register_handlers`` adds to them."""
_MARK = "answered_components"
"""The attribute with which a handler says what it answers, and how it is called for that."""


def _key(custom_id: str) -> str:
    return custom_id.split(":", 2)[1]


def read(custom_id: str) -> Component | None:
    """Return the record of a component; None: it is damaged, forged, or of a version with other custom ids."""
    kind = KINDS.get(_key(custom_id)) if custom_id.startswith(PREFIX) else None
    return kind.read(custom_id) if kind else None


def is_answered(data: Any) -> bool:
    """Return whether somebody answers what was pressed: one of our records, on a button or on a list of texts.

    ``data``: of the interaction, as Discord sends it.
    """
    return data["component_type"] in PRESSED_TYPES and read(str(data["custom_id"])) is not None


def read_all(message: discord.Message | None) -> list[Component]:
    """Return the records of the buttons and selects below a message, as far as they are ours."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)] if message else []
    ids = (getattr(child, "custom_id", None) for row in rows for child in row.children)
    return [record for custom_id in ids if custom_id and (record := read(custom_id))]


Pressed = Callable[[Interaction, C], Awaitable[None]]
Chosen = Callable[[Interaction, C, list[str]], Awaitable[None]]
ReplyTo = Reply | Callable[[C], Reply]
"""Where the answer goes; a function where that depends on what the record says."""


def mark(handler: Callable[..., object], answers: Mapping[type[C], Handler]) -> None:
    """Note on a handler which records it answers, and how it is called for each."""
    setattr(handler, _MARK, {**marked(handler), **answers})


def marked(handler: object) -> Mapping[type[Component], Handler]:
    """Return what was noted on a handler; nothing on whatever else it is."""
    answers: Mapping[type[Component], Handler] = getattr(handler, _MARK, {})
    return answers


def register_handlers(*modules: ModuleType) -> None:
    """Have presses answered by the handlers of some modules, which ``pressed`` and ``chosen`` have marked.

    Raises ValueError for a record that another handler answers already.
    """
    for module in modules:
        for handler in vars(module).values():
            for kind, answer in marked(handler).items():
                if HANDLERS.setdefault(kind, answer) is not answer:
                    raise ValueError(f"{kind.__name__} is answered already, and not by {module.__name__}")


def pressed(*kinds: type[C], reply: ReplyTo[C] = Reply.IN_PLACE) -> Callable[[Pressed[C]], Pressed[C]]:
    """Mark a handler as what pressing such a button does, once it is acknowledged for a ``reply``."""

    def decorated(handler: Pressed[C]) -> Pressed[C]:
        async def answered(interaction: Interaction, record: C, _values: list[str]) -> None:
            await _acknowledge(interaction, record, reply)
            await handler(interaction, record)

        mark(handler, dict.fromkeys(kinds, answered))
        return handler

    return decorated


def chosen(
    *kinds: type[C], maybe_none: bool = False, reply: ReplyTo[C] = Reply.IN_PLACE
) -> Callable[[Chosen[C]], Chosen[C]]:
    """Mark a handler as what choosing in such a select does, once it is acknowledged for a ``reply``.

    It is given the values: at least one, unless there ``maybe_none`` is, and none longer than ours are.
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
    """A button or select in a message: whoever presses it is never left alone, whatever its handler raises."""

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(item)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether one of our records is pressed; what nothing reads the client refuses."""
        return is_answered(interaction.data)

    async def callback(self, interaction: Interaction) -> None:
        """Carry out what the record says."""
        if record := read(self.custom_id):
            values = list(getattr(self.item, "values", ()))
            handler = HANDLERS[type(record)]
            table = getattr(record, "game_id", None)
            await carry_out(interaction, type(record).__name__, lambda: handler(interaction, record, values), table)
