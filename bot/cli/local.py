"""Starting the sandbox."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import engines
from bot.cli import logs
from bot.cli.refusal import refuse
from storage.errors import DatabaseUnreachable


def play_locally(game: str | None, players: int | None, folder: Path, port: int) -> None:
    """Runs the sandbox until Ctrl+C; ends the program with one line when it cannot start."""
    if game is None and players is not None:
        refuse("--players is for a table that --game opens")
    if game is not None:
        try:
            engines.new(game, engines.GAMES[game].seats.start if players is None else players, seed=0)
        except KeyError:
            refuse(f"there is no game {game!r}; there are {', '.join(engines.GAMES)}")
        except ValueError as fault:
            refuse(str(fault))
    logs.configure("warning", "text")
    logging.getLogger("discord").setLevel(logging.ERROR)  # what it warns of concerns a real Discord
    try:
        from bot.sandbox import sandbox

        asyncio.run(sandbox(game, players, folder, port))
    except ModuleNotFoundError as fault:
        refuse(f"the sandbox needs {fault.name}; install it with: pip install -r requirements/sandbox.txt")
    except DatabaseUnreachable as fault:
        refuse(str(fault))
    except OSError as fault:
        refuse(f"the sandbox cannot start: {fault}")
    except KeyboardInterrupt:
        pass
