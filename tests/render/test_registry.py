"""A further game needs its own folder and one line: here the tests' own little game is given a picture."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import engines
import render
from render.kit.ink import PLAIN
from tests.engines.tiny import Pebbles, PebblesView
from tests.pebbles.picture import PALETTE, draw, parts
from tests.render.recording import caption


def hand(view: PebblesView, words: render.Caption) -> Image.Image:
    return Image.new("RGB", (10, 10), PALETTE.player[view.viewer or 0])


def size(data: bytes) -> tuple[int, int]:
    image = Image.open(BytesIO(data))
    assert image.format == "PNG"
    return image.size


def test_a_game_with_a_board_alone_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Pebbles.new(2, 1)
    with pytest.raises(LookupError, match="pebbles"):
        render.picture(game.view(None), caption())
    monkeypatch.setitem(render.PICTURES, "pebbles", render.Pictures(board=draw, parts=parts))
    assert size(render.picture(game.view(None), caption())) == (1600, 340)
    with pytest.raises(LookupError, match="pebbles"):
        render.hand(game.view(0), caption())
    with pytest.raises(LookupError, match="pebbles"):
        render.card("pebbles", "flint", caption())
    with pytest.raises(LookupError, match="pebbles"):
        render.decision(game.view(0), caption(), [("hide", "1")])


def test_whatever_a_game_can_draw_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Image.new("RGB", (7, 9))
    own = render.Pictures(
        board=draw,
        parts=parts,
        hand=hand,
        card=lambda id, _: small,
        decision=lambda *_: small,
        palette=PALETTE,
    )
    monkeypatch.setitem(render.PICTURES, "pebbles", own)
    view = Pebbles.new(2, 1).view(1)
    assert size(render.hand(view, caption())) == (10, 10)
    assert size(render.card("pebbles", "flint", caption())) == (7, 9)
    assert size(render.decision(view, caption(), [])) == (7, 9)


def test_pictures_keep_the_colours_of_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(render.PICTURES, "pebbles", render.Pictures(board=draw, parts=parts, palette=PALETTE))
    for data in (
        render.picture(Pebbles.new(2, 1).view(None), caption()),
        render.chart([[0, 4, 9], [0, 2, 12]], caption(), "", "pebbles"),
    ):
        levels = Image.open(BytesIO(data)).convert("RGB").getcolors(1 << 24) or []
        assert PALETTE.player[0] in {ink for _, ink in levels}
    plain = render.chart([[0, 4, 9], [0, 2, 12]], caption(), "")
    levels = Image.open(BytesIO(plain)).convert("RGB").getcolors(1 << 24) or []
    assert PLAIN.player[1] in {ink for _, ink in levels}


def test_every_game_of_the_house_has_pictures() -> None:
    assert list(render.PICTURES) == list(engines.GAMES)
