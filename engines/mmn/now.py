"""Remarks on the position below a section of the rules: the barbarians, and the limits of the reader's hand."""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Message
from engines.mmn import board
from engines.mmn.position import Position


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return the remarks on the position that belong to a section of the rules (see the contract)."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    # Barbarians: their ship, the strengths.
    if section in ("6", "6.1", "6.2"):
        strength = {"attack": game.attack_strength(), "defence": sum(game.contributions())}
        yield Message("mmn.describe.barbarians", {"space": game.state.ship, "last": board.ATTACK_AT, **strength})
    # A seven, and the cards that it costs.
    if section in ("7", "7.1") and seat is not None:
        cards = sum(game.state.players[seat].hand)
        yield Message("mmn.now.hand", {"count": cards, "most": game.hand_limit(seat)})
    # The limit of progress cards.
    if section == "9.3" and seat is not None:
        cards = len(game.state.players[seat].cards)
        yield Message("mmn.now.progress", {"count": cards, "most": board.PROGRESS_LIMIT})
