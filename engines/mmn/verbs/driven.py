"""Placing, moving, displacing and deserting of knights (rules 14.5; 22, points 13 and 14; ruling 24.12)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state import Knight
from engines.mmn.verbs.action import Decision, OneWord, is_opponent
from engines.steps import Arguments, Done, Words


def place(game: Position, seat: int, knight: Knight) -> None:
    game.network.add_knight(seat, knight)
    game.emit("knight", seat, node=game.geometry.nodes[knight.node], rank=board.RANKS[knight.rank])


def shift(game: Position, seat: int, knight: Knight, node: int) -> None:
    """Move a knight to a free intersection."""
    start = game.geometry.nodes[knight.node]
    game.network.move_knight(knight, node)
    game.emit("moved", seat, node=start, to=game.geometry.nodes[node])


def remove(game: Position, knight: Knight) -> None:
    """Return a knight and its captain to their owner's supply (rules 14.6)."""
    owner = game.network.remove_knight(knight)
    game.emit("knight_lost", owner, node=game.geometry.nodes[knight.node], rank=board.RANKS[knight.rank])


class GiveWay(OneWord["Retreat"]):
    """Move a displaced knight along its owner's roads to a free intersection, as in 14.5 a."""

    word = "retreat"

    def choices(self, game: Position, step: Retreat, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[node],) for node in game.network.reach(seat, step.knight.node)[0])

    def unfit(self, game: Position, step: Retreat, seat: int, word: str) -> Message | None:
        return refusals.march(game, seat, game.geometry.nodes[step.knight.node], word)

    def do(self, game: Position, step: Retreat, seat: int, words: Words) -> None:
        start = game.geometry.nodes[step.knight.node]
        step.knight.node = game.geometry.node_number[words[0]]
        game.network.add_knight(seat, step.knight)
        game.emit("retreated", seat, node=start, to=words[0])


class Retreat(Decision, kw_only=True, tag="Retreat"):
    """The question where a displaced knight retreats; it is off the map until its owner answers."""

    asks = "mmn.prompt.retreat"
    verbs = (GiveWay(),)

    knight: Knight

    def sound(self, game: Position) -> bool:
        node = self.knight.node
        rank = self.knight.rank
        if not (0 <= node < game.geometry.node_count and rank in range(1, len(board.RANKS))):
            return False
        supply = game.state.players[self.seat].left(board.RANKS[rank])
        return supply > 0 and bool(game.network.reach(self.seat, node)[0])

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.geometry.nodes[self.knight.node], "rank": board.RANKS[self.knight.rank]}


def displace(game: Position, seat: int, node: int, attacker: Knight | None) -> None:
    """Drive the knight off an intersection, and put the attacker there, if there is one.

    Without a place to go the displaced knight leaves the board with its captain.
    """
    nodes = game.geometry.nodes
    victim = game.knight(node)
    owner = game.network.remove_knight(victim)
    if attacker is None:
        game.emit("driven", seat, node=nodes[node], victim_seat=owner)
    else:
        start = nodes[attacker.node]
        game.network.move_knight(attacker, node)
        game.emit("displaced", seat, node=start, to=nodes[node], victim_seat=owner)
    # The place it has just left is no retreat, even where nobody has taken it.
    if game.network.reach(owner, node)[0]:
        game.push(Retreat(seat=owner, knight=victim))
    else:
        game.emit("knight_lost", owner, node=nodes[node], rank=board.RANKS[victim.rank])


class Desert(OneWord["LoseKnight"]):
    """Choose the knight that deserts; for its captain the other player gets a basic knight in addition."""

    word = "desert"
    names = staticmethod(refusals.own_knight)

    def choices(self, game: Position, step: LoseKnight, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[knight.node],) for knight in game.state.players[seat].knights)

    def do(self, game: Position, step: LoseKnight, seat: int, words: Words) -> None:
        knight = game.knight(game.geometry.node_number[words[0]])
        remove(game, knight)
        if knight.captain:
            game.push(Enlist(seat=step.by, rank=1, active=False))
        game.push(Enlist(seat=step.by, rank=knight.rank, active=knight.active))


class LoseKnight(Decision, kw_only=True, tag="LoseKnight"):
    """The question which of a victim's knights deserts."""

    asks = "mmn.prompt.deserting"
    fills = {"by_seat": "by"}
    verbs = (Desert(),)

    by: int
    """The seat that has played the card."""

    def sound(self, game: Position) -> bool:
        return is_opponent(game, self.seat, self.by) and bool(game.state.players[self.seat].knights)


class Station(OneWord["Enlist"]):
    """Place the knight where one could be built."""

    word = "choose"
    names = staticmethod(refusals.post)

    def choices(self, game: Position, step: Enlist, seat: int) -> Iterable[Words]:
        return ((game.geometry.nodes[node],) for node in game.network.knight_spots(seat))

    def do(self, game: Position, step: Enlist, seat: int, words: Words) -> None:
        node = game.geometry.node_number[words[0]]
        place(game, seat, Knight(node=node, rank=step.piece(game), active=step.active))


class Enlist(Decision, kw_only=True, tag="Enlist"):
    """The question where to place a knight for free.

    It has the given rank or the next lower one in supply. A player without a piece or a place is not asked.
    """

    asks = "mmn.prompt.enlist"
    verbs = (Station(), Done())

    rank: int
    active: bool

    def sound(self, game: Position) -> bool:
        return self.rank in range(1, len(board.RANKS))

    def piece(self, game: Position) -> int:
        """Return the rank of the knight that is placed; 0: none is in supply."""
        player = game.state.players[self.seat]
        return next((rank for rank in range(self.rank, 0, -1) if player.left(board.RANKS[rank])), 0)

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if self.piece(game) and game.network.knight_spots(self.seat) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"rank": board.RANKS[self.piece(game)]}
