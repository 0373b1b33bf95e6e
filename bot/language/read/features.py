"""What a speaker can name of an action."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.language.read.concepts import ANY_NUMBER, Concept
from engines import Action
from engines.spoken import Need


@dataclass(frozen=True)
class Feature:
    """Something of an action that a speaker can name."""

    concepts: frozenset[Concept]
    """Any of these names it."""
    need: Need = Need.ALWAYS
    units: frozenset[str] = frozenset()
    """What may be said beside a number."""
    end: str = ""
    """"from" or "to" for an end of a way."""
    is_verb: bool = False
    is_remark: bool = False
    """Whether it may be said though it does not stand in the action."""
    is_price: bool = False
    """Whether it is what the action costs or brings."""
    is_way: bool = False
    """Whether it tells where something goes as well as a name does: two spaces ahead."""
    is_own: bool = False
    """Whether it describes the very place that the action is about."""
    group: int = -1
    """Features of one group lie at one place of the board: the number and the kind of a hex."""

    @property
    def value(self) -> int | None:
        """The number that it is; None: it is none."""
        return next((int(each.value) for each in self.concepts if each.kind == "number" and each != ANY_NUMBER), None)


@dataclass(frozen=True)
class Candidate:
    """An action that may be meant."""

    action: Action
    features: tuple[Feature, ...]
    is_legal: bool = True
    price: int = 0
    """What it costs beside others that do the same: of such the cheapest is meant."""
    is_whole: bool = False
    """Whether it answers all that is asked, where others answer a part."""
    sort: Action = field(default=(), compare=False)
    """The action without its price."""
