"""The players' mats: name and points, the board with dice, workers and silverlings in its corners, storage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.burgundy import box
from engines.burgundy.view import BurgundyView, PlayerView
from render.burgundy import choice, icons, player_board, tiles, words
from render.burgundy.layout import BOARD, TILE, WEAK, Layout, Mat, helping, letters
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.news import News
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import LINE, NEW, NEW_WASH, SOFT, TEXT
from render.kit.news import names_of
from render.kit.pen import Pen, Point, Sprite

_DIE = 62
"""Width of a die, in units."""
BONUS = 54
"""Width of a large bonus tile, in units."""
_NAME_ALONE = 140
"""Room beside the lower half of a board for the lines of its name, in units."""
_NAME_BROKEN = 112
"""The same beside its lowest hexes but one, where a name in several lines reaches to."""
_NAME_PITCH = 30
"""Distance from a line of this name to the next, in units."""
_NAME_PLATE = 38
"""Height of a name in a single line on violet, in units."""
_CROWDED = 4
"""Number of players from which on only boards of players to act have the names of their hexes."""
_BARREL = 58
"""Width of goods, in units."""
_TOTAL = 62
"""Size of the points' figures."""
_EDGE = 5
"""Space beside a number that has just changed, in units."""
PURSE_LINE = 50
"""Distance from workers to silverlings, in units."""
CHANGED = 152
"""Width of either line with what it changed by, in units."""
_LEFT_HAND = 98
"""Where a player's name begins, in units."""
_NAME_LEAST = 130
"""Room that is left for the name beside news, in units."""
_PICTURE = 74
"""Room for the picture of a tile in the news of it, in units."""


class _TileLabel(NamedTuple):
    """A way to show what was done with a tile."""

    text: str
    picture: int
    """The room for the tile's picture before the text, in units; 0: without it."""


def ground(pen: Pen, table: Layout) -> None:
    """Draw the empty mats."""
    for part in table.mats:
        mat.ground(part.under(pen), part.size)


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, news: News, table: Layout) -> None:
    """Draw every mat."""
    for seat, part in zip(mat.order(view), table.mats, strict=True):
        _mat(part.on(canvas), part.measures, table.mat, view, view.players[seat], caption, news)


def _mat(
    canvas: Canvas,
    size: Point,
    cells: Mat,
    view: BurgundyView,
    player: PlayerView,
    caption: Caption,
    news: News,
) -> None:
    """Draw a mat; before the game it has the boards to choose from in place of the player's board."""
    seat = player.seat
    is_acting = player.seat in view.to_act
    mat.coloured(canvas, (0, 0, *size), seat, is_acting)
    _identity(canvas, size[0], view, player, caption, news)
    if player.choices and is_acting:
        top = cells.board[1] - BOARD[1] / 2
        choice.draw(canvas, player.choices, caption, (24, top, size[0] - 170, BOARD[1]), aside=True)
    elif player.board:
        has_names = view.seats < _CROWDED or is_acting  # whoever is asked for a hex names it, the others only look
        player_board.draw(canvas, player, cells.board, caption, names_of(news.hexes, seat), has_names)
        dice(canvas, player, news, cells.dice, _DIE)
        _name(canvas, player, caption, news, cells)
        if player.purchased:
            _purchased(canvas, player, news, cells.bought)
    _purse(canvas, player, news, cells.purse, size[0] - 16)
    _sold(canvas, player, news, cells.sold)
    bonus(canvas, view, player, news, cells.bonus)
    if player.board:
        _stored(canvas, player, caption, news, cells.storage)
    _goods(canvas, player, news, cells.goods)


