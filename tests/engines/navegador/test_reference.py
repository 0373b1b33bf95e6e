"""Whole random games in which the engine and a reference implementation of the rules must agree at every decision."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import engines
from engines.contract import Game
from tests.engines.navegador.moves import words
from tests.engines.navegador.positions import CATEGORIES, GOODS, STACKS, position, up_to
from tests.engines.navegador.reference import Reference
from tests.engines.replay import replayable

PUBLIC = ("players", "market", "gallery", "buildings", "stacks", "discovered")


def compare(game: Game, chance: Random, actions: int) -> None:
    """Play at random, and assert at every decision that both agree."""
    reference = Reference(game)
    for _ in range(actions):
        lines = reference.settle()
        state = game.dump()
        assert state["over"] == reference.over
        card = {"holder": reference.holder, "mark": reference.mark, "moved": reference.moved}
        assert (state["card"], state["phase"]) == (card, reference.phase)
        assert (state["trigger"] is not None, state["turns_left"]) == (reference.trigger, reference.left)
        assert [score.total for score in game.scores()] == reference.totals()
        assert game.ranking() == reference.ranking()
        assert game.audit() == []
        if state["over"]:
            break
        assert {key: state[key] for key in PUBLIC} == {key: reference.state[key] for key in PUBLIC}
        assert game.to_act == (reference.seat,)
        assert words(game) == lines
        line = pick(chance, sorted(lines))
        game.play(reference.seat, tuple(line.split()))
        reference.note(line)


def pick(chance: Random, lines: list[str]) -> str:
    """Pick a line, and rather one that goes somewhere."""
    far = {"discover", "build", "navegador", "sell", "process", "colony"}
    eager = [line for line in lines if line.split()[0] in far]
    return chance.choice(eager if eager and chance.random() < 0.6 else lines)


@pytest.mark.parametrize("royal", ["end", "goa"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(2))
@replayable
def test_the_engine_agrees_with_the_reference(seed: int, seats: int, royal: str) -> None:
    game = engines.new("navegador", seats=seats, seed=seed, royal=royal)
    compare(game, Random(1000 * seats + seed), 400)


def late(chance: Random, seats: int, royal: str) -> Game:
    """Return a late position: some seas known, ships on the last ones, everything else at random."""
    known = up_to(chance.choice(list(STACKS)[2:-1]))
    mats: dict[int, dict[str, Any]] = {
        seat: {
            "stone": chance.randrange(8),
            "fleet": dict(Counter(chance.choices(["portugal", *known[-4:]], k=chance.randint(2, 7)))),
            "money": 10 * chance.randint(0, 120),
            "workers": chance.randint(2, 9),
            "privileges": {category: chance.randint(0, 1) for category in CATEGORIES},
        }
        for seat in range(seats)
    }
    seat = chance.randrange(seats)
    return position(
        seats=seats,
        seat=seat,
        start=chance.randrange(seats),
        phase=1 + ("cabo" in known) + ("malaca" in known),
        royal=royal,
        me=mats.pop(seat),
        others=mats,
        discovered=known,
        holder=chance.randrange(seats),
        market={good: chance.randint(1, 10) for good in GOODS},
        gallery={category: chance.randint(0, 1) for category in CATEGORIES},
    )


@pytest.mark.parametrize("royal", ["end", "goa"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
@replayable
def test_the_engine_agrees_from_late_positions(seed: int, seats: int, royal: str) -> None:
    chance = Random(f"{seed} {seats} {royal}")
    compare(late(chance, seats, royal), chance, 200)
