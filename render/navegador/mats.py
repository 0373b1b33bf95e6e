"""The players' mats. The layout places their cells, and each cell is drawn alike wherever it lies.

Cells are parts of the mat, with coordinates in its units; each category of points has one.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.navegador import board
from engines.navegador.view import NavegadorView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import NEW, NEW_WASH, SOFT, TEXT
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.navegador import icons, words
from render.navegador.layout import Layout, Parts
from render.navegador.news import News

_NUMBER = 40
"""Size of numbers, in units."""
_LINE = 46
"""Distance from the first line of a cell to its second, in units."""
_TWO_LINES = 76
"""Height from which a cell has two lines of text, in units; a cell of share 2 must be as high, or it shows only one."""
_SEAL = 22
"""Distance between the slots of privileges, in units."""
_SEALS = board.PRIVILEGE_SLOTS * _SEAL
"""Width of all slots of a category, in units."""
_NEWS = (fonts.NEEDED, fonts.SMALLEST)
"""Sizes of what has just changed, the larger where there is room."""
_EDGE = 10
"""Space beside such a text inside its frame, in units."""


def ground(pen: Pen, places: Layout) -> None:
    """Draw the empty mats."""
    for part in places.mats:
        strip = part.under(pen)
        mat.ground(strip, part.size)
        for category in board.CATEGORIES:
            cell = places.cells[category]
            if cell.left > 40:
                mat.divide(strip, cell.left - 3, cell.top - 4, cell.height + 8)


def draw(canvas: Canvas, places: Layout, view: NavegadorView, caption: Caption, news: News) -> None:
    """Draw all mats."""
    for seat, part in zip(mat.order(view), places.mats, strict=True):
        field = part.on(canvas)
        mat.coloured(field, part.size, seat, seat in view.to_act[:1])
        one(field, places.cells, view, view.players[seat], caption, news)


def one(canvas: Canvas, cells: Parts, view: NavegadorView, player: PlayerView, caption: Caption, news: News) -> None:
    """Draw the mat of one player: its pieces by category, name, money, workers with ships, and points."""
    for category in board.CATEGORIES:
        cell = cells[category]
        if (player.seat, category) in news.cells:
            canvas.frame((cell.left, cell.top + 3, cell.width - 6, cell.height - 6), NEW_WASH, NEW, 5, 12)
        _category(canvas, player, category, cell)
    _head(canvas, view, player, caption, cells["head"])
    _money(canvas, player, news, caption, cells["money"])
    _crew(canvas, player, news, cells["crew"])
    _points(canvas, view, player, cells["points"])


def _head(canvas: Canvas, view: NavegadorView, player: PlayerView, caption: Caption, cell: Part) -> None:
    """Draw a player's badge and name, the Navegador card, and the royal privilege with where it brings most.

    At the end the place stands before the name.
    """
    _, y = cell.centre
    left_x = cell.left + 72
    right = cell.left + cell.width - 8
    if view.over:  # not at the right end, where a number would run into the points
        place = f"{view.ranking.index(player.seat) + 1}."
        left_x += canvas.text((left_x, y), place, 60, size=_NUMBER, ink=SOFT) + 12
    if view.card.holder == player.seat:
        canvas.paste(icons.icon("navegador", 48), (right, y), "r")
        right -= 56
    if player.royal:
        if player.royal_best:
            canvas.paste(icons.icon(player.royal_best, 38), (right, y), "r")
            canvas.text((right - 48, y), fonts.NEXT, 20, size=fonts.SMALLEST, ink=SOFT, side="m", aside=True)
            right -= 58
        canvas.paste(icons.icon("crown", 40), (right, y), "r")
        right -= 48
    canvas.paste(badge(player.seat, 54), (cell.left + 34, y))
    mat.name(canvas, (left_x, y), caption.name(player.seat), right - left_x - 4, (42, fonts.NEEDED))


def _money(canvas: Canvas, player: PlayerView, news: News, caption: Caption, cell: Part) -> None:
    """Draw the money and its change. A player who did nothing is marked, in words if there is room."""
    _, y = cell.centre
    canvas.paste(icons.icon("coin", 38), (cell.left + 24, y))
    end = cell.left + 50
    end += canvas.text((end, y), str(player.money), cell.width - 54, size=40)
    change = news.money.get(player.seat, 0)
    news_in_words: list[list[str]] = []  # of each, the first wording that has room is shown
    if player.seat in news.passed:
        nothing = words.NO_TRADE if news.passed[player.seat] == "market" else words.NOTHING
        news_in_words.append([caption.text(nothing), mat.difference(0)])
    if change:
        news_in_words.append([mat.difference(change)])
    for wordings in news_in_words:
        room = cell.left + cell.width - end - 10 - 2 * _EDGE
        fitting = _fitting(wordings, room)
        if fitting:
            label, size = fitting
            end += 10 + mat.pill(canvas, (end + 10, y), label, size, edge=_EDGE, aside=size < _NUMBER)


def _fitting(wordings: Sequence[str], room: float) -> tuple[str, int] | None:
    """Return the first wording that has room, with the size in which it has; None: none has room."""
    for label in wordings:
        for size in _NEWS:
            if fonts.width(label, size) <= room:
                return label, size
    return None


def _crew(canvas: Canvas, player: PlayerView, news: News, cell: Part) -> None:
    """Draw workers, ships on the board and ships in the supply."""
    _, y = cell.centre
    step = min(100.0, cell.width / 3)
    crew = (
        (icons.icon("worker", 38), player.workers, player.seat in news.workers, TEXT),
        (icons.icon("ship", 40), sum(player.fleet.values()), player.seat in news.ships, TEXT),
        (icons.icon("ship_hollow", 40, ink=SOFT), player.supply, False, SOFT),
    )
    for number, (sign, count, is_new, ink) in enumerate(crew):
        x = cell.left + 22 + number * step
        canvas.paste(sign, (x, y))
        if is_new:
            mat.pill(canvas, (x + 20, y), str(count), 40, edge=6)
        else:
            canvas.text((x + 24, y), str(count), step - 26, size=40, ink=ink)


def counts(view: NavegadorView, seat: int) -> Sequence[tuple[Sprite, str]]:
    """Return money, workers and ships on the board as text, for places too small for a mat."""
    player = view.players[seat]
    ships = sum(player.fleet.values())
    return (
        (icons.icon("coin", 42), str(player.money)),
        (icons.icon("worker", 42), str(player.workers)),
        (icons.icon("ship", 46), str(ships)),
    )


def _points(canvas: Canvas, view: NavegadorView, player: PlayerView, cell: Part) -> None:
    """Draw the points if the game ended now, and smaller the points that stand on the mat."""
    _, y = cell.centre
    right = cell.left + cell.width
    sign = icons.icon("mat", 26)
    so_far_width = mat.so_far(canvas, (right - 4, y), sign, player.mat_points, 90, fonts.SMALLEST, aside=True)
    mat.total(canvas, (right - so_far_width - 10, y), view, player.seat, 112, size=46)


def _category(canvas: Canvas, player: PlayerView, category: str, cell: Part) -> None:
    """Draw the pieces of a category, the points of each, its privileges, and the gain of the next one.

    A high cell has pieces and points in its first line, privileges and gain in the second; a low one has all in one.
    """
    _, middle = cell.centre
    has_two_lines = cell.height >= _TWO_LINES
    first = middle - _LINE / 2 if has_two_lines else middle
    second = middle + _LINE / 2 if has_two_lines else middle
    end = _pieces(canvas, player, category, cell.left + 6, first)
    seals_left = cell.left + 24
    worth = f"{fonts.TIMES}{player.multipliers[category]}"
    worth_at = end + 2, first
    if has_two_lines and end + 2 + fonts.width(worth, _NUMBER) > cell.left + cell.width - 6:
        worth_at = seals_left + _SEALS, second
    canvas.text(worth_at, worth, 60, size=_NUMBER, ink=icons.SEAL)
    bonus = player.next_bonus[category]
    right = cell.left + cell.width - 18
    if bonus is not None:
        canvas.text((right, second), f"+{bonus}", 60, size=fonts.SMALLEST, side="r", ink=SOFT, aside=True)
    if not has_two_lines:
        seals_left = right - 52 - _SEALS
    for slot in range(board.PRIVILEGE_SLOTS):
        sign = "seal" if slot < player.privileges[category] else "seal_free"
        canvas.paste(icons.icon(sign, 30), (seals_left + slot * _SEAL, second))


def _pieces(canvas: Canvas, player: PlayerView, category: str, left_x: float, y: float) -> float:
    """Draw the sign of a category and the number of its pieces, by good where they have one; return where they end."""
    canvas.paste(icons.icon(category, 38), (left_x + 20, y))
    left_x += 44
    counts = {"colony": player.colonies, "factory": player.factories}.get(category)
    if counts is not None:
        return _goods(canvas, counts, left_x, y)
    return left_x + 4 + canvas.text((left_x, y), str(player.units[category]), 48, size=_NUMBER)


def _goods(canvas: Canvas, counts: dict[str, int], left_x: float, y: float) -> float:
    """Draw pieces by good, and return where they end."""
    for name, count in counts.items():
        canvas.paste(icons.good(name, 30), (left_x + 15, y))
        left_x += 32 + canvas.text((left_x + 32, y), str(count), 44, size=_NUMBER, ink=TEXT if count else SOFT) + 6
    return left_x
