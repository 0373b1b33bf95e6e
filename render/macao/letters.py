"""The letters of the colours of cubes, in the language of the picture that is being drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from engines.macao.board import COLOURS
from render.caption import Caption
from render.kit.drawing_cache import kept_for
from render.macao import words
from render.macao.inks import LETTER

P = ParamSpec("P")
T = TypeVar("T")
What = TypeVar("What")

_LETTERS: ContextVar[tuple[str, ...]] = ContextVar("letters of the cubes", default=tuple(map(LETTER.get, COLOURS)))  # type: ignore[arg-type]


def letter(colour: str) -> str:
    """Return the letter of a colour."""
    return _LETTERS.get()[COLOURS.index(colour)]


def _current() -> Hashable:
    return _LETTERS.get()


kept_by_letters = partial(kept_for, _current)
"""A cache for sprites with cubes, whose letters depend on the language of the picture."""


def speaking(
    draw: Callable[Concatenate[What, Caption, P], T],
) -> Callable[Concatenate[What, Caption, P], T]:
    """Return a function that draws with the letters of its caption's language."""

    @wraps(draw)
    def drawn(what: What, caption: Caption, /, *args: P.args, **options: P.kwargs) -> T:
        token = _LETTERS.set(tuple(caption.text(words.LETTERS[colour]) for colour in COLOURS))
        try:
            return draw(what, caption, *args, **options)
        finally:
            _LETTERS.reset(token)

    return drawn
