"""Run the command line in tests, and read what it refuses."""

from __future__ import annotations

import logging
from functools import cache

import typer
from typer import testing
from typer.main import get_command
from typer.testing import CliRunner, Result

from bot.cli import app

vars(testing)["_get_command"] = cache(get_command)  # options out of signatures would be made for each run anew


def portolan(*words: str, **environment: str) -> Result:
    """Run the command line of the bot."""
    return invoke(app, *words, **environment)


def invoke(app: typer.Typer, *words: str, **environment: str) -> Result:
    """Run a command line, in English unless the ``environment`` says otherwise.

    What is logged afterwards is logged as before.
    """
    root = logging.getLogger()
    level = root.level
    handlers = root.handlers[:]
    try:
        return CliRunner(env={"LC_ALL": "C", **environment}).invoke(app, list(words))
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers


def refusal(result: Result, status: int = 2) -> str:
    """Return the line on which a run of the program was refused; assert that it says nothing else."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    line = result.stderr[:-1]
    end = result.stderr[-1:]
    assert end == "\n"
    assert "\n" not in line
    assert line.startswith("portolan: ")
    return line.removeprefix("portolan: ")
