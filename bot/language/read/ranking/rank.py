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

from bot.language.read.possible_actions.action_features import Feature
from bot.language.read.possible_actions.candidates import Candidate
from bot.language.read.ranking.assignments import (
    LEAST_PRICE,
    NOTHING,
    Assignment,
    Explanation,
    assign_cues,
    shared_meanings,
)
from bot.language.read.sentences.cues import Cue
from bot.language.read.words.concepts import ANY_NUMBER, Mention
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
ANOTHER_VERB = -4.0
"""Further weight of a word for the verb of another action, if it is the panel's or names no other: "settlement" for a
road."""
PAYABLE = -0.5
"""Weight of a mention that may name the payment, which is a decision of its own."""
MISSING = -3.0
"""Weight of a required feature that the text does not name."""
LEFT_OPEN = -0.5
"""Weight of an unnamed feature that distinguishes the action from others."""
UNNAMED_PRICE = -0.3
"""Weight of a chosen price (`Candidate.price`) that the text does not name: an action without one is likelier."""
MARGIN = 0.25
"""Difference of scores up to which two candidates fit equally well."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """A candidate with the measure of how well it explains a text.

    Of "process two gold", the actions to process one gold and to sell two gold explain different parts:

    ==================  ==================  ===============
                        process gold 1      sell gold 2
    ==================  ==================  ===============
    explained           2: process, gold    2: two, gold
    named               1: gold             2: two, gold
    unexplained         two                 process
    doubts              none                process
    ==================  ==================  ===============

    Both are named by a word. "Two" alone names the action to sell two as well, but only by a number.
    """

    candidate: Candidate
    score: float
    unexplained: tuple[Mention, ...]
    """Mentions that name nothing of the action; weak words and repetitions are left out."""
    missing_count: int
    """Number of required features that the text does not name."""
    named: int
    """Number of things, places and numbers of the action that the text certainly names."""
    explained: int
    """Number of mentions that name something of the action, the verb and weak words included."""
    names_verb: bool
    """True if the text names the verb."""
    is_named_by_word: bool
    """True if a word or a high price names something of the action, not only a number that could mean much."""
    uses_other_verb: bool
    """True if the text names another verb, which some people use for this one: "buy" for taking with a die."""
    doubts: frozenset[str]
    """Verbs in the text that are not the action's, so that another action may be meant."""

    @property
    def verb(self) -> str:
        """The verb of the action."""
        return self.candidate.action[0]

    @property
    def is_complete(self) -> bool:
        """True if every mention names something of the action and no required feature is missing."""
        return not self.unexplained and not self.missing_count


class Ranking:
    """The candidates that a text may mean, the best first."""

    def __init__(self, cues: Sequence[Cue], candidates: Iterable[Candidate], spoken: Spoken) -> None:
        matches = list[Match]()
        numbers = Counter[str]()
        """Number of candidates by verb, without those that the text rules out."""
        meanings = frozenset((ANY_NUMBER,)).union(*(cue.mention.concepts for cue in cues))
        can_rule_out = any(cue.is_excluded for cue in cues)
        for candidate in candidates:
            if meanings.isdisjoint(candidate.concepts) and not can_rule_out:
                numbers[candidate.action[0]] += 1  # nothing of it is named
            elif (match := matched(cues, candidate, spoken)) is not None:
                numbers[match.verb] += 1
                matches.append(match)
        for_things = {verb for verb in spoken.building if spoken.verbs[verb].slots[0].kind == "thing"}
        fitting = [
            # "place the castle" is enough if only one field is left for it
            _without_missing(match) if numbers[match.verb] == 1 and match.verb in for_things else match
            for match in matches
            if match.named or match.names_verb
        ]
        self.matches = sorted(fitting, key=lambda match: -match.score)

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
        least_price = dict[str, int]()
        for match in matches:
            least_price[match.verb] = min(least_price.get(match.verb, match.candidate.price), match.candidate.price)
        return [match for match in matches if match.candidate.price == least_price[match.verb]]


def _without_missing(match: Match) -> Match:
    """Return a match of which nothing has to be named but the verb and a thing."""
    is_named = match.names_verb and bool(match.named)
    return replace(match, score=match.score - MISSING * match.missing_count, missing_count=0) if is_named else match


def matched(cues: Sequence[Cue], candidate: Candidate, spoken: Spoken) -> Match | None:
    """Return how well a candidate explains the cues of a text; None if the text rules it out."""
    explanation = assign_cues(cues, candidate, spoken)
    return _Measure(candidate, spoken, explanation).match() if explanation is not None else None


