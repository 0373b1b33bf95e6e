"""The depots in their ring, 1 to 3 above and 6 to 4 below, the black depot and the bonus tiles between."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import icons, tiles
from render.burgundy.inks import BLACK, BORDER, EARTH
from render.burgundy.layout import BLACK_WIDE, DEPOT_WIDE, DEPOTS_TOP, GAP, INNER, MARGIN, MIDDLE, TILE, depot_high
from render.burgundy.news import News
from render.caption import Caption
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, TEXT, WHITE, mix
from render.kit.pen import Pen

_PLACES = {"1": (0, 0), "2": (0, 1), "3": (0, 2), "6": (1, 0), "5": (1, 1), "4": (1, 2)}
_SIGN = 74
_BARREL = 43


def place(depot: str, seats: int) -> Box:
    """Where a numbered depot lies."""
    row, column = _PLACES[depot]
    high = depot_high(seats)
    top = DEPOTS_TOP + row * (high + MIDDLE + 2 * GAP)
    return MARGIN + column * (DEPOT_WIDE + GAP), top, DEPOT_WIDE, high


def _middle(seats: int) -> float:
    return DEPOTS_TOP + depot_high(seats) + GAP


def ground(pen: Pen, seats: int) -> None:
    """The empty depots, joined to a ring."""
    boxes = [place(depot, seats) for depot in box.DEPOTS]
    for (left, top, width, high), (other, below, *_) in zip(boxes, boxes[1:] + boxes[:1], strict=True):
        y = top + high / 2
        if top == below:
            pen.path(((left + width / 2, y), (other + width / 2, y)), BORDER, 6)
        else:
            x = left + 40
            pen.path(((x, y), (x, below + high / 2)), BORDER, 6)
    for left, top, width, high in boxes:
        pen.box((left, top), (width, high), EARTH, BORDER, 3, 16)
    top = _middle(seats)
    pen.box((MARGIN, top), (BLACK_WIDE, MIDDLE), mix(CARD, BLACK, 0.32), BLACK, 4, 16)
    left = MARGIN + BLACK_WIDE + GAP
    pen.box((left, top), (INNER - BLACK_WIDE - GAP, MIDDLE), CARD, LINE, 3, 16)


def labels(canvas: Canvas, seats: int) -> None:
    """The numbers of the depots, the price of the black one."""
    for depot in box.DEPOTS:
        left, top, _, _ = place(depot, seats)
        canvas.paste(icons.face(int(depot), 56), (left + 41, top + 70))
    y = _middle(seats) + MIDDLE / 2
    canvas.paste(icons.black_sign(66), (MARGIN + 56, y - 30))
    canvas.text((MARGIN + 24, y + 40), "2", 30, size=38)
    canvas.paste(icons.silverling(42), (MARGIN + 72, y + 40))


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News) -> None:
    """Tiles and goods."""
    for depot in box.DEPOTS:
        _numbered(canvas, view, depot, caption, news)
    _black(canvas, view, caption, news)
    _bonus(canvas, view, news)


def slots(view: BurgundyView, depot: str) -> list[tuple[str, str]]:
    """The spaces of a numbered depot: colour, and the tile that lies there (or nothing)."""
    lying = list(view.depots.get(depot, ()))
    found = []
    for colour in box.filling(view.seats, view.phase)[depot]:
        tile = next((tile for tile in lying if box.COLOUR[tile] == colour), "")
        if tile:
            lying.remove(tile)
        found.append((colour, tile))
    return found + [(box.COLOUR[tile], tile) for tile in lying]


def _numbered(canvas: Canvas, view: BurgundyView, depot: str, caption: Caption, news: News) -> None:
    left, top, width, high = place(depot, view.seats)
    if depot in news.depots:
        canvas.frame((left, top, width, high), None, NEW, 6, 16)
    spaces = slots(view, depot)
    step = TILE + 5.0 if view.seats == 2 else min(TILE + 28, (width - _SIGN - 8) / len(spaces))
    for number, (colour, tile) in enumerate(spaces):
        sprite = tiles.tile(tile, TILE, tiles.code(tile, caption)) if tile else tiles.slot(colour, TILE)
        canvas.paste(sprite, (left + _SIGN + (number + 0.5) * step, top + 70))
    held = [(kind, view.lying[depot][kind]) for kind in box.GOODS if view.lying.get(depot, {}).get(kind)]
    beside = view.seats == 2
    start = left + (_SIGN + len(spaces) * step + 4 if beside else 20)
    columns = 3 if beside else 6
    pitch = (left + width - 10 - start) / columns
    for number, (kind, count) in enumerate(held):
        row, column = divmod(number, columns)
        x = start + column * pitch
        y = top + (high / 2 + (row - (len(held) > columns) / 2) * 60 if beside else 164)
        canvas.paste(icons.goods(kind, _BARREL), (x, y), "l")
        if count > 1:
            canvas.text((x + _BARREL + 2, y), str(count), pitch - _BARREL - 2, size=29)
    if depot in news.lying:
        shown = max(1, min(len(held), columns))
        tall = 128 if len(held) > columns else 60
        y = top + (high - tall) / 2 if beside else top + 134
        canvas.frame((start - 6, y, shown * pitch + 4, tall), None, NEW, 4, 14)


def _black(canvas: Canvas, view: BurgundyView, caption: Caption, news: News) -> None:
    top = _middle(view.seats)
    if box.BLACK in news.depots:
        canvas.frame((MARGIN, top, BLACK_WIDE, MIDDLE), None, NEW, 6, 16)
    lying = view.depots.get(box.BLACK, [])
    spaces = max(len(box.filling(view.seats, view.phase)[box.BLACK]), len(lying))
    start = MARGIN + 118
    step = min(140.0, (BLACK_WIDE - 130) / spaces)
    for number in range(spaces):
        at = start + (number + 0.5) * step, top + MIDDLE / 2
        if number < len(lying):
            canvas.paste(tiles.tile(lying[number], TILE, tiles.code(lying[number], caption)), at)
        else:
            canvas.paste(tiles.slot("", TILE), at)


def _bonus(canvas: Canvas, view: BurgundyView, news: News) -> None:
    """For each colour the large and the small bonus tile: its points, or who has won it."""
    left, top = MARGIN + BLACK_WIDE + GAP, _middle(view.seats)
    step = (INNER - BLACK_WIDE - GAP - 12) / len(box.COLOURS)
    owners = {tile: player.seat for player in view.players for tile in player.bonus}
    for number, colour in enumerate(box.COLOURS):
        x = left + 6 + (number + 0.5) * step
        canvas.paste(tiles.mark(colour, 46), (x, top + 36))
        for line, size in enumerate(box.SIZES):
            y = top + 88 + line * 50
            free = size in view.bonus.get(colour, ())
            owner = owners.get(f"{colour}.{size}")
            new = (colour, size) in news.bonus
            edge = NEW if new else TEXT if free else None
            canvas.frame(
                (x - step / 2 + 4, y - 22, step - 8, 44),
                WHITE if free else mix(CARD, LINE, 0.3),
                edge,
                4 if new else 2,
                10,
            )
            if free:
                label = str(box.bonus_vp(size, view.seats))
                canvas.text((x, y), label, step - 12, size=34 if line == 0 else 29, side="m")
            elif owner is not None:
                canvas.paste(badge(owner, 38), (x, y))
