"""No part of Burgundy's pictures lies on another or leaves the picture, whatever a position holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from render.burgundy import layout, mats, own_layout, player_board, tiles
from render.burgundy.layout import Depots
from render.kit import fonts
from render.kit.part import Part
from render.kit.pen import Point
from render.shape import Shape
from tests.render.outlines import Outline, meet, outline

SHAPES = pytest.mark.parametrize("shape", Shape)
SEATS = pytest.mark.parametrize("seats", range(2, 5))


def around(at: Point, wide: float, high: float, side: str = "m") -> Outline:
    left = at[0] - (wide / 2 if side == "m" else 0)
    return outline((left, at[1] - high / 2, wide, high))


def clashes(outlines: Mapping[str, Outline]) -> list[str]:
    return [f"{a} and {b}" for (a, first), (b, second) in combinations(outlines.items(), 2) if meet(first, second)]


def outside(outlines: Mapping[str, Outline], size: Point) -> list[str]:
    inside = outline((-0.01, -0.01, size[0] + 0.02, size[1] + 0.02))
    (left, top), _, (right, bottom), _ = inside
    return [
        name
        for name, points in outlines.items()
        if not all(left <= x <= right and top <= y <= bottom for x, y in points)
    ]


def depot_parts(depots: Depots) -> Iterator[tuple[str, Part]]:
    yield from depots.numbered.items()
    yield "black", depots.black
    if depots.bonus:
        yield "bonus", depots.bonus


@SEATS
@SHAPES
@pytest.mark.parametrize("lines", [0, 1, 10])
def test_parts_of_the_table_lie_beside_each_other(shape: Shape, seats: int, lines: int) -> None:
    table = layout.of(shape, seats, lines)
    parts = {"turn": table.turn, "orders": table.orders, "phases": table.phases, "track": table.track}
    parts |= dict(depot_parts(table.depots)) | {f"mat {seat}": part for seat, part in enumerate(table.mats)}
    parts |= {name: part for name, part in (("notes", table.notes), ("legend", table.legend)) if part}
    placed = {name: outline(part.box) for name, part in parts.items()}
    assert not clashes(placed)
    assert not outside(placed, table.size)
    assert len(table.mats) == seats
    assert (table.notes is not None) == (shape is Shape.TALL and lines > 0)


@SEATS
@SHAPES
@pytest.mark.parametrize("deciding", [True, False])
@pytest.mark.parametrize("lines", [0, 1, 6, 10])
def test_parts_of_the_own_picture_lie_beside_each_other(shape: Shape, seats: int, lines: int, deciding: bool) -> None:
    most = len(ESTATES["1"].by_colour["knowledge"])  # nobody knows more, while more may be on offer
    own = own_layout.of(shape, seats, lines if deciding else min(lines, most), deciding)
    parts = {"head": own.head, "board": own.board, "goods": own.goods}
    parts |= {f"storage {number}": part for number, part in enumerate(own.storage)}
    parts |= {"known": own.known} if own.known else {}
    parts |= dict(depot_parts(own.depots)) if own.depots else {}
    placed = {name: outline(part.box) for name, part in parts.items()}
    assert not clashes(placed)
    assert not outside(placed, own.size)
    assert (own.depots is not None) == deciding


def purse(cells: layout.Mat, width: float) -> tuple[float, float, float, float]:
    """Return a box of two lines, or as long as they are when they have just changed."""
    wide = max(width - 10 - cells.purse[0], mats.CHANGED)
    return width - 10 - wide, cells.purse[1] - 25, wide, 50 + mats.PURSE_LINE


@SEATS
@SHAPES
def test_cells_of_a_mat_lie_beside_each_other_and_the_board(shape: Shape, seats: int) -> None:
    table = layout.of(shape, seats)
    cells = table.mat
    hexes = {
        hex.id: tiles.hex_corners(player_board.spot(hex, cells.board), layout.TILE)
        for hex in ESTATES["1"].hexes.values()
    }
    digits = fonts.width("88", layout.TEXT)
    name = 4  # lines, of boards of later editions: word, number, two more
    first = cells.name[1] - (name - 1) * 30 if cells.upwards else cells.name[1]
    placed: dict[str, Outline] = {
        "head": outline((0, 0, table.mats[0].measures[0], 84)),
        "dice": around(cells.dice, 2 * 62 + 8, 62, "l"),
        "bought": around(cells.bought, 74, 40, "l"),
        "purse": outline(purse(cells, table.mats[0].measures[0])),
        "sold": around(cells.sold, 58 + digits, 48, "l"),
        "word": outline((cells.name[0], first - 12, 89, 24 + 30)),
        "name": outline((cells.name[0], first + 60 - 12, 111, 24 + 30)),
    }
    fresh = layout.TILE + round(tiles.RING * layout.TILE / 104)
    for number, at in enumerate(cells.storage):
        placed[f"stored {number}"] = tiles.hex_corners(at, layout.TILE)
        others = {place: tiles.hex_corners(place_at, layout.TILE) for place, place_at in enumerate(cells.storage)}
        new = tiles.hex_corners(at, fresh)
        assert not [place for place, storage in others.items() if place != number and meet(new, storage, 2)]
    for number, at in enumerate(cells.bonus):
        placed[f"bonus {number}"] = tiles.hex_corners(at, mats.BONUS)
    for number, at in enumerate(cells.goods):
        placed[f"goods {number}"] = around(at, 58 + 5 + fonts.width(f"{fonts.TIMES}7", layout.TEXT), 58, "l")
    near = {
        name: [hex for hex, place in hexes.items() if meet(cell_outline, place)]
        for name, cell_outline in placed.items()
    }
    assert not clashes(placed)
    assert not {name: hexes_met for name, hexes_met in near.items() if hexes_met}
    assert not outside(placed | hexes, table.mats[0].measures)


@SEATS
@SHAPES
def test_text_of_every_part_is_large_enough(shape: Shape, seats: int) -> None:
    table = layout.of(shape, seats)
    own = own_layout.of(shape, seats, 6, deciding=True)
    assert own.depots
    scales = [part.unit for part in (table.orders, table.phases, table.track, *table.mats, own.head, own.goods)]
    scales += [part.unit for depots in (table.depots, own.depots) for _, part in depot_parts(depots)]
    least = 0.55 if shape is Shape.WIDE else 1
    assert min(scales) >= least
    assert own.board.unit >= 1.2


def test_outlines_are_told_apart() -> None:
    square = outline((0, 0, 10, 10))
    assert meet(square, outline((5, 5, 10, 10)))
    assert not meet(square, outline((10, 0, 10, 10)))
    assert not meet(square, tiles.hex_corners((17, 18), 20))
    assert len(box.COLOURS) == len(layout.of(Shape.WIDE, 3).mat.bonus)
