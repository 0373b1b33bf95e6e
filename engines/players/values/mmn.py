"""The value of a position of Power, Magic and Food: points, income of the land, levels, knights, the hand.

Searches ask for ``value``, a single number; ``parts`` splits the same number by source, for hints. Income, which comes
every turn, counts for less the longer the game has lasted.

A pip is one of the 36 rolls of two dice; a hex has as many pips as rolls show its number.
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
    "pip": 0.1,  # a pip that brings a resource, up to ``_FEW`` of its kind
    "commodity": 0.1,  # a pip that brings a commodity, likewise
    "more": 0.6,  # the share of ``pip`` or ``commodity`` that each further pip of a kind counts
    "kind": 0.25,  # a kind of card that is produced
    "robbed": 0.025,  # taken off for each pip of the robber's hex, times the cards that it would bring
    "level": 0.15,  # a track that has been begun: its first level
    "draw": 0.08,  # each further level of a track
    "metropolis": 1.0,  # a metropolis that the seat may still win, times a share by level
    "site": 0.55,  # a place for a settlement, with the usual pips
    "second": 0.25,  # the second best place
    "race": 1.5,  # having all that the card of the longest road, storage or autarky takes
    "early": 0.6,  # the share of the worth of these cards that is taken off at the beginning of the game
    "lead": 0.08,  # each road, point or level by which the holder of a card or a metropolis is safe
    "knight": 0.15,  # strength of knights
    "active": 0.04,  # strength of active knights, in addition
    "raid": 1.8,  # taken off for a city that would be lost if the barbarians came before the next own turn
    "defender": 1.0,  # the defender card that the seat alone would win then
    "shared": 0.25,  # the same for one of several equally strong seats
    "wall": 0.12,  # a city wall
    "harbour": 0.12,  # a harbour of any kind
    "special": 0.02,  # in addition for a harbour of one resource, for each pip that brings the resource
    "card": 0.05,  # a card in hand
    "near": 0.35,  # the share that counts of the points that the hand can nearly pay for
    "progress": 0.15,  # a progress card, of the first two
    "spare": 0.0,  # each further one
    "against": 0.2,  # taken off: this share of the worth of the leader's hand, less what the robber keeps from it
    "behind": 0.4,  # the share of ``against`` for opponents who do not lead
    "rival": 0.35,  # taken off for a point of the best rival
}
"""Weights of what is not counted yet, in points at the end of the game."""
Weights = Mapping[str, float]
"""Weights by name, with the names of ``WEIGHTS``."""

_SOUGHT = (0.9, 0.9, 0.75, 1.2, 1.2, 1.1, *[1.0] * board.PAIR)
"""The worth of a card of each kind, in the order of ``board.KINDS`` and relative to others.

Grain and ore build cities, a nugget is any of five kinds; all commodities count alike.
"""
_FEW = 5
"""Pips of a kind above which further ones count for less."""
_USUAL = 9
"""Pips at a usual place for a settlement."""
_REACHED = (1.0, 0.6, 0.3)
"""The factor of a place for a building, by the number of roads that are missing to reach it."""
_GOALS = ((1.2, board.CITY), (1.2, board.SETTLEMENT), (0.3, board.KNIGHT), (0.2, board.ROAD))
"""The purchases that a hand is compared with, each with its worth in points and its price."""
_LEVEL_GAIN = 0.5
"""The worth of the next level of a track among the purchases, in points."""
_MOST_STRENGTH = 8
"""The strength of knights that is weighed, at most."""
_FREE_METROPOLIS = (0.08, 0.3, 0.8)
"""The share of a metropolis that nobody has yet, by the level on its track, from level 1."""
_HELD_METROPOLIS = (0.0, 0.0, 0.1, 0.5)
"""The share of a metropolis that its holder may still lose, by the level on its track, from level 1."""
_PIPS = tuple(board.ways(chip) for chip in range(13))
"""The pips of each number chip, in a table, since searches look it up for every hex."""
_INCOME_ROUNDS = 34
"""Rounds until income counts for nothing, but for ``_LEAST_INCOME``.

