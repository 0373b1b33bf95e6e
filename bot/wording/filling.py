"""What a phrase would be in a game's notation where nothing legal has what it names: so that the rules can say why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.wording.lexicon import Meaning, base
from bot.wording.matching import Effort
from bot.wording.phrases import UNITS, VAGUE, Phrase, Said
from bot.wording.reading import Atom
from bot.wording.shapes import Slot, ends, fixed, shapes
from bot.wording.texts import SEAT
from engines import Action

DELIVERED = frozenset(("lacquer", "rice", "tea", "jade", "silk", "paper", "porcelain", "spices", "joker"))
"""Wares of Macao, which alone are delivered: no card is."""
COLOURS = frozenset(("black", "blue", "gray", "green", "red", "violet"))
"""Of Macao's cubes."""
WARES = frozenset(("turquoise", "purple", "pink", "red", "brown", "orange"))
"""Of The Castles of Burgundy."""
BUILDINGS = frozenset(("factory_sugar", "factory_gold", "factory_spice", "shipyard", "church"))
"""Of Navegador."""
GOODS, TRADED = frozenset(("sugar", "gold", "spice")), frozenset(("sell", "process", "colony"))
"""Of Navegador, and what is done with them."""
ASHORE = BUILDINGS | frozenset(
    ("sailing", "workers", "market1", "colony", "privilege", "ships", "market2", "builder", "factory", "explorer")
)
"""What is called so in Navegador and is no sea region."""
UNSAID = frozenset(("take", "buy"))
"""What is done with a thing that lies in a depot, if nobody says what; never what only a special tile allows."""
PRIVILEGES = frozenset(("colony", "factory", "explorer", "shipyard", "church"))
"""Of Navegador: what each of them counts."""
AMONG = {"B": BUILDINGS, "C": COLOURS, "K": PRIVILEGES, "T": WARES}
"""What may stand in slots of these letters."""
RATES = ("1", "2", "3", "4")
"""Of equal things that the bank takes for a card in MMN."""
PLACE = re.compile(r"[qsnh]\d\d|[a-g]\d")
"""A place of a board, as opposed to a thing; only what ``CHOOSES`` may be about either."""
ON_PATHS = frozenset(("road",))
"""What is done with a path, which may be called by one of its ends."""
CHOOSES = "choose"
CENTRE = "black"
"""The depot without a number in The Castles of Burgundy."""
MOST, MOST_STEPS = 12, 1000
"""Readings of one verb that are followed, and steps on the way to those of all."""


def filled(key: str, verbs: Sequence[str], ids: frozenset[str], said: Phrase) -> Iterator[Action]:
    """Actions of some verbs that a phrase names with all its words, the likeliest first. ``ids``: the words of the
    notation that have names."""
    effort = Effort(MOST_STEPS)
    for verb in verbs:
        for number, action in enumerate(_of_verb(key, verb, ids, said, effort)):
            if number == MOST:
                break
            yield action


def _of_verb(key: str, verb: str, ids: frozenset[str], said: Phrase, effort: Effort) -> Iterator[Action]:
    ways = shapes(key, verb)
    if fixed(key, verb):
        named = any(verb in atom.of("verb") for atom in said.atoms)
        if named and all(verb in atom.of("verb") or atom.number is not None for atom in said.hard):
            yield (verb,)
        return
    if any(not atom.of("word", "number", "unit") and verb not in atom.of("verb") for atom in said.hard):
        return  # it says that something else is done
    kept = [
        (place, atom)
        for place, atom in enumerate(said.atoms)
        if atom.number is not None or atom.of("word") or not (atom.soft or atom.of("verb", "unit"))
    ]
    kept = _joined(kept, ids)
    if len(kept) > 1:  # what says what is done is no thing
        kept = [(place, atom) for place, atom in kept if verb not in atom.of("verb")]
    if ways[0][0][0].kind == "O" or (verb == "bank" and any("for" in atom.of("word") for atom in said.atoms)):
        yield from _exchanged(verb, said)
        return
    for slots, extras in ways:
        for action, left in _Filling(verb, slots, ids, said, effort).all(tuple(kept)):
            if all(_is_extra(extras, atom, said.words[place]) for place, atom in left):
                yield action


def _joined(kept: Sequence[tuple[int, Atom]], ids: frozenset[str]) -> list[tuple[int, Atom]]:
    """With "Knowledge 18" as the one tile of this number."""
    found = list[tuple[int, Atom]]()
    for place, atom in kept:
        if found and atom.number is not None and found[-1][0] == place - 1:
            whole = {numbered(str(word), atom.number) for word in found[-1][1].of("word")} & ids
            if len(whole) == 1:
                name = f"{found[-1][1].text} {atom.text}"
                found[-1] = (place - 1, Atom(name, frozenset({Meaning("word", *whole)})))
                continue
        found.append((place, atom))
    return found


