"""Cubes of any colour: paying them, gaining them, returning different ones; what cards give (rules 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engines.contract import Message
from engines.macao import board
from engines.macao.cards.effects import Amount
from engines.macao.position import Position
from engines.macao.verbs.decision import Decision
from engines.steps import Arguments, Done, Step, Verb, Words, in_order

# -- paying ------------------------------------------------------------------------------------------------------------


class PayTogether(Verb[Position, "PayCubes"]):
    """All that is due at once; what hurts least is offered, anything else may be typed."""

    word = "pay"

    def choices(self, game: Position, step: PayCubes, seat: int) -> Iterable[Words]:
        if step.one_way(game):
            yield tuple(game.listed(game.state.players[seat].stock)[: step.left])
        elif step.left > 1:
            yield tuple(least_painful(game, seat, step.left))

    def unlisted(self, game: Position, step: PayCubes, seat: int) -> bool:
        """Any whole payment may be typed: a log must stay playable even if another one were proposed one day."""
        return not step.one_way(game)

    def fault(self, game: Position, step: PayCubes, seat: int, words: Words) -> Message | None:
        due, stock = Counter(words), game.state.players[seat].stock
        if due.total() != step.left or any(stock.get(colour, 0) < number for colour, number in due.items()):
            return Message("macao.refuse.payment", {"n": step.left})
        return None

    def do(self, game: Position, step: PayCubes, seat: int, words: Words) -> None:
        game.take_cubes(seat, Counter(words))
        game.emit("paid", seat, cubes=list(words))

    def normal(self, words: Words) -> Words:
        return in_order(words, board.COLOURS)


class PayOne(Verb[Position, "PayCubes"]):
    """One cube of what is due."""

    word = "spend"

    def choices(self, game: Position, step: PayCubes, seat: int) -> Iterable[Words]:
        if not step.one_way(game):
            first = least_painful(game, seat, 1) if step.left == 1 else []
            stock = game.state.players[seat].stock
            for colour in sorted(stock, key=lambda colour: (colour not in first, board.COLOURS.index(colour))):
                yield (colour,)

    def fault(self, game: Position, step: PayCubes, seat: int, words: Words) -> Message | None:
        match words:
            case (colour,) if colour in board.COLOURS:
                return Message("macao.refuse.no_cube", {"colour": colour})
        return None

    def do(self, game: Position, step: PayCubes, seat: int, words: Words) -> None:
        (colour,) = words
        game.take_cubes(seat, {colour: 1})
        game.emit("paid", seat, cubes=[colour])
        if step.left > 1:
            game.push(PayCubes(seat=seat, left=step.left - 1))


class PayCubes(Decision, kw_only=True, tag="PayCubes"):
    """So many cubes of any colours are due; the payer chooses, the first offer is the payment that hurts least."""

    asks = "macao.prompt.paycubes"
    verbs = (PayTogether(), PayOne())
    left: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.left}

    def one_way(self, game: Position) -> bool:
        stock = game.state.players[self.seat].stock
        return len(stock) == 1 or sum(stock.values()) == self.left

    def faults(self, game: Position) -> list[str]:
        return [*super().faults(game), *_nothing_left(self.left)]


def _nothing_left(left: int) -> list[str]:
    return [] if left > 0 else ["no cubes are due"]


def least_painful(game: Position, seat: int, cubes: int) -> list[str]:
    """The payment that leaves most of the player's cards, and of the quarters that may still be taken, payable.

    It is built one cube at a time (the one that fewest of them miss; then a colour that fewer of them cost; then the
    colour with most cubes left) and mended by exchanging a cube as long as that leaves more payable.
    """
    player = game.state.players[seat]
    left = dict(player.stock)
    wanted = [game.card(card).cost for card in player.tableau]
    if game.may_take_quarter(seat):
        wanted += [board.QUARTERS[quarter].cost for quarter in game.state.city]
    wanted = payable(left, wanted)
    demand = Counter(colour for cost in wanted for colour in cost)
    paid: Counter[str] = Counter()
    for _ in range(cubes):
        missed = Counter(colour for cost in payable(left, wanted) for colour in cost if cost[colour] == left[colour])
        exchange(left, paid, min(kept(left), key=lambda colour: (missed[colour], demand[colour], -left[colour])))
    still_open = payable(left, wanted)
    lacking = {colour for cost in wanted if cost not in still_open for colour in cost if left[colour] < cost[colour]}
    for back in [colour for colour in kept(paid) if colour in lacking]:
        for other in kept(left):
            if back != other and paid[back] and left[other]:
                exchange(left, paid, other, back)
                opened = payable(left, wanted)
                if len(opened) > len(still_open):
                    still_open = opened
                else:
                    exchange(left, paid, back, other)
    return [colour for colour in board.COLOURS for _ in range(paid[colour])]


def kept(stock: Mapping[str, int]) -> list[str]:
    """Colours that are in a stock, in the fixed order."""
    return [colour for colour in board.COLOURS if stock.get(colour)]


def payable(stock: dict[str, int], costs: list[dict[str, int]]) -> list[dict[str, int]]:
    """The costs that a stock covers."""
    found = []
    for cost in costs:
        for colour, number in cost.items():
            if stock.get(colour, 0) < number:
                break
        else:
            found.append(cost)
    return found


def exchange(left: dict[str, int], paid: Counter[str], pay: str, back: str | None = None) -> None:
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
        return ((colour,) for colour in board.COLOURS)

    def do(self, game: Position, step: GainCubes, seat: int, words: Words) -> None:
        (colour,) = words
        game.add_cubes(seat, {colour: 1})
        game.emit("gained", seat, colour=colour)
        if step.left > 1:
            game.push(GainCubes(seat=seat, left=step.left - 1))


class GainCubes(Decision, kw_only=True, tag="GainCubes"):
    """Cubes of a colour of choice, one at a time."""

    asks = "macao.prompt.gaincubes"
    verbs = (Gain(),)
    left: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.left}

    def faults(self, game: Position) -> list[str]:
        return [*super().faults(game), *_nothing_left(self.left)]


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
    for card, effect in sorted(game.triggers(seat, event), key=lambda pair: bool(pair[1].gain.cubes_any)):
        if effect.gain != Amount():
            receive(game, seat, effect.gain, card)


class Receive(Step[Position], kw_only=True, tag="Receive"):
    """What was paid for arrives."""

    seat: int
    gain: Amount
    card: str

    def run(self, game: Position) -> None:
        receive(game, self.seat, self.gain, self.card)


def pay_then_receive(game: Position, seat: int, pay: Amount, gain: Amount, card: str) -> None:
    """What a card demands, then what it gives."""
    game.spend(seat, pay)
    if pay.cubes_any:
        game.push(PayCubes(seat=seat, left=pay.cubes_any), Receive(seat=seat, gain=gain, card=card))
    else:
        receive(game, seat, gain, card)


# -- returning ---------------------------------------------------------------------------------------------------------


class Return(Verb[Position, "ReturnColours"]):
    """A cube of a colour that was not returned yet."""

    word = "return"

    def choices(self, game: Position, step: ReturnColours, seat: int) -> Iterable[Words]:
        stock = game.state.players[seat].stock
        if len(step.returned) < step.most:
            for colour in board.COLOURS:
                if colour in stock and colour not in step.returned:
                    yield (colour,)

    def fault(self, game: Position, step: ReturnColours, seat: int, words: Words) -> Message | None:
        match words:
            case (colour,) if colour in step.returned:
                return Message("macao.refuse.different_colours")
            case (colour,) if colour in board.COLOURS:
                return Message("macao.refuse.no_cube", {"colour": colour})
        return None

    def do(self, game: Position, step: ReturnColours, seat: int, words: Words) -> None:
        (colour,) = words
        game.take_cubes(seat, {colour: 1})
        game.emit("returned", seat, colours=[colour])
        receive(game, seat, step.gain, step.card)
        returned = [*step.returned, colour]
        game.push(ReturnColours(seat=seat, card=step.card, most=step.most, gain=step.gain, returned=returned))


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