They are rounds and not points, since with points, a point more would make the land poorer.
"""
_LEAST_INCOME = 0.15
"""The least factor of income, late in the game."""
_ROBBED_RIVALS = 5
"""The factor of ``robbed`` for opponents."""
_LATER_ATTACKS = 0.15
"""The share of its worth that an attack has if it does not come before the next turn."""
_WIN = 100
"""Points added for a game that is won, and taken off for one that is lost: more than all else can be worth."""
_SAFE_LEAD = 2
"""The steps ahead of the best rival that make a card of the races safe; further ones are worth nothing."""
_FIRST_STEPS = 0.65
"""The worth of the first steps of a race where 1 is that of the average step; the last ones are worth more instead."""
_PROGRESS_KEPT = 2
"""The progress cards that count in full; further ones are ``spare``."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game; a win exceeds all else."""
    return worth_by(WEIGHTS, game, seat)


def worth_by(w: Weights, game: Game, seat: int) -> float:
    """Return the same as ``value`` with the weights ``w``."""
    assert isinstance(game, Position)
    points = [scoring.points(game, number) for number in range(game.state.seats)]
    worth = float(points[seat])
    rival = max(points[:seat] + points[seat + 1 :])
    if game.state.over:
        return worth + (_WIN if game.state.winner == seat else -_WIN)
    game = _agreed(game, seat)
    player = game.state.players[seat]
    income = _income_factor(game)
    # The order of these sums is kept: floats added in another order would decide some ties of a search otherwise.
    worth -= w["rival"] * rival
    safe, hand, share_after_seven = _hand(w, game, seat, player)
    worth += income * _land(w, game, seat, player) + (safe + hand * share_after_seven)
    road, storage, autarky = _races(w, game, seat)
    worth += _levels(w, game, seat, player, income) + (road + storage + autarky) * (1 - w["early"] * income)
    return worth + (_strength(w, player) + attack(w, game, seat, player)) - _rivals(w, game, seat, points)


def _agreed(game: Position, seat: int) -> Position:
    """Return the position after the exchange that the seat has accepted, or the position itself.

    Where several seats accept an offer, the exchange waits until the offerer chooses one of them.
    """
    top = game.state.stack[-1]
    if not isinstance(top, Offer) or seat not in top.accepting_seats:
        return game
    after = game.copy()
    trade(after, top.seat, seat, top.give, top.want)
    return after


def _income_factor(game: Position) -> float:
    """Return the factor of what brings something every turn, from 1 at the beginning down to ``_LEAST_INCOME``."""
    return max(_LEAST_INCOME, 1 - game.state.turn / (game.state.seats * _INCOME_ROUNDS))


def _land(w: Weights, game: Position, seat: int, player: Player) -> float:
    """Return the worth of the income of buildings, of harbours, and of places for another building.

    It is one running total, which ``_harbours`` and ``_sites`` add to, for the same reason as in ``worth_by``.
    """
    rates = yields(game, player)
    worth = 0.0
    for kind, rate in enumerate(rates):
        if rate:
            pip = w["pip"] if kind < board.PAIR else w["commodity"]
            weighed_rate = rate if rate <= _FEW else _FEW + w["more"] * (rate - _FEW)
            worth += _SOUGHT[kind] * (w["kind"] + pip * weighed_rate)
    worth = _harbours(w, game, seat, rates, worth)
    if len(player.buildings) < board.BUILDINGS:
        worth = _sites(w, game, seat, worth)
    return worth - w["robbed"] * robbed_of(game, player)


def _harbours(w: Weights, game: Position, seat: int, rates: list[int], worth: float = 0.0) -> float:
    """Return ``worth`` with the worth of the harbours added, which is higher for a resource that the land yields."""
    for harbour in game.network.harbours(seat):
        worth += w["harbour"]
        kind = game.state.harbours[harbour]
        if kind != board.GENERIC:
            worth += w["special"] * rates[board.KIND[kind]]
    return worth


def _sites(w: Weights, game: Position, seat: int, worth: float = 0.0) -> float:
    """Return ``worth`` with the worth of the two best places for further buildings added."""
    for weight, pips in zip((w["site"], w["second"]), places(game, seat), strict=False):
        worth += weight * pips / _USUAL
    return worth


