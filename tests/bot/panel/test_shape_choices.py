"""Whose shape counts, and where the button for it fits."""

from __future__ import annotations

import discord

from bot.interactions.shapes import read_shape
from bot.panel.layout import add_at_end
from bot.panel.panel_controls import PanelShape
from render.shape import Shape


def test_what_is_stored_and_not_known_counts_for_nothing() -> None:
    assert read_shape("tall") is Shape.TALL
    assert [read_shape(value) for value in ("round", None, 3, ["wide"])] == [None] * 4


def test_a_row_that_is_full_gets_no_further_button() -> None:
    view = discord.ui.View(timeout=None)
    for number in range(5):
        view.add_item(discord.ui.Button(label=str(number), row=4))
    add_at_end(view, PanelShape(Shape.TALL, 1).button("Tall picture"))
    assert len(view.children) == 5
