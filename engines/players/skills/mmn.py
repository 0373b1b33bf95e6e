"""Power, Magic and Food: turns are long, others are offered trades, and the opening is judged once all have built."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from engines.contract import Action, Game
from engines.mmn.hands import give_back
from engines.mmn.position import Position
from engines.mmn.steps.seven import Discard
from engines.players.beam import Beam
from engines.players.skill import Named, Skill, weighed_by_hand
from engines.players.skills import mmn_offers
from engines.players.skills.mmn_facts import fact, used
from engines.players.strong import Strong
from engines.players.values import mmn, mmn_strong

# Most of what can be done in a turn goes in any order: a narrower beam comes to the same end.
_NORMAL = Beam(mmn.value, width=5, unfinished=4, positions=1_000)
_STRONG = Strong.of_own_turn(replace(_NORMAL, value=mmn_strong.value))
_OPENING = replace(_STRONG, rounds=1, quick=_NORMAL, positions=30_000)
_OFFERS = Beam(mmn.value, width=2, unfinished=2, positions=150, seconds=1.0)


def parts(game: Game, seat: int) -> Iterable[Named]:
    """What the strong player's value adds to the points that are counted."""
    assert isinstance(game, Position)
    return weighed_by_hand(mmn_strong.parts(game, seat))


def opening(game: Game, seat: int) -> Strong | None:
    """Where the first building stands is judged once the second one does: all others place theirs in between, as the
    normal player would, which takes more positions."""
    return _OPENING if mmn_strong.places_again(game, seat) else None


def offer(game: Game, seat: int, rng: Random) -> Action | None:
    """What to offer to others; None: nothing."""
    return mmn_offers.offer(game, seat, rng, _OFFERS)


def carried_out(game: Game, seat: int) -> Game:
    """The position without the cards that the seat has chosen to discard: they go once all have chosen."""
    assert isinstance(game, Position)
    match game.state.stack[-1:]:
        case [Discard() as step]:
            game = game.copy()
            give_back(game, seat, step.chosen[seat])
    return game


def ends_turn(before: Game, after: Game, seat: int) -> bool:
    """Turns are counted: the last one that has ended is that of the seat before the active one, or the active one's
    where that has won. The opening ends none, nor do answers in the turns of others."""
    over, later = before.state.over < after.state.over, before.state.turn < after.state.turn
    return bool((over or later) and (after.state.active - later) % after.state.seats == seat)


SKILL = Skill(
    normal=_NORMAL,
    strong=_STRONG,
    weights=mmn.WEIGHTS,
    strong_weighs=False,
    parts=parts,
    exception=opening,
    offer=offer,
    refusal=mmn_offers.refusal,
    ends_turn=ends_turn,
    unproven=frozenset({"strong"}),
    together={"barbarians": "knights"},
    figures={
        "hand": frozenset({"cards"}),
        "knights": frozenset({"active", "knights", "promotions"}),
        "rival": frozenset({"others"}),
        "road": frozenset({"road_length"}),
    },
    used=used,
    carried_out=carried_out,
    homonyms=frozenset({"cards"}),  # victory point cards score, cards in hand do not
    fact=fact,
    repeats={
        **dict.fromkeys(("levels", "metropolis"), frozenset({"improve"})),
        "walls": frozenset({"wall"}),
        "knights": frozenset({"activate", "knight", "promote"}),
    },
    counted={"autarky": "autarky", "metropolis": "metropolises", "road": "longest_road", "storage": "storage"},
)
