"""The colours of all pictures, and how to choose between them. A colour is a red, green, blue triple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import NamedTuple

Ink = tuple[int, int, int]

SEATS = "ABCDEF"
"""The letters of the seats if there are no names."""


def rgb(code: str) -> Ink:
    """Return the colour of a six-digit code such as ``"1f2a37"``."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def code(ink: Ink) -> str:
    """Return the six-digit code of a colour."""
    return "{:02x}{:02x}{:02x}".format(*ink)


def mix(ink: Ink, admixture: Ink, share: float) -> Ink:
    """Return the mixture of two colours that has ``share`` (0 to 1) of ``admixture``."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(ink, admixture, strict=True))
    return red, green, blue


PAPER = rgb("f6eedb")
CARD = rgb("fcf7ea")
LINE = rgb("cdb98e")
TEXT = rgb("22303c")
SOFT = rgb("5c5343")
PAST = mix(SOFT, CARD, 0.1)
"""The colour of past things: fainter than that of future ones, but with a contrast of 4.5 to 1 on all backgrounds."""
WHITE = rgb("ffffff")

CROWN = rgb("e9b93a")
CROWN_DARK = rgb("7d5a0a")

NEW = rgb("8a1f8c")
"""The colour that marks everything that has just changed (violet)."""
NEW_WASH = rgb("f3dcef")


def pale(ink: Ink) -> Ink:
    """Return a player's colour as the bar has it that leads to the player's figure on a scale."""
    return mix(ink, CARD, 0.45)


class Colour(NamedTuple):
    """The inks of a player's colour."""

    ink: Ink
    """The colour itself."""
    on: Ink
    """Text on it."""
    shade: Ink
    """Outlines and hulls."""
    edge: Ink
    """Frames."""
    wash: Ink
    """Pale backgrounds."""


_CHOSEN: ContextVar[tuple[int, ...]] = ContextVar("colours of the seats")


@dataclass(frozen=True)
class Palette:
    """The colours of a game's players; all fields have the same order.

    A seat without a choice has the colour with the seat's number.
    """

    names: tuple[str, ...]
    """The names of the colours; their text ids are ``lobby.colour.<name>``."""
    player: tuple[Ink, ...]
    on: tuple[Ink, ...]
    shades: tuple[Ink, ...]
    edges: tuple[Ink, ...]
    washes: tuple[Ink, ...]

    def of(self, seat: int) -> Colour:
        """Return a seat's colour in the picture that is being drawn."""
        assigned = colours()
        at = assigned[seat] if seat < len(assigned) else seat
        return Colour(self.player[at], self.on[at], self.shades[at], self.edges[at], self.washes[at])

    def given(self, preferences: Sequence[str]) -> tuple[int, ...]:
        """Return the index of each seat's colour.

        A seat without a choice, or whose choice is taken or unknown, gets the colour with its number or, if that is
        taken, the first free one.

        Args:
            preferences: The name of the colour that each seat has chosen; "" for none.
        """
        places: dict[int, int] = {}
        for seat, name in enumerate(preferences):
            if name in self.names and (at := self.names.index(name)) not in places.values():
                places[seat] = at
        for seat in range(len(preferences)):
            if seat not in places:
                places[seat] = next(at for at in (seat, *range(len(self.names))) if at not in places.values())
        return tuple(places[seat] for seat in range(len(preferences)))


def colours() -> tuple[int, ...]:
    """Return the index of each seat's colour in the picture that is being drawn; empty if all have the usual ones."""
    return _CHOSEN.get(())


@contextmanager
def coloured(palette: Palette, preferences: Sequence[str]) -> Iterator[None]:
    """Set the colours that the seats have chosen inside a ``with`` block; other threads keep theirs."""
    assigned = palette.given(preferences)
    token = _CHOSEN.set(() if assigned == tuple(range(len(assigned))) else assigned)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


_PLAIN = (rgb("c73428"), rgb("08824c"), rgb("f2c22e"), rgb("1e5eb8"), rgb("2b2b30"))
PLAIN = Palette(
    names=("red", "green", "yellow", "blue", "black"),
    player=_PLAIN,
    on=(WHITE, WHITE, rgb("2b2208"), WHITE, WHITE),
    shades=(*(mix(ink, (0, 0, 0), 0.42) for ink in _PLAIN[:4]), rgb("0c0c10")),
    edges=_PLAIN,
    washes=tuple(mix(CARD, ink, share) for ink, share in zip(_PLAIN, (0.13, 0.15, 0.24, 0.14, 0.15), strict=True)),
)
"""The palette of games that do not define their own."""
