"""The figures as a table."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tools.bench.measure import Figure


def table(game: str, figures: list[Figure]) -> Table:
    """One line for each figure, with its bar, its goal and whether they are reached."""
    found = Table(title=f"Portolan bench: {game}", title_justify="left")
    found.add_column("what", ratio=1)
    for column in ("figure", "bar", "goal"):
        found.add_column(column, justify="right", no_wrap=True)
    found.add_column("", no_wrap=True)
    for figure in figures:
        what = Text(figure.what)
        detail = [figure.detail] if figure.detail else []
        if figure.rounds:
            detail.append(f"{figure.rounds} {figure.counted}")
        what.append("\n" + ", ".join(detail), style="dim")
        value = "" if figure.value is None else f"{_number(figure.value)} {figure.unit}"
        found.add_row(what, value, _bound(figure, figure.bar), _bound(figure, figure.goal), verdict(figure))
    return found


def verdict(figure: Figure) -> str:
    """In a word: how the figure stands to its bar and goal; nothing where it has none."""
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
