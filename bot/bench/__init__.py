"""Speed, always beside something else measured in the same run: ``portolan bench [GAME] [--quick]``.

Seconds say little about a program on somebody's machine; a ratio to a yardstick that suffered the same machine in the
same minute says more. Ours and the yardstick take turns, and the figure is the median.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import engines
from bot.bench import channel, clicks, commits, moves, pictures, playouts, states, strangers, taps
from bot.bench.measure import Figure, Scope
from bot.bench.report import table

SECTIONS: tuple[Callable[[Scope], list[Figure]], ...] = (
    playouts.measure,
    states.measure,
    pictures.measure,
    moves.measure,
    commits.measure,
    clicks.measure,
    strangers.measure,
    taps.measure,
    channel.measure,
)


def run(game: str, quick: bool) -> None:
    """Measures every layer for a game and prints a table. ``quick``: fewer rounds, rougher figures.

    Raises KeyError for a game that does not exist.
    """
    console = Console()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        scope = Scope(engines.GAMES[game], quick, progress)
        figures = [figure for section in SECTIONS for figure in section(scope)]
    console.print(table(game, figures))
    console.print("Medians of rounds in which ours and the yardstick take turns, in one process.", style="dim")


__all__ = ["run"]
