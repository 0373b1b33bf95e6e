"""What the panel says of actions: whoever types that means nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.wording.escaping import unformatted
from bot.wording.folding import folded
from bot.wording.texts import BETWEEN, Texts
from engines import Action, Game


class Labels:
    """The labels of actions of a seat."""

    def __init__(self, texts: Texts, game: Game, seat: int, names: Sequence[str]) -> None:
        self.texts = texts
        self.game = game
        self.seat = seat
        self.names = names

    def is_label(self, typed: str, action: Action) -> bool:
        """Return whether the panel words an action just so."""
        return folded(typed) == folded(self.texts.action(self.game.key, action, self.names))

    def says_what_is_done(self, typed: str, action: Action) -> bool:
        """Return whether the label of an action is more than the things in it."""
        things = self.texts.words(self.game.key, action[1:], self.names)
        return len(action) == 1 or folded(things) != folded(typed)

    def labelled(self, typed: str, actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label was typed, with what the panel notes before and behind it."""
        parts = typed.split(BETWEEN)
        labelled = [action for action in actions if any(self.is_label(part, action) for part in parts)]
        if len(labelled) < 2 or len(parts) < 2:
            return labelled
        notes = {action: self._note(action) for action in labelled}
        noted = [action for action, note in notes.items() if note and folded(unformatted(note)) == folded(parts[-1])]
        return noted or labelled

    def containing(self, words: Sequence[str], actions: Sequence[Action]) -> list[Action]:
        """Return the actions whose label and note have all of some words, be it as parts of longer ones."""
        labels = {
            action: " ".join(folded(f"{self.texts.action(self.game.key, action, self.names)} {self._note(action)}"))
            for action in actions
        }
        return [action for action, text in labels.items() if all(word in text for word in words)]

    def _note(self, action: Action) -> str:
        """Return what the panel notes behind an action; empty: nothing."""
        hint = self.game.hint(self.seat, action)
        return self.texts.message(self.game.key, hint, self.names) if hint is not None else ""
