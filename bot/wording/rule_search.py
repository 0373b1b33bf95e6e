"""Which section of a game's rules answers what somebody typed: a question that is commonly asked and known to be
answered there, and words that count, weighed by how rare they are in these rules, line by line.

A word stands for itself in all its forms, for the parts of a compound, for words that are said to mean the same, for
what begins with it, for a word of which one letter is another, and, if these rules do not know it at all, for itself in
another language.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import log
from typing import NamedTuple

from bot.wording.languages import LANGUAGES, about
from bot.wording.rule_questions import QUOTED, Questions, common_questions
from bot.wording.rules import DETAILS, MAINTAINERS, Section, lines_of, references, sections
from bot.wording.slips import Spelled
from bot.wording.stems import Compounds, plain, stem
from bot.wording.synonyms import synonyms, words_of

MOST_WORDS = 12
"""Words of what was typed that are looked at."""
SHORTEST_BEGINNING = 3
"""Letters of a word that may be another one's beginning."""
SHORTEST_SLIP = 5
"""Letters of a word in which one may be wrong."""
SAME_BEGINNING, SAME_SHARE = 5, 0.7
"""Letters that two words of one origin begin with in common at least, and their share of the longer one: "discovery"
and "discover"."""

TITLE, HEAD, REGISTER = -1, -2, -3
"""Where a word stands that is not in a line: in the section's title, in that of the section it is a part of, in what
the register says it answers (each entry is a number from here downwards)."""

SYNONYM, PART, ORIGIN, BEGINNING, SLIP, ABROAD = 0.75, 0.6, 0.7, 0.75, 0.7, 0.9
"""How much of a word's weight remains in these ways to mean it."""
OTHER_FORM = 0.8
"""How much of it remains in another form of the word."""
BESIDE = 0.6
"""How much of the weight of synonyms remains where the rules use the typed word itself."""
NUMBER, LABEL = 0.7, 0.5
"""What a number counts, for most are amounts, and what words that say what a line is about count besides, together."""
IN_TITLE, IN_HEAD, IN_REGISTER, ELSEWHERE = 1.2, 0.7, 1.4, 0.2
"""What a word counts besides in a title and in the entry of the register that fits best, and what in other lines of a
section than the one that fits best."""
TITLED = 0.5
"""What a title counts besides that was typed whole, in weights of the weightiest word."""
TOLD, OPENING = 0.75, 0.3
"""How much less a word that the title has counts in the choice of the line, and what the line that opens the section
counts besides in it, in weights of the weightiest word."""
REFERRING, SHORT = 0.5, 20
"""What remains of a line of so many words at most that only says where something stands."""
LENGTH = 0.05
"""How much the length of a line counts against it, from 0 to 1."""
COVERED = 0.5
"""What remains of a section's worth that has next to nothing of what was typed."""
DETAIL = 0.45
"""What remains of the worth of a section that only adds to what others explain."""
ALIKE, TELLING = 0.35, 0.47
"""How much a common question must be like what was typed to count, and to have its answer quoted."""
ASKED = 4.0
"""What a common question counts that is the same as what was typed, in worths of the section with the best words."""

Place = tuple[int, int]
"""The number of a section in their order, and of a line in it or TITLE, HEAD or an entry of the REGISTER."""
Standing = tuple[tuple[Place, float], ...]
"""Where a stem stands, and how much it counts there."""
Meant = Mapping[str, float]
"""The stems that a typed word may stand for, and how surely, from 0 to 1."""
Weights = Mapping[Place, float]
"""What a typed word counts in each place."""


class Found(NamedTuple):
    """A section that answers, and the lines of it that fit best; empty where it has none."""

    section: Section
    line: str
    worth: float


