"""Layout of the picture of a decision: its subject, what helps to decide, and the player's own mat."""

from __future__ import annotations

from functools import lru_cache

from render.kit.boxes import Node, arrange, column, fitted, inset, leaf, margin, row, scaled, space
from render.navegador.geography import ROSE_RADIUS
from render.navegador.layout import BUILDINGS, GALLERY, HIGH_MAT, LISBON, MARKET, PANEL_HEIGHT, Layout
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

ROSE = ROSE_RADIUS + 165, ROSE_RADIUS + 70
"""The middle of the rondel, with room around it for costs and gains of its fields, in units."""
_LARGEST = 2.0
"""The most pixels of a unit of a subject."""


def _large(box: Node, width: float = 0, height: float = PANEL_HEIGHT) -> Node:
    return fitted(row(box, width=width, height=height), _LARGEST)


_SUBJECTS = {
    "chart": leaf("chart"),
    "rondel": _large(leaf("rondel"), 2 * ROSE[0], 2 * ROSE[1]),
    "market": _large(MARKET),
    "buildings": _large(BUILDINGS, 760),
    "lisbon": _large(LISBON),
    "gallery": _large(GALLERY),
    "sums": _large(leaf("sums", 440)),
}
"""What a decision is about or helps to decide. Of the chart a part is shown that fills the room there is."""
_AIDS = {"rondel": "market", "chart": "lisbon", "market": "sums", "lisbon": "sums", "buildings": "lisbon"}
"""What is shown to help with each subject."""


@lru_cache(maxsize=16)
def of(shape: Shape, subject: str) -> Layout:
    """Return the arrangement for a shape and the subject of a decision."""
    aid = _SUBJECTS[_AIDS[subject]] if subject in _AIDS else space()
    if shape is Shape.TALL:
        tree = _tall(_SUBJECTS[subject], aid)
        size = TALL_WIDTH, round(tree.least[1])
    else:
        tree = _wide(_SUBJECTS[subject], aid)
        size = WIDE_SIZE
    parts = arrange(tree, size)
    mat = parts.pop("mat")
    return Layout(size, parts, (mat,), arrange(HIGH_MAT, mat.measures))


def _wide(subject: Node, aid: Node) -> Node:
    return margin(
        16,
        row(
            column(leaf("head", height=92), subject, gap=16),
            column(scaled(0.9, leaf("mat"), height=500), aid, gap=16, width=500),
            gap=22,
        ),
    )


def _tall(subject: Node, aid: Node) -> Node:
    return column(
        inset(leaf("head", height=100), left=18, top=18, right=18, bottom=16),
        row(subject, height=1060),
        margin(18, row(scaled(1.5, leaf("mat"), width=940), aid, gap=18, height=610)),
    )
