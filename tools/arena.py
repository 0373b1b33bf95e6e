"""Games between computer players: ``python -m tools.arena``.

The report says how often the first player wins, how certain that share is, and how long a decision takes. The first
player has one seat, which moves on by one from game to game; the second player has all others. Every game has its own
seed.
"""

from __future__ import annotations

import csv
import io
import math
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, as_completed
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from msgspec import ValidationError, convert
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import engines
from bot.cli.refusal import WRONG, refuse, refuse_unknown
from engines.players import PLAYERS
from tools.bench.measure import percentile
from tools.command_line import command_line, pair_of, start
from tools.processes import at_once

INTERVAL_DEVIATIONS = 1.96
"""Half the width of a 95 % interval, in standard deviations."""


@dataclass(frozen=True)
class Pairing:
    """Two computer players that meet at a game.

    A game that has taken ``turns`` actions is broken off, and nobody has won it.
    """

    game: str
    seats: int
    first: str
    second: str
    turns: int = 20_000


@dataclass(frozen=True)
class Result:
    """The result of a game, a line of the file.

    ``seat``, ``won`` and ``points`` are those of the first player, ``rival`` has the points of the best of the others.
    ``first_ms`` and ``second_ms`` are the 95th percentiles of the processor time of a decision, in milliseconds.
    """

    seed: int
    seat: int
    won: bool
    ended: bool
    points: int
    rival: int
    actions: int
    first_ms: float
    second_ms: float


_COLUMNS = [*(field.name for field in fields(Pairing)), *(field.name for field in fields(Result))]


def play(pairing: Pairing, seed: int) -> Result:
    """Play the game with this seed and return its result."""
    game = engines.new(pairing.game, pairing.seats, seed)
    rng = Random(seed)
    first_seat = seed % pairing.seats
    durations: dict[bool, list[float]] = {True: [0.0], False: [0.0]}
    actions = 0
    while game.to_act and actions < pairing.turns:
        seat = game.blocking_seats[0]
        began = time.process_time()
        action = PLAYERS[pairing.first if seat == first_seat else pairing.second](game, seat, rng)
        durations[seat == first_seat].append((time.process_time() - began) * 1000)
        game.play(seat, action)
        actions += 1
    totals = [score.total for score in game.scores()]
    return Result(
        seed,
        first_seat,
        game.state.over and game.ranking()[0] == first_seat,
        game.state.over,
        totals[first_seat],
        max(total for seat, total in enumerate(totals) if seat != first_seat),
        actions,
        *(percentile(durations[is_first], 95) for is_first in (True, False)),
    )


def interval(won: int, played: int) -> tuple[float, float]:
    """Return the bounds between which the true share of wins lies with 95 % confidence (Wilson score interval).

    >>> [round(end, 3) for end in interval(75, 100)]
    [0.657, 0.825]
    """
    share = won / played
    square = INTERVAL_DEVIATIONS**2 / played
    middle = (share + square / 2) / (1 + square)
    half = INTERVAL_DEVIATIONS / (1 + square) * math.sqrt(share * (1 - share) / played + square / (4 * played))
    return middle - half, middle + half


def rating(won: int, played: int, seats: int) -> float:
    """Return how many Elo points the first player is above the second, who has all other seats.

    >>> rating(50, 100, 2)
    0.0
    """
    # Half a game less than all, or more than none, since a share of 0 or 1 would be infinitely many points.
    share = min(max(won, 0.5), played - 0.5) / played
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def run(pairing: Pairing, games: int, processes: int, first_seed: int, out: Path | None) -> None:
    """Play the games and print the results.

    Each game adds a line to the CSV file ``out`` as it ends. Games that the file already has are not played again,
    so a long comparison can be interrupted. A game that raises an error is named at the end, after all others were
    played, and the program ends with ``WRONG``.
    """
    check(pairing)
    console = Console()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    seeds = range(first_seed, first_seed + games)
    results = [result for result in (_already_played(pairing, out) if out else []) if result.seed in seeds]
    missing = sorted({*seeds} - {result.seed for result in results})
    faults: dict[int, str] = {}
    pool_fault = ""
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress, at_once(processes) as pool:
        task = progress.add_task(f"{pairing.first} against {pairing.second}", total=games, completed=len(results))
        seed_of = {pool.submit(play, pairing, seed): seed for seed in missing}
        for future in as_completed(seed_of):
            progress.advance(task)
            try:
                result = future.result()
            except BrokenExecutor as fault:  # the pool plays no more games
                pool_fault = f": {fault}"
                break
            except Exception as fault:  # noqa: BLE001 - an error of one game must not cost the results of the others
                faults[seed_of[future]] = f"{type(fault).__name__}: {fault}"
                continue
            results.append(result)
            if out is not None:
                _write(pairing, result, out)
    if results:
        for line in report(pairing, results):
            console.print(line, highlight=False)
    for seed, message in sorted(faults.items()):
        console.print(f"the game with seed {seed} failed: {message}", highlight=False, markup=False, soft_wrap=True)
    if unplayed := games - len(results):
        refuse(f"{unplayed} of {games} games are missing{pool_fault}", WRONG)


