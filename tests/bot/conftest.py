"""Fixtures for tests of the bot."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import render


@pytest.fixture
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are one grey pixel: for tests of everything but pictures."""
    buffer = io.BytesIO()
    Image.new("L", (1, 1), 128).save(buffer, "PNG")
    monkeypatch.setattr(render, "picture", lambda view, caption: buffer.getvalue())
