"""The players' mats: purse, wind rose, tableau, hold and activated cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
from render.macao.layout import NEEDED, Line, Mat
from render.macao.news import News

_STOCK = 2.1
"""Width of the stock, compared with a field, if some fields are left out."""
_STOCK_OF_ALL = 1.9
"""Width of the stock, compared with a field, if all six fields are shown."""
_MOST_ADDED = 2
"""The most unused fields that give their room to the stock, on a mat beside the board."""
_FIELD = mix(CARD, LINE, 0.28)
"""Ground of a field of the rose."""
_SIGNED = 4
"""The most colours of cubes in a field that leave room for its sign above them."""
_SIGN_ROOM = 34
"""Height of the signs above the cubes of a rose, in units."""
_SIGN_ROOM_PACKED = 29
"""The same on a packed mat, where the rose is low."""
_FIELD_CUBE_COLUMNS = 2
"""The most columns of counted cubes in a field of a die."""
_MOST_CHIP = 34
"""The largest height of counted cubes in the rose, in units."""
_CHIP_SHARE = 0.6
"""Share of the width of a field or stock that the height of its counted cubes may have, if ``cubes.CHIP`` is less."""
_ARROW = 24
"""Width of the arrow above a stock, if its number leaves room for it, in units."""

_NAME_SIZES = 25, 23, 21, NEEDED
"""Sizes of a player's name; the first that fits is taken."""
_NAME_PITCH = 22
"""Distance from a line of a long name to the next, in units."""
_SLACK = 0.97
"""Share of a line that names may take, since widths of text do not grow evenly with the size."""

_PURSE = 220
"""Width of a purse, in units."""
_GROUP = 76
"""Width of the largest group of quarters in a purse, in units."""
_SIGN = 24
"""Distance from the left end of a sign in a purse to its number, in units."""
_NUMBER = 22
"""Size of the numbers in a purse, of wares and of changes."""
_LONG = 5
"""Number of characters from which on a text in a purse is set smaller."""
_PURSE_GAP = 3
"""Space between the parts of a purse that shows a change, in units."""
_PURSE_EDGE = 2
"""Space to the left and right of a number on a violet pill in a purse, in units."""
_CHANGE_EDGE = 5
"""The same for the change of prestige."""

_WARE = 40
"""Distance from a ware of the hold to the next, in units."""
_HOLD_PITCH = 26
"""Distance from a line of a hold to the next, in units."""

_CUBE = 20
"""Width of a cube that came or went, in units."""
_CUBE_PITCH = 25
"""Height of a row of such cubes, in units."""
_HIGH = 150
"""Height up to which a stock has room for a single row of cubes that came and one of those that went, in units."""
_CUBE_ROWS = 3
"""The most rows of cubes in a higher stock; more cubes are laid in one row, where they overlap or are counted."""
_APART = 4
"""The most cubes of one or two colours that lie one by one in a row; more are counted."""
_SEEN = 13
"""Units of an overlapped cube that must stay visible; else cubes are counted."""

_CARD_ROWS = 2
"""The most rows of small pills, if the cubes of the rose do not need the room of the second row."""
_FEW_CARD_ROWS = 1
"""The same if the cubes need it: the stock or a field has ``_SIGNED`` colours or more."""


class _Amount(NamedTuple):
    """A number in a purse, with its sign before it."""

    left: float
    """Distance of the sign from the left end of the purse, in units, unless a change moves the parts together."""
    room: float
    """Room for the text, in units."""
    sign: Sprite
    text: str
    amount: int
    """The number by itself; zero is pale."""
    change: int | None
    """The change by the newest events; None: they did not touch it."""


class _CubeRow(NamedTuple):
    """A row of cubes that came to a stock or were paid from it."""

    cubes: Counter[str]
    is_counted: bool
    """True if each colour is a chip with a number; otherwise each cube is drawn."""


def fields(player: PlayerView) -> list[int]:
    """Return the numbers of those fields of a player's rose that its mat shows: the fields that have cubes.

    If a field has so many colours that no sign fits above them, all six fields are shown: then the place of a field
    among them tells its number.
    """
    is_sign_missing = any(len(field_cubes) > _SIGNED for field_cubes in player.rose[1:])
    return [
        number
        for number, field_cubes in enumerate(player.rose)
        if number != board.STOCK and (field_cubes or is_sign_missing)
    ]


