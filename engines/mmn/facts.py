"""Public facts that an action depends on: free places, and where robber and pirate stand."""

from __future__ import annotations

from engines.messages import Action, Message
from engines.mmn.naming import as_path
from engines.mmn.position import Position


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
