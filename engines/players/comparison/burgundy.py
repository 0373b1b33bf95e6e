"""Subjects in which two positions of Burgundy may differ, for the reasons of hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Hex, Region
from engines.burgundy.placement import animal_vp, fitting
from engines.burgundy.position import Position
from engines.contract import Message
from engines.players.comparison import Comparison, Subject, counted, owned
from engines.players.values import burgundy, burgundy_fitted

_ACTING = ("building", "knowledge")
"""Colours of which no two kinds of tiles do the same."""
_NEAR = 4
"""Hexes that a colour may lack so that somebody would call it near its bonus tile."""


def terms(game: Position, seat: int) -> Mapping[str, float]:
    """Return what the strong player weighs: by hand, and by what games have shown."""
    outlook = burgundy.outlook(game.state, seat)
    by_hand = burgundy.parts(game.state, seat, outlook) if outlook else {}
    seen = burgundy_fitted.seen(game, seat)
    weights = burgundy_fitted.FITTED.at(seen.moment)
    worth = {name: amount * weights[name] for name, amount in seen.amounts.items()}
    for name, points in by_hand.items():
        worth[name] = worth.get(name, 0.0) + points
    return worth | {"remainder": game.score(seat).remainder / 1000}


def _covered(game: Position, seat: int) -> Counter[str]:
    return Counter(game.state.players[seat].covered.values())


def _placed(better: Position, worse: Position, seat: int, colour: str) -> str:
    """Return the first tile of a colour that lies on the one estate alone; empty: there is none."""
    new = _covered(better, seat) - _covered(worse, seat)
    return min((tile for tile in new if box.COLOUR[tile] == colour), default="")


def _lacking(game: Position, seat: int, region: Region) -> int:
    covered = game.state.players[seat].covered
    return sum(hex not in covered for hex in region.hexes)


def _region(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the regions that only one has completed, else the one nearest to it of which more is covered."""
    nearer = list[tuple[int, int, str]]()
    for region in ESTATES[better.state.players[seat].board].regions:
        lacking = _lacking(better, seat, region)
        if lacking < _lacking(worse, seat, region):
            nearer.append((lacking, -len(region.hexes), region.colour))
    if not nearer:
        return None
    completed = sum(not lacking for lacking, _, _ in nearer)
    if completed > 1:
        return Message("burgundy.reason.completed_more", {"n": completed})
    lacking, size, colour = min(nearer)
    if not lacking:
        return Message("burgundy.reason.completed", {"colour": colour, "size": -size})
    return Message("burgundy.reason.region", {"colour": colour, "size": -size, "have": -size - lacking})


