"""The position in words, line by line: for alt texts, and for players who listen instead of looking."""

from __future__ import annotations

from engines.contract import Message
from engines.navegador import board, scoring
from engines.navegador.position import Position


def describe(game: Position) -> list[Message]:
    """The public position; first what all share, then one line per player."""
    state = game.state
    lines = [Message("navegador.describe.phase", {"phase": state.phase, "turn": state.turn})]
    if state.turns_left:
        lines.append(Message("navegador.describe.turns_left", {"n": state.turns_left}))
    prices = {good: board.PRICE[good][row] for good, row in state.market.items()}
    profits = {f"{good}_profit": board.PROFIT[row] for good, row in state.market.items()}
    lines.append(Message("navegador.describe.market", prices | profits))
    known = [region for region in state.discovered if region != board.HOME]
    lines.append(Message("navegador.describe.discovered", {"n": len(known), "regions": list(known)}))
    if any(state.buildings.values()):
        lines.append(Message("navegador.describe.buildings", {"n": sum(state.buildings.values())}))
    lines.append(Message("navegador.describe.card", {"holder_seat": state.card.holder}))
    for seat, player in enumerate(state.players):
        units = scoring.units(player)
        field = "start" if player.stone is None else board.RONDEL[player.stone]
        points = sum(scoring.sources(state, seat).values())
        owned = {"money": player.money, "workers": player.workers, "ships": player.ships} | units
        lines.append(Message("navegador.describe.player", {"seat": seat, "points": points, "field": field, **owned}))
    return lines
