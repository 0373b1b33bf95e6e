"""The commands `portolan servers`: the servers that the bot is in, and leaving one."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(
    name="servers",
    help="The servers that the bot is in; needs DISCORD_TOKEN, and the bot may keep running.",
    no_args_is_help=True,
)


@app.command("list")
def list_servers() -> None:
    """List the servers with their numbers, and what the bot lacks there."""
    from bot.cli import membership

    membership.list_servers()


@app.command()
def leave(
    server: Annotated[int, typer.Argument(metavar="ID", min=1, help="The server's number.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this, only say which server it is.")] = False,
) -> None:
    """Leave a server; its tables pause, and go on if the bot is invited again."""
    from bot.cli import membership

    membership.leave(server, confirmed=yes)
