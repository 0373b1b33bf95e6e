"""Lines of a text that have what somebody asks for: "goa", "depot 4", a player's name, "what can I buy"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import engines
from bot.language.read.completing import completions
from bot.language.read.lexicon import lexicon
from bot.language.read.reader import Reader, Refuse
from bot.language.read.utterance import Utterance
from bot.wording.escaping import unformatted
from bot.wording.folding import Folded, folded
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed, listed_in, phrases
from bot.wording.stems import stem
from bot.wording.synonyms import synonyms
from bot.wording.texts import Texts
from engines import Action, Game

LONGEST = 100
"""Characters that are looked at."""
MOST_WORDS = 12
"""Words that are asked for: no line has more of them."""
MOST_LEADS = 12
"""Actions of which it is looked at what they lead to."""
SHORTEST_BEGINNING = 3
"""Letters that begin a word."""


def _words(typed: str) -> Sequence[str]:
    return Utterance.of(typed[:LONGEST]).words


class Chapter(NamedTuple):
    """A heading, and what stands below it."""

    heading: str
    lines: Sequence[str]


def asks_for_everything(texts: Texts, typed: str) -> bool:
    """Whether a question about what may be done names nothing that it would be done with: "what can I do now"."""
    idle = {word for name in (texts.name, FALLBACK) for word in (*idle_words(name), *listed(name, "may"))}
    return idle.issuperset(folded(typed[:LONGEST]))


def asks_what_is_possible(texts: Texts, typed: str) -> bool:
    """Whether somebody asks what may be done, not what there is: "what can I buy"."""
    return not listed(texts.name, "may").isdisjoint(_words(typed))


def asks_whose_turn(texts: Texts, typed: str) -> bool:
    """Whether somebody asks who is to act: "whose turn is it"."""
    return _says_any(texts, "whose_turn", list(_words(typed)))


def possible(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Action]:
    """The legal actions that a question is about, all if it names nothing; none: what it names is not among them."""
    legal = game.legal(seat)
    wanted = _wanted(texts, game.key, typed)
    if not wanted:
        return legal
    if _is_here(texts, game, seat, wanted):
        return legal
    if kinds := _asked(texts, game.key, wanted):
        return [action for action in legal if action[0] in kinds]
    found = {notation for notation, _ in completions(texts, game, seat, legal, names, " ".join(wanted))}
    return [action for action in legal if " ".join(action) in found]


class Led(NamedTuple):
    """What may be done after an action that may be done now, in the game as it is then."""

    lead: Action
    game: Game
    actions: Sequence[Action]


def possible_next(texts: Texts, game: Game, seat: int, typed: str) -> list[Led]:
    """What somebody who asks for nothing but what may be bought, or built, may do so after something else, such as
    going there; nothing where that cannot be foreseen."""
    kinds, leads = _asked(texts, game.key, _wanted(texts, game.key, typed)), game.distinct(game.legal(seat))
    found = list[Led]()
    for lead in leads if kinds and len(leads) <= MOST_LEADS else ():
        after = game.copy()
        if any(event.barrier for event in after.play(seat, lead)) or seat not in after.to_act:
            continue
        if actions := [action for action in after.legal(seat) if action[0] in kinds]:
            found.append(Led(lead, after, actions))
    return found


def _asked(texts: Texts, key: str, wanted: Sequence[str]) -> frozenset[str]:
    """The kinds of actions that are meant where somebody asks for nothing but what may be bought, or built."""
    spoken = engines.GAMES[key].spoken
    for kind, verbs in (("buying", spoken.buying), ("building", spoken.building)):
        if verbs and listed_in(texts.name, kind).issuperset(wanted):
            return verbs
    return frozenset()


def why_not(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Refuse | None:
    """Return why what a question calls by its name is not possible now; None: nothing of that kind was named."""
    wanted = " ".join(_wanted(texts, game.key, typed))
    reading = Reader(texts, game, seat, names).read(wanted)
    mentions = lexicon(game.key, texts.name).mentions(Utterance.of(wanted), {})
    called = {verb for mention in mentions for verb in mention.proper}
    return reading if isinstance(reading, Refuse) and reading.action[:1] and reading.action[0] in called else None


def _is_here(texts: Texts, game: Game, seat: int, wanted: Sequence[str]) -> bool:
    """Whether a question names nothing but what somebody is asked about: "what can I do on the market"."""
    here = game.prompt(seat).message.id.rpartition(".")[2]
    words = lexicon(game.key, texts.name)
    return all(here in {words.base(thing) for thing in (*words.things(word), word)} for word in wanted)


def told_apart(
    texts: Texts, game: Game, seat: int, names: Sequence[str], actions: Sequence[Action], room: int = 0
) -> list[str]:
    """Actions as answers, with what they cost or bring if there is ``room`` for so many characters; if not, only those
    that are called alike."""
    said = [texts.answer(game.key, game, seat, action, names) for action in actions]
    hints = [game.hint(seat, action) for action in actions]
    noted = [
        f"{label} ({unformatted(texts.message(game.key, hint, names))})" if hint else label
        for label, hint in zip(said, hints, strict=True)
    ]
    if len("\n".join(noted)) <= room:
        return noted
    return [note if said.count(label) > 1 else label for note, label in zip(noted, said, strict=True)]


def open_kinds(texts: Texts, game: Game, seat: int, typed: str) -> list[str]:
    """The kinds of actions that a question is about and that are too many to list, each with how it may be typed."""
    wanted = [Sought(_called(texts, game.key, word)) for word in _wanted(texts, game.key, typed)]
    ids = {word: f"{game.key}.open.{word}" for word in game.prompt(seat).open if game.part(seat, (word,))}
    lines = {word: texts.say(id) for word, id in ids.items() if texts.has(id)}
    return [line for word, line in lines.items() if _has(texts, f"{texts.word(game.key, word)} {line}", wanted)]


def find(texts: Texts, key: str, chapters: Sequence[Chapter], typed: str, own: str = "") -> list[Chapter]:
    """See ``_find``; of "my mat" that of nobody else, all that is the own if it is not called so; of who is ahead, the
    points. ``own``: how whoever asks is called."""
    mine = [chapter for chapter in chapters if own and own in chapter.heading] if _asks_for_own(texts, typed) else []
    found = _find(texts, key, mine, typed) or _find(texts, key, chapters, typed)
    words = set(_words(typed))
    told_of_it = len(_wanted(texts, key, typed)) > 1 and bool(found)  # "what do animals score"
    if not told_of_it and not words.isdisjoint(phrases(texts.name, "leading")):
        return [chapter for chapter in chapters if chapter.heading == texts.say("words.points")]
    return found or mine


def _asks_for_own(texts: Texts, typed: str) -> bool:
    """Whether a question is about what whoever asks has: "my mat", "how much wool do I have"."""
    words, mine = list(_words(typed)), listed(texts.name, "mine")
    return (not mine.issuperset(words) and not mine.isdisjoint(words)) or _says_any(texts, "having", words)


def _says_any(texts: Texts, entry: str, words: Sequence[str]) -> bool:
    """Whether one of the common phrases of a kind is among the words."""
    return any(f" {phrase} " in f" {' '.join(words)} " for phrase in phrases(texts.name, entry))


def speaking_of(texts: Texts, chapters: Sequence[Chapter], name: str) -> list[Chapter]:
    """The lines that have a name as it stands here."""
    return _lines(texts, chapters, [Sought((name,))])


def whereabouts(texts: Texts, key: str, chapters: Sequence[Chapter], typed: str) -> list[Chapter]:
    """The lines that begin with what a question asks the place of: "where can I put the castle"."""
    if listed_in(texts.name, "asking_where").isdisjoint(_words(typed)):
        return []
    things = lexicon(key, texts.name).things
    named = [Sought(_called(texts, key, word)) for word in _wanted(texts, key, typed) if things(word)]
    return _beginning(texts, chapters, named)


class Sought(NamedTuple):
    """A word of a question, a number behind it included: what is asked for may be called in some ``ways``, and be meant
    by words of some ``stems``."""

    ways: Sequence[str]
    stems: frozenset[str] = frozenset()


def _find(texts: Texts, key: str, chapters: Sequence[Chapter], typed: str) -> list[Chapter]:
    """The chapters of which the heading has all that is asked for, else the lines that have it, each below its heading:
    those that are about it, else all, first those that begin with it; if no line has the words as they are typed, what
    they are called here, then what may be meant by them. A word of the game's own title ("castle") is asked for as
    anything else before it means that heading. Nothing that fits: words that often say nothing are left out."""
    wanted = _wanted(texts, key, typed)
    titled = [chapter for chapter in chapters if chapter.heading == texts.title(key)]
    others = [chapter for chapter in chapters if chapter not in titled]
    noise = {stem(word, texts.name) for word in listed_in(texts.name, "noise")}
    said = [word for word in wanted if stem(word, texts.name) not in noise]
    for words in (_numbered(wanted), wanted, _numbered(said), said):
        asked = [Sought((word,)) for word in words]
        called = [Sought(_called(texts, key, word)) for word in words]
        meant = _meant(texts, key, typed, called)
        for told in (others, titled) if words else ():
            if found := _whole(texts, told, asked) or _about(texts, told, called, meant):
                return found
            for ways in (asked, called, meant):
                if found := _lines(texts, told, ways):
                    return found
    return []


def _numbered(words: Sequence[str]) -> list[str]:
    """Words, each with the number behind it, which belongs to it: "depot 3"."""
    found = list[str]()
    for word in words:
        if word.isdecimal() and found and not found[-1][-1].isdecimal():
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _meant(texts: Texts, key: str, typed: str, called: Sequence[Sought]) -> list[Sought]:
    """What is asked for with all that the rules call so; what they say in several words ("how much is") is asked for
    as well. Words before a price stand for one another: a church that costs 150 is to be had *for* 150."""
    words = list(_words(typed))
    stems = [stem(word, texts.name) for word in words]
    price = {stem(word, texts.name) for word in listed(texts.name, "price")}
    ways = {each.ways[0].partition(" ")[0]: each.ways for each in called}
    found = list[Sought]()
    for place, word in enumerate(words):
        names = ways.get(word, ())
        numbered = bool(names) and " " in names[0]  # of depots only the third is depot 3
        alike = () if numbered else tuple(synonyms(key, texts.name).meant(stems[place:], 1 if names else 2))
        if names or alike:
            paid = not price.isdisjoint((*alike, stems[place]))
            found.append(Sought(names, frozenset(alike).union(price if paid else ())))
    return found


def _whole(texts: Texts, chapters: Sequence[Chapter], wanted: Sequence[Sought]) -> list[Chapter]:
    return [chapter for chapter in chapters if _has(texts, chapter.heading, wanted)]


def _about(
    texts: Texts, chapters: Sequence[Chapter], called: Sequence[Sought], meant: Sequence[Sought]
) -> list[Chapter]:
    """The lines that begin with one of several things that are asked for and have all that may be meant."""
    return _lines(texts, _beginning(texts, chapters, called), meant) if len(meant) > 1 else []


def _beginning(texts: Texts, chapters: Sequence[Chapter], called: Sequence[Sought]) -> list[Chapter]:
    """Chapters with those of their lines that begin with something, or have it behind one word ("sugar factory"). What
    begins with somebody's name, which is bold, says something of them."""
    names = [_read(texts.name, way).stems for each in called for way in each.ways]

    def begins(line: str) -> bool:
        stems = _read(texts.name, line).stems
        return not line.startswith("**") and any(
            stems[at : at + len(name)] == name for name in names for at in (0, 1) if at + len(name) <= len(stems)
        )

    return [Chapter(heading, list(filter(begins, lines))) for heading, lines in chapters]


