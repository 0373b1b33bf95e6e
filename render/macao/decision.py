"""What a seat decides about, large: its rose and tableau, beside them what is to be chosen from."""

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
from render.macao import cubes, icons, news, own, pills, rose, shared, table, words
from render.macao.layout import GAP, NEEDED, SIGNED
from render.macao.letters import speaking
from render.macao.own_layout import LARGER, MARGIN, at, grid, head, paper, width
from render.shape import Shape

_DICE = 148.0
_CHOOSERS = 60.0
WAY: Point = (156.0, 56.0)
"""A way of paying."""
SCALES = 1.6, 1.3
"""How much larger a few things are drawn."""

_ROW = 29.0
"""Height of a row of activated cards."""
_PILLS = {Shape.WIDE: SIGNED / NEEDED, Shape.TALL: 1.0}
"""How much larger than their own size they are."""

_SEA_HIGH = {Shape.WIDE: 450.0, Shape.TALL: 440.0}
_WALL_HIGH = shared.TRIBUTE[1]
# Actions for which somebody looks at the sea, and at the wall or the tribute.
_SAILING = {"ship", "deliver"}
_ADVANCING = {"wall", "tribute"}
_PAYING = ("cubes", "waive", "show", "gold", "pay", "spend", "return", "gain")


class Subject(NamedTuple):
    """What is to be chosen from: its height at a width, and how it is drawn."""

    title: str
    """Empty: it says itself what it is."""
    height: Callable[[float], float]
    draw: Callable[[Canvas, float], None]

    @property
    def above(self) -> float:
        """The height of the title."""
        return own.TITLE if self.title else 0.0


@dataclass(frozen=True)
class _Asked:
    """A decision: the view of its seat, the words, and by its kind what every action offered names."""

    view: MacaoView
    player: PlayerView
    caption: Caption
    named: Mapping[str, Sequence[Action]]

    def first(self, kind: str) -> list[str]:
        """The first thing that actions of a kind name, each once."""
        return list(dict.fromkeys(words[0] for words in self.named.get(kind, ()) if words))

    def quote(self, kind: str, words: Action) -> Quote | None:
        """Return what the engine says of an action; None: its words say all."""
        return self.view.quotes.get(" ".join((kind, *words)))


