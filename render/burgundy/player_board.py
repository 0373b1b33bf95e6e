"""A player's board of any size: a bare board, kept by id and size, with tiles. A hex is 100 units wide."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from PIL import Image

from engines.burgundy.estate import ESTATES, Estate, Hex
from engines.burgundy.view import PlayerView
from render.burgundy import icons, tiles
from render.burgundy.inks import BORDER, EDGE, HEX
from render.burgundy.layout import BOARD, TILE, letters
from render.burgundy.layout import TEXT as NEEDED
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ink import CARD, TEXT, Ink, mix
from render.kit.pen import Pen, Pixels, Point, Sprite

_LARGER = 2
COVER = TILE - 6
"""Width of a tile on its hex, in units."""


def size(scale: float) -> tuple[int, int]:
    """Return width and height of a board in pixels."""
    return round(BOARD[0] * scale), round(BOARD[1] * scale)


def spot(hex: Hex, middle: Point) -> Point:
    """Return the middle of a hex of a board around ``middle``."""
    x, y = tiles.hex_middle(hex.q, hex.r, TILE)
    return middle[0] + x, middle[1] + y


_MIDDLE = BOARD[0] / 2, BOARD[1] / 2


@cache
def board(id: str, named: bool = True, numbered: bool = True) -> Sprite:
    """Return a bare board.

    Args:
        id: The board.
        named: True to write the names of its hexes and, smaller, their numbers.
        numbered: True to write the numbers; without names they are larger.
    """
    printed = ESTATES[id]

    def remake(scale: float) -> Pixels:
        width, height = size(scale)
        large = Image.new("RGBA", (width * _LARGER, height * _LARGER), (*CARD, 0))
        pen = Pen(large, _LARGER * scale)
        for hex in printed.hexes.values():
            edge = mix(EDGE[hex.colour], HEX[hex.colour], 0.55)
            pen.area(tiles.hex_corners(spot(hex, _MIDDLE), TILE), HEX[hex.colour], edge, 2)
        _borders(pen, printed)
        small = large.reduce(_LARGER)
        canvas = Canvas(small.convert("RGB"), scale)
        for hex in printed.hexes.values():
            _printed(canvas, hex, spot(hex, _MIDDLE), named, numbered)
        return Pixels(canvas.image, small.getchannel("A"))

    return Sprite(size(1), remake)


def _borders(pen: Pen, printed: Estate) -> None:
    """Draw the lines between regions and around the board."""
    at = {(hex.q, hex.r): hex for hex in printed.hexes.values()}
    for hex in printed.hexes.values():
        corners = tiles.hex_corners(spot(hex, _MIDDLE), TILE)
        for side, (q, r) in enumerate(tiles.SIDES):
            neighbour = at.get((hex.q + q, hex.r + r))
            if neighbour is None or neighbour.region != hex.region:
                pen.path((corners[side], corners[(side + 1) % 6]), BORDER, max(TILE / 19, 2 / pen.scale))


def _printed(canvas: Canvas, hex: Hex, at: Point, named: bool, numbered: bool) -> None:
    """Draw the sign of the colour, the die number, and the name."""
    x, y = at
    ink: Ink = mix(EDGE[hex.colour], HEX[hex.colour], 0.25)
    if not named and not numbered:
        canvas.paste(tiles.sign(hex.colour, 72, ink), at)
        return
    if not named:
        canvas.paste(tiles.sign(hex.colour, 46, ink), (x - 24, y))
        canvas.paste(icons.number(hex.die, 50, letters(canvas.scale)), (x + 23, y))
        return
    canvas.paste(tiles.sign(hex.colour, 43, ink), (x - 24, y - 15))
    canvas.paste(icons.number(hex.die, 44, letters(canvas.scale)), (x + 22, y - 15))
    canvas.text((x, y + 28), hex.id, TILE, size=NEEDED, side="m", ink=mix(EDGE[hex.colour], TEXT, 0.5), aside=True)


def draw(
    canvas: Canvas,
    player: PlayerView,
    middle: Point,
    caption: Caption,
    new: Collection[str],
    named: bool = True,
) -> None:
    """Draw a player's board around ``middle``; tiles on the hexes of ``new`` are marked.

    If its hexes are not ``named``, their numbers are larger.
    """
    canvas.paste(board(player.board, named), middle)
    hexes = ESTATES[player.board].hexes
    for hex, kind in sorted(player.covered.items(), key=lambda item: item[0] in new):
        small = tiles.lying(kind, COVER, tiles.code(kind, caption), canvas.scale, hex in new)
        canvas.paste(small, spot(hexes[hex], middle))
