"""What an operator does to a table: comparing its state with its log, putting the log's in its place, ending it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel.ext.asyncio.session import AsyncSession

import engines
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.change import Happened, Road, abandoned
from bot.tables.table import Refused, Table
from bot.wording.texts import refusal
from engines import Game, Message, record
from storage import games, jobs, moves, seats
from storage.columns import UNREADABLE, utcnow
from storage.models import MoveKind, MoveRow, Status

LONGEST_REASON = 300
MOVED_ON = "somebody has played at table {} in this moment; try again"


class Unmendable(Exception):
    """What cannot be done to a table; the text is a line for whoever runs the bot."""


@dataclass(frozen=True)
class Difference:
    """The first move of a log that the rules do not lead to. ``number`` counts the moves that stand, from 1."""

    number: int
    version: int
    seat: int
    reason: str


@dataclass(frozen=True)
class Replayed:
    """A log played again by the rules its table was begun with.

    ``game``: what it leads to; None: a move was illegal. ``first``: the first move that is illegal or has noted another
    turn or other scores than it leads to. ``unreadable``: why the stored state cannot be read. ``parts``: in which
    parts the stored state is another one. ``drawn``: everybody agreed to end the game as a draw.
    """

    table: Table
    moves: int
    last_version: int
    game: Game | None
    first: Difference | None
    unreadable: str | None = None
    parts: Sequence[str] = ()
    drawn: bool = False

    @property
    def sound(self) -> bool:
        """Whether the stored state is the one that the log leads to."""
        ahead = self.last_version > self.table.row.version
        return self.game is not None and self.unreadable is None and not self.parts and not ahead


def replay(table: Table, log: Sequence[MoveRow]) -> Replayed:
    """Plays the moves that stand and compares. Raises TableBroken for a game that this program does not have."""
    last = log[-1].version if log else 0
    first: Difference | None = None
    try:
        game = table.begun()
    except ValueError as fault:
        return Replayed(table, len(log), last, None, Difference(0, 0, 0, str(fault)[:LONGEST_REASON]))
    for number, move in enumerate(log, 1):
        turn = game.state.turn
        try:
            game.play(move.seat, record.parse(move.words))
        except engines.IllegalAction as fault:
            why = refusal(table.row.key, fault.reason, table.names)
            illegal = Difference(number, move.version, move.seat, f"illegal: {why}"[:LONGEST_REASON])
            return Replayed(table, len(log), last, None, illegal)
        if first is None and (noted := _noted(move, turn, [score.total for score in game.scores()])):
            first = Difference(number, move.version, move.seat, noted)
    unreadable, parts = _compared(table, game)
    return Replayed(table, len(log), last, game, first, unreadable, parts)


def _noted(move: MoveRow, turn: int, scores: list[int]) -> str | None:
    """What the log says otherwise about a move; None: nothing."""
    if move.turn != turn:
        return f"made in turn {turn}, the log says {move.turn}"
    if move.scores and move.scores != scores:
        return f"leads to the scores {scores}, the log says {move.scores}"
    return None


def _compared(table: Table, game: Game) -> tuple[str | None, list[str]]:
    """Why the stored state cannot be read, and the names of the parts in which it is another one than ``game``."""
    stored = table.row.state
    if stored is None or stored == UNREADABLE:
        return "there is none" if stored is None else "it is no JSON", []
    try:
        found = engines.load(stored).dump()
    except engines.CorruptState as fault:
        return str(fault)[:LONGEST_REASON], []
    expected = game.dump()
    return None, sorted(part for part in found.keys() | expected.keys() if found.get(part) != expected.get(part))


async def _outline(session: AsyncSession, game_id: int) -> Table:
    row = await games.outline(session, game_id)
    if row is None:
        raise Unmendable(f"there is no table {game_id}")
    return Table(row, await seats.of_game(session, game_id))


class Mending:
    """For whoever runs the bot; safe beside a bot that plays, which notices by the version."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    async def outline(self, game_id: int) -> Table:
        """The table without its state, which may be damaged. Raises Unmendable when there is none."""
        async with self.repository.database.snapshot() as session:
            return await _outline(session, game_id)

    async def examine(self, game_id: int) -> Replayed:
        """Plays the log again, off the event loop; changes nothing. Raises Unmendable, TableBroken."""
        async with self.repository.database.snapshot() as session:
            table = await _outline(session, game_id)
            if table.row.started_at is None:
                raise Unmendable(f"table {game_id} has not started")
            log, entries = await moves.effective(session, game_id), await moves.log(session, game_id)
            try:
                state = await games.state(session, game_id)
            except ValueError:
                state = UNREADABLE
        table.row.state = state
        found = await asyncio.to_thread(replay, table, log)
        return replace(found, drawn=any(entry.kind == MoveKind.DRAW for entry in entries))

    async def repair(self, found: Replayed) -> None:
        """Stores the state that was found by playing again; a running table's board is posted anew.

        Raises Unmendable when the log leads nowhere, or the table has moved on since.
        """
        row, game = found.table.row, found.game
        if game is None:
            raise Unmendable(f"the log of table {row.id} leads to no state")
        if row.status == Status.FINISHED and not (game.state.over or found.drawn):
            raise Unmendable(f"table {row.id} has ended; its log has not")
        try:
            async with self.road.change_as_read(found.table, hold=False) as change:
                await change.put(game, steps=max(1, found.last_version - row.version + 1))
        except Refused as fault:
            raise Unmendable(MOVED_ON.format(row.id)) from fault

    async def end(self, game_id: int) -> None:
        """Ends a lobby or a running table, also one whose state is damaged, and tells its channel.

        Raises Unmendable when it is over, or somebody plays in the same moment.
        """
        row = (await self.outline(game_id)).row
        if row.status not in games.OPEN:
            raise Unmendable(f"table {game_id} is over")
        changes: games.Changes = {"status": Status.ABANDONED}
        if row.status == Status.RUNNING:
            changes["finished_at"] = utcnow()
        async with self.road.change_as_read(Table(row, ()), hold=False) as change:
            session = change.session
            if not await games.advance(session, game_id, row.version, **changes):
                raise Unmendable(MOVED_ON.format(game_id))
            change.table = await _outline(session, game_id)
            await change.follow(Happened())
            begun = row.status == Status.RUNNING
            told = [Message("say.ended_by_operator", {"game": row.key}), *(abandoned(row) if begun else ())]
            what = Announcement(kind="notice", version=row.version + 1, introduction=told)
            await jobs.enqueue(session, game_id, row.channel_id, what.kind, what.payload(), replaces=SUPERSEDED)
