"""What words mean at a table, in the language of who types: verbs, things, numbers and what they count.

The names are those of the catalogues; ``synonyms.toml`` beside them holds what else people type.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from string import Formatter
from typing import Any, NamedTuple

from bot.wording.catalogue import catalogue
from bot.wording.folding import Folded, folded, joined, spellings
from bot.wording.languages import FALLBACK, LANGUAGES, lines_of
from bot.wording.slips import Spelled
from bot.wording.stems import stem

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


LISTS = ["noise", "soft", "breaks", "from", "to", "numbers", "plurals", "ordinals", "one", "both", "all", "around"]
LISTS += ["last", "onward", "beside", "where", "no", "may", "enough", "mine", "leading", "interjections", "instead"]
LISTS += ["middle", "hold", "spent", "buying", "building", "price", "twice", "having", "asking_where"]
LISTS += ["without", "none", "barring", "against", "ending", "asking", "weighing"]
EMPTY: dict[str, Any] = {**dict.fromkeys(LISTS, ""), "alike": {}, "units": {}, "superlatives": {}}
"""The common words of a language of which there are none."""


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

    def swapped(self, word: str) -> set[Meaning]:
        """What short words mean of which it has two letters in the other order: "trun"."""
        return self._meaning(other for other in self.spelled.near(word) if sorted(other) == sorted(word))

    def _meaning(self, words: Iterable[str]) -> set[Meaning]:
        return {meaning for word in words for meaning in self.known[self.written.get(word, word)]}


def stemmed(words: Sequence[str], language: str) -> str:
    return " ".join(stem(word, language) if word.isalpha() else word for word in words)


@cache
def _synonyms(language: str) -> dict[str, Any]:
    found = tomllib.loads(lines_of(language, "synonyms.toml") or "")
    return found | {"common": EMPTY | found.get("common", {})}


def _names(text: str) -> list[str]:
    return [name.strip() for name in (text.split(";") if ";" in text else text.split())]


def ordinal(language: str, words: Sequence[str]) -> int | None:
    """The place, from 0, or -1 for the last, that words name and nothing else: "the second one"; None: they do not."""
    common, idle = _synonyms(language)["common"], idle_words(language)
    places = {name: int(group.split()[0]) - 1 for group in common["ordinals"].split(";") for name in group.split()[1:]}
    places |= dict.fromkeys(_names(common["last"]), -1)
    said = [word for word in words if word in places or word not in idle]
    return places.get(said[0]) if len(said) == 1 else None


def in_digits(languages: Sequence[str], typed: str) -> str:
    """A text with the words for numbers from two on as digits."""
    digits, some = _number_words(tuple(languages))
    return some.sub(lambda found: digits[found[0].lower()], typed)


def without(languages: Sequence[str], entry: str, typed: str) -> str:
    """A text without common words of a kind, such as those that say that "both" are meant."""
    words = {word for language in languages for word in listed(language, entry)}
    return " ".join(word for word in typed.split() if word.lower() not in words)


@cache
def _number_words(languages: Sequence[str]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Those that say nothing but a number, and a pattern that finds them."""
    digits = dict[str, str]()
    for language in reversed(languages):
        groups = [group.split() for group in _synonyms(language)["common"]["numbers"].split(";") if group.strip()]
        digits |= {first: number for number, first, *_ in groups if int(number) > 1}
    some = "|".join(map(re.escape, sorted(digits, key=len, reverse=True)))
    return digits, re.compile(rf"\b(?:{some})\b", re.IGNORECASE)


@cache
def idle_words(language: str) -> frozenset[str]:
    """Words that say nothing, or may say nothing."""
    common = _synonyms(language)["common"]
    words = (word for entry in ("noise", "soft", "one", "breaks") for word in _names(common[entry]))
    return frozenset(joined(spelling) for word in words for spelling in spellings(word))


@cache
def may_words(language: str) -> frozenset[str]:
    """Words with which somebody asks what is possible."""
    return frozenset(_names(_synonyms(language)["common"]["may"]))


