"""Presentation of Navegador on panels and in messages."""

from __future__ import annotations

from engines.presentation import Opening, Presentation

PRESENTATION = Presentation(
    # Among the legal actions people look for a discovery first.
    verbs_offered_first=frozenset(("discover",)),
    milestones={"discover": 3, "colony": 2, "build": 2, "privilege": 2, "phase": 4},
    # The spaces of the rondel that a player chooses in the first three turns.
    opening=Opening("rondel", word=1, length=3),
    # They mention the space that the player is on now; a planned move may begin on another one.
    position_refusals=frozenset(("navegador.refuse.other_field", "navegador.refuse.stone_moved")),
)
