"""The two typefaces, text that always fits, and the masks text is painted through.

Nothing is ever set smaller than some picture allows: ``render.shape.LEGIBLE`` has the sizes of each shape.
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
from render.kit import kept
from render.shape import LEGIBLE, TALL_WIDTH, Shape

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

WIDTH = TALL_WIDTH
"""Pixels; every tall picture is as wide."""
SMALLEST, NEEDED = LEGIBLE[Shape.TALL]
"""Units, which are pixels of a tall picture: of any text, and of one that somebody decides by."""
_LEAST = min(least for least, _ in LEGIBLE.values())

SANS = "Lato-Heavy"
CHART = "NotoSerif-BoldItalic"
"""The hand of the chart maker: names on the map."""

_FOLDER = Path(__file__).parent.parent / "fonts"
_CAP = {SANS: 0.723, CHART: 0.714}
# Signs that look like others: multiplication, minus, nothing here, and what follows.
TIMES = "\u00d7"
MINUS = "\u2212"
DASH = "\u2013"
NEXT = "\u203a"
NO_DIFFERENCE = "\u00b10"
"""As much came as went."""

_WIDEST = 0.76
"""Of the size: the room of a letter on a piece, which is that of A to F."""
_NOTHING = "\U0010fffe"
_ELLIPSIS = "…"


class Mask(NamedTuple):
    """Text as a stencil: ``left`` and ``top`` place it from the pen's point on the baseline; ``width`` is what the
    text takes on its line."""

    stencil: ImagingCore
    wide: int
    high: int
    left: int
    top: int
    width: int


@lru_cache(maxsize=64)
def font(size: int, face: str = SANS) -> ImageFont.FreeTypeFont:
    """A font of ``size`` pixels; text of a part that is drawn larger is measured in its smaller units."""
    return ImageFont.truetype(_FOLDER / f"{face}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, face: str = SANS) -> int:
    """The pixels a text takes on its line."""
    *_, end = _ends(text, size, face)
    return round(end)


def _ends(text: str, size: int, face: str) -> Iterator[float]:
    """Yield where in a line the letters of a text begin, and where the last one ends."""
    return accumulate((_step(*pair, size, face) for pair in zip_longest(text, text[1:], fillvalue="")), initial=0.0)


@lru_cache(maxsize=16384)
def _step(letter: str, following: str, size: int, face: str) -> float:
    """The pixels from a letter to the one that follows it."""
    set_in = font(size, face)
    return set_in.getlength(letter + following) - set_in.getlength(following)


def fitting(text: str, sizes: Sequence[int], room: float, face: str = SANS) -> int:
    """The first of ``sizes``, largest first, in which a text takes no more than ``room``; the last where none is."""
    return next((size for size in sizes if width(text, size, face) <= room), sizes[-1])


def cap_height(size: int, face: str = SANS) -> int:
    """The height of capitals and figures in pixels."""
    return round(size * _CAP[face])


@lru_cache(maxsize=4096)
def clip(text: str, size: int, room: int, face: str = SANS) -> str:
    """The text, cut with an ellipsis where it would take more than ``room`` pixels; empty when nothing fits."""
    if width(text, size, face) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        short = text[:end].rstrip() + _ELLIPSIS
        if width(short, size, face) <= room:
            return short
    return ""


@lru_cache(maxsize=2048)
def wrap(text: str, size: int, room: int, most: int, face: str = SANS) -> tuple[str, ...]:
    """The text in at most ``most`` lines of ``room`` pixels, broken between words; what is left over is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or width(longer, size, face) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(clip(line, size, room, face) for line in lines)


@lru_cache(maxsize=2048)
def balanced(text: str, size: int, room: int, most: int, face: str = SANS) -> tuple[str, ...]:
    """The text wrapped into as few lines as ``room`` allows, all of them about as long."""
    lines = wrap(text, size, room, most, face)
    while room > 40:
        room -= 8
        closer = wrap(text, size, room, most, face)
        if len(closer) > len(lines) or any(line.endswith(_ELLIPSIS) for line in closer):
            break
        lines = closer
    return lines


