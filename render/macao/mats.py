"""The players' mats: purse, wind rose, tableau, hold and activated cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engines.macao import board
from engines.macao.board import COLOURS
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, WHITE, mix
from render.kit.news import names_of
from render.kit.pen import Pen, Point, Sprite
from render.macao import cubes, icons, layout, pills
from render.macao.inks import FRAME, PALETTE
from render.macao.layout import NEEDED, Mat
from render.macao.news import News

_STOCK = 2.1
"""Width of the stock, compared with a field, if some fields are left out."""
_NARROW = 1.9
"""Width of the stock, compared with a field, if all six fields are shown."""
_BROADER = 2
"""Number of unused fields that give their room to the stock, on a mat beside the board."""
_FIELD = mix(CARD, LINE, 0.28)
_WARE = 40
"""Distance from a ware of the hold to the next, in units."""
_NAMES = 25, 23, 21, NEEDED
"""Sizes of a player's name; the first that fits is taken."""
_SLACK = 0.97
"""Share of a line that texts may take, since widths do not grow evenly with the size."""
_LONG = 5
"""Length of numbers in a purse from which on they are set smaller, in letters."""
_LINE = 26
"""Distance from a line of a hold to the next, in units."""
_NEXT = 22
"""Distance from a line of a long name to the next, in units."""
_PURSE = 220
"""Width of a purse, in units."""
_GROUP = 76
"""Width of the largest group of quarters in a purse, in units."""
_TIGHT = 3
"""Space between the parts of a purse that shows a change, in units."""
_EDGE = 5
"""Space beside a number that has just changed, in units."""
_BESIDE = 2
"""Space beside such a number in a purse, in units."""
_CUBE = 20
"""Width of a cube that came or went, in units."""
_CUBE_LINE = 25
"""Height of a row of such cubes, in units."""
_HIGH = 150
"""Height from which on a stock has room for rows of cubes, in units."""
_ROWS = 3
"""The most rows of cubes in a stock."""
_APART = 4
"""Number of cubes that stand side by side; more cubes of few colours are counted."""
_SEEN = 13
"""Units of an overlapped cube that must stay visible; else cubes are counted."""
_ROWS_SHOWN = 2
"""Rows of activated cards on a mat with little room, if no field of the rose needs it."""
_ARROW = 24
"""Width of the arrow above a stock, if its number leaves room for it, in units."""
_FACES = 34
"""Height of the signs above the cubes of a rose, in units."""
_CLOSE = 29
"""Height of these signs on a low rose, in units."""
_SIGNED = 4
"""The most colours of cubes in a field below which there is room for a sign."""


def fields(player: PlayerView) -> list[int]:
    """Return the fields of a player's rose that have cubes.

    All fields are shown if one is so full that no sign fits above it: then its place tells its number.
    """
    full = any(len(held) > _SIGNED for held in player.rose[1:])
    return [number for number, held in enumerate(player.rose) if number != board.STOCK and (held or full)]


def _share(columns: int) -> float:
    """Return the width of the stock, compared with one of so many fields."""
    return _STOCK if columns < board.DIE_FIELDS else _NARROW


def _place(column: int, columns: int, box: Box, stock: float) -> Box:
    """Return the box of a column of the rose, the stock first.

    Args:
        column: The number of the column.
        columns: The number of columns besides the stock.
        box: The box of the rose.
        stock: The number of columns that the stock takes.
    """
    x, y, width, height = box
    wide = width / (columns + _share(columns))
    if not column:
        return x, y, stock * wide - 3, height
    return x + (stock + column - 1) * wide, y, wide, height


def ground(pen: Pen, size: Point) -> None:
    """Draw an empty mat."""
    mat.ground(pen, (0, 0, *size))