def yields(game: Position, player: Player, robbed_hex: int = -1) -> list[int]:
    """Return the pips that bring a card of each kind; ``robbed_hex`` is the number of a hex that brings none.

    A city also brings the commodity of the terrain, whose kind is ``board.PAIR`` above that of the resource. Servants
    bring the resource of their hex; journeymen bring the commodity instead if they belong to a city. A sabotaged city
    counts as a settlement.
    """
    rates = [0] * len(board.KINDS)
    chips = game.state.chips
    node_hexes = game.geometry.node_hexes
    for building in player.buildings:
        city = building.city and not building.sabotaged
        for hex in node_hexes[building.node]:
            if hex == robbed_hex:
                continue
            kind = game.terrain_kind(hex)
            pips = _PIPS[chips[hex]]
            rates[kind] += pips
            if city:
                rates[kind + board.PAIR] += pips
        if not player.famine:
            for hex in building.servants:
                if hex != robbed_hex:
                    rates[game.terrain_kind(hex)] += _PIPS[chips[hex]]
            for hex in building.journeymen:
                if hex != robbed_hex:
                    kind = game.terrain_kind(hex) + (board.PAIR if city else 0)
                    rates[kind] += _PIPS[chips[hex]]
    return rates


def places(game: Position, seat: int) -> list[float]:
    """Return the worth of the places for another building as in ``building_sites``, the best first."""
    return sorted(building_sites(game, seat).values(), reverse=True)


def building_sites(game: Position, seat: int) -> dict[int, float]:
    """Return the worth of each place for another building by its node, in pips, reduced for missing roads."""
    return {node: game.ground(node)[0] * _REACHED[roads] for node, roads in game.network.outlook(seat).items()}


def robbed_of(game: Position, player: Player) -> int:
    """Return the pips of the robber's hex times the cards that it would bring to a player with each such roll.

    It is 0 while the robber is off the board.
    """
    hex = game.state.robber
    if hex < 0:
        return 0
    nodes = game.geometry.hex_nodes[hex]
    cards = 0
    for building in player.buildings:
        if building.node in nodes:
            cards += 2 if building.city and not building.sabotaged else 1
        if not player.famine:
            cards += building.servants.count(hex) + building.journeymen.count(hex)
    return cards * _PIPS[game.state.chips[hex]]


def _levels(w: Weights, game: Position, seat: int, player: Player, income: float) -> float:
    """Return the worth of the levels: the progress cards they bring, and metropolises held or still to be won."""
    worth = 0.0
    players = game.state.players
    for track, level in enumerate(player.levels):
        if level:
            worth += income * (w["level"] + w["draw"] * (level - 1))
            holder = game.state.metropolises[track]
            level_to_beat = players[holder].levels[track] if holder >= 0 else board.METROPOLIS_LEVEL - 1
            if holder == seat:
                worth += w["lead"] * (level - board.METROPOLIS_LEVEL)
            elif level > level_to_beat:  # the metropolis is about to be placed
                worth += board.METROPOLIS_POINTS
            elif holder < 0:  # nobody has it yet
                worth += w["metropolis"] * _FREE_METROPOLIS[level - 1]
            elif level_to_beat == board.METROPOLIS_LEVEL:
                worth += w["metropolis"] * _HELD_METROPOLIS[level - 1]
    return worth


def _races(w: Weights, game: Position, seat: int) -> tuple[float, float, float]:
    """Return the worth of being near the cards of the longest road, storage and autarky, or of holding them safely.

    The points of a card that is held are counted already.
    """
    state = game.state
    players = state.players
    awards = board.AWARD_MINIMUM
    return (
        _race(w, game.network.lengths(), seat, state.longest_road, awards["longest_road"]),
        _race(w, [player.storage_points() for player in players], seat, state.storage_card, awards["storage"]),
        _race(w, [player.autarky_points() for player in players], seat, state.autarky, awards["autarky"]),
    )


def _race(w: Weights, amounts: list[int], seat: int, holder: int, minimum: int) -> float:
    """Return the worth of the race for one card.

    Args:
        w: The weights.
        amounts: What decides the race, by seat: the length of the road, or points.
        seat: The seat for which it is judged.
        holder: The seat that has the card; below 0: nobody.
        minimum: The amount that the card takes even without a rival.
    """
    amount = amounts[seat]
    best_rival = max(amounts[:seat] + amounts[seat + 1 :])
    if holder == seat:
        return w["lead"] * min(_SAFE_LEAD, amount - max(best_rival, minimum - 1))
    share = amount / max(minimum, best_rival + 1)
    # The last steps to a card count for more than the first ones.
    return w["race"] * share * (_FIRST_STEPS + (1 - _FIRST_STEPS) * share)


