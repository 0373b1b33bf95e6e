"""The engines of all games, which are pure and deterministic; use them through ``new``, ``load`` and ``GAMES``."""

from __future__ import annotations

from engines.burgundy.game import Burgundy
from engines.contract import (
    Action,
    CorruptState,
    Event,
    Game,
    IllegalAction,
    InRow,
    Journey,
    Json,
    Message,
    Option,
    Place,
    Prompt,
    Score,
    View,
)
from engines.macao.game import Macao
from engines.mmn.game import Mmn
from engines.navegador.game import Navegador

GAMES: dict[str, type[Game]] = {game.key: game for game in (Navegador, Macao, Burgundy, Mmn)}
"""The games by their keys."""


def new(key: str, seats: int, seed: int, **options: str) -> Game:
    """Return a new game at its first decision.

    Raises:
        ValueError: There is no such game, or it does not have this number of seats, an option, or a value of one.
    """
    if key not in GAMES:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(GAMES)}")
    return GAMES[key].new(seats, seed, **options)


def load(data: Json) -> Game:
    """Return the game of a dump.

    Raises:
        CorruptState: The data is no dump of a game; the exception says why.
    """
    key = data.get("game") if isinstance(data, dict) else None
    if not isinstance(key, str) or key not in GAMES:
        raise CorruptState(f"the state names no known game: {key!r}")
    return GAMES[key].load(data)


__all__ = [
    "GAMES",
    "Action",
    "CorruptState",
    "Event",
    "Game",
    "IllegalAction",
    "InRow",
    "Journey",
    "Json",
    "Message",
    "Option",
    "Place",
    "Prompt",
    "Score",
    "View",
    "load",
    "new",
]
