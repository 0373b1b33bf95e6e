"""The commands `portolan backup` and `portolan restore`."""

from __future__ import annotations

from pathlib import Path

import typer

from bot.cli.configuration import read_settings
from bot.cli.refusal import WRONG, refuse
from bot.client.registration import COMMANDS
from storage import backup
from storage.errors import DatabaseUnreachable


def back_up(folder: Path, keep: int) -> None:
    """Back up the configured database; end the program with one line if that fails."""
    try:
        file = backup.back_up(read_settings().database_url, folder, keep)
    except DatabaseUnreachable as fault:
        refuse(f"DATABASE_URL: {fault}")
    except OSError as fault:
        refuse(f"{folder} cannot be written to: {fault.strerror or fault}", WRONG)
    typer.echo(f"{file} ({file.stat().st_size} bytes; keep it private, it has every seed and every hand)")


def restore(file: Path, *, replace: bool) -> None:
    """Restore a backup into the configured database; end the program with one line if that fails."""
    if not file.is_file():
        refuse(f"there is no file {file}")
    try:
        # Discord may know the commands of another version by now: the next start registers them again.
        restored = backup.restore(read_settings().database_url, file, replace=replace, forget=COMMANDS)
    except backup.Unrestorable as fault:
        refuse(str(fault), WRONG)
    except DatabaseUnreachable as fault:
        refuse(f"DATABASE_URL: {fault}")
    if restored.former_file is not None:
        typer.echo(f"what was there before is kept: {restored.former_file}")
    typer.echo(f"restored, with {restored.games} games; start the bot now, it registers its commands again")
