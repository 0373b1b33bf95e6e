"""The pictures of Macao."""

from __future__ import annotations

from render.macao import card, decision, hand, inks, picture, signs
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    signs=signs.SIGNS,
    palette=inks.PALETTE,
)
