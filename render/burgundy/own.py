"""A player's own picture: the board, large, with the hexes that can be filled now, storage, goods and purse."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import (
    choice,
    depots,
    icons,
    layout,
    marks,
    mats,
    player_board,
    tiles,
    words,
)
from render.burgundy.inks import EDGE, SLOT
from render.burgundy.layout import BOARD
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.news import News
from render.burgundy.offers import Offers
from render.burgundy.own_layout import Own
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, NEW_WASH, PAPER, PLAIN, SOFT, TEXT, WHITE, mix
from render.kit.ink import LINE as RULE
from render.kit.news import names_of
from render.kit.pen import Point

_FINE = 2
"""Number of units of the corners' words to one unit of the board, which is large."""
_CORNER = 34
_LINE = 42
_EDGE = 6
"""Space beside a change inside its frame, in units."""


def draw(canvas: Canvas, place: Own, view: BurgundyView, player: PlayerView, caption: Caption, offered: Offers) -> None:
    """Draw a player's belongings and the offers to the player."""
    changed = News(caption.events)
    _head(place.head.on(canvas), place.head.measures, view, player, caption, changed)
    if player.choices:
        x, y, _, _ = place.board.box
        area = (x, y, place.head.box[2], place.size[1] - y - x)
        choice.draw(canvas, player.choices, caption, area)
        return
    _board(place.board.on(canvas), place.board.measures, view, player, caption, changed, offered)
    fresh = mats.fresh(player, changed)
    for number, part in enumerate(place.storage):
        kind = player.storage[number] if number < len(player.storage) else ""
        _stored(part.on(canvas), part.measures, kind, caption, number in fresh, kind in offered.discarded)
    _goods(place.goods.on(canvas), place.goods.measures, player, caption, changed, offered)


def _head(canvas: Canvas, size: Point, view: BurgundyView, player: PlayerView, caption: Caption, changed: News) -> None:
    """Draw name and points above workers, silverlings and sold goods, with the dice at the right."""
    (width, height) = size
    seat = player.seat
    acting = seat in view.to_act
    fill = PLAIN.of(seat).wash if acting else CARD
    canvas.frame((0, 0, width, height), fill, PLAIN.of(seat).edge, 7 if acting else 4, 18)
    y = 52.0
    canvas.paste(badge(seat, 84), (62, y + 4))
    middle = width * 0.47
    mat.name(canvas, (120, y), caption.name(seat), middle - 170, (46, NEEDED))
    wide = fonts.width(mat.total_label(view, seat), 62) + 28
    x = middle - 20 + mat.total(canvas, (middle - 20 + wide, y), view, seat, wide, 62) + 16
    right = width - 2 * 104 - 20
    mats.dice(canvas, player, changed, (right, height / 2), 94)
    end = right - 30
    end -= mat.so_far(canvas, (end, y), icons.icon("points", 44), player.vp, 140, NEEDED) + 20
    if not view.over:
        canvas.text((x, y), caption.text(words.PROJECTED), end - x, size=NEEDED, ink=SOFT)
    y = height - 44
    x = 120.0
    for sign, count, change in (
        (icons.icon("worker", 52), player.workers, changed.workers.get(seat)),
        (icons.icon("silverling", 50), player.silverlings, changed.silverlings.get(seat)),
    ):
        canvas.paste(sign, (x, y), "l")
        end = x + 62 + canvas.text((x + 62, y), str(count), 80, size=46, ink=TEXT if count else SOFT)
        if change is not None:
            end += 8 + mat.pill(canvas, (end + 8, y), mat.difference(change), NEEDED, edge=_EDGE)
        x = max(x + 150, end + 16)
    if player.purchased:
        label = fonts.clip(caption.text(words.PURCHASED), NEEDED, int(middle - 50 - x))
        if seat in changed.purchased:
            mat.pill(canvas, (x - _EDGE, y), label, NEEDED, edge=_EDGE)
        else:
            canvas.text((x, y), label, middle - 40 - x, size=NEEDED, ink=SOFT)
    x = middle - 26
    if any(player.sold.values()):
        canvas.paste(icons.icon("sold", 50), (x, y), "l")
        x += 64
    sold = [kind for kind in box.GOODS if player.sold.get(kind)]
    step = min(112.0, (right - 16 - x) / max(1, len(sold)))
    for number, kind in enumerate(sold):
        left = x + number * step
        if kind in changed.sold[seat]:
            canvas.frame((left - 4, y - 27, step - 6, 54), NEW_WASH, NEW, 5, 12)
        canvas.paste(icons.goods(kind, 44), (left, y), "l")
        canvas.text((left + 46, y), f"{fonts.TIMES}{player.sold[kind]}", step - 46, size=NEEDED, ink=SOFT)


