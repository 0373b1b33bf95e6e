"""Weights fitted to games: ``python -m tools.fit``.

Narrow beams play whose weights are disturbed at random, each player's otherwise; at the end of turns it is noted what
each had. A ridge regression then tells how many points one more of each brought beyond those that were counted. What is
found should be measured by ``python -m tools.arena``: what explains how games end need not be what one should strive
for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

import engines
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from engines.contract import Game
from engines.players import Player
from engines.players.beam import Beam
from engines.players.skill import Fit
from engines.players.skills import SKILLS
from engines.players.values.fitted import Fitted
from tools.arena import Pairing, check
from tools.command_line import command_line, start
from tools.processes import at_once, in_order
from tools.tune import weighing

SLIP = 0.015
"""How often any action is taken, so that not only what players like is seen."""
UNDISTURBED = 0.2
"""How many players keep their weights."""
TESTED = 5
"""Of so many games one is kept from the fit, to see what it explains."""
_FREE = 1e-6
"""How little what everybody has at a moment is drawn towards nothing."""


@dataclass(frozen=True)
class Fitting:
    """What is fitted, and how.

    ``spread``: the spread of the natural logarithms by which weights are disturbed. ``pull``: how strongly a weight
    is drawn towards zero. ``turns``: a game with more actions is broken off and not counted.
    """

    game: str
    seats: int
    games: int
    seed: int
    spread: float
    pull: float
    turns: int = Pairing.turns


class Row(NamedTuple):
    """What a seat had at the end of a turn, and its points at the end of the game."""

    moment: float
    amounts: Mapping[str, float]
    points: float
    end: float


def fit_of(key: str) -> Fit:
    """Return what is fitted for a game that has such weights."""
    fit = SKILLS[key].fit
    assert fit is not None
    return fit


def disturbed(key: str, spread: float, rng: Random) -> Player:
    """Return a quick player with disturbed weights of its own."""
    skill = SKILLS[key]
    beam = Beam(skill.normal.value, width=4, branch=30, positions=300)
    if rng.random() < UNDISTURBED:
        return beam
    return weighing(key, {name: each * math.exp(rng.gauss(0, spread)) for name, each in skill.weights.items()}, beam)


def observe(fitting: Fitting, seed: int) -> list[Row]:
    """Plays a game; nothing of one that was broken off."""
    rng, game = Random(seed), engines.new(fitting.game, fitting.seats, seed)
    players = [disturbed(fitting.game, fitting.spread, rng) for _ in range(fitting.seats)]
    rows: list[tuple[int, Row]] = []
    for _ in range(fitting.turns):
        if not game.to_act:
            break
        seat = game.blocking_seats[0]
        choices = game.legal(seat)
        game.play(seat, rng.choice(choices) if rng.random() < SLIP else players[seat](game, seat, rng))
        if len(choices) > 1 and seat not in game.to_act and not game.state.over:
            rows.append((seat, _row(game, seat)))
    if not game.state.over:
        return []
    ends = [float(score.total) for score in game.scores()]
    if fit_of(fitting.game).compared:
        ends = [end - _mean_of_others(ends, seat) for seat, end in enumerate(ends)]
    return [row._replace(end=ends[seat]) for seat, row in rows]


def _row(game: Game, seat: int) -> Row:
    seen, fitted, compared = fit_of(game.key)
    own = seen(game, seat)
    if not compared:
        return Row(own.moment, own.amounts, own.points, 0.0)
    others = [seen(game, other) for other in range(game.state.seats) if other != seat]
    amounts = {
        name: own.amounts.get(name, 0) - fmean([each.amounts.get(name, 0) for each in others])
        for name in fitted.weights
    }
    return Row(own.moment, amounts, own.points - fmean([each.points for each in others]), 0.0)


def _mean_of_others(values: Sequence[float], seat: int) -> float:
    return fmean([value for other, value in enumerate(values) if other != seat])


def regress(rows: Sequence[Row], names: Sequence[str], fitted: Fitted, pull: float) -> Fitted:
    """Return the weights that predict best how many points came after each row, at the knots of ``fitted``.

    Under the empty name stands what everybody had at a moment.
    """
    knots = len(fitted.knots)
    column = {name: place * knots for place, name in enumerate(["", *names])}
    size = len(column) * knots
    products, right = [[0.0] * size for _ in range(size)], [0.0] * size
    for row in rows:
        knot, part = fitted.between(row.moment)
        weighed = [(column[name], amount) for name, amount in {"": 1.0, **row.amounts}.items() if amount]
        cells = [(at + knot - 1, amount * (1 - part)) for at, amount in weighed]
        cells += [(at + knot, amount * part) for at, amount in weighed]
        rest = row.end - row.points
        for at, amount in cells:
            line = products[at]
            right[at] += amount * rest
            for other, beside in cells:
                line[other] += amount * beside
    for place in range(size):
        products[place][place] += len(rows) * (pull if place >= knots else _FREE)
    found = solve(products, right)
    return Fitted(fitted.knots, {name: tuple(found[at : at + knots]) for name, at in column.items()})


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive definite (Cholesky).

    >>> [round(each, 9) for each in solve([[4.0, 2.0], [2.0, 3.0]], [8.0, 8.0])]
    [1.0, 2.0]
    """
    lower: list[list[float]] = []
    forward: list[float] = []
    for place, line in enumerate(matrix):
        row: list[float] = []
        for before, wanted in zip(lower, line, strict=False):
            row.append((wanted - _product(row, before)) / before[-1])
        row.append(math.sqrt(line[place] - _product(row, row)))
        forward.append((right[place] - _product(row, forward)) / row[-1])
        lower.append(row)
    found: list[float] = []  # the last one first
    for place in reversed(range(len(forward))):
        below = [row[place] for row in reversed(lower[place + 1 :])]
        found.append((forward[place] - _product(below, found)) / lower[place][place])
    return found[::-1]


