"""Deserter: the victim's choice of a knight, and the knights that may be placed (rules 22, point 14; ruling 24.12)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state_parts import Knight
from engines.mmn.verbs import knights
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments, Done, Verb, Words


class Desert(Verb[Position, "LoseKnight"]):
    """Any knight; for a captain the other side gets a basic knight more."""

    word = "desert"

    def choices(self, game: Position, step: LoseKnight, seat: int) -> Iterable[Words]:
        return ((game.size.geometry.nodes[knight.node],) for knight in game.state.players[seat].knights)

    def fault(self, game: Position, step: LoseKnight, seat: int, words: Words) -> Message | None:
        return refusals.own_knight(game, seat, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: LoseKnight, seat: int, words: Words) -> None:
        knight = game.knight(game.size.geometry.node_number[words[0]])
        knights.remove(game, knight)
        if knight.captain:
            game.push(Enlist(seat=step.by, rank=1, active=False))
        game.push(Enlist(seat=step.by, rank=knight.rank, active=knight.active))


class LoseKnight(Decision, kw_only=True, tag="LoseKnight"):
    """The victim says which of his knights deserts."""

    asks = "mmn.prompt.deserting"
    verbs = (Desert(),)

    by: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"by_seat": self.by}


class Station(Verb[Position, "Enlist"]):
    """Where a knight could be built."""

    word = "choose"

    def choices(self, game: Position, step: Enlist, seat: int) -> Iterable[Words]:
        return ((game.size.geometry.nodes[node],) for node in game.network.knight_spots(seat))

    def fault(self, game: Position, step: Enlist, seat: int, words: Words) -> Message | None:
        return refusals.post(game, seat, words[0]) if len(words) == 1 else None

    def do(self, game: Position, step: Enlist, seat: int, words: Words) -> None:
        node = game.size.geometry.node_number[words[0]]
        knights.place(game, seat, Knight(node=node, rank=step.piece(game), active=step.active))


class Enlist(Decision, kw_only=True, tag="Enlist"):
    """A knight may be placed free: of the rank, or of the next lower one in supply; nobody is asked without a piece
    or a place."""

    asks = "mmn.prompt.enlist"
    verbs = (Station(), Done())

    rank: int
    active: bool

    def piece(self, game: Position) -> int:
        """The rank of the knight that is placed; 0: none is in supply."""
        player = game.state.players[self.seat]
        return next((rank for rank in range(self.rank, 0, -1) if pieces.knights_left(player, rank)), 0)

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if self.piece(game) and game.network.knight_spots(self.seat) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"rank": board.RANKS[self.piece(game)]}

    def run(self, game: Position) -> None:
        """No piece or no place: nothing."""
