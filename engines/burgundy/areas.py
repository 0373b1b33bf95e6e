"""The whole board in words, with what is printed on it, for players who use a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES, Region
from engines.burgundy.placement import border, open_hexes
from engines.burgundy.position import Position
from engines.burgundy.view import BurgundyView, PlayerView, view
from engines.contract import Area, Message
from engines.steps import Arguments


def areas(game: Position, seat: int | None) -> list[Area]:
    """Return the position in words: the parts of the board and the players, first the viewer, then in turn order."""
    return describe(view(game, seat), game.edition)


def describe(view: BurgundyView, edition: box.Edition = box.EDITIONS[box.EDITION_NAMES[0]]) -> list[Area]:
    """Describe everything that a view shows, in one area for each part of the board and two for each player.

    Args:
        view: The view.
        edition: The edition, on which the effects of some tiles depend.
    """
    players = sorted((view.players[seat] for seat in view.order), key=lambda player: player.seat != view.viewer)
    effects = list(_effects(view, edition))
    return [
        Area(Message("burgundy.area.now"), list(_now(view))),
        Area(Message("burgundy.area.depots"), [_depot(view, depot) for depot in view.depots]),
        *([Area(Message("burgundy.area.effects"), effects)] if effects else []),
        Area(Message("burgundy.area.bonus"), list(_bonus(view))),
        *(area for player in players for area in _player(player)),
        Area(Message("burgundy.area.piles"), list(_piles(view))),
        *(Area(Message("burgundy.area.hexes"), lines) for lines in _hexes(view) if lines),
    ]


def _now(view: BurgundyView) -> Iterator[Message]:
    yield Message("burgundy.describe.round", {"phase": view.phase, "round": view.round, "white": view.white})
    yield Message("burgundy.describe.order", {"seats": [str(seat) for seat in view.order]})
    yield Message("burgundy.describe.next_order", {"seats": [str(seat) for seat in view.next_order]})
    if view.acted:
        yield Message("burgundy.tell.acted", {"seats": [str(seat) for seat in view.acted]})
    for number, stack in reversed(list(enumerate(view.track))):
        if stack:
            yield Message("burgundy.tell.track", {"n": number, "seats": [str(seat) for seat in stack]})
    if view.coming:
        yield Message("burgundy.tell.coming", {"goods": list(view.coming)})
    yield Message("burgundy.tell.die_sells", {f"d{die}": goods for goods, die in box.DIE_OF.items()})
    if phase_vp := box.PHASE_VP.get(view.phase):
        points = [str(vp + phase_vp) for _, vp in sorted(box.REGION_VP.items())]
        yield Message("burgundy.tell.region_worth", {"phase": view.phase, "points": points, "vp": phase_vp})


def _depot(view: BurgundyView, depot: str) -> Message:
    tiles = list(view.depots[depot])
    goods = box.listed(view.lying.get(depot, {}))
    if depot == box.BLACK:
        return Message("burgundy.tell.black_depot", {"tiles": tiles})
    if not goods:
        return Message("burgundy.tell.depot_bare", {"depot": depot, "tiles": tiles})
    return Message("burgundy.tell.depot", {"depot": depot, "tiles": tiles, "goods": goods})


def _effects(view: BurgundyView, edition: box.Edition) -> Iterator[Message]:
    """Describe the effect of each tile that can be taken or placed, and of each knowledge tile on an estate."""
    edition_vp = {knowledge.SOLD_TYPES: edition.knowledge_15_vp, knowledge.BONUS_TILES: edition.knowledge_26_vp}
    lying = [tile for tiles in view.depots.values() for tile in tiles]
    tiles_of_players = [tile for player in view.players for tile in (*player.storage, *player.knowledge)]
    for tile in sorted({*lying, *tiles_of_players}, key=lambda tile: (tile in box.KNOWLEDGE, tile)):
        if (card := box.card(tile)) in box.CARDS:
            effect: Arguments = {"tile": tile, "effect": f"{card}.short"}
            if tile == knowledge.TRADER:  # its whole effect differs between the editions
                yield Message(f"burgundy.tell.trader_{edition.knowledge_6}", {"tile": tile})
            elif tile in edition_vp:
                yield Message("burgundy.tell.effect_each", effect | {"vp": edition_vp[tile]})
            else:
                yield Message("burgundy.tell.effect", effect)
    if any(box.COLOUR[tile] == "animal" for tile in (*lying, *tiles_of_players)):
        yield Message("burgundy.tell.animals")


def _bonus(view: BurgundyView) -> Iterator[Message]:
    points: Arguments = {size: box.bonus_vp(size, len(view.players)) for size in ("large", "small")}
    for colour, sizes in view.bonus.items():
        yield Message("burgundy.tell.bonus", points | {"colour": colour, "sizes": list(sizes)})


def _player(player: PlayerView) -> Iterator[Area]:
    yield Area(Message("burgundy.area.player", {"seat": player.seat}), list(_possessions(player)))
    estate = ESTATES.get(player.board)
    if estate:
        regions = [_region(player, region) for region in estate.regions]
        lines = [Message("burgundy.tell.grid"), *_free_hexes(player), *regions]
        yield Area(Message("burgundy.area.estate", {"seat": player.seat, "board": player.board}), lines)


def _free_hexes(player: PlayerView) -> Iterator[Message]:
    """List the empty hexes that touch a placed tile, which are the only ones that take a tile (rules 6.3)."""
    for colour, hexes in border(player.board, frozenset(player.covered)).items():
        if hexes:
            yield Message(
                "burgundy.tell.beside", {"colour": colour, "hexes": [f"{hex.id} ({hex.die})" for hex in hexes]}
            )


def _hexes(view: BurgundyView) -> Iterator[list[Message]]:
    """List the neighbours of each hex of the viewer's estate."""
    for player in view.players:
        if player.seat == view.viewer and (estate := ESTATES.get(player.board)):
            yield [
                Message(
                    "burgundy.tell.hex",
                    {"hex": hex.id, "colour": hex.colour, "die": hex.die, "hexes": list(hex.neighbours)},
                )
                for hex in estate.hexes.values()
            ]