def _is_extra(extras: Sequence[tuple[str, frozenset[str]]], atom: Atom, said: Said) -> bool:
    """Return whether an atom may be said besides: where something is done, but not where it goes."""
    role = said.role
    return any(
        (number == "count" and atom.number is not None)
        or (number.isdigit() and atom.number == int(number) and (not role or "*" in units or bool(role & units)))
        or (number in atom.of("word") and (said.direction in units or said.direction != "to"))
        for number, units in extras
    )


Left = tuple[tuple[int, Atom], ...]
"""Atoms that no slot has yet, each with its place in the phrase."""


class _Filling:
    """Every way to fill the slots of a verb."""

    def __init__(self, verb: str, slots: Sequence[Slot], ids: frozenset[str], said: Phrase, effort: Effort) -> None:
        self.verb, self.slots, self.ids, self.said, self.effort = verb, slots, ids, said, effort
        named = {other for atom in said.atoms if not atom.soft for other in atom.of("verb")}
        self.named = any(verb in atom.of("verb") for atom in said.atoms) or (verb in UNSAID and not named)

    def all(self, left: Left) -> Iterator[tuple[Action, Left]]:
        """Whole actions, each with the atoms that no slot has."""
        return self._fill(0, (self.verb,), left)

    def _fill(self, at: int, action: Action, left: Left) -> Iterator[tuple[Action, Left]]:
        if self.effort.spent():
            return
        done = at >= len(self.slots)
        kinds = [slot.kind for slot in self.slots[: at + 1]]
        nowhere = not done and kinds[0] == "W" and kinds[-1] == "L"  # "place the church"
        depot = any("depot" in atom.of("unit") for atom in self.said.atoms)
        nowhere = nowhere or (not done and depot and kinds == ["#", "W"])  # "take the tile from depot 6"
        if (done or nowhere or self.slots[at].kind == "=") and len(action) > 1:
            yield action, tuple(each for each in left if not each[1].soft and not self._says_no_more(*each))
        if done:
            return
        slot = self.slots[at]
        if slot.kind == "#" and not any(atom.number is not None for _, atom in left):
            for least in ("123456" if "depot" in slot.units else "1") if self.named else "":
                yield from self._fill(at + 1, (*action, least), left)
        elif (
            slot.kind == "d" and self.verb in UNSAID and self.named and not any(_names_depot(atom) for _, atom in left)
        ):
            yield from self._fill(at + 1, (*action, CENTRE), left)
        elif slot.kind == "=":
            yield from self._fill(at + 1, (*action, *slot.units), left)
        else:
            for number, (place, atom) in enumerate(left):
                words = list(_words(slot, self.verb, place, atom, self.said))
                for word in words:
                    yield from self._with(at, action, word, place, left[:number] + left[number + 1 :])
                if words and slot.many:
                    break  # in their order
            if slot.many and len(action) > 1:
                yield from self._fill(at + 1, action, left)

    def _with(self, at: int, action: Action, word: str, place: int, left: Left) -> Iterator[tuple[Action, Left]]:
        """Every way to go on with a word in a slot."""
        slot = self.slots[at]
        after = at if slot.many else at + 1
        if self.verb in ON_PATHS and (paths := sorted(id for id in self.ids if word in ends(id))):
            for path in paths:  # a road to a corner is one of those that end there
                yield from self._fill(after, (*action, path), left)
            return
        several = _several(self.ids).get(word, ())
        for other, (beside, atom) in enumerate(left):
            without = left[:other] + left[other + 1 :]
            if atom.number is None or self.said.words[beside].price:
                continue
            if (named := numbered(word, atom.number)) in several and not self._set_apart(place, beside):
                yield from self._fill(after, (*action, named), without)
            elif slot.many and atom.number < MOST and self._counts(beside, word, place):
                yield from self._fill(after, (*action, *(word,) * atom.number), without)
        if (word in self.ids and not several) or any(letter.isdigit() for letter in word):
            yield from self._fill(after, (*action, word), left)
        for named in several:  # nobody said which
            yield from self._fill(after, (*action, named), left)

    def _set_apart(self, place: int, number: int) -> bool:
        """Whether a number behind a word belongs to something else: "knowledge with the 5"."""
        between = self.said.atoms[place + 1 : number]
        return any(atom.of("break") and not atom.of("from", "to") for atom in between)

    def _counts(self, number: int, word: str, place: int) -> bool:
        """Whether a number counts a word that stands there: nothing that has to mean something stands between them, and
        nobody said that it counts something else."""
        role = self.said.words[number].role
        if role and not role & {word, *VAGUE}:
            return False
        first, last = sorted((place, number))
        return all(atom.soft for atom in self.said.atoms[first + 1 : last])

    def _says_no_more(self, place: int, atom: Atom) -> bool:
        """Whether a word that is left says what is done, or what a number counts."""
        counts = bool(atom.of("unit")) and self.said.words[place].counted
        return atom.number is None and (self.verb in atom.of("verb") or counts)


