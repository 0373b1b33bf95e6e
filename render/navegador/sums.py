"""What a decision about market, workers or ships comes to, line by line: worked out, so that nobody has to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines import Action
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts, signs
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import SOFT, TEXT
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.navegador import icons

WIDTH = 440
_MOST = 6
_SIZE, _TOTAL = fonts.NEEDED, 44


class Sum(NamedTuple):
    """A line: what it is about, how it is worked out, what it comes to, and whether it can be had now."""

    signs: tuple[Sprite, ...]
    how: str
    total: int
    open: bool


def of(view: NavegadorView, seat: int, offered: Sequence[Action]) -> list[Sum]:
    """The lines for what is decided."""
    words = {action[0] for action in offered}
    for kind in ("workers", "ships"):
        if kind in words:
            return _recruits(view, seat, kind, offered)
    return [_deal(view, seat, word, good, offered) for good in board.GOODS for word in ("sell", "process")]


def _deal(view: NavegadorView, seat: int, word: str, good: str, offered: Sequence[Action]) -> Sum:
    """The most of a good that can be sold, or go through factories; else what there is of them."""
    player, row = view.players[seat], view.market[good]
    price = board.PRICE[good][row] if word == "sell" else board.PROFIT[row]
    units = max((int(action[2]) for action in offered if action[:2] == (word, good)), default=0)
    own = (player.colonies if word == "sell" else player.factories)[good]
    sign = icons.category("colony" if word == "sell" else "factory", 42)
    helped = (icons.good("joker", 34),) if units > own else ()
    count = units or own
    return Sum((icons.good(good, 42), sign, *helped), f"{count}{fonts.TIMES}{price}", count * price, units > 0)


def _recruits(view: NavegadorView, seat: int, kind: str, offered: Sequence[Action]) -> list[Sum]:
    """So many new workers or ships: what the last of them costs and all of them, less what the bank pays for those that
    are too many."""
    player = view.players[seat]
    if kind == "workers":
        have, cap, cheap = player.workers, board.WORKERS_MAX, player.churches
    else:
        have, cap, cheap = sum(player.fleet.values()), board.FLEET, player.shipyards
    sign = icons.worker(40) if kind == "workers" else icons.ship(42)
    found, cost = [], 0
    for units in range(1, min(_MOST, max(cheap, cap - have)) + 1):
        price = board.CHEAP_PRICE if units <= cheap else board.EXTRA_PRICE[view.phase]
        cost += price
        income = max(0, have + units - cap) * board.RESALE
        how = f"{fonts.TIMES}{units}  +{price}" + (f" {fonts.MINUS}{income}" if income else "")
        found.append(Sum((sign,), how, cost - income, (kind, str(units)) in offered))
    return found


def ground(pen: Pen, part: Part) -> None:
    """The panel."""
    panels(pen, (part.size,))


def draw(canvas: Canvas, part: Part, lines: Sequence[Sum]) -> None:
    """The lines below each other; what cannot be had now is soft and has no coin."""
    pitch = (part.height - 16) / _MOST
    for number, line in enumerate(lines):
        y, x = 8 + (number + 0.5) * pitch, 16.0
        for sign in line.signs:
            canvas.paste(sign if line.open else sign.faint(0.5), (x, y), "l")
            x += sign.size[0] + 6
        ink, right = TEXT if line.open else SOFT, part.width - 16
        right -= canvas.text((right, y), str(line.total), 110, size=_TOTAL, ink=ink, side="r") + 8
        if line.open:
            canvas.paste(signs.coin(34), (right, y), "r")
        canvas.text((x + 6, y), line.how, right - 40 - x, size=_SIZE, ink=ink)
