"""Macao: the strong player uses the mean of the value made by hand and the one fitted to games."""

from __future__ import annotations

from engines.macao.steps.rounds import Turn
from engines.players.beam import Beam
from engines.players.comparison.macao import COMPARISON
from engines.players.skill import Fit, Skill, once_a_round
from engines.players.strong import Strong
from engines.players.values import macao, macao_fitted

SKILL = Skill(
    normal=Beam(macao.value),
    strong=Strong.of_own_turn(Beam(macao_fitted.value)),
    weights=macao.WEIGHTS,
    fit=Fit(macao_fitted.features, macao_fitted.FITTED),
    compare=COMPARISON,
    ends_turn=once_a_round(Turn),
)
