"""Parts of a player's own pictures: head, purse, cards with all their words, quarters with their price.

``hand`` and ``decision`` put them together; boxes and points are in units of the canvas.
"""

from __future__ import annotations

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, PAPER, SOFT, TEXT, Ink, mix, rgb
from render.kit.pen import Point
from render.macao import cubes, icons, words
from render.macao.inks import DARK_EDGE, DARK_QUARTER, PALETTE, QUARTER, QUARTER_EDGE, TYPE, TYPE_WASH
from render.macao.layout import needed
from render.macao.news import News
from render.shape import Shape

HEAD = 56.0
"""Height of either half of a player's head, in units."""
TITLE = 36.0
"""Height of a heading, in units."""
_BAR = 36
"""Height of the line with a card's name and cost, in units."""
_EFFECT_SIZES = (28, 26, 24, 22)
"""Sizes of a card's effect; the first that fits is taken."""
_EFFECT_LINES = 5
"""The most lines of a card's effect."""
_SLACK = 0.97
"""Share of a line that is counted on, since letters do not grow evenly with their size."""
_PURSE_GAP = 14
"""Space after a number of the purse, in units."""
HIGH = {Shape.WIDE: 116.0, Shape.TALL: 138.0}
"""Heights of cards, in units; in a tall picture they are narrower and higher."""
ACTIVATED = 84.0
"""Height of an activated card, in units."""
_LOW = 72.0
"""Height of an activated card below which its lines move together, in units."""
LOT: Point = (194.0, 68.0)
"""Width and height of a quarter that can be taken, in units."""
_EDGE = 4
"""Space beside a number that has just changed, in units."""

GOOD = rgb("2f7d3b")
"""Ink of what can be paid for."""


def title(canvas: Canvas, text: str, at: Point, room: float) -> None:
    """Draw a heading whose box begins at a point."""
    canvas.text((at[0] + 6, at[1] + TITLE / 2), text, room - 12, size=24, ink=SOFT)


def identity(canvas: Canvas, view: MacaoView, player: PlayerView, caption: Caption, width: float) -> None:
    """Draw a player's badge and name, the points if the game ended now, and the prestige so far."""
    seat = player.seat
    y = HEAD / 2
    is_acting = seat in view.to_act
    colour = PALETTE.of(seat)
    canvas.frame((0, 0, width, HEAD), colour.wash if is_acting else CARD, colour.edge, 5 if is_acting else 3, 10)
    canvas.paste(badge(seat, 44, PALETTE), (34, y))
    # From the right end: the prestige so far, the points, what these are; the name has the rest.
    end = width - 18
    end -= mat.so_far(canvas, (end, y), icons.icon("prestige", 26), player.prestige, 110, 24) + 14
    end -= mat.total(canvas, (end, y), view, seat, 120, 36) + 6
    if not view.over:
        end -= canvas.text((end, y), caption.text(words.PROJECTED), 220, size=22, ink=SOFT, side="r") + 10
    mat.name(canvas, (66, y), caption.name(seat), end - 76, (30, needed(canvas.scale)))


def purse(canvas: Canvas, player: PlayerView, caption: Caption, changed: News, width: float) -> None:
    """Draw gold, jokers, penalty markers, largest group, quarters, hold, and the place of the ship."""
    seat = player.seat
    y = HEAD / 2
    canvas.frame((0, 0, width, HEAD), CARD, LINE, 2, 10)
    joker = icons.ware(board.JOKER, 30, player.jokers > 0)
    penalty = icons.icon("penalty" if player.penalties else "penalty_none", 28)
    x = 14.0
    for sign, text, amount, is_new in (
        (icons.icon("coin", 28), str(player.gold), player.gold, seat in changed.gold),
        (joker, str(player.jokers), player.jokers, seat in changed.jokers),
        (penalty, str(player.penalties), player.penalties, seat in changed.penalties),
        (icons.icon("roof", 28), f"{player.group}/{len(player.quarters)}", player.group, False),
    ):
        canvas.paste(sign, (x, y), "l")
        x += 34
        if is_new:
            x += mat.pill(canvas, (x - _EDGE, y), text, 27, edge=_EDGE) - 2 * _EDGE + _PURSE_GAP
        else:
            x += canvas.text((x, y), text, 80, size=27, ink=TEXT if amount else SOFT) + _PURSE_GAP
    wares_held = [(ware, player.hold[ware]) for ware in board.WARES if player.hold.get(ware)]
    step = 52 if len(wares_held) < 5 else 44
    for ware, count in wares_held:
        canvas.paste(icons.ware(ware, 27), (x, y), "l")
        canvas.text((x + 28, y), str(count), 16, size=24)
        x += step
    _ship(canvas, player, caption, (width - 12, y), width - 20 - x)


