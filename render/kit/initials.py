"""The letter that stands for a seat on badges and pieces of the picture that is being drawn."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import compress
from string import ascii_uppercase
from unicodedata import normalize

from render.kit import fonts
from render.kit.ink import SEATS, colours
from render.kit.scoped import kept_for

_LETTERS: ContextVar[str] = ContextVar("letters of the seats", default=SEATS)


def initials(names: Sequence[str]) -> str:
    """A letter for each seat: the player's initial where nobody else's is the same but for accents; the others, in the
    order of seats, have the first letters of the alphabet that nobody has."""
    found = [fonts.drawable(name)[:1].upper() for name in names]
    bare = [normalize("NFD", letter)[:1] for letter in found]
    own = [
        len(letter) == 1 and letter.isalpha() and bare.count(plain) == 1
        for letter, plain in zip(found, bare, strict=True)
    ]
    free = (letter for letter in ascii_uppercase if letter not in compress(bare, own))
    return "".join(letter if told else next(free) for letter, told in zip(found, own, strict=True))


def told_apart(name: str, seat: int, among: Sequence[str]) -> str:
    """A player's name; where others have the same, with the letter that pictures then give the seat."""
    return f"{name} ({initials(among)[seat]})" if among.count(name) > 1 else name


def letters() -> str:
    """The letters of all seats in the picture that is being drawn."""
    return _LETTERS.get()


def letter(seat: int) -> str:
    """That of a seat."""
    return letters()[seat]


@contextmanager
def named(names: Sequence[str]) -> Iterator[None]:
    """Whatever is drawn within has the letters of these players. Each thread draws a picture of its own."""
    token = _LETTERS.set(initials(names) if names else SEATS)
    try:
        yield
    finally:
        _LETTERS.reset(token)


def _current() -> Hashable:
    return letters(), colours()


kept_by_seats = partial(kept_for, _current)
"""Like ``lru_cache`` for what has a seat's letter or colour."""
