"""The files of a game's board pictures: numbered, and only those of one game in a folder."""

from __future__ import annotations

from pathlib import Path

_NAMES = "board-[0-9][0-9][0-9][0-9].png"


def prepare(folder: Path) -> None:
    """Make a folder for boards, without those of an earlier game. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob(_NAMES):
        earlier.unlink()


def board_file(folder: Path, number: int) -> Path:
    """Return the file of a board by its number."""
    return folder / f"board-{number:04}.png"
