"""The pictures of the README, and the command that makes them."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest
import typer
from PIL import Image

import engines
from tests import browser, readme_pictures
from tests.bot.cli.sandbox.test_sandbox_page import skip_without_browser
from tests.readme_pictures import BOARDS, FOLDER, SHOWN, Moment, board, messages, small

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
EARLY = Moment("navegador", 2, 1, 2)


def test_the_readme_shows_a_board_of_every_game_a_message_and_a_panel_all_of_them_made_by_the_command() -> None:
    assert [moment.game for moment in BOARDS] == list(engines.GAMES)
    shown = re.findall(r"\]\(docs/(\w+)\.png\)", README)
    assert sorted(shown) == sorted([*engines.GAMES, "channel", "panel"])
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == sorted([*shown, "icons"])  # docs/pictures.md


def test_the_pictures_are_of_moderate_size() -> None:
    for path in FOLDER.glob("*.png"):
        assert path.stat().st_size < 200 * 1024, path.name
    for moment in BOARDS:
        assert Image.open(FOLDER / f"{moment.game}.png").size == (1600, 1000)


def test_the_command_writes_every_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def photographed(moment: Moment) -> dict[str, bytes]:
        assert moment == SHOWN
        return dict.fromkeys(("channel", "panel"), board(EARLY))

    monkeypatch.setattr(readme_pictures, "BOARDS", (EARLY,))
    monkeypatch.setattr(readme_pictures, "messages", photographed)
    monkeypatch.setattr(readme_pictures, "FOLDER", tmp_path / "docs")
    (tmp_path / "docs").mkdir()
    readme_pictures.main()
    assert sorted(path.name for path in (tmp_path / "docs").iterdir()) == ["channel.png", "navegador.png", "panel.png"]


def test_the_board_of_one_game_is_made_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(readme_pictures, "BOARDS", (EARLY, Moment("macao", 2, 1, 2)))
    monkeypatch.setattr(readme_pictures, "FOLDER", tmp_path)
    readme_pictures.main("navegador")
    assert [path.name for path in tmp_path.iterdir()] == ["navegador.png"]
    with pytest.raises(typer.Exit):
        readme_pictures.main("chess")


@pytest.mark.proof
def test_the_message_and_the_panel_are_photographed_with_their_pictures() -> None:
    try:
        taken = asyncio.run(messages(EARLY))
    except typer.Exit:
        if browser.starts():
            raise
        skip_without_browser()
    assert list(taken) == ["channel", "panel"]
    for picture in taken.values():
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        assert image.width > 800
        assert image.getcolors(100) is None  # more than letters on grey
        assert len(small(picture)) < len(picture)