def _lines(texts: Texts, chapters: Sequence[Chapter], wanted: Sequence[Sought]) -> list[Chapter]:
    """The lines that have all that is wanted; if some have it word by word in a row, these alone. Of what the heading
    says a line below it need not speak; those that have most are told."""
    row = tuple(part for each in wanted for way in each.ways[:1] for part in _read(texts.name, way).stems)
    first, others, anywhere = list[Chapter](), list[Chapter](), list[Chapter]()
    for chapter in chapters:
        lines = [line for line in chapter.lines if _has(texts, f"{chapter.heading} {line}", wanted)]
        places = {line: place for line in lines if (place := _place(row, _read(texts.name, line).stems)) is not None}
        if places:
            found = first if 0 in places.values() else others
            begun = [line for line, place in places.items() if place == 0]
            found.append(Chapter(chapter.heading, [*begun, *(line for line in places if line not in begun)]))
        if lines:
            own = [sum(_has(texts, line, [each]) for each in wanted) for line in lines]
            most = [line for line, count in zip(lines, own, strict=True) if count == max(own)]
            anywhere.append(Chapter(chapter.heading, most))
    return [*first, *others] or anywhere


def _place(row: Sequence[str], words: Sequence[str]) -> int | None:
    """Where some words stand one behind the other; None: nowhere."""
    places = range(len(words) - len(row) + 1)
    return next((place for place in places if words[place : place + len(row)] == row), None)


