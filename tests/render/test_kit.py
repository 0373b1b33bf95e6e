from __future__ import annotations

import math
from io import BytesIO

import pytest
from PIL import Image

import render
from render.kit import drawing_cache, fonts, ground, ink, mat, png
from render.kit.canvas import Canvas
from render.kit.ink import NEW, PLAIN, TEXT
from render.kit.pen import Pen, broken, sprite
from render.shape import LEGIBLE
from tests.render.comparing import contrast
from tests.render.recording import drawn


def test_text_too_small_for_any_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        fonts.mask("A", min(least for least, _ in LEGIBLE.values()) - 1)


def test_long_text_ends_in_an_ellipsis_and_fits() -> None:
    name = "Maximilian von Hohenfels"
    for room in range(60, fonts.width(name, 32), 7):
        short = fonts.clip(name, 32, room)
        assert short.endswith("…")
        assert fonts.width(short, 32) <= room
    assert fonts.clip(name, 32, fonts.width(name, 32)) == name
    assert fonts.clip(name, 32, 3) == ""


@pytest.mark.parametrize("side", ["l", "m", "r"])
def test_nothing_is_painted_outside_the_room(side: str) -> None:
    image = Image.new("RGB", (400, 80), ink.WHITE)
    at = {"l": 100, "m": 200, "r": 300}[side]
    Canvas(image).text((at, 40), "Wilhelmine Jjgq", 200, size=40, side=side)  # type: ignore[arg-type]
    box = Image.eval(image.convert("L"), lambda shade: 255 - shade).getbbox()
    assert box is not None
    assert box[0] >= 96
    assert box[2] <= 304


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ana\u00efs \u0141\u00f3", "Ana\u00efs \u0141\u00f3"),
        ("\u9234\u6728 \U0001f3b2", ""),
        ("Ben \U0001f468\u200d\U0001f469\u200d\U0001f467 \u2028Li", "Ben Li"),
        ("e\u0301\u0301", "\u00e9"),
        ("\u0398\u03b5\u03cc\u03b4\u03c9\u03c1\u03bf\u03c2", "\u0398\u03b5\u03cc\u03b4\u03c9\u03c1\u03bf\u03c2"),
        ("\u041f\u0440\u0438\u0432\u0435\u0442", "\u041f\u0440\u0438\u0432\u0435\u0442"),
        ("\u05e9\u05dc\u05d5\u05dd", ""),
        ("\ufffd\u0000", ""),
    ],
)
def test_only_letters_of_the_face_are_kept(name: str, drawn: str) -> None:
    assert fonts.drawable(name) == drawn


def test_a_slice_of_a_pie_lies_between_its_angles() -> None:
    image = Image.new("RGB", (40, 40), ink.WHITE)
    Pen(image, 1).slice((20, 20), 18, 0, 90, TEXT)
    inside = {(x, y): image.getpixel((20 + x, 20 + y)) == TEXT for x in (-10, 10) for y in (-10, 10)}
    assert inside == {(-10, -10): False, (10, -10): False, (-10, 10): False, (10, 10): True}


@pytest.mark.parametrize("key", render.PICTURES)
def test_the_ground_of_a_seat_is_its_colour_thinned_with_that_of_a_card(key: str) -> None:
    palette = render.PICTURES[key].palette
    for colour, wash in zip(palette.player, palette.washes, strict=True):
        assert math.dist(wash, ink.CARD) < max(40, math.dist(colour, ink.CARD) / 2)
        if wash != ink.CARD and math.dist(colour, ink.CARD) > 40:
            assert math.dist(wash, colour) < math.dist(ink.CARD, colour)


def test_text_stands_out_from_what_it_is_on() -> None:
    for seat in range(5):
        assert contrast(PLAIN.player[seat], PLAIN.on[seat]) >= 3.9
        assert contrast(PLAIN.washes[seat], TEXT) >= 7
    assert contrast(ink.CARD, ink.SOFT) >= 4.5
    assert contrast(ink.CARD, NEW) >= 4.5


def test_a_layer_is_the_askers_own() -> None:
    layers = ground.Layers("own")
    layers.get("one", lambda: Image.new("RGB", (2, 2), NEW)).putpixel((0, 0), TEXT)
    assert layers.get("one", lambda: Image.new("RGB", (2, 2), TEXT)).getpixel((0, 0)) == NEW
    drawing_cache.clear()


def test_a_broken_line_goes_on_behind_a_point_named_twice() -> None:
    assert list(broken([(0, 0), (0, 0), (10, 0)], 4, 2)) == list(broken([(0, 0), (10, 0)], 4, 2)) != []


