"""What takes too long for every change: ``python -m tests.proof [GAME]``, before a release and every night.

Random games with new seeds, at tables of every number of seats and every option (or every pair of options):

* ``games``: legal actions, audits, saving and loading on the way, in ``--games`` games.
* ``promises``: the contract suite at every state.
* ``reference``: beside the reference implementation of the rules, where there is one.
* ``panels``: every panel within Discord's limits.
* ``words``: everything that is said, in every language.
* ``worlds``: nobody sees what is hidden, of MMN (Power, Magic and Food).
* ``channel``: from the lobby to the summary in a simulated channel; one table of each game.

The first finding ends the proof with exit status 1 and the command that plays its game again.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random, SystemRandom
from time import perf_counter
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import engines
from engines.contract import Game
from engines.mmn.game import Mmn
from tests.bot.everything_said import check_words
from tests.bot.panels_fit import check_panels
from tests.bot.whole_games import check_in_channel
from tests.bot.worlds import check_worlds
from tests.engines.beside_reference import BESIDE
from tests.engines.contract_suite import Case, case, cases, play_out

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
SEEDS = 1 << 31
"""The first seed of a proof is drawn below this."""


class Finding(Exception):
    """Something that must not happen; the text says what, in which game."""


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


class Job(NamedTuple):
    """A game to be played for one of the ``PROOFS``."""

    proof: str
    case: Case
    seed: int
    audit_every: int = 1


def jobs(kinds: list[type[Game]], games: int, first_seed: int, audit_every: int = AUDIT_EVERY) -> Iterator[Job]:
    """Yield so many games, case after case.

    One round of the cases in ``WATCHED_GAMES`` is audited at every state, or fewer, as audits are rarer than usual.
    """
    every = list(cases(kinds))
    unwatched = WATCHED_GAMES * max(1, audit_every // AUDIT_EVERY)
    for number in range(games):
        watched = number // len(every) % unwatched == 0
        yield Job("games", every[number % len(every)], first_seed + number, 1 if watched else audit_every)


def slow_jobs(kinds: list[type[Game]], first_seed: int) -> Iterator[Job]:
    """Yield every table once, for the proofs that look at everything."""
    for number, table in enumerate(cases(kinds)):
        yield Job("promises", table, first_seed + number)
        yield Job("reference", table, first_seed + number)
        yield Job("panels", table, first_seed + number)
        yield Job("words", table, first_seed + number)
        if table.game is Mmn:
            yield Job("worlds", table, first_seed + number)
    for kind in kinds:
        yield Job("channel", Random(first_seed).choice(list(cases([kind]))), first_seed)


def play(job: Job) -> Tally:
    """Play a random game to its end. Raises Finding."""
    try:
        return PROOFS[job.proof](job)
    except Exception as fault:
        message = str(fault) if isinstance(fault, Finding) else f"{type(fault).__name__} {fault}"
        raise Finding(f"{job.case}, {job.proof}: {message}\nto play it again: {job.case.again(job.seed)}") from fault


def _games(job: Job) -> Tally:
    rng = Random(job.seed)
    game = job.case.new(job.seed)
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


def _promises(job: Job) -> Tally:
    actions = len(play_out(job.case, job.seed, watch_every=1).moves)
    return Tally(1, actions, actions)


def _reference(job: Job) -> Tally:
    compare_with_reference = BESIDE.get(job.case.game.key)
    if compare_with_reference is None:
        return Tally()
    compare_with_reference(job.case, job.seed)
    return Tally(1)


def _panels(job: Job) -> Tally:
    check_panels(job.case, job.seed, watch_every=1)
    return Tally(1)


def _words(job: Job) -> Tally:
    check_words(job.case, job.seed)
    return Tally(1)


def _worlds(job: Job) -> Tally:
    game = job.case.new(job.seed)
    if isinstance(game, Mmn):
        check_worlds(game, job.seed)
    return Tally(1)


def _channel(job: Job) -> Tally:
    check_in_channel(job.case, job.seed)
    return Tally(1)


PROOFS: dict[str, Callable[[Job], Tally]] = {
    "games": _games,
    "promises": _promises,
    "reference": _reference,
    "panels": _panels,
    "words": _words,
    "worlds": _worlds,
    "channel": _channel,
}


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


def _batches(every: Iterable[Job], size: int) -> Iterator[list[Job]]:
    remaining = iter(every)
    while batch := list(islice(remaining, size)):
        yield batch


def prove(
    game: Annotated[str, typer.Argument(help="Which game; without it all of them.")] = "",
    games: Annotated[int, typer.Option(min=0, help="Random games to play.")] = 10_000,
    slow: Annotated[bool, typer.Option(help="Also look at everything in a game of every table.")] = True,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = multiprocessing.cpu_count(),
    first_seed: Annotated[int | None, typer.Option(min=0, help="Seeds count up from here; drawn without it.")] = None,
    audit_every: Annotated[
        int, typer.Option(min=1, help="States from one audit to the next; more of them: faster.")
    ] = AUDIT_EVERY,
    again: Annotated[str, typer.Option(help="Only the game of a finding: its table and seed.")] = "",
) -> None:
    """Play random games and check every promise that can be checked on the way."""
    console = Console(soft_wrap=True)
    if game and game not in engines.GAMES:
        console.print(f"there is no game {game!r}; there are {', '.join(engines.GAMES)}")
        raise typer.Exit(2)
    kinds = [engines.GAMES[game]] if game else list(engines.GAMES.values())
    seed = SystemRandom().randrange(SEEDS) if first_seed is None else first_seed
    if again:
        work = [list(_again(console, again))]
    else:
        console.print(f"first seed {seed}")
        work = [*_batches(jobs(kinds, games, seed, audit_every), BATCH)]
        work += _batches(slow_jobs(kinds, seed), 1) if slow else []
    began = perf_counter()
    tally = Tally()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with (
        multiprocessing.Pool(workers) as pool,
        Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console) as progress,
    ):
        bar = progress.add_task("random games", total=sum(map(len, work)))
        try:
            for done in pool.imap_unordered(_batch, work):
                tally |= done
                progress.advance(bar, done.games)
        except Finding as finding:
            console.print(f"FINDING {finding}", style="red", markup=False, highlight=False)
            raise typer.Exit(1) from finding
    console.print(
        f"{tally.games} games, {tally.actions} actions, longest game {tally.longest} actions, longest list of legal "
        f"actions {tally.widest}, {perf_counter() - began:.0f} s, no finding"
    )


def _again(console: Console, name: str) -> Iterator[Job]:
    """Play the game of a finding again for every proof."""
    table, _, seed = name.rpartition(":")
    try:
        again = case(table, engines.GAMES.values())
        number = int(seed)
    except ValueError:
        console.print(f"{name!r} is not a table and a seed, like navegador-2-end:7")
        raise typer.Exit(2) from None
    for proof in PROOFS:
        yield Job(proof, again, number)


if __name__ == "__main__":
    typer.run(prove)
