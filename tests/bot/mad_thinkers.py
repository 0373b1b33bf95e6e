"""Thinking processes whose players fail in the way that the variable `MADNESS` says."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from bot.thinking import order
from bot.work.process_pool import Job
from engines import Game
from engines.players import PLAYERS


def mad(game: Game, seat: int, rng: Random) -> Any:
    match os.environ["MADNESS"]:
        case "dies":
            os._exit(1)
        case "hangs":
            time.sleep(3600)
        case "raises":
            raise RuntimeError("it is puzzled")
        case "raises what cannot be packed":
            raise Unpackable("a", "b")
        case "runs out of memory":
            raise MemoryError
        case "says too much":
            return TooMuch()
        case "mumbles":
            return None
        case "counts":
            return (1, 2)
        case "cheats":
            return ("win", "at", "once")
        case "prints":
            sys.stdout.write("thinking aloud\n")
    return PLAYERS["greedy"](game, seat, rng)


class TooMuch:
    """An answer that is too large to be pickled."""

    def __reduce__(self) -> str:
        raise MemoryError


def asked_before() -> int:
    """Count this call in the folder ``NOTES``, and return the number of earlier calls."""
    notes = Path(os.environ["NOTES"])
    before = len(list(notes.iterdir()))
    (notes / str(before)).touch()
    return before


def dying(game: Game, seat: int, rng: Random, deaths: int) -> str:
    """Answer a question only after so many processes have died of it."""
    if asked_before() < deaths:
        os._exit(1)
    return "an answer"


def hanging(game: Game, seat: int, rng: Random, *given: Any) -> None:
    """Sleep instead of deciding, like a player that hangs."""
    asked_before()
    time.sleep(3600)


class Unpackable(Exception):
    """An answer that can be pickled, but not unpickled."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def carry_out(wanted: Any) -> Any:
    """Carry out an order with a player who is mad in place of the one who decides by chance."""
    PLAYERS["random"] = mad
    return order.carry_out(wanted)


def is_alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


MAD = Job(carry_out, niceness=0)
