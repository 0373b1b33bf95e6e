"""Mats: the strip of each seat below or beside the board, in the seat's colour while it must act.

Here is what the mats of all games share: the strip, points, name, and labels about changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines import View
from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, CROWN, CROWN_DARK, LINE, NEW, NEW_WASH, PLAIN, SOFT, WHITE, Palette, mix
from render.kit.part import Part
from render.kit.pen import Pen, Sprite

_PLATE_EDGE = 14
"""Space to the left and right of points, which have a golden plate if their seat leads, in units."""


def ground(pen: Pen, box: Box) -> None:
    """Draw an empty strip."""
    x, y, width, height = box
    pen.box((x, y), (width, height), CARD, LINE, 2, 14)


def coloured(canvas: Canvas, box: Box, seat: int, acting: bool, palette: Palette = PLAIN) -> None:
    """Colour a strip in its seat's colour: its left edge, or the whole strip while the seat must act."""
    colour = palette.of(seat)
    (x, y, width, height) = box
    if acting:
        canvas.frame((x - 6, y - 5, width + 12, height + 10), colour.wash, colour.edge, 6, 16)
    else:
        canvas.frame((x, y, 14, height), colour.edge, None, 0, 7)


def order(view: View) -> list[int]:
    """Return the seats in the order of the strips: around the table, beginning with the viewer."""
    seats = [score.seat for score in view.scores]
    first = view.viewer or 0
    return [*seats[first:], *seats[:first]]


def boxes(view: View, strips: Sequence[Part]) -> dict[str, Box]:
    """Return the boxes of the strips, by their names in ``render.pictures.Parts``."""
    return {f"mat{seat}": strip.box for seat, strip in zip(order(view), strips, strict=True)}


def divide(pen: Pen, x: float, top: float, height: float) -> None:
    """Draw a thin line between two parts of a strip."""
    pen.path(((x, top + 14), (x, top + height - 14)), mix(LINE, CARD, 0.3), 2)


def points(view: View, seat: int) -> int:
    """Return the points of a seat if the game ended now, by which it is ranked."""
    return next(score.total for score in view.scores if score.seat == seat)


def total(canvas: Canvas, right: tuple[float, float], view: View, seat: int, room: float, size: int = 44) -> float:
    """Paint the points of a seat, on a golden plate if it leads, and return their width.

    Args:
        canvas: The canvas.
        right: The right end of the points.
        view: The view.
        seat: The seat.
        room: The largest width.
        size: The size of the text.
    """
    label = total_label(view, seat)
    (x, y) = right
    wide = min(room, fonts.width(label, size) + 2 * _PLATE_EDGE)
    if seat in leaders(view):
        high = size + 12
        canvas.frame((x - wide, y - high / 2, wide, high), CROWN, CROWN_DARK, 3, high / 2)
    canvas.text((x - _PLATE_EDGE, y), label, room - 2 * _PLATE_EDGE, size=size, side="r")
    return wide


def total_label(view: View, seat: int) -> str:
    """Return the points of a seat as text."""
    return str(points(view, seat)).replace("-", fonts.MINUS)


def leaders(view: View) -> frozenset[int]:
    """Return the seats with the most points; none while all have equally many."""
    highest = max(score.total for score in view.scores)
    seats = frozenset(score.seat for score in view.scores if score.total == highest)
    return seats if len(seats) < len(view.scores) else frozenset()


def so_far(
    canvas: Canvas, right: tuple[float, float], sign: Sprite, count: int, room: float, size: int, aside: bool = False
) -> float:
    """Paint the points that a seat has on the game's score track so far, after a sign; return the width of both.

    Args:
        canvas: The canvas.
        right: The right end of the points.
        sign: The sign of the track.
        count: The points.
        room: The largest width of both.
        size: The size of the text.
        aside: True if nobody decides by them.
    """
    x, y = right
    wide = sign.size[0] + 4
    width_used = canvas.text(
        (x, y), str(count).replace("-", fonts.MINUS), room - wide, size=size, ink=SOFT, side="r", aside=aside
    )
    canvas.paste(sign, (x - width_used - 4, y), "r")
    return width_used + wide


def name(canvas: Canvas, at: tuple[float, float], text: str, room: float, sizes: tuple[int, int]) -> int:
    """Paint a name and return its width; it shrinks from the first of ``sizes`` to the second before it is cut."""
    largest, smallest = sizes
    fitting = (
        size
        for size in range(largest, smallest, -1)
        if fonts.width(text, round(size * canvas.scale)) <= int(room * canvas.scale)
    )
    return canvas.text(at, text, room, size=next(fitting, smallest))


def pill(
    canvas: Canvas,
    at: tuple[float, float],
    label: str,
    size: int = 36,
    *,
    edge: int = 12,
    high: int = 0,
    aside: bool = False,
    is_weak: bool = False,
) -> float:
    """Paint a label about something that has just changed, and return its width.

    Args:
        canvas: The canvas.
        at: The middle of its left edge.
        label: The words or the number.
        size: The size of the text.
        edge: The space to the left and right of the text.
        high: The height; 0: as the text needs.
        aside: True if nobody decides by it.
        is_weak: True if the change happened by itself, not by an action of a player; the label is then pale.
    """
    wide = fonts.width(label, size) + 2 * edge
    high = high or size + 10
    fill, line = (NEW_WASH, NEW) if is_weak else (NEW, None)
    canvas.frame((at[0], at[1] - high / 2, wide, high), fill, line, 3 if is_weak else 0, min(14, 0.4 * high))
    canvas.text((at[0] + wide / 2, at[1]), label, wide, size=size, ink=line or WHITE, side="m", aside=aside)
    return wide


def difference(change: int) -> str:
    """Return a change of a number with its sign, and "±0" for none."""
    return f"{change:+}".replace("-", fonts.MINUS) if change else fonts.NO_DIFFERENCE
