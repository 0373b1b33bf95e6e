"""Choose between actions by what they cost, bring or show: "the two highest dice", "the cheaper one"."""

from __future__ import annotations

from collections.abc import Sequence

from engines import Action, Game, Message
from engines.spoken import Spoken

LEAST = frozenset(("cheapest", "lowest", "nearest"))
"""Superlatives that mean the least of what they measure."""


def find_extremes(game: Game, seat: int, actions: Sequence[Action], superlative: str) -> list[Action]:
    """Return the actions with the most or least of what a superlative measures.

    Returns nothing if that is known of fewer than two of several actions. A single action has both most and least.
    """
    measure = _measure(superlative, game.spoken)
    hints = {action: game.hint(seat, action) for action in actions}
    values = {action: value for action, hint in hints.items() if hint and (value := _value(hint, measure)) is not None}
    if values and superlative == "cheapest":
        values |= {action: 0 for action, hint in hints.items() if hint is None}
    are_alike = len({action[0] for action in values}) == 1 or len({hint and hint.id for hint in hints.values()}) == 1
    if len(values) < min(2, len(actions)) or not are_alike:
        return []
    extreme = (min if superlative in LEAST else max)(values.values())
    return [action for action, value in values.items() if value == extreme]


def _measure(superlative: str, spoken: Spoken) -> frozenset[str]:
    """Return the arguments of hints that a superlative compares."""
    if superlative in ("cheapest", "dearest"):
        return spoken.costs | spoken.distances
    return spoken.rewards if superlative in ("highest", "lowest") else spoken.distances


def _value(hint: Message, names: frozenset[str]) -> int | None:
    """Return the sum of those arguments of a hint that are numbers; None: there are none."""
    values = [hint.args[name] for name in names if name in hint.args]
    counted = [len(value) if isinstance(value, list) else value for value in values]
    numbers = [value for value in counted if isinstance(value, int)]
    return sum(numbers) if numbers else None
