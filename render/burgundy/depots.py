"""The depots in their ring, the black depot and the bonus tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import icons, tiles
from render.burgundy.inks import BLACK, BORDER, EARTH
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.layout import TILE, WEAK, Depots, letters
from render.burgundy.news import News
from render.burgundy.offers import Offers
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, TEXT, WHITE, mix
from render.kit.pen import Pen, Point

_SIGN = 68
"""Room for the number of a depot at its left, in units."""
_BARREL = 50
"""Width of goods in a depot, if there is room, in units."""
_BARREL_LINE = 62
"""Height of a row of goods, in units."""
_DIE = 56
"""Width of the die that shows a depot's number, in units."""
_NUMBER: Point = (36, 66)
"""The middle of that die."""


class _GoodsRoom(NamedTuple):
    """The room for the goods of a depot, in units."""

    left: float
    width: float
    depot_height: float
    is_beside: bool
    """True if it lies at the right of the tiles, where goods may have two rows; False: below them."""


def ground(pen: Pen, depots: Depots) -> None:
    """Draw the empty depots, joined to a ring by lines that they cover but between them."""
    parts = list(depots.numbered.values())
    for part, neighbour in zip(parts, parts[1:] + parts[:1], strict=True):
        left_x, top, width, high = part.box
        next_left, next_top, *_ = neighbour.box
        if top == next_top:
            start = left_x + width / 2, top + high / 2
            end = next_left + width / 2, top + high / 2
        else:
            x = left_x + 40 * part.unit
            start = x, top + high / 2
            end = x, next_top + high / 2
        pen.path((start, end), BORDER, 6 * part.unit)
    for part in parts:
        part.under(pen).box((0, 0), part.measures, EARTH, BORDER, 3, 16)
    depots.black.under(pen).box((0, 0), depots.black.measures, mix(CARD, BLACK, 0.32), BLACK, 4, 16)
    if depots.bonus:
        depots.bonus.under(pen).box((0, 0), depots.bonus.measures, CARD, LINE, 3, 16)


def labels(canvas: Canvas, depots: Depots) -> None:
    """Draw the numbers of the depots and the price of the black one."""
    for depot, part in depots.numbered.items():
        part.on(canvas).paste(icons.face(int(depot), _DIE), _NUMBER)
    field = depots.black.on(canvas)
    y = depots.black.measures[1] / 2
    field.paste(icons.icon("black_depot", 62), (56, y - 32))
    field.text((26, y + 36), str(box.PURCHASE_PRICE), 30, size=letters(field.scale, 38))
    field.paste(icons.icon("silverling", 42), (74, y + 36))


def draw(
    canvas: Canvas, view: BurgundyView, caption: Caption, news: News, depots: Depots, offers: Offers | None = None
) -> None:
    """Draw tiles and goods.

    With offers, the way to get what is offered is marked, and all other tiles are faint; None: there are none.
    """
    for depot, part in depots.numbered.items():
        _numbered(part.on(canvas), part.measures, view, depot, caption, news, offers)
    _black(depots.black.on(canvas), depots.black.measures, view, caption, news, offers)
    if depots.bonus:
        _bonus(depots.bonus.on(canvas), depots.bonus.measures, view, news)


def slots(view: BurgundyView, depot: str) -> list[tuple[str, str]]:
    """Return the spaces of a numbered depot, each with its colour and the tile that lies there ("": none).

    Tiles for which the phase has no space of their colour follow at the end.
    """
    rest = list(view.depots.get(depot, ()))
    places = []
    for colour in box.filling(view.seats, view.phase)[depot]:
        tile = next((tile for tile in rest if box.COLOUR[tile] == colour), "")
        if tile:
            rest.remove(tile)
        places.append((colour, tile))
    return places + [(box.COLOUR[tile], tile) for tile in rest]


def _tile(canvas: Canvas, tile: str, caption: Caption, offers: Offers | None, depot: str, at: Point) -> None:
    """Draw a tile in a depot, faint if something else is offered."""
    label = tiles.code(tile, caption)
    if offers and tile not in offers.depots.get(depot, ()) and tile not in offers.bought.get(depot, ()):
        tiles.faint(canvas, tile, TILE, label, at)
    else:
        canvas.paste(tiles.lying(tile, TILE, label, canvas.scale), at)


def _numbered(
    canvas: Canvas,
    size: Point,
    view: BurgundyView,
    depot: str,
    caption: Caption,
    news: News,
    offers: Offers | None,
) -> None:
    """Draw a numbered depot: its tiles from the left, its goods beside or below them."""
    width, high = size
    _changed(canvas, size, news, depot, 28)
    if offers:
        _offered(canvas, size, view, depot, offers)
    spaces = slots(view, depot)
    # Two players have few tiles in a depot, so that in a wide one there is room at their right.
    are_goods_beside = view.seats == 2 and width > 5 * TILE
    step = TILE + 3.0 if are_goods_beside else min(TILE + 28, (width - _SIGN - 10) / max(4, len(spaces)))
    for number, (colour, tile) in enumerate(spaces):
        at = _SIGN + (number + 0.5) * step, 66.0
        if tile:
            _tile(canvas, tile, caption, offers, depot, at)
        else:
            canvas.paste(tiles.slot(colour, TILE), at)
    left_x = _SIGN + len(spaces) * step + 4 if are_goods_beside else 12
    room = _GoodsRoom(left_x, width - 6 - left_x, high, are_goods_beside)
    _goods(canvas, room, view.lying.get(depot, {}), news, depot)


