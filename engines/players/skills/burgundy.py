"""Burgundy: one value for both players, made by hand and corrected by what games have shown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.burgundy.steps import Turn
from engines.contract import Game
from engines.players.beam import Beam
from engines.players.skill import Fit, Named, Skill, once_a_round, weighed_by_fit, weighed_by_hand
from engines.players.skills.burgundy_facts import fact, scored, used
from engines.players.strong import Strong
from engines.players.values import burgundy, burgundy_fitted


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the value adds to the points that are counted."""
    assert isinstance(game, Position)
    outlook = burgundy.outlook(game.state, seat)
    by_hand = burgundy.parts(game.state, seat, outlook) if outlook else {}
    seen = burgundy_fitted.seen(game, seat)
    return chain(weighed_by_hand(by_hand), weighed_by_fit(seen, burgundy_fitted.FITTED, {"stuck"}))


SKILL = Skill(
    # A position is judged quickly, and twice as many lines find clearly more.
    normal=Beam(burgundy_fitted.value, width=16, positions=8_000),
    strong=Strong.of(Beam(burgundy_fitted.value)),
    weights=burgundy.WEIGHTS,
    fit=Fit(burgundy_fitted.seen, burgundy_fitted.FITTED),
    parts=parts,
    ends_turn=once_a_round(Turn),
    together={
        "more silverlings": "silverlings",
        "more workers": "workers",
        "hexes": "regions",  # a covered hex brings its region nearer to completion
        "best goods": "goods",
        "sales": "goods",
        "stored animals": "stored animal",
    },
    counted={"colours": "bonus", "regions": "regions"},
    figures={"herds": frozenset({"animals"})},
    passing=frozenset({"beside", "goods", "silverlings", "space", "stuck", "track", "unsold", "workers"})
    | {f"stored {colour}" for colour in box.COLOUR.values()},
    fact=fact,
    scored=scored,
    used=used,
)
