"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending, Amount
from render.kit.event_data import number, word, words
from render.macao.inks import CUBE

_GOLD = "gold"
_CUBES = "cubes"
_CRAFTSMAN = next(card.id for card in CARDS.values() if isinstance(card.effect, ActivateWithoutSpending))


@dataclass
class News:
    """Cards, quarters, spaces, ports and seats to be marked, and the prestige that came by seat."""

    cards: set[tuple[int, str]] = field(default_factory=set)
    """A seat's cards on its tableau or activated."""
    used: set[tuple[int, str]] = field(default_factory=set)
    """Those of them that were used, maybe in a round that is over."""
    thrown: list[tuple[int, str]] = field(default_factory=list)
    """A seat's cards that went to the discard pile."""
    quarters: set[str] = field(default_factory=set)
    walls: set[int] = field(default_factory=set)
    """Seats whose disc moved on the wall."""
    ships: set[int] = field(default_factory=set)
    sailed: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The spaces of a seat's voyages: where it began, and the end of each; none that are not known."""
    ports: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Tiles delivered to a port."""
    gold: Counter[int] = field(default_factory=Counter)
    """What came to a seat, less what it paid; so with jokers."""
    prestige: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    fields: set[tuple[int, int]] = field(default_factory=set)
    """Fields of a seat's rose that got cubes, where they are once the rose has turned; the stock also when it paid."""
    chosen: set[tuple[int, str]] = field(default_factory=set)
    """Dice a seat has just chosen."""
    stock: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Cubes that came to a seat's stock otherwise than from its rose, less those that it paid, by colour."""
    placed: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """Fields that the cubes of a seat's dice were placed on, by colour."""
    penalties: Counter[int] = field(default_factory=Counter)
    """Markers that came to a seat."""
    holds: dict[int, set[str]] = field(default_factory=dict)
    """Wares of which a seat has more or fewer."""
    jokers: Counter[int] = field(default_factory=Counter)
    rolled: bool = False
    revealed: bool = False
    tribute: bool = False

    def turn(self, seat: int) -> None:
        """A seat's rose turns by a field: what lay on one lies on the one before."""
        self.fields = {(owner, max(0, number - (owner == seat))) for owner, number in self.fields}

    def arrived(self, seat: int) -> set[tuple[int, int]]:
        """Return where the cubes of a seat's dice lie now that its rose has turned."""
        return {(seat, field - 1) for field in self.placed[seat].values()}


def read(events: Iterable[Event]) -> News:
    """The news of a list of events."""
    news = News()
    for event in events:
        if event.seat is not None:
            _of_seat(news, event, event.seat)
            _of_stock(news.stock[event.seat], event)
            _of_purse(news, event, event.seat)
        if event.kind == "round":  # the dice of the round before lie no longer there
            news.chosen.clear()
            news.rolled = False
        news.rolled |= event.kind == "rolled"
        news.revealed |= event.kind == "revealed"
    return news


def _price(card: str) -> Amount:
    """Return what whoever uses a card pays; cubes of any colours are told by an event of their own."""
    entry = CARDS.get(card)
    pay = getattr(entry.effect, "pay", None) if entry else None
    return pay if isinstance(pay, Amount) else Amount()


def _colours(event: Event, key: str) -> list[str]:
    return [colour for colour in words(event, key) if colour in CUBE]


def _of_stock(stock: Counter[str], event: Event) -> None:
    """Cubes that came to a stock and left it."""
    match event.kind:
        case "received_cubes":
            stock.update(_colours(event, "cubes"))
        case "gained":
            stock.update(_colours(event, "colour"))
        case "joker":
            stock.update(_colours(event, "gains"))
        case "paid":
            stock.subtract(_colours(event, "cubes"))
        case "returned":
            stock.subtract(_colours(event, "colours"))
        case "activated" | "quarter":
            stock.subtract(_colours(event, "paid"))
        case "used":
            stock.subtract(_price(word(event, "card")).cubes)


def _of_purse(news: News, event: Event, seat: int) -> None:
    """Gold and jokers that came and went."""
    gold = 0
    match event.kind:
        case "received_gold" | "professor":
            gold = number(event, "gold")
        case "tribute" | "activated" | "quarter":
            gold = -number(event, "gold")
        case "used":
            gold = -_price(word(event, "card")).gold * max(1, number(event, "times"))
        case "joker":
            gold = board.JOKER_GOLD * words(event, "gains").count(_GOLD)
            news.jokers[seat] -= 1
    if gold:
        news.gold[seat] += gold
    if event.kind == "quarter" and word(event, "tile") == board.JOKER:
        news.jokers[seat] += 1


def _of_seat(news: News, event: Event, seat: int) -> None:
    match event.kind:
        case "drafted" | "took" | "activated" | "used" | "received_gold" | "received_prestige" | "received_cubes":
            card = seat, word(event, "card")
            news.cards.add(card)
            if event.kind == "used":
                news.used.add(card)
                if _price(card[1]).cubes:
                    news.fields.add((seat, board.STOCK))
            if word(event, "how") == "show":
                news.used.add((seat, _CRAFTSMAN))
            news.prestige[seat] += number(event, "prestige")
            if _colours(event, "cubes") or word(event, "how") == _CUBES:
                news.fields.add((seat, board.STOCK))
        case "placed":
            news.fields |= {(seat, 1), (seat, 2)}
        case "chose":
            news.turn(seat)
            for die in ("first", "second"):
                news.chosen.update((seat, colour) for colour in _colours(event, die))
            news.placed[seat] = {word(event, die): number(event, f"{die}_value") for die in ("first", "second")}
            news.fields |= news.arrived(seat)
        case "shifted":
            news.fields -= news.arrived(seat)
            news.placed[seat] |= {word(event, "colour"): number(event, "to")}
            news.fields |= news.arrived(seat)
        case "gained" | "paid" | "returned":
            news.fields.add((seat, board.STOCK))
        case "joker":
            if _colours(event, "gains"):
                news.fields.add((seat, board.STOCK))
        case "overflow" | "buried" if word(event, "card") in CARDS:
            news.thrown.append((seat, word(event, "card")))
        case "penalty":
            news.penalties[seat] += 1
        case "quarter":
            news.quarters.add(word(event, "quarter"))
            if word(event, "tile") != board.JOKER:
                news.holds.setdefault(seat, set()).add(word(event, "tile"))
            if word(event, "how") == _CUBES:
                news.fields.add((seat, board.STOCK))
        case "wall" | "locked":
            news.walls.add(seat)
        case "ship":
            news.ships.add(seat)
            ends = word(event, "from_space"), word(event, "space")
            if board.SPACES.keys() >= set(ends):
                news.sailed[seat] += ends if not news.sailed[seat] else ends[1:]
        case "delivered":
            news.ports[word(event, "port")] += number(event, "count")
            news.prestige[seat] += number(event, "prestige")
            news.holds.setdefault(seat, set()).add(word(event, "ware"))
        case "tribute":
            news.tribute = True
            news.prestige[seat] += number(event, "prestige")
