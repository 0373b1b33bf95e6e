"""Cubes of any colour: paying them, gaining them, returning different ones; what cards give (rules 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from engines.contract import Message
from engines.macao import board, prices
from engines.macao.cards import CARDS
from engines.macao.cards.effects import Amount
from engines.macao.position import Decision, Position
from engines.steps import Arguments, Done, Later, OfSeat, Verb, Words, in_order


class CubesLeft(Decision, kw_only=True):
    """So many cubes are still to be chosen."""

    left: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.left}

    def sound(self, game: Position) -> bool:
        return self.left > 0


# -- paying ------------------------------------------------------------------------------------------------------------


MOST_PAYMENTS = 4
"""So many ways to pay are all offered; of more only the one that hurts least."""


class PayTogether(Verb[Position, "PayCubes"]):
    """All that is due at once; where there are few ways all are offered, what hurts least first.

    Of more ways that one alone is offered, and anything else may be typed.
    """

    word = "pay"

    def choices(self, game: Position, step: PayCubes, seat: int) -> Iterable[Words]:
        if step.left == 1:
            return ()
        payments = few_payments(game.state.players[seat].stock, step.left)

        def least_painful_first() -> list[Words]:
            first = least_painful(game, seat, step.left)
            return [first, *(words for words in payments if words != first)]

        return Later(max(1, len(payments)), least_painful_first)

    def unlisted(self, game: Position, step: PayCubes, seat: int) -> bool:
        """Any whole payment may be typed: a log must stay playable even if another one were proposed one day."""
        return True

    def fault(self, game: Position, step: PayCubes, seat: int, words: Words) -> Message | None:
        due = Counter(words)
        stock = game.state.players[seat].stock
        if due.total() != step.left or any(stock.get(colour, 0) < number for colour, number in due.items()):
            return Message("macao.refuse.payment", {"n": step.left})
        return None

    def do(self, game: Position, step: PayCubes, seat: int, words: Words) -> None:
        pay(game, seat, words)

    def normal(self, words: Words) -> Words:
        return in_order(words, board.COLOURS)


class PayOne(Verb[Position, "PayCubes"]):
    """One cube of what is due."""

    word = "spend"
    refuses = ("macao.refuse.no_cube", "colour", board.COLOURS)

    def choices(self, game: Position, step: PayCubes, seat: int) -> Iterable[Words]:
        colours = one_each(tuple(game.state.players[seat].stock))
        if step.left > 1:
            return colours

        def least_painful_first() -> list[Words]:
            first = least_painful(game, seat, 1)
            return [first, *(words for words in colours if words != first)]

        return Later(len(colours), least_painful_first, colours.__getitem__)

    def do(self, game: Position, step: PayCubes, seat: int, words: Words) -> None:
        pay(game, seat, words)
        pay_then(game, seat, step.left - 1)


class PayCubes(CubesLeft, kw_only=True, tag="PayCubes"):
    """So many cubes of any colours are due; the payer chooses, the first offer is the payment that hurts least."""

    asks = "macao.prompt.paycubes"
    verbs = (PayTogether(), PayOne())

    def sound(self, game: Position) -> bool:
        return super().sound(game) and sum(game.state.players[self.seat].stock.values()) >= self.left


def pay_then(game: Position, seat: int, cubes: int, *steps: OfSeat[Position]) -> None:
    """So many cubes of any colours go back before these steps; where there is a choice, it is asked which."""
    stock = game.state.players[seat].stock
    if len(stock) > 1 and 0 < cubes < sum(stock.values()):
        steps = PayCubes(seat=seat, left=cubes), *steps
    elif cubes:
        pay(game, seat, game.listed(stock)[:cubes])
    game.push(*steps)


def pay(game: Position, seat: int, colours: Sequence[str]) -> None:
    """These cubes go back."""
    stock = game.state.players[seat].stock
    for colour in colours:
        stock[colour] -= 1
        if not stock[colour]:
            del stock[colour]
    game.emit("paid", seat, cubes=list(colours))


def least_painful(game: Position, seat: int, cubes: int) -> Words:
    """The payment that leaves most of the player's cards, and of the quarters that may still be taken, payable.

    It is built one cube at a time (the one that fewest of them miss; then a colour that fewer of them cost; then the
    colour with most cubes left) and mended by exchanging a cube as long as that leaves more payable.
    """
    player = game.state.players[seat]
    left = dict(player.stock)
    paid = dict.fromkeys(board.COLOURS, 0)
    wanted = prices.bits(player.tableau)
    if game.may_take_quarter(seat):
        wanted |= prices.bits(game.state.city)
    wanted &= prices.payable(left)
    demand = {colour: (wanted & prices.beyond(colour, 0)).bit_count() for colour in left}
    still_open = wanted
    for _ in range(cubes):
        pain = {
            colour: ((still_open & prices.beyond(colour, left[colour] - 1)).bit_count(), demand[colour], -left[colour])
            for colour in kept(left)
        }
        colour = min(pain, key=pain.__getitem__)
        exchange(left, paid, colour)
        still_open &= ~prices.beyond(colour, left[colour])
    lost = wanted & ~still_open
    for back in [colour for colour in kept(paid) if lost & prices.beyond(colour, left[colour])]:
        for other in kept(left):
            if back != other and paid[back] and left[other]:
                exchange(left, paid, other, back)
                opened = wanted & prices.payable(left)
                if opened.bit_count() > still_open.bit_count():
                    still_open = opened
                else:
                    exchange(left, paid, back, other)
    return tuple(game.listed(paid))


def few_payments(stock: Mapping[str, int], cubes: int) -> Sequence[Words]:
    """Return every way to pay so many cubes out of a stock; none where there are more than ``MOST_PAYMENTS``.

    >>> few_payments({"blue": 2, "gray": 1}, 2)
    [('blue', 'blue'), ('blue', 'gray')]
    """
    payments: list[Words] = [()]
    colours = kept(stock)
    for place, colour in enumerate(colours):
        held = stock[colour]
        behind = sum(stock[other] for other in colours[place + 1 :])
        payments = [
            (*paid, *[colour] * count)
            for paid in payments
            for count in range(min(held, cubes - len(paid)), -1, -1)
            if len(paid) + count + behind >= cubes
        ]
        # Every beginning can be completed, so that there are at least as many ways as beginnings.
        if len(payments) > MOST_PAYMENTS:
            return []
    return payments


@cache
def one_each(colours: tuple[str, ...]) -> tuple[Words, ...]:
    """The words for a cube of each of these colours, in the fixed order."""
    return tuple((colour,) for colour in in_order(colours, board.COLOURS))


def kept(stock: Mapping[str, int]) -> list[str]:
    """Colours that are in a stock, in the fixed order."""
    return [colour for colour in board.COLOURS if stock.get(colour)]


def exchange(left: dict[str, int], paid: dict[str, int], pay: str, back: str | None = None) -> None:
    """One cube more is paid, perhaps another one taken back."""
    left[pay] -= 1
    paid[pay] += 1
    if back is not None:
        left[back] += 1
        paid[back] -= 1


# -- gaining -----------------------------------------------------------------------------------------------------------


class Gain(Verb[Position, "GainCubes"]):
    """A cube of a colour of choice."""

    word = "gain"

    def choices(self, game: Position, step: GainCubes, seat: int) -> Iterable[Words]:
        return one_each(board.COLOURS)

    def do(self, game: Position, step: GainCubes, seat: int, words: Words) -> None:
        game.add_cubes(seat, {words[0]: 1})
        game.emit("gained", seat, colour=words[0])
        if step.left > 1:
            game.push(GainCubes(seat=seat, left=step.left - 1))


class GainCubes(CubesLeft, kw_only=True, tag="GainCubes"):
    """Cubes of a colour of choice, one at a time."""

    asks = "macao.prompt.gaincubes"
    verbs = (Gain(),)


def receive(game: Position, seat: int, gain: Amount, card: str) -> None:
    """What a card gives; cubes of a colour of choice are asked for."""
    if gain.gold:
        game.receive_gold(seat, gain.gold)
        game.emit("received_gold", seat, card=card, gold=gain.gold)
    if gain.prestige:
        game.receive_prestige(seat, gain.prestige, "cards")
        game.emit("received_prestige", seat, card=card, prestige=gain.prestige)
    if gain.cubes:
        game.add_cubes(seat, gain.cubes)
        game.emit("received_cubes", seat, card=card, cubes=game.listed(gain.cubes))
    if gain.cubes_any:
        game.push(GainCubes(seat=seat, left=gain.cubes_any))


def trigger(game: Position, seat: int, event: str) -> None:
    """Cards already active act on an event: automatic gains first, then decisions (rules 5.6)."""
    for card, effect in game.powers(seat).triggers.get(event, ()):
        receive(game, seat, effect.gain, card)


class Receive(OfSeat[Position], kw_only=True, tag="Receive"):
    """What was paid for arrives."""

    gain: Amount
    card: str

    def run(self, game: Position) -> None:
        receive(game, self.seat, self.gain, self.card)

    def sound(self, game: Position) -> bool:
        return self.card in CARDS


def pay_then_receive(game: Position, seat: int, due: Amount, gain: Amount, card: str) -> None:
    """What a card demands, then what it gives."""
    game.spend(seat, due)
    pay_then(game, seat, due.cubes_any, Receive(seat=seat, gain=gain, card=card))


# -- returning ---------------------------------------------------------------------------------------------------------


class Return(Verb[Position, "ReturnColours"]):
    """A cube of a colour that was not returned yet."""

    word = "return"
    refuses = ("macao.refuse.no_cube", "colour", board.COLOURS)

    def choices(self, game: Position, step: ReturnColours, seat: int) -> Iterable[Words]:
        stock = game.state.players[seat].stock if len(step.returned) < step.most else {}
        return one_each(tuple(colour for colour in stock if colour not in step.returned))

    def fault(self, game: Position, step: ReturnColours, seat: int, words: Words) -> Message | None:
        if len(words) == 1 and words[0] in step.returned:
            return Message("macao.refuse.different_colours")
        return super().fault(game, step, seat, words)

    def do(self, game: Position, step: ReturnColours, seat: int, words: Words) -> None:
        game.take_cubes(seat, {words[0]: 1})
        game.emit("returned", seat, colours=[words[0]])
        receive(game, seat, step.gain, step.card)
        step.returned = [*step.returned, words[0]]
        game.push(step)


class Enough(Done):
    """No more cubes go back; the first has to."""

    def closed(self, game: Position, step: ReturnColours, seat: int) -> Message | None:
        return None if step.returned else Message("macao.refuse.return_first")


class ReturnColours(Decision, kw_only=True, tag="ReturnColours"):
    """Kathedrale: cubes of different colours go back, each brings its gain."""

    asks = "macao.prompt.returncolours"
    verbs = (Return(), Enough())
    card: str
    most: int
    gain: Amount
    returned: list[str] = []

    def sound(self, game: Position) -> bool:
        once = len(set(self.returned)) == len(self.returned) <= self.most and set(self.returned) <= set(board.COLOURS)
        return once and self.most > 0 and self.card in game.state.players[self.seat].activated
