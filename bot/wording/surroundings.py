"""Places of a board that somebody calls by what lies around them, in any order: "by the 6 gold and the 11 hills", "from
sheep 5 / coast to wood 11 at the wool harbour"."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import groupby, pairwise, product
from typing import NamedTuple

import msgspec

from bot.wording.lexicon import Meaning
from bot.wording.reading import Atom, Reader, split
from bot.wording.shapes import on_a_place
from bot.wording.texts import texts_in
from engines import Action, InRow, Place

MOST = 3
"""Things with their numbers that are read as one place."""
CALLED = "aroundthere"
"""The word that stands instead of them, with a letter for each place."""
COAST, HARBOUR, LINE, BETWEEN, PRINTED = "coast", "harbour", "line", "between", "printed"
"""What lies around a place besides fields, or tells where it is: units in the synonyms; and what is printed there."""
ENDS = {"row_start": 1, "row_end": 0, "row_top": 1, "row_middle": -2, "row_bottom": -1}
"""The first and the last of a line, the first line, that in the middle and the last one, as numbers: units in the
synonyms."""
FIELD = "h"
"""The first letter of fields among the places."""
SIDES = frozenset(("east", "south_east", "south", "south_west", "west", "north_west", "north", "north_east", "middle"))
"""Where one of several lies that are called alike."""

Neighbour = tuple[str, int]
"""A kind of field with its number; COAST, or HARBOUR with the kind it takes, and 0; a LINE with the place in it."""


class Around(NamedTuple):
    """What was typed with names instead of places, and which places those may be."""

    typed: str
    ids: Mapping[str, set[str]]
    exactly: set[str]
    """Those that have nothing else around them, and lie where it was said."""

    def could_be(self, wanted: set[str]) -> bool:
        """Whether each place that was described without numbers is among these."""
        return all(ids & self.exactly or ids & wanted for ids in self.ids.values())

    def certain(self, action: Action) -> bool:
        """Whether an action's places are meant and no others, be it a path instead of a corner where no verb was
        said."""
        said = set(self.typed.split()) - set(self.ids)
        alike = list[int]()
        for ids in self.ids.values():
            exactly = ids & self.exactly
            own = exactly.intersection(action)
            alike.append(sum(not said or _sort(id) in map(_sort, own) for id in exactly) if own else 0)
        # One of equal fields is the one at the corner that is named beside it.
        return all(alike) and (max(alike) == 1 or (1 in alike and any(id[0] == FIELD for id in action[1:])))

    def names(self, reader: Reader, action: Action, *, only: bool) -> bool:
        """Whether what stands beside the places names what is done, or nothing else: where nothing but that can be
        done with a place (``only``), every word that does not say that something else is done with one."""
        beside = reader.atoms(" ".join(word for word in self.typed.split() if word not in self.ids))
        said = [atom for atom in beside if not atom.of("noise")]
        if not said or any(action[0] in atom.of("verb") for atom in said):
            return True
        return only and not any(on_a_place(reader.key, verb) for atom in said for verb in atom.proper)


class Word(NamedTuple):
    """``sort``: number, field, place (coast or harbour), line, end (of a line), side, idle (says nothing) or other.
    ``nth``: a number that tells a place in an order."""

    text: str
    sort: str
    value: str | int = ""
    nth: bool = False


def by_surroundings(
    reader: Reader,
    words: Sequence[str],
    places: Mapping[str, Place],
    rows: Mapping[str, InRow],
    offered: Set[str] = frozenset(),
) -> Around | None:
    """The words with each place by a name; None: they name none. Of each kind those are meant that have just what was
    said around them, and where there are none, those that have more. ``offered``: with what something may be done, so
    that a field alone may be one of those."""
    if not places:
        return _in_line([_sorted(reader, word, set()) for word in words], _in_rows(rows))
    around, kinds = _neighbours(_Board(places))
    told, ids, exactly = list[str](), dict[str, set[str]](), set[str]()
    sorted_words = [_sorted(reader, word, kinds) for word in _separated(reader, words)]
    if lined := _in_line(sorted_words, around):
        return lined
    runs = list(_runs(sorted_words))
    runs = _as_one(runs, around) or [part for run in runs for part in _parted(run, around)]
    single = sum(map(_is_place, runs)) > 1
    for run in runs:
        found = _meant(run, around, single=single) or _field(run, around, offered) if _is_place(run) else None
        if found is None:
            told += [word.text for word in run]
            continue
        all_of_them, just = found
        name = f"{CALLED}{'abcdefgh'[len(ids) % 8]}"
        sorts = {_sort(id) for id in just}
        ids[name] = just | {id for id in all_of_them if _sort(id) not in sorts}
        exactly |= just
        told.append(name)
    return Around(" ".join(told), ids, exactly) if ids else None


def with_between(atoms: Sequence[Atom], ways: Mapping[frozenset[str], str]) -> list[Atom]:
    """The atoms with "between Antwerp and Hamburg" as the place there."""
    at = next((number for number, atom in enumerate(atoms if ways else ()) if BETWEEN in atom.of("unit")), None)
    if at is None:
        return list(atoms)
    ends = [number for number in range(at, len(atoms)) if atoms[number].of("word") and not atoms[number].soft][:2]
    named = [set(map(str, atoms[number].of("word"))) for number in ends]
    there = {ways[pair] for pair in map(frozenset, product(*named)) if pair in ways} if len(ends) == 2 else set()
    if not there:
        return list(atoms)
    text = " ".join(atom.text for atom in atoms[at : ends[1] + 1])
    return [*atoms[:at], Atom(text, frozenset(Meaning("word", id) for id in there)), *atoms[ends[1] + 1 :]]


class Surroundings(NamedTuple):
    """What lies around a place, how many of each, and all directions that are told of it or of that."""

    neighbours: Counter[Neighbour]
    sides: set[str]


class _Board:
    """The places of a board, the same only as themselves: a board is described once."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self.places = places

    def __hash__(self) -> int:
        return id(self.places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Board) and other.places is self.places


