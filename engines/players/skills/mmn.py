"""Power, Magic and Food: turns are long, others are offered trades, and the opening is judged once all have built."""

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

# Most of what can be done in a turn goes in any order: a narrower beam comes to the same end.
_NORMAL = Beam(mmn.value, width=5, unfinished=4, positions=1_000)
_STRONG = Strong.of_own_turn(replace(_NORMAL, value=mmn_strong.value))
_OPENING = replace(_STRONG, rounds=1, quick=_NORMAL, positions=30_000)
_OFFERS = Beam(mmn.value, width=2, unfinished=2, positions=150, seconds=1.0)


def opening(game: Game, seat: int) -> Strong | None:
    """Return the player who places the first building of a seat and judges it once the second one is placed.

    All others place theirs in between, as the normal player would, which takes more positions.
    """
    return _OPENING if mmn_strong.places_again(game, seat) else None


def offer(game: Game, seat: int, rng: Random) -> Action | None:
    """Return what to offer to others; None: nothing."""
    return mmn_offers.offer(game, seat, rng, _OFFERS)


def ends_turn(before: Game, after: Game, seat: int) -> bool:
    """Return whether a turn of the seat has ended, as turns are counted.

    The last one that has ended is that of the seat before the active one, or the active one's where that has won. The
    opening ends none, nor do answers in the turns of others.
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
