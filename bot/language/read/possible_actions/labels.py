"""Compare texts with the panel's labels: a text that equals one means this action and no other."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording.escaping import unformatted
from bot.wording.texts import BETWEEN, Texts
from bot.wording.word_forms import Folded, folded
from engines import Action, Game


class Labels:
    """The labels of a seat's actions."""

    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str]) -> None:
        self.texts = texts
        self.game = game
        self.seat = seat
        self.names = names
        self._labels = dict[Action, Folded]()
        """Folded labels that were needed already: each part of a text is compared with all of them."""

    def is_label(self, typed: str, action: Action) -> bool:
        """Return whether a text equals the label of an action."""
        if action not in self._labels:
            self._labels[action] = folded(self.texts.action(self.game.key, action, self.names))
        return folded(typed) == self._labels[action]

    def says_what_is_done(self, typed: str, action: Action) -> bool:
        """Return whether the label of an action has more words than the things in it."""
        things = self.texts.words(self.game.key, action[1:], self.names)
        return len(action) == 1 or folded(things) != folded(typed)

    def labelled(self, typed: str, actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label a text equals, with or without the notes around it."""
        parts = typed.split(BETWEEN)
        labelled = [action for action in actions if any(self.is_label(part, action) for part in parts)]
        if len(labelled) < 2 or len(parts) < 2:
            return labelled
        notes = {action: self._note(action) for action in labelled}
        noted = [action for action, note in notes.items() if note and folded(unformatted(note)) == folded(parts[-1])]
        return noted or labelled

    def containing(self, words: Sequence[str], actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label and note contain all of some words, also inside longer words."""
        labels = {
            action: " ".join(folded(f"{self.texts.action(self.game.key, action, self.names)} {self._note(action)}"))
            for action in actions
        }
        return [action for action, text in labels.items() if all(word in text for word in words)]

    def with_words(self, words: Sequence[str], actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label contains all of some words, as words: the "up" of "one space up"."""
        labels = {action: set(folded(self.texts.action(self.game.key, action, self.names))) for action in actions}
        return [action for action, label in labels.items() if words and label.issuperset(words)]

    def _note(self, action: Action) -> str:
        """Return the note behind the label of an action; may be empty."""
        hint = self.game.hint(self.seat, action)
        return self.texts.message(self.game.key, hint, self.names) if hint is not None else ""
