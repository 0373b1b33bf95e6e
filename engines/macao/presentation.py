"""Presentation of Macao on panels and in messages."""

from __future__ import annotations

from engines.macao.cards import CARDS
from engines.presentation import FollowUps, Opening, Presentation

PRESENTATION = Presentation(
    turn_start_events=frozenset(("round",)),
    counts_rounds=True,
    revealing_events=frozenset(("revealed", "rolled")),
    minor_events=frozenset(("paid", "returned", "joker", "has_chosen", "looks_first", "passed")),
    interim_events=frozenset(("has_chosen",)),
    milestones={"delivered": 2, "quarter": 2, "activated": 1, "tribute": 2, "wall": 1, "penalty": 2},
    event_counts={"delivered": "count"},
    opening=Opening("take", word=1, length=2),
    follow_ups=FollowUps(payments=frozenset(("pay", "spend")), choices=frozenset(("gain",))),
    position_refusals=frozenset(("macao.refuse.turn_later",)),
    missing_card_refusals=frozenset(
        ("macao.refuse.not_on_display", "macao.refuse.not_on_tableau", "macao.refuse.not_activated")
    ),
    cards=tuple(CARDS),
    boardgamegeek_id=55670,
)