def _board(
    canvas: Canvas,
    size: Point,
    view: BurgundyView,
    player: PlayerView,
    caption: Caption,
    changed: News,
    offered: Offers,
) -> None:
    """Draw the board, and in its corners its name, the key of its rings and the bonus tiles."""
    width, height = size
    middle = width / 2, height / 2
    player_board.draw(canvas, player, middle, caption, names_of(changed.hexes, player.seat))
    marks.draw(canvas, player, middle, caption, offered.hexes)
    corner = canvas.moved((0, 0), 1 / _FINE)
    room = _FINE * (150 + (width - BOARD[0]) / 2 - 12)
    label = f"{caption.text(words.BOARD)} {words.board(player.board, caption)}"
    lines = fonts.wrap(label, _CORNER, int(room - 30), 4)
    for number, line in enumerate(lines, 1 - len(lines)):
        y = _FINE * height - 34 + number * _LINE
        if player.seat in changed.boards:
            mat.pill(corner, (16 - _EDGE, y), line, _CORNER, edge=_EDGE, high=_LINE, aside=True)
        else:
            corner.text((16, y), line, room, size=_CORNER, ink=SOFT, aside=True)
    if offered.hexes:
        corner.paste(marks.key(), (16, 58), "l")
        text = caption.text(words.OPEN)
        corner.lines((96, 34), text, room - 84, 4, _LINE, size=_CORNER, ink=SOFT, aside=True)
    mats.bonus(canvas.moved((width - 30, height - 32), 0.8), view, player, changed, layout.corner((0, 0)))


def _stored(canvas: Canvas, size: Point, kind: str, caption: Caption, fresh: bool, offered: bool) -> None:
    """Draw a space of the storage with the name and the effect of its tile."""
    width, height = size
    if not kind:
        canvas.frame((0, 0, width, height), SLOT, mix(PAPER, RULE, 0.6), 2, 14)
        canvas.text((24, height / 2), caption.text(words.STORAGE), width - 40, size=NEEDED, ink=SOFT, aside=True)
        return
    line, thick = (NEW, 7) if fresh else (TEXT, 8) if offered else (EDGE[box.COLOUR[kind]], 3)
    canvas.frame((0, 0, width, height), WHITE if offered else CARD, line, thick, 14)
    if fresh:
        canvas.paste(icons.icon("fresh", 32), (20, 20))
    canvas.paste(tiles.tile(kind, 108, tiles.code(kind, caption)), (66, height / 2))
    x = 130.0
    room = width - 138
    short = fonts.wrap(caption.text(words.SHORTS[box.card(kind)]), NEEDED, int(room), 3)
    top = height / 2 - (len(short) + 1) * 22 + 20
    canvas.text((x, top), caption.title(words.name_of(kind)), room, size=NEEDED)
    for number, text in enumerate(short, 1):
        canvas.text((x, top + number * 44), text, room, size=NEEDED, ink=SOFT)


def _goods(canvas: Canvas, size: Point, player: PlayerView, caption: Caption, changed: News, offered: Offers) -> None:
    """Draw the goods store; goods that can be sold and goods that have just come are framed."""
    width, height = size
    came = {kind for kind in player.goods if (player.seat, kind) in changed.goods}
    new = bool(came or changed.sold[player.seat])
    canvas.frame((0, 0, width, height), CARD, NEW if new else RULE, 7 if new else 2, 14)
    if new:
        canvas.paste(icons.icon("fresh", 28), (16, 16))
    held = [kind for kind in box.GOODS if player.goods.get(kind)]
    step = (width - 24) / max(box.GOODS_SPACES, len(held))
    y = height / 2
    for number in range(max(box.GOODS_SPACES, len(held))):
        x = 12 + number * step
        if number >= len(held):
            canvas.paste(icons.icon("barrel", 60, ink=RULE), (x + 10, y), "l")
            if not number:
                label = caption.text(words.GOODS_STORE)
                canvas.text((x + 82, y), label, width - 120, size=NEEDED, ink=SOFT, aside=True)
            continue
        kind = held[number]
        price = offered.sold.get(kind)
        if price:
            canvas.frame((x, 10, step - 8, height - 20), WHITE, TEXT, 7, 14)
        if kind in came:
            canvas.frame((x + 5, y - 37, 72, 74), NEW_WASH, NEW, 5, 14)
        canvas.paste(icons.goods(kind, 62), (x + 10, y), "l")
        taken = canvas.text((x + 78, y), f"{fonts.TIMES}{player.goods[kind]}", 66, size=42)
        x = x + 88 + taken
        room = step - 96 - taken
        if price is None:
            canvas.text((x, y), caption.title(words.GOODS[kind]), room, size=NEEDED, ink=SOFT)
        elif price.die is not None and not price.workers:
            canvas.paste(icons.die(player.seat, price.die, 52), (x + 4, y), "l")
        elif price.workers:
            depots.workers(canvas, price.workers, (x + 4, y))
