"""Captions: names, words and news that a picture needs in addition to the view."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engines import Event
from render.kit import fonts
from render.kit.initials import letter
from render.names import numbered
from render.shape import Shape

UNNAMED = "name.player"
"""The id of the text that, with the number of the seat, replaces a name that cannot be drawn."""


class Said(msgspec.Struct, frozen=True):
    """An event in words."""

    seat: int | None
    """The seat that acted, whose name is not part of the text; None: the text is a whole sentence."""
    text: str
    weight: int = 0
    """The importance; the least important events are left out if there is not enough room."""


class Caption(msgspec.Struct, frozen=True):
    """The words and news of a picture."""

    names: tuple[str, ...]
    """The display name of each seat."""
    events: tuple[Event, ...]
    """The recent events, which the picture marks."""
    say: Callable[[str], str]
    """A function that returns the text of a message id in the language of ``locale``."""
    locale: str
    """The language; also a part of the cache's keys of drawn texts."""
    tried: bool = False
    """True for the board of a practice copy, which has a ribbon that says so."""
    shape: Shape = Shape.WIDE
    colours: tuple[str, ...] = ()
    """The colour that each seat has chosen, a name of the game's palette; "" for none."""
    news: tuple[Said, ...] = ()
    """The events in words, for the headline above a board."""
    posted: bool = False
    """True if a channel or a direct message shows the picture, small."""

    def name(self, seat: int) -> str:
        """Return a seat's name; "Player 2" if it cannot be drawn, and the seat's letter if there are no names."""
        if seat >= len(self.names):
            return letter(seat)
        return fonts.drawable_name(self.names[seat]) or numbered(self.text(UNNAMED), seat + 1)

    def text_or_none(self, message: str) -> str:
        """Return the drawable text of a message; "" if the catalogues do not have it."""
        text = self.say(message)
        return "" if text == message else fonts.drawable(text)

    def text(self, message: str) -> str:
        """Return the drawable text of a message."""
        return fonts.drawable(self.say(message))

    def title(self, message: str) -> str:
        """Return the text with a capital first letter, as a label."""
        text = self.text(message)
        return text[:1].upper() + text[1:]
