"""What a phrase would be in a game's notation where nothing legal has what it names: so that the rules can say why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.lexicon import Atom, base
from bot.wording.matching import Phrase
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
    kept = [
        (place, atom)
        for place, atom in enumerate(said.atoms)
        if atom.number is not None or atom.of("word") or not (atom.soft or atom.of("verb", "unit"))
    ]
    if slots[0].kind == "O":
        yield from _exchanged(verb, said)
        return
    yield from _fill(verb, slots, 0, (verb,), tuple(kept), ids, said)


def _fill(
    verb: str,
    slots: Sequence[Slot],
    at: int,
    action: Action,
    left: tuple[tuple[int, Atom], ...],
    ids: frozenset[str],
    said: Phrase,
) -> Iterator[Action]:
    """Every way to go on with an action from a slot on with the atoms that are left."""
    rest = [atom for _, atom in left if not atom.soft and not _says_no_more(verb, atom)]
    if at >= len(slots) or (slots[at].kind == "=" and not any(atom.number is not None for _, atom in left)):
        if not rest and len(action) > 1:
            yield action
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
            if word in ids or word.isdigit() or any(letter.isdigit() for letter in word):
                yield from _fill(verb, slots, after, (*action, word), remaining, ids, said)
            else:  # of several numbers: one that was typed says which, else any is meant
                for other, (_, counted) in enumerate(remaining):
                    if counted.number is not None and (named := numbered(word, counted.number)) in ids:
                        without = remaining[:other] + remaining[other + 1 :]
                        yield from _fill(verb, slots, after, (*action, named), without, ids, said)
                for named in sorted(id for id in ids if base(id) == word):
                    yield from _fill(verb, slots, after, (*action, named), remaining, ids, said)
    if slot.many and len(action) > 1:
        yield from _fill(verb, slots, at + 1, action, left, ids, said)


def _says_no_more(verb: str, atom: Atom) -> bool:
    return atom.number is None and (verb in atom.of("verb") or bool(atom.of("unit")) and not atom.of("word"))


def _words(slot: Slot, place: int, atom: Atom, ids: frozenset[str], said: Phrase) -> Iterator[str]:
    """What an atom can be in a slot."""
    if slot.kind in "#$" or (slot.kind in "NdG" and atom.number is not None):
        role = said.roles[place]
        if atom.number is not None and (not role or "*" in slot.units or not slot.units or role & slot.units):
            yield str(atom.number)
        return
    direction, ends = said.directions[place], slot.units & {"from", "to"}
    if not direction or not ends or direction in ends:
        yield from sorted(str(word) for word in atom.of("word"))


def numbered(kind: str, number: int) -> str:
    """The card or tile of a kind that has this number."""
    return f"k{number}" if kind == "knowledge" else f"{kind}_{number}" if kind not in ANIMALS else f"{kind}{number}"


ANIMALS = frozenset(("cow", "pig", "sheep", "chicken"))


def _exchanged(verb: str, said: Phrase) -> Iterator[Action]:
    """A trade: what is given before "for", and what is wanted behind it, each with its number."""
    action, count, whom = [verb], 1, list[str]()
    for atom in said.atoms:
        words = sorted(str(word) for word in atom.of("word"))
        if atom.number is not None:
            count = atom.number
        elif "for" in words and len(action) > 1:
            action.append("for")
        elif seats := [word for word in words if word.startswith("seat")]:
            whom = ["to", seats[0]]
        elif things := [word for word in words if word not in ("for", "to", verb)]:
            action += [str(count), things[0]]
            count = 1
        elif not atom.soft and verb not in atom.of("verb"):
            return
    if "for" in action:
        yield (*action, *whom)


def known(ids: Sequence[str]) -> frozenset[str]:
    """The ids that stand in notations."""
    return frozenset(ids) | frozenset(base(id) for id in ids if base(id) == id)
