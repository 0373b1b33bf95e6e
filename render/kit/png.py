"""Pictures as PNG: 256 colours, light enough for a phone.

An octree alone blends neighbouring flat colours, so the palette starts with those that must stay true: the inks of the
kit and what covers most of the picture. The octree only chooses the rest, the soft edges.
"""

from __future__ import annotations

from heapq import nlargest
from itertools import chain, islice
from struct import pack

from PIL import Image
from zlib_ng import zlib_ng

from render.kit.ink import CARD, LINE, NEW, NEW_WASH, PAPER, PLAIN, SOFT, TEXT, WHITE, Ink, Palette, mix

_COLOURS = 256
_COMMON = 72
_SAMPLE = 5
"""Every fifth pixel of every fifth line tells which colours there are and which cover most."""
_FEW, _FEW_EFFORT, _EFFORT = 2_000_000, 2, 5
"""Of zlib-ng, for pictures of fewer pixels and for all others: 2 takes a third of the time that zlib takes for as few
bytes; 5 takes twice as long for a sixth less, which keeps the heaviest boards light enough."""

_INKS = (PAPER, CARD, LINE, TEXT, SOFT, WHITE, NEW, NEW_WASH)


def encode(image: Image.Image, seats: Palette = PLAIN) -> bytes:
    """The picture as PNG; the colours of ``seats`` stay true as well."""
    found = flat(image, seats)
    lines = Image.new("P", (found.width + 1, found.height))  # in front of each line: how it is filtered, 0 for not
    lines.paste(found, (1, 0))
    raw = lines.tobytes()
    packed = zlib_ng.compress(raw, _FEW_EFFORT if len(raw) < _FEW else _EFFORT)
    header = pack("!IIBBBBB", *found.size, 8, 3, 0, 0, 0)  # 8 bits a pixel, by palette
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(found.getpalette() or ())),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack("!I", len(data)) + name + data + pack("!I", zlib_ng.crc32(data, zlib_ng.crc32(name)))
        for name, data in chunks
    )


def flat(image: Image.Image, seats: Palette = PLAIN) -> Image.Image:
    """The picture in 256 colours; the colours of ``seats`` stay true as well."""
    small = image.resize((-(-image.width // _SAMPLE), -(-image.height // _SAMPLE)), Image.Resampling.NEAREST)
    inks = (*seats.player, *seats.shades, *seats.washes, *(mix(ink, CARD, 0.45) for ink in seats.player))
    chosen = dict.fromkeys(chain(_INKS, inks, _common(small), _blended(small)))
    palette = Image.new("P", (1, 1))
    palette.putpalette(list(chain.from_iterable(islice(chosen, _COLOURS))))
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _common(image: Image.Image) -> list[Ink]:
    counted = image.getcolors(image.width * image.height) or []
    return [ink for _, ink in nlargest(_COMMON, counted)]  # type: ignore[misc]


def _blended(image: Image.Image) -> list[Ink]:
    levels = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette() or []
    return list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