@pytest.mark.parametrize("width", [0, 2.5, 6])
@pytest.mark.parametrize("radius", [0, 14])
@pytest.mark.parametrize("fill", [None, ink.CARD])
@pytest.mark.parametrize("line", [None, ink.NEW])
def test_a_large_frame_put_together_looks_like_one_drawn_whole(
    fill: ink.Ink | None, line: ink.Ink | None, radius: float, width: float
) -> None:
    """A line that ends within a pixel is as soft in both."""
    size = (140, 90)
    together, whole = (Image.new("RGB", (160, 110), ink.PAPER) for _ in range(2))
    Canvas(together).frame((10, 10, *size), fill, line, width, radius)
    drawn = sprite(size, lambda pen: pen.box((0, 0), size, fill, line, width, radius))
    image, stencil = drawn.pixels(1)
    whole.paste(image, (10, 10), stencil)
    assert together.tobytes() == whole.tobytes()


@pytest.mark.parametrize("radius", [5, 40, 90])
@pytest.mark.parametrize("faint", [False, True])
def test_a_sprite_painted_in_pieces_looks_like_one_painted_whole(radius: int, faint: bool) -> None:
    """On a ground of many colours, wherever it is soft, solid, clear or has a hole."""

    def draw(pen: Pen) -> None:
        pen.disc((110, 110), radius, TEXT, NEW, 7)
        pen.disc((150, 60), radius / 2, ink.CARD)
        pen.slice((110, 110), radius, 20, 70, NEW)

    small = sprite((220, 210), draw)
    if faint:
        small = small.faint(1 / 3)
    in_pieces = Image.radial_gradient("L").resize((300, 300)).convert("RGB")
    whole = in_pieces.copy()
    Canvas(in_pieces).paste(small, (140, 130))
    image, stencil = small.pixels(1)
    whole.paste(image, (30, 25), stencil)
    assert in_pieces.tobytes() == whole.tobytes()


def test_what_is_solid_is_copied_and_what_is_clear_left_out() -> None:
    small = sprite((200, 200), lambda pen: pen.disc((100, 60), 50, TEXT))
    areas = {False: 0, True: 0}
    for cut in small.pieces().cuts:
        areas[cut.stencil is None] += (cut.right - cut.left) * (cut.bottom - cut.top)
    assert areas[True] > 0.6 * math.pi * 50**2
    assert sum(areas.values()) < 1.4 * math.pi * 50**2


def test_a_large_picture_is_packed_with_more_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.radial_gradient("L").resize((400, 300)).convert("RGB")
    light = render.encode(image)
    monkeypatch.setattr(png, "_LARGE", 400 * 300)
    again = render.encode(image)
    assert len(again) < len(light)
    assert Image.open(BytesIO(again)).tobytes() == Image.open(BytesIO(light)).tobytes()


@pytest.mark.parametrize("face", [fonts.SANS, fonts.CHART])
@pytest.mark.parametrize(
    "text", ["AVATAR Tolfj", "Zähle 12 Gold: „je Würfel“ 2:1", "fifflij (j)[f]", "Ñandú, Łódź", "x"]
)
def test_a_line_put_together_from_letters_looks_like_one_set_by_the_font(text: str, face: str) -> None:
    for size in (21, 33, 64):
        set_in = fonts.font(size, face)
        mask = fonts.mask(text, size, face)
        whole, (left, top) = set_in.getmask2(text, "L", anchor="ls")
        assert (mask.left, mask.top, mask.wide, mask.high) == (left, top, *whole.size)
        assert mask.advance == fonts.width(text, size, face) == round(set_in.getlength(text))
        ground = Image.new("L", whole.size)
        ground.im.paste(255, (0, 0, *whole.size), mask.stencil)
        assert ground.tobytes() == bytes(whole)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("scale", [1, 0.6])
def test_a_name_gets_smaller_before_it_is_cut(scale: float) -> None:
    canvas = Canvas(Image.new("RGB", (900, 100)), scale)
    alone = mat.name(canvas, (0, 20), "Maximilian", 900, (60, 40))
    for room in (900, alone, alone - 20, alone - 60, 100):
        mat.name(canvas, (0, 20), "Maximilian", room, (60, 40))
    large, fits, smaller, smallest, cut = drawn(canvas.image)[1:]
    assert [mark.text for mark in (large, fits, smaller, smallest)] == ["Maximilian"] * 4
    assert large.how[0] == fits.how[0] > smaller.how[0] > smallest.how[0] >= cut.how[0] == round(40 * scale)
    assert cut.text.endswith("\u2026")
