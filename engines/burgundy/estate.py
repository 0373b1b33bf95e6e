"""The player boards hex by hex, read once from ``data/boards.json`` (with provenance).

A hex is named by its row, ``a`` at the top to ``g``, and its place in the row from the left: the centre is ``d4``.
"""

from __future__ import annotations

import logging
from collections import Counter

import msgspec

from engines import datafile
from engines.burgundy.box import COLOURS, DICE

ROWS = (4, 5, 6, 7, 6, 5, 4)
CENTRE = "d4"
BEGINNERS = "1"
"""The board of the first game, in the box once for everybody (rules 3.1)."""

_log = logging.getLogger(__name__)


class _Cell(msgspec.Struct):
    id: int
    q: int
    r: int
    row: int
    col: int
    color: str
    die: int


class _Region(msgspec.Struct):
    color: str
    cells: list[int]


class _Estate(msgspec.Struct):
    id: str
    cells: list[_Cell]
    regions: list[_Region]


class _Geometry(msgspec.Struct):
    neighbour_offsets: list[tuple[int, int]]


class _Boards(msgspec.Struct):
    geometry: _Geometry
    colour_totals_per_board: dict[str, int]
    boards: list[_Estate]
    extra_boards: list[_Estate]


class Hex(msgspec.Struct, frozen=True):
    """A hex of an estate: ``q`` and ``r`` are axial coordinates, the centre is (0, 0); ``region`` is the index of
    its region in ``Estate.regions``."""

    id: str
    colour: str
    die: int
    q: int
    r: int
    neighbours: tuple[str, ...]
    region: int


class Region(msgspec.Struct, frozen=True):
    """Connected hexes of one colour (rules 0)."""

    colour: str
    hexes: tuple[str, ...]


class Estate(msgspec.Struct, frozen=True):
    """A player board; ``by_colour`` lists its hexes of each colour in reading order."""

    id: str
    hexes: dict[str, Hex]
    regions: tuple[Region, ...]
    by_colour: dict[str, tuple[Hex, ...]]


def _name(cell: _Cell) -> str:
    return f"{'abcdefg'[cell.row]}{cell.col + 1}"


def _estate(raw: _Estate, offsets: list[tuple[int, int]]) -> Estate:
    at = {(cell.q, cell.r): cell for cell in raw.cells}
    names = {cell.id: _name(cell) for cell in raw.cells}
    near = {
        cell.id: [at[cell.q + q, cell.r + r].id for q, r in offsets if (cell.q + q, cell.r + r) in at]
        for cell in raw.cells
    }
    regions = _regions(raw, near)
    hexes = {
        names[cell.id]: Hex(
            id=names[cell.id],
            colour=cell.color,
            die=cell.die,
            q=cell.q,
            r=cell.r,
            neighbours=tuple(sorted(names[other] for other in near[cell.id])),
            region=next(index for index, region in enumerate(regions) if cell.id in region),
        )
        for cell in sorted(raw.cells, key=lambda cell: cell.id)
    }
    return Estate(
        id=raw.id.lower(),
        hexes=hexes,
        regions=tuple(Region(hexes[names[cells[0]]].colour, tuple(names[cell] for cell in cells)) for cells in regions),
        by_colour={colour: tuple(hex for hex in hexes.values() if hex.colour == colour) for colour in COLOURS},
    )


def _regions(raw: _Estate, near: dict[int, list[int]]) -> list[list[int]]:
    """Connected cells of one colour, each in reading order, in the order of their first cells."""
    colour = {cell.id: cell.color for cell in raw.cells}
    found, seen = [], set[int]()
    for first in sorted(colour):
        if first in seen:
            continue
        region, edge = {first}, [first]
        while edge:
            for other in near[edge.pop()]:
                if colour[other] == colour[first] and other not in region:
                    region.add(other)
                    edge.append(other)
        seen |= region
        found.append(sorted(region))
    return found


def _faults(boards: _Boards) -> list[str]:
    """Structure that the rules need; an edited file without it is refused."""
    found = []
    for board in (*boards.boards, *boards.extra_boards):
        shape = [(row, col) for row, width in enumerate(ROWS) for col in range(width)]
        cells = sorted(board.cells, key=lambda cell: cell.id)
        if [(cell.row, cell.col) for cell in cells] != shape or [cell.id for cell in cells] != list(range(len(shape))):
            found.append(f"board {board.id} does not have the rows {ROWS}")
            continue
        if any((cell.r, cell.q) != (cell.row - 3, max(-3, -cell.row) + cell.col) for cell in cells):
            found.append(f"board {board.id}: coordinates and rows do not agree")
        if not {cell.color for cell in cells} <= set(COLOURS) or not {cell.die for cell in cells} <= set(DICE):
            found.append(f"board {board.id} has an unknown colour or die number")
            continue
        estate = _estate(board, boards.geometry.neighbour_offsets)
        named = {cell.id: _name(cell) for cell in cells}
        given = {(region.color, tuple(sorted(named[cell] for cell in region.cells))) for region in board.regions}
        if given != {(region.colour, tuple(sorted(region.hexes))) for region in estate.regions}:
            found.append(f"board {board.id}: regions and colours do not agree")
        if max(len(region.hexes) for region in estate.regions) > 8:
            found.append(f"board {board.id} has a region of more than 8 hexes")
        if not estate.by_colour["castle"]:
            found.append(f"board {board.id} has no hex for the start castle")
    if not any(
        board.id == BEGINNERS and cell.id == 18 and cell.color == "castle"
        for board in boards.boards
        for cell in board.cells
    ):
        found.append(f"board {BEGINNERS} has no castle hex in the centre")
    return found


def _load() -> _Boards:
    boards = datafile.read("engines.burgundy", "boards.json", _Boards)
    for fault in _faults(boards):
        raise datafile.DataFault(f"engines.burgundy data/boards.json: {fault}")
    for board in (*boards.boards, *boards.extra_boards):
        if Counter(cell.color for cell in board.cells) != boards.colour_totals_per_board:
            _log.warning("burgundy data/boards.json: board %s has other colour totals", board.id)
    return boards


_BOARDS = _load()

ESTATES: dict[str, Estate] = {
    raw.id.lower(): _estate(raw, _BOARDS.geometry.neighbour_offsets) for raw in (*_BOARDS.boards, *_BOARDS.extra_boards)
}
"""Every board by its id."""
FIRST_EDITION: tuple[str, ...] = tuple(raw.id.lower() for raw in _BOARDS.boards)
EXTRA: tuple[str, ...] = tuple(raw.id.lower() for raw in _BOARDS.extra_boards)


def boards(option: str) -> tuple[str, ...]:
    """The boards of the table option ``boards``: "2011", or "extra" with those of later editions."""
    return (*FIRST_EDITION, *EXTRA) if option == "extra" else FIRST_EDITION
