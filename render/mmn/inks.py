"""The colours of Power, Magic and Food."""

from __future__ import annotations

from render.kit import png
from render.kit.ink import CARD, TEXT, WHITE, Ink, Palette, mix, rgb

COLOURS = png.chosen_colours(__file__)
"""The palette of the PNG files of boards."""

SEA = rgb("a7cfe6")
SHORE = rgb("f0e2b8")

TERRAIN: dict[str, Ink] = {
    "hills": rgb("d2a38a"),
    "forest": rgb("6ea059"),
    "pasture": rgb("abce63"),
    "fields": rgb("fff694"),
    "mountains": rgb("c2c4cb"),
    "gold_river": rgb("eed3aa"),
}
TERRAIN_DARK: dict[str, Ink] = {
    "hills": rgb("7c3c1b"),
    "forest": rgb("22502a"),
    "pasture": rgb("4c6b1c"),
    "fields": rgb("80610a"),
    "mountains": rgb("474c57"),
    "gold_river": rgb("7a5618"),
}

TRACK: dict[str, Ink] = {
    "trade": rgb("f0c01b"),
    "politics": rgb("536e9b"),
    "science": rgb("0d864b"),
    "power": rgb("33333a"),
    "magic": rgb("673ca7"),
    "food": rgb("ce3529"),
}
ON_TRACK: dict[str, Ink] = {**dict.fromkeys(TRACK, WHITE), "trade": rgb("2b2208")}
TRACK_DARK: dict[str, Ink] = {track: mix(ink, (0, 0, 0), 0.45) for track, ink in TRACK.items()}

STONE = rgb("b9b5ab")
STONE_DARK = rgb("57534a")
GOLD = rgb("f2c84b")
GOLD_DARK = rgb("7d5a0a")
WOOD = rgb("c98f52")
WOOD_DARK = rgb("5d3715")
RED = rgb("b02222")
RED_DARK = rgb("6d1212")
CHIP = rgb("fdf6e0")
CHIP_EDGE = rgb("6b5a36")
DIE_RED = rgb("c8281e")
FRAME = rgb("4d6a80")
"""Ink of the boxes of the head."""
FADED = mix(TEXT, WHITE, 0.3)
"""Ink of cards that a player does not have, and of things that cannot be paid: pale but legible."""

_SEATS = (rgb("ca251b"), rgb("1f55b5"), rgb("fcfcfa"), rgb("ef8a1d"), rgb("2b2b30"), rgb("1a7f44"))
PALETTE = Palette(
    names=("red", "blue", "white", "orange", "black", "green"),
    player=_SEATS,
    on=(WHITE, WHITE, rgb("2a3038"), rgb("331c04"), WHITE, WHITE),
    shades=(rgb("6d0f0a"), rgb("0d2a63"), rgb("5c646e"), rgb("8a4708"), rgb("0c0c10"), rgb("07401d")),
    edges=(_SEATS[0], _SEATS[1], rgb("8b949e"), _SEATS[3], _SEATS[4], _SEATS[5]),
    washes=(
        mix(CARD, _SEATS[0], 0.13),
        mix(CARD, _SEATS[1], 0.14),
        rgb("eef1f3"),
        mix(CARD, _SEATS[3], 0.2),
        mix(CARD, _SEATS[4], 0.15),
        mix(CARD, _SEATS[5], 0.15),
    ),
)
