"""A card or tile, large: a coloured head, room for what a game says of its cards, the effect, doubts settled."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, PAPER, SOFT, TEXT, Ink, mix

WIDTH = fonts.WIDTH
# From the picture's edge to the card's, and to what is written on it.
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
    """Of a card: its edge, the head, what a note is written on, the note's edge, its title."""

    edge: Ink
    head: Ink
    note: Ink
    note_edge: Ink
    title: Ink


def middle(head: int) -> float:
    """Half the height of a head, where its sign and title stand."""
    return EDGE + 12 + (head - 12) / 2


def sheet(effect: str, note: str, heading: str, caption: Caption, inks: Inks, head: int, meta: int) -> Canvas:
    """The card without its head's sign and title and without what stands in the ``meta`` pixels below the head.

    ``effect``, ``note`` and ``heading`` (of the note) are message ids; a card needs no note.
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
