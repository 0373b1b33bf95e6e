"""Icons: SVG files in the folders ``icons`` of the kit and of the games, each rastered once for a size and its colours.

A new icon is a new file. In its text ``var(--hull, #571a22)`` stands for a colour that a game may choose, with the one
it has if nobody chooses; every program that shows SVG shows that one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import resvg_py
from PIL import Image

from render.kit.ink import Ink, code
from render.kit.pen import Pixels, Sprite

_KIT = Path(__file__).parent / "icons"
_ROOT = re.compile(r'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ([\d.]+) ([\d.]+)">')
_COLOUR = re.compile(r"var\(--(\w+), (#[0-9a-f]{6})\)")


class IconFile(NamedTuple):
    """The text of a file below its root element, and its measures in its own units."""

    body: str
    width: float
    height: float

    @property
    def colours(self) -> dict[str, str]:
        """The colours that can be chosen, by name, as the file has them."""
        return dict(_COLOUR.findall(self.body))

    def coloured(self, inks: dict[str, Ink]) -> str:
        """Return the body with the chosen colours in place of its own."""
        return _COLOUR.sub(lambda match: f"#{code(inks[match[1]])}" if match[1] in inks else match[2], self.body)


class IconFolder:
    """The icons of a game, and those of the kit that it has no other file for."""

    def __init__(self, module: str) -> None:
        self._folders = (Path(module).parent / "icons", _KIT)

    def __call__(self, name: str, size: int | tuple[int, int], **inks: Ink) -> Sprite:
        """Return an icon as a sprite of ``size`` units: its width, or its width and height.

        Raises LookupError for a name without a file and for a colour that the file does not have.
        """
        return _sprite(self.path(name), size, tuple(sorted(inks.items())))

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
def _sprite(path: Path, size: int | tuple[int, int], inks: tuple[tuple[str, Ink], ...]) -> Sprite:
    file = read(path)
    if unknown := dict(inks).keys() - file.colours.keys():
        raise LookupError(f"{path} has no colour {', '.join(sorted(unknown))}")
    wide, high = size if isinstance(size, tuple) else (size, round(size * file.height / file.width))

    def remake(scale: float) -> Pixels:
        image = raster(path.stem, file, dict(inks), max(1, round(wide * scale)), max(1, round(high * scale)))
        return Pixels(image.convert("RGB"), image.getchannel("A"))

    return Sprite((wide, high), remake)


def raster(name: str, file: IconFile, inks: dict[str, Ink], wide: int, high: int) -> Image.Image:
    """Draw an icon on clear ground, ``wide`` pixels wide, with its upper edge at that of a picture ``high`` pixels
    high."""
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {file.width} {file.width * high / wide}">'
    )
    png = resvg_py.svg_to_bytes(svg_string=f"{root}{file.coloured(inks)}</svg>", skip_system_fonts=True)
    return Image.open(BytesIO(png))


icon = IconFolder(__file__)
"""The icons that several games use."""
