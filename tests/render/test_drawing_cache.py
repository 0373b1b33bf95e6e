"""Drawings that are needed again are cached, within one bound for everything."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import product

import pytest
from PIL import Image

import render
from render.kit import cuts, drawing_cache, fonts, ground
from render.kit.ink import NEW
from render.shape import Shape
from tests.render.games import GAMES


def test_what_is_asked_for_last_stays_within_what_all_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    weight = drawing_cache.weight(Image.new("P", (10, 10)))
    monkeypatch.setattr(drawing_cache, "BUDGET", 2 * weight)
    drawing_cache.clear()
    grounds = ground.Layers("ground")
    seas = ground.Layers("sea")
    made: list[tuple[str, str]] = []

    def layer(layers: ground.Layers, kind: str, key: str) -> None:
        def make() -> Image.Image:
            made.append((kind, key))
            return Image.new("RGB", (10, 10), NEW)

        assert layers.get(key, make).getcolors() == [(100, NEW)]

    for key in ("a", "b", "a"):
        layer(grounds, "ground", key)
    layer(seas, "sea", "a")
    layer(grounds, "ground", "a")
    layer(grounds, "ground", "b")
    assert made == [("ground", "a"), ("ground", "b"), ("sea", "a"), ("ground", "b")]
    assert drawing_cache.used_bytes() == 2 * weight
    fonts.mask("so wide that nothing else has room", 40)
    assert drawing_cache.used_bytes() > 2 * weight
    layer(grounds, "ground", "a")
    assert drawing_cache.used_bytes() == weight
    drawing_cache.clear()


def _images(value: object) -> int:
    """Return the bytes of pixels that a value keeps, of whatever type it is."""
    if isinstance(value, Image.Image):
        value = value.im
    if isinstance(value, type(Image.new("L", (1, 1)).im)):
        width, height = value.size
        return int(width * height * (4 if value.mode == "RGB" else 1))
    if isinstance(value, dict):
        return sum(map(_images, value.values()))
    return sum(map(_images, value)) if isinstance(value, tuple | list) else 0


def _boards(game: str, few: bool = False) -> Iterator[None]:
    """Draw boards of the most seats and, if ``few``, of the fewest."""
    pictures = next(candidate for candidate in GAMES if str(candidate) == game)
    fewest, *_, most = pictures.game.seats
    for seats, shape in product((fewest, most) if few else (most,), Shape):
        position = pictures.crowded(seats)
        render.board(position.view(None), pictures.caption(pictures.events(position), f"kept {seats}", shape))
        yield


@pytest.mark.parametrize("few", [False, pytest.param(True, marks=pytest.mark.proof)])
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if game in ("navegador", "mmn") else pytest.mark.proof) for game in render.PICTURES],
)
def test_what_is_kept_of_many_boards_stays_within_its_bound(
    game: str, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is that of the pixels that are kept, not the one that the cache reports."""
    monkeypatch.setattr(drawing_cache, "BUDGET", 16 << 20)
    drawing_cache.clear()
    most = 0
    for _ in _boards(game, few):
        lying = sum(_images(value) for value, _ in drawing_cache._entries.values())
        assert lying <= drawing_cache.used_bytes() <= drawing_cache.BUDGET
        most = max(most, lying)
    assert most > drawing_cache.BUDGET / 3
    drawing_cache.clear()


def _pictures() -> list[object]:
    gc.collect()
    return [thing for thing in gc.get_objects() if isinstance(thing, Image.Image | cuts.Pieces | fonts.Mask)]


@pytest.mark.proof
def test_nothing_but_what_is_bounded_keeps_pixels() -> None:
    """Functions may remember by their arguments how something is drawn, and numbers, but not what was drawn."""
    drawing_cache.clear()
    before = len(_pictures())
    for game in render.PICTURES:
        for _ in _boards(game):
            pass
    assert len(_pictures()) > before
    drawing_cache.clear()
    assert len(_pictures()) <= before
