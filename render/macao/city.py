"""The city: thirty quarters as bricks, each with its id, its tile or owner, its cost."""

from __future__ import annotations

from functools import lru_cache

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Point, Sprite, sprite
from render.macao import cubes, icons, words
from render.macao.inks import DARK_EDGE, DARK_QUARTER, PALETTE, QUARTER, QUARTER_EDGE
from render.macao.layout import CITY
from render.macao.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = CITY
_ACROSS = max(quarter.layout.x for quarter in board.QUARTERS.values()) + 1
_DOWN = max(quarter.layout.y for quarter in board.QUARTERS.values())
_WIDE = (_WIDTH - 18) / _ACROSS
_EAVE = 26.0
"""How far a brick's tip reaches into the next row."""
_PITCH = (_HEIGHT - 18 - _EAVE) / (_DOWN + 1)


def _middle(quarter: str) -> Point:
    layout = board.QUARTERS[quarter].layout
    return _LEFT + 9 + (layout.x + 0.5) * _WIDE, _TOP + 9 + (layout.y + 0.5) * _PITCH + _EAVE / 2


def _brick(at: Point, inset: float = 0) -> list[Point]:
    x, y = at
    wide, tip, side = _WIDE / 2 - inset, (_PITCH + _EAVE) / 2 - inset, (_PITCH - _EAVE) / 2 - inset * 0.7
    return [
        (x, y - tip),
        (x + wide, y - side),
        (x + wide, y + side),
        (x, y + tip),
        (x - wide, y + side),
        (x - wide, y - side),
    ]


def ground(pen: Pen) -> None:
    """All quarters free, without their tiles."""
    pen.box((_LEFT, _TOP), (_WIDTH, _HEIGHT), mix(CARD, rgb("c98f5a"), 0.16), LINE, 3, 16)
    for id, quarter in board.QUARTERS.items():
        dark = quarter.kind == "dark"
        pen.area(_brick(_middle(id), 2), DARK_EDGE if dark else QUARTER_EDGE)
        pen.area(_brick(_middle(id), 8 if dark else 4.5), DARK_QUARTER if dark else QUARTER)


def labels(canvas: Canvas) -> None:
    """Ids and costs."""
    for id, quarter in board.QUARTERS.items():
        x, y = _middle(id)
        _number(canvas, id, quarter.kind == "dark")
        cubes.row(canvas, quarter.cost, (x, y + 31), 30, middle=True)


def _number(canvas: Canvas, id: str, dark: bool) -> None:
    x, y = _middle(id)
    canvas.text((x, y - 47), id[1:], 60, size=28, side="m", ink=TEXT if dark else SOFT)


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News) -> None:
    """Tiles on free quarters, owners on the others."""
    for id, quarter in board.QUARTERS.items():
        x, y = _middle(id)
        if id in view.owners:
            dark = quarter.kind == "dark"
            canvas.paste(_owned(view.owners[id], dark, id in news.quarters), (x, y))
            canvas.paste(badge(view.owners[id], 66, PALETTE), (x, y + 10))
            _number(canvas, id, False)
        elif id in view.city:
            ware = view.city[id]
            canvas.paste(icons.tile(ware, caption.text(words.CODES[ware])), (x, y - 9))


@lru_cache(maxsize=32)
def _owned(seat: int, dark: bool, new: bool) -> Sprite:
    """A brick in its owner's colour; a dark quarter keeps its dark border."""
    size = round(_WIDE) + 2, round(_PITCH + _EAVE) + 2
    at = size[0] / 2, size[1] / 2
    edge: Ink = NEW if new else DARK_EDGE if dark else QUARTER_EDGE
    fill = WHITE if seat == 1 else mix(PALETTE.player[seat], CARD, 0.42)

    def draw(pen: Pen) -> None:
        pen.area(_brick(at, 1), edge)
        pen.area(_brick(at, 8 if new or dark else 4.5), fill)

    return sprite(size, draw)
