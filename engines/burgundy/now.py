"""Additions of the position to sections of the rules: the bonus of the phase, workers and silverlings."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.messages import Message


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    phase = game.state.phase
    if section == "10" and phase in box.PHASE_VP:
        yield Message("burgundy.now.region", {"phase": phase, "points": box.PHASE_VP[phase]})
    if section in ("6.1", "6.6") and seat is not None:
        player = game.state.players[seat]
        yield Message("burgundy.now.purse", {"workers": player.workers, "silverlings": player.silverlings})
