"""What actions name, made once for each size of board so that lists of legal actions cost little."""

from __future__ import annotations

from engines.contract import Action
from engines.mmn import board
from engines.mmn.geometry import Geometry

Places = tuple[Action, ...]
"""An action for each place, by its number."""

SEATS = tuple(f"seat{number}" for number in range(1, 7))
"""How actions name seats; the first word is seat 0."""
SEAT = {word: seat for seat, word in enumerate(SEATS)}


class Words:
    """What completes actions, by place."""

    def __init__(self, geometry: Geometry) -> None:
        self.number: dict[str, dict[str, int]] = {
            "node": geometry.node_number,
            "hex": geometry.hex_number,
            "path": geometry.path_number,
            "harbour": geometry.harbour_number,
            "seat": SEAT,
            "kind": board.KIND,
            "track": board.TRACK,
        }
        """What is named has a number, by its sort and its word."""
        self.node, self.path = (tuple((word,) for word in self.number[sort]) for sort in ("node", "path"))
        self.choose = {sort: tuple(("choose", word) for word in numbers) for sort, numbers in self.number.items()}
        self.slot = tuple(
            {place: (geometry.nodes[node], geometry.hexes[place]) for place in places}
            for node, places in enumerate(geometry.node_hexes)
        )
        """By intersection and hex."""


SMALL = Words(board.SMALL.geometry)
LARGE = Words(board.LARGE.geometry)


def words(size: board.Size) -> Words:
    """The actions of a size of board."""
    return SMALL if size is board.SMALL else LARGE


_PATHS = {*board.SMALL.geometry.path_number, *board.LARGE.geometry.path_number}


def as_path(word: str) -> str:
    """The word for a path, whichever of its ends comes first."""
    turned = "-".join(reversed(word.split("-")))
    return turned if turned in _PATHS else word


def kinds(word: str) -> Places:
    """An action for each kind of card."""
    return tuple((word, kind) for kind in board.KINDS)


TAKE, PAY = map(kinds, ("take", "pay"))
DECK: Places = tuple(("deck", track) for track in board.TRACKS)
