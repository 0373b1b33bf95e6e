"""Whether the record of a finished game is right: found out where nobody's click waits, within bounds."""

from __future__ import annotations

from typing import NamedTuple

import engines
from engines import Message, record
from engines.record import Record, RecordFault

MOST_BYTES = 1 << 20
"""Records have some tens of thousands."""
MOST_MOVES = 10_000


class Verdict(NamedTuple):
    """``kept``: the record, as far as the file is one; ``turn``: the last one of its game; ``fault``: the first thing
    that is wrong, None: nothing is."""

    kept: Record | None
    turn: int = 0
    fault: RecordFault | None = None


def verified(content: bytes) -> Verdict:
    """What there is to say of a file."""
    kept = None
    try:
        kept = _read(content)
        game = record.verify(kept, engines.GAMES)
    except RecordFault as fault:
        return Verdict(kept, fault=fault)
    return Verdict(kept, game.state.turn)


def _read(content: bytes) -> Record:
    if len(content) > MOST_BYTES:
        raise RecordFault("the file is too large", Message("record.too_large", {"most": MOST_BYTES >> 20}))
    kept = record.decode(content)
    if len(kept.moves) > MOST_MOVES:
        raise RecordFault("there are too many moves", Message("record.many_moves", {"most": MOST_MOVES}))
    return kept
