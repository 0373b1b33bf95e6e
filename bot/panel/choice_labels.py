"""Labels of buttons and list options: actions in short, with the codes that mark their places in a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import discord

from bot.delivery.illustrating import marked
from bot.interactions.emoji import emoji_for
from bot.interactions.limits import LABEL, OPTION, SELECT
from bot.tables import Table
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.wording.texts import BETWEEN
from engines import Action, Game

PARTS = "; "
"""The separator of an action's costs and gains."""


@dataclass(frozen=True)
class Labels:
    """The labels of the actions that are offered to a seat."""

    table: Table
    seat: int
    texts: Texts
    marks: Mapping[str, str] = field(default_factory=dict)
    """The codes of places in the picture ("J6"), by their words; empty if there is no picture."""

    def button(self, action: Action, is_kind_named: bool = True) -> str:
        """Return the label of a button for an action or the beginning of one, with costs and gains if they fit.

        If not, the label has only the costs, or only the name.

        Args:
            action: The words.
            is_kind_named: True if the question already names the kind of action, so that a long label may leave it out.
        """
        name = self._fitting(action, LABEL)
        note = self.plain_note(action)
        if not note:
            return name
        with_note = f"{name}{BETWEEN}{note}"
        if len(with_note) <= LABEL:
            return with_note
        if is_kind_named and action[1:] and not self.marks:  # without the kind, the words have no codes of places
            words = unformatted(self.texts.words(self.table.row.key, action[1:], self.table.names))
            with_note = f"{words}{BETWEEN}{note}"
            if len(with_note) <= LABEL:
                return with_note
        price, separator, _ = note.partition(PARTS)
        with_price = f"{name}{BETWEEN}{price}"
        return with_price if separator and len(with_price) <= LABEL else name

    def option(self, action: Action, titled: bool = False) -> str:
        """Return the label of a list option for an action or the beginning of one, without costs and gains.

        Args:
            action: The words.
            titled: True if the list's placeholder says the first word of all its actions, so that a place that is
                marked in the picture needs only its name.
        """
        place = action[1:]
        if titled and not place and not self._is_complete(action):
            return self.texts.say("panel.more")
        if titled and len(place) == 1 and place[0] in self.marks:
            return within(self._marked(action, self.texts.words(self.table.row.key, place)), OPTION)
        return self._fitting(action, OPTION)

    def emoji(self, action: Action) -> discord.PartialEmoji | None:
        """Return the emoji for words that are about one thing with an emoji; None otherwise."""
        return emoji_for(self.table.row.key, action)

    def note(self, action: Action) -> str | None:
        """Return the costs and gains of a complete action for a text; None without any or for a mere beginning."""
        hint = self.table.game.hint(self.seat, action) if self._is_complete(action) else None
        return self.texts.message(self.table.row.key, hint, self.table.names) if hint else None

    def plain_note(self, action: Action) -> str | None:
        """Return the note for a label or the description of an option, which Discord never formats."""
        note = self.note(action)
        return unformatted(note) if note else None

    def name(self, action: Action) -> str:
        """Return the label of a button without costs and gains."""
        return self._fitting(action, LABEL)

    def ends(self, actions: Sequence[Action]) -> str:
        """Return a placeholder with the first and the last action of a list, to tell several lists apart.

        Marked places are described by their surroundings or, if that is too long, by their codes alone.
        """
        end_actions = actions[:1] if len(actions) == 1 else [actions[0], actions[-1]]
        key = self.table.row.key
        marks = [self.marks[action[-1]] for action in end_actions if action[-1] in self.marks]
        if len(marks) < len(end_actions):
            return within(" … ".join(map(self._name, end_actions)), SELECT)
        kind = self.texts.word(key, actions[0][0])
        places = [unformatted(self.texts.word(key, action[-1])) for action in end_actions]
        coded = [place if place.startswith(mark) else mark for place, mark in zip(places, marks, strict=True)]
        with_surroundings = f"{kind} {' … '.join(coded)}"
        if len(with_surroundings) <= SELECT:
            return with_surroundings
        return within(f"{kind} {' … '.join(marks)}", SELECT)

    def _fitting(self, action: Action, limit: int) -> str:
        """Return an action with the codes of its places, in at most ``limit`` characters.

        If it has two places or is too long, the places are replaced by their codes, followed by the surroundings of the
        last place if they fit.
        """
        name = self._marked(action, self._name(action))
        places = [word for word in action if word in self.marks]
        if not places or (len(name) <= limit and (len(places) == 1 or not self._is_complete(action))):
            return within(name, limit)
        key = self.table.row.key
        marks = tuple(self.marks.get(word, word) for word in action)
        text = unformatted(self.texts.action(key, marks, self.table.names))
        last = unformatted(self.texts.without_codes().word(key, places[-1]))
        with_surroundings = f"{text}{BETWEEN}{last}"
        return with_surroundings if len(with_surroundings) <= limit else within(text, limit)

    def _is_complete(self, action: Action) -> bool:
        return action in self.table.game.legal(self.seat)

    def _name(self, action: Action) -> str:
        key = self.table.row.key
        names = self.table.names
        if self._is_complete(action):
            return unformatted(self.texts.answer(key, self.table.game, self.seat, action, names))
        return unformatted(self.texts.words(key, action[-1:], names))

    def _marked(self, action: Action, name: str) -> str:
        return marked(self.marks, action if self._is_complete(action) else action[-1:], name)


def distinct_labels(
    texts: Texts, game: Game, seat: int, names: Sequence[str], actions: Sequence[Action], room: int = 0
) -> list[str]:
    """Return actions in words for a text, as answers to the present question to a seat.

    All have their costs and gains if the lines then have at most ``room`` characters; otherwise only those have them
    that share their words with another action.
    """
    labels = [texts.answer(game.key, game, seat, action, names) for action in actions]
    hints = [game.hint(seat, action) for action in actions]
    with_notes = [
        f"{label} ({texts.message(game.key, hint, names)})" if hint else label
        for label, hint in zip(labels, hints, strict=True)
    ]
    if len("\n".join(with_notes)) <= room:
        return with_notes
    return [
        with_note if labels.count(label) > 1 else label for with_note, label in zip(with_notes, labels, strict=True)
    ]
