"""Subjects in which two positions of Burgundy may differ, for the reasons of hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Hex, Region
from engines.burgundy.placement import animal_vp, fitting
from engines.burgundy.position import Position
from engines.contract import REMAINDER_OF_A_POINT, Message
from engines.players.comparison import Comparison, Subject, belongings_describer, count_describer
from engines.players.values import burgundy as burgundy_values
from engines.players.values import burgundy_fitted

_ACTING = ("building", "knowledge")
"""Colours of which no two kinds of tiles do the same."""
_NEAR = 4
"""Most hexes that a colour may lack and still count as near its bonus tile."""


class _Fit(NamedTuple):
    """A hex on which a stored tile can be placed; of two the smaller one is the better."""

    lacking: int
    """Empty hexes of the region of the hex."""
    minus_points: int
    """The points that the tile scores there with their sign changed, so that more points make the smaller fit."""
    tile: str
    hex: str

    @property
    def points(self) -> int:
        """Return the points that the tile scores there, without those of the phase."""
        return -self.minus_points


def at_turn(game: Position, seat: int, turn: int) -> Position:
    """Return the position as of a later round, with the income of the seat's mines if a phase ends before it."""
    game_at_turn = game.copy()
    player = game_at_turn.state.players[seat]
    game_at_turn.state.turn = turn  # which determines the phase
    if game_at_turn.state.phase != game.state.phase:
        player.silverlings += player.mines
        player.workers += player.mines if knowledge.MINE_WORKERS in player.knowledge else 0
    return game_at_turn


def values_by_term(game: Position, seat: int) -> Mapping[str, float]:
    """Return the terms of the strong player's value: those with weights made by hand and those fitted to games.

    The "remainder" is what rounding keeps out of the points.
    """
    outlook = burgundy_values.outlook(game.state, seat)
    by_hand = burgundy_values.parts(game.state, seat, outlook) if outlook else {}
    features = burgundy_fitted.features(game, seat)
    # The weights depend on the moment of the game, here the rounds that are left.
    weights = burgundy_fitted.FITTED.at(features.moment)
    worth = {name: amount * weights[name] for name, amount in features.amounts.items()}
    for name, points in by_hand.items():
        worth[name] = worth.get(name, 0.0) + points
    return worth | {"remainder": game.score(seat).remainder / REMAINDER_OF_A_POINT}


def _covered(game: Position, seat: int) -> Counter[str]:
    """Return the number of tiles of each kind on the estate."""
    return Counter(game.state.players[seat].covered.values())


def _placed(better: Position, worse: Position, seat: int, colour: str) -> str:
    """Return a tile of a colour that lies on the better position's estate alone; empty: there is none."""
    new = _covered(better, seat) - _covered(worse, seat)
    return min((tile for tile in new if box.COLOUR[tile] == colour), default="")


def _lacking(game: Position, seat: int, region: Region) -> int:
    covered = game.state.players[seat].covered
    return sum(hex not in covered for hex in region.hexes)


