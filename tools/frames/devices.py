"""Frame pictures as Discord shows them: in a channel, opened in a laptop's window, and on a phone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageOps

CHANNEL = (550, 350)
"""Largest width and height of a single picture in a channel of the desktop client, in pixels."""
LAPTOP = (1280, 800)
"""Width and height of a laptop's window, in pixels; an opened picture fills it."""
PHONE = (1170, 2532)
"""Width and height of a phone held upright, in pixels, three to a point."""

_GROUND = (49, 51, 56)
"""Background of Discord's dark theme, as red, green and blue."""
_GAP = 12
"""Distance between pictures of a sheet, in pixels."""
_COLUMNS = 3
_ROWS = 4


def lay(pictures: Sequence[Path], folder: Path, laid: Callable[[], None] = lambda: None) -> None:
    """Write pictures to ``folder`` as devices show them, and call ``laid`` after each picture.

    For each kind of picture (``board-….png``, ``hand-….png``) there are sheets ``channel-board-01.png`` with twelve
    pictures each. For each picture there is ``laptop-board-….png``, and ``phone-board-….png`` with the opened
    picture at the left and, once tapped, its middle at the right.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("channel-*.png"), *folder.glob("laptop-*.png"), *folder.glob("phone-*.png")):
        old.unlink()
    for kind, paths in groupby(sorted(pictures), lambda path: path.stem.partition("-")[0]):
        for number, group in enumerate(_groups([*paths]), 1):
            _channel([Image.open(path) for path in group]).save(folder / f"channel-{kind}-{number:02}.png")

    def lay_one(path: Path) -> None:
        picture = Image.open(path).convert("RGB")
        _framed(_fitted(picture, LAPTOP), LAPTOP).save(folder / f"laptop-{path.name}", compress_level=1)
        _phone(picture).save(folder / f"phone-{path.name}", compress_level=1)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(lay_one, pictures):
            laid()


def _groups(paths: Sequence[Path]) -> Iterator[Sequence[Path]]:
    for first in range(0, len(paths), _COLUMNS * _ROWS):
        yield paths[first : first + _COLUMNS * _ROWS]


def _fitted(picture: Image.Image, room: tuple[int, int]) -> Image.Image:
    """Return the picture scaled down to the room; a picture that fits keeps its size."""
    scale = min(1.0, room[0] / picture.width, room[1] / picture.height)
    return ImageOps.scale(picture.convert("RGB"), scale, Image.Resampling.LANCZOS)


def _framed(picture: Image.Image, room: tuple[int, int]) -> Image.Image:
    frame = Image.new("RGB", room, _GROUND)
    frame.paste(picture, ((room[0] - picture.width) // 2, (room[1] - picture.height) // 2))
    return frame


def _channel(pictures: Sequence[Image.Image]) -> Image.Image:
    wide, high = (side + _GAP for side in CHANNEL)
    sheet = Image.new("RGB", (_COLUMNS * wide + _GAP, -(-len(pictures) // _COLUMNS) * high + _GAP), _GROUND)
    for picture, corner in zip(pictures, _corners(wide, high), strict=False):
        sheet.paste(_fitted(picture, CHANNEL), corner)
    return sheet


def _corners(wide: int, high: int) -> Iterator[tuple[int, int]]:
    for number in range(_COLUMNS * _ROWS):
        yield _GAP + number % _COLUMNS * wide, _GAP + number // _COLUMNS * high


def _phone(picture: Image.Image) -> Image.Image:
    """Return the opened picture and, at its right, the middle of the picture as a tap enlarges it."""
    wide, high = PHONE
    opened = ImageOps.contain(picture, PHONE, Image.Resampling.LANCZOS)
    x = max(0, picture.width - wide) // 2
    y = max(0, picture.height - high) // 2
    tapped = picture.crop((x, y, min(picture.width, x + wide), min(picture.height, y + high)))
    sheet = Image.new("RGB", (2 * wide + _GAP, high))
    sheet.paste(_framed(opened, PHONE), (0, 0))
    sheet.paste(_framed(tapped, PHONE), (wide + _GAP, 0))
    return sheet
