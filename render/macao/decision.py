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
"""Height of the dice, in units."""
_CHOOSERS = 60.0
"""Height of the badges below the dice of players who have chosen, in units."""
WAY: Point = (156.0, 56.0)
"""Size of the box of a way of paying, in units."""
SCALES = 1.6, 1.3
"""Scales of the choices: the first for a few, the second for more."""

_ROW = 29.0
"""Height of a row of activated cards, in units."""
_PILLS = {Shape.WIDE: SIGNED / NEEDED, Shape.TALL: 1.0}
"""Scales of pills, by the shape of the picture."""

_SEA_HIGH = {Shape.WIDE: 450.0, Shape.TALL: 440.0}
"""Height of the sea, by the shape of the picture, in units."""
_WALL_HIGH = shared.TRIBUTE[1]
"""Height of the wall, in units: the tribute lies beside it."""
_SAILING = {"ship", "deliver"}
"""Verbs of actions for which a player looks at the sea."""
_ADVANCING = {"wall", "tribute"}
"""Verbs of actions for which a player looks at the wall or the tribute."""
_PAYING = ("cubes", "waive", "show", "gold", "pay", "spend", "return", "gain")
"""Verbs of ways of paying, or of choosing what a payment brings."""


class Subject(NamedTuple):
    """The choices of a decision: their height at a width, and how they are drawn."""

    title: str
    """The heading; empty if the choices explain themselves."""
    height: Callable[[float], float]
    """A function from the width of the room to the height of the choices without their heading, in units."""
    draw: Callable[[Canvas, float], None]
    """A function that draws the choices, given the width of the room."""

    @property
    def above(self) -> float:
        """Return the height of the title."""
        return own.TITLE if self.title else 0.0


@dataclass(frozen=True)
class _Decision:
    """A decision that a seat has to make."""

    view: MacaoView
    """The view of the seat."""
    player: PlayerView
    caption: Caption
    offered: Mapping[str, Sequence[Action]]
    """The offered actions without their verbs, by their verbs."""

    def first_words(self, verb: str) -> list[str]:
        """Return the first words after a verb, each once."""
        return list(dict.fromkeys(words[0] for words in self.offered.get(verb, ()) if words))

    def quote(self, verb: str, words: Action) -> Quote | None:
        """Return the engine's quote of an action; None: it has none."""
        return self.view.quotes.get(" ".join((verb, *words)))


