"""The opening (rules 3), then turn by turn (rules 4): curses end, the win is declared, dice, steps A to E; then
step F, the action phase: anything in any order until the player passes (rules 11 to 18)."""

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
from engines.mmn.verbs.knights import ACTIVATE, CHASE, KNIGHTS, MOVE, deeds
from engines.mmn.verbs.offers import MakeOffer
from engines.mmn.verbs.robbing import FIGURES as MOVED
from engines.mmn.verbs.storage import FIGURES, Hall, LargeStore, Store
from engines.steps import Arguments, Offer, OfSeat, Pass, Step, Verb, Words

ALCHEMIST = "alchemist"


class StartTurn(OfSeat[Position], kw_only=True, tag="StartTurn"):
    """T0: own curses end; who has enough points wins before rolling."""

    def run(self, game: Position) -> None:
        state = game.state
        state.active = self.seat
        state.turn += 1
        state.now = Now()
        game.emit("turn", self.seat, turn=state.turn)
        for curse in [each for each in state.curses if each.seat == self.seat]:
            state.curses.remove(curse)
            game.put_under("curse")
            game.emit("curse_ended", self.seat, hex=game.geometry.hexes[curse.hex])
        scoring.declare(game)
        if not state.over:
            game.push(BeforeRoll(seat=self.seat))


class Roll(Verb[Position, "BeforeRoll"]):
    """All four dice (rules 4)."""

    word = "roll"

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))


