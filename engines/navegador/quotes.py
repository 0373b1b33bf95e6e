"""Prices and results of a player's possible actions: fields of the rondel, deals, workers, ships and buildings."""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Action, Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.steps import ChooseField
from engines.navegador.verbs.builder import Build, Builder, Colony, Found, price
from engines.navegador.verbs.market import DEALS, Market, best_income
from engines.navegador.verbs.privilege import Privilege, TakePrivilege, TakeRoyal, bonus
from engines.navegador.verbs.recruiting import BuildShips, Recruit, Recruiting, RecruitWorkers
from engines.navegador.verbs.rondel import ships_for, steps_to
from engines.quotes import Quote

MONEY = "money"
"""The key of a price in Cruzados."""
SHIPS = "ships"
"""The key of a price in ships."""
WORKERS = "workers"
"""The key of a price in workers; a building only binds them for the action."""


class FieldQuote(Quote, frozen=True, kw_only=True):
    """The quote of a field of the rondel; the price is the ships to give up for a long move."""

    steps: int
    """The number of fields that the stone moves; 0: the free choice of the first turn."""
    outlook: int | None
    """A number that describes the field's action.

    For recruiting and shipbuilding: the number of workers or ships at the low price. For Sailing: the ships that may
    sail. For markets and privileges: the most that they pay. For colonies: the price of the cheapest one that can be
    founded. None: no number describes it.
    """


class DealQuote(Quote, frozen=True, kw_only=True):
    """The quote of selling or processing a good."""

    units: int
    """The most units that can be traded; if none can, the number of the seat's colonies or factories."""
    rate: int
    """The money that each unit brings."""
    joker: bool
    """True if ``units`` includes one of the start factory."""


class UnitsQuote(Quote, frozen=True, kw_only=True):
    """The quote of a number of workers or ships."""

    rate: int
    """The price of the last unit."""
    income: int
    """The money that the bank pays for units above the limit."""


class BuildingQuote(Quote, frozen=True, kw_only=True):
    """The quote of the cheapest building of a row."""

    limit: int
    """The number of buildings of the row that can be bought one after the other."""


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Return the quotes of the seat's present decision; empty for voyages, colonies and privileges.

    The hints of these three say everything that a quote could.
    """
    legal = set(game.legal(seat))
    match game.state.stack[-1]:
        case ChooseField():
            quoted = _fields(game, seat, legal)
        case Market() as step:
            quoted = _deals(game, step, seat, legal)
        case Recruiting() as step:
            quoted = _units(game, step, seat, legal)
        case Builder() as step:
            quoted = _buildings(game, step, seat, legal)
        case _:
            return {}
    return {" ".join(action): quote for action, quote in quoted}


def _reason(game: Position, seat: int, action: Action, legal: set[Action]) -> Message | None:
    return None if action in legal else game.obstacle(seat, action)


def _fields(game: Position, seat: int, legal: set[Action]) -> Iterator[tuple[Action, Quote]]:
    player = game.state.players[seat]
    for field in board.RONDEL:
        action = ("rondel", field)
        steps = steps_to(player, field)
        cost = ships_for(steps)
        reason = _reason(game, seat, action, legal)
        outlook = None if reason else _outlook(game, seat, field, player.ships - cost)
        price_by_kind = {SHIPS: cost} if cost else {}
        yield (
            action,
            FieldQuote(offered=reason is None, price=price_by_kind, reason=reason, steps=steps, outlook=outlook),
        )


def _outlook(game: Position, seat: int, field: str, ships: int) -> int | None:
    """Return the ``FieldQuote.outlook`` of a field for a seat that has this many ships after the stone's move."""
    match board.FIELD_ACTION[board.RONDEL.index(field)]:
        case "workers":
            return RecruitWorkers().scale(game, seat).cheap
        case "ships":
            return BuildShips().scale(game, seat).cheap
        case "sailing":
            return ships
        case "market":
            return best_income(game, seat)
        case "colony" if ships:  # the seat chooses which ships it gives up, so any region's ship may remain
            step = Colony.of(game, seat)
            verb = Found()
            open_regions = () if verb.closed(game, step, seat) else verb.choices(game, step, seat)
            return min((game.state.stacks[region][0] for (region,) in open_regions), default=None)
        case "privilege":
            action = Privilege.of(game, seat)
            verbs = [TakePrivilege(), *([TakeRoyal()] if ships else [])]  # the royal one needs a ship in Goa
            offered = [verb.choices(game, action, seat) for verb in verbs if verb.closed(game, action, seat) is None]
            return max((bonus(game, seat, category) for words in offered for (category,) in words), default=None)
    return None


def _deals(game: Position, step: Market, seat: int, legal: set[Action]) -> Iterator[tuple[Action, Quote]]:
    player = game.state.players[seat]
    for good in board.GOODS:
        for deal in DEALS:
            beginning = (deal.word, good)
            units = max((int(action[2]) for action in legal if action[:2] == beginning), default=0)
            without_joker = deal(good).limit(Market(seat=seat, joker=False), player, good)
            reason = None if units else game.obstacle(seat, beginning)
            yield (
                beginning,
                DealQuote(
                    offered=units > 0,
                    reason=reason,
                    units=units or without_joker,
                    rate=deal.price[good][game.state.market[good]],
                    joker=units > without_joker,
                ),
            )


def _units(game: Position, step: Recruiting, seat: int, legal: set[Action]) -> Iterator[tuple[Action, Quote]]:
    verb = next(verb for verb in step.verbs if isinstance(verb, Recruit))
    scale = verb.scale(game, seat)
    for units in range(1, scale.limit + 1):
        action = (verb.word, str(units))
        reason = _reason(game, seat, action, legal)
        cost = scale.price(units)
        yield (
            action,
            UnitsQuote(
                offered=reason is None,
                price={MONEY: cost},
                reason=reason,
                rate=cost - scale.price(units - 1),
                income=scale.surplus(units) * board.RESALE,
            ),
        )


def _buildings(game: Position, step: Builder, seat: int, legal: set[Action]) -> Iterator[tuple[Action, Quote]]:
    verb = Build()
    for row, building in board.BUILDINGS.items():
        action = (verb.word, row)
        reason = _reason(game, seat, action, legal)
        cost = {MONEY: price(game, row), WORKERS: building.workers} if game.state.buildings[row] else {}
        limit = 0 if reason else verb.limit(game, step, seat, row)
        yield action, BuildingQuote(offered=reason is None, price=cost, reason=reason, limit=limit)
