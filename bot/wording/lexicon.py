"""What words mean at a table, in the language of who types: verbs, things, numbers and what they count.

The names are those of the catalogues; ``synonyms.toml`` beside them holds what else people type.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice, takewhile
from string import Formatter
from typing import NamedTuple, TypeVar

from bot.wording.catalogue import catalogue
from bot.wording.folding import Folded, folded, joined, spellings
from bot.wording.languages import FALLBACK, LANGUAGES
from bot.wording.lists import listed, typed_words, words_in
from bot.wording.slips import Spelled
from bot.wording.stems import stem

T = TypeVar("T")

SHORTEST_SLIP = 5
"""Letters of a word in which one may be wrong."""
MOST_SHARED = 3
"""Things of which the names may share a word that stands for them."""
BOTH = {
    "navegador": frozenset(("workers", "ships", "colony", "privilege")),
    "macao": frozenset(("joker", "gold")),
    "mmn": frozenset(("robber", "pirate")),
}
"""What is done and a thing as well."""

PICTURED = "code_"
"""How the ids of what is written on things in pictures begin."""
JOINING = "and"
"""The value of a break behind which something else begins."""


class Meaning(NamedTuple):
    """One thing that a word can mean. ``kind``: verb, word, unit, number, from, to, price or break; ``value``: of
    what."""

    kind: str
    value: str | int


@dataclass
class Lexicon:
    """The words of a game in a language: meanings by stems, joined."""

    known: dict[str, set[Meaning]] = field(default_factory=lambda: defaultdict(set))
    noise: set[str] = field(default_factory=set)
    proper: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What is done, by what the panel itself calls it."""
    called: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Things by what the catalogue calls them in this very form."""
    soft: set[str] = field(default_factory=set)
    plurals: dict[str, int] = field(default_factory=dict)
    ordinals: set[str] = field(default_factory=set)
    written: dict[str, str] = field(default_factory=dict)
    """Stems of single words by how they are written."""
    both: set[str] = field(default_factory=set)
    no: set[str] = field(default_factory=set)
    """Words that say what is not meant."""
    around: set[tuple[str, str]] = field(default_factory=set)
    """What may stand before and behind a thing, as two words for one."""
    described: set[str] = field(default_factory=set)
    """Words with which the board is described: where they mean nothing else, they say nothing."""
    spelled: Spelled = field(default_factory=lambda: Spelled(()))
    """The words that may be meant where a letter is wrong."""
    idle: Spelled = field(default_factory=lambda: Spelled(()))
    """The same of those that say nothing."""
    first: dict[str, int] = field(default_factory=dict)
    """How many words the longest name has that begins with a word."""
    names: list[str] = field(default_factory=list)
    """Single words as they are written, in order."""

    def add(self, names: Iterable[Folded], meaning: Meaning, language: str) -> None:
        for name in names:
            if name:
                own = stemmed(name, language)
                self.known[own].add(meaning)
                if len(name) == 1:
                    self.written[name[0]] = own

    def near(self, word: str) -> set[Meaning]:
        """What words mean of which it differs in one letter."""
        near = [other for other in self.spelled.near(word) if max(len(word), len(other)) >= SHORTEST_SLIP]
        return self._meaning(near)

    def begun(self, beginning: str) -> list[str]:
        """The single words that begin so."""
        start = bisect_left(self.names, beginning)
        return list(takewhile(lambda name: name.startswith(beginning), islice(self.names, start, None)))

    def swapped(self, word: str) -> set[Meaning]:
        """What short words mean of which it has two letters in the other order: "trun"."""
        return self._meaning(other for other in self.spelled.near(word) if sorted(other) == sorted(word))

    def _meaning(self, words: Iterable[str]) -> set[Meaning]:
        return {meaning for word in words for meaning in self.known.get(self.written.get(word, word), ())}


def stemmed(words: Sequence[str], language: str) -> str:
    return " ".join(stem(word, language) if word.isalpha() else word for word in words)


@cache
def lexicon(key: str, language: str) -> Lexicon:
    """The words of a game in a language. A name of another language is known where it means nothing in this one."""
    found = Lexicon()
    for other in LANGUAGES if language == FALLBACK else (*LANGUAGES, FALLBACK):
        if other != language:
            _learn_names(found, key, other)
    strangers = {name: set(meanings) for name, meanings in found.known.items()}
    found.known.clear()
    found.proper.clear()
    found.called.clear()
    _learn_names(found, key, language)
    _learn_synonyms(found, key, language)
    _learn_labels(found, key, language)
    _learn_alike(found, language)
    _learn_parts(found, key, language)
    for name, meanings in strangers.items():
        if name not in found.known and name not in found.noise and name not in found.soft:
            found.known[name] = meanings
    found.described = _described(key, language)
    found.spelled = Spelled(
        name
        for name in {*found.known, *found.written}
        if len(name) >= SHORTEST_SLIP - 1 and not any(letter.isdigit() for letter in name)
    )
    found.idle = Spelled(name for name in found.noise | found.soft if len(name) > SHORTEST_SLIP)
    found.first = firsts(found.known)
    found.names = sorted(found.written)
    found.known, found.proper, found.called = _shared(found.known), _shared(found.proper), _shared(found.called)
    return found


def _shared(sets: dict[str, set[T]]) -> dict[str, set[T]]:
    """Equal sets are one: most names mean what others do, too."""
    alike: dict[frozenset[T], set[T]] = {}
    return {name: alike.setdefault(frozenset(own), own) for name, own in sets.items()}


def firsts(names: Iterable[str]) -> dict[str, int]:
    """How many words the longest of these names has that begins with a word, if it has several."""
    found = dict[str, int]()
    for name in names:
        if " " in name:
            first = name.partition(" ")[0]
            found[first] = max(found.get(first, 1), name.count(" ") + 1)
    return found


def _learn_names(found: Lexicon, key: str, language: str) -> None:
    for id, verb, text in _catalogued(key, language):
        for spelling in spellings(text):
            # A number at the end of a name is told apart from it.
            name = spelling[:-1] if base(id) != id and spelling and spelling[-1].isdigit() else spelling
            found.add([name], Meaning("verb", id) if verb else Meaning("word", base(id)), language)
            if not verb:
                found.called[" ".join(name)].add(base(id))
            if verb:
                found.proper[stemmed(name, language)].add(id)


def _learn_parts(found: Lexicon, key: str, language: str) -> None:
    """A word that only the names of a few things have stands for them: "the Baronesa" for "Baronesa Três"."""
    parts = defaultdict[str, set[str]](set)
    for id, verb, text in _catalogued(key, language):
        for spelling in spellings(text):
            if not verb and len(spelling) > 1:
                for word in spelling:
                    parts[word].add(base(id))
    for word, ids in parts.items():
        known = word in found.noise or word in found.soft or stemmed([word], language) in found.known
        if len(word) >= SHORTEST_SLIP and len(ids) <= MOST_SHARED and not known:
            for id in ids:
                found.add([(word,)], Meaning("word", id), language)


def _catalogued(key: str, language: str) -> Iterator[tuple[str, bool, str]]:
    """Ids with what the catalogue calls them; whether that is what is done."""
    texts = catalogue(language).texts
    actions = {
        text_id.split(".")[2].rstrip("0123456789").rstrip("_")
        for text_id in texts
        if text_id.startswith(f"{key}.action.")
    }
    for text_id, forms in texts.items():
        area, _, rest = text_id.partition(".")
        kind, _, id = rest.partition(".")
        if area != key:
            continue
        id = id.removesuffix(".name")
        if (key, kind, id) == ("burgundy", "word", "die"):
            continue  # it only introduces a number
        if kind == "action" and "." in id:
            continue
        if kind == "action" and "{" not in forms[0]:
            yield id, True, forms[0]
        elif kind == "action" and (after := _behind(forms[0])):
            yield id.rstrip("0123456789").rstrip("_"), True, after
        elif kind == "action" and (before := _before(forms[0], language)):
            yield id.rstrip("0123456789").rstrip("_"), True, before
        elif kind == "picture" and id.startswith(PICTURED):
            yield id.removeprefix(PICTURED), False, forms[0]
        elif kind in ("word", "card", "typed", "counted") and "." not in id:
            for form in forms:
                if id in actions:
                    yield id, True, form
                if id not in actions or id in BOTH.get(key, ()):
                    yield id, False, form
            if kind in ("word", "card"):
                yield id, id in actions and id not in BOTH.get(key, ()), id.replace("_", " ")


def _before(label: str, language: str) -> str:
    """The one word that a label says besides the things it names, before them, a preposition apart; empty: it is what
    a number counts."""
    common = typed_words(language)["common"]
    first, *others = folded(label.partition("{")[0]) or ("",)
    units = {name for names in common["units"].values() for name in names.split()}
    if folded(label.rpartition("}")[2]):
        return ""
    if others and (first in units or len(others) > 1 or others[0] not in common["breaks"].split()):
        return ""
    return first


def _behind(label: str) -> str:
    """What a label says behind the things it names: two words or more, or one that is all it says besides. What it says
    in brackets is what that costs."""
    label = re.sub(r"\([^)]*\)", "", label)
    before, after = folded(label.partition("{")[0]), folded(label.rpartition("}")[2])
    return " ".join(after) if len(after) > bool(before) and all(map(str.isalpha, after)) else ""


def _learn_labels(found: Lexicon, key: str, language: str) -> None:
    """Words that stand in labels of the panel and mean nothing else: they say what is done."""
    before = set(found.known)
    for text_id, forms in catalogue(language).texts.items():
        game, _, rest = text_id.partition(".action.")
        for form in forms if game == key else ():
            literals = [literal for literal, *_ in Formatter().parse(form)]
            for word in [word for literal in literals for word in folded(literal)]:
                if stem(word, language) not in before and word not in found.noise and word not in found.soft:
                    found.add([(word,)], Meaning("verb", rest.split(".")[0].rstrip("0123456789").rstrip("_")), language)


def _described(key: str, language: str) -> set[str]:
    """The words of the texts that describe a board (/describe), cards and tiles on it, besides what fills them."""
    kinds = {"area", "tell", "describe", "advice", "as", "source", "place"}
    found = set[str]()
    for id, forms in catalogue(language).texts.items():
        game, kind, *rest = id.split(".")
        told = bool(rest) and (kind in kinds or (kind == "card" and rest[-1] in ("short", "text")))
        if id == "say.nothing" or (game == key and told):
            for form in forms:
                found.update(word for literal, *_ in Formatter().parse(form) for word in folded(literal))
    return found


@lru_cache(maxsize=1 << 12)
def base(id: str) -> str:
    """What a card or tile of a number is a kind of: ``zoll`` for ``zoll_4``, ``cow`` for ``cow2``."""
    if re.fullmatch(r"[a-z]+_[1-9]|(?:cow|pig|sheep|chicken)[1-9]", id):
        return id.rstrip("0123456789").rstrip("_")
    return "knowledge" if re.fullmatch(r"k\d+", id) else id


def _learn_alike(found: Lexicon, language: str) -> None:
    """Words that say that the same is done as another one does, whatever that is in a game."""
    for name, others in typed_words(language)["common"]["alike"].items():
        meanings = {meaning for meaning in found.known.get(stemmed([name], language), ()) if meaning.kind == "verb"}
        for other in words_in(others):
            for meaning in meanings:
                found.add(spellings(other), meaning, language)


def _learn_synonyms(found: Lexicon, key: str, language: str) -> None:
    known = typed_words(language)
    common, own = known["common"], known.get(key, {})
    for area, kind in (("verbs", "verb"), ("words", "word")):
        for id, text in own.get(area, {}).items():
            for name in words_in(text):
                found.add(spellings(name), Meaning(kind, id), language)
    for unit, text in (common["units"] | own.get("units", {})).items():
        for name in words_in(text):
            found.add(spellings(name), Meaning("unit", unit), language)
    for kind, entry in (("number", "numbers"), ("number", "ordinals")):
        for group in filter(str.strip, common[entry].split(";")):
            number, *names = group.split()
            for name in names:
                for spelling in spellings(name):
                    found.known[joined(spelling)].add(Meaning(kind, int(number)))
                    if entry == "ordinals":
                        found.ordinals.add(joined(spelling))
    for group in filter(str.strip, common["plurals"].split(";")):
        number, *names = group.split()
        found.plurals.update({joined(spelling): int(number) for name in names for spelling in spellings(name)})
    for name in words_in(common["one"]):
        found.known[joined(folded(name))].add(Meaning("number", 1))
        found.soft.add(joined(folded(name)))
    for kind in ("from", "to"):
        for name in words_in(common[kind]):
            found.known[joined(folded(name)) or name].add(Meaning(kind, ""))
            found.soft.add(joined(folded(name)) or name)
    for name in words_in(common["price"]):
        found.known[joined(folded(name))].add(Meaning("price", ""))
    found.no |= {joined(spelling) for name in words_in(common["no"]) for spelling in spellings(name)}
    found.noise |= found.no
    found.both |= {joined(folded(name)) for name in words_in(common["both"])}
    found.around |= {(before, behind) for before, behind in map(str.split, words_in(common["around"]))}
    for name in words_in(common["breaks"]):
        joins = name in listed(language, "onward")
        found.known[joined(folded(name))].add(Meaning("break", JOINING if joins else ""))
        found.soft.add(joined(folded(name)))
    found.soft |= {joined(spelling) for name in words_in(common["soft"]) for spelling in spellings(name)}
    found.noise |= {joined(spelling) for name in words_in(common["noise"]) for spelling in spellings(name)}
