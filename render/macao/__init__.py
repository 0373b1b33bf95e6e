"""The pictures of Macao."""

from __future__ import annotations

from render.macao import card, decision, hand, icons, inks, mats, picture
from render.pictures import Compact, Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    compact=Compact((("turn", "tribute"), ("sea", "city")), mats.counts),
    signs=icons.SIGNS,
    colours=picture.COLOURS,
    palette=inks.PALETTE,
)
