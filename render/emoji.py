"""Emoji for Discord that stand for words: goods, dice, cubes, and the colours of players.

They can be told apart by shape as well as by colour, at 22 pixels, on dark and on light backgrounds.
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
"""Width and height in pixels."""
_DRAWN = 112
"""Pixels of the sign inside its white edge, which separates dark signs from a dark background."""
# Characters of an emoji's name: those for the thing that it stands for, and those of the picture's digest.
_NAME = 23
_DIGITS = 8


class Emoji(NamedTuple):
    """A picture with its name, which contains a digest of the picture."""

    name: str
    png: bytes


@cache
def emoji(game: str) -> dict[str, Emoji]:
    """Return all emoji of a game, by the words that they stand for: one or two ("die 4", "colour red")."""
    pictures = dict[str, Emoji]()
    emoji_by_maker = dict[Callable[[], Sprite], Emoji]()
    for key, draw in signs(game).items():
        if draw in emoji_by_maker:
            pictures[key] = emoji_by_maker[draw]
            continue
        image = _sticker(draw())
        digest = sha256(image.tobytes()).hexdigest()[:_DIGITS]
        file = BytesIO()
        image.save(file, "PNG")
        pictures[key] = emoji_by_maker[draw] = Emoji(f"{key.replace(' ', '_')[:_NAME]}_{digest}", file.getvalue())
    return pictures


def sign(game: str, words: Iterable[str]) -> str | None:
    """Return the only word with an emoji or, if no word has one, the only such pair of words ("die 4"); else None."""
    signs_of_game = signs(game)
    spoken = list(words)
    pairs = (f"{first} {second}" for first, second in pairwise(spoken))
    for matches in (
        {word for word in spoken if word in signs_of_game},
        {pair for pair in pairs if pair in signs_of_game},
    ):
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
    """Return the sign of a player's colour; each colour has its own shape."""
    return icon(f"shape_{SHAPES[place]}", 60, ink=ink, edge=mix(ink, (0, 0, 0), 0.45))


def _sticker(sprite: Sprite) -> Image.Image:
    """Draw a sign with a white edge in the middle of a transparent background."""
    image, stencil = sprite.pixels(_DRAWN / max(sprite.size))
    at = (SIZE - image.width) // 2, (SIZE - image.height) // 2
    alpha = Image.new("L", (SIZE, SIZE))
    alpha.paste(stencil, at)
    wide = alpha.filter(ImageFilter.GaussianBlur(3)).point(lambda solid: min(255, solid * 5))
    sticker = Image.new("RGBA", (SIZE, SIZE), (*WHITE, 0))
    sticker.putalpha(wide)
    above = Image.new("RGBA", (SIZE, SIZE), (0, 0, 0, 0))
    above.paste(image, at)
    above.putalpha(alpha)
    sticker.alpha_composite(above)
    return sticker