def _stock_share(columns: int) -> float:
    """Return the width of the stock, compared with a field, on a rose with room for so many fields."""
    return _STOCK if columns < board.DIE_FIELDS else _STOCK_OF_ALL


def _column(column: int, columns: int, rose: Box, stock: float) -> Box:
    """Return the box of a column of the rose.

    Args:
        column: 0 for the stock, then the shown fields from 1.
        columns: The number of fields for which the rose has room, besides the stock.
        rose: The box of the rose.
        stock: The width of the stock, compared with a field; more than ``_stock_share`` if it has the room of fields.
    """
    x, y, width, height = rose
    field_width = width / (columns + _stock_share(columns))
    if not column:
        return x, y, stock * field_width - 3, height
    return x + (stock + column - 1) * field_width, y, field_width, height


def ground(pen: Pen, size: Point) -> None:
    """Draw an empty mat."""
    mat.ground(pen, (0, 0, *size))


def draw(
    canvas: Canvas, view: MacaoView, player: PlayerView, caption: Caption, news: News, size: Point, field_room: int
) -> None:
    """Draw a player's mat.

    Args:
        canvas: The canvas of the mat.
        view: The position.
        player: The player.
        caption: The words.
        news: The changes to be marked.
        size: Width and height of the mat.
        field_room: The number of fields for which every rose of this board has room.
    """
    seat = player.seat
    discarded = [card for owner, card in news.thrown if owner == seat]
    cells, row_width = _arranged(player, caption, discarded, size, field_room)
    mat.coloured(canvas, (0, 0, cells.width, cells.height), seat, seat in view.to_act, PALETTE)
    canvas.paste(badge(seat, 44, PALETTE), cells.badge)
    change = _change(canvas, player, news, cells)
    aboard = _hold(canvas, player, news, cells, change)
    _name(canvas, player, caption, cells, aboard)
    _points(canvas, view, player, news, cells)
    _purse(canvas, player, news, cells)
    above, below = _activated(view, player, caption, cells, row_width)
    if above:
        left_x, top, wide, _ = cells.rose
        in_rose = Line(left_x, top + cells.pitch / 2, wide)
        # All these cards fit, so the number of rows need not be limited.
        _pills(canvas, player, above, news, caption, cells, in_rose, (), len(above))
    else:
        _rose(canvas, player, news, cells)
    pills.reserved(canvas, player.tableau, names_of(news.cards, seat), caption, cells.tableau, cells.least)
    _pills(canvas, player, below, news, caption, cells, cells.pills, discarded, cells.pill_rows)


def _arranged(
    player: PlayerView, caption: Caption, discarded: Sequence[str], size: Point, field_room: int
) -> tuple[Mat, float]:
    """Return the cells of a player's mat, and the width of its rows of activated cards in the units of pills.

    If the cards need too many rows at full size, their pills are smaller, and rows are counted anew.
    """
    full_width = layout.row(caption.shape, size)
    crowded = layout.crowded(size, pills.rows(player.activated, caption, full_width, discarded))
    row_width = layout.row(caption.shape, size, crowded)
    rows = pills.rows(player.activated, caption, row_width, discarded)
    most_colours = max(map(len, player.rose))
    most_small_rows = _FEW_CARD_ROWS if most_colours >= _SIGNED else _CARD_ROWS
    return layout.mat(caption.shape, size, rows, field_room, crowded, most_small_rows), row_width


