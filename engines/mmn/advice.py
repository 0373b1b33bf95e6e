"""Advice for beginners about a position: things worth buying, and dangers."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Message
from engines.mmn import board
from engines.mmn.position import Position

WORTH = ("city", "settlement", "hall", "large_store", "servant", "journeyman", "captain", "store", "serf", "activate")
"""Things worth buying, by the first words of their actions, the best first; advice names the first possible one."""
NEAR = 5
"""The space of the barbarian ship from which on advice warns of an attack."""


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice for a seat (see the contract): its hand, the barbarians, an improvement and a thing to build."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    state = game.state
    player = game.state.players[seat]
    offered = {action[0]: action for action in reversed(game.legal(seat))}
    if "pass" not in offered:
        return
    cards = sum(player.hand)
    limit = game.hand_limit(seat)
    if cards > limit:
        yield Message("mmn.advice.hoard", {"cards": cards, "limit": limit})
    if state.ship >= NEAR and "activate" in offered and sum(game.contributions()) < game.attack_strength():
        yield Message("mmn.advice.barbarians", {"n": board.ATTACK_AT - state.ship})
    tracks = [action[1] for action in game.legal(seat) if action[0] == "improve"]
    if tracks:
        best = max(tracks, key=lambda track: player.levels[board.TRACK[track]])
        yield Message(f"mmn.advice.improve.{best}", {"n": player.levels[board.TRACK[best]] + 1})
    worth = next((word for word in WORTH if word in offered), None)
    if worth:
        yield Message(f"mmn.advice.{worth}")
