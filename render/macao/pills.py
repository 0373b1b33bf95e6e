"""A player's cards in words: on the tableau with their cost, activated as pills that flow in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engines.macao import board
from engines.macao.cards import CARDS
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.canvas import Box, Canvas, inscribed
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Sprite, sprite
from render.macao import cubes, icons, words
from render.macao.inks import PENALTY, TYPE, TYPE_WASH
from render.macao.layout import NEEDED, PILL
from render.macao.letters import kept_by_letters

_ROUND = {"office": 4, "building": 7, "person": 12}
"""Radius of a pill's corners, which tells the types apart."""
_SPACE = 6
_BEFORE = 24
"""Start of the name behind a minus, in units."""
_PRICE = 94
"""Room for a cost, in units; four cubes overlap."""
_EDGE = 3
"""Thickness of the frame around a new card, in units; it covers nothing of its line and the next ones."""
_COUNT = 40
"""Room for the number of cards that are not shown, in units."""
_SLOT = mix(CARD, LINE, 0.22)
_LINE = 1.25
"""The most that letters may be higher than the distance of their lines: capitals have three quarters of a size."""
# Sizes of the names on a tableau where all of them have room; how much of it is counted on, since letters do not
# grow evenly with the unit.
_TITLES = (25, 23)
_SLACK = 0.97


def _inset(card: str) -> int:
    return 30 if CARDS[card].type == "office" else 8


@kept_by_letters(1024)
def pill(card: str, title: str, used: bool, mark: Ink | None, aside: bool = False) -> Sprite:
    """Return the pill of an activated card.

    An office has its colour, a used card is faint and ticked, and a ``mark`` fills the pill.
    """
    type = CARDS[card].type
    wide = _width(card, title, used)
    middle = PILL / 2

    def draw(pen: Pen) -> None:
        fill = mark or (mix(TYPE_WASH[type], CARD, 0.75) if used else TYPE_WASH[type])
        edge = mark or (mix(TYPE[type], CARD, 0.5) if used else TYPE[type])
        pen.box((0, 0), (wide, PILL), fill, edge, 1.6, _ROUND[type])

    ink = WHITE if mark else SOFT if used else TEXT

    def write(canvas: Canvas) -> None:
        canvas.text((_inset(card), middle), title, wide, size=NEEDED, ink=ink, aside=aside)
        if type == "office":
            (colour,) = CARDS[card].cost
            canvas.paste(cubes.cube(colour, 20, aside), (15, middle))
        if used:
            canvas.paste(icons.icon("check", 14, ink=ink if mark else SOFT), (wide - 13, middle))

    return inscribed(sprite((wide, round(PILL)), draw), write)


@lru_cache(maxsize=256)
def thrown(card: str, title: str, aside: bool = False) -> Sprite:
    """Return the pill of a card that went to the discard pile: framed as news, with a minus before its name."""
    wide = _thrown_width(title)

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (wide - 2, PILL - 2), CARD, NEW, 2.4, _ROUND[CARDS[card].type])

    def write(canvas: Canvas) -> None:
        canvas.text((8, PILL / 2), fonts.MINUS, 20, size=NEEDED, ink=PENALTY, aside=aside)
        canvas.text((_BEFORE, PILL / 2), title, wide, size=NEEDED, ink=SOFT, aside=aside)

    return inscribed(sprite((wide, round(PILL)), draw), write)


def _thrown_width(title: str) -> int:
    return fonts.width(title, NEEDED) + _BEFORE + 8


def _width(card: str, title: str, used: bool) -> int:
    return fonts.width(title, NEEDED) + _inset(card) + (22 if used else 8)


def ordered(cards: Sequence[str]) -> list[str]:
    """Return activated cards in their order: offices by kind, buildings, persons."""
    return sorted(cards, key=lambda card: (("office", "building", "person").index(CARDS[card].type), card))