@lru_cache(maxsize=64)
def _neighbours(board: _Board) -> tuple[dict[str, Surroundings], set[str]]:
    """What lies around each place, and all sorts of it."""
    around = {id: Surroundings(Counter(_around(place)), set(_told_apart(place))) for id, place in board.places.items()}
    kinds = {str(each.args["kind"]) for place in board.places.values() for each in place.around if "kind" in each.args}
    return around, kinds


def _in_rows(rows: Mapping[str, InRow]) -> dict[str, Surroundings]:
    """The fields of a board of rows: each has its place in its row, the last also as the 0th, and what is printed; the
    last row and that in the middle also as ``ENDS`` have them."""
    last = max((at.row for at in rows.values()), default=0)
    return {
        id: Surroundings(
            Counter(
                [
                    *((f"{LINE} {row}", number) for row in lines for number in {at.number, at.number % at.length}),
                    (f"{PRINTED} {at.row}", at.printed),
                ]
            ),
            set(),
        )
        for id, at in rows.items()
        for lines in [[at.row, *([-1] if at.row == last else []), *([-2] if 2 * at.row == last + 1 else [])]]
    }


def _sort(id: str) -> str:
    """Whether it is a field, a corner, a path or a harbour, as its letters tell."""
    return re.sub(r"\d", "", id)


def _separated(reader: Reader, words: Sequence[str]) -> Iterator[str]:
    """With "ore8" as two words, and "woolharbour"."""
    for word in words:
        if (cut := _cut(reader, word)) is not None:
            yield from (word[:cut], word[cut:])
            continue
        yield from re.findall(r"\d+|\D+", word) if re.fullmatch(r"[^\W\d]{3,}\d+|\d+[^\W\d]{3,}", word) else (word,)


