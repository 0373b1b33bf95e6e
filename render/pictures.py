"""What a game's pictures are: one record a game, defined in the game's own folder and listed in ``render.PICTURES``."""

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
"""Draws the view of a game."""
Parts = Callable[[Any, Caption], Mapping[str, Box]]
"""Where the parts of a view's board lie, in pixels, by their names; a player's mat is ``mat`` and the seat's number.
The catalogue has ``<game>.part.<name>`` for what each is."""


@dataclass(frozen=True)
class Compact:
    """What a channel shows of a tall board.

    ``rows``: names of its parts, those beside each other together. ``counts``: what is told of a seat beside its
    points, as signs and numbers.
    """

    rows: tuple[tuple[str, ...], ...]
    counts: Callable[[Any, int], Sequence[tuple[Sprite, str]]]


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """Of one game. Only a board and its parts are needed."""

    board: Draw
    parts: Parts
    places: Parts | None = None
    """What of a board to show of each place that has a name, by its word in actions (``depot.4`` for a thing and its
    number): the place in the middle, as far as the part of the board goes."""
    hand: Draw | None = None
    """What the seat of a view has, large. Raises LookupError for a spectator's view."""
    card: Callable[[str, Caption], Image.Image] | None = None
    """A card by its id. Raises LookupError for one that the game does not have."""
    decision: Callable[[Any, Caption, Iterable[Action]], Image.Image] | None = None
    """What the seat of a view decides about, large: given the actions it is offered. Raises LookupError where a picture
    would tell no more than words."""
    marks: Callable[[Any, Iterable[Action]], Mapping[str, str]] | None = None
    """The letters with which ``decision`` marks places, by their words: the panel's labels have the same."""
    compact: Compact | None = None
    """None: a channel shows the whole board, however high it is."""
    signs: Mapping[str, Callable[[], Sprite]] = field(default_factory=dict)
    """What stands for things outside of pictures, by their words in actions; "die 4" for two words together. Several
    may have the same."""
    colours: bytes = b""
    """The 256 that its boards are packed in, three bytes each; none: every board chooses its own."""
    palette: Palette = PLAIN
    """The colours of the seats."""
