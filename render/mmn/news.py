"""What has just changed, sorted by where it shows. Events of kinds not known here change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines import Event
from engines.mmn.cards import CARDS
from render.kit.event_data import number, word
from render.mmn import deeds

_KNIGHTS = frozenset(
    ("knight", "promoted", "activated", "captain", "captain_lost", "knight_lost", "knight_demoted", "reactivated")
)
_OFFERS = frozenset(
    (
        "offered",
        "offered_to",
        "countered_offer",
        "declined_offer",
        "would_accept_offer",
        "took_back_acceptance",
        "countered",
        "declined",
        "would_accept",
        "took_back",  # before answers restated the offer
    )
)
_QUIET = frozenset(("looked", "peeked"))


@dataclass
class News:
    """Places, seats and kinds to be marked."""

    nodes: set[str] = field(default_factory=set)
    paths: set[str] = field(default_factory=set)
    hexes: set[str] = field(default_factory=set)
    harbours: set[str] = field(default_factory=set)
    deeds: dict[str, list[str]] = field(default_factory=dict)
    """What was done with the knight on an intersection: see ``render.mmn.deeds``."""
    slots: set[tuple[str, str]] = field(default_factory=set)
    """Intersection and hex of a storage chip or figure."""
    cards: Counter[int] = field(default_factory=Counter)
    """How many cards a hand gained or lost."""
    drawn: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Seat and track of progress cards: how many came, less those that went."""
    levels: set[tuple[int, str]] = field(default_factory=set)
    """Seat and track of an improvement or a metropolis."""
    sources: set[tuple[int, str]] = field(default_factory=set)
    """Seat and source of points that came; ``knights``, whose strength changed, bring none."""
    serfs: set[int] = field(default_factory=set)
    famine: set[int] = field(default_factory=set)
    rolled: bool = False
    ship: bool = False
    attack: tuple[int, int] | None = None
    """The strengths compared in an attack of the barbarians."""
    clearing: str = ""
    """The resource of the storage card turned up."""
    offer: bool = False
    turn: bool = False
    """A turn has begun."""
    given: set[str] = field(default_factory=set)
    """Kinds of cards that came to the bank in a trade."""
    taken: set[str] = field(default_factory=set)
    """Kinds of cards that a trade took from the bank."""


def read(events: Iterable[Event]) -> News:
    """The news of a list of events."""
    events = list(events)
    news = News(deeds=deeds.done(events))
    for event in events:
        if event.kind in _QUIET:
            continue
        _places(news, event)
        _table(news, event)
        if event.seat is not None:
            _cards(news, event, event.seat)
            _seat(news, event, event.seat)
    return news


def _list(event: Event, key: str) -> list[str]:
    value = event.data.get(key, [])
    return [str(item) for item in value] if isinstance(value, list) else []


def _places(news: News, event: Event) -> None:
    if event.kind in ("moved", "displaced", "retreated"):
        news.nodes.add(word(event, "to"))
        return
    if event.kind in ("store", "servant", "journeyman"):
        news.slots.add((word(event, "node"), word(event, "hex")))
        return
    if event.kind in ("hall", "large_store"):
        news.slots.add((word(event, "node"), ""))
        return
    for key, found in (("node", news.nodes), ("path", news.paths), ("hex", news.hexes), ("harbour", news.harbours)):
        if key in event.data:
            found.add(word(event, key))
    news.nodes |= set(_list(event, "nodes"))
    if event.kind == "chips":
        news.hexes.add(word(event, "other"))


def _table(news: News, event: Event) -> None:
    match event.kind:
        case "turn":
            news.turn = True
        case "traded_bank":
            news.given |= set(_list(event, "gave"))
            news.taken |= set(_list(event, "got"))
        case "rolled":
            news.rolled = True
        case "barbarians":
            news.ship = True
        case "attack":
            news.attack = number(event, "attack"), number(event, "defence")
        case "clearing" | "emergency":
            news.clearing = word(event, "resource")
        case kind if kind in _OFFERS:
            news.offer = True


def _cards(news: News, event: Event, seat: int) -> None:
    """Note how hands grew and shrank."""
    match event.kind:
        case "received":
            news.cards[seat] += len(_list(event, "cards"))
        case "paid" | "discarded":
            news.cards[seat] -= len(_list(event, "cards"))
        case "traded_bank" | "exchanged":
            news.cards[seat] += len(_list(event, "got")) - len(_list(event, "gave"))
        case "chose_partner" | "counter_accepted":
            change = len(_list(event, "got")) - len(_list(event, "gave"))
            news.cards[seat] += change
            news.cards[number(event, "partner_seat" if event.kind == "chose_partner" else "counter_seat")] -= change
        case "accepted":  # told of who accepts, in words of the offer: what the offerer gave and got
            change = len(_list(event, "gave")) - len(_list(event, "got"))
            news.cards[seat] += change
            news.cards[number(event, "offer_seat")] -= change
        case "stolen":
            news.cards[seat] += number(event, "count")
            news.cards[number(event, "victim_seat")] -= number(event, "count")
        case "gave":
            news.cards[seat] -= number(event, "count")
            news.cards[number(event, "to_seat")] += number(event, "count")


def _seat(news: News, event: Event, seat: int) -> None:
    match event.kind:
        case "drew":
            news.drawn[seat, word(event, "deck")] += 1
        case "returned":
            news.drawn[seat, word(event, "deck")] -= 1
        case "card" if word(event, "card") in CARDS:
            news.drawn[seat, CARDS[word(event, "card")].deck] -= 1
        case "spied":
            news.drawn[seat, word(event, "deck")] += 1
            news.drawn[number(event, "victim_seat"), word(event, "deck")] -= 1
        case "vp_card":
            news.sources.add((seat, "cards"))
        case "defender":
            news.sources.add((seat, "defender"))
        case "merchant":
            news.sources.add((seat, "merchant"))
        case "award" | "award_moved":
            news.sources.add((seat, word(event, "award")))
        case "settlement":
            news.sources.add((seat, "settlements"))
        case "city":
            news.sources.add((seat, "cities"))
        case "metropolis":
            news.sources.add((seat, "metropolises"))
            news.levels.add((seat, word(event, "track")))
        case "improved":
            news.levels.add((seat, word(event, "track")))
        case kind if kind in _KNIGHTS:
            news.sources.add((number(event, "victim_seat") if "victim_seat" in event.data else seat, "knights"))
        case "pillaged":
            news.sources |= {(seat, "settlements"), (seat, "cities")}
        case "contributed" if number(event, "strength"):  # its knights rest after the attack
            news.sources.add((seat, "knights"))
        case "serf" | "servant":
            news.serfs.add(seat)
        case "famine":
            news.famine.add(number(event, "victim_seat"))
        case "famine_ended":
            news.famine.add(seat)
