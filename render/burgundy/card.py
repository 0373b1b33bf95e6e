"""One tile, large: what it is, how often it is in the box, its whole effect and how doubts about it are settled."""

from __future__ import annotations

from PIL import Image

from engines.burgundy import box
from render.burgundy import tiles, words
from render.burgundy.inks import EDGE, TILE
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, PAPER, SOFT, TEXT, mix

WIDTH = fonts.WIDTH
_EDGE, _SIDE = 24, 84
_ROOM = WIDTH - 2 * _SIDE
_HEAD = 340
_TILE = 232
_TEXT, _TEXT_PITCH, _TEXT_MOST = 54, 72, 7
_NOTE, _NOTE_PITCH, _NOTE_MOST = 42, 56, 5


def draw(id: str, caption: Caption) -> Image.Image:
    """The tile. Raises LookupError for one that the game does not have."""
    if id not in box.CARDS:
        raise LookupError(f"there is no tile {id!r}")
    kinds = [tile for tile in box.TILES if box.card(tile) == id]
    colour = box.COLOUR[kinds[0]]
    effect, note = caption.text(words.EFFECTS[id]), caption.text_or_none(words.NOTES[id])
    lines = len(fonts.wrap(effect, _TEXT, _ROOM, _TEXT_MOST))
    notes = len(fonts.wrap(note, _NOTE, _ROOM - 60, _NOTE_MOST))
    animals = id == "animal"
    text_top = _EDGE + _HEAD + (230 if animals else 40)
    note_top = text_top + lines * _TEXT_PITCH + 30
    height = note_top + (notes * _NOTE_PITCH + 130 if notes else 20) + _EDGE
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    canvas.frame((_EDGE, _EDGE, WIDTH - 2 * _EDGE, height - 2 * _EDGE), CARD, EDGE[colour], 8, 36)
    wash = mix(CARD, TILE[colour], 0.35)
    canvas.frame((_EDGE + 12, _EDGE + 12, WIDTH - 2 * _EDGE - 24, _HEAD - 12), wash, None, 0, 26)
    y = _EDGE + 12 + (_HEAD - 12) / 2
    kind = "sheep3" if animals else kinds[0]
    canvas.paste(tiles.tile(kind, _TILE, tiles.code(kind, caption)), (_SIDE + _TILE / 2, y))
    left = _SIDE + _TILE + 56
    canvas.lines((left, y - 54), caption.text(words.TITLES[id]), WIDTH - _SIDE - left, 1, 0, size=82)
    _meta(canvas, kinds, caption, (left, y + 54))
    if animals:
        for number, tile in enumerate(f"{name}{count}" for name in box.ANIMALS for count in (2, 3, 4)):
            x = _SIDE + 62 + number * (_ROOM - 124) / 11
            canvas.paste(tiles.tile(tile, 110, tiles.code(tile, caption)), (x, _EDGE + _HEAD + 110))
    canvas.lines((_SIDE, text_top + _TEXT_PITCH / 2), effect, _ROOM, _TEXT_MOST, _TEXT_PITCH, size=_TEXT, ink=TEXT)
    if notes:
        at = (_SIDE, note_top, _ROOM, notes * _NOTE_PITCH + 96)
        canvas.frame(at, mix(CARD, TILE[colour], 0.15), mix(CARD, EDGE[colour], 0.4), 3, 18)
        canvas.text((_SIDE + 30, note_top + 42), caption.text(words.NOTE), _ROOM - 60, size=36, ink=EDGE[colour])
        at_text = (_SIDE + 30, note_top + 100)
        canvas.lines(at_text, note, _ROOM - 60, _NOTE_MOST, _NOTE_PITCH, size=_NOTE, ink=mix(TEXT, SOFT, 0.4))
    return canvas.image


def _meta(canvas: Canvas, kinds: list[str], caption: Caption, at: tuple[float, float]) -> None:
    """Its colour, how many there are, and of a unique tile whether it lies in the black depot."""
    colour = box.COLOUR[kinds[0]]
    count = sum(box.TILES[kind] for kind in kinds)
    told = [caption.text(words.KINDS[colour]), f"{fonts.TIMES}{count} {caption.text(words.IN_BOX)}"]
    if count == 1 and kinds[0] in box.SUPPLIES[box.BLACK]:
        told.append(caption.text(words.BLACK_BACK))
    x, y = at
    canvas.paste(tiles.mark(colour, 66), (x + 33, y))
    canvas.text((x + 84, y), " \u00b7 ".join(told), WIDTH - _SIDE - x - 84, size=42, ink=SOFT)
