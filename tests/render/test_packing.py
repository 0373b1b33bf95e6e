"""What boards are packed in: colours that were chosen out of many of them."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

import render
from render.kit import drawing_cache, png
from render.kit.ink import CARD, PLAIN
from render.shape import Shape
from tests.render.games import GAMES, Pictures

EVERY_GAME = pytest.mark.parametrize("pictures", GAMES, ids=str)


@EVERY_GAME
def test_inks_stay_true(pictures: Pictures) -> None:
    own = render.PICTURES[pictures.game.key]
    for ink in png.inks(own.palette):
        assert png.flat(Image.new("RGB", (1, 1), ink), colours=own.colours).convert("RGB").getpixel((0, 0)) == ink


@EVERY_GAME
def test_boards_are_shown_in_colours_that_were_chosen_for_them(pictures: Pictures) -> None:
    """Where this fails for a board that is drawn otherwise: ``python -m tests.render.packing``."""
    own = render.PICTURES[pictures.game.key]
    seats = max(pictures.game.seats)
    assert len(own.colours) <= 3 * 256
    position = pictures.crowded(seats)
    for shape in Shape:
        caption = structs.replace(pictures.caption(pictures.events(position)), shape=shape)
        _is_shown_true(render.told(position.view(None), caption), render.picture(position.view(None), caption))


@EVERY_GAME
def test_so_is_what_somebody_decides_about(pictures: Pictures) -> None:
    game = next(game for game in pictures.positions(max(pictures.game.seats)) if game.to_act)
    seat = game.to_act[0]
    drawing = game.view(seat), pictures.caption(), game.legal(seat)
    _is_shown_true(render.closeup(*drawing), render.decision(*drawing))


def _is_shown_true(drawn: Image.Image, packed: bytes) -> None:
    shown = Image.open(BytesIO(packed)).convert("RGB")
    off = ImageChops.difference(drawn, shown)
    assert max(ImageStat.Stat(off).mean) < 0.7
    assert max(most for _, most in off.getextrema()) < 48  # type: ignore[misc]


@pytest.mark.parametrize("colours", [b"", bytes((*CARD, 251, 246, 233, 34, 48, 60))])
def test_what_is_nearest_is_told_from_the_middle_of_a_step(colours: bytes) -> None:
    """Pillow tells it from a corner, from which the second of these is nearer to the first than that itself."""
    strip = Image.new("RGB", (50, 50), CARD)
    for _ in range(2):  # the second time it is known
        assert png.flat(strip, PLAIN, colours).convert("RGB").getcolors() == [(2500, CARD)]
    drawing_cache.clear()
