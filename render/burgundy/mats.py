"""The players' mats: name and points, the board with dice, workers and silverlings in its corners, what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import choice, icons, player_board, tiles, words
from render.burgundy.layout import BOARD, SMALL, TILE, Mat, Table
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.news import News
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import LINE, NEW, NEW_WASH, SOFT, TEXT
from render.kit.pen import Pen, Point

_DIE = 62
BONUS = 54
_NAME, _LINE = 106, 140
"""Room beside the lower half of a board, and beside its lowest hexes alone."""
_BARREL = 58
_TOTAL = 62
_SALES = 2
"""So many goods that have just been sold are shown, the last ones: one a die."""
_EDGE = 5
"""Beside a number of workers or silverlings that has just changed."""


def ground(pen: Pen, table: Table) -> None:
    """The empty mats."""
    for part in table.mats:
        mat.ground(part.under(pen), part.size)


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News, table: Table) -> None:
    """Every mat."""
    for player, part in zip(view.players, table.mats, strict=True):
        _mat(part.on(canvas), part.measures, table.mat, view, player, caption, news)


def _mat(
    canvas: Canvas,
    size: Point,
    cells: Mat,
    view: BurgundyView,
    player: PlayerView,
    caption: Caption,
    news: News,
) -> None:
    seat, acting = player.seat, player.seat in view.to_act
    mat.coloured(canvas, (0, 0, *size), seat, acting)
    _identity(canvas, size[0], view, player, caption, news)
    if player.choices and acting:
        top = cells.board[1] - BOARD[1] / 2
        choice.draw(canvas, player.choices, caption, (24, top, size[0] - 170, BOARD[1]), aside=True)
    elif player.board:
        player_board.draw(canvas, player, cells.board, caption, news.hexes[seat])
        dice(canvas, player, news, cells.dice, _DIE)
        _name(canvas, player, caption, news, cells)
        if player.purchased:
            _purchased(canvas, player, news, cells.bought)
    _purse(canvas, player, news, cells.purse)
    _sold(canvas, player, news, cells.sold)
    bonus(canvas, view, player, news, cells.bonus)
    if player.board:
        _stored(canvas, player, caption, news, cells.storage)
    _goods(canvas, player, news, cells.goods)


def _identity(
    canvas: Canvas, width: float, view: BurgundyView, player: PlayerView, caption: Caption, news: News
) -> None:
    """Who it is, what the end would make of it, the points so far, and those that have just come."""
    y = 46
    canvas.paste(badge(player.seat, 68), (54, y))
    right = width - 20
    right -= mat.so_far(canvas, (right, y), icons.points(36), player.vp, 120, NEEDED) + 10
    right -= mat.total(canvas, (right, y), view, player.seat, 170, _TOTAL) + 6
    change = news.points[player.seat]
    if change > 0:
        label = f"+{change}"
        wide = fonts.width(label, NEEDED) + 24
        canvas.frame((right - wide, y - 26, wide, 52), NEW_WASH, NEW, 5, 14)
        canvas.text((right - wide / 2, y), label, wide, size=NEEDED, ink=NEW, side="m")
        right -= wide + 12
    canvas.text((98, y), caption.name(player.seat), right - 104, size=38)


def lying_dice(player: PlayerView) -> Iterator[tuple[int, bool]]:
    """A player's dice as they fell, each with whether it has been used."""
    unused = list(player.unused)
    for value in player.rolled:
        left = value in unused
        if left:
            unused.remove(value)
        yield value, not left


def dice(canvas: Canvas, player: PlayerView, news: News, at: Point, size: int) -> None:
    """Both dice in a row that starts at ``at``."""
    x, y = at
    step = size + 8
    if player.rolled and player.seat in news.rolled:
        canvas.frame((x - 8, y - size / 2 - 8, 2 * step + 8, size + 16), None, NEW, 6, 18)
    for value, used in lying_dice(player):
        canvas.paste(icons.die(player.seat, value, size, used), (x, y), "l")
        x += step


def _purse(canvas: Canvas, player: PlayerView, news: News, at: Point) -> None:
    """Workers and silverlings."""
    for line, (sign, count, new) in enumerate(
        (
            (icons.worker(50), player.workers, player.seat in news.workers),
            (icons.silverling(48), player.silverlings, player.seat in news.silverlings),
        )
    ):
        y = at[1] + line * 60
        canvas.paste(sign, (at[0] + 25, y))
        if new:
            mat.pill(canvas, (at[0] + 60 - _EDGE, y), str(count), 44, edge=_EDGE)
        else:
            canvas.text((at[0] + 60, y), str(count), 58, size=44, ink=TEXT if count else SOFT)


