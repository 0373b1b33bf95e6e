"""The pictures of Macao."""

from __future__ import annotations

from render.macao import card, closeup, hand, inks, picture, words
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw,
    hand=hand.draw,
    card=card.draw,
    decision=closeup.draw,
    palette=inks.PALETTE,
    message_ids=words.MESSAGE_IDS,
)
