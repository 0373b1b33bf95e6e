"""What front ends need to know of a game to show it to people; no rule of play depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.messages import Action
from engines.steps import Done, Pass


@dataclass(frozen=True)
class Opening:
    """Which decisions are told as the opening of a player."""

    verb: str
    """The first word of such actions."""
    word: int
    """The place in the action of the word that was chosen."""
    length: int
    """The number of decisions that count."""


@dataclass(frozen=True, kw_only=True)
class FollowUps:
    """Verbs whose actions complete an earlier action of the same turn; they are told together with it."""

    payments: frozenset[str] = frozenset()
    """Verbs that pay for the action before."""
    choices: frozenset[str] = frozenset()
    """Verbs that choose something for the action before."""
    trade: str = ""
    """The verb of a trade that asks afterwards what it is for; empty: there is none."""
    trade_choice: str = ""
    """The verb that answers what the trade is for."""
    card: str = ""
    """The verb that plays a card; empty: there is none."""
    card_choices: frozenset[str] = frozenset()
    """Verbs that take something with a played card, however many actions lie between."""

    def is_trade_choice(self, trade: Action, action: Action) -> bool:
        """Return whether ``action`` answers what ``trade`` is for."""
        return bool(self.trade) and trade[0] == self.trade and action[0] == self.trade_choice

    def belongs(self, action: Action, first: Action, previous: Action) -> bool:
        """Return whether ``action`` completes the actions that begin with ``first`` and end with ``previous``."""
        if action[0] in self.payments | self.choices or self.is_trade_choice(previous, action):
            return True
        return bool(self.card) and first[0] == self.card and action[0] in self.card_choices


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """How a game is shown to people. A game that declares nothing is shown plainly."""

    turn_start_events: frozenset[str] = frozenset()
    """Kinds of events with which a turn or round begins; the events behind one happen in it."""
    counts_rounds: bool = False
    """Whether ``state.turn`` counts rounds of all players, not turns of one."""
    revealing_events: frozenset[str] = frozenset()
    """Kinds of events with which the game reveals what comes next once a turn has ended. A decision that leads there is
    confirmed first; ``<game>.turns_up.<kind>`` says what comes."""
    minor_events: frozenset[str] = frozenset()
    """Kinds of events that a line with little room leaves out, since they lead to others or follow from them."""
    result_events: frozenset[str] = frozenset()
    """Kinds of events that name the winner; the summary leaves them to its result."""
    interim_events: frozenset[str] = frozenset()
    """Kinds of events that only say who has decided; the channel hears the decisions once everybody has."""
    milestones: Mapping[str, int] = field(default_factory=dict)
    """The weight of each kind of event worth looking back at; ``<game>.milestone.<kind>`` names it."""
    event_counts: Mapping[str, str] = field(default_factory=dict)
    """By kind of milestone the field of the event's data that says how many there were; else each event is one."""
    opening: Opening | None = None
    """Which decisions are told as the opening of a player; None: none are."""
    verbs_offered_first: frozenset[str] = frozenset()
    """Verbs that people look for first among what they may choose from."""
    ending_verbs: frozenset[str] = frozenset((Pass.word, Done.word))
    """Verbs that end a turn when they are a whole action."""
    follow_ups: FollowUps = field(default_factory=FollowUps)
    """Actions that complete an earlier one."""
    missing_card_refusals: frozenset[str] = frozenset()
    """Refusals that say only that a card is not there: of several with one name another is meant."""
    position_refusals: frozenset[str] = frozenset()
    """Refusals that say where a player is now; of a position that is only looked ahead to they would be wrong."""
    cards: tuple[str, ...] = ()
    """Ids of cards and tiles that can be looked up; ``<game>.card.<id>.name`` names each."""
    numbered_cards: tuple[str, ...] = ()
    """Those among them that bear a printed number, from 1 on."""
    boardgamegeek_id: int | None = None
    """The number of the game at BoardGameGeek; None: it is found by its title."""

    def is_ending(self, action: Action) -> bool:
        """Return whether a whole action only ends a turn."""
        return len(action) == 1 and action[0] in self.ending_verbs

    def count_of(self, kind: str, data: Mapping[str, object]) -> int:
        """Return how many things of its kind an event with this data counts."""
        count = data.get(self.event_counts.get(kind, ""), 1)
        return count if isinstance(count, int) else 1
