"""The actions that a text may mean, as features that a speaker can name.

A candidate is an action with a feature for its verb and for each of its words: what may be said for it, and whether it
has to be said. Legal actions come from the engine; what somebody names that is not legal is put together from the
slots of its verb, so that the rules can say why it is not possible.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice, product

from bot.language.read.concepts import ANY_NUMBER, Concept, Mention
from bot.language.read.cues import Cue
from bot.language.read.features import Candidate, Feature
from bot.language.read.lexicon import Lexicon
from bot.language.read.places import described
from engines import GAMES, Action, Game, InRow, Message, Place
from engines.spoken import Need, Slot, Spoken, Verb

STEPS = frozenset[str]().union(*(kind.spoken.units.distances for kind in GAMES.values()))
"""What a way is measured in."""
GROUPS = 10
"""Neighbours of a place, at most."""
MOST_OF_A_VERB = 40
"""Actions of one verb that are put together from what was named."""
PRICE = frozenset[str]().union(*(kind.spoken.units.prices for kind in GAMES.values()))
"""What the numbers of a hint may count."""


class Candidates:
    """What somebody may decide now, and what would be refused."""

    def __init__(
        self, game: Game, seat: int, lexicon: Lexicon, legal: Sequence[Action], *, is_answer: bool = False
    ) -> None:
        self.game = game
        self.seat = seat
        self.lexicon = lexicon
        self.spoken: Spoken = game.spoken
        self.places: Mapping[str, Place] = game.places()
        self.rows = game.rows(seat)
        self.journey = game.journey(seat)
        self.legal = [self.candidate(action) for action in game.distinct(legal)]
        if is_answer:
            self.legal = _telling_apart(self.legal)

    def candidate(self, action: Action, *, is_legal: bool = True) -> Candidate:
        """Return an action with what may be said for it."""
        verb = self.spoken.verbs.get(action[0], Verb(()))
        features = list(_features(self.game.key, self.lexicon, action))
        for place, word in enumerate(action[1:]):
            features += self._around(word, GROUPS * place)
        for remark in verb.remarks:
            concepts = {Concept("thing", remark.word), Concept("verb", remark.word)} if remark.word else set()
            number = len(action) - 2 if remark.counts_words else remark.number
            if number is not None:
                concepts = {Concept("number", str(number))}
            units = remark.units or frozenset(action[1:])
            if remark.any_number:
                concepts = {ANY_NUMBER}
            features.append(Feature(frozenset(concepts), Need.NEVER, units, is_remark=True))
        hint = self.game.hint(self.seat, action) if is_legal else None
        features += _hinted(hint)
        price, without_price = _price(verb, action)
        return Candidate(action, tuple(features), is_legal, price, verb.is_whole, without_price)

    def _around(self, word: str, first_group: int) -> Iterator[Feature]:
        """Yield what lies around a place, by which it may be called."""
        place = self.places.get(word)
        sorts = self.spoken.places
        is_own = place is not None and place.kind == sorts.numbered
        for group, neighbour in enumerate(place.around if place else (), first_group):
            sort = neighbour.id.rpartition(".")[2]
            if sort == sorts.shore:
                yield Feature(frozenset((Concept("unit", sorts.shore),)), Need.NEVER, group=group)
            elif sorts.harbour and sort.endswith(sorts.harbour):
                yield Feature(frozenset((Concept("unit", sorts.harbour),)), Need.NEVER, group=group)
                rate = "2" if neighbour.args else "3"
                units = frozenset((sorts.harbour,))
                yield Feature(frozenset((Concept("number", rate),)), Need.NEVER, units, group=group)
                yield Feature(frozenset((Concept("number", "1"),)), Need.NEVER, units, group=group)
            for name, value in neighbour.args.items():
                if isinstance(value, int):
                    units = sorts.units | frozenset(map(str, neighbour.args.values()))
                    number = frozenset((Concept("number", str(value)),))
                    yield Feature(number, Need.NEVER, units, is_own=is_own, group=group)
                elif isinstance(value, str):
                    concept = Concept("thing", value) if name != "side" else Concept("unit", value)
                    yield Feature(frozenset((concept,)), Need.NEVER, is_own=is_own, group=group)
        if place and place.side:
            yield Feature(frozenset((Concept("unit", place.side),)), Need.NEVER)
        if row := self.rows.get(word):
            yield from self._in_a_row(row)
        for ends, between in self.game.between().items():
            if between == word:
                yield from (Feature(frozenset((Concept("thing", end),)), Need.NEVER, is_way=True) for end in ends)
        if self.journey and word in self.journey.steps:
            steps = self.journey.steps[self.journey.start].get(word, 0)
            yield Feature(frozenset((Concept("number", str(steps)),)), Need.NEVER, STEPS, is_way=True)

    def _in_a_row(self, row: InRow) -> Iterator[Feature]:
        """Yield by what a field of a board of rows may be called."""
        last = max(other.row for other in self.rows.values())
        of_rows = self.spoken.units
        numbers = (
            (row.printed, of_rows.printed_in_row),
            (row.row, of_rows.rows),
            (row.number, of_rows.places_in_row),
        )
        for number, units in numbers:
            yield Feature(frozenset((Concept("number", str(number)),)), Need.NEVER, units)
        for unit in row.edges(last):
            yield Feature(frozenset((Concept("unit", unit),)), Need.NEVER)

    @cached_property
    def _surroundings(self) -> dict[str, list[Candidate]]:
        """All places of the board by their sort, each with what lies around it."""
        by_sort: dict[str, list[Candidate]] = {}
        for id, place in self.places.items():
            around = Candidate((id,), tuple(self._around(id, 0)))
            by_sort.setdefault(place.kind, []).append(around)
        return by_sort

    # -- what is not listed --------------------------------------------------------------------------------------------

    def labelled(self, cues: Sequence[Cue]) -> Iterator[Action]:
        """Yield actions that the engine does not list and whose label may have been typed."""
        called = {verb for cue in cues for verb in cue.mention.proper}
        if not called:
            called = set(self.spoken.verbs)  # some labels name things alone
        listed = {candidate.action for candidate in self.legal}
        for verb in sorted(called):
            for action in self._actions(verb, cues):
                begins = any(other[: len(action)] == action for other in listed)
                if not begins and self._is_whole(action):
                    yield action

    def named(self, cues: Sequence[Cue]) -> Iterator[Candidate]:
        """Yield actions that the engine does not list and that consist of what was named.

        Some are legal all the same: nobody is offered to pay more than the least price.
        """
        mentioned = [(cue.mention.values("verb"), cue.mention) for cue in cues]
        verbs = {verb for own, mention in mentioned if _says_only_what_is_done(mention) for verb in own}
        if not verbs:
            verbs = {verb for own, _ in mentioned for verb in own} | self.game.kinds(self.seat)
            things = {thing for cue in cues for thing in cue.mention.values("thing")}
            verbs |= {
                verb
                for verb, form in self.spoken.verbs.items()
                if any(_belongs(thing, slot) for slot in form.slots for thing in things)
            }
            if not any(True for verb in verbs for _ in self._actions(verb, cues)):
                verbs = set(self.spoken.verbs)
        listed = {candidate.action for candidate in self.legal}
        for verb in sorted(verbs & self.spoken.verbs.keys()):
            for action in self._actions(verb, cues):
                if not any(other[: len(action)] == action for other in listed):
                    yield self.candidate(action, is_legal=False)

    def _is_whole(self, action: Action) -> bool:
        """Return whether an action has a word for each slot that its verb needs."""
        slots = self.spoken.verbs.get(action[0], Verb(())).slots
        literals = {slot.word for slot in slots if slot.kind == "literal"}
        needed = [slot for slot in slots if slot.kind != "literal" and slot.need is not Need.UNLESS_LEAST]
        needed = [slot for slot in needed if not (slot.repeated and slot.need is Need.TELLING_APART)]
        return len([word for word in action[1:] if word not in literals]) >= len(needed)

    def _actions(self, verb: str, cues: Sequence[Cue]) -> Iterator[Action]:
        """Yield the actions of a verb that consist of what was named."""
        forms = (self.spoken.verbs[verb], *self.spoken.verbs[verb].typed) if verb in self.spoken.verbs else ()
        filled = (action for form in forms for action in self._filled(verb, form.slots, cues))
        yield from islice(filled, MOST_OF_A_VERB)

    def _filled(self, verb: str, slots: Sequence[Slot], cues: Sequence[Cue]) -> Iterator[Action]:
        if slots and slots[0].kind == "things":
            if things := self._several(slots[0], cues):
                yield (verb, *things)
            return
        options = list[list[Action]]()
        for slot in slots:
            if slot.kind == "literal":
                continue
            words: list[Action] = [(word,) for word in self._words_for(slot, cues)]
            if slot.need is Need.UNLESS_LEAST or (slot.repeated and slot.need is Need.TELLING_APART):
                words.insert(0, ())
            if not words:
                break
            options.append(words)
        if not options:
            is_named = any(verb in cue.mention.values("verb") and not cue.mention.is_weak for cue in cues)
            if is_named or not slots:
                yield (verb,)
            return
        for combined in product(*options):
            named = [word for part in combined for word in part if not word.isdigit()]
            if len(named) == len(set(named)):
                yield (verb, *self._with_literals(slots, combined))

    @staticmethod
    def _with_literals(slots: Sequence[Slot], words: Sequence[Action]) -> Iterator[str]:
        """Yield the words of slots with the literals before them."""
        spoken = [slot for slot in slots if slot.kind != "literal"]
        for slot, own in zip(spoken, words, strict=False):
            introducing = slots[slots.index(slot) - 1] if slots.index(slot) else slot
            if own and introducing.kind == "literal":
                yield introducing.word
            yield from own

    def _several(self, slot: Slot, cues: Sequence[Cue]) -> list[str]:
        """Return things that were counted: "two red and a green" is red, red, green."""
        counted = [cue.mention for cue in cues if cue.mention.number is not None or cue.mention.values("thing")]
        is_behind = bool(counted) and counted[0].number is None  # "blue 4, red"
        words = list[str]()
        number = 1
        for place, mention in enumerate(counted):
            things = [id for id in sorted(mention.values("thing")) if not slot.among or id in slot.among]
            if mention.number is not None:
                number = 1 if is_behind else mention.number
            elif things:
                behind = counted[place + 1].number if is_behind and place + 1 < len(counted) else None
                words += things[:1] * min(behind or number, MOST_OF_A_VERB)
                number = 1
        return words

    def _words_for(self, slot: Slot, cues: Sequence[Cue]) -> list[str]:
        """Return what of what was named may stand in a slot."""
        numbers = list(dict.fromkeys(str(cue.mention.number) for cue in cues if self._counts(cue, slot)))
        if slot.kind == "count":
            return numbers or ([] if slot.need is Need.UNLESS_LEAST else ["1"])
        ids = list(dict.fromkeys(id for cue in cues for id in sorted(cue.mention.values("thing"))))
        if slot.kind == "number":
            return [*numbers, *(id for id in ids if id in slot.among)] or sorted(filter(str.isdigit, slot.among))
        if slot.kind == "place" and slot.form:
            named = [id for id in ids if _belongs(id, slot)]
            return [*named, *(slot.form.format(int(number)) for number in numbers)]
        if slot.kind == "place":
            places = [id for id in ids if _is_place(id)] or described(cues, self._surroundings, slot.sort, self.spoken)
            if slot.sort and slot.sort == self.spoken.places.two_ended:
                places = [path for path in self.places if not set(places).isdisjoint((path, *path.split("-")))]
            if slot.sort:
                places = [id for id in places if id not in self.places or self.places[id].kind == slot.sort]
            return places
        if slot.kind == "player":
            return [id for id in ids if id.startswith("seat")]
        if slot.among:
            some = [id for id in ids if id in slot.among]
        else:
            some = [id for id in ids if not _is_place(id) and not id.startswith("seat")]
        return [copy for id in some for copy in self._copies(id, cues)]

    def _counts(self, cue: Cue, slot: Slot) -> bool:
        """Return whether a number may stand in a slot, by what it was said to count."""
        if cue.mention.number is None:
            return False
        if slot.need is Need.UNLESS_LEAST:
            return bool(cue.units & slot.units)
        if slot.units & (self.spoken.exact_units | self.spoken.printed_units):
            return not cue.units or bool(cue.units & slot.units)
        exact = cue.units & (self.spoken.exact_units | self.spoken.printed_units)
        return not exact or not slot.units or bool(exact & slot.units)

    def _copies(self, id: str, cues: Sequence[Cue]) -> list[str]:
        """Return the cards or tiles of a kind: the one whose number was said, or all."""
        form = self.spoken.numbered.get(id)
        if form is None:
            return [id]
        known = {card for card in self.game.presentation.cards if self.lexicon.base(card) == id}
        known = known or {form.format(number) for number in range(1, 10)}
        numbers = [cue.mention.number for cue in cues if cue.mention.number is not None]
        named = [form.format(number) for number in numbers if form.format(number) in known]
        return named or sorted(copy for copy in known if self.lexicon.base(copy) == id)


def _belongs(thing: str, slot: Slot) -> bool:
    """Return whether a slot is for such things: they are named in it, or are places of its form."""
    if slot.form:
        return thing in slot.among or (thing[:1] == slot.form[:1] and thing[1:].isdigit())
    return thing in slot.among or (slot.kind == "place" and _is_place(thing))


def _says_only_what_is_done(mention: Mention) -> bool:
    return not mention.is_weak and mention.by_kind.keys() == {"verb"}


def _is_place(id: str) -> bool:
    return bool(re.fullmatch(r"[a-z]{1,2}\d{1,2}(-[a-z]\d+)?", id)) and not id.startswith("seat")


@lru_cache(maxsize=1 << 14)
def _features(key: str, lexicon: Lexicon, action: Action) -> tuple[Feature, ...]:
    """Return the features of an action's words."""
    verb, *words = action
    spoken = lexicon.spoken
    slots = spoken.verbs.get(verb, Verb(())).slots
    instead = [other for other, meant in spoken.said_for.items() if verb in meant]
    concepts = frozenset(Concept("verb", name) for name in (verb, *instead))
    features = [Feature(concepts, Need.NEVER if words else Need.ALWAYS, is_verb=True)]
    if slots and slots[0].kind in ("things", "trade"):
        return (*features, *_counted(words, spoken.units.amounts))
    place = 0
    for number, word in enumerate(words):
        if place >= len(slots):
            place = len(slots) - 1
        slot = slots[place] if slots else Slot("thing")
        if slot.repeated and word in words[:number]:
            slot = replace(slot, need=Need.NEVER)
        features += _of_word(slot, word, words, lexicon, spoken.verbs.get(verb, Verb(())), number + 1)
        if not slot.repeated:
            place += 1
    return tuple(features)


