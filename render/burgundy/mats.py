"""The players' mats: name and points, the board with dice, workers and silverlings in its corners, what is stored."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import choice, icons, layout, player_board, tiles, words
from render.burgundy.layout import BOARD_HIGH, MAT_FOOT, MAT_HEAD, TILE
from render.burgundy.news import News
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, PLAIN, SOFT, TEXT
from render.kit.pen import Pen

_DIE = 64
BONUS = 50
_NAME, _LINE = 106, 130
"""Pixels beside the lower half of a board, and beside its lowest hexes alone."""
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
        middle = left + width / 2, upper + MAT_HEAD + BOARD_HIGH / 2
        choosing = player.choices and player.seat in view.to_act
        if choosing:
            choice.draw(canvas, player.choices, caption, (left + 24, upper + MAT_HEAD, width - 170, BOARD_HIGH))
        elif player.board:
            ground = PLAIN.washes[player.seat] if player.seat in view.to_act else CARD
            player_board.draw(canvas, player, TILE, middle, caption, news.hexes[player.seat], ground)
            dice(canvas, player, news, (left + 28, upper + MAT_HEAD + 38), _DIE)
            _name(canvas, player, caption, news, (left + 28, upper + MAT_HEAD + BOARD_HIGH - 76))
            if player.purchased:
                _purchased(canvas, player, news, (left + 28, upper + MAT_HEAD + 110))
        _purse(canvas, player, news, (left + width - 132, upper + MAT_HEAD + 30))
        _sold(canvas, player, (left + 28, upper + MAT_HEAD + BOARD_HIGH - 34))
        bonus(canvas, view, player, news, (left + width - 36, upper + MAT_HEAD + BOARD_HIGH - 34))
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
        label = f"+{change}"
        wide = fonts.width(label, 34) + 28
        canvas.frame((right - wide, y - 25, wide, 50), NEW_WASH, NEW, 4, 14)
        canvas.text((right - wide / 2, y), label, wide, size=34, ink=NEW, side="m")
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


def _name(canvas: Canvas, player: PlayerView, caption: Caption, news: News, at: tuple[float, float]) -> None:
    """What the board is called; the last line is at ``at``."""
    word, name = caption.text(words.BOARD), words.board(player.board, caption)
    lines = [f"{word} {name}"]
    if fonts.width(lines[0], SMALLEST) > _LINE:
        lines = [word, *fonts.wrap(name, SMALLEST, _NAME, 3)]
    ink = NEW if player.seat in news.boards else SOFT
    for number, line in enumerate(lines, 1 - len(lines)):
        canvas.text((at[0], at[1] + number * 30), line, _LINE, size=SMALLEST, ink=ink)


def _purchased(canvas: Canvas, player: PlayerView, news: News, at: tuple[float, float]) -> None:
    """The purchase of this turn has been made."""
    canvas.paste(icons.purchased(40), at, "l")
    if player.seat in news.purchased:
        canvas.frame((at[0] - 7, at[1] - 27, 88, 54), None, NEW, 4, 14)


def bonus_spots(at: tuple[float, float], scale: float = 1) -> list[tuple[float, float]]:
    """Where bonus tiles lie in the corner beside a board, the first at ``at``: three in the lowest row, two, one."""
    return [(at[0] - column * 55 * scale, at[1] - row * 59 * scale) for row in range(3) for column in range(3 - row)]


def bonus(
    canvas: Canvas, view: BurgundyView, player: PlayerView, news: News, at: tuple[float, float], scale: float = 1
) -> None:
    """Bonus tiles won: colour and points, the large ones larger."""
    for tile, (x, y) in zip(player.bonus, bonus_spots(at, scale), strict=False):
        colour, size = tile.split(".")
        if (colour, size) in news.bonus:
            canvas.frame((x - 28 * scale, y - 31 * scale, 56 * scale, 62 * scale), NEW_WASH, NEW, 4, 12)
        wide = round((BONUS if size == "large" else BONUS - 6) * scale)
        canvas.paste(tiles.bonus(colour, box.bonus_vp(size, view.seats), wide), (x, y))


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
