"""Deserter: the victim's choice of a knight, and the knights that may be placed (rules 22, point 14; ruling 24.12)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, pieces, refusals, words
from engines.mmn.position import Position
from engines.mmn.state_parts import Knight
from engines.mmn.verbs import knights
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


class LoseKnight(Decision, kw_only=True, tag="LoseKnight"):
    """The victim says which of his knights deserts."""

    asks = "mmn.prompt.deserting"

    by: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"by_seat": self.by}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        return (game.words.desert[knight.node] for knight in game.state.players[seat].knights)

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("desert", word):
                return refusals.own_knight(game, seat, word)
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        knight = game.knight(game.size.geometry.node_number[action[1]])
        knights.remove(game, knight)
        if knight.captain:
            game.push(Enlist(seat=self.by, rank=1, active=False))
        game.push(Enlist(seat=self.by, rank=knight.rank, active=knight.active))


class Enlist(Decision, kw_only=True, tag="Enlist"):
    """A knight may be placed free: of the rank, or of the next lower one in supply; nobody is asked without a piece
    or a place."""

    asks = "mmn.prompt.enlist"

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

    def optional(self, game: Position, seat: int) -> bool:
        return True

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        for node in game.network.knight_spots(seat):
            yield game.words.choose_node[node]
        yield words.DONE

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("choose", word):
                return refusals.post(game, seat, word)
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action != words.DONE:
            node = game.size.geometry.node_number[action[1]]
            knights.place(game, seat, Knight(node=node, rank=self.piece(game), active=self.active))

    def run(self, game: Position) -> None:
        """No piece or no place: nothing."""
