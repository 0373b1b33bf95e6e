"""Public facts that an action of Navegador depends on, such as market prices and the tokens that can be taken."""

from __future__ import annotations

from engines.messages import Action, Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.builder import price


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return the present prices and pieces that an action refers to; empty if these pieces are gone."""
    state = game.state
    match action:
        case ("rondel", "market1" | "market2"):
            return [_pays(game, good) for good in board.GOODS]
        case ("sell", good, *_) if good in board.GOODS:
            return [_pays(game, good)]
        case ("process", good, *_) if good in board.GOODS:
            return [Message("navegador.fact.profit", {"good": good, "price": board.PROFIT[state.market[good]]})]
        case ("colony", region, *_) if region in state.discovered and state.stacks.get(region):
            return [Message("navegador.fact.colony", {"region": region, "cost": state.stacks[region][0]})]
        case ("build", row, *_) if state.buildings.get(row):
            return [Message("navegador.fact.building", {"row": row, "cost": price(game, row)})]
        case ("privilege", category, *_) if state.gallery.get(category):
            return [Message("navegador.fact.privilege", {"category": category})]
        case ("discover", region, *_) if region in board.REGIONS and region not in state.discovered:
            return [Message("navegador.fact.undiscovered", {"region": region})]
    return []


def _pays(game: Position, good: str) -> Message:
    return Message("navegador.fact.price", {"good": good, "price": board.PRICE[good][game.state.market[good]]})