def _ship(canvas: Canvas, player: PlayerView, caption: Caption, at: Point, room: float) -> None:
    """Draw the ship, its port or the number of its sea space, and its free steps; ``at`` is the right end."""
    x, y = at
    left_x = x - room
    if player.free_steps:
        x -= canvas.text((x, y), f"+{player.free_steps}", 50, size=24, side="r") + 8
    if player.ship == board.START:
        canvas.paste(icons.icon("anchor", 28, ink=SOFT), (x, y), "r")
        x -= 36
    else:
        port = words.PORTS.get(player.ship)
        # A space without a port is named by a letter and its number.
        place = caption.text(port) if port else str(int(player.ship[1:]))
        x -= canvas.text((x, y), place, max(0.0, x - left_x - 40), size=22, ink=SOFT, side="r") + 8
    canvas.paste(icons.icon("hull", 30), (x, y), "r")


def slot(canvas: Canvas, box: Box) -> None:
    """Draw a place without a card."""
    canvas.frame(box, mix(PAPER, LINE, 0.16), mix(PAPER, LINE, 0.5), 2, 10)


def card(
    canvas: Canvas, id: str, caption: Caption, box: Box, *, new: bool = False, good: bool = False, offered: bool = False
) -> None:
    """Draw a card with its name, cost and whole effect.

    Args:
        canvas: The canvas.
        id: The card.
        caption: The words.
        box: The box of the card.
        new: True if it has just come.
        good: True if it can be paid for, or is being paid for.
        offered: True to show also its tribute: the prestige and gold that it adds to the tribute of the round.
    """
    left_x, top, width, height = box
    entry = CARDS[id]
    edge: Ink = TYPE[entry.type]
    if new:
        edge = NEW
    elif good:
        edge = GOOD
    canvas.frame(box, CARD, edge, 5 if new or good else 2, 10)
    if new:
        canvas.paste(icons.icon("fresh", 20), (left_x + 3, top + 3))
    canvas.frame((left_x + 6, top + 6, width - 12, _BAR - 4), TYPE_WASH[entry.type], None, 0, 6)
    y = top + 4 + _BAR / 2
    canvas.paste(icons.icon(entry.type, 26), (left_x + 24, y))
    # From the right end: the tribute, the cost, a tick; the name has the rest.
    end = left_x + width - 12
    if offered:
        for value, name in ((entry.tribute.prestige, "prestige"), (entry.tribute.gold, "coin")):
            end -= canvas.text((end, y), str(value), 30, size=23, side="r", ink=TEXT if value else SOFT) + 3
            canvas.paste(icons.icon(name, 24), (end, y), "r")
            end -= 34
    end -= cubes.row_width(entry.size, 27)
    cubes.row(canvas, entry.cost, (end, y), 27)
    if good:
        end -= 34
        canvas.paste(icons.icon("check", 24, ink=GOOD), (end + 12, y))
    canvas.text((left_x + 43, y), caption.text(words.TITLES[id]), end - left_x - 49, size=22 if offered else 24)
    _effect(canvas, caption.text(words.EFFECTS[id]), (left_x + 14, top + _BAR + 5, width - 28, height - _BAR - 12))


