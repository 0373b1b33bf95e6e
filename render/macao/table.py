"""The middle of the table: the cards to take, then the dice and who chose them, at the end the ranking."""

from __future__ import annotations

from functools import lru_cache

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, mix
from render.kit.pen import Pen
from render.macao import cubes, icons, words
from render.macao.inks import PALETTE, TYPE, TYPE_WASH
from render.macao.layout import TABLE
from render.macao.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = TABLE
_GAP = 9
_DIE = _WIDTH / len(board.COLOURS)
_HEAD = 48
_EFFECT = 134


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
    canvas.paste(icons.kind(card.type, 28), (left + 19, y))
    canvas.text((left + 35, y), caption.text(words.TITLES[id]), width - 39, size=SMALLEST)
    size, lines = _fitted(caption.text(words.SHORTS[id]), int(width - 16))
    pitch = size + 5
    first = top + _HEAD + 46 + (height - _HEAD - 54 - (len(lines) - 1) * pitch) / 2
    for line, label in enumerate(lines):
        canvas.text((left + width / 2, first + line * pitch), label, width - 12, size=size, side="m")
    y = top + _HEAD + 21
    cubes.row(canvas, card.cost, (left + 10, y), 30)
    x = left + width - 10
    for value, sign in ((card.tribute.prestige, icons.prestige(26)), (card.tribute.gold, signs.coin(26))):
        x -= canvas.text((x, y), str(value), 20, size=SMALLEST, side="r", ink=SOFT) + 2
        canvas.paste(sign, (x, y), "r")
        x -= 32


@lru_cache(maxsize=1024)
def _fitted(effect: str, room: int) -> tuple[int, tuple[str, ...]]:
    """The largest size in which an effect fits on its card, and its lines."""
    for size in (38, 34, 30, SMALLEST):
        lines = fonts.balanced(effect, size, room, 6)
        if len(lines) * (size + 5) <= _EFFECT and " ".join(lines) == effect:
            break
    return size, fonts.balanced(effect, size, room, _EFFECT // (size + 5))


def _dice(canvas: Canvas, view: MacaoView, caption: Caption, news: News) -> None:
    drop = 0 if view.phase == "dice" or any(player.chosen for player in view.players) else 44
    for number, colour in enumerate(board.COLOURS):
        left = _LEFT + number * _DIE
        value = view.rolled.get(colour, 0)
        choosers = [player.seat for player in view.players if player.chosen and colour in player.chosen]
        new = news.rolled or any((seat, colour) in news.chosen for seat in choosers)
        if choosers or new:
            box = (left + 6, _TOP + 10, _DIE - 12, _HEIGHT - 20)
            canvas.frame(box, CARD, NEW if new else LINE, 5 if new else 3, 12)
        canvas.paste(icons.die(colour, value, 108), (left + 68, _TOP + 80 + drop))
        canvas.paste(cubes.cube(colour, 40), (left + 152, _TOP + 44 + drop))
        canvas.text((left + 132, _TOP + 86 + drop), caption.title(words.COLOURS[colour]), _DIE - 138, size=28)
        if value:
            arrives = f"{caption.text(words.ROUND)} {min(board.ROUNDS, view.turn + value - 1)}"
            canvas.text((left + 132, _TOP + 120 + drop), arrives, _DIE - 138, size=SMALLEST, ink=SOFT)
        start = left + _DIE / 2 - (len(choosers) - 1) * 29
        for place, seat in enumerate(choosers):
            canvas.paste(badge(seat, 54, PALETTE), (start + place * 58, _TOP + 204))


def _ranking(canvas: Canvas, view: MacaoView, caption: Caption) -> None:
    """Every seat's points by source, best first."""
    scores = {score.seat: score for score in view.scores}
    edges = [_LEFT + 586 + number * 160 for number in range(len(words.SOURCES))]
    y = _TOP + 30
    for x, message in zip(edges, words.SOURCES.values(), strict=True):
        canvas.text((x + 140, y), caption.text(message), 155, size=SMALLEST, side="r", ink=SOFT)
    step = (_HEIGHT - 56) / view.seats
    for place, seat in enumerate(view.ranking):
        y = _TOP + 50 + (place + 0.5) * step
        if not place:
            canvas.frame((_LEFT + 8, y - step / 2, _WIDTH - 16, step), PALETTE.washes[seat], PALETTE.edges[seat], 4, 12)
        canvas.text((_LEFT + 26, y), f"{place + 1}.", 40, size=34)
        canvas.paste(badge(seat, 48, PALETTE), (_LEFT + 100, y))
        canvas.text((_LEFT + 136, y), caption.name(seat), 300, size=32)
        canvas.text((_LEFT + 550, y), str(scores[seat].total).replace("-", fonts.MINUS), 100, size=42, side="r")
        for x, source in zip(edges, words.SOURCES, strict=True):
            value = scores[seat].sources.get(source, 0)
            label = str(value).replace("-", fonts.MINUS)
            canvas.text((x + 140, y), label, 120, size=32, side="r", ink=TEXT if value else SOFT)
