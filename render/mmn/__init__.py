"""The pictures of MMN (Macht, Magie und Nahrungsmittel, "Power, Magic and Food")."""

from __future__ import annotations

from render.mmn import card, hand, inks, picture, places, words
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    hand=hand.draw,
    card=card.draw,
    places=places.draw,
    palette=inks.PALETTE,
    message_ids=words.MESSAGE_IDS,
)
