"""What the tests of pictures look for: differences, messages asked for, colours kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import chain
from types import ModuleType

import msgspec
import pytest
from PIL import Image, ImageChops

from engines import View
from render import Caption
from render.kit.ink import Ink
from render.kit.part import Part
from render.shape import Shape
from tests.render.recording import marks

EVERY_CATALOGUE = pytest.mark.parametrize(
    ("language", "shape"),
    [
        pytest.param(language, shape, marks=[] if where in (None, shape) else [pytest.mark.proof])
        for language, where in (("en", Shape.WIDE), ("de", None), ("nl", Shape.TALL))
        for shape in Shape
    ],
)
"""German, whose words are the longest, in both shapes, each other language in one; ``make proof`` has the rest."""


def differ(first: Image.Image, second: Image.Image) -> bool:
    if first.__dict__.get("marks") or second.__dict__.get("marks"):
        return (first.size, marks(first)) != (second.size, marks(second))
    return first.size != second.size or ImageChops.difference(first, second).getbbox() is not None


def rank(view: View, totals: Iterable[int]) -> None:
    """Give the seats of a view these points to be ranked by."""
    view.scores = [
        msgspec.structs.replace(score, total=total) for score, total in zip(view.scores, totals, strict=True)
    ]


def listening(caption: Caption) -> tuple[Caption, set[str]]:
    """Return the same caption, and a set that receives the ids of the messages it is asked for."""
    ids: set[str] = set()

    def listen(message: str) -> str:
        ids.add(message)
        return caption.say(message)

    return msgspec.structs.replace(caption, say=listen, locale="listening"), ids


def ids_in(*modules: ModuleType) -> set[str]:
    """Return the ids of messages in modules, alone or in a table."""
    ids = set[str]()
    for value in chain.from_iterable(vars(module).values() for module in modules):
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
        ids |= {id for id in parts if isinstance(id, str) and re.fullmatch(r"\w+(\.[\w-]+)+", id)}
    return ids - {module.__name__ for module in modules} - {module.__package__ or "" for module in modules}


def faded(picture: bytes, colours: Iterable[Ink]) -> int:
    """Return the largest distance of one of these colours from the picture's palette, in levels of a channel."""
    levels = Image.open(BytesIO(picture)).getpalette() or []
    palette = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
    return max(
        min(max(abs(a - b) for a, b in zip(colour, shown, strict=True)) for shown in palette) for colour in colours
    )


def contrast(first: Ink, second: Ink) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as the web's accessibility guidelines define it."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(ink: Ink) -> float:
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in ink)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def collisions(parts: Sequence[Part], size: tuple[int, int]) -> list[tuple[Part, ...]]:
    """Return parts that lie on each other, and those that leave a picture of this size."""
    pairs: list[tuple[Part, ...]] = []
    for number, part in enumerate(parts):
        left, top, width, height = part.box
        if left < 0 or top < 0 or left + width > size[0] + 0.5 or top + height > size[1] + 0.5:
            pairs.append((part,))
        for later_part in parts[number + 1 :]:
            x, y, wide, high = later_part.box
            if left + width > x + 0.5 and x + wide > left + 0.5 and top + height > y + 0.5 and y + high > top + 0.5:
                pairs.append((part, later_part))
    return pairs