def draw(
    canvas: Canvas, view: MacaoView, player: PlayerView, caption: Caption, news: News, size: Point, room_of: int
) -> None:
    """Draw a player's mat, with room for so many fields of the rose."""
    seat = player.seat
    gone = [card for owner, card in news.thrown if owner == seat]
    many = layout.crowded(size, pills.rows(player.activated, caption, layout.row(caption.shape, size), gone))
    room = layout.row(caption.shape, size, many)
    most = 1 if max(map(len, player.rose)) > _SIGNED - 1 else _ROWS_SHOWN
    cells = layout.mat(caption.shape, size, pills.rows(player.activated, caption, room, gone), room_of, many, most)
    mat.coloured(canvas, (0, 0, cells.width, cells.height), seat, seat in view.to_act, PALETTE)
    canvas.paste(badge(seat, 44, PALETTE), cells.badge)
    x, y, wide = cells.name
    change = _change(canvas, player, news, cells)
    aboard = _hold(canvas, player, news, cells, change)
    if cells.packed:
        wide = aboard - 6 - x
    if player.free_steps:
        wide -= canvas.text((x + wide, y), f"+{player.free_steps}", 40, size=24, side="r") + 4
        canvas.paste(icons.icon("hull", 24), (x + wide, y), "r")
        wide -= 32
    name = caption.name(seat)
    if cells.lines > 1 and fonts.width(name, NEEDED) > _SLACK * wide:
        count = len(fonts.wrap(name, NEEDED, int(_SLACK * wide), cells.lines))
        canvas.lines((x, y - (count - 1) * _NEXT / 2), name, wide, count, _NEXT, size=NEEDED)
    else:
        canvas.text(
            (x, y),
            name,
            wide,
            size=fonts.fitting(name, (*_NAMES, *range(NEEDED - 1, cells.least - 1, -1)), _SLACK * wide),
        )
    _points(canvas, view, player, news, cells)
    _purse(canvas, player, news, cells)
    above, below = _activated(view, player, caption, cells, room)
    if not above:
        _rose(canvas, player, news, cells)
    new = names_of(news.cards, seat)
    pills.reserved(canvas, player.tableau, new, caption, cells.tableau, cells.least)
    used = {card for card, times in player.used.items() if times and card in player.activated}
    used |= names_of(news.used, seat)
    left, top, wide, _ = cells.rose
    for cards, (x, y, across), last, most in (
        (above, (left, top + cells.pitch / 2, wide), (), len(player.activated) or 1),
        (below, cells.pills, gone, cells.most),
    ):
        shown = canvas.moved((x, y), cells.small)
        pitch = cells.pitch / cells.small
        aside = cells.small < 1
        place = (0, 0, across / cells.small)
        pills.activated(shown, cards, used, new, caption, place, pitch, aside=aside, gone=last, most=most)


