"""The worth of a position of Power, Magic and Food: points, what the land will yield, levels, knights, the hand.

What brings something every turn counts the less, the longer the game has lasted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import comb

from engines.contract import Game
from engines.mmn import board, scoring
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.bank import nugget_buys
from engines.mmn.verbs.offers import Offer, trade

WEIGHTS = {
    "pip": 0.1,  # each of the 36 ways to roll a number that brings a resource, of the first few of its kind
    "commodity": 0.1,  # the same of a commodity
    "more": 0.6,  # of that, what each further one of its kind counts
    "kind": 0.25,  # a kind of card that is produced
    "robbed": 0.025,  # each way to roll a number that the robber blocks, for each card
    "level": 0.15,  # a track that has been begun
    "draw": 0.08,  # each further level of a track
    "metropolis": 1.0,  # what a track that may still bring a metropolis counts the level before
    "site": 0.55,  # a place where a settlement could be built, as good as the usual
    "second": 0.25,  # another one
    "race": 1.5,  # being as far as the one who holds the card of the longest road, storage or autarky
    "early": 0.6,  # of that, what is taken off at the beginning
    "lead": 0.08,  # each by which the holder is ahead, up to two
    "knight": 0.15,  # strength of knights
    "active": 0.04,  # the same of active ones, besides
    "raid": 1.8,  # a city that would be lost if the barbarians came before the next own turn
    "defender": 1.0,  # being the one who would be defender then
    "shared": 0.25,  # being one of several
    "wall": 0.12,
    "harbour": 0.12,
    "special": 0.02,  # a harbour of a resource, for each way to roll a number that brings one
    "card": 0.05,  # in hand
    "near": 0.35,  # of what a hand nearly pays for
    "progress": 0.15,  # a progress card, of the first two
    "spare": 0.0,  # each further one
    "against": 0.2,  # of what the leader has in hand and from hexes without robber
    "behind": 0.4,  # of that share, for who does not lead
    "rival": 0.35,  # a point of the best rival
}
"""In points."""
Weights = Mapping[str, float]

_SOUGHT = (0.9, 0.9, 0.75, 1.2, 1.2, 1.1, *[1.0] * board.PAIR)
"""What a card of each kind counts for beside others: grain and ore build cities, a nugget is any of five."""
_FEW = 5
"""Ways to roll a number for a kind, from which on more of the same count for less."""
_USUAL = 9
"""Ways to roll a number at a usual place for a settlement."""
_REACHED = (1.0, 0.6, 0.3)
"""What a place counts for by how many roads are missing."""
_GOALS = ((1.2, board.CITY), (1.2, board.SETTLEMENT), (0.3, board.KNIGHT), (0.2, board.ROAD))
"""What cards are kept for, each with the points that it is worth."""
_LEVEL_GAIN = 0.5
_MOST_STRENGTH = 8
_TOWARDS, _BEHIND = (0.08, 0.3, 0.8), (0.0, 0.0, 0.1, 0.5)
"""How much of a metropolis each level from the first counts for that nobody has yet, or that somebody else may lose."""
_PIPS = tuple(6 - abs(7 - number) for number in range(13))
_ROUNDS, _LEAST = 34, 0.15
"""Rounds over which what brings something every turn comes to count for less, and how little it counts for then. What
anybody has does not matter here: a point more must not make the land poorer."""


def value(game: Game, seat: int) -> float:
    """In points of the end of the game; who has won has more than anything else."""
    return worth_by(WEIGHTS, game, seat)


def worth_by(w: Weights, game: Game, seat: int) -> float:
    """The same by other weights."""
    assert isinstance(game, Position)
    points = [scoring.points(game, other) for other in range(game.state.seats)]
    worth = float(points[seat])
    rival = max(points[:seat] + points[seat + 1 :])
    if game.state.over:
        return worth + (100 if game.state.winner == seat else -100)
    game = _agreed(game, seat)
    player = game.state.players[seat]
    left = _left(game)
    worth -= w["rival"] * rival
    safe, found, kept = _hand(w, game, seat, player)
    worth += left * _land(w, game, seat, player) + (safe + found * kept)
    road, storage, autarky = _races(w, game, seat)
    worth += _levels(w, game, seat, player, left) + (road + storage + autarky) * (1 - w["early"] * left)
    return worth + (_strength(w, player) + attack(w, game, seat, player)) - _rivals(w, game, seat, points)


def _agreed(game: Position, seat: int) -> Position:
    """As if what the seat has accepted had changed hands; where the offerer chooses among several, he has to say so."""
    top = game.state.stack[-1]
    if not isinstance(top, Offer) or seat not in top.ready:
        return game
    after = game.copy()
    trade(after, top.seat, seat, top.give, top.want)
    return after


def _left(game: Position) -> float:
    """How much what brings something every turn still counts for."""
    return max(_LEAST, 1 - game.state.turn / (game.state.seats * _ROUNDS))


def _land(w: Weights, game: Position, seat: int, player: Player) -> float:
    """What buildings yield, harbours, and where another one could stand."""
    rates = yields(game, player)
    worth = 0.0
    for kind, rate in enumerate(rates):
        if rate:
            each = w["pip"] if kind < board.PAIR else w["commodity"]
            some = rate if rate <= _FEW else _FEW + w["more"] * (rate - _FEW)
            worth += _SOUGHT[kind] * (w["kind"] + each * some)
    worth = _harbours(w, game, seat, rates, worth)
    if len(player.buildings) < board.BUILDINGS:
        worth = _sites(w, game, seat, worth)
    return worth - w["robbed"] * robbed_of(game, player)


def _harbours(w: Weights, game: Position, seat: int, rates: list[int], worth: float = 0.0) -> float:
    """More by the harbours, most of all those of a resource that the land yields."""
    for harbour in game.network.harbours(seat):
        worth += w["harbour"]
        of = game.state.harbours[harbour]
        if of != board.GENERIC:
            worth += w["special"] * rates[board.KIND[of]]
    return worth


def _sites(w: Weights, game: Position, seat: int, worth: float = 0.0) -> float:
    """More by the best places for further buildings."""
    for weight, place in zip((w["site"], w["second"]), places(game, seat), strict=False):
        worth += weight * place / _USUAL
    return worth


def yields(game: Position, player: Player, robbed: int = -1) -> list[int]:
    """Ways to roll a number that brings a card of each kind; ``robbed``: a hex that brings none."""
    rates = [0] * len(board.KINDS)
    chips, hexes = game.state.chips, game.geometry.node_hexes
    for building in player.buildings:
        city = building.city and not building.sabotaged
        for place in hexes[building.node]:
            if place == robbed:
                continue
            kind, pips = game.terrain_kind(place), _PIPS[chips[place]]
            rates[kind] += pips
            if city:
                rates[kind + board.PAIR] += pips
        if not player.famine:
            for place in building.servants:
                if place != robbed:
                    rates[game.terrain_kind(place)] += _PIPS[chips[place]]
            for place in building.journeymen:
                if place != robbed:
                    rates[game.terrain_kind(place) + board.PAIR * city] += _PIPS[chips[place]]
    return rates


def places(game: Position, seat: int) -> list[float]:
    """What the places for another building are worth, the best first."""
    return sorted(building_sites(game, seat).values(), reverse=True)


def building_sites(game: Position, seat: int) -> dict[int, float]:
    """Where another building could stand: ways to roll a number there, the fewer the more roads are missing."""
    return {node: game.ground(node)[0] * _REACHED[roads] for node, roads in game.network.outlook(seat).items()}


def robbed_of(game: Position, player: Player) -> int:
    """Ways to roll the number of the robber's hex, for each card that it keeps from a player."""
    place = game.state.robber
    if place < 0:
        return 0
    nodes = game.geometry.hex_nodes[place]
    cards = 0
    for building in player.buildings:
        if building.node in nodes:
            cards += 2 if building.city and not building.sabotaged else 1
        if not player.famine:
            cards += building.servants.count(place) + building.journeymen.count(place)
    return cards * _PIPS[game.state.chips[place]]


