"""A displaced knight retreats (rules 14.5, Intrigue; 22, point 13)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state_parts import Knight
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments, Verb, Words


class GiveWay(Verb[Position, "Retreat"]):
    """Along own roads to a free intersection, as in 14.5 a."""

    word = "retreat"

    def choices(self, game: Position, step: Retreat, seat: int) -> Iterable[Words]:
        nodes = game.size.geometry.nodes
        return ((nodes[node],) for node in game.network.reach(seat, step.knight.node)[0])

    def fault(self, game: Position, step: Retreat, seat: int, words: Words) -> Message | None:
        here = game.size.geometry.nodes[step.knight.node]
        return refusals.march(game, seat, here, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: Retreat, seat: int, words: Words) -> None:
        here = game.size.geometry.nodes[step.knight.node]
        step.knight.node = game.size.geometry.node_number[words[0]]
        game.network.add_knight(seat, step.knight)
        game.emit("retreated", seat, node=here, to=words[0])


class Retreat(Decision, kw_only=True, tag="Retreat"):
    """The owner of a knight that has been driven away moves it; the knight is off the map meanwhile."""

    asks = "mmn.prompt.retreat"
    verbs = (GiveWay(),)

    knight: Knight

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.size.geometry.nodes[self.knight.node], "rank": board.RANKS[self.knight.rank]}


def displace(game: Position, seat: int, node: int, attacker: Knight | None) -> None:
    """Drives the knight off an intersection, and puts the attacker there, if there is one.

    Without a place to go the driven knight leaves the board, its captain too.
    """
    nodes = game.size.geometry.nodes
    victim = game.knight(node)
    owner = game.network.remove_knight(victim)
    if attacker is None:
        game.emit("driven", seat, node=nodes[node], victim_seat=owner)
    else:
        here = nodes[attacker.node]
        game.network.move_knight(attacker, node)
        game.emit("displaced", seat, node=here, to=nodes[node], victim_seat=owner)
    # The place it has just left is no retreat, even where nobody has taken it.
    if game.network.reach(owner, node)[0]:
        game.push(Retreat(seat=owner, knight=victim))
    else:
        game.emit("knight_lost", owner, node=nodes[node], rank=board.RANKS[victim.rank])
