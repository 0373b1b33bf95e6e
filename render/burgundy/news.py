"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing.

What a round or a phase brings by itself (dice, goods, tiles, income) is told after the decision that ended the last one
and is marked more weakly, so that the decision stands out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from render.kit.event_data import number, word, words


@dataclass
class News:
    """Hexes, depots, goods, spaces and seats to be marked, and the points that came by seat."""

    hexes: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Hexes of a seat that were covered."""
    depots: set[str] = field(default_factory=set)
    """Depots that a tile was taken from."""
    lying: set[str] = field(default_factory=set)
    """Depots whose goods were taken."""
    laid: set[str] = field(default_factory=set)
    """Depots that goods came to."""
    barrels: dict[str, str] = field(default_factory=dict)
    """The barrel that was laid last in each of these."""
    stored: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Tiles that came into a seat's storage."""
    tiles: dict[int, tuple[str, str]] = field(default_factory=dict)
    """What a seat did with a tile at last: the tile, and the hex that it lies on; none where it was discarded."""
    points: Counter[int] = field(default_factory=Counter)
    came: set[tuple[int, str]] = field(default_factory=set)
    """Kinds of goods that came to a seat's store."""
    sold: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Goods that a seat sold, by kind."""
    workers: Counter[int] = field(default_factory=Counter)
    """How many came to a seat, less those that it spent: 0 where as many did."""
    silverlings: Counter[int] = field(default_factory=Counter)
    """Likewise."""
    income: Counter[int] = field(default_factory=Counter)
    """Silverlings among them that a phase brought by itself."""
    markers: set[int] = field(default_factory=set)
    """Seats whose turn-order marker moved."""
    order: bool = False
    """The turn order of the next round changed."""
    boards: set[int] = field(default_factory=set)
    """Seats that chose a board."""
    purchased: set[int] = field(default_factory=set)
    """Seats that made their purchase."""
    bonus: set[tuple[str, str]] = field(default_factory=set)
    """Bonus tiles won, by colour and size."""
    rolled: set[int] = field(default_factory=set)
    white: bool = False
    """The white die was rolled."""
    phase: bool = False
    """A phase has begun: all depots were filled."""
    round: bool = False

    def left_storage(self, seat: int, tile: str) -> None:
        """A tile that came is gone again; one that lay there before takes no news with it."""
        self.stored[seat][tile] = max(0, self.stored[seat][tile] - 1)


def read(events: Iterable[Event]) -> News:
    """The news of a list of events."""
    news = News()
    for event in events:
        _of_table(news, event)
        if event.seat is not None:
            _of_seat(news, event, event.seat)
    return news


def _of_table(news: News, event: Event) -> None:
    match event.kind:
        case "phase":
            news.phase = True
        case "round":
            news.round = True
        case "white":
            news.white = True
            news.laid.add(str(event.data.get("value", "")))
            news.barrels[str(event.data.get("value", ""))] = word(event, "goods")
        case "order":
            news.order = True


def _of_seat(news: News, event: Event, seat: int) -> None:
    if event.kind != "knowledge":  # what these tiles bring at the end does not stand on the track
        news.points[seat] += number(event, "points")
    match event.kind:
        case "rolled":
            news.rolled.add(seat)
        case "board":
            news.boards.add(seat)
        case "took" | "bought" | "bought_with_workers":
            news.stored[seat][word(event, "tile")] += 1
            news.depots.add(word(event, "depot"))
            if event.kind != "took":
                news.purchased.add(seat)
                _spent(news.workers, seat, number(event, "workers"))
                _spent(news.silverlings, seat, number(event, "silverlings"))
        case "placed":
            news.hexes[seat].add(word(event, "hex"))
            news.left_storage(seat, word(event, "tile"))
            news.tiles[seat] = word(event, "tile"), word(event, "hex")
        case "discarded":
            news.left_storage(seat, word(event, "tile"))
            news.tiles[seat] = word(event, "tile"), ""
        case "castle":
            news.hexes[seat].add(word(event, "hex"))
            news.tiles[seat] = "castle", word(event, "hex")
        case "sold":
            news.sold[seat][word(event, "goods")] += number(event, "count")
            news.silverlings[seat] += number(event, "silverlings")
            news.came.discard((seat, word(event, "goods")))
        case "turned_to" | "turned":  # logs of earlier versions do not say to what
            _spent(news.workers, seat, number(event, "count"))
        case "workers" | "tile_workers":
            news.workers[seat] += number(event, "count")
        case "tile_silverlings":
            news.silverlings[seat] += number(event, "count")
        case "income":
            news.silverlings[seat] += number(event, "count")
            news.income[seat] += number(event, "count")
        case "goods":
            news.came |= {(seat, kind) for kind in words(event, "goods")}
            news.lying |= set(words(event, "depots"))
        case "marker":
            news.markers.add(seat)
        case "bonus":
            news.bonus.add((word(event, "colour"), word(event, "size")))


def _spent(purse: Counter[int], seat: int, count: int) -> None:
    if count:
        purse[seat] -= count
