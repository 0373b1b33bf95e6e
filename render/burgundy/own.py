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
from render.burgundy.offers import Offers, Price
from render.burgundy.own_layout import Own
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, NEW_WASH, PAPER, PLAIN, SOFT, TEXT, WHITE, Ink, mix
from render.kit.ink import LINE as RULE
from render.kit.news import names_of
from render.kit.pen import Point

_FINE = 2
"""Number of units of the words in the board's corners to one unit of the board, which is drawn large."""
_CORNER = 34
"""Size of these words, in their units."""
_CORNER_PITCH = 42
"""Distance from a line of these words to the next, in their units."""
_STORED_PITCH = 44
"""Distance from a line of a stored tile's words to the next, in units."""
_NAME_LINE = 52.0
"""Middle of the head's upper line, in units."""
_EDGE = 6
"""Space beside a change inside its frame, in units."""
_SOLD_STEP = 112.0
"""Distance from a kind of sold goods to the next, in units; less if there is no room for all."""


def draw(canvas: Canvas, place: Own, view: BurgundyView, player: PlayerView, caption: Caption, offered: Offers) -> None:
    """Draw a player's belongings and the offers to the player; before the game, the boards to choose from."""
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
    width, height = size
    is_acting = player.seat in view.to_act
    colour = PLAIN.of(player.seat)
    canvas.frame((0, 0, width, height), colour.wash if is_acting else CARD, colour.edge, 7 if is_acting else 4, 18)
    middle = width * 0.47
    dice_left = width - 2 * 104 - 20
    total_end = _identity(canvas, view, player, caption, middle)
    mats.dice(canvas, player, changed, (dice_left, height / 2), 94)
    end = dice_left - 30
    end -= mat.so_far(canvas, (end, _NAME_LINE), icons.icon("points", 44), player.vp, 140, NEEDED) + 20
    if not view.over:
        x = total_end + 16
        canvas.text((x, _NAME_LINE), caption.text(words.PROJECTED), end - x, size=NEEDED, ink=SOFT)
    y = height - 44
    x = _purse(canvas, player, changed, (120.0, y))
    if player.purchased:
        label = fonts.clip(caption.text(words.PURCHASED), NEEDED, int(middle - 50 - x))
        if player.seat in changed.purchased:
            mat.pill(canvas, (x - _EDGE, y), label, NEEDED, edge=_EDGE)
        else:
            canvas.text((x, y), label, middle - 40 - x, size=NEEDED, ink=SOFT)
    _sold(canvas, player, changed, (middle - 26, y), dice_left)


def _identity(canvas: Canvas, view: BurgundyView, player: PlayerView, caption: Caption, middle: float) -> float:
    """Draw badge and name up to the middle, then the points if the game ended now; return where these end."""
    seat = player.seat
    y = _NAME_LINE
    canvas.paste(badge(seat, 84), (62, y + 4))
    mat.name(canvas, (120, y), caption.name(seat), middle - 170, (46, NEEDED))
    left_x = middle - 20
    total_width = fonts.width(mat.total_label(view, seat), 62) + 28
    return left_x + mat.total(canvas, (left_x + total_width, y), view, seat, total_width, 62)


def _purse(canvas: Canvas, player: PlayerView, changed: News, at: Point) -> float:
    """Draw workers and silverlings, each with its change, from the left end ``at``; return where they end."""
    seat = player.seat
    x, y = at
    for sign, count, change in (
        (icons.icon("worker", 52), player.workers, changed.workers.get(seat)),
        (icons.icon("silverling", 50), player.silverlings, changed.silverlings.get(seat)),
    ):
        canvas.paste(sign, (x, y), "l")
        end = x + 62 + canvas.text((x + 62, y), str(count), 80, size=46, ink=TEXT if count else SOFT)
        if change is not None:
            end += 8 + mat.pill(canvas, (end + 8, y), mat.difference(change), NEEDED, edge=_EDGE)
        x = max(x + 150, end + 16)
    return x


def _sold(canvas: Canvas, player: PlayerView, changed: News, at: Point, right: float) -> None:
    """Draw the numbers of sold goods by kind, from the left end ``at`` to ``right``; changed ones are framed."""
    x, y = at
    kinds_sold = [kind for kind in box.GOODS if player.sold.get(kind)]
    if not kinds_sold:
        return
    canvas.paste(icons.icon("sold", 50), (x, y), "l")
    x += 64
    step = min(_SOLD_STEP, (right - 16 - x) / len(kinds_sold))
    for number, kind in enumerate(kinds_sold):
        left_x = x + number * step
        if kind in changed.sold[player.seat]:
            canvas.frame((left_x - 4, y - 27, step - 6, 54), NEW_WASH, NEW, 5, 12)
        canvas.paste(icons.goods(kind, 44), (left_x, y), "l")
        canvas.text((left_x + 46, y), f"{fonts.TIMES}{player.sold[kind]}", step - 46, size=NEEDED, ink=SOFT)


def _board(
    canvas: Canvas,
    size: Point,
    view: BurgundyView,
    player: PlayerView,
    caption: Caption,
    changed: News,
    offered: Offers,
) -> None:
    """Draw the board, in its corners its name, the key of its rings and the bonus tiles."""
    width, height = size
    middle = width / 2, height / 2
    player_board.draw(canvas, player, middle, caption, names_of(changed.hexes, player.seat))
    marks.draw(canvas, player, middle, caption, offered.hexes)
    fine = canvas.moved((0, 0), 1 / _FINE)
    # The lowest row of hexes, four of seven, leaves 150 units free at either side of the board.
    room = _FINE * (150 + (width - BOARD[0]) / 2 - 12)
    _board_name(fine, player, caption, changed, _FINE * height - 34, room)
    if offered.hexes:
        fine.paste(marks.key(), (16, 58), "l")
        text = caption.text(words.OPEN)
        fine.lines((96, 34), text, room - 84, 4, _CORNER_PITCH, size=_CORNER, ink=SOFT, aside=True)
    mats.bonus(canvas.moved((width - 30, height - 32), 0.8), view, player, changed, layout.corner((0, 0)))


