"""Changes to be marked on MMN's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from engines import Event
from engines.mmn.cards import CARDS
from render.kit import news
from render.kit.news import belongings, fewer, fixed, flag, minus, names, number, seats, tallies, totals, word, words
from render.mmn import deeds

_MOVES = "moved displaced retreated"
"""Kinds of events that bring a knight to another intersection."""
_FIGURES = "store servant journeyman"
"""Kinds of events that put a chip or a figure between a building and a hex."""
_CHIPS = "hall large_store"
"""Kinds of events that put a chip on a whole building."""
_KNIGHTS = "knight promoted activated captain captain_lost knight_lost knight_demoted reactivated"
_OFFERS = "offered offered_to countered_offer declined_offer would_accept_offer took_back_acceptance"
_OLD_OFFERS = "countered declined would_accept took_back"
"""Kinds of events about offers in logs of earlier versions."""


def _places(*keys: str, destination: str = "") -> cached_property[set[str]]:
    """Declare the places that events have under these keys, whatever their kind.

    Moves have theirs under ``destination``. Chips and figures have a field of their own.
    """

    def read(news: News) -> set[str]:
        elsewhere = f"{_MOVES} {_FIGURES} {_CHIPS}".split()
        others = [event for event in news.events if event.kind not in elsewhere and event.seat is not None]
        places = {place for event in others for key in keys for place in words(event, key)}
        return places | {place for _, event in news.events_of(_MOVES) for place in words(event, destination)}

    return cached_property(read)


def _cards(*, got: str = "", gave: str = "") -> Callable[[Event], int]:
    """Return the value of a table for a number of cards, given the keys of lists of cards that come and go."""

    def size(event: Event, key: str) -> int:
        cards = event.data.get(key)
        return len(cards) if isinstance(cards, list) else 0

    return lambda event: size(event, got) - size(event, gave)


def _played(event: Event) -> Mapping[str, int]:
    card = CARDS.get(word(event, "card"))
    return {card.deck: -1} if card else {}


def _rested(event: Event) -> Sequence[str]:
    """Return the source whose strength changes when knights rest after an attack."""
    return ["knights"] if number(event, "strength") else []


class News(news.News):
    """The changes of MMN that are marked."""

    nodes = _places("node", "nodes", destination="to")
    paths = _places("path")
    hexes = _places("hex", "other")
    harbours = _places("harbour")
    cards = totals(
        {
            "received": _cards(got="cards"),
            "paid discarded": _cards(gave="cards"),
            "traded_bank exchanged chose_partner counter_accepted": _cards(got="got", gave="gave"),
            # The event is of who accepts, and speaks of what the offerer gave and got.
            "accepted": _cards(got="gave", gave="got"),
            "stolen": "count",
            "gave": minus("count"),
        },
        {
            "chose_partner": "partner_seat",
            "counter_accepted": "counter_seat",
            "accepted": "offer_seat",
            "stolen": "victim_seat",
            "gave": "to_seat",
        },
    )
    """The number of cards that each hand gained or lost."""
    drawn = tallies(
        {"drew": "deck", "returned": fewer("deck"), "card": _played, "spied": "deck"}, {"spied": "victim_seat"}
    )
    """The number of progress cards by track that came to each seat, less those that went."""
    levels = belongings({"improved metropolis": "track"})
    """Tracks of each seat with a new improvement or metropolis."""
    sources = belongings(
        {
            "vp_card": fixed("cards"),
            "defender": fixed("defender"),
            "merchant": fixed("merchant"),
            "award award_moved": "award",
            "settlement": fixed("settlements"),
            "city": fixed("cities"),
            "metropolis": fixed("metropolises"),
            "pillaged": fixed("settlements", "cities"),
            _KNIGHTS: fixed("knights"),
            "contributed": _rested,
        },
        owner="victim_seat",
    )
    """Sources of each seat that brought points; ``knights``, whose strength changed, bring none."""
    serfs = seats("serf servant")
    famine = seats("famine famine_ended", owner="victim_seat")
    rolled = flag("rolled")
    ship = flag("barbarians")
    offer = flag(f"{_OFFERS} {_OLD_OFFERS}")
    turn = flag("turn")
    """True if a turn has begun."""
    given = names({"traded_bank": "gave"})
    """Kinds of cards that came to the bank in a trade."""
    taken = names({"traded_bank": "got"})
    """Kinds of cards that a trade took from the bank."""

    @cached_property
    def slots(self) -> set[tuple[str, str]]:
        """Return the intersections and hexes of chips and figures; no hex for those on a whole building."""
        figures = {(word(event, "node"), word(event, "hex")) for _, event in self.events_of(_FIGURES)}
        return figures | {(word(event, "node"), "") for _, event in self.events_of(_CHIPS)}

    @cached_property
    def deeds(self) -> dict[str, list[str]]:
        """Return the deeds of the knight on each intersection (``render.mmn.deeds``)."""
        return deeds.done(self.events)

    @cached_property
    def attack(self) -> tuple[int, int] | None:
        """Return the strengths compared in the last attack of the barbarians."""
        attacks = [event for event in self.events if event.kind == "attack"]
        return (number(attacks[-1], "attack"), number(attacks[-1], "defence")) if attacks else None

    @cached_property
    def clearing(self) -> str:
        """Return the resource of the storage card turned up last."""
        cards = [word(event, "resource") for event in self.events if event.kind in ("clearing", "emergency")]
        return cards[-1] if cards else ""
