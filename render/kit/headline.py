"""What stands above a board: a headline with the last events, and the ribbon of practice copies.

The headline tells events in words, those of a player behind the player's badge. The ribbon says that the board is not
the real one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from PIL import Image

from render.caption import Caption, Said
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import NEW, PAPER, WHITE, Palette
from render.shape import Shape

_EDGE = 20
_CUT = "…"
_MOST = 60
"""Number of sentences that are laid out at most; no row has room for more. After days of computers there are thousands,
and laying them out again for each that is left out took minutes."""
HEIGHT = 56
MARGIN = 24


class _Line(NamedTuple):
    """The layout of the headline in a shape."""

    sizes: tuple[int, ...]
    """Sizes of text, of which the largest that fits is taken."""
    rows: int
    """The largest number of rows."""
    pitch: int
    """The height of a row in pixels."""


_SET = {Shape.WIDE: _Line((30, 28, 27), 1, 46), Shape.TALL: _Line((46, 42, 40), 2, 62)}


class _Word(NamedTuple):
    """A word of the headline."""

    text: str
    of: int | None = None
    """The seat whose badge stands before the word; None: no badge does."""


_Rows = list[list[tuple[float, _Word]]]


def headed(image: Image.Image, caption: Caption, palette: Palette) -> Image.Image:
    """Return the board with the headline above it; the board alone if there is no news."""
    if not caption.news:
        return image
    line = _SET[caption.shape]
    rows, size = _fitted(caption, line, image.width - 2 * _EDGE)
    picture = Image.new(image.mode, (image.width, image.height + len(rows) * line.pitch), PAPER)
    picture.paste(image, (0, picture.height - image.height))
    canvas = Canvas(picture)
    for number, row in enumerate(rows):
        y = (number + 0.5) * line.pitch + 2
        for x, word in row:
            if word.of is not None:
                canvas.paste(badge(word.of, _sign(size), palette), (_EDGE + x, y), "l")
                x += _sign(size) + size // 4
            canvas.text((_EDGE + x, y), word.text, image.width - 2 * _EDGE - x, size=size)
    return picture


def _fitted(caption: Caption, line: _Line, room: float) -> tuple[_Rows, int]:
    """Return the rows and the largest size in which the whole news fits, with the players' names if possible.

    If the news is too long, the sentences with the least weight are left out, the oldest of them first.
    """
    by_weight = sorted(range(len(caption.news)), key=lambda place: (caption.news[place].weight, place))
    sentences = [caption.news[place] for place in sorted(by_weight[-_MOST:])]
    while True:
        cut = len(sentences) < len(caption.news)
        for named in (caption, None):
            words = _words(sentences, named, cut)
            for size in line.sizes:
                if len(rows := _flow(words, size, room)) <= line.rows:
                    return rows, size
        if len(sentences) == 1:
            return _cut(words, size, room, line.rows), size
        del sentences[min(range(len(sentences)), key=lambda place: (sentences[place].weight, place))]


def _cut(words: Sequence[_Word], size: int, room: float, max_lines: int) -> _Rows:
    """Return rows with as many of the words as fit, and an ellipsis."""
    for end in range(len(words) - 1, 0, -1):
        last = words[end - 1]._replace(text=words[end - 1].text.rstrip(",") + _CUT)
        if len(rows := _flow([*words[: end - 1], last], size, room)) <= max_lines:
            return rows
    return _flow(words[:1], size, room)


def _words(sentences: Sequence[Said], caption: Caption | None, cut: bool) -> list[_Word]:
    """Return all words in order.

    Args:
        sentences: The news.
        caption: The caption with the players' names; None: players have only their badges.
        cut: True if sentences were left out, which an ellipsis shows.
    """
    words: list[_Word] = []
    for seat, group in groupby(sentences, lambda sentence: sentence.seat):
        texts = [sentence.text for sentence in group]
        joined = (", " if seat is not None else " · ").join(texts)
        if seat is not None and caption is not None:
            joined = f"{caption.name(seat)} {joined}"
        if words:
            words[-1] = words[-1]._replace(text=words[-1].text + (" ·" if seat is None else ""))
        first, *later_words = joined.split()
        words += [_Word(first, seat), *map(_Word, later_words)]
    return [*words, _Word(_CUT)] if cut else words


def _sign(size: int) -> int:
    """Return the width of a badge next to text of a size."""
    return round(size * 1.4)


def _flow(words: Sequence[_Word], size: int, room: float) -> _Rows:
    """Return the words of each row with the positions at which they begin."""
    rows: _Rows = [[]]
    x = 0.0
    blank = size * 0.25
    for word in words:
        signed = _sign(size) + size // 4 if word.of is not None else 0
        if word.of is not None and rows[-1]:
            x += blank * 2
        wide = signed + fonts.width(word.text, size)
        if rows[-1] and x + wide > room:
            rows.append([])
            x = 0.0
        rows[-1].append((x, word))
        x += wide + blank
    return rows


def ribboned(image: Image.Image, text: str) -> Image.Image:
    """Return the picture below a ribbon with this text."""
    picture = Image.new(image.mode, (image.width, image.height + HEIGHT), NEW)
    picture.paste(image, (0, HEIGHT))
    Canvas(picture).text((image.width / 2, HEIGHT / 2), text, image.width - 2 * MARGIN, size=36, ink=WHITE, side="m")
    return picture
