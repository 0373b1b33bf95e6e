"""What somebody typed as a phrase: atoms, each with what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bot.wording.lexicon import JOINING, Meaning
from bot.wording.reading import COMMA, DESCRIBED, Atom
from bot.wording.texts import SEAT

VAGUE = frozenset(("cube", "ware", "field", "step", "coin", "card", "cost", "path", "port"))
"""Units that are said without counting anything."""
PRE = frozenset(("depot", "die", "card", "board", "cost"))
"""Units that stand before their number."""
UNITS = frozenset(
    ("ship", "worker", "depot", "die", "step", "field", "cube", "ware", "cost", "coin", "silverling", "same", "quarter")
)
"""Units that a number counts and nothing else."""
ACTING = frozenset(("knight",))
"""What is moved, activated or promoted by words that may as well say that one is hired."""


class Said(NamedTuple):
    """An atom of a phrase with what stands beside it."""

    atom: Atom
    role: frozenset[str] = frozenset()
    """What a number counts; empty: nobody said."""
    direction: str = ""
    """"from" or "to" where that was said."""
    counted: bool = False
    """Whether a number stands before it."""
    price: bool = False
    """Whether it tells what something costs, and of what nobody said: "the cow for 2"."""
    is_label: bool = False
    """Whether what a number might count stands before it and nothing behind it: "workers 2"."""


class Phrase(NamedTuple):
    """What was typed."""

    words: tuple[Said, ...]
    described: bool = False
    """Whether a word beside them stands for something on the board that has no name in a notation."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Its atoms, in order."""
        return tuple(said.atom for said in self.words)

    @property
    def known(self) -> Phrase:
        """Without the words that mean nothing here."""
        return Phrase(tuple(said for said in self.words if said.atom.meanings or said.atom.soft))

    @property
    def unknown(self) -> list[str]:
        """Words that mean nothing here."""
        return [atom.text for atom in self.atoms if not atom.meanings and not atom.soft]

    @property
    def collapsed(self) -> Phrase | None:
        """With "red red red" as red, three of it; None: no word stands twice in a row."""
        found = list[Said]()
        for _, group in groupby(self.words, key=lambda said: said.atom.text if said.atom.of("word") else id(said)):
            first, *again = group
            found.append(first)
            if again:
                number = Atom(str(len(again) + 1), frozenset({Meaning("number", len(again) + 1)}))
                found.append(Said(number, frozenset(map(str, first.atom.of("word")))))
        return Phrase(tuple(found)) if len(found) < len(self.words) or found != list(self.words) else None

    @property
    def doubled(self) -> Phrase | None:
        """With "red for both" as red, red; None: it says "both" of nothing, or names several things."""
        both = [said for said in self.words if said.atom.both]
        things = [
            said
            for said in self.words
            if (said.atom.of("word") or said.atom.number is not None) and not (said.atom.soft or said.atom.both)
        ]
        if len(both) != 1 or len(things) != 1:
            return None
        return Phrase(tuple(things[0] if said is both[0] else said for said in self.words))

    @property
    def without_verbs(self) -> Phrase:
        """With what may be done as words that may mean nothing, and without what it costs."""
        return Phrase(
            tuple(
                said if said.atom.of("word", "number") else said._replace(atom=replace(said.atom, soft=True))
                for said in self.words
                if not said.price
            )
        )

    @property
    def things(self) -> bool:
        """Whether it names more than what is done."""
        return any(atom.number is not None or atom.of("word") for atom in self.hard)

    @property
    def hard(self) -> list[Atom]:
        return [atom for atom in self.atoms if not atom.soft]


def phrase(atoms: Sequence[Atom]) -> Phrase:
    """The atoms of a phrase with what stands beside each."""
    kept = _twice([atom for atom in _narrowed(atoms) if not (len(atom.meanings) == 1 and atom.of("noise"))])
    if all(atom.soft for atom in kept):  # of small words alone those count that name something
        kept = [atom if atom.of("break") or not atom.of("word") else replace(atom, soft=False) for atom in kept]
    words = [_said(kept, place) for place in range(len(kept))]
    ways = [number for number, said in enumerate(words) if said.direction]
    if [words[number].direction for number in ways] == ["to", "to"]:  # "the knight on ore 6 to ..."
        words[ways[0]] = words[ways[0]]._replace(direction="from")
    return Phrase(tuple(words), any(DESCRIBED in atom.meanings for atom in atoms))