def _product(some: Sequence[float], others: Sequence[float]) -> float:
    """Return the scalar product, as far as both reach."""
    return sum([one * other for one, other in zip(some, others, strict=False)])


def explained(rows: Sequence[Row], fitted: Fitted) -> tuple[float, float]:
    """Which share of how points at the end differ is explained: by the points of the moment, with the fit."""
    ends = [row.end for row in rows]
    later = fmean([row.end - row.points for row in rows])
    counted = [row.points + later for row in rows]
    judged = [row.points + fitted.worth({"": 1.0, **row.amounts}, row.moment) for row in rows]
    whole = sum([(end - fmean(ends)) ** 2 for end in ends]) or 1.0
    by_points, by_fit = (
        1 - sum([(end - told) ** 2 for end, told in zip(ends, told_by, strict=True)]) / whole
        for told_by in (counted, judged)
    )
    return by_points, by_fit


def fit(fitting: Fitting, processes: int, out: Path | None) -> None:
    """Play the games, print the weights and how well they explain games that were not used for the fit.

    The weights go to a JSON file, together with how they were made.
    """
    refuse_unknown("game with fitted weights", [fitting.game], [key for key, skill in SKILLS.items() if skill.fit])
    check(Pairing(fitting.game, fitting.seats, "normal", "normal"))
    console, known = Console(), fit_of(fitting.game).fitted
    names = tuple(known.weights)
    seeds = range(fitting.seed, fitting.seed + fitting.games)
    with at_once(processes) as pool:
        games = in_order(pool, partial(observe, fitting), seeds)
        played = list(track(games, "playing", len(seeds), console=Console(stderr=True), transient=True))
    if unended := played.count([]):
        console.print(f"{unended} games had no end after {fitting.turns} actions; they tell nothing", highlight=False)
    rest = [row for number, game in enumerate(played) if number % TESTED for row in game]
    tested = [row for game in played[::TESTED] for row in game]
    if not rest:
        refuse("no game that counts has come to an end", WRONG)
    partly = regress(rest, names, known, fitting.pull)
    for near, far in zip(known.knots, known.knots[1:], strict=False):
        within = [row for row in tested if near <= row.moment < far or far == known.knots[-1] <= row.moment]
        if within:
            by_points, by_fit = explained(within, partly)
            told = f"moments {near:g} to {far:g}: {len(within)} turns, explained by points {by_points:.0%}"
            console.print(f"{told}, with the fit {by_fit:.0%}", highlight=False)
    found = regress([*rest, *tested], names, known, fitting.pull)
    weights = {name: [round(weight, 2) + 0.0 for weight in found.weights[name]] for name in names}
    console.print_json(data=weights)
    if out is not None:
        out.write_text(json.dumps({**asdict(fitting), "knots": known.knots, "weights": weights}, indent=1) + "\n")


app = command_line()


@app.command("fit")
def fit_weights(
    game: Annotated[str, typer.Argument(help="Which game.")],
    seats: Annotated[int, typer.Option(help="How many seats.")] = 2,
    games: Annotated[int, typer.Option(min=5, help="How many games.")] = 300,
    spread: Annotated[float, typer.Option(min=0, help="How much the players' weights are disturbed.")] = 0.4,
    pull: Annotated[float, typer.Option(min=0.001, help="How strongly weights are pulled towards zero.")] = 0.1,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first game; the others follow.")] = 0,
    out: Annotated[Path | None, typer.Option(help="A JSON file for the weights and how they were found.")] = None,
) -> None:
    """Play games between computers, and fit the weights of a value to their results."""
    fit(Fitting(game, seats, games, seed, spread, pull), processes, out)


if __name__ == "__main__":
    start(app)
