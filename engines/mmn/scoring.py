"""Victory points by source, tie-breaks, and the three cards that change hands (rules 13.4, 13.5, 19)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Score
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.network import strength
from engines.mmn.position import Position

# Weights of ``prospects``, which tell apart positions of equal points; each ``MOST_...`` bounds what counts.
MOST = 999
"""The upper bound of the result."""
PIP = 3
"""The weight of each of the 36 rolls that yield something at a settlement."""
CITY_PIP = 5
"""The weight of each of the 36 rolls that yield something at a city."""
KIND_PRODUCED = 8
LEVEL = 14
SITE = 24
"""The weight of a place where a settlement could be built."""
MOST_SITES = 2
ROAD = 1
STRENGTH = 4
ACTIVE_STRENGTH = 9
MOST_STRENGTH = 8
POINT = 6
"""The weight of a point of storage or autarky."""
WALL = 3
CARD = 1
MOST_CARDS = 12
PROGRESS_CARD = 4
HARBOUR = 6


def prospects(game: Position, seat: int) -> int:
    """Return how promising a position is, from 0 to 999, by public facts; hands count by their size."""
    player = game.state.players[seat]
    network = game.network
    worth = LEVEL * sum(player.levels) + ROAD * network.length(seat) + HARBOUR * len(network.harbours(seat))
    kinds = 0
    for building in player.buildings:
        city = building.city and not building.sabotaged
        pips, hexes_around = game.ground(building.node)
        worth += pips * (CITY_PIP if city else PIP) + WALL * building.wall
        kinds |= hexes_around
    worth += KIND_PRODUCED * kinds.bit_count()
    worth += POINT * (player.storage_points() + player.autarky_points())
    if len(player.buildings) < board.BUILDINGS:
        worth += SITE * min(MOST_SITES, len(network.settlement_spots(seat)))
    total_strength = 0
    active_strength = 0
    for knight in player.knights:
        total_strength += strength(knight)
        active_strength += strength(knight) if knight.active else 0
    worth += STRENGTH * min(MOST_STRENGTH, total_strength)
    worth += (ACTIVE_STRENGTH - STRENGTH) * min(MOST_STRENGTH, active_strength)
    worth += CARD * min(MOST_CARDS, sum(player.hand)) + PROGRESS_CARD * len(player.cards)
    return max(0, min(MOST, worth))


def sources(game: Position, seat: int) -> dict[str, int]:
    """Return the victory points of a seat by source; all of them are public."""
    state = game.state
    player = state.players[seat]
    settlements = 0
    cities = 0
    metropolises = 0
    for building in player.buildings:
        if building.metropolis:
            metropolises += 1
        elif building.city:
            cities += 1
        else:
            settlements += 1
    return {
        "settlements": settlements * board.SETTLEMENT_POINTS,
        "cities": cities * board.CITY_POINTS,
        "metropolises": metropolises * (board.CITY_POINTS + board.METROPOLIS_POINTS),
        "longest_road": board.AWARD_POINTS["longest_road"] * (state.longest_road == seat),
        "storage": board.AWARD_POINTS["storage"] * (state.storage_card == seat),
        "autarky": board.AWARD_POINTS["autarky"] * (state.autarky == seat),
        "defender": player.defender * board.AWARD_POINTS["defender_of_catan"],
        "merchant": board.MERCHANT_POINTS * (state.merchant_seat == seat),
        "cards": sum(CARDS[card].vp for card in player.vp_cards),
    }


def points(game: Position, seat: int) -> int:
    """Return the victory points of a seat, remembered while the network says that nothing has changed."""
    network = game.network
    if network.changed:
        return sum(sources(game, seat).values())
    total = network.points.get(seat)
    if total is None:
        total = network.points[seat] = sum(sources(game, seat).values())
    return total


def score(game: Position, seat: int) -> Score:
    """Return the score of a seat; its ``remainder`` is ``prospects``, which breaks ties by public facts."""
    parts = sources(game, seat)
    return Score(seat, sum(parts.values()), parts, prospects(game, seat))


def scores(game: Position) -> list[Score]:
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Return the seats, best first: the winner, then by points, then in the order of play."""
    totals = [points(game, seat) for seat in range(game.state.seats)]
    return sorted(range(game.state.seats), key=lambda seat: (seat != game.state.winner, -totals[seat], seat))


def holder_of(holder: int, values: Sequence[int], minimum: int) -> int:
    """Return the seat that has an award after values have changed; -1: nobody (rules 13.4).

    A tie does not take the award from its holder. A holder who falls behind loses it to the player who leads alone;
    if several lead, nobody has it.
    """
    highest = max(values)
    if highest < minimum:
        return -1
    if holder >= 0 and values[holder] == highest:
        return holder
    return values.index(highest) if values.count(highest) == 1 else -1


def recheck(game: Position) -> None:
    """Award the three cards and declare a win, after every complete action, card effect or attack.

    This does nothing unless pieces or points have changed.
    """
    network = game.network
    state = game.state
    if not network.changed or state.over:
        return
    network.changed = False
    network.points = {}
    players = state.players
    lengths = network.lengths()
    storage = [player.storage_points() for player in players]
    autarky = [player.autarky_points() for player in players]
    state.longest_road = _pass_on(game, "longest_road", state.longest_road, lengths)
    state.storage_card = _pass_on(game, "storage", state.storage_card, storage)
    state.autarky = _pass_on(game, "autarky", state.autarky, autarky)
    declare(game)


def declare(game: Position) -> None:
    """End the game if the active player has enough points, and the turn has not ended yet (rules 19)."""
    state = game.state
    if state.turn and points(game, state.active) >= board.TARGET and not game.between_turns:
        win(game, state.active)


def _pass_on(game: Position, award: str, before: int, values: Sequence[int]) -> int:
    """Return the new holder of an award, and report a change."""
    after = holder_of(before, values, board.AWARD_MINIMUM[award])
    if after != before:
        if after < 0:
            game.emit("award_aside", before, award=award)
        elif before < 0:
            game.emit("award", after, award=award, points=values[after])
        else:
            game.emit("award_moved", after, award=award, points=values[after], loser_seat=before)
    return after


def win(game: Position, seat: int) -> None:
    """End the game with a winner: the first player who has enough points in his turn (rules 19)."""
    game.state.winner = seat
    game.finish()
