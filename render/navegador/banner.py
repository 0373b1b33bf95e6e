"""The cartouches on the chart: whose turn it is, how the game ends, the Navegador card."""

from __future__ import annotations

from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, PLAIN, SOFT, WHITE, rgb
from render.kit.pen import Pen
from render.navegador import icons, words
from render.navegador.layout import BANNER
from render.navegador.layout import CARD as CARD_BOX
from render.navegador.news import News

_EDGE = rgb("7a5a2a")
ROMAN = ("", "I", "II", "III")


def ground(pen: Pen) -> None:
    """The empty cartouches."""
    for left, top, width, height in (BANNER, CARD_BOX):
        pen.box((left, top), (width, height), CARD, _EDGE, 3, 16)


def draw(canvas: Canvas, view: NavegadorView, caption: Caption, news: News) -> None:
    """Both cartouches."""
    if view.over:
        _ranking(canvas, view, caption)
    else:
        _turn(canvas, view, caption)
    _card(canvas, view, news)


def _turn(canvas: Canvas, view: NavegadorView, caption: Caption) -> None:
    left, top, width, height = BANNER
    seat = view.to_act[0]
    canvas.frame((left + 8, top + 8, width - 16, 76), PLAIN.washes[seat], PLAIN.player[seat], 5, 12)
    canvas.paste(badge(seat, 62), (left + 48, top + 46))
    label = caption.text(words.TO_PLAY)
    taken = canvas.text((left + width - 28, top + 46), label, 190, size=30, ink=SOFT, side="r")
    canvas.text((left + 90, top + 46), caption.name(seat), width - 136 - taken, size=42)
    y = top + height - 32
    x = left + 26
    x += 34 + canvas.text((x, y), f"{caption.text(words.TURN)} {view.turn}", 220)
    x += 20 + canvas.text((x, y), f"{caption.text(words.PHASE)} {ROMAN[view.phase]}", 180)
    if view.turns_left is not None or view.trigger:
        left_over = view.turns_left if view.turns_left is not None else view.seats
        _alarm(canvas, left + width - 18, y, f"{caption.text(words.LAST_TURNS)}: {left_over}")
    elif view.coming_phase is not None:
        _alarm(canvas, left + width - 18, y, f"{caption.text(words.COMING)}: {ROMAN[view.coming_phase]}")
    else:
        following = [(seat + step) % view.seats for step in range(1, view.seats)]
        for number, other in enumerate(reversed(following)):
            canvas.paste(badge(other, 44), (left + width - 40 - number * 62, y))
            canvas.text((left + width - 78 - number * 62, y - 2), fonts.NEXT, 20, size=32, ink=SOFT)


def _alarm(canvas: Canvas, right: float, y: float, text: str) -> None:
    room = min(300, fonts.width(text, 28))
    canvas.frame((right - room - 24, y - 22, room + 24, 44), rgb("b3261e"), None, 0, 10)
    canvas.text((right - 12, y), text, room, ink=WHITE, side="r")


def _ranking(canvas: Canvas, view: NavegadorView, caption: Caption) -> None:
    left, top, width, height = BANNER
    winner = view.ranking[0]
    canvas.frame((left + 8, top + 8, width - 16, 66), PLAIN.washes[winner], PLAIN.player[winner], 5, 12)
    canvas.paste(signs.crown(50), (left + 46, top + 40))
    label = caption.text(words.OVER)
    taken = canvas.text((left + width - 28, top + 41), label, 220, size=30, ink=SOFT, side="r")
    canvas.text((left + 84, top + 41), caption.name(winner), width - 130 - taken, size=40)
    y = top + height - 36
    step = (width - 24) / len(view.ranking)
    points = {score.seat: score.total for score in view.scores}
    for place, seat in enumerate(view.ranking):
        x = left + 16 + place * step
        canvas.text((x, y), f"{place + 1}.", 32)
        canvas.paste(badge(seat, 44), (x + 50, y))
        canvas.text((x + 78, y), str(points[seat]), 56, size=30)


def _card(canvas: Canvas, view: NavegadorView, news: News) -> None:
    left, top, width, height = CARD_BOX
    middle = left + width / 2
    if news.card:
        canvas.frame((left - 5, top - 5, width + 10, height + 10), None, NEW, 6, 20)
    canvas.text((middle, top + 30), "Navegador", width - 24, size=32, side="m")
    canvas.paste(icons.navegador(72), (left + 62, top + 100))
    canvas.paste(badge(view.card.holder, 64), (left + 148, top + 100))
    step = (width - 40) / 8
    for pip in range(8):
        at = (left + 20 + step * (pip + 0.5), top + height - 26)
        canvas.frame(
            (at[0] - 8, at[1] - 8, 16, 16), icons.ORANGE if pip < view.card.left else CARD, icons.ORANGE_DARK, 2.4, 8
        )
