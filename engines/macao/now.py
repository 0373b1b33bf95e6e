"""Additions of the present position to sections of the rules: the present tribute value and the seat's tableau."""

from __future__ import annotations

from collections.abc import Iterator

from engines.macao import board
from engines.macao.facts import facts
from engines.macao.position import Position
from engines.messages import Message


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    if section in ("4.1", "7") and seat is not None:
        count = len(game.state.players[seat].tableau)
        yield Message("macao.now.tableau", {"count": count, "most": board.TABLEAU_SLOTS})
    if section in ("4.1", "5.5") and game.state.turn:  # before the first round there is no tribute
        yield from facts(game, seat or 0, ("tribute",))
