"""The head of the picture: the player to act, the order of play, phases and rounds, the turn-order track."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import icons, words
from render.burgundy.inks import FRAME
from render.burgundy.layout import TEXT as NEEDED  # TEXT is an ink here
from render.burgundy.layout import WEAK, Layout, helping, letters
from render.burgundy.news import News
from render.caption import Caption
from render.kit import fonts, mat, turn
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, PAST, SOFT, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Point

_SPACES = 7
"""Spaces of the track that are shown: a board has six ships, so that no marker goes further."""
_STEP = 72
"""Distance between the badges of an order of play, in units."""
_BADGE = 60
"""Width of the badge of a seat in an order of play, in units."""
_DONE = 44
"""Width of the badge of a seat that has had its turn, in units."""
_MARKER = 46
"""Width of a marker on the track, in units."""
_FIGURE = 41
"""Size of the points of phases and the numbers of past rounds, in units."""
_LEAST_NAME = 36
"""Least size of the name of the player to act, in units."""
_LONG_NAME_SCALE = 0.75
"""Scale of the strip with the player to act if the name is long."""
_EDGE = 8
"""Space beside a change inside its frame, in units."""
_COLUMNS = 5
"""The number of phases, and of rounds in a phase, below each other."""
_INSET = 8
"""Space beside phases and rounds in their box, in units."""
_SLACK = 1.03
"""Factor by which words may be longer than measured, since widths do not grow evenly with the size."""
_SHEET = 8
"""Height by which the sheet below the rounds reaches above them, in units."""
_RIM = 4
"""Width of the sheet's rim, in units."""
_TRACK_INSET = 7
"""Space beside the spaces of the track in their box, in units."""
_LEVEL = 47
"""Distance between the markers on a space, in units."""


def ground(pen: Pen, table: Layout) -> None:
    """Draw the empty boxes, the spaces of the track, and the arrow above them in the direction of play."""
    for part in (table.orders, table.phases, table.track):
        panels(part.under(pen), [part.size], FRAME)
    width, height = table.track.measures
    field = table.track.under(pen)
    step = (width - 2 * _TRACK_INSET) / _SPACES
    for number in range(_SPACES):
        field.box((_TRACK_INSET + number * step + 3, 28), (step - 6, height - 38), mix(CARD, LINE, 0.3), None, 0, 10)
    y = 16
    right = width - 16
    field.path(((18, y), (right - 8, y)), SOFT, 3)
    field.area(((right - 12, y - 8), (right + 2, y), (right - 12, y + 8)), SOFT)


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News, table: Layout) -> None:
    """Draw everything that changes in the head."""
    seats = view.ranking[:1] if view.over else view.to_act
    _whose(table.turn.on(canvas), table.turn.measures, seats, view.over, caption)
    _orders(table.orders.on(canvas), table.orders.measures, view, caption, news)
    field = table.phases.on(canvas)
    _phases(field, table.phases.measures, view, news)
    _rounds(field, table.phases.measures, view, news)
    _track(table.track.on(canvas), table.track.measures, view, news)


def _whose(canvas: Canvas, measures: Point, seats: Sequence[int], is_over: bool, caption: Caption) -> None:
    """Draw the players to act, or the winner at the end; smaller if a long name would be cut."""
    width, height = measures
    room = width - min(92.0, height - 24) - 60  # the badge at the left and the edges take the rest
    is_long = len(seats) == 1 and fonts.width(caption.name(seats[0]), _LEAST_NAME) > room
    unit = _LONG_NAME_SCALE if is_long else 1.0
    turn.draw_strip(canvas.moved((0, 0), unit), (0, 0, width / unit, height / unit), seats, is_over, caption)


def _orders(canvas: Canvas, measures: Point, view: BurgundyView, caption: Caption, news: News) -> None:
    """Draw the order of this round, with small badges of seats that are done, and the next one as it stands.

    At the end of the game there is only the final ranking.
    """
    width, height = measures
    if view.over:
        _order(canvas, view.ranking, (width / 2 + (len(view.ranking) - 1) * _STEP / 2, height / 2))
        return
    badges = len(view.order) * _STEP
    texts = caption.text(words.ROUND), caption.text(words.NEXT_ROUND)
    size, (current, next_order) = _order_rows(measures, badges, texts, helping(canvas.scale))
    _order_label(canvas, current, texts[0], size, badges, TEXT)
    _order(canvas, view.order, (current.right - _STEP / 2, current.middle), view.acted, view.to_act)
    if news.order:
        mat.pill(canvas, (next_order.left - _EDGE, next_order.middle), texts[1], size, edge=_EDGE, aside=True)
    else:
        _order_label(canvas, next_order, texts[1], size, badges, SOFT)
    _order(canvas, view.next_order, (next_order.right - _STEP / 2, next_order.middle))


class _Row(NamedTuple):
    """The place of an order of play with its label, in units."""

    left: float
    right: float
    middle: float
    """The middle of its height."""


