"""Pictures of a game in the frames in which people see them."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

import engines
import render
from tests.bot.command_line import invoke
from tools.frames.__main__ import app

pytestmark = pytest.mark.usefixtures("clean_place")


def test_boards_hands_and_closeups_are_laid_into_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures are those of every chosen turn, each as its seat's panel would show it."""
    drawn: list[tuple[str, int | None]] = []

    @cache
    def white(size: tuple[int, int]) -> bytes:
        file = io.BytesIO()
        Image.new("L", size, "white").save(file, "PNG")
        return file.getvalue()

    def draw(kind: str) -> Callable[..., bytes]:
        def drawing(view: engines.View, caption: render.Caption, actions: list[engines.Action] | None = None) -> bytes:
            if kind == "hand" and view.viewer == 1:
                raise LookupError("this one has none")
            assert (actions is not None) == (kind == "decision")
            assert actions is None or (len(actions) > 0 and view.viewer is not None)
            drawn.append((kind, view.viewer))
            return white((1600, 3000) if caption.shape == "tall" else (1600, 1000))

        return drawing

    for kind in ("picture", "hand", "decision"):
        monkeypatch.setattr(render, kind, draw(kind))
    frames = tmp_path / "frames"
    frames.mkdir()
    (frames / "laptop-board-9999.png").write_bytes(b"of an earlier game")
    words = ["burgundy", "--seats", "2", "--seed", "4", "--out", str(tmp_path), "--shape", "tall"]
    result = invoke(app, *words, "--player", "random", "--every", "25")
    assert result.exit_code == 0, result.output
    written = {kind: [*tmp_path.glob(f"{kind}-*.png")] for kind in ("board", "hand", "decision")}
    for kind, paths in written.items():
        framed = [path for path in paths if int(path.stem.split("-")[1]) % 25 == 0]
        assert framed, f"{kind} of the last turn"
        assert kind != "decision" or {path.stem.split("-")[-1] for path in paths} >= {"1", "2"}
        assert (kind == "board") == (framed != paths)
        for device, size in (("laptop", (1280, 800)), ("phone", (2 * 1170 + 12, 2532))):
            laid = {path.name for path in frames.glob(f"{device}-{kind}-*.png")}
            assert laid == {f"{device}-{path.name}" for path in framed}
            assert {Image.open(frames / name).size for name in laid} == {size}
        assert len([*frames.glob(f"channel-{kind}-*.png")]) == -(-len(framed) // 12)
    private = [kind for kind, seat in drawn if seat is not None]
    assert sorted(private) == ["decision"] * len(written["decision"]) + ["hand"] * len(written["hand"])
