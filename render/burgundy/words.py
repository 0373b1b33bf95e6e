"""Ids of the texts in Burgundy's pictures."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.estate import EXTRA
from render.caption import Caption

TITLES = {card: f"burgundy.card.{card}.name" for card in box.CARDS}
SHORTS = {card: f"burgundy.card.{card}.short" for card in box.CARDS}
EFFECTS = {card: f"burgundy.card.{card}.text" for card in box.CARDS}
NOTES = {card: f"burgundy.card.{card}.note" for card in box.CARDS}
"""Explanations of tiles. Some tiles need none: their ids are missing from the catalogues."""
BOARDS = {board: f"burgundy.word.{board}" for board in EXTRA}
"""Names of the boards whose ids are no numbers; they may be missing from the catalogues as well."""
CODES = {building: f"burgundy.picture.code_{building}" for building in box.BUILDINGS}
ANIMALS = {animal: f"burgundy.word.{animal}" for animal in box.ANIMAL}
GOODS = {kind: f"burgundy.word.{kind}" for kind in box.GOODS}
KINDS = {colour: f"burgundy.picture.kind_{colour}" for colour in box.COLOURS}

ROUND = "burgundy.picture.round"
NEXT_ROUND = "burgundy.picture.next_round"
BOARD = "burgundy.word.board"
ON_MAT = "burgundy.picture.board"
"""A shorter word for board, for the small corner of a player's mat."""
CHOICE = "burgundy.picture.choice"
STORAGE = "burgundy.picture.storage"
GOODS_STORE = "burgundy.picture.goods_store"
KNOWLEDGE = "burgundy.picture.knowledge"
OPEN = "burgundy.picture.open"
PURCHASED = "burgundy.picture.purchased"
PROJECTED = "burgundy.picture.projected"
IN_BOX = "burgundy.picture.in_box"
BLACK_BACK = "burgundy.picture.black_back"
NOTE = "burgundy.picture.note"


def name_of(tile: str) -> str:
    """Return the id of the text with the name of a tile."""
    return ANIMALS.get(tile) or TITLES[tile]


def board(id: str, caption: Caption) -> str:
    """Return the name of a board: its number, with the edition if that is not the first."""
    return (caption.text_or_none(BOARDS[id]) if id in BOARDS else "") or id
