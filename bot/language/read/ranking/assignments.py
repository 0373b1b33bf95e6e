"""Assign the cues of a text to the features of an action, each feature once.

What a number may name depends on its unit: ``engines.spoken.Units`` tells which units are vague, exact, printed or
introducing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.language.read.possible_actions.action_features import Feature, Group
from bot.language.read.possible_actions.candidates import Candidate
from bot.language.read.sentences.cues import Cue
from bot.language.read.sentences.number_context import NO_PARTNER
from bot.language.read.words.concepts import ANY_NUMBER, Concept, Mention
from engines.spoken import Need, Spoken

LEAST_PRICE = 20
"""Numbers from this one on are prices without further words: no printed number is as high."""
NOTHING = Feature(frozenset())
"""Stands for the feature of a cue that names nothing of an action."""


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """A cue with the feature of an action that it names."""

    cue: Cue
    feature: Feature
    """``NOTHING`` if it names nothing of the action."""
    units: frozenset[str]
    """Units of a number that restrict which number of the action is meant."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What the cues of a text name of an action."""

    assignments: tuple[Assignment, ...]
    """The assignments, in the order in which they were made."""
    unnamed: tuple[Feature, ...]
    """Features that no cue names; verbs among them whether they are named or not."""

    @property
    def explained(self) -> int:
        """Number of cues that name something of the action."""
        return sum(assignment.feature is not NOTHING for assignment in self.assignments)


def assign_cues(cues: Sequence[Cue], candidate: Candidate, spoken: Spoken) -> Explanation | None:
    """Assign the cues of a text to the features of a candidate; None: the text rules the candidate out."""
    assigner = _Assigner(candidate, spoken)
    assignments = list[Assignment]()
    for cue in sorted(cues, key=_certainty):
        if not cue.is_excluded:
            assignments.append(assigner.assign(cue))
        elif assigner.is_denied(cue):
            return None
    return Explanation(assignments=tuple(assignments), unnamed=tuple(assigner.free))


def shared_meanings(mention: Mention, feature: Feature) -> frozenset[Concept]:
    """Return the meanings of words that name a feature; "ship" names what is given up, not the giving up."""
    if feature.is_toll_verb and mention.values("thing"):
        return frozenset()
    return mention.concepts & feature.concepts


def _certainty(cue: Cue) -> tuple[bool, bool, bool, bool]:
    """Return a sort key: weak cues last; numbers before words; those with a unit first; "harbour" before its kind.

    Of "the brick harbour" the harbour comes first: its group then says what brick may name.
    """
    is_word = cue.mention.number is None
    return cue.mention.is_weak, is_word, not cue.units, is_word and cue.partner_start != NO_PARTNER