def _narrowed(atoms: Sequence[Atom]) -> list[Atom]:
    """With a thing that much is done with as no more than what another word says is done: who builds a knight moves
    none."""
    doing = [atom for atom in atoms if not atom.soft and atom.proper.isdisjoint(ACTING)]
    named = {str(verb) for atom in doing for verb in atom.of("verb")}
    called = {verb for atom in doing for verb in atom.proper}
    found = list[Atom]()
    for atom in atoms:
        called_so = atom.proper & ACTING or (atom.of("verb") and atom.of("verb") <= ACTING)
        if called_so and (said := {str(verb) for verb in atom.of("verb")} & named):
            kept = (each for each in atom.meanings if each.kind != "verb" or each.value in said)
            atom = replace(atom, meanings=frozenset(kept), proper=frozenset(said & called or said))
        found.append(atom)
    return found


def _twice(atoms: Sequence[Atom]) -> list[Atom]:
    """With two names of one thing as one: "gold coin", "improve trade, the yellow one"; not where it is counted, or
    exchanged."""
    found = list[Atom]()
    for number, atom in enumerate(atoms):
        counted = number > 0 and atoms[number - 1].number is not None
        same = None if counted else next((at for at, other in enumerate(found) if _same_thing(found, at, atom)), None)
        if same is None:
            found.append(atom)
        else:
            other = found[same]
            things = {meaning for meaning in atom.meanings & other.meanings if meaning.kind == "word"}
            found[same] = Atom(f"{other.text} {atom.text}", frozenset(things))
            if found[-1] is COMMA:
                found.pop()
    return found


def _same_thing(before: Sequence[Atom], at: int, atom: Atom) -> bool:
    """Whether an atom is another name of the one thing that an earlier one may be."""
    other = before[at]
    things = other.of("word")
    if len(things) != 1 or things != atom.of("word") or other.text == atom.text:
        return False
    if at == len(before) - 1:
        return not {meaning.kind for meaning in atom.meanings | other.meanings} - {"word", "unit"}
    between = before[at + 1 :]
    counted = at > 0 and before[at - 1].number is not None
    return not (counted or atom.soft or other.soft or any(each.number or each.of("word") for each in between))


def _said(atoms: Sequence[Atom], place: int) -> Said:
    before = atoms[place - 1] if place else None
    after = atoms[place + 1] if place + 1 < len(atoms) else None
    counted = before is not None and before.number is not None
    elsewhere = place > 1 and atoms[place - 2].number is not None  # something else counts what stands before
    if before is not None and elsewhere and not (before.of("word") or before.of("unit") & PRE):
        before = None
    role = _roles(before, after) if atoms[place].number is not None else frozenset[str]()
    if role and after is not None and after.soft and not _joins(after) and place + 2 < len(atoms):  # "two more workers"
        role |= _roles(None, atoms[place + 2])
    several = sum(atom.number is not None for atom in atoms) > 1
    if several and atoms[place].number is not None and (after is None or _joins(after)):
        role |= _owner(atoms[:place])  # "the red on three, the white die a two"
    is_label = bool(_roles(before, None)) and not _roles(None, after)
    return Said(atoms[place], role, _direction(atoms, place), counted, _is_price(atoms, place, after), is_label)


def _is_price(atoms: Sequence[Atom], place: int, after: Atom | None) -> bool:
    """Whether a number that counts nothing stands behind a word for what things cost: one that says no more than "for"
    only where it is a thing that costs so much ("go for 14")."""
    before = atoms[place - 1] if place else None
    if atoms[place].number is None or before is None or not before.of("price") or _roles(None, after):
        return False
    return bool(before.of("unit")) or any(atom.of("word") and not atom.soft for atom in atoms[: place - 1])


def _owner(atoms: Sequence[Atom]) -> frozenset[str]:
    """What may stand before its number, with little between them."""
    for atom in reversed(atoms):
        if _joins(atom) or (atom.number is not None and not atom.soft):
            break
        if units := frozenset(map(str, atom.of("unit"))) - PRE - VAGUE - UNITS:
            return units
    return frozenset()


def _joins(atom: Atom) -> bool:
    """Whether something else begins behind it: "and"."""
    return JOINING in atom.of("break")


def _roles(before: Atom | None, after: Atom | None) -> frozenset[str]:
    def counted(atom: Atom | None) -> frozenset[str]:
        if atom is None or atom.of("break", "from", "to"):
            return frozenset()
        idle = {"same"} if atom.soft else set[str]()  # "two new ones"
        return frozenset(id for id in map(str, atom.of("unit", "word")) if not id.startswith(SEAT) and id not in idle)

    ahead, behind = counted(before), counted(after)
    if ahead & PRE and before is not None and before.of("unit"):
        return ahead | (behind & UNITS if "cost" in ahead else set())  # "costs 1 worker"
    return ahead | behind


def _direction(atoms: Sequence[Atom], place: int) -> str:
    for before in reversed(atoms[max(0, place - 2) : place]):
        if before.of("from"):
            return "from"
        if before.of("to"):
            return "to"
        if before.number is None and not before.soft:
            break
    return ""