def _cut(reader: Reader, word: str) -> int | None:
    """Where "southeastcoast" is two words; None: it is not."""
    coasts = (len(word) - len(name) for name in reader.called(COAST) if word.endswith(name) and word != name)
    return next((cut for cut in coasts if reader.units(word[:cut]) & SIDES), None)


def _sorted(reader: Reader, word: str, kinds: set[str]) -> Word:
    if counted := re.fullmatch(r"(\d+)(\D{0,3})", word):
        return Word(word, "number", int(counted[1]), nth=bool(counted[2]))
    units, known = reader.units(word) or reader.nearly(word), reader.numbers(word)
    if sides := units & SIDES:
        return Word(word, "side", next(iter(sides)))
    if LINE in units:
        return Word(word, "line")
    for unit, number in ENDS.items():
        if unit in units:
            return Word(word, "end", number, nth=True)
    for sort in (COAST, HARBOUR):
        if sort in units:
            return Word(word, "place", sort)
    for harbour in reader.called(HARBOUR):  # "Wollhafen"
        for cut in {len(word) - len(harbour), len(word) - len(harbour) - 1}:
            of = word[:cut] if word.endswith(harbour) and cut > 1 else ""
            fields = (reader.things(of) or reader.things(f"{of}e")) & kinds
            if len(fields) == 1:
                return Word(word, "place", f"{next(iter(fields))} {HARBOUR}")
    fields = (reader.things(word) or reader.nearly(word, "word")) & kinds
    if len(fields) == 1:
        return Word(word, "field", next(iter(fields)))
    if len(parts := reader.atoms(word)) == 2:  # "Getreidefeld", "Schafweide"
        fields, same = ({str(each) for each in part.of("word")} & kinds for part in parts)
        fields = fields if parts[1].of("unit") else fields & same
        if len(fields) == 1:
            return Word(word, "field", next(iter(fields)))
    if len(known) == 1 and word not in reader.lexicon.soft:
        return Word(word, "number", next(iter(known)), nth=reader.orders(word))
    if reader.orders(word):
        return Word(word, "idle", next(iter(known)), nth=True)
    idle = (word == "," or word in reader.lexicon.soft | reader.lexicon.noise) and not reader.turns(word)
    return Word(word, "idle" if idle else "other")


def _runs(words: Sequence[Word]) -> Iterator[list[Word]]:
    """What stands together: places with what says nothing between them, and all else."""
    for of_place, group in groupby(words, key=lambda word: word.sort != "other"):
        run = list(group)
        begin = next((at for at, word in enumerate(run) if word.sort != "idle"), len(run))
        end = len(run) - next((at for at, word in enumerate(reversed(run)) if word.sort != "idle"), 0)
        yield from filter(None, (run[:begin], run[begin:end], run[end:]) if of_place and begin < len(run) else (run,))


def _in_line(words: Sequence[Word], around: Mapping[str, Surroundings]) -> Around | None:
    """A field that is called by its row and its place there: "the third field of row four", "row 2 no. 4"."""
    at = next((number for number, word in enumerate(words) if word.sort == "line"), None)
    numbers = [number for number, word in enumerate(words) if word.sort in ("number", "end") or word.nth]
    if at is None or len(numbers) < 2:
        return None
    behind, before = [each for each in numbers if each > at], [each for each in numbers if each < at]
    adjacent = bool(before) and before[-1] == at - 1
    row = before[-1] if adjacent and (words[before[-1]].nth or not behind) else behind[0] if behind else before[-1]
    left = [each for each in numbers if each != row]
    nth = sorted((each for each in left if words[each].nth), key=lambda each: abs(each - at))
    near = [each for each in left if each > at] or left[-1:]
    place = (nth or near)[0]
    kinds = (LINE,) if nth or place > at else (PRINTED, LINE)  # "the 5 in row two"
    told = [(f"{kind} {words[row].value}", int(words[place].value)) for kind in kinds]
    ids = next(filter(None, ({id for id, there in around.items() if each in there.neighbours} for each in told)), set())
    if not ids:
        return None
    name = f"{CALLED}a"
    kept = (
        name if number == at else word.text
        for number, word in enumerate(words)
        if number == at or (number not in (row, place) and word.sort not in ("field", "line", "end"))
    )
    return Around(" ".join(kept), {name: ids}, ids)