def _activated(
    view: MacaoView, player: PlayerView, caption: Caption, cells: Mat, room: float
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the activated cards in the place of the rose, and those below it.

    The rose gives its place at the end of the game, if there are more cards than fit below.
    """
    cards = pills.ordered(player.activated)
    if not view.over or pills.rows(cards, caption, room) <= cells.most:
        return (), cards
    _, _, wide, high = cells.rose
    above = cards
    while pills.rows(above, caption, wide / cells.small) > int(high / cells.pitch):
        above = above[:-1]
    return above, cards[len(above) :]


def _points(canvas: Canvas, view: MacaoView, player: PlayerView, news: News, cells: Mat) -> None:
    """Draw the points if the game ended now, golden for the leader, and the prestige so far."""
    mat.total(canvas, cells.total, view, player.seat, cells.points, cells.score)
    if not _laden(player, cells):
        mat.so_far(canvas, cells.so_far, icons.icon("prestige", 22), player.prestige, 70, NEEDED)


def _laden(player: PlayerView, cells: Mat) -> bool:
    """Return whether the wares need both lines of a mat that is packed."""
    return cells.packed and sum(map(bool, player.hold.values())) > cells.hold[2]


def _change(canvas: Canvas, player: PlayerView, news: News, cells: Mat) -> float:
    """Draw the prestige that has just come, and return its left end."""
    change = news.prestige[player.seat]
    (right, y) = cells.change
    if not change:
        return right
    label = mat.difference(change)
    left = right - fonts.width(label, 22) - _EDGE
    mat.pill(canvas, (left, y), label, 22, edge=_EDGE, high=26)
    return left - _EDGE


def counts(view: MacaoView, seat: int) -> Sequence[tuple[Sprite, str]]:
    """Return gold, prestige and the cubes in stock as text, for places too small for a mat."""
    player = view.players[seat]
    cubes = sum(player.rose[board.STOCK].values())
    return (
        (icons.icon("coin", 42), str(player.gold)),
        (icons.icon("prestige", 42), str(player.prestige).replace("-", fonts.MINUS)),
        (icons.icon("arrow", 42), str(cubes)),
    )


def _purse(canvas: Canvas, player: PlayerView, news: News, cells: Mat) -> None:
    """Draw gold, jokers and penalty markers, each with its change, and the size of the largest group of quarters."""
    (left, y) = cells.purse
    seat = player.seat
    joker = icons.ware(board.JOKER, 22, player.jokers > 0)
    penalty = icons.icon("penalty" if player.penalties else "penalty_none", 21)
    shown: tuple[tuple[int, int, Sprite, str, int, int | None], ...] = (
        (0, 27, icons.icon("coin", 21), str(player.gold), player.gold, news.gold.get(seat)),
        (53, 14, joker, str(player.jokers), player.jokers, news.jokers.get(seat)),
        (94, 27, penalty, str(player.penalties), player.penalties, news.penalties.get(seat)),
        (147, 54, icons.icon("roof", 21), f"{player.group}/{len(player.quarters)}", player.group, None),
    )
    if _laden(player, cells):
        shown = shown[:-1]
    most = _PURSE if len(shown) > 3 else _PURSE - _GROUP
    changes = [mat.difference(change) for *_, change in shown if change is not None]
    texts = [text for _, _, _, text, *_ in shown]
    # Where a change stands among them, they move together; where there is no room for it, its sum stands on violet.
    needed = sum(24 + _TIGHT + fonts.width(text, 22) for text in texts) - _TIGHT
    needed += sum(fonts.width(change, 22) + 2 * _BESIDE + _TIGHT for change in changes)
    moved = bool(changes) and needed <= most
    taken: float
    end = 0.0
    for x, room, sign, text, amount, change in shown:
        start = left + (end if moved else x)
        canvas.paste(sign, (start, y), "l")
        size = 22 if len(text) < _LONG else NEEDED
        if change is not None and not moved:
            taken = mat.pill(canvas, (start + 24 - _BESIDE, y), text, size, edge=_BESIDE, high=24)
        else:
            taken = canvas.text((start + 24, y), text, room, size=size, ink=TEXT if amount else SOFT)
        end = start - left + 24 + taken + _TIGHT
        if change is not None and moved:
            label = mat.difference(change)
            end += mat.pill(canvas, (left + end - 1, y), label, 22, edge=_BESIDE, high=24) + _TIGHT


def _hold(canvas: Canvas, player: PlayerView, news: News, cells: Mat, end: float) -> float:
    """Draw the wares aboard, and return where they begin.

    Wares that became more or fewer are framed; all are if the last of a ware is gone. On a mat that is packed they
    stand before ``end``.
    """
    left, top, across = cells.hold
    held = [(ware, player.hold[ware]) for ware in board.WARES if player.hold.get(ware)]
    new = names_of(news.holds, player.seat)
    if cells.packed:
        across = min(across, max(1, len(held)))
        left = end - across * _WARE
        if not held and not new:
            return end
    gone = bool(new - {ware for ware, _ in held})
    if gone:
        lines = max(1, -(-len(held) // across))
        canvas.frame((left - 4, top - 14, across * _WARE + 8, lines * _LINE + 2), NEW_WASH, NEW, 3, 7)
    if not held:
        canvas.paste(icons.icon("hull", 22, ink=mix(SOFT, CARD, 0.45)), (left + 12, top))
        canvas.text((left + 28, top), fonts.DASH, 20, size=NEEDED, ink=SOFT)
    for number, (ware, count) in enumerate(held):
        line, column = divmod(number, across)
        x = (cells.hold[0] - across * _WARE if line and cells.packed else left) + column * _WARE
        y = top + line * _LINE
        if ware in new and not gone:
            canvas.frame((x - 3, y - 14, _WARE + 3, _LINE + 2), NEW_WASH, NEW, 3, 7)
        canvas.paste(icons.ware(ware, 23), (x, y), "l")
        canvas.text((x + 25, y), str(count), 14, size=22)
    return left - (4 if new else 0)


def _rose(canvas: Canvas, player: PlayerView, news: News, cells: Mat) -> None:
    """Draw the stock large under the arrow, then the fields with cubes, each with its sign and counted cubes."""
    shown = fields(player)
    broad = _share(cells.fields) + min(_BROADER, cells.fields - len(shown)) * cells.packed
    columns = round(broad)
    for column, number in enumerate((board.STOCK, *shown)):
        held = player.rose[number]
        left, top, width, height = place = _place(column, cells.fields, cells.rose, broad)
        stock = number == board.STOCK
        middle = left + width / 2
        if stock:
            canvas.frame(place, WHITE, FRAME, 3, 9)
        else:
            canvas.frame((left + 1, top + 2, width - 2, height - 4), _FIELD, None, 0, 7)
        if (player.seat, number) in news.fields:
            canvas.frame((left - 1, top - 1, width + 2, height + 2), None, NEW, 4, 9)
        if stock:
            height -= _changes(canvas, news.stock[player.seat], place, not held)
        y = top + (15 if cells.packed else 18)
        above = _CLOSE if cells.packed else _FACES
        most = round(min(34, max(cubes.CHIP, 0.6 * width)))
        if stock:
            total = sum(held.values())
            inset, edge, figures = (15, 5, 26) if cells.packed else (22, 10, 28)
            if inset + _ARROW / 2 <= width - edge - fonts.width(str(total), figures):
                canvas.paste(icons.icon("arrow", _ARROW), (left + inset, y))
            if (player.seat, number) in news.fields:
                label = str(total)
                start = left + width - edge - 3 - fonts.width(label, figures)
                mat.pill(canvas, (start, y), label, figures, edge=3, high=27)
            else:
                canvas.text(
                    (left + width - edge, y), str(total), 50, size=figures, side="r", ink=TEXT if total else SOFT
                )
        elif len(held) <= _SIGNED:
            canvas.paste(icons.face(number, 22), (middle, y))
        else:
            above = 3
        cubes.pile(
            canvas,
            held,
            (left + 1, top + above, width - 2, height - above - 3),
            columns if stock else 2,
            most,
            least=cells.least,
        )


def _changes(canvas: Canvas, change: Mapping[str, int], stock: Box, empty: bool) -> float:
    """Draw the cubes that came to a stock, and below them those that were paid; return their height.

    Cubes stand one by one, or counted by colour, at the bottom of the stock, which may be ``empty`` now.
    """
    left, top, width, height = stock
    room = width - 25
    taken = 0.0
    alone = empty and (all(count < 0 for count in change.values()) or all(count > 0 for count in change.values()))
    for sign, share in ((fonts.MINUS, -1), ("+", 1)):
        colours = [colour for colour in COLOURS for _ in range(share * change.get(colour, 0))]
        if not colours:
            continue
        rows = _rows(colours, room, height, 2 if alone else 1)
        high = _CUBE_LINE * len(rows) + 2
        y = top + height - 4 - taken - high
        canvas.frame((left + 3, y, width - 6, high), NEW_WASH, NEW, 2, 7)
        canvas.text((left + 6, y + 1 + _CUBE_LINE / 2), sign, 15, size=24, ink=NEW)
        for number, (row, counted) in enumerate(rows):
            at = left + 20, y + 1 + (number + 0.5) * _CUBE_LINE
            if counted:
                start = at[0]
                for colour, count in row.items():
                    canvas.paste(cubes.chip(colour, count, _CUBE), (start, at[1]), "l")
                    start += cubes.chip_width(colour, count, _CUBE) + 2
            else:
                cubes.row(canvas, row, at, _CUBE, room=room)
        taken += high + 2
    return taken


def _rows(colours: Sequence[str], room: float, height: float, most: int) -> list[tuple[Counter[str], bool]]:
    """Return the lines of cubes, and whether they are counted.

    Cubes are counted if they would hide each other and take no more than ``most`` lines counted, or if they are many of
    few colours.
    """
    across = int((room + 2) / (_CUBE + 2))
    if height <= _HIGH or len(colours) > _ROWS * across:
        across = len(colours)
    if room - _CUBE < _SEEN * (min(across, len(colours)) - 1):
        lines = [Counter[str]()]
        taken = 0.0
        for colour, count in Counter(colours).items():
            wide = cubes.chip_width(colour, count, _CUBE)
            if lines[-1] and taken + wide > room:
                lines.append(Counter())
                taken = 0.0
            lines[-1][colour] = count
            taken += wide + 2
        if len(lines) <= most:
            return [(line, True) for line in lines]
    rows = [Counter(colours[start : start + across]) for start in range(0, len(colours), across)]
    return [(row, row.total() > _APART and len(row) < 3) for row in rows]
