"""Look up the meanings of words in a game and a language, also of compounds, and of misspelt or abbreviated words.

A lexicon is built once for each game and language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.language.read.tokens.utterance import DOT, LONGEST_WORD, Utterance
from bot.language.read.words.concepts import Concept, Mention
from bot.language.read.words.learned_words import LearnedWords, common_words
from bot.wording.languages import FALLBACK, about
from bot.wording.word_forms import SHORTEST_PART

SHORTEST_SLIP = 5
"""Letters of the shortest word in which one letter may be wrong; in a word of twice the length, two may be."""
SHORTEST_BEGINNING = 3
"""Letters of the shortest abbreviation that is understood: the beginning of a word."""
MOST_DIGITS = 3
"""Digits of the longest number in a game."""
BRACKETS = frozenset("()")
"""Marks within names: Market (before Colony)."""

Names = Mapping[str, frozenset[Concept]]
"""Names of one table (players, places), as folded words joined by blanks, with their meanings."""


class Lexicon:
    """The words of a game in a language, with their meanings."""

    def __init__(self, key: str, language: str) -> None:
        self.key = key
        self.language = language
        self.common = common_words(language)
        self._learned = LearnedWords(key, language)
        self.spoken = self._learned.spoken
        self.base = self._learned.base
        self.things_by_exact_name = self._learned.things_by_exact_name
        self._things_in_actions = frozenset[str]().union(
            *(slot.among for form in self.spoken.verbs.values() for slot in form.slots)
        )
        """Things that are words of actions; other things can only be mentioned, such as a name for several of them."""
        self._longest = self._learned.longest_names()
        # A word that is one letter too short for slips can be meant by one with a letter too many, or with two swapped.
        self._spellable = [word for word in self._learned.written if len(word) >= SHORTEST_SLIP - 1 and word.isalpha()]

    def is_of_actions(self, id: str) -> bool:
        """Return whether a thing occurs in actions."""
        return id in self._things_in_actions

    def things(self, word: str) -> set[str]:
        """Return all things that a word may mean."""
        concepts = self._learned.meanings([word])
        return {concept.value for concept in concepts if concept.kind == "thing"}

    def knows(self, word: str) -> bool:
        """Return whether a word has a meaning in the game."""
        return bool(self._learned.meanings([word]))

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
            longest = max(longest_here, self._longest.get(self._learned.stems([words[start]]), 1))
            longest += len(BRACKETS.intersection(words[start:])) if longest > 1 else 0
            for stop in range(min(len(words), start + longest), start, -1):
                if (mention := self._mention_of(words, start, stop, names)) is not None:
                    mentions.append(self._as_imperative(self._behind_article(mention, words), words))
                    start = stop
                    break
            else:
                unknown = _unknown(self, words[start], exactly=exactly)
                mentions += (replace(mention, start=start, stop=start + 1) for mention in unknown)
                start += 1
        return mentions

    def _mention_of(self, words: Sequence[str], start: int, stop: int, names: Names) -> Mention | None:
        """Return some words as one mention; None: together they have no meaning.

        A single word that often has no bearing on a move ("take"), or has none by itself ("please"), is weak, even if
        it has a meaning as well.
        """
        parts = [word for word in words[start:stop] if word not in BRACKETS]
        text = " ".join(parts)
        concepts = set(names.get(text, ()))
        is_single = stop == start + 1
        if is_single and len(text) > LONGEST_WORD:
            return Mention(text, start, stop)
        concepts |= self._learned.meanings(parts)
        exact_names = self._things_in_actions & self.things_by_exact_name.get(text, set())
        if is_single and (figure := _figure_pattern(self.language).fullmatch(text)) and len(figure[1]) <= MOST_DIGITS:
            concepts.add(Concept("number", figure[1].lstrip("0") or "0"))
            if figure["plural"]:
                concepts.add(Concept("grammar", "plural"))
        if is_single and text in self.common.noise and not concepts:
            return Mention(text, start, stop, is_weak=True)
        is_weak = is_single and self.common.is_idle(text)
        if not concepts and not is_weak:
            return None
        return Mention(
            text,
            start,
            stop,
            frozenset(concepts),
            is_weak,
            panel_verbs=frozenset(self._learned.verbs_by_label.get(self._learned.stems(parts), ())),
            exact_names=exact_names,
        )

    def _behind_article(self, mention: Mention, words: Sequence[str]) -> Mention:
        """Return a mention that certainly names its thing if an article stands before it: Dutch "een mijn", a mine."""
        has_article = mention.start > 0 and words[mention.start - 1] in self.common.articles
        is_name = mention.is_weak and has_article and bool(mention.values("thing"))
        return replace(mention, is_weak=False) if is_name else mention

    def _as_imperative(self, mention: Mention, words: Sequence[str]) -> Mention:
        """Return a mention of building that is no longer weak if it begins the text, or ends it as in German.

        Words for building are weak, since they may be said of anything: a text of another action may have "place" or
        "lay" in it. As its first or last word they say what is done: "place the ship", "das Schiff legen". A word that
        may also mean another verb counts if the panel itself calls building so.
        """
        is_outermost = mention.start == 0 or mention.stop == len(words)
        verbs = mention.values("verb")
        if not is_outermost or len(words) == 1 or verbs.isdisjoint(self.spoken.building):
            return mention
        if mention.text not in self.things_by_exact_name:
            # "Build my castle" is about no building, though both words have one stem.
            verbs_alone = frozenset(concept for concept in mention.concepts if concept.kind != "thing")
            mention = replace(mention, concepts=verbs_alone)
        is_building = verbs <= self.spoken.building or not mention.panel_verbs.isdisjoint(self.spoken.building)
        return replace(mention, is_weak=False) if mention.is_weak and is_building else mention

    def guesses(self, word: str, *, exactly: bool) -> list[Mention]:
        """Return mentions for an unknown word, which may be a compound, misspelt or abbreviated; they start at 0."""
        if split_word := re.fullmatch(r"([^\W\d]+)(\d+)|(\d+)([^\W\d]+)", word):
            mentions = [self._mention_of([part], 0, 1, {}) for part in split_word.groups() if part]
            if all(mentions):
                return [Mention(part.text, 0, 1, part.concepts, part.is_weak) for part in mentions if part]
        if not word.isalpha() or len(word) > LONGEST_WORD:
            return [Mention(word, 0, 1)]
        if concepts := self._diminutive(word):
            return [Mention(word, 0, 1, frozenset(concepts))]
        if (compound := self._compound(word, exactly=True)) is not None:
            return [Mention(part, 0, 1, frozenset(concepts)) for part, concepts in compound]
        if exactly:
            return [Mention(word, 0, 1)]
        concepts = self._misspelt(word) or self._abbreviated(word)
        if not concepts and (compound := self._compound(word, exactly=False)) is not None:
            return [Mention(part, 0, 1, frozenset(meaning), is_guessed=True) for part, meaning in compound]
        return [Mention(word, 0, 1, frozenset(concepts), is_guessed=True)]

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

    def _compound(self, word: str, *, exactly: bool) -> list[tuple[str, set[Concept]]] | None:
        """Return both parts of a compound with their meanings, the first part as long as possible; None: it is none.

        Unless the word is read ``exactly``, the last part may be misspelt.
        """
        if not about(self.language).compounds:
            return None
        for cut in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
            first = self._part(word[:cut])
            last = self._part(word[cut:])
            if first and not last and not exactly and len(word) - cut >= SHORTEST_SLIP:
                last = self._misspelt(word[cut:])
            if first and last:
                return [(word[:cut], first), (word[cut:], last)]
        return None

    def _part(self, part: str) -> set[Concept]:
        """Return the meanings of a part of a compound, without the letters that join it to the next part."""
        for link in ("", *about(self.language).links):
            bare = part.removesuffix(link)
            if len(bare) >= SHORTEST_PART and (not link or bare != part):
                concepts = self._learned.meanings([bare])
                if concepts := {concept for concept in concepts if concept.kind in ("thing", "verb", "unit")}:
                    return concepts
        return set()

    def _misspelt(self, word: str) -> set[Concept]:
        """Return the meanings of the known words that differ least from this one, by one or two letters.

        The first letter must be right. If both words are too short for slips, only the order of the letters may differ.
        """
        if len(word) < SHORTEST_SLIP - 1:
            return set()
        most_slips = 1 if len(word) < 2 * SHORTEST_SLIP else 2
        similar_words = process.extract(word, self._spellable, scorer=OSA.distance, score_cutoff=most_slips, limit=None)
        fitting = [
            (name, distance)
            for name, distance, _ in similar_words
            if name[0] == word[0] and (max(len(name), len(word)) >= SHORTEST_SLIP or sorted(name) == sorted(word))
        ]
        least_distance = min((distance for _, distance in fitting), default=0)
        return {
            concept
            for name, distance in fitting
            if distance == least_distance
            for concept in self._learned.concepts.get(self._learned.written[name], ())
        }

    def _abbreviated(self, word: str) -> set[Concept]:
        if len(word) < SHORTEST_BEGINNING:
            return set()
        return {
            concept
            for name, key in self._learned.written.items()
            if name.startswith(word)
            for concept in self._learned.concepts.get(key, ())
        }


@cache
def lexicon(key: str, language: str) -> Lexicon:
    """Return the words of a game in a language."""
    return Lexicon(key, language)


@lru_cache(maxsize=1 << 12)
def _unknown(lexicon: Lexicon, word: str, *, exactly: bool) -> tuple[Mention, ...]:
    """Return the guesses at an unknown word; a text is looked up whole and in its parts, so most words are repeated."""
    return tuple(lexicon.guesses(word, exactly=exactly))


@cache
def _figure_pattern(language: str) -> re.Pattern[str]:
    """Return the pattern of figures that count or order things: 3, x3, 3x, 3rd, 3s."""
    plurals = {ending for code in (FALLBACK, language) for ending in about(code).plurals}
    ordinals = {ending for code in (FALLBACK, language) for ending in about(code).ordinals} - plurals
    return re.compile(rf"[x×]?(\d+)[x×]?(?:(?P<plural>{'|'.join(plurals)})|{'|'.join(ordinals)})?")
