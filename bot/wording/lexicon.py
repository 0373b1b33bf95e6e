"""What words mean at a table, in the language of who types: verbs, things, numbers and what they count.

The names are those of the catalogues; ``synonyms.toml`` beside them holds what else people type.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

import snowballstemmer

from bot.wording.catalogue import FALLBACK, LANGUAGES, catalogue
from bot.wording.folding import Folded, folded, joined, spellings

STEMMERS = {"en": "english", "de": "german", "nl": "dutch"}
LONGEST_NAME = 6
"""Words of the longest name that is looked for, unless a table has longer ones."""
SHORTEST_SLIP, SHORTEST_PART = 5, 3
"""Letters of a word in which one may be wrong, and of a part of a compound."""
_TOKEN = re.compile(r"[^\W_]+(?:['’´`_][^\W_]+)*|->|→", re.UNICODE)
_PLACE = re.compile(r"[a-z]\d{1,2}")
_COUNTED = re.compile(r"[x×]?(\d+)[x×]?(?:er|st|nd|rd|th|e)?")


class Meaning(NamedTuple):
    """One thing that a word can mean. ``kind``: verb, word, unit, number, from, to or break; ``value``: of what."""

    kind: str
    value: str | int


@dataclass(frozen=True)
class Atom:
    """Words that mean something together. ``soft``: they may also mean nothing. ``slips``: letters that were wrong."""

    text: str
    meanings: frozenset[Meaning]
    soft: bool = False
    slips: int = 0
    proper: bool = False
    """Whether it is how the panel itself says that something is done."""

    def of(self, *kinds: str) -> set[str | int]:
        return {meaning.value for meaning in self.meanings if meaning.kind in kinds}

    @property
    def number(self) -> int | None:
        return next((int(meaning.value) for meaning in self.meanings if meaning.kind == "number"), None)


@dataclass
class Lexicon:
    """The words of a game in a language: meanings by stems, joined."""

    known: dict[str, set[Meaning]] = field(default_factory=lambda: defaultdict(set))
    noise: set[str] = field(default_factory=set)
    proper: set[str] = field(default_factory=set)
    """What the panel itself calls what is done."""
    soft: set[str] = field(default_factory=set)
    plurals: dict[str, int] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    """Stems of single words by how they are written."""
    slips: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Known words by what is left of them without one of their letters."""

    def add(self, names: Iterable[Folded], meaning: Meaning, language: str) -> None:
        for name in names:
            if name:
                stemmed = _stemmed(name, language)
                self.known[stemmed].add(meaning)
                if len(name) == 1:
                    self.written[name[0]] = stemmed

    def near(self, word: str) -> set[Meaning]:
        """What words mean of which it differs in one letter."""
        found = set[str]()
        for shorter in (word, *_without_one(word)):
            found |= self.slips.get(shorter, set())
        near = {other for other in found if max(len(word), len(other)) >= SHORTEST_SLIP and _one_slip(word, other)}
        return {meaning for other in near for meaning in self.known[self.written.get(other, other)]}


@lru_cache(maxsize=1 << 14)
def stem(word: str, language: str) -> str:
    """A word without its endings."""
    if word.isdigit() or len(word) < SHORTEST_PART:
        return word
    return str(snowballstemmer.stemmer(STEMMERS.get(language, "english")).stemWord(word))


def _stemmed(words: Sequence[str], language: str) -> str:
    return " ".join(stem(word, language) for word in words)


