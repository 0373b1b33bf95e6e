"""Catan with Cities & Knights as "Power, Magic and Food" changes it: the table of contents of its rules.

The opening is in ``steps.opening``. A turn is ``StartTurn``, ``BeforeRoll`` and ``RollDice`` (``steps.turn``), then
steps A to E (``barbarians``, ``seven``, ``clearing``, ``drawing``, ``production``) and the action phase
(``action_phase``), whose actions are in ``actions`` and whose progress cards are in ``cards``. The numbers are in
``board``, the map in ``geometry``, the pieces on it in ``network``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from engines.contract import Game, Message, Score, Step
from engines.mmn import audit, board, hidden, network, scoring, words
from engines.mmn import setup as setting
from engines.mmn import view as views
from engines.mmn.actions import bank, building, knights, storage
from engines.mmn.cards import (
    CARDS,
    Card,
    reconstructed_food,
    reconstructed_magic,
    reconstructed_power,
    sourced_politics,
    sourced_science,
    sourced_trade,
)
from engines.mmn.cards.effects import EFFECTS
from engines.mmn.describe import describe
from engines.mmn.network import Network
from engines.mmn.options import OPTIONS
from engines.mmn.state import State
from engines.mmn.state_parts import Building, Knight
from engines.mmn.steps.action_phase import BeginActions
from engines.mmn.steps.cards import CardQuestion, PlayedCard
from engines.mmn.steps.drawing import Overflow
from engines.mmn.steps.offers import Offer
from engines.mmn.steps.opening import OpeningBuilding, OpeningIncome, OpeningRoad
from engines.mmn.steps.seven import Discard
from engines.mmn.steps.turn import BeforeRoll
from engines.randomness import Dice

DECKS = (
    sourced_trade,
    sourced_politics,
    sourced_science,
    reconstructed_power,
    reconstructed_magic,
    reconstructed_food,
)
"""Importing them registers the effects of their cards."""

_ROUND = {
    seats: [tuple((first + place) % seats for place in range(seats)) for first in range(seats)] for seats in range(3, 7)
}
"""Clockwise, by number of seats and first seat."""


class Mmn(Game):
    """Power, Magic and Food for 3 to 6 players, with the options of rules 24."""

    key = "mmn"
    seats = range(3, 7)
    options = OPTIONS
    rules_version = 1
    longest = 20_000
    never_automatic = {"roll": 1, "pick": 1, "return": 1}
    """A single card to pick or return would tell what somebody holds (rules 21)."""
    state_type = State
    cards = tuple(CARDS)
    state: State

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.size = board.size(state.seats)
        self.words = words.words(self.size)
        self._network: Network | None = None
        self._by_number: dict[int, list[int]] = {}
        self._kinds: list[int] = []
        self._ground: dict[int, tuple[int, int]] = {}

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        return setting.setup(cls.key, cls.rules_version, seats, options, dice)

    def copy(self) -> Self:
        """An independent game; what is known beside the state goes with it."""
        game = super().copy()
        if self._network is not None:
            game._network = self._network.twin(game.state.players)
        game._by_number, game._kinds, game._ground = self._by_number, self._kinds, self._ground
        return game

    # -- the map ---------------------------------------------------------------------------------------------------

    @property
    def network(self) -> Network:
        """Who stands where; made from the state when first asked for."""
        if self._network is None:
            self._network = Network(self.size.geometry, self.state.players)
        return self._network

    def building(self, node: int) -> Building:
        """The building at an intersection that has one."""
        found = self.network.building[node]
        assert found is not None
        return found

    def knight(self, node: int) -> Knight:
        """The knight at an intersection that has one."""
        found = self.network.knight[node]
        assert found is not None
        return found

    def hexes_with(self, total: int) -> Sequence[int]:
        """Hexes by number chip."""
        if not self._by_number:
            found: dict[int, list[int]] = {}
            for place, chip in enumerate(self.state.chips):
                found.setdefault(chip, []).append(place)
            self._by_number = found
        return self._by_number.get(total, ())

    def swap_chips(self, one: int, other: int) -> None:
        """Inventor."""
        chips = self.state.chips
        chips[one], chips[other] = chips[other], chips[one]
        self._by_number, self._ground = {}, {}

    def ground(self, node: int) -> tuple[int, int]:
        """What an intersection is worth: the ways of 36 to roll its numbers, and its resources as bits."""
        found = self._ground.get(node)
        if found is None:
            places = self.size.geometry.node_hexes[node]
            pips = sum(6 - abs(7 - self.state.chips[place]) for place in places)
            kinds = sum(1 << kind for kind in {self.terrain_kind(place) for place in places})
            found = self._ground[node] = pips, kinds
        return found

    def terrain_kind(self, place: int) -> int:
        """The resource of a hex."""
        if not self._kinds:
            self._kinds = [board.TERRAINS.index(terrain) for terrain in self.state.terrain]
        return self._kinds[place]

    def locked(self) -> bool:
        """Robber and pirate are not moved before the first attack is over (rules 6.7)."""
        return not self.state.attacked and self.state.options["robber_lock"] == "on"

    # -- players ---------------------------------------------------------------------------------------------------

    def clockwise(self) -> list[int]:
        """All seats, beginning with the active player."""
        return list(_ROUND[self.state.seats][self.state.active])

    def opponents(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return list(_ROUND[self.state.seats][seat][1:])

    def hand_limit(self, seat: int) -> int:
        """Cards that a seven spares (rules 7.1)."""
        walls = sum(each.wall for each in self.state.players[seat].buildings)
        return board.HAND_LIMIT + board.WALL_BONUS * walls

    def attack_strength(self) -> int:
        """Cities on the board, metropolises and sabotaged ones too (rules 6.2)."""
        return sum(each.city for player in self.state.players for each in player.buildings)

    def contributions(self) -> list[int]:
        """Strength of the active knights by seat."""
        return [
            sum(network.strength(knight) for knight in player.knights if knight.active) for player in self.state.players
        ]

    def road_length(self, seat: int) -> int:
        """Rules 13.4."""
        return self.network.length(seat)

    def supply(self, seat: int) -> dict[str, int]:
        """Pieces not on the board (rules 1.3)."""
        player = self.state.players[seat]
        return {
            "road": board.ROADS - len(player.roads),
            "settlement": board.SETTLEMENTS - building.settlements(player),
            "city": board.CITIES - building.cities(player),
            "wall": board.WALLS - sum(each.wall for each in player.buildings),
            **{board.RANKS[rank]: knights.supply(player, rank) for rank in (1, 2, 3)},
            "captain": board.CAPTAINS - sum(knight.captain for knight in player.knights),
            "store": storage.stores_left(player),
            "hall": storage.halls_left(player),
            "servant": storage.servants_left(player),
            "journeyman": storage.journeymen_left(player),
        }

    # -- progress cards (rules 9 and 18) ---------------------------------------------------------------------------

    def card(self, card: str) -> Card:
        return CARDS[card]

    def playable(self, seat: int, card: str) -> bool:
        """In the action phase or for a sixth card: the card would do something (rules 18.2)."""
        return EFFECTS[card].possible(self, seat)

    def play_card(self, seat: int, card: str) -> None:
        """It leaves the hand, acts, and goes under its deck (rules 18.1)."""
        stack = self.state.stack
        self.state.players[seat].cards.remove(card)
        self.emit("card", seat, card=card)
        depth = len(stack)
        EFFECTS[card].play(self, seat)
        stack.insert(depth, PlayedCard(card=card))

    def ask(self, seat: int, card: str, picked: Sequence[str]) -> None:
        """The next choice of a card being played."""
        self.push(CardQuestion(seat=seat, card=card, picked=list(picked)))

    def draw_card(self, seat: int, deck: str) -> None:
        """The top card of a deck that is not empty."""
        self.gain_card(seat, self.state.decks[deck].pop())

    def gain_card(self, seat: int, card: str) -> None:
        """A victory point card is laid open, another goes to the hand (rules 9.2)."""
        if CARDS[card].vp:
            self.state.players[seat].vp_cards.append(card)
            self.network.changed = True
            self.emit("vp_card", seat, barrier=True, card=card)
            return
        self.emit("drew", seat, barrier=True, deck=CARDS[card].deck)
        self.emit_only("drew_card", seat, (seat,), card=card)
        self.hold_card(seat, card)

    def hold_card(self, seat: int, card: str) -> None:
        """Into the hand; a sixth card must be dealt with at once (rules 9.3)."""
        held = self.state.players[seat].cards
        held.append(card)
        if len(held) > board.PROGRESS_LIMIT:
            self.push(Overflow(seat=seat))

    def under(self, card: str) -> None:
        """Face down under its own deck."""
        self.state.decks[CARDS[card].deck].insert(0, card)

    def put_away(self, card: str) -> None:
        """A played card goes under its deck unless it lies on (rules 18.1)."""
        if not CARDS[card].persistent:
            self.under(card)

    def finish(self) -> None:
        """Rules 19: cards still being played are put away, then the end."""
        for step in self.state.stack:
            if isinstance(step, PlayedCard):
                self.put_away(step.card)
        self.emit("victory", self.state.winner, points=scoring.points(self, self.state.winner))
        super().finish()

    # -- what steps ask of other families --------------------------------------------------------------------------

    def action_phase(self, seat: int) -> Step[Mmn]:
        return BeginActions(seat=seat)

    def build_chip(self, seat: int, item: str, node: int, place: int) -> None:
        """A step of storage or autarky that has been paid for."""
        storage.build(self, seat, item, node, place)

    def bank_takes(self, give: dict[int, int]) -> list[int]:
        """Kinds the bank gives for cards (rules 11.2)."""
        return bank.takes(self, give)

    # -- knowing ---------------------------------------------------------------------------------------------------

    def phase(self) -> str:
        """ "opening", "before_roll", "events", "actions" or "over", for pictures and descriptions."""
        if self.state.over:
            return "over"
        kinds = {type(step) for step in self.state.stack}
        if not self.state.turn or kinds & {OpeningBuilding, OpeningRoad, OpeningIncome}:
            return "opening"
        if BeforeRoll in kinds or not self.state.now.event:
            return "before_roll"
        # Steps A to E lie on the stack above the action phase; an action in progress lies on a phase already begun.
        return "actions" if self.state.now.begun else "events"

    def offer(self) -> views.OfferView | None:
        """The offer of trade on the table."""
        for step in self.state.stack:
            if isinstance(step, Offer):
                return views.offer(step)
        return None

    def owed(self) -> Mapping[int, int]:
        """Cards to be discarded by seats that have not finished choosing."""
        for step in self.state.stack:
            if isinstance(step, Discard):
                return {seat: step.due[seat] for seat in self.clockwise() if step.left(seat)}
        return {}

    def shown(self, seat: int | None) -> tuple[list[str], int | None]:
        """What this seat alone may look at now, and whose hand it is (None: a deck)."""
        return hidden.shown(self, seat)

    def order(self) -> list[int]:
        """Clockwise from the active player."""
        return self.clockwise()

    def view(self, seat: int | None) -> views.MmnView:
        return views.view(self, seat)

    def describe(self, seat: int | None) -> list[Message]:
        return describe(self, seat)

    def scores(self) -> list[Score]:
        return scoring.scores(self)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def audit(self) -> list[str]:
        return audit.conservation(self)

    def validate(self) -> list[str]:
        return audit.validate(self.state)

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Redraws hands, progress cards, decks, face-down storage cards and discards not yet revealed."""
        game = self.copy()
        hidden.redraw(game, seat, rng)
        return game