@cache
def enough(language: str) -> frozenset[str]:
    """What is said by whoever goes on no more: "done", "that's all"."""
    return frozenset(
        " ".join(spelling) for name in _names(_synonyms(language)["common"]["enough"]) for spelling in spellings(name)
    )


@cache
def mine_words(language: str) -> frozenset[str]:
    """Words with which somebody speaks of what is the own."""
    return frozenset(_names(_synonyms(language)["common"]["mine"]))


@cache
def interjections(language: str) -> frozenset[str]:
    """Words that stand before or behind what is said and say nothing."""
    return frozenset(_names(_synonyms(language)["common"]["interjections"]))


@cache
def leading_words(language: str) -> frozenset[str]:
    """Words with which somebody asks who is ahead."""
    names = _names(_synonyms(language)["common"]["leading"])
    return frozenset(joined(spelling) for name in names for spelling in spellings(name))


def own_words(key: str, language: str, area: str) -> dict[str, list[str]]:
    """What people say in a game for something that is neither a thing nor done, by what it is."""
    return {kind: _names(text) for kind, text in _synonyms(language).get(key, {}).get(area, {}).items()}


@cache
def superlatives(language: str) -> dict[Folded, str]:
    """Words that mean the one of several that has most or least of something, with what that is."""
    told = _synonyms(language)["common"]["superlatives"].items()
    return {spelling: kind for kind, text in told for name in _names(text) for spelling in spellings(name)}


def onward(language: str) -> set[str]:
    """Words between a decision and the next one."""
    return set(_names(_synonyms(language)["common"]["onward"]))


def listed(language: str, entry: str) -> list[str]:
    """Common words of a kind: "beside" a decision they say with what, for how much or where it is done; behind
    "instead" stands what is not wanted, and "against" that what is; "barring" is all but something; "asking" and
    "weighing" begin a question, and "ending" is the end of a turn."""
    return _names(_synonyms(language)["common"][entry])


@cache
def listed_in(language: str, entry: str) -> frozenset[str]:
    """The same in a language and in the one that everybody may type."""
    return frozenset((*listed(language, entry), *listed(FALLBACK, entry)))


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
    return found


def _learn_names(found: Lexicon, key: str, language: str) -> None:
    for id, verb, text in _catalogued(key, language):
        for spelling in spellings(text):
            # A number at the end of a name is told apart from it.
            name = spelling[:-1] if base(id) != id and spelling[-1:] and spelling[-1].isdigit() else spelling
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
    common = _synonyms(language)["common"]
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
    for name, others in _synonyms(language)["common"]["alike"].items():
        meanings = {meaning for meaning in found.known.get(stemmed([name], language), ()) if meaning.kind == "verb"}
        for other in _names(others):
            for meaning in meanings:
                found.add(spellings(other), meaning, language)


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
    for name in _names(common["one"]):
        found.known[joined(folded(name))].add(Meaning("number", 1))
        found.soft.add(joined(folded(name)))
    for kind in ("from", "to"):
        for name in _names(common[kind]):
            found.known[joined(folded(name)) or name].add(Meaning(kind, ""))
            found.soft.add(joined(folded(name)) or name)
    for name in _names(common["price"]):
        found.known[joined(folded(name))].add(Meaning("price", ""))
    found.no |= {joined(spelling) for name in _names(common["no"]) for spelling in spellings(name)}
    found.noise |= found.no
    found.both |= {joined(folded(name)) for name in _names(common["both"])}
    found.around |= {(before, behind) for before, behind in map(str.split, _names(common["around"]))}
    for name in _names(common["breaks"]):
        joins = name in onward(language)
        found.known[joined(folded(name))].add(Meaning("break", JOINING if joins else ""))
        found.soft.add(joined(folded(name)))
    found.soft |= {joined(spelling) for name in _names(common["soft"]) for spelling in spellings(name)}
    found.noise |= {joined(spelling) for name in _names(common["noise"]) for spelling in spellings(name)}
