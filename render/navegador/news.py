"""Changes to be marked on Navegador's board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from engines import Event
from engines.navegador import board
from render.kit import news
from render.kit.news import belongings, each, fixed, flag, latest, minus, names, number, totals, word, words


def _without_surplus(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events, without recruits that were sold at once for lack of room."""
    for event, following in pairwise((*events, Event(""))):
        if following.kind != "surplus":
            yield event
            continue
        count = number(event, "count") - number(following, "count")
        yield replace(event, data={**event.data, "count": count})


def _harbour(event: Event) -> Sequence[str]:
    return [board.HOME] if number(event, "count") else []


def _category(event: Event) -> Sequence[str]:
    row = word(event, "row")
    return [row if row in board.CATEGORIES else "factory"]


def _voyages(event: Event) -> Sequence[tuple[str, str]]:
    if event.kind == "sail":
        return [(word(event, "from_region"), word(event, "to_region"))]
    region = word(event, "region")
    return [(origin, region) for origin in sorted({*words(event, "origins")} - {region})]


def _rows(event: Event) -> tuple[int, int]:
    """Return the rows of a marker before and after a trade; logs of earlier versions lack the first."""
    after = number(event, "row")
    count = number(event, "count")
    likely = after - count if event.kind == "sell" else after + count
    return number(event, "from_row") or min(board.MARKET_END, max(1, likely)), after


class News(news.News):
    """The changes of Navegador that are marked."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(_without_surplus(events))

    steps = latest("rondel", lambda event: number(event, "steps"))
    """The number of fields that each seat moved on the rondel."""
    passed = latest("passed", lambda event: word(event, "action"))
    """Seats that did nothing on their field, with its action."""
    arrived = belongings({"sail": "to_region"})
    """The regions that each seat sailed to."""
    fleets = names({"giveup discover": "region", "ships": _harbour})
    """Regions that ships came to or left otherwise than by sailing."""
    discovered = names({"discover": "region"})
    settled = names({"colony": "region"})
    """Regions that lost a colony token."""
    processed = names({"process": "good"})
    """Goods that were processed; all other traded goods were sold."""
    built = names({"build": "row"})
    taken = names({"privilege": "category"})
    """Categories that lost a privilege of the gallery."""
    cells = belongings(
        {
            "discover": fixed("explorer"),
            "colony": fixed("colony"),
            "build": _category,
            "privilege royal": "category",
        }
    )
    """Categories on the mats of seats."""
    money = totals(
        {
            "workers ships": minus("paid"),
            "colony build": minus("price"),
            "surplus sell process": "income",
            "discover privilege royal": "bonus",
        }
    )
    workers = totals({"workers": "count", "privilege": each(-1)})
    ships = totals({"ships": "count", "giveup": each(-1), "discover": minus("lost")})
    phase = flag("phase phase_triggered")
    card = flag("card card_expired card_used")
    """True if the Navegador card went to another seat."""
    used = flag("card_used")
    """True if it did so because it was used."""

    @cached_property
    def sailed(self) -> list[tuple[str, str]]:
        """Return the voyages, each from one region to another."""
        return [voyage for _, event in self.events_of("sail discover") for voyage in _voyages(event)]

    @cached_property
    def traded(self) -> dict[str, tuple[int, int]]:
        """Return the traded goods, each with the rows of its marker before and after."""
        traded = dict[str, tuple[int, int]]()
        for _, event in self.events_of("sell process"):
            before, after = _rows(event)
            first, _ = traded.get(word(event, "good"), (before, after))
            traded[word(event, "good")] = first, after
        return traded
