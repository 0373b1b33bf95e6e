"""Check whether an uploaded file is the right record of a finished game, within bounds."""

from __future__ import annotations

from typing import NamedTuple

import engines
from engines import Message, record
from engines.record import Record, RecordFault

MOST_BYTES = 1 << 20
"""Size of the largest file that is checked; records have some tens of thousands of bytes."""
MOST_MOVES = 10_000


class Verdict(NamedTuple):
    """The result of the check of a file."""

    record: Record | None
    """The record in the file; None: the file holds none that can be read."""
    turn: int = 0
    """The number of the game's last turn; 0 if the record is wrong."""
    fault: RecordFault | None = None
    """The first thing that is wrong; None: nothing is."""


def check_file(content: bytes) -> Verdict:
    """Check a file; what is wrong with it is part of the verdict and not raised."""
    decoded = None
    try:
        decoded = _decode(content)
        game = record.verify(decoded, engines.GAMES)
    except RecordFault as fault:
        return Verdict(decoded, fault=fault)
    return Verdict(decoded, game.state.turn)


def _decode(content: bytes) -> Record:
    if len(content) > MOST_BYTES:
        raise RecordFault("the file is too large", Message("record.too_large", {"most": MOST_BYTES >> 20}))
    decoded = record.decode(content)
    if len(decoded.moves) > MOST_MOVES:
        raise RecordFault("there are too many moves", Message("record.many_moves", {"most": MOST_MOVES}))
    return decoded
