"""What a turn offers is written out for speed; it is what its verbs offer, the deeds of knights knight by knight."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import Action
from engines.mmn.game import Mmn
from engines.mmn.steps.turn import Turn
from engines.steps import Step
from tests.engines.mmn.random_players import chosen, helped

PLACE = {verb.word: place for place, verb in enumerate(Turn.verbs)}
DEEDS = {"activate": 1, "move": 1, "chase": 2}
"""What one knight does or is made to do, and which word names it."""


def in_turn(game: Mmn, turn: Turn) -> tuple[int, ...]:
    """Asserts it of a turn. Returns how many actions each verb has, in the order of verbs."""
    plain = [(verb.word, *words) for verb, choices in Step.offers(turn, game, turn.seat) for words in choices]
    written = [(verb.word, *words) for verb, choices in turn.offers(game, turn.seat) for words in choices]

    def order(action: Action) -> tuple[int, int]:
        """All deeds stand where the first does, in the order of the knights."""
        if action[0] not in DEEDS:
            return PLACE[action[0]], 0
        return PLACE["activate"], knights.index(action[DEEDS[action[0]]])

    knights = [game.size.geometry.nodes[knight.node] for knight in game.state.players[turn.seat].knights]
    assert written == sorted(plain, key=order)
    return tuple(sum(action[0] == word for action in plain) for word in PLACE)


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_turn_offers_what_its_verbs_do(seats: int) -> None:
    rng = Random(seats)
    game = Mmn.new(seats, seats)
    found = [0] * len(PLACE)
    for _ in range(1500):
        if not game.to_act:
            break
        game = helped(game, rng) if rng.random() < 0.1 else game
        turn = game.state.stack[-1]
        if isinstance(turn, Turn):
            found = list(map(int.__add__, found, in_turn(game, turn)))
        seat = rng.choice(game.to_act)
        game.play(seat, chosen(game, seat, rng))
    assert len([number for number in found if number]) > 15, found
    assert found[PLACE["activate"]]
    assert found[PLACE["move"]]
