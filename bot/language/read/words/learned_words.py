"""Collect the words of a game in a language: synonyms, numbers, and what the catalogue calls things and verbs.

Names of things and verbs come from the catalogue, other words that people type from ``synonyms.toml`` in the folder of
the language. Some words mean the same in every game, and relate or weigh what others name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter

import engines
from bot.language.read.words.concepts import Concept, Kind
from bot.wording.languages import LANGUAGES, catalogue
from bot.wording.lists import idle_words, typed_words, words_in, words_of_groups
from bot.wording.word_forms import folded, joined, spellings, stem
from engines.spoken import Spoken

SHORTEST_SHARED = 5
"""Letters from which on a word of a longer name stands for the thing."""
MOST_SHARED = 3
"""Names that may share a word which stands for each of them: "the Baronesa"."""
SIDE = "side."
"""Prefix of the catalogue's ids of directions."""
PICTURED = "code_"
"""Prefix of the catalogue's ids of abbreviations in pictures."""


@dataclass(frozen=True, kw_only=True)
class CommonWords:
    """Sets of folded words."""

    soft: frozenset[str]
    """Words that often have no bearing on a move: "take", "with"."""
    noise: frozenset[str]
    """Words that never have a bearing on a move, unless they name something: "please"."""
    negations: frozenset[str]
    """Words that rule out what they stand beside, or are an answer by themselves: "not the church", "none"."""
    strict_negations: frozenset[str]
    """The negations that are no answer by themselves: "not", "without"."""
    replacing: frozenset[str]
    """Negations that rule out nothing before them: "gold instead", but "instead of gold"."""
    contrasts: frozenset[str]
    """Words that introduce what is meant instead: "but"."""
    pronouns: frozenset[str]
    """Pronouns: "it"."""
    articles: frozenset[str]
    """Articles: "the"."""
    directions: frozenset[str]
    """Words that give the direction of a journey, not its end: "towards"."""
    joints: frozenset[str]
    """Words that join or separate parts of a sentence: "and", "for"."""
    using: frozenset[str]
    """Words that introduce a tool: "with"."""
    keeping: frozenset[str]
    """Words that say that something is not paid or given away: "keep"."""
    free: frozenset[str]
    """Words that say that something costs nothing: "gratis"."""
    purposes: frozenset[str]
    """Words that introduce what something is for: "for"."""
    separators: frozenset[str]
    """Words that join a move to the next one, or parts of one move: "and", "then"."""
    ordinals: frozenset[str]
    """Ordinal numbers: "second"."""

    def is_idle(self, words: str) -> bool:
        """Return whether words have no bearing on a move, or need not have one."""
        return words in self.soft or words in self.noise


@cache
def common_words(language: str) -> CommonWords:
    """Return the common words of a language."""
    lists = typed_words(language)["common"]

    def words(*entries: str) -> frozenset[str]:
        names = [name for entry in entries for name in words_in(lists.get(entry, ""))]
        return frozenset(joined(spelling) or name for name in names for spelling in spellings(name))

    return CommonWords(
        soft=words("soft", "breaks", "from", "to", "one"),
        noise=words("noise"),
        negations=words("no", "none"),
        strict_negations=words("no"),
        replacing=words("instead"),
        contrasts=words("against"),
        pronouns=words("pronouns"),
        articles=words("articles"),
        directions=words("heading_for"),
        joints=words("breaks"),
        using=words("using"),
        keeping=words("keeping"),
        free=words("free"),
        purposes=words("purpose"),
        separators=words("onward"),
        ordinals=words_of_groups(language, "ordinals") - words_of_groups(language, "numbers"),
    )


