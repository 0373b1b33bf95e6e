"""Words of actions for places, seats and cards, made once for each size of board to list legal actions fast."""

from __future__ import annotations

from engines.contract import Action
from engines.mmn import board
from engines.mmn.geometry import Geometry

Places = tuple[Action, ...]
"""Actions or completions, one for each place or kind, by its number."""

SEATS = tuple(f"seat{number}" for number in range(1, 7))
"""The words of actions for seats; the first one is seat 0."""
SEAT = {word: seat for seat, word in enumerate(SEATS)}
"""The seat that each of these words means."""


class Words:
    """The words and completions of actions for one size of board."""

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
        """The number of each thing that actions name, by its sort and its word."""
        self.node: Places = tuple((word,) for word in geometry.node_number)
        """The completions that name an intersection."""
        self.path: Places = tuple((word,) for word in geometry.path_number)
        """The completions that name a path."""
        self.choose = {sort: tuple(("choose", word) for word in numbers) for sort, numbers in self.number.items()}
        """The actions that choose a thing, by its sort."""
        self.slot = tuple(
            {place: (geometry.nodes[node], geometry.hexes[place]) for place in places}
            for node, places in enumerate(geometry.node_hexes)
        )
        """The completions that name an intersection and a hex touching it, by the numbers of both."""


SMALL = Words(board.SMALL.geometry)
LARGE = Words(board.LARGE.geometry)


def words(size: board.Size) -> Words:
    """Return the words of a size of board."""
    return SMALL if size is board.SMALL else LARGE


_PATHS = {*board.SMALL.geometry.path_number, *board.LARGE.geometry.path_number}


def as_path(word: str) -> str:
    """Return the word for a path that was named from either end, and any other word as it is."""
    reversed_name = "-".join(reversed(word.split("-")))
    return reversed_name if reversed_name in _PATHS else word


def kinds(word: str) -> Places:
    """Return an action with the given first word for each kind of card."""
    return tuple((word, kind) for kind in board.KINDS)


TAKE = kinds("take")
PAY = kinds("pay")
DECK: Places = tuple(("deck", track) for track in board.TRACKS)
