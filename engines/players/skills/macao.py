"""Macao: the strong player takes the mean of what was made by hand and what games have shown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from engines.contract import Game
from engines.macao.position import Position
from engines.macao.steps.rounds import Turn
from engines.players.beam import Beam
from engines.players.skill import Fit, Named, Skill, once_a_round, weighed_by_fit, weighed_by_hand
from engines.players.strong import Strong
from engines.players.values import macao, macao_fitted

_LESS = {"missing", "price", "rank"}


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the strong player's value adds to the points that are counted."""
    assert isinstance(game, Position)
    game = macao.with_dice(game, seat)
    by_hand = weighed_by_hand(macao.parts(game, seat), 0.5)
    return chain(by_hand, weighed_by_fit(macao_fitted.seen(game, seat), macao_fitted.FITTED, _LESS, 0.5))


SKILL = Skill(
    normal=Beam(macao.value),
    strong=Strong.of_own_turn(Beam(macao_fitted.value)),
    weights=macao.WEIGHTS,
    fit=Fit(macao_fitted.seen, macao_fitted.FITTED),
    parts=parts,
    ends_turn=once_a_round(Turn),
    together=dict.fromkeys(("reserved offices", "reserved others", "reserved scoring cards"), "reserved"),
    promises=frozenset({"reserved"}),
)
