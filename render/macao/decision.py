"""The picture of a decision: rose and tableau of the seat, large, beside the choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from engines import Action
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.quotes import GOLD, DiceQuote
from engines.macao.view import MacaoView, PlayerView
from engines.quotes import Quote, is_offered
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE
from render.kit.pen import Point
from render.macao import cubes, icons, own, pills, rose, shared, table, words
from render.macao.layout import GAP, NEEDED, SIGNED
from render.macao.letters import speaking
from render.macao.news import News
from render.macao.own_layout import LARGER, MARGIN, at, grid, head, paper, width
from render.shape import Shape

_DICE = 148.0
_CHOOSERS = 60.0
WAY: Point = (156.0, 56.0)
"""Size of the box of a way of paying, in units."""
SCALES = 1.6, 1.3
"""Scales of the choices: the first for a few, the second for more."""

_ROW = 29.0
"""Height of a row of activated cards, in units."""
_PILLS = {Shape.WIDE: SIGNED / NEEDED, Shape.TALL: 1.0}
"""Scales of pills, by the shape of the picture."""

_SEA_HIGH = {Shape.WIDE: 450.0, Shape.TALL: 440.0}
_WALL_HIGH = shared.TRIBUTE[1]
# Actions for which somebody looks at the sea, and at the wall or the tribute.
_SAILING = {"ship", "deliver"}
_ADVANCING = {"wall", "tribute"}
_PAYING = ("cubes", "waive", "show", "gold", "pay", "spend", "return", "gain")


class Subject(NamedTuple):
    """The choices of a decision: their height at a width, and how they are drawn."""

    title: str
    """The heading; empty if the choices explain themselves."""
    height: Callable[[float], float]
    draw: Callable[[Canvas, float], None]

    @property
    def above(self) -> float:
        """Return the height of the title."""
        return own.TITLE if self.title else 0.0


@dataclass(frozen=True)
class _Asked:
    """A decision: the view of its seat, the caption, and the words of the offered actions, by verb."""

    view: MacaoView
    player: PlayerView
    caption: Caption
    named: Mapping[str, Sequence[Action]]

    def first(self, kind: str) -> list[str]:
        """Return the first words behind a verb, each once."""
        return list(dict.fromkeys(words[0] for words in self.named.get(kind, ()) if words))

    def quote(self, kind: str, words: Action) -> Quote | None:
        """Return the engine's quote of an action; None: it has none."""
        return self.view.quotes.get(" ".join((kind, *words)))


