"""The middle of the table: the cards on display, then the dice and their choosers, at the end the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, mix
from render.kit.pen import Pen, Point
from render.macao import cubes, icons, words
from render.macao.inks import PALETTE, TYPE, TYPE_WASH
from render.macao.layout import LETTERS, needed
from render.macao.news import News

_GAP = 8.0
"""Distance between cards, in units."""
_HEAD = 32
"""Height of the line with a card's name and cost, in units."""
_SIZES = (30, 28, LETTERS, 24, 22)
"""Sizes of an effect; the first that fits is taken."""
_MOST_LINES = 4
"""The most lines of an effect that fits."""
_CUBE = 26
"""Width of a cube of a cost, in units."""
_PRICE = 100
"""Room for a cost, in units; four cubes overlap."""
_TRIBUTE = 48
"""Width of a card's tribute beside its effect, in units."""


def ground(pen: Pen, size: Point) -> None:
    """Draw the bare table."""
    pen.box((0, 0), size, mix(CARD, LINE, 0.22), LINE, 2, 10)


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News, size: Point) -> None:
    """Draw the dice, cards or ranking that lie on the table in this phase."""
    if view.over:
        _ranking(canvas, view, caption, size)
    elif view.display and view.phase in ("draft", "cards"):
        for box, id in zip(_places(view.seats + board.OFFICES_PER_ROUND, size), view.display, strict=False):
            _card(canvas, id, box, caption, news.revealed)
    else:
        dice(canvas, view, caption, news, size)


