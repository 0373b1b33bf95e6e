"""What hints name in MMN instead of what is weighed: the robber, cards in hand."""

from __future__ import annotations

from typing import Any

from engines import Message
from engines.mmn import board
from engines.mmn.steps.seven import Discard
from engines.players.skills import SKILLS
from tests.engines.mmn.test_computers_offers import wanting


def test_a_robber_that_stands_where_it_stood_costs_nobody_more() -> None:
    game = wanting()
    moved = game.copy()
    moved.state.robber = (game.state.robber + 1) % len(game.state.terrain)
    for name in ("robbed", "robber"):
        assert SKILLS["mmn"].used(name, game, game.copy(), 0)
        assert not SKILLS["mmn"].used(name, game, moved, 0)
    assert not SKILLS["mmn"].used("land", game, game, 0)


def test_cards_that_have_been_chosen_to_be_discarded_are_gone() -> None:
    game = wanting()
    chosen = [[0] * len(board.KINDS) for _ in game.state.players]
    chosen[0][2] = 1
    game.push(Discard(due=[2, 0, 0], chosen=chosen))
    after: Any = SKILLS["mmn"].carried_out(game, 0)
    assert sum(after.state.players[0].hand) == sum(game.state.players[0].hand) - 1
    assert SKILLS["mmn"].carried_out(game, 1).state.players == game.state.players
    game.state.stack.pop()
    assert SKILLS["mmn"].carried_out(game, 0) is game


def test_cards_in_hand_are_counted_where_there_are_more() -> None:
    game = wanting()
    fewer = game.copy()
    fewer.state.players[0].hand[2] -= 1
    fact = SKILLS["mmn"].fact
    assert fact("hand", game, fewer, 0) == Message("mmn.fact.hand", {"n": 1})
    assert fact("hand", game, game, 0) is fact("land", game, fewer, 0) is None
