"""One progress card, large: its deck, how many there are, when it is played, its whole effect, doubts settled."""

from __future__ import annotations

from PIL import Image

from engines.mmn.cards import CARDS
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, PAPER, SOFT, TEXT, mix
from render.mmn import icons, tracks, words
from render.mmn.inks import ON_TRACK, TRACK, TRACK_DARK

WIDTH = fonts.WIDTH
_EDGE, _SIDE = 24, 84
_ROOM = WIDTH - 2 * _SIDE
_HEAD = 190
_META = 120
_TEXT, _TEXT_PITCH, _TEXT_MOST = 54, 72, 8
_NOTE, _NOTE_PITCH, _NOTE_MOST = 42, 56, 5


def draw(id: str, caption: Caption) -> Image.Image:
    """The card. Raises LookupError for one that the game does not have."""
    if id not in CARDS:
        raise LookupError(f"there is no card {id!r}")
    card = CARDS[id]
    ink, dark = TRACK[card.deck], TRACK_DARK[card.deck]
    effect, note = caption.text(words.EFFECTS[id]), caption.text_or_none(words.NOTES[id])
    lines = len(fonts.wrap(effect, _TEXT, _ROOM, _TEXT_MOST))
    notes = len(fonts.wrap(note, _NOTE, _ROOM - 60, _NOTE_MOST))
    text_top = _EDGE + _HEAD + _META + 30
    note_top = text_top + lines * _TEXT_PITCH + 30
    height = note_top + (notes * _NOTE_PITCH + 130 if notes else 20) + _EDGE
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    canvas.frame((_EDGE, _EDGE, WIDTH - 2 * _EDGE, height - 2 * _EDGE), CARD, dark, 8, 36)
    canvas.frame((_EDGE + 12, _EDGE + 12, WIDTH - 2 * _EDGE - 24, _HEAD - 12), ink, None, 0, 26)
    y = _EDGE + 12 + (_HEAD - 12) / 2
    canvas.paste(tracks.symbol(card.deck, 106), (_SIDE + 56, y))
    canvas.text((_SIDE + 148, y), caption.text(words.TITLES[id]), _ROOM - 190, size=84, ink=ON_TRACK[card.deck])
    y = _EDGE + _HEAD + 24 + _META / 2
    canvas.frame((_SIDE, y - 46, _ROOM, 92), mix(CARD, ink, 0.16), None, 0, 18)
    x = float(_SIDE + 30)
    canvas.paste(tracks.back(card.deck, 68), (x, y), "l")
    x += 66
    deck = words.title(caption.text(words.TRACKS[card.deck]))
    x += canvas.text((x, y), f"{deck} {fonts.TIMES}{card.count}", 520, size=44) + 40
    right = float(WIDTH - _SIDE - 30)
    if card.vp:
        right -= canvas.text((right, y), f"+{card.vp}", 80, size=48, side="r") + 10
        canvas.paste(icons.points(58), (right, y), "r")
        right -= 84
    canvas.text((right, y), caption.text(words.TIMINGS[card.timing]), right - x, size=40, ink=SOFT, side="r")
    canvas.lines((_SIDE, text_top + _TEXT_PITCH / 2), effect, _ROOM, _TEXT_MOST, _TEXT_PITCH, size=_TEXT, ink=TEXT)
    if notes:
        canvas.frame(
            (_SIDE, note_top, _ROOM, notes * _NOTE_PITCH + 96), mix(CARD, ink, 0.1), mix(CARD, dark, 0.5), 3, 18
        )
        canvas.text((_SIDE + 30, note_top + 42), caption.text(words.NOTE), _ROOM - 60, size=36, ink=dark)
        at = _SIDE + 30, note_top + 100
        canvas.lines(at, note, _ROOM - 60, _NOTE_MOST, _NOTE_PITCH, size=_NOTE, ink=mix(TEXT, SOFT, 0.4))
    return canvas.image
