"""What a text may turn out to mean: the results of reading."""

from __future__ import annotations

from dataclasses import dataclass

from engines import Action, Message

MOST_ASKED = 3
"""Actions that are asked about."""


@dataclass(frozen=True)
class Play:
    """The text means this action and no other."""

    action: Action
    rest: str = ""
    """What was typed behind it."""
    explained: int = 0
    """How many words of the text are in the action, as far as that was counted."""


@dataclass(frozen=True)
class Ask:
    """The text may mean each of these."""

    actions: tuple[Action, ...]
    unknown: tuple[str, ...] = ()
    """Words that mean nothing here."""
    rest: str = ""
    """What was typed behind it."""
    is_question: bool = False
    """Whether the text asks whether something is possible."""


@dataclass(frozen=True)
class Begin:
    """The text means one of many actions that begin so."""

    prefix: Action
    rest: str = ""
    """What was typed behind it."""
    fitting: tuple[Action, ...] = ()
    """Those of them that the text describes; empty: all."""


@dataclass(frozen=True)
class Refuse:
    """What the text means is not possible, for one of these reasons."""

    action: Action
    reasons: tuple[Message, ...]


@dataclass(frozen=True)
class Unknown:
    """The text means nothing here, for these words."""

    words: tuple[str, ...]


Reading = Play | Ask | Begin | Refuse | Unknown
