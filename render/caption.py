"""What a picture needs beside the view."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engines import Event
from render.kit import fonts
from render.kit.initials import letter
from render.names import numbered
from render.shape import Shape

UNNAMED = "name.player"
"""The text that stands, with the number of the seat, for a name that cannot be drawn."""


class Said(msgspec.Struct, frozen=True):
    """Something that happened, in words: what a ``seat`` did, without its name, or a sentence of nobody (None).

    ``weight``: of more than there is room for, what weighs least is left out.
    """

    seat: int | None
    text: str
    weight: int = 0


class Caption(msgspec.Struct, frozen=True):
    """The words and news of a picture.

    ``names``: the display name of each seat. ``events``: what has just changed. ``say``: the text of a message id in
    the language of ``locale``, which is the key under which texts are kept. ``tried``: what a board shows was only
    tried, and a ribbon says so. ``shape``: what the picture is made for. ``colours``: the colour that each seat has
    chosen, a name of the game's palette, "" for none. ``news``: the events in words, for the line above a board.
    ``posted``: a channel or a direct message shows it, small.
    """

    names: tuple[str, ...]
    events: tuple[Event, ...]
    say: Callable[[str], str]
    locale: str
    tried: bool = False
    shape: Shape = Shape.WIDE
    colours: tuple[str, ...] = ()
    news: tuple[Said, ...] = ()
    posted: bool = False

    def name(self, seat: int) -> str:
        """Return a seat's name as it can be drawn, "Player 2" where it cannot; its letter where no names are given."""
        if seat >= len(self.names):
            return letter(seat)
        return fonts.drawable_name(self.names[seat]) or numbered(self.text(UNNAMED), seat + 1)

    def text_or_none(self, message: str) -> str:
        """The drawable text of a message that the catalogues may lack; then nothing."""
        text = self.say(message)
        return "" if text == message else fonts.drawable(text)

    def text(self, message: str) -> str:
        """The drawable text of a message."""
        return fonts.drawable(self.say(message))

    def title(self, message: str) -> str:
        """The text as a label: with a capital letter."""
        text = self.text(message)
        return text[:1].upper() + text[1:]
