"""Which of several is meant by what it costs, brings or shows: "the two highest dice", "the cheaper one"."""

from __future__ import annotations

from collections.abc import Sequence

from engines import GAMES, Action, Game, Message

COSTS = frozenset[str]().union(*(kind.spoken.costs for kind in GAMES.values()))
"""Arguments of hints that tell what an action costs."""
SHOWS = frozenset[str]().union(*(kind.spoken.rewards for kind in GAMES.values()))
"""Arguments of hints that tell what an action shows or brings."""
STEPS = frozenset(("n",))
"""Arguments of hints that tell how far an action goes."""
MEASURES = {
    "cheapest": COSTS | STEPS,
    "dearest": COSTS | STEPS,
    "highest": SHOWS,
    "lowest": SHOWS,
    "nearest": STEPS,
    "farthest": STEPS,
}
LEAST = frozenset(("cheapest", "lowest", "nearest"))


def extreme(game: Game, seat: int, actions: Sequence[Action], superlative: str) -> list[Action]:
    """Return the actions that have most or least of what a superlative speaks of; empty: it is known of too few.

    The only one that there is has most and least.
    """
    hints = {action: game.hint(seat, action) for action in actions}
    values = {
        action: value
        for action, hint in hints.items()
        if hint and (value := _value(hint, MEASURES[superlative])) is not None
    }
    if values and superlative == "cheapest":
        values |= {action: 0 for action, hint in hints.items() if hint is None}
    if len(values) < min(2, len(actions)) or len({action[0] for action in values}) != 1:
        return []
    most = (min if superlative in LEAST else max)(values.values())
    return [action for action, value in values.items() if value == most]


def _value(hint: Message, names: frozenset[str]) -> int | None:
    """Return the sum of a hint's numbers of some names; None: it has none."""
    values = [hint.args[name] for name in names if name in hint.args]
    counted = [len(value) if isinstance(value, list) else value for value in values]
    numbers = [value for value in counted if isinstance(value, int)]
    return sum(numbers) if numbers else None
