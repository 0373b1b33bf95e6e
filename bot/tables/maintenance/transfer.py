"""Tables as files: all data of a table, including the secret seed and hidden hands, checked before import.

The file is one JSON object; docs/hosting/tables.md describes it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

import engines
from bot.tables import fair_dice_log
from bot.tables.analysis import reviews
from bot.tables.maintenance.repair import OperatorError, replay_log
from bot.tables.observers import result_storage
from bot.tables.table import Table, TableBroken
from bot.tables.transaction import TableTransactions
from engines import Event
from storage import named_values, transfer
from storage.errors import ChannelBusy
from storage.models import ClickRow, GameRow, MoveKind, MoveRow, ResultRow, SeatRow, Status
from storage.transfer import GameRows, Unfit

FORMAT = 1
"""Number of the format, which grows when files of earlier programs can no longer be read."""
LARGEST = 64 << 20
"""Bytes that a file may have; a long game has some hundred thousand."""


class File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The outline of a file. The fields of its objects are the columns of the database."""

    portolan_table: int
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    results: list[dict[str, Any]] = []
    clicks: list[dict[str, Any]] = []


def encode(rows: GameRows) -> bytes:
    """Return the file of a table, indented for people."""
    file = File(
        portolan_table=FORMAT,
        game=transfer.data_of(rows.game),
        seats=[transfer.data_of(row) for row in rows.seats],
        moves=[transfer.data_of(row) for row in rows.moves],
        results=[transfer.data_of(row) for row in rows.results],
        clicks=[transfer.data_of(row) for row in rows.clicks],
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def decode(content: bytes) -> GameRows:
    """Return the rows of a file. Raises OperatorError for other files."""
    if len(content) > LARGEST:
        raise OperatorError(f"this is no table of Portolan: it has more than {LARGEST >> 20} MiB")
    try:
        file = msgspec.json.decode(content, type=File)
        if file.portolan_table != FORMAT:
            raise OperatorError(f"the file has format {file.portolan_table}, this program reads {FORMAT}")
        return GameRows(
            transfer.row_of(GameRow, file.game, "game"),
            [transfer.row_of(SeatRow, data, f"seat {number}") for number, data in enumerate(file.seats)],
            [transfer.row_of(MoveRow, data, f"move {number}") for number, data in enumerate(file.moves, 1)],
            [transfer.row_of(ResultRow, data, f"result {number}") for number, data in enumerate(file.results, 1)],
            [transfer.row_of(ClickRow, data, f"click {number}") for number, data in enumerate(file.clicks, 1)],
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Unfit) as fault:
        raise OperatorError(f"this is no table of Portolan: {fault}") from fault


def check(rows: GameRows) -> Table:
    """Return the table of a file after replaying all its moves. Raises OperatorError with the first fault."""
    row = rows.game
    seats = sorted(rows.seats, key=lambda seat: seat.number)
    table = Table(row, seats)
    if [seat.number for seat in seats] != list(range(len(seats))) or len(seats) > row.seats:
        raise OperatorError("its seats are not numbered from 0, or there are too many")
    if row.status == Status.LOBBY or row.started_at is None:
        _check_lobby(table, rows)
    else:
        _check_log(rows)
        _check_state(table, rows)
    return table


def _check_lobby(table: Table, rows: GameRows) -> None:
    row = table.row
    if row.state is not None or rows.moves or rows.results or row.status in (Status.RUNNING, Status.FINISHED):
        raise OperatorError("it has not started, but holds a game")
    if row.key not in engines.GAMES:
        raise OperatorError(f"there is no game {row.key!r}")
    if row.seats not in table.kind.seats:
        raise OperatorError(f"{row.key} is not played by {row.seats}")
    try:
        fair_dice_log.check_lobby(table, rows.clicks)
    except ValueError as fault:
        raise OperatorError(f"its lobby: {fault}") from fault


def _check_log(rows: GameRows) -> None:
    versions = [move.version for move in rows.moves]
    if versions != sorted(set(versions)) or (versions and versions[-1] > rows.game.version):
        raise OperatorError("its moves are not in order")
    for move in rows.moves:
        try:
            msgspec.convert(move.events, list[Event])
        except msgspec.ValidationError as fault:
            raise OperatorError(f"entry {move.version} of its log, events: {fault}") from fault


def _check_state(table: Table, rows: GameRows) -> None:
    """Check that state, status, results and dice are those to which the moves lead."""
    row = table.row
    effective_moves = [move for move in rows.moves if move.kind == MoveKind.MOVE and not move.undone]
    try:
        log_check = replay_log(table, effective_moves)
    except TableBroken as fault:
        raise OperatorError(fault.reason) from fault
    difference = log_check.first
    if difference is not None:
        raise OperatorError(f"move {difference.number}, seat {difference.seat}: {difference.reason}")
    if log_check.unreadable is not None:
        raise OperatorError(f"its state cannot be read: {log_check.unreadable}")
    if log_check.game is None or log_check.parts:
        raise OperatorError(f"its moves do not lead to its state: other {', '.join(log_check.parts)}")
    # A game that all agreed to end as a draw is finished, although its state is not over.
    is_drawn = row.status == Status.FINISHED and any(move.kind == MoveKind.DRAW for move in rows.moves)
    is_finished = log_check.game.state.over or is_drawn
    if is_finished != (row.status == Status.FINISHED):
        raise OperatorError(f"it is {row.status}, its moves say otherwise")
    scores = [score.total for score in log_check.game.scores()]
    totals = {result.seat: result.total for result in rows.results}
    if totals != (dict(enumerate(scores)) if row.status == Status.FINISHED else {}):
        raise OperatorError("its results are not those of its moves")
    try:
        fair_dice_log.check_draw(table, rows.clicks)
    except ValueError as fault:
        raise OperatorError(f"its dice: {fault}") from fault


class Transfer:
    """Export tables from the database, and import them."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    async def export_table(self, game_id: int) -> bytes:
        """Return a table as a file. Raises OperatorError when there is none."""
        async with self.repository.database.snapshot() as session:
            rows = await transfer.collect(session, game_id)
        if rows is None:
            raise OperatorError(f"there is no table {game_id}")
        return await asyncio.to_thread(encode, rows)

    async def import_table(self, content: bytes, *, place: tuple[int | None, int] | None = None) -> Table:
        """Store the table of a file, and post the board of a running one.

        Args:
            content: The file. The table gets another number if its own is taken.
            place: The server and channel where it goes on; None for those of the file.

        Raises:
            OperatorError: The file or the place is unsuitable. Nothing has changed.
        """
        rows = await asyncio.to_thread(decode, content)
        table = await asyncio.to_thread(check, rows)
        row = rows.game
        if place is not None:
            row.guild_id, row.channel_id = place
        # Messages that another installation has posted cannot be edited by this one.
        row.live_message_id = row.lobby_message_id = row.question_message_id = row.question_version = None
        try:
            async with self.repository.writing() as session:
                row.id = await transfer.insert(session, rows)
                # A review of another table that had the number before.
                await named_values.forget(session, reviews.review_key(row.id))
                if row.status == Status.FINISHED:
                    await result_storage.store_results(session, table)  # rated in its new place
                if table.is_running:
                    await self.transactions.join(session, table).post_imported()
        except ChannelBusy as fault:
            raise OperatorError(f"channel {row.channel_id} has an open table") from fault
        return table
