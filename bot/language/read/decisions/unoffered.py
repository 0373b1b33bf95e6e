"""Build actions that the engine does not offer from the words of a sentence, to get the rules' reason against them.

Some of them are legal: nobody is offered to pay more than the least price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, islice, pairwise, product

from bot.language.read.possible_actions.candidates import Candidate, Candidates
from bot.language.read.possible_actions.places import is_place_id, number_of_place
from bot.language.read.ranking.assignments import LEAST_PRICE, assign_cues
from bot.language.read.sentences.cues import Cue
from bot.language.read.words.lexicon import Lexicon
from bot.wording.texts import SEAT
from bot.wording.vocabulary import vocabulary
from engines import Action
from engines.spoken import Need, Slot, Verb

MOST_OF_A_VERB = 40
"""Actions of one verb that are built, at most."""
MOST_PLACES = 4
"""Equally well described places that may be meant, at most."""
FEWEST_WORDS = 2
"""Mentions that have to fit a place before it may be meant."""


class Unoffered:
    """Actions that consist of the words of a sentence and are not offered."""

    def __init__(self, candidates: Candidates, cues: Sequence[Cue], *, only_by_name: bool = False) -> None:
        """Prepare to build actions.

        Args:
            candidates: The legal actions.
            cues: The sentence.
            only_by_name: True if places are meant only by their names, as in labels, and not described.
        """
        self.candidates = candidates
        self.cues = cues
        self.only_by_name = only_by_name
        self.game = candidates.game
        self.seat = candidates.seat
        self.lexicon = candidates.lexicon
        self.spoken = candidates.spoken
        self.places = candidates.places.places
        self.words_by_kind: Mapping[str, Callable[[Slot], list[str]]] = {
            "count": self._counts_for,
            "number": self._numbers_for,
            "place": self._places_for,
            "player": self._players_for,
        }
        """Methods that return the words of the sentence for a slot, by its kind; others take things."""
        self._words = dict[Slot, list[str]]()
        """The words of the sentence by the slots that they may fill: many verbs have the same slots."""

    def with_typed_label(self) -> Iterator[Action]:
        """Yield actions that are not offered and whose label may have been typed."""
        verbs = {verb for cue in self.cues for verb in cue.mention.panel_verbs}
        for verb in sorted(verbs or self.spoken.verbs):  # some labels name things alone
            for action in self._actions(verb):
                if action not in self.candidates.beginnings and self.fills_required_slots(action):
                    yield action

    def built_from_words(self) -> Iterator[Candidate]:
        """Yield candidates that are not offered and consist of the words of the sentence."""
        trading = self.spoken.trading
        trades = frozenset(trading.proposing) if trading is not None else frozenset[str]()
        unnamed_trades = trades - self._mentioned_verbs  # read_trade reads those that no verb names
        payments = self.game.presentation.follow_ups.payments - self.game.kinds(self.seat)
        unnamed_payments = payments - self._mentioned_verbs  # nobody pays before there is something to pay
        for verb in sorted((self._meant_verbs() & self.spoken.verbs.keys()) - unnamed_trades - unnamed_payments):
            for action in self._actions(verb):
                if action not in self.candidates.beginnings:
                    yield self.candidates.unoffered(action)

    # -- verbs ---------------------------------------------------------------------------------------------------------

    def _meant_verbs(self) -> set[str]:
        """Return the verbs that may be meant, by the first rule that yields any.

        These are the verbs of words that mean nothing else; all that are mentioned, that the seat may decide now, or
        that are done with a thing of the sentence, if any action of theirs can be built; all verbs.
        """
        only_verbs = {
            verb
            for cue in self.cues
            if not cue.mention.is_weak and cue.mention.is_only_verb
            for verb in cue.mention.values("verb")
        }
        if only_verbs:
            return only_verbs
        likely = self._mentioned_verbs | self.game.kinds(self.seat) | self._verbs_for_things()
        can_build = any(True for verb in likely for _ in self._actions(verb))
        return likely if can_build else set(self.spoken.verbs)

    @cached_property
    def _mentioned_verbs(self) -> set[str]:
        """All verbs that words of the sentence may mean."""
        return {verb for cue in self.cues for verb in cue.mention.values("verb")}

    def _verbs_for_things(self) -> set[str]:
        """Return the verbs with a slot for a thing of the sentence."""
        things = {thing for cue in self.cues for thing in cue.mention.values("thing")}
        return {
            verb
            for verb, form in self.spoken.verbs.items()
            if any(_belongs(thing, slot) for slot in form.slots for thing in things)
        }

    # -- actions -------------------------------------------------------------------------------------------------------

    def fills_required_slots(self, action: Action) -> bool:
        """Return whether an action has a word for each required slot of its verb."""
        slots = self.spoken.verbs.get(action[0], Verb(())).slots
        literals = {slot.word for slot in slots if slot.kind == "literal"}
        needed = [slot for slot in slots if slot.kind != "literal" and not _may_be_left_out(slot)]
        return len([word for word in action[1:] if word not in literals]) >= len(needed)

    def _actions(self, verb: str) -> Iterator[Action]:
        """Yield the actions of a verb that consist of the words of the sentence."""
        forms = (self.spoken.verbs[verb], *self.spoken.verbs[verb].typed) if verb in self.spoken.verbs else ()
        filled = (action for form in forms for action in self._filled(verb, form.slots))
        yield from islice(filled, MOST_OF_A_VERB)

    def _filled(self, verb: str, slots: Sequence[Slot]) -> Iterator[Action]:
        """Yield the actions of a form of a verb whose slots are filled with words of the sentence."""
        if slots and slots[0].kind == "things":
            if things := self._listed_things(slots[0]):
                yield (verb, *things)
            return
        if len(slots) > 1 and len(set(slots)) == 1 and len(things := self._listed_things(slots[0])) > len(slots):
            yield (verb, *things)  # three dice where two are chosen
            return
        if len(slots) == 1 and slots[0].repeated and slots[0].kind == "number":
            numbers = self._numbers_by_unit(slots[0])
            if len(numbers) > 1 and not self._is_multiple(verb, numbers):
                yield (verb, *numbers)  # "columns 3 and 8"
        introductions = list[Action]()
        options = list[list[Action]]()
        for introduction, slot in _with_introductions(slots):
            fillings: list[Action] = [(word,) for word in self._words_for(slot)]
            if _may_be_left_out(slot):
                fillings.insert(0, ())
            if not fillings:
                break  # the shorter action is refused by the same rule: "build" without a place
            introductions.append(introduction)
            options.append(fillings)
        if not options:
            is_named = any(verb in cue.mention.values("verb") and not cue.mention.is_weak for cue in self.cues)
            if is_named or not slots:
                yield (verb,)
            return
        for combination in product(*options):
            named = [word for filling in combination for word in filling if not word.isdigit()]
            if len(named) == len(set(named)):  # one word of the sentence fills one slot
                introduced = zip(introductions, combination, strict=True)
                parts = (introduction + filling for introduction, filling in introduced if filling)
                yield (verb, *chain.from_iterable(parts))

    def _is_multiple(self, verb: str, numbers: Sequence[str]) -> bool:
        """Return whether a number of the sentence says how often an offered action has the other: "double 8" is 8 8."""
        runs = [legal.action[1:] for legal in self.candidates.legal if legal.action[0] == verb]
        return any({str(len(run)), *run} == set(numbers) for run in runs if len(run) > len(set(run)) == 1)

    # -- words for slots -----------------------------------------------------------------------------------------------

    def _words_for(self, slot: Slot) -> list[str]:
        """Return the words of the sentence that may stand in a slot."""
        if slot not in self._words:
            self._words[slot] = self.words_by_kind.get(slot.kind, self._things_for)(slot)
        return self._words[slot]

    @cached_property
    def _ids(self) -> list[str]:
        """The things, places and players that the sentence names; the members of a family instead of its name."""
        named = (id for cue in self.cues for id in sorted(cue.mention.values("thing")))
        return list(dict.fromkeys(member for id in named for member in self._members(id)))

    def _numbers_by_unit(self, slot: Slot) -> list[str]:
        """Return the numbers of the sentence that may stand in a slot, judged by their units."""
        return list(dict.fromkeys(str(cue.mention.number) for cue in self.cues if self._fits_slot(cue, slot)))

    def _counts_for(self, slot: Slot) -> list[str]:
        """Return how many things are meant: one, unless the sentence says more or a price may be left out."""
        return self._numbers_by_unit(slot) or ([] if slot.need is Need.UNLESS_LEAST else ["1"])

    def _numbers_for(self, slot: Slot) -> list[str]:
        """Return which numbers are meant, as of a depot or die; all that are possible if the sentence names none."""
        numbers = self._numbers_by_unit(slot)
        has_unit = any(cue.mention.number is not None and cue.units & slot.units for cue in self.cues)
        if len(numbers) == 1 and not has_unit and not self.spoken.numbered.keys().isdisjoint(self._ids):
            named = self._offered_numbers(slot)  # in "Knowledge 16" the number is the tile's
        else:
            named = [*numbers, *(id for id in self._ids if id in slot.among)]
        return named or sorted(filter(str.isdigit, slot.among)) or sorted(slot.among)

    def _places_for(self, slot: Slot) -> list[str]:
        """Return the places that the sentence names, or else describes; of the numbered ones also by their number."""
        if slot.form:
            named = [id for id in self._ids if _belongs(id, slot)]
            named += (slot.form.format(int(number)) for number in self._numbers_by_unit(slot))
            return named or [place for place in self._with_named_contents() if _belongs(place, slot)]
        places = [id for id in self._ids if is_place_id(id)]
        if not (places or self.only_by_name):
            places = self._described(slot.sort)
        if slot.sort and slot.sort == self.spoken.places.two_ended:  # one end is enough
            ends = set(places)
            places = [path for path in self.places if not ends.isdisjoint((path, *path.split("-")))]
        return [id for id in places if not slot.sort or id not in self.places or self.places[id].kind == slot.sort]

    def _with_named_contents(self) -> list[str]:
        """Return the places on which a thing of the sentence lies: the spice quarter; none where only names count."""
        if self.only_by_name:
            return []
        return [place for place, content in self.candidates.places.contents.items() if content in self._ids]

    def _players_for(self, _slot: Slot) -> list[str]:
        return [id for id in self._ids if id.startswith(SEAT)]

    def _things_for(self, slot: Slot) -> list[str]:
        """Return the things that the sentence names; those of which there are several with their numbers."""
        if slot.among:
            things = [id for id in self._ids if id in slot.among]
        else:
            things = [id for id in self._ids if not is_place_id(id) and not id.startswith(SEAT)]
        return [copy for thing in things for copy in self._copies(thing)]

    def _listed_things(self, slot: Slot) -> list[str]:
        """Return counted things one by one: "two red and a green" is red, red, green."""
        numbers = {cue.partner_start: cue.mention.number for cue in self.cues if cue.mention.number is not None}
        words = list[str]()
        for cue in self.cues:
            things = [id for id in sorted(cue.mention.values("thing")) if not slot.among or id in slot.among]
            if things and cue.mention.number is None:
                words += things[:1] * min(numbers.get(cue.mention.start) or 1, MOST_OF_A_VERB)
        return words

    def _offered_numbers(self, slot: Slot) -> list[str]:
        """Return the numbers with which something can be done now, such as dice; none for other numbers."""
        if slot.units.isdisjoint(self.spoken.units.tools):
            return []
        words = [candidate.action for candidate in self.candidates.legal]
        pairs = [pair for action in words for pair in pairwise(action)]
        return sorted({number for tool, number in pairs if tool in slot.units})

    def _fits_slot(self, cue: Cue, slot: Slot) -> bool:
        """Return whether a number may stand in a slot, judged by its unit."""
        if cue.mention.number is None:
            return False
        if cue.end == "from" and slot.kind == "number" and slot.end != "from":
            return False  # "from 4" is no die
        if cue.is_price and slot.kind == "count" and cue.mention.number >= LEAST_PRICE:
            return False  # "for 40" is no number of goods
        if slot.need is Need.UNLESS_LEAST:
            return bool(cue.units & slot.units)  # only "two workers" are a price in workers
        exact_units = self.spoken.units.exact | self.spoken.units.printed
        if slot.units & exact_units:
            return not cue.units or bool(cue.units & slot.units)  # "4" and "die 4" may be the die, "4 goods" are not
        if cue.units & self.spoken.gained_units:
            return False  # "for 4 points"
        exact = cue.units & exact_units
        return not exact or not slot.units or bool(exact & slot.units)

    def _members(self, id: str) -> list[str]:
        """Return the words of actions that a thing stands for: itself, or the members of a family such as "animal"."""
        members = sorted(self.spoken.families.get(id, ()))
        return [id, *members] if not members or self.lexicon.is_of_actions(id) else members

    def _copies(self, id: str) -> list[str]:
        """Return the cards or tiles of a kind: those whose number the sentence names, or all."""
        form = self.spoken.numbered.get(id)
        if form is None:
            return [id]
        copies = _copies(self.lexicon, id)
        cues = [
            cue
            for cue in self.cues
            if cue.mention.number is not None
            and not cue.mention.is_weak  # "a cow" is not that with one cow
            and not cue.units & self.spoken.units.exact
            and cue.end != "from"
        ]
        named = [form.format(cue.mention.number) for cue in cues if form.format(cue.mention.number) in copies]
        return named or sorted(copies)

    def _described(self, sort: str) -> list[str]:
        """Return the places of a sort that the sentence describes best; none if the description fits too many."""
        places = [id for id, place in self.places.items() if sort in ("", place.kind)]
        most_explained = FEWEST_WORDS
        best = set[str]()
        for id in sorted(places, key=lambda id: -self._words_in_common[id]):
            if self._words_in_common[id] < most_explained:
                break  # a word explains nothing with which it has no meaning in common
            explained = self._words_explained(id)
            if explained > most_explained:
                best.clear()
            if explained >= most_explained:
                most_explained = explained
                best.add(id)
        return [id for id in places if id in best] if len(best) <= MOST_PLACES else []

    @cached_property
    def _words_in_common(self) -> Mapping[str, int]:
        """The number of words that have a meaning in common with a place, by place."""
        meanings = [cue.mention.concepts for cue in self.cues]
        concepts = {id: self.candidates.places.concepts(id) for id in self.places}
        return {id: sum(not named.isdisjoint(meaning) for meaning in meanings) for id, named in concepts.items()}

    def _words_explained(self, id: str) -> int:
        """Return how many words of the sentence describe a place; 0 if it rules the place out."""
        features = self.candidates.places.features(id)
        explanation = assign_cues(self.cues, Candidate((id,), tuple(features)), self.spoken)
        return explanation.explained if explanation is not None else 0


@cache
def _copies(lexicon: Lexicon, kind: str) -> frozenset[str]:
    """Return the cards or tiles of a kind."""
    return frozenset(copy for copy in vocabulary(lexicon.key).ids if lexicon.base(copy) == kind) - {kind}


def _with_introductions(slots: Sequence[Slot]) -> Iterator[tuple[Action, Slot]]:
    """Yield the slots that have to be filled, each with the literal that introduces it: the "die" of "die 4"."""
    introduction: Action = ()
    for slot in slots:
        if slot.kind == "literal":
            introduction = (slot.word,)
        else:
            yield introduction, slot
            introduction = ()


def _may_be_left_out(slot: Slot) -> bool:
    """Return whether an action may have no word for a slot: a price, or a further one of several."""
    return slot.need is Need.UNLESS_LEAST or (slot.repeated and slot.need is Need.TELLING_APART)


def _belongs(thing: str, slot: Slot) -> bool:
    """Return whether a thing may stand in a slot: it is listed there, or is a place of its form."""
    if thing in slot.among or number_of_place(thing, slot.form) is not None:
        return True
    return slot.kind == "place" and not slot.form and is_place_id(thing)
