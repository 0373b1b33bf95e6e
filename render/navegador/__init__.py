"""The pictures of Navegador."""

from __future__ import annotations

from render.navegador import decision, icons, mats, picture
from render.pictures import Compact, Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    decision=decision.draw,
    compact=Compact((("chart",),), mats.counts),
    signs=icons.SIGNS,
    colours=icons.COLOURS,
)
