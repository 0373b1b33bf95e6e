"""Ending with one line instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NoReturn

import structlog
import typer

USAGE = 2
"""Exit status: what was asked for, or what it was configured with, cannot be used."""
WRONG = 1
"""Exit status: it could be used, and the result is no."""
PASSING = 75
"""Exit status (EX_TEMPFAIL): something outside cannot be reached now; the same start may succeed later."""

LONGEST = 600
"""Characters of a reason, which may quote a file that holds anything."""


def refuse(reason: str, status: int = USAGE) -> NoReturn:
    """Say why on the error output, in one line that is not endless, and end the program."""
    refuse_all([reason], status)


def refuse_all(reasons: Iterable[str], status: int = USAGE) -> NoReturn:
    """Say each reason in a line of its own on the error output, and end the program."""
    for reason in reasons:
        typer.echo(f"portolan: {printable(one_line(reason))}", err=True)
    raise typer.Exit(status)


def refuse_in_log(form: Literal["text", "json"], reason: str, status: int) -> NoReturn:
    """Say why as the last line of a log in this form, and end the program."""
    if form == "text":
        refuse(reason, status)
    structlog.get_logger("portolan").critical(printable(one_line(reason)), exit_status=status)
    raise typer.Exit(status)


def one_line(reason: str) -> str:
    """Return a reason in one line that is not endless."""
    line = " ".join(reason.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def refuse_unknown(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Goes on where each is known, and else says which one is not, and which there are."""
    there_are = list(known)
    for each in given:
        if each not in there_are:
            refuse(f"there is no {what} {each!r}; there are {', '.join(there_are)}")


def printable(text: str) -> str:
    """Text from a file or a stranger, unable to steer the terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
