"""Ids of the texts in MMN's pictures."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.cards import CARDS

NEW_THINGS = "mmn.picture.new_things"
TITLES = {card: f"mmn.card.{card}.name" for card in CARDS}
EFFECTS = {card: f"mmn.card.{card}.text" for card in CARDS}
NOTES = {card: f"mmn.card.{card}.note" for card in CARDS}
"""Explanations of cards. Some cards need none: their ids are missing from the catalogues."""
KINDS = {kind: f"mmn.word.{kind}" for kind in board.KINDS}
LETTERS = {kind: f"mmn.picture.letters_{kind}" for kind in board.KINDS}
"""Letters of cards: one for a resource, two for a commodity."""
TRACKS = {track: f"mmn.word.{track}" for track in board.TRACKS}
PHASES = {phase: f"mmn.picture.phase_{phase}" for phase in ("opening", "before_roll", "events", "actions", "building")}
TIMINGS = {timing: f"mmn.picture.timing_{timing}" for timing in ("action", "before_roll", "on_draw")}
ITEMS = {
    item: f"mmn.picture.item_{item}"
    for item in (
        "road",
        "settlement",
        "city",
        "wall",
        "knight",
        "activate",
        "promote",
        "captain",
        "store",
        "hall",
        "large_store",
        "serf",
        "servant",
        "journeyman",
        "repair",
        "end_famine",
    )
}
"""Names of all things with a price, in the order in which they are shown."""

LEGEND = {
    thing: f"mmn.picture.legend_{thing}"
    for thing in (
        "active",
        "inactive",
        "captain",
        "store",
        "hall",
        "large_store",
        "servant",
        "journeyman",
        "wall",
        "sabotaged",
        "curse",
        "famine",
        "strength",
    )
}
LEGEND |= {source: f"mmn.source.{source}" for source in ("autarky", "defender", "cards")}
LEGEND |= {"serf": ITEMS["serf"], "storage": "mmn.word.storage"}

TURN = "mmn.picture.turn"
GIVES = "mmn.picture.gives"
WANTS = "mmn.picture.wants"
COSTS = "mmn.picture.costs"
PROGRESS = "mmn.picture.progress"
NO_PROGRESS = "mmn.picture.no_progress"
LEFT = "mmn.picture.left"
EQUAL = "mmn.picture.equal"
COLOUR = "mmn.picture.one_colour"
SEEN = "mmn.picture.seen"
OWED = "mmn.picture.owed"
STRIKE = "mmn.picture.strike"
STRUCK = "mmn.picture.struck"
NOTE = "mmn.picture.note"
BANK = "mmn.picture.bank"
