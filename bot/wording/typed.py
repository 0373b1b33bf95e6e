"""What a person typed, as actions: the game's own words first, then those of the person's language, then English."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from re import fullmatch, split, sub
from typing import NamedTuple

from bot.wording import nearly
from bot.wording.catalogue import FALLBACK
from bot.wording.folding import folded, joined, spellings
from bot.wording.texts import SEAT, Texts, unformatted
from bot.wording.texts import texts as texts_in
from bot.wording.vocabulary import vocabulary
from engines import Action, Game, IllegalAction, Message
from engines.notation import DIGITS
from engines.record import notation, parse
from render.kit.initials import initials

LONGEST, MOST_TOKENS = 1000, 100
"""Characters and words that are read; nothing that a game understands is longer."""
LONGEST_LABEL = 20
"""Words of what a list shows of an action."""
MOST_MEANT = 3
"""Actions that are asked about."""
BETWEEN = " · "
"""Between the parts of a label: the letters of a picture, the action, what it costs or brings."""
MOST_BEGINNINGS = 300
"""Beginnings that are followed; what could mean more is not read at all."""


def _tokens(typed: str) -> Iterator[tuple[str, str]]:
    """Every word folded, and as a place of a board would be written."""
    for piece in split(r"[\s,;:/()]+", typed):
        words = folded(piece)
        plain = sub(r"^\W+|\W+$", "", sub(r"[\u2010-\u2015\u2212]", "-", piece.lower()))
        yield from ((word, plain if len(words) == 1 and not word.isdigit() else word) for word in words)


def read(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> list[Action]:
    """The one action that somebody typed, or the beginning of one; several when it could mean each of them.

    What is a legal action, or begins one, in the game's own notation is nothing else. Of other readings those count
    that are legal, then those that begin an action, then those that the rules refuse for different reasons. What
    cannot be read is returned as typed. Of a label of the panel the letters before the action and the note behind it
    say nothing.
    """
    return _read(_Reader(texts, game, seat, names, typed), typed)


class Understood(NamedTuple):
    """What somebody typed, and what is to be said or asked about it."""

    action: Action
    asked: Sequence[Action] = ()
    """Which of these is meant? All that it could mean, or the legal actions that come closest to what makes no sense,
    three at most."""
    refused: Sequence[Message] = ()
    """Whatever is meant, the rules refuse it, for one of these reasons."""
    unknown: bool = False
    """Nothing is called so here, and nothing legal is called nearly so."""


def understand(texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> Understood:
    """What somebody typed; neither asked about nor refused beforehand where it is clear."""
    reader = _Reader(texts, game, seat, names, typed)
    meant = _read(reader, typed)
    if len(meant) > 1:
        refused = [reason for action in meant if (reason := reader.refusal(action))]
        return Understood(meant[0], refused=refused) if len(refused) == len(meant) else Understood(meant[0], meant)
    nearest = reader.nearest(meant[0])
    return Understood(meant[0], nearest, unknown=not nearest and reader.is_nonsense(meant[0]))


def examples(texts: Texts, game: Game, seat: int, names: Sequence[str]) -> list[str]:
    """How some of the legal actions may be typed, of different kinds as far as there are several: as the panel words
    them."""
    first: dict[str, Action] = {}
    legal = game.distinct(game.legal(seat))
    for action in legal:
        first.setdefault(action[0], action)
    texts = texts.at(game)
    said = [texts.action(game.key, action, names) for action in [*first.values(), *legal]]
    return list(dict.fromkeys(said))[:MOST_MEANT]


def _read(reader: _Reader, typed: str) -> list[Action]:
    found = reader.read()
    if BETWEEN in typed and not reader.makes_sense(found):
        parts = typed[:LONGEST].split(BETWEEN)[:MOST_MEANT]
        for number, part in enumerate(parts, 1):
            shorter = _Reader(reader.texts, reader.game, reader.seat, reader.names, part)
            if shorter.makes_sense(meant := shorter.read()):
                return shorter.noted(meant, BETWEEN.join(parts[number:])) or meant
    return found


class _Reader:
    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str], typed: str) -> None:
        self.texts, self.game, self.seat, self.names = texts.at(game), game, seat, names
        self.notation = parse(typed.lower())
        self.languages = [self.texts] if texts.name == FALLBACK else [self.texts, texts_in(FALLBACK).at(game)]
        self.vocabularies = [vocabulary(game.key, language.name) for language in self.languages]
        self.own = self.vocabularies[0]
        self.conjunctions = {language.conjunction() for language in self.languages}
        self.legal = game.legal(seat)
        self.open = game.prompt(seat).open
        self.tokens = [*_tokens(typed)] if len(typed) <= LONGEST else []
        self.typed = joined(self._words)
        self.here: dict[str, set[str]] = defaultdict(set)
        """What is called by its own name at this table: places of a board, players, these by their letters too."""
        for id in {word for action in self.legal for word in action}:
            self.here[joined(folded(id))].add(id)
        for number, name in enumerate(names, 1):
            for spelling in filter(None, spellings(name)):
                self.here[joined(spelling)].add(f"{SEAT}{number}")
        for number, letter in enumerate(initials(names)[: len(names)], 1):
            # As the pictures call players, unless it is a name.
            self.here.setdefault(joined(folded(letter)), {f"{SEAT}{number}"})
        self.longest = max([known.longest for known in self.vocabularies] + [len(folded(name)) for name in names])
        self.follows: dict[str, set[str]] = defaultdict(set)
        """The words that follow a verb in some legal action."""
        self.length: dict[str, int] = defaultdict(int)
        for verb, *words in self.legal:
            self.follows[verb].update(words)
            self.length[verb] = max(self.length[verb], 1 + len(words))

    def read(self) -> list[Action]:
        if not self.notation or self._begins(self.notation):
            return [self.notation]
        reason = self.refusal(self.notation)
        if reason is None or not 0 < len(self.tokens) <= MOST_TOKENS:
            return [self.notation]
        self._learn_places()
        for circle in range(3):
            found = list(self._readings(circle, self._may_follow))
            whole = [self.game.normal(self.seat, action) for action in found if self.refusal(action) is None]
            if circle < len(self.languages):
                whole += self._phrased(self.languages[circle])
            if meant := self.game.distinct(whole) or [action for action in found if self._begins(action)]:
                return list(dict.fromkeys(meant))
        if self.notation[0] in self.own.actions and all(map(self._is_id, self.notation)):
            return [self.notation]
        if found := self._listed() or self._begun():
            return found
        if found := self._anywhere():
            return self._refused(found)
        *before, last = self.tokens
        if last[0] not in self.own.actions:  # German and Dutch say the verb last: "Zoll aktivieren"
            self.tokens = [last, *before]
            found = [action for action in self._anywhere() if self.refusal(action) and not self._begins(action)]
            self.tokens = [*before, last]
        return self._refused(found) if found else [self.notation]

    def _anywhere(self) -> list[Action]:
        """What all that was typed can mean, be it legal or not."""
        for circle in range(3):
            if found := list(self._readings(circle, lambda action: action[0] in self.own.actions)):
                return found
        return []

    def makes_sense(self, meant: Sequence[Action]) -> bool:
        """Whether all of this is legal or begins what is."""
        return all(action and (self._begins(action) or self.refusal(action) is None) for action in meant)

    def noted(self, meant: Sequence[Action], note: str) -> list[Action]:
        """Those of some actions that cost or bring what was typed behind their label."""
        hints = {action: self.game.hint(self.seat, action) for action in meant} if len(meant) > 1 else {}
        said = {action: self.texts.message(self.game.key, hint, self.names) for action, hint in hints.items() if hint}
        return [action for action, text in said.items() if folded(unformatted(text)) == folded(note)]

    def _listed(self) -> list[Action]:
        """The legal actions that a list, which says their first word above it, shows just so in a language; a place
        also as a sentence names it."""
        if len(self.tokens) > LONGEST_LABEL:
            return []
        key, places = self.game.key, self.game.places()
        for texts in self.languages:
            listed = [(action, texts.words(key, action[1:], self.names)) for action in self.legal]
            listed += [
                (action, texts.in_sentence(key, places[action[1]]))
                for action in self.legal
                if len(action) == 2 and action[1] in places
            ]
            if found := [action for action, words in listed if self._said(words)]:
                return self.game.distinct(found)
        return []

    def _begun(self) -> list[Action]:
        """What is legal and begun to be typed: one action, several of the same words, or the words they share."""
        found = nearly.begun(self._ways(), self._words, self._means_something)
        if len(found) <= MOST_MEANT:
            return found
        found = self._followed_by_it(found) or found
        shared = tuple(words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*found, strict=False)))
        return [shared] if shared else []

    def _followed_by_it(self, found: Sequence[Action]) -> list[Action]:
        """Those whose first word, which nobody needs to type, is followed by just what was typed."""
        named = [(action, texts.words(self.game.key, action[1:2])) for action in found for texts in self.languages]
        return [action for action, word in named if self._said(word)]

    @property
    def _words(self) -> tuple[str, ...]:
        return tuple(token for token, _ in self.tokens)

    def _means_something(self, number: int) -> bool:
        return bool(self._named(number, number + 1, 2, first=number == 0))

    def _ways(self) -> nearly.Ways:
        """Nothing for what is too long to be the beginning of words, or words with slips."""
        if not 0 < len(self.tokens) <= nearly.LONGEST:
            return ()
        return nearly.ways(self.languages, self.game.key, self.game.distinct(self.legal), self.names)

    def nearest(self, understood: Action) -> list[Action]:
        """What may have been meant by what makes no sense."""
        reason = self.refusal(understood)
        if reason is None or self._begins(understood):
            return []
        if "typed" not in reason.args and all(map(self._means_something, range(len(self.tokens)))):
            return []
        return nearly.nearest(self._ways(), self._words, MOST_MEANT)

    def is_nonsense(self, understood: Action) -> bool:
        """Whether no word of what makes no sense is called so here."""
        reason = self.refusal(understood)
        if reason is None or "typed" not in reason.args or self._begins(understood):
            return False
        return not any(map(self._means_something, range(len(self.tokens))))

    def _learn_places(self) -> None:
        """By what lies around them."""
        for language in self.languages:
            for id in self.game.places():
                for spelling in spellings(language.word(self.game.key, id)):
                    self.here[joined(spelling)].add(id)
                    self.longest = max(self.longest, len(spelling))

    def _refused(self, readings: Sequence[Action]) -> list[Action]:
        """Of readings that are all illegal, one for each reason; a player is meant where nothing else can be.

        A refusal that quotes what was typed says no more than that it makes no sense now.
        """
        seatless = [action for action in readings if not any(word.startswith(SEAT) for word in action)]
        refused = [(action, reason) for action in seatless or readings if (reason := self.refusal(action))]
        there = [(action, reason) for action, reason in refused if reason.id not in self.game.absent]
        reasons: dict[str, Action] = {}
        for action, reason in there or refused:
            if "typed" not in reason.args:
                reasons.setdefault(self.texts.message(self.game.key, reason, self.names), action)
        return list(reasons.values()) or [readings[0] if len(readings) == 1 else self.notation]

    def _phrased(self, texts: Texts) -> list[Action]:
        """The legal actions that the panel words just so in a language."""
        return [action for action in self.legal if self._said(texts.action(self.game.key, action, self.names))]

    def _said(self, text: str) -> bool:
        """Whether just this was typed."""
        return self.typed in map(joined, spellings(text))

    def _readings(self, circle: int, may_stand: Callable[[Action], bool]) -> Iterable[Action]:
        """What all that was typed can mean; nothing if that could be too much. Each circle understands more than the
        one before it: English, then singulars and plurals."""
        begun: list[dict[Action, None]] = [{} for _ in range(len(self.tokens) + 1)]
        begun[0][()] = None
        for start in range(len(self.tokens)):
            if self.tokens[start][0] in self.conjunctions and 1 < start < len(self.tokens) - 1:
                begun[start + 1].update(begun[start])  # it may be left out between two things
            for end in range(start + 1, min(start + self.longest, len(self.tokens)) + 1) if begun[start] else ():
                for id in self._named(start, end, circle, first=start == 0):
                    for action in begun[start]:
                        if may_stand((*action, id)):
                            begun[end][(*action, id)] = None
                if sum(map(len, begun)) > MOST_BEGINNINGS:
                    return ()
        return begun[-1]

    def _named(self, start: int, end: int, circle: int, *, first: bool) -> list[str]:
        name = tuple(token for token, _ in self.tokens[start:end])
        found = [*self.here.get(joined(name), ())]
        if end == start + 1 and _is_number_or_place(self.tokens[start][1]):
            found.append(self.tokens[start][1])
        for known in self.vocabularies[: 1 + circle]:
            found += known.named(name, first=first, nearly=circle > 1)
        return sorted(set(found))

    def _may_follow(self, action: Action) -> bool:
        """Whether an action may begin so, as far as single words tell."""
        verb, last = action[0], action[-1]
        if verb in self.open or len(action) == 1:
            return verb in self.open or verb in self.length
        return len(action) <= self.length[verb] and last in self.follows[verb]

    def _begins(self, action: Action) -> bool:
        """Whether something legal begins so, listed or put together piece by piece."""
        if any(legal[: len(action)] == action for legal in self.legal):
            return True
        return self.game.part(self.seat, action) is not None

    def refusal(self, action: Action) -> Message | None:
        """Why an action is not legal; None: it is."""
        try:
            self.game.check(self.seat, action)
        except IllegalAction as fault:
            return fault.reason
        return None

    def _is_id(self, word: str) -> bool:
        return word in self.own.ids or word in self.own.actions or _is_number_or_place(word)


def _is_number_or_place(word: str) -> bool:
    """Places that have no name have a number."""
    return len(word) <= DIGITS and fullmatch(r"(?=\D*\d)[a-z0-9_-]+", word) is not None


def sensible(texts: Texts, key: str, typed: str) -> Action | None:
    """What somebody typed in the notation of a game, wherever it may be legal; None: no such words are known there."""
    action, own = parse(typed.lower()), vocabulary(key, texts.name)
    if len(typed) > LONGEST or not action or action[0] not in own.actions:
        return None
    known = all(word in own.ids or word in own.actions or _is_number_or_place(word) for word in action[1:])
    return action if known else None


def completions(
    texts: Texts, key: str, legal: Iterable[Action], names: Sequence[str], typed: str
) -> list[tuple[str, str]]:
    """Actions as notation and phrase whose notation, phrase or words hold everything typed."""
    parts = folded(typed[:LONGEST])
    found = []
    for action in legal:
        text, phrase = notation(action), texts.action(key, action, names)
        said = " ".join(
            " ".join(way) for part in (text, phrase, texts.words(key, action, names)) for way in spellings(part)
        )
        if all(part in said for part in parts):
            found.append((text, phrase))
    return found
