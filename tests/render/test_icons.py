"""Icons are files: whoever adds one adds a file, and every program that shows SVG shows it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import render
from render.kit import icons
from render.kit.icons import IconFolder, icon
from render.kit.ink import Ink
from tests.render.recording import recording

PACKAGE = Path(render.__file__).parent
FILES = sorted(PACKAGE.glob("*/icons/*.svg"))
SIZE = 60
RED: Ink = (200, 0, 0)
BLUE: Ink = (0, 0, 200)

SQUARE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">
  <title>A square</title>
  <rect width="30" height="30" fill="var(--ink, #c80000)"/>
</svg>
"""


@pytest.fixture
def folder(tmp_path: Path) -> IconFolder:
    """Return a game's folder with one icon: a square in the left half."""
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "square.svg").write_text(SQUARE, encoding="utf-8")
    return IconFolder(str(tmp_path / "module.py"))


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parts[-3]}-{file.stem}" for file in FILES])
def test_every_icon_is_a_readable_file_that_draws_something(file: Path) -> None:
    root = ET.parse(file).getroot()
    title = root.find("{http://www.w3.org/2000/svg}title")
    read = icons.read(file)
    image = icons.raster(file.stem, read, {}, SIZE, SIZE)
    assert title is not None
    assert title.text
    assert image.size == (SIZE, SIZE)
    assert image.getbbox()


def test_a_new_file_is_an_icon_in_the_measures_of_its_view_box(folder: IconFolder) -> None:
    sprite = folder("square", SIZE)
    image, stencil = sprite.pixels(1)
    assert folder.names == ["square"]
    assert sprite.size == (60, 30)
    assert image.getpixel((15, 15)) == RED
    assert [stencil.getpixel((x, 15)) for x in (15, 45)] == [255, 0]


def test_a_chosen_colour_takes_the_place_of_that_in_the_file(folder: IconFolder) -> None:
    image, _ = folder("square", SIZE, ink=BLUE).pixels(1)
    assert image.getpixel((15, 15)) == BLUE


def test_an_icon_is_drawn_in_the_scale_of_the_picture(folder: IconFolder) -> None:
    image, stencil = folder("square", SIZE).pixels(0.5)
    assert image.size == stencil.size == (30, 15)


def test_several_icons_are_drawn_over_each_other(folder: IconFolder) -> None:
    image, stencil = folder(("crown", "square"), SIZE, ink=BLUE).pixels(1)
    assert image.size == (60, 60)
    assert image.getpixel((15, 15)) == BLUE
    assert stencil.getpixel((48, 40)) == 255


def test_a_game_has_the_icons_of_the_kit_as_well(folder: IconFolder) -> None:
    assert folder("crown", SIZE) is icon("crown", SIZE)


@pytest.mark.parametrize(("name", "inks"), [("circle", {}), ("square", {"edge": BLUE})])
def test_a_name_without_a_file_and_a_colour_that_it_lacks_are_errors(
    folder: IconFolder, name: str, inks: dict[str, Ink]
) -> None:
    with pytest.raises(LookupError):
        folder(name, SIZE, **inks)


def test_a_recorded_icon_is_one_mark_with_its_colours(folder: IconFolder) -> None:
    with recording():
        image, _ = folder("square", SIZE, ink=BLUE).pixels(1)
        (mark,) = image.__dict__["marks"]
    assert (mark.kind, mark.inks, mark.how[0]) == ("icon", (BLUE,), "square")