class _Measure:
    """Measures how well a candidate explains a text, by what each cue names of it."""

    def __init__(self, candidate: Candidate, spoken: Spoken, explanation: Explanation) -> None:
        self.candidate = candidate
        self.features = candidate.features
        self.spoken = spoken
        self.verb = candidate.action[0]
        self.unnamed = [feature for feature in explanation.unnamed if not feature.is_verb]
        self.verbs = list[Mention]()
        """Mentions that name the verb."""
        self.words = list[Assignment]()
        """Assignments to other features."""
        self.strange = list[Mention]()
        """Mentions that name nothing of the action."""
        self.unexplained = list[Mention]()
        """Those of them that speak against the action."""
        self.weights = list[float]()
        for assignment in explanation.assignments:
            self._add(assignment)

    def _add(self, assignment: Assignment) -> None:
        """Sort an assignment by what it names, and weigh it."""
        cue = assignment.cue
        if assignment.feature.is_verb:
            self.verbs.append(cue.mention)
            self.weights.append(self._weight_of_verb(cue.mention))
        elif assignment.feature is not NOTHING:
            self.words.append(assignment)
            self.weights.append(self._weight_of_word(assignment))
        elif cue.units.isdisjoint(self.spoken.gained_units):  # "for the quick 4 points" only says why
            self.strange.append(cue.mention)
            if self._is_unexplained(cue):
                self.unexplained.append(cue.mention)
                self.weights.append(self._weight_of_unexplained(cue.mention))

    def match(self) -> Match:
        """Return the match."""
        names = [word for word in self.words if self._is_name(word)]
        is_named_by_word = any(name.cue.mention.number is None or _is_high_price(name) for name in names)
        names_verb = any(self._is_sure_verb(mention) for mention in self.verbs)
        uses_own_verb = any(self.verb in mention.values("verb") for mention in self.verbs)
        missing_count = sum(self._is_missing(feature) for feature in self.unnamed)
        bonuses = (self.candidate.is_whole, self._is_in_order(), self._is_fully_described)
        weights = [*self.weights, *map(self._weight_of_open, self.unnamed)]
        is_by_panel = any(self.verb in mention.panel_verbs for mention in self.verbs)
        other_buildings = frozenset[str]() if is_by_panel else self._buildings_remarked()
        if other_buildings:
            weights.append(ANOTHER_VERB)
        return Match(
            candidate=self.candidate,
            score=sum(weights) + MISSING * missing_count + GOOD_SIGN * sum(bonuses),
            unexplained=tuple(self.unexplained),
            missing_count=missing_count,
            named=len(names),
            explained=len(self.verbs) + len(self.words),
            names_verb=names_verb,
            is_named_by_word=is_named_by_word or names_verb,
            uses_other_verb=not uses_own_verb and any(not mention.is_weak for mention in self.verbs),
            doubts=self._doubts() | other_buildings,
        )

    # -- the verb ------------------------------------------------------------------------------------------------------

    def _is_sure_verb(self, mention: Mention) -> bool:
        """Return whether words that may name the verb certainly do: they are no thing's exact name, nor weak.

        The name of a building that the action does not build is none either: a servant is no journeyman.
        """
        is_other_name = bool(mention.exact_names or mention.panel_verbs & self.spoken.building)
        return not mention.is_weak and (not is_other_name or self.verb in mention.panel_verbs)

    def _weight_of_verb(self, mention: Mention) -> float:
        if not self._is_sure_verb(mention):
            return WEAK_WORD
        return PANEL_VERB_WORD if self.verb in mention.panel_verbs else OTHER_VERB_WORD

    # -- things, places and numbers ------------------------------------------------------------------------------------

    def _is_name(self, word: Assignment) -> bool:
        """Return whether a cue certainly names a thing, place or number of the action."""
        feature = word.feature
        if feature.units and feature.units == self.spoken.units.tolls:
            return False
        if word.units & feature.units or _is_high_price(word):
            return True
        mention = word.cue.mention
        values = {concept.value for concept in feature.concepts}
        is_exact_name_of_another = bool(mention.exact_names) and mention.exact_names.isdisjoint(values)
        return not (mention.is_weak or feature.is_remark or is_exact_name_of_another)

    def _weight_of_word(self, word: Assignment) -> float:
        if _is_remark_verb(word):
            return WEAK_WORD
        share = 1.0 if word.feature.need is not Need.NEVER or word.feature.is_own else OPTIONAL_SHARE
        return share * (NAMED_FEATURE if self._is_name(word) else WEAK_WORD)

    def _buildings_remarked(self) -> frozenset[str]:
        """Return the buildings named in remarks on building: "a store at the city", but "a city there" is no store."""
        if self.verb not in self.spoken.building:
            return frozenset()
        remarks = [word.cue.mention.panel_verbs for word in self.words if _is_remark_verb(word)]
        return frozenset[str]().union(*remarks) & self.spoken.building

    def _is_in_order(self) -> bool:
        """Return whether the features were named in the order of the action's words."""
        named = [
            (self.features.index(word.feature), word.cue.mention.start)
            for word in self.words
            if not word.feature.is_remark and word.feature.need is not Need.NEVER
        ]
        tokens = [token for _, token in sorted(named)]
        return len(tokens) > 1 and tokens == sorted(tokens)

    @cached_property
    def _is_fully_described(self) -> bool:
        """True if the text names something of each neighbour of a place."""
        neighbours = {feature.group for feature in self.features if feature.group is not None}
        named = {word.feature.group for word in self.words if word.feature.group is not None}
        return bool(neighbours) and neighbours == named

    # -- features that the text leaves open ----------------------------------------------------------------------------

    def _weight_of_open(self, feature: Feature) -> float:
        if feature.need is Need.UNLESS_LEAST and self.candidate.price:
            return UNNAMED_PRICE
        return LEFT_OPEN if self._may_be_open(feature) else 0.0

    def _may_be_open(self, feature: Feature) -> bool:
        """Return whether a feature only tells actions apart, or is where a route begins whose destination is named."""
        is_start = feature.need is Need.ALWAYS and feature.end == "from"
        return feature.need is Need.TELLING_APART or (is_start and self._names_destination)

    def _is_missing(self, feature: Feature) -> bool:
        """Return whether a feature has to be named and is not, nor the way to the place, nor all around it."""
        is_required = feature.need is Need.ALWAYS and not self._may_be_open(feature)
        return is_required and not (self._names_way or self._is_fully_described)

    @cached_property
    def _names_destination(self) -> bool:
        return any(word.feature.end == "to" for word in self.words)

    @cached_property
    def _names_way(self) -> bool:
        """True if the text names a way to the place; one of the two ends between which it lies is not enough."""
        is_half_way = any(feature.is_end for feature in self.unnamed)
        return any(word.feature.is_way and not (word.feature.is_end and is_half_way) for word in self.words)

    # -- words that name nothing of the action -------------------------------------------------------------------------

    def _weight_of_unexplained(self, mention: Mention) -> float:
        is_payable = not mention.values("thing").isdisjoint(self.spoken.payments.get(self.verb, ()))
        if is_payable:
            return PAYABLE
        is_panel_word = mention.is_only_verb and bool(mention.panel_verbs)
        is_single_verb = mention.by_kind.keys() <= {"verb", "unit"} and len(mention.values("verb")) == 1
        return UNEXPLAINED + ANOTHER_VERB if is_panel_word or is_single_verb else UNEXPLAINED

    def _is_unexplained(self, cue: Cue) -> bool:
        """Return whether words neither are weak, nor give the unit of a number, nor repeat another mention."""
        mention = cue.mention
        if cue.end and not mention.is_weak and mention.values("thing"):
            return not self._repeats(mention)  # "four spaces to Ships": not the ships that going there costs
        has_words = len(self.candidate.action) > 1
        units = mention.values("unit")
        is_vague = has_words and not mention.values("thing") and bool(units & self.spoken.units.vague)
        if mention.is_weak or units & self.spoken.gained_units or is_vague:
            return False
        if any(units & feature.units for feature in self.features if has_words or not feature.is_remark):
            return False
        return not self._repeats(mention)

    def _repeats(self, mention: Mention) -> bool:
        """Return whether words name something of the action that other words name as well."""
        if mention.number is not None or mention.concepts.isdisjoint(self.candidate.concepts):
            return False
        return any(shared_meanings(mention, feature) for feature in self.features)

    def _doubts(self) -> frozenset[str]:
        """Return the verbs of words that name nothing of the action; of weak ones only a panel's word or a building."""
        doubts = frozenset[str]()
        for mention in self.strange:
            certain_verbs = mention.panel_verbs | (mention.values("verb") & self.spoken.building)
            is_certain = not mention.is_weak or bool(certain_verbs)
            if is_certain and not (mention.values("end") or mention.values("grammar") or self._repeats(mention)):
                doubts |= mention.values("verb")
        return doubts


def _is_high_price(word: Assignment) -> bool:
    """Return whether a cue gives a price that is too high for any other number."""
    return word.feature.is_price and (word.cue.mention.number or 0) >= LEAST_PRICE


def _is_remark_verb(word: Assignment) -> bool:
    """Return whether a remark was named by words that may also be a verb."""
    return word.feature.is_remark and bool(word.cue.mention.values("verb"))
