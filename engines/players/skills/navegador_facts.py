"""Navegador: what a position seems to be better for and is not, since the other one has just used it or since nothing
could be done with it; colonies that wait for nothing but money."""

from __future__ import annotations

from engines.contract import Game, Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.builder import Build, Builder, Colony, Found


def fact(name: str, richer: Game, other: Game, seat: int) -> Message | None:
    """That ships and workers are there for colonies, and the money is not."""
    assert isinstance(richer, Position)
    return Message("navegador.fact.unpaid") if name == "tokens" and not _founds(richer, seat) else None


def _founds(game: Position, seat: int) -> bool:
    """Whether a colony could be founded."""
    return any(Found().choices(game, Colony(seat=seat), seat))


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the other one stands on such a space, has founded the colonies, or sold and processed; or on that space
    the richer one could neither build nor found anything."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    stone = other.state.players[seat].stone
    here = "" if stone is None else board.FIELD_ACTION[stone]
    if name in (here, f"near {here}"):
        return True
    match name:
        case "near builder":
            return not any(Build().choices(richer, Builder(seat=seat), seat))
        case "near colony":
            return not _founds(richer, seat)
        case "tokens":
            founded, left = (sum(game.state.players[seat].colonies.values()) for game in (other, richer))
            return founded > left
    return False
