"""The results of reading a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from engines import Action, Message

MOST_ASKED = 3
"""Actions that one question offers at most."""


@dataclass(frozen=True)
class Play:
    """The text means this action and no other."""

    action: Action
    rest: str = ""
    """The rest of the text, which is read after this decision."""
    explained: int = 0
    """Number of mentions that the action explains; 0 where they were not counted."""


@dataclass(frozen=True)
class Ask:
    """The text may mean any of these actions: the player is asked which."""

    actions: tuple[Action, ...]
    unknown: tuple[str, ...] = ()
    """Words of the text that have no meaning in the game or fit none of the actions."""
    rest: str = ""
    """The rest of the text, which is read after this decision."""
    is_question: bool = False
    """True if the text is a question itself: "can I build a road?"."""

    @classmethod
    def first_of(cls, actions: Iterable[Action], unknown: tuple[str, ...] = ()) -> Ask:
        """Return the question about the first actions of a list, as many as one question offers."""
        return cls(tuple(islice(actions, MOST_ASKED)), unknown)


@dataclass(frozen=True)
class Begin:
    """The text means one of many actions with the same beginning: the panel opens there."""

    prefix: Action
    rest: str = ""
    """The rest of the text, which is read after this decision."""
    fitting: tuple[Action, ...] = ()
    """Those of the actions that fit the text; empty: all of them."""


@dataclass(frozen=True)
class Refuse:
    """The text means something that is not legal, for these reasons."""

    action: Action
    reasons: tuple[Message, ...]


@dataclass(frozen=True)
class Unknown:
    """The text has no meaning here, because of these words."""

    words: tuple[str, ...]


Reading = Play | Ask | Begin | Refuse | Unknown
