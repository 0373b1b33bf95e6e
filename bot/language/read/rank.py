"""Rank candidates by how well they explain a text.

A score adds a weight for every mention that names a feature of the action, and subtracts one for every mention that
names none and for every required feature that is missing from the text. The margin between the best candidate and the
next decides whether it is played or asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.language.read.concepts import ANY_NUMBER, Concept, Mention
from bot.language.read.cues import NO_PARTNER, Cue
from bot.language.read.match_features import Candidate, Feature
from engines.spoken import Need, Spoken

NAMED_FEATURE = 3.0
"""Weight of a thing, place or number of the action that the text names."""
PANEL_VERB_WORD = 2.0
"""Weight of the verb in the panel's own words."""
OTHER_VERB_WORD = 1.5
"""Weight of the verb in other words."""
WEAK_WORD = 1.0
"""Weight of a word that may also mean nothing."""
OPTIONAL_SHARE = 0.8
"""Share of a weight that counts for features which need not be named."""
GOOD_SIGN = 0.3
"""Weight of each sign that an action is meant as a whole, such as mentions in the order of its words."""
UNEXPLAINED = -4.0
"""Weight of a mention that names nothing of the action."""
PAYABLE = -0.5
"""Weight of a mention that may name the payment, which is a decision of its own."""
MISSING = -3.0
"""Weight of a required feature that the text does not name."""
LEFT_OPEN = -0.5
"""Weight of an unnamed feature that distinguishes the action from others."""
UNNAMED_PRICE = -0.3
"""Weight of a price of choice that the text does not name: an action without one is likelier."""
LEAST_PRICE = 20
"""Numbers from this one on are prices without further words: no printed number is as high."""
MARGIN = 0.25
"""Difference of scores up to which two candidates fit equally well."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """A candidate with the measure of how well it explains a text."""

    candidate: Candidate
    score: float
    unexplained: tuple[Mention, ...]
    """Mentions that name nothing of the action."""
    missing: int
    """Number of required features that the text does not name."""
    named: int
    """Number of things, places and numbers of the action that the text names."""
    explained: int
    """Number of mentions that name something of the action, weak words included."""
    names_verb: bool
    """True if the text names the verb."""
    is_named_by_word: bool
    """True if a word or a high price names something of the action, not only a number that could mean much."""
    uses_other_verb: bool
    """True if the text names another verb, which some people use for this one."""
    doubts: frozenset[str]
    """Verbs of the mentions that name nothing of the action."""

    @property
    def is_complete(self) -> bool:
        """True if every mention names something of the action and no required feature is missing."""
        return not self.unexplained and not self.missing


class Ranking:
    """The candidates that a text may mean, the best first."""

    def __init__(self, cues: Sequence[Cue], candidates: Iterable[Candidate], spoken: Spoken) -> None:
        matches = [match for candidate in candidates if (match := matched(cues, candidate, spoken)) is not None]
        fitting = [match for match in matches if match.named or match.names_verb]
        verbs = Counter(match.candidate.action[0] for match in matches)
        things = {verb for verb in spoken.building if spoken.verbs[verb].slots[0].kind == "thing"}
        only = {verb for verb, number in verbs.items() if number == 1} & things
        known = [_without_missing(match) if match.candidate.action[0] in only else match for match in fitting]
        self.matches = sorted(known, key=lambda match: -match.score)

    def within(self, distance: float) -> list[Match]:
        """Return the matches whose score is within a distance of the best."""
        return [match for match in self.matches if match.score >= self.matches[0].score - distance]

    @property
    def best(self) -> Match | None:
        """The best match."""
        return self.matches[0] if self.matches else None

    @cached_property
    def equals(self) -> list[Match]:
        """The matches that fit as well as the best; of those with one verb only the cheapest."""
        matches = self.within(MARGIN)
        least = dict[str, int]()
        for match in matches:
            verb = match.candidate.action[0]
            least[verb] = min(least.get(verb, match.candidate.price), match.candidate.price)
        return [match for match in matches if match.candidate.price == least[match.candidate.action[0]]]


def _without_missing(match: Match) -> Match:
    """Return the only match of its verb, of which nothing else has to be named than the verb and a thing."""
    is_named = match.names_verb and bool(match.named)
    return replace(match, score=match.score - MISSING * match.missing, missing=0) if is_named else match


def matched(cues: Sequence[Cue], candidate: Candidate, spoken: Spoken) -> Match | None:
    """Return how well a candidate explains the cues of a text; None if the text rules it out."""
    matching = _Matching(candidate, spoken)
    for cue in sorted(cues, key=_certainty):
        if cue.is_excluded and matching.is_denied(cue):
            return None
        if not cue.is_excluded:
            matching.explain(cue)
    return matching.result()


def _certainty(cue: Cue) -> tuple[bool, bool, bool, bool]:
    """Return a sort key that puts cues with few possible meanings first, and harbours before what belongs to them."""
    is_word = cue.mention.number is None
    return cue.mention.is_weak, is_word, not cue.units, is_word and cue.partner != NO_PARTNER


def _shared(mention: Mention, feature: Feature) -> frozenset[Concept]:
    """Return the meanings of words that name a feature; "ship" is what is given up, and not that something is."""
    if feature.is_toll_verb and mention.values("thing"):
        return frozenset()
    return mention.concepts & feature.concepts


class _Matching:
    """Assigns the cues of a text to the features of a candidate, each feature once."""

    def __init__(self, candidate: Candidate, spoken: Spoken) -> None:
        self.candidate = candidate
        self.spoken = spoken
        self.verb = candidate.action[0]
        self.free = list(candidate.features)
        self.countable = frozenset[str]().union(*(feature.units for feature in self.free if feature.is_number))
        """Units of all numbers of the action; other units do not restrict which number is meant."""
        self.groups: dict[int, int] = {}
        """Group of the features that each thing belongs to, by the first token of the thing."""
        self.order: list[tuple[int, int]] = []
        """Index of each named feature, with the token that names it."""
        self.score = 0.0
        self.unexplained: list[Mention] = []
        self.named = 0
        self.explained = 0
        self.doubts = frozenset[str]()
        self.beside = frozenset[str]()
        """Buildings named beside the verb: "a store at the city", but "a city there" is no store."""
        self.names_verb = False
        self.names_own_verb = False
        self.names_other_verb = False
        self.names_way = False
        self.names_destination = False
        self.is_named_by_word = False

    def is_denied(self, cue: Cue) -> bool:
        """Return whether the action contains what a cue rules out."""
        feature = self._feature_for(cue, self._units(cue))
        if feature is not None and feature.is_verb and self.verb not in cue.mention.values("verb"):
            return False  # "without paying" does not rule out taking
        if feature is not None and (feature.is_verb or feature.need is not Need.NEVER or feature.is_count):
            return True
        features = self.candidate.features
        prices = [
            price for price in features if price.need is Need.UNLESS_LEAST or (price.is_remark and price.is_number)
        ]
        return any(cue.mention.values("unit") & price.units for price in prices)

    def explain(self, cue: Cue) -> None:
        """Assign a cue to the feature that it names, and add its weight to the score."""
        units = self._units(cue)
        feature = self._feature_for(cue, units)
        if feature is None:
            if cue.units.isdisjoint(self.spoken.gained_units):  # "for the quick 4 points" only says why
                self._leave_unexplained(cue.mention)
            return
        self.explained += 1
        if feature.is_verb:
            self._name_verb(cue.mention)
        else:
            self._name(cue, feature, units)

    def result(self) -> Match:
        """Return the match with its score."""
        missing = 0
        for feature in self.free:
            if feature.need is Need.UNLESS_LEAST and self.candidate.price:
                self.score += UNNAMED_PRICE
            if feature.is_verb or feature.need not in (Need.ALWAYS, Need.TELLING_APART):
                continue
            if feature.need is Need.TELLING_APART or (feature.end == "from" and self.names_destination):
                self.score += LEFT_OPEN
            elif not (self.names_way or self._is_fully_described()):
                missing += 1
        bonuses = (self.candidate.is_whole, self._is_in_order(), self._is_fully_described())
        return Match(
            candidate=self.candidate,
            score=self.score + MISSING * missing + GOOD_SIGN * sum(bonuses),
            unexplained=tuple(self.unexplained),
            missing=missing,
            named=self.named,
            explained=self.explained,
            names_verb=self.names_verb,
            is_named_by_word=self.is_named_by_word or self.names_verb,
            uses_other_verb=self.names_other_verb and not self.names_own_verb,
            doubts=self.doubts if self.names_verb else self.doubts | self.beside,
        )

    def _units(self, cue: Cue) -> frozenset[str]:
        return cue.units & (self.countable | self.spoken.vague_units | self.spoken.exact_units)

    # -- which feature a cue names -------------------------------------------------------------------------------------

    def _feature_for(self, cue: Cue, units: frozenset[str]) -> Feature | None:
        """Return the free feature that a cue names.

        Of several that it fits, the first by these rules: things before verbs; features in the group of the thing that
        the cue belongs to, such as number and kind of one hex; the end of a route that the cue gives; features that
        have to be named; the place itself before its neighbours; the unit of the cue; remarks last.
        """
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
        """Return whether a bare number may be that of the thing beside it: the red five."""
        is_bare = cue.mention.number is not None and not cue.units
        numbers = (feature for feature in self.candidate.features if feature.is_number and not feature.units)
        return is_bare and group is not None and any(feature.group == group for feature in numbers)

    def _fits(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a cue may name a feature."""
        shared = _shared(cue.mention, feature)
        if cue.mention.number is not None and ANY_NUMBER in feature.concepts:
            return bool(units & feature.units)
        if not shared or (cue.end and feature.end and cue.end != feature.end):
            return False
        return cue.mention.number is None or self._is_number_of(cue, units, feature)

    def _is_number_of(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether a number that has the value of a feature may name it, judged by what it counts.

        The kinds of units are explained in ``engines.spoken``.
        """
        if self._contradicts(cue, units, feature):
            return False
        if units & feature.units:
            return True  # "depot 4" for the depot of that number
        if feature.is_remark and self._shows_numbers(cue):
            return False  # "the red two": the two is that of the die, not two of something
        has_ends = any(other.end for other in self.candidate.features)
        if cue.end == "from" and feature.end != "from" and has_ends:
            return False  # "from 4" is no destination
        if feature.is_way or (cue.is_printed and feature.units):
            return False  # "field two" is neither two steps nor two goods
        if not units or not feature.units:
            return True  # "sell 2": the number may count anything
        is_vague = units <= self.spoken.vague_units - self.spoken.exact_units
        return is_vague and not feature.is_remark  # "2 cards" of whatever there are two

    def _contradicts(self, cue: Cue, units: frozenset[str], feature: Feature) -> bool:
        """Return whether the form of a number rules out that it names a feature of the same value."""
        number = cue.mention.number or 0
        is_printed = bool(feature.units & self.spoken.printed_units)
        is_exact = bool(feature.units & (self.spoken.exact_units - self.spoken.printed_units))
        if cue.is_ordinal and is_exact:
            return True  # "the second die" is not a die that shows a two
        if (cue.is_count or cue.mention.values("grammar") & {"both"}) and is_printed:
            return True  # "two workers" are not the worker with the number two, nor "both dice" the die with a two
        if cue.mention.is_weak and not cue.units and feature.units and feature.group is not None:
            return True  # "a road" is not the one at the one harbour
        is_distance = bool(cue.units & self.spoken.units.distances) and not cue.is_printed
        if (is_distance or cue.mention.is_weak) and feature.units == self.spoken.units.numbered_places:
            return True  # "two spaces" are not space two, nor is "a bit" space one
        return feature.is_price and number < LEAST_PRICE and not (units or cue.is_price)  # "2" alone is no price

    def _shows_numbers(self, cue: Cue) -> bool:
        """Return whether a bare number belongs to a thing of the action that shows a number: the red two."""
        return (
            bool(self.spoken.shown)
            and cue.partner != NO_PARTNER
            and any(feature.is_number and feature.group is not None for feature in self.candidate.features)
        )

    # -- scoring -------------------------------------------------------------------------------------------------------

    def _leave_unexplained(self, mention: Mention) -> None:
        is_certain = not mention.is_weak or bool(mention.proper | mention.values("verb") & self.spoken.building)
        if is_certain and not (mention.values("end") or mention.values("grammar") or self._repeats(mention)):
            self.doubts |= mention.values("verb")
        if not mention.is_weak and not self._is_explained_by_others(mention):
            is_payable = not mention.values("thing").isdisjoint(self.spoken.payments.get(self.verb, ()))
            self.score += PAYABLE if is_payable else UNEXPLAINED
            self.unexplained.append(mention)

    def _is_explained_by_others(self, mention: Mention) -> bool:
        """Return whether words only give the unit of a number, or repeat another mention."""
        features = self.candidate.features
        has_words = len(self.candidate.action) > 1
        units = mention.values("unit")
        if units & self.spoken.gained_units or (has_words and units & self.spoken.vague_units):
            return True
        if any(units & feature.units for feature in features if has_words or not feature.is_remark):
            return True
        return self._repeats(mention)

    def _repeats(self, mention: Mention) -> bool:
        """Return whether words name something of the action that other words name as well."""
        features = self.candidate.features
        return mention.number is None and any(_shared(mention, feature) for feature in features)

    def _name_verb(self, mention: Mention) -> None:
        is_proper = self.verb in mention.proper
        is_own = self.verb in mention.values("verb")
        is_sure = not mention.is_weak and (not mention.exact_names or is_proper)
        self.names_verb = self.names_verb or is_sure
        self.names_own_verb = self.names_own_verb or is_own
        self.names_other_verb = self.names_other_verb or not (mention.is_weak or is_own)
        if not is_sure:
            self.score += WEAK_WORD
        else:
            self.score += PANEL_VERB_WORD if is_proper else OTHER_VERB_WORD

    def _name(self, cue: Cue, feature: Feature, units: frozenset[str]) -> None:
        mention = cue.mention
        self.free.remove(feature)
        if cue.is_all:
            self.free = [free for free in self.free if free.concepts != feature.concepts]
        if not feature.is_remark and feature.need is not Need.NEVER:
            self.order.append((self.candidate.features.index(feature), mention.start))
        if feature.group is not None:
            is_alone = mention.number is not None and cue.partner == NO_PARTNER
            self.groups[cue.thing if not is_alone else -1 - len(self.groups)] = feature.group  # "two sixes"
        self.names_way = self.names_way or (feature.is_way and not self._is_half_way(feature))
        self.names_destination = self.names_destination or feature.end == "to"
        is_another = bool(mention.exact_names) and mention.exact_names.isdisjoint(
            concept.value for concept in feature.concepts
        )
        is_sum = feature.is_price and (mention.number or 0) >= LEAST_PRICE
        is_toll = bool(feature.units) and feature.units == self.spoken.toll_units
        is_name = bool(units & feature.units) or is_sum or not (mention.is_weak or feature.is_remark or is_another)
        is_name = is_name and not is_toll
        self.named += is_name
        self.is_named_by_word = self.is_named_by_word or (is_name and (mention.number is None or is_sum))
        if feature.is_remark and mention.values("verb"):
            if self.verb in self.spoken.building:
                self.beside |= mention.proper & self.spoken.building
            self.score += WEAK_WORD
            return
        share = 1.0 if feature.need is not Need.NEVER or feature.is_own else OPTIONAL_SHARE
        self.score += share * (NAMED_FEATURE if is_name else WEAK_WORD)

    def _is_half_way(self, feature: Feature) -> bool:
        """Return whether a feature is only one of the two ends between which a place lies."""
        return feature.is_end and any(free.is_end for free in self.free)

    def _is_in_order(self) -> bool:
        """Return whether the features were named in the order of the action's words."""
        tokens = [token for _, token in sorted(self.order)]
        return len(tokens) > 1 and tokens == sorted(tokens)

    def _is_fully_described(self) -> bool:
        """Return whether the text names something of each neighbour of a place."""
        neighbours = {feature.group for feature in self.candidate.features if feature.group is not None}
        return bool(neighbours) and neighbours == set(self.groups.values())