def _of_word(
    slot: Slot, word: str, words: Sequence[str], lexicon: Lexicon, verb: Verb, position: int
) -> Iterator[Feature]:
    if slot.kind == "literal":
        return
    if word.isdigit():
        things = (
            frozenset(lexicon.base(each) for each in words if not each.isdigit()) if slot.gives_kind else frozenset()
        )
        yield Feature(frozenset((Concept("number", word),)), slot.need, slot.units | things, slot.end)
        return
    kind = lexicon.base(word)
    concepts = {Concept("thing", kind)}
    concepts |= {Concept("thing", family) for family, members in lexicon.spoken.families.items() if kind in members}
    if verb.instead:
        instead = frozenset((Concept("thing", verb.instead.replace("*", kind)),))
        yield Feature(instead, Need.NEVER, is_remark=True)
    if exchanged := lexicon.spoken.exchanges.get(kind):
        yield Feature(frozenset((Concept("thing", exchanged),)), Need.NEVER)
    if match := re.fullmatch(r"([a-z])(\d\d)", word) if slot.form else None:
        concepts = {Concept("thing", word), Concept("number", str(int(match[2])))}
        yield Feature(frozenset(concepts), slot.need, lexicon.spoken.units.numbered_places, slot.end)
        return
    if slot.kind == "position":
        yield Feature(frozenset(concepts), Need.ALWAYS, group=position)
        yield Feature(frozenset((Concept("number", str(position)),)), Need.ALWAYS, group=position)
        yield Feature(frozenset((Concept("number", str(position)),)), Need.NEVER, group=position)  # so many cubes
        return
    if "-" in word:
        concepts |= {Concept("thing", end) for end in word.split("-")}
    yield Feature(frozenset(concepts), slot.need, slot.units, slot.end)
    if kind != word:
        number = re.sub(r"\D", "", word)
        yield Feature(frozenset((Concept("number", number),)), Need.TELLING_APART, lexicon.spoken.units.copies | {kind})


