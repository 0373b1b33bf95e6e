"""Computers' turns: work of their own, thought about outside of any transaction and lock.

Whoever leaves something for computers to decide sets the table's timer in the same transaction; a person's click is
answered and told before. What a computer decides depends on the position and the table's seed alone, so that taking a
move back and playing it again does not roll it anew.
"""

from __future__ import annotations

import asyncio
import hashlib
from random import Random

import msgspec
import structlog

from bot.tables.play import Decision, Play, decide
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, Table
from engines import Game
from engines.players import PLAYERS
from storage import timers
from storage.models import TimerRow

log = structlog.get_logger()

LONGEST_STRETCH = 2_000
"""Decisions that computers make in a row before something must be wrong."""


class Computers:
    """What they decide, from when it is their turn to when a person must decide or the game is over."""

    def __init__(self, repository: TableRepository, play: Play) -> None:
        self.repository = repository
        self.play = play

    async def play_on(self, timer: TimerRow) -> None:
        """Stores what computers decide at the timer's table and ends the timer, unless it was set anew meanwhile.

        Raises TableBroken when the table cannot be read, and what a computer that fails raises.
        """
        while not await self._played(timer):
            log.info("computers think again: the table has moved on", table=timer.game_id)

    async def _played(self, timer: TimerRow) -> bool:
        """False: somebody else moved meanwhile."""
        table = await self._running(timer.game_id)
        decided = await asyncio.to_thread(think, table) if table else []
        try:
            async with self.repository.lock(timer.game_id), self.repository.database.transaction() as session:
                # Whoever has set it anew since has seen to the rest.
                if await timers.done(session, timer) and table and decided:
                    await self.play.go_on(session, table, decided)
        except Refused:
            return False
        self.repository.committed()
        return True

    async def _running(self, game_id: int) -> Table | None:
        try:
            table = await self.repository.table(game_id)
        except Refused:
            return None
        return table if table.running else None


def think(table: Table) -> list[Decision]:
    """Plays the table's game on while a computer has something to decide."""
    game, decided = table.game, list[Decision]()
    while found := next(((seat, kind) for seat in game.blocking_seats if (kind := table.computer_at(seat))), None):
        if len(decided) == LONGEST_STRETCH:
            raise RuntimeError(f"table {table.row.id}: the computers do not come to an end")
        seat, kind = found
        decided.append(decide(game, seat, PLAYERS[kind](game, seat, chance(table.row.seed, game, seat)), None))
    return decided


def chance(seed: str, game: Game, seat: int) -> Random:
    """A computer's own chance: the same in the same position of the same table, and known to nobody before the end."""
    position = msgspec.json.encode(game.dump(), order="deterministic")
    return Random(hashlib.blake2b(position, key=f"{seed}:{seat}".encode()).digest())