class Index:
    """The rules of a game in a language, by the words in them."""

    def __init__(self, key: str, language: str) -> None:
        self.language = language
        self.synonyms = synonyms(key, language)
        self.sections = [section for section in sections(key, language) if section.mark != MAINTAINERS]
        self.lines = [lines_of(section.text) for section in self.sections]
        texts = dict(self._texts())
        words = {place: self._counting(place, text) for place, text in texts.items()}
        self.known = {word: stem(word, language) for found in words.values() for word in found}
        """Every word of the rules and of the register, and its stem."""
        self.places = self._placed(texts, words)
        """By stem."""
        self.length = {place: len(found) for place, found in words.items()}
        self._titles = [
            max(1, sum(not self._carries_nothing(word) for word in words[number, TITLE]))
            for number in range(len(self.sections))
        ]
        """How many words of each title carry something."""
        self.average = sum(self.length.values()) / max(1, len(self.length))
        self._referring = {
            (number, line)
            for number, lines in enumerate(self.lines)
            for line, text in enumerate(lines)
            if self.length[number, line] <= SHORT and references(text)
        }
        self._leaning = {
            (number, line)
            for number, lines in enumerate(self.lines)
            for line in range(1, len(lines))
            if words[number, line][:1] and words[number, line][0] in self.synonyms.leaning
            if f"{lines[line - 1]} {lines[line]}" in self.sections[number].text
        }
        """The lines that mean by their first word what the one before speaks of."""
        self._compounds = Compounds(self.known.values(), language)
        self._beginnings = _by_beginning(self.known)
        self._spelled = Spelled(word for word in self.known if len(word) >= SHORTEST_SLIP and not word.isdigit())
        asked = list(common_questions(key, language))
        self._questions = Questions((each.question for each in asked), language, self.synonyms, self._compounds.parts)
        numbers = {section.number: number for number, section in enumerate(self.sections)}
        answers = {
            (section, answer): (numbers[section], self.answer(numbers[section], answer)) for section, answer, _ in asked
        }
        self._answers = [answers[each.section, each.answer] for each in asked]
        """The number of the section that answers each common question, and what answers."""
        self._asked_so = [each.question for each in asked]

    def _texts(self) -> Iterator[tuple[Place, str]]:
        titles = {section.number: section.title for section in self.sections}
        for number, section in enumerate(self.sections):
            yield (number, TITLE), section.title
            yield (number, HEAD), titles.get(section.head, "")
            for line, text in enumerate(self.lines[number]):
                yield (number, line), text
            for count, entry in enumerate(self.synonyms.register.get(section.number, ())):
                yield (number, REGISTER - count), entry

    def _counting(self, place: Place, text: str) -> list[str]:
        return [word for word in words_of(text) if place[1] > REGISTER or not self._carries_nothing(word)]

    def _placed(self, texts: Mapping[Place, str], words: Mapping[Place, Sequence[str]]) -> dict[str, Standing]:
        stems = {
            *self.known.values(),
            *(own for same in self.synonyms.same.values() for _, meant in same for own in meant),
        }
        compounds = Compounds(stems, self.language)
        split = {word: set(compounds.parts(word)) for word in self.known}
        placed: dict[str, dict[Place, float]] = defaultdict(dict)
        for place, found in words.items():
            label = set(words_of(_label(texts[place]))) if place[1] >= 0 else set()
            labelled = 1 + LABEL / max(1, len(label))
            for word in found:
                for own in (placed[self.known[word]], placed[self._exactly(word)]):
                    own[place] = max(own.get(place, 0), labelled if word in label else 1)
                for part in split[word]:
                    placed[part].setdefault(place, PART)
        pairs: dict[tuple[Place, float], tuple[Place, float]] = {}  # each is kept once, and most words have one form
        alike: dict[Standing, Standing] = {}
        standing = {own: tuple(pairs.setdefault(pair, pair) for pair in there.items()) for own, there in placed.items()}
        return {own: alike.setdefault(there, there) for own, there in standing.items()}

    # -- what is asked -------------------------------------------------------------------------------------------------

    def asked(self, typed: str, *, unfinished: bool) -> list[Meant]:
        """The words of what was typed that count; all of them where none would. ``unfinished``: the last one may be a
        beginning."""
        words = words_of(typed)[:MOST_WORDS]
        counting = [not self._carries_nothing(word) for word in words]
        if unfinished and words:
            counting[-1] = True
        return self._asked(words, counting, unfinished=unfinished) or self._asked(
            words, [True] * len(words), unfinished=unfinished
        )

    def _asked(self, words: Sequence[str], counting: Sequence[bool], *, unfinished: bool) -> list[Meant]:
        stems = [stem(word, self.language) for word in words]
        found: list[Meant] = []
        for place, word in enumerate(words):
            meant = dict.fromkeys(self.synonyms.meant(stems[place:]), SYNONYM)
            if counting[place]:
                meant = self._itself(word, meant)
                if unfinished and place == len(words) - 1:
                    meant = dict.fromkeys(self._begun(word), BEGINNING) | meant
            if meant:
                found.append(meant)
        return found

    def _itself(self, word: str, synonyms: dict[str, float]) -> dict[str, float]:
        """What a word may stand for that has ``synonyms``."""
        own = stem(word, self.language)
        if own in self.places:
            in_the_rules = any(line > REGISTER for (_, line), _ in self.places[own])  # not only in the register
            share = BESIDE if in_the_rules else 1
            beside = {other: surely * share for other, surely in synonyms.items()}
            surely = NUMBER if word.isdigit() else 1
            return beside | {own: surely * OTHER_FORM, self._exactly(word): surely}
        return dict(self._near(word)) | synonyms

    def _exactly(self, word: str) -> str:
        """Under what a word is kept in this form alone."""
        return f"={plain(word, self.language)}"

    def _near(self, word: str) -> Iterator[tuple[str, float]]:
        """What a word may stand for that these rules do not have: the first of these ways that leads somewhere."""
        found = dict.fromkeys(self._of_one_origin(word), ORIGIN)
        found |= dict.fromkeys(self._compounds.parts(word), PART)
        if not found and not self._has_synonyms(word):
            found = dict.fromkeys(self._begun(word), BEGINNING) or dict.fromkeys(self._slipped(word), SLIP)
        yield from found.items()

    def _carries_nothing(self, word: str) -> bool:
        return word in self.synonyms.filler or stem(word, self.language) in self.synonyms.filler

    def _has_synonyms(self, word: str) -> bool:
        return stem(word, self.language) in self.synonyms.same

    def _begun(self, word: str) -> Iterator[str]:
        if len(word) >= SHORTEST_BEGINNING:
            for other in self._beginnings.get(word[:SHORTEST_BEGINNING], ()):
                if other.startswith(word):
                    yield self.known[other]

    def _of_one_origin(self, word: str) -> Iterator[str]:
        prefixes = about(self.language).participles  # "gekauft" is of "kaufen"
        for form in (word, *(word.removeprefix(prefix) for prefix in prefixes if word.startswith(prefix))):
            for other in self._beginnings.get(form[:SHORTEST_BEGINNING], ()):
                alike = _common(form, other)
                if alike >= SAME_BEGINNING and alike >= SAME_SHARE * max(len(form), len(other)):
                    yield self.known[other]

    def _slipped(self, word: str) -> Iterator[str]:
        if len(word) >= SHORTEST_SLIP and not word.isdigit():
            yield from (self.known[other] for other in self._spelled.roughly(word))

    def knows(self, word: str) -> bool:
        """Whether a word means something here, be it that it carries nothing."""
        return (
            self._carries_nothing(word)
            or self._has_synonyms(word)
            or stem(word, self.language) in self.places
            or any(self._near(word))
        )

    # -- what answers --------------------------------------------------------------------------------------------------

    def weights(self, meant: Meant) -> Weights:
        """What a word that was typed counts in each line and title: the fewer sections have what it may stand for, the
        more."""
        holding = {section for own in meant for (section, line), _ in self.places.get(own, ()) if line != HEAD}
        rarity = log(1 + len(self.sections) / (1 + len(holding)))
        counted: dict[Place, float] = {}
        for own, surely in meant.items():
            for place, there in self.places.get(own, ()):
                counted[place] = max(counted.get(place, 0), surely * there * rarity)
        return counted

    def found(self, asked: Iterable[Weights]) -> list[Found]:
        """The sections that answer, best first."""
        by_section: dict[int, list[dict[int, float]]] = defaultdict(list)
        most = 0.0
        for weights in asked:
            most += max(weights.values(), default=0)
            here: dict[int, dict[int, float]] = defaultdict(dict)
            for (section, line), weight in weights.items():
                here[section][line] = weight
            for section, lines in here.items():
                by_section[section].append(lines)
        found = [self._judged(section, words, most) for section, words in by_section.items()]
        return sorted(found, key=lambda each: -each.worth)

    def answered(self, typed: str, found: Sequence[Found], *, unfinished: bool) -> list[Found]:
        """The sections that were ``found`` by words and those that answer a common question like what was typed."""
        best: dict[int, tuple[float, str]] = {}
        for question, alike in self._questions.like(typed, unfinished=unfinished).items():
            number, answer = self._answers[question]
            if alike >= ALIKE:
                best[number] = max(best.get(number, (0, "")), (alike, answer))
        most = found[0].worth if found else 1
        by_words = {each.section: each for each in found}
        for number, (alike, answer) in best.items():
            section = self.sections[number]
            said = by_words.get(section, Found(section, answer, 0))
            line = answer if alike >= TELLING else said.line
            by_words[section] = Found(section, line, said.worth + ASKED * most * ((alike - ALIKE) / (1 - ALIKE)) ** 1.5)
        return sorted(by_words.values(), key=lambda each: -each.worth)

    def suggested(self, typed: str) -> list[tuple[float, str]]:
        """Common questions that somebody may be about to ask, and how much they are like what was typed so far: the
        best of those that have one answer."""
        best: dict[tuple[int, str], tuple[float, str]] = {}
        for question, alike in self._questions.like(typed, unfinished=True).items():
            if alike >= ALIKE:
                each = self._answers[question]
                best[each] = max(best.get(each, (0.0, "")), (alike, self._asked_so[question]))
        return sorted(best.values(), reverse=True)

    def answer(self, number: int, answer: str) -> str:
        """What is quoted of a section where the answer to a common question stands in it, or the answer itself."""
        if not answer.endswith(QUOTED):
            return answer
        words = answer.removesuffix(QUOTED).rstrip()
        return self._whole(number, next(line for line, text in enumerate(self.lines[number]) if words in text))

    def _judged(self, number: int, words: Sequence[Mapping[int, float]], most: float) -> Found:
        """A section that has some words, each with what it counts by line; ``most``: what all that was typed could."""
        best = [max(lines.values()) for lines in words]
        places = {line for found in words for line in found}
        said = [line for line in places if line >= 0]
        worth = max((self._said(number, line, words, best) for line in said), default=ELSEWHERE * sum(best))
        titled = sum(found.get(TITLE, 0) >= OTHER_FORM * most for found, most in zip(words, best, strict=True))
        worth += TITLED * max(best) * min(1, titled / self._titles[number])
        worth += sum(found.get(TITLE, 0) * IN_TITLE + found.get(HEAD, 0) * IN_HEAD for found in words)
        entries = (self._entered(number, line, words) for line in places if line <= REGISTER)
        worth += IN_REGISTER * max(entries, default=0)
        worth *= COVERED + (1 - COVERED) * (sum(best) / most if most else 0)
        section = self.sections[number]
        worth *= DETAIL if section.mark == DETAILS else 1
        return Found(section, self._quoted(number, words, OPENING * max(best)), worth)

    def _said(self, number: int, line: int, words: Sequence[Mapping[int, float]], best: Sequence[float]) -> float:
        share = self._share(number, line)
        return sum(max(share * found.get(line, 0), ELSEWHERE * most) for found, most in zip(words, best, strict=True))

    def _share(self, number: int, line: int) -> float:
        longer = 1 - LENGTH + LENGTH * self.length[number, line] / self.average
        return (REFERRING if (number, line) in self._referring else 1) / longer

    def _quoted(self, number: int, words: Sequence[Mapping[int, float]], opening: float) -> str:
        """What of a section answers best: a line, with those beside it that belong to it. What the title has said
        already tells little, so where nothing says more the section is quoted as it opens."""

        def answering(line: int) -> float:
            said = sum(max(0, found.get(line, 0) - TOLD * found.get(TITLE, 0)) for found in words)
            return self._share(number, line) * said + (0 if line else opening)

        said = {line for found in words for line in found if line > 0}
        return self._whole(number, max((0, *sorted(said)), key=answering))

    def _whole(self, number: int, first: int) -> str:
        """A line of a section with those beside it that belong to it."""
        last = first + 1
        while (number, first) in self._leaning:
            first -= 1
        while (number, last) in self._leaning:
            last += 1
        return " ".join(self.lines[number][first:last])

    def _entered(self, number: int, line: int, words: Sequence[Mapping[int, float]]) -> float:
        """The more of an entry was typed, the more it counts."""
        typed = [found[line] for found in words if line in found]
        return sum(typed) * min(1, len(typed) / self.length[number, line])


