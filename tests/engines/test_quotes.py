"""Quotes say what the engine offers, at which price, and else why not; only the seat that must decide has any."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

import engines
from engines import Action, Event, Game
from engines.mmn.quotes import PRICES
from engines.mmn.steps.turn import Turn
from engines.quotes import Quote


class Table(NamedTuple):
    """A table of which random games are played, as far as so many decisions."""

    key: str
    seats: int
    options: dict[str, str]
    most: int


TABLES = [
    Table("navegador", 3, {}, 400),
    Table("navegador", 5, {"royal": "goa"}, 400),
    Table("macao", 2, {}, 400),
    Table("macao", 4, {"dice": "together"}, 400),
    Table("burgundy", 2, {}, 400),
    Table("burgundy", 4, {}, 400),
    Table("mmn", 3, {}, 900),
    Table("mmn", 5, {"building_phase": "between_turns"}, 900),
    Table("mmn", 4, {"gold_mode": "choice", "top_level_rights": "metropolis"}, 900),
]
EVERY_TABLE = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.key}-{table.seats}")


def decisions(table: Table, seed: int) -> Iterator[tuple[Game, int]]:
    """Every decision of a random game in which nobody ends a turn while there is something to do."""
    game = engines.new(table.key, table.seats, seed, **table.options)
    rng = Random(seed)
    for _ in range(table.most):
        if not game.to_act:
            return
        for seat in game.to_act:
            yield game, seat
        seat = rng.choice(game.to_act)
        legal = game.legal(seat)
        kinds = sorted({action[0] for action in legal} - {"pass", "end", "done"}) or [legal[0][0]]
        kind = rng.choice(kinds if rng.random() < 0.8 else sorted({action[0] for action in legal}))
        game.play(seat, rng.choice([action for action in legal if action[0] == kind]))


def beginning(key: str, legal: list[Action]) -> list[Action]:
    """The legal actions that begin with the words of a quote."""
    words = tuple(key.split())
    return [action for action in legal if action[: len(words)] == words]


@EVERY_TABLE
def test_what_is_quoted_as_offered_is_what_is_legal_and_all_else_has_a_reason(table: Table) -> None:
    seen = Counter[bool]()
    for game, seat in decisions(table, 1):
        legal = game.legal(seat)
        for key, quote in game.view(seat).quotes.items():
            assert quote.offered == bool(beginning(key, legal)), key
            assert (quote.reason is None) == quote.offered, key
            assert quote.reason is None or quote.reason.id.startswith(f"{table.key}."), (key, quote.reason)
            seen[quote.offered] += 1
    assert min(seen[True], seen[False]) > 20


@EVERY_TABLE
def test_nobody_but_the_seat_that_decides_has_quotes(table: Table) -> None:
    for game, _ in islice(decisions(table, 2), 0, None, 4):
        for other in {None, *range(table.seats)} - {*game.to_act}:
            assert game.view(other).quotes == {}


@pytest.mark.parametrize("seats", [3, 6])
def test_in_an_own_turn_everything_with_a_price_is_quoted(seats: int) -> None:
    turns = 0
    for game, seat in decisions(Table("mmn", seats, {}, 400), 3):
        if isinstance(game.state.stack[-1], Turn):
            assert {*PRICES} <= {*game.view(seat).quotes}
            turns += 1
    assert turns > 50


@EVERY_TABLE
def test_a_price_is_what_is_paid(table: Table) -> None:
    seen = Counter[str]()
    for game, seat in decisions(table, 4):
        legal = game.legal(seat)
        for key, quote in game.view(seat).quotes.items():
            if quote.offered and quote.price:
                there = game.copy()
                PAID[table.key](there, seat, beginning(key, legal)[-1], quote)
                seen[key.split()[0]] += 1
    assert sum(seen.values()) > 20


def _cards(game: Game, seat: int, action: Action, quote: Quote) -> None:
    events = game.play(seat, action)
    assert Counter(_told(events, "paid")["cards"]) == Counter(quote.price)


def _told(events: list[Event], kind: str) -> Any:
    return next(event.data for event in events if event.kind == kind)


def _cubes_or_gold(game: Game, seat: int, action: Action, quote: Quote) -> None:
    """Cubes that are only shown stay; for a card no more than its printed cubes, or gold, are paid at once."""
    for event in game.play(seat, action):
        if "how" not in event.data:
            continue
        cubes: Any = event.data["paid"]
        gold = Counter(gold=int(str(event.data["gold"])))
        if action[0] == "activate":
            assert Counter(cubes) <= Counter(quote.price)
        else:
            assert Counter(cubes) + gold == (Counter() if action[0] == "show" else Counter(quote.price))


def _workers_or_silverlings(game: Game, seat: int, action: Action, quote: Quote) -> None:
    """Of several ways the cheapest is quoted; here any is played, so that none is cheaper."""
    ways = [each for each in game.legal(seat) if each[:3] == action[:3]]
    least = min(_spent(game, seat, way).get("workers", 0) for way in ways if way[0] == action[0])
    assert least == quote.price.get("workers", 0)


def _spent(game: Game, seat: int, action: Action) -> Counter[str]:
    there = game.copy()
    spent = Counter[str]()
    for event in there.play(seat, action):
        match event.kind:
            case "turned" | "turned_to":
                spent["workers"] += int(str(event.data["count"]))
            case "bought_with_workers":
                spent["workers"] += int(str(event.data["workers"]))
    return spent


def _money_or_ships(game: Game, seat: int, action: Action, quote: Quote) -> None:
    money = game.state.players[seat].money
    events = game.play(seat, action)
    if action[0] == "rondel":
        assert _told(events, "rondel")["cost"] == quote.price["ships"]
        return
    income = sum(int(str(event.data.get("income", 0))) for event in events)
    assert money - game.state.players[seat].money + income == quote.price["money"]


PAID: dict[str, Callable[[Game, int, Action, Quote], None]] = {
    "mmn": _cards,
    "macao": _cubes_or_gold,
    "burgundy": _workers_or_silverlings,
    "navegador": _money_or_ships,
}
