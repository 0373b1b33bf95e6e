"""Navegador: what a position seems to be better for and is not, since the other one has just used it, or since nothing
could be done with it."""

from __future__ import annotations

from engines.contract import Game
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.builder import Build, Builder, Colony, Found


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the other one stands on such a space, has founded the colonies, or sold and processed; or the richer one
    could neither build nor found anything."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    stone = other.state.players[seat].stone
    here = "" if stone is None else board.FIELD_ACTION[stone]
    if name in (here, f"near {here}"):
        return True
    match name:
        case "near builder":
            return not any(Build().choices(richer, Builder(seat=seat), seat))
        case "near colony" | "tokens":
            founded, left = (sum(game.state.players[seat].colonies.values()) for game in (other, richer))
            return founded > left or not any(Found().choices(richer, Colony(seat=seat), seat))
    return False
