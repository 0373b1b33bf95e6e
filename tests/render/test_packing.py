"""The colours that boards are packed in, which were chosen out of many boards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageStat

import render
from engines import Action, View
from render import Caption
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
    """If it fails for a board that is drawn differently: ``python -m tests.render.packing``."""
    own = render.PICTURES[pictures.game.key]
    seats = max(pictures.game.seats)
    assert len(own.colours) <= 3 * 256
    position = pictures.crowded(seats)
    for shape in Shape:
        caption = structs.replace(pictures.caption(pictures.events(position)), shape=shape)
        _is_shown_true(render.board_image(position.view(None), caption), render.picture(position.view(None), caption))


@pytest.mark.parametrize("pictures", [game for game in GAMES if render.PICTURES[str(game)].decision], ids=str)
def test_so_is_what_somebody_decides_about(pictures: Pictures) -> None:
    drawing, closeup = next(_closeups(pictures))
    _is_shown_true(closeup, render.decision(*drawing))


def _closeups(pictures: Pictures) -> Iterator[tuple[tuple[View, Caption, list[Action]], Image.Image]]:
    """Yield the decisions that have a picture, each with that picture."""
    for game in pictures.positions(max(pictures.game.seats)):
        for seat in game.to_act[:1]:
            drawing = game.view(seat), pictures.caption(), list(game.legal(seat))
            with suppress(LookupError):
                yield drawing, render.closeup(*drawing)


def _is_shown_true(drawn: Image.Image, packed: bytes) -> None:
    shown = Image.open(BytesIO(packed)).convert("RGB")
    off = ImageChops.difference(drawn, shown)
    assert max(ImageStat.Stat(off).mean) < 0.7
    assert max(most for _, most in off.getextrema()) < 48  # type: ignore[misc]


@pytest.mark.parametrize("colours", [b"", bytes((*CARD, 251, 246, 233, 34, 48, 60))])
def test_what_is_nearest_is_told_from_the_middle_of_a_step(colours: bytes) -> None:
    """Pillow measures from a corner, from which the second of these is nearer to the first than that itself."""
    strip = Image.new("RGB", (50, 50), CARD)
    for _ in range(2):  # the second time it is known
        assert png.flat(strip, PLAIN, colours).convert("RGB").getcolors() == [(2500, CARD)]
    drawing_cache.clear()
