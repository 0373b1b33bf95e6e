"""Presentation of The Castles of Burgundy on panels and in messages."""

from __future__ import annotations

from engines.burgundy import box
from engines.presentation import Opening, Presentation
from engines.steps import Pass

PRESENTATION = Presentation(
    turn_start_events=frozenset(("phase", "round")),
    counts_rounds=True,
    revealing_events=frozenset(("phase", "rolled")),
    minor_events=frozenset(("turned", "turned_to", "marker", "white_die")),
    milestones={"placed": 1, "region": 3, "bonus": 3, "sold": 2, "phase": 2},
    event_counts={"sold": "count"},
    opening=Opening("take", word=2, length=2),
    ending_verbs=frozenset(("end", Pass.word)),
    position_refusals=frozenset(("burgundy.refuse.answer_first",)),
    missing_card_refusals=frozenset(
        (
            "burgundy.refuse.in_no_depot",
            "burgundy.refuse.not_in_depot",
            "burgundy.refuse.not_in_storage",
            "burgundy.refuse.no_knowledge_6",
        )
    ),
    cards=box.CARDS,
    numbered_cards=box.KNOWLEDGE,
    boardgamegeek_id=84876,
)
