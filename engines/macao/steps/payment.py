"""Paying for a card or a quarter: its cubes, one cube fewer, gold instead, or by showing them (rules 5.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engines.contract import Action, Message
from engines.macao import actions, board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import ActivateWithoutSpending
from engines.macao.steps.decision import Arguments, Decision

if TYPE_CHECKING:
    from engines.macao.game import Macao


def printed_cost(what: str) -> dict[str, int]:
    """The cubes of a card or a quarter."""
    return CARDS[what].cost if what in CARDS else board.QUARTERS[what].cost


def covers(stock: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    """Whether a stock holds a cost."""
    return all(stock.get(colour, 0) >= number for colour, number in cost.items())


class Purse(NamedTuple):
    """What a seat can pay a kind of thing with: its stock, perhaps a cube less, perhaps gold instead."""

    stock: Mapping[str, int]
    reduced: bool
    gold: bool

    @classmethod
    def of(cls, game: Macao, seat: int, target: str) -> Purse:
        price, player = game.price_in_gold(seat, target), game.state.players[seat]
        return cls(player.stock, game.reduced(seat, target), price is not None and price <= player.gold)

    def covers(self, cost: Mapping[str, int]) -> bool:
        """Whether there is any way to pay; showing the cubes needs no less than paying them."""
        if self.gold:
            return True
        missing = 1 if self.reduced and sum(cost.values()) > board.RULINGS.cost_reduction_floor else 0
        stock = self.stock
        for colour, needed in cost.items():
            missing += min(0, stock.get(colour, 0) - needed)
            if missing < 0:
                return False
        return True


def ways(game: Macao, seat: int, what: str) -> Iterator[Action]:
    """Every way a card of the tableau, or a quarter, can be paid now."""
    player, cost = game.state.players[seat], printed_cost(what)
    stock, target = player.stock, game.target(what)
    if game.reduced(seat, target) and sum(cost.values()) > board.RULINGS.cost_reduction_floor:
        for colour in cost:
            if covers(stock, cost | {colour: cost[colour] - 1}):
                yield ("waive", colour)
    elif covers(stock, cost):
        yield ("cubes",)
    gold = game.price_in_gold(seat, target)
    if gold is not None and gold <= player.gold:
        yield ("gold",)
    craftsman = game.active_card(seat, ActivateWithoutSpending) if what in CARDS else None
    if craftsman and not player.this_round.used.get(craftsman) and covers(stock, cost):
        yield ("show",)


class Pay(Decision, kw_only=True, tag="Pay"):
    """How ``what`` (a card or a quarter) is paid; then it is taken."""

    asks = "macao.prompt.pay"

    what: str

    def asking(self, game: Macao) -> Arguments:
        return {"what": self.what, "cubes": game.listed(printed_cost(self.what))}

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        return ways(game, seat, self.what)

    def hint(self, game: Macao, seat: int, action: Action) -> Message | None:
        match action:
            case ("gold",):
                return Message("macao.hint.gold", {"gold": game.price_in_gold(seat, game.target(self.what)) or 0})
            case ("waive", colour):
                cost = printed_cost(self.what)
                return Message("macao.hint.cubes", {"cubes": game.listed(cost | {colour: cost[colour] - 1})})
        return None

    def play(self, game: Macao, seat: int, action: Action) -> None:
        player, cost = game.state.players[seat], printed_cost(self.what)
        match action:
            case ("waive", colour):
                game.take_cubes(seat, cost | {colour: cost[colour] - 1})
            case ("cubes",):
                game.take_cubes(seat, cost)
            case ("gold",):
                player.gold -= game.price_in_gold(seat, game.target(self.what)) or 0
            case ("show",):
                craftsman = game.active_card(seat, ActivateWithoutSpending)
                assert craftsman is not None
                game.count_use(seat, craftsman)
        how = "cubes" if action[0] == "waive" else action[0]
        if self.what in CARDS:
            actions.activate(game, seat, self.what, how)
        else:
            actions.take_quarter(game, seat, self.what, how)
