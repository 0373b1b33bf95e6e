"""What everybody can see and an action depends on: the display, the city, the dice of the round."""

from __future__ import annotations

from engines.macao import board
from engines.macao.position import Position
from engines.messages import Action, Message


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """What lies there and what it costs, as it is now; nothing of what is gone."""
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
            return [Message("macao.fact.die", {"colour": each, "value": state.rolled[each]}) for each in colours]
    return []
