"""The hexes and regions of the player boards, read once from ``data/boards.json``, which names its sources.

A hex is named by its row, ``a`` (the top) to ``g``, and its place in the row from the left: the centre is ``d4``. The
classes with an underscore have the fields of the file; ``Estate`` is what the game works with.
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
_LARGEST_REGION = 8
"""The most hexes of a region, for which there are VP (rules 10)."""


class _Cell(msgspec.Struct, frozen=True):
    """A hex: numbered in reading order, with axial coordinates, and with row and place in the row from 0."""

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
    if not board:
        return {}
    in_rows = {}
    for id, hex in ESTATES[board].hexes.items():
        row = LETTERS.index(id[0])
        in_rows[id] = InRow(row + 1, int(id[1:]), ROWS[row], hex.die)
    return in_rows


def _estate(raw: _Estate, offsets: list[tuple[int, int]]) -> Estate:
    """Return the estate of a board of the data file.

    Args:
        raw: The board.
        offsets: The differences between the coordinates of a hex and those of its neighbours.
    """
    cells = sorted(raw.cells, key=lambda cell: cell.id)
    cell_at = {(cell.q, cell.r): cell for cell in cells}
    neighbours: dict[_Cell, list[_Cell]] = {}
    for cell in cells:
        points = [(cell.q + q, cell.r + r) for q, r in offsets]
        neighbours[cell] = [cell_at[point] for point in points if point in cell_at]
    regions = _regions(cells, neighbours)
    region_of = {cell: index for index, region in enumerate(regions) for cell in region}
    hexes = {}
    for cell in cells:
        names = tuple(sorted(neighbour.name for neighbour in neighbours[cell]))
        hexes[cell.name] = Hex(cell.name, cell.color, cell.die, cell.q, cell.r, names, region_of[cell])
    return Estate(
        id=raw.id.lower(),
        hexes=hexes,
        regions=tuple(Region(region[0].color, tuple(cell.name for cell in region)) for region in regions),
        by_colour={colour: tuple(hex for hex in hexes.values() if hex.colour == colour) for colour in COLOURS},
    )


def _regions(cells: list[_Cell], neighbours: dict[_Cell, list[_Cell]]) -> list[list[_Cell]]:
    """Return the connected cells of one colour, in the order of their first cells; both are in reading order."""
    regions: list[list[_Cell]] = []
    assigned: set[_Cell] = set()
    for first in cells:
        if first in assigned:
            continue
        region = {first}
        frontier = [first]
        while frontier:
            cell = frontier.pop()
            next_hexes = [
                neighbour
                for neighbour in neighbours[cell]
                if neighbour.color == first.color and neighbour not in region
            ]
            region.update(next_hexes)
            frontier += next_hexes
        assigned |= region
        regions.append(sorted(region, key=lambda cell: cell.id))
    return regions


def _faults(boards: _Boards) -> list[str]:
    """Return how an edited data file lacks the structure that the rules need."""
    faults = []
    centres = {}
    shape = [(row, col) for row, width in enumerate(ROWS) for col in range(width)]
    middle_row = LETTERS.index(CENTRE[0])
    for board in (*boards.boards, *boards.extra_boards):
        cells = sorted(board.cells, key=lambda cell: cell.id)
        if [(cell.row, cell.col) for cell in cells] != shape or [cell.id for cell in cells] != list(range(len(shape))):
            faults.append(f"board {board.id} does not have the rows {ROWS}")
            continue
        # From the top to the middle each row begins one column (q) further to the left, from there on in the same one.
        if any(cell.r != cell.row - middle_row or cell.q != max(-middle_row, -cell.row) + cell.col for cell in cells):
            faults.append(f"board {board.id}: coordinates and rows do not agree")
        if not {cell.color for cell in cells} <= set(COLOURS) or not {cell.die for cell in cells} <= set(DICE):
            faults.append(f"board {board.id} has an unknown colour or die number")
            continue
        estate = _estate(board, boards.geometry.neighbour_offsets)
        centres[board.id] = estate.hexes[CENTRE].colour
        named = {cell.id: cell.name for cell in cells}
        regions_given = {
            (region.color, tuple(sorted(named[cell] for cell in region.cells))) for region in board.regions
        }
        if regions_given != {(region.colour, tuple(sorted(region.hexes))) for region in estate.regions}:
            faults.append(f"board {board.id}: regions and colours do not agree")
        if max(len(region.hexes) for region in estate.regions) > _LARGEST_REGION:
            faults.append(f"board {board.id} has a region of more than {_LARGEST_REGION} hexes")
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
