"""Whole turns of players with many cards, held beside a reference implementation of the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engines.macao import board
from engines.macao.cards import DECK, OFFICES
from engines.macao.game import Macao
from tests.engines.macao.moves import seen
from tests.engines.macao.positions import COLOURS, WARES, position
from tests.engines.macao.reference import Reference
from tests.engines.playing import player
from tests.engines.replay import replayable

DECISIONS_OF_A_TURN = 60


def crowded(rng: Random) -> Macao:
    """A round near the end in which three players own most of the cards."""
    others = rng.sample(DECK, 48)
    offices = rng.sample(OFFICES, 22)
    discs = rng.sample(range(3), 3)
    spaces = sorted(rng.choices(range(rng.choice((1, 10, 14)), 17), k=3))
    wall: dict[int, list[int]] = {}
    for space, seat in zip(spaces, discs, strict=True):
        wall.setdefault(space, []).append(seat)
    for stack in wall.values():
        stack.sort(key=lambda seat: "turm" not in others[seat * 16 : seat * 16 + 16])
    locked = [wall.pop(spaces[-1])[0]] if rng.random() < 0.2 and len(wall[spaces[-1]]) == 1 else []
    quarters = rng.sample(sorted(board.QUARTERS), 18)
    wares = Counter(rng.sample([ware for ware in WARES for _ in range(3)], 9))
    held = list(wares.elements())
    players = {}
    for seat in range(3):
        cards = others[seat * 16 : seat * 16 + 16] + offices[seat * 7 : seat * 7 + 7]
        rng.shuffle(cards)
        cut = rng.randint(1, 5)
        players[seat] = {
            "tableau": cards[:cut],
            "activated": cards[cut:],
            "stock": "".join(rng.choices("RGBVKY", k=rng.randint(0, 12))),
            "gold": rng.randint(0, 9),
            "prestige": rng.randint(0, 4),
            "ship": rng.choice(sorted(board.SPACES)),
            "hold": Counter(held[seat * 3 : seat * 3 + 3]),
            "jokers": rng.randint(0, 2),
            "quarters": quarters[seat * 6 : seat * 6 + rng.randint(0, 6)],
        }
    order = [*locked, *(seat for space in sorted(wall, reverse=True) for seat in wall[space])]
    tribute = (rng.randint(0, 5), rng.randint(0, 6))
    return position(
        turn=11, seat=order[0], wall=wall, locked=locked, me=players[order[0]], others=players, tribute=tribute
    )


@pytest.mark.parametrize("seed", range(40))
@replayable
def test_turns_agree_with_the_reference(seed: int) -> None:
    turns_beside(seed)


def turns_beside(seed: int) -> None:
    """The last turns of three players with much in hand, beside the reference."""
    rng = Random(seed)
    game = crowded(rng)
    played = 0
    while game.state.turn == 11 and game.to_act and seen(game).phase == "actions":
        seat = game.to_act[0]
        before = game.dump()
        reference = Reference(before, seat)
        lines = [" ".join(action) for action in game.legal(seat)]
        assert set(lines) == reference.words()
        lively = [line for line in lines if line != "pass"]
        calm = not lively or played > DECISIONS_OF_A_TURN or rng.random() < 0.02
        first = "pass" if calm else rng.choice(sorted({line.split()[0] for line in lively}))
        line = rng.choice([line for line in lines if line.split()[0] == first])
        played = 0 if line == "pass" else played + 1
        events = game.play(seat, tuple(line.split()))
        answers = []
        while game.to_act and game.to_act[0] == seat and ("pass",) not in game.legal(seat):
            if seen(game).phase != "actions":
                break
            answer = rng.choice(game.legal(seat))
            answers.append(" ".join(answer))
            events += game.play(seat, answer)
        compare(game, before, seat, line, answers, passed=any(event.kind == "passed" for event in events))
    assert game.audit() == []


def compare(game: Macao, before: dict[str, Any], seat: int, line: str, answers: list[str], *, passed: bool) -> None:
    """``passed``: the turn ended with this action, so the stock is gone."""
    reference = Reference(before, seat)
    change = reference.change(line, answers)
    after = player(game, seat)
    told = f"{line} {answers}"
    assert after.gold - reference.me["gold"] == change.gold - change.paid, told
    assert after.prestige - reference.me["prestige"] == change.prestige, told
    assert game.state.wall.order() == reference.order_after(line, change.wall), told
    if game.state.turn == before["turn"]:
        assert after.this_round.gold - reference.round["gold"] == change.gold, told
        assert after.this_round.prestige - reference.round["prestige"] == change.prestige, told
        assert after.this_round.steps - reference.round["steps"] == change.steps, told
    if passed:
        assert after.rose[0] == {}, told
        return
    expected = Counter(reference.stock)
    expected.update(change.cubes)
    left = Counter(after.rose[0])
    if change.any_cubes:
        assert left.total() == expected.total() + change.any_cubes, told
        assert all(left[colour] <= expected[colour] for colour in COLOURS), told
    else:
        assert left == +expected, told
    if line.startswith("ship "):
        assert after.ship == line.split()[1], told
