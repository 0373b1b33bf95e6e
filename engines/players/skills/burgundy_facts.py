"""Burgundy: the tiles and regions that a position is better for, as hints name them."""

from __future__ import annotations

from collections import Counter

from engines.burgundy import box
from engines.burgundy.estate import ESTATES, Region
from engines.burgundy.placement import fitting
from engines.burgundy.position import Position
from engines.contract import Game, Message
from engines.players.values import burgundy
from engines.players.values.burgundy import Outlook

_NEAR = 4
"""Of a colour that lacks more hexes than these nobody would say that it is near its bonus tile."""


def fact(name: str, richer: Game, other: Game, seat: int) -> Message | None:
    """The tile in storage, with the region that it goes to; the region or colour that is nearer to completion."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    seen = burgundy.outlook(richer.state, seat)
    if seen is None:
        return None
    if name.startswith("stored "):
        return _tile(richer, other, seat, name.removeprefix("stored "), seen)
    match name:
        case "regions":
            return _region(other, seat, seen)
        case "colours":
            return _colour(richer, other, seat)
        case "beside":
            own, theirs = (_next(game, seat) for game in (richer, other))
            return Message("burgundy.fact.beside", {"n": own, "other": theirs}) if own > theirs else None
        case "goods":
            return _sale(richer, other, seat)
        case "mines":
            own, theirs = (_placed(game, seat)["mine"] for game in (richer, other))
            return Message("burgundy.fact.mines", {"n": own, "other": theirs}) if own > theirs else None
        case "knowledge":
            return _knowledge(richer, other, seat)
    return None


def scored(source: str, richer: Game, other: Game, seat: int) -> Message | None:
    """What points of a source were scored with that the other position has not: a region that is complete, or a
    tile."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    if source == "regions":
        own, theirs = (_complete(game, seat) for game in (richer, other))
        size, colour = max(((len(region.hexes), region.colour) for region in own - theirs), default=(0, ""))
        return Message("burgundy.fact.completed", {"colour": colour, "size": size}) if size else None
    if source == "knowledge":
        return _knowledge(richer, other, seat)
    if source == "animals":
        tile = _new(richer, other, seat, "animal")
        return Message("burgundy.fact.placed", {"tile": tile}) if tile else None
    return None


def _sale(richer: Position, other: Position, seat: int) -> Message | None:
    """The goods of which most are sold at once, where these are more."""
    own, theirs = (game.state.players[seat].goods for game in (richer, other))
    n, goods = max(((n, goods) for goods, n in own.items()), default=(0, ""))
    fewer, price = max(theirs.values(), default=0), box.SALE_VP[richer.state.seats]
    if n <= fewer:
        return None
    return Message("burgundy.fact.sale", {"goods": goods, "n": n, "points": n * price, "other": fewer * price})


def _next(game: Position, seat: int) -> int:
    """Colours of which a tile could be placed beside what is covered."""
    seen = burgundy.outlook(game.state, seat)
    return sum(map(bool, seen.beside.values())) if seen else 0


def _knowledge(richer: Position, other: Position, seat: int) -> Message | None:
    """A knowledge tile that the other has not placed."""
    tile = _new(richer, other, seat, "knowledge")
    return Message("burgundy.fact.on_estate", {"tile": tile, "effect": f"{tile}.short"}) if tile else None


def _new(richer: Position, other: Position, seat: int, colour: str) -> str:
    """The first tile of a colour that the other has not placed; empty: there is none."""
    new = _placed(richer, seat) - _placed(other, seat)
    return min((tile for tile in new if box.COLOUR[tile] == colour), default="")


def _placed(game: Position, seat: int) -> Counter[str]:
    return Counter(game.state.players[seat].covered.values())


def _complete(game: Position, seat: int) -> set[Region]:
    regions = ESTATES[game.state.players[seat].board].regions
    return {region for region in regions if not _lacking(game, seat, region)}


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the tiles in question have been placed there, or the goods sold; or there are only fewer animals, which
    leaves them more room."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    if name == "goods":
        return other.score(seat).sources["sales"] > richer.score(seat).sources["sales"]
    if name == "herds":
        return _animals(richer, seat) <= _animals(other, seat)
    if not name.startswith("stored "):
        return False
    own, theirs = (Counter(game.state.players[seat].storage) for game in (richer, other))
    colour = name.removeprefix("stored ")
    stored, left = (
        any(box.COLOUR[tile] == colour for tile in each) for each in (own - theirs, _more(richer, other, seat))
    )
    return stored and not left


