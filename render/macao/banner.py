"""The head of the picture: whose turn it is and who follows, the tribute value, the rounds and their offices."""

from __future__ import annotations

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts, signs, turn
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen
from render.macao import cubes, icons, words
from render.macao.inks import FRAME, PALETTE
from render.macao.layout import ROUNDS, TRIBUTE, TURN
from render.macao.news import News

_STEP = (ROUNDS[2] - 12) / board.ROUNDS


def ground(pen: Pen) -> None:
    """The empty boxes."""
    panels(pen, (TURN, TRIBUTE, ROUNDS), FRAME)
    for number in range(board.ROUNDS):
        if number % 2:
            _, top, _, height = ROUNDS
            pen.box((_x(number + 1) - _STEP / 2, top + 8), (_STEP, height - 16), mix(CARD, LINE, 0.22), radius=8)


def labels(canvas: Canvas, caption: Caption) -> None:
    """The words that stay."""
    left, top, width, _ = TRIBUTE
    canvas.text((left + width / 2, top + 30), caption.text(words.TRIBUTE), width - 20, size=30, side="m")


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News) -> None:
    """Everything that changes in the three boxes."""
    _turn(canvas, view, caption)
    _order(canvas, view, caption)
    _tribute(canvas, view, news)
    _rounds(canvas, view)


def _turn(canvas: Canvas, view: MacaoView, caption: Caption) -> None:
    left, top, width, _ = TURN
    seats = view.ranking[:1] if view.over else view.to_act
    turn.whose(canvas, (left + 8, top + 8, width - 16, 82), seats, view.over, caption, PALETTE)


def _order(canvas: Canvas, view: MacaoView, caption: Caption) -> None:
    """The phase and the seats in the order in which they decide in it; those who are done are small."""
    left, top, width, height = TURN
    y = top + height - 40
    order = view.ranking if view.over else view.order[::-1] if view.phase == "draft" else view.order
    step = 84
    start = left + width - 44 - (len(order) - 1) * step
    canvas.text((left + 26, y), caption.text(words.PHASES[view.phase]), start - left - 70, size=34)
    done = () if view.over else [seat for seat in order if seat not in view.waiting]
    end = left + width - 44, y
    turn.order(canvas, order, end, step, 48, palette=PALETTE, done=done, acting=view.to_act)


def _tribute(canvas: Canvas, view: MacaoView, news: News) -> None:
    left, top, width, height = TRIBUTE
    if news.tribute or news.revealed:
        canvas.frame((left - 3, top - 3, width + 6, height + 6), None, NEW, 6, 18)
    shown = view.turn > 0
    for y, sign, value in (
        (top + 84, signs.coin(48), view.tribute_gold),
        (top + 138, icons.prestige(48), view.tribute_prestige),
    ):
        canvas.paste(sign, (left + 76, y))
        canvas.text((left + 110, y), str(value) if shown else fonts.DASH, 64, size=46)
    if shown:
        canvas.text((left + 34, top + 136), fonts.NEXT, 30, size=44, ink=SOFT, side="m")


def _x(number: int) -> float:
    return ROUNDS[0] + 6 + (number - 0.5) * _STEP


def _rounds(canvas: Canvas, view: MacaoView) -> None:
    top = ROUNDS[1]
    for number in range(1, board.ROUNDS + 1):
        x = _x(number)
        past = number < view.turn or view.over
        if number == view.turn and not view.over:
            canvas.frame((x - _STEP / 2 + 2, top + 8, _STEP - 4, 44), TEXT, None, 0, 10)
        ink = WHITE if number == view.turn and not view.over else mix(SOFT, CARD, 0.5) if past else TEXT
        canvas.text((x, top + 30), str(number), _STEP, size=32, side="m", ink=ink)
        cap = board.CAP[number]
        if cap < board.DIE_FIELDS and not past:
            canvas.text((x, top + 150), f"\u2264{cap}", _STEP, size=28, side="m", ink=SOFT)
    for ahead, pair in enumerate(view.offices):
        for line, office in enumerate(pair):
            ((colour, count),) = CARDS[office].cost.items()
            canvas.paste(cubes.chip(colour, count), (_x(view.turn + 1 + ahead), top + 74 + line * 40))
