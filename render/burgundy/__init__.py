"""The pictures of Burgundy."""

from __future__ import annotations

from render.burgundy import card, hand, picture, words
from render.pictures import Pictures

PICTURES = Pictures(board=picture.draw, hand=hand.draw, card=card.draw, message_ids=words.MESSAGE_IDS)
