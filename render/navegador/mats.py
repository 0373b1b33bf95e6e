"""The players' mats as a table: a row a seat, a column a category; above it the privileges on offer."""

from __future__ import annotations

from engines.navegador import board
from engines.navegador.view import NavegadorView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, mix
from render.kit.pen import Pen
from render.navegador import icons, words
from render.navegador.layout import MARGIN, MATS_HEAD, MATS_TOP, ROW, WIDTH, row_top
from render.navegador.news import News

_EDGES = {
    "name": (MARGIN, 312),
    "purse": (316, 498),
    "colony": (508, 724),
    "factory": (732, 1000),
    "explorer": (1008, 1152),
    "shipyard": (1160, 1304),
    "church": (1312, 1456),
    "points": (1464, WIDTH - MARGIN),
}
_LINE_ONE, _LINE_TWO = 32, 75


def ground(pen: Pen, seats: int) -> None:
    """The empty rows."""
    for category in (*board.CATEGORIES, "points"):
        left, right = _EDGES[category]
        pen.box((left, MATS_TOP), (right - left, MATS_HEAD - 10), mix(CARD, LINE, 0.22), LINE, 2, 12)
    pen.box((MARGIN, MATS_TOP), (_EDGES["purse"][1] - MARGIN, MATS_HEAD - 10), mix(CARD, LINE, 0.22), LINE, 2, 12)
    for seat in range(seats):
        mat.ground(pen, _box(seat), seat)
        for column in (*board.CATEGORIES, "points"):
            mat.divide(pen, _EDGES[column][0] - 4, row_top(seat), ROW)


def _box(seat: int) -> Box:
    return MARGIN, row_top(seat), WIDTH - 2 * MARGIN, ROW


def labels(canvas: Canvas, caption: Caption) -> None:
    """The heads of the columns."""
    for category in board.CATEGORIES:
        left, right = _EDGES[category]
        canvas.text(
            ((left + right) / 2, MATS_TOP + 21),
            caption.text(words.CATEGORIES[category]),
            right - left - 8,
            size=fonts.SMALLEST,
            side="m",
        )
    left, right = _EDGES["points"]
    canvas.text(
        ((left + right) / 2, MATS_TOP + 21), caption.text(words.POINTS), right - left - 8, size=fonts.SMALLEST, side="m"
    )
    canvas.text(
        ((left + right) / 2, MATS_TOP + 54),
        f"({caption.text(words.ON_MAT)})",
        right - left - 8,
        size=fonts.SMALLEST,
        side="m",
        ink=SOFT,
    )
    canvas.paste(icons.seal(40), (MARGIN + 34, MATS_TOP + 38))
    canvas.text((MARGIN + 62, MATS_TOP + 37), caption.text(words.GALLERY), _EDGES["purse"][1] - MARGIN - 76, size=30)


def draw(canvas: Canvas, view: NavegadorView, caption: Caption, news: News) -> None:
    """The gallery and every mat."""
    for category in board.CATEGORIES:
        left, right = _EDGES[category]
        if category in news.taken:
            canvas.frame((left - 2, MATS_TOP - 2, right - left + 4, MATS_HEAD - 6), None, NEW, 5, 14)
        count = view.gallery[category]
        for number in range(count):
            canvas.paste(icons.seal(34), ((left + right) / 2 + (number - (count - 1) / 2) * 36, MATS_TOP + 54))
        if not count:
            canvas.text(((left + right) / 2, MATS_TOP + 54), fonts.DASH, 30, side="m", ink=SOFT)
    acting = view.to_act[:1]
    for player in view.players:
        _mat(canvas, view, player, caption, news, player.seat in acting)


def _mat(canvas: Canvas, view: NavegadorView, player: PlayerView, caption: Caption, news: News, acting: bool) -> None:
    seat, top = player.seat, row_top(player.seat)
    if acting:
        mat.light(canvas, _box(seat), seat)
    for category in board.CATEGORIES:
        left, right = _EDGES[category]
        if (seat, category) in news.cells:
            canvas.frame((left - 1, top + 4, right - left, ROW - 8), NEW_WASH, NEW, 5, 12)
    _identity(canvas, view, player, caption, top)
    _purse(canvas, player, news, top)
    for category in board.CATEGORIES:
        _category(canvas, player, category, top)
    left, right = _EDGES["points"]
    if view.over:
        canvas.text((left + 8, top + _LINE_ONE), f"{view.ranking.index(seat) + 1}.", 40, size=30, ink=SOFT)
    canvas.text((right - 14, top + _LINE_ONE), str(player.projected), 90, size=44, side="r")
    canvas.text((right - 14, top + _LINE_TWO), f"({player.mat_points})", 100, size=30, side="r", ink=SOFT)


