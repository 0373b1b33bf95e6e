"""Sprites cut into pieces, so that each piece is painted in the cheapest way.

Painting through a stencil takes some ten times as long as copying, and most of a sprite is either solid or transparent.
So solid pieces are copied, transparent ones left out, and only the edges are painted through a stencil.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from render.kit import drawing_cache
from render.kit.png import flat

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_HIGH = 16
"""The number of pixel rows in a band, which is cut as a whole."""
_WORTH = 8192
"""The smallest number of pixels for which a sprite is cut at all."""
_LEAST = 512
"""The smallest number of pixels of a solid piece."""
_LARGE = 1 << 17
"""The number of pixels above which a sprite is cached in 256 colours: one byte a pixel instead of four, converted back
when it is painted."""


class Cut(NamedTuple):
    """A piece of a sprite with its place in the sprite, in pixels.

    Image and stencil are Pillow's internal objects: a picture has hundreds of pieces, and their wrappers cost time.
    """

    image: ImagingCore
    stencil: ImagingCore | None
    """None: the piece is solid."""
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
    """Return the pieces of a sprite and their size in bytes.

    Painted together they look like the sprite painted through its whole stencil.
    """
    cuts = []
    weight = 0
    whole_box = (0, 0, *image.size)
    if image.width * image.height > _LARGE:
        image = flat(image)
    for box, solid in [(whole_box, False)] if image.width * image.height < _WORTH else _boxes(stencil):
        part = image.crop(box)
        soft = None if solid else stencil.crop(box)
        weight += drawing_cache.weight(part, soft)
        cuts.append(Cut(part.im, soft.im if soft else None, *box))
    return Pieces(*image.size, tuple(cuts)), weight


def _boxes(stencil: Image.Image) -> Iterator[tuple[tuple[int, int, int, int], bool]]:
    """Yield the boxes of the pieces, with True for solid ones; neighbouring bands with equal edges share a box."""
    full = stencil.point(lambda share: 255 * (share == 255))
    tops = range(0, stencil.height, _HIGH)
    for edges, bands in groupby(tops, lambda top: _edges(stencil, full, top)):
        first, *later_bands = bands
        bottom = min((later_bands[-1] if later_bands else first) + _HIGH, stencil.height)
        for (left_x, right), solid in zip(pairwise(edges), (False, True, False), strict=False):
            if left_x < right:
                yield (left_x, first, right, bottom), solid


def _edges(stencil: Image.Image, full: Image.Image, top: int) -> tuple[int, ...]:
    """Return the columns of a band at which it begins, its solid middle begins and ends, and it ends.

    Without a solid middle only begin and end are returned; nothing if the band is transparent.
    """
    box = 0, top, stencil.width, min(top + _HIGH, stencil.height)
    visible_box = stencil.crop(box).getbbox()
    if visible_box is None:
        return ()
    columns = (
        full.crop(box).reduce((1, box[3] - top)).tobytes()
    )  # the mean of a column is 255 if all its rows are solid
    solid = max((run.span() for run in re.finditer(b"\xff+", columns)), key=lambda run: run[1] - run[0], default=(0, 0))
    if (solid[1] - solid[0]) * (box[3] - top) < _LEAST:
        return visible_box[0], visible_box[2]
    return visible_box[0], *solid, visible_box[2]
