"""Candidates: the actions that a text may mean, each with the features that a player can name.

An action has a feature for its verb and for each of its words, with the meanings that name it and whether a text has to
name it. What the engine's hint tells of the action, and what lies around its place, are further features.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from bot.language.read.possible_actions.action_features import Feature, Group, number_feature, thing_feature
from bot.language.read.possible_actions.places import Places, number_of_place
from bot.language.read.words.concepts import ANY_NUMBER, Concept
from bot.language.read.words.lexicon import Lexicon
from bot.wording.texts import SEAT
from engines import Action, Game, Message
from engines.spoken import Need, Remark, Slot, Spoken, Verb


@dataclass(frozen=True)
class Candidate:
    """An action that a text may mean, with its features."""

    action: Action
    features: tuple[Feature, ...]
    is_legal: bool = True
    price: int = 0
    """The price that a player chooses with the action, such as the workers that turn a die; 0: it has none.

    Of actions that differ in it alone the cheapest is meant.
    """
    is_whole: bool = False
    """True if it answers the whole question, where others answer a part of it."""

    @cached_property
    def concepts(self) -> frozenset[Concept]:
        """All meanings that name something of the action."""
        return frozenset[Concept]().union(*(feature.concepts for feature in self.features))

    @cached_property
    def countable_units(self) -> frozenset[str]:
        """All units in which the action has numbers."""
        return frozenset[str]().union(*(feature.units for feature in self.features if feature.is_number))


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
            self.legal = _with_shared_optional(self.legal)
        self._unoffered = dict[Action, Candidate]()
        """Actions that are not offered and were asked for already: many parts of a text name the same ones."""

    @cached_property
    def beginnings(self) -> frozenset[Action]:
        """All beginnings of the legal actions, these themselves included."""
        actions = [candidate.action for candidate in self.legal]
        return frozenset(action[:length] for action in actions for length in range(len(action) + 1))

    def unoffered(self, action: Action) -> Candidate:
        """Return an action that is not offered, with its features."""
        if action not in self._unoffered:
            self._unoffered[action] = self.candidate(action, is_legal=False)
        return self._unoffered[action]

    def candidate(self, action: Action, *, is_legal: bool = True) -> Candidate:
        """Return an action with its features."""
        verb = self.spoken.verbs.get(action[0], Verb(()))
        features = list(_features(self.lexicon, action))
        for index, word in enumerate(action[1:], 1):
            features += self.places.features(word, index)
        features += (_remark_feature(remark, action) for remark in verb.remarks)
        features += self._players(action, is_legal=is_legal)
        hint = self.game.hint(self.seat, action) if is_legal else None
        features += _hint_features(hint, self.spoken)
        features = _with_amounts_shown(features, hint, action, self.spoken.shown)
        return Candidate(action, tuple(features), is_legal, _price(verb, action), verb.is_whole)

    def _players(self, action: Action, *, is_legal: bool) -> Iterator[Feature]:
        """Yield features for the players where an action leads.

        Anybody may be named as next with the end of a turn, and as the victim of a card that cannot be played. With a
        card that can, the player is a decision of its own.
        """
        for seat in sorted(self.game.company(self.seat, action)) if is_legal else ():
            yield thing_feature(f"{SEAT}{seat + 1}", is_way=True)
        is_unplayable_card = not is_legal and action[0] == self.game.presentation.follow_ups.card
        if is_unplayable_card or (is_legal and action[0] in self.spoken.endings):
            yield thing_feature(*(f"{SEAT}{number}" for number in range(1, self.game.state.seats + 1)), is_remark=True)


def _remark_feature(remark: Remark, action: Action) -> Feature:
    """Return the feature of a remark: a trait that is not part of the action's notation."""
    units = remark.units or frozenset(action[1:])
    # The words after the verb and the first word, such as the ships behind the region that they discover.
    number = max(0, len(action) - 2) if remark.counts_words else remark.number
    if remark.any_number or (remark.counts_words and not number):
        # "Sell my 3 brown": all are sold. And any number of ships may set out with an action that lists none.
        return Feature(frozenset((ANY_NUMBER,)), Need.NEVER, units, is_remark=True)
    if number is not None:
        return number_feature(number, units, is_remark=True)  # "discover it with 2 ships"
    names = frozenset((Concept("thing", remark.word), Concept("verb", remark.word)))
    return Feature(names, Need.NEVER, units, is_remark=True)  # "wall around the city"