def _effect(canvas: Canvas, effect: str, box: Box) -> None:
    """Draw a card's effect in the middle of a box, as large as it fits; what is too long even so is cut."""
    left_x, top, width, height = box
    fitting = (size for size in _EFFECT_SIZES if _lines(effect, size, width) * _pitch(size) <= height)
    size = next(fitting, needed(canvas.scale))
    pitch = _pitch(size)
    count = min(_lines(effect, size, width), int(height / pitch))
    first = top + (height - (count - 1) * pitch) / 2
    canvas.lines((left_x, first), effect, width, count, pitch, size=size)


def _pitch(size: int) -> float:
    """Return the distance between lines of an effect; at the least size they are close together."""
    return 22 if size < _EFFECT_SIZES[-1] else size + 4


def _lines(text: str, size: int, room: float) -> int:
    """Return the number of lines that an effect needs."""
    return len(fonts.wrap(text, size, int(room * _SLACK), _EFFECT_LINES))


def activated(canvas: Canvas, id: str, use_count: int, caption: Caption, box: Box, new: bool) -> None:
    """Draw an activated card with its name and short effect.

    Args:
        canvas: The canvas.
        id: The card.
        use_count: The number of its uses in this round; a used card is ticked.
        caption: The words.
        box: The box of the card.
        new: True if it has just been activated.
    """
    left_x, top, width, height = box
    type = CARDS[id].type
    fill = mix(TYPE_WASH[type], CARD, 0.8) if use_count else TYPE_WASH[type]
    edge: Ink = mix(TYPE[type], CARD, 0.5) if use_count else TYPE[type]
    canvas.frame(box, fill, NEW if new else edge, 4 if new else 2, 10)
    if new:
        canvas.paste(icons.icon("fresh", 20), (left_x + 3, top + 3))
    ink = SOFT if use_count else TEXT
    is_low = height < _LOW
    y = top + (14 if is_low else 20)
    canvas.paste(icons.icon(type, 24), (left_x + 22, y))
    x = left_x + 40
    if type == "office":
        (colour,) = CARDS[id].cost
        canvas.paste(cubes.cube(colour, 24), (x + 12, y))
        x += 32
    use_width = 0.0
    min_size = needed(canvas.scale)
    if use_count:
        label = caption.text(words.USED) + (f" {fonts.TIMES}{use_count}" if use_count > 1 else "")
        use_width = (
            canvas.text((left_x + width - 12, y), label, 200, size=min_size, ink=SOFT, side="r", aside=True) + 30
        )
        canvas.paste(icons.icon("check", 18, ink=SOFT), (left_x + width + 8 - use_width, y))
    title = caption.text(words.TITLES[id])
    room = left_x + width - 14 - use_width - x
    canvas.text((x, y), title, room, size=fonts.fitting(title, (22, min_size), _SLACK * room), ink=ink)
    short = caption.text(words.SHORTS[id])
    room = width - 24
    count = len(fonts.wrap(short, min_size, int(room * _SLACK), 2))
    above, pitch = (22, 18) if is_low else (34, 22)
    first = top + above + (height - above - 2 - (count - 1) * pitch) / 2
    canvas.lines((left_x + 12, first), short, room, 2, pitch, size=min_size, ink=ink)


def lot(canvas: Canvas, id: str, tile: str, caption: Caption, at: Point) -> None:
    """Draw a quarter that can be taken: its number, its tile, its price; ``at`` is the upper left corner."""
    left_x, top = at
    quarter = board.QUARTERS[id]
    dark = quarter.kind == "dark"
    fill, edge = (DARK_QUARTER, DARK_EDGE) if dark else (QUARTER, QUARTER_EDGE)
    canvas.frame((left_x, top, *LOT), fill, edge, 4 if dark else 2, 12)
    y = top + 20
    canvas.text((left_x + 14, y), id[1:], 36, size=26)
    canvas.paste(icons.ware(tile, 28), (left_x + 62, y))
    canvas.text((left_x + 80, y), caption.title(words.WARES[tile]), LOT[0] - 86, size=22)
    cubes.row(canvas, quarter.cost, (left_x + LOT[0] / 2, top + 49), 26, middle=True)
