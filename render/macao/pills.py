"""A player's cards in words: on the tableau with their cost, activated as pills that flow in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

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
"""Distance from a pill to the next, in units."""
_INSET = 8
"""Space before and after the name on a pill, in units."""
_OFFICE_INSET = 30
"""Space before the name of an office, where its cube lies, in units."""
_TICK = 22
"""Space after the name of a used card, where its tick stands, in units."""
_AFTER_MINUS = 24
"""Space before the name of a discarded card, where a minus stands, in units."""
_PRICE = 94
"""Room for a cost, in units; four cubes overlap."""
_EDGE = 3
"""Thickness of the frame around a new card, in units; it covers nothing of its line and the next ones."""
_COUNT = 40
"""Room for the number of cards that are not shown, in units."""
_SLOT = mix(CARD, LINE, 0.22)
"""Ground of a free slot of the tableau."""
_LINE = 1.25
"""The most that a size of letters may be, compared with the distance of lines: capitals have three quarters of it."""
_TITLES = (25, 23)
"""Sizes of the names on a tableau where all of them have room; the first that fits is taken."""
_SLACK = 0.97
"""Share of the room that is counted on, since letters do not grow evenly with the unit."""
_SLOT_HIGH = 34
"""The most height of a line of the tableau, in units."""


class _Placed(NamedTuple):
    """A card with its place among pills that flow in rows."""

    card: str
    row: int
    start: int
    """The left end, in units from that of the row."""


def _inset(card: str) -> int:
    """Return where the name begins on a card's pill."""
    return _OFFICE_INSET if CARDS[card].type == "office" else _INSET


@kept_by_letters(1024)
def pill(card: str, title: str, is_used: bool, mark: Ink | None, aside: bool = False) -> Sprite:
    """Return the pill of an activated card; an office has its cube.

    Args:
        card: The card.
        title: Its name.
        is_used: True for a faint and ticked pill.
        mark: The colour that fills the pill of a card to be marked; None: it is not marked.
        aside: True if nobody decides by it.
    """
    type = CARDS[card].type
    wide = _width(card, title, is_used)
    middle = PILL / 2

    def draw(pen: Pen) -> None:
        fill = mark or (mix(TYPE_WASH[type], CARD, 0.75) if is_used else TYPE_WASH[type])
        edge = mark or (mix(TYPE[type], CARD, 0.5) if is_used else TYPE[type])
        pen.box((0, 0), (wide, PILL), fill, edge, 1.6, _ROUND[type])

    ink = SOFT if is_used else TEXT
    if mark:
        ink = WHITE

    def write(canvas: Canvas) -> None:
        canvas.text((_inset(card), middle), title, wide, size=NEEDED, ink=ink, aside=aside)
        if type == "office":
            (colour,) = CARDS[card].cost
            canvas.paste(cubes.cube(colour, 20, aside), (15, middle))
        if is_used:
            canvas.paste(icons.icon("check", 14, ink=ink if mark else SOFT), (wide - 13, middle))

    return inscribed(sprite((wide, round(PILL)), draw), write)


@lru_cache(maxsize=256)
def thrown(card: str, title: str, aside: bool = False) -> Sprite:
    """Return the pill of a card that went to the discard pile: framed as news, with a minus before its name."""
    wide = _thrown_width(title)

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (wide - 2, PILL - 2), CARD, NEW, 2.4, _ROUND[CARDS[card].type])

    def write(canvas: Canvas) -> None:
        canvas.text((_INSET, PILL / 2), fonts.MINUS, 20, size=NEEDED, ink=PENALTY, aside=aside)
        canvas.text((_AFTER_MINUS, PILL / 2), title, wide, size=NEEDED, ink=SOFT, aside=aside)

    return inscribed(sprite((wide, round(PILL)), draw), write)


def _thrown_width(title: str) -> int:
    return fonts.width(title, NEEDED) + _AFTER_MINUS + _INSET


def _width(card: str, title: str, is_used: bool) -> int:
    return fonts.width(title, NEEDED) + _inset(card) + (_TICK if is_used else _INSET)


def ordered(cards: Sequence[str]) -> list[str]:
    """Return activated cards in their order: offices by kind, buildings, persons."""
    return sorted(cards, key=lambda card: (("office", "building", "person").index(CARDS[card].type), card))


def flow(
    cards: Sequence[str], used_cards: set[str], caption: Caption, room: float, cards_gone: Sequence[str] = ()
) -> list[_Placed]:
    """Return each card with its place, in rows as wide as the room; discarded cards (``cards_gone``) come last."""
    titles = [caption.text(words.TITLES[card]) for card in (*ordered(cards), *cards_gone)]
    widths = [_width(card, title, card in used_cards) for card, title in zip(ordered(cards), titles, strict=False)]
    widths += [_thrown_width(title) for title in titles[len(cards) :]]
    placed = []
    row = 0
    x = 0
    for card, width in zip((*ordered(cards), *cards_gone), widths, strict=True):
        if x and x + width > room:
            row += 1
            x = 0
        placed.append(_Placed(card, row, x))
        x += width + _SPACE
    return placed


