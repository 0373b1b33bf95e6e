"""What two positions of Burgundy differ in, as hints name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Region
from engines.burgundy.placement import fitting
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
    A region that a tile of the same colour fits as well in the other position is no difference; what the tile does is.
    """
    player = better.state.players[seat]
    outlook = burgundy.outlook(better.state, seat)
    placed = _covered(worse, seat) - _covered(better, seat)
    stored_there = Counter(worse.state.players[seat].storage)
    stored = Counter(player.storage) - stored_there
    new = stored - placed
    colours_there = {box.COLOUR[tile] for tile in stored_there - Counter(player.storage)}
    if outlook is None:
        return None
    fits = list[tuple[int, int, str, str]]()
    for tile in new or stored:
        colour = box.COLOUR[tile]
        if colour in colours_there:
            continue
        hexes = outlook.beside[colour]
        for hex in fitting(player, tile, hexes) if colour == "building" else hexes:
            (region,) = (region for region in ESTATES[player.board].regions if hex.id in region.hexes)
            fits.append((_lacking(better, seat, region), -len(region.hexes), tile, hex.id))
    if not fits:
        tile = min((tile for tile in new if box.COLOUR[tile] in _ACTING), default="")
        return Message("burgundy.reason.effect", {"tile": tile, "effect": f"{tile}.short"}) if tile else None
    lacking, size, tile, at = min(fits)
    args: dict[str, str | int] = {"tile": tile, "size": -size, "hex": at}
    if lacking == 1 and outlook.left:
        phase = box.PHASES[(box.LAST_ROUND - outlook.left) // box.ROUNDS]
        points = box.REGION_VP[-size] + box.PHASE_VP[phase] + _bonus(better, seat, box.COLOUR[tile])
        args |= {"die": ESTATES[player.board].hexes[at].die, "points": points, "phase": phase}
        return Message("burgundy.reason.completes", args)
    if not new:
        return None
    if box.COLOUR[tile] == "building":
        return Message("burgundy.reason.building", args | {"effect": f"{tile}.short"})
    return Message("burgundy.reason.fits", args | {"lacking": lacking})


def _bonus(game: Position, seat: int, colour: str) -> int:
    """Return the points of the bonus tile that one more tile of a colour would bring; 0: none."""
    player = game.state.players[seat]
    lacking = sum(hex.id not in player.covered for hex in ESTATES[player.board].by_colour[colour])
    bonus = game.state.bonus[colour]
    return box.bonus_vp(bonus[0], game.state.seats) if bonus and lacking == 1 else 0


def _room(better: Position, worse: Position, seat: int) -> Message | None:
    ours, theirs = (len(game.state.players[seat].storage) for game in (better, worse))
    return Message("burgundy.subject.room") if ours < theirs == box.STORAGE else None


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
        "goods": Subject(("unsold", "sales"), ("goods", "best goods", "sales"), (owned("goods"), _sale)),
        "silverlings": Subject(("silverlings",), ("silverlings", "more silverlings"), (owned("silverlings"),)),
        "workers": Subject(("workers",), ("workers", "more workers", "remainder"), (owned("workers"),)),
        "storage": Subject((), _STORED, (_stored,)),
        "room": Subject((), ("space",), (_room,)),
        "beside": Subject((), ("beside",)),
        "track": Subject((), ("track",), (counted("burgundy.reason.track", _space),)),
    },
)
