"""The worth of a position of Macao: the mean of what ``macao`` thinks of it and of what games have shown.

The weights were fitted to how many points a seat had at the end beyond those it had when it had so much of this or that
(``docs/opponents.md``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engines.contract import Game
from engines.macao import board, scoring
from engines.macao.cards import CARDS, OFFICE_KINDS, Card
from engines.macao.cards.effects import (
    ActivateWithoutSpending,
    AlternativeCost,
    CostReduction,
    Exchange,
    ExchangeDistinctColours,
    ExchangeMulti,
    FinalScore,
    Income,
    IncomePartner,
    IncomeScaled,
    Trigger,
)
from engines.macao.position import Position
from engines.macao.state import Cubes, Player, State
from engines.players.values import macao
from engines.players.values.fitted import Fitted, Seen

WEIGHTS: dict[str, tuple[float, float, float, float]] = {
    "gold": (0.24, 1.17, 1.44, 2.32),  # each of the first ten
    "cubes next": (0.51, 0.46, 0.54, 0.74),  # that come with the next turn, eight at most
    "cubes second": (0.0, 0.51, 0.51, 0.81),  # with the one after it
    "cubes later": (0.0, 0.31, 0.45, 0.29),  # with all others
    "colours next": (0.32, 0.4, 0.28, -0.09),  # different ones among them
    "colours second": (0.0, 0.27, 0.39, 0.05),
    "colours later": (0.0, 0.14, 0.25, 0.47),
    "many": (0.36, 0.33, 0.26, -0.04),  # cubes of one turn above eight
    "reserved": (0.44, 0.44, -0.3, -0.96),  # cards
    "reserved offices": (0.15, -0.01, 0.18, 0.82),
    "reserved scoring cards": (0.3, 0.81, 0.46, -1.19),
    "reserved others": (0.01, -0.22, -0.68, -0.5),  # but cards that bring something in each round
    "payable": (0.61, 1.07, -0.36, -0.4),  # reserved cards whose cubes one turn brings
    "turns with it": (0.61, 0.39, 0.35, 0.14),  # those left once such a card is activated
    "missing": (-0.24, -0.63, -0.05, -0.85),  # cubes that a reserved card lacks in the turn that has most of them
    "offices": (-0.12, 0.22, 1.1, 0.87),  # activated, as all down to "others"
    "exchanges": (-0.04, 0.08, 0.46, 0.22),
    "cards for cubes": (0.02, 0.14, 0.28, 0.4),  # that bring some in each round
    "cards for gold": (-0.03, 0.32, 0.83, 0.3),
    "cards for prestige": (0.0, 0.19, 0.5, 0.3),
    "triggers": (-0.02, 0.29, 0.72, 0.42),  # cards that act on what happens
    "scoring cards": (-0.09, -0.08, -0.08, -0.01),
    "others": (-0.02, 0.14, 0.75, 0.62),  # but warehouses and cards that lower prices
    "kinds of offices": (-0.12, -0.09, 0.57, 0.82),
    "cubes for offices": (0.01, 0.47, 1.35, 1.11),  # turns to come with a cube of its colour, for each kind
    "deliveries": (0.29, 0.24, 0.26, 0.3),  # what wares aboard would bring, as far as their ports are near
    "quarters": (-0.03, 0.25, 0.21, -0.3),
    "group": (-0.05, -0.06, 0.17, -0.44),  # the quarters of the largest one
    "beside": (-0.05, 0.12, 0.38, 0.11),  # free quarters beside own ones
    "rank": (-0.08, -0.23, -0.4, -0.22),  # 0 for the first on the wall, 1 for the last
    "tribute": (0.21, 0.15, 0.29, 0.11),  # prestige that can be bought in this round
    "price": (0.02, -0.12, -0.2, 0.03),  # of that, in gold
}
"""In points of the end above what is counted now, with so many own turns left as ``FITTED`` says; the mean of what
games of two and of four have shown."""
FITTED = Fitted((0, 2, 5, 9), WEIGHTS)

_MANY = 8
"""Cubes of one turn, above which each counts otherwise."""
_MOST_GOLD = 10
TURNS = ("next", "second", "later")
"""The turns to come, as cubes are counted by them: all but the first two together."""
_COST = {card.id: tuple(card.cost.items()) for card in CARDS.values()}
_PORT = {port.ware: port for port in board.PORTS.values()}


def sort(card: Card) -> str:
    """By what a card does: the name under which activated ones are counted, if they are."""
    if card.office_kind:
        return "offices"
    match card.effect:
        case FinalScore():
            return "scoring cards"
        case Trigger(ware=ware):
            return "warehouses" if ware else "triggers"
        case Income(gain=gain) | IncomeScaled(gain=gain) | IncomePartner(gain=gain):
            return "cards for gold" if gain.gold else "cards for prestige" if gain.prestige else "cards for cubes"
        case Exchange() | ExchangeMulti() | ExchangeDistinctColours():
            return "exchanges"
        case CostReduction() | AlternativeCost() | ActivateWithoutSpending():
            return "cheaper"
    return "others"


_SORT = {card.id: sort(card) for card in CARDS.values()}
_ACTIVATED = (
    "offices",
    "scoring cards",
    "triggers",
    "exchanges",
    "others",
    "cards for gold",
    "cards for prestige",
    "cards for cubes",
)
_RESERVED = {
    **dict.fromkeys(("warehouses", "triggers", "exchanges", "cheaper", "others"), "reserved others"),
    "offices": "reserved offices",
    "scoring cards": "reserved scoring cards",
}
_OF_CARDS = (*_ACTIVATED, *dict.fromkeys(_RESERVED.values()), "reserved", "payable", "turns with it", "missing")


def value(game: Game, seat: int) -> float:
    """In points of the end of the game."""
    assert isinstance(game, Position)
    game = macao.with_dice(game, seat)
    found = _seen(game, seat)
    fitted = found.points + FITTED.worth(found.amounts, found.moment)
    return (macao.expected(game, seat, found.points) + fitted) / 2


def seen(game: Game, seat: int) -> Seen:
    """What the end would count now, and what is weighed besides."""
    assert isinstance(game, Position)
    return _seen(macao.with_dice(game, seat), seat)


def _seen(game: Position, seat: int) -> Seen:
    state, points = game.state, float(sum(scoring.sources(game, seat).values()))
    if macao.decided(state, seat):
        return Seen(points)
    player, (left, cubes) = state.players[seat], coming(state, seat)
    to_come = macao.before_turn(state, seat)
    amounts = _cubes(cubes) | _cards(player, left, cubes) | _city(state, player)
    amounts |= _ships(state, player, left, macao.farthest(state, seat))
    amounts["gold"] = min(player.gold, _MOST_GOLD)
    amounts["rank"] = state.wall.order().index(seat) / (state.seats - 1)
    if to_come and not player.this_round.purchases:
        price = state.display.gold
        amounts["price"], amounts["tribute"] = price, state.display.prestige * (player.gold >= price)
    return Seen(points, amounts, left)


def coming(state: State, seat: int) -> tuple[int, Sequence[Cubes]]:
    """The seat's turns that are left, and the cubes that have been placed for them, the next one first."""
    left, fields = board.ROUNDS - state.turn, state.players[seat].rose[1:]
    if not state.chosen[seat]:
        left += 1
    elif macao.before_turn(state, seat):
        left, fields = left + 1, state.players[seat].rose
    return left, fields[:left]


