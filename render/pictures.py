"""The record of a game's pictures; each game defines one in its own folder, and ``render.PICTURES`` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from engines import Action
from render.caption import Caption
from render.kit.canvas import Box
from render.kit.ink import PLAIN, Palette
from render.kit.pen import Sprite

Draw = Callable[[Any, Caption], Image.Image]
"""A function that draws a view of the game."""
Parts = Callable[[Any, Caption], Mapping[str, Box]]
"""A function that returns the boxes of the parts of a view's board in pixels, by their names.

A player's mat is named ``mat`` with the number of the seat. The text ``<game>.part.<name>`` explains a part.
"""


@dataclass(frozen=True)
class Compact:
    """The compact form of a tall board, which channels show."""

    rows: tuple[tuple[str, ...], ...]
    """The names of the shown parts; parts that are next to each other are in one tuple."""
    counts: Callable[[Any, int], Sequence[tuple[Sprite, str]]]
    """A function that returns the signs and numbers to show for a seat in addition to its points."""


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The pictures of one game; only the board and its parts are required."""

    board: Draw
    parts: Parts
    places: Parts | None = None
    """Returns the boxes to show for the named places of a board, by their words in actions (``depot.4`` for a thing
    with a number). The place is in the middle of its box, unless the part of the board ends before."""
    hand: Draw | None = None
    """Draws the hand of a view's seat, large; raises LookupError for a spectator's view."""
    card: Callable[[str, Caption], Image.Image] | None = None
    """Draws a card by its id; raises LookupError if the game does not have it."""
    decision: Callable[[Any, Caption, Iterable[Action]], Image.Image] | None = None
    """Draws the things that a view's seat can choose from, given the offered actions; raises LookupError if a picture
    would say no more than words."""
    marks: Callable[[Any, Iterable[Action]], Mapping[str, str]] | None = None
    """Returns the letters with which ``decision`` marks places, by their words; the panel's labels use them too."""
    compact: Compact | None = None
    """None: channels show the whole board, however high it is."""
    signs: Mapping[str, Callable[[], Sprite]] = field(default_factory=dict)
    """Functions that draw the signs for emoji, by words in actions ("die 4" for two words); words may share one."""
    colours: bytes = b""
    """The 256 colours of its boards, three bytes each; empty: every board chooses its own."""
    palette: Palette = PLAIN
    """The colours of the seats."""
