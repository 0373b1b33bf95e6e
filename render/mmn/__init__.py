"""The pictures of MMN (Macht, Magie und Nahrungsmittel, "Power, Magic and Food")."""

from __future__ import annotations

from render.mmn import card, decision, hand, icons, inks, letters, mats, picture
from render.pictures import Compact, Pictures

PICTURES = Pictures(
    board=picture.draw,
    parts=picture.parts,
    places=picture.places,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    compact=Compact((("turn", "dice", "track"), ("map",)), mats.counts),
    marks=letters.letters,
    signs=icons.SIGNS,
    colours=inks.COLOURS,
    palette=inks.PALETTE,
)
