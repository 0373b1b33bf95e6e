"""Prices and results of a player's possible actions: activating and using cards, ways to pay, choosing dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.macao import prices
from engines.macao.position import Position
from engines.macao.steps.dice import Choose, ChooseDice, Shift
from engines.macao.steps.rounds import Turn
from engines.macao.verbs.acquisition import Activate, Pay, PayCubesOf, PayGold, Show, Waive
from engines.macao.verbs.use import Use
from engines.messages import Action
from engines.quotes import Quote

GOLD = "gold"
"""The key of a price in gold; prices in cubes have the colours as keys."""


class DiceQuote(Quote, frozen=True, kw_only=True):
    """The quote of a choice of dice, or of moving the cubes of one die to another field."""

    cubes: Mapping[str, int]
    """The number of cubes that come, by colour."""
    fields: Mapping[str, int]
    """The fields of the wind rose, before it is turned, to which the cubes go, by colour."""


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Return the quotes of the seat's cards, of ways to pay, or of dice; empty for other decisions."""
    match game.state.stack[-1]:
        case Turn():
            quoted = _cards(game, seat)
        case Pay() as step:
            quoted = _ways(game, step, seat)
        case ChooseDice() as step:
            quoted = _dice(game, step, seat)
        case _:
            return {}
    return {" ".join(action): quote for action, quote in quoted}


def _cards(game: Position, seat: int) -> Iterator[tuple[Action, Quote]]:
    """Quote the cards of the tableau with their printed cubes, and the activated cards that a turn can use."""
    player = game.state.players[seat]
    legal_beginnings = {action[:2] for action in game.legal(seat)}
    priced = [((Activate.word, card), prices.COST[card]) for card in player.tableau]
    priced += [((Use.word, card), {}) for card in game.powers(seat).used]
    for beginning, price in priced:
        reason = None if beginning in legal_beginnings else game.obstacle(seat, beginning)
        yield beginning, Quote(offered=reason is None, price=price, reason=reason)


def _ways(game: Position, step: Pay, seat: int) -> Iterator[tuple[Action, Quote]]:
    """Quote all ways to pay, with the cubes that are returned (or only shown) or the gold."""
    legal = game.legal(seat)
    verb = PayGold()
    ways: dict[Action, Mapping[str, int]] = {(PayCubesOf.word,): prices.COST[step.what]}
    for colour in prices.COST[step.what]:
        ways[Waive.word, colour] = Waive().remaining_price(step, colour)
    ways[verb.word,] = {GOLD: verb.price(game, step, seat) or 0}
    ways[Show.word,] = prices.COST[step.what]
    for action, price in ways.items():
        reason = None if action in legal else game.obstacle(seat, action)
        yield action, Quote(offered=reason is None, price=price, reason=reason)


def _dice(game: Position, step: ChooseDice, seat: int) -> Iterator[tuple[Action, Quote]]:
    for action in game.legal(seat):
        match action:
            case (Choose.word, *colours):
                shift: list[str] = []
            case (Shift.word, *shift):
                colours = shift[:1]
            case _:
                continue
        yield (
            action,
            DiceQuote(
                offered=True,
                cubes={colour: step.brought(game, seat, colour) for colour in colours},
                fields={colour: step.field(game, colour, shift) for colour in colours},
            ),
        )
