"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from engines.navegador import board
from render.kit.event_data import number, word, words

_BUILT = {"shipyard": "shipyard", "church": "church"}


@dataclass
class News:
    """Seats, regions, goods, rows and categories to be marked, and the money that came or went by seat."""

    steps: dict[int, int] = field(default_factory=dict)
    """Rondel fields a seat has moved."""
    sailed: list[tuple[str, str]] = field(default_factory=list)
    arrived: set[tuple[int, str]] = field(default_factory=set)
    """Seats that sailed, with where they came to."""
    discovered: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    """Regions that lost a colony token."""
    fleets: set[str] = field(default_factory=set)
    """Regions where ships came or went otherwise than by sailing."""
    traded: dict[str, tuple[int, int]] = field(default_factory=dict)
    """A good's marker: from row, to row."""
    processed: set[str] = field(default_factory=set)
    """Goods that went to factories; all others that were traded were sold."""
    built: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    """Categories of which the gallery lost a privilege."""
    cells: set[tuple[int, str]] = field(default_factory=set)
    """A category on a seat's mat."""
    money: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    workers: set[int] = field(default_factory=set)
    ships: set[int] = field(default_factory=set)
    phase: bool = False
    card: bool = False
    """The card went to another seat."""
    used: bool = False
    """That was because it was used."""
    passed: dict[int, str] = field(default_factory=dict)
    """Seats that did nothing on their field, with its action."""


def read(events: Iterable[Event]) -> News:
    """The news of a list of events."""
    news = News()
    listed = list(events)
    for event, following in zip(listed, [*listed[1:], None], strict=False):
        if event.seat is not None:
            surplus = number(following, "count") if following and following.kind == "surplus" else 0
            _of_seat(news, event, event.seat, surplus)
        news.phase |= event.kind in ("phase", "phase_triggered")
        news.card |= event.kind in ("card", "card_expired", "card_used")
        news.used |= event.kind == "card_used"
    return news


def _of_seat(news: News, event: Event, seat: int, surplus: int) -> None:
    """``surplus``: so many of the units that have just been recruited are sold at once."""
    match event.kind:
        case "rondel":
            news.steps[seat] = number(event, "steps")
        case "passed":
            news.passed[seat] = word(event, "action")
        case "giveup":
            news.fleets.add(word(event, "region"))
            news.ships.add(seat)
        case "workers" | "ships":
            if number(event, "count") > surplus and event.kind == "workers":
                news.workers.add(seat)
            elif number(event, "count") > surplus:
                news.ships.add(seat)
                news.fleets.add(board.HOME)
            news.money[seat] -= number(event, "paid")
        case "surplus":
            news.money[seat] += number(event, "income")
        case "sail":
            news.sailed.append((word(event, "from_region"), word(event, "to_region")))
            news.arrived.add((seat, word(event, "to_region")))
        case "discover":
            news.discovered.add(word(event, "region"))
            others = set(words(event, "origins")) - {word(event, "region")}
            news.sailed += [(origin, word(event, "region")) for origin in sorted(others)]
            news.fleets.add(word(event, "region"))
            news.cells.add((seat, "explorer"))
            news.ships.add(seat)
            news.money[seat] += number(event, "bonus")
        case "colony":
            news.settled.add(word(event, "region"))
            news.cells.add((seat, "colony"))
            news.money[seat] -= number(event, "price")
        case "build":
            news.built.add(word(event, "row"))
            news.cells.add((seat, _BUILT.get(word(event, "row"), "factory")))
            news.money[seat] -= number(event, "price")
        case "sell" | "process":
            good = word(event, "good")
            row = number(event, "row")
            count = number(event, "count")
            before = row - count if event.kind == "sell" else row + count
            first = number(event, "from_row") or min(board.MARKET_END, max(1, before))
            news.traded[good] = (news.traded.get(good, (first, row))[0], row)
            if event.kind == "process":
                news.processed.add(good)
            news.money[seat] += number(event, "income")
        case "privilege" | "royal":
            if event.kind == "privilege":
                news.taken.add(word(event, "category"))
                news.workers.add(seat)
            news.cells.add((seat, word(event, "category")))
            news.money[seat] += number(event, "bonus")
