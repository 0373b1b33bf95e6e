"""The head of the picture: the player to act, the order of play, phases and rounds, the turn-order track."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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
_SLACK = 1.03
"""Factor by which words may be longer than measured, since widths do not grow evenly with the size."""
_SHEET = 8
"""Height by which the sheet below the rounds reaches above them, in units."""
_RIM = 4
"""Width of the sheet's rim, in units."""
_LEVEL = 47
"""Distance between the markers on a space, in units."""


def ground(pen: Pen, table: Layout) -> None:
    """Draw the empty boxes and the spaces of the track."""
    for part in (table.orders, table.phases, table.track):
        panels(part.under(pen), [part.size], FRAME)
    width, height = table.track.measures
    field = table.track.under(pen)
    step = (width - 14) / _SPACES
    for number in range(_SPACES):
        field.box((7 + number * step + 3, 28), (step - 6, height - 38), mix(CARD, LINE, 0.3), None, 0, 10)
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


def _whose(canvas: Canvas, measures: Point, seats: Sequence[int], over: bool, caption: Caption) -> None:
    """Draw the players to act, smaller if a long name would be cut."""
    width, height = measures
    room = width - min(92.0, height - 24) - 60  # the badge at the left and the edges take the rest
    is_long = len(seats) == 1 and fonts.width(caption.name(seats[0]), _LEAST_NAME) > room
    unit = _LONG_NAME_SCALE if is_long else 1.0
    turn.draw_strip(canvas.moved((0, 0), unit), (0, 0, width / unit, height / unit), seats, over, caption)


def _orders(canvas: Canvas, measures: Point, view: BurgundyView, caption: Caption, news: News) -> None:
    """Draw the order of this round, with small badges of seats that are done, and the next one as it stands."""
    width, height = measures
    if view.over:
        _order(canvas, view.ranking, (width / 2 + (len(view.ranking) - 1) * _STEP / 2, height / 2))
        return
    badges = len(view.order) * _STEP
    label = caption.text(words.ROUND)
    after = caption.text(words.NEXT_ROUND)
    large, small = helping(canvas.scale)
    label_widths = {
        letters_size: [fonts.width(text, letters_size) * _SLACK for text in (label, after)]
        for letters_size in (large, small)
    }
    if height > 2 * _STEP:  # one below the other
        size = large if max(label_widths[large]) <= width - 28 - badges else small
        rows = [(20.0, width - 8, height * share) for share in (0.28, 0.72)]
    else:  # both beside each other, with even spaces between
        room = width - 32 - 2 * badges
        size = large if sum(label_widths[large]) <= room else small
        spare = max(0.0, room - sum(label_widths[size])) / 3
        half = 16 + label_widths[size][0] + badges + spare
        rows = [(16.0, half, height / 2), (half + spare, width - 8, height / 2)]
    orders = (view.order, label, TEXT), (view.next_order, after, SOFT)
    for (left, right, y), (seats, text, ink), now in zip(rows, orders, (True, False), strict=True):
        if news.order and not now:
            mat.pill(canvas, (left - _EDGE, y), text, size, edge=_EDGE, aside=True)
        else:
            canvas.text((left, y), text, right - left - badges, size=size, ink=ink, aside=True)
        end = right - _STEP / 2, y
        _order(canvas, seats, end, view.acted if now else (), view.to_act if now else ())


def _order(
    canvas: Canvas, seats: Sequence[int], end: Point, done: Collection[int] = (), acting: Collection[int] = ()
) -> None:
    """Draw badges one after the other, the last one with its middle at ``end``."""
    for number, seat in enumerate(seats):
        x = end[0] - (len(seats) - 1 - number) * _STEP
        y = end[1]
        if seat in acting:
            canvas.frame((x - 35, y - 35, 70, 70), None, TEXT, 5, 22)
        canvas.paste(badge(seat, _DONE if seat in done else _BADGE, least=NEEDED), (x, y))


def _phases(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the phases, each with the points that a region brings in it."""
    width, height = size
    step = (width - 16) / 5
    half = height / 2
    if news.phase:
        canvas.frame((-3, -3, width + 6, height + 6), None, NEW, WEAK, 18)
    for number, phase in enumerate(box.PHASES):
        x = 8 + (number + 0.5) * step
        now = phase == view.phase and not view.over
        ink = _shade(now, view.over or phase < view.phase)
        if now:  # drawn as an open tab, since the rounds below belong to this phase
            canvas.frame((4, half - _SHEET, width - 8, half + _SHEET - 2), CARD, TEXT, _RIM, 14)
            canvas.frame((x - step / 2 + 3, 8, step - 6, half - _SHEET - 4), TEXT, None, 0, 12)
        canvas.text((x, half * 0.32), phase, step, size=letters(canvas.scale, 46), side="m", ink=ink)
        points = f"+{box.PHASE_VP[phase]}"
        figures = letters(canvas.scale, _FIGURE)
        canvas.text((x, half * 0.70), points, step, size=figures, side="m", ink=ink)


def _shade(now: bool, past: bool) -> Ink:
    if now:
        return WHITE
    return PAST if past else TEXT


def _rounds(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the rounds: the white die on the current one, goods on those to come."""
    width, height = size
    step = (width - 16) / 5
    top = height / 2
    high = top - 8
    for number in range(1, box.ROUNDS + 1):
        x = 8 + (number - 0.5) * step
        y = top + high / 2
        distance = number - view.round - 1
        now = number == view.round and not view.over
        edge = TEXT if now else None
        canvas.frame((x - step / 2 + 3, top, step - 6, high), mix(CARD, LINE, 0.3), edge, 4 if now else 0, 12)
        if now:
            canvas.paste(icons.white_die(view.white, 64), (x, y))
            if news.white or news.round:
                canvas.frame((x - 42, y - 42, 84, 84), None, NEW, WEAK, 20)
        elif 0 <= distance < len(view.coming):
            least = max(NEEDED, helping(canvas.scale)[-1])
            canvas.text((x, top + 18), str(number), 40, size=least, side="m", ink=SOFT, aside=True)
            canvas.paste(icons.goods(view.coming[distance], 54, letters(canvas.scale, 0)), (x, y + 16))
        else:
            canvas.text((x, y), str(number), 40, size=letters(canvas.scale, _FIGURE), side="m", ink=PAST)


def _track(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the stacks of markers on the track."""
    width, height = size
    step = (width - 14) / _SPACES
    for space, stack in enumerate(view.track):
        x = 7 + (space + 0.5) * step
        for level, seat in enumerate(reversed(stack)):
            y = height - 36 - level * _LEVEL
            canvas.paste(badge(seat, _MARKER, least=NEEDED), (x, y))
            if seat in news.markers:
                canvas.frame((x - 28, y - 26, 56, 52), None, NEW, 6, 16)
