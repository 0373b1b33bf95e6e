"""What somebody typed as atoms: words that mean something together, with all that they can mean."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from bot.wording.folding import folded
from bot.wording.languages import FALLBACK, about
from bot.wording.lexicon import JOINING, SHORTEST_SLIP, Meaning, base, firsts, lexicon, stemmed
from bot.wording.stems import COMPOUNDS, SHORTEST_PART
from bot.wording.texts import SEAT

LONGEST_WORD = 40
"""Letters of a word that is looked at: no name has more."""
SHORTEST_BEGINNING = 2
"""Letters that begin a word."""
LONGEST_NAME = 6
"""Words of the longest name that is looked for, unless a table has longer ones."""
LONG = 7
"""Letters of a name that may be written in two words and have a slip as well: more than this."""
_TOKEN = re.compile(r"[^\W_]+(?:['’´`_][^\W_]+)*|->|→|🎲", re.UNICODE)
_MENTION = re.compile(r"<(?:@[!&]?|#|t:|id:|a?:\w+:|/[^:<>]+:)[^<>\s]*>")
_PLACE = re.compile(r"[a-z]\d{1,2}")
NOISE, DESCRIBED = Meaning("noise", ""), Meaning("noise", "described")


@dataclass(frozen=True)
class Atom:
    """Words that mean something together. ``soft``: they may also mean nothing."""

    text: str
    meanings: frozenset[Meaning]
    soft: bool = False
    proper: frozenset[str] = frozenset()
    """What is done where the panel itself says so."""
    both: bool = False
    """Whether it says that something is done to both."""

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[str | int]]:
        kinds = {meaning.kind for meaning in self.meanings}
        return {kind: frozenset(each.value for each in self.meanings if each.kind == kind) for kind in kinds}

    def of(self, *kinds: str) -> frozenset[str | int]:
        """What it can mean of some kinds."""
        if len(kinds) == 1:
            return self._by_kind.get(kinds[0], frozenset())
        return frozenset[str | int]().union(*(self._by_kind.get(kind, ()) for kind in kinds))

    @cached_property
    def number(self) -> int | None:
        """The number that it can mean; None: none."""
        return next((int(value) for value in self._by_kind.get("number", ())), None)


COMMA = Atom(",", frozenset({Meaning("break", JOINING)}), soft=True)


def without_mentions(text: str) -> str:
    """Return a text without channels, people, emoji and commands as Discord writes them: their numbers mean nothing."""
    return _MENTION.sub(" ", text) if "<" in text else text


def split(text: str, here: Container[str] = ()) -> Iterator[str]:
    """The words of a text, folded; what is called so ``here`` stays whole, and a comma is a word."""
    for piece in without_mentions(text).lower().replace("–", "-").replace("−", "-").split():
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
    ``exact``: letters that are wrong are not forgiven; ``apart``: several words that say nothing but that one of these
    things is done are read one by one."""

    def __init__(
        self,
        key: str,
        language: str,
        here: dict[str, set[str]],
        *,
        exact: bool = False,
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.exact, self.apart = exact, apart
        self.key, self.language, self.here = key, language, here
        self.lexicon = lexicon(key, language)
        self._first = firsts(here)

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

    def things(self, word: str) -> set[str]:
        """All things that a word may stand for, also those that a better name stands for as well."""
        return {str(meaning.value) for meaning in self._known(word) if meaning.kind == "word"}

    def units(self, word: str) -> set[str]:
        """What a word may count or introduce."""
        return {str(meaning.value) for meaning in self._known(word) if meaning.kind == "unit"}

    def nearly(self, word: str, kind: str = "unit") -> set[str]:
        """What a long word with one letter wrong that means nothing else may count or introduce; with the ``kind``
        "word" the things that it may stand for."""
        if len(word) < LONG or self.exact or self._known(word):
            return set()
        return {str(meaning.value) for meaning in self.lexicon.near(word) if meaning.kind == kind}

    def numbers(self, word: str) -> set[int]:
        """The numbers that a word may be."""
        return {int(meaning.value) for meaning in self._known(word) if meaning.kind == "number"}

    def orders(self, word: str) -> bool:
        """Whether a word tells a place in an order: "third"."""
        return word in self.lexicon.ordinals

    def turns(self, word: str) -> bool:
        """Whether a word says from where, or to where, something goes."""
        return any(meaning.kind in ("from", "to") for meaning in self._known(word))

    def called(self, unit: str) -> Sequence[str]:
        """The words for what may be counted, or stands around a place."""
        return names_of(self.key, self.language, unit)

    def _known(self, word: str) -> set[Meaning]:
        known = self.lexicon.known
        return known.get(word, set()) | known.get(stemmed([word], self.language), set())

    def _begun(self, word: str) -> Atom:
        """What a word means of which there is perhaps only the beginning."""
        meanings = {
            meaning
            for name in self.lexicon.begun(word)
            for meaning in self.lexicon.known.get(self.lexicon.written[name], ())
        }
        whole = [meaning for atom in self._named([word]) for meaning in atom.meanings]
        return Atom(word, frozenset({*meanings, *whole}), soft=len(word) < SHORTEST_PART and not meanings and not whole)

    def _atoms(self, words: Sequence[str]) -> list[Atom]:
        found, start = list[Atom](), 0
        while start < len(words):
            if whole := self._in_a_slip(words[start : start + 2]):
                found.append(whole)
                start += 2
                continue
            for end in range(min(len(words), start + self._longest(words[start])), start, -1):
                if end == start + 1 and (whole := self._in_two(words[start : start + 2], exactly=True)):
                    found.append(whole)
                    start += 2
                    break
                if atoms := self._named(words[start:end]):
                    found += self._as_player(atoms, found)
                    start = end
                    break
            else:
                if whole := self._in_two(words[start : start + 2]):
                    found.append(whole)
                    start += 2
                    continue
                if whole := self._nearly(words[start : start + LONGEST_NAME]):
                    found.append(whole)
                    start += whole.text.count(" ") + 1
                    continue
                found += self._unnamed(words[start])
                start += 1
        return list(_spread(self._around(found)))

    def _longest(self, word: str) -> int:
        """How many words the longest name has that begins with a word."""
        first = self.lexicon.first
        return max(first.get(word, 1), first.get(stemmed([word], self.language), 1), self._first.get(word, 1))

    def _as_player(self, atoms: Sequence[Atom], before: Sequence[Atom]) -> Sequence[Atom]:
        """A name that is a small word as well is the player's behind a preposition: Dutch "met Ben", not "ik ben"."""
        first = atoms[0]
        if first.soft and first.text in self.here and len(first.text) > 1 and before and before[-1].of("break"):
            return [replace(first, soft=False)]
        return atoms

    def _around(self, atoms: Sequence[Atom]) -> list[Atom]:
        """The atoms without the second half of what stands around a thing: "von Guinea aus" is "von Guinea"."""
        return [
            atom
            for place, atom in enumerate(atoms)
            if place < 2
            or (atoms[place - 2].text, atom.text) not in self.lexicon.around
            or not atoms[place - 1].of("word")
        ]

    def _named(self, words: Sequence[str]) -> list[Atom]:
        if any(len(word) > LONGEST_WORD for word in words):
            return []
        text = " ".join(words)
        if text == ",":
            return [COMMA]
        here = set(self.here.get(text, ()))
        if len(words) == 1 and _PLACE.fullmatch(text):  # what a picture calls so comes before the notation
            here = here or self.here.get(f"{text[0]}{text[1:].zfill(2)}", set()) or {text}
        if len(here) == 1 and base(id := next(iter(here))) != id:
            return [_atom(text, "word", base(id)), _atom(text, "number", int(re.sub(r"\D", "", id)))]
        meanings = {Meaning("word", id) for id in here}
        if len(words) == 1:
            if text in self.lexicon.plurals:
                value = self.lexicon.plurals[text]
                meant = frozenset({Meaning("number", value), Meaning("unit", "same")})
                return [Atom(text, meant, soft=value == 1)]  # "the brown ones" are no number
            if counted := _counted(self.language).fullmatch(text):
                return [Atom(text, frozenset(meanings | {Meaning("number", int(counted[1]))}))]
        meanings |= self.lexicon.known.get(text, set()) | self.lexicon.known.get(stemmed(words, self.language), set())
        if not meanings and len(words) == 1 and (text in self.lexicon.noise or text in self.lexicon.soft):
            return (
                [Atom(text, frozenset(), soft=True)] if text in self.lexicon.soft else [Atom(text, frozenset({NOISE}))]
            )
        if not meanings and (owner := self._owner(text)):
            return [Atom(text, frozenset(Meaning("word", id) for id in owner), soft=True)]
        if not meanings or (len(words) > 1 and all(each.value in self.apart for each in meanings)):
            return []
        if called := self.lexicon.called.get(text):  # "Werf" is a shipyard to the catalogue, not what recruits
            meanings = {each for each in meanings if each.kind != "word" or base(str(each.value)) in called} | {
                Meaning("word", id) for id in here
            }
        soft = len(words) == 1 and (text in self.lexicon.soft or text in self.lexicon.noise)
        proper = frozenset(self.lexicon.proper.get(stemmed(words, self.language), ()))
        return [Atom(text, frozenset(meanings), soft=soft, proper=proper, both=text in self.lexicon.both)]

    def _owner(self, text: str) -> set[str]:
        """The player of whom something is: "Carla's lumber"."""
        name = text.removesuffix("s")
        return {id for id in self.here.get(name, ()) if id.startswith(SEAT)} if 1 < len(name) < len(text) else set()

    def _unnamed(self, word: str, *, swaps: bool = True) -> list[Atom]:
        """A compound of known words, a word with one letter wrong, or one that means nothing here. ``swaps``: a short
        word in which two letters have changed places is understood as well."""
        if len(word) > LONGEST_WORD:
            return [Atom(word, frozenset())]
        if not word.isalpha():
            if split := re.fullmatch(r"([^\W\d]+)(\d+)|(\d+)([^\W\d]+)", word):
                parts = [part for part in split.groups() if part]
                return [atom for part in parts for atom in (self._named([part]) or self._unnamed(part))]
            return [Atom(word, frozenset())]
        if compound := self._compound(word):
            return compound
        if len(word) >= SHORTEST_BEGINNING and not self.exact:
            near = self.lexicon.near(word) | self.lexicon.near(stemmed([word], self.language))
            begun = self._begun(word).meanings
            if meanings := near if len(word) >= SHORTEST_PART else set():
                return [Atom(word, begun | meanings)]  # "chick" may be chuck, or be chickens
            if begun:
                return [Atom(word, begun)]
            if any(name[0] == word[0] for name in self.lexicon.idle.near(word)):
                return [Atom(word, frozenset({NOISE}))]
            for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
                first, meanings = self._part(word[:cut]), self.lexicon.near(word[cut:])
                if first and meanings and len(word) - cut >= SHORTEST_SLIP:
                    return [first, Atom(word[cut:], frozenset(meanings))]
            if swaps and (meanings := self.lexicon.swapped(word)):
                return [Atom(word, frozenset(meanings))]
        return [Atom(word, frozenset({DESCRIBED} if word in self.lexicon.described else ()))]

    def _in_two(self, words: Sequence[str], *, exactly: bool = False) -> Atom | None:
        """A name that was written in two words, perhaps with one letter wrong: "ship yard"."""
        if len(words) < 2 or self.exact or not all(word.isalpha() and len(word) > 2 for word in words):
            return None
        word = "".join(words)
        if exactly and word not in self.lexicon.written:
            return None
        known = self.lexicon.known.get(stemmed([word], self.language)) or (
            self.lexicon.near(word) if LONG < len(word) < 2 * LONG and not exactly else ()
        )
        meanings = {meaning for meaning in known if meaning.kind == "word"}
        return Atom(word, frozenset(meanings)) if meanings else None

    def _in_a_slip(self, words: Sequence[str]) -> Atom | None:
        """A name of several words with one letter wrong, of which the first means something alone and the next nothing:
        "sugar factary", "ship yrad"."""
        first, second = words if len(words) > 1 else ("", "")
        if not second.isalpha() or not self._named([first]) or self._named([second]):
            return None
        if len(second) >= SHORTEST_SLIP and (whole := self._nearly(words)):
            return whole
        whole = self._in_two(words) if len(second) >= SHORTEST_PART else None
        return None if whole and any(atom.meanings for atom in self._unnamed(second, swaps=False)) else whole

    def _nearly(self, words: Sequence[str]) -> Atom | None:
        """A name of several words with one letter wrong: the longest that these begin with."""
        for end in range(len(words) if not self.exact else 0, 1, -1):
            text = " ".join(words[:end])
            if len(text) <= LONGEST_WORD and "," not in words[:end]:
                meanings = self.lexicon.near(text) | self.lexicon.near(stemmed(words[:end], self.language))
                if meanings := {meaning for meaning in meanings if meaning.kind == "word"}:
                    return Atom(text, frozenset(meanings))
        return None

    def _compound(self, word: str) -> list[Atom]:
        if self.language not in COMPOUNDS:
            return []
        for cut in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            first, last = self._part(word[:cut]), self._part(word[cut:])
            if first and last:
                return [first, last]
        return []

    def _part(self, part: str) -> Atom | None:
        """A part of a compound, with or without what joins it to the next."""
        for end in ("", *about(self.language).links):
            bare = part.removesuffix(end) if end else part
            if len(bare) < SHORTEST_PART or (end and bare == part):
                continue
            meanings = self.lexicon.known.get(bare, set()) | self.lexicon.known.get(
                stemmed([bare], self.language), set()
            )
            meanings = {meaning for meaning in meanings if meaning.kind in ("word", "verb", "unit")}
            if meanings:
                return Atom(bare, frozenset(meanings))
        return None


@cache
def _counted(language: str) -> re.Pattern[str]:
    """Match a figure that counts or orders things: 3, x3, 3x, 3rd."""
    endings = {ending for code in (FALLBACK, language) for ending in about(code).ordinals}
    return re.compile(rf"[x×]?(\d+)[x×]?(?:{'|'.join(sorted(endings, key=len, reverse=True))})?")


@cache
def names_of(key: str, language: str, unit: str) -> tuple[str, ...]:
    """The words for what may be counted in a game, or stands around a place of it."""
    known = lexicon(key, language)
    return tuple(name for name, stem in known.written.items() if Meaning("unit", unit) in known.known.get(stem, ()))


def _atom(text: str, kind: str, value: str | int) -> Atom:
    return Atom(text, frozenset({Meaning(kind, value)}))


def _spread(atoms: Sequence[Atom]) -> Iterator[Atom]:
    """The atoms with "two sixes" as 6 and 6."""
    for place, atom in enumerate(atoms):
        after = atoms[place + 1] if place + 1 < len(atoms) else None
        if after is not None and atom.number == 2 and "same" in after.of("unit"):
            yield _atom(after.text, "number", after.number or 0)
        else:
            yield atom
