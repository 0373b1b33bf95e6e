"""Candidates: the actions that a text may mean, each with the features that a player can name.

An action has a feature for its verb and for each of its words, with the meanings that name it and whether a text has to
name it. What the engine's hint tells of the action, and what lies around its place, are further features.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from bot.language.read.concepts import ANY_NUMBER, Concept
from bot.language.read.lexicon import Lexicon
from bot.language.read.match_features import Candidate, Feature, number_feature, thing_feature
from bot.language.read.places import Places
from bot.wording.texts import SEAT
from engines import Action, Game, Message
from engines.spoken import Need, Remark, Slot, Spoken, Verb

GROUPS = 10
"""Numbers reserved for the groups of features at one place: more than it has neighbours."""


class Candidates:
    """The legal actions of a seat, with their features."""

    def __init__(
        self, game: Game, seat: int, lexicon: Lexicon, legal: Sequence[Action], *, is_answer: bool = False
    ) -> None:
        self.game = game
        self.seat = seat
        self.lexicon = lexicon
        self.spoken: Spoken = game.spoken
        self.places = Places(game, seat)
        self.legal = [self.candidate(action) for action in game.distinct(legal)]
        if is_answer:
            self.legal = _with_differences_required(self.legal)

    def candidate(self, action: Action, *, is_legal: bool = True) -> Candidate:
        """Return an action with its features."""
        verb = self.spoken.verbs.get(action[0], Verb(()))
        features = list(_features(self.game.key, self.lexicon, action))
        for place, word in enumerate(action[1:]):
            features += self.places.features(word, GROUPS * place)
        features += (_remark_feature(remark, action) for remark in verb.remarks)
        features += self._players(action) if is_legal else ()
        hint = self.game.hint(self.seat, action) if is_legal else None
        features += _hint_features(hint, action[1:], self.spoken)
        features = _with_amounts_shown(features, hint, action, self.spoken.shown)
        return Candidate(action, tuple(features), is_legal, _price(verb, action), verb.is_whole)

    def _players(self, action: Action) -> Iterator[Feature]:
        """Yield features for the players where an action leads; behind the end of a turn any other may be named."""
        for seat in sorted(self.game.company(self.seat, action)):
            yield thing_feature(f"{SEAT}{seat + 1}", is_way=True)
        if action[0] in self.spoken.endings:
            yield thing_feature(*(f"{SEAT}{number}" for number in range(1, self.game.state.seats + 1)), is_remark=True)


def _remark_feature(remark: Remark, action: Action) -> Feature:
    """Return the feature of a remark: a trait that is not part of the action's notation."""
    units = remark.units or frozenset(action[1:])
    number = len(action) - 2 if remark.counts_words else remark.number
    if remark.any_number or (remark.counts_words and not number):
        return Feature(frozenset((ANY_NUMBER,)), Need.NEVER, units, is_remark=True)
    if number is not None:
        return number_feature(number, units, is_remark=True)
    concepts = frozenset((Concept("thing", remark.word), Concept("verb", remark.word)))
    return Feature(concepts if remark.word else frozenset(), Need.NEVER, units, is_remark=True)


@lru_cache(maxsize=1 << 14)
def _features(key: str, lexicon: Lexicon, action: Action) -> tuple[Feature, ...]:  # noqa: ARG001  # key of the cache
    """Return the features of an action's words."""
    verb, *words = action
    spoken = lexicon.spoken
    slots = spoken.verbs.get(verb, Verb(())).slots
    instead = [spoken_verb for spoken_verb, verbs in spoken.said_for.items() if verb in verbs]
    concepts = frozenset(Concept("verb", name) for name in (verb, *instead))
    features = [Feature(concepts, Need.NEVER if words else Need.ALWAYS, is_verb=True)]
    if slots and slots[0].kind in ("things", "trade"):
        return (*features, *_features_of_things(words, spoken.units.amounts))
    place = 0
    for number, word in enumerate(words):
        if place >= len(slots):
            place = len(slots) - 1
        slot = slots[place] if slots else Slot("thing")
        if slot.repeated and word in words[:number]:
            slot = replace(slot, need=Need.NEVER)
        features += _features_of_word(slot, word, words, lexicon, spoken.verbs.get(verb, Verb(())), number + 1)
        if not slot.repeated:
            place += 1
    return tuple(features)


