"""Icons: SVG files in the folders ``icons`` of the kit and of the games, each rastered once for a size and its colours.

A new icon is a new file. In its text ``var(--hull, #571a22)`` stands for a colour (or a number, such as the width of a
line) that a game may choose, with the one it has if nobody chooses; every program that shows SVG shows that one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import resvg_py
from PIL import Image

from render.kit.ink import Ink, code
from render.kit.pen import Pixels, Sprite

Value = Ink | float
"""A value that a game may choose in an icon: a colour or a number."""

_KIT = Path(__file__).parent / "icons"
_ROOT = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ([\d.]+) ([\d.]+)">')
_CHOICE = re.compile(r"var\(--(\w+), (#[0-9a-f]{6}|[\d.]+)\)")


class IconFile(NamedTuple):
    """The text of a file below its root element, and its measures in its own units."""

    body: str
    width: float
    height: float

    @property
    def choices(self) -> dict[str, str]:
        """Return the values that can be chosen, by name, with those of the file."""
        return dict(_CHOICE.findall(self.body))

    def filled(self, values: Mapping[str, Value]) -> str:
        """Return the body with the chosen values in place of its own."""
        return _CHOICE.sub(lambda match: _written(values[match[1]]) if match[1] in values else match[2], self.body)


def _written(value: Value) -> str:
    return f"#{code(value)}" if isinstance(value, tuple) else f"{value:g}"


class IconFolder:
    """The icons of a game, and those of the kit that it has no other file for."""

    def __init__(self, module: str) -> None:
        self._folders = (Path(module).parent / "icons", _KIT)

    def __call__(self, name: str | tuple[str, ...], size: int | tuple[int, int], **values: Value) -> Sprite:
        """Return an icon as a sprite of ``size`` units: its width, or its width and height.

        Several names are drawn over each other, in the measures of the first. Raises LookupError for a name without a
        file and for a value that no file has.
        """
        names = (name,) if isinstance(name, str) else name
        return _sprite(tuple(map(self.path, names)), size, tuple(sorted(values.items())))

    def path(self, name: str) -> Path:
        """Return the file of an icon."""
        for folder in self._folders:
            if name in _names(folder):
                return folder / f"{name}.svg"
        raise LookupError(f"no icon {name}.svg in {self._folders[0]}")

    @property
    def names(self) -> list[str]:
        """The names of a game's own icons."""
        return sorted(_names(self._folders[0]))


@lru_cache(maxsize=16)
def _names(folder: Path) -> frozenset[str]:
    return frozenset(path.stem for path in folder.glob("*.svg"))


@lru_cache(maxsize=512)
def read(path: Path) -> IconFile:
    """Read an icon's file."""
    text = path.read_text(encoding="utf-8")
    root = _ROOT.search(text)
    if root is None:
        raise ValueError(f"{path} does not begin with the root element of an icon")
    return IconFile(text[root.end() : text.rindex("</svg>")], float(root[1]), float(root[2]))


@lru_cache(maxsize=4096)
def _sprite(paths: tuple[Path, ...], size: int | tuple[int, int], values: tuple[tuple[str, Value], ...]) -> Sprite:
    files = [read(path) for path in paths]
    combined = IconFile("".join(file.body for file in files), files[0].width, files[0].height)
    if unknown := dict(values).keys() - combined.choices.keys():
        raise LookupError(f"{paths[0]} has no {', '.join(sorted(unknown))} to be chosen")
    wide, high = size if isinstance(size, tuple) else (size, round(size * combined.height / combined.width))

    def remake(scale: float) -> Pixels:
        image = raster(paths[0].stem, combined, dict(values), max(1, round(wide * scale)), max(1, round(high * scale)))
        return Pixels(image.convert("RGB"), image.getchannel("A"))

    return Sprite((wide, high), remake)


def raster(name: str, file: IconFile, values: Mapping[str, Value], wide: int, high: int) -> Image.Image:
    """Draw an icon on a transparent background.

    Args:
        name: The name of the icon.
        file: Its file.
        values: The chosen values.
        wide: The width of icon and picture in pixels.
        high: The height of the picture in pixels; the icon begins at the top.
    """
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {file.width} {file.width * high / wide}">'
    )
    return Image.open(BytesIO(_png(f"{root}{file.filled(values)}</svg>")))


@lru_cache(maxsize=2048)
def _png(svg: str) -> bytes:
    """Draw a whole SVG as PNG.

    The PNG has one or two KiB and outlives the sprite, which takes ten times as much; to draw the sprite from it again
    takes a seventh of the time.
    """
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)


icon = IconFolder(__file__)
"""The icons that several games use."""
