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
        hints = {action: self.game.hint(self.seat, action) for action in labelled}
        notes = {action: self.texts.message(self.game.key, hint, self.names) for action, hint in hints.items() if hint}
        noted = [action for action, note in notes.items() if folded(unformatted(note)) == folded(parts[-1])]
        return noted or labelled
