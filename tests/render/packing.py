"""The colours that the boards of each game are packed in, chosen out of many boards and kept in ``colours.txt`` beside
its pictures::

    .venv/bin/python -m tests.render.packing

What stays true comes first: inks, and what covers most of many boards. The rest, the soft edges, is chosen so that no
colour of any board is far from all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count, islice
from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from PIL import Image

import render
from engines import Game
from render.kit import drawing_cache, png
from render.kit.ink import Ink
from render.shape import Shape
from tests.render.games import GAMES, Pictures

_COLOURS = 256
_TRUE = 130
_WEIGHT = 1000
"""How often a colour counts at most: soft edges are many colours, each of them rare."""
_STEP = 4
_LINE = 12
_PLAYED = 40
"""Every so many decisions of a random game a close-up is looked at."""
_WIDE = 512


def boards(game: Pictures) -> Iterator[Image.Image]:
    """Yield boards of every kind, every other one with what has just happened."""
    for seats in game.game.seats:
        for number, position in enumerate([*game.positions(seats), game.crowded(seats)]):
            caption = game.caption(game.events(position) if number % 2 else ())
            for shape in Shape:
                yield render.board_image(position.view(None), structs.replace(caption, shape=shape))


def closeups(game: Pictures) -> Iterator[Image.Image]:
    """Yield pictures of decisions, at every position and in the course of a game."""
    for seats in game.game.seats:
        for position in [*game.positions(seats), game.crowded(seats), *_played(game, seats)]:
            for seat in position.to_act[:1]:
                for shape in Shape:
                    caption = structs.replace(game.caption(), shape=shape)
                    with suppress(LookupError):
                        yield render.closeup(position.view(seat), caption, position.legal(seat))


def _played(game: Pictures, seats: int) -> Iterator[Game]:
    """Yield some positions of a random game."""
    position = game.game.new(seats, seed=seats)
    rng = Random(seats)
    for number in count():
        if not position.to_act:
            return
        if number % _PLAYED == 0:
            yield position
        seat = position.to_act[0]
        position.play(seat, position.sample(seat, rng))


def chosen(game: Pictures) -> Sequence[Ink]:
    """Return at most 256 colours for the boards of a game and the pictures of its decisions."""
    seen = Counter[Ink]()
    covered = Counter[Ink]()
    for image in map(png.sample, chain(boards(game), closeups(game))):
        pixels = image.width * image.height
        counts = {ink: count for count, ink in image.getcolors(pixels) or ()}
        seen.update(counts)  # type: ignore[arg-type]
        covered.update({ink: count / pixels for ink, count in counts.items()})  # type: ignore[misc]
    inks = dict.fromkeys(png.inks(render.PICTURES[game.game.key].palette))
    most = (ink for ink, _ in covered.most_common(_TRUE))
    true = list(islice(dict.fromkeys((*inks, *(ink for ink in most if not _taking(ink, inks)))), _TRUE))
    rest = chain.from_iterable([ink] * min(count, _WEIGHT) for ink, count in seen.items() if ink not in true)
    return [*true, *(ink for ink in _spread(list(rest), _COLOURS - len(true)) if not _taking(ink, inks))]


def _spread(pixels: Sequence[Ink], count: int) -> Iterable[Ink]:
    high = len(pixels) // _WIDE
    image = Image.new("RGB", (_WIDE, high))
    image.putdata(pixels[: _WIDE * high])
    palette = image.quantize(count, Image.Quantize.MAXCOVERAGE, kmeans=2).getpalette() or []
    return zip(*(palette[part : 3 * count : 3] for part in range(3)), strict=True)


def _taking(ink: Ink, inks: Iterable[Ink]) -> bool:
    """Return whether a colour would be shown in place of another, since the nearest colour is searched in steps."""
    middles = ((wanted, tuple(part - part % _STEP + _STEP // 2 for part in wanted)) for wanted in inks)
    return any(_apart(ink, middle) <= _apart(wanted, middle) for wanted, middle in middles)


def _apart(first: Ink, second: Sequence[int]) -> int:
    return sum((a - b) ** 2 for a, b in zip(first, second, strict=True))


def main() -> None:
    """Write the colours of every game again; nothing of the former ones is used meanwhile."""
    drawing_cache.clear()
    with pytest.MonkeyPatch.context() as patch:
        for module in ("ground", "cuts"):
            patch.setattr(f"render.kit.{module}.flat", lambda image, **_: image)
        for game in GAMES:
            codes = ["".join(f"{part:02x}" for part in ink) for ink in chosen(game)]
            lines = (" ".join(codes[start : start + _LINE]) for start in range(0, len(codes), _LINE))
            path = Path(render.__file__).parent / game.game.key / "colours.txt"
            path.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
