"""What everybody can see and an action depends on: places that are free, where robber and pirate stand."""

from __future__ import annotations

from engines.messages import Action, Message
from engines.mmn.naming import as_path
from engines.mmn.position import Position


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """The places that an action names, as far as they are free, and robber and pirate."""
    geometry = game.geometry
    network = game.network
    found = list[Message]()
    for word in action[1:]:
        if (node := geometry.node_number.get(word)) is not None:
            if network.building[node] is None and network.knight[node] is None:
                found.append(Message("mmn.fact.corner_free", {"node": word}))
        elif (path := geometry.path_number.get(as_path(word))) is not None and network.road[path] < 0:
            found.append(Message("mmn.fact.path_free", {"path": as_path(word)}))
    if game.state.robber >= 0:
        found.append(Message("mmn.fact.robber", {"hex": geometry.hexes[game.state.robber]}))
    if game.state.pirate >= 0:
        found += [
            Message("mmn.fact.pirate", {"harbour": word})
            for word, harbour in geometry.harbour_number.items()
            if harbour == game.state.pirate
        ]
    return found