def _colour(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the colour nearest to its bonus tile of which more is covered."""
    ours, theirs = (game.state.players[seat].covered for game in (better, worse))
    nearer = list[tuple[int, str]]()
    for colour, hexes in ESTATES[better.state.players[seat].board].by_colour.items():
        lacking, before = (sum(hex.id not in covered for hex in hexes) for covered in (ours, theirs))
        if 0 < lacking < before and lacking <= _NEAR and better.state.bonus[colour]:
            nearer.append((lacking, colour))
    if not nearer:
        return None
    lacking, colour = min(nearer)
    points = box.bonus_vp(better.state.bonus[colour][0], better.state.seats)
    return Message("burgundy.reason.colour", {"colour": colour, "n": lacking, "points": points})


def _animals(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the tile to which all points belong that one has more for animals."""
    new = _covered(better, seat) - _covered(worse, seat)
    tile = _placed(better, worse, seat, "animal")
    is_single = sum(number for other, number in new.items() if box.COLOUR[other] == "animal") == 1
    if not is_single or _placed(worse, better, seat, "animal"):
        return None
    return Message("burgundy.reason.placed", {"tile": tile})


def _knowledge(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the tile that only one has placed, unless others bring more of the points for knowledge."""
    tile = _placed(better, worse, seat, "knowledge")
    if not tile:
        return None
    ours, theirs = (game.score(seat).sources["knowledge"] for game in (better, worse))
    if ours - theirs > knowledge.vp(better.state.players[seat], better.edition, tile):
        return None
    return Message("burgundy.reason.on_estate", {"tile": tile, "effect": f"{tile}.short"})


def _sale(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the goods of which most are sold at once, where these are more."""
    ours, theirs = (game.state.players[seat].goods for game in (better, worse))
    goods = max(ours, key=lambda goods: ours[goods], default="")
    fewer = max(theirs.values(), default=0)
    if not goods or ours[goods] <= fewer:
        return None
    price = box.SALE_VP[better.state.seats]
    args = {"n": ours[goods], "points": ours[goods] * price, "other": fewer * price}
    return Message("burgundy.reason.sale", {"goods": goods, **args})


def _stored(better: Position, worse: Position, seat: int) -> Message | None:
    """Show a stored tile that the other position does not store, with the hex that it fits best.

    One that the other position has placed is shown only where it can complete a region later as well.
    Hexes for which the other position has stored tiles of the same colour are no difference.
    """
    player = better.state.players[seat]
    outlook = burgundy.outlook(better.state, seat)
    placed = _covered(worse, seat) - _covered(better, seat)
    stored = Counter(player.storage) - Counter(worse.state.players[seat].storage)
    new = stored - placed
    if outlook is None:
        return None
    colours_there = Counter(box.COLOUR[tile] for tile in worse.state.players[seat].storage)
    fits = list[tuple[int, int, str, str]]()
    for tile in new or stored:
        colour = box.COLOUR[tile]
        hexes = outlook.beside[colour]
        hexes = fitting(player, tile, hexes) if colour == "building" else hexes
        places = sorted((_lacking_at(better, seat, hex), -_gain(better, seat, tile, hex), hex.id) for hex in hexes)
        fits += [(lacking, gain, tile, at) for lacking, gain, at in places[colours_there[colour] :]]
    if not fits:
        tile = min((tile for tile in new if box.COLOUR[tile] in _ACTING), default="")
        return Message("burgundy.reason.effect", {"tile": tile, "effect": f"{tile}.short"}) if tile else None
    lacking, gain, tile, at = min(fits)
    size = len(ESTATES[player.board].around(at))
    args: dict[str, str | int] = {"tile": tile, "size": size, "hex": at}
    if lacking == 1 and outlook.left:
        phase = box.PHASES[(box.LAST_ROUND - outlook.left) // box.ROUNDS]
        args |= {"die": ESTATES[player.board].hexes[at].die, "points": box.PHASE_VP[phase] - gain, "phase": phase}
        return Message("burgundy.reason.completes", args)
    if not new:
        return None
    if tile in box.ANIMAL:
        lacking, gain, tile, at = min(fits, key=lambda fit: fit[1:])
        herd: dict[str, str | int] = {"tile": tile, "points": -gain, "hex": at}
        if -gain > box.ANIMAL[tile][1] + knowledge.brought(player, knowledge.BETTER_ANIMALS):
            return Message("burgundy.reason.herd", herd)
        size = len(ESTATES[player.board].around(at))
        return Message("burgundy.reason.pasture", herd | {"size": size, "lacking": lacking})
    if box.COLOUR[tile] in _ACTING:
        return Message("burgundy.reason.building", args | {"effect": f"{tile}.short"})
    return Message("burgundy.reason.fits", args | {"lacking": lacking})


def _lacking_at(game: Position, seat: int, hex: Hex) -> int:
    """Return how many hexes of the region of a hex are empty."""
    player = game.state.players[seat]
    return sum(other not in player.covered for other in ESTATES[player.board].around(hex.id))


def _gain(game: Position, seat: int, tile: str, hex: Hex) -> int:
    """Return the points of a tile on a hex, but those of the phase: for its animals, its region and a bonus tile."""
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
    ours, theirs = (len(game.state.players[seat].storage) for game in (better, worse))
    return Message("burgundy.subject.room") if ours < theirs == box.STORAGE else None


def _purchase(better: Position, worse: Position, seat: int) -> Message | None:
    """Show silverlings with the price of the black depot, if the other position has too few for it (rules 6.6)."""
    ours, theirs = (game.state.players[seat].silverlings for game in (better, worse))
    if not theirs < min(ours, box.PURCHASE_PRICE) or not better.state.depots[box.BLACK]:
        return None
    return Message("burgundy.reason.purchase", {"own": ours, "other": theirs, "price": box.PURCHASE_PRICE})


def _supplies(better: Position, worse: Position, seat: int) -> Message | None:
    """Show silverlings together with workers, if there are more of both."""
    ours, theirs = (game.state.players[seat] for game in (better, worse))
    if ours.silverlings <= theirs.silverlings or ours.workers <= theirs.workers:
        return None
    counts = {"own": ours.silverlings, "other": theirs.silverlings}
    return Message("burgundy.reason.supplies", {**counts, "workers": ours.workers, "fewer": theirs.workers})


def _mines(game: Position, seat: int) -> int:
    return _covered(game, seat)["mine"]


def _space(game: Position, seat: int) -> int:
    return game.state.track.space(seat)


_STORED = (*(f"stored {colour}" for colour in box.COLOURS), "stored animals", "stuck")
COMPARISON = Comparison(
    terms,
    {
        "regions": Subject(("regions",), ("regions", "hexes"), (_region,)),
        "bonus": Subject(("bonus",), ("colours",), (_colour,)),
        "animals": Subject(("animals",), ("herds",), (_animals,)),
        "watchtowers": Subject(("watchtowers",)),
        "knowledge": Subject(("knowledge",), ("knowledge",), (_knowledge,)),
        "mines": Subject((), ("mines",), (counted("burgundy.reason.mines", _mines),)),
        # together: what is sold is no longer there to be sold
        "goods": Subject(("unsold", "sales"), ("goods", "best goods", "sales"), (_sale, owned("goods"))),
        "silverlings": Subject(
            ("silverlings",), ("silverlings", "more silverlings"), (_purchase, _supplies, owned("silverlings"))
        ),
        "workers": Subject(("workers",), ("workers", "more workers", "remainder"), (owned("workers"),)),
        "storage": Subject((), _STORED, (_stored,)),
        "room": Subject((), ("space",), (_room,)),
        "beside": Subject((), ("beside",)),
        "track": Subject((), ("track",), (counted("burgundy.reason.track", _space),)),
    },
)
