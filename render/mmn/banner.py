"""The head of the picture: the player to act, the dice, the barbarians' way and both strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.mmn import board
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts, mat, turn
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, SOFT, TEXT, WHITE, mix
from render.kit.part import Part
from render.kit.pen import Pen
from render.mmn import figures, icons, words
from render.mmn.icons import badge, icon
from render.mmn.inks import FRAME, PALETTE, RED, RED_DARK
from render.mmn.layout import Turn
from render.mmn.news import News

_DIE = 88
"""Width of a die, in units."""
_STEP = 101.0
"""Distance between the middles of dice, in units."""
_COLUMNS = 5
"""Columns of the number chips that are still to be laid; they have ten numbers."""
_SPACES = board.ATTACK_AT + 1
"""Spaces of the barbarians' way, with the one where the ship begins."""
_TURN = 36
"""Size of the turn's number, in units."""
_EDGE = 10
"""Space beside the number of a new turn inside its frame, in units."""
_PLATE = 38
"""Height of the number of a new turn, in units; the phase above it keeps its descenders."""
_WAY = 64
"""Height of the barbarians' way in its box, in units."""


def ground(pen: Pen, part: Part) -> None:
    """Draw an empty box."""
    panels(pen, (part.size,), FRAME)


def _space(part: Part, number: float) -> tuple[float, float]:
    """Return the middle of a space of the barbarians' way, of which 0 is the first."""
    return 12 + (number + 0.5) * (part.width - 24) / _SPACES, _WAY


def way_ground(pen: Pen, part: Part) -> None:
    """Draw the empty box with the barbarians' way."""
    ground(pen, part)
    pen.path((_space(part, 0), _space(part, _SPACES - 1)), LINE, 8)
    for number in range(_SPACES):
        is_attack = number == board.ATTACK_AT
        fill, edge = (mix(WHITE, RED, 0.25), RED_DARK) if is_attack else (WHITE, FRAME)
        pen.disc(_space(part, number), 27, fill, edge, 3)


def way_labels(canvas: Canvas, part: Part) -> None:
    """Draw the signs of two spaces; the others have their numbers, which are written where no ship lies."""
    for number in range(_SPACES):
        middle = _space(part, number)
        if number == board.CLEARING_AT:
            canvas.paste(icon("crates", 34), middle)
        elif number == board.ATTACK_AT:
            canvas.paste(icon("track_power", 36), middle)


def whose(canvas: Canvas, cells: Turn, view: MmnView, caption: Caption, news: News) -> None:
    """Draw the players to act, the phase and the turn, at the end the winner and the ranking.

    A turn that has just begun is violet.
    """
    seats = view.ranking[:1] if view.over or not view.to_act else view.to_act
    if view.phase == "building":  # the others may only say that they build nothing
        seats = seats[:1]
    turn.draw_strip(canvas, cells.strip, seats, view.over, caption, PALETTE)
    left_x, top, width, height = cells.phase
    _, turn_top, _, turn_height = cells.turn
    middle = (top + max(top + height, turn_top + turn_height)) / 2
    if view.over:
        _ranking(canvas, cells, view, middle)
        return
    canvas.paste(badge(view.active, 58), (left_x + 44, middle))
    y = top + height / 2 if view.turn else middle
    canvas.text((left_x + 84, y), caption.text(words.PHASES[view.phase]), width - 84, size=36)
    if view.turn:
        _turn(canvas, cells, f"{caption.text(words.TURN)} {view.turn}", bool(news.turn))


def _ranking(canvas: Canvas, cells: Turn, view: MmnView, y: float) -> None:
    """Draw the final ranking in place of phase and turn."""
    left_x = cells.phase[0]
    right = cells.turn[0] + cells.turn[2]
    step = min(84.0, (right - left_x - 30) / len(view.ranking))
    end = left_x + 16 + (len(view.ranking) - 0.5) * step, y
    turn.draw_order(canvas, view.ranking, end, step, min(58, round(0.7 * step)), palette=PALETTE)