@lru_cache(maxsize=1 << 14)
def _features(lexicon: Lexicon, action: Action) -> tuple[Feature, ...]:
    """Return the features of an action's verb and words, which are the same at every table."""
    first, *words = action
    spoken = lexicon.spoken
    verb = spoken.verbs.get(first, Verb(()))
    slots = verb.slots or (Slot("thing"),)
    alternatives = [name for name, verbs in spoken.said_for.items() if first in verbs]  # "buy" for take
    concepts = frozenset(Concept("verb", name) for name in (first, *alternatives))
    features = [Feature(concepts, Need.NEVER if words else Need.ALWAYS, is_verb=True)]
    if slots[0].kind in ("things", "trade"):
        return (*features, *_features_of_several(words, spoken.units.amounts))
    for index, word in enumerate(words):
        slot = slots[min(index, len(slots) - 1)]  # a repeated slot is always the last
        if slot.repeated and word in words[:index]:
            slot = replace(slot, need=Need.NEVER)
        if slot.kind == "literal":
            continue
        if word.isdigit():
            features.append(_number(slot, word, words, lexicon))
        elif slot.kind == "position":
            features += _features_of_position(slot, word, lexicon, index + 1)
        else:
            features += _alternative_names(slot, word, lexicon, verb)
            features += _features_of_name(slot, word, lexicon)
    return tuple(features)


def _number(slot: Slot, number: str, words: Sequence[str], lexicon: Lexicon) -> Feature:
    """Return the feature of a number, which may count the thing of the action: the two of "sell two sugar"."""
    things = [lexicon.base(word) for word in words if not word.isdigit()] if slot.gives_kind else []
    return number_feature(number, slot.units.union(things), slot.need, end=slot.end)


def _features_of_position(slot: Slot, word: str, lexicon: Lexicon, position: int) -> Iterator[Feature]:
    """Yield the features of a word whose position in the action is a place: "red on space 1, two blue"."""
    group = Group("position", position)
    yield Feature(_names(word, lexicon), Need.ALWAYS, group=group)
    numbers = {Concept("number", str(position)), Concept("thing", slot.form.format(position))}
    yield Feature(frozenset(numbers), Need.ALWAYS, group=group)
    yield number_feature(position, group=group)  # as many cubes lie on space 2 as its number says: "two blue"


def _alternative_names(slot: Slot, word: str, lexicon: Lexicon, verb: Verb) -> Iterator[Feature]:
    """Yield features for other things by which people call a word of an action.

    These are what a verb lets stand for it ("run the sugar factory" for sugar), what a card exchanges ("a red for
    gold" for the card of the customs office), and what is printed at a destination ("sail to the rice").
    """
    spoken = lexicon.spoken
    kind = lexicon.base(word)
    if verb.instead:
        yield thing_feature(verb.instead.replace("*", kind), is_remark=True)
    if exchanged := spoken.exchanges.get(kind):
        yield thing_feature(exchanged)
    if (landmark := spoken.landmarks.get(word)) and slot.end != "from":
        yield thing_feature(landmark, is_way=True)


def _features_of_name(slot: Slot, word: str, lexicon: Lexicon) -> Iterator[Feature]:
    """Yield the features of the name of a thing or place, and of the number in it: "district 18", "Knowledge 16"."""
    number = number_of_place(word, slot.form)
    if number is not None:
        concepts = frozenset((Concept("thing", word), Concept("number", str(number))))
        yield Feature(concepts, slot.need, lexicon.spoken.units.numbered_places, slot.end)
        return
    ends = (Concept("thing", end) for end in word.split("-"))  # a path is named by either end
    yield Feature(_names(word, lexicon).union(ends), slot.need, slot.units, slot.end)
    kind = lexicon.base(word)
    if kind != word:
        copy = re.sub(r"\D", "", word)
        yield number_feature(copy, lexicon.spoken.units.copies | {kind}, Need.TELLING_APART, is_copy=True)


