"""The hexes of the own board that can be filled: ringed, with the tiles that fit so that they can be told apart."""

from __future__ import annotations

from functools import lru_cache

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.view import PlayerView
from render.burgundy import hexagon, icons, player_board, tiles
from render.burgundy.inks import EDGE, HEX, ON_TILE, TILE
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import TEXT, WHITE, mix
from render.kit.pen import Pen, Point, Sprite, sprite

ROOM = 124
"""Pixels: the width inside the ring."""
_WIDE = 152
_TILE = {1: 62, 2: 59}
"""Width of the tiles when there are so many."""
_BADGE = 38, 64
_LETTERS = 30
_PITCH = 31


def draw(canvas: Canvas, player: PlayerView, wide: int, middle: Point, caption: Caption) -> None:
    """Marks every hex of ``player.open`` on the board around ``middle``, whose hexes are ``wide``."""
    hexes = ESTATES[player.board].hexes
    for id, kinds in player.open.items():
        hex = hexes[id]
        x, y = player_board.spot(hex, wide, middle)
        canvas.paste(_ring(hex.colour), (x, y))
        canvas.paste(icons.number(hex.die, 46), (x, y - 47))
        _content(canvas, kinds, (x, y + 8), caption)
        canvas.text((x, y + 54), id, 80, size=28, side="m", ink=mix(EDGE[hex.colour], TEXT, 0.6))


@lru_cache(maxsize=16)
def _ring(colour: str) -> Sprite:
    high = round(hexagon.height(_WIDE))
    middle = _WIDE / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(hexagon.corners(middle, _WIDE), TEXT)
        pen.area(hexagon.corners(middle, _WIDE - 16), WHITE)
        pen.area(hexagon.corners(middle, _WIDE - 26), mix(HEX[colour], WHITE, 0.35))

    return sprite((_WIDE, high), draw)


@lru_cache(maxsize=1)
def key() -> Sprite:
    """A small ringed hex."""

    def draw(pen: Pen) -> None:
        pen.area(hexagon.corners((36, 42), 72), TEXT)
        pen.area(hexagon.corners((36, 42), 58), WHITE)

    return sprite((72, 84), draw)


def _content(canvas: Canvas, kinds: list[str], at: Point, caption: Caption) -> None:
    """Up to three tiles of one colour: storage holds no more."""
    x, y = at
    codes = {kind: tiles.code(kind, caption) for kind in kinds}
    if box.COLOUR[kinds[0]] == "building":
        _buildings(canvas, codes, at)
    elif len(kinds) in _TILE:
        wide = _TILE[len(kinds)]
        for number, kind in enumerate(kinds):
            canvas.paste(tiles.tile(kind, wide, codes[kind]), (x + (number - (len(kinds) - 1) / 2) * (wide + 2), y))
    else:
        for number, kind in enumerate(kinds):
            left = x + (number - (len(kinds) - 1) / 2) * (_BADGE[0] + 4)
            canvas.paste(_badge(kind), (left, y))
            canvas.text((left, y + 17), codes[kind], _BADGE[0] - 4, size=SMALLEST, side="m")


@lru_cache(maxsize=64)
def _badge(kind: str) -> Sprite:
    """A pictogram with room for a number below."""
    colour = box.COLOUR[kind]

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (_BADGE[0] - 2, _BADGE[1] - 2), TILE[colour], EDGE[colour], 2.5, 8)
        tiles.pictogram(pen, kind, (_BADGE[0] / 2, 19), 29)

    return sprite(_BADGE, draw)


def _buildings(canvas: Canvas, codes: dict[str, str], at: Point) -> None:
    """One or two: pictogram and letters in a line each. Three: letters alone, the widest in a line of its own."""
    x, y = at
    if len(codes) < 3:
        for number, (kind, code) in enumerate(codes.items()):
            line = y + (number - (len(codes) - 1) / 2) * _PITCH
            wide = 34 + fonts.width(code, SMALLEST) + 10
            _plate(canvas, (x, line), wide)
            canvas.paste(tiles.picture(kind, 26), (x - wide / 2 + 19, line))
            canvas.text((x - wide / 2 + 36, line), code, wide - 40, size=SMALLEST, ink=ON_TILE["building"])
        return
    *pair, widest = sorted(codes.values(), key=lambda code: fonts.width(code, SMALLEST))
    upper, lower = y - _PITCH / 2, y + _PITCH / 2
    left, right = (fonts.width(code, SMALLEST) for code in pair)
    for code, place in zip(
        (*pair, widest), ((x - right / 2 - 3, upper), (x + left / 2 + 3, upper), (x, lower)), strict=True
    ):
        wide = fonts.width(code, SMALLEST)
        _plate(canvas, place, wide + 2)
        canvas.text(place, code, wide, size=SMALLEST, ink=ON_TILE["building"], side="m")


def _plate(canvas: Canvas, at: Point, wide: float) -> None:
    canvas.frame((at[0] - wide / 2, at[1] - _LETTERS / 2, wide, _LETTERS), TILE["building"], None, 0, 6)