def _region(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the regions that only the better position has completed, by their number if there are several.

    If there are none, describe the region closest to completion among those of which the better position covers more.
    """
    regions = ESTATES[better.state.players[seat].board].regions
    improved_regions = [region for region in regions if _lacking(better, seat, region) < _lacking(worse, seat, region)]
    if not improved_regions:
        return None
    completed = sum(not _lacking(better, seat, region) for region in improved_regions)
    if completed > 1:
        return Message("burgundy.reason.completed_more", {"n": completed})
    nearest = min(
        improved_regions, key=lambda region: (_lacking(better, seat, region), -len(region.hexes), region.colour)
    )
    size = len(nearest.hexes)
    if completed:
        return Message("burgundy.reason.completed", {"colour": nearest.colour, "size": size})
    placed_count = size - _lacking(better, seat, nearest)
    return Message("burgundy.reason.region", {"colour": nearest.colour, "size": size, "have": placed_count})


def _colour(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the colour nearest to its bonus tile among those of which the better position covers more."""
    better_covered, worse_covered = (game.state.players[seat].covered for game in (better, worse))
    improved_colours = list[tuple[int, str]]()
    for colour, hexes in ESTATES[better.state.players[seat].board].by_colour.items():
        lacking = sum(hex.id not in better_covered for hex in hexes)
        worse_lacking = sum(hex.id not in worse_covered for hex in hexes)
        if 0 < lacking < worse_lacking and lacking <= _NEAR and better.state.bonus[colour]:
            improved_colours.append((lacking, colour))
    if not improved_colours:
        return None
    lacking, colour = min(improved_colours)
    points = box.bonus_vp(better.state.bonus[colour][0], better.state.seats)
    return Message("burgundy.reason.colour", {"colour": colour, "n": lacking, "points": points})


def _animals(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the newly placed animal tile, if there is a single one: all further points for animals are due to it."""
    new = _covered(better, seat) - _covered(worse, seat)
    tile = _placed(better, worse, seat, "animal")
    is_single = sum(number for new_tile, number in new.items() if box.COLOUR[new_tile] == "animal") == 1
    if not is_single or _placed(worse, better, seat, "animal"):
        return None
    return Message("burgundy.reason.placed", {"tile": tile})


def _knowledge(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the tile that only the better position has placed, unless others bring more points for knowledge."""
    tile = _placed(better, worse, seat, "knowledge")
    if not tile:
        return None
    better_points, worse_points = (game.score(seat).sources["knowledge"] for game in (better, worse))
    if better_points - worse_points > knowledge.vp(better.state.players[seat], better.edition, tile):
        return None
    return Message("burgundy.reason.on_estate", {"tile": tile, "effect": f"{tile}.short"})


def _sale(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the goods of which most can be sold at once, if these are more than the worse position can sell."""
    better_goods, worse_goods = (game.state.players[seat].goods for game in (better, worse))
    goods = max(better_goods, key=lambda goods: better_goods[goods], default="")
    worse_number = max(worse_goods.values(), default=0)
    if not goods or better_goods[goods] <= worse_number:
        return None
    price = box.SALE_VP[better.state.seats]
    args = {"n": better_goods[goods], "points": better_goods[goods] * price, "other": worse_number * price}
    return Message("burgundy.reason.sale", {"goods": goods, **args})


def _stored(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe a tile that only the better position has in storage, with the hex that it fits best.

    The first of these cases applies:

    - It fits nowhere: what it does, if no other kind of tile does the same; otherwise None.
    - It completes a region there: its points in the phase of the next turn.
    - The worse position has placed it: None.
    - It shows animals: the herd or the pasture for which it brings most points.
    - No other kind of tile does the same: what it does.
    - Any other: how many hexes of the region are empty.
    """
    player = better.state.players[seat]
    outlook = burgundy_values.outlook(better.state, seat)
    if outlook is None:
        return None
    stored = Counter(player.storage) - Counter(worse.state.players[seat].storage)
    not_placed = stored - (_covered(worse, seat) - _covered(better, seat))
    # Tiles that the worse position has placed are an advantage only if they complete a region now.
    fits = [fit for tile in not_placed or stored for fit in _fits(better, worse, seat, tile, outlook)]
    if not fits:
        tile = min((tile for tile in not_placed if box.COLOUR[tile] in _ACTING), default="")
        return Message("burgundy.reason.effect", {"tile": tile, "effect": f"{tile}.short"}) if tile else None
    fit = min(fits)
    size = len(ESTATES[player.board].around(fit.hex))
    args: dict[str, str | int] = {"tile": fit.tile, "size": size, "hex": fit.hex}
    if fit.lacking == 1 and outlook.rounds_left:
        rounds_before_next_turn = box.LAST_ROUND - outlook.rounds_left
        phase = box.PHASES[rounds_before_next_turn // box.ROUNDS]
        points = box.PHASE_VP[phase] + fit.points
        die = ESTATES[player.board].hexes[fit.hex].die
        return Message("burgundy.reason.completes", args | {"die": die, "points": points, "phase": phase})
    if not not_placed:
        return None
    if fit.tile in box.ANIMAL:
        return _stored_animals(better, seat, min(fits, key=lambda fit: (fit.minus_points, fit.tile, fit.hex)))
    if box.COLOUR[fit.tile] in _ACTING:
        return Message("burgundy.reason.building", args | {"effect": f"{fit.tile}.short"})
    return Message("burgundy.reason.fits", args | {"lacking": fit.lacking})


def _fits(better: Position, worse: Position, seat: int, tile: str, outlook: burgundy_values.Outlook) -> list[_Fit]:
    """Return the hexes for a stored tile, best first.

    If the worse position stores tiles of this colour, too, they take the best hexes: as many of these are left out.
    """
    colour = box.COLOUR[tile]
    hexes = outlook.open_hexes[colour]
    if colour == "building":
        hexes = fitting(better.state.players[seat], tile, hexes)
    fits = [_Fit(_lacking_at(better, seat, hex), -_gain(better, seat, tile, hex), tile, hex.id) for hex in hexes]
    worse_tiles = sum(box.COLOUR[stored] == colour for stored in worse.state.players[seat].storage)
    return sorted(fits)[worse_tiles:]


def _stored_animals(game: Position, seat: int, fit: _Fit) -> Message:
    """Describe animals with the herd that they join, or else with the pasture that they fit best."""
    player = game.state.players[seat]
    _, animals = box.ANIMAL[fit.tile]
    points_without_herd = animals + knowledge.brought(player, knowledge.BETTER_ANIMALS)
    args: dict[str, str | int] = {"tile": fit.tile, "points": fit.points, "hex": fit.hex}
    if fit.points > points_without_herd:
        return Message("burgundy.reason.herd", args)
    size = len(ESTATES[player.board].around(fit.hex))
    return Message("burgundy.reason.pasture", args | {"size": size, "lacking": fit.lacking})


def _lacking_at(game: Position, seat: int, hex: Hex) -> int:
    """Return how many hexes of the region of a hex are empty."""
    player = game.state.players[seat]
    return sum(neighbour not in player.covered for neighbour in ESTATES[player.board].around(hex.id))


def _gain(game: Position, seat: int, tile: str, hex: Hex) -> int:
    """Return the points of a tile on a hex for animals, a region and a bonus tile, without those of the phase."""
    player = game.state.players[seat]
    animals = animal_vp(player, tile, hex.id)
    if _lacking_at(game, seat, hex) > 1:
        return animals
    region = box.REGION_VP[len(ESTATES[player.board].around(hex.id))]
    return animals + region + _bonus(game, seat, box.COLOUR[tile])


def _bonus(game: Position, seat: int, colour: str) -> int:
    """Return the points of the bonus tile that one more tile of a colour would bring; 0: none."""
    player = game.state.players[seat]
    lacking = sum(hex.id not in player.covered for hex in ESTATES[player.board].by_colour[colour])
    bonus = game.state.bonus[colour]
    return box.bonus_vp(bonus[0], game.state.seats) if bonus and lacking == 1 else 0


def _room(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe that the storage has room for a tile, if it is full in the worse position."""
    better_tiles, worse_tiles = (len(game.state.players[seat].storage) for game in (better, worse))
    is_worse_full = worse_tiles == box.STORAGE
    return Message("burgundy.subject.room") if is_worse_full and better_tiles < worse_tiles else None


def _purchase(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe silverlings with the price of the black depot, if the worse position has too few for it (rules 6.6)."""
    better_silverlings, worse_silverlings = (game.state.players[seat].silverlings for game in (better, worse))
    has_more = better_silverlings > worse_silverlings
    if not has_more or worse_silverlings >= box.PURCHASE_PRICE or not better.state.depots[box.BLACK]:
        return None
    counts = {"own": better_silverlings, "other": worse_silverlings}
    return Message("burgundy.reason.purchase", {**counts, "price": box.PURCHASE_PRICE})


def _supplies(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe silverlings together with workers, if there are more of both."""
    better_player, worse_player = (game.state.players[seat] for game in (better, worse))
    if better_player.silverlings <= worse_player.silverlings or better_player.workers <= worse_player.workers:
        return None
    counts = {"own": better_player.silverlings, "other": worse_player.silverlings}
    workers = {"workers": better_player.workers, "fewer": worse_player.workers}
    return Message("burgundy.reason.supplies", counts | workers)


def _mines(game: Position, seat: int) -> int:
    return _covered(game, seat)["mine"]


def _space(game: Position, seat: int) -> int:
    return game.state.track.space(seat)


_STORED = (*(f"stored {colour}" for colour in box.COLOURS), "stored animals", "stuck")
COMPARISON = Comparison(
    values_by_term=values_by_term,
    subjects={
        "regions": Subject(sources=("regions",), terms=("regions", "hexes"), describers=(_region,)),
        "bonus": Subject(sources=("bonus",), terms=("colours",), describers=(_colour,)),
        "animals": Subject(sources=("animals",), terms=("herds",), describers=(_animals,)),
        "watchtowers": Subject(sources=("watchtowers",)),
        "knowledge": Subject(sources=("knowledge",), terms=("knowledge",), describers=(_knowledge,)),
        "mines": Subject(terms=("mines",), describers=(count_describer("burgundy.reason.mines", _mines),)),
        # One subject, since goods that are sold are no longer there to be sold.
        "goods": Subject(
            sources=("unsold", "sales"),
            terms=("goods", "best goods", "sales"),
            describers=(_sale, belongings_describer("goods")),
        ),
        "silverlings": Subject(
            sources=("silverlings",),
            terms=("silverlings", "more silverlings"),
            describers=(_purchase, _supplies, belongings_describer("silverlings")),
        ),
        "workers": Subject(
            sources=("workers",),
            terms=("workers", "more workers", "remainder"),
            describers=(belongings_describer("workers"),),
        ),
        "storage": Subject(terms=_STORED, describers=(_stored,)),
        "room": Subject(terms=("space",), describers=(_room,)),
        "beside": Subject(terms=("beside",)),
        "track": Subject(terms=("track",), describers=(count_describer("burgundy.reason.track", _space),)),
    },
    at_turn=at_turn,
)