class Read(NamedTuple):
    """A text: its words, their stems, and the words with a blank before each."""

    words: Folded
    stems: Sequence[str]
    spaced: str


@lru_cache(maxsize=1 << 10)
def _read(language: str, text: str) -> Read:
    """Kept, since a question looks at each line from many sides."""
    words = folded(unformatted(text))
    return Read(words, tuple(stem(word, language) for word in words), "".join(f" {word}" for word in words))


def _has(texts: Texts, line: str, wanted: Sequence[Sought]) -> bool:
    """Whether a line has each of some words, in one of the ways in which it may be called; a number behind its word."""
    here = _read(texts.name, line)

    def has(way: str) -> bool:
        asked = _read(texts.name, way)
        pairs = list(zip(asked.words, asked.stems, strict=True))
        if len(pairs) > 1 and asked.words[-1].isdecimal():
            places = (place for place in range(1, len(here.words)) if here.words[place] == asked.words[-1])
            word, its_stem = pairs[-2]
            return any(_begins(here.words[at - 1], word) or here.stems[at - 1] == its_stem for at in places)
        return bool(pairs) and all(
            its_stem in here.stems or (_is_beginning(word) and f" {word}" in here.spaced) for word, its_stem in pairs
        )

    return all(any(map(has, each.ways)) or not each.stems.isdisjoint(here.stems) for each in wanted)


def _begins(word: str, beginning: str) -> bool:
    return _is_beginning(beginning) and word.startswith(beginning)


def _is_beginning(word: str) -> bool:
    """Whether a word may be the beginning of another one."""
    return len(word) >= SHORTEST_BEGINNING and not word.isdecimal()


def _wanted(texts: Texts, key: str, typed: str) -> list[str]:
    """The words of a question that ask for something."""
    idle = synonyms(key, texts.name).filler | listed(texts.name, "may")
    found = [word for word in _words(typed) if word not in idle]
    bought = listed_in(texts.name, "buying")
    return ([word for word in found if word not in bought] or found)[:MOST_WORDS]  # "can I buy a city"


def _called(texts: Texts, key: str, word: str) -> list[str]:
    """What may be meant by a word, as it is called in the language, with the number behind it; "annas" is Anna's."""
    name, _, number = word.partition(" ")
    things = lexicon(key, texts.name).things(name)
    owner = [name[:-1]] if name.endswith("s") and len(name) > SHORTEST_BEGINNING else []
    names = [name, *owner, *(texts.word(key, thing) for thing in sorted(things))]
    return [f"{each} {number}".strip() for each in names]