@lru_cache(maxsize=1024)
def drawable(text: str, face: str = SANS) -> str:
    """The text without what the face has no letters for (it would show as empty boxes), blanks tidied."""
    chars = (char if not char.isspace() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(char for char in chars if char == " " or _known(char, face)).split())


def drawable_name(stored: str) -> str:
    """Return a person's name as it can be drawn; empty if that leaves none of its letters or figures.

    Scripts that need shaping (Arabic, Thai, Devanagari) are not drawn, since the basic layout would draw them wrongly.
    """
    visible = names.shown(stored)
    text = drawable(visible)
    is_cut = any(map(str.isalnum, visible)) and not any(map(str.isalnum, text))
    return "" if is_cut else text


@lru_cache(maxsize=4096)
def _known(char: str, face: str) -> bool:
    if unicodedata.category(char)[0] in "CM":
        return False
    shape = _shape(char, face)
    return shape != _shape(_NOTHING, face) and shape[0] is not None


def _shape(char: str, face: str) -> tuple[object, bytes]:
    mask = font(32, face).getmask(char)
    return mask.getbbox(), bytes(mask)


def mask(text: str, size: int, face: str = SANS, share: float = 1) -> Mask:
    """The stencil of a text in one line, set in a ``share`` of its width. Raises ValueError for one too small to be
    read in any picture."""
    if size < _LEAST:
        raise ValueError(f"text of {size} pixels is too small: {_LEAST} is the least")
    make = _letter if len(text) == 1 else _line
    whole = kept.get((text, size, face), lambda: make(text, size, face))
    return whole if share == 1 else kept.get((text, size, face, share), lambda: _narrowed(whole, share))


def share_on_piece(letter: str) -> float:
    """Return how much of its width a letter has on a piece, where a broad one (M, W) would run into what lies beside
    it."""
    return min(1.0, round(_WIDEST * 100 / max(1, width(letter, 100)), 2)) if len(letter) == 1 else 1.0


def _narrowed(whole: Mask, share: float) -> tuple[Mask, int]:
    stencil = Image.new("L", (whole.wide, whole.high))
    stencil.im.paste(whole.stencil, (0, 0, whole.wide, whole.high))
    stencil = stencil.resize((max(1, round(whole.wide * share)), whole.high))
    left = round(whole.left * share)
    across = round(whole.width * share)
    return Mask(stencil.im, *stencil.size, left, whole.top, across), kept.weight(stencil)


def _letter(letter: str, size: int, face: str) -> tuple[Mask, int]:
    drawn, (left, top) = font(size, face).getmask2(letter, "L", anchor="ls")
    stencil = Image.new("L", (max(1, drawn.size[0]), max(1, drawn.size[1])))
    if all(drawn.size):
        stencil.im.paste(drawn, (0, 0, *drawn.size))
    return Mask(stencil.im, *stencil.size, left, top, width(letter, size, face)), kept.weight(stencil)


def _line(text: str, size: int, face: str) -> tuple[Mask, int]:
    """Put together from its letters, which takes a fortieth of the time that the font takes for a whole line."""
    *starts, end = _ends(text, size, face)
    letters = [mask(letter, size, face) for letter in text]
    lefts = [floor(start + 0.5) + letter.left for start, letter in zip(starts, letters, strict=True)]
    left = min(lefts, default=0)
    top = min((letter.top for letter in letters), default=0)
    right = max((at + letter.wide for at, letter in zip(lefts, letters, strict=True)), default=1)
    bottom = max((letter.top + letter.high for letter in letters), default=1)
    stencil = Image.new("L", (right - left, bottom - top))
    for at, letter in zip(lefts, letters, strict=True):
        x = at - left
        y = letter.top - top
        stencil.im.paste(255, (x, y, x + letter.wide, y + letter.high), letter.stencil)
    return Mask(stencil.im, *stencil.size, left, top, round(end)), kept.weight(stencil)
