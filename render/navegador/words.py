"""Ids of the texts in Navegador's pictures."""

from __future__ import annotations

from engines.navegador import board

FIELDS = {field: f"navegador.word.{action}" for field, action in zip(board.RONDEL, board.FIELD_ACTION, strict=True)}
CATEGORIES = {category: f"navegador.word.{category}" for category in board.CATEGORIES}
PHASE = "navegador.picture.phase"
GALLERY = "navegador.picture.gallery"
ON_MAT = "navegador.picture.on_mat"
NO_TRADE = "navegador.picture.no_trade"
NOTHING = "navegador.picture.nothing"
TURN = "picture.turn"
LAST_TURNS = "picture.turns_left"
COMING = "navegador.picture.coming"
