"""The middle of the table: the cards to take, then the dice and who chose them, at the end the ranking."""

from __future__ import annotations

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, LINE, MACAO, NEW, NEW_WASH, SOFT, TEXT, mix
from render.kit.pen import Pen
from render.macao import cubes, icons, words
from render.macao.inks import TYPE, TYPE_WASH
from render.macao.layout import TABLE
from render.macao.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = TABLE
_GAP = 12
_DIE = _WIDTH / len(board.COLOURS)
_HEAD = 48
_PITCH = 32


def ground(pen: Pen) -> None:
    """The bare table."""
    pen.box((_LEFT, _TOP), (_WIDTH, _HEIGHT), mix(CARD, LINE, 0.22), LINE, 2, 14)


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News) -> None:
    """What lies on the table in this phase."""
    if view.over:
        _ranking(canvas, view, caption)
    elif view.display and view.phase in ("draft", "cards"):
        slots = view.seats + board.OFFICES_PER_ROUND
        width = (_WIDTH - 2 * _GAP - (slots - 1) * _GAP) / slots
        for number, card in enumerate(view.display):
            left = _LEFT + _GAP + number * (width + _GAP)
            _card(canvas, card, left, width, caption, news.revealed)
    else:
        _dice(canvas, view, caption, news)


def _card(canvas: Canvas, id: str, left: float, width: float, caption: Caption, new: bool) -> None:
    card = CARDS[id]
    top, height = _TOP + 10, _HEIGHT - 20
    canvas.frame((left, top, width, height), CARD, NEW if new else TYPE[card.type], 4 if new else 3, 12)
    canvas.frame((left + 4, top + 4, width - 8, _HEAD - 4), TYPE_WASH[card.type], None, 0, 9)
    y = top + 25
    canvas.paste(icons.kind(card.type, 28), (left + 20, y))
    canvas.text((left + 37, y), caption.text(words.TITLES[id]), width - 43, size=SMALLEST)
    middle = left + width / 2
    canvas.lines((middle, top + 108), caption.text(words.SHORTS[id]), width - 16, 4, _PITCH, size=SMALLEST, side="m")
    y = top + _HEAD + 21
    cubes.row(canvas, card.cost, (left + 10, y), 30)
    x = left + width - 10
    for value, sign in ((card.tribute.prestige, icons.prestige(26)), (card.tribute.gold, signs.coin(26))):
        x -= canvas.text((x, y), str(value), 20, size=SMALLEST, side="r", ink=SOFT) + 2
        canvas.paste(sign, (x, y), "r")
        x -= 32


def _dice(canvas: Canvas, view: MacaoView, caption: Caption, news: News) -> None:
    for number, colour in enumerate(board.COLOURS):
        left = _LEFT + number * _DIE
        value = view.rolled.get(colour, 0)
        choosers = [player.seat for player in view.players if player.chosen and colour in player.chosen]
        new = news.rolled or any((seat, colour) in news.chosen for seat in choosers)
        if choosers or new:
            canvas.frame(
                (left + 6, _TOP + 10, _DIE - 12, _HEIGHT - 20), NEW_WASH if new else CARD, NEW if new else LINE, 4, 12
            )
        canvas.paste(icons.die(colour, value, 116), (left + 78, _TOP + 80))
        canvas.paste(cubes.cube(colour, 40), (left + 164, _TOP + 42))
        canvas.text((left + 144, _TOP + 86), words.title(caption.text(words.COLOURS[colour])), _DIE - 152, size=28)
        if value:
            arrives = f"{caption.text(words.ROUND)} {min(board.ROUNDS, view.turn + value - 1)}"
            canvas.text((left + 144, _TOP + 122), arrives, _DIE - 152, size=SMALLEST, ink=SOFT)
        start = left + _DIE / 2 - (len(choosers) - 1) * 29
        for place, seat in enumerate(choosers):
            canvas.paste(badge(seat, 54, MACAO), (start + place * 58, _TOP + 204))


def _ranking(canvas: Canvas, view: MacaoView, caption: Caption) -> None:
    """Every seat's points by source, best first."""
    scores = {score.seat: score for score in view.scores}
    edges = [_LEFT + 560 + number * 150 for number in range(len(words.SOURCES))]
    y = _TOP + 30
    for x, message in zip(edges, words.SOURCES.values(), strict=True):
        canvas.text((x + 140, y), caption.text(message), 145, size=SMALLEST, side="r", ink=SOFT)
    step = (_HEIGHT - 56) / view.seats
    for place, seat in enumerate(view.ranking):
        y = _TOP + 50 + (place + 0.5) * step
        if not place:
            canvas.frame((_LEFT + 8, y - step / 2, _WIDTH - 16, step), MACAO.washes[seat], MACAO.edges[seat], 4, 12)
        canvas.text((_LEFT + 26, y), f"{place + 1}.", 40, size=34)
        canvas.paste(badge(seat, 48, MACAO), (_LEFT + 100, y))
        canvas.text((_LEFT + 136, y), caption.name(seat), 300, size=32)
        canvas.text((_LEFT + 550, y), str(scores[seat].total).replace("-", fonts.MINUS), 100, size=42, side="r")
        for x, source in zip(edges, words.SOURCES, strict=True):
            value = scores[seat].sources.get(source, 0)
            told = str(value).replace("-", fonts.MINUS)
            canvas.text((x + 140, y), told, 120, size=32, side="r", ink=TEXT if value else SOFT)