@speaking
def draw(view: MacaoView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """The picture of the decision. Raises LookupError where there is nothing to decide but whether to pass."""
    named: dict[str, list[Action]] = {}
    for kind, *rest in actions:
        named.setdefault(kind, []).append(tuple(rest))
    if view.viewer is None or named.keys() <= {"pass"}:
        raise LookupError("there is nothing to be seen of this decision")
    asked = _Asked(view, view.players[view.viewer], caption, named)
    return (_wide if caption.shape is Shape.WIDE else _tall)(asked)


def _wide(asked: _Asked) -> Image.Image:
    """Rose and activated cards at the left, at the right what is to be chosen from, then the tableau.

    Where the ship can move, the sea lies below a smaller rose, and the activated cards below the tableau.
    """
    shape = Shape.WIDE
    _, _, top = head(shape)
    sea = _sea(asked)
    larger = 1.0 if sea else LARGER
    side = rose.SIZE * larger
    left = MARGIN + side + 2 * GAP
    room = width(shape) - left - MARGIN
    drawn = list[Callable[[Canvas], None]]()
    below = top + side + GAP
    if sea:
        drawn.append(_placed(sea, (MARGIN, below + GAP), side))
    y = top
    for subject in (*_subjects(asked), _tableau(asked, 2)):
        drawn.append(_placed(subject, (left, y), room))
        y += subject.above + subject.height(room) + GAP
    if sea:
        cards = left, y + 16, room
        heights = y + _activated_high(asked, room), below + GAP + own.TITLE + sea.height(side)
    else:
        cards = MARGIN, below + 16, side
        heights = y - GAP, below + _activated_high(asked, side)
    canvas = paper(shape, max(heights) + MARGIN)
    for each in drawn:
        each(canvas)
    _head(canvas, asked, shape)
    _rose(canvas.moved((MARGIN, top + GAP), larger), asked)
    _activated(canvas, asked, cards)
    return canvas.image


def _tall(asked: _Asked) -> Image.Image:
    """Rose and tableau beside each other, below what is to be chosen from."""
    shape = Shape.TALL
    _, _, top = head(shape)
    left = MARGIN + rose.SIZE + GAP
    tableau = _tableau(asked, 1)
    room = width(shape) - left - MARGIN
    across = width(shape) - 2 * MARGIN
    y = top + max(own.TITLE + tableau.height(room), rose.SIZE + _activated_high(asked, rose.SIZE) + GAP) + GAP
    drawn = [_placed(tableau, (left, top), room)]
    for subject in _subjects(asked):
        drawn.append(_placed(subject, (MARGIN, y), across))
        y += subject.above + subject.height(across) + GAP
    if sea := _sea(asked):
        drawn.insert(0, _placed(sea, (MARGIN, y), across))
        y += own.TITLE + sea.height(across) + GAP
    canvas = paper(shape, y - GAP + MARGIN)
    for each in drawn:
        each(canvas)
    _head(canvas, asked, shape)
    _rose(canvas.moved((MARGIN, top)), asked)
    _activated(canvas, asked, (MARGIN, top + rose.SIZE + 16, rose.SIZE))
    return canvas.image


def _placed(subject: Subject, corner: Point, room: float) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        subject.draw(canvas.moved((corner[0], corner[1] + subject.above)), room)
        if subject.title:
            own.title(canvas, subject.title, corner, room)

    return draw


def _head(canvas: Canvas, asked: _Asked, shape: Shape) -> None:
    identity, purse, _ = head(shape)
    own.identity(at(canvas, identity), asked.view, asked.player, asked.caption, identity[2])
    changed = news.read(asked.caption.events)
    own.purse(at(canvas, purse), asked.player, asked.caption, changed, purse[2])


def _activated_high(asked: _Asked, room: float) -> float:
    """What the names of activated cards take."""
    larger = _PILLS[asked.caption.shape]
    cards = asked.player.activated
    return pills.rows(cards, asked.caption, room / larger) * _ROW * larger if cards else 0


def _activated(canvas: Canvas, asked: _Asked, place: tuple[float, float, float]) -> None:
    """Names of activated cards; those that can be used now are marked."""
    cards = asked.player.activated
    (left, top, room) = place
    larger = _PILLS[asked.caption.shape]
    used = {card for card, times in asked.player.used.items() if times and card in cards}
    usable = {card for card in cards if is_offered(asked.view.quotes, f"use {card}")}
    names = canvas.moved((left, top), larger)
    pills.activated(names, cards, used, usable, asked.caption, (0, 0, room / larger), _ROW, own.GOOD)


# -- the rose ----------------------------------------------------------------------------------------------------------


def _rose(canvas: Canvas, asked: _Asked) -> None:
    marked = (1, 2) if "place" in asked.named else ()
    rose.draw(canvas, asked.player, _coming(asked), marked)


def _coming(asked: _Asked) -> dict[int, dict[str, int]]:
    """By field, the cubes that dice would bring there, where they are shown and where they may be moved; it turns
    afterwards."""
    found: dict[int, dict[str, int]] = {}
    for kind in ("dice", "shift"):
        for pair in asked.named.get(kind, ()):
            quote = asked.quote(kind, pair)
            if not isinstance(quote, DiceQuote):
                continue
            for colour, count in quote.cubes.items():
                for field in (asked.view.rolled[colour], quote.fields[colour]):
                    found.setdefault(field, {})[colour] = count
    return found


# -- what is to be chosen from -----------------------------------------------------------------------------------------


def _subjects(asked: _Asked) -> list[Subject]:
    found = []
    if offered := asked.first("take"):
        found.append(_cards(asked, offered))
    if {"dice", "shift"} & set(asked.named):
        found.append(_dice(asked))
    if not asked.named.keys().isdisjoint(_PAYING):
        found.append(_payment(asked))
    if quarters := asked.first("quarter"):
        found.append(_quarters(asked, quarters))
    if not _ADVANCING.isdisjoint(asked.named):
        found.append(_wall(asked))
    return found


def _sea(asked: _Asked) -> Subject | None:
    """The sea, where the ship can sail or deliver."""
    if _SAILING.isdisjoint(asked.named):
        return None
    high = _SEA_HIGH[asked.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        shared.draw_sea(canvas, asked.view, asked.caption, (room, high))

    return Subject(asked.caption.text(words.SEA), lambda room: high, draw)


def _wall(asked: _Asked) -> Subject:
    """The city wall, and beside it what tribute costs."""

    def draw(canvas: Canvas, room: float) -> None:
        long = room - shared.TRIBUTE[0] - 2 * GAP
        shared.draw_wall(canvas, asked.view, (long, _WALL_HIGH))
        shared.draw_tribute(canvas.moved((long + 2 * GAP, 0)), asked.view, asked.caption)

    return Subject("", lambda room: _WALL_HIGH, draw)


def _cards(asked: _Asked, offered: Sequence[str]) -> Subject:
    high = own.HIGH[asked.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        for card, box in zip(offered, grid(len(offered), 2, (0, 0, room, 0), high), strict=True):
            own.card(canvas, card, asked.caption, box, offered=True)

    return Subject(asked.caption.text(words.PHASES[asked.view.phase]), lambda room: _rows(offered, 2, high), draw)


def _rows(things: Sequence[object], columns: int, height: float) -> float:
    return -(-len(things) // columns) * (height + GAP) - GAP


def _dice(asked: _Asked) -> Subject:
    high = _DICE + _CHOOSERS * any(player.chosen for player in asked.view.players)

    def draw(canvas: Canvas, room: float) -> None:
        canvas.frame((0, 0, room, high), CARD, LINE, 2, 10)
        table.dice(canvas, asked.view, asked.caption, news.News(), (room, high))

    return Subject(asked.caption.text(words.PHASES["dice"]), lambda room: high, draw)


def _across(room: float, wide: float) -> int:
    return int((room + GAP) / (wide + GAP))


def _large(count: int, size: Point, room: float, scales: Sequence[float] = SCALES) -> float:
    """How much larger than its own size each of so many things is drawn, so that they take no more than two lines."""
    return next((scale for scale in scales if count <= 2 * _across(room, scale * size[0])), 1.0)


def _quarters(asked: _Asked, quarters: Sequence[str]) -> Subject:
    """The quarters that can be paid for; smaller ones leave room for the wall and the activated cards below them."""
    scales = SCALES if _SAILING.isdisjoint(asked.named) else SCALES[1:]

    def draw(canvas: Canvas, room: float) -> None:
        larger = _large(len(quarters), own.LOT, room, scales)
        wide, high = (larger * side for side in own.LOT)
        for place, id in enumerate(quarters):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), line * (high + GAP)
            own.lot(canvas.moved(corner, larger), id, asked.view.city[id], asked.caption, (0, 0))

    def height(room: float) -> float:
        wide, high = (_large(len(quarters), own.LOT, room, scales) * side for side in own.LOT)
        return _rows(quarters, _across(room, wide), high)

    return Subject(asked.caption.text(words.PAYABLE), height, draw)


def _payment(asked: _Asked) -> Subject:
    """What is paid for, and every way of paying: the cubes, or gold."""
    ways = [(kind, rest) for kind in _PAYING for rest in asked.named.get(kind, ())]
    what = asked.view.paying
    of_card = own.HIGH[asked.caption.shape]
    above = 0.0 if not what else (of_card if what in CARDS else SCALES[-1] * own.LOT[1]) + GAP

    def draw(canvas: Canvas, room: float) -> None:
        if what in CARDS:
            own.card(canvas, what, asked.caption, (0, 0, min(room, 620), of_card), good=True)
        elif what:
            own.lot(canvas.moved((0, 0), SCALES[-1]), what, asked.view.city[what], asked.caption, (0, 0))
        larger = _large(len(ways), WAY, room)
        wide, high = (larger * side for side in WAY)
        for place, (kind, rest) in enumerate(ways):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), above + line * (high + GAP)
            _way(canvas.moved(corner, larger), asked, kind, rest)

    def height(room: float) -> float:
        wide, high = (_large(len(ways), WAY, room) * side for side in WAY)
        return above + _rows(ways, _across(room, wide), high)

    return Subject(asked.caption.text(words.PAYMENT), height, draw)


def _way(canvas: Canvas, asked: _Asked, kind: str, rest: Action) -> None:
    """The cubes that go or come, or the gold."""
    wide, high = WAY
    canvas.frame((0, 0, wide, high), CARD, LINE, 2, 10)
    middle = wide / 2, high / 2
    quote = asked.quote(kind, rest)
    if quote and GOLD in quote.price:
        canvas.paste(icons.icon("coin", 34), (middle[0] - 20, middle[1]))
        canvas.text((middle[0] + 4, middle[1]), str(quote.price[GOLD]), 60, size=30)
        return
    paid = quote.price if quote else {colour: rest.count(colour) for colour in board.COLOURS}
    cubes.row(canvas, paid, middle, 32, middle=True, room=wide - 16)


# -- the tableau -------------------------------------------------------------------------------------------------------


def _tableau(asked: _Asked, columns: int) -> Subject:
    """The cards on the tableau; those that can be paid for are marked."""
    held = asked.player.tableau
    good = {card for card in held if is_offered(asked.view.quotes, f"activate {card}")}
    high = own.HIGH[asked.caption.shape]
    slots = [*held, *("" for _ in range(len(held), board.TABLEAU_SLOTS))]

    def draw(canvas: Canvas, room: float) -> None:
        for id, box in zip(slots, grid(len(slots), columns, (0, 0, room, 0), high), strict=True):
            if id:
                own.card(canvas, id, asked.caption, box, good=id in good)
            else:
                own.slot(canvas, box)

    return Subject(asked.caption.text(words.TABLEAU), lambda room: _rows(slots, columns, high), draw)
