"""Shapes that stand for colours where there is no room for a letter, or no language to choose it from."""

from __future__ import annotations

SHAPES = ("disc", "square", "triangle", "diamond", "cross", "star")
"""Of the colours of a game, in their order; the icons are called ``shape_`` and this."""
