"""The output of `portolan tables`: for people, in a terminal or a pipe, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from bot.cli.refusal import printable
from bot.tables import Table
from bot.tables.maintenance.repair import LogCheck
from bot.wording import texts_in
from bot.wording.escaping import unformatted
from storage.columns import utcnow
from storage.models import JobRow, MoveRow

PIPE_WIDTH = 500
"""Columns of a pipe, where nothing is wrapped or cut."""

IDENTIFYING_COLUMNS = 5
"""The number of first columns that identify a table, and are never folded: table, game, status, server, channel."""


@dataclass(frozen=True)
class Details:
    """A table with the data that an operator wants to see."""

    table: Table
    unreadable: str | None
    """The reason why its state cannot be read."""
    entries: Sequence[MoveRow]
    """The last entries of its log."""
    messages: Sequence[JobRow]
    """Messages that were not sent."""

    @property
    def has_game(self) -> bool:
        """True if the game has begun, and its state can be read."""
        return self.unreadable is None and self.table.row.state is not None


def print_json(tables: Sequence[Table]) -> None:
    """Print tables as JSON, one object a line."""
    for table in tables:
        row = table.row
        line = {
            "table": row.id,
            "game": row.key,
            "status": row.status,
            "server": row.guild_id,
            "channel": row.channel_id,
            "people": len(table.players),
            "seats": len(table.seats),
            "turn": row.turn,
            "version": row.version,
            "started_at": row.started_at,
            "changed_at": row.updated_at,
            "finished_at": row.finished_at,
        }
        typer.echo(msgspec.json.encode(line))


def print_list(tables: Sequence[Table], *, full: bool) -> None:
    """Print tables, one a line; `full` is true if there may be more."""
    grid = _grid("table", "game", "status", "server", "channel", "people", "turn", "version", "waiting")
    for table in tables:
        row = table.row
        people = f"{len(table.players)} of {len(table.seats)}"
        idle_time = "" if row.finished_at else ago(row.updated_at)
        _add(grid, row.id, row.key, row.status, row.guild_id, row.channel_id, people, row.turn, row.version, idle_time)
    _keep_whole(grid.columns[:IDENTIFYING_COLUMNS])
    _print(grid if tables else "there are no such tables")
    if full:
        typer.echo(f"the newest {len(tables)}; --limit shows more", err=True)


def print_details(details: Details, *, secrets: bool) -> None:
    """Print a table; `secrets` includes hidden information of players."""
    table = details.table
    row = table.row
    texts = texts_in("en")
    facts: list[tuple[str, object]] = [
        ("table", row.id),
        ("game", f"{texts.title(row.key)}, rules {row.rules_version}"),
        ("options", ", ".join(f"{name}={value}" for name, value in row.options.items()) or "-"),
        ("status", row.status),
        ("server", row.guild_id),
        ("channel", row.channel_id),
        ("host", row.host_id),
        ("board", row.live_message_id),
        ("turn", row.turn),
        ("version", row.version),
        ("opened", _moment(row.created_at)),
        ("started", _moment(row.started_at)),
        ("changed", f"{_moment(row.updated_at)}, {ago(row.updated_at)} ago"),
        ("ended", _moment(row.finished_at)),
        ("commitment", row.commitment),
    ]
    names = texts.visible(table.names)
    if row.paused_at is not None:
        facts.append(("paused", f"{_moment(row.paused_at)}, by {table.pauser_name}"))
    if details.unreadable is not None:
        facts.append(("state", f"cannot be read: {details.unreadable}"))
    if details.has_game and table.is_running:
        facts.append(("waiting for", ", ".join(names[seat] for seat in table.game.blocking_seats) or "-"))
    if secrets:
        facts.append(("seed", row.seed))
    head = _grid()
    for name, value in facts:
        _add(head, name, value)
    _print(head)
    seats = _grid("seat", "name", "person", "computer", "resigned", "owner")
    for seat in table.seats:
        computer = table.computer_at(seat.number)
        _add(seats, seat.number, names[seat.number], seat.user_id, computer, "yes" * seat.resigned, seat.owner_id)
    _print(seats)
    _print_log(details, secrets=secrets)
    _print_messages(details.messages)
    if secrets and row.state is not None:
        _print(msgspec.json.encode(row.state).decode())


def _print_log(details: Details, *, secrets: bool) -> None:
    """Print the last entries of the log, as far as everybody may know them, or with `secrets` as stored."""
    if not details.entries:
        return
    # Imported here, since it needs discord.py, which takes a second to load and which other commands do not need.
    from bot.features.log import log_lines

    texts = texts_in("en").at(details.table.game) if details.has_game else texts_in("en")
    log = _grid("version", "when", "seat", "by", "what")
    for entry in details.entries:
        public_text = "; ".join(unformatted(line) for line in log_lines(details.table, [entry], texts))
        text = entry.words if secrets and entry.words else public_text
        user = "computer" if entry.by_user_id is None else entry.by_user_id
        _add(log, entry.version, _moment(entry.at), entry.seat, user, text + " (taken back)" * entry.undone)
    _print(log)


def _print_messages(messages: Sequence[JobRow]) -> None:
    """Print the messages that wait or were given up."""
    grid = _grid("message", "kind", "written", "attempts", "state")
    for row in messages:
        state = f"set aside: {row.failed}" if row.failed else f"waits, next attempt {_moment(row.due_at)}"
        _add(grid, row.id, row.kind, _moment(row.created_at), row.attempts, state)
    _print(grid if messages else "no message waits or was set aside")


def print_check(check: LogCheck, *, written: bool) -> None:
    """Print the result of replaying a log; `written` is true if the state was restored."""
    row = check.table.row
    first = check.first
    lines = [f"table {row.id}, {row.key}: {check.moves} moves stand, version {row.version}"]
    if check.game is None:  # the log cannot be replayed
        assert first is not None
        lines.append(f"the log leads nowhere: {_place(check)}: {first.reason}")
    else:
        if check.last_version > row.version:
            lines.append(f"the last move has version {check.last_version}, the table {row.version}")
        if check.unreadable is not None:
            lines.append(f"the stored state cannot be read: {check.unreadable}")
        elif check.parts:
            lines.append(f"the stored state is not the one that the log leads to; other: {', '.join(check.parts)}")
        else:
            lines.append("the stored state is the one that the log leads to")
        if first is not None:
            lines.append(f"the first move that differs: {_place(check)}: {first.reason}")
        elif not check.is_sound:
            lines.append("no move differs from what the log has noted of it")
    if written:
        lines.append("stored anew" + "; the board will be posted" * check.table.is_running)
    elif check.game is not None and not check.is_sound:
        lines.append("nothing was written; --yes stores the state that the log leads to")
    _print("\n".join(lines))


def _place(check: LogCheck) -> str:
    """Return where in the log the first difference is; move 0 stands for the beginning of the game."""
    first = check.first
    assert first is not None
    if not first.number:
        return "its beginning"
    return f"move {first.number} of {check.moves} (version {first.version}, seat {first.seat})"


def ago(moment: datetime) -> str:
    """Return the time since a moment, rounded down to minutes or hours."""
    elapsed = max(utcnow() - moment, timedelta(0))
    hours, minutes = divmod(elapsed.seconds // 60, 60)
    if elapsed.days:
        return f"{elapsed.days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else f"{moment:%Y-%m-%d %H:%M:%S}Z"


def _grid(*heads: str) -> Grid:
    """Return an empty grid with these columns; without heads it has two, for names and values."""
    grid = Grid(
        box=box.SIMPLE_HEAD if heads and Console().is_terminal else None, show_header=bool(heads), pad_edge=False
    )
    for head in heads or ("", ""):
        grid.add_column(head)
    return grid


def _keep_whole(columns: Sequence[Column]) -> None:
    """Let a narrow terminal fold other columns than these."""
    for column in columns:
        column.no_wrap = True
        column.min_width = max((len(str(cell)) for cell in column.cells), default=0)


def _add(grid: Grid, *cells: object) -> None:
    """Add a line to a grid; empty cells get a hyphen."""
    texts = ["-" if cell in (None, "") else str(cell) for cell in cells]
    grid.add_row(*(Text(printable(text)) for text in texts))


def _print(content: Grid | str) -> None:
    """Print text or a grid, without the blanks that fill up its last column."""
    console = Console(width=None if Console().is_terminal else PIPE_WIDTH, highlight=False, markup=False)
    with console.capture() as captured:
        if isinstance(content, str):
            console.print("\n".join(printable(line) for line in content.split("\n")), soft_wrap=True)
        else:
            console.print(content)
            console.print()
    for line in captured.get().splitlines():
        typer.echo(line.rstrip())
