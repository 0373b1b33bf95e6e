"""Better weights for what a position is worth: ``python -m tools.tune``.

One weight at a time is changed, up and down, on the same games. A change is kept if the margin over the yardstick grows
by more than its standard error. Whatever is found should then be measured by ``python -m tools.arena`` with other
seeds: of many tries the best one was lucky, too.
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
"""What each of the same games brings with some weights."""

STEP = 1.4
"""By what a weight is multiplied and divided at first; from round to round the step is the square root of the last."""
FROM_NOTHING = 0.2
"""A weight of 0 is tried as so much, and as so much less."""


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
    """A weight that was changed: the margin with it, by what it is above the best before, and whether it is kept."""

    name: str
    value: float
    margin: float
    gain: float
    kept: bool


def search(weights: dict[str, float], names: Sequence[str], measure: Measure, rounds: int) -> Iterator[Try]:
    """Improve ``weights`` step by step, and yield each try."""
    best, step = measure(weights), STEP
    for _ in range(rounds):
        for name in names:
            now = weights[name]
            for factor, first in (step, FROM_NOTHING), (1 / step, -FROM_NOTHING):
                kept = True
                while kept:  # further the same way, as long as it helps
                    value = round(weights[name] * factor or first, 3)
                    found = measure({**weights, name: value})
                    gains = [after - before for after, before in zip(found, best, strict=True)]
                    error = stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 0.0
                    kept = fmean(gains) > error
                    yield Try(name, value, fmean(found), fmean(gains), kept)
                    if kept:
                        weights[name], best = value, found
                if weights[name] != now:
                    break
        step = math.sqrt(step)


def weighing(key: str, weights: Weights, player: Player) -> Player:
    """Return a player with weights of its own, while others keep theirs."""

    def decide(game: Game, seat: int, rng: Random) -> Action:
        now = SKILLS[key].weights
        usual = dict(now)
        now.update(weights)
        try:
            return player(game, seat, rng)
        finally:
            now.update(usual)

    return decide


def tunable(player: str, game: str) -> bool:
    """Whether a computer player judges the positions of a game by its ``weights``."""
    return player in ("normal", "alone") or (player == "strong" and SKILLS[game].strong_weighs)


def margin(pairing: Pairing, weights: Weights, seed: int) -> float:
    """By how many points the tuned player is above the best of the others in a game."""
    PLAYERS["tuned"] = weighing(pairing.game, weights, PLAYERS[pairing.first])
    result = play(replace(pairing, first="tuned"), seed)
    return result.points - result.rival


def tune(tuning: Tuning, processes: int, out: Path | None) -> None:
    """Search for better weights, print each try, and write the weights to a JSON file with how they were made."""
    pairing, console = tuning.pairing, Console()
    check(pairing)
    if not tunable(pairing.first, pairing.game):
        who = " or ".join(player for player in PLAYERS if tunable(player, pairing.game))
        weighed = f"{pairing.first} does not judge {pairing.game} by these weights"
        refuse(f"{weighed}, so changing them would change nothing; name {who} first")
    weights = dict(SKILLS[pairing.game].weights)
    names = tuning.only or tuple(weights)
    refuse_unknown("weight", names, weights)
    seeds = range(tuning.seed, tuning.seed + tuning.games)
    with at_once(processes) as pool:

        def measure(tried: Weights) -> list[float]:
            return list(in_order(pool, partial(margin, pairing, dict(tried)), seeds))

        before = after = fmean(measure(weights))
        console.print(f"{pairing.first} against {pairing.second}: margin {before:+.2f}", highlight=False)
        for found in search(weights, names, measure, tuning.rounds):
            mark = "kept" if found.kept else ""
            told = f"{found.name:>12} {found.value:8.3f}  margin {found.margin:+7.2f}  ({found.gain:+.2f}) {mark}"
            console.print(told.rstrip(), highlight=False)
            after = found.margin if found.kept else after
    made = {**asdict(tuning), "margin_before": round(before, 3), "margin_after": round(after, 3), "weights": weights}
    console.print_json(data=made["weights"])
    if out is not None:
        out.write_text(json.dumps(made, indent=1) + "\n")


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
