"""Presentation of Navegador on panels and in messages."""

from __future__ import annotations

from engines.presentation import Opening, Presentation

PRESENTATION = Presentation(
    verbs_offered_first=frozenset(("discover",)),
    milestones={"discover": 3, "colony": 2, "build": 2, "privilege": 2, "phase": 4},
    opening=Opening("rondel", word=1, length=3),
    position_refusals=frozenset(("navegador.refuse.other_field",)),
)
