"""Power, Magic and Food: turns are long, players offer trades, and the opening is judged once all have built."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engines.contract import Action, Game
from engines.players.beam import Beam
from engines.players.comparison.mmn import COMPARISON
from engines.players.skill import Skill
from engines.players.skills import mmn_offers
from engines.players.strong import Strong
from engines.players.values import mmn, mmn_strong

# Most actions of a turn can be taken in any order, so a narrow beam comes to the same end.
_NORMAL = Beam(mmn.value, width=5, unfinished=4, positions=1_000)
_STRONG = Strong.of_own_turn(replace(_NORMAL, value=mmn_strong.value))
_OPENING = replace(_STRONG, rounds=1, quick=_NORMAL, positions=30_000)
_OFFERS = Beam(mmn.value, width=2, unfinished=2, positions=150, seconds=1.0)


def opening(game: Game, seat: int) -> Strong | None:
    """Return the player that places a seat's first building and judges it once the second one is placed.

    In between it places the buildings of all others as the normal player would, which takes more positions.
    """
    return _OPENING if mmn_strong.places_again(game, seat) else None


def offer(game: Game, seat: int, rng: Random) -> Action | None:
    """Return an offer of trade that is worth making; None: there is none."""
    return mmn_offers.offer(game, seat, rng, _OFFERS)


def ends_turn(before: Game, after: Game, seat: int) -> bool:
    """Return whether the last turn that ended between two positions was one of the seat.

    This is the turn of the seat before the active one, or of the active one if it has won. Placements of the opening
    and answers in the turns of others end no turn.
    """
    is_over = before.state.over < after.state.over
    is_later = before.state.turn < after.state.turn
    return bool((is_over or is_later) and (after.state.active - is_later) % after.state.seats == seat)


SKILL = Skill(
    normal=_NORMAL,
    strong=_STRONG,
    weights=mmn.WEIGHTS,
    strong_weighs=False,
    compare=COMPARISON,
    exception=opening,
    offer=offer,
    traded=mmn_offers.traded,
    refusal=mmn_offers.refusal,
    ends_turn=ends_turn,
    unproven=frozenset({"strong"}),
)
