"""What the fields of steps may hold, by name: the same name means the same in every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.mmn import board
from engines.mmn.position import Position

_ITEMS = tuple(board.TOKEN_COSTS)
_SEATS = ("seat", "by", "to", "victim")


def cards(value: Any) -> bool:
    """Cards counted by kind."""
    return len(value) == len(board.KINDS) and min(value) >= 0


def seats(game: Position, values: Any) -> bool:
    return set(values) <= set(range(game.state.seats))


def built(game: Position, node: int) -> bool:
    """Whether there is a building on the intersection."""
    return 0 <= node < game.size.geometry.node_count and game.network.builder[node] >= 0


_SOUND: dict[str, Callable[[Position, Any], bool]] = {
    **dict.fromkeys(_SEATS, lambda game, value: 0 <= value < game.state.seats),
    "waiting": seats,
    "node": lambda game, value: -1 <= value < game.size.geometry.node_count,
    "hex": lambda game, value: -1 <= value < game.size.geometry.hex_count,
    "track": lambda game, value: 0 <= value < len(board.TRACKS),
    "deck": lambda game, value: value in board.TRACKS,
    "card": lambda game, value: value in game.cards,
    "item": lambda game, value: value in _ITEMS,
    "count": lambda game, value: value > 0,
    "rank": lambda game, value: 1 <= value <= 3,
    "give": lambda game, value: cards(value),
    "want": lambda game, value: cards(value),
    "back": lambda game, value: -1 <= value < board.PAIR,
    "group": lambda game, value: value in ("any", "commodity"),
    "figure": lambda game, value: value in ("robber", "pirate"),
    "figures": lambda game, value: bool(value) and set(value) <= {"robber", "pirate"},
    "knight": lambda game, value: 0 <= value.node < game.size.geometry.node_count and 1 <= value.rank <= 3,
    "lost": lambda game, value: all(built(game, node) for node in value),
    **dict.fromkeys(("due", "free"), lambda game, value: len(value) == game.state.seats and min(value) >= 0),
    "claims": lambda game, value: all(seats(game, [due.seat]) and -1 <= due.kind < board.PAIR for due in value),
    "chosen": lambda game, value: len(value) == game.state.seats and all(map(cards, value)),
}


def faults(step: Any, game: Position) -> list[str]:
    """Fields of a step that are out of range."""
    name = type(step).__name__
    return [
        f"{name} has {field} {getattr(step, field)}"
        for field in step.__struct_fields__
        if field in _SOUND and not _SOUND[field](game, getattr(step, field))
    ]