def _as_one(runs: Sequence[list[Word]], around: Mapping[str, Surroundings]) -> list[list[Word]]:
    """With a place of which the parts stand apart as one: "at the wool harbour I want a knight, by ore 9"; empty: they
    are no place together."""
    parts = [number for number, run in enumerate(runs) if _is_place(run)]
    whole = [word for number in parts for word in runs[number]]
    if len(parts) < 2 or _meant(whole, around, single=False) is None:
        return []
    return [whole if number == parts[0] else run for number, run in enumerate(runs) if number not in parts[1:]]


def _parted(run: list[Word], around: Mapping[str, Surroundings]) -> list[list[Word]]:
    """What is no place as a whole as two of them, where a comma stands between: "on ore 10, by ore 10 / grain 8"."""
    for at, word in enumerate(run if _is_place(run) and _meant(run, around, single=True) is None else ()):
        parts = [run[:at], run[at:]]
        if word.text == "," and all(_is_place(part) and _meant(part, around, single=True) for part in parts):
            return parts
    return [run]


def _is_place(run: Sequence[Word]) -> bool:
    return any(word.sort in ("field", "place") for word in run)


def _meant(
    run: Sequence[Word], around: Mapping[str, Surroundings], *, single: bool
) -> tuple[set[str], set[str]] | None:
    """The places that have what was said around them, and those of them that have nothing else; None: there are none.
    ``single``: one field is a place, since there is another one. Where several are alike, a side that was said tells
    which."""
    sides = _sides([str(word.value) for word in run if word.sort == "side"])
    for said in _readings([word for word in run if word.sort not in ("idle", "side")]):
        if not int(not (single or sides)) < len(said) <= MOST:
            continue
        wanted = Counter(said)
        found = {id for id, place in around.items() if wanted <= place.neighbours}
        found = {id for id in found if sides <= around[id].sides} or found
        if found:
            return found, {id for id in found if wanted == around[id].neighbours}
    return (several, set()) if (several := _without_numbers(run, around, sides)) else None


def _field(run: list[Word], around: Mapping[str, Surroundings], offered: Set[str]) -> tuple[set[str], set[str]] | None:
    """The fields with which something may be done that are called so, with their number or without it: "the 12 forest",
    "the forest"; None: there are none."""
    told = sorted((word.sort, word.value) for word in run if word.sort not in ("idle", "side"))
    if [sort for sort, _ in told] not in (["field"], ["field", "number"]):
        return None
    kind, numbers = told[0][1], [number for _, number in told[1:]]
    fields = [id for id in offered if id[0] == FIELD and id in around]
    found = {id for id in fields for of, no in around[id].neighbours if of == kind and no in (numbers or [no])}
    return (found, found if numbers else set()) if found else None


def _without_numbers(run: Sequence[Word], around: Mapping[str, Surroundings], sides: set[str]) -> set[str]:
    """Return the places that have fields of these kinds around them, two or more, where nobody said the numbers of all:
    "between wheat and brick", "between ore 3 and the gold river"."""
    told = [word for word in run if word.sort not in ("idle", "side")]
    wanted = list[tuple[str, int | None]]()
    for before, word in pairwise([None, *told]):
        if word is None or word.sort not in ("field", "place", "number"):
            return set()
        if word.sort != "number":
            wanted.append((str(word.value), None))
        elif before is None or before.sort != "field":
            return set()
        else:
            wanted[-1] = (wanted[-1][0], int(word.value))
    if not 1 < len(wanted) <= MOST or all(number is not None for _, number in wanted):
        return set()
    found = {id for id, place in around.items() if _has_around(place.neighbours, wanted)}
    return {id for id in found if sides <= around[id].sides} or found


