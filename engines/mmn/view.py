"""The view of a game for a seat: everything but hidden hands, progress cards, decks and unrevealed choices.

The state counts kinds, tracks and places from 0, with -1 for "none"; the view has their words, and None instead.
"""

from __future__ import annotations

import msgspec

from engines import contract
from engines.mmn import board, hidden, scoring
from engines.mmn.cards import CARDS
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Building, Knight
from engines.mmn.steps import owed, phase
from engines.mmn.steps.chips import left
from engines.mmn.verbs.bank import fewest
from engines.mmn.verbs.building import next_price
from engines.mmn.verbs.knights import has_assassin
from engines.mmn.verbs.offers import Offer


class BuildingView(msgspec.Struct, kw_only=True):
    """A building; places are words (n01, h01)."""

    node: str
    kind: str
    """ "settlement", "city" or "metropolis"."""
    track: str | None
    """The track of its metropolis; None without one."""
    wall: bool
    sabotaged: bool
    chip: str | None
    """ "store", "hall" or "large_store"; at a sabotaged city it counts as a store."""
    chip_hex: str | None
    servants: list[str]
    """Hexes on which a servant of this building stands."""
    journeymen: list[str]


class KnightView(msgspec.Struct, kw_only=True):
    """A knight on an intersection."""

    node: str
    rank: str
    """ "basic", "strong" or "mighty"."""
    strength: int
    """Its strength, with that of its captain."""
    active: bool
    captain: bool
    acted: bool
    """True if it has done its action of this turn."""
    fresh: bool
    """True if it was activated in this turn and may not act yet."""


class PlayerView(msgspec.Struct, kw_only=True):
    """A player; ``hand`` and ``cards`` are None in the views of other players."""

    seat: int
    hand_size: int
    """The number of resource and commodity cards in hand, without progress cards."""
    hand: dict[str, int] | None
    """Cards by kind; a kind without cards is absent."""
    card_decks: list[str]
    """The deck (track) of each progress card in hand, in the order of the tracks."""
    cards: list[str] | None
    """Ids of the progress cards in hand, the newest last."""
    vp_cards: list[str]
    """Ids of the victory point cards, which lie open."""
    roads: list[str]
    buildings: list[BuildingView]
    knights: list[KnightView]
    levels: dict[str, int]
    """Improvement levels by track, 0 to 5."""
    serfs: int
    famine: bool
    """True if a Famine card lies before the player (rules 18.6)."""
    defender: int
    """The number of Defender cards, each a victory point."""
    road_length: int
    """The length of the player's longest road."""
    storage_points: int
    autarky_points: int
    supply: dict[str, int]
    """Pieces not on the board: road, settlement, city, wall, basic, strong, mighty, captain, store, hall, servant,
    journeyman."""
    hand_limit: int
    """The largest hand that need not discard after a seven (rules 7.1)."""
    points: int
    """Victory points."""
    next_levels: dict[str, dict[str, int]]
    """The cards that the next level of each track costs, by kind; empty on the highest level."""
    rates: dict[str, int]
    """The fewest equal cards of each kind for which the bank gives a card (rules 11.2)."""
    assassin: bool
    """True if the level of power brings an assassin (rules 17.4), even if it has struck already."""


class HexView(msgspec.Struct, kw_only=True):
    """A land hex; ``x`` and ``y`` are its middle in the units of ``geometry``."""

    id: str
    terrain: str
    kind: str
    """The resource that it yields."""
    commodity: str
    """The commodity that it yields to cities in addition."""
    number: int
    """The number of its chip, 2 to 12; 0 as long as it has none."""
    curses: list[int]
    """The seat whose curse lies on it; empty without a curse."""
    x: int
    y: int


class HarbourView(msgspec.Struct, kw_only=True):
    """A harbour; ``x`` and ``y`` are the middle of its sea hex in the units of ``geometry``."""

    id: str
    kind: str
    """ "generic" or a resource."""
    nodes: list[str]
    """The two intersections at which a building uses it."""
    x: int
    y: int


class DiceView(msgspec.Struct, kw_only=True):
    """The roll of this turn."""

    event: str
    """ "ship" or "castle"."""
    track: str
    """The track whose colour the colour die shows."""
    red: int
    white: int


