"""What the rules of Macao work on: the state and the operations that they share; verbs and steps stand on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engines.contract import Game
from engines.macao import board
from engines.macao.cards import CARDS, Card
from engines.macao.cards.effects import (
    AlternativeCost,
    Amount,
    CostReduction,
    Effect,
    ExtraAllowance,
    Trigger,
    WallStackTop,
)
from engines.macao.state import Player, State

E = TypeVar("E", bound=Effect)


class Position(Game):
    """A game of Macao as its rules see it."""

    state: State

    # -- cards -----------------------------------------------------------------------------------------------------

    def card(self, card: str) -> Card:
        return CARDS[card]

    def has(self, seat: int, card: str) -> bool:
        """Whether a card is activated."""
        return card in self.state.players[seat].activated

    def active_card(self, seat: int, kind: type[Effect]) -> str | None:
        """The seat's activated card with an effect of this kind."""
        for card in self.state.players[seat].activated:
            if isinstance(CARDS[card].effect, kind):
                return card
        return None

    def active(self, seat: int, kind: type[E]) -> E | None:
        """The effect of that card."""
        for card in self.state.players[seat].activated:
            effect = CARDS[card].effect
            if isinstance(effect, kind):
                return effect
        return None

    def allowance(self, seat: int, target: str) -> int:
        """By how much activated cards raise a limit."""
        effects = (CARDS[card].effect for card in self.state.players[seat].activated)
        return sum(each.amount for each in effects if isinstance(each, ExtraAllowance) and each.target == target)

    def target(self, what: str) -> str:
        """What paying for a card or a quarter is called in the data of reductions."""
        return f"activate_{CARDS[what].type}" if what in CARDS else "take_quarter"

    def reduced(self, seat: int, target: str) -> bool:
        """Whether one cube less is paid (rules 5.1 and 5.2)."""
        effects = (CARDS[card].effect for card in self.state.players[seat].activated)
        return any(isinstance(each, CostReduction) and each.target == target for each in effects)

    def price_in_gold(self, seat: int, target: str) -> int | None:
        """Gold that replaces all cubes; None: no card allows it."""
        wanted = {target, "activate_card"} if target.startswith("activate") else {target}
        for card in self.state.players[seat].activated:
            effect = CARDS[card].effect
            if isinstance(effect, AlternativeCost) and effect.target in wanted:
                return effect.gold
        return None

    def may_take_quarter(self, seat: int) -> bool:
        """Once per turn, twice with the Nachtwächter (rules 5.2)."""
        return self.state.players[seat].this_round.quarters < 1 + self.allowance(seat, "take_quarter")

    def count_use(self, seat: int, card: str) -> None:
        used = self.state.players[seat].this_round.used
        used[card] = used.get(card, 0) + 1

    # -- gold, prestige, cubes -------------------------------------------------------------------------------------

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def receive_gold(self, seat: int, gold: int, *, counts: bool = True) -> None:
        player = self.state.players[seat]
        player.gold += gold
        player.this_round.gold += gold if counts else 0

    def receive_prestige(self, seat: int, prestige: int, source: str) -> None:
        player = self.state.players[seat]
        player.prestige += prestige
        player.this_round.prestige += prestige
        player.earned[source] = player.earned.get(source, 0) + prestige

    def add_cubes(self, seat: int, cubes: Mapping[str, int]) -> None:
        stock = self.state.players[seat].stock
        for colour, number in cubes.items():
            stock[colour] = stock.get(colour, 0) + number

    def take_cubes(self, seat: int, cubes: Mapping[str, int]) -> None:
        stock = self.state.players[seat].stock
        for colour, number in cubes.items():
            if number:
                stock[colour] -= number
                if not stock[colour]:
                    del stock[colour]

    def can_pay(self, seat: int, pay: Amount) -> bool:
        player = self.state.players[seat]
        coloured = all(player.stock.get(colour, 0) >= number for colour, number in pay.cubes.items())
        return coloured and player.gold >= pay.gold and sum(player.stock.values()) >= pay.cubes_any

    def spend(self, seat: int, pay: Amount) -> None:
        """Gold and cubes of given colours go back."""
        self.state.players[seat].gold -= pay.gold
        self.take_cubes(seat, pay.cubes)

    def listed(self, cubes: Mapping[str, int]) -> list[str]:
        """Cubes as a list of colours, in the fixed order."""
        return [colour for colour in board.COLOURS for _ in range(cubes.get(colour, 0))]

    # -- cards that act by themselves (rules 5.6), the wall (rules 8), the order of play ----------------------------

    def triggers(self, seat: int, event: str) -> list[tuple[str, Trigger]]:
        """Active cards that act on an event, with their effects."""
        return [
            (card, effect)
            for card in self.state.players[seat].activated
            if isinstance(effect := CARDS[card].effect, Trigger) and effect.event == event
        ]

    def advance_on_wall(self, seat: int, spaces: int) -> None:
        """Rules 8."""
        wall = self.state.wall
        tower = next((other for other in range(self.state.seats) if self.active(other, WallStackTop)), None)
        wall.advance(seat, spaces, tower)
        if seat in wall.locked:
            self.emit("locked", seat)
        else:
            self.emit("wall", seat, space=wall.space(seat), spaces=spaces)

    def discard_display(self) -> None:
        """What nobody took goes to the discard pile."""
        self.state.discard += self.state.display.cards
        self.state.display.cards = []

    def penalise(self, seat: int, reason: str) -> None:
        self.state.players[seat].penalties += 1
        self.emit("penalty", seat, reason=reason)

    def order(self) -> list[int]:
        """Wall order (rules 8)."""
        return self.state.wall.order()
