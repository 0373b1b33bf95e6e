"""What the command lines of the tools have in common."""

from __future__ import annotations

import typer

from bot.cli import reduce_garbage_collection
from bot.cli.refusal import refuse


def command_line(purpose: str | None = None) -> typer.Typer:
    """Return a command line without commands.

    ``purpose``: the first line of the help where there will be several commands; a single one has its own.
    """
    return typer.Typer(
        context_settings={"help_option_names": ["-h", "--help"]},
        help=purpose,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )


def start(app: typer.Typer) -> None:
    """Run a command line with the arguments of the process."""
    reduce_garbage_collection()
    app()


def pair_of(players: str) -> tuple[str, str]:
    """Return two computer players that were named as ``normal,greedy``; end the program where they are not two."""
    first, comma, second = players.partition(",")
    if not comma:
        refuse(f"name two computer players, such as normal,greedy, not {players!r}")
    return first, second
