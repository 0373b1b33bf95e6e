"""Rank candidates by how well they explain what was said.

A score adds a weight for everything that was said and is in the action, and subtracts for what was said and is not,
and for what ought to have been said and was not. What decides is the margin between the best and the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.language.read.concepts import ANY_NUMBER, Mention
from bot.language.read.cues import NO_PARTNER, Cue
from bot.language.read.match_features import Candidate, Feature
from engines.spoken import Need, Spoken

NAMED = 3.0
"""What a thing, place or number counts that was said and is in the action."""
DONE = 2.0
"""What a verb counts that was said as the panel says it."""
SAID_OTHERWISE = 1.5
"""What a verb counts that was said in another way."""
HINTED = 1.0
"""What counts a word that may as well mean nothing."""
OPTIONAL = 0.8
"""The share of that which counts for what need not be said."""
WHOLE = 0.3
"""What counts that an action answers all that is asked, or was said in its own order."""
UNEXPLAINED = -4.0
"""What counts something that was said and is not in the action."""
UNSAID = -3.0
"""What counts something of the action that ought to have been said."""
LEFT_OPEN = -0.5
"""What counts something of the action that was not said and tells it from others."""
UNSAID_PRICE = -0.3
"""What counts a price of choice that nobody said: what needs none is rather meant."""
LEAST_PRICE = 20
"""A number from which on nobody has to say that it is a price: no printed number is as high."""
MARGIN = 0.25
"""Candidates within this of the best mean as much."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """How well a candidate explains what was said."""

    candidate: Candidate
    score: float
    unexplained: tuple[Mention, ...]
    """What was said and is not in the action."""
    unsaid: int
    """How much of the action ought to have been said."""
    named: int
    """How many things, places and numbers were said of it."""
    explained: int
    """How many of the words that mean something are explained."""
    names_verb: bool
    """Whether it was said what is done."""
    is_called: bool
    """Whether a word names it, not only a number."""
    is_other_verb: bool
    """Whether what was said to be done is only used for it by some."""
    doubts: frozenset[str]
    """What else may be done, by a word that does not fit."""

    @property
    def is_complete(self) -> bool:
        """True if all that was said is explained, and all said that has to be."""
        return not self.unexplained and not self.unsaid


class Ranking:
    """The candidates that what was said may mean, the best first."""

    def __init__(self, cues: Sequence[Cue], candidates: Iterable[Candidate], spoken: Spoken) -> None:
        matches = [match for candidate in candidates if (match := matched(cues, candidate, spoken)) is not None]
        fitting = [match for match in matches if match.named or match.names_verb]
        self.matches = sorted(fitting, key=lambda match: -match.score)

    def within(self, distance: float) -> list[Match]:
        """Return the matches that explain nearly as much as the best."""
        return [match for match in self.matches if match.score >= self.matches[0].score - distance]

    @property
    def best(self) -> Match | None:
        """The best match."""
        return self.matches[0] if self.matches else None

    @cached_property
    def equals(self) -> list[Match]:
        """The best matches, all that explain as much; of those of one verb the cheapest."""
        matches = self.within(MARGIN)
        least = dict[str, int]()
        for match in matches:
            verb = match.candidate.action[0]
            least[verb] = min(least.get(verb, match.candidate.price), match.candidate.price)
        return [match for match in matches if match.candidate.price == least[match.candidate.action[0]]]


def matched(cues: Sequence[Cue], candidate: Candidate, spoken: Spoken) -> Match | None:
    """Return how well a candidate explains what was said; None where it was said that it is not meant."""
    matching = _Matching(candidate, spoken)
    for cue in sorted(cues, key=_certainty):
        if cue.is_excluded and matching.is_denied(cue):
            return None
        if not cue.is_excluded:
            matching.explain(cue)
    return matching.result()


def _certainty(cue: Cue) -> tuple[bool, bool, bool]:
    """Return a sort key: what can be meant in few ways comes first."""
    return cue.mention.is_weak, cue.mention.number is None, not cue.units


class _Matching:
    """Assign what was said to the features of a candidate, each feature once."""

    def __init__(self, candidate: Candidate, spoken: Spoken) -> None:
        self.candidate = candidate
        self.spoken = spoken
        self.verb = candidate.action[0]
        self.free = list(candidate.features)
        self.countable = frozenset[str]().union(*(feature.units for feature in self.free if feature.is_number))
        """What numbers of the action count: things that none counts say nothing of a number before them."""
        self.groups: dict[int, int] = {}
        """By the first token of a thing the group of features that it belongs to."""
        self.order: list[tuple[int, int]] = []
        """Places in the action, each with the token that names it."""
        self.score = 0.0
        self.unexplained: list[Mention] = []
        self.named = 0
        self.explained = 0
        self.doubts = frozenset[str]()
        self.names_verb = False
        self.names_own_verb = False
        self.names_other_verb = False
        self.names_way = False
        self.names_destination = False
        self.is_called = False

    def is_denied(self, cue: Cue) -> bool:
        """Return whether the action has what was said not to be meant."""
        feature = self._feature_for(cue, self._units(cue))
        if feature is not None and (feature.is_verb or feature.need is not Need.NEVER or feature.is_count):
            return True
        prices = [feature for feature in self.candidate.features if feature.need is Need.UNLESS_LEAST]
        return any(cue.mention.values("unit") & feature.units for feature in prices)

    def explain(self, cue: Cue) -> None:
        """Assign a cue to the feature that it names, and add its weight."""
        units = self._units(cue)
        feature = self._feature_for(cue, units)
        if feature is None:
            self._leave_unexplained(cue.mention)
            return
        self.explained += 1
        if feature.is_verb:
            self._name_verb(cue.mention)
        else:
            self._name(cue, feature, units)

    def result(self) -> Match:
        """Return the match with its score."""
        unsaid = 0
        for feature in self.free:
            if feature.need is Need.UNLESS_LEAST and self.candidate.price:
                self.score += UNSAID_PRICE
            if feature.is_verb or feature.need not in (Need.ALWAYS, Need.TELLING_APART):
                continue
            if feature.need is Need.TELLING_APART or (feature.end == "from" and self.names_destination):
                self.score += LEFT_OPEN
            elif not (self.names_way or self._is_fully_described()):
                unsaid += 1
        bonuses = (self.candidate.is_whole, self._is_in_order(), self._is_fully_described())
        return Match(
            candidate=self.candidate,
            score=self.score + UNSAID * unsaid + WHOLE * sum(bonuses),
            unexplained=tuple(self.unexplained),
            unsaid=unsaid,
            named=self.named,
            explained=self.explained,
            names_verb=self.names_verb,
            is_called=self.is_called or self.names_verb,
            is_other_verb=self.names_other_verb and not self.names_own_verb,
            doubts=self.doubts,
        )

    def _units(self, cue: Cue) -> frozenset[str]:
        return cue.units & (self.countable | self.spoken.vague_units | self.spoken.exact_units)

    # -- what a mention names ------------------------------------------------------------------------------------------

    def _feature_for(self, cue: Cue, units: frozenset[str]) -> Feature | None:
        """Return the feature that a mention names, of several the one that has to be said first."""
        group = self.groups.get(cue.thing)
        groups = {group} if self._bears_number(cue, group) else {None, group}
        fitting = [
            feature
            for feature in self.free
            if self._fits(cue, units, feature) and (group is None or feature.group in groups)
        ]
        return min(
            fitting,
            key=lambda feature: (
                feature.is_verb,
                group is not None and feature.group != group,
                bool(cue.end) and feature.end != cue.end,
                feature.need is Need.NEVER,
                not feature.is_own,
                bool(units) and units.isdisjoint(feature.units),
                feature.is_remark and bool(feature.units) and not units,
            ),
            default=None,
        )

    def _bears_number(self, cue: Cue, group: int | None) -> bool:
        """Return whether the thing that a bare number stands with has a number of its own: the red five."""
        is_bare = cue.mention.number is not None and not cue.units
        numbers = (feature for feature in self.candidate.features if feature.is_number and not feature.units)
        return is_bare and group is not None and any(feature.group == group for feature in numbers)

    def _fits(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a mention may name a feature."""
        shared = cue.mention.concepts & feature.concepts
        if cue.mention.number is not None and ANY_NUMBER in feature.concepts:
            return bool(units & feature.units)
        if not shared or (cue.end and feature.end and cue.end != feature.end):
            return False
        is_by_number = all(concept.kind in ("number", "ordinal") for concept in shared)
        return not is_by_number or self._is_number_of(cue, units, feature)

    def _is_number_of(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a number of the right value may be that of a feature, by what it counts."""
        number = cue.mention.number or 0
        if cue.is_ordinal and feature.units & (self.spoken.exact_units - self.spoken.printed_units):
            return False
        if cue.is_count and feature.units & self.spoken.printed_units:
            return False
        if feature.is_price and number < LEAST_PRICE and not (units or cue.is_price):
            return False
        if cue.is_price and cue.is_count and not feature.is_price and feature.units & self.spoken.printed_units:
            return False
        if units & feature.units:
            return True
        if feature.is_remark and self._shows_numbers(cue):
            return False
        if cue.end == "from" and feature.end != "from":
            return False
        if feature.is_way or (cue.is_printed and feature.units):
            return False
        if not units or not feature.units:
            return True
        return not feature.is_remark and units <= self.spoken.vague_units - self.spoken.exact_units

    def _shows_numbers(self, cue: Cue) -> bool:
        """Return whether a bare number stands with a thing of the action that shows a number: the red two."""
        return (
            bool(self.spoken.shown)
            and cue.partner != NO_PARTNER
            and any(feature.is_number and feature.group is not None for feature in self.candidate.features)
        )

    # -- counting ------------------------------------------------------------------------------------------------------

    def _leave_unexplained(self, mention: Mention) -> None:
        if not mention.values("end") and not mention.values("grammar"):
            self.doubts |= mention.values("verb")
        if not mention.is_weak and not self._is_explained_by_others(mention):
            self.score += UNEXPLAINED
            self.unexplained.append(mention)

    def _is_explained_by_others(self, mention: Mention) -> bool:
        """Return whether words say only what a number counts, or again what another word has said."""
        features = self.candidate.features
        has_words = len(self.candidate.action) > 1
        units = mention.values("unit")
        if has_words and units & self.spoken.vague_units:
            return True
        if any(units & feature.units for feature in features if has_words or not feature.is_remark):
            return True
        return mention.number is None and any(mention.concepts & feature.concepts for feature in features)

    def _name_verb(self, mention: Mention) -> None:
        is_proper = self.verb in mention.proper
        is_own = self.verb in mention.values("verb")
        is_sure = not mention.is_weak and (not mention.exact_names or is_proper)
        self.names_verb = self.names_verb or is_sure
        self.names_own_verb = self.names_own_verb or is_own
        self.names_other_verb = self.names_other_verb or not (mention.is_weak or is_own)
        if not is_sure:
            self.score += HINTED
        else:
            self.score += DONE if is_proper else SAID_OTHERWISE

    def _name(self, cue: Cue, feature: Feature, units: frozenset[str]) -> None:
        mention = cue.mention
        self.free.remove(feature)
        if cue.is_all:
            self.free = [free for free in self.free if free.concepts != feature.concepts]
        if not feature.is_remark and feature.need is not Need.NEVER:
            self.order.append((self.candidate.features.index(feature), mention.start))
        if feature.group is not None:
            self.groups[cue.thing] = feature.group
        self.names_way = self.names_way or feature.is_way
        self.names_destination = self.names_destination or feature.end == "to"
        is_another = bool(mention.exact_names) and mention.exact_names.isdisjoint(
            concept.value for concept in feature.concepts
        )
        is_sum = feature.is_price and (mention.number or 0) >= LEAST_PRICE
        is_name = bool(units & feature.units) or is_sum or not (mention.is_weak or feature.is_remark or is_another)
        self.named += is_name
        self.is_called = self.is_called or (is_name and mention.number is None)
        if feature.is_remark and mention.values("verb"):
            self.score += HINTED
            return
        share = 1.0 if feature.need is not Need.NEVER or feature.is_own else OPTIONAL
        self.score += share * (NAMED if is_name else HINTED)

    def _is_in_order(self) -> bool:
        """Return whether the words of the action were said in its order."""
        tokens = [token for _, token in sorted(self.order)]
        return len(tokens) > 1 and tokens == sorted(tokens)

    def _is_fully_described(self) -> bool:
        """Return whether something was said of each neighbour of a place."""
        neighbours = {feature.group for feature in self.candidate.features if feature.group is not None}
        return bool(neighbours) and neighbours == set(self.groups.values())
