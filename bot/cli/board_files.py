"""The files of board pictures: numbered, and only those of one game in a folder."""

from __future__ import annotations

from pathlib import Path

_NAMES = "board-[0-9][0-9][0-9][0-9].png"


def prepare_folder(folder: Path) -> None:
    """Create a folder for boards, and delete those of an earlier game in it. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for old_board in folder.glob(_NAMES):
        old_board.unlink()


def board_file(folder: Path, number: int) -> Path:
    """Return the file of a board by its number."""
    return folder / f"board-{number:04}.png"
