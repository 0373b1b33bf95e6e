"""The hexes and regions of the player boards, read once from ``data/boards.json``, which names its sources.

A hex is named by its row, ``a`` (the top) to ``g``, and its place in the row from the left: the centre is ``d4``.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import msgspec

from engines import datafile
from engines.burgundy.box import COLOURS, DICE
from engines.messages import InRow

ROWS = (4, 5, 6, 7, 6, 5, 4)
"""The number of hexes in each row, from the top."""
LETTERS = "abcdefg"
"""The letters of the rows, from the top."""
CENTRE = "d4"
BEGINNERS = "1"
"""The board recommended for a first game, of which the box has one for each player (rules 3.1)."""


class _Cell(msgspec.Struct, frozen=True):
    id: int
    q: int
    r: int
    row: int
    col: int
    color: str
    die: int

    @property
    def name(self) -> str:
        return f"{LETTERS[self.row]}{self.col + 1}"


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
    """A hex of an estate; ``q`` and ``r`` are its axial coordinates, with the centre at (0, 0)."""

    id: str
    colour: str
    die: int
    """The number that a die must show to place a tile on it."""
    q: int
    r: int
    neighbours: tuple[str, ...]
    region: int
    """The index of its region in ``Estate.regions``."""


class Region(msgspec.Struct, frozen=True):
    """A region of an estate: connected hexes of one colour (rules 0)."""

    colour: str
    hexes: tuple[str, ...]


class Estate(msgspec.Struct, frozen=True):
    """A player board; ``by_colour`` lists its hexes of each colour in reading order."""

    id: str
    hexes: dict[str, Hex]
    regions: tuple[Region, ...]
    by_colour: dict[str, tuple[Hex, ...]]

    def around(self, hex: str) -> tuple[str, ...]:
        """Return all hexes of the region in which a hex lies."""
        return self.regions[self.hexes[hex].region].hexes


@cache
def in_rows(board: str) -> dict[str, InRow]:
    """Return the row and place of each hex of a board; empty for a board that is not chosen yet (an empty id)."""
    return {
        id: InRow(row, number, ROWS[row - 1], hex.die)
        for id, hex in (ESTATES[board].hexes if board else {}).items()
        for row, number in [(LETTERS.index(id[0]) + 1, int(id[1:]))]
    }


def _estate(raw: _Estate, offsets: list[tuple[int, int]]) -> Estate:
    cells = sorted(raw.cells, key=lambda cell: cell.id)
    cell_at = {(cell.q, cell.r): cell for cell in cells}
    neighbours = {
        cell: [cell_at[point] for q, r in offsets if (point := (cell.q + q, cell.r + r)) in cell_at] for cell in cells
    }
    region: dict[_Cell, int] = {}  # for each cell the index of the first cell of its region
    for number, first in enumerate(cells):
        edge = [] if first in region else [first]
        while edge:
            cell = edge.pop()
            region[cell] = number
            edge += [
                neighbour
                for neighbour in neighbours[cell]
                if neighbour.color == first.color and neighbour not in region
            ]
    numbers = list(dict.fromkeys(region[cell] for cell in cells))
    hexes = {}
    for cell in cells:
        names = tuple(sorted(neighbour.name for neighbour in neighbours[cell]))
        index = numbers.index(region[cell])
        hexes[cell.name] = Hex(cell.name, cell.color, cell.die, cell.q, cell.r, names, index)
    grouped = [[hex for hex in hexes.values() if hex.region == index] for index in range(len(numbers))]
    return Estate(
        id=raw.id.lower(),
        hexes=hexes,
        regions=tuple(Region(group[0].colour, tuple(hex.id for hex in group)) for group in grouped),
        by_colour={colour: tuple(hex for hex in hexes.values() if hex.colour == colour) for colour in COLOURS},
    )


def _faults(boards: _Boards) -> list[str]:
    """Return how an edited data file lacks the structure that the rules need."""
    faults = []
    centres = {}
    for board in (*boards.boards, *boards.extra_boards):
        shape = [(row, col) for row, width in enumerate(ROWS) for col in range(width)]
        cells = sorted(board.cells, key=lambda cell: cell.id)
        if [(cell.row, cell.col) for cell in cells] != shape or [cell.id for cell in cells] != list(range(len(shape))):
            faults.append(f"board {board.id} does not have the rows {ROWS}")
            continue
        if any((cell.r, cell.q) != (cell.row - 3, max(-3, -cell.row) + cell.col) for cell in cells):
            faults.append(f"board {board.id}: coordinates and rows do not agree")
        if not {cell.color for cell in cells} <= set(COLOURS) or not {cell.die for cell in cells} <= set(DICE):
            faults.append(f"board {board.id} has an unknown colour or die number")
            continue
        estate = _estate(board, boards.geometry.neighbour_offsets)
        centres[board.id] = estate.hexes[CENTRE].colour
        named = {cell.id: cell.name for cell in cells}
        given = {(region.color, tuple(sorted(named[cell] for cell in region.cells))) for region in board.regions}
        if given != {(region.colour, tuple(sorted(region.hexes))) for region in estate.regions}:
            faults.append(f"board {board.id}: regions and colours do not agree")
        if max(len(region.hexes) for region in estate.regions) > 8:
            faults.append(f"board {board.id} has a region of more than 8 hexes")
        if not estate.by_colour["castle"]:
            faults.append(f"board {board.id} has no hex for the start castle")
    if centres.get(BEGINNERS) != "castle":
        faults.append(f"board {BEGINNERS} has no castle hex in the centre")
    return faults


_BOARDS = datafile.checked("engines.burgundy", "boards.json", _Boards, _faults)

ESTATES: dict[str, Estate] = {}
"""All boards by id."""
for _raw in (*_BOARDS.boards, *_BOARDS.extra_boards):
    ESTATES[_raw.id.lower()] = _estate(_raw, _BOARDS.geometry.neighbour_offsets)
    if Counter(cell.color for cell in _raw.cells) != _BOARDS.colour_totals_per_board:
        datafile.note("engines.burgundy", "boards.json", f"board {_raw.id} has other colour totals")
FIRST_EDITION: tuple[str, ...] = tuple(raw.id.lower() for raw in _BOARDS.boards)
EXTRA: tuple[str, ...] = tuple(raw.id.lower() for raw in _BOARDS.extra_boards)


def boards(option: str) -> tuple[str, ...]:
    """Return the boards for the table option ``boards``: "2011", or "extra" with those of later editions."""
    return (*FIRST_EDITION, *EXTRA) if option == "extra" else FIRST_EDITION