def _features_of_word(
    slot: Slot, word: str, words: Sequence[str], lexicon: Lexicon, verb: Verb, position: int
) -> Iterator[Feature]:
    if slot.kind == "literal":
        return
    if word.isdigit():
        things = [lexicon.base(thing) for thing in words if not thing.isdigit()] if slot.gives_kind else []
        yield number_feature(word, slot.units.union(things), slot.need, end=slot.end)
        return
    kind = lexicon.base(word)
    concepts = {Concept("thing", kind), Concept("thing", word)}
    concepts |= {Concept("thing", family) for family, members in lexicon.spoken.families.items() if kind in members}
    if verb.instead:
        yield thing_feature(verb.instead.replace("*", kind), is_remark=True)
    if exchanged := lexicon.spoken.exchanges.get(kind):
        yield thing_feature(exchanged)
    if (landmark := lexicon.spoken.landmarks.get(word)) and slot.end != "from":
        yield thing_feature(landmark, is_way=True)
    if match := re.fullmatch(r"([a-z])(\d\d)", word) if slot.form else None:
        concepts = {Concept("thing", word), Concept("number", str(int(match[2])))}
        yield Feature(frozenset(concepts), slot.need, lexicon.spoken.units.numbered_places, slot.end)
        return
    if slot.kind == "position":
        yield Feature(frozenset(concepts), Need.ALWAYS, group=position)
        named = {Concept("number", str(position)), Concept("thing", slot.form.format(position))}
        yield Feature(frozenset(named), Need.ALWAYS, group=position)
        yield number_feature(position, group=position)  # so many lie there
        return
    if "-" in word:
        concepts |= {Concept("thing", end) for end in word.split("-")}
    yield Feature(frozenset(concepts), slot.need, slot.units, slot.end)
    if kind != word:
        number = re.sub(r"\D", "", word)
        yield number_feature(number, lexicon.spoken.units.copies | {kind}, Need.TELLING_APART)


def _features_of_things(words: Sequence[str], units: frozenset[str]) -> Iterator[Feature]:
    for word, number in Counter(word for word in words if not word.isdigit()).items():
        yield thing_feature(word, need=Need.ALWAYS)
        need = Need.NEVER if number in (1, len(words)) else Need.TELLING_APART
        yield number_feature(number, units | {word}, need)


def _hint_features(hint: Message | None, words: Action, spoken: Spoken) -> Iterator[Feature]:
    """Yield features for the arguments of a hint: costs, gains, and numbers that things show."""
    if hint is None:
        return
    toll = frozenset[str]()
    if hint.id in spoken.warning_hints:
        toll = spoken.toll_units
        verbs = frozenset(Concept("verb", verb) for verb in spoken.losses)
        yield Feature(verbs, Need.NEVER, is_remark=True, is_toll_verb=True)
    for name, value in hint.args.items():
        if isinstance(value, int) and name in words:
            yield number_feature(value, is_remark=True)
        elif isinstance(value, int) and name not in spoken.shown:
            yield _price_feature(value, toll or spoken.amounts.get(name, spoken.units.prices | {name}))
        elif isinstance(value, list):
            for thing, number in Counter(map(str, value)).items():
                yield thing_feature(thing)
                yield _price_feature(number, spoken.units.prices | {thing})
        elif isinstance(value, str) and "." not in value:
            yield thing_feature(value)


def _with_amounts_shown(
    features: Sequence[Feature], hint: Message | None, action: Action, shown: Sequence[str]
) -> list[Feature]:
    """Return features with the numbers that things of the action show, each in the group of its thing."""
    grouped = list(features)
    for place, name in enumerate(shown, 1):
        if hint is None or name not in hint.args or place >= len(action):
            continue
        thing = next(feature for feature in grouped if Concept("thing", action[place]) in feature.concepts)
        grouped[grouped.index(thing)] = replace(thing, group=place)
        grouped.append(number_feature(str(hint.args[name]), group=place))
    return grouped


def _price_feature(number: int, units: frozenset[str]) -> Feature:
    return number_feature(number, units, is_remark=True, is_price=True)


def _with_differences_required(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates of which only the differences have to be named, prices included."""
    shared = [{feature.concepts for feature in candidate.features} for candidate in candidates]
    common = set.intersection(*shared) if shared else set()
    return [
        replace(
            candidate,
            features=tuple(
                replace(feature, need=Need.NEVER if feature.concepts in common else feature.need, is_price=False)
                for feature in candidate.features
            ),
        )
        for candidate in candidates
    ]


def _price(verb: Verb, action: Action) -> int:
    """Return the price of choice in an action; 0: it has none."""
    for place, slot in enumerate(verb.slots, 1):
        if slot.need is Need.UNLESS_LEAST and len(action) > place and action[place].isdigit():
            return int(action[place])
    return 0


def words_of_actions(actions: Iterable[Action]) -> set[str]:
    """Return all words of some actions."""
    return {word for action in actions for word in action}
