"""Fit the weights of an evaluation to the results of games: ``python -m tools.fit``.

Narrow beam searches play, each with its own random disturbance of the weights. At the end of every turn the program
notes what the player had. A ridge regression then estimates how many further points one more of each thing brought. The
result should be measured by ``python -m tools.arena``, because an amount that explains how games end need not be worth
striving for.
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
"""The share of random decisions, so that the games also reach positions that the players would avoid."""
UNDISTURBED = 0.2
"""The share of players that keep their weights."""
TESTED = 5
"""One game in this many is left out of the fit, to see how well the fit explains it."""
_FREE = 1e-6
"""The pull on the constant term of each moment: next to none, but enough to keep the equations solvable."""


@dataclass(frozen=True)
class Fitting:
    """The games that are played for a fit, and the parameters of the regression.

    ``spread`` is the standard deviation of the natural logarithms by which weights are disturbed, ``pull`` how strongly
    the regression draws a weight towards zero. A game with more than ``turns`` actions is broken off and not counted.
    """

    game: str
    seats: int
    games: int
    seed: int
    spread: float
    pull: float
    turns: int = Pairing.turns


class Row(NamedTuple):
    """The amounts and points of a seat at the end of a turn, and its points at the end of the game."""

    moment: float
    amounts: Mapping[str, float]
    points: float
    end: float


def fit_of(key: str) -> Fit:
    """Return the fit of a game, which must have one."""
    fit = SKILLS[key].fit
    assert fit is not None
    return fit


def disturbed(key: str, spread: float, rng: Random) -> Player:
    """Return a quick player with its own random disturbance of the weights, or with the usual weights."""
    skill = SKILLS[key]
    beam = Beam(skill.normal.value, width=4, branch=30, positions=300)
    if rng.random() < UNDISTURBED:
        return beam
    weights = {name: weight * math.exp(rng.gauss(0, spread)) for name, weight in skill.weights.items()}
    return weighing(key, weights, beam)


def observe(fitting: Fitting, seed: int) -> list[Row]:
    """Play the game with this seed and return a row for each turn, or no rows if the game was broken off."""
    rng = Random(seed)
    game = engines.new(fitting.game, fitting.seats, seed)
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
    return [Row(row.moment, row.amounts, row.points, ends[seat]) for seat, row in rows]


def regress(rows: Sequence[Row], names: Sequence[str], fitted: Fitted, pull: float) -> Fitted:
    """Return the weights that best predict the points gained after each row, at the knots of ``fitted``.

    The empty name has the constant term: the points that a player gains from a moment on, whatever it has.
    """
    knots = len(fitted.knots)
    first_column = {name: place * knots for place, name in enumerate(["", *names])}
    size = len(first_column) * knots
    # The normal equations: products @ weights = right.
    products = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for row in rows:
        knot, share = fitted.interval(row.moment)
        amounts = [(first_column[name], amount) for name, amount in {"": 1.0, **row.amounts}.items() if amount]
        cells = [(first + knot - 1, amount * (1 - share)) for first, amount in amounts]
        cells += [(first + knot, amount * share) for first, amount in amounts]
        gain = row.end - row.points
        for column, amount in cells:
            line = products[column]
            right[column] += amount * gain
            for second_column, second_amount in cells:
                line[second_column] += amount * second_amount
    for place in range(size):
        products[place][place] += len(rows) * (pull if place >= knots else _FREE)
    solution = solve(products, right)
    return Fitted(fitted.knots, {name: tuple(solution[first : first + knots]) for name, first in first_column.items()})


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive definite (Cholesky).

    >>> [round(value, 9) for value in solve([[4.0, 2.0], [2.0, 3.0]], [8.0, 8.0])]
    [1.0, 2.0]
    """
    lower: list[list[float]] = []
    forward: list[float] = []
    for place, line in enumerate(matrix):
        row: list[float] = []
        for upper_row, entry in zip(lower, line, strict=False):
            row.append((entry - _product(row, upper_row)) / upper_row[-1])
        row.append(math.sqrt(line[place] - _product(row, row)))
        forward.append((right[place] - _product(row, forward)) / row[-1])
        lower.append(row)
    solution: list[float] = []  # in reverse, since substitution begins at the last row
    for place in reversed(range(len(forward))):
        below = [row[place] for row in reversed(lower[place + 1 :])]
        solution.append((forward[place] - _product(below, solution)) / lower[place][place])
    return solution[::-1]


