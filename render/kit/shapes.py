"""Shapes that stand for colours where there is no room for a letter, or no language to choose it from.

The shape of a whole picture, wide or tall, is `render.shape.Shape`.
"""

from __future__ import annotations

SHAPES = ("disc", "square", "triangle", "diamond", "cross", "star")
"""The shape of each colour of a game, in the order of its palette; the icons are named ``shape_<name>``."""