def _order_rows(
    measures: Point, badges: float, texts: tuple[str, str], sizes: tuple[int, int]
) -> tuple[int, tuple[_Row, _Row]]:
    """Return the size of two labels and the places of two orders, below or beside each other.

    Args:
        measures: Width and height of the box.
        badges: The width of the badges of an order.
        texts: The labels.
        sizes: The larger and the smaller size of labels.
    """
    width, height = measures
    large, small = sizes
    widths = {size: [fonts.width(text, size) * _SLACK for text in texts] for size in sizes}
    if height > 2 * _STEP:
        size = large if max(widths[large]) <= width - 28 - badges else small
        return size, (_Row(20, width - 8, 0.28 * height), _Row(20, width - 8, 0.72 * height))
    room = width - 32 - 2 * badges
    size = large if sum(widths[large]) <= room else small
    # What is left over is divided evenly: between each label and its badges, and between the two orders.
    spare = max(0.0, room - sum(widths[size])) / 3
    first_end = 16 + widths[size][0] + badges + spare
    return size, (_Row(16, first_end, height / 2), _Row(first_end + spare, width - 8, height / 2))


def _order_label(canvas: Canvas, row: _Row, text: str, size: int, badges: float, ink: Ink) -> None:
    """Draw the label of an order, which has the room that its badges leave."""
    canvas.text((row.left, row.middle), text, row.right - row.left - badges, size=size, ink=ink, aside=True)


def _order(
    canvas: Canvas, seats: Sequence[int], end: Point, seats_done: Collection[int] = (), acting: Collection[int] = ()
) -> None:
    """Draw badges one after the other, the last one with its middle at ``end``.

    Seats that are ``seats_done`` have a small badge, seats that are ``acting`` a frame.
    """
    for number, seat in enumerate(seats):
        x = end[0] - (len(seats) - 1 - number) * _STEP
        y = end[1]
        if seat in acting:
            canvas.frame((x - 35, y - 35, 70, 70), None, TEXT, 5, 22)
        canvas.paste(badge(seat, _DONE if seat in seats_done else _BADGE, min_size=NEEDED), (x, y))


def _phases(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the phases, each with the points that a region brings in it."""
    width, height = size
    step = (width - 2 * _INSET) / _COLUMNS
    half = height / 2
    if news.phase:
        canvas.frame((-3, -3, width + 6, height + 6), None, NEW, WEAK, 18)
    for number, phase in enumerate(box.PHASES):
        x = _INSET + (number + 0.5) * step
        is_current = phase == view.phase and not view.over
        ink = _shade(is_current, view.over or phase < view.phase)
        if is_current:  # drawn as an open tab, since the rounds below belong to this phase
            canvas.frame((4, half - _SHEET, width - 8, half + _SHEET - 2), CARD, TEXT, _RIM, 14)
            canvas.frame((x - step / 2 + 3, 8, step - 6, half - _SHEET - 4), TEXT, None, 0, 12)
        canvas.text((x, half * 0.32), phase, step, size=letters(canvas.scale, 46), side="m", ink=ink)
        points = f"+{box.PHASE_VP[phase]}"
        figures = letters(canvas.scale, _FIGURE)
        canvas.text((x, half * 0.70), points, step, size=figures, side="m", ink=ink)


def _shade(is_current: bool, is_past: bool) -> Ink:
    """Return the ink of a phase."""
    if is_current:
        return WHITE
    return PAST if is_past else TEXT


def _rounds(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the rounds: the white die on the current one, goods on those to come, numbers on those that are past."""
    width, height = size
    step = (width - 2 * _INSET) / _COLUMNS
    top = height / 2
    high = top - 8
    for number in range(1, box.ROUNDS + 1):
        x = _INSET + (number - 0.5) * step
        y = top + high / 2
        index = number - view.round - 1  # among the goods of the rounds to come
        is_current = number == view.round and not view.over
        edge = TEXT if is_current else None
        canvas.frame((x - step / 2 + 3, top, step - 6, high), mix(CARD, LINE, 0.3), edge, 4 if is_current else 0, 12)
        if is_current:
            canvas.paste(icons.white_die(view.white, 64), (x, y))
            if news.white or news.round:
                canvas.frame((x - 42, y - 42, 84, 84), None, NEW, WEAK, 20)
        elif 0 <= index < len(view.coming):
            smallest_size = max(NEEDED, helping(canvas.scale)[-1])
            canvas.text((x, top + 18), str(number), 40, size=smallest_size, side="m", ink=SOFT, aside=True)
            canvas.paste(icons.goods(view.coming[index], 54, letters(canvas.scale, 0)), (x, y + 16))
        else:
            canvas.text((x, y), str(number), 40, size=letters(canvas.scale, _FIGURE), side="m", ink=PAST)


def _track(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the stacks of markers on the track; the first of a stack, which is in front, lies on top."""
    width, height = size
    step = (width - 2 * _TRACK_INSET) / _SPACES
    for space, stack in enumerate(view.track):
        x = _TRACK_INSET + (space + 0.5) * step
        for level, seat in enumerate(reversed(stack)):
            y = height - 36 - level * _LEVEL
            canvas.paste(badge(seat, _MARKER, min_size=NEEDED), (x, y))
            if seat in news.markers:
                canvas.frame((x - 28, y - 26, 56, 52), None, NEW, 6, 16)
