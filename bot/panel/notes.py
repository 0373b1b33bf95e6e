"""What a person has written down at a table, as that person reads it again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.delivery.compose import fit
from bot.tables import Table
from bot.tables.beside.notes import Line
from bot.wording import Texts
from bot.wording.escaping import plain

MOST_ON_TOP = 3
"""Lines on top of a panel, the newest."""


def on_top(table: Table, texts: Texts, lines: Sequence[Line]) -> str:
    """The newest lines, for the panel of who decides."""
    return "\n".join(_line(table, texts, line) for line in lines[-MOST_ON_TOP:])


def all_lines(table: Table, texts: Texts, lines: Sequence[Line]) -> str:
    """All of them with their numbers, and how they are dropped."""
    which = {"game": texts.title(table.row.key), "table": str(table.row.id)}
    if not lines:
        return texts.say("note.none", **which)
    numbered = [f"{number}. {_line(table, texts, line)}" for number, line in enumerate(lines, 1)]
    return fit([texts.say("note.kept", **which), *numbered])


def _line(table: Table, texts: Texts, line: Line) -> str:
    return texts.say("note.line", turn=texts.when(table.row.key, line.turn), text=plain(line.text))