def _animals(game: Position, seat: int) -> int:
    """Tiles on pastures."""
    return sum(box.COLOUR[tile] == "animal" for tile in game.state.players[seat].covered.values())


def _more(richer: Position, other: Position, seat: int) -> Counter[str]:
    """What is stored more, without what the other one has placed instead."""
    one, two = (game.state.players[seat] for game in (richer, other))
    placed = Counter(two.covered.values()) - Counter(one.covered.values())
    return Counter(one.storage) - Counter(two.storage) - placed


def _tile(richer: Position, other: Position, seat: int, colour: str, seen: Outlook) -> Message | None:
    player = richer.state.players[seat]
    found = list[tuple[int, int, str, str]]()
    both = _more(richer, other, seat), _more(other, richer, seat)
    own, theirs = ([tile for tile in more if box.COLOUR[tile] == colour] for more in both)
    for tile in own:
        hexes = seen.beside[colour]
        for hex in fitting(player, tile, hexes) if colour == "building" else hexes:
            (region,) = (each for each in ESTATES[player.board].regions if hex.id in each.hexes)
            found.append((_lacking(richer, seat, region), -len(region.hexes), tile, hex.id))
    if not found:
        return None
    lacking, size, tile, at = min(found)
    args: dict[str, str | int] = {"tile": tile}
    if theirs and colour == "building":
        effects = {"effect": f"{tile}.short", "other_effect": f"{theirs[0]}.short"}
        return Message("burgundy.fact.rather_building", {**args, "other_tile": theirs[0], **effects})
    if theirs:
        return Message("burgundy.fact.rather", args | {"other_tile": theirs[0]})
    args |= {"size": -size, "hex": at}
    if lacking == 1:
        die = ESTATES[player.board].hexes[at].die
        return Message("burgundy.fact.completes", args | {"die": die, "points": _worth(seen, -size, 1)["points"]})
    if colour == "building":
        return Message("burgundy.fact.building", args | {"effect": f"{tile}.short"})
    args |= _worth(seen, -size, lacking)
    return Message("burgundy.fact.begins" if lacking == -size else "burgundy.fact.fits", args | {"lacking": lacking})


def _worth(seen: Outlook, size: int, lacking: int) -> dict[str, int | str]:
    """VP of a region of this size, and the phase in which it is completed if a hex of it is covered in each turn to
    come."""
    phase = box.PHASES[(min(box.LAST_ROUND - seen.left + lacking, box.LAST_ROUND) - 1) // box.ROUNDS]
    return {"points": box.REGION_VP[size] + box.PHASE_VP[phase], "phase": phase}


def _region(other: Position, seat: int, seen: Outlook) -> Message | None:
    """The one of which more is covered that is nearest to completion."""
    found = [
        (len(region.hexes) - have, -len(region.hexes), region.colour)
        for region, have, _ in seen.regions
        if have > len(region.hexes) - _lacking(other, seat, region)
    ]
    if not found:
        return None
    lacking, size, colour = min(found)
    worth = _worth(seen, -size, lacking)
    return Message("burgundy.fact.region", {"colour": colour, "size": -size, "have": -size - lacking, **worth})


def _colour(richer: Position, other: Position, seat: int) -> Message | None:
    """The one of which more is covered that is nearest to its bonus tile."""
    own, theirs = (game.state.players[seat].covered for game in (richer, other))
    found = list[tuple[int, str]]()
    for colour, hexes in ESTATES[richer.state.players[seat].board].by_colour.items():
        lacking, before = (sum(hex.id not in covered for hex in hexes) for covered in (own, theirs))
        if 0 < lacking < before and lacking <= _NEAR and richer.state.bonus[colour]:
            found.append((lacking, colour))
    if not found:
        return None
    lacking, colour = min(found)
    points = box.bonus_vp(richer.state.bonus[colour][0], richer.state.seats)
    return Message("burgundy.fact.colour", {"colour": colour, "n": lacking, "points": points})


def _lacking(game: Position, seat: int, region: Region) -> int:
    covered = game.state.players[seat].covered
    return sum(hex not in covered for hex in region.hexes)