def rows(cards: Sequence[str], caption: Caption, room: float, cards_gone: Sequence[str] = ()) -> int:
    """Return the number of rows that cards need if all of them are used, when their pills are widest."""
    return 1 + max((placed.row for placed in flow(cards, set(cards), caption, room, cards_gone)), default=0)


def activated(
    canvas: Canvas,
    cards: Sequence[str],
    used_cards: set[str],
    marked: set[str],
    caption: Caption,
    place: tuple[float, float, float],
    pitch: float,
    mark: Ink = NEW,
    aside: bool = False,
    cards_gone: Sequence[str] = (),
    max_rows: int = 9,
) -> None:
    """Draw the pills of activated cards.

    If they need too many rows, the first unchanged cards are only counted, then the first changed ones, then the first
    that are gone.

    Args:
        canvas: The canvas.
        cards: The cards.
        used_cards: The cards that have been used in this round.
        marked: The cards whose pills are filled with ``mark``.
        caption: The words.
        place: The left end of the first row, its middle, and the room of a row.
        pitch: The distance from a row to the next.
        mark: The colour of marked cards.
        aside: True if nobody decides by the pills.
        cards_gone: Cards that have just been discarded, which stand at the end.
        max_rows: The most rows.
    """
    left_x, top, room = place
    shown, shown_gone = _those_with_room(cards, cards_gone, used_cards | marked, caption, room, max_rows)
    left_out = len(cards) + len(cards_gone) - len(shown) - len(shown_gone)
    if left_out:
        canvas.text(
            (left_x + room, top + (max_rows - 1) * pitch), f"+{left_out}", _COUNT, size=NEEDED, side="r", aside=aside
        )
        room -= _COUNT
    for number, (card, row, x) in enumerate(flow(shown, used_cards, caption, room, shown_gone)):
        title = caption.text(words.TITLES[card])
        if number < len(shown):
            small = pill(card, title, card in used_cards, mark if card in marked else None, aside)
        else:
            small = thrown(card, title, aside)
        canvas.paste(small, (left_x + x, top + row * pitch), "l")


def _those_with_room(
    cards: Sequence[str], cards_gone: Sequence[str], changed: set[str], caption: Caption, room: float, max_rows: int
) -> tuple[list[str], Sequence[str]]:
    """Return the cards, and the discarded ones, that fit into ``max_rows`` rows beside the number of all others."""
    shown = ordered(cards)
    shown_gone = cards_gone
    row_width = room
    while (shown or shown_gone) and rows(shown, caption, row_width, shown_gone) > max_rows:
        if shown:
            unchanged = [card for card in shown if card not in changed]
            shown.remove((unchanged or shown)[0])
        else:
            shown_gone = shown_gone[1:]
        row_width = room - _COUNT
    return shown, shown_gone


def reserved(
    canvas: Canvas, cards: Sequence[str], new: set[str], caption: Caption, box: Box, least: int = NEEDED
) -> None:
    """Draw the cards on the tableau, a line each: type, name, cost; free slots below them if there is room.

    Names are as large as all of them fit; a name that is too long even so is set smaller, down to ``least``.
    """
    left_x, top, width, height = box
    slots = max(board.TABLEAU_SLOTS, len(cards))
    if height / slots < NEEDED:
        slots = len(cards)
    pitch = min(height / max(slots, 1), _SLOT_HIGH)
    cube = int(min(24, max(14, pitch - _EDGE)))
    titles = {id: caption.text(words.TITLES[id]) for id in cards}
    rooms = {id: width - 28 - cubes.row_width(CARDS[id].size, cube, _PRICE) for id in cards}
    fitting = (size for size in _TITLES if size <= pitch and _fit(titles, rooms, size))
    letters = max(least, min(next(fitting, NEEDED), int(pitch * _LINE)))
    for number in range(slots):
        y = top + (number + 0.5) * pitch
        if number >= len(cards):
            canvas.frame((left_x, y - pitch / 2 + 2, width, pitch - 4), _SLOT, None, 0, 6)
            continue
        card = CARDS[cards[number]]
        if card.id in new:
            canvas.frame((left_x - 6, y - (pitch + _EDGE) / 2, width + 12, pitch + _EDGE), None, NEW, _EDGE, 7)
        canvas.paste(icons.icon(card.type, min(22, cube)), (left_x + 13, y))
        price = cubes.row_width(card.size, cube, _PRICE)
        mat.name(canvas, (left_x + 27, y), titles[card.id], rooms[card.id], (letters, min(letters, least)))
        cubes.row(canvas, card.cost, (left_x + width - price, y), cube, room=_PRICE)


def _fit(titles: Mapping[str, str], rooms: Mapping[str, float], size: int) -> bool:
    """Return whether there is room for every title at a size."""
    return all(fonts.width(title, size) <= _SLACK * rooms[id] for id, title in titles.items())
