"""Convex outlines, and whether they overlap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from render.kit.canvas import Box
from render.kit.pen import Point

Outline = Sequence[Point]


def outline(box: Box) -> Outline:
    left, top, width, height = box
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def meet(first_outline: Outline, second_outline: Outline, slack: float = 1) -> bool:
    """Return whether two convex outlines overlap by more than ``slack``, so that no line separates them."""
    for shape in (first_outline, second_outline):
        for (x, y), (right, bottom) in pairwise((*shape, shape[0])):
            across = bottom - y
            down = x - right
            length = (across**2 + down**2) ** 0.5
            first, second = (
                [(across * a + down * b) / length for a, b in outline] for outline in (first_outline, second_outline)
            )
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True
