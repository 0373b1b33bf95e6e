"""What actions of the own turn have in common (rules 11 to 18): words, price, and how they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from engines.contract import Message
from engines.mmn import awards, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building, Knight
from engines.mmn.verbs.decision import Step
from engines.steps import Offer, Verb, Words

Piece = TypeVar("Piece", Building, Knight)


class Completed(Step, kw_only=True, tag="Completed"):
    """An action with all that followed from it is over: now the three cards are looked at (rules 13.5)."""

    def run(self, game: Position) -> None:
        awards.recheck(game)


class TurnVerb(Verb[Position, Any]):
    """Something done in the own turn."""

    length: ClassVar[int] = 1
    """Words after the first."""

    def offers(self, game: Position, step: Any, seat: int) -> Sequence[Offer]:
        """What ``closed`` and ``choices`` say together, as lists of a turn want it."""
        if not self.always_open and self.closed(game, step, seat) is not None:
            return ()
        found = tuple(self.choices(game, step, seat))
        return [(self, found)] if found else ()

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        if len(words) != self.length:
            return Message("mmn.refuse.length", {"typed": " ".join((self.word, *words))})
        return self.unfit(game, seat, words)

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        """Why so many words are not among the choices."""
        return None


class Work(TurnVerb):
    """Something built, hired or done by a knight: it has a price, or none, and then the three cards are looked at."""

    price: ClassVar[hands.Cost] = ()
    dear: ClassVar[Message]
    """That there are too few cards for it."""
    single: ClassVar[bool] = False
    """The cards of a single terrain pay for it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.dear = Message("mmn.refuse.cost", {"cards": hands.listed(cls.price)})

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if self.enough(game.state.players[seat].hand) else self.dear

    def enough(self, hand: list[int]) -> bool:
        """Whether a hand can pay for it."""
        return hands.has(hand, self.price)

    def offers(self, game: Position, step: Any, seat: int) -> Sequence[Offer]:
        player = game.state.players[seat]
        hand = player.hand
        for kind, needed in self.price:
            if hand[kind] < needed:
                return ()
        found = self.possible(game, seat, player)
        return [(self, found)] if found else ()

    def choices(self, game: Position, step: Any, seat: int) -> Sequence[Words]:
        return self.possible(game, seat, game.state.players[seat])

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        """Every completion, if it can be paid."""
        return ()

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        return Message("mmn.hint.cost", {"cards": hands.listed(self.price)}) if self.price else None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        stack = game.state.stack
        stack.append(step)
        depth = len(stack)
        if self.price:
            hands.pay(game, seat, self.price)
        self.act(game, seat, words)
        if len(stack) == depth:
            awards.recheck(game)
        else:
            stack.insert(depth, Completed())

    def act(self, game: Position, seat: int, words: Words) -> None:
        """Does what has been paid for."""
        raise NotImplementedError


class OnPiece(Work, Generic[Piece]):
    """Something done with an own piece, paid or free."""

    def owned(self, player: Player) -> Sequence[Piece]:
        """All pieces of the sort."""
        raise NotImplementedError

    def own(self, game: Position, seat: int, word: str) -> Piece | Message:
        """The own piece on an intersection, or that there is none."""
        raise NotImplementedError

    def wrong(self, player: Player, piece: Piece) -> Message | str:
        """What speaks against this piece: a message, or the id of one about its place; empty: nothing."""
        raise NotImplementedError

    def fitting(self, player: Player) -> list[Piece]:
        """Those with which it can be done, whatever it costs."""
        return [piece for piece in self.owned(player) if not self.wrong(player, piece)]

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [game.words.node[piece.node] for piece in self.fitting(player)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        piece = self.own(game, seat, words[0])
        if isinstance(piece, Message):
            return piece
        wrong = self.wrong(game.state.players[seat], piece)
        return (
            Message(f"mmn.refuse.{wrong}", {"place": words[0]}) if isinstance(wrong, str) and wrong else wrong or None
        )

    def act(self, game: Position, seat: int, words: Words) -> None:
        piece = self.own(game, seat, words[0])
        assert not isinstance(piece, Message)
        self.change(game, seat, piece)

    def change(self, game: Position, seat: int, piece: Piece) -> None:
        """What is done."""
        raise NotImplementedError


class OnBuilding(OnPiece[Building]):
    """At a building."""

    def owned(self, player: Player) -> Sequence[Building]:
        return player.buildings

    def own(self, game: Position, seat: int, word: str) -> Building | Message:
        return refusals.own_building(game, seat, word) or game.building(game.size.geometry.node_number[word])


class WithKnight(OnPiece[Knight]):
    """With a knight."""

    def owned(self, player: Player) -> Sequence[Knight]:
        return player.knights

    def own(self, game: Position, seat: int, word: str) -> Knight | Message:
        return refusals.own_knight(game, seat, word) or game.knight(game.size.geometry.node_number[word])