def _board_name(fine: Canvas, player: PlayerView, caption: Caption, changed: News, bottom: float, room: float) -> None:
    """Draw the name of the board in lines of which the last has its middle at ``bottom``."""
    label = f"{caption.text(words.BOARD)} {words.board(player.board, caption)}"
    lines = fonts.wrap(label, _CORNER, int(room - 30), 4)
    for number, line in enumerate(lines, 1 - len(lines)):
        y = bottom + number * _CORNER_PITCH
        if player.seat in changed.boards:
            mat.pill(fine, (16 - _EDGE, y), line, _CORNER, edge=_EDGE, high=_CORNER_PITCH, aside=True)
        else:
            fine.text((16, y), line, room, size=_CORNER, ink=SOFT, aside=True)


def _stored(canvas: Canvas, size: Point, kind: str, caption: Caption, is_fresh: bool, is_offered: bool) -> None:
    """Draw a space of the storage with the name and the effect of its tile.

    Args:
        canvas: The canvas of the space.
        size: Width and height of the space.
        kind: The tile; "" for an empty space.
        caption: The words.
        is_fresh: True if the tile has just come.
        is_offered: True if the tile may be discarded.
    """
    width, height = size
    if not kind:
        canvas.frame((0, 0, width, height), SLOT, mix(PAPER, RULE, 0.6), 2, 14)
        canvas.text((24, height / 2), caption.text(words.STORAGE), width - 40, size=NEEDED, ink=SOFT, aside=True)
        return
    line: Ink = EDGE[box.COLOUR[kind]]
    thickness = 3
    if is_fresh:
        line, thickness = NEW, 7
    elif is_offered:
        line, thickness = TEXT, 8
    canvas.frame((0, 0, width, height), WHITE if is_offered else CARD, line, thickness, 14)
    if is_fresh:
        canvas.paste(icons.icon("fresh", 32), (20, 20))
    canvas.paste(tiles.tile(kind, 108, tiles.code(kind, caption)), (66, height / 2))
    x = 130.0
    room = width - 138
    effect = fonts.wrap(caption.text(words.SHORTS[box.card(kind)]), NEEDED, int(room), 3)
    top = height / 2 - (len(effect) + 1) * _STORED_PITCH / 2 + 20
    canvas.text((x, top), caption.title(words.name_of(kind)), room, size=NEEDED)
    for number, text in enumerate(effect, 1):
        canvas.text((x, top + number * _STORED_PITCH), text, room, size=NEEDED, ink=SOFT)


def _goods(canvas: Canvas, size: Point, player: PlayerView, caption: Caption, changed: News, offered: Offers) -> None:
    """Draw the goods store; goods that can be sold and goods that have just come are framed."""
    width, height = size
    arrived = {kind for kind in player.goods if (player.seat, kind) in changed.goods}
    is_new = bool(arrived or changed.sold[player.seat])
    canvas.frame((0, 0, width, height), CARD, NEW if is_new else RULE, 7 if is_new else 2, 14)
    if is_new:
        canvas.paste(icons.icon("fresh", 28), (16, 16))
    kinds_held = [kind for kind in box.GOODS if player.goods.get(kind)]
    spaces = max(box.GOODS_SPACES, len(kinds_held))
    step = (width - 24) / spaces
    y = height / 2
    for number in range(spaces):
        x = 12 + number * step
        if number < len(kinds_held):
            kind = kinds_held[number]
            place = (x, y, step, height)
            _barrels(canvas, place, player, kind, caption, offered.sold.get(kind), has_arrived=kind in arrived)
            continue
        canvas.paste(icons.icon("barrel", 60, ink=RULE), (x + 10, y), "l")
        if not kinds_held and number == 0:
            label = caption.text(words.GOODS_STORE)
            canvas.text((x + 82, y), label, width - 120, size=NEEDED, ink=SOFT, aside=True)


def _barrels(
    canvas: Canvas,
    place: tuple[float, float, float, float],
    player: PlayerView,
    kind: str,
    caption: Caption,
    price: Price | None,
    *,
    has_arrived: bool,
) -> None:
    """Draw a kind of goods with its number, and what its sale costs, or its name if it cannot be sold.

    Args:
        canvas: The canvas of the goods store.
        place: The left end of the space, the middle of its height, its width, and the height of the store.
        player: The player.
        kind: The kind of goods.
        caption: The words.
        price: The price of its sale; None: it cannot be sold.
        has_arrived: True if some of it has just come.
    """
    left_x, y, step, height = place
    if price:
        canvas.frame((left_x, 10, step - 8, height - 20), WHITE, TEXT, 7, 14)
    if has_arrived:
        canvas.frame((left_x + 5, y - 37, 72, 74), NEW_WASH, NEW, 5, 14)
    canvas.paste(icons.goods(kind, 62), (left_x + 10, y), "l")
    number_width = canvas.text((left_x + 78, y), f"{fonts.TIMES}{player.goods[kind]}", 66, size=42)
    x = left_x + 88 + number_width
    if price is None:
        room = step - 96 - number_width
        canvas.text((x, y), caption.title(words.GOODS[kind]), room, size=NEEDED, ink=SOFT)
    elif price.workers:
        depots.workers(canvas, price.workers, (x + 4, y))
    elif price.die is not None:
        canvas.paste(icons.die(player.seat, price.die, 52), (x + 4, y), "l")
