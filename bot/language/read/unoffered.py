"""Build actions that the engine does not offer from the words of a sentence, to get the rules' reason against them.

Some of them are legal: nobody is offered to pay more than the least price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product

from bot.language.read.candidates import Candidates
from bot.language.read.concepts import Mention
from bot.language.read.cues import Cue
from bot.language.read.match_features import Candidate
from bot.language.read.rank import LEAST_PRICE, matched
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

    def __init__(self, candidates: Candidates, cues: Sequence[Cue]) -> None:
        self.candidates = candidates
        self.cues = cues
        self.game = candidates.game
        self.seat = candidates.seat
        self.lexicon = candidates.lexicon
        self.spoken = candidates.spoken
        self.places = candidates.places.places
        self._described_by_sort: dict[str, list[str]] = {}

    def labelled(self) -> Iterator[Action]:
        """Yield actions that are not offered and whose label may have been typed."""
        named_verbs = {verb for cue in self.cues for verb in cue.mention.proper}
        if not named_verbs:
            named_verbs = set(self.spoken.verbs)  # some labels name things alone
        listed = {candidate.action for candidate in self.candidates.legal}
        for verb in sorted(named_verbs):
            for action in self._actions(verb):
                begins = any(legal[: len(action)] == action for legal in listed)
                if not begins and self._is_whole(action):
                    yield action

    def named(self) -> Iterator[Candidate]:
        """Yield candidates that are not offered and consist of the words of the sentence."""
        mentioned = [(cue.mention.values("verb"), cue.mention) for cue in self.cues]
        verbs = {verb for names, mention in mentioned if _says_only_what_is_done(mention) for verb in names}
        if not verbs:
            verbs = {verb for names, _ in mentioned for verb in names} | self.game.kinds(self.seat)
            things = {thing for cue in self.cues for thing in cue.mention.values("thing")}
            verbs |= {
                verb
                for verb, form in self.spoken.verbs.items()
                if any(_belongs(thing, slot) for slot in form.slots for thing in things)
            }
            if not any(True for verb in verbs for _ in self._actions(verb)):
                verbs = set(self.spoken.verbs)
        listed = {candidate.action for candidate in self.candidates.legal}
        unnamed_trades = self._trading_verbs() - {verb for names, _ in mentioned for verb in names}
        for verb in sorted((verbs & self.spoken.verbs.keys()) - unnamed_trades):
            for action in self._actions(verb):
                if not any(legal[: len(action)] == action for legal in listed):
                    yield self.candidates.candidate(action, is_legal=False)

    def _trading_verbs(self) -> frozenset[str]:
        """Return the verbs that propose trades, which are read in another way where they are not named."""
        trading = self.spoken.trading
        return frozenset(trading.proposing) if trading is not None else frozenset()

    def _is_whole(self, action: Action) -> bool:
        """Return whether an action has a word for each required slot of its verb."""
        slots = self.spoken.verbs.get(action[0], Verb(())).slots
        literals = {slot.word for slot in slots if slot.kind == "literal"}
        needed = [slot for slot in slots if slot.kind != "literal" and slot.need is not Need.UNLESS_LEAST]
        needed = [slot for slot in needed if not (slot.repeated and slot.need is Need.TELLING_APART)]
        return len([word for word in action[1:] if word not in literals]) >= len(needed)

    def _actions(self, verb: str) -> Iterator[Action]:
        """Yield the actions of a verb that consist of the words of the sentence."""
        forms = (self.spoken.verbs[verb], *self.spoken.verbs[verb].typed) if verb in self.spoken.verbs else ()
        filled = (action for form in forms for action in self._filled(verb, form.slots))
        yield from islice(filled, MOST_OF_A_VERB)

    def _filled(self, verb: str, slots: Sequence[Slot]) -> Iterator[Action]:
        if slots and slots[0].kind == "things":
            if things := self._several(slots[0]):
                yield (verb, *things)
            return
        if len(slots) > 1 and len(set(slots)) == 1 and len(things := self._several(slots[0])) > len(slots):
            yield (verb, *things)  # three dice where two are chosen
            return
        options = list[list[Action]]()
        for slot in slots:
            if slot.kind == "literal":
                continue
            words: list[Action] = [(word,) for word in self._words_for(slot)]
            if slot.need is Need.UNLESS_LEAST or (slot.repeated and slot.need is Need.TELLING_APART):
                words.insert(0, ())
            if not words:
                break  # the shorter action is refused by the same rule: "build" without a place
            options.append(words)
        if not options:
            is_named = any(verb in cue.mention.values("verb") and not cue.mention.is_weak for cue in self.cues)
            if is_named or not slots:
                yield (verb,)
            return
        for combined in product(*options):
            named = [word for part in combined for word in part if not word.isdigit()]
            if len(named) == len(set(named)):  # one word of the sentence fills one slot
                yield (verb, *self._with_literals(slots, combined))

    @staticmethod
    def _with_literals(slots: Sequence[Slot], words: Sequence[Action]) -> Iterator[str]:
        """Yield the words of slots with the literals that introduce them."""
        spoken = [slot for slot in slots if slot.kind != "literal"]
        for slot, filling in zip(spoken, words, strict=False):
            introducing = slots[slots.index(slot) - 1] if slots.index(slot) else slot
            if filling and introducing.kind == "literal":
                yield introducing.word
            yield from filling

    def _several(self, slot: Slot) -> list[str]:
        """Return counted things one by one: "two red and a green" is red, red, green."""
        counted = [cue.mention for cue in self.cues if cue.mention.number is not None or cue.mention.values("thing")]
        is_behind = bool(counted) and counted[0].number is None  # "blue 4, red"
        words = list[str]()
        number = 1
        for place, mention in enumerate(counted):
            things = [id for id in sorted(mention.values("thing")) if not slot.among or id in slot.among]
            if mention.number is not None:
                number = 1 if is_behind else mention.number
            elif things:
                following = counted[place + 1].number if is_behind and place + 1 < len(counted) else None
                words += things[:1] * min(following or number, MOST_OF_A_VERB)
                number = 1
        return words

    def _words_for(self, slot: Slot) -> list[str]:
        """Return the words of the sentence that may stand in a slot."""
        numbers = list(dict.fromkeys(str(cue.mention.number) for cue in self.cues if self._counts(cue, slot)))
        if slot.kind == "count":
            return numbers or ([] if slot.need is Need.UNLESS_LEAST else ["1"])
        things = (id for cue in self.cues for id in sorted(cue.mention.values("thing")))
        ids = list(dict.fromkeys(member for id in things for member in self._members(id)))
        if slot.kind == "number":
            named = [*numbers, *(id for id in ids if id in slot.among)]
            if len(numbers) == 1 and not self.spoken.numbered.keys().isdisjoint(ids):
                named = self._offered(slot)  # the number is that of the tile
            return named or sorted(filter(str.isdigit, slot.among)) or sorted(slot.among)
        if slot.kind == "place" and slot.form:
            named = [id for id in ids if _belongs(id, slot)]
            return [*named, *(slot.form.format(int(number)) for number in numbers)]
        if slot.kind == "place":
            places = [id for id in ids if _is_place(id)] or self._described(slot.sort)
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
        return [copy for id in some for copy in self._copies(id)]

    def _offered(self, slot: Slot) -> list[str]:
        """Return the numbers with which something can be done now, such as dice; none for other numbers."""
        if slot.units.isdisjoint(self.spoken.tools):
            return []
        words = [candidate.action for candidate in self.candidates.legal]
        pairs = [pair for action in words for pair in pairwise(action)]
        return sorted({number for tool, number in pairs if tool in slot.units})

    def _counts(self, cue: Cue, slot: Slot) -> bool:
        """Return whether a number may stand in a slot, judged by its unit."""
        if cue.mention.number is None or (cue.end == "from" and slot.kind == "number" and slot.end != "from"):
            return False
        if cue.is_price and slot.kind == "count" and cue.mention.number >= LEAST_PRICE:
            return False
        if slot.need is Need.UNLESS_LEAST:
            return bool(cue.units & slot.units)
        if slot.units & (self.spoken.exact_units | self.spoken.printed_units):
            return not cue.units or bool(cue.units & slot.units)
        if cue.units & self.spoken.gained_units:
            return False
        exact = cue.units & (self.spoken.exact_units | self.spoken.printed_units)
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
        known = {card for card in self.game.presentation.cards if self.lexicon.base(card) == id}
        known = known or {form.format(number) for number in range(1, 10)}
        cues = [
            cue
            for cue in self.cues
            if cue.mention.number is not None and not cue.units & self.spoken.exact_units and cue.end != "from"
        ]
        named = [form.format(cue.mention.number) for cue in cues if form.format(cue.mention.number) in known]
        return named or sorted(copy for copy in known if self.lexicon.base(copy) == id)

    def _described(self, sort: str) -> list[str]:
        """Return the places of a sort that the sentence describes best; none if the description fits too many."""
        if sort not in self._described_by_sort:
            self._described_by_sort[sort] = self._describe(sort)
        return self._described_by_sort[sort]

    def _describe(self, sort: str) -> list[str]:
        by_sort = self.candidates.places.by_sort
        places = [place for kind, places in by_sort.items() if sort in ("", kind) for place in places]
        matches = [match for place in places if (match := matched(self.cues, place, self.spoken)) is not None]
        most = max((match.explained for match in matches), default=0)
        best = [match.candidate.action[0] for match in matches if match.explained == most]
        return best if most >= FEWEST_WORDS and len(best) <= MOST_PLACES else []


def _belongs(thing: str, slot: Slot) -> bool:
    """Return whether a thing may stand in a slot: it is listed there, or is a place of its form."""
    if slot.form:
        return thing in slot.among or (thing[:1] == slot.form[:1] and thing[1:].isdigit())
    return thing in slot.among or (slot.kind == "place" and _is_place(thing))


def _says_only_what_is_done(mention: Mention) -> bool:
    return not mention.is_weak and mention.by_kind.keys() == {"verb"}


def _is_place(id: str) -> bool:
    """Return whether an id has the form of a place: "h03", a path "n20-n26"."""
    return bool(re.fullmatch(r"[a-z]{1,2}\d{1,2}(-[a-z]\d+)?", id)) and not id.startswith("seat")