class OfferView(msgspec.Struct, kw_only=True):
    """An open trade offer.

    In each of the ``counters``, ``give`` and ``want`` are meant from the side of the player who makes it.
    """

    seat: int
    """The offerer."""
    give: dict[str, int]
    """The number of cards of each kind that the offerer gives."""
    want: dict[str, int]
    waiting: list[int]
    """Opponents who have not answered."""
    counters: list[CounterView]
    accepted: list[int] = []
    """Opponents who accept, if the offerer chooses among them."""
    declined: list[int] = []
    """Opponents who have declined, if all were asked."""


class CounterView(msgspec.Struct, kw_only=True):
    """A counter-offer of an opponent."""

    seat: int
    give: dict[str, int]
    want: dict[str, int]


class MmnView(contract.View, kw_only=True):
    """The position as a seat may know it; seats are numbers from 0, places are the words of actions."""

    players: list[PlayerView]
    active: int
    phase: str
    """ "opening", "before_roll", "events" (steps A to E), "actions", "building" (between turns) or "over"."""
    target: int
    """Victory points that win."""
    hexes: list[HexView]
    harbours: list[HarbourView]
    robber: str | None
    """The hex of the robber; None: off the board."""
    pirate: str | None
    """The harbour of the pirate; None: off the board."""
    merchant: str | None
    """The hex of the merchant; None: off the board."""
    merchant_seat: int | None
    barbarians: int
    """The space of the barbarian ship, 0 to 7."""
    attacked: bool
    """True if the first attack is over (rules 6.7)."""
    attack_strength: int
    """The strength of the barbarians: the number of cities on the board."""
    defence: int
    """The total strength of the active knights."""
    bank: dict[str, int]
    decks: dict[str, int]
    """The number of progress cards in the deck of each track."""
    dice: DiceView | None
    storage_left: int
    """The number of storage cards face down."""
    storage_used: list[str]
    longest_road: int | None
    """The seat that holds the card; None: nobody, as for the next two."""
    storage_card: int | None
    autarky_card: int | None
    metropolises: dict[str, int | None]
    """The seat that owns the metropolis marker of each track; None: nobody."""
    chips: list[int]
    """Number chips that are still to be laid by the players."""
    rights: list[str]
    """Kinds that the active player exchanges 2:1 in this turn because of progress cards."""
    commercial_harbour: bool
    """True if Commercial Harbour is in force in this turn."""
    swapped: list[int]
    """Opponents whom Commercial Harbour has already made swap."""
    struck: bool
    """True if the assassin of the active player has struck in this turn."""
    offer: OfferView | None
    owed: dict[str, int]
    """Number of cards that seats must still discard, by seat as a string ("0")."""
    shown: list[str]
    """Cards that the viewer alone may look at now: another player's hand or progress cards, or the top of a deck."""
    shown_seat: int | None
    """The seat that holds these cards; None: a deck."""


def view(game: Position, seat: int | None) -> MmnView:
    """Return the position as a seat may know it (None: a spectator)."""
    state = game.state
    geometry = game.geometry
    shown_cards, shown_seat = hidden.cards_shown(game, seat)
    now = state.now
    return MmnView(
        **game.base_view(seat),
        players=[_player(game, number, seat) for number in range(state.seats)],
        **contract.visible_fields(state, "active", "attacked", "storage_used"),
        phase=phase(game),
        target=board.TARGET,
        hexes=_hexes(game),
        harbours=_harbours(game),
        robber=geometry.hexes[state.robber] if state.robber >= 0 else None,
        pirate=geometry.harbours[state.pirate] if state.pirate >= 0 else None,
        merchant=geometry.hexes[state.merchant] if state.merchant >= 0 else None,
        merchant_seat=_seat(state.merchant_seat),
        barbarians=state.ship,
        attack_strength=game.attack_strength(),
        defence=sum(game.contributions()),
        bank=dict(zip(board.KINDS, state.bank, strict=True)),
        decks={track: len(state.decks[track]) for track in board.TRACKS},
        dice=DiceView(event=now.event, track=now.colour, red=now.red, white=now.white) if now.event else None,
        storage_left=len(state.storage),
        longest_road=_seat(state.longest_road),
        storage_card=_seat(state.storage_card),
        autarky_card=_seat(state.autarky),
        metropolises={track: _seat(state.metropolises[place]) for place, track in enumerate(board.TRACKS)},
        chips=left(game),
        rights=[board.KINDS[kind] for kind in now.fleet],
        commercial_harbour=now.harbour,
        **contract.visible_fields(now, "swapped", "struck"),
        offer=next((offer(game, step) for step in state.stack if isinstance(step, Offer)), None),
        owed={str(owing_seat): cards for owing_seat, cards in owed(game).items()},
        shown=shown_cards,
        shown_seat=shown_seat,
    )


