"""Marks on the hexes of the own board that can be filled: rings with the tiles that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engines.burgundy import box
from engines.burgundy.estate import ESTATES, Hex
from engines.burgundy.view import PlayerView
from render.burgundy import icons, player_board, tiles
from render.burgundy.inks import EDGE, HEX, ON_TILE, TILE
from render.burgundy.offers import Price
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas, inscribed
from render.kit.ink import TEXT, WHITE, mix
from render.kit.pen import Pen, Point, Sprite, sprite

_WIDE = 152
"""Width of a hex, in the units of its mark."""
UNIT = 100 / _WIDE
"""The unit of a mark, in those of the player's board, where a hex is 100 wide."""
_LETTER = 27
"""Size of letters and numbers, in units of the mark like all that follows."""
_TILE = {1: 59, 2: 58}
"""Width of the tiles in a mark, by their number; three have badges instead."""
_BADGE = 38, 64
"""Width and height of the badge that stands for each of three tiles."""
_LETTERS = 30
"""Height of the plate behind a building's letters."""
_PITCH = 31
"""Distance of two lines of buildings."""


def draw(
    canvas: Canvas,
    player: PlayerView,
    middle: Point,
    caption: Caption,
    hexes: Mapping[str, Mapping[str, Price]],
) -> None:
    """Mark the hexes of the board around ``middle`` on which tiles may be placed, each with the price."""
    printed = ESTATES[player.board].hexes
    for id, kinds in hexes.items():
        _mark(canvas.moved(player_board.spot(printed[id], middle), UNIT), player.seat, printed[id], kinds, caption)


def _mark(canvas: Canvas, seat: int, hex: Hex, kinds: Mapping[str, Price], caption: Caption) -> None:
    """Draw the mark of a hex around the origin: the number with its price, the tiles that fit, the word of the hex.

    A number on a die in the player's colour needs a die that the player has; without such a die workers turn another
    one, or a number alone says that none is needed.
    """
    canvas.paste(_ring(hex.colour), (0, 0))
    price = min(kinds.values(), key=lambda price: price.workers)
    if price.workers:
        _paid(canvas, hex.die, price.workers)
    elif price.die is None:
        canvas.paste(icons.number(hex.die, 44), (0, -46))
    else:
        canvas.paste(icons.die(seat, hex.die, 44), (0, -46))
    _content(canvas, list(kinds), (0, 10), caption)
    canvas.text((0, 55), hex.id, 80, size=28, side="m", ink=mix(EDGE[hex.colour], TEXT, 0.6))


def _paid(canvas: Canvas, die: int, workers: int) -> None:
    """Draw the number of a hex, and the workers that turn a die into it."""
    canvas.frame((-49, -64, 98, 42), WHITE, None, 0, 10)
    canvas.text((-31, -43), str(die), 30, size=36, side="m")
    canvas.paste(icons.icon("worker", 30), (-14, -43), "l")
    canvas.text((19, -43), str(workers), 26, size=_LETTER)


@lru_cache(maxsize=16)
def _ring(colour: str) -> Sprite:
    """Return the ringed hex of a colour, on which the content of a mark is drawn."""
    high = round(tiles.hex_height(_WIDE))
    middle = _WIDE / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(tiles.hex_corners(middle, _WIDE), TEXT)
        pen.area(tiles.hex_corners(middle, _WIDE - 16), WHITE)
        pen.area(tiles.hex_corners(middle, _WIDE - 26), mix(HEX[colour], WHITE, 0.35))

    return sprite((_WIDE, high), draw)


@lru_cache(maxsize=1)
def key() -> Sprite:
    """Return a small ringed hex, to explain the marks."""

    def draw(pen: Pen) -> None:
        pen.area(tiles.hex_corners((36, 42), 72), TEXT)
        pen.area(tiles.hex_corners((36, 42), 58), WHITE)

    return sprite((72, 84), draw)


def _content(canvas: Canvas, kinds: Sequence[str], at: Point, caption: Caption) -> None:
    """Draw up to three tiles of one colour; storage holds no more."""
    x, y = at
    codes = {kind: tiles.code(kind, caption) for kind in kinds}
    if box.COLOUR[kinds[0]] == "building":
        _buildings(canvas, codes, at)
    elif len(kinds) in _TILE:
        wide = _TILE[len(kinds)]
        for number, kind in enumerate(kinds):
            left_x = x + (number - (len(kinds) - 1) / 2) * (wide + 2)
            canvas.paste(tiles.tile(kind, wide, codes[kind], min_size=_LETTER), (left_x, y))
    else:
        for number, kind in enumerate(kinds):
            left_x = x + (number - (len(kinds) - 1) / 2) * (_BADGE[0] + 4)
            canvas.paste(_badge(kind), (left_x, y))
            canvas.text((left_x, y + 17), codes[kind], _BADGE[0] - 4, size=_LETTER, side="m")


@lru_cache(maxsize=64)
def _badge(kind: str) -> Sprite:
    """Return a pictogram with room for a number below."""
    colour = box.COLOUR[kind]

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (_BADGE[0] - 2, _BADGE[1] - 2), TILE[colour], EDGE[colour], 2.5, 8)

    picture = icons.pictogram(kind, 29)
    return inscribed(sprite(_BADGE, draw), lambda canvas: canvas.paste(picture, (_BADGE[0] / 2, 19)))


def _buildings(canvas: Canvas, codes: dict[str, str], at: Point) -> None:
    """Draw buildings: one or two with pictogram and letters in a line each, three with letters alone."""
    x, y = at
    if len(codes) < 3:
        for number, (kind, code) in enumerate(codes.items()):
            line = y + (number - (len(codes) - 1) / 2) * _PITCH
            wide = 34 + fonts.width(code, _LETTER) + 10
            _plate(canvas, (x, line), wide)
            canvas.paste(icons.pictogram(kind, 26), (x - wide / 2 + 19, line))
            canvas.text((x - wide / 2 + 36, line), code, wide - 36, size=_LETTER, ink=ON_TILE["building"])
        return
    # The two narrower ones lie beside each other, the widest below them.
    left, right, widest = sorted(codes.values(), key=lambda code: fonts.width(code, _LETTER))
    upper = y - _PITCH / 2
    lower = y + _PITCH / 2
    left_x = x - fonts.width(right, _LETTER) / 2 - 3
    right_x = x + fonts.width(left, _LETTER) / 2 + 3
    for code, place in ((left, (left_x, upper)), (right, (right_x, upper)), (widest, (x, lower))):
        wide = fonts.width(code, _LETTER)
        _plate(canvas, place, wide + 2)
        canvas.text(place, code, wide + 3, size=_LETTER, ink=ON_TILE["building"], side="m")


def _plate(canvas: Canvas, at: Point, wide: float) -> None:
    """Draw the ground of a building's letters around a point."""
    canvas.frame((at[0] - wide / 2, at[1] - _LETTERS / 2, wide, _LETTERS), TILE["building"], None, 0, 6)