def _goods(canvas: Canvas, room: _GoodsRoom, lying: Mapping[str, int], news: News, depot: str) -> None:
    """Draw the barrels of a depot below its tiles, or at their side if there is room.

    A barrel that has just come is framed alone; all are if the depot was emptied, or if the barrel that came is gone
    again.
    """
    left_x, width, high, is_beside = room
    kinds_present = [kind for kind in box.GOODS if lying.get(kind)]
    columns = max(4, len(kinds_present))
    if is_beside:
        columns = 2 if len(kinds_present) < 3 else 3
    has_two_rows = is_beside and len(kinds_present) > columns
    pitch = min(2 * _BARREL + 6.0, width / columns)
    labels = [f"{fonts.TIMES}{lying[kind]}" if lying[kind] > 1 else "" for kind in kinds_present]
    size = letters(canvas.scale)
    widest = max((fonts.width(label, size) for label in labels), default=0)
    barrel = min(_BARREL, int(pitch - 3 - widest))
    first_y = high - 38
    if is_beside:
        first_y = high / 2 - (_BARREL_LINE / 2 if has_two_rows else 0)
    new = "" if depot in news.emptied else news.barrels.get(depot, "")
    for number, (kind, label) in enumerate(zip(kinds_present, labels, strict=True)):
        row, column = divmod(number, columns)
        x = left_x + column * pitch
        y = first_y + row * _BARREL_LINE
        canvas.paste(icons.goods(kind, barrel, letters(canvas.scale, 0)), (x, y), "l")
        canvas.text((x + barrel + 1, y), label, pitch - barrel, size=size)
        if kind == new:
            width_used = barrel + (1 + fonts.width(label, size) if label else 0)
            canvas.frame((x - 6, y - 31, min(width_used + 12, pitch + 3), 62), None, NEW, WEAK, 14)
    if depot in news.emptied or (new and new not in lying):
        shown_count = max(1, min(len(kinds_present), columns))
        frame_high = _BARREL_LINE * (2 if has_two_rows else 1)
        y = (high - frame_high) / 2 if is_beside else high - 69
        line = 6 if depot in news.emptied else WEAK
        canvas.frame((left_x - 7, y, shown_count * pitch + 7, frame_high), None, NEW, line, 14)


def _changed(canvas: Canvas, size: Point, news: News, depot: str, sign: int) -> None:
    """Mark a depot from which a tile was taken, or all depots if they were filled; ``sign`` is the size of its mark."""
    if depot in news.depots:
        canvas.frame((0, 0, *size), None, NEW, 8, 16)
        canvas.paste(icons.icon("fresh", sign), (sign * 0.7, sign * 0.7))
    elif news.phase:
        canvas.frame((0, 0, *size), None, NEW, WEAK, 16)


def _offered(canvas: Canvas, size: Point, view: BurgundyView, depot: str, offers: Offers) -> None:
    """Frame a depot that is offered, with the die that serves for its number, or the workers that turn one."""
    prices = offers.depots.get(depot, {}).values()
    if not prices and depot not in offers.bought and depot not in offers.loaded:
        return
    canvas.frame((0, 0, *size), WHITE, TEXT, 7, 16)
    price = min(prices, key=lambda price: price.workers, default=None)
    has_die = price is not None and price.die is not None and not price.workers
    if has_die and view.viewer is not None:
        canvas.paste(icons.die(view.viewer, int(depot), _DIE), _NUMBER)
    else:
        canvas.paste(icons.face(int(depot), _DIE), _NUMBER)
    if price and price.workers:
        workers(canvas, price.workers, (12, 118))


def workers(canvas: Canvas, count: int, at: Point) -> None:
    """Draw the number of workers to be paid; ``at`` is the left end."""
    canvas.paste(icons.icon("worker", 34), at, "l")
    canvas.text((at[0] + 37, at[1]), str(count), 30, size=letters(canvas.scale))


def _black(
    canvas: Canvas, size: Point, view: BurgundyView, caption: Caption, news: News, offers: Offers | None
) -> None:
    """Draw the black depot; it is framed if tiles may be bought there."""
    width, high = size
    _changed(canvas, size, news, box.BLACK, 24)
    if offers and box.BLACK in offers.bought:
        canvas.frame((0, 0, width, high), None, TEXT, 7, 16)
    lying = view.depots.get(box.BLACK, [])
    spaces = max(len(box.filling(view.seats, view.phase)[box.BLACK]), len(lying))
    step = min(240.0, (width - 126) / spaces)
    for number in range(spaces):
        at = 116 + (number + 0.5) * step, high / 2
        if number < len(lying):
            _tile(canvas, lying[number], caption, offers, box.BLACK, at)
        else:
            canvas.paste(tiles.slot("", TILE), at)


def _bonus(canvas: Canvas, size: Point, view: BurgundyView, news: News) -> None:
    """Draw the large and the small bonus tile of each colour: its points, or its winner."""
    step = (size[0] - 12) / len(box.COLOURS)
    owners = {tile: player.seat for player in view.players for tile in player.bonus}
    for number, colour in enumerate(box.COLOURS):
        x = 6 + (number + 0.5) * step
        canvas.paste(tiles.mark(colour, 46), (x, 34))
        for line, tile in enumerate(box.SIZES):
            y = 87 + line * 50
            owner = owners.get(f"{colour}.{tile}")
            if f"{colour}.{tile}" in news.bonus:
                canvas.frame((x - step / 2 + 4, y - 22, step - 8, 45), None, NEW, 5, 10)
            if tile in view.bonus.get(colour, ()):
                points = str(box.bonus_vp(tile, view.seats))
                figures = letters(canvas.scale, 42)
                canvas.text((x, y), points, step - 12, size=figures, side="m")
            elif owner is not None:
                canvas.paste(badge(owner, 46, min_size=NEEDED), (x, y))