def _places(slots: int, size: Point) -> list[Box]:
    """Return the places of the cards of a round, in two lines."""
    across = -(-slots // 2)
    width = (size[0] - (across + 1) * _GAP) / across
    height = (size[1] - 3 * _GAP) / 2
    return [
        (_GAP + column * (width + _GAP), _GAP + line * (height + _GAP), width, height)
        for line in range(2)
        for column in range(across)
    ][:slots]


def _card(canvas: Canvas, id: str, box: Box, caption: Caption, new: bool) -> None:
    """Draw a card: type, name and cost above its short effect, with its tribute at the right."""
    left_x, top, width, height = box
    card = CARDS[id]
    canvas.frame(box, CARD, NEW if new else TYPE[card.type], 4 if new else 2, 8)
    if new:
        canvas.paste(icons.icon("fresh", 18), (left_x + 1, top + 1))
    canvas.frame((left_x + 4, top + 4, width - 8, _HEAD - 4), TYPE_WASH[card.type], None, 0, 5)
    y = top + 18
    canvas.paste(icons.icon(card.type, 24), (left_x + 18, y))
    price = cubes.row_width(card.size, _CUBE, _PRICE)
    mat.name(canvas, (left_x + 32, y), caption.text(words.TITLES[id]), width - 40 - price, (27, needed(canvas.scale)))
    cubes.row(canvas, card.cost, (left_x + width - 7 - price, y), _CUBE, room=_PRICE)
    body = (left_x, top + _HEAD, width, height - _HEAD)
    _effect(canvas, caption.text(words.SHORTS[id]), body)
    x = left_x + width - _TRIBUTE + 4
    middle = top + _HEAD + (height - _HEAD) / 2
    for y, sign, value in (
        (middle - 15, icons.icon("coin", 22), card.tribute.gold),
        (middle + 15, icons.icon("prestige", 24), card.tribute.prestige),
    ):
        canvas.paste(sign, (x + 10, y))
        canvas.text((x + 25, y), str(value), 16, size=LETTERS, ink=TEXT if value else SOFT)


def _effect(canvas: Canvas, effect: str, box: Box) -> None:
    """Draw a short effect in the middle of a box, left of the place of the tribute."""
    left_x, top, width, height = box
    room = width - 18 - _TRIBUTE
    size, lines = _fitted(effect, int(room - 6), int(height), needed(canvas.scale))
    pitch = _pitch(size)
    middle = top + height / 2
    if len(lines) > 2:
        middle -= 3  # many lines fill the box, and keep clear of the card's frame
    for line, text in enumerate(lines):
        at = left_x + 8 + room / 2, middle + (line - (len(lines) - 1) / 2) * pitch
        canvas.text(at, text, room + 8, size=size, side="m")


def _pitch(size: int) -> int:
    """Return the distance between lines of an effect.

    Lines of ``LETTERS`` touch: a channel shows them as nine pixels, so that many effects shall keep this size. Below
    the usual sizes there is no room left for more than a unit between them.
    """
    if size == LETTERS:
        return size
    return size + (1 if size < _SIZES[-1] else 3)


@lru_cache(maxsize=1024)
def _fitted(effect: str, room: int, height: int, min_size: int) -> tuple[int, tuple[str, ...]]:
    """Return the largest size in which an effect fits on its card, and its lines."""
    for size in (*_SIZES, min_size):
        lines = fonts.balanced(effect, size, room, _MOST_LINES)
        if len(lines) * _pitch(size) <= height and " ".join(lines) == effect:
            return size, lines
    # Even the smallest size is too large: the end is cut off.
    return min_size, fonts.balanced(effect, min_size, room, height // _pitch(min_size))


def dice(canvas: Canvas, view: MacaoView, caption: Caption, news: News, size: Point) -> None:
    """Draw the dice: value, colour, the round of its cubes, and the seats that chose it."""
    wide = size[0] / len(board.COLOURS)
    for number, colour in enumerate(board.COLOURS):
        _die(canvas, colour, view, caption, news, (number * wide, 0, wide, size[1]))


def _die(canvas: Canvas, colour: str, view: MacaoView, caption: Caption, news: News, box: Box) -> None:
    """Draw the die of a colour in its column; it is framed if somebody chose it or if it has just been rolled."""
    left_x, _, wide, height = box
    middle = left_x + wide / 2
    value = view.rolled.get(colour, 0)
    choosers = [player.seat for player in view.players if player.chosen and colour in player.chosen]
    is_new = news.this_round.rolled or any((seat, colour) in news.this_round.chosen for seat in choosers)
    if choosers or is_new:
        frame = (left_x + 5, 7, wide - 10, height - 14)
        canvas.frame(frame, CARD, NEW if is_new else LINE, 4 if is_new else 2, 8)
    if is_new:
        canvas.paste(icons.icon("fresh", 18), (left_x + 8, 10))
    canvas.paste(icons.die(colour, value, 62), (middle - 20, 48))
    canvas.paste(cubes.cube(colour, 32), (middle + 37, 48))
    canvas.text((middle, 101), caption.title(words.COLOURS[colour]), wide - 16, size=26, side="m")
    if value:
        # The cubes lie on the field of the value; those of a 1 arrive in this round.
        arrival = min(board.ROUNDS, view.turn + value - 1)
        label = f"{caption.text(words.ROUND)} {arrival}"
        canvas.text((middle, 132), label, wide - 16, size=26, ink=SOFT, side="m")
    step = 46 if len(choosers) < 4 else 34
    for place, seat in enumerate(choosers):
        x = middle + (place - (len(choosers) - 1) / 2) * step
        canvas.paste(badge(seat, min(44, step), PALETTE, needed(canvas.scale)), (x, 178))


def _ranking(canvas: Canvas, view: MacaoView, caption: Caption, size: Point) -> None:
    """Draw the points of all seats by source, the best first."""
    scores = {score.seat: score for score in view.scores}
    columns_left = 0.4 * size[0]
    total_end = 0.39 * size[0]
    min_size = needed(canvas.scale)
    titles = [caption.text(message) for message in words.SOURCES.values()]
    columns = _columns(titles, columns_left, size[0] - 14, min_size)
    for (end, room), title in zip(columns, titles, strict=True):
        canvas.text((end, 20), title, room - 2, size=min_size, side="r", ink=SOFT, aside=True)
    step = (size[1] - 42) / view.seats
    for place, seat in enumerate(view.ranking):
        y = 36 + (place + 0.5) * step
        if place == 0:
            colour = PALETTE.of(seat)
            canvas.frame((6, y - step / 2, size[0] - 12, step), colour.wash, colour.edge, 4, 10)
        canvas.text((20, y), f"{place + 1}.", 34, size=28)
        canvas.paste(badge(seat, min(44, round(step) - 4), PALETTE, min_size), (80, y))
        mat.name(canvas, (110, y), caption.name(seat), total_end - 210, (26, min_size))
        canvas.text((total_end, y), _signed(scores[seat].total), 90, size=38, side="r")
        for (end, room), source in zip(columns, words.SOURCES, strict=True):
            value = scores[seat].sources.get(source, 0)
            canvas.text((end, y), _signed(value), room - 10, size=26, side="r", ink=TEXT if value else SOFT)


class _Column(NamedTuple):
    """A column of numbers below a title."""

    end: float
    """The right end."""
    room: float


def _columns(titles: Sequence[str], left_x: float, right: float, size: int) -> list[_Column]:
    """Return columns as wide as their titles, which share what is left over, or give up a share of what is missing.

    A title counts for no more than twice an even share.
    """
    room = right - left_x
    max_width = 2 * room / len(titles)
    widths = [min(max_width, fonts.width(title, size)) for title in titles]
    widths = [width * min(1, room / sum(widths)) for width in widths]
    spare = (room - sum(widths)) / len(widths)
    return [
        _Column(left_x + sum(widths[: number + 1]) + spare * (number + 1), width + spare)
        for number, width in enumerate(widths)
    ]


def _signed(value: int) -> str:
    return str(value).replace("-", fonts.MINUS)
