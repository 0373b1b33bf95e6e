"""Choice of what a panel offers next, given the legal actions and the words chosen so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from engines import Action

PAGE = 25
"""The largest number of options in a select."""
ROWS = 4
"""Rows of the panel for choices; the fifth row is for going back and undoing."""
IN_A_ROW = 5
"""The largest number of buttons in a row."""
LONGEST_KIND = 2 * PAGE - 1
"""The largest number of actions of a kind that has a select at once; of more, most would need another step anyway."""
MOST_BUTTONS = 10
"""The largest number of choices that are all shown as buttons; more go into selects."""


@dataclass(frozen=True)
class Offer:
    """The choices that a panel offers next."""

    prefix: Action
    """The words so far, including words that left no choice."""
    choices: list[Action]
    """Beginnings of actions, one word longer than the prefix, or whole actions if few or only one begin so."""
    groups: dict[Action, list[Action]] = field(default_factory=dict)
    """The options of the choices that have a select of their own: whole actions that begin with the choice.

    If there are more than fit, the last option is the choice itself, which leads to all of them.
    """
    rows: int = ROWS
    """The number of rows for choices."""

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.choices) // (self.rows * PAGE)))

    def page(self, number: int) -> list[list[Action]]:
        """Return the choices of a page, counted from 0, as one list for each of its selects.

        A page that does not exist is the first.
        """
        start = number * self.rows * PAGE if 0 <= number < self.pages else 0
        choices_on_page = self.choices[start : start + self.rows * PAGE]
        return [choices_on_page[at : at + PAGE] for at in range(0, len(choices_on_page), PAGE)]


def offer(legal: Sequence[Action], prefix: Action = (), rows: int | None = None) -> Offer:
    """Return what to offer after some words.

    Args:
        legal: The legal actions.
        prefix: The words so far; they are dropped if no legal action begins with them.
        rows: The number of rows for choices; None: ``ROWS``.
    """
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
    """Return the completions of a beginning, all in the same form: one list, or a select or a button for each."""
    leaves = [action for actions in begun.values() for action in actions]
    if len(leaves) <= PAGE:
        return Offer(prefix, leaves, rows=rows)
    if len(begun) <= rows and all(1 < len(actions) <= PAGE for actions in begun.values()):
        return Offer(prefix, list(begun), begun, rows)
    choices = [actions[0] if len(actions) == 1 else word for word, actions in begun.items()]
    return Offer(prefix, choices, rows=rows)


def _grouped(prefix: Action, begun: dict[Action, list[Action]], rows: int) -> Offer:
    """Return all actions, grouped by their first word: the largest groups as selects, the others as buttons.

    There are as many selects as are needed to show all other actions as buttons; groups that would fill more than a row
    of buttons become selects too. If not all others fit as buttons, there are as many selects as possible, and the
    smallest of the other groups are shown as whole actions while there is room; the rest is one button a group.
    """
    if len(begun) > PAGE:
        choices = [word if len(actions) > 1 else actions[0] for word, actions in begun.items()]
        return Offer(prefix, choices, rows=rows)
    group_words = sorted(
        (word for word in begun if _fits_a_select(word, begun[word])), key=lambda word: -len(begun[word])
    )
    counts = range(min(len(group_words), rows) + 1)
    spelled = [
        count
        for count in counts
        if _buttons_needed(begun, group_words[:count]) <= min(MOST_BUTTONS, _button_room(count, rows))
    ]
    fitting = [count for count in counts if len(begun) - count <= _button_room(count, rows)]
    overlong = sum(len(begun[word]) > PAGE for word in group_words)
    sufficient_counts = [count for count in spelled if count >= overlong] or spelled
    selects = sufficient_counts[0] if sufficient_counts else max(fitting, default=0)
    if spelled and selects:
        selects = max([selects, *(count for count in spelled if len(begun[group_words[count - 1]]) > IN_A_ROW)])
    groups = {word: _in_a_select(word, begun[word]) for word in begun if word in group_words[:selects]}
    ungrouped = {word: actions for word, actions in begun.items() if word not in groups}
    # A word that is itself an action cannot be the button that leads to its group, so the group is shown whole.
    whole_words = {word for word, actions in ungrouped.items() if word in actions or len(actions) == 1}
    room = _button_room(selects, rows) - len(ungrouped) if spelled or selects else 0
    for word in reversed([word for word in group_words[selects:] if len(begun[word]) <= PAGE]):
        room -= len(begun[word]) - 1
        if room >= 0:
            whole_words.add(word)
    choices = [choice for word, actions in begun.items() for choice in (actions if word in whole_words else [word])]
    return Offer(prefix, choices, groups, rows)


def _fits_a_select(word: Action, actions: list[Action]) -> bool:
    """Return whether a group of actions can be shown as a select.

    A group that is larger than a select gets its first word as the last option, which leads to the whole group; so this
    word must not be an action itself.
    """
    return 1 < len(actions) <= PAGE or (PAGE < len(actions) <= LONGEST_KIND and word not in actions)


def _in_a_select(word: Action, actions: list[Action]) -> list[Action]:
    """Return the options of a group's select; if there are too many, the first ones and the word that leads to all."""
    return actions if len(actions) <= PAGE else [*actions[: PAGE - 1], word]


def _button_room(selects: int, rows: int) -> int:
    """Return the number of buttons that fit into the rows without selects."""
    return (rows - selects) * IN_A_ROW


def _buttons_needed(begun: dict[Action, list[Action]], selects: Sequence[Action]) -> int:
    """Return the number of buttons for all actions outside the selects; a group too large for a select needs one."""
    return sum(len(actions) if len(actions) <= PAGE else 1 for word, actions in begun.items() if word not in selects)


def rows_of(buttons: Sequence[Action], limit: int) -> list[int]:
    """Return the row of each button.

    Buttons that differ only in their last word (a route with one, two, three ships) stay in one row, unless that would
    take more than ``limit`` rows.
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
    return rows if line < limit else [place // IN_A_ROW for place in range(len(buttons))]


def last_choice(legal: Sequence[Action], prefix: Action) -> Action | None:
    """Return the words to which "back" leads from ``prefix``: the longest shorter beginning that left a choice.

    Return None if ``prefix`` is empty or nothing was chosen in it.
    """
    for length in reversed(range(len(prefix))):
        if offer(legal, prefix[:length]).prefix == prefix[:length]:
            return prefix[:length]
    return None
