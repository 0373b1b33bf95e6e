"""The pictures of Burgundy."""

from __future__ import annotations

from render.burgundy import card, decision, hand, picture, signs
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    signs=signs.SIGNS,
)
