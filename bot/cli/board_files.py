"""The numbered files of a game's board pictures, and the progress bar while they are drawn."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

_NAMES = "board-[0-9][0-9][0-9][0-9].png"


def prepare_folder(folder: Path) -> None:
    """Create a folder for boards, and delete those of an earlier game in it. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for old_board in folder.glob(_NAMES):
        old_board.unlink()


def board_file(folder: Path, number: int) -> Path:
    """Return the file of a board by its number."""
    return folder / f"board-{number:04}.png"


def progress() -> Progress:
    """Return progress bars on the error output, a line for each step."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True))
