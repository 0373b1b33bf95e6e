"""The shape that all of Macao's questions to one seat share."""

from __future__ import annotations

from engines import steps
from engines.contract import Message
from engines.macao.position import Position


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Position, seat: int) -> Message:
        return resources(game, seat)


def resources(game: Position, seat: int) -> Message:
    """Gold, prestige and the action stock."""
    player = game.state.players[seat]
    return Message(
        "macao.resources", {"gold": player.gold, "prestige": player.prestige, "cubes": game.listed(player.stock)}
    )
