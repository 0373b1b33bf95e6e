"""Measure drawing and encoding a board, compared with Pillow's plain saving of the same image, and the PNG's size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from random import Random
from statistics import median

import msgspec

import render
from bot.wording import texts_in
from engines import Event, View
from engines.players import greedy
from render.kit import drawing_cache
from render.shape import Shape
from tools.bench.measure import Figure, Scope, percentile, seconds

LANGUAGE = "en"
Position = tuple[View, render.Caption]
_EARLIER = 100
"""Seed of the game whose boards are drawn beforehand."""


def measure(scope: Scope) -> list[Figure]:
    """Measure times and sizes over positions of games with every number of seats, in both shapes."""
    count = len(scope.kind.seats) * scope.count(30, 2)
    before, after = (list(scope.track("positions", positions(scope, seed), count)) for seed in (_EARLIER, 0))
    drawing_cache.clear()
    figures = [figure for shape in Shape for figure in _shaped(scope, shape, before, after)]
    held = drawing_cache.used_bytes() / (1 << 20)
    return [*figures, Figure("kept of what was drawn", "", held, "MiB", rounds=4 * count)]


def positions(scope: Scope, seed: int = 0) -> Iterator[Position]:
    """Yield evenly spread positions of a game with each number of seats.

    The greedy player plays the games; for quick figures they are random.
    """
    wanted = scope.count(30, 2)
    for seats in scope.kind.seats:
        turns = _played(scope, seats, seed + seats)
        for place in range(wanted):
            yield turns[place * (len(turns) - 1) // (wanted - 1)]


def _shaped(scope: Scope, shape: Shape, before: Sequence[Position], after: Sequence[Position]) -> list[Figure]:
    """Measure boards of one shape.

    The boards ``before`` belong to another game and are drawn first, so that caches are as full as in a running bot;
    the boards ``after`` are measured.
    """
    for view, caption in before:
        render.board(view, msgspec.structs.replace(caption, shape=shape))
    shaped = [(view, msgspec.structs.replace(caption, shape=shape)) for view, caption in after]
    sizes: list[float] = []
    times: list[tuple[float, float]] = []
    for view, caption in scope.track("pictures", shaped, len(shaped)):
        ours = seconds(lambda: sizes.append(len(render.picture(view, caption)) / 1024))  # noqa: B023
        image = render.board(view, caption)
        times.append((ours, seconds(lambda: image.save(BytesIO(), "PNG"))))  # noqa: B023
    usual, usual_saving = (median(column) for column in zip(*times, strict=True))
    ratios = [100 * ours / saving for ours, saving in times]
    detail = f"{usual * 1e3:.0f} ms, Pillow's plain save of the same image {usual_saving * 1e3:.0f} ms"
    rounds = len(shaped)
    return [
        Figure(f"{shape} picture of a board", detail, median(ratios), "%", bar=33, goal=25, rounds=rounds),
        Figure(
            f"{shape} picture of a board, 90th percentile",
            "some are the first of their kind",
            percentile(ratios, 90),
            "%",
            bar=33,
            rounds=rounds,
        ),
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


def _played(scope: Scope, seats: int, seed: int) -> list[Position]:
    """Return the view after every decision of a game, with the caption that has the events."""
    rng = Random(seed)
    game = scope.kind.new(seats, seed)
    turns: list[Position] = []
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    say = texts_in(LANGUAGE).say
    while game.to_act:
        seat = game.to_act[0]
        action = rng.choice(game.legal(seat)) if scope.quick else greedy(game, seat, rng)
        events: tuple[Event, ...] = tuple(game.play(seat, action))
        turns.append((game.view(None), render.Caption(names=names, events=events, say=say, locale=LANGUAGE)))
    return turns
