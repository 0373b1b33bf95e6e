"""Who goes on no more, however that is said: "the other one stays where it is, I'm done sailing"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.wording.folding import folded
from bot.wording.lists import phrases
from bot.wording.reading import Atom, Reader
from engines import Action

ENDS = ("done", "pass", "decline", "end")
"""What is done by whoever does no more."""
ENDINGS = frozenset((end,) for end in ENDS)
"""The same as actions."""
CLAUSES = re.compile(r"[,;.:]\s+|\s[-–]\s")
FEWEST = 4
"""Words of a text in which a number says how many."""
MOST_ENDING = 12
"""Words of a text that says no more than that."""
AGAIN = 1
"""A number that says no more than "the other one" does."""


def is_enough(reader: Reader, language: str, typed: str, legal: Sequence[Action]) -> bool:
    """Whether a text says that it is enough of what somebody is doing, and names nothing that may be done besides."""
    kinds = {action[0] for action in legal}
    things = {word for action in legal for word in action[1:]}
    found = False
    for clause in CLAUSES.split(typed):
        words = f" {' '.join(folded(clause))} "
        said = max((name for name in phrases(language, "enough") if f" {name} " in words), key=len, default="")
        atoms = reader.atoms(words.replace(f" {said} ", " ") if said else words)
        if any(_names_more(atom, kinds, things, idle=bool(said)) for atom in atoms):
            return False
        found = found or bool(said)
    return found


def only_ends(languages: Sequence[str], key: str, typed: str) -> bool:
    """Whether a text says no more than that somebody does no more: of a turn that is over nobody needs to be told."""
    for language in languages if typed.count(" ") < MOST_ENDING else ():
        atoms = [atom for atom in Reader(key, language, {}).atoms(typed) if not atom.soft]
        if all(atom.of("noise") or not atom.of("verb").isdisjoint(ENDS) for atom in atoms):
            return True
    return False


def names_end(languages: Sequence[str], key: str, typed: str) -> bool:
    """Return whether some word of a text says that somebody does no more."""
    readings = [Reader(key, language, {}).atoms(typed) for language in languages]
    return any(not atom.soft and not atom.of("verb").isdisjoint(ENDS) for atoms in readings for atom in atoms)


def how_many(language: str, typed: str) -> str:
    """What is enough, where a few words say that: "one" of "one is enough"; empty: they do not."""
    words = folded(typed)
    said = f" {' '.join(words)} "
    name = max((name for name in phrases(language, "enough") if said.endswith(f" {name} ")), key=len, default="")
    return said.removesuffix(f" {name} ").strip() if name and len(words) <= FEWEST else ""


def _names_more(atom: Atom, kinds: set[str], things: set[str], *, idle: bool) -> bool:
    """Whether an atom says what else is done, be it possible now or not; ``idle``: what is done is named as what is
    enough."""
    if atom.soft:
        return False
    if atom.number is not None and atom.number != AGAIN:
        return True
    if not atom.of("word").isdisjoint(things):
        return True
    if idle:
        return False
    another = bool(atom.of("verb", "word")) and atom.of("verb").isdisjoint(ENDS)
    return (another and not atom.of("unit")) or bool(atom.of("verb") & kinds - set(ENDS))  # ships may stay there
