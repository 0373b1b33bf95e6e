"""Look up the meanings of words in a game and a language.

The names of things and verbs come from the catalogue of the language, other words that people type from
``synonyms.toml`` in its folder. A lexicon is built once for each game and language.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from string import Formatter

from rapidfuzz import process
from rapidfuzz.distance import OSA

import engines
from bot.language.read.concepts import Concept, Kind, Mention
from bot.language.read.utterance import DOT, LONGEST_WORD, Utterance
from bot.wording.catalogue import catalogue
from bot.wording.folding import folded, joined, spellings
from bot.wording.languages import FALLBACK, LANGUAGES, about
from bot.wording.lists import idle_words, typed_words, words_in
from bot.wording.stems import SHORTEST_PART, stem
from engines.spoken import Spoken

LONGEST_NAME = 8
"""Words of the longest name that is looked up."""
SHORTEST_SLIP = 5
"""Letters of a word from which on one may be wrong; in a word of twice the length, two."""
SHORTEST_BEGINNING = 3
"""Letters from which on the beginning of a word stands for it."""
MOST_DIGITS = 3
"""Digits of the longest number in a game."""
MOST_SHARED = 3
"""Names that may share a word which stands for each of them: "the Baronesa"."""
SIDE = "side."
"""Prefix of the catalogue's ids of directions."""
PICTURED = "code_"
"""Prefix of the catalogue's ids of abbreviations in pictures."""

BRACKETS = frozenset("()")
"""Marks within names: Market (before Colony)."""

Names = Mapping[str, frozenset[Concept]]
"""Names of one table (players, places), as folded words joined by blanks, with their meanings."""


