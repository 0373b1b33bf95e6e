"""The opening (rules 3) and the course of a turn (rules 4).

At the start of a turn the player's curses end and a win is declared; then come the dice, steps A to E and step F, the
action phase, in which the player does anything in any order until he passes (rules 11 to 18).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, scoring
from engines.mmn.effects.trade import Swap
from engines.mmn.naming import as_path
from engines.mmn.position import Position
from engines.mmn.state import Building, Now
from engines.mmn.steps.barbarians import Barbarians
from engines.mmn.steps.between import between, rest
from engines.mmn.steps.clearing import Clearing
from engines.mmn.steps.income import Production, Progress
from engines.mmn.steps.seven import Seven
from engines.mmn.verbs.action import Decision, OneWord, TurnVerb, Work, has_building
from engines.mmn.verbs.bank import Bank
from engines.mmn.verbs.building import BUILDING, END_FAMINE, Improve
from engines.mmn.verbs.cards import Play, play_card
from engines.mmn.verbs.giving import TakeFree
from engines.mmn.verbs.knights import ACTIVATE, CHASE, KNIGHTS, MOVE, knight_offers
from engines.mmn.verbs.offers import MakeOffer
from engines.mmn.verbs.robbing import FIGURES, Steal
from engines.mmn.verbs.storage import AUTARKY_FIGURES, Hall, LargeStore, Store
from engines.steps import Arguments, Offer, OfSeat, Pass, Step, Verb, Words

ALCHEMIST = "alchemist"


class StartTurn(OfSeat[Position], kw_only=True, tag="StartTurn"):
    """Start of a turn (T0): the player's curses end, and a player with enough points wins before rolling."""

    def run(self, game: Position) -> None:
        state = game.state
        state.active = self.seat
        state.turn += 1
        state.now = Now()
        game.emit("turn", self.seat, turn=state.turn)
        for curse in [curse for curse in state.curses if curse.seat == self.seat]:
            state.curses.remove(curse)
            game.put_under("curse")
            game.emit("curse_ended", self.seat, hex=game.geometry.hexes[curse.hex])
        scoring.declare(game)
        if not state.over:
            game.push(BeforeRoll(seat=self.seat))


class Roll(Verb[Position, "BeforeRoll"]):
    """Roll all four dice (rules 4)."""

    word = "roll"

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))


class FixDice(Verb[Position, "BeforeRoll"]):
    """Play Alchemist, the only card that is played before the roll."""

    word = "play"

    def choices(self, game: Position, step: BeforeRoll, seat: int) -> Iterable[Words]:
        return ((ALCHEMIST,),) if ALCHEMIST in game.state.players[seat].cards else ()

    def fault(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> Message | None:
        if not words:
            return step.no_answer(game, seat, ("play",))
        return refusals.card(game, seat, ALCHEMIST) if words == (ALCHEMIST,) else None

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))
        play_card(game, seat, ALCHEMIST)


class BeforeRoll(Decision, kw_only=True, tag="BeforeRoll"):
    """The question to roll the dice, asked in every turn so that nobody can tell who holds an Alchemist."""

    asks = "mmn.prompt.beforeroll"
    verbs = (Roll(), FixDice())

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        return Message("mmn.refuse.roll_first")


class OfActive(OfSeat[Position], kw_only=True):
    """A step without a decision in the turn of the active player."""

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active


class RollDice(OfActive, kw_only=True, tag="RollDice"):
    """The roll (T1) of the event, colour, red and white dice; it queues steps A to E and the action phase."""

    def run(self, game: Position) -> None:
        dice = game.state.dice
        now = game.state.now
        now.event = board.EVENT_FACES[dice.below(len(board.EVENT_FACES))]
        now.colour = board.COLOUR_FACES[dice.below(len(board.COLOUR_FACES))]
        if not now.fixed:
            now.red = dice.roll()
            now.white = dice.roll()
        total = now.red + now.white
        if not game.reports_nothing:
            roll = {"red": now.red, "white": now.white, "sum": total}
            game.emit("rolled", self.seat, barrier=True, event=now.event, track=now.colour, **roll)
        steps: list[Step[Position]] = []
        if now.event == "ship":
            steps.append(Barbarians())
        if total == 7:
            steps.append(Seven())
        # The barbarians, who are still on their old space, move in a step that was queued above.
        if now.event == "ship" and game.state.ship + 1 == board.CLEARING_AT:  # rules 6.1, ruling 24.8
            steps.append(Clearing())
        if now.event == "castle":
            steps.append(Progress())
        if total != 7:
            steps.append(Production())
        game.push(*steps, BeginActions(seat=self.seat))