@cache
def index(key: str, language: str) -> Index:
    """The index of a game's rules in one of LANGUAGES; the first time it takes a good while."""
    return Index(key, language)


def search(key: str, language: str, typed: str, *, unfinished: bool = False) -> list[Found]:
    """The sections of a game's rules that answer what was typed, best first; none where no word fits. ``unfinished``:
    somebody is still typing."""
    here = index(key, language)
    asked = [here.weights(meant) for meant in here.asked(typed, unfinished=unfinished)]
    strange = (word for word in dict.fromkeys(words_of(typed)[:MOST_WORDS]) if not here.knows(word))
    found = here.found([*asked, *(_abroad(key, language, word) for word in strange)])
    return here.answered(typed, found, unfinished=unfinished)


def _abroad(key: str, language: str, word: str) -> Weights:
    """What a word counts that only the rules in another language know: their sections are the same."""
    numbers = {section.number: number for number, section in enumerate(index(key, language).sections)}
    counted: dict[Place, float] = {}
    for other in LANGUAGES:
        there = index(key, other)
        if word in there.synonyms.filler:
            continue
        for (section, line), weight in there.weights({stem(word, other): ABROAD}).items():
            if line > HEAD:  # a line counts as much as a title would: lines of two languages are not the same ones
                place = numbers[there.sections[section].number], TITLE
                counted[place] = max(counted.get(place, 0), weight if line == TITLE else weight / (1 + IN_TITLE))
    return counted


def _label(line: str) -> str:
    """What a line is about: "- **Sell**: up to" is about selling."""
    found = re.match(r"- \*\*[^*]+\*\*(?: \([^)]*\))?|- [^.;:]{1,40}(?=:)", line)
    return found[0] if found else ""


def _by_beginning(known: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in known:
        if len(word) >= SHORTEST_BEGINNING and not word.isdigit():
            found[word[:SHORTEST_BEGINNING]].append(word)
    return found


def _common(one: str, other: str) -> int:
    """How many letters two words begin with in common."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
