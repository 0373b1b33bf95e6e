"""The clip of a game: its boards in order, as an animated WebP that is played once.

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
from engines.scenes import spread, turns_with_events, weight, with_views
from render.kit.png import flat
from render.shape import Shape

WIDTH = 800
"""Width of the clip in pixels."""
MOST_FRAMES = 60
"""Largest number of frames."""
MOST_BYTES = 2 << 20
"""Largest size of the clip in bytes."""
FRAME_MS = 700
"""Milliseconds of a frame."""
LAST_MS = 4000
"""Milliseconds of the last frame."""
QUALITIES = (60, 40, 25)
"""Qualities to try; the first one within MOST_BYTES is used. If none is, every other board is left out."""
EFFORT = 2
"""Compression effort, up to six: more takes twice as long for a tenth less."""


@dataclass(frozen=True)
class ClipOrder:
    """A whole game with the settings of its clip, as the bot sends it to the process that makes the clip."""

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
    """The seat from whose view the game is shown; None: only what everybody saw is shown."""

    def initial_game(self) -> Game:
        """Return the game before its first move. Raises ValueError for impossible values."""
        return engines.GAMES[self.game].by_rules(self.rules, self.seats, int(self.seed, 16), **self.options)


def film(order: ClipOrder, report: Callable[[int, int], None] = lambda _number, _total: None) -> bytes:
    """Return the clip. Raises IllegalAction and ValueError if the moves are not those of such a game.

    `report` is called with the number of each drawn frame and that of all frames.
    """
    return encode(draw_frames(order, report))


def draw_frames(order: ClipOrder, report: Callable[[int, int], None]) -> list[Image.Image]:
    """Return the boards of the clip's frames, in 256 colours and all of the same size."""
    game = order.initial_game()
    moves = [(seat, parse(words)) for seat, words in order.moves]
    scenes = turns_with_events(game, moves, order.seat)
    weights = [weight(type(game), events) for _, events in scenes]
    filmed_scenes = [scenes[place] for place in spread(weights, MOST_FRAMES)]
    texts = texts_in(order.locale)
    palette = render.PICTURES[order.game].palette
    frames = list[Image.Image]()
    for number, scene in enumerate(with_views(game, moves, filmed_scenes, order.seat), 1):
        news = headline(order.game, texts, scene.events, order.names) or (render.Said(None, texts.title(order.game)),)
        caption = render.Caption(
            order.names,
            scene.events,
            texts.say,
            texts.name,
            shape=order.shape,
            colours=order.colours,
            news=news,
            posted=True,
        )
        board = render.board_image(scene.view, caption).convert("RGB")
        small = board.resize((WIDTH, board.height * WIDTH // board.width), Image.Resampling.BOX)
        frames.append(flat(small, palette))  # needs a third of the memory
        report(number, len(filmed_scenes))
    height = max(frame.height for frame in frames)
    return [frame if frame.height == height else _pad(frame, height) for frame in frames]


def _pad(image: Image.Image, height: int) -> Image.Image:
    """Extend an image at the bottom to a height; the boards of some games vary in height."""
    padded = Image.new("RGB", (image.width, height), image.convert("RGB").getpixel((0, image.height - 1)))
    padded.paste(image, (0, 0))
    return padded


def encode(frames: Sequence[Image.Image]) -> bytes:
    """Return the frames as a WebP of at most MOST_BYTES."""
    for quality in QUALITIES:
        data = _encode_webp(frames, quality)
        if len(data) <= MOST_BYTES:
            return data
    return encode([*frames[:-1:2], frames[-1]])


def _encode_webp(frames: Sequence[Image.Image], quality: int) -> bytes:
    target = io.BytesIO()
    times = [*[FRAME_MS] * (len(frames) - 1), LAST_MS]
    first, *later_frames = frames
    first.save(
        target,
        "WEBP",
        save_all=True,
        append_images=later_frames,
        duration=times,
        loop=1,
        quality=quality,
        method=EFFORT,
    )
    return target.getvalue()
