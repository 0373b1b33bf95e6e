"""Check whether an uploaded file is the right record of a finished game, within bounds."""

from __future__ import annotations

from typing import NamedTuple

import engines
from engines import Message, record
from engines.record import Record, RecordFault

MOST_BYTES = 1 << 20
"""Records have some tens of thousands."""
MOST_MOVES = 10_000


class Verdict(NamedTuple):
    """The result of the check of a file."""

    record: Record | None
    """As far as the file is one."""
    turn: int = 0
    """The last one of its game."""
    fault: RecordFault | None = None
    """The first thing that is wrong."""


def verified(content: bytes) -> Verdict:
    """Return how the check of a file ended."""
    checked = None
    try:
        checked = _read(content)
        game = record.verify(checked, engines.GAMES)
    except RecordFault as fault:
        return Verdict(checked, fault=fault)
    return Verdict(checked, game.state.turn)


def _read(content: bytes) -> Record:
    if len(content) > MOST_BYTES:
        raise RecordFault("the file is too large", Message("record.too_large", {"most": MOST_BYTES >> 20}))
    decoded = record.decode(content)
    if len(decoded.moves) > MOST_MOVES:
        raise RecordFault("there are too many moves", Message("record.many_moves", {"most": MOST_MOVES}))
    return decoded
