"""One card, large: cost, tribute, when it acts, its whole effect and how doubts about it are settled."""

from __future__ import annotations

from PIL import Image

from engines.macao.cards import CARDS
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, PAPER, SOFT, TEXT, mix
from render.macao import cubes, icons, words
from render.macao.inks import TYPE, TYPE_DARK, TYPE_WASH

WIDTH = fonts.WIDTH
_EDGE, _SIDE = 24, 84
_ROOM = WIDTH - 2 * _SIDE
_HEAD = 176
_TEXT, _TEXT_PITCH, _TEXT_MOST = 54, 72, 5
_NOTE, _NOTE_PITCH, _NOTE_MOST = 42, 56, 4


def draw(id: str, caption: Caption) -> Image.Image:
    """The card. Raises LookupError for one that the game does not have."""
    if id not in CARDS:
        raise LookupError(f"there is no card {id!r}")
    card = CARDS[id]
    effect, note = caption.text(words.EFFECTS[id]), caption.text_or_none(words.NOTES[id])
    lines = len(fonts.wrap(effect, _TEXT, _ROOM, _TEXT_MOST))
    notes = len(fonts.wrap(note, _NOTE, _ROOM - 60, _NOTE_MOST))
    text_top = _EDGE + _HEAD + 290
    note_top = text_top + lines * _TEXT_PITCH + 30
    height = note_top + (notes * _NOTE_PITCH + 130 if notes else 20) + _EDGE
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    canvas.frame((_EDGE, _EDGE, WIDTH - 2 * _EDGE, height - 2 * _EDGE), CARD, TYPE[card.type], 8, 36)
    canvas.frame((_EDGE + 12, _EDGE + 12, WIDTH - 2 * _EDGE - 24, _HEAD - 12), TYPE_WASH[card.type], None, 0, 26)
    y = _EDGE + 12 + (_HEAD - 12) / 2
    canvas.paste(icons.kind(card.type, 110), (_SIDE + 50, y))
    kind = canvas.text(
        (WIDTH - _SIDE, y), caption.text(words.TYPES[card.type]), 320, size=44, ink=TYPE_DARK[card.type], side="r"
    )
    canvas.text((_SIDE + 132, y), caption.text(words.TITLES[id]), _ROOM - 172 - kind, size=86)
    y = _EDGE + _HEAD + 84
    cubes.row(canvas, card.cost, (_SIDE, y), 104)
    x = float(WIDTH - _SIDE)
    for value, sign in ((card.tribute.prestige, icons.prestige(84)), (card.tribute.gold, signs.coin(84))):
        x -= canvas.text((x, y), str(value), 90, size=80, side="r") + 20
        canvas.paste(sign, (x, y), "r")
        x -= 130
    y += 124
    canvas.frame((_SIDE, y - 40, _ROOM, 80), mix(CARD, LINE, 0.3), None, 0, 16)
    when = caption.text(words.TIMINGS[card.timing])
    x = _SIDE + 30 + canvas.text((_SIDE + 30, y), when, _ROOM - 60, size=42, ink=SOFT)
    if card.timing != "game_end":
        limit = caption.text(words.LIMITS[card.limit])
        canvas.text((WIDTH - _SIDE - 30, y), limit, WIDTH - _SIDE - 70 - x, size=42, ink=SOFT, side="r")
    canvas.lines((_SIDE, text_top + _TEXT_PITCH / 2), effect, _ROOM, _TEXT_MOST, _TEXT_PITCH, size=_TEXT, ink=TEXT)
    if notes:
        box = (_SIDE, note_top, _ROOM, notes * _NOTE_PITCH + 96)
        canvas.frame(box, mix(CARD, TYPE[card.type], 0.1), mix(CARD, TYPE[card.type], 0.5), 3, 18)
        canvas.text(
            (_SIDE + 30, note_top + 42), caption.text(words.NOTE), _ROOM - 60, size=36, ink=TYPE_DARK[card.type]
        )
        canvas.lines(
            (_SIDE + 30, note_top + 100),
            note,
            _ROOM - 60,
            _NOTE_MOST,
            _NOTE_PITCH,
            size=_NOTE,
            ink=mix(TEXT, SOFT, 0.4),
        )
    return canvas.image
