"""Changes to be marked on Burgundy's boards.

A decision that ends a round is followed by what the next round brings by itself: dice, goods, tiles, income. This is
marked more weakly, so that the decision stands out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property

from engines import Event
from render.kit import news
from render.kit.news import belongings, flag, latest, minus, names, number, seats, tallies, totals, word, words

_BOUGHT = "bought bought_with_workers"
_TAKEN = f"took {_BOUGHT}"


def _put(event: Event) -> tuple[str, str]:
    return word(event, "tile") or "castle", word(event, "hex")


class News(news.News):
    """Hexes, depots, goods, spaces and seats to be marked, and the points that came by seat."""

    hexes = belongings({"placed castle": "hex"})
    """Hexes of a seat that were covered."""
    depots = names({_TAKEN: "depot"})
    """Depots that a tile was taken from."""
    emptied = names({"goods": "depots"})
    """Depots whose goods were taken."""
    tiles = latest("placed castle discarded", _put)
    """The tile that each seat placed or discarded last, with its hex; no hex if it was discarded."""
    sold = tallies({"sold": lambda event: {word(event, "goods"): number(event, "count")}})
    workers = totals({_BOUGHT: minus("workers"), "turned_to turned": minus("count"), "workers tile_workers": "count"})
    silverlings = totals({_BOUGHT: minus("silverlings"), "sold": "silverlings", "tile_silverlings income": "count"})
    income = totals({"income": "count"})
    """Silverlings among them that a phase brought by itself."""
    markers = seats("marker")
    """Seats whose turn-order marker moved."""
    order = flag("order")
    """The turn order of the next round changed."""
    boards = seats("board")
    """Seats that chose a board."""
    purchased = seats(_BOUGHT)
    """Seats that made their purchase."""
    bonus = names({"bonus": lambda event: [f"{word(event, 'colour')}.{word(event, 'size')}"]})
    """Bonus tiles won."""
    rolled = seats("rolled")
    white = flag("white")
    """The white die was rolled."""
    phase = flag("phase")
    """A phase has begun: all depots were filled."""
    round = flag("round")

    @cached_property
    def barrels(self) -> dict[str, str]:
        """Return the depots that a barrel came to, with its goods."""
        return {word(event, "value"): word(event, "goods") for event in self.events if event.kind == "white"}

    @cached_property
    def points(self) -> Counter[int]:
        """Return the points that came to each seat's track; those of knowledge at the end do not stand there."""
        points = Counter[int]()
        for event in self.events:
            if event.seat is not None and event.kind != "knowledge":
                points[event.seat] += number(event, "points")
        return points

    @cached_property
    def stored(self) -> dict[int, Counter[str]]:
        """Return the tiles that came into each seat's storage and are there still."""
        stored = defaultdict[int, Counter[str]](Counter)
        for seat, event in self.events_of(f"{_TAKEN} placed discarded"):
            change = 1 if event.kind in _TAKEN.split() else -1
            tile = word(event, "tile")
            stored[seat][tile] = max(0, stored[seat][tile] + change)  # what lay there before is no news
        return stored

    @cached_property
    def goods(self) -> set[tuple[int, str]]:
        """Return the kinds of goods that came to each seat and were not sold since."""
        goods = set[tuple[int, str]]()
        for seat, event in self.events_of("goods sold"):
            kinds = {(seat, kind) for kind in words(event, "goods")}
            goods = goods - kinds if event.kind == "sold" else goods | kinds
        return goods
