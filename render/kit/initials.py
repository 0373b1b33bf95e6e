"""The letter that stands for a seat on badges and pieces of the picture that is being drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from string import ascii_uppercase

from render.kit.drawing_cache import kept_for
from render.kit.ink import SEATS, colours
from render.names import latin_initial, look_of, spoken_initial

_LETTERS: ContextVar[str] = ContextVar("letters of the seats", default=SEATS)


@lru_cache(maxsize=256)
def _assigned(names: tuple[str, ...]) -> str:
    """Return the letters of `initials`."""
    letters: dict[int, str] = {}
    for initial_of in (latin_initial, spoken_initial):
        initial_by_seat = {seat: initial_of(name) for seat, name in enumerate(names) if seat not in letters}
        counts = Counter(initial_by_seat.values())
        letters_taken = set(letters.values())
        letters |= {
            seat: letter
            for seat, letter in initial_by_seat.items()
            if letter and counts[letter] == 1 and letter not in letters_taken
        }
    free = (letter for letter in ascii_uppercase if letter not in letters.values())
    return "".join(letters.get(seat) or next(free) for seat in range(len(names)))


def initials(names: Sequence[str]) -> str:
    """Return a letter from A to Z for each seat, no two alike.

    A name in Latin letters has its own initial, without accents, where no other has the same. A name in another script
    has the letter of its first sound where that is free. All others have, in the order of seats, the first letters of
    the alphabet that nobody has.
    """
    return _assigned(tuple(names))


def told_apart(name: str, seat: int, among: Sequence[str]) -> str:
    """Return a player's name, with the letter that pictures give the seat if another name at the table looks alike."""
    looks = [look_of(player) for player in among]
    return f"{name} ({initials(among)[seat]})" if looks.count(look_of(among[seat])) > 1 else name


def letters() -> str:
    """Return the letters of all seats in the picture that is being drawn."""
    return _LETTERS.get()


def letter(seat: int) -> str:
    """Return the letter of a seat."""
    return letters()[seat]


@contextmanager
def named(names: Sequence[str]) -> Iterator[None]:
    """Set the letters of the seats inside a ``with`` block; other threads keep theirs."""
    token = _LETTERS.set(initials(names) if names else SEATS)
    try:
        yield
    finally:
        _LETTERS.reset(token)


def _current() -> Hashable:
    return letters(), colours()


kept_by_seats = partial(kept_for, _current)
"""A decorator like ``lru_cache`` for functions whose result depends on letters or colours of the seats."""
