"""Paying, gaining and returning cubes of any colours, and gains of cards (rules 5)."""

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
    """A choice of the colours of several cubes."""

    left: int
    """The number of cubes still to be chosen."""

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.left}

    def sound(self, game: Position) -> bool:
        return self.left > 0


# -- paying ------------------------------------------------------------------------------------------------------------


MOST_PAYMENTS = 4
"""The largest number of ways to pay that are all offered; of more only the least painful one is."""


class PayTogether(Verb[Position, "PayCubes"]):
    """Pay all cubes at once.

    If there are few ways to pay, all are offered, the least painful one first. Otherwise only this one is offered, and
    any other one may be typed.
    """

    word = "pay"

    def choices(self, game: Position, step: PayCubes, seat: int) -> Iterable[Words]:
        if step.left == 1:
            return ()
        payments = few_payments(game.state.players[seat].stock, step.left)

        # It is computed only when the choices are read, because it takes long.
        def least_painful_first() -> list[Words]:
            first = least_painful(game, seat, step.left)
            return [first, *(words for words in payments if words != first)]

        return Later(max(1, len(payments)), least_painful_first)

    def unlisted(self, game: Position, step: PayCubes, seat: int) -> bool:
        """Return True: any payment may be typed.

        It is legal even if it is also listed, so that old logs stay playable if ``least_painful`` changes.
        """
        return True

    def fault(self, game: Position, step: PayCubes, seat: int, words: Words) -> Message | None:
        amount_due = Counter(words)
        stock = game.state.players[seat].stock
        if amount_due.total() != step.left or any(
            stock.get(colour, 0) < number for colour, number in amount_due.items()
        ):
            return Message("macao.refuse.payment", {"n": step.left})
        return None

    def do(self, game: Position, step: PayCubes, seat: int, words: Words) -> None:
        pay(game, seat, words)

    def normal(self, words: Words) -> Words:
        return in_order(words, board.COLOURS)


class PayOne(Verb[Position, "PayCubes"]):
    """Pay one of the cubes."""

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
    """The choice of cubes of any colours to pay; the least painful payment is offered first."""

    asks = "macao.prompt.paycubes"
    verbs = (PayTogether(), PayOne())

    def sound(self, game: Position) -> bool:
        return super().sound(game) and sum(game.state.players[self.seat].stock.values()) >= self.left


def pay_then(game: Position, seat: int, cubes: int, *steps: OfSeat[Position]) -> None:
    """Let a seat pay so many cubes of any colours, then run ``steps``; ask for colours only if there is a choice."""
    stock = game.state.players[seat].stock
    if len(stock) > 1 and 0 < cubes < sum(stock.values()):
        steps = PayCubes(seat=seat, left=cubes), *steps
    elif cubes:
        pay(game, seat, game.listed(stock)[:cubes])
    game.push(*steps)


def pay(game: Position, seat: int, colours: Sequence[str]) -> None:
    """Pay cubes of these colours, with repetitions, from a seat's stock."""
    stock = game.state.players[seat].stock
    for colour in colours:
        stock[colour] -= 1
        if not stock[colour]:
            del stock[colour]
    game.emit("paid", seat, cubes=list(colours))


def least_painful(game: Position, seat: int, cubes: int) -> Words:
    """Return the payment after which most of the player's cards, and of the quarters open to it, are payable.

    It is built one cube at a time: the one without which fewest of them become unpayable; of equal ones that of the
    colour that fewest of them cost, then that of the colour with most cubes. Then single cubes are exchanged as long as
    that makes more payable, so the result is good, but not always the best one.
    """
    player = game.state.players[seat]
    stock = dict(player.stock)
    payment = dict.fromkeys(board.COLOURS, 0)
    payable_before = prices.bits(player.tableau)
    if game.may_take_quarter(seat):
        payable_before |= prices.bits(game.state.city)
    payable_before &= prices.payable(stock)
    demand = {colour: (payable_before & prices.beyond(colour, 0)).bit_count() for colour in stock}
    still_payable = payable_before
    for _ in range(cubes):
        pain = {
            colour: (
                (still_payable & prices.beyond(colour, stock[colour] - 1)).bit_count(),
                demand[colour],
                -stock[colour],
            )
            for colour in colours_left(stock)
        }
        colour = min(pain, key=pain.__getitem__)
        exchange(stock, payment, colour)
        still_payable &= ~prices.beyond(colour, stock[colour])
    cards_lost = payable_before & ~still_payable
    for colour_missing in [
        colour for colour in colours_left(payment) if cards_lost & prices.beyond(colour, stock[colour])
    ]:
        for substitute in colours_left(stock):
            if colour_missing != substitute and payment[colour_missing] and stock[substitute]:
                exchange(stock, payment, substitute, colour_missing)
                payable = payable_before & prices.payable(stock)
                if payable.bit_count() > still_payable.bit_count():
                    still_payable = payable
                else:
                    exchange(stock, payment, colour_missing, substitute)
    return tuple(game.listed(payment))


