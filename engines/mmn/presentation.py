"""Presentation of Power, Magic and Food: milestones, minor events and follow-ups."""

from __future__ import annotations

from engines.mmn.cards import CARDS
from engines.presentation import FollowUps, Presentation

CARDS_AND_PAYMENTS = frozenset(
    (
        "paid",
        "received",
        "contributed",
        "discarding",
        "short_single",
        "traded_bank",
        "drew",
        "returned",
        "peeked",
        "looked",
    )
)
TURN_ORDER = frozenset(("passed", "built_enough"))
OFFERS = frozenset(
    (
        "offered",
        "offered_to",
        "declined",
        "took_back",
        "would_accept",
        "withdrawn",
        "countered",
        "declined_offer",
        "took_back_acceptance",
        "would_accept_offer",
        "countered_offer",
        "offer_lapsed",
    )
)

PRESENTATION = Presentation(
    turn_start_events=frozenset(("turn",)),
    minor_events=CARDS_AND_PAYMENTS | TURN_ORDER | OFFERS,
    result_events=frozenset(("victory",)),
    interim_events=frozenset(("discarding",)),
    milestones={
        "settlement": 2,
        "city": 3,
        "metropolis": 5,
        "improved": 1,
        "attack": 3,
        "pillaged": 3,
        "award": 4,
        "award_moved": 4,
        "stolen": 1,
        "vp_card": 3,
    },
    event_counts={"stolen": "count"},
    follow_ups=FollowUps(
        payments=frozenset(("pay",)),
        choices=frozenset(("choose",)),
        trade="bank",
        trade_choice="take",
        card="play",
        card_choices=frozenset(("take", "pick")),
    ),
    cards=tuple(CARDS),
    # It would explain much that only has a word of rolling in it.
    position_refusals=frozenset(("mmn.refuse.rolled",)),
)
