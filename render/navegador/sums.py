"""The calculation of a decision about market, workers or ships, line by line, as the engine quotes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.navegador.quotes import MONEY, DealQuote, UnitsQuote
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.boxes import arrange, column, inset, leaf
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import SOFT, TEXT
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.navegador import icons
from render.navegador.layout import Parts

_MOST = 6
"""The most lines of a calculation."""
_SIZE = fonts.NEEDED
_TOTAL = 44
"""Size of results, in units."""

_TREE = inset(column(*(leaf(f"line{number}") for number in range(_MOST))), left=16, top=8, right=16, bottom=8)


class Sum(NamedTuple):
    """A line of a calculation."""

    signs: tuple[Sprite, ...]
    """What it is about."""
    terms: str
    total: int
    is_possible: bool
    """True if the action is possible now."""


def of(view: NavegadorView) -> list[Sum]:
    """Return the lines for the decision of a view."""
    lines: list[Sum] = []
    for key, quote in view.quotes.items():
        word, subject = key.split()
        match quote:
            case DealQuote():
                lines.append(_deal(word, subject, quote))
            case UnitsQuote() if len(lines) < _MOST:
                lines.append(_units(word, subject, quote))
    return lines


def _deal(word: str, good: str, quote: DealQuote) -> Sum:
    """Return the line of a good: its units (``DealQuote.units``) times the money for each."""
    sign = icons.icon("colony" if word == "sell" else "factory", 42)
    joker = (icons.good("joker", 34),) if quote.joker else ()
    terms = f"{quote.units}{fonts.TIMES}{quote.rate}"
    return Sum((icons.good(good, 42), sign, *joker), terms, quote.units * quote.rate, quote.offered)


def _units(word: str, units: str, quote: UnitsQuote) -> Sum:
    """Return the line of new workers or ships: the price of the last and of all, less the income for surplus ones."""
    sign = icons.icon("worker", 40) if word == "workers" else icons.icon("ship", 42)
    income = f" {fonts.MINUS}{quote.income}" if quote.income else ""
    terms = f"{fonts.TIMES}{units}  +{quote.rate}{income}"
    return Sum((sign,), terms, quote.price[MONEY] - quote.income, quote.offered)


@lru_cache(maxsize=8)
def boxes(part: Part) -> Parts:
    """Return the boxes of the lines, in units."""
    return arrange(_TREE, part.measures)


def ground(picture: Pen, part: Part) -> None:
    """Draw the empty panel."""
    pen = part.under(picture)
    panels(pen, (part.size,))


def draw(picture: Canvas, part: Part, lines: Sequence[Sum]) -> None:
    """Draw the lines below each other; those that are not possible now are pale and have no coin."""
    canvas = part.on(picture)
    for number, line in enumerate(lines):
        place = boxes(part)[f"line{number}"]
        _, y = place.centre
        x = place.left
        for sign in line.signs:
            canvas.paste(sign if line.is_possible else sign.faint(0.5), (x, y), "l")
            x += sign.size[0] + 6
        ink = TEXT if line.is_possible else SOFT
        right = place.left + place.width
        right -= canvas.text((right, y), str(line.total), 110, size=_TOTAL, ink=ink, side="r") + 8
        if line.is_possible:
            canvas.paste(icons.icon("coin", 34), (right, y), "r")
        canvas.text((x + 6, y), line.terms, right - 40 - x, size=_SIZE, ink=ink)
