"""The figures about computer players are those of the games that were kept."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from statistics import fmean

from tools.arena import interval

DOCS = Path(__file__).parents[1] / "docs"
TEXT = (DOCS / "opponents.md").read_text(encoding="utf-8")
FILES = sorted((DOCS / "opponents").glob("*.csv"))


def row(file: Path) -> str:
    """Return the row of the table for a file."""
    with file.open(encoding="utf-8", newline="") as lines:
        games = list(csv.DictReader(lines))
    won = sum(game["won"] == "True" for game in games)
    low, high = interval(won, len(games))
    points, rival = (f"{fmean(float(game[field]) for game in games):.0f}" for field in ("points", "rival"))
    cells = (
        f"[{file.stem}](opponents/{file.name})",
        ", ".join(games[0][field].title() for field in ("first", "second")),
        f"{won} of {len(games)}",
        f"{low:.0%} to {high:.0%}",
        f"{points} : {rival}".replace("-", "−"),
        f"{max(float(game['first_ms']) for game in games):,.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


def test_every_row_is_that_of_its_file() -> None:
    rows = re.findall(r"^\| \[.*$", TEXT, re.MULTILINE)
    assert sorted(rows) == sorted(map(row, FILES))
    assert len(rows) > 10