@lru_cache(maxsize=64)
def _several(ids: frozenset[str]) -> dict[str, list[str]]:
    """The cards, tiles and places of each kind that has a number."""
    found = defaultdict[str, list[str]](list)
    for id in sorted(ids):
        alike = ends(id) if base(id) == id else (base(id),)
        if len(alike) == 1:
            found[alike[0]].append(id)
    return found


def _names_depot(atom: Atom) -> bool:
    return CENTRE in atom.of("word") or atom.number is not None


def _words(slot: Slot, verb: str, place: int, atom: Atom, said: Phrase) -> Iterator[str]:
    """What an atom can be in a slot."""
    if slot.kind == "Q":
        letter = next(iter(slot.units))
        if atom.number is None:
            places = (word for word in sorted(map(str, atom.of("word"))) if PLACE.match(word) or letter != "q")
            yield from (word for word in places if not PLACE.match(word) or word[0] == letter)
        elif not said.words[place].role & {"quarter"} or letter == "q":
            yield f"{letter}{atom.number:02d}"
    elif slot.kind in "#$" or (slot.kind in "NdG" and atom.number is not None):
        role = said.words[place].role
        hard = role & UNITS
        if said.words[place].price and slot.kind != "$":
            return
        units = slot.units or (frozenset({"depot"}) if slot.kind == "d" else hard)
        if atom.number is not None and (not hard or "*" in units or hard & units):
            yield str(atom.number)
    else:
        direction, ends = said.words[place].direction, slot.units & {"from", "to"}
        if not direction or not ends or direction in ends:
            nobody = slot.kind == "M" or (slot.many and atom.soft)  # "a" is an article among things
            things = sorted(str(word) for word in atom.of("word") if not (nobody and str(word).startswith(SEAT)))
            yield from (thing for thing in things if _may_be(slot, verb, thing))


def _may_be(slot: Slot, verb: str, thing: str) -> bool:
    """Whether a slot of a verb has room for a thing of this sort."""
    if slot.kind == "L":
        return any(map(str.isdigit, thing)) and not thing.startswith(SEAT)
    if slot.units & {"from", "to"} and thing in ASHORE:
        return False
    if verb in TRADED and slot.kind == "W":
        return thing in GOODS
    if verb == "deliver":
        return thing in DELIVERED
    if slot.kind in "WwMd" and verb != CHOOSES and PLACE.fullmatch(thing):
        return False
    if among := AMONG.get(slot.kind):
        return thing in among
    return slot.kind != "d" or thing == CENTRE


def numbered(kind: str, number: int) -> str:
    """The card or tile of a kind that has this number."""
    return f"k{number}" if kind == "knowledge" else f"{kind}_{number}" if kind not in ANIMALS else f"{kind}{number}"


ANIMALS = frozenset(("cow", "pig", "sheep", "chicken"))


def _exchanged(verb: str, said: Phrase) -> Iterator[Action]:
    """A trade: what is given before "for", and what is wanted behind it, each with its number."""
    action, count, partners = [verb], 0, list[str]()
    for atom in said.atoms:
        words = sorted(str(word) for word in atom.of("word"))
        if atom.number is not None:
            count = atom.number
        elif "for" in words and len(action) > 1:
            action.append("for")
        elif seats := [word for word in words if word.startswith(SEAT)]:
            partners = seats  # several where a name or letter may mean any of them
        elif len(action) == 1 and not count and verb in atom.of("verb"):
            continue  # "trade wool": it says what is done
        elif things := [word for word in words if word not in ("for", "to", verb)]:
            one = verb == "bank" and (not count or (count == 1 and "for" in action))  # so many are given by the bank
            action += [things[0]] if one else [str(count or 1), things[0]]
            count = 0
        elif not atom.soft and verb not in atom.of("verb"):
            return
    if "for" not in action:
        return
    if verb == "bank" and not action[1].isdigit():
        yield from ((verb, rate, *action[1:]) for rate in RATES)
    elif partners:
        yield from ((*action, "to", partner) for partner in partners)
    else:
        yield tuple(action)


def known(ids: Sequence[str]) -> frozenset[str]:
    """The ids that stand in notations."""
    return frozenset(ids) | frozenset(base(id) for id in ids if base(id) == id)
