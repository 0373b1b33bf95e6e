"""Checks of a state: that it can be played at all, and that no card or piece is missing or too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engines.mmn import board, scoring
from engines.mmn.cards import CARDS, RECONSTRUCTED, deck
from engines.mmn.geometry import Geometry
from engines.mmn.network import Network
from engines.mmn.position import Position
from engines.mmn.state import Player, State
from engines.mmn.steps.chips import left
from engines.mmn.verbs.cards import CardQuestion, Overflow, PlayedCard
from engines.mmn.verbs.driven import Retreat

_FACES = 7
"""One more than the highest number of a die."""
_TOTALS = 13
"""One more than the highest total of two dice, and so than the highest number chip."""


def are_within(numbers: Iterable[int], bound: int, lowest: int = 0) -> bool:
    """Return whether all numbers are from ``lowest`` to ``bound`` - 1."""
    return all(lowest <= number < bound for number in numbers)


def validate(game: Position) -> list[str]:
    """Return faults that make a state unplayable: unknown names, numbers out of range, missing entries.

    Faults of places and of waiting steps are looked for only if there are no others, since they are found with the help
    of numbers that must be in range.
    """
    state = game.state
    faults = state.dice.faults()
    if len(state.players) != state.seats:
        return [*faults, f"{len(state.players)} players sit on {state.seats} seats"]
    faults += [*_map_values(game), *_pieces(game), *_decks(state), *_turn(state)]
    for seat, player in enumerate(state.players):
        faults += [f"seat {seat}: {fault}" for fault in _player(player, game.geometry)]
    if not state.over and not state.stack:
        faults.append("the game runs but nothing waits")
    return faults or _places(state) or [fault for step in state.stack for fault in step.faults(game)]


def _map_values(game: Position) -> list[str]:
    state = game.state
    geometry = game.geometry
    faults = []
    if len(state.terrain) != geometry.hex_count or not set(state.terrain) <= set(board.TERRAINS):
        faults.append(f"the map is {state.terrain}")
    chips = sorted(state.chips)
    # A hex without a chip has the number 0. There are as many as chips still to be laid, and sorting puts them first.
    hexes_without = len(left(game))
    are_chips_known = are_within(chips[:hexes_without], 1) and are_within(chips[hexes_without:], _TOTALS, 2)
    if len(chips) != geometry.hex_count or not are_chips_known:
        faults.append(f"the number chips are {state.chips}")
    if len(state.harbours) != len(geometry.harbours) or not set(state.harbours) <= {board.GENERIC, *board.RESOURCES}:
        faults.append(f"the harbours are {state.harbours}")
    return faults


def _pieces(game: Position) -> list[str]:
    """Return faults of the bank, of the figures on the map and of the cards that lie with one player."""
    state = game.state
    geometry = game.geometry
    faults = []
    if len(state.bank) != len(board.KINDS) or min(state.bank) < 0:
        faults.append(f"the bank holds {state.bank}")
    if not are_within([state.robber, state.merchant], geometry.hex_count, -1):
        faults.append(f"robber at {state.robber}, merchant at {state.merchant}")
    if not are_within([state.pirate], len(geometry.harbours), -1) or (state.merchant < 0) != (state.merchant_seat < 0):
        faults.append(f"pirate at {state.pirate}, merchant of {state.merchant_seat}")
    holders = [state.merchant_seat, state.longest_road, state.storage_card, state.autarky, state.winner]
    if not are_within([*holders, *state.metropolises], state.seats, -1) or len(state.metropolises) != len(board.TRACKS):
        faults.append(f"cards of {holders}, metropolises of {state.metropolises}")
    if any(
        not are_within([curse.hex], geometry.hex_count) or curse.seat not in range(state.seats)
        for curse in state.curses
    ):
        faults.append(f"curses {state.curses}")
    return faults


def _decks(state: State) -> list[str]:
    faults = []
    if sorted([*state.storage, *state.storage_used]) != sorted(board.STORAGE_CARDS) or not state.storage:
        faults.append(f"storage cards {state.storage}, {state.storage_used}")
    if set(state.decks) != set(board.TRACKS):
        faults.append(f"decks {list(state.decks)}")
    faults += [
        f"{card} lies in deck {track}"
        for track, cards in state.decks.items()
        for card in cards
        if card not in CARDS or CARDS[card].deck != track
    ]
    return faults


def _turn(state: State) -> list[str]:
    faults = []
    if not are_within([state.active], state.seats) or state.turn < 0 or not 0 <= state.ship <= board.ATTACK_AT:
        faults.append(f"turn {state.turn} of {state.active}, barbarians at {state.ship}")
    now = state.now
    if now.event not in ("", "ship", "castle") or now.colour not in ("", *board.TRACKS):
        faults.append(f"the dice show {now.event}, {now.colour}")
    is_fleet_known = are_within(now.fleet, len(board.KINDS))
    if not are_within([now.red, now.white], _FACES) or not is_fleet_known or not are_within(now.swapped, state.seats):
        faults.append(f"this turn {now}")
    if (now.offers or 0) < 0:
        faults.append(f"{now.offers} offers this turn")
    return faults


def _player(player: Player, geometry: Geometry) -> list[str]:
    faults = []
    if len(player.hand) != len(board.KINDS) or min(player.hand) < 0:
        faults.append(f"hand {player.hand}")
    if len(player.levels) != len(board.TRACKS) or not are_within(player.levels, board.TOP_LEVEL + 1):
        faults.append(f"levels {player.levels}")
    faults += [f"there is no card {card}" for card in (*player.cards, *player.vp_cards) if card not in CARDS]
    if not are_within(player.roads, geometry.edge_count) or player.serfs < 0 or player.defender < 0:
        faults.append(f"roads {player.roads}, {player.serfs} serfs, {player.defender} times defender")
    for building in player.buildings:
        if not are_within([building.node], geometry.node_count) or not 0 <= building.chip < len(board.CHIPS):
            return [*faults, f"building {building}"]
        slots = [*building.servants, *building.journeymen, *([building.chip_hex] if building.chip else [])]
        if len(set(slots)) != len(slots) or not set(slots) <= set(geometry.node_hexes[building.node]):
            faults.append(f"slots {slots} at {building.node}")
        needs_city = building.metropolis or building.wall
        if building.metropolis not in ("", *board.TRACKS) or (not building.city and needs_city):
            faults.append(f"building {building}")
        if not building.city and (building.sabotaged or building.chip > board.STORE or building.journeymen):
            faults.append(f"settlement {building}")
    nodes = range(geometry.node_count)
    ranks = range(1, len(board.RANKS))
    faults += [f"knight {knight}" for knight in player.knights if knight.node not in nodes or knight.rank not in ranks]
    return faults


def _places(state: State) -> list[str]:
    """Return a fault if a place holds more than one piece (rules 14.7)."""
    nodes = [building.node for player in state.players for building in player.buildings]
    nodes += [knight.node for player in state.players for knight in player.knights]
    edges = [edge for player in state.players for edge in player.roads]
    if len(set(nodes)) != len(nodes) or len(set(edges)) != len(edges):
        return ["two pieces stand on one place"]
    return []


def conservation(game: Position) -> list[str]:
    """Return all faults of a state: unplayable parts, missing or surplus cards and pieces, wrong markers."""
    state = game.state
    faults = validate(game)
    if faults:
        return faults
    for kind, number in enumerate(game.size.bank):
        card_count = state.bank[kind] + sum(player.hand[kind] for player in state.players)
        if card_count != number:
            faults.append(f"{board.KINDS[kind]}: {card_count} instead of {number}")
    faults += _map(game) + _cards(game) + _retreating_knight_faults(game)
    for seat, player in enumerate(state.players):
        faults += [f"seat {seat}: {fault}" for fault in _supply(game, seat, player)]
        faults += [f"seat {seat}: {fault}" for fault in _standing(game, player)]
    for track, holder in enumerate(state.metropolises):
        owners = [
            seat
            for seat, player in enumerate(state.players)
            for building in player.buildings
            if building.metropolis == board.TRACKS[track]
        ]
        if owners != ([holder] if holder >= 0 else []):
            faults.append(f"metropolis of {board.TRACKS[track]}: {owners}, {holder}")
        elif owners and state.players[holder].levels[track] < board.METROPOLIS_LEVEL:
            faults.append(f"metropolis of {board.TRACKS[track]} on level {state.players[holder].levels[track]}")
    if len({curse.hex for curse in state.curses}) != len(state.curses):
        faults.append(f"curses {state.curses}")
    faults += _derived(game)
    if state.over and (state.stack or state.winner < 0 or scoring.points(game, state.winner) < board.TARGET):
        faults.append(f"over, won by {state.winner}")
    return faults


def _map(game: Position) -> list[str]:
    """Return a fault for terrains, number chips and harbours that are not those of the box (rules 2)."""
    state = game.state
    size = game.size
    faults = []
    terrain = Counter(state.terrain)
    option = game.option("gold_replaces")
    maps = [_terrain_with_gold(size, name) for name in (size.gold_replaces if option == "random" else (option,))]
    if terrain not in maps:
        faults.append(f"the map: terrains {dict(terrain)}")
    chips = Counter([*filter(None, state.chips), *left(game)])
    missing_chips = Counter(size.chips) - chips
    extra = chips - Counter(size.chips)
    if missing_chips or not set(extra) <= set(size.extra_pool):
        faults.append(f"the map: number chips {sorted(state.chips)}")
    if Counter(state.harbours) != Counter(size.harbours):
        faults.append(f"the map: harbours {state.harbours}")
    return faults


def _terrain_with_gold(size: board.Size, replaced: str) -> Counter[str]:
    """Return the number of hexes of each terrain once gold rivers replace all deserts and one hex of ``replaced``."""
    terrain = Counter(size.terrain)
    gold_rivers = terrain.pop("desert") + 1
    terrain[replaced] -= 1
    terrain[board.GOLD_RIVER] += gold_rivers
    return +terrain  # without terrains of which there are none


def _standing(game: Position, player: Player) -> list[str]:
    """Return the faults of buildings: a sabotaged metropolis, a neighbour (rules 3.1, 17.3)."""
    faults = []
    for building in player.buildings:
        if building.metropolis and building.sabotaged:
            faults.append(f"the metropolis at {building.node} is sabotaged")
        if any(game.network.building[neighbour] for neighbour in game.geometry.node_nodes[building.node]):
            faults.append(f"the building at {building.node} has a neighbour")
    return faults


def _retreating_knight_faults(game: Position) -> list[str]:
    """Return a fault for each retreating knight, which is off the map, whose piece is not in supply."""
    return [
        f"seat {step.seat} has a knight too many"
        for step in game.state.stack
        if isinstance(step, Retreat) and not game.state.players[step.seat].left(board.RANKS[step.knight.rank])
    ]


def _cards(game: Position) -> list[str]:
    """Return a fault if a progress card is missing or there more than once."""
    state = game.state
    counts: Counter[str] = Counter(card for cards in state.decks.values() for card in cards)
    for player in state.players:
        counts.update([*player.cards, *player.vp_cards, *(["famine"] if player.famine else [])])
    counts.update(["curse"] * len(state.curses))
    choosing = [step.card for step in state.stack if isinstance(step, CardQuestion)]
    for step in state.stack:
        # A persistent card whose choice has been made lies on the table already.
        if isinstance(step, PlayedCard) and (step.card in choosing or not CARDS[step.card].persistent):
            counts[step.card] += 1
    are_reconstructed_out = game.option("reconstructed_cards") == "off"
    tracks = [track for track in board.TRACKS if not (are_reconstructed_out and track in RECONSTRUCTED)]
    expected = Counter(card for track in tracks for card in deck(track))
    if counts != expected:
        return [f"progress cards too many {counts - expected}, missing {expected - counts}"]
    return []


def _supply(game: Position, seat: int, player: Player) -> list[str]:
    """Return faults of the pieces in supply and of the progress cards of a player."""
    faults = [f"{piece}: {number} in supply" for piece, number in player.supply().items() if number < 0]
    # A player who is asked what to do with a card too many holds one above the limit (rules 9.3).
    has_overflow = any(isinstance(step, Overflow) and step.seat == seat for step in game.state.stack)
    if len(player.cards) > board.PROGRESS_LIMIT + (1 if has_overflow else 0):
        faults.append(f"holds {len(player.cards)} progress cards")
    if any(CARDS[card].vp for card in player.cards) or not all(CARDS[card].vp for card in player.vp_cards):
        faults.append(f"cards {player.cards}, laid open {player.vp_cards}")
    return faults


def _derived(game: Position) -> list[str]:
    """Return faults of what is derived from the pieces: the network, and the holders of the three awards.

    What the network has kept in step and remembered is compared with a new one of the same pieces.
    """
    state = game.state
    network = game.network
    fresh = Network(game.geometry, state.players)
    faults = []
    if (network.road, network.building, network.knight, network.builder, network.lord) != (
        fresh.road,
        fresh.building,
        fresh.knight,
        fresh.builder,
        fresh.lord,
    ):
        faults.append("the network is not that of the pieces")
    lengths = [fresh.length(seat) for seat in range(state.seats)]
    if lengths != [network.length(seat) for seat in range(state.seats)]:
        faults.append(f"the longest roads are {lengths}")
    for seat in range(state.seats):
        spots = (network.road_spots(seat), network.settlement_spots(seat), network.knight_spots(seat))
        if spots != (fresh.road_spots(seat), fresh.settlement_spots(seat), fresh.knight_spots(seat)):
            faults.append(f"seat {seat} may build at {spots}")
        if network.open_roads(seat) != fresh.open_roads(seat):
            faults.append(f"seat {seat} has the open roads {network.open_roads(seat)}")
        for verb, listed in network.works[seat].items():
            if verb.possible(game, seat, state.players[seat]) != listed:
                faults.append(f"seat {seat} remembers {listed} for {verb.word}")
    if not network.changed:
        for seat, points in network.points.items():
            if points != sum(scoring.sources(game, seat).values()):
                faults.append(f"seat {seat} has not {points} points")
        for award, holder, values in (
            ("longest_road", state.longest_road, lengths),
            ("storage", state.storage_card, [player.storage_points() for player in state.players]),
            ("autarky", state.autarky, [player.autarky_points() for player in state.players]),
        ):
            if holder >= 0 and (values[holder] < max(values) or values[holder] < board.AWARD_MINIMUM[award]):
                faults.append(f"{award} of seat {holder}: {values}")
    return faults
