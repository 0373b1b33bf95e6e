"""The contract suite over a cover of the seats and options (all 2048 ways would take hours), and over trade offers."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import CorruptState, Game
from engines.mmn.game import Mmn
from engines.record import parse
from tests.engines.contract_suite import Case, check_over, check_state, play_out
from tests.engines.mmn.cover import cover

CASES = list(cover(Mmn))
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=str)


WATCHED_EVERY = 23
"""States from one look to the next: a game has thousands, and each look redraws it for every seat."""


@EVERY_CASE
def test_every_promise_holds_on_the_way(case: Case) -> None:
    rng, game, actions = Random(11), case.new(11), 0
    while game.to_act:
        if actions % WATCHED_EVERY == 0:
            check_state(game, rng)
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))
        actions += 1
    check_over(game)


def test_every_promise_holds_at_every_state_of_a_game() -> None:
    play_out(Case(Mmn, 3, {}), seed=11, watched=True)


@EVERY_CASE
def test_random_games_end_and_a_replay_gives_the_same(case: Case) -> None:
    played = play_out(case, seed=5, watched=False)
    assert played.game.audit() == []
    again = case.new(5)
    events = []
    for move in played.moves:
        events += again.play(move.seat, parse(move.words))
    assert again.dump() == played.game.dump()
    assert events == played.events


@EVERY_CASE
def test_corrupt_states_are_refused_or_harmless(case: Case) -> None:
    dump = case.new(9).dump()
    refused = 0
    for key in dump:
        for damage in (None, "x", -1, [], {}, [7], {"a": 1}):
            try:
                game: Game = Mmn.load({**dump, key: damage})
            except CorruptState:
                refused += 1
            else:
                for seat in game.to_act:
                    game.legal(seat)
    assert refused > 3 * len(dump)


def test_promises_hold_while_offers_stand() -> None:
    """Offers are too many to be listed, so that random play never makes one: here one stands in every action phase."""
    rng, game = Random(2), Mmn.new(4, 2)
    for _ in range(600):
        seat = rng.choice(game.to_act)
        hand = game.view(seat).players[seat].hand or {}
        if "offer" in game.prompt(seat).open and len(hand) > 1:
            give, want = rng.sample([*hand, "nugget", "coin", "wool"], 2)
            if give in hand and give != want:
                game.play(seat, ("offer", "1", give, "for", "1", want))
                check_state(game, rng)
                for other in [other for other in game.to_act if other != seat][:1]:
                    held = [kind for kind in game.view(other).players[other].hand or {} if kind != give]
                    if held:
                        game.play(other, ("counter", "1", held[0], "for", "1", give))
                        check_state(game, rng)
                continue
        game.play(seat, rng.choice(game.legal(seat)))
        if not game.to_act:
            break
