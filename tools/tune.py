"""Search for better weights of a computer player's evaluation: ``python -m tools.tune``.

One weight at a time is changed, up and down, on the same games. A change is kept if the margin over the opponent grows
by more than its standard error. The result should then be measured by ``python -m tools.arena`` with other seeds,
because the best of many tries was also the luckiest.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Annotated

import typer
from rich.console import Console

from bot.cli.refusal import refuse, refuse_unknown
from engines.contract import Action, Game
from engines.players import PLAYERS, Player
from engines.players.skills import SKILLS
from tools.arena import Pairing, check, play
from tools.command_line import command_line, pair_of, start
from tools.processes import at_once, in_order

Weights = Mapping[str, float]
Measure = Callable[[Weights], Sequence[float]]
"""Plays the same games with some weights, and returns the margin of each."""

STEP = 1.4
"""The factor by which a weight grows and shrinks in the first round; each round takes the square root of the last."""
FROM_NOTHING = 0.2
"""The values that are tried for a weight of 0, which no factor changes: this one and its negative."""


@dataclass(frozen=True)
class Tuning:
    """How the weights of a game are tuned.

    The first player of the pairing is tuned against the second in this number of games, whose seeds begin with
    ``seed``. ``only`` has the names of the weights that may change; all if it is empty.
    """

    pairing: Pairing
    games: int
    rounds: int
    seed: int
    only: tuple[str, ...] = ()


@dataclass(frozen=True)
class Try:
    """A changed weight: the margin with it, the gain over the best margin so far, and whether the change is kept."""

    name: str
    value: float
    margin: float
    gain: float
    kept: bool


def search(weights: dict[str, float], names: Sequence[str], measure: Measure, rounds: int) -> Iterator[Try]:
    """Improve ``weights`` in place, one weight at a time, and yield each try."""
    best = measure(weights)
    step = STEP
    for _ in range(rounds):
        for name in names:
            value_before = weights[name]
            for factor, first in (step, FROM_NOTHING), (1 / step, -FROM_NOTHING):
                is_better = True
                while is_better:  # go on in this direction as long as it helps
                    value = round(weights[name] * factor or first, 3)
                    margins = measure({**weights, name: value})
                    gains = [after - before for after, before in zip(margins, best, strict=True)]
                    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
                    is_better = fmean(gains) > error
                    yield Try(name, value, fmean(margins), fmean(gains), is_better)
                    if is_better:
                        weights[name] = value
                        best = margins
                if weights[name] != value_before:
                    break
        step = math.sqrt(step)


def weighing(key: str, weights: Weights, player: Player) -> Player:
    """Return a player that decides with its own weights, while the other players of the game keep theirs."""

    def decide(game: Game, seat: int, rng: Random) -> Action:
        # All players of a game share one table of weights, so this player's are in it only while it decides.
        shared = SKILLS[key].weights
        usual = dict(shared)
        shared.update(weights)
        try:
            return player(game, seat, rng)
        finally:
            shared.update(usual)

    return decide


def tunable(player: str, game: str) -> bool:
    """Return whether a computer player judges the positions of a game by the weights of its skill."""
    return player in ("normal", "alone") or (player == "strong" and SKILLS[game].strong_weighs)


def margin(pairing: Pairing, weights: Weights, seed: int) -> float:
    """Play a game with these weights, and return by how many points the tuned player beats the best of the others."""
    # The registration lives in the worker process that plays this game.
    PLAYERS["tuned"] = weighing(pairing.game, weights, PLAYERS[pairing.first])
    result = play(replace(pairing, first="tuned"), seed)
    return result.points - result.rival


def tune(tuning: Tuning, processes: int, out: Path | None) -> None:
    """Search for better weights, print each try, and write the weights to a JSON file with the settings."""
    pairing = tuning.pairing
    console = Console()
    check(pairing)
    if not tunable(pairing.first, pairing.game):
        alternatives = " or ".join(player for player in PLAYERS if tunable(player, pairing.game))
        reason = f"{pairing.first} does not judge {pairing.game} by these weights"
        refuse(f"{reason}, so changing them would change nothing; name {alternatives} first")
    weights = dict(SKILLS[pairing.game].weights)
    names = tuning.only or tuple(weights)
    refuse_unknown("weight", names, weights)
    seeds = range(tuning.seed, tuning.seed + tuning.games)
    with at_once(processes) as pool:

        def measure(candidate: Weights) -> list[float]:
            return list(in_order(pool, partial(margin, pairing, dict(candidate)), seeds))

        before = fmean(measure(weights))
        after = before
        console.print(f"{pairing.first} against {pairing.second}: margin {before:+.2f}", highlight=False)
        for attempt in search(weights, names, measure, tuning.rounds):
            mark = "kept" if attempt.kept else ""
            line = (
                f"{attempt.name:>12} {attempt.value:8.3f}  margin {attempt.margin:+7.2f}  ({attempt.gain:+.2f}) {mark}"
            )
            console.print(line.rstrip(), highlight=False)
            if attempt.kept:
                after = attempt.margin
    record = {**asdict(tuning), "margin_before": round(before, 3), "margin_after": round(after, 3), "weights": weights}
    console.print_json(data=record["weights"])
    if out is not None:
        out.write_text(json.dumps(record, indent=1) + "\n")


app = command_line()


@app.command("tune")
def search_weights(
    game: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[str, typer.Option(help="Whose weights, and the opponent in all other seats.")] = "normal,greedy",
    seats: Annotated[int, typer.Option(help="How many seats.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="How many games for each trial, with the same seeds.")] = 40,
    rounds: Annotated[int, typer.Option(min=1, help="How often each weight is tried.")] = 2,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first game; the others follow.")] = 0,
    only: Annotated[list[str] | None, typer.Option(help="A weight to try; default: all.")] = None,
    out: Annotated[Path | None, typer.Option(help="A JSON file for the weights and how they were found.")] = None,
) -> None:
    """Search for better weights in a computer player's value of a position."""
    pairing = Pairing(game, seats, *pair_of(players))
    tune(Tuning(pairing, games, rounds, seed, tuple(only or ())), processes, out)


if __name__ == "__main__":
    start(app)
