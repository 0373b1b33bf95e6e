"""The picture of a progress card: deck, number of copies, time of its effect, the whole effect, rulings."""

from __future__ import annotations

from PIL import Image

from engines.mmn.cards import CARDS
from render.caption import Caption
from render.kit import fonts, sheet
from render.kit.ink import CARD, SOFT, mix
from render.kit.sheet import EDGE, ROOM, SIDE, WIDTH
from render.mmn import icons, words
from render.mmn.icons import icon
from render.mmn.inks import ON_TRACK, TRACK, TRACK_DARK

_HEAD = 190
_META = 150


def draw(id: str, caption: Caption) -> Image.Image:
    """Return the picture of a card.

    Raises:
        LookupError: The game has no such card.
    """
    if id not in CARDS:
        raise LookupError(f"there is no card {id!r}")
    card = CARDS[id]
    ink = TRACK[card.deck]
    dark = TRACK_DARK[card.deck]
    inks = sheet.Inks(dark, ink, mix(CARD, ink, 0.1), mix(CARD, dark, 0.5), dark)
    canvas = sheet.sheet(words.EFFECTS[id], words.NOTES[id], words.NOTE, caption, inks, _HEAD, _META)
    y = sheet.middle(_HEAD)
    canvas.paste(icons.symbol(card.deck, 106), (SIDE + 56, y))
    canvas.text((SIDE + 148, y), caption.text(words.TITLES[id]), ROOM - 190, size=84, ink=ON_TRACK[card.deck])
    y = EDGE + _HEAD + 84
    canvas.frame((SIDE, y - 46, ROOM, 92), mix(CARD, ink, 0.16), None, 0, 18)
    x = float(SIDE + 30)
    canvas.paste(icons.back(card.deck, 68), (x, y), "l")
    x += 66
    deck = caption.title(words.TRACKS[card.deck])
    x += canvas.text((x, y), f"{deck} {fonts.TIMES}{card.count}", 520, size=44) + 40
    right = float(WIDTH - SIDE - 30)
    if card.vp:
        right -= canvas.text((right, y), f"+{card.vp}", 80, size=48, side="r") + 10
        canvas.paste(icon("points", 58), (right, y), "r")
        right -= 84
    canvas.text((right, y), caption.text(words.TIMINGS[card.timing]), right - x, size=40, ink=SOFT, side="r")
    return canvas.image