def _strength(w: Weights, player: Player) -> float:
    """Return the worth of the knights by their strength, apart from the next attack (``attack``)."""
    total = 0
    active = 0
    for knight in player.knights:
        total += strength(knight)
        active += strength(knight) if knight.active else 0
    return w["knight"] * min(_MOST_STRENGTH, total) + w["active"] * active


def attack(w: Weights, game: Position, seat: int, player: Player) -> float:
    """Return the expected gain or loss of an attack before the seat's next turn.

    If the knights repel the barbarians, the strongest seat gains; if not, the weakest seats that have a city in danger
    lose it (rules 6.3 and 6.4).
    """
    chance = _attack_chance(game.state.seats, board.ATTACK_AT - game.state.ship)
    strengths = game.contributions()
    own_strength = strengths[seat]
    if game.attack_strength() <= sum(strengths):
        best_rival = max(strengths[:seat] + strengths[seat + 1 :])
        if not own_strength or own_strength < best_rival:
            return 0.0
        return chance * (w["defender"] if own_strength > best_rival else w["shared"])
    if not _exposed(player):
        return 0.0
    least_strength = min(strengths[number] for number, victim in enumerate(game.state.players) if _exposed(victim))
    return -chance * w["raid"] if own_strength == least_strength else 0.0


@cache
def _attack_chance(rolls: int, ships: int) -> float:
    """Return the probability that so many rolls show at least so many ships, plus a little for later attacks.

    A ship is on half of the faces of the event die, so all the ``2 ** rolls`` sequences are equally likely.
    """
    favourable = sum(comb(rolls, number) for number in range(ships, rolls + 1))
    return _LATER_ATTACKS + (1 - _LATER_ATTACKS) * favourable / (1 << rolls)


def _exposed(player: Player) -> bool:
    """Return whether barbarians could take a city."""
    return any(building.city and not building.metropolis for building in player.buildings)


