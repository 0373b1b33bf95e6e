"""``python -m tools.icon_sheet``: a sheet of all icons, or one line that says why it cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.bot.command_line import invoke, refusal
from tools import icon_sheet


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icon_sheet, "draw_sheet", lambda: Image.new("RGB", (8, 8)))


def test_the_sheet_is_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert invoke(icon_sheet.app, "--out", str(out)).exit_code == 0
    assert Image.open(out).size == (8, 8)


@pytest.mark.parametrize(
    ("out", "reason"), [("sheet.foo", "unknown file extension: .foo"), ("nowhere/sheet.png", "No such file")]
)
def test_a_file_that_cannot_be_written_is_refused_in_one_line(out: str, reason: str, tmp_path: Path) -> None:
    line = refusal(invoke(icon_sheet.app, "--out", str(tmp_path / out)))
    assert line.startswith(f"{tmp_path / out} cannot be written to: {reason}")
