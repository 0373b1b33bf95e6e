"""Numbers that are printed on a board: who says "the robber to the 8" means a place that bears an 8.

A place is never meant by its number in the notation: nobody sees that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from bot.wording.lexicon import Meaning
from bot.wording.phrases import UNITS, Phrase, Said
from bot.wording.reading import Atom
from engines import Place

MAP = frozenset(("hex", "corner", "field"))
"""Units that say that a number is one of the map."""


def with_printed_numbers(phrase: Phrase, places: Mapping[str, Place], offered: Set[str]) -> Phrase:
    """Return the phrase in which numbers that count nothing mean the places that bear them; several in a row ("the 8
    and the 5") mean the places that bear all of them. Where something is ``offered`` with places, no others of a
    different sort are meant: the robber goes to no corner."""
    sorts = {id[0] for id in offered}
    places = {id: place for id, place in places.items() if id[0] in sorts} or places
    words = list[Said]()
    for run, is_of_the_map in _runs(phrase.words, _kinds(places)):
        numbers = [word.atom.number for word in run if word.atom.number is not None]
        bearing = _bearing(places, numbers) if is_of_the_map else set()
        if not bearing:
            words += run
            continue
        meanings = {Meaning("word", id) for id in bearing}
        if len(numbers) == 1:
            words += [_with_meanings(word, meanings) if word.atom.number is not None else word for word in run]
        else:
            text = " ".join(word.atom.text for word in run)
            words.append(run[0]._replace(atom=Atom(text, frozenset(meanings)), role=frozenset()))
    return phrase._replace(words=tuple(words))


def _with_meanings(word: Said, meanings: Iterable[Meaning]) -> Said:
    atom = replace(word.atom, meanings=word.atom.meanings | frozenset(meanings))
    return word._replace(atom=atom, role=word.role & MAP)


def _runs(words: Sequence[Said], kinds: Set[str]) -> Iterator[tuple[Sequence[Said], bool]]:
    """Yield the words one by one, but numbers of the map together that have nothing but "and" between them; and whether
    they are such numbers."""
    start = 0
    while start < len(words):
        end = start + 1
        for place in range(start, len(words)):
            if _is_of_the_map(words, place, kinds):
                end = place + 1
            elif place == start or not _joins(words[place].atom):
                break
        yield words[start:end], _is_of_the_map(words, start, kinds)
        start = end


def _joins(atom: Atom) -> bool:
    return atom.soft and bool(atom.of("break")) and not atom.of("from", "to")


def _is_of_the_map(words: Sequence[Said], place: int, kinds: Set[str]) -> bool:
    """Return whether a number neither counts something nor belongs to a kind of field ("grain 8"), nor is a price."""
    word = words[place]
    if word.atom.number is None or word.atom.soft or word.atom.both or word.price:
        return False
    if word.atom.of("word"):
        return False  # a picture calls a place "X5"
    before = words[place - 1].atom if place else None
    after = words[place + 1].atom if place + 1 < len(words) else None
    if before is not None and not kinds.isdisjoint(before.of("word")):
        return False
    if word.role & (UNITS - MAP):
        return False
    return after is None or after.number is not None or bool(after.of("unit") & MAP) or not after.of("word", "unit")


def _kinds(places: Mapping[str, Place]) -> Set[str]:
    return {str(part.args["kind"]) for place in places.values() for part in place.around if "kind" in part.args}


def _bearing(places: Mapping[str, Place], numbers: Sequence[int]) -> set[str]:
    """Return the places that bear every one of the numbers."""
    borne = {id: [part.args.get("number") for part in place.around] for id, place in places.items()}
    return {
        id for id, around in borne.items() if all(around.count(number) >= numbers.count(number) for number in numbers)
    }
