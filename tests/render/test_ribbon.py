"""A ribbon tells what was only tried from what is so."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.kit.headline import HEIGHT
from render.kit.ink import NEW
from tests.render.games import GAMES, Pictures


@pytest.mark.parametrize(
    "pictures",
    [pytest.param(game, marks=[] if str(game) in ("burgundy", "mmn") else pytest.mark.proof) for game in GAMES],
    ids=str,
)
def test_what_was_tried_stands_under_a_ribbon_and_is_else_the_same(pictures: Pictures) -> None:
    view = pictures.crowded(3).view(None)
    caption = pictures.caption(())
    real, tried = (
        Image.open(BytesIO(render.picture(view, words_shown))).convert("RGB")
        for words_shown in (caption, msgspec.structs.replace(caption, tried=True))
    )
    assert tried.size == (real.width, real.height + HEIGHT)
    assert {tried.getpixel((x, 3)) for x in range(0, tried.width, 7)} == {NEW}
    letters = tried.crop((0, 0, tried.width, HEIGHT)).getcolors() or []
    assert len(letters) > 1
    below = ImageChops.difference(tried.crop((0, HEIGHT, *tried.size)), real)
    assert max(ImageStat.Stat(below).mean) < 1  # other soft edges, in 256 colours
