"""The sheet of figures: all that it says can be read where a channel shows it."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from PIL import Image

import render
from bot.wording import LANGUAGES
from bot.wording.texts import texts_in
from render import statistics_sheet
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, PAPER, SOFT, TEXT, Ink
from render.statistics_sheet import MOST, WIDTH, Line, Sheet, Tile

CHANNEL = 550
PHONE = 400
"""Pixels of a picture in a channel, on a desktop and on a narrow phone."""


def caption(language: str = "en") -> render.Caption:
    texts = texts_in(language)
    return render.Caption((), (), texts.say, texts.name)


def person(language: str) -> Sheet:
    """As /stats shows a person, with large numbers and the longest title of a game."""
    texts = texts_in(language)
    say = {name: texts.say(f"stats.column.{name}") for name in ("game", "rating", "games", "won", "points", "best")}
    tiles = tuple(Tile(texts.say(f"stats.column.{name}"), value) for name, value in TILES)
    cells = (f"{texts.title('burgundy')} (4)", texts.decimal(-12.3), "1234", "1234", texts.decimal(1234.5), "1234")
    lines = (Line(cells, course=(25, 27, 24, 31)), Line(cells, course=(25,)), Line(cells))
    return Sheet("Anna", "Games", tiles, tuple(say.values()), texts.say("stats.column.course"), lines)


def ladder(language: str, lines: int = 5) -> Sheet:
    texts = texts_in(language)
    heads = tuple(texts.say(f"stats.column.{name}") for name in ("player", "rating", "games", "won", "place"))
    rows = [Line((f"{n}  Katharina", "31.4", "1234", "999", "1.8"), n == 1, (25, 31, 34)) for n in range(1, lines)]
    for id in ("provisional", "computers.short"):
        rows.insert(2, Line((texts.say(f"ladder.{id}"),), heading=True))
    title = texts.say("stats.kind", game=texts.title("burgundy"), n=4)
    return Sheet(title, "Server", (), heads, texts.say("stats.column.sure"), tuple(rows))


TILES = (("games", "1234"), ("won", "1234 (100 %)"), ("place", "1.9"), ("pace", "116 min"))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int, Ink]]:
    """What is to be set on a picture, what is set, its size and its ink."""
    found: list[tuple[str, str, int, Ink]] = []
    text = Canvas.text

    def noting(self: Canvas, at: object, said: str, room: float, **options: object) -> int:
        size = int(str(options.get("size", 28)))
        face = str(options.get("face", fonts.SANS))
        found.append((said, fonts.clip(said, size, int(room), face), size, options.get("ink", TEXT)))  # type: ignore[arg-type]
        return text(self, at, said, room, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", noting)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["person", "ladder"])
def test_no_head_and_no_number_is_cut(said: list[tuple[str, str, int, Ink]], language: str, kind: str) -> None:
    statistics_sheet.draw(person(language) if kind == "person" else ladder(language), caption(language))
    assert [wanted for wanted, shown, _, _ in said if wanted != shown] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_has_to_be_opened_to_be_read(said: list[tuple[str, str, int, Ink]], language: str) -> None:
    for sheet in (person(language), ladder(language, MOST)):
        drawn = statistics_sheet.draw(sheet, caption(language))
        assert drawn.width == WIDTH
        assert drawn.height <= WIDTH * 350 / CHANNEL, "else it is narrower than a channel allows"
    assert min(size for _, _, size, _ in said) * CHANNEL / WIDTH >= 12
    assert min(size for _, _, size, _ in said) * PHONE / WIDTH >= 9


def luminance(ink: Ink) -> float:
    parts = [part / 255 for part in ink]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Ink, other: Ink) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", [CARD, PAPER, statistics_sheet._GOLD])
def test_words_stand_out(ground: Ink) -> None:
    assert contrast(TEXT, ground) >= 7
    assert ground == statistics_sheet._GOLD or contrast(SOFT, ground) >= 4.5
    assert contrast(statistics_sheet._BAR, ground) >= 3


def test_a_long_name_is_cut_and_signs_without_letters_are_left_out(said: list[tuple[str, str, int, Ink]]) -> None:
    line = Line(("1  " + "Wolfeschlegelsteinhausenbergerdorff " * 2 + "🐙", "31.4", "3", "1", "1.8"))
    statistics_sheet.draw(ladder("en")._replace(lines=(line,)), caption())
    (wanted, shown, size, _), *_ = [each for each in said if "Wolfe" in each[0]]
    assert "🐙" not in wanted
    assert shown.endswith("…")
    assert size == 36


def test_more_lines_than_there_is_room_for_are_left_out() -> None:
    many = ladder("en", 3 * MOST)
    assert statistics_sheet.draw(many, caption()).height == statistics_sheet.draw(ladder("en", MOST), caption()).height


def test_how_sure_a_rating_is_and_how_it_went_is_drawn() -> None:
    def pixels(*lines: Line) -> bytes:
        return statistics_sheet.draw(ladder("en")._replace(lines=lines), caption()).tobytes()

    cells: Sequence[str] = ("Anna", "31.4", "3", "1", "1.8")
    plain = Line(tuple(cells))
    drawings = [plain, plain._replace(span=(25, 31, 35)), plain._replace(course=(25, 31)), plain._replace(course=(31,))]
    found = [pixels(drawing, plain._replace(span=(20, 30, 40))) for drawing in drawings]
    assert len(set(found)) == 3
    assert found[0] == found[3], "one rating is no course"
    assert pixels(plain) != pixels(plain._replace(first=True))


def test_a_sheet_without_lines_is_a_picture_too() -> None:
    data = render.standings(Sheet("Anna", "Games"), caption())
    assert Image.open(io.BytesIO(data)).size == (WIDTH, 400)
