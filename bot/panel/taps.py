"""How many taps a decision takes through the panel: what an ordinary turn costs on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from bot.panel.offers import MOST_BUTTONS, PAGE, ROWS, offer
from engines import Action


def taps(legal: Sequence[Action], action: Action) -> int:
    """Taps to reach an action: one for a button, two for a select (open, choose), one for each page turned."""
    prefix: Action = ()
    count = 0
    while True:
        offered = offer(legal, prefix)
        way = max((choice for choice in offered.choices if action[: len(choice)] == choice), key=len)
        if way in offered.groups:
            count += 2
            if action in offered.groups[way]:
                return count
            prefix = way
            continue
        buttons = bool(offered.groups) or len(offered.choices) <= MOST_BUTTONS
        count += (1 if buttons else 2) + offered.choices.index(way) // (ROWS * PAGE)
        if way in legal:
            return count
        prefix = way
