"""Spending joker tiles for a cube of any colour or for gold, with the Gaukler for two of these (rules 5.7)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

from engines.contract import Message
from engines.macao import board
from engines.macao.cards.effects import JokerDouble
from engines.macao.position import Decision, Position
from engines.steps import Pass, Verb, Words, in_order

GAINS = ("gold", *board.COLOURS)
ONE_GAIN, TWO_GAINS = (tuple(combinations_with_replacement(GAINS, gains)) for gains in (1, 2))
_NO_JOKER = Message("macao.refuse.no_joker")


class SpendJoker(Verb[Position, Any]):
    """Spend a joker tile (rules 5.7)."""

    word = "joker"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        return None if game.state.players[seat].jokers else _NO_JOKER

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return ONE_GAIN if game.powers(seat).card(JokerDouble) is None else TWO_GAINS

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        gains = 1 if game.powers(seat).card(JokerDouble) is None else 2
        # The words are no legal completion: if all of them are gains, their number is wrong.
        return Message("macao.refuse.joker_gains", {"n": gains}) if set(words) <= set(GAINS) else None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.state.players[seat].jokers -= 1
        for gain in words:
            if gain == "gold":
                game.receive_gold(seat, board.JOKER_GOLD, counts=board.RULINGS.joker_gold_counts_as_gold_received)
            else:
                game.add_cubes(seat, {gain: 1})
        game.emit("joker", seat, gains=list(words))

    def normal(self, words: Words) -> Words:
        return in_order(words, GAINS)


class SpendJokerEarly(SpendJoker):
    """Spend a joker outside the player's turn, if the table's option or the data file allows it (ruling 1).

    The question during which it is spent is asked again.
    """

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        must_wait = board.RULINGS.joker_only_in_own_action_turn and not game.jokers_any_time
        return super().closed(game, step, seat) or (Message("macao.refuse.joker_later") if must_wait else None)

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.push(step)
        super().do(game, step, seat, words)


class FillStock(SpendJoker):
    """Spend a joker for at least one cube."""

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        return (words for words in super().choices(game, step, seat) if set(words) != {"gold"})

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        return Message("macao.refuse.joker_fills") if set(words) == {"gold"} else super().fault(game, step, seat, words)


class LeaveEmpty(Pass):
    """Take the penalty for an empty stock."""

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.penalise(seat, "empty_stock")


class AvertEmptyStock(Decision, kw_only=True, tag="AvertEmptyStock"):
    """The choice between a penalty and a joker that fills the empty stock, if that is allowed (ruling 1)."""

    asks = "macao.prompt.avertemptystock"
    verbs = (FillStock(), LeaveEmpty())
