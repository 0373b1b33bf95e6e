"""Additions of the present position to sections of the rules: present prices, range and supplies."""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Message
from engines.navegador import board
from engines.navegador.facts import facts
from engines.navegador.position import Position
from engines.navegador.verbs.recruiting import BuildShips, RecruitWorkers

NAMED = {
    "4.3": [(verb, good) for good in board.GOODS for verb in ("sell", "process")],
    "4.4": [("build", row) for row in board.BUILDINGS],
    "7.4": [("colony", region) for region in board.REGIONS],
}
NAMED |= {"7.5": NAMED["4.4"], "7.6": NAMED["4.3"]}
"""The actions whose facts belong to a section of the rules, by section."""


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    for action in NAMED.get(section, ()):
        yield from facts(game, seat or 0, action)
    match section, seat:
        case "7.7", _ if offered := [category for category in board.CATEGORIES if game.state.gallery[category]]:
            yield Message("navegador.now.gallery", {"categories": offered})
        case "7.3" | "8", _:
            yield Message("navegador.now.range", {"n": game.state.phase})
        case "7.1", int():
            scale = RecruitWorkers().scale(game, seat)
            yield Message("navegador.now.workers", {"n": scale.cheap, "cost": scale.extra})
        case "7.2", int():
            scale = BuildShips().scale(game, seat)
            yield Message("navegador.now.ships", {"n": scale.cheap, "cost": scale.extra})
