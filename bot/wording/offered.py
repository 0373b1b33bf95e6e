"""What somebody may decide now, and what the words of this table stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from re import fullmatch
from typing import NamedTuple

import msgspec

import render
from bot.wording.escaping import unformatted
from bot.wording.folding import folded, spellings
from bot.wording.labelled import labelled, named_alone
from bot.wording.languages import FALLBACK
from bot.wording.reading import split
from bot.wording.reasons import refusal
from bot.wording.surroundings import named_places
from bot.wording.texts import SEAT, Texts, texts_in
from bot.wording.vocabulary import vocabulary
from engines import Action, Game, Message
from engines.notation import DIGITS
from render.kit.initials import initials
from render.names import look_of, shown, spoken_initial

LONGEST, MOST_WORDS = 1000, 28
"""Characters and words that are read; nothing that a game understands is longer."""
MOST_SAID = MOST_WORDS * 3 // 2
"""Words of a text of which parts are read."""
MOST_MEANT = 3
"""Actions that are asked about."""


def word_count(typed: str) -> int:
    """How many words what is read of a text has."""
    return len(list(split(typed[:LONGEST])))


def is_readable(typed: str) -> bool:
    """Whether a text is short enough to be read as one decision."""
    return len(typed) <= LONGEST and word_count(typed) <= MOST_WORDS


class Understood(NamedTuple):
    """What somebody typed, and what is to be said or asked about it."""

    action: Action
    asked: Sequence[Action] = ()
    """Which of these is meant? All that it could mean, or the legal actions that come closest to what makes no sense,
    three at most."""
    refused: Sequence[Message] = ()
    """Whatever is meant, the rules refuse it, for one of these reasons."""
    unknown: Sequence[str] = ()
    """Words that mean nothing here."""


class Offered:
    """What can be typed where somebody is asked something."""

    def __init__(
        self,
        texts: Texts,
        game: Game,
        seat: int,
        names: Sequence[str],
        begun: Action = (),
        among: Sequence[Action] | None = None,
    ) -> None:
        self.begun = begun
        """Words that are chosen already: nothing else is legal than what they begin."""
        self.texts, self.game, self.seat, self.names = texts.at(game), game, seat, names
        self.languages = [self.texts] if texts.name == FALLBACK else [self.texts, texts_in(FALLBACK).at(game)]
        self.own = vocabulary(game.key)
        offered = game.legal(seat) if among is None else among
        self.answering = among is not None
        """Whether it is one of a few that somebody was asked about."""
        self.legal = [action for action in offered if action[: len(begun)] == begun]
        self.distinct = game.distinct(self.legal)
        self.numbered = False
        """Whether a number was typed."""
        self.aside = ""
        """What is named beside what is meant."""
        self._has_aside = False

    def makes_sense(self, found: Understood) -> bool:
        """Whether it can be played, asked about or gone on with."""
        if found.unknown:
            return False
        return bool(found.asked) or self._begins(found.action) or self.refusal(found.action) is None

    def refusal(self, action: Action) -> Message | None:
        """See ``refusal``."""
        return refusal(self.game, self.seat, action)

    def _begins(self, action: Action) -> bool:
        """Whether something legal begins so, listed or put together piece by piece."""
        if any(legal[: len(action)] == action for legal in self.legal):
            return True
        return self.game.part(self.seat, action) is not None

    def _only(self, begun: Action) -> Action:
        """The only legal action that begins so; empty: there are others, or none that is listed."""
        found = [] if begun in self.legal else [action for action in self.distinct if action[: len(begun)] == begun]
        return found[0] if len(found) == 1 else ()

    def _one_of(
        self, actions: Sequence[Action], unknown: Sequence[str] = (), likeliest: int = 0, *, alone: bool = False
    ) -> Understood:
        """Which of these is meant: asked where they are few, else the panel goes on with what the likeliest share,
        be that only the verb where it was typed ``alone`` or with words that mean nothing."""
        some = actions[:likeliest] or actions
        if len(some) > (1 if alone else MOST_MEANT):
            shared = tuple(
                words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*some, strict=False))
            )
            if len(shared) > 1 or (shared and (alone or unknown)):
                return Understood(shared, unknown=unknown)
        return Understood(actions[0], actions[:MOST_MEANT], unknown=unknown)

    def _noted(self, found: Understood, note: str) -> Understood:
        """Of several the one that costs or brings what was typed behind its label."""
        hints = {action: self.game.hint(self.seat, action) for action in found.asked}
        said = {action: self.texts.message(self.game.key, hint, self.names) for action, hint in hints.items() if hint}
        fitting = [action for action, text in said.items() if folded(unformatted(text)) == folded(note)]
        return Understood(fitting[0]) if len(fitting) == 1 else found

    def _labelled(self, typed: str, actions: Sequence[Action]) -> list[Action]:
        """Return the actions that the panel words just so, unless a player's name in them may mean another, too."""
        found = labelled(self.languages, self.game, self.seat, self.names, typed, actions)
        return [] if any(word in self._mistakable for action in found for word in action) else found

    @cached_property
    def _mistakable(self) -> set[str]:
        """Return the words for players whose whole name may be typed for another one."""
        players = self._players()
        return {
            f"{SEAT}{number}"
            for number, name in enumerate(self.names, 1)
            for spelling in filter(None, spellings(shown(name)))
            if len(players[" ".join(spelling)]) > 1
        }

    def _alone(self, typed: str) -> Action:
        """See ``named_alone``."""
        return named_alone(self.languages, self.game.key, typed)

    def _worded(self, message: Message) -> str:
        return self.texts.message(self.game.key, message, self.names)

    def _known_reason(self, action: Action) -> bool:
        reason = self.refusal(action)
        return reason is not None and "typed" not in reason.args

    @cached_property
    def _with_places(self) -> set[Action]:
        """What can be done with a place now."""
        places = {*self.game.places(), *self.game.rows(self.seat)}
        return {action[:1] for action in self.legal if not places.isdisjoint(action)}

    @property
    def _here_ids(self) -> set[str]:
        return {id for ids in self._here.values() for id in ids}

    @cached_property
    def _here(self) -> dict[str, set[str]]:
        """What is called by its own name at this table: places of a board, players, these by their letters too."""
        here: dict[str, set[str]] = defaultdict(set)
        for id in {word for action in self.legal for word in action}:
            if any(letter.isdigit() for letter in id) and not id.isdigit():
                here[id].add(id)
        places = self.game.places() if self.numbered else {}  # their names have numbers
        signs = render.marks(self.game.view(self.seat), [(id,) for id in places], self.names) if places else {}
        for id, sign in signs.items():
            here[sign.lower()].add(id)  # as the pictures of decisions label it
        for language in self.languages if places else ():
            for name, ids in named_places(language.name, self.game.key, msgspec.json.encode(places)).items():
                here[name] |= ids
        for called, seats in self._players().items():
            here[called] |= seats
        return here

    def _players(self) -> dict[str, set[str]]:
        """Return the words for players by all that may be typed for them; several may be called alike.

        A letter means the seat that has it in pictures, and any player whose name begins like that.
        """
        players: dict[str, set[str]] = defaultdict(set)
        for number, stored in enumerate(self.names, 1):
            ways = [*spellings(shown(stored)), folded(look_of(stored))]
            ways += [way for language in self.languages for way in spellings(language.unnamed(number))]
            for spelling in filter(None, ways):
                players[" ".join(spelling)].add(f"{SEAT}{number}")
        if self.names:
            for number, (letter, stored) in enumerate(zip(initials(self.names), self.names, strict=True), 1):
                for typed in {letter, spoken_initial(stored)} - {""}:
                    players[typed.lower()].add(f"{SEAT}{number}")
        return players

    def _is_id(self, word: str) -> bool:
        return word in self.own.ids or word in self.own.actions or is_number_or_place(word)


def is_number_or_place(word: str) -> bool:
    """Places that have no name have a number."""
    return len(word) <= DIGITS and fullmatch(r"(?=\D*\d)[a-z0-9_-]+", word) is not None
