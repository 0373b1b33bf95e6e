"""The meanings of pieces and signs, drawn in the colour and with the letter of the first seat."""

from __future__ import annotations

from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, LINE, PAPER, SOFT, mix
from render.kit.part import Part
from render.kit.pen import Sprite
from render.mmn import figures, pieces, words
from render.mmn.icons import icon

_SIGN = 48


def draw(canvas: Canvas, caption: Caption, part: Part, columns: int) -> None:
    """Draw every sign with its name."""
    left_x, top, width, height = part.size
    canvas.frame(part.size, mix(PAPER, CARD, 0.6), mix(PAPER, LINE, 0.5), 2, 14)
    every = signs()
    step = (width - 12) / columns
    pitch = (height - 16) / -(-len(every) // columns)
    for number, (thing, sign) in enumerate(every.items()):
        row, column = divmod(number, columns)
        x = left_x + 6 + column * step
        y = top + 8 + (row + 0.5) * pitch
        canvas.paste(sign, (x + _SIGN / 2, y))
        text = caption.text(words.LEGEND[thing])
        canvas.text((x + _SIGN + 2, y), text, step - _SIGN - 3, size=SMALLEST, ink=SOFT, aside=True)


def signs() -> dict[str, Sprite]:
    """Return the signs that are explained, by the keys of their texts."""
    return {
        "active": pieces.knight(0, "basic", 48),
        "inactive": pieces.knight(0, "basic", 48, False),
        "captain": pieces.knight(0, "mighty", 48, True, True),
        "store": pieces.chip(0, "store", 42),
        "hall": pieces.chip(0, "hall", 42),
        "large_store": pieces.chip(0, "large_store", 42),
        "servant": pieces.chip(0, "servant", 42),
        "journeyman": pieces.chip(0, "journeyman", 42),
        "wall": pieces.city(0, 46, True),
        "sabotaged": pieces.city(0, 46, sabotaged=True),
        "curse": figures.curse(0, 46),
        "famine": icon("hunger", 46),
        "storage": icon("crates", 42),
        "autarky": icon("autarky", 42),
        "serf": icon("worker", 42),
        "strength": icon("track_power", 46),
        "defender": icon("shield", 44),
        "cards": icon("scroll", 46),
    }
