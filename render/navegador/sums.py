"""What a decision about market, workers or ships comes to, line by line, as the engine quotes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.navegador.quotes import MONEY, DealQuote, UnitsQuote
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import SOFT, TEXT
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.navegador import icons

WIDTH = 440
_MOST = 6
_SIZE = fonts.NEEDED
_TOTAL = 44


class Sum(NamedTuple):
    """A line: what it is about, how it is worked out, what it comes to, and whether it can be had now."""

    signs: tuple[Sprite, ...]
    how: str
    total: int
    open: bool


def of(view: NavegadorView) -> list[Sum]:
    """Return the lines for what is decided."""
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
    """The most of a good that can be sold, or go through factories; else what there is of them."""
    sign = icons.icon("colony" if word == "sell" else "factory", 42)
    helped = (icons.good("joker", 34),) if quote.joker else ()
    working = f"{quote.units}{fonts.TIMES}{quote.rate}"
    return Sum((icons.good(good, 42), sign, *helped), working, quote.units * quote.rate, quote.offered)


def _units(word: str, units: str, quote: UnitsQuote) -> Sum:
    """So many new workers or ships: what the last of them costs and all of them, less what the bank pays for those that
    are too many."""
    sign = icons.icon("worker", 40) if word == "workers" else icons.icon("ship", 42)
    income = f" {fonts.MINUS}{quote.income}" if quote.income else ""
    working = f"{fonts.TIMES}{units}  +{quote.rate}{income}"
    return Sum((sign,), working, quote.price[MONEY] - quote.income, quote.offered)


def ground(pen: Pen, part: Part) -> None:
    """The panel."""
    panels(pen, (part.size,))


def draw(canvas: Canvas, part: Part, lines: Sequence[Sum]) -> None:
    """The lines below each other; what cannot be had now is soft and has no coin."""
    pitch = (part.height - 16) / _MOST
    for number, line in enumerate(lines):
        y = 8 + (number + 0.5) * pitch
        x = 16.0
        for sign in line.signs:
            canvas.paste(sign if line.open else sign.faint(0.5), (x, y), "l")
            x += sign.size[0] + 6
        ink = TEXT if line.open else SOFT
        right = part.width - 16
        right -= canvas.text((right, y), str(line.total), 110, size=_TOTAL, ink=ink, side="r") + 8
        if line.open:
            canvas.paste(icons.icon("coin", 34), (right, y), "r")
        canvas.text((x + 6, y), line.how, right - 40 - x, size=_SIZE, ink=ink)