def _identity(
    canvas: Canvas, width: float, view: BurgundyView, player: PlayerView, caption: Caption, news: News
) -> None:
    """Draw a player's badge and name, the points if the game ended now, those so far, and those that have just come."""
    y = 46
    canvas.paste(badge(player.seat, 68), (54, y))
    if _has_moved(player, news):
        canvas.frame((14, y - 40, 80, 80), None, NEW, 6, 22)
    size = letters(canvas.scale)
    # From the right end: points so far, points, their change, news of a tile; the name has the rest.
    right = width - 20
    right -= mat.so_far(canvas, (right, y), icons.icon("points", 36), player.vp, 120, size) + 10
    right -= mat.total(canvas, (right, y), view, player.seat, 170, _TOTAL) + 6
    change = news.points[player.seat]
    if change > 0:
        label = f"+{change}"
        wide = fonts.width(label, size) + 24
        canvas.frame((right - wide, y - 26, wide, 52), NEW_WASH, NEW, 5, 14)
        canvas.text((right - wide / 2, y), label, wide, size=size, ink=NEW, side="m")
        right -= wide + 12
    name = caption.name(player.seat)
    name_least = min(_NAME_LEAST, fonts.width(name, 38) + 8)
    right -= _tile_news(canvas, (right, y), player, caption, news, right - _LEFT_HAND - name_least)
    mat.name(canvas, (_LEFT_HAND, y), name, right - _LEFT_HAND - 6, (letters(canvas.scale, 38), NEEDED))


def _has_moved(player: PlayerView, news: News) -> bool:
    """Return whether any change comes from this player's decision, not only from a round."""
    seat = player.seat
    return bool(
        _tile(player, news)
        or fresh(player, news)
        or news.points[seat]
        or seat in news.workers
        or news.silverlings[seat] != news.income[seat]
        or (news.sold[seat] and player.sold)
        or seat in news.markers | news.boards | news.purchased | {owner for owner, _ in news.goods}
    )


def _tile(player: PlayerView, news: News) -> tuple[str, str] | None:
    """Return the tile that was placed last, with its hex, or that was discarded, with ""; None: neither."""
    tile, hex = news.tiles.get(player.seat, ("", ""))
    is_known = player.covered.get(hex) == tile if hex else tile in box.COLOUR
    return (tile, hex) if is_known else None


def _tile_news(canvas: Canvas, right: Point, player: PlayerView, caption: Caption, news: News, room: float) -> float:
    """Draw what was done with a tile, and return its width.

    A placed tile has its hex, a discarded one is crossed out; without room for words its picture stands alone.
    """
    tile_and_hex = _tile(player, news)
    if not tile_and_hex:
        return 0
    tile, hex = tile_and_hex
    x, y = right
    size = letters(canvas.scale)
    labels = _tile_labels(tile, hex, caption)
    fitting = (label for label in labels if fonts.width(label.text, size) + label.picture + 24 <= room)
    label = next(fitting, labels[-1])
    wide = fonts.width(label.text, size) + label.picture + 20
    left_x = x - wide
    canvas.frame((left_x, y - 28, wide, 56), NEW_WASH, NEW, 5, 14)
    canvas.text((left_x + 10 + label.picture, y), label.text, wide, size=size, ink=NEW)
    if label.picture:
        canvas.paste(tiles.tile(tile, 66, ""), (left_x + 42, y))
    if not hex:
        canvas.paste(icons.icon("cross", 56), (left_x + 42, y))
    return wide + 10


def _tile_labels(tile: str, hex: str, caption: Caption) -> list[_TileLabel]:
    """Return ways to show what was done with a tile, the longest first: its name, its letters, its picture."""
    target = f" {fonts.NEXT} {hex}" if hex else ""
    picture = 0 if hex else _PICTURE  # it is crossed out
    labels = [_TileLabel(caption.title(words.name_of(tile)) + target, picture)]
    if box.COLOUR[tile] in ("building", "knowledge"):
        labels.append(_TileLabel(tiles.code(tile, caption) + target, picture))
    return [*labels, _TileLabel(target.strip(), _PICTURE)]


def lying_dice(player: PlayerView) -> Iterator[tuple[int, bool]]:
    """Yield a player's dice as they fell, each with whether it has been used."""
    unused_dice = list(player.unused)
    for value in player.rolled:
        is_unused = value in unused_dice
        if is_unused:
            unused_dice.remove(value)
        yield value, not is_unused


