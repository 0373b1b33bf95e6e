"""The board of Pebbles, as plain as a board can be: whose turn it is, and a line for each seat."""

from __future__ import annotations

from PIL import Image

from render.caption import Caption
from render.kit import mat, turn
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.fonts import WIDTH
from render.kit.ink import CARD, PAPER, TEXT, WHITE, Palette, mix, rgb
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape
from tests.engines.tiny import PebblesView

_INKS = (rgb("12ab34"), rgb("5b2a86"), rgb("c0392b"))
PALETTE = Palette(
    names=("green", "orange", "red"),
    player=_INKS,
    on=(WHITE, WHITE, WHITE),
    shades=tuple(mix(ink, TEXT, 0.5) for ink in _INKS),
    edges=_INKS,
    washes=tuple(mix(CARD, ink, 0.15) for ink in _INKS),
)
HIDDEN = "pebbles.picture.hidden"


def draw(view: PebblesView, caption: Caption) -> Image.Image:
    """Draw the view of a seat or of a spectator."""
    size = WIDE_SIZE if caption.shape is Shape.WIDE else (TALL_WIDTH, 140 + 100 * view.seats)
    canvas = Canvas(Image.new("RGB", size, PAPER))
    turn.draw_strip(canvas, (40, 30, WIDTH - 80, 90), view.to_act or view.ranking[:1], view.over, caption, PALETTE)
    for place, seat in enumerate(mat.order(view)):
        y = 180 + 100 * place
        canvas.paste(badge(seat, 64, PALETTE), (82, y))
        line = f"{caption.name(seat)}: {view.points[seat]}"
        if seat == view.viewer and view.mine is not None:
            line += f" ({caption.text(HIDDEN)}: {view.mine})"
        canvas.text((140, y), line, WIDTH - 180, size=40)
    return canvas.image


def parts(view: PebblesView, caption: Caption) -> dict[str, Box]:
    """See ``render.pictures.Parts``."""
    rows = {
        f"mat{seat}": (40.0, 130.0 + 100 * place, WIDTH - 80.0, 100.0) for place, seat in enumerate(mat.order(view))
    }
    return {"turn": (40.0, 30.0, WIDTH - 80.0, 90.0), **rows}
