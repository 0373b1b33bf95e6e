"""The clip of a game: its boards one after the other, as an animated WebP that is played once.

A process of its own makes it, so that no board waits for it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

import engines
import render
from bot.drawing.headline import headline
from bot.wording.texts import texts_in
from engines import Game
from engines.record import parse
from engines.scenes import shown, spread, watch, weight
from render.kit.png import flat
from render.shape import Shape

WIDTH = 800
"""Pixels."""
MOST_FRAMES = 60
MOST_BYTES = 2 << 20
FRAME_MS, LAST_MS = 700, 4000
QUALITIES = (60, 40, 25)
"""Of the first that stays within MOST_BYTES; then every other board is left out."""
EFFORT = 2
"""Of six: more takes twice as long for a tenth less."""


@dataclass(frozen=True)
class ClipOrder:
    """A game from its beginning to its end, and how it is shown. ``seat``: what that one knew; None: everybody."""

    game: str
    rules: int
    seats: int
    seed: str
    options: dict[str, str]
    moves: tuple[tuple[int, str], ...]
    names: tuple[str, ...]
    locale: str
    shape: Shape = Shape.WIDE
    colours: tuple[str, ...] = ()
    seat: int | None = None

    def begun(self) -> Game:
        """Raises ValueError for what no game has."""
        return engines.GAMES[self.game].by_rules(self.rules, self.seats, int(self.seed, 16), **self.options)


def film(order: ClipOrder, drawn: Callable[[int, int], None] = lambda number, of: None) -> bytes:
    """The clip. ``drawn``: told which frame of how many has been drawn. Raises IllegalAction and ValueError where the
    moves are not those of such a game."""
    return encoded(frames(order, drawn))


def frames(order: ClipOrder, drawn: Callable[[int, int], None]) -> list[Image.Image]:
    """The boards that are shown, in 256 colours and all of one size."""
    begun, moves = order.begun(), [(seat, parse(texts)) for seat, texts in order.moves]
    told = watch(begun, moves, order.seat)
    chosen = [told[place] for place in spread([weight(type(begun), events) for _, events in told], MOST_FRAMES)]
    texts, palette = texts_in(order.locale), render.PICTURES[order.game].palette
    found = list[Image.Image]()
    for number, each in enumerate(shown(begun, moves, chosen, order.seat), 1):
        news = headline(order.game, texts, each.events, order.names) or (render.Said(None, texts.title(order.game)),)
        caption = render.Caption(
            order.names,
            each.events,
            texts.say,
            texts.name,
            shape=order.shape,
            colours=order.colours,
            news=news,
            posted=True,
        )
        board = render.told(each.view, caption).convert("RGB")
        small = board.resize((WIDTH, board.height * WIDTH // board.width), Image.Resampling.BOX)
        found.append(flat(small, palette))  # a third of the memory
        drawn(number, len(chosen))
    high = max(image.height for image in found)
    return [image if image.height == high else _padded(image, high) for image in found]


def _padded(image: Image.Image, high: int) -> Image.Image:
    """Boards of some games are higher at times."""
    padded = Image.new("RGB", (image.width, high), image.convert("RGB").getpixel((0, image.height - 1)))
    padded.paste(image, (0, 0))
    return padded


def encoded(found: Sequence[Image.Image]) -> bytes:
    """The frames as WebP of at most MOST_BYTES."""
    for quality in QUALITIES:
        data = _webp(found, quality)
        if len(data) <= MOST_BYTES:
            return data
    return encoded([*found[:-1:2], found[-1]])


def _webp(found: Sequence[Image.Image], quality: int) -> bytes:
    target = io.BytesIO()
    times = [*[FRAME_MS] * (len(found) - 1), LAST_MS]
    first, *others = found
    first.save(
        target, "WEBP", save_all=True, append_images=others, duration=times, loop=1, quality=quality, method=EFFORT
    )
    return target.getvalue()
