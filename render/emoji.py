"""Signs for words, as Discord's emoji: goods, dice, cubes, and the colours of players.

Each is told apart by its shape as well as by its colour, at 22 pixels, on dark and on light ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageFilter

from render import PICTURES
from render.kit.icons import icon
from render.kit.ink import WHITE, Ink, mix
from render.kit.pen import Sprite
from render.kit.shapes import SHAPES

SIZE = 128
"""Pixels of each side."""
_DRAWN = 112
"""Pixels of the sign itself: around it runs a white edge, which parts dark signs from dark ground."""
# Of a name the characters that say what is shown, and those that change with how it looks.
_NAME = 23
_DIGITS = 8


class Emoji(NamedTuple):
    """A picture with its name, which changes whenever the picture does."""

    name: str
    png: bytes


@cache
def emoji(game: str) -> dict[str, Emoji]:
    """Every sign of a game, by what it is a sign of: a word of its actions, or two ("die 4", "colour red")."""
    pictures = dict[str, Emoji]()
    drawn = dict[Callable[[], Sprite], Emoji]()
    for key, draw in signs(game).items():
        if draw in drawn:
            pictures[key] = drawn[draw]
            continue
        image = _sticker(draw())
        digest = sha256(image.tobytes()).hexdigest()[:_DIGITS]
        file = BytesIO()
        image.save(file, "PNG")
        pictures[key] = drawn[draw] = Emoji(f"{key.replace(' ', '_')[:_NAME]}_{digest}", file.getvalue())
    return pictures


def sign(game: str, words: Iterable[str]) -> str | None:
    """The only thing among these words that has a sign; that of two words ("die 4") only where no single one has."""
    known = signs(game)
    spoken = list(words)
    pairs = (f"{first} {second}" for first, second in pairwise(spoken))
    for matches in ({word for word in spoken if word in known}, {pair for pair in pairs if pair in known}):
        if matches:
            return matches.pop() if len(matches) == 1 else None
    return None


@cache
def signs(game: str) -> dict[str, Callable[[], Sprite]]:
    """Return the functions that draw the signs of a game, by word; none for a game without pictures."""
    if game not in PICTURES:
        return {}
    pictures = PICTURES[game]
    inks = zip(pictures.palette.names, pictures.palette.player, strict=True)
    colours = {f"colour {name}": partial(_colour, place, ink) for place, (name, ink) in enumerate(inks)}
    return {**pictures.signs, **colours}


def _colour(place: int, ink: Ink) -> Sprite:
    """A colour of players: each has a shape of its own."""
    return icon(f"shape_{SHAPES[place]}", 60, ink=ink, edge=mix(ink, (0, 0, 0), 0.45))


def _sticker(drawn: Sprite) -> Image.Image:
    """The sign in the middle of clear ground, with a white edge."""
    image, stencil = drawn.pixels(_DRAWN / max(drawn.size))
    at = (SIZE - image.width) // 2, (SIZE - image.height) // 2
    alpha = Image.new("L", (SIZE, SIZE))
    alpha.paste(stencil, at)
    wide = alpha.filter(ImageFilter.GaussianBlur(3)).point(lambda solid: min(255, solid * 5))
    whole = Image.new("RGBA", (SIZE, SIZE), (*WHITE, 0))
    whole.putalpha(wide)
    above = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    above.paste(image, at)
    above.putalpha(alpha)
    whole.alpha_composite(above)
    return whole
