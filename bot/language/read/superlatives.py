"""Choose between actions by what they cost, bring or show: "the two highest dice", "the cheaper one"."""

from __future__ import annotations

from collections.abc import Sequence

from engines import GAMES, Action, Game, Message

COSTS = frozenset[str]().union(*(kind.spoken.costs for kind in GAMES.values()))
"""Arguments of hints with the cost of an action."""
SHOWS = frozenset[str]().union(*(kind.spoken.rewards for kind in GAMES.values()))
"""Arguments of hints with the gain of an action, or with a number that it shows."""
STEPS = frozenset(("n",))
"""Arguments of hints with the distance that an action covers."""
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
    """Return the actions with the most or least of what a superlative measures.

    Returns nothing if that is known of fewer than two of several actions. A single action has both most and least.
    """
    hints = {action: game.hint(seat, action) for action in actions}
    values = {
        action: value
        for action, hint in hints.items()
        if hint and (value := _value(hint, MEASURES[superlative])) is not None
    }
    if values and superlative == "cheapest":
        values |= {action: 0 for action, hint in hints.items() if hint is None}
    are_alike = len({action[0] for action in values}) == 1 or len({hint and hint.id for hint in hints.values()}) == 1
    if len(values) < min(2, len(actions)) or not are_alike:
        return []
    most = (min if superlative in LEAST else max)(values.values())
    return [action for action, value in values.items() if value == most]


def _value(hint: Message, names: frozenset[str]) -> int | None:
    """Return the sum of those arguments of a hint that are numbers; None: there are none."""
    values = [hint.args[name] for name in names if name in hint.args]
    counted = [len(value) if isinstance(value, list) else value for value in values]
    numbers = [value for value in counted if isinstance(value, int)]
    return sum(numbers) if numbers else None
