"""Thousands of random games, watched: ``python -m tests.proof [GAME] [--games 10000] [--workers 2]``.

The games are shared evenly among all numbers of seats and options. In every game each list of legal actions is
checked, and the finished game is audited and saved; in one game of four the audit runs at every state, in the others
at every eighth. The first finding ends the proof with exit status 1 and names the case and the seed that show it.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from time import perf_counter
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import engines
from engines.contract import Game
from tests.engines.contract_suite import Case, cases

LONGEST_LIST = 400
"""A list of legal actions stays below this."""
WATCHED_GAMES = 4
"""One game of so many is audited at every state."""
AUDIT_EVERY = 8
"""States from one audit to the next in the other games."""
SAVE_EVERY = 50
"""States from one dump and load to the next."""
BATCH = 10
"""Games a worker plays before it reports."""


class Finding(Exception):
    """Something that must not happen; the text says what, in which game."""


class Job(NamedTuple):
    """A game to be played."""

    key: str
    seats: int
    options: dict[str, str]
    seed: int
    audit_every: int

    def __str__(self) -> str:
        chosen = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.key} with {self.seats} seats{chosen}, seed {self.seed}"


class Tally(NamedTuple):
    """What was played: ``longest`` is the longest game in actions, ``widest`` the longest list of legal actions."""

    games: int = 0
    actions: int = 0
    longest: int = 0
    widest: int = 0

    def __or__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.actions + other.actions,
            max(self.longest, other.longest),
            max(self.widest, other.widest),
        )


def jobs(kinds: list[type[Game]], games: int, first_seed: int, audit_every: int = AUDIT_EVERY) -> Iterator[Job]:
    """So many games, turning through the cases; every fourth round of them is audited at every state, fewer rounds if
    audits are rarer than usual."""
    every = list(cases(kinds))
    unwatched = WATCHED_GAMES * max(1, audit_every // AUDIT_EVERY)
    for number in range(games):
        case: Case = every[number % len(every)]
        watched = number // len(every) % unwatched == 0
        yield Job(case.game.key, case.seats, case.options, first_seed + number, 1 if watched else audit_every)


def play(job: Job) -> Tally:
    """Plays a random game to its end. Raises Finding."""
    try:
        return _play(job)
    except Finding as fault:
        raise Finding(f"{job}: {fault}") from fault
    except Exception as fault:
        raise Finding(f"{job}: {type(fault).__name__} {fault}") from fault


def _play(job: Job) -> Tally:
    rng = Random(job.seed)
    game = engines.new(job.key, job.seats, job.seed, **job.options)
    actions = widest = 0
    while game.to_act:
        if actions == game.longest:
            raise Finding(f"no end after {actions} actions")
        if actions % job.audit_every == 0:
            _audit(game, actions)
        if actions % SAVE_EVERY == 0:
            _save(game, actions)
        seat = rng.choice(game.to_act)
        legal = game.legal(seat)
        if not 0 < len(legal) < LONGEST_LIST:
            raise Finding(f"{len(legal)} legal actions for seat {seat} after {actions} actions")
        widest = max(widest, len(legal))
        game.play(seat, rng.choice(legal))
        actions += 1
    if not game.state.over:
        raise Finding(f"nobody may act after {actions} actions, and the game is not over")
    _audit(game, actions)
    _save(game, actions)
    return Tally(1, actions, actions, widest)


def _audit(game: Game, actions: int) -> None:
    if faults := game.audit():
        raise Finding(f"after {actions} actions: {'; '.join(faults)}")


def _save(game: Game, actions: int) -> None:
    if type(game).load(game.dump()) != game:
        raise Finding(f"after {actions} actions the dump does not load to the same game")


def _batch(batch: list[Job]) -> Tally:
    tally = Tally()
    for job in batch:
        tally |= play(job)
    return tally


def _batches(every: Iterable[Job]) -> Iterator[list[Job]]:
    left = iter(every)
    while batch := list(islice(left, BATCH)):
        yield batch


def prove(
    game: Annotated[str, typer.Argument(help="Which game; without it all of them.")] = "",
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 10_000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = multiprocessing.cpu_count(),
    first_seed: Annotated[int, typer.Option(min=0, help="Seeds count up from here.")] = 1,
    audit_every: Annotated[
        int, typer.Option(min=1, help="States from one audit to the next; more of them: faster.")
    ] = AUDIT_EVERY,
) -> None:
    """Plays random games and checks every promise that can be checked on the way."""
    console = Console()
    if game and game not in engines.GAMES:
        console.print(f"there is no game {game!r}; there are {', '.join(engines.GAMES)}")
        raise typer.Exit(2)
    kinds = [engines.GAMES[game]] if game else list(engines.GAMES.values())
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    began, tally = perf_counter(), Tally()
    with (
        multiprocessing.Pool(workers) as pool,
        Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console) as progress,
    ):
        bar = progress.add_task("random games", total=games)
        try:
            for done in pool.imap_unordered(_batch, _batches(jobs(kinds, games, first_seed, audit_every))):
                tally |= done
                progress.advance(bar, done.games)
        except Finding as finding:
            console.print(f"FINDING {finding}", style="red", markup=False, highlight=False)
            raise typer.Exit(1) from finding
    console.print(
        f"{tally.games} games, {tally.actions} actions, longest game {tally.longest} actions, longest list of legal "
        f"actions {tally.widest}, {perf_counter() - began:.0f} s, no finding"
    )


if __name__ == "__main__":
    typer.run(prove)
