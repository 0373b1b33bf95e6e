"""The players' mats: purse, wind rose, tableau, hold and activated cards, a strip a seat."""

from __future__ import annotations

from engines.macao import board
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen
from render.macao import cubes, icons, pills
from render.macao.inks import FRAME, PALETTE
from render.macao.layout import INNER, MARGIN, MAT_HEAD, PILL_STEP, WIDTH, mat_height, mat_top
from render.macao.news import News

_ROSE = MARGIN + 322
_STOCK_WIDE, _FIELD_WIDE = 164, 116
_TABLEAU = _ROSE + _STOCK_WIDE + board.DIE_FIELDS * _FIELD_WIDE + 16
_ROOM = WIDTH - MARGIN - 12 - _ROSE
_HOLD_STEP, _HOLD_COLUMNS = 70, 4
_FIELD = mix(CARD, LINE, 0.28)


def rows(view: MacaoView, caption: Caption) -> int:
    """The rows that the fullest mat needs below its head."""
    needed = (max(pills.rows(p.activated, caption, _ROOM), -(-len(p.hold) // _HOLD_COLUMNS)) for p in view.players)
    return max(needed)


def _box(seat: int, rows: int) -> Box:
    return MARGIN, mat_top(seat, rows), INNER, mat_height(rows)


def _field(number: int) -> tuple[int, int]:
    """Left edge and width of a field of the rose."""
    if number == board.STOCK:
        return _ROSE, _STOCK_WIDE
    return _ROSE + _STOCK_WIDE + (number - 1) * _FIELD_WIDE, _FIELD_WIDE


def ground(pen: Pen, seats: int, rows: int) -> None:
    """The empty mats."""
    for seat in range(seats):
        mat.ground(pen, _box(seat, rows), seat, PALETTE)
        mat.divide(pen, _TABLEAU - 8, mat_top(seat, rows), MAT_HEAD)


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News, rows: int) -> None:
    """Every mat."""
    for player in view.players:
        seat = player.seat
        if seat in view.to_act:
            mat.light(canvas, _box(seat, rows), seat, PALETTE)
        top = mat_top(seat, rows)
        _identity(canvas, view, player, caption, news, top)
        _purse(canvas, player, news, top)
        _hold(canvas, player, news, top, rows)
        _rose(canvas, player, news, top)
        new = {card for owner, card in news.cards if owner == seat}
        slots = (_TABLEAU, top + 8, WIDTH - MARGIN - 12 - _TABLEAU, MAT_HEAD - 14)
        pills.reserved(canvas, player.tableau, new, caption, slots)
        used = {card for card, times in player.used.items() if times and card in player.activated}
        pills.activated(canvas, player.activated, used, new, caption, (_ROSE, top + MAT_HEAD + 21), _ROOM)


def _identity(canvas: Canvas, view: MacaoView, player: PlayerView, caption: Caption, news: News, top: int) -> None:
    left = MARGIN
    canvas.paste(badge(player.seat, 58, PALETTE), (left + 52, top + 40))
    canvas.text((left + 90, top + 38), caption.name(player.seat), _ROSE - left - 100, size=32)
    y = top + 96
    canvas.paste(icons.prestige(44), (left + 46, y))
    x = left + 76
    x += canvas.text((x, y), str(player.prestige), 90, size=46) + 10
    x += canvas.text((x, y), f"({player.projected})".replace("-", fonts.MINUS), 90, size=32, ink=SOFT)
    _change(canvas, news.prestige.get(player.seat, 0), (_ROSE - 12, y), _ROSE - 18 - x)


def _change(canvas: Canvas, change: int, at: tuple[float, float], room: float) -> None:
    label = f"{change:+}".replace("-", fonts.MINUS)
    if change and fonts.width(label, 28) <= room:
        canvas.text(at, label, room, size=28, ink=NEW, side="r")


def _purse(canvas: Canvas, player: PlayerView, news: News, top: int) -> None:
    """Gold, jokers, penalty markers, and the largest group among the own quarters."""
    left, y, seat = MARGIN + 26, top + 148, player.seat
    joker, penalty = icons.ware(board.JOKER, 30, player.jokers > 0), icons.penalty(28, player.penalties > 0)
    shown = (
        (0, 40, signs.coin(28), str(player.gold), player.gold, seat in news.gold),
        (68, 24, joker, str(player.jokers), player.jokers, seat in news.jokers),
        (128, 40, penalty, str(player.penalties), player.penalties, seat in news.penalties),
        (198, 66, icons.roof(30, FRAME), f"{player.group}/{len(player.quarters)}", player.group, False),
    )
    for x, room, sign, text, amount, new in shown:
        canvas.paste(sign, (left + x, y), "l")
        canvas.text((left + x + 32, y), text, room, size=29, ink=NEW if new else TEXT if amount else SOFT)


def _hold(canvas: Canvas, player: PlayerView, news: News, top: int, rows: int) -> None:
    """The wares aboard."""
    left, y = MARGIN + 28, top + MAT_HEAD + 21
    if player.seat in news.holds:
        canvas.frame((left - 4, y - 22, _ROSE - left - 8, 44), NEW_WASH, NEW, 4, 10)
    held = [(ware, player.hold[ware]) for ware in board.WARES if player.hold.get(ware)]
    if not held:
        canvas.paste(icons.hull(34, mix(SOFT, CARD, 0.45)), (left + 17, y))
        canvas.text((left + 44, y), fonts.DASH, 30, ink=SOFT)
    for number, (ware, count) in enumerate(held):
        x, line = left + number % _HOLD_COLUMNS * _HOLD_STEP, y + number // _HOLD_COLUMNS * PILL_STEP
        canvas.paste(icons.ware(ware, 36), (x + 18, line))
        canvas.text((x + 39, line), str(count), 24, size=30)


def _rose(canvas: Canvas, player: PlayerView, news: News, top: int) -> None:
    """The stock large under the arrow, then the six fields, each with its cubes by colour."""
    for number, field in enumerate(player.rose):
        left, width = _field(number)
        stock = number == board.STOCK
        middle = left + width / 2
        if stock:
            canvas.frame((left, top + 8, width - 2, MAT_HEAD - 14), WHITE, FRAME, 4, 14)
        else:
            canvas.frame((left + 4, top + 12, width - 4, MAT_HEAD - 22), _FIELD, None, 0, 10)
        if (player.seat, number) in news.fields:
            canvas.frame((left + 1, top + 6, width - 1, MAT_HEAD - 10), None, NEW, 5, 14)
        head = icons.arrow(38) if stock else icons.face(number, 32)
        total = sum(field.values())
        if stock:
            canvas.paste(head, (left + 34, top + 33))
            canvas.text((left + width - 20, top + 33), str(total), 60, size=40, side="r", ink=TEXT if total else SOFT)
        else:
            canvas.paste(head, (middle + 2, top + 34))
        columns = 2 if stock or len(field) > 3 else 1
        at = middle + (0 if stock else 2), top + 73
        cubes.counted(canvas, field, at, columns, 38 if stock else 36, 14 if stock else 1, 38 if stock else 37)
