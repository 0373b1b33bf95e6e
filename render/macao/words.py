"""Ids of the texts in Macao's pictures."""

from __future__ import annotations

from engines.macao import board
from engines.macao.cards import CARDS

TITLES = {card: f"macao.card.{card}.name" for card in CARDS}
SHORTS = {card: f"macao.card.{card}.short" for card in CARDS}
EFFECTS = {card: f"macao.card.{card}.text" for card in CARDS}
NOTES = {card: f"macao.card.{card}.note" for card in CARDS}
"""Explanations of cards. Some cards need none: their ids are missing from the catalogues."""
COLOURS = {colour: f"macao.word.{colour}" for colour in board.COLOURS}
LETTERS = {colour: f"macao.picture.letter_{colour}" for colour in board.COLOURS}
WARES = {ware: f"macao.word.{ware}" for ware in (*board.WARES, board.JOKER)}
PORTS = {port: f"macao.word.{port}" for port in board.PORTS}
PHASES = {phase: f"macao.word.phase_{phase}" for phase in ("draft", "cubes", "cards", "dice", "actions", "over")}
TYPES = {kind: f"macao.picture.type_{kind}" for kind in ("office", "building", "person")}
TIMINGS = {timing: f"macao.picture.timing_{timing}" for timing in sorted({card.timing for card in CARDS.values()})}
_LIMITS = {card.limit for card in CARDS.values() if card.timing != "game_end"}
LIMITS = {limit: f"macao.picture.limit_{limit}" for limit in sorted(_LIMITS)}
SOURCES = {
    source: f"macao.picture.source_{source}" for source in ("wares", "tribute", "cards", "scoring", "city", "penalties")
}

TRIBUTE = "macao.picture.tribute"
ROUND = "macao.picture.round"
TABLEAU = "macao.picture.tableau"
ACTIVATED = "macao.picture.activated"
NONE = "macao.picture.none"
NOTE = "macao.picture.note"
USED = "macao.picture.used"
PROJECTED = "macao.picture.projected"
PAYABLE = "macao.picture.payable"
PAYMENT = "macao.picture.payment"
SEA = "macao.picture.sea"