def _sold(canvas: Canvas, player: PlayerView, news: News, at: Point) -> None:
    """How many goods were sold; those that have just been sold, after a minus."""
    count = sum(player.sold.values())
    fresh = [kind for kind in news.sold[player.seat] if kind in box.GOODS][-_SALES:]
    if fresh and count:
        x, y = at
        x += canvas.text((x, y), fonts.MINUS, 24, size=NEEDED, ink=NEW) + 2
        for kind in fresh:
            canvas.frame((x - 2, y - 25, 46, 50), NEW_WASH, NEW, 4, 10)
            canvas.paste(icons.goods(kind, 40), (x + 1, y), "l")
            x += 48
        mat.pill(canvas, (x, y), str(count), NEEDED, edge=_EDGE)
    elif count:
        canvas.paste(icons.sold(48), at, "l")
        canvas.text((at[0] + 58, at[1]), str(count), 60, size=NEEDED, ink=SOFT)


def _name(canvas: Canvas, player: PlayerView, caption: Caption, news: News, cells: Mat) -> None:
    """What the board is called."""
    word, name = caption.text(words.BOARD), words.board(player.board, caption)
    lines = [f"{word} {name}"]
    if fonts.width(lines[0], SMALL) > _LINE:
        lines = [word, *fonts.wrap(name, SMALL, _NAME, 3)]
    for number, line in enumerate(lines, 1 - len(lines) if cells.upwards else 0):
        x, y = cells.name[0], cells.name[1] + number * 30
        if player.seat in news.boards:
            mat.pill(canvas, (x - _EDGE, y), line, SMALL, edge=_EDGE, high=30, aside=True)
        else:
            canvas.text((x, y), line, _LINE, size=SMALL, ink=SOFT, aside=True)


def _purchased(canvas: Canvas, player: PlayerView, news: News, at: Point) -> None:
    """The purchase of this turn has been made."""
    canvas.paste(icons.purchased(40), at, "l")
    if player.seat in news.purchased:
        canvas.frame((at[0] - 7, at[1] - 27, 88, 54), None, NEW, 6, 14)


def bonus(canvas: Canvas, view: BurgundyView, player: PlayerView, news: News, places: Sequence[Point]) -> None:
    """Bonus tiles won: colour and points, the large ones larger."""
    for tile, (x, y) in zip(player.bonus, places, strict=False):
        colour, size = tile.split(".")
        if (colour, size) in news.bonus:
            canvas.frame((x - 29, y - 33, 58, 66), NEW_WASH, NEW, 6, 12)
        wide = BONUS if size == "large" else BONUS - 6
        canvas.paste(tiles.bonus(colour, box.bonus_vp(size, view.seats), wide), (x, y))


def fresh(player: PlayerView, news: News) -> set[int]:
    """Which of the tiles stored have just come: of a kind the last ones."""
    left, found = news.stored[player.seat].copy(), set()
    for number, kind in reversed([*enumerate(player.storage)]):
        if left[kind] > 0:
            left[kind] -= 1
            found.add(number)
    return found


def _stored(canvas: Canvas, player: PlayerView, caption: Caption, news: News, places: Sequence[Point]) -> None:
    new = fresh(player, news)
    for number, at in enumerate(places):
        if number < len(player.storage):
            kind = player.storage[number]
            canvas.paste(tiles.tile(kind, TILE, tiles.code(kind, caption), number in new), at)
        else:
            canvas.paste(tiles.slot("", TILE), at)


def _goods(canvas: Canvas, player: PlayerView, news: News, places: Sequence[Point]) -> None:
    """The goods store; what has just come is framed."""
    held = [(kind, player.goods[kind]) for kind in box.GOODS if player.goods.get(kind)]
    for number, (x, y) in enumerate(places):
        if number < len(held):
            kind, count = held[number]
            if (player.seat, kind) in news.came:
                canvas.frame((x - 5, y - 33, _BARREL + 66, 66), NEW_WASH, NEW, 6, 14)
            canvas.paste(icons.goods(kind, _BARREL), (x, y), "l")
            canvas.text((x + _BARREL + 5, y), f"{fonts.TIMES}{count}", 56, size=NEEDED)
        else:
            canvas.paste(icons.barrel(_BARREL, LINE), (x, y), "l")