def _identity(canvas: Canvas, view: NavegadorView, player: PlayerView, caption: Caption, top: int) -> None:
    left, right = _EDGES["name"]
    canvas.paste(badge(player.seat, 62), (left + 54, top + ROW / 2))
    canvas.text((left + 94, top + _LINE_ONE), caption.name(player.seat), right - left - 98, size=32)
    x = left + 112
    if player.royal:
        canvas.paste(signs.crown(38), (x, top + _LINE_TWO))
        if player.royal_best:
            canvas.text((x + 24, top + _LINE_TWO), fonts.NEXT, 20, ink=SOFT)
            canvas.paste(icons.category(player.royal_best, 36), (x + 56, top + _LINE_TWO))
        x += 104
    if view.card.holder == player.seat:
        canvas.paste(icons.navegador(46), (x, top + _LINE_TWO))


def _purse(canvas: Canvas, player: PlayerView, news: News, top: int) -> None:
    left, right = _EDGES["purse"]
    y: float = top + _LINE_ONE
    canvas.paste(signs.coin(30), (left + 17, y))
    size = 32 if player.money < 1000 else 29
    end = left + 38 + canvas.text((left + 38, y), str(player.money), 120, size=size)
    change = news.money.get(player.seat, 0)
    label = f"{change:+}".replace("-", fonts.MINUS)
    if change and fonts.width(label, fonts.SMALLEST) < right - 6 - end:
        canvas.text((right, y), label, right - end, size=fonts.SMALLEST, ink=NEW, side="r")
    y = top + _LINE_TWO
    canvas.paste(icons.worker(34), (left + 18, y))
    canvas.text((left + 36, y), str(player.workers), 24, size=30, ink=NEW if player.seat in news.workers else TEXT)
    canvas.paste(icons.ship(36), (left + 78, y))
    canvas.text(
        (left + 99, y),
        str(sum(player.fleet.values())),
        24,
        size=30,
        ink=NEW if player.seat in news.ships else TEXT,
    )
    canvas.paste(icons.ship(36, SOFT, False), (left + 138, y))
    canvas.text((left + 159, y), str(player.supply), 24, size=30, ink=SOFT)


def _category(canvas: Canvas, player: PlayerView, category: str, top: int) -> None:
    left, right = _EDGES[category]
    one, two = top + _LINE_ONE, top + _LINE_TWO
    counts = {"colony": player.colonies, "factory": player.factories}.get(category)
    wide = 0
    if counts is None:
        canvas.paste(icons.category(category, 36), (left + 26, one))
        canvas.text((left + 50, one), str(player.units[category]), 36, size=30)
    else:
        wide = sum(count > 9 for count in counts.values())
        _goods(canvas, counts, left + 8, one)
    for slot in range(board.PRIVILEGE_SLOTS):
        canvas.paste(icons.seal(28, slot < player.privileges[category]), (left + 18 + slot * 22, two))
    bonus = player.next_bonus[category]
    if bonus is not None:
        canvas.text((right - 12, two), f"+{bonus}", 60, size=fonts.SMALLEST, side="r", ink=SOFT)
    at = (right - 76, two) if wide else (right - 12, one)
    canvas.text(at, f"{fonts.TIMES}{player.multipliers[category]}", 50, size=30, side="r", ink=icons.SEAL)


def _goods(canvas: Canvas, counts: dict[str, int], left: float, y: float) -> None:
    """Pieces by good; a number of two figures pushes the rest along (its multiplier then goes one line down)."""
    x = left
    for name, count in counts.items():
        canvas.paste(icons.good(name, 28), (x + 14, y))
        x += max(52, 36 + canvas.text((x + 30, y), str(count), 40, size=30, ink=TEXT if count else SOFT))
