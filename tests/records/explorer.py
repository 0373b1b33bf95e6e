"""A player who looks for Nagasaki: games in which all waters are discovered do not come from playing for points."""

from __future__ import annotations

from random import Random

from engines.contract import Action, Game
from engines.navegador import board

EAST = list(board.REGIONS)
"""Regions from Portugal to Nagasaki."""
NEAR = 3
"""Fields that cost no ship."""


def explorer(game: Game, seat: int, rng: Random) -> Action:
    """Discovers the farthest region it can; else it sails east, builds ships, or does anything that is not building."""
    legal = game.legal(seat)
    offered = {kind: [action for action in legal if action[0] == kind] for kind, *_ in legal}
    match offered:
        case {"discover": discoveries}:
            return discoveries[-1]
        case {"royal": royal}:
            return rng.choice(royal)
        case {"navegador": [card]} if rng.random() < 0.5:
            return card
        case {"rondel": fields}:
            return _field(fields[:NEAR], rng)
        case {"sail": voyages}:
            return _voyage(voyages, declined=("done",) if "done" in offered else None)
        case {"ships": units} | {"workers": units}:
            return units[-1]
    busy = [action for action in legal if action[0] not in ("pass", "done", "build")]
    return rng.choice(busy or legal)


def _field(near: list[Action], rng: Random) -> Action:
    if ("rondel", "sailing") in near:
        return ("rondel", "sailing")
    if ("rondel", "ships") in near and rng.random() < 0.7:
        return ("rondel", "ships")
    return rng.choice(near)


def _voyage(voyages: list[Action], declined: Action | None) -> Action:
    east = [action for action in voyages if EAST.index(action[2]) > EAST.index(action[1])]
    if not east and declined is not None:
        return declined
    return max(east or voyages, key=lambda action: (EAST.index(action[2]), int(action[3])))
