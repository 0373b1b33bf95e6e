"""What is paid where that is said beside what it is paid for: "use three reds to sail to Barcelona"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.wording.filling import COLOURS
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import JOINING
from bot.wording.lists import listed
from bot.wording.offered import LONGEST
from bot.wording.reading import COMMA, Atom, Reader, split
from bot.wording.reasons import refusal, says_why
from bot.wording.texts import Texts
from bot.wording.trading import CARDS, FOR
from engines import Action, Game, Message

COSTLY: Mapping[str, frozenset[str]] = {
    "macao": frozenset(("ship", "wall")),
    "mmn": frozenset(("store", "large_store", "serf")),
}
"""What is paid for with things of choice, by a decision of its own."""
ALL, ONE = "pay", "spend"
"""What pays all that is due, and one thing of it."""
CUBE = "cube"
THINGS: Mapping[str, frozenset[str]] = {"macao": COLOURS, **CARDS}
"""What is paid with."""
TWICE = 2
"""How many equal cards are paid at most."""
EXTRA: Mapping[str, str] = {"navegador.hint.ships": "ship"}
"""What is noted of an action that costs more than others of its kind, and what is paid."""


class Paid(NamedTuple):
    """What was typed as two: what says only what is paid, and all else."""

    said: str
    without: str


def paid_beside(texts: Texts, game: Game, seat: int, typed: str) -> Paid | None:
    """What is said of a payment, where that stands in one piece beside something else; None: nothing."""
    if game.kinds(seat).isdisjoint(COSTLY.get(game.key, ())):
        return None
    text = " ".join(split(re.sub(r"[.:;](?=\s)", ",", typed[:LONGEST])))
    for language in dict.fromkeys((texts.name, FALLBACK)):
        pieces = list(_pieces(game.key, Reader(game.key, language, {}).atoms(text)))
        said = " ".join(atom.text for atom in pieces[0]) if len(pieces) == 1 else ""
        before, found, behind = text.partition(said) if said else (text, "", "")
        if found and (without := f"{before.rstrip(' ,')}{behind.rstrip(' ,')}".strip(" ,")):
            return Paid(said, without)
    return None


def asks_for_payment(game: Game, seat: int) -> bool:
    """Whether somebody is asked what to pay."""
    return game.key in COSTLY and ALL in game.kinds(seat)


def unpayable(texts: Texts, game: Game, seat: int, typed: str) -> Message | None:
    """Why nothing can be paid with what is named; None: something can, or nothing is named."""
    names = (texts.name, FALLBACK)
    atoms = [atom for name in names for atom in Reader(game.key, name, {}).atoms(typed[:LONGEST]) if not atom.soft]
    things = {str(word) for atom in atoms for word in atom.of("word")} & THINGS[game.key]
    if any(not things.isdisjoint(action[1:]) for action in game.legal(seat)):
        return None
    reasons = (refusal(game, seat, (ALL, thing)) for thing in sorted(things))
    return next((reason for reason in reasons if says_why(reason)), None)


class Payment(NamedTuple):
    """``said``: whether just so many were said, or nobody said how many."""

    action: Action
    said: bool


def paid_alike(reader: Reader, game: Game, seat: int, typed: str) -> Payment | None:
    """The payment with things of one kind, where that kind is all that is named, be it with how many or not ("greens",
    "three reds"): of all that is due unless it is one. None: it says something else."""
    due = game.prompt(seat).message.args.get("n") if ONE in game.kinds(seat) else None
    atoms = [atom for atom in reader.atoms(typed) if not atom.of("noise")]
    kinds = [str(next(iter(colours))) for atom in atoms if (colours := atom.of("word") & COLOURS)]
    numbers = [atom.number for atom in atoms if atom.number is not None and not atom.both]
    alone = len(kinds) == 1 and len(numbers) <= 1 and all(map(_is_of_payment, atoms))
    if not (alone and isinstance(due, int)) or any(ONE in atom.proper for atom in atoms if not atom.soft):
        return None  # "return a cube: red" is what one button says
    one = due == 1 or 1 in numbers
    return Payment((ONE, kinds[0]) if one else (ALL, *kinds * due), numbers in ([], [1], [due]))


def _pieces(key: str, atoms: Sequence[Atom]) -> Iterator[Sequence[Atom]]:
    """Atoms one behind the other that say no more than what is paid."""
    at, paid = 0, _things(key, atoms)
    while at < len(atoms):
        end = at
        while end < len(atoms) and (_may_stand(atoms[end], end in paid) or (atoms[end] is COMMA and end > at)):
            end += 1
        if kinds := [place for place in range(at, end) if place in paid]:
            last = kinds[0]
            for place in kinds:
                last = last if _turns(atoms[last:place]) else place
            yield atoms[_first(atoms, at, kinds[0]) : _last(atoms, last + 1, end)]
        at = max(end, at + 1)


def _things(key: str, atoms: Sequence[Atom]) -> list[int]:
    """Which atoms name what is paid: of words that may be fields as well, those that are counted as cards are, or that
    a word for paying introduces ("with wool")."""
    found = list[int]()
    for place, atom in enumerate(atoms):
        if not atom.of("word") & THINGS[key]:
            continue
        behind = atoms[place + 1 : place + 2]
        before = [each for each in atoms[:place] if not each.of("noise")][-1:]
        fields = key != "macao" and any(each.number is not None and not each.soft for each in behind)
        if key == "macao" or (not fields and any(_introduces(each, bool(found)) for each in before)):
            found.append(place)
    return found


def _introduces(before: Atom, again: bool) -> bool:
    """Whether a card is paid before which this stands; ``again``: another one is."""
    if before.number is not None:
        return before.soft or before.number == TWICE
    return ALL in before.of("verb") or (again and JOINING in before.of("break"))


def _may_stand(atom: Atom, thing: bool) -> bool:
    """Whether an atom is what is paid, or may stand beside that."""
    named = atom.of("word") - COLOURS - {FOR}
    return thing or CUBE in atom.of("unit") or (not named and _is_of_payment(atom))


def _turns(between: Sequence[Atom]) -> bool:
    """Whether something else begins among atoms that stand between two kinds: "then take the red card"."""
    return any(bool(atom.of("verb")) and not _is_counted(atom) for atom in between)


def _first(atoms: Sequence[Atom], start: int, kind: int) -> int:
    """Where a payment begins of which the first kind stands there: behind a comma, and behind a number that does not
    count it ("on the nugget 6 with wool")."""
    introduced = False
    for place in range(kind - 1, start - 1, -1):
        if atoms[place] is COMMA or (introduced and atoms[place].number is not None):
            return place + 1
        introduced = introduced or bool(atoms[place].of("break"))
    return start


def _last(atoms: Sequence[Atom], place: int, end: int) -> int:
    """Where it ends: "red both times", "green cubes", "a green one"."""
    while place < end and (_is_counted(atoms[place]) or (atoms[place - 1].both and not atoms[place].of("verb"))):
        behind = atoms[place + 1 : place + 2]
        if atoms[place].soft and behind and not behind[0].of("break"):
            break  # an article
        place += 1
    return place


def _is_counted(atom: Atom) -> bool:
    return atom.number is not None or CUBE in atom.of("unit")


def _is_of_payment(atom: Atom) -> bool:
    """Whether a word names a colour that is paid, how many, or may stand beside that."""
    if atom.of("to", "from"):
        return False
    paying = not atom.of("verb").isdisjoint((ALL, ONE)) or CUBE in atom.of("unit")
    idle = atom.soft or bool(atom.of("noise"))
    return bool(atom.of("word") & COLOURS) or atom.number is not None or paying or idle


def with_payment(said: str, rest: str) -> str:
    """What is to be decided next behind what was paid for: what is ``said`` of the payment, and the rest."""
    return ", ".join(filter(None, (said, rest)))


def needs_payment(game: Game, action: Action) -> bool:
    """Whether a decision may be followed by one about what it is paid with."""
    return not COSTLY.get(game.key, frozenset()).isdisjoint(action[:1])


def without_paid(texts: Texts, game: Game, seat: int, typed: str) -> str:
    """What was typed without a payment at its beginning, where none is asked for any more."""
    head, _, behind = typed.partition(", ")
    return typed if asks_for_payment(game, seat) or not says_payment(texts, game, head) else behind


def says_payment(texts: Texts, game: Game, typed: str) -> bool:
    """Whether nothing is said but what is paid: "for two wool"."""
    for language in (texts.name, FALLBACK) if game.key in COSTLY and len(typed) <= LONGEST else ():
        atoms = Reader(game.key, language, {}).atoms(typed)
        things = _things(game.key, atoms)
        if things and all(_may_stand(atom, place in things) for place, atom in enumerate(atoms)):
            return True
    return False


def extra_of(game: Game, seat: int, action: Action) -> int:
    """How much a legal action costs that others of its kind do not."""
    hint = game.hint(seat, action) if action in game.legal(seat) else None
    return int(str(hint.args["n"])) if hint and hint.id in EXTRA else 0


class Extra(NamedTuple):
    """How much somebody says that is paid, and what else was typed."""

    number: int
    without: str


def extra_said(languages: Iterable[str], key: str, typed: str) -> Extra | None:
    """What is said of what an action costs that costs extra: "for 1 ship", "I pay two ships"; None: nothing."""
    units = {unit for id, unit in EXTRA.items() if id.startswith(f"{key}.")}
    for language in languages if units and len(typed) <= LONGEST else ():
        spent = listed(language, "spent")
        atoms = [atom for atom in Reader(key, language, {}).atoms(typed) if not atom.of("noise")]
        for at, (before, number, unit) in enumerate(zip(atoms, atoms[1:], atoms[2:], strict=False)):
            if number.number and units & unit.of("unit") and (before.of("price") or before.text in spent):
                return Extra(number.number, " ".join(atom.text for atom in atoms[:at] + atoms[at + 3 :]))
    return None


def is_spent(languages: Iterable[str], key: str, typed: str, verb: str) -> bool:
    """Whether all that would say that this is done is only spent on something else: "I spend one worker to turn my
    three into a two" takes no workers."""
    words = set(split(typed)) if len(typed) <= LONGEST else set()
    for language in languages:
        spent = listed(language, "spent")
        if words.isdisjoint(spent):
            continue
        atoms = Reader(key, language, {}).atoms(typed)
        says = [at for at, atom in enumerate(atoms) if verb in atom.of("verb") and not atom.soft]
        if says and all(any(atom.text in spent for atom in atoms[max(0, at - 2) : at]) for at in says):
            return True
    return False
