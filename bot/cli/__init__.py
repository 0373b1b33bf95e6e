"""The command line. Modules that take long to import are imported by the commands that need them."""

from __future__ import annotations

import gc
import io
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot import __version__
from bot.cli import people, ratings, server_commands, table_commands

HOSTING = "Host the bot"
ADMINISTERING = "Tables, people and servers"
PLAYING = "Play and look back without Discord"
"""Headings of the help."""

app = typer.Typer(
    name="portolan",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Heavy eurogames in a Discord channel, one move at a time.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for group in (table_commands.app, people.app, server_commands.app, ratings.app):
    app.add_typer(group, rich_help_panel=ADMINISTERING)


def reduce_garbage_collection() -> None:
    """Run the garbage collector less often.

    With Python's threshold it takes a tenth of the start-up time, for imported objects, and a fifteenth of the
    processor time of a bot that serves many tables.
    """
    gc.set_threshold(20_000)


def replace_what_the_terminal_lacks() -> None:
    """Print a question mark for each character that the terminal's encoding does not have, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _print_version(is_requested: bool) -> None:  # noqa: FBT001  # typer passes it by position
    if is_requested:
        typer.echo(f"portolan {__version__}")
        raise typer.Exit


@app.callback()
def portolan(
    version: Annotated[  # noqa: ARG001  # its callback has printed it
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    reduce_garbage_collection()
    replace_what_the_terminal_lacks()


@app.command(rich_help_panel=HOSTING)
def run(
    register: Annotated[
        bool, typer.Option("--register", help="Register the commands with Discord even if they have not changed.")
    ] = False,
) -> None:
    """Run the bot. Reads DISCORD_TOKEN and DATABASE_URL from the environment or from .env."""
    from bot.cli.configuration import read_settings
    from bot.cli.startup import serve

    serve(read_settings(), register_again=register)


@app.command("init", rich_help_panel=HOSTING)
def set_up() -> None:
    """Ask for the bot's token, write it to .env, and print the invitation."""
    from bot.cli import setup

    setup.set_up()


@app.command(rich_help_panel=HOSTING)
def doctor() -> None:
    """Say what works and what does not: token, permissions, clock, database, disk, fonts, versions."""
    from bot.cli import checkup

    checkup.examine()


@app.command(rich_help_panel=HOSTING)
def think() -> None:
    """Run only computer players, for bots on the same PostgreSQL (DATABASE_URL, THINK_PROCESSES)."""
    from bot.cli.configuration import read_settings
    from bot.cli.think_command import think as think_on

    think_on(read_settings())


@app.command(rich_help_panel=PLAYING)
def sandbox(
    game: Annotated[str | None, typer.Option(help="Open a table for this game at once.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats the table has.")] = None,
    players: Annotated[int | None, typer.Option(hidden=True)] = None,
    folder: Annotated[Path, typer.Option(help="Where the database is kept.")] = Path("var"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The page's port; 0: any free one.")] = 0,
) -> None:
    """Play in your browser: the real bot in a simulated Discord, without a token."""
    from bot.cli.local import play_locally

    play_locally(game, seats or players, folder, port)


@app.command(rich_help_panel=PLAYING)
def selfplay(
    game: Annotated[str, typer.Argument(help="Which game.")],
    out: Annotated[Path, typer.Option(help="The folder to write to; an earlier game's files there are replaced.")],
    seats: Annotated[int, typer.Option(help="How many seats.")] = 3,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same game; default: random.")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Computer player; once for all seats or once for each.")
    ] = None,
    name: Annotated[list[str] | None, typer.Option(help="A player's name; once for each seat.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A variant of the game, such as royal=goa.")] = None,
    language: Annotated[str, typer.Option(help="The code of the language of pictures and summary, such as de.")] = "en",
    shape: Annotated[str, typer.Option(help="Shape of the boards: wide for desktops, tall for phones.")] = "wide",
) -> None:
    """Let computers play a whole game; write its boards, record and summary to a folder."""
    from bot.cli.selfplay import PlayRequest, play_to_folder

    request = PlayRequest(game, seats, seed, player or [], name or [], option or [], language, shape)
    play_to_folder(request, out)


@app.command(rich_help_panel=PLAYING)
def verify(
    file: Annotated[Path, typer.Argument(help="The record of a finished game, as attached to its summary.")],
    language: Annotated[
        str | None,
        typer.Option(help="The code of the output's language, such as de; default: that of the environment."),
    ] = None,
) -> None:
    """Check a record: its seed, every move and the result."""
    import os

    from bot.cli.records import texts_for, verify_file

    verify_file(file, texts_for(language, os.environ))


@app.command(rich_help_panel=PLAYING)
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a finished game, as attached to its summary.")],
    out: Annotated[Path, typer.Option(help="The folder to write to; boards of another game there are replaced.")],
    clip: Annotated[bool, typer.Option("--clip", help="Also make an animated WebP of at most 60 boards.")] = False,
    seat: Annotated[
        int | None, typer.Option(min=1, help="Draw what the player at this seat knew; default: what everybody knew.")
    ] = None,
    shape: Annotated[str, typer.Option(help="Shape of the boards: wide for desktops, tall for phones.")] = "wide",
    language: Annotated[
        str | None, typer.Option(help="The code of the boards' language, such as de; default: that of the environment.")
    ] = None,
) -> None:
    """Draw the boards of a recorded game, one a turn, into a folder."""
    import os

    from bot.cli.recorded_boards import ReplayRequest, replay_to_folder
    from bot.cli.records import texts_for

    replay_to_folder(ReplayRequest(file, shape, seat, clip), out, texts_for(language, os.environ))


@app.command(rich_help_panel=HOSTING)
def migrate() -> None:
    """Migrate the database of DATABASE_URL (`portolan run` does so itself)."""
    from bot.cli.configuration import read_settings
    from bot.cli.startup import migrate_database

    typer.echo(f"the database is at revision {migrate_database(read_settings())}")


@app.command(rich_help_panel=HOSTING)
def backup(
    to: Annotated[Path, typer.Option(help="The folder of the backups.")] = Path("backups"),
    keep: Annotated[int, typer.Option(min=1, help="How many of them stay; the oldest are deleted.")] = 14,
) -> None:
    """Back up the database of DATABASE_URL into a file; the bot may keep running (BACKUP_TO lets it do so itself)."""
    from bot.cli import backup_commands

    backup_commands.back_up(to, keep)


@app.command(rich_help_panel=HOSTING)
def restore(
    file: Annotated[Path, typer.Argument(help="A backup that `portolan backup` or the bot made.")],
    replace: Annotated[bool, typer.Option("--yes", "--replace", help="Replace the tables that are there.")] = False,
) -> None:
    """Restore a backup into the database of DATABASE_URL; stop the bot first."""
    from bot.cli import backup_commands

    backup_commands.restore(file, replace=replace)


@app.command(rich_help_panel=ADMINISTERING)
def stats(
    database: Annotated[
        str | None, typer.Argument(help="A SQLite file or a database URL; default: DATABASE_URL.")
    ] = None,
    server: Annotated[int | None, typer.Option(help="Which Discord server; needed where there are several.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object for each game instead of CSV.")] = False,
) -> None:
    """Print the games that have ended on a server, a line for each seat, as CSV."""
    from bot.cli.results import print_results

    print_results(database, server, as_json=json)
