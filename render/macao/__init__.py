"""The pictures of Macao."""

from __future__ import annotations

from render.macao import card, decision, hand, inks, picture
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    hand=hand.draw,
    card=card.draw,
    decision=decision.draw,
    palette=inks.PALETTE,
)