def _hexes(game: Position) -> list[HexView]:
    state = game.state
    geometry = game.geometry
    cursed = {curse.hex: [curse.seat] for curse in state.curses}
    hexes = []
    for number, terrain in enumerate(state.terrain):
        x, y = geometry.hex_points[number]
        kind = board.TERRAINS.index(terrain)
        hexes.append(
            HexView(
                id=geometry.hexes[number],
                terrain=terrain,
                kind=board.RESOURCES[kind],
                commodity=board.COMMODITIES[kind],
                number=state.chips[number],
                curses=cursed.get(number, []),
                x=x,
                y=y,
            )
        )
    return hexes


def _harbours(game: Position) -> list[HarbourView]:
    geometry = game.geometry
    harbours = []
    for number, kind in enumerate(game.state.harbours):
        x, y = geometry.harbour_points[number]
        nodes = [geometry.nodes[node] for node in geometry.harbour_nodes[number]]
        harbours.append(HarbourView(id=geometry.harbours[number], kind=kind, nodes=nodes, x=x, y=y))
    return harbours


def offer(game: Position, step: Offer) -> OfferView:
    """Return an open offer as everybody sees it."""
    # Opponents who have declined are no longer stored, and neither is who was asked: with a single addressee, and
    # before rules version 4, they cannot be told from those who were not asked.
    is_unknown = step.alone is True or game.state.rules < 4
    answering = {step.seat, *step.waiting, *step.accepting_seats, *(counter.seat for counter in step.counters)}
    return OfferView(
        seat=step.seat,
        give=amounts(step.give),
        want=amounts(step.want),
        waiting=list(step.waiting),
        counters=[
            CounterView(seat=counter.seat, give=amounts(counter.give), want=amounts(counter.want))
            for counter in step.counters
        ],
        accepted=list(step.accepting_seats),
        declined=[] if is_unknown else [seat for seat in range(game.state.seats) if seat not in answering],
    )


def _seat(seat: int) -> int | None:
    return seat if seat >= 0 else None


def amounts(cards: list[int]) -> dict[str, int]:
    """Return the number of cards of each kind by its word, without the kinds of which there is none."""
    return {kind: number for kind, number in zip(board.KINDS, cards, strict=True) if number}


def _player(game: Position, number: int, viewer: int | None) -> PlayerView:
    player = game.state.players[number]
    geometry = game.geometry
    is_viewer = number == viewer
    decks = sorted((CARDS[card].deck for card in player.cards), key=board.TRACKS.index)
    return PlayerView(
        seat=number,
        hand_size=sum(player.hand),
        hand=amounts(player.hand) if is_viewer else None,
        card_decks=decks,
        cards=list(player.cards) if is_viewer else None,
        roads=[geometry.paths[road] for road in player.roads],
        buildings=[_building(game, building) for building in player.buildings],
        knights=[_knight(game, knight) for knight in player.knights],
        levels=dict(zip(board.TRACKS, player.levels, strict=True)),
        **contract.visible_fields(player, "vp_cards", "serfs", "famine", "defender"),
        road_length=game.network.length(number),
        storage_points=player.storage_points(),
        autarky_points=player.autarky_points(),
        supply=player.supply(),
        hand_limit=game.hand_limit(number),
        points=scoring.points(game, number),
        next_levels=next_price(player),
        rates=dict(zip(board.KINDS, fewest(game, number), strict=True)),
        assassin=has_assassin(player),
    )


def _building(game: Position, building: Building) -> BuildingView:
    geometry = game.geometry
    kind = "city" if building.city else "settlement"
    return BuildingView(
        node=geometry.nodes[building.node],
        kind="metropolis" if building.metropolis else kind,
        track=building.metropolis or None,
        **contract.visible_fields(building, "wall", "sabotaged"),
        chip=board.CHIPS[building.chip] or None,
        chip_hex=geometry.hexes[building.chip_hex] if building.chip else None,
        servants=[geometry.hexes[place] for place in building.servants],
        journeymen=[geometry.hexes[place] for place in building.journeymen],
    )


def _knight(game: Position, knight: Knight) -> KnightView:
    return KnightView(
        node=game.geometry.nodes[knight.node],
        rank=board.RANKS[knight.rank],
        strength=strength(knight),
        **contract.visible_fields(knight, "active", "captain", "acted", "fresh"),
    )
