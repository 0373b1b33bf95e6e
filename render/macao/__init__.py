"""The pictures of Macao."""

from __future__ import annotations

from render.macao import card, decision, hand, inks, mats, picture, signs
from render.pictures import Compact, Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    compact=Compact((("turn", "tribute"), ("sea", "city")), mats.counts),
    signs=signs.SIGNS,
    colours=picture.COLOURS,
    palette=inks.PALETTE,
)
