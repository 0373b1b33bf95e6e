"""The processes in which the command line lets games be played."""

from __future__ import annotations

import gc

from tools.processes import at_once


def test_a_process_does_not_look_through_what_it_began_with_for_what_may_be_freed() -> None:
    gc.unfreeze()  # where a process begins as a copy of this one, it has what this one has
    try:
        with at_once(1) as pool:
            frozen, looked_through = pool.submit(_sizes).result()
    finally:
        gc.freeze()
    assert frozen > 20_000  # all that the command line imports
    assert looked_through < frozen / 2


def _sizes() -> tuple[int, int]:
    return gc.get_freeze_count(), len(gc.get_objects())
