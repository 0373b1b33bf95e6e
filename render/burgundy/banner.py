"""The head of the picture: whose turn it is and who follows, phases and rounds, the turn-order track."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import icons, words
from render.burgundy.inks import FRAME
from render.burgundy.layout import PHASES, TRACK, TURN
from render.burgundy.news import News
from render.caption import Caption
from render.kit import turn
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen

_SPACES = 7
"""A player's board has six ships, so no marker goes further."""
_STEP = (PHASES[2] - 16) / 5
_SEAT = 74
"""Pitch of the seats in an order."""
_FAINT = mix(SOFT, CARD, 0.5)


def ground(pen: Pen) -> None:
    """The empty boxes and the spaces of the track."""
    panels(pen, (TURN, PHASES, TRACK), FRAME)
    left, top, width, height = TRACK
    step = (width - 14) / _SPACES
    for number in range(_SPACES):
        x = left + 7 + number * step
        pen.box((x + 3, top + 28), (step - 6, height - 38), mix(CARD, LINE, 0.3), None, 0, 10)
    y, right = top + 18, left + width - 16
    pen.path(((left + 18, y), (right - 8, y)), SOFT, 3)
    pen.area(((right - 12, y - 8), (right + 2, y), (right - 12, y + 8)), SOFT)


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News) -> None:
    """Everything that changes in the three boxes."""
    _turn(canvas, view, caption)
    _orders(canvas, view, caption, news)
    _phases(canvas, view, news)
    _rounds(canvas, view, caption, news)
    _track(canvas, view, news)


def _turn(canvas: Canvas, view: BurgundyView, caption: Caption) -> None:
    left, top, width, _ = TURN
    seats = view.ranking[:1] if view.over else view.to_act
    turn.whose(canvas, (left + 8, top + 8, width - 16, 82), seats, view.over, caption)


def _orders(canvas: Canvas, view: BurgundyView, caption: Caption, news: News) -> None:
    """The turn order of the round, in which those who are done are small, and that of the next as it stands."""
    left, top, width, _ = TURN
    if view.over:
        turn.order(canvas, view.ranking, (left + width - 44, top + 138), _SEAT, 52)
        return
    label = caption.text(words.ROUND)
    canvas.text((left + 26, top + 126), label, width - 60 - len(view.order) * _SEAT, size=34)
    end = left + width - 44, top + 126
    turn.order(canvas, view.order, end, _SEAT, 48, done=view.acted, acting=view.to_act)
    label = caption.text(words.NEXT_ROUND)
    canvas.text(
        (left + 26, top + 183), label, width - 60 - len(view.order) * _SEAT, size=28, ink=NEW if news.order else SOFT
    )
    turn.order(canvas, view.next_order, (left + width - 44, top + 183), _SEAT, 36)


def _phases(canvas: Canvas, view: BurgundyView, news: News) -> None:
    """Phases with the points that a region brings in them."""
    left, top, _, _ = PHASES
    if news.phase:
        canvas.frame((left - 3, top - 3, PHASES[2] + 6, PHASES[3] + 6), None, NEW, 6, 18)
    for number, phase in enumerate(box.PHASES):
        x = left + 8 + (number + 0.5) * _STEP
        now = phase == view.phase and not view.over
        past = view.over or phase < view.phase
        if now:
            canvas.frame((x - _STEP / 2 + 3, top + 9, _STEP - 6, 88), TEXT, None, 0, 12)
        canvas.text((x, top + 35), phase, _STEP, size=44, side="m", ink=WHITE if now else _FAINT if past else TEXT)
        label = f"+{box.PHASE_VP[phase]}"
        canvas.text((x, top + 76), label, _STEP, size=30, side="m", ink=WHITE if now else _FAINT if past else SOFT)


def _rounds(canvas: Canvas, view: BurgundyView, caption: Caption, news: News) -> None:
    """Rounds: the white die lies on the running one, goods on those to come."""
    left, top, _, _ = PHASES
    for number in range(1, box.ROUNDS + 1):
        x, y = left + 8 + (number - 0.5) * _STEP, top + 157
        ahead = number - view.round - 1
        now = number == view.round and not view.over
        canvas.frame(
            (x - _STEP / 2 + 3, top + 106, _STEP - 6, 99),
            mix(CARD, LINE, 0.3),
            TEXT if now else None,
            4 if now else 0,
            12,
        )
        if now:
            canvas.paste(icons.white_die(view.white, 64), (x, y - 1))
            if news.lying or news.round:
                canvas.frame((x - 41, y - 42, 82, 82), None, NEW, 5, 20)
        elif 0 <= ahead < len(view.coming):
            canvas.text((x, top + 124), str(number), 40, size=27, side="m", ink=SOFT)
            canvas.paste(icons.goods(view.coming[ahead], 58), (x, y + 13))
        else:
            canvas.text((x, y), str(number), 40, size=34, side="m", ink=_FAINT)


def _track(canvas: Canvas, view: BurgundyView, news: News) -> None:
    """The markers' stacks, the upper one first."""
    left, top, width, height = TRACK
    step = (width - 14) / _SPACES
    for space, stack in enumerate(view.track[-_SPACES:]):
        x = left + 7 + (space + 0.5) * step
        for level, seat in enumerate(reversed(stack)):
            y = top + height - 34 - level * 44
            canvas.paste(badge(seat, 44), (x, y))
            if seat in news.markers:
                canvas.frame((x - 28, y - 26, 56, 52), None, NEW, 5, 16)
