"""What is drawn, as a list instead of pixels: every text, sprite and shape with its place and colours.

``recording`` turns drawing into note-taking: pens, canvases and the images under them write down what they are told and
paint nothing, which takes milliseconds. The notes travel with the images when those are copied, scaled and pasted.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import chain
from typing import Any, NamedTuple

import pytest
from PIL import Image

from engines import Event
from render import Caption
from render.kit import drawing_cache, fonts
from render.kit.canvas import Box, Canvas
from render.kit.cuts import Cut, Pieces
from render.kit.icons import IconFile, Value
from render.kit.ink import TEXT, rgb
from render.kit.pen import Pen, Pixels, Sprite
from render.macao.inks import LETTER
from render.shape import Shape

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
Place = tuple[float, float]


class Mark(NamedTuple):
    """Something drawn: a text, a sprite, a frame, a shape. ``box`` is what it covers: left, top, width, height."""

    kind: str
    box: Box
    text: str = ""
    """The text, or those on a sprite joined by blanks."""
    inks: tuple[Any, ...] = ()
    """Of a text its ink; of frames and shapes the fill (None: empty) and the line."""
    how: tuple[Any, ...] = ()
    """Size, room, side; widths, radii; of a shape its points."""
    parts: tuple[Mark, ...] = ()
    """What a sprite is made of."""
    name: str = ""
    """The function that made a sprite."""

    @property
    def at(self) -> Place:
        left, top, width, height = self.box
        return left + width / 2, top + height / 2

    def inside(self, box: Box, slack: float = 1) -> bool:
        left, top, width, height = self.box
        return (
            left >= box[0] - slack
            and top >= box[1] - slack
            and left + width <= box[0] + box[2] + slack
            and top + height <= box[1] + box[3] + slack
        )

    def colours(self) -> set[Any]:
        """Return every colour of the mark and of its parts."""
        return {*self.inks, *chain.from_iterable(part.colours() for part in self.parts)}

    def shows(self, sprite: Sprite) -> bool:
        """Return whether this mark is that sprite."""
        return (
            (self.kind, self.box[2:], self.how) == ("sprite", sprite.size, (_faint(_laid(sprite.pieces()).stencil),))
        ) and self.parts == parts(sprite)

    def moved(self, distance: Place, scale: float = 1) -> Mark:
        left, top, width, height = self.box
        right, down = distance
        box = left * scale + right, top * scale + down, width * scale, height * scale
        return Mark(self.kind, box, *self[2:])

    def __str__(self) -> str:
        shown = [self.kind, self.name, f'"{self.text}"' if self.text else "", _told(self.box)]
        shown += [_told(ink) for ink in self.inks] + [_told(detail) for detail in self.how]
        if self.parts:
            shown.append("#" + _digest(self.parts))
        return " ".join(word for word in shown if word)


def _told(value: Any) -> str:
    match value:
        case None:
            return "-"
        case float():
            return f"{round(value, 1) + 0.0:g}"
        case (int(), int(), int()):
            return "".join(f"{part:02x}" for part in value)
        case tuple() | list() if len(value) > 12:
            return f"{len(value)}#" + sha256(",".join(map(_told, value)).encode()).hexdigest()[:8]
        case tuple() | list():
            return ",".join(map(_told, value))
    return str(value)


class Drawing(list[Mark]):
    """All marks of a picture, in the order in which they are drawn."""

    def within(self, box: Box, slack: float = 1) -> Drawing:
        return Drawing(mark for mark in self if mark.inside(box, slack))

    def texts(self, box: Box | None = None) -> list[str]:
        """Return the texts, from top to bottom and from left to right."""
        marks_of_texts = [mark for mark in self if mark.kind == "text" and (box is None or mark.inside(box))]
        return [mark.text for mark in sorted(marks_of_texts, key=lambda mark: (round(mark.at[1]), mark.at[0]))]

    def text(self, text: str, box: Box | None = None) -> Mark:
        """Return the only mark that is this text."""
        (text_mark,) = (
            mark for mark in self if mark.kind == "text" and mark.text == text and (not box or mark.inside(box))
        )
        return text_mark

    def sprites(self, sprite: Sprite) -> Drawing:
        """Return the marks of a sprite, in the order of drawing."""
        return Drawing(mark for mark in self if mark.shows(sprite))

    def called(self, name: str, box: Box | None = None) -> Drawing:
        """Return the sprites that a function made, from top to bottom and from left to right."""
        named = [mark for mark in self if mark.name == name and (box is None or mark.inside(box))]
        return Drawing(sorted(named, key=lambda mark: (round(mark.at[1]), mark.at[0])))

    def frames(self, *inks: Any, box: Box | None = None) -> Drawing:
        """Return the frames and boxes with such a fill and line."""
        return Drawing(
            mark
            for mark in self
            if mark.kind in ("frame", "box") and mark.inks == inks and (not box or mark.inside(box))
        )

    def beside(self, mark: Mark, reach: float = 400) -> str:
        """Return the nearest text to the right of a mark, in its line."""
        neighbours = [
            neighbour
            for neighbour in self
            if neighbour.kind == "text"
            and abs(neighbour.at[1] - mark.at[1]) < 20
            and 0 <= neighbour.box[0] - mark.at[0] < reach
        ]
        return min(neighbours, key=lambda neighbour: neighbour.box[0]).text


def marks(image: Image.Image) -> list[Mark]:
    """Return the marks that were recorded on an image."""
    recorded: list[Mark] = image.__dict__.setdefault("marks", [])
    return recorded


def parts(sprite: Sprite) -> tuple[Mark, ...]:
    """Return the marks that make up a sprite."""
    return _parts(*_laid(sprite.pieces()))


def _laid(pieces: Pieces) -> Pixels:
    """Return the picture and the stencil of a sprite, which is never cut while it is recorded."""
    ((image, stencil, *_),) = pieces.cuts
    return Pixels(image, stencil)  # type: ignore[arg-type]


def _parts(image: Image.Image, stencil: Image.Image) -> tuple[Mark, ...]:
    """Return the marks of a sprite, the same object each time, so that comparing is quick."""
    recorded: tuple[Mark, ...] = image.__dict__.get("parts", ())
    if len(recorded) != len(marks(image)) + len(marks(stencil)):
        recorded = *marks(image), *marks(stencil)
        image.__dict__["parts"] = recorded
    return recorded


_DIGESTS: dict[int, tuple[tuple[Mark, ...], str]] = {}


def _digest(made_of: tuple[Mark, ...]) -> str:
    """Return some letters that stand for all marks of a sprite, worked out once for each tuple."""
    if id(made_of) not in _DIGESTS:
        _DIGESTS[id(made_of)] = made_of, sha256("\n".join(map(str, made_of)).encode()).hexdigest()[:8]
    return _DIGESTS[id(made_of)][1]


def _faint(stencil: Image.Image) -> str:
    return str(stencil.__dict__.get("faint", ""))


_new_image = Image.new


def _new(mode: str, size: tuple[int, int], *_: object) -> Image.Image:
    """Return an image that states its size but has no memory for pixels, which nobody paints."""
    image = _new_image(mode, (1, 1))
    image._size = size
    return image


def _derived(image: Image.Image, size: tuple[int, int], mode: str, scale: float = 1) -> Image.Image:
    derived = Image.new(mode, size)
    derived.__dict__["marks"] = [mark.moved((0, 0), scale) for mark in marks(image)] if scale != 1 else [*marks(image)]
    derived.__dict__["name"] = image.__dict__.get("name", "")
    return derived


def _copy(self: Image.Image, **_: object) -> Image.Image:
    return _derived(self, self.size, self.mode)


def _convert(self: Image.Image, mode: str, *_: object) -> Image.Image:
    return _derived(self, self.size, mode)


def _reduce(self: Image.Image, factor: int) -> Image.Image:
    return _derived(self, (-(-self.width // factor), -(-self.height // factor)), self.mode, 1 / factor)


def _resize(self: Image.Image, size: tuple[int, int], *_: object) -> Image.Image:
    return _derived(self, size, self.mode, size[0] / self.width)


def _crop(self: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    image = Image.new(self.mode, (box[2] - box[0], box[3] - box[1]))
    moved = (mark.moved((-box[0], -box[1])) for mark in marks(self))
    image.__dict__["marks"] = [mark for mark in moved if _seen(mark.box, image.size)]
    return image


def _seen(box: Box, size: tuple[int, int]) -> bool:
    left, top, width, height = box
    return left < size[0] and top < size[1] and left + width > 0 and top + height > 0


def _bounds(self: Image.Image) -> tuple[int, int, int, int]:
    """Return the bounds of a stencil's first mark, since later marks only take away from it."""
    left, top, width, height = marks(self)[0].box
    right = min(self.width, round(left + width))
    bottom = min(self.height, round(top + height))
    return max(0, round(left)), max(0, round(top)), right, bottom


