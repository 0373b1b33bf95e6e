"""The contract suite while offers of trade stand: they are too many to be listed, so random play never makes one."""

from __future__ import annotations

from random import Random

from engines.contract import Action
from engines.mmn.game import Mmn
from tests.engines.contract_suite import check_state


def composed(game: Mmn, seat: int, word: str, rng: Random) -> Action:
    """An action put together of the pieces that are offered."""
    words: Action = (word,)
    while (part := game.part(seat, words)) is not None:
        for choice in rng.sample(part.choices, rng.randint(1, min(2, part.most))):
            words += choice
        words += part.after
    return words


def test_promises_hold_while_offers_stand() -> None:
    rng, game = Random(2), Mmn.new(4, 2)
    posted = countered = accepted = 0
    for _ in range(500):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        openings = game.prompt(seat).open
        if openings[:1] in (("offer",), ("counter",)) and any(game.state.players[seat].hand) and rng.random() < 0.6:
            words = composed(game, seat, openings[0], rng)
            if game.state.stack[-1].accepts(game, seat, words):
                posted += words[0] == "offer"
                countered += words[0] == "counter"
                game.play(seat, words)
                check_state(game, rng)
                continue
        action = rng.choice(game.legal(seat))
        accepted += action[0] == "accept"
        game.play(seat, action)
    assert min(posted, countered, accepted) > 5


def test_whole_hands_are_put_together_of_pieces() -> None:
    """Discards of several kinds at once, on the way through random games."""
    rng, done = Random(6), 0
    for seed in range(3):
        game = Mmn.new(3, seed)
        while game.to_act:
            seat = rng.choice(game.to_act)
            word = (game.prompt(seat).open or ("",))[0]
            if word in ("discard", "give"):
                words = composed(game, seat, word, rng)
                if game.state.stack[-1].accepts(game, seat, words):
                    done += 1
                    game.play(seat, words)
                    assert game.audit() == []
                    continue
            game.play(seat, rng.choice(game.legal(seat)))
    assert done > 5
