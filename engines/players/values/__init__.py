"""What positions are worth, by game: points as the end would count them, and what is on its way to become points.

Made by hand and judged by games against the greedy player; ``docs/opponents.md`` tells what was tried.
"""

from __future__ import annotations

from engines.players.beam import Value
from engines.players.values import burgundy, burgundy_fitted, macao, macao_fitted, mmn, navegador, navegador_fitted

VALUES: dict[str, Value] = {
    "burgundy": burgundy_fitted.value,
    "macao": macao.value,
    "navegador": navegador.value,
    "mmn": mmn.value,
}
FITTED: dict[str, Value] = {"macao": macao_fitted.value, "navegador": navegador_fitted.value}
"""Where the strong player knows better."""
WEIGHTS: dict[str, dict[str, float]] = {
    "burgundy": burgundy.WEIGHTS,
    "macao": macao.WEIGHTS,
    "navegador": navegador.WEIGHTS,
    "mmn": mmn.WEIGHTS,
}
"""What the values weigh with; ``portolan tune`` looks for better ones."""
