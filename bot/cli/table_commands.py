"""The commands `portolan tables`: inspecting and repairing the tables of a database.

The commands import what takes long to import.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="tables",
    help="Inspect and repair the tables of DATABASE_URL; the bot may keep running.",
    no_args_is_help=True,
)

TableNumber = Annotated[int, typer.Argument(metavar="ID", help="The table's number.")]


class StatusFilter(StrEnum):
    """A choice of tables by their status."""

    OPEN = "open"
    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    ENDED = "ended"
    ALL = "all"


@app.command("list")
def list_tables(
    status: Annotated[
        StatusFilter, typer.Option(help="open: lobby or running; ended: finished or abandoned.")
    ] = StatusFilter.OPEN,
    server: Annotated[int | None, typer.Option(help="Only those of this Discord server.")] = None,
    game: Annotated[str | None, typer.Option(help="Only those of this game.")] = None,
    idle: Annotated[
        float | None, typer.Option(min=0, max=36500, metavar="DAYS", help="Only those that have waited so long.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Only so many, the newest.")] = 100,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on each line.")] = False,
) -> None:
    """List tables, the oldest first."""
    from bot.cli import operating

    operating.list_tables(status, server, game, idle, limit, as_json=json)


@app.command()
def show(
    table: TableNumber,
    moves: Annotated[int, typer.Option(min=0, max=1000, help="How many of the last entries of the log.")] = 10,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Also the seed, every hand and every word played.")
    ] = False,
) -> None:
    """Show a table: seats, turn, last moves, unsent messages."""
    from bot.cli import operating

    operating.show(table, moves, secrets=secrets)


@app.command()
def export(
    table: TableNumber,
    file: Annotated[Path | None, typer.Argument(help="Default: portolan-table-ID.json; -: standard output.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Write a whole table to a file, with its secret seed and every hand."""
    from bot.cli import operating

    operating.export(table, file or Path(f"portolan-table-{table}.json"), force=force)


@app.command("import")
def import_table(
    file: Annotated[Path, typer.Argument(help="A file written by export.")],
    server: Annotated[int | None, typer.Option(help="The Discord server where it continues; with --channel.")] = None,
    channel: Annotated[
        int | None, typer.Option(help="The channel where it continues; default: as in the file.")
    ] = None,
) -> None:
    """Import a table; all moves are replayed before anything is written."""
    from bot.cli import operating

    operating.import_table(file, server, channel)


@app.command()
def repair(
    table: TableNumber,
    write: Annotated[
        bool, typer.Option("--yes", "--write", help="Store the replayed state; without this, only compare.")
    ] = False,
) -> None:
    """Replay a table's log, and compare the result with the stored state."""
    from bot.cli import operating

    operating.repair(table, write=write)


@app.command()
def end(
    table: TableNumber,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this, only say which table it is.")] = False,
) -> None:
    """End a lobby or a running table without a result, and tell its channel."""
    from bot.cli import operating

    operating.end(table, confirmed=yes)