def _channel(self: Image.Image, _: str) -> Image.Image:
    return Image.new("L", self.size)


def _point(self: Image.Image, table: Any) -> Image.Image:
    image = _derived(self, self.size, self.mode)
    image.__dict__["faint"] = table(240)
    return image


def _blend(first: Image.Image, second: Image.Image, share: float) -> Image.Image:
    image = _derived(first, first.size, first.mode)
    marks(image).append(Mark("blend", (0, 0, *first.size), how=(share,)))
    return image


def _paste(self: Image.Image, source: Any, at: Any = (0, 0), mask: Image.Image | None = None) -> None:
    """Paste an image: one with a mask is a sprite, one without is a layer, whose marks are kept."""
    left, top = (at or (0, 0))[:2]
    if not isinstance(source, Image.Image):
        size = mask.size if mask else self.size
        marks(self).append(
            Mark("stencil", (left, top, *size), inks=(source,), parts=tuple(marks(mask)) if mask else ())
        )
    elif mask is None:
        marks(self).extend(mark.moved((left, top)) for mark in marks(source))
    else:
        made_of = _parts(source, mask)
        text = " ".join(part.text for part in made_of if part.text)
        name = source.__dict__.get("name", "")
        box = left, top, *source.size
        marks(self).append(Mark("sprite", box, text, (), (_faint(mask),), made_of, name))


