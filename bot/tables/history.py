"""Going back: which decisions may be taken back, and what the game was before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engines
from bot.tables.table import Refused, Table
from engines import Game, record
from storage.models import MoveRow


@dataclass(frozen=True)
class WayBack:
    """A decision that could be taken back. ``barrier``: why not without everybody's consent; None: freely."""

    seat: int
    version: int
    """The first version to be undone."""
    moves: int
    """Decisions that stay."""
    taken_back: int
    barrier: str | None


def way_back(table: Table, moves: Sequence[MoveRow], seat: int) -> WayBack:
    """The seat's last decision and what stands in the way of taking it back. Raises Refused when it made none.

    Computers that moved after it do not stand in the way; people who did, and anything drawn or revealed, do.
    """
    for index in range(len(moves) - 1, -1, -1):
        if moves[index].seat == seat and moves[index].by_user_id is not None:
            break
    else:
        raise Refused("error.nothing_to_undo")
    later = moves[index:]
    barrier = None
    if any(move.by_user_id is not None and move.seat != seat for move in later):
        barrier = "others_moved"
    elif any(event.get("barrier") for move in later for event in move.events):
        barrier = "revealed"
    return WayBack(seat, moves[index].version, index, len(later), barrier)


def rebuild(table: Table, moves: Sequence[MoveRow], keep: int) -> Game:
    """The game after the first ``keep`` decisions, played again from the seed.

    Raises Refused when the log does not lead to the stored state: the table was begun under other rules.
    """
    game = engines.new(table.row.key, len(table.seats), int(table.row.seed, 16), **table.row.options)
    before = game.copy()
    try:
        for number, move in enumerate(moves):
            game.play(move.seat, record.parse(move.words))
            if number + 1 == keep:
                before = game.copy()
    except engines.IllegalAction as fault:
        raise Refused("error.other_rules") from fault
    if game != table.game:
        raise Refused("error.other_rules")
    return before
