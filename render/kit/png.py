"""Pictures as PNG: 256 colours, light enough for a phone.

Boards are packed in colours that were chosen out of many boards of their game. Any other picture chooses its own: an
octree alone blends neighbouring flat colours, so the palette starts with those that must stay true, the inks of the kit
and what covers most of the picture. The octree only chooses the rest, the soft edges.
"""

from __future__ import annotations

from heapq import nlargest
from itertools import chain, islice
from pathlib import Path
from struct import pack

from PIL import Image
from zlib_ng import zlib_ng

from render.kit import kept
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, PAPER, PLAIN, SOFT, TEXT, WHITE, Ink, Palette, mix

_COLOURS = 256
_COMMON = 72
_SAMPLE = 5
"""Every fifth pixel of every fifth line tells which colours there are and which cover most."""
_STEP = 4
_NEAREST = 2 * (256 // _STEP) ** 3
"""Bytes in which Pillow keeps which one of a palette lies nearest, for colours in steps; finding them takes as long as
packing all pixels of a picture by them."""
# Of zlib-ng, for pictures of fewer pixels and for all others: 2 takes a third of the time that zlib takes for as
# few bytes; 5 takes twice as long for a sixth less, which keeps the heaviest boards light enough.
_FEW = 2_000_000
_FEW_EFFORT = 2
_EFFORT = 5

_INKS = (PAPER, CARD, LINE, TEXT, SOFT, WHITE, NEW, NEW_WASH)


def encode(image: Image.Image, seats: Palette = PLAIN, colours: bytes = b"") -> bytes:
    """The picture as PNG, in the colours of ``flat``."""
    flattened = flat(image, seats, colours)
    packer = zlib_ng.compressobj(_FEW_EFFORT if flattened.width * flattened.height < _FEW else _EFFORT)
    # In front of each line stands how it is filtered, 0 for not: of the second on, what the line before is filled with.
    lines = memoryview(flattened.tobytes("raw", "P", flattened.width + 1))[:-1]
    packed = packer.compress(b"\0") + packer.compress(lines) + packer.flush()
    header = pack("!IIBBBBB", *flattened.size, 8, 3, 0, 0, 0)  # 8 bits a pixel, by palette
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(flattened.getpalette() or ())),
        (b"IDAT", packed),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack("!I", len(data)) + name + data + pack("!I", zlib_ng.crc32(data, zlib_ng.crc32(name)))
        for name, data in chunks
    )


def chosen(module: str) -> bytes:
    """The colours of ``colours.txt`` beside a module, by its ``__file__``: ``python -m tests.render.packing`` chooses
    them out of many boards."""
    return bytes.fromhex(Path(module).with_name("colours.txt").read_text(encoding="ascii"))


def inks(seats: Palette) -> tuple[Ink, ...]:
    """Return the colours that every picture keeps unchanged."""
    return *_INKS, *seats.player, *seats.shades, *seats.washes, *(mix(ink, CARD, 0.45) for ink in seats.player)


def flat(image: Image.Image, seats: Palette = PLAIN, colours: bytes = b"") -> Image.Image:
    """The picture in 256 colours. ``colours``: which, three bytes each; none: it chooses its own, and those of
    ``seats`` stay true as well."""
    if colours:
        palette = kept.get(("nearest", colours), lambda: (_palette(colours), _NEAREST))
    else:
        small = sample(image)
        colours_used = dict.fromkeys(chain(inks(seats), common(small), _blended(small)))
        colours = bytes(chain.from_iterable(islice(colours_used, _COLOURS)))
        palette = _palette(colours)
    packed = image.quantize(palette=palette, dither=Image.Dither.NONE)
    packed.putpalette(colours)
    return packed


def _palette(colours: bytes) -> Image.Image:
    """Return the palette in which the nearest colour is looked for.

    Pillow looks once for all colours within a step, from their lower corner: so it finds what is nearest to their
    middle. It keeps with a palette what it has found.
    """
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes(max(0, part - _STEP // 2) for part in colours))
    palette.load()  # here, where only one thread has it: loading forgets what was found
    return palette


def sample(image: Image.Image) -> Image.Image:
    """Return a sample of the pixels, enough to know the colours of a picture."""
    return image.resize((-(-image.width // _SAMPLE), -(-image.height // _SAMPLE)), Image.Resampling.NEAREST)


def common(image: Image.Image) -> list[Ink]:
    """The colours that cover most of a picture."""
    counted = image.getcolors(image.width * image.height) or []
    return [ink for _, ink in nlargest(_COMMON, counted)]  # type: ignore[misc]


def _blended(image: Image.Image) -> list[Ink]:
    levels = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette() or []
    return list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