def _lay(self: Canvas, small: Pieces, at: tuple[int, int]) -> None:
    image, stencil = _laid(small)
    _paste(self.image, image, at, stencil)


def _uncut(image: Image.Image, stencil: Image.Image) -> tuple[Pieces, int]:
    whole = Cut(image, stencil, 0, 0, *image.size)  # type: ignore[arg-type]
    return Pieces(*image.size, (whole,)), 0


def _text(
    self: Canvas,
    at: Place,
    text: str,
    room: float,
    *,
    size: int = 28,
    ink: Any = TEXT,
    side: str = "l",
    face: str = fonts.SANS,
    aside: bool = False,
    share: float = 1,
) -> int:
    size = round(size * self.scale)
    room = room * self.scale
    text = fonts.clip(text, size, int(room), face)
    if not text:
        return 0
    width = round(fonts.width(text, size, face) * share)
    high = fonts.cap_height(size, face)
    x, y = self.pixel(at)
    start = x - {"l": 0, "m": width / 2, "r": width}[side]
    box = start, y - high / 2, width, high
    marks(self.image).append(Mark("text", box, text, (ink,), (size, float(room), side, face, *["aside"] * aside)))
    return width if self.scale == 1 else math.ceil(width / self.scale)


def _frame(self: Canvas, box: Box, fill: Any, line: Any = None, width: float = 0, radius: float = 12) -> None:
    left, top = map(round, self.pixel(box[:2]))
    wide, high = (round(side * self.scale) for side in box[2:])
    details = (width * self.scale, radius * self.scale)
    marks(self.image).append(Mark("frame", (left, top, wide, high), "", (fill, line), details))


def _pen(self: Pen, image: Image.Image, scale: float, at: Place = (0, 0)) -> None:
    self.image = image
    self._draw = marks(image)  # type: ignore[assignment]
    self.scale = scale
    self.at = at
    maker = sys._getframe(1)
    if "draw" in maker.f_locals and maker.f_code.co_name == "remake":
        image.__dict__["name"] = maker.f_locals["draw"].__qualname__.partition(".")[0]


def _shape(self: Pen, kind: str, points: Iterable[Place], inks: tuple[Any, ...], details: tuple[Any, ...] = ()) -> None:
    placed = self._place(points)
    across, down = zip(*placed, strict=True)
    left = min(across)
    top = min(down)
    box = (left, top, max(across) - left, max(down) - top)
    coordinates = tuple(chain.from_iterable(placed))
    self._draw.append(Mark(kind, box, "", inks, (*details, coordinates)))  # type: ignore[attr-defined]


def _area(self: Pen, points: Any, fill: Any, line: Any = None, width: float = 0) -> None:
    _shape(self, "area", points, (fill, line), (width * self.scale,))