def _names(word: str, lexicon: Lexicon) -> frozenset[Concept]:
    """Return the meanings that name a word of an action: itself, its kind, and families such as "animal"."""
    kind = lexicon.base(word)
    families = (family for family, members in lexicon.spoken.families.items() if kind in members)
    return frozenset(Concept("thing", name) for name in (kind, word, *families))


def _features_of_several(words: Sequence[str], units: frozenset[str]) -> Iterator[Feature]:
    """Yield the features of things that are listed one by one: red, red and green are "two red and a green"."""
    for word, number in Counter(word for word in words if not word.isdigit()).items():
        yield thing_feature(word, need=Need.ALWAYS)
        need = Need.NEVER if number in (1, len(words)) else Need.TELLING_APART
        yield number_feature(number, units | {word}, need)


def _hint_features(hint: Message | None, spoken: Spoken) -> Iterator[Feature]:
    """Yield features for the arguments of a hint: costs and gains, "the one for 40", and things that come with it."""
    if hint is None:
        return
    toll_units = frozenset[str]()
    if hint.id in spoken.warning_hints:
        toll_units = spoken.units.tolls
        verbs = frozenset(Concept("verb", verb) for verb in spoken.losses)
        yield Feature(verbs, Need.NEVER, is_remark=True, is_toll_verb=True)
    for name, value in hint.args.items():
        if isinstance(value, int) and name not in spoken.shown:
            yield _price_feature(value, toll_units or spoken.amounts.get(name, spoken.units.prices | {name}))
        elif isinstance(value, list):  # "the crane for two blue"
            for thing, number in Counter(map(str, value)).items():
                yield thing_feature(thing)
                yield _price_feature(number, spoken.units.prices | {thing})
        elif isinstance(value, str) and "." not in value:  # "the silk district"; others are ids of whole sentences
            yield thing_feature(value)


def _with_amounts_shown(
    features: Sequence[Feature], hint: Message | None, action: Action, amounts_shown: Sequence[str]
) -> list[Feature]:
    """Return features with the numbers that things of the action show, each in the group of its thing: "the red 3"."""
    grouped = list(features)
    for index, name in enumerate(amounts_shown, 1):
        if hint is None or name not in hint.args or index >= len(action):
            continue
        group = Group("shown", index)
        thing = next(feature for feature in grouped if Concept("thing", action[index]) in feature.concepts)
        grouped[grouped.index(thing)] = replace(thing, group=group)
        grouped.append(number_feature(str(hint.args[name]), group=group))
    return grouped


def _price_feature(number: int, units: frozenset[str]) -> Feature:
    return number_feature(number, units, is_remark=True, is_price=True)


def _with_shared_optional(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates of which only the differences have to be named, prices included."""
    concepts_by_candidate = [{feature.concepts for feature in candidate.features} for candidate in candidates]
    shared = set.intersection(*concepts_by_candidate) if concepts_by_candidate else set()
    return [
        replace(
            candidate,
            features=tuple(
                replace(feature, need=Need.NEVER if feature.concepts in shared else feature.need, is_price=False)
                for feature in candidate.features
            ),
        )
        for candidate in candidates
    ]


def _price(verb: Verb, action: Action) -> int:
    """Return the price that a player chooses with an action (``Candidate.price``)."""
    for word, slot in zip(action[1:], verb.slots, strict=False):
        if slot.need is Need.UNLESS_LEAST and word.isdigit():
            return int(word)
    return 0


def words_of_actions(actions: Iterable[Action]) -> set[str]:
    """Return all words of some actions."""
    return {word for action in actions for word in action}
