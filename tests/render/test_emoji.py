"""Emoji: told apart without their colours, seen on dark and on light ground, named after how they look."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.emoji import SIZE, Emoji, emoji, sign, signs
from tests.render.recording import parts

GAMES = pytest.mark.parametrize("game", render.PICTURES)
SMALL = 22
"""Pixels at which Discord shows them in lines and on buttons."""
DARK = (49, 51, 56)
LIGHT = (255, 255, 255)


def distinct(game: str) -> dict[str, Emoji]:
    """Each picture once."""
    return {each.name: each for each in emoji(game).values()}


def opened(each: Emoji) -> Image.Image:
    return Image.open(BytesIO(each.png)).convert("RGBA")


def drawn(each: Emoji) -> Image.Image:
    """Where it is neither clear, nor its white edge, nor of the colour that it has most of: its shape alone."""
    image = opened(each)
    colours: list[tuple[int, tuple[int, ...]]] = image.getcolors(SIZE * SIZE)  # type: ignore[assignment]
    own = [(count, ink[:3]) for count, ink in colours if ink[3] > 128 and ink[:3] != (255, 255, 255)]
    most = max(own)[1]
    far = ImageChops.difference(image.convert("RGB"), Image.new("RGB", image.size, most)).convert("L")
    inside = ImageChops.multiply(image.getchannel("A"), far.point(lambda value: 255 if value > 40 else 0))
    return Image.merge("LA", (inside, image.getchannel("A"))).resize((SMALL, SMALL), Image.Resampling.LANCZOS)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Share of what differs."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 255


@GAMES
def test_no_two_of_a_game_have_the_same_shape(game: str) -> None:
    shapes = {name: drawn(each) for name, each in distinct(game).items()}
    for one, other in combinations(shapes, 2):
        assert unlike(shapes[one], shapes[other]) > 0.03, (one, other)


@GAMES
def test_each_is_seen_on_dark_and_on_light_ground(game: str) -> None:
    for each in distinct(game).values():
        image = opened(each)
        assert image.size == (SIZE, SIZE)
        for ground in (DARK, LIGHT):
            below = Image.new("RGB", image.size, ground)
            above = below.copy()
            above.paste(image, (0, 0), image)
            differs = ImageChops.difference(above, below).convert("L").point(lambda value: 255 if value > 60 else 0)
            assert ImageStat.Stat(differs).mean[0] / 255 > 0.06, (each.name, ground)


@GAMES
@pytest.mark.usefixtures("recorded")
def test_the_shape_of_a_colour_is_not_cut_by_the_edge(game: str) -> None:
    for name in (name for name in signs(game) if name.startswith("colour ")):
        sign = signs(game)[name]()
        assert all(part.inside((0, 0, *sign.size), 0) for part in parts(sign)), name


def test_a_name_changes_with_the_picture_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = emoji("navegador")
    emoji.cache_clear()
    assert emoji("navegador") == before
    another = partial(next(iter(render.PICTURES["mmn"].signs.values())))
    monkeypatch.setattr("render.emoji.signs", lambda game: signs(game) | {"sugar": another})
    emoji.cache_clear()
    after = emoji("navegador")
    emoji.cache_clear()
    assert [key for key in before if before[key] != after[key]] == ["sugar"]
    assert after["sugar"].name != before["sugar"].name
    assert after["sugar"].name.startswith("sugar_")


@pytest.mark.parametrize(
    ("game", "words", "found"),
    [
        ("navegador", "sell gold 2", "gold"),
        ("navegador", "build factory_gold", "factory_gold"),
        ("macao", "pay red red", "red"),
        ("macao", "pay red blue", None),
        ("burgundy", "take 2 ship die 5", "die 5"),
        ("burgundy", "sell pink die 5", "pink"),
        ("burgundy", "workers die 1 die 2", None),
        ("mmn", "colour green", "colour green"),
        ("mmn", "", None),
        ("chess", "pay red", None),
    ],
)
def test_the_only_thing_among_words_is_found(game: str, words: str, found: str | None) -> None:
    assert sign(game, words.split()) == found
