"""Sprites cut into pieces, each painted as cheaply as it can be.

Painting through a stencil takes some ten times as long as copying, and most of a sprite is either solid or clear: what
is solid is copied, what is clear left out, and the stencil only asked at the edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from render.kit import kept
from render.kit.png import flat

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_HIGH = 16
"""Rows that are cut alike."""
_WORTH = 8192
_LEAST = 512
"""Pixels; less is not worth a piece of its own."""
_LARGE = 1 << 17
"""Pixels; of a larger sprite 256 colours are kept, a byte a pixel instead of four, and unpacked when it is painted."""


class Cut(NamedTuple):
    """A piece of a sprite and where in the sprite it lies; ``stencil`` None: it is solid.

    Both are what Pillow paints with, without what it wraps round that: a picture takes hundreds of pieces.
    """

    image: ImagingCore
    stencil: ImagingCore | None
    left: int
    top: int
    right: int
    bottom: int


class Pieces(NamedTuple):
    """A sprite ready to be painted."""

    width: int
    height: int
    cuts: tuple[Cut, ...]


def pieces(image: Image.Image, stencil: Image.Image) -> tuple[Pieces, int]:
    """The pieces of a sprite, and the bytes they take; together they show what painting it through its whole stencil
    shows."""
    cuts = []
    weight = 0
    whole = (0, 0, *image.size)
    if image.width * image.height > _LARGE:
        image = flat(image)
    for box, solid in [(whole, False)] if image.width * image.height < _WORTH else _boxes(stencil):
        part = image.crop(box)
        soft = None if solid else stencil.crop(box)
        weight += kept.weight(part, soft)
        cuts.append(Cut(part.im, soft.im if soft else None, *box))
    return Pieces(*image.size, tuple(cuts)), weight


def _boxes(stencil: Image.Image) -> Iterator[tuple[tuple[int, int, int, int], bool]]:
    """The boxes to be cut out, and whether they are solid; bands that are cut alike share theirs."""
    full = stencil.point(lambda share: 255 * (share == 255))
    tops = range(0, stencil.height, _HIGH)
    for edges, bands in groupby(tops, lambda top: _edges(stencil, full, top)):
        first, *others = bands
        bottom = min((others[-1] if others else first) + _HIGH, stencil.height)
        for (left, right), solid in zip(pairwise(edges), (False, True, False), strict=False):
            if left < right:
                yield (left, first, right, bottom), solid


def _edges(stencil: Image.Image, full: Image.Image, top: int) -> tuple[int, ...]:
    """Return of a band where it begins to be seen, where it is solid from and to, where it ends.

    Without solid middle: begin and end; nothing if it is clear.
    """
    box = 0, top, stencil.width, min(top + _HIGH, stencil.height)
    seen = stencil.crop(box).getbbox()
    if seen is None:
        return ()
    columns = full.crop(box).reduce((1, box[3] - top)).tobytes()  # their mean is 255 where every row is solid
    solid = max((run.span() for run in re.finditer(b"\xff+", columns)), key=lambda run: run[1] - run[0], default=(0, 0))
    if (solid[1] - solid[0]) * (box[3] - top) < _LEAST:
        return seen[0], seen[2]
    return seen[0], *solid, seen[2]