def _levels(w: Weights, game: Position, seat: int, player: Player, left: float) -> float:
    """Levels bring cards by the dice, and a metropolis where nobody else keeps it for good."""
    worth, players = 0.0, game.state.players
    for track, level in enumerate(player.levels):
        if level:
            worth += left * (w["level"] + w["draw"] * (level - 1))
            holder = game.state.metropolises[track]
            other = players[holder].levels[track] if holder >= 0 else board.METROPOLIS_LEVEL - 1
            if holder == seat:
                worth += w["lead"] * (level - board.METROPOLIS_LEVEL)
            elif level > other:  # it is about to be placed
                worth += board.METROPOLIS_POINTS
            elif holder < 0:
                worth += w["metropolis"] * _TOWARDS[level - 1]
            elif other == board.METROPOLIS_LEVEL:
                worth += w["metropolis"] * _BEHIND[level - 1]
    return worth


def _races(w: Weights, game: Position, seat: int) -> tuple[float, float, float]:
    """How near the cards of the longest road, storage and autarky are, or how safe."""
    state, players, awards = game.state, game.state.players, board.AWARD_MINIMUM
    return (
        _race(w, game.network.lengths(), seat, state.longest_road, awards["longest_road"]),
        _race(w, [player.storage_points() for player in players], seat, state.storage_card, awards["storage"]),
        _race(w, [player.autarky_points() for player in players], seat, state.autarky, awards["autarky"]),
    )