def _name(canvas: Canvas, player: PlayerView, caption: Caption, cells: Mat, aboard: float) -> None:
    """Draw the name, and at the right end of its line the free steps of the ship.

    On a mat that is packed the line ends before the wares, which begin at ``aboard``.
    """
    x, y, room = cells.name
    if cells.packed:
        room = aboard - 6 - x
    if player.free_steps:
        room -= canvas.text((x + room, y), f"+{player.free_steps}", 40, size=24, side="r") + 4
        canvas.paste(icons.icon("hull", 24), (x + room, y), "r")
        room -= 32
    name = caption.name(player.seat)
    # Several lines only if even the least size that people have to read is too wide for one.
    if cells.name_lines > 1 and fonts.width(name, NEEDED) > _SLACK * room:
        count = len(fonts.wrap(name, NEEDED, int(_SLACK * room), cells.name_lines))
        canvas.lines((x, y - (count - 1) * _NAME_PITCH / 2), name, room, count, _NAME_PITCH, size=NEEDED)
        return
    sizes = (*_NAME_SIZES, *range(NEEDED - 1, cells.least - 1, -1))
    canvas.text((x, y), name, room, size=fonts.fitting(name, sizes, _SLACK * room))


def _pills(
    canvas: Canvas,
    player: PlayerView,
    cards: Sequence[str],
    news: News,
    caption: Caption,
    cells: Mat,
    line: Line,
    discarded: Sequence[str],
    most_rows: int,
) -> None:
    """Draw activated cards as pills from ``line`` on, the cards just discarded after them."""
    used_cards = {card for card, times in player.used.items() if times and card in player.activated}
    used_cards |= names_of(news.used, player.seat)
    scale = cells.pill_scale
    pills.activated(
        canvas.moved((line.left, line.middle), scale),
        cards,
        used_cards,
        names_of(news.cards, player.seat),
        caption,
        (0, 0, line.room / scale),
        cells.pitch / scale,
        aside=scale < 1,
        cards_gone=discarded,
        max_rows=most_rows,
    )


