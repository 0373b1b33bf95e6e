"""Cubes of any colour: paying them, gaining them, returning different ones (rules 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from engines.contract import Action, Message, Prompt, Step
from engines.macao import board
from engines.macao.cards.effects import Amount
from engines.macao.steps.decision import DONE, Arguments, Decision

if TYPE_CHECKING:
    from engines.macao.game import Macao


class PayCubes(Decision, kw_only=True, tag="PayCubes"):
    """So many cubes of any colours are due; the payer chooses, the first offer is the payment that hurts least."""

    asks = "macao.prompt.paycubes"

    left: int

    def asking(self, game: Macao) -> Arguments:
        return {"n": self.left}

    def one_way(self, game: Macao) -> bool:
        stock = game.state.players[self.seat].stock
        return len(stock) == 1 or sum(stock.values()) == self.left

    def prompt(self, game: Macao, seat: int) -> Prompt:
        """Any whole payment may be typed: a log must stay playable even if another one were proposed one day."""
        asked = super().prompt(game, seat)
        return asked if self.one_way(game) else msgspec.structs.replace(asked, open=("pay",))

    def accepts(self, game: Macao, seat: int, action: Action) -> bool:
        due, stock = Counter(action[1:]), game.state.players[seat].stock
        return due.total() == self.left and all(stock.get(colour, 0) >= number for colour, number in due.items())

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        stock = game.state.players[seat].stock
        if self.one_way(game):
            yield ("pay", *game.listed(stock)[: self.left])
            return
        proposal = least_painful(game, seat, self.left)
        if self.left > 1:
            yield ("pay", *proposal)
        order = sorted(stock, key=lambda colour: (colour not in proposal, board.COLOURS.index(colour)))
        for colour in order:
            yield ("spend", colour)

    def refusal(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("spend", colour) if colour in board.COLOURS:
                return Message("macao.refuse.no_cube", {"colour": colour})
            case ("pay", *_):
                return Message("macao.refuse.payment", {"n": self.left})
        return None

    def play(self, game: Macao, seat: int, action: Action) -> None:
        match action:
            case ("pay", *colours):
                game.take_cubes(seat, Counter(colours))
                game.emit("paid", seat, cubes=colours)
            case ("spend", colour):
                game.take_cubes(seat, {colour: 1})
                game.emit("paid", seat, cubes=[colour])
                if self.left > 1:
                    game.push(PayCubes(seat=seat, left=self.left - 1))


def least_painful(game: Macao, seat: int, cubes: int) -> list[str]:
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


class GainCubes(Decision, kw_only=True, tag="GainCubes"):
    """Cubes of a colour of choice, one at a time."""

    asks = "macao.prompt.gaincubes"

    left: int

    def asking(self, game: Macao) -> Arguments:
        return {"n": self.left}

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        return (("gain", colour) for colour in board.COLOURS)

    def play(self, game: Macao, seat: int, action: Action) -> None:
        game.add_cubes(seat, {action[1]: 1})
        game.emit("gained", seat, colour=action[1])
        if self.left > 1:
            game.push(GainCubes(seat=seat, left=self.left - 1))


class ReturnColours(Decision, kw_only=True, tag="ReturnColours"):
    """Kathedrale: cubes of different colours go back, each brings its gain."""

    asks = "macao.prompt.returncolours"

    card: str
    most: int
    gain: Amount
    returned: list[str] = []

    def optional(self, game: Macao) -> bool:
        return bool(self.returned)

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        stock = game.state.players[seat].stock
        if len(self.returned) < self.most:
            for colour in board.COLOURS:
                if colour in stock and colour not in self.returned:
                    yield ("return", colour)
        if self.returned:
            yield DONE

    def refusal(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("return", colour) if colour in self.returned:
                return Message("macao.refuse.different_colours")
            case ("return", colour) if colour in board.COLOURS:
                return Message("macao.refuse.no_cube", {"colour": colour})
        return None

    def play(self, game: Macao, seat: int, action: Action) -> None:
        if action == DONE:
            return
        game.take_cubes(seat, {action[1]: 1})
        game.emit("returned", seat, colours=[action[1]])
        game.receive(seat, self.gain, self.card)
        returned = [*self.returned, action[1]]
        game.push(ReturnColours(seat=seat, card=self.card, most=self.most, gain=self.gain, returned=returned))


class Receive(Step, kw_only=True, tag="Receive"):
    """What was paid for arrives."""

    seat: int
    gain: Amount
    card: str

    def run(self, game: Macao) -> None:
        game.receive(self.seat, self.gain, self.card)
