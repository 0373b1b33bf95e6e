"""The colours of Burgundy."""

from __future__ import annotations

from render.kit.ink import CARD, TEXT, WHITE, Ink, mix, rgb

TILE: dict[str, Ink] = {
    "building": rgb("dbb683"),
    "animal": rgb("8fc228"),
    "knowledge": rgb("fee35c"),
    "ship": rgb("7fb9e6"),
    "castle": rgb("3d7c50"),
    "mine": rgb("a5aab1"),
}
"""Inks of tiles, by the type of tile, which the rules call its colour."""
EDGE: dict[str, Ink] = {
    "building": rgb("6f4a1c"),
    "animal": rgb("3f6b17"),
    "knowledge": rgb("7a6106"),
    "ship": rgb("1d4f7d"),
    "castle": rgb("163a22"),
    "mine": rgb("494e55"),
}
"""Inks of the edges of tiles and of the signs on them."""
ON_TILE: dict[str, Ink] = {**dict.fromkeys(TILE, TEXT), "castle": WHITE}
"""Inks of words and numbers on tiles."""
HEX: dict[str, Ink] = {
    "building": rgb("e6ceab"),
    "animal": rgb("b0d069"),
    "knowledge": rgb("fff4a4"),
    "ship": rgb("b2d3e9"),
    "castle": rgb("88ad8e"),
    "mine": rgb("c8c9c8"),
}
"""Inks of hexes that no tile covers yet."""

GOODS: dict[str, Ink] = {
    "turquoise": rgb("0e8185"),
    "purple": rgb("6d3fa7"),
    "pink": rgb("ef97c9"),
    "red": rgb("c13b3e"),
    "brown": rgb("794411"),
    "orange": rgb("ef8c24"),
}
ON_GOODS: dict[str, Ink] = {**dict.fromkeys(GOODS, WHITE), "pink": rgb("3d0f25"), "orange": rgb("331c04")}
"""Inks of the numbers on goods."""
GOODS_EDGE: dict[str, Ink] = {kind: mix(ink, (0, 0, 0), 0.45) for kind, ink in GOODS.items()}

BLACK = rgb("2b2b30")
"""The ink of the black depot."""
FRAME = rgb("7a4a4f")
"""The ink of the frames around the parts of the head."""
BORDER = rgb("4a3a28")
"""The ink of borders between the regions of a board, and of depots."""
EARTH = rgb("efe3c6")
"""The ground of numbered depots."""
SLOT = mix(CARD, BORDER, 0.08)
"""The ink of empty spaces for tiles."""