def _cubes(coming: Sequence[Cubes]) -> dict[str, float]:
    """The cubes of the next turn, of the one after it, and of all others."""
    amounts: dict[str, float] = {"many": 0}
    for place, turn in enumerate(TURNS):
        some = coming[place : place + 1] if place < 2 else coming[2:]
        counts = [sum(cubes.values()) for cubes in some]
        amounts[f"cubes {turn}"] = sum([min(count, _MANY) for count in counts])
        amounts[f"colours {turn}"] = sum(map(len, some))
        amounts["many"] += sum([max(0, count - _MANY) for count in counts])
    return amounts


def _cards(player: Player, left: int, coming: Sequence[Cubes]) -> dict[str, float]:
    """Reserved cards, by how near their cubes are, and activated ones, by what they do."""
    amounts: dict[str, float] = dict.fromkeys(_OF_CARDS, 0)
    for id in player.tableau:
        amounts["reserved"] += 1
        if _SORT[id] in _RESERVED:
            amounts[_RESERVED[_SORT[id]]] += 1
        cost, least = _COST[id], CARDS[id].size
        for place, cubes in enumerate(coming):
            missing = 0
            for colour, number in cost:
                have = cubes.get(colour, 0)
                if have < number:
                    missing += number - have
            least = min(least, missing)
            if not missing:
                amounts["payable"] += 1
                amounts["turns with it"] += left - place
                break
        amounts["missing"] += least
    kinds = set[str]()
    for id in player.activated:
        if (name := _SORT[id]) in amounts:
            amounts[name] += 1
        if kind := CARDS[id].office_kind:
            kinds.add(OFFICE_KINDS[kind])
    amounts["kinds of offices"] = len(kinds)
    amounts["cubes for offices"] = sum([colour in cubes for colour in kinds for cubes in coming])
    return amounts


def _ships(state: State, player: Player, left: int, reach: int) -> dict[str, float]:
    """What the wares aboard would bring, as far as their ports are near."""
    paid, steps = 0.0, board.DISTANCE[player.ship]
    for ware, count in player.hold.items():
        port = _PORT[ware]
        if steps[port.id] > reach:
            continue
        filled = state.ports[port.id]
        values = port.delivery_values[filled : filled + count]
        brings = sum(values) + values[-1] * (count - len(values)) if values else 2 * count
        paid += brings * min(1.0, (left + 0.5) * 4 / (steps[port.id] + 3))
    return {"deliveries": paid}


def _city(state: State, player: Player) -> dict[str, float]:
    return {
        "quarters": len(player.quarters),
        "group": _group(tuple(player.quarters)),
        "beside": len({near for id in player.quarters for near in board.QUARTERS[id].neighbours} & state.city.keys()),
    }


@lru_cache(maxsize=1 << 14)
def _group(quarters: tuple[str, ...]) -> int:
    return scoring.largest_group(quarters)
