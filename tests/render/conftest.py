"""What every game's pictures are watched for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import Image

from render.kit.canvas import Canvas
from tests.render.recording import recording


@pytest.fixture
def recorded() -> Iterator[None]:
    """Record marks instead of painting them: see ``recording``."""
    with recording():
        yield


@pytest.fixture(scope="module")
def noted() -> Iterator[None]:
    """Record marks for all tests of a module."""
    with recording():
        yield


@pytest.fixture
def told(recorded: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are written; a text that does not fit its room or leaves the picture fails the test."""
    texts: list[str] = []
    write = Canvas.text

    def watch(self: Canvas, at: tuple[float, float], text: str, room: float, **options: object) -> int:
        width = write(self, at, text, room, **options)  # type: ignore[arg-type]
        start = at[0] - {"l": 0.0, "m": width / 2, "r": float(width)}[str(options.get("side", "l"))]
        texts.append(text)
        assert width <= room + 1
        left, y = self.pixel((start, at[1]))
        right, _ = self.pixel((start + width, at[1]))
        assert left >= -1
        assert right <= self.image.width + 1
        assert 0 < y < self.image.height
        return width

    monkeypatch.setattr(Canvas, "text", watch)
    return texts


@pytest.fixture
def cut(recorded: None, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the texts that are written and do not fit: those with an ellipsis and those that are wider when alone."""
    texts: set[str] = set()
    write = Canvas.text

    def watch(self: Canvas, at: tuple[float, float], text: str, room: float, **options: object) -> int:
        width = write(self, at, text, room, **options)  # type: ignore[arg-type]
        alone = Canvas(Image.new("RGB", (1, 1)), self.scale)
        if "\u2026" in text or write(alone, (0, 0), text, 5000, **options) > width:  # type: ignore[arg-type]
            texts.add(text)
        return width

    monkeypatch.setattr(Canvas, "text", watch)
    return texts
