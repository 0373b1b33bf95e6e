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

from render.kit import drawing_cache
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, PAPER, PLAIN, SOFT, TEXT, WHITE, Ink, Palette, pale

_COLOURS = 256
_COMMON = 72
"""Colours that a picture's own palette takes from those that cover most of it."""
_SAMPLE = 5
"""Colours are sampled from every fifth pixel of every fifth line."""
_STEP = 4
"""The step of Pillow's search for the nearest colour, in levels of each channel."""
_NEAREST = 2 * (256 // _STEP) ** 3
"""Bytes of Pillow's table of the nearest palette colours.

Building it takes as long as converting all pixels of a picture with it, so palettes are cached with their tables.
"""
_LARGE = 2_000_000
"""Pixels from which a picture is compressed at ``_LARGE_LEVEL`` of zlib-ng."""
# Level 2 takes a third of zlib's time for equally few bytes; level 5 takes twice as long for a sixth less, which keeps
# the largest boards small enough.
_LEVEL = 2
_LARGE_LEVEL = 5

_INKS = (PAPER, CARD, LINE, TEXT, SOFT, WHITE, NEW, NEW_WASH)


def encode(image: Image.Image, seats: Palette = PLAIN, colours: bytes = b"") -> bytes:
    """Return the picture as PNG, in the colours that ``flat`` chooses."""
    flattened = flat(image, seats, colours)
    is_large = flattened.width * flattened.height >= _LARGE
    packer = zlib_ng.compressobj(_LARGE_LEVEL if is_large else _LEVEL)
    # Each line begins with the number of its filter, 0 for none; from the second line on that is the padding byte of
    # the line before.
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


def chosen_colours(module: str) -> bytes:
    """Return the colours in ``colours.txt`` next to a module, given the module's ``__file__``.

    ``python -m tests.render.packing`` chooses these colours from many boards.
    """
    return bytes.fromhex(Path(module).with_name("colours.txt").read_text(encoding="ascii"))


def inks(seats: Palette) -> tuple[Ink, ...]:
    """Return the colours that every picture keeps unchanged."""
    return *_INKS, *seats.player, *seats.shades, *seats.washes, *map(pale, seats.player)


def flat(image: Image.Image, seats: Palette = PLAIN, colours: bytes = b"") -> Image.Image:
    """Return the picture in 256 colours.

    Args:
        image: The picture.
        seats: The palette whose colours stay exact if the picture chooses its own colours.
        colours: The colours, three bytes each; empty: the picture chooses its own.
    """
    if colours:
        palette = drawing_cache.get(("nearest", colours), lambda: (_palette(colours), _NEAREST))
    else:
        small = sample(image)
        colours_used = dict.fromkeys(chain(inks(seats), common(small), _blended(small)))
        colours = bytes(chain.from_iterable(islice(colours_used, _COLOURS)))
        palette = _palette(colours)
    packed = image.quantize(palette=palette, dither=Image.Dither.NONE)
    packed.putpalette(colours)
    return packed


def _palette(colours: bytes) -> Image.Image:
    """Return the palette for the search of nearest colours.

    Pillow searches once for all colours within a step, from their lowest corner. The palette is shifted by half a step,
    so that the result is nearest to their middle. Pillow caches the results in the palette.
    """
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes(max(0, part - _STEP // 2) for part in colours))
    palette.load()  # while only one thread has it, since loading clears the cached results
    return palette


def sample(image: Image.Image) -> Image.Image:
    """Return a sample of the pixels, enough to know the colours of a picture."""
    return image.resize((-(-image.width // _SAMPLE), -(-image.height // _SAMPLE)), Image.Resampling.NEAREST)


def common(image: Image.Image) -> list[Ink]:
    """Return the colours that cover most of a picture."""
    counted = image.getcolors(image.width * image.height) or []
    return [ink for _, ink in nlargest(_COMMON, counted)]  # type: ignore[misc]


def _blended(image: Image.Image) -> list[Ink]:
    levels = image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette() or []
    return list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
