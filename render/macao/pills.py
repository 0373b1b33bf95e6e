"""A player's cards as words: on the tableau with their cost, activated as pills that flow in rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engines.macao import board
from engines.macao.cards import CARDS
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, mix
from render.kit.pen import Pen, Sprite, sprite
from render.macao import cubes, icons, words
from render.macao.inks import TYPE, TYPE_WASH
from render.macao.layout import PILL, PILL_STEP

SIZE = fonts.SMALLEST
_ROUND = {"office": 4, "building": 10, "person": PILL // 2}
"""The corners tell the types apart."""
_SPACE = 7
_SLOT = mix(CARD, LINE, 0.22)


def _inset(card: str) -> int:
    return 40 if CARDS[card].type == "office" else 12


@lru_cache(maxsize=1024)
def pill(card: str, title: str, used: bool, new: bool) -> Sprite:
    """An activated card: an office with its colour, a used one faint and ticked."""
    type = CARDS[card].type
    wide = _width(card, title, used)

    def draw(pen: Pen) -> None:
        fill = mix(TYPE_WASH[type], CARD, 0.75) if used else TYPE_WASH[type]
        edge = NEW if new else mix(TYPE[type], CARD, 0.5) if used else TYPE[type]
        pen.box((0, 0), (wide, PILL), fill, edge, 4 if new else 2.4, _ROUND[type])

    base = sprite((wide, PILL), draw)
    canvas = Canvas(base.image.copy())
    canvas.text((_inset(card), PILL / 2), title, wide, size=SIZE, ink=SOFT if used else TEXT)
    if type == "office":
        (colour,) = CARDS[card].cost
        canvas.paste(cubes.cube(colour, 28), (21, PILL / 2))
    if used:
        canvas.paste(icons.check(20, NEW if new else SOFT), (wide - 18, PILL / 2))
    return Sprite(canvas.image, base.stencil)


def _width(card: str, title: str, used: bool) -> int:
    return fonts.width(title, SIZE) + _inset(card) + (30 if used else 12)


def ordered(cards: Sequence[str]) -> list[str]:
    """Activated cards: offices by kind, buildings, persons."""
    return sorted(cards, key=lambda card: (("office", "building", "person").index(CARDS[card].type), card))


def flow(cards: Sequence[str], used: set[str], caption: Caption, room: int) -> list[tuple[str, int, int]]:
    """Every card with the row it falls in and where it starts."""
    placed = []
    row = x = 0
    for card in ordered(cards):
        wide = _width(card, caption.text(words.TITLES[card]), card in used)
        if x and x + wide > room:
            row, x = row + 1, 0
        placed.append((card, row, x))
        x += wide + _SPACE
    return placed


def rows(cards: Sequence[str], caption: Caption, room: int) -> int:
    """The rows that cards need, all of them used."""
    return 1 + max((row for _, row, _ in flow(cards, set(cards), caption, room)), default=0)


def activated(
    canvas: Canvas,
    cards: Sequence[str],
    used: set[str],
    new: set[str],
    caption: Caption,
    at: tuple[int, int],
    room: int,
) -> None:
    """The pills, the middle of the first row's left end at a point."""
    for card, row, x in flow(cards, used, caption, room):
        small = pill(card, caption.text(words.TITLES[card]), card in used, card in new)
        canvas.paste(small, (at[0] + x, at[1] + row * PILL_STEP), "l")


def reserved(
    canvas: Canvas, cards: Sequence[str], new: set[str], caption: Caption, box: tuple[int, int, int, int]
) -> None:
    """Cards on the tableau, a line each: type, name, cost; five fit, a sixth moves them closer."""
    left, top, width, height = box
    pitch = min(height / board.TABLEAU_SLOTS, height / max(1, len(cards)))
    size = round(min(30, pitch - 2))
    for number in range(len(cards), board.TABLEAU_SLOTS):
        canvas.frame((left, top + number * pitch + 3, width, pitch - 6), _SLOT, None, 0, 8)
    for number, card in enumerate(cards):
        y = top + (number + 0.5) * pitch
        if card in new:
            canvas.frame((left - 4, y - pitch / 2, width + 8, pitch), None, NEW, 4, 9)
        canvas.paste(icons.kind(CARDS[card].type, 28), (left + 18, y))
        step = size + 2
        room = width - 42 - step * CARDS[card].size
        canvas.text((left + 38, y), caption.text(words.TITLES[card]), room, size=SIZE)
        cubes.row(canvas, CARDS[card].cost, (left + width - step * CARDS[card].size, y), size)
