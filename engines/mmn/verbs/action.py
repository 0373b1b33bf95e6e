"""What actions of the own turn have in common (rules 11 to 18): words, price, and how they end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engines.contract import Action, Message
from engines.mmn import awards, hands
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.decision import Step
from engines.steps import Verb, Words


class Completed(Step, kw_only=True, tag="Completed"):
    """An action with all that followed from it is over: now the three cards are looked at (rules 13.5)."""

    def run(self, game: Position) -> None:
        awards.recheck(game)


class TurnVerb(Verb[Position, Any]):
    """Something done in the own turn."""

    length: ClassVar[int] = 1
    """Words after the first."""

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

    def __init_subclass__(cls) -> None:
        cls.dear = Message("mmn.refuse.cost", {"cards": hands.listed(cls.price)})

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if hands.has(game.state.players[seat].hand, self.price) else self.dear

    def actions(self, game: Position, step: Any, seat: int) -> Iterable[Action]:
        player = game.state.players[seat]
        hand = player.hand
        for kind, needed in self.price:
            if hand[kind] < needed:
                return ()
        return self.possible(game, seat, player)

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return (action[1:] for action in self.possible(game, seat, game.state.players[seat]))

    def possible(self, game: Position, seat: int, player: Player) -> Iterable[Action]:
        """Every legal action, if it can be paid."""
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