def explained(rows: Sequence[Row], fitted: Fitted) -> tuple[float, float]:
    """Return the shares of the variance of final points that the points of the moment and the fit explain."""
    ends = [row.end for row in rows]
    mean_gain = fmean([row.end - row.points for row in rows])
    from_points = [row.points + mean_gain for row in rows]
    from_fit = [row.points + fitted.worth({"": 1.0, **row.amounts}, row.moment) for row in rows]
    variance = sum([(end - fmean(ends)) ** 2 for end in ends]) or 1.0
    by_points, by_fit = (
        1 - sum([(end - guess) ** 2 for end, guess in zip(ends, guesses, strict=True)]) / variance
        for guesses in (from_points, from_fit)
    )
    return by_points, by_fit


def fit(fitting: Fitting, processes: int, out: Path | None) -> None:
    """Play the games, and print the weights and how well they explain games that were left out of the fit.

    The weights are also written to the JSON file ``out``, together with the parameters of the fit.
    """
    refuse_unknown("game with fitted weights", [fitting.game], [key for key, skill in SKILLS.items() if skill.fit])
    check(Pairing(fitting.game, fitting.seats, "normal", "normal"))
    console = Console()
    known = fit_of(fitting.game).fitted
    names = tuple(known.weights)
    seeds = range(fitting.seed, fitting.seed + fitting.games)
    with at_once(processes) as pool:
        games = in_order(pool, partial(observe, fitting), seeds)
        rows_of_games = list(track(games, "playing", len(seeds), console=Console(stderr=True), transient=True))
    if unended := rows_of_games.count([]):
        console.print(f"{unended} games had no end after {fitting.turns} actions; they tell nothing", highlight=False)
    training = [row for number, rows in enumerate(rows_of_games) if number % TESTED for row in rows]
    tested = [row for rows in rows_of_games[::TESTED] for row in rows]
    if not training:
        refuse("no game that counts has come to an end", WRONG)
    trained = regress(training, names, known, fitting.pull)
    for near, far in zip(known.knots, known.knots[1:], strict=False):
        within = [row for row in tested if near <= row.moment < far or far == known.knots[-1] <= row.moment]
        if within:
            by_points, by_fit = explained(within, trained)
            line = f"moments {near:g} to {far:g}: {len(within)} turns, explained by points {by_points:.0%}"
            console.print(f"{line}, with the fit {by_fit:.0%}", highlight=False)
    final = regress([*training, *tested], names, known, fitting.pull)
    # Adding 0.0 turns a rounded -0.0 into 0.0.
    weights = {name: [round(weight, 2) + 0.0 for weight in final.weights[name]] for name in names}
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


def _row(game: Game, seat: int) -> Row:
    """Return the row of a seat at this moment, whose end is filled in when the game is over.

    A game whose fit compares players has the differences to the mean of the others.
    """
    fit = fit_of(game.key)
    own = fit.features(game, seat)
    if not fit.compared:
        return Row(own.moment, own.amounts, own.points, 0.0)
    rivals = [fit.features(game, rival) for rival in range(game.state.seats) if rival != seat]
    amounts = {
        name: own.amounts.get(name, 0) - fmean([rival.amounts.get(name, 0) for rival in rivals])
        for name in fit.fitted.weights
    }
    return Row(own.moment, amounts, own.points - fmean([rival.points for rival in rivals]), 0.0)


def _mean_of_others(values: Sequence[float], seat: int) -> float:
    return fmean([value for rival, value in enumerate(values) if rival != seat])


def _product(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the scalar product of two vectors, as far as the shorter one reaches."""
    return sum([factor * value for factor, value in zip(first, second, strict=False)])


if __name__ == "__main__":
    start(app)