def report(pairing: Pairing, results: Sequence[Result]) -> list[str]:
    """Return the lines of the report on some games."""
    played = len(results)
    won = sum(result.won for result in results)
    low, high = interval(won, played)
    wins = (
        f"{won / played:.0%}, with 95 % between {low:.0%} and {high:.0%}; {rating(won, played, pairing.seats):+.0f} Elo"
    )
    points, rivals, actions = (
        sum(numbers) / played
        for numbers in zip(*((result.points, result.rival, result.actions) for result in results), strict=True)
    )
    slowest = [max(times) for times in zip(*((result.first_ms, result.second_ms) for result in results), strict=True)]
    lines = [
        f"{pairing.game}, {pairing.seats} seats: {pairing.first} won {won} of {played} games against "
        f"{pairing.seats - 1} × {pairing.second}: {wins}",
        f"points {points:.1f}, best of the others {rivals:.1f}; {actions:.0f} actions",
        f"a decision takes {pairing.first} {slowest[0]:.0f} ms, {pairing.second} {slowest[1]:.0f} ms "
        "(95th percentile of a game, the slowest game)",
    ]
    if unended := sum(not result.ended for result in results):
        lines.append(f"{unended} games had no end after {pairing.turns} actions; nobody won them")
    return lines


def check(pairing: Pairing) -> None:
    """End the program if there is no such game or player, or if the game does not seat so many."""
    refuse_unknown("game", [pairing.game], engines.GAMES)
    kind = engines.GAMES[pairing.game]
    if pairing.seats not in kind.seats:
        refuse(f"{pairing.game} seats {kind.seats.start} to {kind.seats.stop - 1} players, not {pairing.seats}")
    refuse_unknown("computer player", [pairing.first, pairing.second], PLAYERS)


app = command_line()


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[str, typer.Option(help="Who plays in one seat, and who in all others.")] = "normal,greedy",
    seats: Annotated[int, typer.Option(help="How many seats.")] = 3,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 200,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the first game; the others follow.")] = 0,
    turns: Annotated[int, typer.Option(min=1, help="Give up a game after so many actions.")] = 20_000,
    out: Annotated[
        Path | None, typer.Option(help="A CSV file with a line for each game; a file that exists is continued.")
    ] = None,
) -> None:
    """Let computer players compete, and count the wins."""
    run(Pairing(game, seats, *pair_of(players), turns), games, processes, seed, out)


def _already_played(pairing: Pairing, file: Path) -> list[Result]:
    """Return the results that a file already has, each seed once, and prepare the file for further lines.

    An incomplete last line, left by an interruption, is removed, and its game is played again. A file with other
    contents is refused and stays as it is.
    """
    try:
        content = file.read_bytes() if file.exists() else b""
        complete = content.rfind(b"\n") + 1
        results = _read(pairing, file, content[:complete])
        if not complete and not _line(_COLUMNS).startswith(content):
            refuse(f"{file} is no file of games")
        with file.open("ab") as lines:
            lines.truncate(complete)
            if not complete:
                lines.write(_line(_COLUMNS))
    except OSError as fault:
        refuse(f"{file} cannot be written: {fault.strerror}")
    return results


def _read(pairing: Pairing, file: Path, content: bytes) -> list[Result]:
    reader = csv.DictReader(io.StringIO(content.decode(errors="replace"), newline=""))
    try:
        games = [(convert(row, Pairing, strict=False), convert(row, Result, strict=False)) for row in reader]
    except (ValidationError, csv.Error) as fault:
        refuse(f"{file} is no file of games: {fault}")
    if content and reader.fieldnames != _COLUMNS:
        refuse(f"{file} is no file of games")
    if any(pairing_of_game != pairing for pairing_of_game, _ in games):
        refuse(f"{file} is about another pairing")
    return list({result.seed: result for _, result in games}.values())


def _write(pairing: Pairing, result: Result, file: Path) -> None:
    with file.open("ab") as lines:
        lines.write(_line([*astuple(pairing), *astuple(result)]))


def _line(values: Sequence[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode()


if __name__ == "__main__":
    start(app)
