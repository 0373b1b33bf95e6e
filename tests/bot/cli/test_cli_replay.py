"""``portolan replay``: a recorded game as boards and a clip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

import render
from bot.cli import app, recorded_boards
from bot.drawing.filming import ClipOrder
from engines import View
from tests import records
from tests.bot.grey_pixels import grey_pixel

RECORD = Path(records.__file__).parent / "mmn" / "3-84.json"


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """Record the views that are drawn."""
    drawn_views = list[View]()

    def picture(view: View, caption: render.Caption) -> bytes:
        drawn_views.append(view)
        return grey_pixel()

    monkeypatch.setattr(render, "picture", picture)
    return drawn_views


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["replay", *words, "--language", "en"])
    assert result.exit_code == 0, result.output
    return result.output


def test_every_turn_has_its_board(views: list[View], tmp_path: Path) -> None:
    (tmp_path / "board-0999.png").write_bytes(b"of another game")
    output = run(str(RECORD), "--out", str(tmp_path))
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files[:2] == ["board-0000.png", "board-0001.png"]
    assert len(files) == len(views) == 82, "the beginning, and every turn with the setup"
    assert f"{len(files)} boards are in" in output
    assert {view.viewer for view in views} == {None}
    assert sorted(view.turn for view in views)[-1] == 81


def test_a_seat_sees_what_it_knew(views: list[View], tmp_path: Path) -> None:
    run(str(RECORD), "--out", str(tmp_path), "--seat", "2")
    assert {view.viewer for view in views} == {1}


def test_the_clip_is_made_on_demand(views: list[View], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nameless = tmp_path / "nameless.json"
    nameless.write_text(json.dumps({**json.loads(RECORD.read_text()), "players": []}))
    orders = list[ClipOrder]()

    def film(order: ClipOrder, progress: object) -> bytes:
        orders.append(order)
        return b"x" * (1 << 20)

    monkeypatch.setattr(recorded_boards, "film", film)
    for record, names in (
        (nameless, ("Greedy 1", "Greedy 2", "Greedy 3")),
        (RECORD, ("greedy", "random", "greedy")),
    ):
        run(str(record), "--out", str(tmp_path), "--clip")
        assert orders.pop().names == names
    assert "and a clip of 1.0 MiB" in run(str(RECORD), "--out", str(tmp_path), "--clip", "--shape", "tall")
    assert (tmp_path / recorded_boards.CLIP).stat().st_size == 1 << 20
    assert (orders[0].shape, orders[0].seat) == ("tall", None)


@pytest.mark.parametrize(
    ("words", "wording"),
    [
        (["--seat", "4"], "the game has 3 seats, not 4"),
        (["--shape", "round"], "round"),
    ],
)
def test_what_cannot_be_shown_is_said(words: list[str], wording: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["replay", str(RECORD), "--out", str(tmp_path), *words])
    assert result.exit_code != 0
    assert wording in result.output


def test_a_record_that_is_wrong_is_not_drawn(tmp_path: Path) -> None:
    damaged_record = tmp_path / "record.json"
    damaged_record.write_bytes(RECORD.read_bytes().replace(b'"roll"', b'"fly"', 1))
    result = CliRunner().invoke(
        app, ["replay", str(damaged_record), "--out", str(tmp_path / "out"), "--language", "en"]
    )
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()


def test_lists_of_so_many() -> None:
    assert list(recorded_boards.batched(range(5), 2)) == [[0, 1], [2, 3], [4]]


def test_a_board_is_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the boards of one round are drawn, of 25."""
    draw = render.picture
    monkeypatch.setattr(
        render, "picture", lambda view, caption: draw(view, caption) if view.turn == 2 else grey_pixel()
    )
    recorded = Path(records.__file__).parent / "burgundy" / "2-41.json"
    run(str(recorded), "--out", str(tmp_path))
    assert Image.open(tmp_path / "board-0003.png").size == (1600, 1046)  # with the line above it
