"""Ends of the program with one line instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NoReturn

import structlog
import typer

USAGE = 2
"""Exit status: the arguments or the configuration cannot be used."""
WRONG = 1
"""Exit status: the command was carried out with a negative result."""
PASSING = 75
"""Exit status (EX_TEMPFAIL): something outside cannot be reached now; the same start may succeed later."""

LONGEST = 600
"""Characters of a reason, which may quote a file of any size."""


def refuse(reason: str, status: int = USAGE) -> NoReturn:
    """Print a reason to the error output, in one line of limited length, and end the program."""
    refuse_all([reason], status)


def refuse_all(reasons: Iterable[str], status: int = USAGE) -> NoReturn:
    """Print each reason in a separate line to the error output, and end the program."""
    for reason in reasons:
        typer.echo(f"portolan: {printable(one_line(reason))}", err=True)
    raise typer.Exit(status)


def refuse_in_log(form: Literal["text", "json"], reason: str, status: int) -> NoReturn:
    """Write a reason as the last line of a log in this form, and end the program."""
    if form == "text":
        refuse(reason, status)
    structlog.get_logger("portolan").critical(printable(one_line(reason)), exit_status=status)
    raise typer.Exit(status)


def one_line(reason: str) -> str:
    """Return a reason in one line of limited length."""
    line = " ".join(reason.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def refuse_unknown(kind: str, names: Iterable[str], accepted: Iterable[str]) -> None:
    """End the program if one of the names is not known, with the known ones."""
    known_names = list(accepted)
    for name in names:
        if name not in known_names:
            refuse(f"there is no {kind} {name!r}; there are {', '.join(known_names)}")


def printable(text: str) -> str:
    """Return a text from a file or a stranger without characters that control the terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
