"""Read the panel's own label of an action back as that action, whether it is legal now or not.

A label is the catalogue's text of a verb filled with the words of an action. Nothing else is meant by it: what the
rules say of that very action is the only true answer, and no other action may be played instead.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from string import Formatter
from typing import NamedTuple

import msgspec

from bot.wording.catalogue import catalogue
from bot.wording.filling import COLOURS
from bot.wording.languages import FALLBACK
from bot.wording.lists import listed
from bot.wording.reading import split
from bot.wording.shapes import ALONE, Slot, fixed, shape
from bot.wording.surroundings import named_places
from bot.wording.texts import SEAT, Texts, texts_in
from bot.wording.vocabulary import vocabulary
from engines import Action, Game

CARDS: Mapping[str, frozenset[str]] = {"macao": frozenset(("take", "discard", "activate", "use"))}
"""What is done with nothing but cards."""
COLOURED: Mapping[str, frozenset[str]] = {"macao": frozenset(("spend", "gain", "return", "waive", "dice"))}
"""What is done with nothing but colours of cubes."""
MOST_CANDIDATES = 200
"""Actions with one label that are looked at: several cards and places are called alike."""
LONGEST_LABEL = 200
"""Characters of the longest text that is compared with labels."""
BLANK = re.compile(r"w(\d)")
LISTS = {"tail": 1, "rest": 2}
"""Blanks that hold a list, each with the place of its first word; read only where the list is one word."""
NUMBER, HEX = re.compile(r"\d+"), re.compile(r"[a-g]\d")
"""Words of an action that have no name in the catalogue: numbers, and the hexes of an estate."""


class Template(NamedTuple):
    """A label with blanks."""

    verb: str
    length: int
    """Words of the action; 0: as many as there are blanks."""
    variant: str
    """The second word of the actions that are worded so, or the question that is answered so; empty: any."""
    pattern: re.Pattern[str]
    places: tuple[int, ...]
    """Where the words of the blanks stand in the action."""
    is_named: bool
    """Whether the label says more than the things it names."""


class Labelled(NamedTuple):
    """An action with the label that was typed. ``is_named``: the label says what is done."""

    action: Action
    is_named: bool


def actions_labelled(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Labelled]:
    """Return every action, legal or not, whose label in the language of ``texts`` is what was typed."""
    text = _normal(typed) if len(typed) <= LONGEST_LABEL else ""
    templates = _templates(game.key, texts.name) if text else ()
    matches = [(template, match) for template in templates if (match := template.pattern.fullmatch(text))]
    if not matches:
        return []
    ids = _ids_by_name(texts, game, names)
    candidates = dict.fromkeys(
        Labelled(action, template.is_named)
        for template, match in matches
        for action in islice(_filled(game.key, template, match, ids), MOST_CANDIDATES)
    )
    return [each for each in candidates if _is_labelled(texts.at(game), game, seat, names, each.action, text)]


def _is_labelled(texts: Texts, game: Game, seat: int, names: Sequence[str], action: Action, text: str) -> bool:
    form = catalogue(texts.name).text(texts.action_id(game.key, action)) or ""
    if any(int(place) >= len(action) for place in re.findall(r"{w(\d)}", form)):
        return False  # the action is too short for its label
    labels = texts.action(game.key, action, names), texts.answer(game.key, game, seat, action, names)
    return text in map(_normal, labels)


def _normal(text: str) -> str:
    return " ".join(split(text))


@cache
def _templates(key: str, language: str) -> Sequence[Template]:
    prefix = f"{key}.action."
    labels = {id: forms for id, forms in catalogue(language).texts.items() if id.startswith(prefix)}
    found = (
        _template(key, id.removeprefix(prefix), form, language)
        for id, forms in labels.items()
        if not id.endswith(".each")
        for form in dict.fromkeys(forms)
    )
    unworded = (verb for verb in sorted(ALONE.get(key, ())) if f"{prefix}{verb}" not in labels)
    words = ((verb, re.compile(re.escape(_normal(texts_in(language).word(key, verb))))) for verb in unworded)
    alone = (Template(verb, 0, "", pattern, (), True) for verb, pattern in words)
    return [*(template for template in found if template), *alone]


def _template(key: str, name: str, form: str, language: str) -> Template | None:
    """Return a label as a pattern; None where its blanks hold something else than words of the action."""
    verb, _, variant = name.partition(".")
    bare, _, length = verb.rpartition("_")
    verb = bare if length.isdigit() else verb
    slots = shape(key, verb)[0]
    pattern, places = list[str](), list[int]()
    is_named = False
    for literal, blank, *_ in Formatter().parse(form):
        if words := _normal(literal):
            pattern.append(re.escape(words))
            is_named = is_named or len(words.split()) > 1 or words not in _joining_words(language)
        if blank is None:
            continue
        if blank not in LISTS and not BLANK.fullmatch(blank):
            return None
        places.append(LISTS.get(blank) or int(blank[1:]))
        is_number = places[-1] <= len(slots) and slots[places[-1] - 1].kind in "#$"
        pattern.append(r"(\d+)" if is_number else "(.+?)")
    whole = " ".join(pattern)
    if form.endswith("{rest}") and len(pattern) > 1:
        whole = whole.removesuffix(" (.+?)") + "(?: (.+?))?"  # the list may be empty
    return Template(verb, int(length) if length.isdigit() else 0, variant, re.compile(whole), tuple(places), is_named)


@cache
def _joining_words(language: str) -> frozenset[str]:
    """Return the words that stand between two things and do not say what is done with them."""
    return frozenset(listed(language, "onward"))


def _ids_by_name(texts: Texts, game: Game, names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the words of the notation by what they are called at this table."""
    found = defaultdict[str, list[str]](list)
    for name, ids in _ids_by_catalogue(game.key, texts.name).items():
        found[name] += ids
    if places := game.places():
        for name, places_called_so in named_places(texts.name, game.key, msgspec.json.encode(places)).items():
            found[name] += sorted(places_called_so)
    for number, name in enumerate(names, 1):
        found[_normal(name)].append(f"{SEAT}{number}")
    return found