def _counted(words: Sequence[str], units: frozenset[str]) -> Iterator[Feature]:
    for word, number in Counter(word for word in words if not word.isdigit()).items():
        yield Feature(frozenset((Concept("thing", word),)))
        need = Need.NEVER if number in (1, len(words)) else Need.TELLING_APART
        yield Feature(frozenset((Concept("number", str(number)),)), need, units | {word})


def _hinted(hint: Message | None) -> Iterator[Feature]:
    """Yield what an action costs or brings."""
    for name, value in hint.args.items() if hint else ():
        if isinstance(value, int):
            yield _amount(value, name)
        elif isinstance(value, list):
            for thing, number in Counter(map(str, value)).items():
                yield Feature(frozenset((Concept("thing", thing),)), Need.NEVER)
                yield _amount(number, thing)
        elif isinstance(value, str) and "." not in value:
            yield Feature(frozenset((Concept("thing", value),)), Need.NEVER)


def _amount(number: int, unit: str) -> Feature:
    concepts = frozenset((Concept("number", str(number)),))
    return Feature(concepts, Need.NEVER, PRICE | {unit}, is_remark=True, is_price=True)


def _telling_apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates of which only that has to be said in which they differ."""
    shared = [{feature.concepts for feature in candidate.features} for candidate in candidates]
    common = set.intersection(*shared) if shared else set()
    return [
        replace(
            candidate,
            features=tuple(
                replace(feature, need=Need.NEVER) if feature.concepts in common else feature
                for feature in candidate.features
            ),
        )
        for candidate in candidates
    ]


def _price(verb: Verb, action: Action) -> tuple[int, Action]:
    """Return what is paid with a thing of choice, and the action without that."""
    for place, slot in enumerate(verb.slots, 1):
        if slot.need is Need.UNLESS_LEAST:
            if len(action) > place and action[place].isdigit():
                return int(action[place]), action[: place - 1]
            return 0, action
    return 0, action


def everything(actions: Iterable[Action]) -> set[str]:
    """Return all words of actions."""
    return {word for action in actions for word in action}