class _Assigner:
    """Assigns one cue after the other to the features of a candidate that are still free."""

    def __init__(self, candidate: Candidate, spoken: Spoken) -> None:
        self.features = candidate.features
        self.concepts = candidate.concepts
        self.spoken = spoken
        self.verb = candidate.action[0]
        self.free = list(candidate.features)
        self.restricting_units = candidate.countable_units | spoken.units.vague | spoken.units.exact
        """Units that restrict which number is meant; others count nothing in the action."""
        self.group_of_thing: dict[int, Group] = {}
        """Group of the features that a thing belongs to, by the first token of the thing."""

    def is_denied(self, cue: Cue) -> bool:
        """Return whether the action contains what a cue rules out."""
        feature = self._feature_for(cue, cue.units & self.restricting_units)
        if feature is not None and feature.is_verb and self.verb not in cue.mention.values("verb"):
            return False  # "without paying" does not rule out taking
        if feature is not None and (feature.is_verb or feature.need is not Need.NEVER or feature.is_in_notation):
            return True
        # A payment is denied by its unit alone: "without workers" rules out every price in workers.
        prices = [
            feature
            for feature in self.features
            if feature.need is Need.UNLESS_LEAST or (feature.is_remark and feature.is_number)
        ]
        return any(cue.mention.values("unit") & price.units for price in prices)

    def assign(self, cue: Cue) -> Assignment:
        """Assign a cue to the feature that it names, which is no longer free; a verb may be named several times."""
        units = cue.units & self.restricting_units
        feature = self._feature_for(cue, units) or NOTHING
        if feature is not NOTHING and not feature.is_verb:
            self.free.remove(feature)
            if cue.is_all:
                self.free = [free for free in self.free if free.concepts != feature.concepts]
            # "Two sixes" are two cues: the group of the first six does not bind the second.
            is_lone_number = cue.mention.number is not None and cue.partner_start == NO_PARTNER
            if feature.group is not None and not is_lone_number:
                self.group_of_thing[cue.thing_start] = feature.group
        return Assignment(cue=cue, feature=feature, units=units)

    def _feature_for(self, cue: Cue, units: frozenset[str]) -> Feature | None:
        """Return the free feature that a cue names; None: it names none.

        If several fit, these preferences choose, the most important first: things before verbs, but the verb before
        remarks if it builds what the panel calls so ("hall" is no remark on building a hall); features in the group
        of the thing that the cue belongs to, such as number and kind of one hex; the end of a route that the cue
        gives; features that have to be named; the place itself before its neighbours; the unit of the cue; remarks
        last.
        """
        may_be_any_number = cue.mention.number is not None and ANY_NUMBER in self.concepts
        if self.concepts.isdisjoint(cue.mention.concepts) and not may_be_any_number:
            return None
        group = self.group_of_thing.get(cue.thing_start)
        # A thing that was assigned ties what stands beside it to its group, or to features without any.
        is_built = self.verb in cue.mention.panel_verbs & self.spoken.building
        fitting = [
            feature
            for feature in self.free
            if self._fits(cue, units, feature) and (group is None or feature.group in (None, group))
        ]
        return min(
            fitting,
            key=lambda feature: (
                feature.is_remark if is_built else feature.is_verb,
                group is not None and feature.group != group,
                bool(cue.end) and feature.end != cue.end,
                feature.need is Need.NEVER,
                not feature.is_own,
                bool(units) and units.isdisjoint(feature.units),
                feature.is_remark and bool(feature.units) and not units,
            ),
            default=None,
        )

    def _fits(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a cue may name a feature."""
        if cue.mention.number is not None and ANY_NUMBER in feature.concepts:
            return bool(units & feature.units)
        if not shared_meanings(cue.mention, feature) or (cue.end and feature.end and cue.end != feature.end):
            return False
        return cue.mention.number is None or self._is_number_of(cue, units, feature)

    def _is_number_of(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a number that has the value of a feature may name it, judged by what it counts.

        The first rule that applies decides, so their order matters.
        """
        if self._form_rules_out(cue, units, feature):
            return False
        if feature.needs_unit and cue.units.isdisjoint(feature.units):
            return False
        if units & feature.units:
            return True  # "depot 4" for the depot of that number
        if feature.is_remark and self._is_of_thing_with_number(cue):
            return False  # "the red two": the two is that of the die, not two of something
        has_ends = any(part.end for part in self.features)
        if cue.end == "from" and feature.end != "from" and has_ends:
            return False  # "from 4" is no destination
        if feature.is_way or (cue.is_introduced and feature.units):
            return False  # "field two" is neither two steps nor two goods
        if not units or not feature.units:
            return True  # "sell 2": the number may count anything
        is_vague = units <= self.spoken.units.vague - self.spoken.units.exact
        return is_vague and not feature.is_remark  # "2 cards" of whatever there are two

    def _form_rules_out(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether the form of a number rules out that it names a feature of the same value."""
        number = cue.mention.number or 0
        is_printed = bool(feature.units & self.spoken.units.printed)
        is_exact = bool(feature.units & (self.spoken.units.exact - self.spoken.units.printed))
        if cue.is_ordinal and is_exact:
            return True  # "the second worker" is not two workers
        is_both = "both" in cue.mention.values("grammar")
        if (cue.counts_things or is_both) and is_printed:
            return True  # neither "two workers" nor "both dice" are the die with a two
        payments = self.spoken.payments.get(self.verb, frozenset())
        if feature.group is None and not cue.units.isdisjoint(payments - feature.units):
            return True  # "3 red for the wall" are no three spaces
        counts_others = bool(cue.units) and cue.units.isdisjoint(feature.units)
        if is_both and (feature.group is not None or feature.is_copy or counts_others):
            return True  # nor is "both" the hex with a two, the second copy of a card, or two spaces beside it
        if cue.mention.is_weak and cue.units and feature.need is Need.UNLESS_LEAST and not cue.units & feature.units:
            return True  # "a bank" is no price of a worker
        if cue.mention.is_weak and is_printed and cue.units and cue.units.isdisjoint(feature.units):
            return True  # "a ship" is not the ship of depot 1
        if cue.mention.is_weak and not cue.units and feature.units and feature.group is not None:
            return True  # "a road" is not the one at the one harbour
        if feature.units == self.spoken.units.numbered_places:
            is_distance = bool(cue.units & self.spoken.units.distances) and not cue.is_introduced
            is_gain = not cue.units.isdisjoint(self.spoken.gained_units)
            is_price = not cue.units.isdisjoint(self.spoken.units.prices)
            if is_distance or is_gain or is_price or cue.mention.is_weak:
                return True  # "two spaces" and "2 gold" are not space two, nor is "a bit" space one
        if feature.is_price and cue.end == "to" and not (cue.units or cue.is_price):
            return True  # "place it on 4" names a place, not what that brings
        return feature.is_price and number < LEAST_PRICE and not (units or cue.is_price)  # "2" alone is no price

    def _is_of_thing_with_number(self, cue: Cue) -> bool:
        """Return whether a bare number belongs to a thing of the action that shows a number: the red two."""
        return (
            bool(self.spoken.shown)
            and cue.partner_start != NO_PARTNER
            and any(feature.is_number and feature.group is not None for feature in self.features)
        )
