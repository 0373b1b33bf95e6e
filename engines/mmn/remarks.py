"""Remarks on a position: advice for beginners, additions to sections of the rules, facts behind actions.

Advice names things worth buying, and dangers. Facts are the public ones that an action depends on: free places, and
where robber and pirate stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.messages import Action, Message
from engines.mmn import board
from engines.mmn.naming import as_path
from engines.mmn.position import Position

WORTH = ("city", "settlement", "hall", "large_store", "servant", "journeyman", "captain", "store", "serf", "activate")
"""Things worth buying, by the first words of their actions, the best first; advice names the first possible one."""
NEAR = 5
"""The space of the barbarian ship from which on advice warns of an attack."""


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return which places named by an action are free, and where robber and pirate stand."""
    geometry = game.geometry
    network = game.network
    messages = list[Message]()
    for word in action[1:]:
        if (node := geometry.node_number.get(word)) is not None:
            if network.building[node] is None and network.knight[node] is None:
                messages.append(Message("mmn.fact.corner_free", {"node": word}))
        elif (path := geometry.path_number.get(as_path(word))) is not None and network.road[path] < 0:
            messages.append(Message("mmn.fact.path_free", {"path": as_path(word)}))
    if game.state.robber >= 0:
        messages.append(Message("mmn.fact.robber", {"hex": geometry.hexes[game.state.robber]}))
    if game.state.pirate >= 0:
        messages += [
            Message("mmn.fact.pirate", {"harbour": word})
            for word, harbour in geometry.harbour_number.items()
            if harbour == game.state.pirate
        ]
    return messages


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
