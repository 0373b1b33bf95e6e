"""Rank candidates by how well they explain what was said, and decide.

A score adds a weight for everything that was said and is in the action, and subtracts for what was said and is not,
and for what ought to have been said and was not. What decides is the margin between the best and the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.language.read.concepts import ANY_NUMBER, EXACT_UNITS, PRINTED_UNITS, UNITS, VAGUE_UNITS, Mention, Said
from bot.language.read.features import Candidate, Feature
from bot.language.read.lexicon import Lexicon
from bot.language.read.utterance import Utterance
from engines.spoken import Need

NAMED = 3.0
"""What a thing, place or number counts that was said and is in the action."""
DONE = 2.0
"""What a verb counts that was said as the panel says it."""
SAID_OTHERWISE = 1.5
"""What a verb counts that was said in another way."""
HINTED = 1.0
"""What counts a word that may as well mean nothing."""
BESIDE = 0.8
"""How much of that counts what need not be said."""
WHOLE = 0.3
"""What counts that an action answers all that is asked."""
UNEXPLAINED = -4.0
"""What counts something that was said and is not in the action."""
UNSAID = -3.0
"""What counts something of the action that ought to have been said."""
LEFT_OPEN = -0.5
"""What counts something of the action that was not said and tells it from others."""
LEAST_PRICE = 20
"""A number from which on nobody has to say that it is a price: no printed number is as high."""
MARGIN = 0.25
"""Candidates within this of the best mean as much."""
BEFORE_NUMBER = frozenset[str]().union(*(units.before_number for units in UNITS))
"""Units that stand before their number."""


@dataclass(frozen=True)
class Match:
    """How well a candidate explains what was said."""

    candidate: Candidate
    score: float
    unexplained: tuple[Mention, ...] = ()
    """What was said and is not in the action."""
    unsaid: int = 0
    """How much of the action ought to have been said."""
    named: int = 0
    """How many things, places and numbers were said of it."""
    names_verb: bool = False
    """Whether it was said what is done."""
    is_other_verb: bool = False
    """Whether what was said to be done is only used for it by some."""
    doubts: frozenset[str] = frozenset()
    """What else may be done, by a word that does not fit."""
    explained: int = 0
    """How many of the words that mean something are explained."""
    is_called: bool = False
    """Whether a word names it, not only a number."""

    @property
    def is_complete(self) -> bool:
        """Whether all that was said is explained, and all said that has to be."""
        return not self.unexplained and not self.unsaid


class Ranking:
    """The candidates for what was said, the best first."""

    def __init__(self, said: Sequence[Said], candidates: Iterable[Candidate]) -> None:
        self.said = said
        matches = [match for candidate in candidates if (match := matched(said, candidate)) is not None]
        matches = [match for match in matches if match.named or match.names_verb]
        self.matches = sorted(matches, key=lambda match: -match.score)

    def within(self, distance: float) -> list[Match]:
        """Return the matches that explain nearly as much as the best."""
        return [match for match in self.matches if match.score >= self.matches[0].score - distance]

    @property
    def best(self) -> Match | None:
        """The best match."""
        return self.matches[0] if self.matches else None

    @cached_property
    def equals(self) -> list[Match]:
        """The best matches, all that explain as much; of those that differ in what they cost the cheapest."""
        if not self.matches:
            return []
        least = self.matches[0].score - MARGIN
        some = [match for match in self.matches if match.score >= least]
        cheapest: dict[object, Match] = {}
        for match in some:
            sort = match.candidate.sort or match.candidate.action
            if sort not in cheapest or match.candidate.price < cheapest[sort].candidate.price:
                cheapest[sort] = match
        return list(cheapest.values())


def matched(said: Sequence[Said], candidate: Candidate) -> Match | None:
    """Return how well a candidate explains what was said; None where it was said that it is not meant."""
    free = list(candidate.features)
    countable = frozenset[str]().union(
        *(feature.units for feature in free if any(each.kind == "number" for each in feature.concepts))
    )
    score = 0.0
    unexplained = list[Mention]()
    named = 0
    names_verb = False
    names_own_verb = False
    is_other_verb = False
    doubts = frozenset[str]()
    names_way = False
    explained = 0
    is_called = False
    groups = dict[int, int]()
    places = list[tuple[int, int]]()
    for each in sorted(said, key=_certainty):
        mention = each.mention
        units = each.units & (countable | VAGUE_UNITS | EXACT_UNITS)
        feature = _feature_for(each, units, free, groups)
        if each.is_excluded:
            excluded = mention.values("unit")
            if any(excluded & other.units and other.need is Need.UNLESS_LEAST for other in candidate.features):
                return None
            if feature is not None and (feature.is_verb or feature.need is not Need.NEVER):
                return None
            continue
        if feature is None:
            doubts |= mention.values("verb")
            if not mention.is_weak and not _is_explained(each, candidate):
                score += UNEXPLAINED
                unexplained.append(mention)
            continue
        explained += 1
        if feature.is_verb:
            is_sure = not mention.is_weak and (not mention.called or candidate.action[0] in mention.proper)
            names_verb = names_verb or is_sure
            names_own_verb = names_own_verb or candidate.action[0] in mention.values("verb")
            is_other_verb = is_other_verb or _is_of_another(mention, candidate.action[0])
            called = DONE if candidate.action[0] in mention.proper else SAID_OTHERWISE
            score += called if is_sure else HINTED
            continue
        free.remove(feature)
        if not feature.is_remark and feature.need is not Need.NEVER:
            places.append((candidate.features.index(feature), mention.start))
        names_way = names_way or feature.is_way
        if each.is_all:
            free = [other for other in free if other.concepts != feature.concepts]
        if feature.group >= 0:
            groups[each.partner if mention.number is not None else mention.start] = feature.group
        is_another = bool(mention.called) and mention.called.isdisjoint(each.value for each in feature.concepts)
        is_name = bool(units & feature.units) or not (mention.is_weak or feature.is_remark or is_another)
        named += is_name
        is_called = is_called or (is_name and mention.number is None)
        if feature.is_remark and mention.values("verb"):
            score += HINTED
        else:
            is_needed = feature.need is not Need.NEVER or feature.is_own
            score += (NAMED if is_name else HINTED) * (1 if is_needed else BESIDE)
    score += WHOLE * candidate.is_whole
    score += WHOLE * (_is_in_order(places) and len(places) > 1)
    neighbours = {feature.group for feature in candidate.features if feature.group >= 0}
    score += WHOLE * (bool(neighbours) and neighbours == set(groups.values()))
    unsaid = 0
    for feature in free:
        if feature.is_verb:
            continue
        if feature.need is Need.ALWAYS and not names_way:
            score += UNSAID
            unsaid += 1
        elif feature.need is Need.TELLING_APART:
            score += LEFT_OPEN
    return Match(
        candidate=candidate,
        score=score,
        unexplained=tuple(unexplained),
        unsaid=unsaid,
        named=named,
        names_verb=names_verb,
        is_other_verb=is_other_verb and not names_own_verb,
        doubts=doubts,
        explained=explained,
        is_called=is_called or names_verb,
    )


def _is_in_order(places: Sequence[tuple[int, int]]) -> bool:
    """Return whether the words of an action were said in its order."""
    said = [start for _, start in sorted(places)]
    return said == sorted(said)


def _is_of_another(mention: Mention, verb: str) -> bool:
    return not mention.is_weak and verb not in mention.values("verb")


def _certainty(said: Said) -> tuple[bool, bool, bool]:
    """Return a sort key: what can be meant in few ways comes first."""
    return said.mention.is_weak, said.mention.number is None, not said.units


def _feature_for(said: Said, units: frozenset[str], free: Sequence[Feature], groups: dict[int, int]) -> Feature | None:
    """Return the feature that a mention names, the one that has to be said first."""
    own = said.partner if said.mention.number is not None else said.mention.start
    group = groups.get(own, -1)
    fitting = [
        feature
        for feature in free
        if _fits(said, units, feature) and (group < 0 or feature.group < 0 or feature.group == group)
    ]
    if not fitting:
        return None
    return min(
        fitting,
        key=lambda feature: (
            feature.is_verb,
            group >= 0 and feature.group != group,
            bool(said.end) and feature.end != said.end,
            feature.need is Need.NEVER,
            not feature.is_own,
            bool(units) and units.isdisjoint(feature.units),
        ),
    )


def _fits(said: Said, units: frozenset[str], feature: Feature) -> bool:
    """Return whether a mention may name a feature."""
    shared = said.mention.concepts & feature.concepts
    if ANY_NUMBER in feature.concepts and said.mention.number is not None:
        return bool(units & feature.units)
    if not shared:
        return False
    if said.is_count and feature.units & PRINTED_UNITS:
        return False
    number = said.mention.number
    if feature.is_price and number is not None and number < LEAST_PRICE and not (units or said.is_price):
        return False
    if feature.is_way and number is not None and not units & feature.units:
        return False
    if said.is_printed and feature.units and not units & feature.units:
        return False
    if said.end and feature.end and said.end != feature.end:
        return False
    if any(concept.kind not in ("number", "ordinal") for concept in shared) or not (units and feature.units):
        return True
    if units & feature.units:
        return True
    return not feature.is_remark and units <= VAGUE_UNITS - EXACT_UNITS


def _is_explained(said: Said, candidate: Candidate) -> bool:
    """Return whether words say only what a number counts, or what another word has said."""
    mention = said.mention
    units = mention.values("unit")
    features = candidate.features
    has_words = len(candidate.action) > 1
    if units and (
        (units & VAGUE_UNITS and has_words)
        or any(units & feature.units for feature in features if has_words or not feature.is_remark)
    ):
        return True
    if mention.number is None and any(not mention.concepts.isdisjoint(feature.concepts) for feature in features):
        return True
    return mention.by_kind.keys() <= {"end", "grammar"}


def with_neighbours(
    mentions: Sequence[Mention], utterance: Utterance, lexicon: Lexicon, denials: frozenset[int] = frozenset()
) -> list[Said]:
    """Return mentions with what stands with each: what a number counts, from or to where something goes."""
    said = list[Said]()
    mentions = _counted_plurals(mentions)
    is_all = any(mention.values("grammar") & {"all", "both"} for mention in mentions)
    for place, mention in enumerate(mentions):
        if not mention.concepts or mention.by_kind.keys() <= {"end", "grammar"}:
            continue
        units = frozenset[str]()
        partner = -1
        is_count = False
        is_printed = False
        if mention.number is not None:
            units = _counted_by(mentions, place, utterance, lexicon)
            before = mentions[place - 1] if place else None
            is_count = (
                bool(units) and not units & (VAGUE_UNITS | EXACT_UNITS) and (before is None or not before.is_filler)
            )
            is_printed = bool(units) and units <= BEFORE_NUMBER
            partner = _partner(mentions, place, utterance, lexicon)
        is_price = any("price" in before.values("grammar") for before in mentions[max(0, place - 2) : place])
        end = ""
        if not mention.values("end"):
            end = next(iter(_ends(mentions, place)), "")
        excluded = mention.number is None and mention.start in denials
        of_all = is_all and bool(mention.values("thing"))
        said.append(Said(mention, units, partner, is_count, is_price, is_printed, end, of_all, excluded))
    return said


def _counted_plurals(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions with "two sixes" as six, six."""
    kept = list[Mention]()
    for mention in mentions:
        if "plural" in mention.values("grammar") and not mention.is_weak and mention.number is not None and kept:
            times = kept[-1].number
            if times is not None:
                kept[-1:] = [mention] * times
                continue
        kept.append(mention)
    return kept


