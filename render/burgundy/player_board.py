"""A player's board of any size: bare, kept by id and size, and the tiles on it."""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image

from engines.burgundy.estate import ESTATES, Estate, Hex
from engines.burgundy.view import PlayerView
from render.burgundy import hexagon, icons, tiles
from render.burgundy.inks import BORDER, EDGE, HEX
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, TEXT, Ink, mix
from render.kit.layers import Layers
from render.kit.pen import Pen, Point, Sprite, sprite

_LARGER = 2
_RIM = 6
"""Pixels round the hexes for the border."""


def size(wide: int) -> tuple[int, int]:
    """Width and height of a board whose hexes are ``wide``."""
    return 7 * wide + 2 * _RIM, round(9 * hexagon.radius(wide) + hexagon.height(wide)) + 2 * _RIM


def spot(hex: Hex, wide: int, middle: Point) -> Point:
    """The middle of a hex of a board around ``middle``."""
    x, y = hexagon.spot(hex.q, hex.r, wide)
    return middle[0] + x, middle[1] + y


_BARE = Layers("burgundy board")


def board(id: str, wide: int, named: bool = True) -> Sprite:
    """A bare board; a named one has the names and numbers of its hexes."""
    printed = ESTATES[id]
    width, height = size(wide)
    middle = width / 2, height / 2
    large = Image.new("RGBA", (width * _LARGER, height * _LARGER), (*CARD, 0))
    pen = Pen(large, _LARGER)
    for hex in printed.hexes.values():
        pen.area(
            hexagon.corners(spot(hex, wide, middle), wide),
            HEX[hex.colour],
            mix(EDGE[hex.colour], HEX[hex.colour], 0.55),
            2,
        )
    _borders(pen, printed, wide, middle)
    small = large.reduce(_LARGER)
    canvas = Canvas(small.convert("RGB"))
    for hex in printed.hexes.values():
        _printed(canvas, hex, wide, spot(hex, wide, middle), named)
    return Sprite(canvas.image, small.getchannel("A"))


def _borders(pen: Pen, printed: Estate, wide: int, middle: Point) -> None:
    """The lines between regions and round the whole."""
    at = {(hex.q, hex.r): hex for hex in printed.hexes.values()}
    for hex in printed.hexes.values():
        corners = hexagon.corners(spot(hex, wide, middle), wide)
        for side, (q, r) in enumerate(hexagon.SIDES):
            other = at.get((hex.q + q, hex.r + r))
            if other is None or other.region != hex.region:
                pen.path((corners[side], corners[(side + 1) % 6]), BORDER, max(2.0, wide / 19))


def _printed(canvas: Canvas, hex: Hex, wide: int, at: Point, named: bool) -> None:
    """The sign of the colour, the die number, the name."""
    x, y = at
    ink: Ink = mix(EDGE[hex.colour], HEX[hex.colour], 0.25)
    if not named:
        canvas.paste(_sign(hex.colour, round(wide * 0.62), ink), at)
        return
    unit = wide / 104
    canvas.paste(_sign(hex.colour, round(38 * unit), ink), (x - 23 * unit, y - 12 * unit))
    canvas.paste(icons.number(hex.die, round(42 * unit)), (x + 23 * unit, y - 12 * unit))
    canvas.text(
        (x, y + 33 * unit),
        hex.id,
        wide,
        size=max(SMALLEST, round(28 * unit)),
        side="m",
        ink=mix(EDGE[hex.colour], TEXT, 0.5),
    )


def _sign(colour: str, size: int, ink: Ink) -> Sprite:
    return sprite((size, size), lambda pen: tiles.sign(pen, colour, (30, 30), 60, ink), 60)


def draw(
    canvas: Canvas,
    player: PlayerView,
    wide: int,
    middle: Point,
    caption: Caption,
    new: Collection[str],
    ground: Ink = CARD,
) -> None:
    """A player's board around ``middle``; tiles on the hexes of ``new`` are marked. ``ground`` lies below it."""
    canvas.image.paste(_covered(player, wide, caption, ground, new), corner(wide, middle))


def corner(wide: int, middle: Point) -> tuple[int, int]:
    """The upper left corner of a board around ``middle``."""
    width, height = size(wide)
    return round(middle[0] - width / 2), round(middle[1] - height / 2)


def _covered(player: PlayerView, wide: int, caption: Caption, ground: Ink, new: Collection[str]) -> Image.Image:
    canvas = Canvas(_BARE.get((player.board, wide, ground), lambda: _bare(player.board, wide, ground)))
    middle = canvas.image.width / 2, canvas.image.height / 2
    hexes = ESTATES[player.board].hexes
    for hex, kind in player.covered.items():
        canvas.paste(tiles.tile(kind, wide - 6, tiles.code(kind, caption), hex in new), spot(hexes[hex], wide, middle))
    return canvas.image


def _bare(id: str, wide: int, ground: Ink) -> Image.Image:
    canvas = Canvas(Image.new("RGB", size(wide), ground))
    canvas.paste(board(id, wide), (canvas.image.width / 2, canvas.image.height / 2))
    return canvas.image
