"""Navegador: points by hand for the normal player, by how games ended for the strong one."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Game
from engines.players.beam import Beam
from engines.players.skill import Fit, Named, Skill, weighed_by_fit
from engines.players.strong import Strong
from engines.players.values import navegador, navegador_fitted

_LESS = {"away", "both", "no ships"}


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the strong player's value adds to the points that are counted."""
    return weighed_by_fit(navegador_fitted.seen(game, seat), navegador_fitted.FITTED, _LESS)


SKILL = Skill(
    normal=Beam(navegador.value),
    strong=Strong.of_own_turn(Beam(navegador_fitted.value)),  # quick guesses of what others play made it weaker
    weights=navegador.WEIGHTS,
    strong_weighs=False,
    fit=Fit(navegador_fitted.seen, navegador_fitted.FITTED, compared=True),
    parts=parts,
    together={
        "both": "market",
        "processing": "market",
        "sale": "market",
        "best privilege": "privileges to come",
        "other privileges": "privileges to come",
        "more money": "money",
        "more workers": "workers",
        "no ships": "ships",
    },
)
