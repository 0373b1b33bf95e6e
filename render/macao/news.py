"""Changes to be marked on Macao's board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending, Amount
from render.kit import news
from render.kit.news import belongings, each, fewer, flag, minus, names, number, seats, tallies, totals, word, words
from render.macao.inks import CUBE

_CRAFTSMAN = next(card.id for card in CARDS.values() if isinstance(card.effect, ActivateWithoutSpending))


def _price(event: Event) -> Amount:
    """Return what the use of a card costs; an event of its own tells of cubes of any colours."""
    card = CARDS.get(word(event, "card"))
    pay = getattr(card.effect, "pay", None) if card else None
    return pay if isinstance(pay, Amount) else Amount()


def _gold_for_use(event: Event) -> int:
    return -_price(event).gold * max(1, number(event, "times"))


def _gold_of_joker(event: Event) -> int:
    return board.JOKER_GOLD * words(event, "gains").count("gold")


def _joker_of_quarter(event: Event) -> int:
    return int(word(event, "tile") == board.JOKER)


def _ware_of_quarter(event: Event) -> Sequence[str]:
    return [] if _joker_of_quarter(event) else words(event, "tile")


def _shown(event: Event) -> Sequence[str]:
    """Return the card that spared the payment for another one by being shown."""
    return [_CRAFTSMAN] if word(event, "how") == "show" else []


def _cubes_for_use(event: Event) -> Mapping[str, int]:
    return {colour: -count for colour, count in _price(event).cubes.items()}


def _laden(events: Iterable[Event]) -> set[int]:
    """Return the fields of one seat's rose that got cubes, as they are numbered after all turns of the rose.

    "chose" has the values of both dice, and "shifted" corrects one of them; then the rose turns by one field.
    """
    earlier = set[int]()
    values: dict[str, int] = {}
    arrived = set[int]()
    for event in events:
        if event.kind == "placed":
            earlier |= {1, 2}  # the first cubes lie there, and the rose does not turn then
            continue
        if event.kind == "chose":
            earlier = {max(board.STOCK, field - 1) for field in earlier | arrived}
            values = {word(event, die): number(event, f"{die}_value") for die in ("first", "second")}
        else:
            values[word(event, "colour")] = number(event, "to")
        arrived = {value - 1 for value in values.values()}  # the cubes lie one field on after the turn
    return earlier | arrived


class News(news.News):
    """The changes of Macao that are marked."""

    cards = belongings({"drafted took activated used received_gold received_prestige received_cubes": "card"})
    """The cards of each seat that came to its tableau or were activated."""
    used = belongings({"used": "card", "activated": _shown})
    """The cards of each seat that were used, perhaps in a round that is over."""
    quarters = names({"quarter": "quarter"})
    walls = seats("wall locked")
    """Seats whose disc moved on the wall."""
    ships = seats("ship")
    gold = totals(
        {
            "received_gold professor": "gold",
            "tribute activated quarter": minus("gold"),
            "used": _gold_for_use,
            "joker": _gold_of_joker,
        }
    )
    jokers = totals({"joker": each(-1), "quarter": _joker_of_quarter})
    prestige = totals({"received_prestige delivered tribute": "prestige"})
    penalties = totals({"penalty": each(1)})
    holds = belongings({"quarter": _ware_of_quarter, "delivered": "ware"})
    """The wares of which each seat has more or fewer."""
    stock = tallies(
        {
            "received_cubes": "cubes",
            "gained": "colour",
            "joker": "gains",
            "paid": fewer("cubes"),
            "returned": fewer("colours"),
            "activated quarter": fewer("paid"),
            "used": _cubes_for_use,
        },
        known=CUBE,
    )
    """Cubes by colour that came to each seat's stock otherwise than from its rose, less those that it paid."""
    chosen = belongings({"chose": lambda event: (word(event, "first"), word(event, "second"))})
    """The dice that each seat has chosen."""
    rolled = flag("rolled")
    revealed = flag("revealed")
    tribute = flag("tribute")

    @cached_property
    def this_round(self) -> News:
        """Return the changes of this round alone, since dice of the last round are gone."""
        rounds = [place for place, event in enumerate(self.events, 1) if event.kind == "round"]
        return News(self.events[rounds[-1] :] if rounds else self.events)

    @cached_property
    def thrown(self) -> list[tuple[int, str]]:
        """Return each seat's cards that went to the discard pile, in order."""
        cards = [(seat, word(event, "card")) for seat, event in self.events_of("overflow buried")]
        return [(seat, card) for seat, card in cards if card in CARDS]

    @cached_property
    def ports(self) -> Counter[str]:
        """Return how many tiles were delivered to each port."""
        ports = Counter[str]()
        for _, event in self.events_of("delivered"):
            ports[word(event, "port")] += number(event, "count")
        return ports

    @cached_property
    def sailed(self) -> dict[int, list[str]]:
        """Return the spaces of each seat's voyages: where the first one began, and the end of each."""
        sailed: dict[int, list[str]] = {}
        for seat, event in self.events_of("ship"):
            start = word(event, "from_space")
            end = word(event, "space")
            if board.SPACES.keys() >= {start, end}:
                sailed.setdefault(seat, [start]).append(end)
        return sailed

    @cached_property
    def fields(self) -> set[tuple[int, int]]:
        """Return the fields of each seat's rose that got cubes; the stock also where cubes were paid from it."""
        stocks = {(seat, board.STOCK) for seat, tally in self.stock.items() if tally}
        # Logs of earlier versions lack which cubes paid for a card or a quarter.
        payments = self.events_of("activated quarter")
        stocks |= {(seat, board.STOCK) for seat, event in payments if word(event, "how") == "cubes"}
        moves = defaultdict[int, list[Event]](list)
        for seat, event in self.events_of("placed chose shifted"):
            moves[seat].append(event)
        return stocks | {(seat, field) for seat, events in moves.items() for field in _laden(events)}
