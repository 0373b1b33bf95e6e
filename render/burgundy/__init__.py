"""The pictures of Burgundy."""

from __future__ import annotations

from render.burgundy import card, own, picture, words
from render.pictures import Pictures

PICTURES = Pictures(
    board=picture.draw, hand=own.hand, card=card.draw, decision=own.decision, message_ids=words.MESSAGE_IDS
)
