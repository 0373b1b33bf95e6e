"""The figures as a table."""

from __future__ import annotations

from rich.table import Table

from bot.bench.measure import Figure


def table(game: str, figures: list[Figure]) -> Table:
    """One line for each figure, with its bar, its goal and whether they are reached."""
    found = Table(title=f"Portolan bench: {game}", title_justify="left")
    found.add_column("what")
    found.add_column("ours", justify="right")
    found.add_column("beside")
    found.add_column("figure", justify="right", style="bold")
    found.add_column("bar", justify="right")
    found.add_column("goal", justify="right")
    found.add_column("", justify="left")
    found.add_column("rounds", justify="right")
    for figure in figures:
        found.add_row(
            figure.what,
            figure.ours,
            figure.note or figure.beside,
            _number(figure, figure.value),
            _bound(figure, figure.bar),
            _bound(figure, figure.goal),
            verdict(figure),
            str(figure.rounds or ""),
        )
    return found


def verdict(figure: Figure) -> str:
    """In a word: how the figure stands to its bar and goal; nothing where it has none."""
    if figure.value is None:
        return "not measured"
    if figure.reaches(figure.goal):
        return "[green]goal reached[/]"
    if figure.bar is None:
        return ""
    return "[green]bar met[/]" if figure.reaches(figure.bar) else "[red]bar missed[/]"


def _bound(figure: Figure, bound: float | None) -> str:
    sign = "≥" if figure.high else "≤"
    return "" if bound is None else f"{sign} {_number(figure, bound)}"


def _number(figure: Figure, value: float | None) -> str:
    if value is None:
        return ""
    number = f"{value:.2f}" if figure.unit == "×" else f"{value:.0f}" if value >= 10 else f"{value:.1f}"
    return f"{number} {figure.unit}"
