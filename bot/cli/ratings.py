"""The command `portolan ratings rebuild`."""

from __future__ import annotations

import typer

app = typer.Typer(
    name="ratings",
    help="Ratings in DATABASE_URL; the bot may keep running.",
    no_args_is_help=True,
)


@app.callback()
def ratings() -> None:
    pass


@app.command()
def rebuild() -> None:
    """Rate every game again, from the results alone, and say what that changed."""
    from bot.cli.results import rebuild as rate

    rate()
