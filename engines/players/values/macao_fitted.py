"""The value of a position of Macao: the mean of that of ``macao`` and of one fitted to games.

The weights were fitted to the points that seats still gained until the end of a game, by the amounts of everything they
had (``docs/opponents.md``).
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
from engines.players.values.fitted import Features, Fitted

WEIGHTS: dict[str, tuple[float, float, float, float]] = {
    "gold": (0.24, 1.17, 1.44, 2.32),  # each of the first ten
    "cubes next": (0.51, 0.46, 0.54, 0.74),  # the cubes of the next turn, eight at most
    "cubes second": (0.0, 0.51, 0.51, 0.81),  # of the turn after it
    "cubes later": (0.0, 0.31, 0.45, 0.29),  # of all later turns
    "colours next": (0.32, 0.4, 0.28, -0.09),  # the number of different colours among them
    "colours second": (0.0, 0.27, 0.39, 0.05),
    "colours later": (0.0, 0.14, 0.25, 0.47),
    "many": (0.36, 0.33, 0.26, -0.04),  # cubes of one turn above eight
    "reserved": (0.44, 0.44, -0.3, -0.96),  # all cards in the tableau
    "reserved offices": (0.15, -0.01, 0.18, 0.82),
    "reserved scoring cards": (0.3, 0.81, 0.46, -1.19),
    "reserved others": (0.01, -0.22, -0.68, -0.5),  # all other cards except those with an income
    "payable": (0.61, 1.07, -0.36, -0.4),  # reserved cards whose cubes a single turn brings
    "turns with it": (0.61, 0.39, 0.35, 0.14),  # turns left once such a card is activated
    "missing": (
        -0.24,
        -0.63,
        -0.05,
        -0.85,
    ),  # cubes that a reserved card lacks in the turn that comes nearest to its cost
    "offices": (-0.12, 0.22, 1.1, 0.87),  # activated, as all rows down to "others"
    "exchanges": (-0.04, 0.08, 0.46, 0.22),
    "cards for cubes": (0.02, 0.14, 0.28, 0.4),  # whose income is cubes
    "cards for gold": (-0.03, 0.32, 0.83, 0.3),
    "cards for prestige": (0.0, 0.19, 0.5, 0.3),
    "triggers": (-0.02, 0.29, 0.72, 0.42),  # cards with an effect on certain events
    "scoring cards": (-0.09, -0.08, -0.08, -0.01),
    "others": (-0.02, 0.14, 0.75, 0.62),  # except warehouses and cards that lower costs
    "kinds of offices": (-0.12, -0.09, 0.57, 0.82),
    "cubes for offices": (0.01, 0.47, 1.35, 1.11),  # turns to come with a cube of its colour, summed over the kinds
    "deliveries": (0.29, 0.24, 0.26, 0.3),  # the points that wares aboard would bring, less for distant ports
    "quarters": (-0.03, 0.25, 0.21, -0.3),
    "group": (-0.05, -0.06, 0.17, -0.44),  # the quarters of the largest group
    "beside": (-0.05, 0.12, 0.38, 0.11),  # free quarters next to own ones
    "rank": (-0.08, -0.23, -0.4, -0.22),  # 0 for the first on the wall, 1 for the last
    "tribute": (0.21, 0.15, 0.29, 0.11),  # prestige that can be bought in this round
    "price": (0.02, -0.12, -0.2, 0.03),  # its price, in gold
}
"""Points at the end of the game above those counted now, by the own turns left that ``FITTED`` lists; the means of
the weights fitted to games of two and of four players."""
FITTED = Fitted((0, 2, 5, 9), WEIGHTS)
"""The weights with 0, 2, 5 and 9 own turns left."""

_MANY = 8
"""The number of cubes of one turn above which further ones have another weight."""
_MOST_GOLD = 10
"""The gold pieces that are weighed, at most."""
TURNS = ("next", "second", "later")
"""The turns to come by which cubes are counted: all but the first two together."""
_COST = {card.id: tuple(card.cost.items()) for card in CARDS.values()}
_PORT = {port.ware: port for port in board.PORTS.values()}


def sort(card: Card) -> str:
    """Return the sort of a card by its effect; activated cards are weighed under this name, if at all."""
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
    """Return the worth of a position to a seat, in points at the end of the game."""
    assert isinstance(game, Position)
    game = macao.with_dice(game, seat)
    weighed = _features(game, seat)
    fitted = weighed.points + FITTED.worth(weighed.amounts, weighed.moment)
    return (macao.expected(game, seat, weighed.points) + fitted) / 2


def features(game: Game, seat: int) -> Features:
    """Return the points that the end would count now, and the amounts that are weighed."""
    assert isinstance(game, Position)
    return _features(macao.with_dice(game, seat), seat)


def _features(game: Position, seat: int) -> Features:
    state = game.state
    points = float(sum(scoring.sources(game, seat).values()))
    if macao.decided(state, seat):
        return Features(points)
    player = state.players[seat]
    turns_left, cubes = coming(state, seat)
    is_before_turn = macao.before_turn(state, seat)
    amounts = _cubes(cubes) | _cards(player, turns_left, cubes) | _city(state, player)
    amounts |= _ships(state, player, turns_left, macao.farthest(state, seat))
    amounts["gold"] = min(player.gold, _MOST_GOLD)
    amounts["rank"] = state.wall.order().index(seat) / (state.seats - 1)
    if is_before_turn and not player.this_round.purchases:
        price = state.display.gold
        amounts["price"] = price
        amounts["tribute"] = state.display.prestige * (player.gold >= price)
    return Features(points, amounts, turns_left)


def coming(state: State, seat: int) -> tuple[int, Sequence[Cubes]]:
    """Return the number of turns that the seat still has, and the cubes placed for them, the next turn first."""
    turns_left = board.ROUNDS - state.turn
    fields = state.players[seat].rose[1:]
    if not state.chosen[seat]:
        turns_left += 1
    elif macao.before_turn(state, seat):
        turns_left += 1
        fields = state.players[seat].rose
    return turns_left, fields[:turns_left]


def _cubes(cubes_by_turn: Sequence[Cubes]) -> dict[str, float]:
    """Return the amounts of cubes of the next turn, of the one after it, and of all later ones."""
    amounts: dict[str, float] = {"many": 0}
    for index, turn in enumerate(TURNS):
        fields = cubes_by_turn[index : index + 1] if index < 2 else cubes_by_turn[2:]
        counts = [sum(cubes.values()) for cubes in fields]
        amounts[f"cubes {turn}"] = sum([min(count, _MANY) for count in counts])
        amounts[f"colours {turn}"] = sum(map(len, fields))
        amounts["many"] += sum([max(0, count - _MANY) for count in counts])
    return amounts


def _cards(player: Player, turns_left: int, cubes_by_turn: Sequence[Cubes]) -> dict[str, float]:
    """Return the amounts of reserved cards, by how near their cubes are, and of activated ones, by their sort."""
    amounts: dict[str, float] = dict.fromkeys(_OF_CARDS, 0)
    for id in player.tableau:
        amounts["reserved"] += 1
        if _SORT[id] in _RESERVED:
            amounts[_RESERVED[_SORT[id]]] += 1
        cost = _COST[id]
        least_missing = CARDS[id].size
        for index, cubes in enumerate(cubes_by_turn):
            missing_count = 0
            for colour, number in cost:
                available = cubes.get(colour, 0)
                if available < number:
                    missing_count += number - available
            least_missing = min(least_missing, missing_count)
            if not missing_count:
                amounts["payable"] += 1
                amounts["turns with it"] += turns_left - index
                break
        amounts["missing"] += least_missing
    kinds = set[str]()
    for id in player.activated:
        if (name := _SORT[id]) in amounts:
            amounts[name] += 1
        if kind := CARDS[id].office_kind:
            kinds.add(OFFICE_KINDS[kind])
    amounts["kinds of offices"] = len(kinds)
    amounts["cubes for offices"] = sum([colour in cubes for colour in kinds for cubes in cubes_by_turn])
    return amounts


def _ships(state: State, player: Player, turns_left: int, reach: int) -> dict[str, float]:
    """Return the points that the wares aboard would bring, less for ports that are far away."""
    points_paid = 0.0
    steps = board.DISTANCE[player.ship]
    for ware, count in player.hold.items():
        port = _PORT[ware]
        if steps[port.id] > reach:
            continue
        filled = state.ports[port.id]
        values = port.delivery_values[filled : filled + count]
        points = sum(values) + values[-1] * (count - len(values)) if values else 2 * count
        points_paid += points * min(1.0, (turns_left + 0.5) * 4 / (steps[port.id] + 3))
    return {"deliveries": points_paid}


def _city(state: State, player: Player) -> dict[str, float]:
    return {
        "quarters": len(player.quarters),
        "group": _group(tuple(player.quarters)),
        "beside": len(
            {next_id for id in player.quarters for next_id in board.QUARTERS[id].neighbours} & state.city.keys()
        ),
    }


@lru_cache(maxsize=1 << 14)
def _group(quarters: tuple[str, ...]) -> int:
    return scoring.largest_group(quarters)