def _stored(player: PlayerView) -> Iterator[Message]:
    """List the hexes on which each stored tile can be placed, now or with another die."""
    free = open_hexes(player, free=True)
    for tile in dict.fromkeys(player.storage):
        if hexes := [hex for hex, tiles in player.open.items() if tile in tiles]:
            yield Message("burgundy.tell.fits", {"tile": tile, "hexes": hexes})
        elif hexes := [hex for hex, tiles in free.items() if tile in tiles]:
            numbers = ESTATES[player.board].hexes
            yield Message(
                "burgundy.tell.fits_later", {"tile": tile, "hexes": [f"{hex} ({numbers[hex].die})" for hex in hexes]}
            )
        else:
            yield Message("burgundy.tell.fits_nowhere", {"tile": tile})


def _possessions(player: PlayerView) -> Iterator[Message]:
    yield Message("burgundy.tell.points", {"vp": player.vp, "projected": player.projected})
    if player.choices:
        yield Message("burgundy.tell.choices", {"boards": list(player.choices)})
    dice: Arguments = {"dice": [str(die) for die in player.rolled], "unused": [str(die) for die in player.unused]}
    yield Message("burgundy.tell.dice", dice)
    yield Message("burgundy.tell.has", {"workers": player.workers, "silverlings": player.silverlings})
    yield Message("burgundy.tell.storage", {"tiles": list(player.storage)})
    yield from _stored(player)
    yield Message("burgundy.tell.goods", {"goods": box.listed(player.goods), "sold": box.listed(player.sold)})
    if player.purchased:
        yield Message("burgundy.tell.purchased")
    if player.hired:
        yield Message("burgundy.tell.hired")
    if player.knowledge:
        yield Message("burgundy.tell.knowledge", {"tiles": list(player.knowledge)})
    for bonus in player.bonus:
        colour, _, size = bonus.partition(".")
        yield Message("burgundy.tell.own_bonus", {"colour": colour, "size": size})


def _region(player: PlayerView, region: Region) -> Message:
    """Describe a region of an estate; the number printed on an empty hex stands behind its name."""
    hexes = ESTATES[player.board].hexes
    arguments: Arguments = {
        "colour": region.colour,
        "n": len(region.hexes),
        "empty": [f"{hex} ({hexes[hex].die})" for hex in region.hexes if hex not in player.covered],
        "hexes": [hex for hex in region.hexes if hex in player.covered],
        "tiles": [player.covered[hex] for hex in region.hexes if hex in player.covered],
    }
    if not arguments["hexes"]:
        return Message("burgundy.tell.region_empty", arguments)
    return Message("burgundy.tell.region" if arguments["empty"] else "burgundy.tell.region_full", arguments)


def _piles(view: BurgundyView) -> Iterator[Message]:
    for back, number in view.supplies.items():
        if back == box.BLACK:
            yield Message("burgundy.tell.black_supply", {"n": number})
        else:
            yield Message("burgundy.tell.supply", {"colour": back, "n": number})
    yield Message("burgundy.tell.removed", {"tiles": list(view.removed)})
