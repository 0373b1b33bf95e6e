"""Measure every layer of the program with one game.

Seconds depend on the machine and on its other work. Most figures are therefore ratios to a yardstick that ran on the
same machine in the same minute: our code and the yardstick take turns, and the figure is the median.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import engines
from tools.bench import channel, clicks, commits, moves, pictures, playouts, states, strangers, taps
from tools.bench.measure import Figure, Scope
from tools.bench.report import table

SECTIONS: Mapping[str, Callable[[Scope], list[Figure]]] = {
    "playouts": playouts.measure,
    "states": states.measure,
    "pictures": pictures.measure,
    "moves": moves.measure,
    "commits": commits.measure,
    "clicks": clicks.measure,
    "strangers": strangers.measure,
    "taps": taps.measure,
    "posts": channel.measure,
}
"""The measurement of each section, by the name of its command."""


def run(game: str, names: Collection[str] = tuple(SECTIONS), *, quick: bool) -> None:
    """Measure the named sections for a game and print a table.

    ``quick`` measures fewer rounds, so the figures are rougher. Raises KeyError if there is no such game or section.
    """
    console = Console()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        scope = Scope(engines.GAMES[game], quick, progress)
        figures = [figure for name in names for figure in SECTIONS[name](scope)]
    console.print(table(game, figures))
    console.print("Medians of rounds in which ours and the yardstick take turns, in one process.", style="dim")
