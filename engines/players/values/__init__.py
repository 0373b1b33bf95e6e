"""What positions are worth, by game: points as the end would count them, and what is on its way to become points.

Made by hand and judged by games against the greedy player, in part corrected by what games have shown;
``docs/opponents.md`` tells what was tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engines.contract import Game
from engines.players.beam import Value
from engines.players.values import (
    burgundy,
    burgundy_fitted,
    macao,
    macao_fitted,
    mmn,
    mmn_strong,
    navegador,
    navegador_fitted,
)
from engines.players.values.fitted import Fitted, Seen


class Fit(NamedTuple):
    """What was fitted to games: what is weighed, and the weights; ``compared``: what a seat has beside the others."""

    seen: Callable[[Game, int], Seen]
    fitted: Fitted
    compared: bool = False


VALUES: dict[str, Value] = {
    "burgundy": burgundy_fitted.value,
    "macao": macao.value,
    "navegador": navegador.value,
    "mmn": mmn.value,
}
FITTED: dict[str, Value] = {
    "macao": macao_fitted.value,
    "navegador": navegador_fitted.value,
    "mmn": mmn_strong.value,
}
"""Where the strong player knows better."""
FITTED_ALONE = frozenset({"mmn", "navegador"})
"""Where it judges what it does without ``WEIGHTS``; offers of trade are judged by them all the same."""
WEIGHTS: dict[str, dict[str, float]] = {
    "burgundy": burgundy.WEIGHTS,
    "macao": macao.WEIGHTS,
    "navegador": navegador.WEIGHTS,
    "mmn": mmn.WEIGHTS,
}
"""What the values weigh with; ``portolan tune`` looks for better ones."""
FITS = {
    "burgundy": Fit(burgundy_fitted.seen, burgundy_fitted.FITTED),
    "macao": Fit(macao_fitted.seen, macao_fitted.FITTED),
    "navegador": Fit(navegador_fitted.seen, navegador_fitted.FITTED, compared=True),
}
"""The weights that ``portolan fit`` finds."""
