"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from engines.burgundy import box
from render.kit.event_data import number, word, words


@dataclass
class News:
    """Hexes, depots, goods, spaces and seats to be marked, and the points that came by seat."""

    hexes: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Hexes of a seat that were covered."""
    depots: set[str] = field(default_factory=set)
    """Depots that a tile was taken from, or all that were filled."""
    lying: set[str] = field(default_factory=set)
    """Depots whose goods changed."""
    stored: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Tiles that came into a seat's storage."""
    points: Counter[int] = field(default_factory=Counter)
    came: set[tuple[int, str]] = field(default_factory=set)
    """Kinds of goods that came to a seat's store."""
    sold: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Kinds of goods that a seat sold."""
    workers: set[int] = field(default_factory=set)
    silverlings: set[int] = field(default_factory=set)
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
            news.depots |= {*box.DEPOTS, box.BLACK}
        case "round":
            news.round = True
        case "white":
            news.white = True
            news.lying.add(str(event.data.get("value", "")))
        case "order":
            news.order = True


def _of_seat(news: News, event: Event, seat: int) -> None:
    if event.kind != "knowledge":  # what these tiles bring at the end does not stand on the track
        news.points[seat] += number(event, "points")
    if number(event, "workers"):
        news.workers.add(seat)
    if number(event, "silverlings"):
        news.silverlings.add(seat)
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
        case "placed":
            news.hexes[seat].add(word(event, "hex"))
            news.left_storage(seat, word(event, "tile"))
        case "discarded":
            news.left_storage(seat, word(event, "tile"))
        case "castle":
            news.hexes[seat].add(word(event, "hex"))
        case "sold":
            news.sold[seat].append(word(event, "goods"))
            news.came.discard((seat, word(event, "goods")))
        case "turned" | "workers" | "tile_workers":
            news.workers.add(seat)
        case "income" | "tile_silverlings":
            news.silverlings.add(seat)
        case "goods":
            news.came |= {(seat, kind) for kind in words(event, "goods")}
            news.lying |= set(words(event, "depots"))
        case "marker":
            news.markers.add(seat)
        case "bonus":
            news.bonus.add((word(event, "colour"), word(event, "size")))
