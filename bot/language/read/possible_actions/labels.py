"""Compare texts with the panel's labels: a text that equals one means this action and no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from bot.wording.escaping import unformatted
from bot.wording.texts import BETWEEN, Texts, texts_in
from bot.wording.word_forms import Folded, folded, stem
from engines import Action, Game

IN_LABEL = 2.0
"""Weight of a word in the label of an action, over one in its note."""
IN_NOTE = 1.0
"""Weight of a word in its note."""
SHORTEST_WITH_SLIPS = (5, 8)
"""Letters of a word from which on one may be wrong, and from which on two may be."""


class NamedActions(NamedTuple):
    """Actions that a text names by words of their labels."""

    actions: tuple[Action, ...]
    words: frozenset[str]
    """The words of the text that name them."""


class Labels:
    """The labels of a seat's actions."""

    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str]) -> None:
        self.texts = texts
        self.game = game
        self.seat = seat
        self.names = tuple(names)
        self._places = game.places().keys()
        self._labels_with_places = dict[Action, Folded]()
        """Folded labels that name places of this board, as far as they were needed."""

    def is_label(self, typed: str, action: Action) -> bool:
        """Return whether a text equals the label of an action."""
        return folded(typed) == self._label(action)

    def with_label(self, typed: str, actions: Iterable[Action]) -> Iterator[Action]:
        """Yield the actions whose label a text equals."""
        words = folded(typed)
        return (action for action in actions if self._label(action) == words)

    def _label(self, action: Action) -> Folded:
        if self._places.isdisjoint(action):
            return _folded_label(self.texts.name, self.game.key, action, self.names)
        if action not in self._labels_with_places:
            label = self.texts.action(self.game.key, action, self.names)
            self._labels_with_places[action] = folded(label)
        return self._labels_with_places[action]

    def says_what_is_done(self, typed: str, action: Action) -> bool:
        """Return whether the label of an action has more words than the things in it."""
        things = self.texts.words(self.game.key, action[1:], self.names)
        return len(action) == 1 or folded(things) != folded(typed)

    def labelled(self, typed: str, actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label a text equals, with or without the notes around it."""
        parts = typed.split(BETWEEN)
        names = {folded(part) for part in parts}
        equal = [action for action in actions if self._label(action) in names]
        if len(equal) < 2 or len(parts) < 2:
            return equal
        # The label is that of several actions: the note behind it may tell them apart.
        notes = {action: note for action in equal if (note := self._note(action))}
        with_equal_note = [action for action, note in notes.items() if folded(unformatted(note)) == folded(parts[-1])]
        return with_equal_note or equal

    def with_words(self, words: Sequence[str], actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label contains all of some words, as words: the "up" of "one space up"."""
        return [action for action in actions if words and set(self._label(action)).issuperset(words)]

    def named_best(self, words: Iterable[str], actions: Sequence[Action]) -> NamedActions:
        """Return the actions whose labels and notes have most of some words; a word counts more, the fewer have it."""
        weights = {word: self._weights(word, actions) for word in dict.fromkeys(words)}
        scores = {action: sum(by_action.get(action, 0.0) for by_action in weights.values()) for action in actions}
        best = max(scores.values(), default=0.0)
        named = tuple(action for action, score in scores.items() if score == best and best > 0)
        words_used = (word for word, by_action in weights.items() if not by_action.keys().isdisjoint(named))
        return NamedActions(named, frozenset(words_used))

    def _weights(self, word: str, actions: Sequence[Action]) -> Mapping[Action, float]:
        """Return the weight of a word for each action whose label or note has it."""
        weights = dict[Action, float]()
        for action in actions:
            if self._has_word(self.texts.action(self.game.key, action, self.names), word):
                weights[action] = IN_LABEL
            elif self._has_word(self._note(action), word):
                weights[action] = IN_NOTE
        return {action: weight / len(weights) for action, weight in weights.items()}

    def _has_word(self, label: str, word: str) -> bool:
        """Return whether a label has a word, perhaps with another ending, or misspelt in the text."""
        typed = stem(word, self.texts.name)
        most_slips = sum(len(word) >= shortest for shortest in SHORTEST_WITH_SLIPS)
        return any(
            stem(name, self.texts.name) == typed
            or (most_slips and name[0] == word[0] and OSA.distance(name, word, score_cutoff=most_slips) <= most_slips)
            for name in folded(unformatted(label))
        )

    def _note(self, action: Action) -> str:
        """Return the note behind the label of an action; may be empty."""
        hint = self.game.hint(self.seat, action)
        return self.texts.message(self.game.key, hint, self.names) if hint is not None else ""


@lru_cache(maxsize=1 << 13)
def _folded_label(language: str, key: str, action: Action, names: tuple[str, ...]) -> Folded:
    """Return the folded label of an action that names no place of a board, so that it is the same at every position."""
    return folded(texts_in(language).action(key, action, names))