@speaking
def draw(view: MacaoView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of a decision.

    Raises:
        LookupError: Nothing but passing is offered.
    """
    offered: dict[str, list[Action]] = {}
    for verb, *words_after in actions:
        offered.setdefault(verb, []).append(tuple(words_after))
    if view.viewer is None or offered.keys() <= {"pass"}:
        raise LookupError("there is nothing to be seen of this decision")
    decision = _Decision(view, view.players[view.viewer], caption, offered)
    return (_wide if caption.shape is Shape.WIDE else _tall)(decision)


def _wide(decision: _Decision) -> Image.Image:
    """Draw rose and activated cards at the left, the choices and the tableau at the right.

    If the ship can move, the sea lies below a smaller rose, and the activated cards lie below the tableau.
    """
    shape = Shape.WIDE
    _, _, top = head(shape)
    sea = _sea(decision)
    larger = 1.0 if sea else LARGER
    side = rose.SIZE * larger
    left_x = MARGIN + side + 2 * GAP
    room = width(shape) - left_x - MARGIN
    drawn = list[Callable[[Canvas], None]]()
    below = top + side + GAP
    if sea:
        drawn.append(_placed(sea, (MARGIN, below + GAP), side))
    y = top
    for subject in (*_subjects(decision), _tableau(decision, columns=2)):
        drawn.append(_placed(subject, (left_x, y), room))
        y += subject.above + subject.height(room) + GAP
    if sea:
        cards = left_x, y + 16, room
        heights = y + _activated_high(decision, room), below + GAP + own.TITLE + sea.height(side)
    else:
        cards = MARGIN, below + 16, side
        heights = y - GAP, below + _activated_high(decision, side)
    canvas = paper(shape, max(heights) + MARGIN)
    for item in drawn:
        item(canvas)
    _head(canvas, decision, shape)
    _rose(canvas.moved((MARGIN, top + GAP), larger), decision)
    _activated(canvas, decision, cards)
    return canvas.image


def _tall(decision: _Decision) -> Image.Image:
    """Draw rose, with the activated cards below it, and tableau beside each other, above the choices and the sea."""
    shape = Shape.TALL
    _, _, top = head(shape)
    left_x = MARGIN + rose.SIZE + GAP
    tableau = _tableau(decision, columns=1)
    room = width(shape) - left_x - MARGIN
    across = width(shape) - 2 * MARGIN
    y = top + max(own.TITLE + tableau.height(room), rose.SIZE + _activated_high(decision, rose.SIZE) + GAP) + GAP
    drawn = [_placed(tableau, (left_x, top), room)]
    for subject in _subjects(decision):
        drawn.append(_placed(subject, (MARGIN, y), across))
        y += subject.above + subject.height(across) + GAP
    if sea := _sea(decision):
        drawn.insert(0, _placed(sea, (MARGIN, y), across))
        y += own.TITLE + sea.height(across) + GAP
    canvas = paper(shape, y - GAP + MARGIN)
    for item in drawn:
        item(canvas)
    _head(canvas, decision, shape)
    _rose(canvas.moved((MARGIN, top)), decision)
    _activated(canvas, decision, (MARGIN, top + rose.SIZE + 16, rose.SIZE))
    return canvas.image


def _placed(subject: Subject, corner: Point, room: float) -> Callable[[Canvas], None]:
    """Return a function that draws a subject with its title from a corner on.

    How high the picture is, is known only when all subjects have their places.
    """

    def draw(canvas: Canvas) -> None:
        subject.draw(canvas.moved((corner[0], corner[1] + subject.above)), room)
        if subject.title:
            own.title(canvas, subject.title, corner, room)

    return draw


def _head(canvas: Canvas, decision: _Decision, shape: Shape) -> None:
    """Draw the player who decides, with all that the player owns."""
    identity, purse, _ = head(shape)
    own.identity(at(canvas, identity), decision.view, decision.player, decision.caption, identity[2])
    changed = News(decision.caption.events)
    own.purse(at(canvas, purse), decision.player, decision.caption, changed, purse[2])


def _activated_high(decision: _Decision, room: float) -> float:
    """Return the height of the names of activated cards."""
    larger = _PILLS[decision.caption.shape]
    cards = decision.player.activated
    return pills.rows(cards, decision.caption, room / larger) * _ROW * larger if cards else 0


def _activated(canvas: Canvas, decision: _Decision, place: tuple[float, float, float]) -> None:
    """Draw the names of activated cards; those that can be used now are marked.

    ``place`` is the left end of the first row, its middle, and the room of a row.
    """
    cards = decision.player.activated
    (x, y, room) = place
    larger = _PILLS[decision.caption.shape]
    used_cards = {card for card, times in decision.player.used.items() if times and card in cards}
    usable = {card for card in cards if is_offered(decision.view.quotes, f"use {card}")}
    names = canvas.moved((x, y), larger)
    pills.activated(names, cards, used_cards, usable, decision.caption, (0, 0, room / larger), _ROW, own.GOOD)


# -- the rose ----------------------------------------------------------------------------------------------------------


def _rose(canvas: Canvas, decision: _Decision) -> None:
    # The first cubes of the game are placed on these two fields.
    marked = (1, 2) if "place" in decision.offered else ()
    rose.draw(canvas, decision.player, _coming(decision), marked)


def _coming(decision: _Decision) -> dict[int, dict[str, int]]:
    """Return the cubes that dice would bring to each field, as the rose stands before it turns."""
    cubes_by_field: dict[int, dict[str, int]] = {}
    for verb in ("dice", "shift"):
        for pair in decision.offered.get(verb, ()):
            quote = decision.quote(verb, pair)
            if not isinstance(quote, DiceQuote):
                continue
            for colour, count in quote.cubes.items():
                for field in (decision.view.rolled[colour], quote.fields[colour]):
                    cubes_by_field.setdefault(field, {})[colour] = count
    return cubes_by_field


# -- what is to be chosen from -----------------------------------------------------------------------------------------


def _subjects(decision: _Decision) -> list[Subject]:
    """Return the choices of a decision, but for sea and tableau."""
    subjects = []
    if offered := decision.first_words("take"):
        subjects.append(_cards(decision, offered))
    if {"dice", "shift"} & set(decision.offered):
        subjects.append(_dice(decision))
    if not decision.offered.keys().isdisjoint(_PAYING):
        subjects.append(_payment(decision))
    if quarters := decision.first_words("quarter"):
        subjects.append(_quarters(decision, quarters))
    if not _ADVANCING.isdisjoint(decision.offered):
        subjects.append(_wall(decision))
    return subjects


def _sea(decision: _Decision) -> Subject | None:
    """Return the sea as a subject if the ship can sail or deliver."""
    if _SAILING.isdisjoint(decision.offered):
        return None
    high = _SEA_HIGH[decision.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        shared.draw_sea(canvas, decision.view, decision.caption, (room, high))

    return Subject(decision.caption.text(words.SEA), lambda room: high, draw)


def _wall(decision: _Decision) -> Subject:
    """Return the city wall with the price of tribute beside it as a subject."""

    def draw(canvas: Canvas, room: float) -> None:
        long = room - shared.TRIBUTE[0] - 2 * GAP
        shared.draw_wall(canvas, decision.view, (long, _WALL_HIGH))
        shared.draw_tribute(canvas.moved((long + 2 * GAP, 0)), decision.view, decision.caption)

    return Subject("", lambda room: _WALL_HIGH, draw)


def _cards(decision: _Decision, offered: Sequence[str]) -> Subject:
    """Return the cards that can be taken as a subject."""
    high = own.HIGH[decision.caption.shape]

    def draw(canvas: Canvas, room: float) -> None:
        for card, box in zip(offered, grid(len(offered), 2, (0, 0, room, 0), high), strict=True):
            own.card(canvas, card, decision.caption, box, offered=True)

    return Subject(decision.caption.text(words.PHASES[decision.view.phase]), lambda room: _rows(offered, 2, high), draw)


def _rows(things: Sequence[object], columns: int, height: float) -> float:
    """Return the height of things in so many columns, each of a height."""
    return -(-len(things) // columns) * (height + GAP) - GAP


def _dice(decision: _Decision) -> Subject:
    """Return the dice as a subject."""
    has_choosers = any(player.chosen for player in decision.view.players)
    high = _DICE + (_CHOOSERS if has_choosers else 0)

    def draw(canvas: Canvas, room: float) -> None:
        canvas.frame((0, 0, room, high), CARD, LINE, 2, 10)
        table.dice(canvas, decision.view, decision.caption, News(), (room, high))

    return Subject(decision.caption.text(words.PHASES["dice"]), lambda room: high, draw)


def _across(room: float, wide: float) -> int:
    """Return how many things of a width stand side by side."""
    return int((room + GAP) / (wide + GAP))


def _large(count: int, size: Point, room: float, scales: Sequence[float] = SCALES) -> float:
    """Return the scale at which so many things of a size take no more than two lines; 1 if none is small enough."""
    return next((scale for scale in scales if count <= 2 * _across(room, scale * size[0])), 1.0)


def _quarters(decision: _Decision, quarters: Sequence[str]) -> Subject:
    """Return the quarters that can be paid for as a subject; smaller ones leave room for wall and activated cards."""
    scales = SCALES if _SAILING.isdisjoint(decision.offered) else SCALES[1:]

    def draw(canvas: Canvas, room: float) -> None:
        larger = _large(len(quarters), own.LOT, room, scales)
        wide, high = (larger * side for side in own.LOT)
        for place, id in enumerate(quarters):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), line * (high + GAP)
            own.lot(canvas.moved(corner, larger), id, decision.view.city[id], decision.caption, (0, 0))

    def height(room: float) -> float:
        wide, high = (_large(len(quarters), own.LOT, room, scales) * side for side in own.LOT)
        return _rows(quarters, _across(room, wide), high)

    return Subject(decision.caption.text(words.PAYABLE), height, draw)


def _payment(decision: _Decision) -> Subject:
    """Return the payment as a subject: the thing that is bought, and each way of paying for it."""
    ways = [(verb, rest) for verb in _PAYING for rest in decision.offered.get(verb, ())]
    paying = decision.view.paying
    card_high = own.HIGH[decision.caption.shape]
    above = 0.0  # the height of what is bought, a card or a quarter; sometimes it is neither
    if paying in CARDS:
        above = card_high + GAP
    elif paying:
        above = SCALES[-1] * own.LOT[1] + GAP

    def draw(canvas: Canvas, room: float) -> None:
        if paying in CARDS:
            own.card(canvas, paying, decision.caption, (0, 0, min(room, 620), card_high), good=True)
        elif paying:
            own.lot(canvas.moved((0, 0), SCALES[-1]), paying, decision.view.city[paying], decision.caption, (0, 0))
        larger = _large(len(ways), WAY, room)
        wide, high = (larger * side for side in WAY)
        for place, (verb, rest) in enumerate(ways):
            line, column = divmod(place, _across(room, wide))
            corner = column * (wide + GAP), above + line * (high + GAP)
            _way(canvas.moved(corner, larger), decision, verb, rest)

    def height(room: float) -> float:
        wide, high = (_large(len(ways), WAY, room) * side for side in WAY)
        return above + _rows(ways, _across(room, wide), high)

    return Subject(decision.caption.text(words.PAYMENT), height, draw)


def _way(canvas: Canvas, decision: _Decision, verb: str, rest: Action) -> None:
    """Draw the cubes or the gold of a way of paying."""
    wide, high = WAY
    canvas.frame((0, 0, wide, high), CARD, LINE, 2, 10)
    middle = wide / 2, high / 2
    quote = decision.quote(verb, rest)
    if quote and GOLD in quote.price:
        canvas.paste(icons.icon("coin", 34), (middle[0] - 20, middle[1]))
        canvas.text((middle[0] + 4, middle[1]), str(quote.price[GOLD]), 60, size=30)
        return
    payment = quote.price if quote else {colour: rest.count(colour) for colour in board.COLOURS}
    cubes.row(canvas, payment, middle, 32, middle=True, room=wide - 16)


# -- the tableau -------------------------------------------------------------------------------------------------------


def _tableau(decision: _Decision, columns: int) -> Subject:
    """Return the cards on the tableau as a subject; those that can be paid for are marked."""
    cards_held = decision.player.tableau
    good = {card for card in cards_held if is_offered(decision.view.quotes, f"activate {card}")}
    high = own.HIGH[decision.caption.shape]
    slots = [*cards_held, *("" for _ in range(len(cards_held), board.TABLEAU_SLOTS))]

    def draw(canvas: Canvas, room: float) -> None:
        for id, box in zip(slots, grid(len(slots), columns, (0, 0, room, 0), high), strict=True):
            if id:
                own.card(canvas, id, decision.caption, box, good=id in good)
            else:
                own.slot(canvas, box)

    return Subject(decision.caption.text(words.TABLEAU), lambda room: _rows(slots, columns, high), draw)
