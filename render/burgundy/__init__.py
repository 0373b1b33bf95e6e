"""The pictures of Burgundy."""

from __future__ import annotations

from render.burgundy import card, decision, hand, icons, mats, picture
from render.pictures import Compact, Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    compact=Compact((("turn",), ("orders", "phases", "track"), ("depots",)), mats.counts),
    signs=icons.SIGNS,
    colours=picture.COLOURS,
)