def _path(self: Pen, points: Any, ink: Any, width: float) -> None:
    _shape(self, "path", points, (ink,), (width * self.scale,))


def _disc(self: Pen, at: Place, radius: float, fill: Any, line: Any = None, width: float = 0) -> None:
    corners = (at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius)
    _shape(self, "disc", corners, (fill, line), (width * self.scale,))


def _slice(self: Pen, at: Place, radius: float, start: float, end: float, fill: Any) -> None:
    corners = (at[0] - radius, at[1] - radius), (at[0] + radius, at[1] + radius)
    _shape(self, "slice", corners, (fill,), (start, end))


def _box(self: Pen, at: Place, size: Place, fill: Any, line: Any = None, width: float = 0, radius: float = 0) -> None:
    corners = at, (at[0] + size[0], at[1] + size[1])
    _shape(self, "box", corners, (fill, line), (width * self.scale, radius * self.scale))


def _raster(name: str, file: IconFile, values: Mapping[str, Value], wide: int, high: int) -> Image.Image:
    """Return an icon as one mark, with all of its colours and options."""
    image = Image.new("RGBA", (wide, high))
    text = file.filled(values)
    inks = tuple(map(rgb, dict.fromkeys(re.findall(r"#([0-9a-f]{6})", text))))
    marks(image).append(Mark("icon", (0, 0, wide, high), "", inks, (name, sha256(text.encode()).hexdigest()[:8])))
    image.__dict__["name"] = re.sub(r"_\d$", "", name)
    return image


def _encode(image: Image.Image, *_: object) -> bytes:
    """Return a number for the picture's size and marks in place of a PNG: equal where nothing differs."""
    return str(hash((image.size, *marks(image)))).encode()


def _forget() -> None:
    """Clear all caches of images."""
    drawing_cache.clear()
    for forget in _forgetting(len(sys.modules)):
        forget()


@cache
def _forgetting(_: int) -> list[Callable[[], None]]:
    """Return functions that clear render's caches; they are searched again when the number of modules changes."""
    modules = [module for name, module in sys.modules.items() if name.startswith("render") and name != fonts.__name__]
    return [value.cache_clear for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")]


@contextmanager
def recording() -> Iterator[None]:
    """Record during the block instead of painting."""
    with pytest.MonkeyPatch.context() as patch:
        for name, of_image in (
            *(("copy", _copy), ("convert", _convert), ("reduce", _reduce), ("resize", _resize)),
            *(("getchannel", _channel), ("point", _point), ("paste", _paste)),
            *(("crop", _crop), ("getbbox", _bounds)),
        ):
            patch.setattr(Image.Image, name, of_image)
        patch.setattr(Image, "new", _new)
        patch.setattr(Image, "blend", _blend)
        for name, of_canvas in (("text", _text), ("frame", _frame), ("lay", _lay)):
            patch.setattr(Canvas, name, of_canvas)
        for name, of_pen in (
            *(("__init__", _pen), ("area", _area), ("path", _path)),
            *(("disc", _disc), ("slice", _slice), ("box", _box)),
        ):
            patch.setattr(Pen, name, of_pen)
        patch.setattr("render.encode", _encode)
        patch.setattr("render.kit.icons.raster", _raster)
        for module in ("kit.ground", "navegador.sea"):
            patch.setattr(f"render.{module}.flat", _copy)
        for cutting in ("render.kit.pen", "render.navegador.sea"):
            patch.setattr(f"{cutting}.pieces", _uncut)
        _forget()
        yield
    _forget()
    _DIGESTS.clear()


def drawn(image: Image.Image) -> Drawing:
    """Return the drawing that a recorded picture consists of."""
    return Drawing(marks(image))


def say(message: str) -> str:
    """Return a short text that tells every id apart: of a card its id, of a sign two letters, else its last word."""
    *_, id, word = message.split(".")
    if word in ("name", "short", "text", "note"):
        return id if word == "name" else f"{id} {word}"
    for abbreviated in ("code_", "letters_"):
        if word.startswith(abbreviated):
            return word.removeprefix(abbreviated)[:2].capitalize()
    return LETTER[word.removeprefix("letter_")] if word.startswith("letter_") else word


def caption(events: Iterable[Event] = (), names: tuple[str, ...] = NAMES, shape: Shape = Shape.TALL) -> Caption:
    return Caption(names, tuple(events), say, "recorded", shape=shape)
