"""The two typefaces, fitting of text into a width, and the masks through which text is painted.

Text smaller than the least size in ``render.shape.LEGIBLE`` raises an error.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageFont

from render import names
from render.kit import drawing_cache
from render.shape import LEGIBLE, TALL_WIDTH, Shape

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

WIDTH = TALL_WIDTH
"""The width of every tall picture in pixels."""
SMALLEST, NEEDED = LEGIBLE[Shape.TALL]
"""The least sizes in units (pixels of a tall picture): of any text, and of text by which people decide."""
_LEAST = min(least for least, _ in LEGIBLE.values())

SANS = "Lato-Heavy"
CHART = "NotoSerif-BoldItalic"
"""The typeface of names on maps and of titles."""

_FOLDER = Path(__file__).parent.parent / "fonts"
_CAP = {SANS: 0.723, CHART: 0.714}
"""The height of capitals, as a share of the font's size."""
# Signs that are easily taken for others: "times", "minus", "none", "next".
TIMES = "\u00d7"
MINUS = "\u2212"
DASH = "\u2013"
NEXT = "\u203a"
NO_DIFFERENCE = "\u00b10"
"""The text for a change of which gains and losses are equal."""

_WIDEST = 0.76
"""The largest width of a letter on a piece, as a share of the font's size; A to F fit without narrowing."""
_NOTHING = "\U0010fffe"
"""A character that no typeface has: it is drawn as the box for missing ones."""
_ELLIPSIS = "…"
_NARROWING = 8
"""The number of pixels by which lines are narrowed at a time to make them about as long."""
_NARROWEST = 40
"""The width of lines, in pixels, below which they are not narrowed further."""


class Mask(NamedTuple):
    """A text as a stencil, with its measures in pixels."""

    stencil: ImagingCore
    wide: int
    """The width of the stencil."""
    high: int
    """The height of the stencil."""
    left: int
    """The stencil's left edge, relative to the start of the text."""
    top: int
    """The stencil's top edge, relative to the baseline."""
    advance: int
    """The width of the text on its line."""


