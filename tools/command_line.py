"""Shared parts of the tools' command lines."""

from __future__ import annotations

import typer

from bot.cli import reduce_garbage_collection
from bot.cli.refusal import refuse


def command_line(purpose: str | None = None) -> typer.Typer:
    """Return a command line to which commands can be added.

    ``purpose`` is the first line of the help of a command line with several commands; a single command has its own
    help.
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
    """Return the two computer players of an option such as ``normal,greedy``; end the program if a name is missing."""
    first, comma, second = players.partition(",")
    if not comma:
        refuse(f"name two computer players, such as normal,greedy, not {players!r}")
    return first, second
