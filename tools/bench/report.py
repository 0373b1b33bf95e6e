"""Lay out figures as a table for the terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tools.bench.measure import Figure


def table(game: str, figures: list[Figure]) -> Table:
    """Return a table with a line for each figure: its value, bar and goal, and whether they are reached."""
    lines = Table(title=f"Portolan bench: {game}", title_justify="left")
    lines.add_column("what", ratio=1)
    for column in ("figure", "bar", "goal"):
        lines.add_column(column, justify="right", no_wrap=True)
    lines.add_column("", no_wrap=True)
    for figure in figures:
        label = Text(figure.what)
        detail = [figure.detail] if figure.detail else []
        if figure.rounds:
            detail.append(f"{figure.rounds} {figure.counted}")
        label.append("\n" + ", ".join(detail), style="dim")
        value = "" if figure.value is None else f"{_number(figure.value)} {figure.unit}"
        lines.add_row(label, value, _bound(figure, figure.bar), _bound(figure, figure.goal), verdict(figure))
    return lines


def verdict(figure: Figure) -> str:
    """Return in a word which of its bounds a figure reaches, or an empty text if it has none."""
    if figure.value is None:
        return "[yellow]missing[/]"
    if figure.reaches(figure.goal):
        return "[green]goal met[/]"
    if figure.bar is None:
        return ""
    return "[green]bar met[/]" if figure.reaches(figure.bar) else "[red]bar missed[/]"


def _bound(figure: Figure, bound: float | None) -> str:
    sign = "≥" if figure.high else "≤"
    return "" if bound is None else f"{sign} {bound:g}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2f}"
