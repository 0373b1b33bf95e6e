"""Erasure of a person, first from the seats of all tables, as if the person left, then from all stored data."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from itertools import chain, count
from typing import NamedTuple

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import fair_dice_log
from bot.tables.lobby_lifecycle import Lobby
from bot.tables.public_language import public_language
from bot.tables.seating import Seating
from bot.tables.table import Refused, TableBroken
from bot.wording import texts_in
from bot.wording.verdict import DISCORD_EPOCH
from storage import exclusions, forgetting, games, people, results, seats, traces
from storage.models import GameRow, SeatRow, Status

log = structlog.get_logger()

ROUNDS = 5
"""Attempts in case that the person takes a seat again meanwhile."""


class ErasureReport(NamedTuple):
    """The tables of an erased person, and what is stored of the person on purpose."""

    lobbies: tuple[int, ...]
    """Ids of tables that the person left before the game began."""
    running: tuple[int, ...]
    """Ids of tables at which a computer or a substitute plays on."""
    ended: int
    """Number of other tables that named the person."""
    is_excluded: bool = False
    """True if the operator has excluded the person, which stays: otherwise erasure would undo it."""


class Erasure:
    """Erase people. An erasure that was interrupted can be started again, and continues."""

    def __init__(self, lobby: Lobby, seating: Seating) -> None:
        self.lobby = lobby
        self.seating = seating
        self.repository = lobby.repository

    async def preview(self, user_id: int) -> ErasureReport:
        """Return what `erase` would do now."""
        async with self.repository.database.reading() as session:
            seats_of_user = await forgetting.seated(session, user_id)
            naming_games = await traces.games_of(session, user_id)
            is_excluded = await exclusions.contains(session, user_id)
        lobbies = tuple(game.id for game, _ in seats_of_user if game.status == Status.LOBBY)
        running = tuple(game.id for game, _ in seats_of_user if game.status == Status.RUNNING)
        return ErasureReport(lobbies, running, len({*naming_games} - {*lobbies, *running}), is_excluded)

    async def erase(self, user_id: int, *, click: int | None = None) -> ErasureReport:
        """Remove the person's id and name from everything but the list of excluded people.

        `click` is the number of the click that asked for it. Raises Refused while the person keeps taking seats.
        """
        report = await self.preview(user_id)
        for _ in range(ROUNDS):
            broken = await self._leave_tables(user_id, click or _current_click_number())
            if await self._erase_traces(user_id, broken):
                log.info("somebody was forgotten", lobbies=len(report.lobbies), running=len(report.running))
                return report
        raise Refused("error.moved_on")

    async def _leave_tables(self, user_id: int, click: int) -> set[int]:
        """Take the person from all seats, and return the tables that cannot be read, where that failed.

        Seats in lobbies become free, computers play on for the person, and substitutes own their seats.
        """
        broken = set[int]()
        async with self.repository.database.reading() as session:
            seats_of_user = await forgetting.seated(session, user_id)
        for game, seat in seats_of_user:
            try:
                await self._leave_seat(user_id, game, seat, click)
            except Refused:
                continue  # somebody else was faster, and the next round looks again
            except TableBroken as fault:  # nobody plays there, and the seat is given up below
                log.warning("forgetting at a broken table", table=fault.game_id)
                broken.add(game.id)
        return broken

    async def _leave_seat(self, user_id: int, game: GameRow, seat: SeatRow, click: int) -> None:
        if game.status == Status.LOBBY:
            await self.lobby.leave(game.id, user_id, click=click, is_continuation=True)
        elif seat.owner_id == user_id:
            await self.seating.give_for_good(game.id, user_id)
        elif seat.owner_id is not None:
            await self.seating.leave(game.id, user_id)
        else:
            await self.seating.resign(game.id, user_id)

    async def _erase_traces(self, user_id: int, broken: Collection[int]) -> bool:
        """Erase the person game by game, so that others have their turn, and return whether nothing is left."""
        database = self.repository.database
        async with database.reading() as session:
            naming_games = await traces.games_of(session, user_id)
            ladders = await results.ladders_of(session, user_id)
        names = set[str]()
        for game_id in naming_games:
            async with database.transaction() as session:
                await games.hold(session, game_id)
                is_seated = any(game.id == game_id for game, _ in await forgetting.seated(session, user_id))
                if game_id in broken or not is_seated:
                    row = await games.outline(session, game_id)
                    assert row is not None
                    place = forgetting.Place(game_id, await _replacement_name(session, row))
                    erased = await forgetting.take_out_of(session, user_id, place, fair_dice_log.click_hashes)
                    names |= {*erased}
            await asyncio.sleep(0)
        async with database.transaction() as session:
            # A process that rates at the moment has read the results with the person.
            for ladder in ladders:
                await results.hold(session, ladder)
            await forgetting.draw_by_lot(session, names)
            await forgetting.take_out(session, user_id)
            return not await traces.games_of(session, user_id)


async def _replacement_name(session: AsyncSession, row: GameRow) -> str:
    """Return the name for an erased person at a table, in the language of its server, which nobody else has there."""
    guild = await people.guild(session, row.guild_id) if row.guild_id else None
    texts = texts_in(public_language(guild, guild.preferred_locale if guild else None))
    used_names = {name for seat in await seats.of_game(session, row.id) for name in (seat.name, seat.substitute)}
    name = texts.say("name.somebody")
    candidates = chain([name], (f"{name} {number}" for number in count(2)))
    return next(candidate for candidate in candidates if candidate not in used_names)


def _current_click_number() -> int:
    """Return a number like those that Discord gives to clicks at this moment."""
    return int(time.time() * 1000 - DISCORD_EPOCH.timestamp() * 1000) << 22
