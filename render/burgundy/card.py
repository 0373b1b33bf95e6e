"""The picture of a tile: its kind, the number of copies, the whole effect, rulings."""

from __future__ import annotations

from PIL import Image

from engines.burgundy import box
from render.burgundy import tiles, words
from render.burgundy.inks import EDGE as RIM
from render.burgundy.inks import TILE
from render.caption import Caption
from render.kit import fonts, sheet
from render.kit.canvas import Canvas
from render.kit.ink import CARD, SOFT, mix
from render.kit.sheet import EDGE, ROOM, SIDE, WIDTH

_HEAD = 340
_META = 40
_ANIMALS = 230
"""Height of a row of animals, which are explained together, in units."""
_TILE = 232


def draw(id: str, caption: Caption) -> Image.Image:
    """Return the picture of a tile.

    Raises:
        LookupError: The game has no such tile.
    """
    if id not in box.CARDS:
        raise LookupError(f"there is no tile {id!r}")
    kinds = [tile for tile in box.TILES if box.card(tile) == id]
    animals = id == "animal"
    fill = TILE[box.COLOUR[kinds[0]]]
    rim = RIM[box.COLOUR[kinds[0]]]
    inks = sheet.Inks(rim, mix(CARD, fill, 0.35), mix(CARD, fill, 0.15), mix(CARD, rim, 0.4), rim)
    meta = _ANIMALS if animals else _META
    canvas = sheet.sheet(words.EFFECTS[id], words.NOTES[id], words.NOTE, caption, inks, _HEAD, meta)
    y = sheet.middle(_HEAD)
    kind = "sheep3" if animals else kinds[0]
    canvas.paste(tiles.tile(kind, _TILE, tiles.code(kind, caption)), (SIDE + _TILE / 2, y))
    left_x = SIDE + _TILE + 56
    canvas.text((left_x, y - 54), caption.text(words.TITLES[id]), WIDTH - SIDE - left_x, size=82)
    _meta(canvas, kinds, caption, (left_x, y + 54))
    if animals:
        for number, tile in enumerate(f"{name}{count}" for name in box.ANIMALS for count in (2, 3, 4)):
            x = SIDE + 62 + number * (ROOM - 124) / 11
            canvas.paste(tiles.tile(tile, 110, tiles.code(tile, caption)), (x, EDGE + _HEAD + 110))
    return canvas.image


def _meta(canvas: Canvas, kinds: list[str], caption: Caption, at: tuple[float, float]) -> None:
    """Draw the colour of the tile, the number of copies, and for a unique one whether it lies in the black depot."""
    colour = box.COLOUR[kinds[0]]
    count = sum(box.TILES[kind] for kind in kinds)
    parts = [caption.text(words.KINDS[colour]), f"{fonts.TIMES}{count} {caption.text(words.IN_BOX)}"]
    if count == 1 and kinds[0] in box.SUPPLIES[box.BLACK]:
        parts.append(caption.text(words.BLACK_BACK))
    x, y = at
    canvas.paste(tiles.mark(colour, 66), (x + 33, y))
    canvas.text((x + 84, y), " \u00b7 ".join(parts), WIDTH - SIDE - x - 84, size=42, ink=SOFT)
