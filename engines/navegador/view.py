"""The public position of Navegador: everything except the face-down and the removed tokens."""

from __future__ import annotations

import msgspec

from engines import contract
from engines.contract import Message, visible_fields
from engines.navegador import board, scoring
from engines.navegador.position import Position


class PlayerView(msgspec.Struct, kw_only=True):
    """A player's mat with the figures of the score display (rules 14)."""

    seat: int
    money: int
    workers: int
    stone: int | None
    fleet: dict[str, int]
    supply: int
    colonies: dict[str, int]
    factories: dict[str, int]
    explorers: int
    shipyards: int
    churches: int
    units: dict[str, int]
    """The number of units by category: colonies of all goods, factories with the joker, explorers and so on."""
    privileges: dict[str, int]
    multipliers: dict[str, int]
    """The points per unit by category, with the privileges now on the mat."""
    next_bonus: dict[str, int | None]
    """The cash per unit for the next privilege by category; None: the column is full."""
    royal: bool
    """True until the royal privilege is placed."""
    royal_best: str | None
    """The category in which the royal privilege brings most at the end; None in the Goa variant."""
    mat_points: int
    """The points of the five categories with the present privileges (score A)."""
    projected: int
    """The points that the final scoring would give now (score B)."""


class RegionView(msgspec.Struct, kw_only=True):
    """A sea region."""

    id: str
    discovered: bool
    good: str | None
    """The good of its colonies; None: it has no colonies."""
    tokens: list[int] | None
    """The prices of its colony tokens, cheapest first; None while they are face down."""
    hidden: int
    """The number of tokens that are face down."""
    ships_needed: int
    """The number of ships that must enter it together to discover it."""


class CardView(msgspec.Struct, kw_only=True):
    """The Navegador card and its orange ship (rules 9)."""

    holder: int
    mark: int | None
    """The rondel field with the orange ship; None before the last player's first turn."""
    left: int
    """The number of rondel fields after which the card expires."""


class NavegadorView(contract.View, kw_only=True):
    """The public position; ``board`` has what is printed on the board."""

    start: int
    players: list[PlayerView]
    phase: int
    coming_phase: int | None
    market: dict[str, int]
    """The row of the market marker by good, 1 (top) to 10."""
    regions: list[RegionView]
    gallery: dict[str, int]
    buildings: dict[str, list[int]]
    """The prices of the buildings on the board by row, cheapest first."""
    card: CardView
    trigger: str | None
    turns_left: int | None


def view(game: Position, seat: int | None) -> NavegadorView:
    """Return the public position, which is the same for every seat: no seat knows anything hidden (rules 13)."""
    state = game.state
    return NavegadorView(
        **game.base_view(seat),
        **visible_fields(state, "start", "phase", "coming_phase", "market", "gallery", "trigger", "turns_left"),
        players=[_player(game, seat) for seat in range(state.seats)],
        regions=[_region(game, region) for region in board.REGIONS],
        buildings={
            row: board.building_prices(row, state.seats)[-number:] if number else []
            for row, number in state.buildings.items()
        },
        card=CardView(holder=state.card.holder, mark=state.card.mark, left=max(0, 8 - state.card.moved)),
    )


def _player(game: Position, seat: int) -> PlayerView:
    player = game.state.players[seat]
    units = scoring.units(player)
    return PlayerView(
        **visible_fields(
            player, "money", "workers", "stone", "fleet", "colonies", "factories", "explorers", "shipyards"
        ),
        **visible_fields(player, "churches", "privileges", "royal"),
        seat=seat,
        supply=board.FLEET - player.ships,
        units=units,
        multipliers={category: scoring.multiplier(player, category) for category in board.CATEGORIES},
        next_bonus={category: scoring.next_bonus(player, category) for category in board.CATEGORIES},
        royal_best=scoring.royal_place(game, seat),
        mat_points=sum(scoring.mat(player).values()),
        projected=sum(scoring.sources(game, seat).values()),
    )


def _region(game: Position, region: str) -> RegionView:
    state = game.state
    is_discovered = region in state.discovered
    tokens = state.stacks.get(region, [])
    return RegionView(
        id=region,
        discovered=is_discovered,
        good=board.REGIONS[region].good,
        tokens=list(tokens) if is_discovered else None,
        hidden=0 if is_discovered else len(tokens),
        ships_needed=board.ships_to_discover(region, state.seats),
    )


def describe(game: Position, seat: int | None) -> list[Message]:
    """Return the position as a few messages: first the board, then one message for each player."""
    state = game.state
    lines = [Message("navegador.describe.phase", {"phase": state.phase, "turn": state.turn})]
    if state.turns_left:
        lines.append(Message("navegador.describe.turns_left", {"n": state.turns_left}))
    prices = {good: board.PRICE[good][row] for good, row in state.market.items()}
    profits = {f"{good}_profit": board.PROFIT[row] for good, row in state.market.items()}
    lines.append(Message("navegador.describe.market", prices | profits))
    discovered = [region for region in state.discovered if region != board.HOME]
    lines.append(Message("navegador.describe.discovered", {"n": len(discovered), "regions": list(discovered)}))
    if any(state.buildings.values()):
        lines.append(Message("navegador.describe.buildings", {"n": sum(state.buildings.values())}))
    lines.append(Message("navegador.describe.card", {"holder_seat": state.card.holder}))
    for number, player in enumerate(state.players):
        field = "start" if player.stone is None else board.RONDEL[player.stone]
        belongings_of_player = belongings(game, number)
        lines.append(Message("navegador.describe.player", {"seat": number, "field": field, **belongings_of_player}))
    return lines


def belongings(game: Position, seat: int) -> dict[str, int]:
    """Return the money and pieces of a player by name, as everybody sees them."""
    player = game.state.players[seat]
    return {"money": player.money, "workers": player.workers, "ships": player.ships} | scoring.units(player)
