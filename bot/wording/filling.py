"""What a phrase would be in a game's notation where nothing legal has what it names: so that the rules can say why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.lexicon import base
from bot.wording.matching import UNITS, Phrase
from bot.wording.reading import Atom
from bot.wording.shapes import Slot, fixed, shape
from engines import Action

MOST = 12
"""Readings of one verb that are followed."""


def filled(key: str, verbs: Sequence[str], ids: frozenset[str], said: Phrase) -> Iterator[Action]:
    """Actions of some verbs that a phrase names with all its words, the likeliest first. ``ids``: the words of the
    notation that have names."""
    for verb in verbs:
        for number, action in enumerate(_of_verb(key, verb, ids, said)):
            if number == MOST:
                break
            yield action


def _of_verb(key: str, verb: str, ids: frozenset[str], said: Phrase) -> Iterator[Action]:
    slots, extras = shape(key, verb)
    if fixed(key, verb):
        if any(verb in atom.of("verb") for atom in said.atoms) and all(verb in atom.of("verb") for atom in said.hard):
            yield (verb,)
        return
    if any(not atom.of("word", "number", "unit") and verb not in atom.of("verb") for atom in said.hard):
        return  # it says that something else is done
    kept = [
        (place, atom)
        for place, atom in enumerate(said.atoms)
        if atom.number is not None or atom.of("word") or not (atom.soft or atom.of("verb", "unit"))
    ]
    if slots[0].kind == "O" or (verb == "bank" and any("for" in atom.of("word") for atom in said.atoms)):
        yield from _exchanged(verb, said)
        return
    for action, left in _fill(verb, slots, 0, (verb,), tuple(kept), ids, said):
        if all(_is_extra(extras, atom, said.words[place].role) for place, atom in left):
            yield action


def _is_extra(extras: Sequence[tuple[str, frozenset[str]]], atom: Atom, role: frozenset[str]) -> bool:
    """Whether it may be said besides."""
    return any(
        (number == "count" and atom.number is not None)
        or (number.isdigit() and atom.number == int(number) and (not role or "*" in units or bool(role & units)))
        or number in atom.of("word")
        for number, units in extras
    )


def _fill(
    verb: str,
    slots: Sequence[Slot],
    at: int,
    action: Action,
    left: tuple[tuple[int, Atom], ...],
    ids: frozenset[str],
    said: Phrase,
) -> Iterator[tuple[Action, list[tuple[int, Atom]]]]:
    """Every way to go on with an action from a slot on with the atoms that are left; those that are left at last."""
    if (at >= len(slots) or slots[at].kind == "=") and len(action) > 1:
        yield action, [each for each in left if not each[1].soft and not _says_no_more(verb, each[1])]
    if at >= len(slots):
        return
    slot = slots[at]
    if slot.kind == "#" and not any(atom.number is not None for _, atom in left):
        yield from _fill(verb, slots, at + 1, (*action, "1"), left, ids, said)
        return
    if slot.kind == "=":
        yield from _fill(verb, slots, at + 1, (*action, *slot.units), left, ids, said)
        return
    for number, (place, atom) in enumerate(left):
        for word in _words(slot, place, atom, ids, said):
            after = at if slot.many else at + 1
            remaining = left[:number] + left[number + 1 :]
            several = [id for id in ids if base(id) == word and id != word]
            if (word in ids and not several) or any(letter.isdigit() for letter in word):
                yield from _fill(verb, slots, after, (*action, word), remaining, ids, said)
                for other, (beside, counted) in enumerate(remaining if slot.many else ()):
                    if counted.number is not None and counted.number < MOST and abs(beside - place) == 1:
                        without = remaining[:other] + remaining[other + 1 :]
                        times = (word,) * counted.number
                        yield from _fill(verb, slots, after, (*action, *times), without, ids, said)
            else:  # of several numbers: one that was typed says which, else any is meant
                for other, (_, counted) in enumerate(remaining):
                    if counted.number is not None and (named := numbered(word, counted.number)) in ids:
                        without = remaining[:other] + remaining[other + 1 :]
                        yield from _fill(verb, slots, after, (*action, named), without, ids, said)
                for named in sorted(several):
                    yield from _fill(verb, slots, after, (*action, named), remaining, ids, said)
    if slot.many and len(action) > 1:
        yield from _fill(verb, slots, at + 1, action, left, ids, said)


def _says_no_more(verb: str, atom: Atom) -> bool:
    return atom.number is None and (verb in atom.of("verb") or (bool(atom.of("unit")) and not atom.of("word")))


def _words(slot: Slot, place: int, atom: Atom, ids: frozenset[str], said: Phrase) -> Iterator[str]:
    """What an atom can be in a slot."""
    if slot.kind == "Q":
        yield from (
            [f"{next(iter(slot.units))}{atom.number:02d}"]
            if atom.number is not None
            else sorted(map(str, atom.of("word")))
        )
    elif slot.kind in "#$" or (slot.kind in "NdG" and atom.number is not None):
        role = said.words[place].role
        hard = role & UNITS
        if atom.number is not None and (not hard or "*" in slot.units or not slot.units or hard & slot.units):
            yield str(atom.number)
    else:
        direction, ends = said.words[place].direction, slot.units & {"from", "to"}
        if not direction or not ends or direction in ends:
            yield from sorted(str(word) for word in atom.of("word"))


def numbered(kind: str, number: int) -> str:
    """The card or tile of a kind that has this number."""
    return f"k{number}" if kind == "knowledge" else f"{kind}_{number}" if kind not in ANIMALS else f"{kind}{number}"


ANIMALS = frozenset(("cow", "pig", "sheep", "chicken"))


def _exchanged(verb: str, said: Phrase) -> Iterator[Action]:
    """A trade: what is given before "for", and what is wanted behind it, each with its number."""
    action, count, whom = [verb], 0, list[str]()
    for atom in said.atoms:
        words = sorted(str(word) for word in atom.of("word"))
        if atom.number is not None:
            count = atom.number
        elif "for" in words and len(action) > 1:
            action.append("for")
        elif seats := [word for word in words if word.startswith("seat")]:
            whom = ["to", seats[0]]
        elif things := [word for word in words if word not in ("for", "to", verb)]:
            # What the bank gives is one of each.
            action += [things[0]] if verb == "bank" and not count else [str(count or 1), things[0]]
            count = 0
        elif not atom.soft and verb not in atom.of("verb"):
            return
    if "for" in action:
        yield (*action, *whom)


def known(ids: Sequence[str]) -> frozenset[str]:
    """The ids that stand in notations."""
    return frozenset(ids) | frozenset(base(id) for id in ids if base(id) == id)
