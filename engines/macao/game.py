"""Macao: the table of contents of its rules.

A round is ``StartRound``, ``TakeCard`` for everybody, ``RollDice``, ``ChooseDice``, a ``Turn`` for everybody and
``EndRound``; the decisions are in ``steps``, what a turn's actions do in ``actions``, the cards in ``cards``, the
numbers in ``board``.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Self, TypeVar

from engines.contract import Game, Message, Option, Score
from engines.macao import audit, board, scoring
from engines.macao import view as views
from engines.macao.cards import CARDS, DECK, OFFICES, Card
from engines.macao.cards.effects import (
    AlternativeCost,
    Amount,
    CostReduction,
    Effect,
    ExchangeDistinctColours,
    ExtraAllowance,
    FinalScore,
    PenaltyShield,
    Trigger,
    WallStackTop,
)
from engines.macao.describe import describe
from engines.macao.state import Player, State
from engines.macao.state_parts import Display
from engines.macao.steps import DraftCard, PlaceCubes, StartRound
from engines.macao.steps.cubes import GainCubes, PayCubes, Receive, ReturnColours
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.jokers import AvertEmptyStock
from engines.macao.steps.rounds import RollDice
from engines.macao.wall import Wall
from engines.randomness import Dice

E = TypeVar("E", bound=Effect)


class Macao(Game):
    """Macao for 2 to 4 players; option ``dice``: chosen in wall order, or by all together."""

    key = "macao"
    seats = range(2, 5)
    options = (Option("dice", ("in_order", "together")),)
    rules_version = 1
    longest = 6_000
    state_type = State
    cards = tuple(CARDS)
    state: State

    # -- setup (rules 3) -------------------------------------------------------------------------------------------

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        discs = list(range(seats))
        dice.shuffle(discs)
        wares = [ware for ware, tiles in board.WARES.items() for _ in range(tiles)]
        dice.shuffle(wares)
        offices = list(OFFICES)
        dice.shuffle(offices)
        deck = list(DECK)
        dice.shuffle(deck)
        draft = [deck.pop() for _ in range(seats + board.DRAFT_EXTRA)]
        wall = Wall.at_start(discs)
        order = wall.order()
        pair = board.OFFICES_PER_ROUND
        return State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            turn=0,
            chosen=[[] for _ in range(seats)],
            players=[Player(rose=[{} for _ in range(board.DIE_FIELDS + 1)]) for _ in range(seats)],
            wall=wall,
            deck=deck,
            offices=[offices[at : at + pair] for at in range(0, board.ROUNDS * pair, pair)],
            display=Display(cards=draft),
            city={
                quarter.id: board.JOKER if quarter.kind == "dark" else wares.pop()
                for quarter in board.QUARTERS.values()
            },
            ports=dict.fromkeys(board.PORTS, 0),
            stack=[
                StartRound(),
                *(PlaceCubes(seat=seat) for seat in reversed(order)),
                *(DraftCard(seat=seat) for seat in order),
            ],
        )

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

    def may_use(self, seat: int, card: str) -> bool:
        """Once per round per card; with the Schreiber one office of each kind twice (rules 5.6)."""
        if CARDS[card].timing != "phase3_use" or not CARDS[card].effect.usable:
            return False
        used = self.state.players[seat].this_round.used
        if not used.get(card):
            return True
        kind = CARDS[card].office_kind
        if kind is None or used[card] > 1 or not self.allowance(seat, "office_use_per_kind"):
            return False
        return not any(times > 1 and CARDS[other].office_kind == kind for other, times in used.items())

    def may_take_quarter(self, seat: int) -> bool:
        """Once per turn, twice with the Nachtwächter (rules 5.2)."""
        return self.state.players[seat].this_round.quarters < 1 + self.allowance(seat, "take_quarter")

    def count_use(self, seat: int, card: str) -> None:
        used = self.state.players[seat].this_round.used
        used[card] = used.get(card, 0) + 1

    def count_office_use(self, seat: int, card: str) -> None:
        kind = CARDS[card].office_kind
        assert kind is not None
        uses = self.state.players[seat].this_round.office_uses
        uses[kind] = uses.get(kind, 0) + 1
        if uses[kind] == 1:
            self.trigger(seat, "office_kind_first_used_this_round")

    # -- gold, prestige, cubes -------------------------------------------------------------------------------------

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

    def receive(self, seat: int, gain: Amount, card: str) -> None:
        """What a card gives; cubes of a colour of choice are asked for."""
        if gain.gold:
            self.receive_gold(seat, gain.gold)
            self.emit("received_gold", seat, card=card, gold=gain.gold)
        if gain.prestige:
            self.receive_prestige(seat, gain.prestige, "cards")
            self.emit("received_prestige", seat, card=card, prestige=gain.prestige)
        if gain.cubes:
            self.add_cubes(seat, gain.cubes)
            self.emit("received_cubes", seat, card=card, cubes=self.listed(gain.cubes))
        if gain.cubes_any:
            self.push(GainCubes(seat=seat, left=gain.cubes_any))

    def can_pay(self, seat: int, pay: Amount) -> bool:
        player = self.state.players[seat]
        coloured = all(player.stock.get(colour, 0) >= number for colour, number in pay.cubes.items())
        return coloured and player.gold >= pay.gold and sum(player.stock.values()) >= pay.cubes_any

    def spend(self, seat: int, pay: Amount) -> None:
        """Gold and cubes of given colours go back."""
        self.state.players[seat].gold -= pay.gold
        self.take_cubes(seat, pay.cubes)

    def pay_then_receive(self, seat: int, pay: Amount, gain: Amount, card: str) -> None:
        self.spend(seat, pay)
        if pay.cubes_any:
            self.push(PayCubes(seat=seat, left=pay.cubes_any), Receive(seat=seat, gain=gain, card=card))
        else:
            self.receive(seat, gain, card)

    def return_distinct(self, seat: int, card: str) -> None:
        effect = CARDS[card].effect
        assert isinstance(effect, ExchangeDistinctColours)
        most = effect.pay.cubes_distinct_colours.max
        self.push(ReturnColours(seat=seat, card=card, most=most, gain=effect.gain_per_cube))

    def listed(self, cubes: Mapping[str, int]) -> list[str]:
        """Cubes as a list of colours, in the fixed order."""
        return [colour for colour in board.COLOURS for _ in range(cubes.get(colour, 0))]

    # -- cards that act by themselves (rules 5.6), the wall (rules 8) ----------------------------------------------

    def triggers(self, seat: int, event: str) -> list[tuple[str, Trigger]]:
        """Active cards that act on an event, with their effects."""
        return [
            (card, effect)
            for card in self.state.players[seat].activated
            if isinstance(effect := CARDS[card].effect, Trigger) and effect.event == event
        ]

    def trigger(self, seat: int, event: str) -> None:
        """Cards already active act on an event: automatic gains first, then decisions (rules 5.6)."""
        for card, effect in sorted(self.triggers(seat, event), key=lambda pair: bool(pair[1].gain.cubes_any)):
            if effect.gain != Amount():
                self.receive(seat, effect.gain, card)

    def advance_on_wall(self, seat: int, spaces: int) -> None:
        """Rules 8."""
        wall = self.state.wall
        tower = next((other for other in range(self.state.seats) if self.active(other, WallStackTop)), None)
        wall.advance(seat, spaces, tower)
        if seat in wall.locked:
            self.emit("locked", seat)
        else:
            self.emit("wall", seat, space=wall.space(seat), spaces=spaces)

    # -- rounds ----------------------------------------------------------------------------------------------------

    def discard_display(self) -> None:
        """What nobody took goes to the discard pile."""
        self.state.discard += self.state.display.cards
        self.state.display.cards = []

    def penalise(self, seat: int, reason: str) -> None:
        self.state.players[seat].penalties += 1
        self.emit("penalty", seat, reason=reason)

    def empty_stock(self, seat: int) -> None:
        """Rules 4.2, ruling 1."""
        if board.RULINGS.joker_can_avert_empty_stock_penalty and self.state.players[seat].jokers:
            self.push(AvertEmptyStock(seat=seat))
        else:
            self.penalise(seat, "empty_stock")

    def finish(self) -> None:
        """Rules 9: markers for cards left, then the end."""
        for seat, player in enumerate(self.state.players):
            if self.active(seat, PenaltyShield) is None:
                for _ in player.tableau:
                    self.penalise(seat, "tableau")
            for card in player.activated:
                effect = CARDS[card].effect
                if isinstance(effect, FinalScore):
                    self.emit("final", seat, card=card, points=effect.worth(self, seat))
        super().finish()

    def phase(self) -> str:
        """ "draft", "cubes", "cards", "dice", "actions" or "over", for pictures and descriptions."""
        if self.state.over:
            return "over"
        waiting = {type(step) for step in self.state.stack}
        for step, phase in ((DraftCard, "draft"), (PlaceCubes, "cubes"), (ChooseDice, "dice"), (RollDice, "cards")):
            if step in waiting:
                return phase
        return "actions"

    # -- knowing ---------------------------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Wall order (rules 8)."""
        return self.state.wall.order()

    def view(self, seat: int | None) -> views.MacaoView:
        return views.view(self, seat)

    def describe(self, seat: int | None) -> list[Message]:
        return describe(self)

    def scores(self) -> list[Score]:
        return scoring.scores(self)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def audit(self) -> list[str]:
        return audit.conservation(self)

    def validate(self) -> list[str]:
        return audit.validate(self.state)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Shuffles the deck, and redraws dice that others have chosen but not revealed."""
        game = self.copy()
        state = game.state
        state.dice = Dice.drawn(rng)
        rng.shuffle(state.deck)
        for step in state.stack:
            if isinstance(step, ChooseDice) and step.together:
                for other, chosen in enumerate(step.chosen):
                    if chosen and other != seat:
                        step.chosen[other] = sorted(rng.sample(board.COLOURS, 2), key=board.COLOURS.index)
                        step.shifts[other] = step.shifts[other] and []
        return game
