"""What a player is offered: cards to activate and to use, the ways to pay for something, and what dice bring."""

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
"""What is paid, beside cubes by their colour."""


class DiceQuote(Quote, frozen=True, kw_only=True):
    """Quote dice that are chosen, or the cubes of one of them moved to another field."""

    cubes: Mapping[str, int]
    """How many come, by colour."""
    fields: Mapping[str, int]
    """Where they go, by colour: a field of the rose as it lies before it turns."""


def quotes(game: Position, seat: int) -> dict[str, Quote]:
    """Quote own cards and ways to pay, offered or not, and dice; of all else the words of actions say everything."""
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
    """Quote cards of the tableau with their printed cubes, and those activated cards that are used in the own turn."""
    player = game.state.players[seat]
    begun = {action[:2] for action in game.legal(seat)}
    things = [((Activate.word, card), prices.COST[card]) for card in player.tableau]
    things += [((Use.word, card), {}) for card in game.powers(seat).used]
    for beginning, price in things:
        reason = None if beginning in begun else game.obstacle(seat, beginning)
        yield beginning, Quote(offered=reason is None, price=price, reason=reason)


def _ways(game: Position, step: Pay, seat: int) -> Iterator[tuple[Action, Quote]]:
    """Quote every way to pay, with the cubes that are returned (or only shown) or the gold."""
    legal = game.legal(seat)
    verb = PayGold()
    ways: dict[Action, Mapping[str, int]] = {(PayCubesOf.word,): prices.COST[step.what]}
    for colour in prices.COST[step.what]:
        ways[Waive.word, colour] = Waive().left(step, colour)
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
