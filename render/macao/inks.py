"""The colours of Macao."""

from __future__ import annotations

from render.kit.ink import CARD, WHITE, Ink, Palette, mix, rgb

CUBE: dict[str, Ink] = {
    "red": rgb("d03326"),
    "green": rgb("27844a"),
    "blue": rgb("046be3"),
    "violet": rgb("683b9e"),
    "black": rgb("26262b"),
    "gray": rgb("a8afb6"),
}
LETTER = {"red": "R", "green": "G", "blue": "B", "violet": "V", "black": "K", "gray": "E"}
"""Letters of the colours outside of pictures in a language (see ``letters``)."""
ON_CUBE: dict[str, Ink] = {**dict.fromkeys(CUBE, WHITE), "gray": rgb("1e2329")}
CUBE_EDGE: dict[str, Ink] = {colour: mix(ink, (0, 0, 0), 0.38) for colour, ink in CUBE.items()}

TYPE: dict[str, Ink] = {"office": rgb("d9a520"), "building": rgb("a8543a"), "person": rgb("6f7b87")}
"""Inks of the types of cards: offices yellow, buildings red-brown, persons grey."""
TYPE_WASH: dict[str, Ink] = {kind: mix(CARD, ink, 0.26) for kind, ink in TYPE.items()}
TYPE_DARK: dict[str, Ink] = {kind: mix(ink, (0, 0, 0), 0.45) for kind, ink in TYPE.items()}

SEA = rgb("bddde1")
SEA_DEEP = rgb("8fbfc8")
ROUTE = rgb("4d7f92")
QUARTER = rgb("f3e2bf")
QUARTER_EDGE = rgb("a98a52")
DARK_QUARTER = rgb("cfae7d")
DARK_EDGE = rgb("6e4a20")
STONE = rgb("d8d2c4")
STONE_DARK = rgb("8d8574")
FRAME = rgb("7a5a2a")
PENALTY = rgb("b3261e")
LAUREL = rgb("b23a2c")

SHIP_WHITE = rgb("fdfdfb")
_SEATS = (rgb("ea8a2a"), SHIP_WHITE, rgb("f5d63d"), rgb("7b4a24"))
PALETTE = Palette(
    names=("orange", "white", "yellow", "brown"),
    player=_SEATS,
    on=(rgb("331c04"), rgb("2a3038"), rgb("2b2208"), WHITE),
    shades=(rgb("8a4708"), rgb("666e78"), rgb("84700c"), rgb("3f230d")),
    edges=(_SEATS[0], rgb("8b949e"), rgb("d9b31c"), _SEATS[3]),
    washes=(mix(CARD, _SEATS[0], 0.2), rgb("eef1f3"), mix(CARD, _SEATS[2], 0.26), mix(CARD, _SEATS[3], 0.17)),
)
