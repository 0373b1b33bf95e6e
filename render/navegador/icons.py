"""Icons of Navegador: files in ``icons`` with colours, letters and numbers; and its signs outside of pictures."""

from __future__ import annotations

from functools import lru_cache, partial

from render.kit import fonts, png
from render.kit.canvas import inscribed, lettered
from render.kit.icons import IconFolder
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import CARD, PLAIN, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Sprite
from render.navegador.sizes import CHART_TEXT

icon = IconFolder(__file__)

COLOURS = png.chosen_colours(__file__)
"""The palette of the PNG files of boards and close-ups."""
# Inks of the goods and the joker: the colour itself, text on it, and its edge.
GOOD: dict[str, Ink] = {"sugar": WHITE, "gold": rgb("f7cf57"), "spice": rgb("9c5a2b"), "joker": rgb("ee8a36")}
ON_GOOD: dict[str, Ink] = {"sugar": TEXT, "gold": rgb("4a3405"), "spice": WHITE, "joker": TEXT}
EDGE: dict[str, Ink] = {"sugar": rgb("8d8f92"), "gold": rgb("9a7412"), "spice": rgb("5d3213"), "joker": rgb("a04d0c")}
_FACE_DOWN: dict[str, Ink] = {"sugar": rgb("8d8a80"), "gold": rgb("8d8a80"), "spice": rgb("6b6459")}
"""Inks that are mixed into the colour of a good whose colony lies face down."""
ORANGE = rgb("ee8a36")
ORANGE_DARK = rgb("8f4308")
EXPLORER_DARK = rgb("155757")
STONE = rgb("b9bcc0")
STONE_DARK = rgb("5b6067")
WOOD = rgb("9f6a37")
WOOD_DARK = rgb("5f3a17")
SEAL = rgb("8c2f39")

_EXHAUSTED = 0.4
"""Opacity of a good of which none is left."""
_TOKEN = 71
"""Width of a colony's token, in units of the chart."""
GOODS = ("sugar", "gold", "spice")


@kept_by_seats(64)
def fleet(seat: int, count: int) -> Sprite:
    """Return a seat's ships: its letter on the sail, their number on the hull."""
    colour = PLAIN.of(seat)
    ship = icon("carrack", (70, 78), sail=colour.ink, hull=colour.shade)
    named = lettered(ship, (letter(seat), fonts.SMALLEST, colour.on, (37, 21)), aside=True)
    return lettered(named, (str(count), CHART_TEXT, WHITE, (35, 54)))


@lru_cache(maxsize=32)
def good(name: str, size: int, has_any: bool = True) -> Sprite:
    """Return the icon of a good or the joker, faint if none is left."""
    sign = icon(name, size)
    return sign if has_any else sign.faint(_EXHAUSTED)


@lru_cache(maxsize=128)
def token(name: str, price: int | None) -> Sprite:
    """Return a colony of a good, open with its price, or face down if that is None."""
    is_open = price is not None
    fill = GOOD[name] if is_open else mix(GOOD[name], _FACE_DOWN[name], 0.55)
    ink = ON_GOOD[name] if is_open or name == "spice" else TEXT
    label = str(price) if is_open else "?"
    return lettered(icon("token", _TOKEN, fill=fill, edge=EDGE[name]), (label, CHART_TEXT, ink, (35.5, 23)))


@lru_cache(maxsize=32)
def factory(name: str, size: int) -> Sprite:
    """Return a factory in the colour of its good, with the good on its wall."""
    building = icon("factory", size, fill=mix(GOOD[name], CARD, 0.15), edge=EDGE[name])
    sign = icon(name, round(0.44 * size))
    return inscribed(building, lambda canvas: canvas.paste(sign, (0.503 * size, 0.703 * size)))


SIGNS = {name: partial(good, name, 60) for name in GOODS}
SIGNS |= {f"factory_{name}": partial(factory, name, 60) for name in GOODS}
