"""Fixtures for tests of the bot."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from PIL import Image

import render


@pytest.fixture
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards and maps are one grey pixel: for tests of everything but pictures."""
    buffer = io.BytesIO()
    Image.new("L", (1, 1), 128).save(buffer, "PNG")
    monkeypatch.setattr(render, "picture", lambda view, caption: buffer.getvalue())
    monkeypatch.setattr(render, "places", lambda view, caption, actions: buffer.getvalue())


@pytest.fixture
def clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder to work in, and nothing configured; logging is as before afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "HEALTH_FILE"):
        monkeypatch.delenv(name, raising=False)
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