class FixDice(Verb[Position, "BeforeRoll"]):
    """The one card that is played before the roll."""

    word = "play"

    def choices(self, game: Position, step: BeforeRoll, seat: int) -> Iterable[Words]:
        return ((ALCHEMIST,),) if ALCHEMIST in game.state.players[seat].cards else ()

    def fault(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> Message | None:
        return refusals.card(game, seat, ALCHEMIST) if words == (ALCHEMIST,) else None

    def do(self, game: Position, step: BeforeRoll, seat: int, words: Words) -> None:
        game.push(RollDice(seat=seat))
        play_card(game, seat, ALCHEMIST)


class BeforeRoll(Decision, kw_only=True, tag="BeforeRoll"):
    """Everybody is asked to roll, so that nobody can tell who holds an Alchemist."""

    asks = "mmn.prompt.beforeroll"
    verbs = (Roll(), FixDice())

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active

    def no_answer(self, game: Position, seat: int, action: Action) -> Message:
        return Message("mmn.refuse.roll_first")


class OfActive(OfSeat[Position], kw_only=True):
    """Part of the turn of the active player."""

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active


class RollDice(OfActive, kw_only=True, tag="RollDice"):
    """T1: event, colour, red and white; then steps A to E and the action phase."""

    def run(self, game: Position) -> None:
        dice = game.state.dice
        now = game.state.now
        now.event = board.EVENT_FACES[dice.below(len(board.EVENT_FACES))]
        now.colour = board.COLOUR_FACES[dice.below(len(board.COLOUR_FACES))]
        if not now.fixed:
            now.red = dice.roll()
            now.white = dice.roll()
        total = now.red + now.white
        if not game.quiet:
            shown = {"red": now.red, "white": now.white, "sum": total}
            game.emit("rolled", self.seat, barrier=True, event=now.event, track=now.colour, **shown)
        steps: list[Step[Position]] = []
        if now.event == "ship":
            steps.append(Barbarians())
        if total == 7:
            steps.append(Seven())
        if now.event == "ship" and game.state.ship + 1 == board.CLEARING_AT:  # rules 6.1, ruling 24.8
            steps.append(Clearing())
        if now.event == "castle":
            steps.append(Progress())
        if total != 7:
            steps.append(Production())
        game.push(*steps, BeginActions(seat=self.seat))


class BeginActions(OfActive, kw_only=True, tag="BeginActions"):
    """Steps A to E are over."""

    def run(self, game: Position) -> None:
        game.state.now.begun = True
        game.push(Turn(seat=self.seat))


class EndTurn(Pass):
    """Step G: the others may build, where the table has agreed so; then the next seat."""

    def do(self, game: Position, step: Turn, seat: int, words: Words) -> None:
        rest(game.state.players[seat])
        game.emit("passed", seat)
        game.push(*between(game), StartTurn(seat=(seat + 1) % game.state.seats))


class Turn(Decision, kw_only=True, tag="Turn"):
    """One turn's actions; it goes on until ``pass``."""

    asks = "mmn.prompt.turn"
    verbs = (
        MakeOffer(),
        *BUILDING,
        *KNIGHTS,
        *FIGURES,
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
    """In the order of lists, which is a public format."""

    def offers(self, game: Position, seat: int) -> list[Offer]:
        """As every step does it, but only of what the hand can pay for, and the deeds of knights knight by knight."""
        found: list[Offer] = []
        player = game.state.players[seat]
        works = game.network.works[seat]
        for verb in _payable(player.hand):
            listed = works.get(verb)
            if listed is None:
                if verb is MOVE:
                    found += deeds(game, seat, player)
                    continue
                listed = verb.listed(game, seat, player) if verb.at_buildings else verb.possible(game, seat, player)
            if listed:
                found.append((verb, listed))
        found.append(_END)
        return found

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Robber and pirate are not moved just so (rules 7.2, 14.5)."""
        figure = action[0] if action else ""
        return Message("mmn.refuse.figure_later", {"figure": figure}) if figure in MOVED else None

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.active


_PRICED = [verb for verb in Turn.verbs if isinstance(verb, TurnVerb) and verb not in (ACTIVATE, CHASE)]
_UNPRICED = sum(1 << place for place, verb in enumerate(_PRICED) if isinstance(verb, Work) and not verb.price)
_MOST = 4
_CARDS = 100
"""More cards of a kind than the first are never asked for; of the second no hand holds as many."""


def _said(terrain: int, resources: int, commodities: int) -> int:
    """A bit for each verb: for one with a price, that these cards of a terrain are too few; for another one, which a
    single terrain pays, that they are enough."""
    hand = [0] * len(board.KINDS)
    hand[terrain] = resources
    hand[terrain + board.PAIR] = commodities
    found = 0
    for place, verb in enumerate(_PRICED):
        if isinstance(verb, Work):
            dear = any(hand[kind] < number for kind, number in verb.price if kind % board.PAIR == terrain)
            found |= (dear if verb.price else verb.enough(hand)) << place
    return found


def _table(terrain: int) -> list[list[int]]:
    """The same by number of resources and number of commodities."""
    few = range(_MOST + 1)
    rows = [[_said(terrain, resources, commodities) for commodities in few] for resources in few]
    rows = [row + row[-1:] * _CARDS for row in rows]
    return rows + rows[-1:] * _CARDS


_TABLES = [_table(terrain) for terrain in range(board.PAIR)]


def _payable(hand: Sequence[int]) -> Sequence[TurnVerb]:
    """What a hand can pay for, or what costs nothing."""
    a, b, c, d, e, f, u, v, w, x, y, z = hand
    i, j, k, m, n, o = _TABLES
    return _allowed(i[a][u] | j[b][v] | k[c][w] | m[d][x] | n[e][y] | o[f][z])


@cache
def _allowed(said: int) -> Sequence[TurnVerb]:
    return [verb for place, verb in enumerate(_PRICED) if not (said ^ _UNPRICED) >> place & 1]


_END: Offer = (Turn.verbs[-1], ((),))


class FirstPiece(OneWord["OpeningBuilding"]):
    """A settlement in the first round, a city in the second, by the distance rule (rules 3.1)."""

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
    """A settlement in the first round, a city in the second."""

    asks = "mmn.prompt.openingbuilding"
    fills = {"kind": "piece"}
    verbs = (FirstPiece("settlement"), FirstPiece("city"), FirstPiece("road"))

    city: bool

    @property
    def piece(self) -> str:
        return "city" if self.city else "settlement"


class FirstRoad(OneWord["OpeningRoad"]):
    """It touches the piece just placed."""

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
    """The road of the piece just placed."""

    asks = "mmn.prompt.openingroad"
    verbs = (FirstRoad(),)

    node: int

    def sound(self, game: Position) -> bool:
        return has_building(game, self.seat, self.node)

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.geometry.nodes[self.node]}


class OpeningIncome(Step[Position], kw_only=True, tag="OpeningIncome"):
    """A resource for every land hex at each building (rules 3.2, ruling 24.18); then seat 0 begins."""

    def run(self, game: Position) -> None:
        state = game.state
        geometry = game.geometry
        twice = game.option("opening_shared_hex_counts_twice") == "on"
        choice = game.option("gold_mode") == "choice"
        free = [0] * state.seats
        for seat, player in enumerate(state.players):
            places = [place for building in player.buildings for place in geometry.node_hexes[building.node]]
            found: dict[int, int] = {}
            for place in places if twice else dict.fromkeys(places):
                kind = game.terrain_kind(place)
                found[kind] = found.get(kind, 0) + 1
            if choice:
                free[seat] = found.pop(board.NUGGET, 0)
            hands.receive(game, seat, sorted(found.items()), "opening")
        game.push(TakeFree(free=free, why="opening"), StartTurn(seat=0))
