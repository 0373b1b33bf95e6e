"""Properties of a game that front ends need to show it; no rule of play depends on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engines.messages import Action
from engines.steps import Done, Pass


@dataclass(frozen=True)
class Opening:
    """The decisions that are reported as the opening of a player."""

    verb: str
    """The first word of such actions."""
    word: int
    """The place in the action of the word that was chosen."""
    length: int
    """The number of decisions that count."""


@dataclass(frozen=True, kw_only=True)
class FollowUps:
    """Verbs whose actions complete an earlier action of the same turn; they are reported together with it."""

    payments: frozenset[str] = frozenset()
    """Verbs that pay for the action before."""
    choices: frozenset[str] = frozenset()
    """Verbs that choose something for the action before."""
    trade: str = ""
    """The verb of a trade after which the seat chooses what it takes in return; empty: there is none."""
    trade_choice: str = ""
    """The verb that chooses what a trade takes in return."""
    card: str = ""
    """The verb that plays a card; empty: there is none."""
    card_choices: frozenset[str] = frozenset()
    """Verbs that take something with a played card, however many actions lie between."""

    @property
    def completing_verbs(self) -> frozenset[str]:
        """Return all verbs that complete an action."""
        return self.payments | self.choices | self.card_choices | {self.trade_choice}

    def is_trade_choice(self, trade: Action, action: Action) -> bool:
        """Return whether ``action`` chooses what ``trade`` takes in return."""
        return bool(self.trade) and trade[0] == self.trade and action[0] == self.trade_choice

    def steps(self, actions: Iterable[Action]) -> list[tuple[Action, ...]]:
        """Return the actions in groups: each with those that complete it. The first may complete an earlier one."""
        groups = list[tuple[Action, ...]]()
        for action in actions:
            if groups and self.belongs(action, groups[-1][0], groups[-1][-1]):
                groups[-1] += (action,)
            else:
                groups.append((action,))
        return groups

    def belongs(self, action: Action, first: Action, previous: Action) -> bool:
        """Return whether ``action`` completes the actions that begin with ``first`` and end with ``previous``."""
        if action[0] in self.payments | self.choices or self.is_trade_choice(previous, action):
            return True
        return bool(self.card) and first[0] == self.card and action[0] in self.card_choices


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """Properties of a game for showing it; the defaults suit any game."""

    turn_start_events: frozenset[str] = frozenset()
    """Kinds of events with which a turn or round begins; the events behind one happen in it."""
    counts_rounds: bool = False
    """True if ``state.turn`` counts rounds of all players instead of turns of one."""
    revealing_events: frozenset[str] = frozenset()
    """Kinds of events that reveal something at the end of a turn. A decision that leads to one is confirmed first, with
    the text ``<game>.turns_up.<kind>``."""
    minor_events: frozenset[str] = frozenset()
    """Kinds of events that short reports leave out, since they lead to other events or follow from them."""
    result_events: frozenset[str] = frozenset()
    """Kinds of events that name the winner; summaries leave them out, since they show the result."""
    interim_events: frozenset[str] = frozenset()
    """Kinds of events that only report who has decided; the decisions follow once everybody has."""
    milestones: Mapping[str, int] = field(default_factory=dict)
    """The weights of the kinds of events that summaries show; ``<game>.milestone.<kind>`` names each."""
    event_counts: Mapping[str, str] = field(default_factory=dict)
    """The field of an event's data that holds its count, by kind of milestone; events of other kinds count as one."""
    opening: Opening | None = None
    """The decisions that are reported as the opening of a player; None: there are none."""
    verbs_offered_first: frozenset[str] = frozenset()
    """Verbs that are listed first among the legal ones."""
    ending_verbs: frozenset[str] = frozenset((Pass.word, Done.word))
    """Verbs that end a turn when they are a whole action."""
    follow_ups: FollowUps = field(default_factory=FollowUps)
    """Actions that complete an earlier one."""
    missing_card_refusals: frozenset[str] = frozenset()
    """Refusals that say only that a card is absent: of several cards with one name another may be meant."""
    position_refusals: frozenset[str] = frozenset()
    """Refusals that mention a player's present position, which would be wrong for a planned later position."""
    cards: tuple[str, ...] = ()
    """Ids of cards and tiles that can be looked up; ``<game>.card.<id>.name`` names each."""
    numbered_cards: tuple[str, ...] = ()
    """The ids among ``cards`` that have a printed number, from 1 on."""
    boardgamegeek_id: int | None = None
    """The number of the game at BoardGameGeek; None: it is found by its title."""

    def is_ending(self, action: Action) -> bool:
        """Return whether a whole action only ends a turn."""
        return len(action) == 1 and action[0] in self.ending_verbs

    def without_endings(self, actions: Iterable[Action]) -> tuple[Action, ...]:
        """Return the actions without those that only end a turn."""
        return tuple(action for action in actions if not self.is_ending(action))

    def count_of(self, kind: str, data: Mapping[str, object]) -> int:
        """Return how many things of its kind an event with this data counts."""
        count = data.get(self.event_counts.get(kind, ""), 1)
        return count if isinstance(count, int) else 1
