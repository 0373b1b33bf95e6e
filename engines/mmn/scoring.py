"""Victory points by source, who leads besides, and the three cards that change hands (rules 13.4, 13.5, 19)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Score
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.network import strength
from engines.mmn.position import Position

MOST = 999
PIP = 3
CITY_PIP = 5
"""Each of the 36 ways to roll a number at a settlement and at a city."""
KIND_PRODUCED = 8
LEVEL = 14
SITE = 24
MOST_SITES = 2
"""Places where a settlement could be built."""
ROAD = 1
STRENGTH = 4
ACTIVE_STRENGTH = 9
MOST_STRENGTH = 8
POINT = 6
"""A point of storage or autarky."""
WALL = 3
CARD = 1
MOST_CARDS = 12
PROGRESS_CARD = 4
HARBOUR = 6


def prospects(game: Position, seat: int) -> int:
    """0 to 999; hands count by their size."""
    player = game.state.players[seat]
    network = game.network
    worth = LEVEL * sum(player.levels) + ROAD * network.length(seat) + HARBOUR * len(network.harbours(seat))
    kinds = 0
    for building in player.buildings:
        city = building.city and not building.sabotaged
        pips, around = game.ground(building.node)
        worth += pips * (CITY_PIP if city else PIP) + WALL * building.wall
        kinds |= around
    worth += KIND_PRODUCED * kinds.bit_count()
    worth += POINT * (player.storage_points() + player.autarky_points())
    if len(player.buildings) < board.BUILDINGS:
        worth += SITE * min(MOST_SITES, len(network.settlement_spots(seat)))
    active = every = 0
    for knight in player.knights:
        every += strength(knight)
        active += strength(knight) if knight.active else 0
    worth += STRENGTH * min(MOST_STRENGTH, every) + (ACTIVE_STRENGTH - STRENGTH) * min(MOST_STRENGTH, active)
    worth += CARD * min(MOST_CARDS, sum(player.hand)) + PROGRESS_CARD * len(player.cards)
    return max(0, min(MOST, worth))


def sources(game: Position, seat: int) -> dict[str, int]:
    """Every source of points of a seat, all of them public."""
    state = game.state
    player = state.players[seat]
    settlements = cities = metropolises = 0
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
    """The total of a seat; remembered until points may have changed, which is when the three cards are looked at."""
    network = game.network
    if network.changed:
        return sum(sources(game, seat).values())
    found = network.points.get(seat)
    if found is None:
        found = network.points[seat] = sum(sources(game, seat).values())
    return found


def score(game: Position, seat: int) -> Score:
    """``remainder`` tells apart positions of equal points by what everybody can see of them."""
    parts = sources(game, seat)
    return Score(seat, sum(parts.values()), parts, prospects(game, seat))


def scores(game: Position) -> list[Score]:
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Seats, best first: the winner, then by points; of equals the one who plays first."""
    totals = [points(game, seat) for seat in range(game.state.seats)]
    return sorted(range(game.state.seats), key=lambda seat: (seat != game.state.winner, -totals[seat], seat))


def holder_of(holder: int, values: Sequence[int], minimum: int) -> int:
    """Who has a card after its values changed; -1: it lies aside (rules 13.4).

    A tie never takes the card from its holder; who falls behind loses it to the one player who leads alone.
    """
    most = max(values)
    if most < minimum:
        return -1
    if holder >= 0 and values[holder] == most:
        return holder
    return values.index(most) if values.count(most) == 1 else -1


def recheck(game: Position) -> None:
    """After every complete action, card effect or attack: the three cards, then whether the active player has won.

    Does nothing unless pieces or points have changed.
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
    """The active player wins with enough points, but not once the turn has ended (rules 19)."""
    state = game.state
    if state.turn and points(game, state.active) >= board.TARGET and not game.between_turns:
        win(game, state.active)


def _pass_on(game: Position, award: str, before: int, values: Sequence[int]) -> int:
    """The new holder of a card; tells when it is another one."""
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
    """Rules 19: the first player with the target in the own turn."""
    game.state.winner = seat
    game.finish()
