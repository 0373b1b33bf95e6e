"""What has been done with a knight or figure: one shape each, beside it on the map and on its token on the sea."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engines import Event
from render.kit.event_data import word, words
from render.kit.ink import TEXT, WHITE
from render.kit.pen import Pen, Sprite
from render.mmn.inks import GOLD, GOLD_DARK
from render.mmn.sprites import sprite

CAME, MOVED, RAISED, LOWERED, WOKEN, LED, GONE = "came", "moved", "raised", "lowered", "woken", "led", "gone"
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
    """What has been done with the knights on these intersections, in order; who has moved takes it along."""
    found: dict[str, list[str]] = {}
    for event in events:
        node = word(event, "node")
        if event.kind in _WAYS:
            # Who is driven away goes on from a place on which somebody else stands by now.
            before = [] if event.kind == "retreated" else found.pop(node, [])
            found[word(event, "to")] = [*before, MOVED]
        elif event.kind == "knight_lost":
            found.pop(node, None)
        elif event.kind == "reactivated":
            for each in words(event, "nodes"):
                found.setdefault(each, []).append(WOKEN)
        elif event.kind in _AT_PLACE:
            found.setdefault(node, []).append(_AT_PLACE[event.kind])
    return {node: list(dict.fromkeys(deeds)) for node, deeds in found.items()}


@lru_cache(maxsize=32)
def sign(deed: str, size: int) -> Sprite:
    """Moved: an arrow. Raised: a point upwards, lowered: downwards. Woken: a flash. Gone: a minus. Led: a plus. Played:
    a triangle. None is red, which is a seat's."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 30), 30, WHITE)
        pen.disc((30, 30), 27, GOLD if deed == WOKEN else TEXT)
        match deed:
            case "moved":
                pen.path(((12, 30), (34, 30)), WHITE, 9)
                pen.area(((31, 13), (51, 30), (31, 47)), WHITE)
            case "raised":
                pen.area(((30, 9), (50, 37), (38, 37), (38, 49), (22, 49), (22, 37), (10, 37)), WHITE)
            case "lowered":
                pen.area(((30, 51), (50, 23), (38, 23), (38, 11), (22, 11), (22, 23), (10, 23)), WHITE)
            case "woken":
                pen.area(((34, 5), (13, 34), (27, 34), (24, 55), (47, 25), (33, 25)), WHITE, GOLD_DARK, 3)
            case "led":
                pen.path(((30, 14), (30, 46)), WHITE, 9)
                pen.path(((14, 30), (46, 30)), WHITE, 9)
            case "gone":
                pen.path(((16, 30), (44, 30)), WHITE, 9)
            case "played":
                pen.area(((21, 13), (49, 30), (21, 47)), WHITE)

    return sprite((size, size), draw, 60)