class BeginActions(OfActive, kw_only=True, tag="BeginActions"):
    """The beginning of the action phase, after steps A to E."""

    def run(self, game: Position) -> None:
        game.state.now.begun = True
        game.push(Turn(seat=self.seat))


class EndTurn(Pass):
    """End the turn (step G): the others may build, as an option; then it is the next player's turn."""

    def do(self, game: Position, step: Turn, seat: int, words: Words) -> None:
        rest(game.state.players[seat])
        game.emit("passed", seat)
        game.push(*between(game), StartTurn(seat=(seat + 1) % game.state.seats))


OF_OFFERS = frozenset(("accept", "decline", "counter", "withdraw"))
"""Verbs that are possible only while an offer is open."""


class Turn(Decision, kw_only=True, tag="Turn"):
    """The action phase (step F): the player is asked for one action after another until ``pass``."""

    asks = "mmn.prompt.turn"
    verbs = (
        MakeOffer(),
        *BUILDING,
        *KNIGHTS,
        *AUTARKY_FIGURES,
        Hall(),
        END_FAMINE,
        Store(),
        LargeStore(),
        Improve(),
        Bank(),
        Swap(),
        Play(),
        EndTurn(),
    )
    """The verbs in the order in which legal actions are listed, which is a public format."""

    def offers(self, game: Position, seat: int) -> list[Offer]:
        """Return the verbs that the hand can pay for, each with its completions.

        Unlike other steps, this one skips verbs whose price alone rules them out, and lists the actions of knights
        knight by knight.
        """
        offers: list[Offer] = []
        player = game.state.players[seat]
        works = game.network.works[seat]
        for verb in _payable(player.hand):
            listed = works.get(verb)
            if listed is None:
                if verb is MOVE:
                    offers += knight_offers(game, seat, player)
                    continue
                listed = verb.listed(game, seat, player) if verb.at_buildings else verb.possible(game, seat, player)
            if listed:
                offers.append((verb, listed))
        offers.append(_END)
        return offers

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that no offer is open, the dice are rolled, or robber and pirate move only after a seven or a chase.

        See rules 4, 7.2 and 14.5.
        """
        verb = action[0] if action else ""
        if verb in OF_OFFERS:
            return Message("mmn.refuse.no_offer")
        if verb == Roll.word:
            return Message("mmn.refuse.rolled")
        if verb == Steal.word:
            return Message("mmn.refuse.steal_later")
        return Message("mmn.refuse.figure_later", {"figure": verb}) if verb in FIGURES else None

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active


_PRICED = [verb for verb in Turn.verbs if isinstance(verb, TurnVerb) and verb not in (ACTIVATE, CHASE)]
"""The verbs that ``_payable`` looks at; the place of a verb is its number in bit masks."""
_UNPRICED = sum(1 << place for place, verb in enumerate(_PRICED) if isinstance(verb, Work) and not verb.price)
"""Verbs without a fixed price, for which cards of any one terrain can be enough, as a bit mask."""
_MOST = 4
"""The most cards of one kind that a price asks for."""
_CARDS = 100
"""More cards of one kind than any hand holds."""


def _verb_bits(terrain: int, resources: int, commodities: int) -> int:
    """Return a bit for each verb, worked out from the cards of one terrain alone.

    For a verb with a fixed price the bit says that these cards are too few; for a verb that any one terrain pays it
    says that they are enough.
    """
    hand = [0] * len(board.KINDS)
    hand[terrain] = resources
    hand[terrain + board.PAIR] = commodities
    bits = 0
    for place, verb in enumerate(_PRICED):
        if isinstance(verb, Work):
            is_short = any(hand[kind] < number for kind, number in verb.price if kind % board.PAIR == terrain)
            bits |= (is_short if verb.price else verb.enough(hand)) << place
    return bits


def _table(terrain: int) -> list[list[int]]:
    """Return the bits of ``_verb_bits`` for a terrain, by number of resources and number of commodities."""
    few = range(_MOST + 1)
    rows = [[_verb_bits(terrain, resources, commodities) for commodities in few] for resources in few]
    rows = [row + row[-1:] * _CARDS for row in rows]
    return rows + rows[-1:] * _CARDS


_TABLES = [_table(terrain) for terrain in range(board.PAIR)]


def _payable(hand: Sequence[int]) -> Sequence[TurnVerb]:
    """Return the verbs that a hand can pay for, and those without a price.

    This runs for every decision of a turn, so it is one table look-up for each terrain and no loop.
    """
    brick, lumber, wool, grain, ore, nugget, crystal, paper, cloth, meat, coin, jewel = hand
    hills, forest, pasture, fields, mountains, gold_river = _TABLES
    return _allowed(
        hills[brick][crystal]
        | forest[lumber][paper]
        | pasture[wool][cloth]
        | fields[grain][meat]
        | mountains[ore][coin]
        | gold_river[nugget][jewel]
    )


@cache
def _allowed(bits: int) -> Sequence[TurnVerb]:
    """Return the verbs for which no terrain has too few cards, or some terrain enough."""
    return [verb for place, verb in enumerate(_PRICED) if not (bits ^ _UNPRICED) >> place & 1]


_END: Offer = (Turn.verbs[-1], ((),))


class FirstPiece(OneWord["OpeningBuilding"]):
    """Place the first settlement or city by the distance rule (rules 3.1)."""

    names = staticmethod(refusals.free_node)
    why = ("mmn.refuse.distance", "place")

    def __init__(self, word: str) -> None:
        self.word = word  # type: ignore[misc]

    def closed(self, game: Position, step: OpeningBuilding, seat: int) -> Message | None:
        return None if self.word == step.piece else Message("mmn.refuse.opening_piece", {"piece": step.piece})

    def choices(self, game: Position, step: OpeningBuilding, seat: int) -> Iterable[Words]:
        return ((name,) for node, name in enumerate(game.geometry.nodes) if game.network.distant(node))

    def do(self, game: Position, step: OpeningBuilding, seat: int, words: Words) -> None:
        node = game.geometry.node_number[words[0]]
        game.network.add_building(seat, Building(node=node, city=step.city))
        game.emit(self.word, seat, node=words[0])
        game.push(OpeningRoad(seat=seat, node=node))


class OpeningBuilding(Decision, kw_only=True, tag="OpeningBuilding"):
    """The question where a settlement (first round) or a city (second round) is placed."""

    asks = "mmn.prompt.openingbuilding"
    fills = {"kind": "piece"}
    verbs = (FirstPiece("settlement"), FirstPiece("city"), FirstPiece("road"))

    city: bool

    @property
    def piece(self) -> str:
        return "city" if self.city else "settlement"


class FirstRoad(OneWord["OpeningRoad"]):
    """Place the road at the piece just placed."""

    word = "road"

    def choices(self, game: Position, step: OpeningRoad, seat: int) -> Iterable[Words]:
        geometry = game.geometry
        road = game.network.road
        return ((geometry.paths[edge],) for edge in geometry.node_edges[step.node] if road[edge] < 0)

    def unfit(self, game: Position, step: OpeningRoad, seat: int, word: str) -> Message | None:
        reason = refusals.place(game, word, "path")
        if reason is None and game.geometry.path_number[word] in game.geometry.node_edges[step.node]:
            return Message("mmn.refuse.taken", {"place": word})
        return reason or Message("mmn.refuse.opening_road", {"node": game.geometry.nodes[step.node]})

    def do(self, game: Position, step: OpeningRoad, seat: int, words: Words) -> None:
        game.network.add_road(seat, game.geometry.path_number[words[0]])
        game.emit("road", seat, path=words[0])

    def normal(self, words: Words) -> Words:
        return tuple(map(as_path, words))


class OpeningRoad(Decision, kw_only=True, tag="OpeningRoad"):
    """The question where the road of the piece just placed goes."""

    asks = "mmn.prompt.openingroad"
    verbs = (FirstRoad(),)

    node: int

    def sound(self, game: Position) -> bool:
        return has_building(game, self.seat, self.node)

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.geometry.nodes[self.node]}


class OpeningIncome(Step[Position], kw_only=True, tag="OpeningIncome"):
    """The income of the opening: a resource for every land hex at each building; then seat 0 begins.

    See rules 3.2 and ruling 24.18.
    """

    def run(self, game: Position) -> None:
        state = game.state
        geometry = game.geometry
        counts_twice = game.option("opening_shared_hex_counts_twice") == "on"
        choice = game.option("gold_mode") == "choice"
        free = [0] * state.seats
        for seat, player in enumerate(state.players):
            places = [place for building in player.buildings for place in geometry.node_hexes[building.node]]
            income: dict[int, int] = {}
            for place in places if counts_twice else dict.fromkeys(places):
                kind = game.terrain_kind(place)
                income[kind] = income.get(kind, 0) + 1
            if choice:
                free[seat] = income.pop(board.NUGGET, 0)
            hands.receive(game, seat, sorted(income.items()), "opening")
        game.push(TakeFree(free=free, why="opening"), StartTurn(seat=0))
