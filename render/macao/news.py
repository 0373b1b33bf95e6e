"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from engines.macao import board
from render.kit.event_data import number, word, words
from render.macao.inks import CUBE

_GOLD = "gold"


@dataclass
class News:
    """Cards, quarters, spaces, ports and seats to be marked, and the prestige that came by seat."""

    cards: set[tuple[int, str]] = field(default_factory=set)
    """A seat's cards on its tableau or activated."""
    used: set[tuple[int, str]] = field(default_factory=set)
    """Those of them that were used, maybe in a round that is over."""
    quarters: set[str] = field(default_factory=set)
    walls: set[int] = field(default_factory=set)
    """Seats whose disc moved on the wall."""
    ships: set[int] = field(default_factory=set)
    ports: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Tiles delivered to a port."""
    gold: set[int] = field(default_factory=set)
    """Seats whose gold changed."""
    prestige: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    fields: set[tuple[int, int]] = field(default_factory=set)
    """Fields of a seat's rose that got cubes, where they are once the rose has turned; the stock also when it paid."""
    chosen: set[tuple[int, str]] = field(default_factory=set)
    """Dice a seat has just chosen."""
    penalties: set[int] = field(default_factory=set)
    holds: set[int] = field(default_factory=set)
    jokers: set[int] = field(default_factory=set)
    rolled: bool = False
    revealed: bool = False
    tribute: bool = False


def read(events: Iterable[Event]) -> News:
    """The news of a list of events."""
    news = News()
    for event in events:
        if event.seat is not None:
            _of_seat(news, event, event.seat)
        news.rolled |= event.kind == "rolled"
        news.revealed |= event.kind == "revealed"
    return news


def _colours(event: Event, key: str) -> list[str]:
    return [colour for colour in words(event, key) if colour in CUBE]


def _of_seat(news: News, event: Event, seat: int) -> None:
    match event.kind:
        case "drafted" | "took" | "activated" | "used" | "received_gold" | "received_prestige" | "received_cubes":
            card = seat, word(event, "card")
            news.cards.add(card)
            if event.kind == "used":
                news.used.add(card)
            news.prestige[seat] += number(event, "prestige")
            if event.kind == "received_gold" or word(event, "how") == _GOLD:
                news.gold.add(seat)
            if _colours(event, "cubes"):
                news.fields.add((seat, board.STOCK))
        case "placed":
            news.fields |= {(seat, 1), (seat, 2)}
        case "chose":
            for die in ("first", "second"):
                news.chosen.update((seat, colour) for colour in _colours(event, die))
                news.fields.add((seat, number(event, f"{die}_value") - 1))
        case "shifted":
            news.fields.add((seat, number(event, "to") - 1))
        case "gained" | "paid" | "returned":
            news.fields.add((seat, board.STOCK))
        case "joker":
            news.jokers.add(seat)
            if _GOLD in words(event, "gains"):
                news.gold.add(seat)
            if _colours(event, "gains"):
                news.fields.add((seat, board.STOCK))
        case "professor":
            news.gold.add(seat)
        case "penalty":
            news.penalties.add(seat)
        case "quarter":
            news.quarters.add(word(event, "quarter"))
            (news.jokers if word(event, "tile") == board.JOKER else news.holds).add(seat)
            if word(event, "how") == _GOLD:
                news.gold.add(seat)
        case "wall" | "locked":
            news.walls.add(seat)
        case "ship":
            news.ships.add(seat)
        case "delivered":
            news.ports[word(event, "port")] += number(event, "count")
            news.prestige[seat] += number(event, "prestige")
            news.holds.add(seat)
        case "tribute":
            news.tribute = True
            news.gold.add(seat)
            news.prestige[seat] += number(event, "prestige")
