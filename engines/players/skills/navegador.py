"""Navegador: the normal player uses a value made by hand, the strong one a value fitted to games."""

from __future__ import annotations

from engines.players.beam import Beam
from engines.players.comparison.navegador import COMPARISON
from engines.players.skill import Fit, Skill
from engines.players.strong import Strong
from engines.players.values import navegador, navegador_fitted

SKILL = Skill(
    normal=Beam(navegador.value),
    strong=Strong.of_own_turn(Beam(navegador_fitted.value)),  # playing on with quick guesses made it weaker
    weights=navegador.WEIGHTS,
    strong_weighs=False,
    fit=Fit(navegador_fitted.features, navegador_fitted.FITTED, compared=True),
    compare=COMPARISON,
    extras=frozenset({"navegador"}),
)