def _race(w: Weights, values: list[int], seat: int, holder: int, least: int) -> float:
    own, others = values[seat], max(values[:seat] + values[seat + 1 :])
    if holder == seat:
        return w["lead"] * min(2, own - max(others, least - 1))
    wanted = max(least, others + 1)
    share = own / wanted
    return w["race"] * share * (0.65 + 0.35 * share)


def _strength(w: Weights, player: Player) -> float:
    """Knights."""
    every, active = 0, 0
    for knight in player.knights:
        every += strength(knight)
        active += strength(knight) if knight.active else 0
    return w["knight"] * min(_MOST_STRENGTH, every) + w["active"] * active


def attack(w: Weights, game: Position, seat: int, player: Player) -> float:
    """What an attack before the next own turn would bring or take."""
    soon = _soon(game.state.seats, board.ATTACK_AT - game.state.ship)
    given = game.contributions()
    if game.attack_strength() <= sum(given):
        others = max(given[:seat] + given[seat + 1 :])
        won = given[seat] and (w["defender"] if given[seat] > others else w["shared"] * (given[seat] == others))
        return soon * won
    if not _exposed(player):
        return 0.0
    least = min(given[other] for other, each in enumerate(game.state.players) if _exposed(each))
    return -soon * w["raid"] * (given[seat] == least)


@cache
def _soon(rolls: int, ships: int) -> float:
    """How likely so many rolls bring so many ships; more of them later count a little, too."""
    return 0.15 + 0.85 * sum(comb(rolls, number) for number in range(ships, rolls + 1)) / (1 << rolls)


def _exposed(player: Player) -> bool:
    """Whether barbarians could take a city."""
    return any(building.city and not building.metropolis for building in player.buildings)


