"""Drawing and encoding a board beside Pillow's plain saving of the same image, and what the PNG weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from random import Random

import msgspec

import render
from bot.bench.measure import Figure, Scope, percentile, seconds, take_turns
from bot.wording import texts
from engines import Event, View
from engines.players import greedy
from render.shape import Shape

LANGUAGE = "en"


def measure(scope: Scope) -> list[Figure]:
    """Times and sizes over positions of games with every number of seats, in both shapes."""
    found = list(scope.track("positions", positions(scope), len(scope.kind.seats) * scope.count(30, 2)))
    return [figure for shape in Shape for figure in _shaped(scope, shape, found)]


def _shaped(scope: Scope, shape: Shape, found: Sequence[tuple[View, render.Caption]]) -> list[Figure]:
    both = [(view, msgspec.structs.replace(caption, shape=shape)) for view, caption in found]
    for view, caption in both[::2]:  # as at a table, where a board of before has been drawn, and never the same one
        render.board(view, caption)
    every = both[1::2]
    sizes: list[float] = []
    drawn, encoded = iter(every), iter(every)

    def ours() -> float:
        view, caption = next(drawn)
        return seconds(lambda: sizes.append(len(render.picture(view, caption)) / 1024))

    def yardstick() -> float:
        image = render.board(*next(encoded))
        return seconds(lambda: image.save(BytesIO(), "PNG"))

    mine, other, ratio = take_turns(ours, yardstick, scope.track("pictures", every, len(every)))
    detail, rounds = f"{mine * 1e3:.0f} ms, Pillow's plain save of the same image {other * 1e3:.0f} ms", len(every)
    return [
        Figure(f"{shape} picture of a board", detail, 100 * ratio, "%", bar=33, goal=25, rounds=rounds),
        Figure(
            f"size of a {shape} picture, median", "", percentile(sizes, 50), "KiB", rounds=rounds, counted="positions"
        ),
        Figure(
            f"size of a {shape} picture, 95th percentile",
            "",
            percentile(sizes, 95),
            "KiB",
            bar=300,
            rounds=rounds,
            counted="positions",
        ),
    ]


def positions(scope: Scope) -> Iterator[tuple[View, render.Caption]]:
    """Evenly spread positions of a game with each number of seats, played by the greedy player (quick: at random)."""
    wanted = scope.count(60, 4)
    for seats in scope.kind.seats:
        turns = _played(scope, seats)
        for place in range(wanted):
            yield turns[place * (len(turns) - 1) // (wanted - 1)]


def _played(scope: Scope, seats: int) -> list[tuple[View, render.Caption]]:
    """The position after every decision of a game, with its news."""
    rng, game, found = Random(seats), scope.kind.new(seats, seats), []
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    say = texts(LANGUAGE).say
    while game.to_act:
        seat = game.to_act[0]
        action = rng.choice(game.legal(seat)) if scope.quick else greedy(game, seat, rng)
        events: tuple[Event, ...] = tuple(game.play(seat, action))
        found.append((game.view(None), render.Caption(names=names, events=events, say=say, locale=LANGUAGE)))
    return found
