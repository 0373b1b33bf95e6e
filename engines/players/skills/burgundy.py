"""Burgundy: both players use one value, made by hand and corrected by weights fitted to games."""

from __future__ import annotations

from engines.burgundy.steps import Turn
from engines.players.beam import Beam
from engines.players.comparison.burgundy import COMPARISON
from engines.players.skill import Fit, Skill, once_a_round
from engines.players.strong import Strong
from engines.players.values import burgundy, burgundy_fitted

SKILL = Skill(
    # Positions are judged quickly here, and twice as many lines play clearly better.
    normal=Beam(burgundy_fitted.value, width=16, positions=8_000),
    strong=Strong.of(Beam(burgundy_fitted.value)),
    weights=burgundy.WEIGHTS,
    fit=Fit(burgundy_fitted.features, burgundy_fitted.FITTED),
    compare=COMPARISON,
    ends_turn=once_a_round(Turn),
)
