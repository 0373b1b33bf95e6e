"""Whole games, every decision and every point held beside a reference implementation of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engines
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.contract import Game
from tests.engines.burgundy.land import NAMES, neighbours
from tests.engines.burgundy.positions import position
from tests.engines.burgundy.reference import Reference
from tests.engines.replay import replayable

PUBLIC = ("covered", "goods", "sold", "workers", "silverlings", "bonus")
OWN = ("covered", "workers", "silverlings", "bonus", "unused")


def same(game: Game, reference: Reference, told: str) -> None:
    """Who decides what, and everything on the table."""
    now = game.dump()
    mine = reference.s
    if reference.over:
        assert game.state.over, told
        assert game.ranking() == reference.ranking(), told
    else:
        assert game.to_act == (reference.seat,), told
        lines = [" ".join(action) for action in game.legal(reference.seat)]
        assert len(lines) == len(set(lines)), told
        assert set(lines) == reference.words(), told
    for seat, (theirs, ours) in enumerate(zip(now["players"], mine["players"], strict=True)):
        active = not reference.over and seat == reference.seat
        fields: tuple[str, ...] = PUBLIC if reference.question in ("turn", "castle") or not active else OWN
        fields = () if active and reference.question in ("discard", "keep") else fields
        assert {name: theirs[name] for name in fields} == {name: ours[name] for name in fields}, told
        if "goods" in fields:
            assert sorted(theirs["storage"]) == sorted(ours["storage"]), told
            assert positive(theirs["earned"]) == positive(ours["earned"]), told
            assert positive(game.scores()[seat].sources) == positive(reference.sources(seat)), told
            assert game.scores()[seat].total == sum(reference.sources(seat).values()), told
        if active and reference.question == "turn":
            assert (theirs["purchased"], theirs["hired"]) == (ours["purchased"], ours["hired"]), told
    if reference.question == "turn":
        assert spaces(now) == spaces(mine), told
        assert {name: now[name] for name in ("turn", "order", "white", "coming", "bonus", "lying")} == {
            name: mine[name] for name in ("turn", "order", "white", "coming", "bonus", "lying")
        }, told
        assert {depot: sorted(tiles) for depot, tiles in now["depots"].items()} == {
            depot: sorted(tiles) for depot, tiles in mine["depots"].items()
        }, told
        assert sorted(now["removed"]) == sorted(mine["removed"]), told


def positive(points: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in points.items() if count}


def spaces(dump: dict[str, Any]) -> list[tuple[int, list[int]]]:
    return [(number, stack) for number, stack in enumerate(dump["track"]["spaces"]) if stack]


def choose(rng: Random, lines: list[str]) -> str:
    """Tiles are placed where they can be; what is chosen first is a kind of action."""
    kinds = sorted({line.split()[0] for line in lines})
    weights = [{"place": 8, "take": 4, "buy": 4, "sell": 2, "workers": 0.5}.get(kind, 1) for kind in kinds]
    kind = rng.choices(kinds, weights)[0]
    return rng.choice([line for line in lines if line.split()[0] == kind])


def side_by_side(game: Game, rng: Random) -> None:
    reference = Reference(game.dump())
    history: list[str] = []
    same(game, reference, "start")
    while not game.state.over:
        line = choose(rng, sorted(reference.words()))
        history.append(f"{reference.seat}: {line}")
        game.play(reference.seat, tuple(line.split()))
        reference.play(line)
        if not reference.queue and not reference.over:
            reference.next_round(game.dump())
        assert game.audit() == [], history[-6:]
        same(game, reference, f"{history[-6:]}")
    assert reference.over


def started(seats: int, seed: int, rng: Random, **options: str) -> Game:
    """A game whose boards and castles have been chosen."""
    game = engines.new("burgundy", seats, seed, **options)
    while not game.state.turn:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal(seat)))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
@replayable
def test_games_of_the_first_edition_agree_with_the_reference(seats: int, seed: int) -> None:
    rng = Random(seed * 10 + seats)
    side_by_side(started(seats, seed, rng, mode="free" if seed % 2 else "standard"), rng)


@pytest.mark.parametrize("edition", ["2019", "special"])
@pytest.mark.parametrize("seed", range(3))
@replayable
def test_games_of_later_editions_agree_with_the_reference(edition: str, seed: int) -> None:
    rng = Random(seed)
    seats = 2 + seed % 3
    options = {"edition": edition, "boards": "extra", "tie_break": "fewest_empty"}
    side_by_side(started(seats, seed, rng, **options), rng)


def rich(rng: Random, **options: Any) -> Game:
    """The last phase of three players with much knowledge, full storage, goods and money."""
    tiles = {colour: list(box.SUPPLIES[colour]) for colour in box.COLOURS}
    tiles["knowledge"] = list(box.KNOWLEDGE)
    for pile in tiles.values():
        rng.shuffle(pile)
    players: dict[int, dict[str, Any]] = {}
    for seat in range(3):
        board = str(rng.randint(1, 9))
        players[seat] = {"board": board, "start": rng.choice(castles(board)), "covered": {}, "dice": rolls(rng)}
        players[seat]["knows"] = [tiles["knowledge"].pop() for _ in range(6)]
        players[seat]["storage"] = [tiles[colour].pop() for colour in rng.choices(box.COLOURS, k=rng.randint(0, 3))]
        players[seat]["goods"] = {goods: rng.randint(1, 2) for goods in rng.sample(box.GOODS, rng.randint(0, 3))}
        players[seat]["workers"] = rng.randint(0, 8)
        players[seat]["silverlings"] = rng.randint(0, 5)
        players[seat]["bonus"] = [f"{colour}.large" for colour in box.COLOURS[seat::3]]
        players[seat]["covered"] = patch(rng, players[seat], tiles)
    depots = {depot: [tiles[colour].pop() for colour in rng.choices(box.COLOURS, k=2)] for depot in box.DEPOTS}
    lying = {depot: dict.fromkeys(rng.sample(box.GOODS, rng.randint(0, 2)), 1) for depot in box.DEPOTS}
    return position(
        me=players[0],
        others=players,
        depots={**depots, "black": [tiles["building"].pop()]},
        lying=lying,
        turn=21,
        **options,
    )


def rolls(rng: Random) -> list[int]:
    return [rng.randint(1, 6), rng.randint(1, 6)]


def castles(board: str) -> list[str]:
    return [hex.id for hex in ESTATES[board].by_colour["castle"]]


def patch(rng: Random, player: dict[str, Any], tiles: dict[str, list[str]]) -> dict[str, str]:
    """A few more tiles that lie together, no building twice."""
    covered: dict[str, str] = {}
    for _ in range(rng.randint(0, 10)):
        near = {hex for each in (player["start"], *covered) for hex in neighbours(each)} - {player["start"], *covered}
        hex = rng.choice(sorted(near & set(NAMES)))
        colour = ESTATES[player["board"]].hexes[hex].colour
        if colour not in ("knowledge", "castle") and tiles[colour][-1] not in covered.values():
            covered[hex] = tiles[colour].pop()
    return covered


@pytest.mark.parametrize("edition", ["2011", "2019", "special"])
@pytest.mark.parametrize("seed", range(6))
@replayable
def test_turns_of_rich_players_agree_with_the_reference(edition: str, seed: int) -> None:
    """Knowledge that a random game rarely brings together."""
    rng = Random(seed)
    game = rich(rng, edition=edition)
    reference = Reference(game.dump())
    same(game, reference, "start")
    history: list[str] = []
    while not game.state.over:
        line = choose(rng, sorted(reference.words()))
        history.append(f"{reference.seat}: {line}")
        game.play(reference.seat, tuple(line.split()))
        reference.play(line)
        if not reference.queue and not reference.over:
            reference.next_round(game.dump())
        same(game, reference, f"{history[-6:]}")