def _activated(
    view: MacaoView, player: PlayerView, caption: Caption, cells: Mat, row_width: float
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the activated cards in the place of the rose, and those below it.

    The rose, which nobody needs any more, gives its place at the end of the game, if there are more cards than fit
    below.
    """
    cards = pills.ordered(player.activated)
    if not view.over or pills.rows(cards, caption, row_width) <= cells.pill_rows:
        return (), cards
    _, _, wide, high = cells.rose
    above = cards
    while pills.rows(above, caption, wide / cells.pill_scale) > int(high / cells.pitch):
        above = above[:-1]
    return above, cards[len(above) :]


def _points(canvas: Canvas, view: MacaoView, player: PlayerView, news: News, cells: Mat) -> None:
    """Draw the points if the game ended now, golden for the leader, and the prestige so far."""
    mat.total(canvas, cells.total, view, player.seat, cells.total_room, cells.total_size)
    if not _laden(player, cells):
        mat.so_far(canvas, cells.so_far, icons.icon("prestige", 22), player.prestige, 70, NEEDED)


def _laden(player: PlayerView, cells: Mat) -> bool:
    """Return whether the wares need two lines of a packed mat, and so the room of prestige and of the group."""
    return cells.packed and sum(map(bool, player.hold.values())) > cells.hold.across


def _change(canvas: Canvas, player: PlayerView, news: News, cells: Mat) -> float:
    """Draw the prestige that has just come, and return its left end."""
    change = news.prestige[player.seat]
    (right, y) = cells.change
    if not change:
        return right
    label = mat.difference(change)
    left_x = right - fonts.width(label, _NUMBER) - _CHANGE_EDGE
    mat.pill(canvas, (left_x, y), label, _NUMBER, edge=_CHANGE_EDGE, high=26)
    return left_x - _CHANGE_EDGE


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
    """Draw gold, jokers and penalty markers, each with its change, and the size of the largest group of quarters.

    Changes follow their numbers if all of them have room; otherwise the changed numbers themselves are on violet.
    """
    left_x, y = cells.purse
    amounts = _amounts(player, news)
    room = _PURSE
    if _laden(player, cells):
        del amounts[-1]  # the second line of wares has the place of the group
        room -= _GROUP
    has_changes = any(amount.change is not None for amount in amounts)
    if has_changes and _width_with_changes(amounts) <= room:
        _purse_with_changes(canvas, amounts, left_x, y)
        return
    for amount in amounts:
        x = left_x + amount.left
        canvas.paste(amount.sign, (x, y), "l")
        if amount.change is None:
            _number(canvas, amount, (x + _SIGN, y))
        else:
            at = x + _SIGN - _PURSE_EDGE, y
            mat.pill(canvas, at, amount.text, _number_size(amount), edge=_PURSE_EDGE, high=24)


def _width_with_changes(amounts: Sequence[_Amount]) -> float:
    """Return the width of a purse whose changes follow their numbers."""
    changes = [mat.difference(amount.change) for amount in amounts if amount.change is not None]
    numbers_width = sum(_SIGN + _PURSE_GAP + fonts.width(amount.text, _NUMBER) for amount in amounts) - _PURSE_GAP
    return numbers_width + sum(fonts.width(change, _NUMBER) + 2 * _PURSE_EDGE + _PURSE_GAP for change in changes)


def _purse_with_changes(canvas: Canvas, amounts: Sequence[_Amount], left_x: float, y: float) -> None:
    x = left_x
    for amount in amounts:
        canvas.paste(amount.sign, (x, y), "l")
        x += _SIGN + _number(canvas, amount, (x + _SIGN, y)) + _PURSE_GAP
        if amount.change is not None:
            label = mat.difference(amount.change)
            x += mat.pill(canvas, (x - 1, y), label, _NUMBER, edge=_PURSE_EDGE, high=24) + _PURSE_GAP


def _number(canvas: Canvas, amount: _Amount, at: Point) -> float:
    """Draw a number of a purse, and return its width."""
    ink = TEXT if amount.amount else SOFT
    return canvas.text(at, amount.text, amount.room, size=_number_size(amount), ink=ink)


def _number_size(amount: _Amount) -> int:
    return _NUMBER if len(amount.text) < _LONG else NEEDED


def _amounts(player: PlayerView, news: News) -> list[_Amount]:
    """Return the numbers in a player's purse; the last is the largest group of quarters among all of them."""
    seat = player.seat
    joker = icons.ware(board.JOKER, 22, player.jokers > 0)
    penalty = icons.icon("penalty" if player.penalties else "penalty_none", 21)
    group = f"{player.group}/{len(player.quarters)}"
    return [
        _Amount(0, 27, icons.icon("coin", 21), str(player.gold), player.gold, news.gold.get(seat)),
        _Amount(53, 14, joker, str(player.jokers), player.jokers, news.jokers.get(seat)),
        _Amount(94, 27, penalty, str(player.penalties), player.penalties, news.penalties.get(seat)),
        _Amount(147, 54, icons.icon("roof", 21), group, player.group, None),
    ]


def _hold(canvas: Canvas, player: PlayerView, news: News, cells: Mat, end: float) -> float:
    """Draw the wares aboard, and return where they begin.

    Wares that became more or fewer are framed; all are framed together if the last piece of a ware is gone, which has
    no place of its own any more. On a mat that is packed the wares stand before ``end``.
    """
    wares_held = [(ware, player.hold[ware]) for ware in board.WARES if player.hold.get(ware)]
    changed = names_of(news.holds, player.seat)
    if cells.packed and not wares_held and not changed:
        return end
    first_left, second_left, across = _hold_lines(cells, len(wares_held), end)
    top = cells.hold.top
    is_some_ware_gone = bool(changed - {ware for ware, _ in wares_held})
    if is_some_ware_gone:
        lines = max(1, -(-len(wares_held) // across))
        canvas.frame((first_left - 4, top - 14, across * _WARE + 8, lines * _HOLD_PITCH + 2), NEW_WASH, NEW, 3, 7)
    if not wares_held:
        canvas.paste(icons.icon("hull", 22, ink=mix(SOFT, CARD, 0.45)), (first_left + 12, top))
        canvas.text((first_left + 28, top), fonts.DASH, 20, size=NEEDED, ink=SOFT)
    for number, (ware, count) in enumerate(wares_held):
        line, column = divmod(number, across)
        x = (second_left if line else first_left) + column * _WARE
        y = top + line * _HOLD_PITCH
        if ware in changed and not is_some_ware_gone:
            canvas.frame((x - 3, y - 14, _WARE + 3, _HOLD_PITCH + 2), NEW_WASH, NEW, 3, 7)
        canvas.paste(icons.ware(ware, 23), (x, y), "l")
        canvas.text((x + 25, y), str(count), 14, size=_NUMBER)
    return first_left - (4 if changed else 0)


def _hold_lines(cells: Mat, count: int, end: float) -> tuple[float, float, int]:
    """Return the left ends of the first and of further lines of ``count`` wares, and the number of wares in a line.

    On a packed mat, where wares stand at the right, the first line ends at ``end``, before the change of prestige.
    """
    hold = cells.hold
    if not cells.packed:
        return hold.left, hold.left, hold.across
    across = min(hold.across, max(1, count))
    # In a packed mat ``hold.left`` is the right end of the lines.
    return end - across * _WARE, hold.left - across * _WARE, across


def _rose(canvas: Canvas, player: PlayerView, news: News, cells: Mat) -> None:
    """Draw the stock large under the arrow, then the fields with cubes, each with its sign and counted cubes."""
    shown_fields = fields(player)
    stock_width = _stock_share(cells.fields)
    if cells.packed:
        stock_width += min(_MOST_ADDED, cells.fields - len(shown_fields))
    stock = _column(0, cells.fields, cells.rose, stock_width)
    # Cubes have as many columns as the stock is fields wide, so that they are larger than those in a field.
    _stock(canvas, player, news, cells, stock, cube_columns=round(stock_width))
    for column, number in enumerate(shown_fields, 1):
        place = _column(column, cells.fields, cells.rose, stock_width)
        _field(canvas, player.rose[number], number, place, cells, is_new=(player.seat, number) in news.fields)


def _stock(canvas: Canvas, player: PlayerView, news: News, cells: Mat, place: Box, *, cube_columns: int) -> None:
    """Draw the stock: arrow and number of all cubes, counted cubes in columns, and what came and went."""
    stock = player.rose[board.STOCK]
    is_new = (player.seat, board.STOCK) in news.fields
    left_x, top, width, height = place
    canvas.frame(place, WHITE, FRAME, 3, 9)
    if is_new:
        _mark(canvas, place)
    height -= _changes(canvas, news.stock[player.seat], place, not stock)
    y = _head(place, cells)
    total = sum(stock.values())
    label = str(total)
    # The middle of the arrow from the left edge, the end of the number from the right edge, and the number's size.
    arrow, edge, size = (15, 5, 26) if cells.packed else (22, 10, 28)
    if arrow + _ARROW / 2 <= width - edge - fonts.width(label, size):
        canvas.paste(icons.icon("arrow", _ARROW), (left_x + arrow, y))
    if is_new:
        start = left_x + width - edge - 3 - fonts.width(label, size)
        mat.pill(canvas, (start, y), label, size, edge=3, high=27)
    else:
        ink = TEXT if total else SOFT
        canvas.text((left_x + width - edge, y), label, 50, size=size, side="r", ink=ink)
    _cubes(canvas, stock, (left_x, top, width, height), _sign_room(cells), cube_columns, cells)


def _field(
    canvas: Canvas, field_cubes: Mapping[str, int], number: int, place: Box, cells: Mat, *, is_new: bool
) -> None:
    """Draw a field of a die: its sign, if there is room for it, and its counted cubes."""
    left_x, top, width, height = place
    canvas.frame((left_x + 1, top + 2, width - 2, height - 4), _FIELD, None, 0, 7)
    if is_new:
        _mark(canvas, place)
    above: float = 3
    if len(field_cubes) <= _SIGNED:
        canvas.paste(icons.face(number, 22), (left_x + width / 2, _head(place, cells)))
        above = _sign_room(cells)
    _cubes(canvas, field_cubes, place, above, _FIELD_CUBE_COLUMNS, cells)


def _mark(canvas: Canvas, place: Box) -> None:
    """Frame a field of the rose that has just changed."""
    left_x, top, width, height = place
    canvas.frame((left_x - 1, top - 1, width + 2, height + 2), None, NEW, 4, 9)


def _head(place: Box, cells: Mat) -> float:
    """Return the middle of the line of signs above the cubes."""
    return place[1] + (15 if cells.packed else 18)


def _sign_room(cells: Mat) -> float:
    return _SIGN_ROOM_PACKED if cells.packed else _SIGN_ROOM


def _cubes(
    canvas: Canvas, field_cubes: Mapping[str, int], place: Box, above: float, most_columns: int, cells: Mat
) -> None:
    """Draw counted cubes in a box of the rose, ``above`` units below its top."""
    left_x, top, width, height = place
    box = left_x + 1, top + above, width - 2, height - above - 3
    most_height = round(min(_MOST_CHIP, max(cubes.CHIP, _CHIP_SHARE * width)))
    cubes.pile(canvas, field_cubes, box, most_columns, most_height, min_size=cells.least)


def _changes(canvas: Canvas, change: Mapping[str, int], stock: Box, is_empty: bool) -> float:
    """Draw the cubes that came to a stock, and below them those that were paid; return their height.

    Cubes stand one by one, or counted by colour, at the bottom of the stock, which may be empty now.
    """
    left_x, top, width, height = stock
    room = width - 25
    height_used = 0.0
    is_one_way = all(count < 0 for count in change.values()) or all(count > 0 for count in change.values())
    # Nothing else needs the room of an empty stock.
    most_counted_rows = 2 if is_empty and is_one_way else 1
    for sign, factor in ((fonts.MINUS, -1), ("+", 1)):
        colours = [colour for colour in COLOURS for _ in range(factor * change.get(colour, 0))]
        if not colours:
            continue
        rows = _cube_rows(colours, room, height, most_counted_rows)
        high = _CUBE_PITCH * len(rows) + 2
        y = top + height - 4 - height_used - high
        canvas.frame((left_x + 3, y, width - 6, high), NEW_WASH, NEW, 2, 7)
        canvas.text((left_x + 6, y + 1 + _CUBE_PITCH / 2), sign, 15, size=24, ink=NEW)
        for number, row in enumerate(rows):
            _cube_row(canvas, row, (left_x + 20, y + 1 + (number + 0.5) * _CUBE_PITCH), room)
        height_used += high + 2
    return height_used


def _cube_row(canvas: Canvas, row: _CubeRow, at: Point, room: float) -> None:
    """Draw a row of cubes from the middle of its left end."""
    if not row.is_counted:
        cubes.row(canvas, row.cubes, at, _CUBE, room=room)
        return
    x, y = at
    for colour, count in row.cubes.items():
        canvas.paste(cubes.chip(colour, count, _CUBE), (x, y), "l")
        x += cubes.chip_width(colour, count, _CUBE) + 2


def _cube_rows(colours: Sequence[str], room: float, height: float, max_rows: int) -> list[_CubeRow]:
    """Divide cubes, given by their colours, into rows.

    Cubes are counted if they would hide each other and take no more than ``max_rows`` rows counted, or if they are
    many of few colours.

    Args:
        colours: The colour of each cube, equal colours together.
        room: The width of a row, in units.
        height: The height of the stock, in units; a low stock has one row.
        max_rows: The most rows of counted cubes.
    """
    across = int((room + 2) / (_CUBE + 2))
    if height <= _HIGH or len(colours) > _CUBE_ROWS * across:
        across = len(colours)
    do_cubes_hide_each_other = room - _CUBE < _SEEN * (min(across, len(colours)) - 1)
    if do_cubes_hide_each_other:
        counted = _counted(colours, room)
        if len(counted) <= max_rows:
            return [_CubeRow(row, True) for row in counted]
    rows = [Counter(colours[start : start + across]) for start in range(0, len(colours), across)]
    return [_CubeRow(row, row.total() > _APART and len(row) < 3) for row in rows]


def _counted(colours: Sequence[str], room: float) -> list[Counter[str]]:
    """Return rows of counted cubes, each no wider than the room."""
    rows = [Counter[str]()]
    width_used = 0.0
    for colour, count in Counter(colours).items():
        width = cubes.chip_width(colour, count, _CUBE)
        if rows[-1] and width_used + width > room:
            rows.append(Counter())
            width_used = 0.0
        rows[-1][colour] = count
        width_used += width + 2
    return rows