class LearnedWords:
    """The words of a game in a language with their meanings, learned in order of importance.

    A word may have several meanings from synonyms, numbers and the names in its own language. Names in other languages,
    words of labels and parts of names are learned only for words that mean nothing yet.
    """

    def __init__(self, key: str, language: str) -> None:
        self.key = key
        self.language = language
        self.spoken: Spoken = engines.GAMES[key].spoken
        self.common = common_words(language)
        self.concepts: dict[str, set[Concept]] = defaultdict(set)
        """Meanings by the stems of words, joined by blanks."""
        self.written: dict[str, str] = {}
        """Stems by the words that they belong to."""
        self.things_by_exact_name: dict[str, set[str]] = defaultdict(set)
        """Things by their names in the catalogue, without stemming."""
        self.verbs_by_label: dict[str, set[str]] = defaultdict(set)
        """Verbs by the stems of their names in the catalogue."""
        self._learn_synonyms()
        self._learn_numbers(typed_words(language)["common"])
        self._learn_catalogue()
        self._learn_labels()
        self._learn_parts_of_names()

    def meanings(self, words: Sequence[str]) -> set[Concept]:
        """Return the meanings of words, as they are or by their stems."""
        return self.concepts.get(" ".join(words), set()) | self.concepts.get(self.stems(words), set())

    def base(self, id: str) -> str:
        """Return the kind of a numbered card or tile: ``zoll`` of ``zoll_4``."""
        for kind, form in self.spoken.numbered.items():
            before, _, after = form.partition("{}")
            if id.startswith(before) and id.removeprefix(before).removesuffix(after).isdigit():
                return kind
        return id

    def _add(self, names: Iterable[Sequence[str]], concept: Concept) -> None:
        """Give names a meaning."""
        for words in names:
            if not words:
                continue
            key = self.stems(words)
            numbers = {known_number for known_number in self.concepts[key] if known_number.kind == "number"}
            if concept.kind == "number" and numbers - {concept}:
                key = " ".join(words)  # Dutch "vijftig" has the stem of "vijf"
            self.concepts[key].add(concept)
            if len(words) == 1:
                self.written[words[0]] = key

    def stems(self, words: Sequence[str]) -> str:
        """Return the stems of words, joined by blanks."""
        return " ".join(stem(word, self.language) if word.isalpha() else word for word in words)

    def _learn_synonyms(self) -> None:
        typed = typed_words(self.language)
        common = typed["common"]
        of_game = typed.get(self.key, {})
        kinds: tuple[tuple[str, Kind], ...] = (("verbs", "verb"), ("words", "thing"))
        for area, kind in kinds:
            for id, text in of_game.get(area, {}).items():
                for name in words_in(text):
                    self._add(spellings(name), Concept(kind, id))
        for id, text in of_game.get("destinations", {}).items():  # "home" is a place and "to" in one
            for name in words_in(text):
                self._add(spellings(name), Concept("thing", id))
                self._add(spellings(name), Concept("end", "to"))
        for unit, text in (common["units"] | of_game.get("units", {})).items():
            for name in words_in(text):
                self._add(spellings(name), Concept("unit", unit))
        for end in ("from", "to"):
            for name in words_in(common[end]):
                self._add([folded(name) or (name,)], Concept("end", end))
        for name in words_in(common["price"]):
            self._add(spellings(name), Concept("grammar", "price"))

    def _learn_numbers(self, common: Mapping[str, str]) -> None:
        for entry in ("numbers", "ordinals", "plurals"):
            for group in filter(str.strip, common[entry].split(";")):
                number, *names = group.split()
                for name in names:
                    for spelling in spellings(name):
                        word = (joined(spelling),)
                        self._add([word], Concept("number", number))
                        if entry == "ordinals":
                            self._add([word], Concept("ordinal", number))
                        if entry == "plurals":
                            self._add([word], Concept("grammar", "plural"))
        for name in words_in(common["one"]):
            self._add([(joined(folded(name)),)], Concept("number", "1"))
        for name in words_in(common["both"]):
            self._add(spellings(name), Concept("grammar", "both"))
        for name in words_in(common["all"]):
            self._add(spellings(name), Concept("grammar", "all"))

    def _learn_catalogue(self) -> None:
        """Learn the names of verbs and things, then those of the other languages that mean nothing in this one.

        Players of one table mix languages, and read each other's public messages.
        """
        for id, kind, text in self._catalogue_names(self.language):
            for spelling in spellings(text):
                kind_of_id = self.base(id)
                has_copy_number = kind_of_id != id and bool(spelling) and spelling[-1].isdigit()  # "Zoll 4"
                words = spelling[:-1] if has_copy_number else spelling
                # The id itself means one card ("zoll4"), a name all cards of its kind.
                self._add([words], Concept(kind, id if kind == "verb" or text == id else kind_of_id))
                if kind == "verb":
                    self.verbs_by_label[self.stems(words)].add(id)
                if kind == "thing":
                    self.things_by_exact_name[" ".join(words)].add(kind_of_id)
        own_words = set(self.concepts)
        for language in LANGUAGES:
            if language != self.language:
                idle = self.common.soft | self.common.noise | idle_words(language)
                for id, kind, text in self._catalogue_names(language):
                    for spelling in spellings(text):
                        if self.stems(spelling) not in own_words and " ".join(spelling) not in idle:
                            self._add([spelling], Concept(kind, self.base(id) if kind == "thing" else id))

    def _catalogue_names(self, language: str) -> Iterator[tuple[str, Kind, str]]:
        """Yield ids of verbs and things with their names in a catalogue.

        The ids of texts are ``<game>.<section>.<id>``; the sections with names are ``action`` (labels), ``as`` (sides
        of the board), ``picture`` (abbreviations in pictures), ``word``, ``card``, ``typed`` and ``counted`` (things).
        """
        texts = catalogue(language).texts
        verbs = set(self.spoken.verbs)
        for text_id, forms in texts.items():
            area, _, rest = text_id.partition(".")
            section, _, id = rest.partition(".")
            if area != self.key:
                continue
            id = id.removesuffix(".name")
            if section == "action" and "." not in id and "{" not in forms[0]:
                yield id, "verb", forms[0]
            elif section == "action" and "." not in id and (verb_in_label := self._verb_in_label(forms[0])):
                yield self.verb_of(id), "verb", verb_in_label
            elif section == "as" and id.startswith(SIDE):
                yield id.removeprefix(SIDE), "unit", forms[0]
                yield id.removeprefix(SIDE), "unit", forms[0].replace("-", " ")
            elif section == "picture" and id.startswith(PICTURED):
                if self.stems(folded(forms[0])) not in self.concepts:  # "Pak." is a warehouse, but also "take"
                    yield id.removeprefix(PICTURED), "thing", forms[0]
            elif (
                section in ("word", "card", "typed", "counted") and "." not in id and id not in self.spoken.introducing
            ):
                for form in forms:
                    if id in verbs:
                        yield id, "verb", form
                    if id not in verbs or id in self.spoken.things_too:
                        yield id, "thing", form
                if section in ("word", "card") and id not in verbs:
                    yield id, "thing", id.replace("_", " ")

    def _verb_in_label(self, label: str) -> str:
        """Return the verb in a label: the first word before the first placeholder, else behind the last; "" if none."""
        words = folded(label.partition("{")[0]) or folded(re.sub(r"\([^)]*\)", "", label).rpartition("}")[2])
        return words[0] if words and words[0].isalpha() and words[0] not in self.common.articles else ""

    def _learn_labels(self) -> None:
        """Give words that occur only in labels of the panel the meaning of the label's verb."""
        earlier_words = set(self.concepts)
        for text_id, forms in catalogue(self.language).texts.items():
            game, _, rest = text_id.partition(".action.")
            if game != self.key:
                continue
            verb = self.verb_of(rest.split(".")[0])
            literals = [literal for form in forms for literal, *_ in Formatter().parse(form)]
            for word in {word for literal in literals for word in folded(literal)}:
                if self.stems([word]) not in earlier_words and not self.common.is_idle(word) and not word.isdigit():
                    self._add([(word,)], Concept("verb", verb))

    def _learn_parts_of_names(self) -> None:
        """Let a word that occurs in the names of only a few things stand for each of them."""
        parts = defaultdict[str, set[str]](set)
        for id, kind, text in self._catalogue_names(self.language):
            if kind == "thing":
                for spelling in spellings(text):
                    for word in spelling if len(spelling) > 1 else ():
                        parts[word].add(self.base(id))
        for word, ids in parts.items():
            is_free = self.stems([word]) not in self.concepts and not self.common.is_idle(word)
            if is_free and len(word) >= SHORTEST_SHARED and len(ids) <= MOST_SHARED:
                for id in ids:
                    self._add([(word,)], Concept("thing", id))

    def longest_names(self) -> dict[str, int]:
        """Return the number of words of the longest name that begins with a word, by that word."""
        longest = dict[str, int]()
        for name in self.concepts:
            first, *later_words = name.split()
            longest[first] = max(longest.get(first, 1), 1 + len(later_words))
        return longest

    def verb_of(self, id: str) -> str:
        """Return the verb of a label's id, which may end with the number of words in the action: ``place_4``."""
        return id if id in self.spoken.verbs else id.rstrip("0123456789").rstrip("_")
