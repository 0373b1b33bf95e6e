"""The commands `portolan people`: stored data of people who cannot ask the bot themselves, erasure, exclusion.

The commands import what takes long to import.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="people",
    help="What is kept about a person in DATABASE_URL; the bot may keep running.",
    no_args_is_help=True,
)

Person = Annotated[int, typer.Argument(metavar="ID", min=1, max=2**63 - 1, help="The number of a Discord account.")]


@app.command()
def data(
    person: Person,
    file: Annotated[Path | None, typer.Argument(help="Default: portolan-ID.json; -: standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Write everything that is kept about a person to a file, as /me data does."""
    from bot.cli import operating

    operating.person_data(person, file or Path(f"portolan-{person}.json"), force=force)


@app.command()
def forget(
    person: Person,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this, only say what would go.")] = False,
) -> None:
    """Delete everything that is kept about a person, as /me forget does; only an exclusion stays."""
    from bot.cli import operating

    operating.forget_person(person, confirmed=yes)


@app.command()
def excluded() -> None:
    """List the people who are excluded, one number on each line."""
    from bot.cli import operating

    operating.list_excluded()


@app.command()
def exclude(
    person: Person,
    undo: Annotated[bool, typer.Option("--undo", help="Let the person use the bot again.")] = False,
) -> None:
    """Exclude a person from the bot: nothing that the person presses or types is done any more."""
    from bot.cli import operating

    operating.exclude_person(person, undo=undo)
