"""Large pictures of a card or tile: a coloured head, details of the game, the effect, and a note on its rules."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, PAPER, SOFT, TEXT, Ink, mix

WIDTH = fonts.WIDTH
# Distances from the picture's edge to the card, and to the text on it.
EDGE = 24
SIDE = 84
ROOM = WIDTH - 2 * SIDE
_TEXT = 54
_PITCH = 72
_MOST = 8
_NOTE = 42
_NOTE_PITCH = 56
_NOTE_MOST = 5


class Inks(NamedTuple):
    """The colours of a card: its edge and head; the note's background, edge and title."""

    edge: Ink
    head: Ink
    note: Ink
    note_edge: Ink
    title: Ink


def middle(head: int) -> float:
    """Return the vertical middle of a head, for its sign and title."""
    return EDGE + 12 + (head - 12) / 2


def sheet(effect: str, note: str, heading: str, caption: Caption, inks: Inks, head: int, meta: int) -> Canvas:
    """Return a card without the sign and title of its head and without the details of the game.

    Args:
        effect: The text id of the effect.
        note: The text id of the note; there need not be such a text.
        heading: The text id of the note's heading.
        caption: The words.
        inks: The colours.
        head: The height of the head.
        meta: The height that is left free below the head for details of the game.
    """
    text = caption.text(effect)
    doubts = caption.text_or_none(note)
    lines = len(fonts.wrap(text, _TEXT, ROOM, _MOST))
    notes = len(fonts.wrap(doubts, _NOTE, ROOM - 60, _NOTE_MOST))
    text_top = EDGE + head + meta
    note_top = text_top + lines * _PITCH + 30
    height = note_top + (notes * _NOTE_PITCH + 130 if notes else 20) + EDGE
    canvas = Canvas(Image.new("RGB", (WIDTH, height), PAPER))
    canvas.frame((EDGE, EDGE, WIDTH - 2 * EDGE, height - 2 * EDGE), CARD, inks.edge, 8, 36)
    canvas.frame((EDGE + 12, EDGE + 12, WIDTH - 2 * EDGE - 24, head - 12), inks.head, None, 0, 26)
    canvas.lines((SIDE, text_top + _PITCH / 2), text, ROOM, _MOST, _PITCH, size=_TEXT)
    if notes:
        canvas.frame((SIDE, note_top, ROOM, notes * _NOTE_PITCH + 96), inks.note, inks.note_edge, 3, 18)
        title = caption.text(heading)
        canvas.text((SIDE + 30, note_top + 42), title, ROOM - 60, size=36, ink=inks.title)
        at = (SIDE + 30, note_top + 100)
        ink = mix(TEXT, SOFT, 0.4)
        canvas.lines(at, doubts, ROOM - 60, _NOTE_MOST, _NOTE_PITCH, size=_NOTE, ink=ink)
    return canvas
