"""The head of the picture: whose turn it is, the dice, the barbarians' way and both strengths."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts, turn
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen
from render.mmn import figures, icons, words
from render.mmn.inks import FRAME, PALETTE, RED, RED_DARK
from render.mmn.layout import DICE, TRACK, TURN
from render.mmn.news import News

_DIE = 88
_SPACES = board.ATTACK_AT + 1
_STEP = (TRACK[2] - 24) / _SPACES
_WAY = TRACK[1] + 64


def ground(pen: Pen) -> None:
    """The empty boxes and the barbarians' way."""
    panels(pen, (TURN, DICE, TRACK), FRAME)
    left = TRACK[0] + 12
    pen.path(((left + _STEP / 2, _WAY), (left + (_SPACES - 0.5) * _STEP, _WAY)), LINE, 8)
    for space in range(_SPACES):
        at = left + (space + 0.5) * _STEP, _WAY
        last = space == board.ATTACK_AT
        pen.disc(at, 27, mix(WHITE, RED, 0.25) if last else WHITE, RED_DARK if last else FRAME, 3)


def labels(canvas: Canvas) -> None:
    """Numbers and signs of the spaces."""
    left = TRACK[0] + 12
    for space in range(_SPACES):
        at = left + (space + 0.5) * _STEP, _WAY
        if space == board.CLEARING_AT:
            canvas.paste(icons.crates(34), at)
        elif space == board.ATTACK_AT:
            canvas.paste(icons.sword(36), at)
        else:
            canvas.text(at, str(space), 50, size=27, ink=SOFT, side="m")


def draw(canvas: Canvas, view: MmnView, caption: Caption, news: News) -> None:
    """Everything that changes in the three boxes."""
    _turn(canvas, view, caption)
    _dice(canvas, view, news)
    _barbarians(canvas, view, news)


def _turn(canvas: Canvas, view: MmnView, caption: Caption) -> None:
    left, top, width, _ = TURN
    seats = view.ranking[:1] if view.over or not view.to_act else view.to_act
    turn.whose(canvas, (left + 8, top + 8, width - 16, 92), seats, view.over, caption, PALETTE)
    y = top + 155
    if view.over:
        end = left + 52 + (len(view.ranking) - 1) * 84, y
        turn.order(canvas, view.ranking, end, 84, 58, palette=PALETTE)
        return
    canvas.paste(badge(view.active, 58, PALETTE), (left + 52, y))
    said = f"{caption.text(words.TURN)} {view.turn}" if view.turn else ""
    taken = canvas.text((left + width - 28, y), said, 220, size=32, ink=SOFT, side="r")
    canvas.text((left + 96, y), caption.text(words.PHASES[view.phase]), width - 140 - taken, size=34)


def _dice(canvas: Canvas, view: MmnView, news: News) -> None:
    left, top, width, height = DICE
    dice = view.dice
    if news.rolled:
        canvas.frame((left - 3, top - 3, width + 6, height + 6), None, NEW, 6, 18)
    step = 101.0
    start = left + width / 2 - 1.5 * step
    y = top + 62
    faces = (
        icons.die(dice.red if dice else 0, _DIE, True),
        icons.die(dice.white if dice else 0, _DIE, False),
        icons.event_die(dice.event if dice else "", _DIE),
        icons.track_die(dice.track if dice else "", _DIE),
    )
    for number, face in enumerate(faces):
        canvas.paste(face, (start + number * step, y))
    x = start + 2.15 * step
    canvas.paste(icons.crates(46), (x, top + 160), "l")
    canvas.text((x + 58, top + 160), f"{fonts.TIMES}{view.storage_left}", 80, size=38, ink=SOFT)
    if dice:
        canvas.text((start + step / 2, top + 160), f"= {dice.red + dice.white}", 2 * step, size=52, side="m")


def _barbarians(canvas: Canvas, view: MmnView, news: News) -> None:
    left, top, width, height = TRACK
    if news.attack:
        canvas.frame((left - 3, top - 3, width + 6, height + 6), None, NEW, 6, 18)
    x = left + 12 + (view.barbarians + 0.5) * _STEP
    canvas.paste(figures.barbarians(74), (x, _WAY - 8))
    if news.ship:
        canvas.frame((x - 43, _WAY - 50, 86, 90), None, NEW, 6, 20)
    y = top + 158
    attack, defence = news.attack or (view.attack_strength, view.defence)
    danger = attack > defence
    parts = ((icons.gate(52), attack), (icons.sword(50), defence))
    middle = left + width / 2
    for side, (sign, strength) in zip((-1, 1), parts, strict=True):
        at = middle + side * 118
        canvas.paste(sign, (at - 34, y))
        canvas.text((at + 4, y), str(strength), 80, size=52, ink=RED if danger and side < 0 else TEXT)
    mark = ">" if danger else "<" if attack < defence else "="
    canvas.text((middle, y), mark, 60, size=44, side="m", ink=RED if danger else SOFT)
