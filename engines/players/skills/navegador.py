"""Navegador: points by hand for the normal player, by how games ended for the strong one."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Game
from engines.navegador import board
from engines.navegador.position import Position
from engines.players.beam import Beam
from engines.players.skill import Fit, Named, Skill, Term, weighed_by_fit
from engines.players.skills.navegador_facts import fact, used
from engines.players.strong import Strong
from engines.players.values import navegador, navegador_fitted

_LESS = {"both", "no ships"}
_REACHED = {"near builder", "near colony", "near market", "near privilege", "near sailing"}
"""Weighed with what the field is good for, if it is within reach."""


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the strong player's value adds to the points that are counted. A field is within reach or it is not: how
    much it is good for is told of what it is used with. Fewer ships are away where more are at home."""
    assert isinstance(game, Position)
    for name, term in weighed_by_fit(navegador_fitted.seen(game, seat), navegador_fitted.FITTED, _LESS):
        if name == "away":
            yield name, Term(game.state.players[seat].fleet.get(board.HOME, 0), term.worth)
        else:
            yield name, Term(1.0, term.worth) if name in _REACHED else term


SKILL = Skill(
    normal=Beam(navegador.value),
    strong=Strong.of_own_turn(Beam(navegador_fitted.value)),  # quick guesses of what others play made it weaker
    weights=navegador.WEIGHTS,
    strong_weighs=False,
    fit=Fit(navegador_fitted.seen, navegador_fitted.FITTED, compared=True),
    parts=parts,
    together={
        "away": "home",
        "both": "market",
        "of a good": "market",
        "processing": "market",
        "sale": "market",
        "best privilege": "privileges to come",
        "other privileges": "privileges to come",
        "privilege on offer": "privileges to come",
        "tokens in reach": "tokens",
        "tokens payable": "tokens",
        "more money": "money",
        "more workers": "workers",
        "no ships": "ships",
    },
    figures={
        "churches": frozenset({"church"}),
        "shipyards": frozenset({"shipyard"}),
        "explorers": frozenset({"explorer"}),
        **{f"{good} colonies": frozenset({"colony"}) for good in board.GOODS},
        **{f"{good} factories": frozenset({"factory"}) for good in board.GOODS},
    },
    fact=fact,
    used=used,
    repeats={"privileges": frozenset({"privilege"})},
    vain=frozenset({"giveup"}),
)
