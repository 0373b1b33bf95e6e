"""With everything hidden from a person redrawn, all that person sees of the bot stays byte for byte the same, pictures
included: in every kind of decision, for everybody at the table and for a spectator (MMN)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.mmn.game import Mmn
from engines.mmn.verbs.giving import PickCard
from tests.bot.seen import seen
from tests.bot.worlds import SECRET, Position, compare, everybody, pictures, played
from tests.engines.mmn.asking import decisions
from tests.engines.replay import replayable

pytestmark = pytest.mark.slow

CASES: list[tuple[int, dict[str, str]]] = [
    (3, {"gold_mode": "choice"}),
    (4, {"progress_threshold": "literal", "robber_lock": "off"}),
    (5, {"reconstructed_cards": "off", "shortage_single_claimant_gets_rest": "on"}),
    (6, {"gold_mode": "choice", "journeyman_keeps_servant_bonus": "on"}),
]


@cache
def positions(number: int) -> list[Position]:
    """Return the positions of a random game of one of the CASES."""
    seats, options = CASES[number]
    return played(Mmn.new(seats, number, **options), number)


@pytest.mark.proof
@pytest.mark.parametrize("number", range(4))
@replayable
def test_random_games_look_the_same_in_every_world(number: int) -> None:
    """A player who is asked, another one and a spectator compare words and pictures.

    The words are compared at every kind of decision, the pictures where cards are chosen or looked at.
    """
    rng = Random(number)
    compared = 0
    for position in positions(number):
        mover = rng.choice(position.game.to_act)
        other_seat = rng.choice([seat for seat in range(position.game.state.seats) if seat != mover])
        secret = position.name.split()[0] in SECRET
        for viewer in (mover, other_seat, None):
            compared += compare(position, viewer, rng, secret and viewer is not None)
    assert compared > 50


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.proof) for part in (1, 2))])
@replayable
def test_every_kind_of_decision_looks_the_same_in_every_world(part: int) -> None:
    """The positions made for each decision and each card's question."""
    rng = Random(part)
    for name in list(decisions())[part::3]:
        position = Position(name, decisions()[name].copy())
        for viewer in everybody(position.game):
            compare(position, viewer, rng, viewer in position.game.to_act and rng.random() < 0.3)


@pytest.mark.proof
def test_the_random_games_hold_what_can_leak() -> None:
    """Demands of cards, open hands, discards, the sixth card, gold, and offers with counter offers."""
    names = {position.name for number in range(len(CASES)) for position in positions(number)}
    for kind in ("Discard", "Overflow", "Offer", "Offer with counter", "PickCard", "TakeResources", "Together", "Pay"):
        assert any(name.startswith(kind) for name in names), f"no {kind} in {sorted(names)}"
    assert {"wedding", "gold"} <= {name.split()[-1] for name in names}, sorted(names)


def test_a_leak_would_be_seen() -> None:
    """A position in which the answers show what is hidden from others: the comparison tells the worlds apart."""
    game = decisions()["spy choose seat2"].copy()
    assert isinstance(game.state.stack[-1], PickCard)
    other_world = game.determinize(2, Random(1))
    assert seen(other_world, 0, []) != seen(game, 0, [])
    assert pictures(other_world, 0)[1:] != pictures(game, 0)[1:]
