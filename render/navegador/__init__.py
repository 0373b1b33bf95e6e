"""The pictures of Navegador."""

from __future__ import annotations

from render.navegador import decision, picture, words
from render.pictures import Pictures

PICTURES = Pictures(board=picture.draw, decision=decision.draw, message_ids=words.MESSAGE_IDS)