def dice(canvas: Canvas, player: PlayerView, news: News, at: Point, size: int) -> None:
    """Draw both dice in a row from the middle of its left end; dice that were just rolled are framed."""
    x, y = at
    step = size + 8
    if player.rolled and player.seat in news.rolled:
        canvas.frame((x - 8, y - size / 2 - 8, 2 * step + 8, size + 16), None, NEW, WEAK, 18)
    for value, is_used in lying_dice(player):
        canvas.paste(icons.die(player.seat, value, size, is_used), (x, y), "l")
        x += step


def _purse(canvas: Canvas, player: PlayerView, news: News, at: Point, right: float) -> None:
    """Draw workers and silverlings below each other.

    A line without a change begins at ``at``; one with its change ends at ``right``.
    """
    seat = player.seat
    x, y = at
    lines = (
        ("worker", 50, player.workers, news.workers.get(seat), False),
        ("silverling", 48, player.silverlings, news.silverlings.get(seat), _by_itself(news, seat)),
    )
    for sign, width, count, change, is_weak in lines:
        if change is None:
            canvas.paste(icons.icon(sign, width), (x + 25, y))
            canvas.text((x + 60, y), str(count), 58, size=44, ink=TEXT if count else SOFT)
        else:
            _changed_purse(canvas, sign, count, change, (right, y), is_weak)
        y += PURSE_LINE


def _changed_purse(canvas: Canvas, sign: str, count: int, change: int, right: Point, is_weak: bool) -> None:
    """Draw sign, number and change so that they end at ``right``, as large as there is room."""
    label = mat.difference(change)
    large = letters(canvas.scale, 40)
    small = letters(canvas.scale)
    # Sizes of the number and of its change.
    for figures, size in (
        (large, small),
        (large, NEEDED),
        (small, NEEDED),
        (NEEDED, NEEDED),
        helping(canvas.scale),
    ):
        if fonts.width(str(count), figures) + fonts.width(label, size) <= CHANGED - 54 - 2 * _EDGE:
            break
    x, y = right
    x -= fonts.width(label, size) + 2 * _EDGE
    mat.pill(canvas, (x, y), label, size, edge=_EDGE, is_weak=is_weak)
    x -= 6
    x -= canvas.text((x, y), str(count), 58, size=figures, ink=TEXT if count else SOFT, side="r") + 4
    canvas.paste(icons.icon(sign, 44), (x, y), "r")


def counts(view: BurgundyView, seat: int) -> Sequence[tuple[Sprite, str]]:
    """Return workers and silverlings as text, for places too small for a mat."""
    player = view.players[seat]
    return (icons.icon("worker", 46), str(player.workers)), (icons.icon("silverling", 46), str(player.silverlings))


def _by_itself(news: News, seat: int) -> bool:
    """Return whether a phase alone brought silverlings."""
    return news.silverlings[seat] == news.income[seat] > 0


def _sold(canvas: Canvas, player: PlayerView, news: News, at: Point) -> None:
    """Draw the number of sold goods."""
    count = sum(player.sold.values())
    if not count:
        return
    canvas.paste(icons.icon("sold", 48), at, "l")
    if news.sold[player.seat]:
        mat.pill(canvas, (at[0] + 58 - _EDGE, at[1]), str(count), letters(canvas.scale), edge=_EDGE)
    else:
        canvas.text((at[0] + 58, at[1]), str(count), 60, size=letters(canvas.scale), ink=SOFT)