def _hand(w: Weights, game: Position, seat: int, player: Player) -> tuple[float, float, float]:
    """Return the worth of progress cards and walls, that of the hand, and the expected share of the hand after a seven.

    The last one is 1 unless the hand is above its limit. Nothing is taken off the first one, which a seven leaves safe.
    """
    hand = player.hand
    top = game.state.stack[-1]
    progress = len(player.cards)
    safe = w["progress"] * min(_PROGRESS_KEPT, progress) + w["spare"] * max(0, progress - _PROGRESS_KEPT)
    limit = game.hand_limit(seat)
    safe += w["wall"] * (limit - board.HAND_LIMIT) / board.WALL_BONUS
    jokers = 0
    if isinstance(top, Discard):
        # The chosen cards are lost once all have chosen. Only here are nuggets counted as what they can buy: elsewhere
        # the search can go on to the purchase itself, but a plan for a discard ends with it.
        hand = [count - chosen_count for count, chosen_count in zip(hand, top.chosen[seat], strict=True)]
        jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    cards = sum(hand)
    if not cards:
        return safe, 0.0, 1.0
    buildable_things = buildable(game, seat, player)
    worth = w["card"] * cards + w["near"] * _share(tuple(hand), tuple(player.levels), *buildable_things, jokers)
    cards_lost = _seven(game.state.seats) * (cards // 2) if cards > limit else 0.0
    return safe, worth, 1 - cards_lost / cards


@cache
def _seven(rolls: int) -> float:
    """Return the probability that so many rolls show a seven at least once."""
    return 1.0 - float((5 / 6) ** rolls)


def buildable(game: Position, seat: int, player: Player) -> tuple[bool, bool]:
    """Return whether a city, and whether a settlement, could be built if the price were in hand."""
    settlements = player.settlements()
    city = settlements > 0 and len(player.buildings) - settlements < board.PIECES["city"]
    return city, settlements < board.PIECES["settlement"] and bool(game.network.settlement_spots(seat))


@lru_cache(8_192)
def _share(hand: tuple[int, ...], levels: tuple[int, ...], city: bool, settlement: bool, jokers: int = 0) -> float:
    """Return how near a hand is to the purchases that are possible, in points.

    A purchase counts by the square of the share of its price that is in hand. The best one counts in full and each
    further one half as much as the one before, since a card can be paid only once. The results are cached, since a
    search comes back to the same hands.

    Args:
        hand: The number of cards of each kind.
        levels: The level of each track.
        city: True if a city could be built.
        settlement: True if a settlement could be built.
        jokers: The number of cards that stand for any missing resource.
    """
    shares = []
    for (gain, cost), is_possible in zip(_GOALS, (city, settlement, True, True), strict=True):
        if is_possible:
            total = held_count = 0
            for kind, number in cost:
                total += number
                held_count += min(hand[kind], number)
            shares.append(gain * (min(total, held_count + jokers) / total) ** 2)
    for track, level in enumerate(levels):
        if level < board.TOP_LEVEL:
            number = board.LEVEL_COST[track][level + 1]
            shares.append(_LEVEL_GAIN * (min(hand[board.TRACK_COMMODITY[track]], number) / number) ** 2)
    shares.sort()
    total_share = 0.0
    for share in shares:
        total_share = total_share / 2 + share
    return total_share


def _rivals(w: Weights, game: Position, seat: int, points: list[int]) -> float:
    """Return what is taken off for the opponents: the worth of their hands, less what the robber keeps from them.

    The leader among them counts in full, the others in part. Whether they have a place to build is not asked.
    """
    worth = 0.0
    most_points = max(points[:seat] + points[seat + 1 :])
    for number, player in enumerate(game.state.players):
        if number != seat:
            hand = w["near"] * _share(tuple(player.hand), tuple(player.levels), True, True)
            hand += w["card"] * sum(player.hand) - _ROBBED_RIVALS * w["robbed"] * robbed_of(game, player)
            worth += hand * (1.0 if points[number] == most_points else w["behind"])
    return w["against"] * worth


def parts(w: Weights, game: Position, seat: int) -> dict[str, float]:
    """Return the points that ``worth_by`` adds to those of the seat while the game runs, by source.

    They serve to explain a choice. Where ``worth_by`` weighs several sources in one sum, such as the land with its
    harbours, the others are taken off it again.
    """
    points = [scoring.points(game, number) for number in range(game.state.seats)]
    game = _agreed(game, seat)
    player = game.state.players[seat]
    rates = yields(game, player)
    income = _income_factor(game)
    road, storage, autarky = [race * (1 - w["early"] * income) for race in _races(w, game, seat)]
    harbours = income * _harbours(w, game, seat, rates)
    sites = income * _sites(w, game, seat) if len(player.buildings) < board.BUILDINGS else 0.0
    robbed_income = -income * w["robbed"] * robbed_of(game, player)
    robber = _robber(w, game, seat, points)
    levels = income * sum([w["level"] + w["draw"] * (level - 1) for level in player.levels if level])
    safe, hand, share_after_seven = _hand(w, game, seat, player)
    walls = w["wall"] * (game.hand_limit(seat) - board.HAND_LIMIT) / board.WALL_BONUS
    return {
        "rival": -w["rival"] * max(points[:seat] + points[seat + 1 :]),
        "land": income * _land(w, game, seat, player) - harbours - sites - robbed_income,
        "harbours": harbours,
        "sites": sites,
        "robbed": robbed_income,
        "robber": robber,
        "others": -_rivals(w, game, seat, points) - robber,
        "levels": levels,
        "metropolis": _levels(w, game, seat, player, income) - levels,
        "road": road,
        "storage": storage,
        "autarky": autarky,
        "knights": _strength(w, player),
        "barbarians": attack(w, game, seat, player),
        "progress": safe - walls,
        "walls": walls,
        "hand": hand,
        "seven": hand * (share_after_seven - 1),
    }


def _robber(w: Weights, game: Position, seat: int, points: list[int]) -> float:
    """Return the worth of the robber on the hexes of opponents, by which ``_rivals`` reduces what it takes off."""
    cards = 0.0
    most_points = max(points[:seat] + points[seat + 1 :])
    for number, player in enumerate(game.state.players):
        if number != seat:
            cards += robbed_of(game, player) * (1.0 if points[number] == most_points else w["behind"])
    return w["against"] * _ROBBED_RIVALS * w["robbed"] * cards