def _has_around(neighbours: Counter[Neighbour], wanted: Sequence[tuple[str, int | None]]) -> bool:
    """Return whether all that is wanted lies there, each at a place of its own; no number stands for any."""
    left = Counter(neighbours)
    for kind, number in sorted(wanted, key=lambda each: each[1] is None):
        fitting = [each for each in left if each[0] == kind and left[each] > 0 and number in (None, each[1])]
        if not fitting:
            return False
        left[fitting[0]] -= 1
    return True


def _sides(said: Sequence[str]) -> set[str]:
    """With "south west" as one."""
    both = {f"{one}_{other}" for one, other in pairwise(said)} & SIDES
    parts = {part for each in both for part in each.split("_")}
    return both | (set(said) - parts)


def _readings(words: Sequence[Word]) -> Iterator[list[Neighbour]]:
    """What a run may say, the likeliest first: numbers behind their fields or before them, "two grain tens"."""
    if not words:
        yield []
        return
    sorts, values = [word.sort for word in words[:3]], [word.value for word in words[:3]]
    if sorts[:2] == ["number", "number"] and values[1] == 1 and any(word.sort == "place" for word in words):
        yield from _readings(words[2:])  # "3:1"
    if sorts[:2] == ["field", "place"] and values[1] == HARBOUR:
        yield from _with([(f"{values[0]} {HARBOUR}", 0)], words[2:])
    if sorts[0] == "place":
        behind = 3 if sorts[1:] == ["number", "number"] and values[2] == 1 and values[0] != COAST else 1
        yield from _with([(str(values[0]), 0)], words[behind:])
    if sorts == ["number", "field", "number"] and values[0] == 2:
        yield from _with([(str(values[1]), int(values[2]))] * 2, words[3:])
    if sorts[:2] == ["field", "number"]:
        yield from _with([(str(values[0]), int(values[1]))], words[2:])
        for several in range(2, MOST + 1):  # "lumber 3, 12 and 10"
            numbers = [word.value for word in words[1 : several + 1] if word.sort == "number"]
            if len(numbers) == several:
                yield from _with([(str(values[0]), int(number)) for number in numbers], words[several + 1 :])
    if sorts[:2] == ["number", "field"] and len(words) == 2 + int(values[0]) and int(values[0]) > 1:
        yield from _readings(words[1:])  # "the three lumber 12, 10 and 4"
    if sorts[:2] == ["number", "field"]:
        yield from _with([(str(values[1]), int(values[0]))], words[2:])


def _with(first: list[Neighbour], words: Sequence[Word]) -> Iterator[list[Neighbour]]:
    return ([*first, *others] for others in _readings(words))


def _told_apart(place: Place) -> Iterator[str]:
    """The directions that tell a place, or what lies around it, from its equals."""
    yield place.side
    yield from (str(each.args["side"]) for each in place.around if "side" in each.args)


def _around(place: Place) -> Iterator[Neighbour]:
    """What lies there and has a name."""
    for each in place.around:
        kind, number, name = each.args.get("kind"), each.args.get("number"), each.id.rpartition(".")[2]
        if name == "coast":
            yield COAST, 0
        elif name.endswith(HARBOUR):
            yield f"{kind} {HARBOUR}" if kind else HARBOUR, 0
        elif isinstance(number, int):
            yield str(kind), number
        elif "line" in each.args:
            yield f"{LINE} {each.args['line']}", int(str(each.args["column"]))


@lru_cache(maxsize=64)
def named_places(language: str, key: str, places: bytes) -> dict[str, set[str]]:
    """The places of a board by their names in a language: in a sentence, and in a list."""
    texts, found = texts_in(language), defaultdict[str, set[str]](set)
    for id, place in msgspec.json.decode(places, type=dict[str, Place]).items():
        for name in (texts.in_sentence(key, place), texts.in_short(key, place)):
            found[" ".join(split(name))].add(id)
    return found