@cache
def _ids_by_catalogue(key: str, language: str) -> Mapping[str, Sequence[str]]:
    texts, found = texts_in(language), defaultdict[str, list[str]](list)
    for id in sorted(vocabulary(key).ids - ALONE.get(key, frozenset())):
        for name in {texts.word(key, id), texts.word(key, id, 1), texts.word(key, id, 2)}:
            found[_normal(name)].append(id)
    return found


def _filled(key: str, template: Template, match: re.Match[str], ids: Mapping[str, Sequence[str]]) -> Iterator[Action]:
    """Yield the actions that a label may stand for."""
    if fixed(key, template.verb):
        yield (template.verb,)  # its variants word it as the answer to one question
        return
    slots = shape(key, template.verb)[0]
    words = dict[int, Sequence[str]]()
    for place, text in zip(template.places, match.groups(), strict=True):
        if text:
            slot = slots[min(place, len(slots)) - 1]
            unnamed = [text] if NUMBER.fullmatch(text) or HEX.fullmatch(text) else []
            words[place] = [
                word for word in (*ids.get(text, ()), *unnamed) if _may_fill(key, template.verb, slot, word)
            ]
    if template.variant:
        words.setdefault(1, [template.variant])
    length = template.length or max(words, default=0) + 1
    for place, slot in enumerate(slots, 1):
        if slot.kind == "=":
            words.setdefault(place, sorted(slot.units))
    if all(words.get(place) for place in range(1, length)):
        for chosen in product(*(words[place] for place in range(1, length))):
            yield (template.verb, *chosen)


def _may_fill(key: str, verb: str, slot: Slot, word: str) -> bool:
    """Return whether a word may stand in a slot: numbers and hexes only where the action has such."""
    if NUMBER.fullmatch(word):
        return slot.kind in "#$NdG="
    if slot.kind == "Q":
        return "s" in slot.units or re.fullmatch(r"q\d\d", word) is not None
    if HEX.fullmatch(word):
        return slot.kind == "L"
    if verb in CARDS.get(key, ()):
        texts = catalogue(FALLBACK).texts
        return f"{key}.card.{word}" in texts or f"{key}.card.{word}.name" in texts
    if verb in COLOURED.get(key, ()):
        return word in COLOURS
    return slot.kind != "L" or any(map(str.isdigit, word))
