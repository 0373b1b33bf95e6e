"""Compare every mark of some pictures with the lists that are kept of them."""

from __future__ import annotations

import pytest

from tests.render.goldens import FOLDER, POSITIONS, listing
from tests.render.recording import recording


@pytest.mark.parametrize("key", POSITIONS)
def test_everything_is_drawn_as_listed(key: str) -> None:
    with recording():
        shown = listing(key)
    listed = (FOLDER / f"{key}.txt").read_text(encoding="utf-8")
    assert shown.splitlines() == listed.splitlines(), "meant? .venv/bin/python -m tests.render.goldens"
