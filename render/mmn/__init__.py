"""The pictures of MMN (Macht, Magie und Nahrungsmittel, "Power, Magic and Food")."""

from __future__ import annotations

from render.mmn import card, decision, hand, inks, letters, picture, signs
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    marks=letters.letters,
    signs=signs.SIGNS,
    palette=inks.PALETTE,
)