def _turn(canvas: Canvas, cells: Turn, label: str, is_new: bool) -> None:
    """Draw the number of the turn at its end of the cell."""
    left_x, top, width, height = cells.turn
    y = top + height / 2
    is_right = cells.turn_side == "r"
    if is_new:
        pill_width = fonts.width(label, _TURN) + 2 * _EDGE
        x = left_x + width - pill_width if is_right else left_x
        mat.pill(canvas, (x, y), label, _TURN, edge=_EDGE, high=_PLATE)
    else:
        x = left_x + width if is_right else left_x
        canvas.text((x, y), label, width, size=_TURN, ink=SOFT, side=cells.turn_side)


def _spot(canvas: Canvas, part: Part) -> None:
    """Frame a box in which everything is new."""
    canvas.frame((-3, -3, part.width + 6, part.height + 6), None, NEW, 6, 18)


def dice(canvas: Canvas, part: Part, view: MmnView, news: News) -> None:
    """Draw the roll of the turn and the number of storage cards left; before the first roll, the chips to be laid."""
    if view.chips:
        _chips(canvas, part, Counter(view.chips))
        return
    rolled = view.dice
    if news.rolled and rolled:
        _spot(canvas, part)
    start = part.width / 2 - 1.5 * _STEP
    y = 62
    faces = (
        icons.die(rolled.red if rolled else 0, _DIE, True),
        icons.die(rolled.white if rolled else 0, _DIE, False),
        icons.event_die(rolled.event if rolled else "", _DIE),
        icons.track_die(rolled.track if rolled else "", _DIE),
    )
    for number, face in enumerate(faces):
        canvas.paste(face, (start + number * _STEP, y))
    x = start + 2.15 * _STEP
    canvas.paste(icon("crates", 46), (x, 160), "l")
    canvas.text((x + 58, 160), f"{fonts.TIMES}{view.storage_left}", 90, size=46, ink=SOFT)
    if rolled:
        canvas.text((start + _STEP / 2, 160), f"= {rolled.red + rolled.white}", 2 * _STEP, size=52, side="m")


def _chips(canvas: Canvas, part: Part, chips: Mapping[int, int]) -> None:
    """Draw the number chips that are left by their numbers, in two rows, each with how many there are."""
    column_width = part.width / _COLUMNS
    for place, number in enumerate(sorted(chips)):
        row, column = divmod(place, _COLUMNS)
        x = (column + 0.5) * column_width
        y = 38 + 98 * row
        canvas.paste(figures.number(number, 64), (x, y))
        canvas.text((x, y + 48), f"{fonts.TIMES}{chips[number]}", column_width, size=44, ink=SOFT, side="m")


def barbarians(canvas: Canvas, part: Part, view: MmnView, news: News) -> None:
    """Draw the barbarians' ship on its way, their strength and that of the knights."""
    if news.attack:
        _spot(canvas, part)
    for number in range(_SPACES):
        if number not in (view.barbarians, board.CLEARING_AT, board.ATTACK_AT):
            canvas.text(_space(part, number), str(number), 50, size=fonts.NEEDED, ink=SOFT, side="m", aside=True)
    x, y = _space(part, view.barbarians)
    canvas.paste(icon("barbarians", 74), (x, y - 8))
    if news.ship:
        canvas.frame((x - 43, y - 50, 86, 90), None, NEW, 6, 20)
    y = 158
    # After an attack its strengths stand here: the knights that fought are no longer active.
    attack, defence = news.attack or (view.attack_strength, view.defence)
    is_danger = attack > defence
    middle = part.width / 2
    for x, sign, strength, ink in (
        (middle - 118, icon("castle", 52), attack, RED if is_danger else TEXT),
        (middle + 118, icon("track_power", 50), defence, TEXT),
    ):
        canvas.paste(sign, (x - 34, y))
        canvas.text((x + 4, y), str(strength), 80, size=52, ink=ink)
    mark = ">" if is_danger else "<"
    if attack == defence:
        mark = "="
    canvas.text((middle, y), mark, 60, size=48, side="m", ink=RED if is_danger else SOFT)
