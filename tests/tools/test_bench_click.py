"""How much work a click makes is bounded, whatever machine it is counted on."""

from __future__ import annotations

import pytest

from engines import GAMES
from tools.bench import click


@pytest.mark.parametrize("key", [pytest.param(key, marks=[] if key == "mmn" else pytest.mark.proof) for key in GAMES])
@pytest.mark.usefixtures("plain_pictures", "held_to_discord")
def test_a_click_asks_the_database_little_and_keeps_few_parts_busy(key: str) -> None:
    traced = click.trace(key, 8)
    assert len(traced) > 1
    for traced_click in traced:
        assert all(count <= bound for count, bound in zip(traced_click.counts, click.BOUNDS, strict=True)), traced_click
        assert traced_click.answering
        assert len(traced_click.functions) > 100
    parts = click.usual(traced)
    assert all(part <= most for part, most in zip(parts, click.PARTS, strict=False)), parts
