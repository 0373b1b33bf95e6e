"""Which kind pays for "two equal" or a "matching pair" (rules 12 and 22, point 17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.chips import build
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments, Verb, Words

PAIR, RESOURCES = "matching_pair", "same_resource"


def kinds(hand: Sequence[int], token: str) -> Iterator[int]:
    """Kinds that can pay; a pair goes by its resource."""
    if token == PAIR:
        return (kind for kind in range(board.PAIR) if hand[kind] and hand[kind + board.PAIR])
    first = 0 if token == RESOURCES else board.PAIR
    return (kind for kind in range(first, first + board.PAIR) if hand[kind] >= board.EQUAL)


def payable(hand: list[int], token: str) -> bool:
    """Whether some kind can pay."""
    resources, commodities = hand[: board.PAIR], hand[board.PAIR :]
    if token == PAIR:
        return any(map(min, resources, commodities))
    return max(resources if token == RESOURCES else commodities) >= board.EQUAL


def price(kind: int, token: str) -> hands.Cost:
    """What the kind means."""
    return ((kind, 1), (kind + board.PAIR, 1)) if token == PAIR else ((kind, board.EQUAL),)


class PayWith(Verb[Position, "Pay"]):
    """A kind of which the hand holds enough."""

    word = "pay"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        return ((board.KINDS[kind],) for kind in kinds(game.state.players[seat].hand, step.token))

    def fault(self, game: Position, step: Pay, seat: int, words: Words) -> Message | None:
        match words:
            case (word,) if word in board.KIND:
                kind = board.KIND[word]
                if kind >= board.PAIR and step.token == PAIR:
                    return Message("mmn.refuse.pair", {"kind": board.KINDS[kind - board.PAIR]})
                if (kind < board.PAIR) == (step.token == "same_commodity"):
                    return Message("mmn.refuse.token", {"item": step.item, "price": step.token})
                return Message("mmn.refuse.not_in_hand", {"cards": hands.listed(price(kind, step.token))})
            case (word,):
                return refusals.kind(word)
        return None

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("mmn.hint.cost", {"cards": hands.listed(price(board.KIND[words[0]], step.token))})

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        hands.pay(game, seat, price(board.KIND[words[0]], step.token))
        build(game, seat, step.item, step.node, step.hex)


class Pay(Decision, kw_only=True, tag="Pay"):
    """A store, hall, large store, serf, servant or journeyman is paid for and built."""

    asks = "mmn.prompt.pay"
    verbs = (PayWith(),)

    item: str
    node: int = -1
    hex: int = -1

    @property
    def token(self) -> str:
        """The price as the rules name it."""
        return board.TOKEN_COSTS[self.item]

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"item": self.item, "price": self.token}
