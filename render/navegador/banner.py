"""The cartouches on the chart: whose turn it is, how the game ends, the Navegador card."""

from __future__ import annotations

from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts, turn
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, NEW, WHITE, rgb
from render.kit.pen import Pen
from render.navegador import icons, words
from render.navegador.layout import BANNER
from render.navegador.layout import CARD as CARD_BOX
from render.navegador.news import News

_EDGE = rgb("7a5a2a")
ROMAN = ("", "I", "II", "III")


def ground(pen: Pen) -> None:
    """The empty cartouches."""
    panels(pen, (BANNER, CARD_BOX), _EDGE)


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
    turn.whose(canvas, (left + 8, top + 8, width - 16, 76), view.to_act, False, caption)
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
        turn.order(canvas, following, (left + width - 40, y), 62, 44)


def _alarm(canvas: Canvas, right: float, y: float, text: str) -> None:
    room = min(300, fonts.width(text, 28))
    canvas.frame((right - room - 24, y - 22, room + 24, 44), rgb("b3261e"), None, 0, 10)
    canvas.text((right - 12, y), text, room, ink=WHITE, side="r")


def _ranking(canvas: Canvas, view: NavegadorView, caption: Caption) -> None:
    left, top, width, height = BANNER
    turn.whose(canvas, (left + 8, top + 8, width - 16, 66), view.ranking[:1], True, caption)
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
