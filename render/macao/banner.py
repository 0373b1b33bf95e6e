"""The head of the picture: the player to act, the order of play, the tribute, the rounds with their offices."""

from __future__ import annotations

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts, turn
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, PAST, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen, Point
from render.macao import cubes, icons, words
from render.macao.inks import FRAME, PALETTE
from render.macao.layout import LETTERS

_ORDER_WIDTH = 228.0
"""Width of the phase and the order of play, beside the player to act, in units."""
_STRIP_SCALES = (1.18, 1.02, 0.86, 0.72)
"""Scales of the strip with the player to act; the first at which the name fits is taken."""
_STRIP_NAME_SIZE = 42
"""Size of the name in the strip, in units of the strip."""
_STRIP_BADGE_ROOM = 128
"""Width of the badge and all gaps in the strip, in units of the strip."""
_ORDER_SCALE = 0.8
"""Scale of the order of play."""
_ORDER_STEP = 70
"""Distance from a seat in the order of play to the next, in units of that scale."""
_ORDER_BADGE = 46
"""Width of the badge of a seat in the order of play, in units of that scale."""
_OFFICE_HEIGHT = 28
"""Height of the cubes of an office, in units."""


def ground(pen: Pen, size: Point) -> None:
    """Draw an empty box."""
    pen.box((0, 0), size, CARD, FRAME, 2, 10)


def rounds_ground(pen: Pen, size: Point) -> None:
    """Draw the empty rounds."""
    ground(pen, size)
    step = _step(size)
    for number in range(2, board.ROUNDS + 1, 2):
        pen.box((_x(number, size) - step / 2, 4), (step, size[1] - 8), mix(CARD, LINE, 0.22), radius=6)


def draw_tribute_label(canvas: Canvas, size: Point, caption: Caption) -> None:
    """Draw the name of the tribute value."""
    canvas.text((size[0] / 2, 24), caption.text(words.TRIBUTE), size[0] - 12, size=LETTERS, side="m")


def draw_turn(canvas: Canvas, view: MacaoView, caption: Caption, size: Point) -> None:
    """Draw the players to act, the phase and its order of play; at the end of the game the winner and the ranking.

    Seats that are done are small.
    """
    width, height = size
    seats = view.ranking[:1] if view.over else view.to_act
    label = caption.text(turn.OVER if view.over else turn.TO_PLAY)
    strip_width = width - _ORDER_WIDTH - 16
    needed = _STRIP_BADGE_ROOM + fonts.width(label, turn.LABEL) + fonts.width(caption.name(seats[0]), _STRIP_NAME_SIZE)
    scale = next((scale for scale in _STRIP_SCALES if needed * scale <= strip_width), _STRIP_SCALES[-1])
    box = 8 / scale, 8 / scale, strip_width / scale, (height - 16) / scale
    turn.draw_strip(canvas.moved((0, 0), scale), box, seats, view.over, caption, PALETTE)
    middle = width - _ORDER_WIDTH / 2
    canvas.text((middle, 25), caption.text(words.PHASES[view.phase]), _ORDER_WIDTH - 16, size=28, side="m")
    order = view.ranking if view.over else view.order
    seats_done = () if view.over else [seat for seat in order if seat not in view.waiting]
    small = canvas.moved((middle, height - 32), _ORDER_SCALE)
    end = (len(order) - 1) * _ORDER_STEP / 2, 0
    turn.draw_order(
        small, order, end, _ORDER_STEP, _ORDER_BADGE, palette=PALETTE, seats_done=seats_done, acting=view.to_act
    )


def draw_tribute(canvas: Canvas, view: MacaoView, size: Point, new: bool) -> None:
    """Draw the price of prestige in this round, and how much of it can be bought; before the first round, dashes."""
    if new:
        canvas.frame((-2, -2, size[0] + 4, size[1] + 4), None, NEW, 5, 12)
        canvas.paste(icons.icon("fresh", 16), (9, 9))
    is_known = view.turn > 0
    y = size[1] - 34
    gold_x = 22
    prestige_x = size[0] / 2 + (27 if view.tribute_prestige < 10 else 21)  # one digit needs less room
    for x, sign, value in (
        (gold_x, icons.icon("coin", 30), view.tribute_gold),
        (prestige_x, icons.icon("prestige", 30), view.tribute_prestige),
    ):
        canvas.paste(sign, (x, y))
        canvas.text((x + 17, y), str(value) if is_known else fonts.DASH, 30, size=32 if value < 10 else LETTERS)
    if is_known:
        canvas.text((prestige_x - 23, y - 2), fonts.NEXT, 16, size=30, ink=SOFT, side="m")


def _step(size: Point) -> float:
    """Return the width of a round."""
    return (size[0] - 8) / board.ROUNDS


def _x(number: int, size: Point) -> float:
    """Return the middle of a round, of which 1 is the first."""
    return 4 + (number - 0.5) * _step(size)


def draw_rounds(canvas: Canvas, view: MacaoView, size: Point) -> None:
    """Draw the rounds. Those to come show their offices and the highest die that places cubes in them."""
    step = _step(size)
    for number in range(1, board.ROUNDS + 1):
        x = _x(number, size)
        y = 17
        is_past = number < view.turn or view.over
        is_current = number == view.turn and not view.over
        ink = TEXT
        if is_current:
            canvas.frame((x - step / 2 + 2, 4, step - 4, size[1] - 8), TEXT, None, 0, 7)
            y = round(size[1] / 2)
            ink = WHITE
        elif is_past:
            ink = PAST
        # In the last rounds dice above this value are turned to 1: their cubes would arrive after the end.
        cap = board.CAP[number]
        is_capped = cap < board.DIE_FIELDS and not is_past and not is_current
        number_x = x - (17 if is_capped else 0)
        canvas.text((number_x, y), str(number), step, size=34 if is_current else LETTERS, side="m", ink=ink)
        if is_capped:
            canvas.text((x + 18, y), f"\u2264{cap}", step, size=LETTERS, side="m", ink=SOFT)
    for number, pair in enumerate(view.offices, view.turn + 1):
        x = _x(number, size)
        for side, office in zip((-1, 1), pair, strict=True):
            ((colour, count),) = CARDS[office].cost.items()
            canvas.paste(cubes.chip(colour, count, _OFFICE_HEIGHT, size=LETTERS), (x + side * step / 4, size[1] - 18))
