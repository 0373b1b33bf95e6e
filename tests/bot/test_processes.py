"""The processes in which the command line lets games be played."""

from __future__ import annotations

import gc

from bot.cli.processes import at_once


def test_a_process_does_not_look_through_what_it_began_with_for_what_may_be_freed() -> None:
    gc.unfreeze()  # a process begins with what this one has
    try:
        with at_once(1) as pool:
            assert pool.submit(gc.get_freeze_count).result() > len(gc.get_objects()) / 2
    finally:
        gc.freeze()