@lru_cache(maxsize=64)
def font(size: int, face: str = SANS) -> ImageFont.FreeTypeFont:
    """Return a font of ``size`` pixels."""
    return ImageFont.truetype(_FOLDER / f"{face}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, face: str = SANS) -> int:
    """Return the width of a text on its line in pixels."""
    *_, end = _ends(text, size, face)
    return round(end)


def _ends(text: str, size: int, face: str) -> Iterator[float]:
    """Yield the positions at which the letters of a text begin, and at which the last one ends."""
    return accumulate((_step(*pair, size, face) for pair in zip_longest(text, text[1:], fillvalue="")), initial=0.0)


@lru_cache(maxsize=16384)
def _step(letter: str, following: str, size: int, face: str) -> float:
    """Return the pixels from the start of a letter to the start of the following one."""
    typeface = font(size, face)
    return typeface.getlength(letter + following) - typeface.getlength(following)


def fitting(text: str, sizes: Sequence[int], room: float, face: str = SANS) -> int:
    """Return the first of ``sizes``, largest first, in which a text fits into ``room``; the last one if none fits."""
    return next((size for size in sizes if width(text, size, face) <= room), sizes[-1])


def cap_height(size: int, face: str = SANS) -> int:
    """Return the height of capitals and figures in pixels."""
    return round(size * _CAP[face])


@lru_cache(maxsize=4096)
def clip(text: str, size: int, room: int, face: str = SANS) -> str:
    """Return the text, cut with an ellipsis if it is wider than ``room`` pixels; "" if nothing fits."""
    if width(text, size, face) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + _ELLIPSIS
        if width(short, size, face) <= room:
            return short
    return ""


@lru_cache(maxsize=2048)
def wrap(text: str, size: int, room: int, max_lines: int, face: str = SANS) -> tuple[str, ...]:
    """Return the text in at most ``max_lines`` lines of ``room`` pixels, broken between words; the rest is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == max_lines or width(longer, size, face) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(clip(line, size, room, face) for line in lines)


@lru_cache(maxsize=2048)
def balanced(text: str, size: int, room: int, max_lines: int, face: str = SANS) -> tuple[str, ...]:
    """Return the text in as few lines as ``room`` allows, all of them about as long."""
    lines = wrap(text, size, room, max_lines, face)
    while room > _NARROWEST:
        room -= _NARROWING
        closer = wrap(text, size, room, max_lines, face)
        if len(closer) > len(lines) or any(line.endswith(_ELLIPSIS) for line in closer):
            break
        lines = closer
    return lines


@lru_cache(maxsize=1024)
def drawable(text: str, face: str = SANS) -> str:
    """Return the text without characters that the typeface lacks (they would be empty boxes), with single blanks."""
    chars = (char if not char.isspace() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(char for char in chars if char == " " or _known(char, face)).split())


def drawable_name(stored: str) -> str:
    """Return a person's name as it can be drawn; empty if that leaves none of its letters or figures.

    Scripts that need shaping (Arabic, Thai, Devanagari) are not drawn, since the basic layout would draw them wrongly.
    """
    visible = names.displayed_name(stored)
    text = drawable(visible)
    is_cut = any(map(str.isalnum, visible)) and not any(map(str.isalnum, text))
    return "" if is_cut else text


@lru_cache(maxsize=4096)
def _known(char: str, face: str) -> bool:
    if unicodedata.category(char)[0] in "CM":  # control characters, unassigned ones and combining marks
        return False
    shape = _shape(char, face)
    return shape != _shape(_NOTHING, face) and shape[0] is not None


def _shape(char: str, face: str) -> tuple[object, bytes]:
    mask = font(32, face).getmask(char)
    return mask.getbbox(), bytes(mask)


def mask(text: str, size: int, face: str = SANS, share: float = 1) -> Mask:
    """Return the stencil of a text in one line, narrowed by the factor ``share``.

    Raises:
        ValueError: The size is too small to be read in any picture.
    """
    if size < _LEAST:
        raise ValueError(f"text of {size} pixels is too small: {_LEAST} is the least")
    make = _letter if len(text) == 1 else _line
    full_mask = drawing_cache.get((text, size, face), lambda: make(text, size, face))
    if share == 1:
        return full_mask
    return drawing_cache.get((text, size, face, share), lambda: _narrowed(full_mask, share))


def share_on_piece(letter: str) -> float:
    """Return the factor by which a letter is narrowed on a piece, below 1 for broad ones (M, W); 1 for longer texts."""
    return min(1.0, round(_WIDEST * 100 / max(1, width(letter, 100)), 2)) if len(letter) == 1 else 1.0


# These make stencils for ``drawing_cache.get``, which wants their weight in bytes, too.


def _narrowed(full_mask: Mask, share: float) -> tuple[Mask, int]:
    stencil = Image.new("L", (full_mask.wide, full_mask.high))
    stencil.im.paste(full_mask.stencil, (0, 0, full_mask.wide, full_mask.high))
    stencil = stencil.resize((max(1, round(full_mask.wide * share)), full_mask.high))
    left_x = round(full_mask.left * share)
    advance = round(full_mask.advance * share)
    return Mask(stencil.im, *stencil.size, left_x, full_mask.top, advance), drawing_cache.weight(stencil)


def _letter(letter: str, size: int, face: str) -> tuple[Mask, int]:
    letter_mask, (x, y) = font(size, face).getmask2(letter, "L", anchor="ls")
    stencil = Image.new("L", (max(1, letter_mask.size[0]), max(1, letter_mask.size[1])))
    if all(letter_mask.size):
        stencil.im.paste(letter_mask, (0, 0, *letter_mask.size))
    return Mask(stencil.im, *stencil.size, x, y, width(letter, size, face)), drawing_cache.weight(stencil)


def _line(text: str, size: int, face: str) -> tuple[Mask, int]:
    """Compose a line from the masks of its letters, which takes a fortieth of the time of the font's own layout."""
    *starts, end = _ends(text, size, face)
    letters = [mask(letter, size, face) for letter in text]
    # Not round(), which takes halves to even numbers and would space equal letters unequally.
    lefts = [floor(start + 0.5) + letter.left for start, letter in zip(starts, letters, strict=True)]
    left_x = min(lefts, default=0)
    top = min((letter.top for letter in letters), default=0)
    right = max((at + letter.wide for at, letter in zip(lefts, letters, strict=True)), default=1)
    bottom = max((letter.top + letter.high for letter in letters), default=1)
    stencil = Image.new("L", (right - left_x, bottom - top))
    for at, letter in zip(lefts, letters, strict=True):
        x = at - left_x
        y = letter.top - top
        stencil.im.paste(255, (x, y, x + letter.wide, y + letter.high), letter.stencil)
    return Mask(stencil.im, *stencil.size, left_x, top, round(end)), drawing_cache.weight(stencil)
