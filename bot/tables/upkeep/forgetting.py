"""Somebody is forgotten: up from every table first, as anybody may who leaves, then out of everything that is kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from itertools import chain, count
from typing import NamedTuple

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import lots
from bot.tables.lobby_lifecycle import Lobby
from bot.tables.public_language import public_language
from bot.tables.seating import Seating
from bot.tables.table import Refused, TableBroken
from bot.wording import texts_in
from bot.wording.verdict import DISCORD_EPOCH
from storage import exclusions, forgetting, games, outcomes, people, seats, traces
from storage.models import GameRow, Status

log = structlog.get_logger()

ROUNDS = 5
"""So often somebody may sit down again while being forgotten."""


class Forgotten(NamedTuple):
    """The tables of a person who was forgotten, and what is kept of the person on purpose."""

    lobbies: tuple[int, ...]
    """Numbers of tables that the person left before the game began."""
    running: tuple[int, ...]
    """Numbers of tables at which a computer or a substitute plays on."""
    ended: int
    """How many other tables named the person."""
    excluded: bool = False
    """Whether the operator has excluded the person; that stays, or forgetting would undo it."""


class Forgetting:
    """``forget`` may be called again where it was cut short: it goes on with what is left."""

    def __init__(self, lobby: Lobby, seating: Seating) -> None:
        self.lobby, self.seating = lobby, seating
        self.repository = lobby.repository

    async def foreseen(self, user_id: int) -> Forgotten:
        """What ``forget`` would do now."""
        async with self.repository.database.reading() as session:
            seated = await forgetting.seated(session, user_id)
            named = await traces.games_of(session, user_id)
            excluded = await exclusions.contains(session, user_id)
        lobbies = tuple(game.id for game, _ in seated if game.status == Status.LOBBY)
        running = tuple(game.id for game, _ in seated if game.status == Status.RUNNING)
        return Forgotten(lobbies, running, len({*named} - {*lobbies, *running}), excluded)

    async def forget(self, user_id: int, *, click: int | None = None) -> Forgotten:
        """Remove the person's number and name from everything but the list of excluded people.

        ``click`` is the number of the click that asked for it. Raises Refused while the person keeps sitting down.
        """
        found = await self.foreseen(user_id)
        for _ in range(ROUNDS):
            broken = await self._get_up(user_id, click or _number_of_now())
            if await self._take_out(user_id, broken):
                log.info("somebody was forgotten", lobbies=len(found.lobbies), running=len(found.running))
                return found
        raise Refused("error.moved_on")

    async def _get_up(self, user_id: int, click: int) -> set[int]:
        """What others see happen: seats in lobbies are free, computers play on, substitutes keep what they have. The
        tables where it does not, since they cannot be read."""
        broken = set[int]()
        async with self.repository.database.reading() as session:
            seated = await forgetting.seated(session, user_id)
        for game, seat in seated:
            try:
                if game.status == Status.LOBBY:
                    await self.lobby.leave(game.id, user_id, click=click, same=True)
                elif seat.owner_id == user_id:
                    await self.seating.give_for_good(game.id, user_id)
                elif seat.owner_id is not None:
                    await self.seating.leave(game.id, user_id)
                else:
                    await self.seating.resign(game.id, user_id)
            except Refused:  # somebody was faster: it is looked again
                continue
            except TableBroken as fault:  # nobody plays there; the seat is given up below
                log.warning("forgetting at a broken table", table=fault.game_id)
                broken.add(game.id)
        return broken

    async def _take_out(self, user_id: int, broken: Collection[int]) -> bool:
        """Game by game, so that others have their turn; whether nothing is left."""
        database = self.repository.database
        async with database.reading() as session:
            named = await traces.games_of(session, user_id)
            ladders = await outcomes.ladders_of(session, user_id)
        names = set[str]()
        for game_id in named:
            async with database.transaction() as session:
                await games.hold(session, game_id)
                again = any(game.id == game_id for game, _ in await forgetting.seated(session, user_id))
                if game_id in broken or not again:
                    row = await games.outline(session, game_id)
                    assert row is not None
                    place = forgetting.Place(game_id, await _somebody(session, row))
                    names |= {*await forgetting.take_out_of(session, user_id, place, lots.chain)}
            await asyncio.sleep(0)
        async with database.transaction() as session:
            for ladder in ladders:  # whoever rates has read the results with the person
                await outcomes.hold(session, ladder)
            await forgetting.draw_by_lot(session, names)
            await forgetting.take_out(session, user_id)
            return not await traces.games_of(session, user_id)


async def _somebody(session: AsyncSession, row: GameRow) -> str:
    """What the person's seat at a table is called from now on, in the language of its server; a name that nobody else
    has there."""
    guild = await people.guild(session, row.guild_id) if row.guild_id else None
    texts = texts_in(public_language(guild, guild.preferred_locale if guild else None))
    taken = {name for seat in await seats.of_game(session, row.id) for name in (seat.name, seat.substitute)}
    name = texts.say("name.somebody")
    return next(free for free in chain([name], (f"{name} {number}" for number in count(2))) if free not in taken)


def _number_of_now() -> int:
    """A number like those that Discord gives to clicks at this moment."""
    return int(time.time() * 1000 - DISCORD_EPOCH.timestamp() * 1000) << 22