def few_payments(stock: Mapping[str, int], cubes: int) -> Sequence[Words]:
    """Return all ways to pay so many cubes out of a stock; empty if there are more than ``MOST_PAYMENTS``.

    >>> few_payments({"blue": 2, "gray": 1}, 2)
    [('blue', 'blue'), ('blue', 'gray')]
    """
    payments: list[Words] = [()]
    colours = colours_left(stock)
    for place, colour in enumerate(colours):
        count_held = stock[colour]
        later_cubes = sum(stock[later_colour] for later_colour in colours[place + 1 :])
        payments = [
            (*payment, *[colour] * count)
            for payment in payments
            for count in range(min(count_held, cubes - len(payment)), -1, -1)
            if len(payment) + count + later_cubes >= cubes
        ]
        # Every beginning can be completed, so that there are at least as many ways as beginnings.
        if len(payments) > MOST_PAYMENTS:
            return []
    return payments


@cache
def one_each(colours: tuple[str, ...]) -> tuple[Words, ...]:
    """Return the completions for one cube of each of these colours, in the order of ``board.COLOURS``."""
    return tuple((colour,) for colour in in_order(colours, board.COLOURS))


def colours_left(stock: Mapping[str, int]) -> list[str]:
    """Return the colours of which a stock has cubes, in the order of ``board.COLOURS``."""
    return [colour for colour in board.COLOURS if stock.get(colour)]


def exchange(stock: dict[str, int], payment: dict[str, int], pay: str, take_back: str | None = None) -> None:
    """Move a cube of the colour ``pay`` from the stock to the payment, and one of ``take_back`` in return, if given."""
    stock[pay] -= 1
    payment[pay] += 1
    if take_back is not None:
        stock[take_back] += 1
        payment[take_back] -= 1


# -- gaining -----------------------------------------------------------------------------------------------------------


class Gain(Verb[Position, "GainCubes"]):
    """Gain a cube of a chosen colour."""

    word = "gain"

    def choices(self, game: Position, step: GainCubes, seat: int) -> Iterable[Words]:
        return one_each(board.COLOURS)

    def do(self, game: Position, step: GainCubes, seat: int, words: Words) -> None:
        game.add_cubes(seat, {words[0]: 1})
        game.emit("gained", seat, colour=words[0])
        if step.left > 1:
            game.push(GainCubes(seat=seat, left=step.left - 1))


class GainCubes(CubesLeft, kw_only=True, tag="GainCubes"):
    """The choice of the colours of cubes to gain, one at a time."""

    asks = "macao.prompt.gaincubes"
    verbs = (Gain(),)


def receive(game: Position, seat: int, gain: Amount, card: str) -> None:
    """Give a seat the gain of a card, and ask for the colours of cubes whose colours it may choose."""
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
    """Let a seat's active cards react to an event: first automatic gains, then decisions (rules 5.6)."""
    for card, effect in game.powers(seat).triggers.get(event, ()):
        receive(game, seat, effect.gain, card)


class Receive(OfSeat[Position], kw_only=True, tag="Receive"):
    """The gain from a card after the payment for it."""

    gain: Amount
    card: str

    def run(self, game: Position) -> None:
        receive(game, self.seat, self.gain, self.card)

    def sound(self, game: Position) -> bool:
        return self.card in CARDS


def pay_then_receive(game: Position, seat: int, amount_due: Amount, gain: Amount, card: str) -> None:
    """Let a seat pay the price ``amount_due`` of using a card, then receive its gain."""
    game.spend(seat, amount_due)
    pay_then(game, seat, amount_due.cubes_any, Receive(seat=seat, gain=gain, card=card))


# -- returning ---------------------------------------------------------------------------------------------------------


class Return(Verb[Position, "ReturnColours"]):
    """Return a cube of a colour that was not returned yet."""

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
    """End the return of cubes; at least one must have been returned."""

    def closed(self, game: Position, step: ReturnColours, seat: int) -> Message | None:
        return None if step.returned else Message("macao.refuse.return_first")


class ReturnColours(Decision, kw_only=True, tag="ReturnColours"):
    """The return of cubes of different colours, each with a gain (Kathedrale)."""

    asks = "macao.prompt.returncolours"
    verbs = (Return(), Enough())
    card: str
    most: int
    """The most cubes that may be returned."""
    gain: Amount
    """The gain for each cube."""
    returned: list[str] = []
    """The colours that were returned."""

    def sound(self, game: Position) -> bool:
        once = len(set(self.returned)) == len(self.returned) <= self.most and set(self.returned) <= set(board.COLOURS)
        return once and self.most > 0 and self.card in game.state.players[self.seat].activated