class Lexicon:
    """The words of a game in a language, with their meanings."""

    def __init__(self, key: str, language: str) -> None:
        self.key = key
        self.language = language
        self.spoken: Spoken = engines.GAMES[key].spoken
        common = typed_words(language)["common"]
        self._spoken_of = frozenset[str]().union(
            *(slot.among for form in self.spoken.verbs.values() for slot in form.slots)
        )
        """Things that occur in actions."""
        self._concepts: dict[str, set[Concept]] = defaultdict(set)
        """Meanings by the stems of words, joined by blanks."""
        self._written: dict[str, str] = {}
        """Stems by the words that they belong to."""
        self.things_by_exact_name: dict[str, set[str]] = defaultdict(set)
        """Things by their names in the catalogue, without stemming."""
        self._proper: dict[str, set[str]] = defaultdict(set)
        """Verbs by the stems of their names in the catalogue."""
        self.weak = self._words(common, "soft", "breaks", "from", "to", "one")
        """Words that often have no bearing on a move."""
        self.noise = self._words(common, "noise")
        """Words that never have a bearing on a move, unless they name something."""
        self.negations = self._words(common, "no", "none")
        """Words that rule something out: "not", "no", "none"."""
        self.denials = self._words(common, "no")
        """Negations that do not mean to take nothing: "not"."""
        self.preferring = self._words(common, "instead")
        """Negations that rule out only what follows them: "instead"."""
        self.contrasts = self._words(common, "against")
        """Words that introduce what is meant instead: "but"."""
        self.pronouns = self._words(common, "pronouns")
        """Pronouns: "it"."""
        self.articles = self._words(common, "articles")
        """Articles: "the"."""
        self.directions = self._words(common, "heading_for")
        """Words that give the direction of a journey, not its end."""
        self.joints = self._words(common, "breaks")
        """Words that join or separate parts of a sentence."""
        self.using = self._words(common, "using")
        """Words that introduce a tool: "with"."""
        self.keeping = self._words(common, "keeping")
        """Words that say that something is not paid or given away: "keep"."""
        self.purposes = self._words(common, "purpose")
        """Words that introduce what something is for: "for"."""
        self.onward = self._words(common, "onward")
        """Words that join a move to the next one, or parts of one move: "and", "then"."""
        self.ordinals = _words_of_groups(common["ordinals"]) - _words_of_groups(common["numbers"])
        """Ordinal numbers: "second"."""
        self._learn(common)
        self._longest = self._longest_names()
        self._spellable = [word for word in self._written if len(word) >= SHORTEST_SLIP - 1 and word.isalpha()]

    # -- learning ------------------------------------------------------------------------------------------------------

    def _learn(self, common: Mapping[str, str]) -> None:
        """Learn all words; what is learned later only fills gaps, and never changes what a word means already."""
        self._learn_synonyms()
        self._learn_numbers(common)
        self._learn_catalogue()
        self._learn_labels()
        self._learn_parts_of_names()

    def _words(self, common: Mapping[str, str], *entries: str) -> frozenset[str]:
        names = [name for entry in entries for name in words_in(common.get(entry, ""))]
        return frozenset(joined(spelling) or name for name in names for spelling in spellings(name))

    def _add(self, names: Iterable[Sequence[str]], concept: Concept) -> None:
        """Give names a meaning."""
        for words in names:
            if not words:
                continue
            key = self._stems(words)
            numbers = {known for known in self._concepts[key] if known.kind == "number"}
            if concept.kind == "number" and numbers - {concept}:
                key = " ".join(words)  # Dutch "vijftig" has the stem of "vijf"
            self._concepts[key].add(concept)
            if len(words) == 1:
                self._written[words[0]] = key

    def _stems(self, words: Sequence[str]) -> str:
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
                self._add([words], Concept(kind, id if kind == "verb" or text == id else kind_of_id))
                if kind == "verb":
                    self._proper[self._stems(words)].add(id)
                if kind == "thing":
                    self.things_by_exact_name[" ".join(words)].add(kind_of_id)
        own_words = set(self._concepts)
        for language in LANGUAGES:
            if language != self.language:
                idle = self.weak | self.noise | idle_words(language)
                for id, kind, text in self._catalogue_names(language):
                    for spelling in spellings(text):
                        if self._stems(spelling) not in own_words and " ".join(spelling) not in idle:
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
                if self._stems(folded(forms[0])) not in self._concepts:  # "Pak." is a warehouse, but also "take"
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
        return words[0] if words and words[0].isalpha() and words[0] not in self.articles else ""

    def _learn_labels(self) -> None:
        """Give words that occur only in labels of the panel the meaning of the label's verb."""
        known = set(self._concepts)
        for text_id, forms in catalogue(self.language).texts.items():
            game, _, rest = text_id.partition(".action.")
            if game != self.key:
                continue
            verb = self.verb_of(rest.split(".")[0])
            literals = [literal for form in forms for literal, *_ in Formatter().parse(form)]
            for word in {word for literal in literals for word in folded(literal)}:
                if self._stems([word]) not in known and not self.is_idle(word) and not word.isdigit():
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
            is_free = self._stems([word]) not in self._concepts and not self.is_idle(word)
            if is_free and len(word) >= SHORTEST_SLIP and len(ids) <= MOST_SHARED:
                for id in ids:
                    self._add([(word,)], Concept("thing", id))

    def _longest_names(self) -> dict[str, int]:
        longest = dict[str, int]()
        for name in self._concepts:
            first, *others = name.split()
            longest[first] = max(longest.get(first, 1), 1 + len(others))
        return longest

    def verb_of(self, id: str) -> str:
        """Return the verb of a label's id, which may end with the number of words in the action: ``place_4``."""
        return id if id in self.spoken.verbs else id.rstrip("0123456789").rstrip("_")

    # -- looking up ----------------------------------------------------------------------------------------------------

    def base(self, id: str) -> str:
        """Return the kind of a numbered card or tile: ``zoll`` of ``zoll_4``."""
        for kind, form in self.spoken.numbered.items():
            before, _, after = form.partition("{}")
            if id.startswith(before) and id.removeprefix(before).removesuffix(after).isdigit():
                return kind
        return id

    def is_of_actions(self, id: str) -> bool:
        """Return whether a thing occurs in actions."""
        return id in self._spoken_of

    def things(self, word: str) -> set[str]:
        """Return all things that a word may mean."""
        concepts = self._concepts.get(word, set()) | self._concepts.get(self._stems([word]), set())
        return {concept.value for concept in concepts if concept.kind == "thing"}

    def knows(self, word: str) -> bool:
        """Return whether a word has a meaning in the game."""
        return word in self._concepts or self._stems([word]) in self._concepts

    def is_idle(self, words: str) -> bool:
        """Return whether words have no bearing on a move, or need not have one."""
        return words in self.weak or words in self.noise

    def mentions(self, utterance: Utterance, names: Names, *, exactly: bool = False) -> list[Mention]:
        """Return the words of an utterance with their meanings; longer names win.

        Args:
            utterance: The text.
            names: Names of players and places at this table.
            exactly: True to recognise no misspelt and no abbreviated words.
        """
        words = [token.word for token in utterance.tokens]
        longest_here = max((name.count(" ") + 1 for name in names), default=1)
        mentions = list[Mention]()
        start = 0
        while start < len(words):
            token = utterance.tokens[start]
            if token.is_pause or token.is_stop or token.word == DOT:
                start += 1
                continue
            longest = max(longest_here, self._longest.get(self._stems([words[start]]), 1))
            longest += len(BRACKETS.intersection(words[start:])) if longest > 1 else 0
            for stop in range(min(len(words), start + longest), start, -1):
                if (mention := self._known(words, start, stop, names)) is not None:
                    mentions.append(self._as_imperative(self._behind_article(mention, words), words))
                    start = stop
                    break
            else:
                mentions += self._unknown(words, start, exactly=exactly)
                start += 1
        return mentions

    def _known(self, words: Sequence[str], start: int, stop: int, names: Names) -> Mention | None:
        """Return some words as one mention; None: together they have no meaning."""
        parts = [word for word in words[start:stop] if word not in BRACKETS]
        text = " ".join(parts)
        concepts = set(names.get(text, ()))
        is_single = stop == start + 1
        if is_single and len(text) > LONGEST_WORD:
            return Mention(text, start, stop)
        concepts |= self._concepts.get(text, set()) | self._concepts.get(self._stems(parts), set())
        exact_names = self._spoken_of & self.things_by_exact_name.get(text, set())
        if is_single and (figure := _figure_pattern(self.language).fullmatch(text)) and len(figure[1]) <= MOST_DIGITS:
            concepts.add(Concept("number", figure[1].lstrip("0") or "0"))
            if figure["plural"]:
                concepts.add(Concept("grammar", "plural"))
        if is_single and text in self.noise and not concepts:
            return Mention(text, start, stop, is_weak=True)
        is_weak = is_single and self.is_idle(text)
        if not concepts and not is_weak:
            return None
        proper = frozenset(self._proper.get(self._stems(parts), ()))
        return Mention(text, start, stop, frozenset(concepts), is_weak, proper=proper, exact_names=exact_names)

    def _behind_article(self, mention: Mention, words: Sequence[str]) -> Mention:
        """Return a mention that certainly names its thing if an article stands before it: Dutch "een mijn", a mine."""
        has_article = mention.start > 0 and words[mention.start - 1] in self.articles
        is_name = mention.is_weak and has_article and bool(mention.values("thing"))
        return replace(mention, is_weak=False) if is_name else mention

    def _as_imperative(self, mention: Mention, words: Sequence[str]) -> Mention:
        """Return a mention that certainly means building if it begins or ends the text: "place the ship"."""
        is_outermost = mention.start == 0 or mention.stop == len(words)
        verbs = mention.values("verb")
        is_only_building = bool(verbs) and verbs <= self.spoken.building
        is_building = mention.is_weak and (is_only_building or not mention.proper.isdisjoint(self.spoken.building))
        return replace(mention, is_weak=False) if is_outermost and is_building and len(words) > 1 else mention

    def _unknown(self, words: Sequence[str], start: int, *, exactly: bool) -> list[Mention]:
        """Return mentions for an unknown word, which may be a compound, misspelt or abbreviated."""
        word = words[start]
        if apart := re.fullmatch(r"([^\W\d]+)(\d+)|(\d+)([^\W\d]+)", word):
            mentions = [self._known([part], 0, 1, {}) for part in apart.groups() if part]
            if all(mentions):
                return [Mention(part.text, start, start + 1, part.concepts, part.is_weak) for part in mentions if part]
        if not word.isalpha() or len(word) > LONGEST_WORD:
            return [Mention(word, start, start + 1)]
        if concepts := self._diminutive(word):
            return [Mention(word, start, start + 1, frozenset(concepts))]
        for parts in self._compound(word, exactly=True):
            return [Mention(part, start, start + 1, frozenset(concepts)) for part, concepts in parts]
        if exactly:
            return [Mention(word, start, start + 1)]
        concepts = self._misspelt(word) or self._abbreviated(word)
        for parts in () if concepts else self._compound(word, exactly=False):
            return [Mention(part, start, start + 1, frozenset(meaning), is_guessed=True) for part, meaning in parts]
        return [Mention(word, start, start + 1, frozenset(concepts), is_guessed=True)]

    def _diminutive(self, word: str) -> set[Concept]:
        """Return the meanings of a diminutive: "muntje" is a "munt"."""
        for ending in about(self.language).diminutives:
            small = word.removesuffix(ending)
            if small == word or len(small) < SHORTEST_PART:
                continue
            for base in (small, small[:-1] if small[-1] == small[-2] else small):  # "mannetje" is a "man"
                if concepts := self._part(base):
                    return concepts
        return set()

    def _compound(self, word: str, *, exactly: bool) -> Iterator[list[tuple[str, set[Concept]]]]:
        if not about(self.language).compounds:
            return
        for cut in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            first = self._part(word[:cut])
            last = self._part(word[cut:])
            if first and not last and not exactly and len(word) - cut >= SHORTEST_SLIP:
                last = self._misspelt(word[cut:])
            if first and last:
                yield [(word[:cut], first), (word[cut:], last)]

    def _part(self, part: str) -> set[Concept]:
        """Return the meanings of a part of a compound, without the letters that join it to the next part."""
        for link in ("", *about(self.language).links):
            bare = part.removesuffix(link)
            if len(bare) >= SHORTEST_PART and (not link or bare != part):
                concepts = self._concepts.get(bare, set()) | self._concepts.get(self._stems([bare]), set())
                if concepts := {concept for concept in concepts if concept.kind in ("thing", "verb", "unit")}:
                    return concepts
        return set()

    def _misspelt(self, word: str) -> set[Concept]:
        """Return the meanings of the known words that differ least from this one, by one or two letters."""
        if len(word) < SHORTEST_SLIP - 1:
            return set()
        most = 1 if len(word) < 2 * SHORTEST_SLIP else 2
        near = process.extract(word, self._spellable, scorer=OSA.distance, score_cutoff=most, limit=None)
        fitting = [
            (name, distance)
            for name, distance, _ in near
            if name[0] == word[0] and (max(len(name), len(word)) >= SHORTEST_SLIP or sorted(name) == sorted(word))
        ]
        least = min((distance for _, distance in fitting), default=0)
        return {
            concept
            for name, distance in fitting
            if distance == least
            for concept in self._concepts.get(self._written[name], ())
        }

    def _abbreviated(self, word: str) -> set[Concept]:
        if len(word) < SHORTEST_BEGINNING:
            return set()
        return {
            concept
            for name, key in self._written.items()
            if name.startswith(word)
            for concept in self._concepts.get(key, ())
        }


def _words_of_groups(entry: str) -> frozenset[str]:
    """Return the words of an entry whose groups begin with the number that their words mean."""
    groups = (group.split()[1:] for group in entry.split(";"))
    return frozenset(joined(spelling) for group in groups for name in group for spelling in spellings(name))


@cache
def lexicon(key: str, language: str) -> Lexicon:
    """Return the words of a game in a language."""
    return Lexicon(key, language)


@cache
def _figure_pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of figures that count or order things: 3, x3, 3x, 3rd, 3s."""
    plurals = {ending for code in (FALLBACK, language) for ending in about(code).plurals}
    ordinals = {ending for code in (FALLBACK, language) for ending in about(code).ordinals} - plurals
    return re.compile(rf"[x×]?(\d+)[x×]?(?:(?P<plural>{'|'.join(plurals)})|{'|'.join(ordinals)})?")
