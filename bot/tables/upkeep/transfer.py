"""A table as a file: everything of it, the secret seed and hidden hands included, checked before it is let in.

The file is one JSON object; docs/hosting/tables.md describes it.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

import engines
from bot.tables import lots
from bot.tables.beside import reviewing
from bot.tables.change import Road
from bot.tables.following import outcomes
from bot.tables.table import Table, TableBroken
from bot.tables.upkeep.mending import Unmendable, replay
from engines import Event
from storage import transfer
from storage.errors import ChannelBusy
from storage.kept import forget
from storage.models import ClickRow, GameRow, MoveKind, MoveRow, ResultRow, SeatRow, Status
from storage.transfer import Kept, Unfit

FORMAT = 1
LARGEST = 64 << 20
"""Bytes of a file; a long game has some hundred thousand."""


class File(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The outline of a file; what its objects may hold are the columns of the database."""

    portolan_table: int
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    moves: list[dict[str, Any]]
    results: list[dict[str, Any]] = []
    clicks: list[dict[str, Any]] = []


def encode(kept: Kept) -> bytes:
    """The file of a table, to be read by people too."""
    file = File(
        portolan_table=FORMAT,
        game=transfer.data_of(kept.game),
        seats=[transfer.data_of(row) for row in kept.seats],
        moves=[transfer.data_of(row) for row in kept.moves],
        results=[transfer.data_of(row) for row in kept.results],
        clicks=[transfer.data_of(row) for row in kept.clicks],
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def decode(content: bytes) -> Kept:
    """The table of a file. Raises Unmendable, in a line, for anything that is not one."""
    if len(content) > LARGEST:
        raise Unmendable(f"this is no table of Portolan: it has more than {LARGEST >> 20} MiB")
    try:
        file = msgspec.json.decode(content, type=File)
        if file.portolan_table != FORMAT:
            raise Unmendable(f"the file has format {file.portolan_table}, this program reads {FORMAT}")
        return Kept(
            transfer.row_of(GameRow, file.game, "game"),
            [transfer.row_of(SeatRow, data, f"seat {number}") for number, data in enumerate(file.seats)],
            [transfer.row_of(MoveRow, data, f"move {number}") for number, data in enumerate(file.moves, 1)],
            [transfer.row_of(ResultRow, data, f"result {number}") for number, data in enumerate(file.results, 1)],
            [transfer.row_of(ClickRow, data, f"click {number}") for number, data in enumerate(file.clicks, 1)],
        )
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Unmendable(f"this is no table of Portolan: {fault}") from fault
    except Unfit as fault:
        raise Unmendable(f"this is no table of Portolan: {fault}") from fault


def check(kept: Kept) -> Table:
    """The table, as it stands in the file, after all its moves were played again. Raises Unmendable."""
    row, seats = kept.game, sorted(kept.seats, key=lambda seat: seat.number)
    table = Table(row, seats)
    if [seat.number for seat in seats] != list(range(len(seats))) or len(seats) > row.seats:
        raise Unmendable("its seats are not numbered from 0")
    if row.status == Status.LOBBY or row.started_at is None:
        if row.state is not None or kept.moves or kept.results or row.status in (Status.RUNNING, Status.FINISHED):
            raise Unmendable("it has not started, but holds a game")
        if row.key not in engines.GAMES:
            raise Unmendable(f"there is no game {row.key!r}")
        if row.seats not in table.kind.seats:
            raise Unmendable(f"{row.key} is not played by {row.seats}")
        try:
            lots.check_lobby(table, kept.clicks)
        except ValueError as fault:
            raise Unmendable(f"its lobby: {fault}") from fault
        return table
    versions = [move.version for move in kept.moves]
    if versions != sorted(set(versions)) or (versions and versions[-1] > row.version):
        raise Unmendable("its moves are not in order")
    for move in kept.moves:
        try:
            msgspec.convert(move.events, list[Event])
        except msgspec.ValidationError as fault:
            raise Unmendable(f"entry {move.version} of its log, events: {fault}") from fault
    standing = [move for move in kept.moves if move.kind == "move" and not move.undone]
    try:
        found = replay(table, standing)
    except TableBroken as fault:
        raise Unmendable(fault.reason) from fault
    if found.first is not None:
        raise Unmendable(f"move {found.first.number}, seat {found.first.seat}: {found.first.reason}")
    if found.unreadable is not None:
        raise Unmendable(f"its state cannot be read: {found.unreadable}")
    if found.game is None or found.parts:
        raise Unmendable(f"its moves do not lead to its state: other {', '.join(found.parts)}")
    drawn = row.status == Status.FINISHED and any(move.kind == MoveKind.DRAW for move in kept.moves)
    if (found.game.state.over != drawn) == (row.status == Status.RUNNING):
        raise Unmendable(f"it is {row.status}, its moves say otherwise")
    scores = [score.total for score in found.game.scores()]
    totals = {result.seat: result.total for result in kept.results}
    if totals != (dict(enumerate(scores)) if row.status == Status.FINISHED else {}):
        raise Unmendable("its results are not those of its moves")
    try:
        lots.check(table, kept.clicks)
    except ValueError as fault:
        raise Unmendable(f"its dice: {fault}") from fault
    return table


class Transfer:
    """Tables out of the database and into it."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    async def export(self, game_id: int) -> bytes:
        """The table as a file. Raises Unmendable when there is none."""
        async with self.repository.database.snapshot() as session:
            kept = await transfer.collect(session, game_id)
        if kept is None:
            raise Unmendable(f"there is no table {game_id}")
        return await asyncio.to_thread(encode, kept)

    async def enter(self, content: bytes, *, place: tuple[int | None, int] | None = None) -> Table:
        """Stores the table of a file, under another number where its own is taken; a running one posts its board.

        ``place``: the server and channel where it goes on; None: those of the file. Raises Unmendable, with nothing
        written.
        """
        kept = await asyncio.to_thread(decode, content)
        table = await asyncio.to_thread(check, kept)
        row = kept.game
        if place is not None:
            row.guild_id, row.channel_id = place
        # Messages that another installation has posted are not ours to edit.
        row.live_message_id = row.lobby_message_id = row.question_message_id = row.question_version = None
        try:
            async with self.repository.writing() as session:
                row.id = await transfer.insert(session, kept)
                await forget(session, reviewing.review_key(row.id))  # of a table that had the number before
                if row.status == Status.FINISHED:
                    await outcomes.keep(session, table)  # rated where it is now
                if table.running:
                    await self.road.inside(session, table).arrive()
        except ChannelBusy as fault:
            raise Unmendable(f"channel {row.channel_id} has an open table") from fault
        return table
