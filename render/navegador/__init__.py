"""The pictures of Navegador."""

from __future__ import annotations

from render.navegador import picture, words
from render.pictures import Pictures

PICTURES = Pictures(board=picture.draw, message_ids=words.MESSAGE_IDS)
