"""Which kind pays for "two equal" or a "matching pair" (rules 12 and 22, point 17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.chips import build
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


def kinds(hand: Sequence[int], token: str) -> Iterator[int]:
    """Kinds that can pay; a pair goes by its resource."""
    if token == "matching_pair":
        return (kind for kind in range(board.PAIR) if hand[kind] and hand[kind + board.PAIR])
    first = 0 if token == "same_resource" else board.PAIR
    return (kind for kind in range(first, first + board.PAIR) if hand[kind] >= board.EQUAL)


def price(kind: int, token: str) -> hands.Cost:
    """What the kind means."""
    return ((kind, 1), (kind + board.PAIR, 1)) if token == "matching_pair" else ((kind, board.EQUAL),)


class Pay(Decision, kw_only=True, tag="Pay"):
    """A store, hall, large store, serf, servant or journeyman is paid for and built."""

    asks = "mmn.prompt.pay"

    item: str
    node: int = -1
    hex: int = -1

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"item": self.item, "price": board.TOKEN_COSTS[self.item]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        hand = game.state.players[seat].hand
        return (words.PAY[kind] for kind in kinds(hand, board.TOKEN_COSTS[self.item]))

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        token = board.TOKEN_COSTS[self.item]
        match action:
            case ("pay", word) if word in board.KIND:
                if (board.KIND[word] >= board.PAIR) != (token == "same_commodity"):
                    return Message("mmn.refuse.token", {"item": self.item, "price": token})
                return Message("mmn.refuse.not_in_hand", {"cards": hands.listed(price(board.KIND[word], token))})
            case ("pay", word):
                return refusals.kind(word)
        return super().refusal(game, seat, action)

    def hint(self, game: Position, seat: int, action: Action) -> Message | None:
        cards = price(board.KIND[action[1]], board.TOKEN_COSTS[self.item])
        return Message("mmn.hint.cost", {"cards": hands.listed(cards)})

    def play(self, game: Position, seat: int, action: Action) -> None:
        hands.pay(game, seat, price(board.KIND[action[1]], board.TOKEN_COSTS[self.item]))
        build(game, seat, self.item, self.node, self.hex)
