"""The position in words, line by line: for alt texts, and for players who listen instead of looking."""

from __future__ import annotations

from engines.contract import Message
from engines.macao import scoring
from engines.macao.phases import phase
from engines.macao.position import Position


def describe(game: Position) -> list[Message]:
    """The public position; first what all share, then one line per player in wall order."""
    state = game.state
    order = state.wall.order()
    lines = [Message("macao.describe.round", {"turn": state.turn, "phase": phase(game)})]
    lines.append(Message("macao.describe.order", {"seats": [str(seat) for seat in order]}))
    if state.display.cards:
        lines.append(Message("macao.describe.display", {"cards": [f"{card}.name" for card in state.display.cards]}))
    if state.turn:
        display = state.display
        lines.append(Message("macao.describe.tribute", {"gold": display.gold, "prestige": display.prestige}))
    if state.rolled:
        lines.append(Message("macao.describe.dice", dict(state.rolled)))
    for seat in order:
        player = state.players[seat]
        lines.append(
            Message(
                "macao.describe.player",
                {
                    "seat": seat,
                    "points": sum(scoring.sources(game, seat).values()),
                    "prestige": player.prestige,
                    "gold": player.gold,
                    "cubes": game.listed(player.stock),
                    "activated": len(player.activated),
                    "tableau": len(player.tableau),
                    "quarters": len(player.quarters),
                    "ship": player.ship,
                },
            )
        )
    return lines
