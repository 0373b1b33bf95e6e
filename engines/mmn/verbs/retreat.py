"""A displaced knight retreats (rules 14.5, Intrigue; 22, point 13)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state_parts import Knight
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


class Retreat(Decision, kw_only=True, tag="Retreat"):
    """The owner of a knight that has been driven away moves it along own roads; the knight is off the map meanwhile."""

    asks = "mmn.prompt.retreat"

    knight: Knight

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.size.geometry.nodes[self.knight.node], "rank": board.RANKS[self.knight.rank]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return (game.words.retreat[node] for node in game.network.reach(seat, self.knight.node)[0])

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("retreat", word):
                return refusals.march(game, seat, game.size.geometry.nodes[self.knight.node], word)
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        nodes = game.size.geometry.nodes
        here = nodes[self.knight.node]
        self.knight.node = game.size.geometry.node_number[action[1]]
        game.network.add_knight(seat, self.knight)
        game.emit("retreated", seat, node=here, to=action[1])


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