def _hand(w: Weights, game: Position, seat: int, player: Player) -> tuple[float, float, float]:
    """Progress cards and walls; cards in hand for what they buy; the share of these that a seven before the next own
    turn would leave of too many."""
    hand, top = player.hand, game.state.stack[-1]
    progress = len(player.cards)
    safe = w["progress"] * min(2, progress) + w["spare"] * max(0, progress - 2)
    limit = game.hand_limit(seat)
    safe += w["wall"] * (limit - board.HAND_LIMIT) / board.WALL_BONUS
    jokers = 0
    if isinstance(top, Discard):  # what has been chosen goes once all have chosen; a turn may go on to use nuggets
        hand = [have - away for have, away in zip(hand, top.chosen[seat], strict=True)]
        jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    cards = sum(hand)
    if not cards:
        return safe, 0.0, 1.0
    possible = buildable(game, seat, player)
    found = w["card"] * cards + w["near"] * _share(tuple(hand), tuple(player.levels), *possible, jokers)
    lost = _seven(game.state.seats) * (cards // 2) if cards > limit else 0.0
    return safe, found, 1 - lost / cards


@cache
def _seven(rolls: int) -> float:
    """How likely so many rolls bring a seven."""
    return 1.0 - float((5 / 6) ** rolls)


def buildable(game: Position, seat: int, player: Player) -> tuple[bool, bool]:
    """Whether a city, and whether a settlement could be built if it could be paid."""
    settlements = player.settlements()
    city = settlements > 0 and len(player.buildings) - settlements < board.PIECES["city"]
    return city, settlements < board.PIECES["settlement"] and bool(game.network.settlement_spots(seat))


@lru_cache(8_192)
def _share(hand: tuple[int, ...], levels: tuple[int, ...], city: bool, settlement: bool, jokers: int = 0) -> float:
    """How near a hand is to what can be bought, in points: the square of the share of each price that it holds, of the
    best whole and of each further one half of what the one before counts, since a card pays but once. ``jokers``: cards
    that stand for any resource which is missing.

    Remembered, since a search comes back to the same hands.
    """
    found = []
    for (gain, cost), possible in zip(_GOALS, (city, settlement, True, True), strict=True):
        if possible:
            total = held = 0
            for kind, number in cost:
                total += number
                held += min(hand[kind], number)
            found.append(gain * (min(total, held + jokers) / total) ** 2)
    for track, level in enumerate(levels):
        if level < board.TOP_LEVEL:
            number = board.LEVEL_COST[track][level + 1]
            found.append(_LEVEL_GAIN * (min(hand[board.TRACK_COMMODITY[track]], number) / number) ** 2)
    found.sort()
    share = 0.0
    for each in found:
        share = share / 2 + each
    return share


def _rivals(w: Weights, game: Position, seat: int, points: list[int]) -> float:
    """What others have from hands and from hexes without robber; of who leads it counts whole, of others in part."""
    found = 0.0
    leader = max(points[:seat] + points[seat + 1 :])
    for other, player in enumerate(game.state.players):
        if other != seat:
            near = w["near"] * _share(tuple(player.hand), tuple(player.levels), True, True)
            near += w["card"] * sum(player.hand) - 5 * w["robbed"] * robbed_of(game, player)
            found += near * (1.0 if points[other] == leader else w["behind"])
    return w["against"] * found


def parts(w: Weights, game: Position, seat: int) -> dict[str, float]:
    """What ``worth_by`` adds to the own points while the game runs, by what it is for, for who explains."""
    points, game = [scoring.points(game, other) for other in range(game.state.seats)], _agreed(game, seat)
    player, rates = game.state.players[seat], yields(game, game.state.players[seat])
    left = _left(game)
    road, storage, autarky = [each * (1 - w["early"] * left) for each in _races(w, game, seat)]
    harbours = left * _harbours(w, game, seat, rates)
    sites = left * _sites(w, game, seat) if len(player.buildings) < board.BUILDINGS else 0.0
    robbed, robber = -left * w["robbed"] * robbed_of(game, player), _robber(w, game, seat, points)
    levels = left * sum([w["level"] + w["draw"] * (level - 1) for level in player.levels if level])
    safe, found, kept = _hand(w, game, seat, player)
    walls = w["wall"] * (game.hand_limit(seat) - board.HAND_LIMIT) / board.WALL_BONUS
    return {
        "rival": -w["rival"] * max(points[:seat] + points[seat + 1 :]),
        "land": left * _land(w, game, seat, player) - harbours - sites - robbed,
        "harbours": harbours,
        "sites": sites,
        "robbed": robbed,
        "robber": robber,
        "others": -_rivals(w, game, seat, points) - robber,
        "levels": levels,
        "metropolis": _levels(w, game, seat, player, left) - levels,
        "road": road,
        "storage": storage,
        "autarky": autarky,
        "knights": _strength(w, player),
        "barbarians": attack(w, game, seat, player),
        "progress": safe - walls,
        "walls": walls,
        "hand": found,
        "seven": found * (kept - 1),
    }


def _robber(w: Weights, game: Position, seat: int, points: list[int]) -> float:
    """What the robber keeps from others, as it is part of what is taken off for them."""
    found, leader = 0.0, max(points[:seat] + points[seat + 1 :])
    for other, player in enumerate(game.state.players):
        if other != seat:
            found += robbed_of(game, player) * (1.0 if points[other] == leader else w["behind"])
    return w["against"] * 5 * w["robbed"] * found
