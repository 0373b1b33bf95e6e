"""Public facts that an action of Macao depends on: the display, the city, the dice of the round."""

from __future__ import annotations

from engines.macao import board
from engines.macao.position import Position
from engines.messages import Action, Message


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return the card, tile, tribute value or dice that an action refers to; empty if the card or tile is gone."""
    state = game.state
    match action:
        case ("take", card) if card in state.display.cards:
            return [Message("macao.fact.on_display", {"card": card})]
        case ("quarter", quarter) if quarter in state.city:
            return [Message("macao.fact.free", {"quarter": quarter})]
        case ("tribute",):
            display = state.display
            return [Message("macao.fact.tribute", {"gold": display.gold, "prestige": display.prestige})]
        case ("dice", *colours) if state.rolled and set(colours) <= set(board.COLOURS):
            return [Message("macao.fact.die", {"colour": colour, "value": state.rolled[colour]}) for colour in colours]
    return []