@speaking
def draw(view: MacaoView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of a decision.

    Raises:
        LookupError: Nothing but passing is offered.
    """
    named: dict[str, list[Action]] = {}
    for kind, *rest in actions:
        named.setdefault(kind, []).append(tuple(rest))
    if view.viewer is None or named.keys() <= {"pass"}:
        raise LookupError("there is nothing to be seen of this decision")
    question = _Asked(view, view.players[view.viewer], caption, named)
    return (_wide if caption.shape is Shape.WIDE else _tall)(question)


def _wide(question: _Asked) -> Image.Image:
    """Draw rose and activated cards at the left, the choices and the tableau at the right.

    If the ship can move, the sea lies below a smaller rose, and the activated cards lie below the tableau.
    """
    shape = Shape.WIDE
    _, _, top = head(shape)
    sea = _sea(question)
    larger = 1.0 if sea else LARGER
    side = rose.SIZE * larger
    left = MARGIN + side + 2 * GAP
    room = width(shape) - left - MARGIN
    drawn = list[Callable[[Canvas], None]]()
    below = top + side + GAP
    if sea:
        drawn.append(_placed(sea, (MARGIN, below + GAP), side))
    y = top
    for subject in (*_subjects(question), _tableau(question, 2)):
        drawn.append(_placed(subject, (left, y), room))
        y += subject.above + subject.height(room) + GAP
    if sea:
        cards = left, y + 16, room
        heights = y + _activated_high(question, room), below + GAP + own.TITLE + sea.height(side)
    else:
        cards = MARGIN, below + 16, side
        heights = y - GAP, below + _activated_high(question, side)
    canvas = paper(shape, max(heights) + MARGIN)
    for item in drawn:
        item(canvas)
    _head(canvas, question, shape)
    _rose(canvas.moved((MARGIN, top + GAP), larger), question)
    _activated(canvas, question, cards)
    return canvas.image


def _tall(question: _Asked) -> Image.Image:
    """Draw rose and tableau beside each other, above the choices."""
    shape = Shape.TALL
    _, _, top = head(shape)
    left = MARGIN + rose.SIZE + GAP
    tableau = _tableau(question, 1)
    room = width(shape) - left - MARGIN
    across = width(shape) - 2 * MARGIN
    y = top + max(own.TITLE + tableau.height(room), rose.SIZE + _activated_high(question, rose.SIZE) + GAP) + GAP
    drawn = [_placed(tableau, (left, top), room)]
    for subject in _subjects(question):
        drawn.append(_placed(subject, (MARGIN, y), across))
        y += subject.above + subject.height(across) + GAP
    if sea := _sea(question):
        drawn.insert(0, _placed(sea, (MARGIN, y), across))
        y += own.TITLE + sea.height(across) + GAP
    canvas = paper(shape, y - GAP + MARGIN)
    for item in drawn:
        item(canvas)
    _head(canvas, question, shape)
    _rose(canvas.moved((MARGIN, top)), question)
    _activated(canvas, question, (MARGIN, top + rose.SIZE + 16, rose.SIZE))
    return canvas.image


def _placed(subject: Subject, corner: Point, room: float) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        subject.draw(canvas.moved((corner[0], corner[1] + subject.above)), room)
        if subject.title:
            own.title(canvas, subject.title, corner, room)

    return draw


def _head(canvas: Canvas, question: _Asked, shape: Shape) -> None:
    identity, purse, _ = head(shape)
    own.identity(at(canvas, identity), question.view, question.player, question.caption, identity[2])
    changed = News(question.caption.events)
    own.purse(at(canvas, purse), question.player, question.caption, changed, purse[2])


def _activated_high(question: _Asked, room: float) -> float:
    """Return the height of the names of activated cards."""
    larger = _PILLS[question.caption.shape]
    cards = question.player.activated
    return pills.rows(cards, question.caption, room / larger) * _ROW * larger if cards else 0


def _activated(canvas: Canvas, question: _Asked, place: tuple[float, float, float]) -> None:
    """Draw the names of activated cards; those that can be used now are marked."""
    cards = question.player.activated
    (x, y, room) = place
    larger = _PILLS[question.caption.shape]
    used = {card for card, times in question.player.used.items() if times and card in cards}
    usable = {card for card in cards if is_offered(question.view.quotes, f"use {card}")}
    names = canvas.moved((x, y), larger)
    pills.activated(names, cards, used, usable, question.caption, (0, 0, room / larger), _ROW, own.GOOD)


# -- the rose ----------------------------------------------------------------------------------------------------------


def _rose(canvas: Canvas, question: _Asked) -> None:
    marked = (1, 2) if "place" in question.named else ()
    rose.draw(canvas, question.player, _coming(question), marked)


def _coming(question: _Asked) -> dict[int, dict[str, int]]:
    """Return the cubes that dice would bring to each field, as the rose stands before it turns."""
    cubes_by_field: dict[int, dict[str, int]] = {}
    for kind in ("dice", "shift"):
        for pair in question.named.get(kind, ()):
            quote = question.quote(kind, pair)
            if not isinstance(quote, DiceQuote):
                continue
            for colour, count in quote.cubes.items():
                for field in (question.view.rolled[colour], quote.fields[colour]):
                    cubes_by_field.setdefault(field, {})[colour] = count
    return cubes_by_field


# -- what is to be chosen from -----------------------------------------------------------------------------------------


def _subjects(question: _Asked) -> list[Subject]:
    subjects = []
    if offered := question.first("take"):
        subjects.append(_cards(question, offered))
    if {"dice", "shift"} & set(question.named):
        subjects.append(_dice(question))
    if not question.named.keys().isdisjoint(_PAYING):
        subjects.append(_payment(question))
    if quarters := question.first("quarter"):
        subjects.append(_quarters(question, quarters))
    if not _ADVANCING.isdisjoint(question.named):
        subjects.append(_wall(question))
    return subjects


def _sea(question: _Asked) -> Subject | None:
    """Return the sea as a subject if the ship can sail or deliver."""
    if _SAILING.isdisjoint(question.named):
        return None
    high = _SEA_HIGH[question.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        shared.draw_sea(canvas, question.view, question.caption, (room, high))

    return Subject(question.caption.text(words.SEA), lambda room: high, draw)


def _wall(question: _Asked) -> Subject:
    """Return the city wall with the price of tribute beside it as a subject."""

    def draw(canvas: Canvas, room: float) -> None:
        long = room - shared.TRIBUTE[0] - 2 * GAP
        shared.draw_wall(canvas, question.view, (long, _WALL_HIGH))
        shared.draw_tribute(canvas.moved((long + 2 * GAP, 0)), question.view, question.caption)

    return Subject("", lambda room: _WALL_HIGH, draw)


def _cards(question: _Asked, offered: Sequence[str]) -> Subject:
    high = own.HIGH[question.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        for card, box in zip(offered, grid(len(offered), 2, (0, 0, room, 0), high), strict=True):
            own.card(canvas, card, question.caption, box, offered=True)

    return Subject(question.caption.text(words.PHASES[question.view.phase]), lambda room: _rows(offered, 2, high), draw)


def _rows(things: Sequence[object], columns: int, height: float) -> float:
    return -(-len(things) // columns) * (height + GAP) - GAP


def _dice(question: _Asked) -> Subject:
    high = _DICE + _CHOOSERS * any(player.chosen for player in question.view.players)

    def draw(canvas: Canvas, room: float) -> None:
        canvas.frame((0, 0, room, high), CARD, LINE, 2, 10)
        table.dice(canvas, question.view, question.caption, News(), (room, high))

    return Subject(question.caption.text(words.PHASES["dice"]), lambda room: high, draw)


def _across(room: float, wide: float) -> int:
    return int((room + GAP) / (wide + GAP))


def _large(count: int, size: Point, room: float, scales: Sequence[float] = SCALES) -> float:
    """Return the scale at which so many things take no more than two lines."""
    return next((scale for scale in scales if count <= 2 * _across(room, scale * size[0])), 1.0)


def _quarters(question: _Asked, quarters: Sequence[str]) -> Subject:
    """Return the quarters that can be paid for as a subject; smaller ones leave room for wall and activated cards."""
    scales = SCALES if _SAILING.isdisjoint(question.named) else SCALES[1:]

    def draw(canvas: Canvas, room: float) -> None:
        larger = _large(len(quarters), own.LOT, room, scales)
        wide, high = (larger * side for side in own.LOT)
        for place, id in enumerate(quarters):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), line * (high + GAP)
            own.lot(canvas.moved(corner, larger), id, question.view.city[id], question.caption, (0, 0))

    def height(room: float) -> float:
        wide, high = (_large(len(quarters), own.LOT, room, scales) * side for side in own.LOT)
        return _rows(quarters, _across(room, wide), high)

    return Subject(question.caption.text(words.PAYABLE), height, draw)


def _payment(question: _Asked) -> Subject:
    """Return the payment as a subject: the thing that is bought, and each way of paying for it."""
    ways = [(kind, rest) for kind in _PAYING for rest in question.named.get(kind, ())]
    paying = question.view.paying
    of_card = own.HIGH[question.caption.shape]
    above = 0.0 if not paying else (of_card if paying in CARDS else SCALES[-1] * own.LOT[1]) + GAP

    def draw(canvas: Canvas, room: float) -> None:
        if paying in CARDS:
            own.card(canvas, paying, question.caption, (0, 0, min(room, 620), of_card), good=True)
        elif paying:
            own.lot(canvas.moved((0, 0), SCALES[-1]), paying, question.view.city[paying], question.caption, (0, 0))
        larger = _large(len(ways), WAY, room)
        wide, high = (larger * side for side in WAY)
        for place, (kind, rest) in enumerate(ways):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), above + line * (high + GAP)
            _way(canvas.moved(corner, larger), question, kind, rest)

    def height(room: float) -> float:
        wide, high = (_large(len(ways), WAY, room) * side for side in WAY)
        return above + _rows(ways, _across(room, wide), high)

    return Subject(question.caption.text(words.PAYMENT), height, draw)


def _way(canvas: Canvas, question: _Asked, kind: str, rest: Action) -> None:
    """Draw the cubes or the gold of a way of paying."""
    wide, high = WAY
    canvas.frame((0, 0, wide, high), CARD, LINE, 2, 10)
    middle = wide / 2, high / 2
    quote = question.quote(kind, rest)
    if quote and GOLD in quote.price:
        canvas.paste(icons.icon("coin", 34), (middle[0] - 20, middle[1]))
        canvas.text((middle[0] + 4, middle[1]), str(quote.price[GOLD]), 60, size=30)
        return
    paid = quote.price if quote else {colour: rest.count(colour) for colour in board.COLOURS}
    cubes.row(canvas, paid, middle, 32, middle=True, room=wide - 16)


# -- the tableau -------------------------------------------------------------------------------------------------------


def _tableau(question: _Asked, columns: int) -> Subject:
    """Return the cards on the tableau as a subject; those that can be paid for are marked."""
    held = question.player.tableau
    good = {card for card in held if is_offered(question.view.quotes, f"activate {card}")}
    high = own.HIGH[question.caption.shape]
    slots = [*held, *("" for _ in range(len(held), board.TABLEAU_SLOTS))]

    def draw(canvas: Canvas, room: float) -> None:
        for id, box in zip(slots, grid(len(slots), columns, (0, 0, room, 0), high), strict=True):
            if id:
                own.card(canvas, id, question.caption, box, good=id in good)
            else:
                own.slot(canvas, box)

    return Subject(question.caption.text(words.TABLEAU), lambda room: _rows(slots, columns, high), draw)