def _without_one(word: str) -> Iterator[str]:
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _one_slip(word: str, other: str) -> bool:
    """Whether one letter is missing, too many, another one, or two have changed places."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    rest, there = word[start:], other[start:]
    return rest[1:] in (there, there[1:]) or rest == there[1:] or rest[:2][::-1] + rest[2:] == there


@cache
def _synonyms(language: str) -> dict[str, Any]:
    text = (files("bot.wording") / "locale" / language / "synonyms.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _names(text: str) -> list[str]:
    return [name.strip() for name in (text.split(";") if ";" in text else text.split())]


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
    _learn_names(found, key, language)
    _learn_synonyms(found, key, language)
    _learn_labels(found, key, language)
    for name, meanings in strangers.items():
        if name not in found.known and name not in found.noise and name not in found.soft:
            found.known[name] = meanings
    for name in {*found.known, *found.written}:
        if len(name) >= SHORTEST_SLIP - 1 and not any(letter.isdigit() for letter in name):
            for shorter in (name, *_without_one(name)):
                found.slips[shorter].add(name)
    return found


def _learn_names(found: Lexicon, key: str, language: str) -> None:
    for id, verb, text in _catalogued(key, language):
        for spelling in spellings(text):
            # A number at the end of a name is told apart from it.
            name = spelling[:-1] if base(id) != id and spelling[-1:] and spelling[-1].isdigit() else spelling
            found.add([name], Meaning("verb", id) if verb else Meaning("word", base(id)), language)
            if verb:
                found.proper.add(_stemmed(name, language))


def _catalogued(key: str, language: str) -> Iterator[tuple[str, bool, str]]:
    """Ids with what the catalogue calls them; whether that is what is done."""
    texts = catalogue(language).texts
    actions = {text_id.split(".")[2].rstrip("0123456789").rstrip("_") for text_id in texts if text_id.startswith(f"{key}.action.")}
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
        elif kind == "action" and len(after := folded(forms[0].rpartition("}")[2])) > 1 and all(map(str.isalpha, after)):
            yield id.rstrip("0123456789").rstrip("_"), True, " ".join(after)
        elif kind == "action" and len(before := folded(forms[0].partition("{")[0])) == 1:
            yield id.rstrip("0123456789").rstrip("_"), True, before[0]
        elif kind in ("word", "card", "typed", "counted") and "." not in id:
            for form in forms:
                if id in actions:
                    yield id, True, form
                if id not in actions or id in BOTH.get(key, ()):
                    yield id, False, form
            if kind in ("word", "card"):
                yield id, id in actions and id not in BOTH.get(key, ()), id.replace("_", " ")


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


@lru_cache(maxsize=1 << 12)
def base(id: str) -> str:
    """What a card or tile of a number is a kind of: ``zoll`` for ``zoll_4``, ``cow`` for ``cow2``."""
    if re.fullmatch(r"[a-z]+_[1-9]|(?:cow|pig|sheep|chicken)[1-9]", id):
        return id.rstrip("0123456789").rstrip("_")
    return "knowledge" if re.fullmatch(r"k\d+", id) else id


def _learn_synonyms(found: Lexicon, key: str, language: str) -> None:
    known = _synonyms(language)
    common, own = known["common"], known.get(key, {})
    for area, kind in (("verbs", "verb"), ("words", "word")):
        for id, text in own.get(area, {}).items():
            for name in _names(text):
                found.add(spellings(name), Meaning(kind, id), language)
    for unit, text in (common["units"] | own.get("units", {})).items():
        for name in _names(text):
            found.add(spellings(name), Meaning("unit", unit), language)
    for kind, entry in (("number", "numbers"), ("number", "ordinals")):
        for group in common[entry].split(";"):
            number, *names = group.split()
            for name in names:
                for spelling in spellings(name):
                    found.known[joined(spelling)].add(Meaning(kind, int(number)))
    for group in common["plurals"].split(";"):
        number, *names = group.split()
        found.plurals.update({joined(spelling): int(number) for name in names for spelling in spellings(name)})
    for name in _names(common["one"]):
        found.known[joined(folded(name))].add(Meaning("number", 1))
        found.soft.add(joined(folded(name)))
    for kind in ("from", "to"):
        for name in _names(common[kind]):
            found.known[joined(folded(name)) or name].add(Meaning(kind, ""))
            found.soft.add(joined(folded(name)) or name)
    for name in _names(common["breaks"]):
        found.known[joined(folded(name))].add(Meaning("break", ""))
        found.soft.add(joined(folded(name)))
    found.soft |= {joined(spelling) for name in _names(common["soft"]) for spelling in spellings(name)}
    found.noise |= {joined(spelling) for name in _names(common["noise"]) for spelling in spellings(name)}


def split(text: str, here: Container[str] = ()) -> Iterator[str]:
    """The words of a text, folded; what is called so ``here`` stays whole, and a comma is a word."""
    for piece in text.lower().replace("–", "-").replace("−", "-").split():
        bare = piece.strip(".,;:!?()[]{}\"'…")
        if bare in here:
            yield bare
            continue
        for token in _TOKEN.findall(piece):
            yield from folded(token) or (token,)
        if piece[-1] in ",;":
            yield ","


class Reader:
    """Turns what somebody typed into atoms. ``here``: names that only this table has, as ``split`` has them;
    ``exact``: letters that are wrong are not forgiven."""

    def __init__(self, key: str, language: str, here: dict[str, set[str]], *, exact: bool = False) -> None:
        self.exact = exact
        self.key, self.language, self.here = key, language, here
        self.lexicon = lexicon(key, language)
        self.longest = max([LONGEST_NAME, *(name.count(" ") + 1 for name in here)])

    def atoms(self, typed: str, *, unfinished: bool = False) -> list[Atom]:
        """The atoms of a text, in order; ``unfinished``: its last word is perhaps only begun."""
        words = list(split(typed, self.here))
        if len(words) > 1 and len(words[-1]) == 1 and words[-1] in self.here and not unfinished:
            player = Atom(words[-1], frozenset(Meaning("word", id) for id in self.here[words[-1]]))
            return [*self._atoms(words[:-1]), player]  # a letter at the end is no article
        if unfinished and words:
            *words, last = words
            return [*self._atoms(words), self._begun(last)]
        return self._atoms(words)

    def _begun(self, word: str) -> Atom:
        """What a word means of which there is perhaps only the beginning."""
        meanings = {
            meaning
            for name, stemmed in self.lexicon.written.items()
            if name.startswith(word)
            for meaning in self.lexicon.known[stemmed]
        }
        whole = [meaning for atom in self._named([word]) for meaning in atom.meanings]
        return Atom(word, frozenset({*meanings, *whole}), soft=not meanings and not whole)

    def _atoms(self, words: Sequence[str]) -> list[Atom]:
        found, start = list[Atom](), 0
        while start < len(words):
            for end in range(min(len(words), start + self.longest), start, -1):
                if atoms := self._named(words[start:end]):
                    found += atoms
                    start = end
                    break
            else:
                found += self._unnamed(words[start])
                start += 1
        return list(_spread(found))

    def _named(self, words: Sequence[str]) -> list[Atom]:
        text = " ".join(words)
        if text == ",":
            return [COMMA]
        here = self.here.get(text, ())
        if len(here) == 1 and base(id := next(iter(here))) != id:
            number = int(re.sub(r"\D", "", id))
            return [Atom(text, frozenset({Meaning("word", base(id))})), Atom(text, frozenset({Meaning("number", number)}))]
        meanings = {Meaning("word", id) for id in here}
        if len(words) == 1:
            if text in self.lexicon.plurals:
                number = Atom(text, frozenset({Meaning("number", self.lexicon.plurals[text]), Meaning("unit", "same")}))
                return [number]
            if _PLACE.fullmatch(text) and not meanings:
                meanings = {Meaning("word", text)}
                if base(text) != text:
                    number = Meaning("number", int(text[1:]))
                    return [Atom(text, frozenset({Meaning("word", base(text))})), Atom(text, frozenset({number}))]
            if counted := _COUNTED.fullmatch(text):
                return [Atom(text, frozenset(meanings | {Meaning("number", int(counted[1]))}))]
        meanings |= self.lexicon.known.get(text, set()) | self.lexicon.known.get(_stemmed(words, self.language), set())
        if not meanings and len(words) == 1 and (text in self.lexicon.noise or text in self.lexicon.soft):
            return [Atom(text, frozenset(), soft=True)] if text in self.lexicon.soft else [Atom(text, frozenset({NOISE}))]
        if not meanings:
            return []
        soft = len(words) == 1 and (text in self.lexicon.soft or text in self.lexicon.noise)
        proper = _stemmed(words, self.language) in self.lexicon.proper
        return [Atom(text, frozenset(meanings), soft=soft, proper=proper)]

    def _unnamed(self, word: str) -> list[Atom]:
        """A compound of known words, a word with one letter wrong, or one that means nothing here."""
        if not word.isalpha():
            if split := re.fullmatch(r"([^\W\d]+)(\d+)|(\d+)([^\W\d]+)", word):
                parts = [part for part in split.groups() if part]
                return [atom for part in parts for atom in (self._named([part]) or self._unnamed(part))]
            return [Atom(word, frozenset())]
        if compound := self._compound(word):
            return compound
        if len(word) >= SHORTEST_PART and not self.exact:
            if meanings := self.lexicon.near(word) | self.lexicon.near(stem(word, self.language)):
                return [Atom(word, frozenset(meanings), slips=1)]
            if begun := self._begun(word).meanings:
                return [Atom(word, begun, slips=2)]
            if any(_one_slip(word, name) for name in (*self.lexicon.noise, *self.lexicon.soft) if len(name) > 4):
                return [Atom(word, frozenset({NOISE}), slips=1)]
            for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
                first, meanings = self._part(word[:cut]), self.lexicon.near(word[cut:])
                if first and meanings and len(word) - cut >= SHORTEST_SLIP:
                    return [first, Atom(word[cut:], frozenset(meanings), slips=1)]
        return [Atom(word, frozenset())]

    def _compound(self, word: str) -> list[Atom]:
        if self.language == "en":
            return []
        for cut in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            first, last = self._part(word[:cut]), self._part(word[cut:])
            if first and last:
                return [first, last]
        return []

    def _part(self, part: str) -> Atom | None:
        """A part of a compound, with or without what joins it to the next."""
        for end in ("", "s", "n", "en", "es", "e"):
            bare = part.removesuffix(end) if end else part
            if len(bare) < SHORTEST_PART or (end and bare == part):
                continue
            meanings = self.lexicon.known.get(bare, set()) | self.lexicon.known.get(stem(bare, self.language), set())
            meanings = {meaning for meaning in meanings if meaning.kind in ("word", "verb", "unit")}
            if meanings:
                return Atom(bare, frozenset(meanings))
        return None


def _spread(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """The atoms with "two sixes" as 6 and 6."""
    for place, atom in enumerate(atoms):
        after = atoms[place + 1] if place + 1 < len(atoms) else None
        if after is not None and atom.number == 2 and "same" in after.of("unit"):
            yield Atom(after.text, frozenset({Meaning("number", after.number or 0)}))
        else:
            yield atom


NOISE = Meaning("noise", "")
BOTH = {
    "navegador": frozenset(("workers", "ships", "colony", "privilege")),
    "macao": frozenset(("joker", "gold")),
    "mmn": frozenset(("robber", "pirate")),
}
"""What is done and a thing as well."""
COMMA = Atom(",", frozenset({Meaning("break", "")}), soft=True)
