"""Deeds of knights and figures: a shape for each, beside the piece on the map and on its token on the sea."""

from __future__ import annotations

from collections.abc import Iterable

from engines import Event
from render.kit.news import word, words

CAME = "came"
MOVED = "moved"
RAISED = "raised"
LOWERED = "lowered"
WOKEN = "woken"
LED = "led"
GONE = "gone"
PLAYED = "played"
_AT_PLACE = {
    "knight": CAME,
    "promoted": RAISED,
    "knight_demoted": LOWERED,
    "activated": WOKEN,
    "captain": LED,
}
_WAYS = frozenset(("moved", "displaced", "retreated"))


def done(events: Iterable[Event]) -> dict[str, list[str]]:
    """Return the deeds of the knights on intersections, in order; a knight that moves takes its deeds along."""
    deeds_by_node: dict[str, list[str]] = {}
    for event in events:
        node = word(event, "node")
        if event.kind in _WAYS:
            # Who is driven away goes on from a place on which somebody else stands by now.
            before = [] if event.kind == "retreated" else deeds_by_node.pop(node, [])
            deeds_by_node[word(event, "to")] = [*before, MOVED]
        elif event.kind == "knight_lost":
            deeds_by_node.pop(node, None)
        elif event.kind == "reactivated":
            for reactivated in words(event, "nodes"):
                deeds_by_node.setdefault(reactivated, []).append(WOKEN)
        elif event.kind in _AT_PLACE:
            deeds_by_node.setdefault(node, []).append(_AT_PLACE[event.kind])
    return {node: list(dict.fromkeys(deeds)) for node, deeds in deeds_by_node.items()}
