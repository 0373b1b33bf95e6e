"""The pictures of Navegador."""

from __future__ import annotations

from render.navegador import decision, picture, signs
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw, parts=picture.parts, places=picture.places, decision=decision.draw, signs=signs.SIGNS
)