def _ends(mentions: Sequence[Mention], place: int) -> frozenset[str]:
    """Return which end of a way the small words before a mention say that it is."""
    for before in reversed(mentions[:place]):
        if not before.is_weak:
            break
        if ends := before.values("end"):
            return ends
    return frozenset()


def _counted_by(mentions: Sequence[Mention], place: int, utterance: Utterance, lexicon: Lexicon) -> frozenset[str]:
    """Return what a number counts: what stands behind it, or a unit that introduces it."""
    for before in reversed(mentions[:place]):
        if units := before.values("unit") & BEFORE_NUMBER:
            return units
        if before.text in lexicon.joints or not before.is_filler:
            break
    own = mentions[place]
    for number, behind in enumerate(mentions[place + 1 :], place + 1):
        apart = any(token.is_pause or token.is_stop for token in utterance.tokens[own.stop : behind.start])
        if apart or behind.text in lexicon.joints or behind.number is not None:
            break
        if not behind.is_filler:
            following = mentions[number + 1 : number + 2]
            has_own = bool(following) and following[0].number is not None
            introduces = (
                behind.values("unit") & BEFORE_NUMBER or behind.values("thing") & lexicon.spoken.numbered.keys()
            )
            return frozenset() if has_own and introduces else behind.values("unit") | behind.values("thing")
    return frozenset()


def _partner(mentions: Sequence[Mention], place: int, utterance: Utterance, lexicon: Lexicon) -> int:
    """Return the first token of the thing that a number stands with in its part of the sentence; -1: none."""
    own = mentions[place]

    def is_apart(first: Mention, second: Mention) -> bool:
        between = utterance.tokens[first.stop : second.start]
        return any(token.is_pause or token.is_stop or token.word in lexicon.onward for token in between)

    behind = [other for other in mentions[place + 1 :] if not is_apart(own, other) and other.values("thing")]
    before = [other for other in mentions[:place] if not is_apart(other, own) and other.values("thing")]
    near = [*(other.start for other in behind[:1]), *(other.start for other in before[-1:])]
    return min(near, key=lambda start: (abs(start - own.start), start < own.start), default=-1)
