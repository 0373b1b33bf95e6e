"""The players' mats: name and points, the estate with dice, workers and silverlings in its corners, what is stored."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import choice, estate, icons, layout, tiles
from render.burgundy.layout import ESTATE_HIGH, MAT_FOOT, MAT_HEAD, TILE
from render.burgundy.news import News
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, PLAIN, SOFT, TEXT
from render.kit.pen import Pen

_DIE = 64
BONUS = 48
_BARREL = 60


def ground(pen: Pen, seats: int, top: int) -> None:
    """The empty mats."""
    for seat in range(seats):
        mat.ground(pen, layout.mat(seats, seat, top), seat)


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News, top: int) -> None:
    """Every mat."""
    for player in view.players:
        at = layout.mat(view.seats, player.seat, top)
        if player.seat in view.to_act:
            mat.light(canvas, at, player.seat)
        left, upper, width, height = at
        _identity(canvas, player, caption, news, at)
        middle = left + width / 2, upper + MAT_HEAD + ESTATE_HIGH / 2
        if player.board:
            ground = PLAIN.washes[player.seat] if player.seat in view.to_act else CARD
            estate.draw(canvas, player, TILE, middle, caption, news.hexes[player.seat], ground)
            dice(canvas, player, news, (left + 28, upper + MAT_HEAD + 38), _DIE)
        elif player.seat in view.to_act:
            choice.draw(canvas, view, caption, (left + 24, upper + MAT_HEAD, width - 170, ESTATE_HIGH))
        _purse(canvas, player, news, (left + width - 132, upper + MAT_HEAD + 30))
        _sold(canvas, player, (left + 28, upper + MAT_HEAD + ESTATE_HIGH - 34))
        _bonus(canvas, player, news, at)
        _stored(canvas, player, caption, news, (left, upper + height - MAT_FOOT, width, MAT_FOOT))


def _identity(canvas: Canvas, player: PlayerView, caption: Caption, news: News, at: Box) -> None:
    left, top, width, _ = at
    y = top + 42
    canvas.paste(badge(player.seat, 58), (left + 52, y))
    right = left + width - 24
    right -= canvas.text((right, y), f"({player.projected})", 110, size=36, ink=SOFT, side="r") + 14
    right -= canvas.text((right, y), str(player.vp), 110, size=48, side="r") + 12
    canvas.paste(icons.points(46), (right, y), "r")
    right -= 62
    change = news.points[player.seat]
    if change > 0:
        told = f"+{change}"
        wide = fonts.width(told, 34) + 28
        canvas.frame((right - wide, y - 25, wide, 50), NEW_WASH, NEW, 4, 14)
        canvas.text((right - wide / 2, y), told, wide, size=34, ink=NEW, side="m")
        right -= wide + 14
    canvas.text((left + 92, y), caption.name(player.seat), right - left - 100, size=38)


def lying_dice(player: PlayerView) -> Iterator[tuple[int, bool]]:
    """A player's dice as they fell, each with whether it has been used."""
    unused = list(player.unused)
    for value in player.rolled:
        left = value in unused
        if left:
            unused.remove(value)
        yield value, not left


def dice(canvas: Canvas, player: PlayerView, news: News, at: tuple[float, float], size: int) -> None:
    """Both dice in a row that starts at ``at``."""
    x, y = at
    step = size + 10
    if player.rolled and player.seat in news.rolled:
        canvas.frame((x - 7, y - size / 2 - 7, 2 * step + 4, size + 14), None, NEW, 5, 18)
    for value, used in lying_dice(player):
        canvas.paste(icons.die(player.seat, value, size, used), (x, y), "l")
        x += step


def _purse(canvas: Canvas, player: PlayerView, news: News, at: tuple[float, float]) -> None:
    """Workers and silverlings."""
    for line, (sign, count, new) in enumerate(
        (
            (icons.worker(48), player.workers, player.seat in news.workers),
            (icons.silverling(46), player.silverlings, player.seat in news.silverlings),
        )
    ):
        y = at[1] + line * 60
        canvas.paste(sign, (at[0] + 24, y))
        canvas.text((at[0] + 60, y), str(count), 58, size=42, ink=NEW if new else TEXT if count else SOFT)


def _sold(canvas: Canvas, player: PlayerView, at: tuple[float, float]) -> None:
    """How many goods were sold."""
    count = sum(player.sold.values())
    if count:
        canvas.paste(icons.sold(48), at, "l")
        canvas.text((at[0] + 60, at[1]), str(count), 60, size=34, ink=SOFT)


def bonus_spots(at: Box) -> list[tuple[float, float]]:
    """Where the bonus tiles of a mat lie: in its corner beside the estate, three in the lowest row, then two, one."""
    left, top, width, _ = at
    right, bottom = left + width - 36, top + MAT_HEAD + ESTATE_HIGH - 34
    return [(right - column * 55, bottom - row * 59) for row in range(3) for column in range(3 - row)]


def _bonus(canvas: Canvas, player: PlayerView, news: News, at: Box) -> None:
    """Bonus tiles won."""
    for tile, (x, y) in zip(player.bonus, bonus_spots(at), strict=False):
        colour, size = tile.split(".")
        if (colour, size) in news.bonus:
            canvas.frame((x - 28, y - 31, 56, 62), NEW_WASH, NEW, 4, 12)
        canvas.paste(tiles.mark(colour, BONUS), (x, y))


def _stored(canvas: Canvas, player: PlayerView, caption: Caption, news: News, at: Box) -> None:
    """Storage on the left, the goods store on the right."""
    left, top, _, height = at
    y = top + height / 2 - 2
    new = dict(news.stored[player.seat])
    for number in range(max(box.STORAGE, len(player.storage))):
        place = left + 76 + number * (TILE + 8), y
        if number < len(player.storage):
            kind = player.storage[number]
            fresh = new.get(kind, 0) > 0
            canvas.paste(tiles.tile(kind, TILE, tiles.code(kind, caption), fresh), place)
        else:
            canvas.paste(tiles.slot("", TILE), place)
    left += 400
    if player.seat in news.goods:
        canvas.frame((left - 12, y - 48, 3 * 118 + 18, 96), NEW_WASH, NEW, 4, 16)
    held = [(kind, player.goods[kind]) for kind in box.GOODS if player.goods.get(kind)]
    for number in range(max(box.GOODS_SPACES, len(held))):
        x = left + number * 118
        if number < len(held):
            kind, count = held[number]
            canvas.paste(icons.goods(kind, _BARREL), (x, y), "l")
            canvas.text((x + _BARREL + 8, y), f"{fonts.TIMES}{count}", 44, size=34)
        else:
            canvas.paste(icons.barrel(_BARREL, LINE), (x, y), "l")