def _name(canvas: Canvas, player: PlayerView, caption: Caption, news: News, cells: Mat) -> None:
    """Draw the name of the board: after the word for boards, or below it in lines of its own.

    A name below the word needs no brackets.
    """
    word = caption.text(words.ON_MAT)
    name = words.board(player.board, caption).replace("(", "").replace(")", "")
    lines = [f"{word} {name}"]
    size = NEEDED
    if fonts.width(lines[0], size) > _NAME_ALONE:
        sizes = helping(canvas.scale)
        size = next((candidate for candidate in sizes if " ".join(_wrapped(name, candidate)) == name), sizes[-1])
        lines = [word, *_wrapped(name, size)]
    high = _NAME_PITCH if len(lines) > 1 else _NAME_PLATE
    x, y = cells.name
    if cells.upwards:
        y -= (len(lines) - 1) * _NAME_PITCH
    for line in lines:
        if player.seat in news.boards:
            mat.pill(canvas, (x - _EDGE, y), line, size, edge=_EDGE, high=high, aside=True)
        else:
            canvas.text((x, y), line, _NAME_ALONE, size=size, ink=SOFT, aside=True)
        y += _NAME_PITCH


def _wrapped(name: str, size: int) -> tuple[str, ...]:
    """Return a board's name in lines of which the last has the most room."""
    return (name,) if fonts.width(name, size) <= _NAME_ALONE else fonts.wrap(name, size, _NAME_BROKEN, 3)


def _purchased(canvas: Canvas, player: PlayerView, news: News, at: Point) -> None:
    """Mark that the purchase of this turn was made."""
    canvas.paste(icons.icon("purchased", 74), at, "l")
    if player.seat in news.purchased:
        canvas.frame((at[0] - 7, at[1] - 27, 88, 54), None, NEW, 6, 14)


def bonus(canvas: Canvas, view: BurgundyView, player: PlayerView, news: News, places: Sequence[Point]) -> None:
    """Draw the bonus tiles that were won, with colour and points."""
    for tile, (x, y) in zip(player.bonus, places, strict=False):
        colour, size = tile.split(".")
        if tile in news.bonus:
            canvas.frame((x - 29, y - 33, 58, 66), NEW_WASH, NEW, 6, 12)
        wide = BONUS if size == "large" else BONUS - 6
        canvas.paste(tiles.bonus(colour, box.bonus_vp(size, view.seats), wide, letters(canvas.scale)), (x, y))


def fresh(player: PlayerView, news: News) -> set[int]:
    """Return the places in storage, from 0, of the tiles that have just come: the last ones of their kinds."""
    rest = news.stored[player.seat].copy()
    places = set()
    for place, kind in reversed([*enumerate(player.storage)]):
        if rest[kind] > 0:
            rest[kind] -= 1
            places.add(place)
    return places


def _stored(canvas: Canvas, player: PlayerView, caption: Caption, news: News, places: Sequence[Point]) -> None:
    """Draw the tiles in storage, and the free places there."""
    new = fresh(player, news)
    for number, at in enumerate(places):
        if number < len(player.storage):
            kind = player.storage[number]
            canvas.paste(tiles.lying(kind, TILE, tiles.code(kind, caption), canvas.scale, number in new), at)
        else:
            canvas.paste(tiles.slot("", TILE), at)


def _goods(canvas: Canvas, player: PlayerView, news: News, places: Sequence[Point]) -> None:
    """Draw the goods store; goods that have just come are framed, and kinds that were sold as far as there is room."""
    barrels = [(kind, player.goods[kind]) for kind in box.GOODS if player.goods.get(kind)]
    sold_goods = [(kind, -count) for kind, count in news.sold[player.seat].items() if kind in box.GOODS]
    free = len(places) - len(barrels)
    if free > 0:
        barrels += sold_goods[-free:]
    size = letters(canvas.scale)
    for number, (x, y) in enumerate(places):
        if number >= len(barrels):
            canvas.paste(icons.icon("barrel", _BARREL, ink=LINE), (x, y), "l")
            continue
        kind, count = barrels[number]
        is_sold = count < 0
        if is_sold or (player.seat, kind) in news.goods:
            canvas.frame((x - 5, y - 33, _BARREL + 66, 66), NEW_WASH, NEW, 6, 14)
        canvas.paste(icons.goods(kind, _BARREL, letters(canvas.scale, 0)), (x, y), "l")
        label, ink = (mat.difference(count), NEW) if is_sold else (f"{fonts.TIMES}{count}", TEXT)
        canvas.text((x + _BARREL + 5, y), label, 56, size=size, ink=ink)