def flow(
    cards: Sequence[str], used: set[str], caption: Caption, room: float, gone: Sequence[str] = ()
) -> list[tuple[str, int, int]]:
    """Return each card with its row and its start in the row; discarded cards (``gone``) come last."""
    placed = []
    row = x = 0
    for number, card in enumerate((*ordered(cards), *gone)):
        title = caption.text(words.TITLES[card])
        wide = _width(card, title, card in used) if number < len(cards) else _thrown_width(title)
        if x and x + wide > room:
            row = row + 1
            x = 0
        placed.append((card, row, x))
        x += wide + _SPACE
    return placed


def rows(cards: Sequence[str], caption: Caption, room: float, gone: Sequence[str] = ()) -> int:
    """Return the number of rows that cards need if all of them are used."""
    return 1 + max((row for _, row, _ in flow(cards, set(cards), caption, room, gone)), default=0)


def activated(
    canvas: Canvas,
    cards: Sequence[str],
    used: set[str],
    marked: set[str],
    caption: Caption,
    place: tuple[float, float, float],
    pitch: float,
    mark: Ink = NEW,
    aside: bool = False,
    gone: Sequence[str] = (),
    most: int = 9,
) -> None:
    """Draw the pills of activated cards.

    Marked cards are filled with ``mark``, those that are ``gone`` stand at the end. ``place`` is the middle of the
    first row's left end, and the room of a row. If the cards need more than ``most`` rows, the first unchanged ones
    are only counted, then the first changed ones, then the first that are gone.
    """
    left, top, room = place
    shown = list(ordered(cards))
    left_out = 0
    while (shown or gone) and rows(shown, caption, room - _COUNT * bool(left_out), gone) > most:
        if shown:
            idle = [card for card in shown if card not in marked and card not in used] or shown
            shown.remove(idle[0])
        else:
            gone = gone[1:]
        left_out += 1
    if left_out:
        canvas.text((left + room, top + (most - 1) * pitch), f"+{left_out}", _COUNT, size=NEEDED, side="r", aside=aside)
        room -= _COUNT
    cards = shown
    for number, (card, row, x) in enumerate(flow(cards, used, caption, room, gone)):
        title = caption.text(words.TITLES[card])
        if number < len(cards):
            small = pill(card, title, card in used, mark if card in marked else None, aside)
        else:
            small = thrown(card, title, aside)
        canvas.paste(small, (left + x, top + row * pitch), "l")


def reserved(
    canvas: Canvas, cards: Sequence[str], new: set[str], caption: Caption, box: Box, least: int = NEEDED
) -> None:
    """Draw the cards on the tableau, a line each: type, name, cost; free slots below them if there is room.

    A name that is too long is set smaller, down to ``least``.
    """
    left, top, width, height = box
    slots = max(board.TABLEAU_SLOTS, len(cards))
    if height / slots < NEEDED:
        slots = len(cards)
    pitch = min(height / max(slots, 1), 34)
    size = int(min(24, max(14, pitch - _EDGE)))
    titles = {id: caption.text(words.TITLES[id]) for id in cards}
    rooms = {id: width - 28 - cubes.row_width(CARDS[id].size, size, _PRICE) for id in cards}
    letters = next(
        (candidate for candidate in _TITLES if candidate <= pitch and _fit(titles, rooms, candidate)), NEEDED
    )
    letters = max(least, min(letters, int(pitch * _LINE)))
    for number in range(slots):
        y = top + (number + 0.5) * pitch
        if number >= len(cards):
            canvas.frame((left, y - pitch / 2 + 2, width, pitch - 4), _SLOT, None, 0, 6)
            continue
        card = CARDS[cards[number]]
        if card.id in new:
            canvas.frame((left - 6, y - (pitch + _EDGE) / 2, width + 12, pitch + _EDGE), None, NEW, _EDGE, 7)
        canvas.paste(icons.icon(card.type, min(22, size)), (left + 13, y))
        price = cubes.row_width(card.size, size, _PRICE)
        mat.name(canvas, (left + 27, y), titles[card.id], rooms[card.id], (letters, min(letters, least)))
        cubes.row(canvas, card.cost, (left + width - price, y), size, room=_PRICE)


def _fit(titles: Mapping[str, str], rooms: Mapping[str, float], size: int) -> bool:
    """Return whether there is room for every title at a size."""
    return all(fonts.width(title, size) <= _SLACK * rooms[id] for id, title in titles.items())
