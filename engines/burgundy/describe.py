"""The position in words, line by line, for alt texts: what the next decisions need, estates only as counts."""

from __future__ import annotations

from engines.burgundy import box, scoring
from engines.burgundy.position import Position
from engines.contract import Message


def describe(game: Position) -> list[Message]:
    """The public position; first what all share, then one line per player in turn order."""
    state = game.state
    order = state.track.order()
    lines = []
    if state.turn:
        now: dict[str, int | str | list[str]] = {"phase": state.phase, "round": state.round, "white": state.white}
        lines.append(Message("burgundy.describe.round", now))
    lines.append(Message("burgundy.describe.order", {"seats": [str(seat) for seat in order]}))
    if state.coming:
        lines.append(Message("burgundy.describe.coming", {"goods": list(state.coming)}))
    for depot, tiles in state.depots.items():
        goods = box.listed(state.lying.get(depot, {}))
        if tiles or goods:
            lines.append(Message("burgundy.describe.depot", {"depot": depot, "tiles": list(tiles), "goods": goods}))
    for seat in order:
        player = state.players[seat]
        lines.append(
            Message(
                "burgundy.describe.player",
                {
                    "seat": seat,
                    "board": player.board,
                    "bonus": len(player.bonus),
                    "points": sum(player.earned.values()),
                    "projected": sum(scoring.sources(game, seat).values()),
                    "workers": player.workers,
                    "silverlings": player.silverlings,
                    "placed": len(player.covered),
                    "storage": list(player.storage),
                    "goods": box.listed(player.goods),
                    "dice": [str(die) for die in player.unused],
                },
            )
        )
    return lines
