"""Advice for new players of Navegador: what is worth having in a position, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Message
from engines.navegador import scoring
from engines.navegador.position import Position

IDLE = 400
"""The money, in Cruzados, from which a player is advised to spend: enough for a building and a colony."""
FEW = 3
"""The number of workers below which a player is advised to recruit: a factory could not be built."""


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice on idle money, missing workers, discoveries and the most valuable privilege."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    legal = game.legal(seat)
    offered = {action[0] for action in legal}
    if "rondel" in offered and player.money >= IDLE:
        yield Message("navegador.advice.money", {"money": player.money})
    if "rondel" in offered and player.workers < FEW:
        yield Message("navegador.advice.workers", {"n": player.workers})
    if "discover" in offered:
        yield Message("navegador.advice.discover")
    if "privilege" in offered:
        units = scoring.units(player)
        open_ones = {action[1] for action in legal if action[0] == "privilege" and action[1] in units}
        most = max(units.values())
        best = {category for category, number in units.items() if number == most}
        if most > 1 and len(best) == 1 and best <= open_ones:
            yield Message("navegador.advice.privilege", {"owned": best.pop(), "units": most})
