"""The boxes on the chart: the player to act, the end of the game, the Navegador card."""

from __future__ import annotations

from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts, turn
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, TEXT, WHITE, rgb
from render.kit.part import Part
from render.navegador import icons, words
from render.navegador.news import News
from render.navegador.sizes import CHART_TEXT

_EDGE = rgb("7a5a2a")
"""Ink of the boxes' edges."""
_ALARM = rgb("b3261e")
"""Ground of announcements."""
_ALARM_ROOM = 330
"""The largest width of their text, in units."""
ROMAN = ("", "I", "II", "III")
"""The numbers of the phases."""
_CARD_FIELDS = 8
"""The number of fields that the Navegador card goes with one holder."""


def draw(picture: Canvas, part: Part, view: NavegadorView, caption: Caption) -> None:
    """Draw the player to act, turn and phase, and behind them the last turns, the coming phase, or who comes next.

    At the end of the game there are the winner and the ranking.
    """
    canvas = part.on(picture)
    width, height = part.measures
    canvas.frame(part.size, CARD, _EDGE, 3, 16)
    turn.draw_strip(canvas, (8, 8, width - 16, 78), view.ranking[:1] if view.over else view.to_act, view.over, caption)
    y = height - 32
    if view.over:
        _ranking(canvas, width, view, y)
        return
    x = 50 + canvas.text((24, y), f"{caption.text(words.TURN)} {view.turn}", 240, size=fonts.NEEDED, aside=True)
    canvas.text((x, y), f"{caption.text(words.PHASE)} {ROMAN[view.phase]}", 180, size=fonts.NEEDED)
    if view.turns_left is not None or view.trigger:
        # Until the turn that triggered the end is over, every player has one more to come.
        turns_left = view.turns_left if view.turns_left is not None else view.seats
        _alarm(canvas, width - 18, y, f"{caption.text(words.LAST_TURNS)}: {turns_left}")
    elif view.coming_phase is not None:
        _alarm(canvas, width - 18, y, f"{caption.text(words.COMING)}: {ROMAN[view.coming_phase]}")
    else:
        following = [(view.to_act[0] + step) % view.seats for step in range(1, view.seats)]
        turn.draw_order(canvas, following, (width - 40, y), 62, 44)


def _alarm(canvas: Canvas, right: float, y: float, text: str) -> None:
    """Draw an announcement on red that ends at ``right``."""
    room = min(_ALARM_ROOM, fonts.width(text, fonts.NEEDED) + 4)
    canvas.frame((right - room - 20, y - 24, room + 20, 48), _ALARM, None, 0, 10)
    canvas.text((right - 10, y), text, room, size=fonts.NEEDED, ink=WHITE, side="r")


def _ranking(canvas: Canvas, width: float, view: NavegadorView, y: float) -> None:
    """Draw the points of all players, the winner first."""
    step = (width - 24) / len(view.ranking)
    points = {score.seat: score.total for score in view.scores}
    for place, seat in enumerate(view.ranking):
        x = 36 + place * step
        canvas.paste(badge(seat, 46), (x, y))
        canvas.text((x + 30, y), str(points[seat]), step - 60, size=38)


def card(picture: Canvas, part: Part, view: NavegadorView, news: News) -> None:
    """Draw the holder of the Navegador card and how many fields it still goes.

    The box has a violet frame if the card changed hands, and a violet title if it was just used.
    """
    canvas = part.on(picture)
    width, height = part.measures
    if news.card:
        canvas.frame((-5, -5, width + 10, height + 10), None, NEW, 6, 20)
    canvas.frame(part.size, CARD, _EDGE, 3, 16)
    if news.used:
        canvas.frame((4, 8, width - 8, 50), NEW, None, 0, 10)
    ink = WHITE if news.used else TEXT
    canvas.text((width / 2, 32), "Navegador", width - 14, size=CHART_TEXT, side="m", ink=ink)
    canvas.paste(icons.icon("navegador", 76), (62, 102))
    canvas.paste(badge(view.card.holder, 66), (148, 102))
    step = (width - 40) / _CARD_FIELDS
    for pip in range(_CARD_FIELDS):
        at = (20 + step * (pip + 0.5), height - 26)
        fill = icons.ORANGE if pip < view.card.left else CARD
        canvas.frame((at[0] - 8, at[1] - 8, 16, 16), fill, icons.ORANGE_DARK, 2.4, 8)
