"""The tree of words: from the legal actions and the words so far to what is offered next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from engines import Action

PAGE = 25
"""Options that fit into one select."""
ROWS = 4
"""Rows of the panel for choices; the last one is for the ways back."""
IN_A_ROW = 5
"""Buttons in a row."""
LONGEST_KIND = 2 * PAGE - 1
"""Actions of a kind that has a select at once: of more, most would be reached sooner through a word of their own."""
MOST_BUTTONS = 10
"""Choices that are all shown as buttons; more go into selects."""


@dataclass(frozen=True)
class Offer:
    """What can be chosen next.

    ``prefix``: the words so far (words that leave no choice are added). ``choices``: longer beginnings of actions,
    each with one word more, or whole actions where one is left or few enough to be shown at once. ``groups``: for a
    choice that is shown as a select of its own, the whole actions that begin with it (the last option is the choice
    itself where there are more of them).
    """

    prefix: Action
    choices: list[Action]
    groups: dict[Action, list[Action]] = field(default_factory=dict)
    rows: int = ROWS
    """For choices."""

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.choices) // (self.rows * PAGE)))

    def page(self, number: int) -> list[list[Action]]:
        """Return the choices of a page, counted from 0, as one list for each of its selects.

        A page that does not exist is the first.
        """
        start = number * self.rows * PAGE if 0 <= number < self.pages else 0
        shown = self.choices[start : start + self.rows * PAGE]
        return [shown[at : at + PAGE] for at in range(0, len(shown), PAGE)]


def offer(legal: Sequence[Action], prefix: Action = (), rows: int | None = None) -> Offer:
    """Return what to offer after some words, in so many rows (None: ROWS); words that lead nowhere are dropped."""
    rows = rows or ROWS
    leaves = [action for action in legal if action[: len(prefix)] == prefix]
    if not leaves:
        prefix = ()
        leaves = list(legal)
    if len(leaves) <= MOST_BUTTONS:
        return Offer(prefix, leaves, rows=rows)
    while True:
        begun: dict[Action, list[Action]] = {}
        for action in leaves:
            begun.setdefault(action[: len(prefix) + 1], []).append(action)
        if len(begun) > 1:
            return _alike(prefix, begun, rows) if prefix else _grouped(prefix, begun, rows)
        (prefix,) = begun


def _alike(prefix: Action, begun: dict[Action, list[Action]], rows: int) -> Offer:
    """Return the completions of one beginning, all in the same way: in a list, or a select or a button each."""
    leaves = [action for actions in begun.values() for action in actions]
    if len(leaves) <= PAGE:
        return Offer(prefix, leaves, rows=rows)
    if len(begun) <= rows and all(1 < len(actions) <= PAGE for actions in begun.values()):
        return Offer(prefix, list(begun), begun, rows)
    choices = [actions[0] if len(actions) == 1 else word for word, actions in begun.items()]
    return Offer(prefix, choices, rows=rows)


def _grouped(prefix: Action, begun: dict[Action, list[Action]], rows: int) -> Offer:
    """Make the longest groups selects: no more of them than it takes to show all others as buttons of whole
    actions, and with them all that would fill more than a row of buttons; where that cannot be, as many as fit, and of
    the others the shortest are shown whole while there is room.
    """
    if len(begun) > PAGE:
        found = [word if len(actions) > 1 else actions[0] for word, actions in begun.items()]
        return Offer(prefix, found, rows=rows)
    long = sorted((word for word in begun if _fits_a_select(word, begun[word])), key=lambda word: -len(begun[word]))
    counts = range(min(len(long), rows) + 1)
    spelled = [
        count
        for count in counts
        if _buttons_needed(begun, long[:count]) <= min(MOST_BUTTONS, _button_room(count, rows))
    ]
    fitting = [count for count in counts if len(begun) - count <= _button_room(count, rows)]
    overlong = sum(len(begun[word]) > PAGE for word in long)
    enough = [count for count in spelled if count >= overlong] or spelled
    selects = enough[0] if enough else max(fitting, default=0)
    if spelled and selects:
        selects = max([selects, *(count for count in spelled if len(begun[long[count - 1]]) > IN_A_ROW)])
    groups = {word: _in_a_select(word, begun[word]) for word in begun if word in long[:selects]}
    others = {word: actions for word, actions in begun.items() if word not in groups}
    # No word stands for what lies beyond it where it is an action itself.
    whole = {word for word, actions in others.items() if word in actions or len(actions) == 1}
    room = _button_room(selects, rows) - len(others) if spelled or selects else 0
    for word in reversed([word for word in long[selects:] if len(begun[word]) <= PAGE]):
        room -= len(begun[word]) - 1
        if room >= 0:
            whole.add(word)
    choices = [choice for word, actions in begun.items() for choice in (actions if word in whole else [word])]
    return Offer(prefix, choices, groups, rows)


def _fits_a_select(word: Action, actions: list[Action]) -> bool:
    """Return whether a kind of action has a select, though perhaps with the way to the rest of them as its last option.

    That way is the word itself, so the word must be no action.
    """
    return 1 < len(actions) <= PAGE or (PAGE < len(actions) <= LONGEST_KIND and word not in actions)


def _in_a_select(word: Action, actions: list[Action]) -> list[Action]:
    """Return the options of a kind's select: of more than fit, the first ones and the word that leads to all."""
    return actions if len(actions) <= PAGE else [*actions[: PAGE - 1], word]


def _button_room(selects: int, rows: int) -> int:
    """Room for buttons beside so many selects."""
    return (rows - selects) * IN_A_ROW


def _buttons_needed(begun: dict[Action, list[Action]], selects: Sequence[Action]) -> int:
    """Return how many buttons show everything but the selects; what no select holds is a word of its own."""
    return sum(len(actions) if len(actions) <= PAGE else 1 for word, actions in begun.items() if word not in selects)


def rows_of(buttons: Sequence[Action], most: int) -> list[int]:
    """Return the line of each button.

    Those that differ in their last word alone (a route with one, two, three ships) are not torn apart, as long as
    ``most`` lines are enough for that.
    """
    rows = list[int]()
    line = 0
    free = IN_A_ROW
    for _, alike in groupby(buttons, key=lambda action: action[:-1]):
        count = len([*alike])
        if free < count <= IN_A_ROW:
            line = line + 1
            free = IN_A_ROW
        places = range(IN_A_ROW - free, IN_A_ROW - free + count)
        rows += [line + place // IN_A_ROW for place in places]
        line = rows[-1]
        free = IN_A_ROW - 1 - places[-1] % IN_A_ROW
    return rows if line < most else [place // IN_A_ROW for place in range(len(buttons))]


def last_choice(legal: Sequence[Action], prefix: Action) -> Action | None:
    """Return the words to go back to from ``prefix``: the longest beginning that left a choice.

    None: there was none.
    """
    for length in reversed(range(len(prefix))):
        if offer(legal, prefix[:length]).prefix == prefix[:length]:
            return prefix[:length]
    return None
