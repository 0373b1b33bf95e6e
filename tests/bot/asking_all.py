"""Open tables at which everybody is asked something, and answer for the people there."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord
from simcord.actors import MemberActor
from sqlmodel import select

from bot.tables import Table, Tables
from bot.wording import Texts, texts_in
from storage import jobs
from storage.jobs import Kind as Due
from storage.models import VoteRow
from tests.bot.room import Room
from tests.bot.waiting import bring_timers_forward

ENGLISH = texts_in("en")


async def table_of_three(channel_room: Room, turns: int = 0) -> Table:
    """Open a table of Anna, the host, Ben and Carla, seated in this order, and play some turns."""
    table = await channel_room.open_table(order="joining")
    for _ in range(turns):
        for words in (("rondel", "ships"), ("pass",)):
            mover = table.user_at(table.game.to_act[0])
            assert mover is not None
            await channel_room.bot.tables.play.act(table.row.id, mover, words)
            table = await channel_room.table()
    await channel_room.bot.worker.idle()
    return table


def reload_message(channel_room: Room, message: discord.Message) -> discord.Message:
    """Return a message as Discord shows it now."""
    return next(newest for newest in channel_room.history() if newest.id == message.id)


async def agree(channel_room: Room, message: discord.Message, texts: Texts, *people: MemberActor) -> None:
    for person in people:
        await person.click(message, label=texts.say("button.agree"))


async def newest_vote(channel_room: Room) -> VoteRow:
    """Return the newest vote."""
    async with channel_room.database.reading() as session:
        return (await session.exec(select(VoteRow))).all()[-1]


async def lapse_time(tables: Tables, vote: VoteRow) -> datetime:
    """Return the time at which a vote ends without the people who have not answered."""
    async with tables.database.reading() as session:
        running = await jobs.timers_of(session, vote.game_id)
    return next(timer.due_at for timer in running if timer.kind == Due.VOTE)


async def pass_a_day(channel_room: Room) -> None:
    """Let a day pass for all timers, and do what is due then."""
    await bring_timers_forward(channel_room.database, timedelta(days=1))
    await channel_room.sweep()
