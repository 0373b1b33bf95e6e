from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

import render
from tests.render.positions import caption


@pytest.mark.parametrize(
    "series",
    [
        [[], []],
        [[16], [16]],
        [[16, 20, 31], [16, 16, 40], [16, 18, 40]],
        [[16 + seat + turn for turn in range(157)] for seat in range(5)],
        [[0] * 9, [-7] * 9],
        [[5000, 90000], [1, 2, 3]],
    ],
)
def test_any_game_has_a_chart(series: list[list[int]]) -> None:
    data = render.chart(series, caption(), "Navegador \U0001f3b2")
    assert Image.open(BytesIO(data)).width == 1600
    assert len(data) < 100 * 1024


def test_points_make_a_difference() -> None:
    assert render.chart([[16, 20], [16, 30]], caption()) != render.chart([[16, 20], [16, 31]], caption())
