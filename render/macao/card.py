"""The picture of a card: cost, tribute, time of its effect, the whole effect, and rulings about it."""

from __future__ import annotations

from PIL import Image

from engines.macao.cards import CARDS
from render.caption import Caption
from render.kit import sheet
from render.kit.ink import CARD, LINE, SOFT, mix
from render.kit.sheet import EDGE, ROOM, SIDE, WIDTH
from render.macao import cubes, icons, words
from render.macao.inks import TYPE, TYPE_DARK, TYPE_WASH
from render.macao.letters import speaking

_HEAD = 176
_META = 290


@speaking
def draw(id: str, caption: Caption) -> Image.Image:
    """Return the picture of a card.

    Raises:
        LookupError: The game has no such card.
    """
    if id not in CARDS:
        raise LookupError(f"there is no card {id!r}")
    card = CARDS[id]
    colour = TYPE[card.type]
    dark = TYPE_DARK[card.type]
    inks = sheet.Inks(colour, TYPE_WASH[card.type], mix(CARD, colour, 0.1), mix(CARD, colour, 0.5), dark)
    canvas = sheet.sheet(words.EFFECTS[id], words.NOTES[id], words.NOTE, caption, inks, _HEAD, _META)
    y = sheet.middle(_HEAD)
    canvas.paste(icons.icon(card.type, 110), (SIDE + 50, y))
    kind = canvas.text((WIDTH - SIDE, y), caption.text(words.TYPES[card.type]), 320, size=44, ink=dark, side="r")
    canvas.text((SIDE + 132, y), caption.text(words.TITLES[id]), ROOM - 172 - kind, size=86)
    y = EDGE + _HEAD + 84
    cubes.row(canvas, card.cost, (SIDE, y), 104)
    x = float(WIDTH - SIDE)
    for value, name in ((card.tribute.prestige, "prestige"), (card.tribute.gold, "coin")):
        x -= canvas.text((x, y), str(value), 90, size=80, side="r") + 20
        canvas.paste(icons.icon(name, 84), (x, y), "r")
        x -= 130
    y += 124
    canvas.frame((SIDE, y - 40, ROOM, 80), mix(CARD, LINE, 0.3), None, 0, 16)
    timing_text = caption.text(words.TIMINGS[card.timing])
    x = SIDE + 30 + canvas.text((SIDE + 30, y), timing_text, ROOM - 60, size=42, ink=SOFT)
    if card.timing != "game_end":
        limit = caption.text(words.LIMITS[card.limit])
        canvas.text((WIDTH - SIDE - 30, y), limit, WIDTH - SIDE - 70 - x, size=42, ink=SOFT, side="r")
    return canvas.image
