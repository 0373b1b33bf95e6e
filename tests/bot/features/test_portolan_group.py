"""/portolan status: what those who manage a server see of its tables."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from sqlalchemy import update
from sqlmodel import col

from bot import __version__
from bot.client.portolan import Portolan
from bot.features.portolan_group import REFUSED_LISTED, elapsed
from bot.interactions.permissions import invited
from storage import games, jobs
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, JobRow, Status
from tests.bot.english import english
from tests.bot.lobbies import MANAGER
from tests.bot.parts import shown_message
from tests.bot.room import Room, open_room
from tests.storage.sample import a_game

READ = discord.Permissions(read_message_history=True)

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def status_lines(room: Room) -> list[str]:
    """Return the lines that somebody who manages the server is shown."""
    manager = room.people.get("mona") or room.people.setdefault("mona", room.enter("mona", manages=True))
    return (await room.ask(manager, "portolan status")).content.splitlines()


async def test_it_names_the_tables_and_for_whom_each_waits_and_since_when(room: Room) -> None:
    head, no_tables = await status_lines(room)
    assert head.startswith(f"**Portolan {__version__}**, started <t:")
    assert no_tables == "No table is running on this server."
    del room.people["mona"]
    table = await room.open_table()
    person, _ = await room.deciding()
    _, line = await status_lines(room)
    table = await room.table()
    assert line == (
        f"**Navegador** #{table.row.id}, turn 1: waiting for **{person.name}**, last move "
        f"{elapsed(table.row.updated_at)}. "
        f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{table.row.live_message_id}"
    )


async def test_what_it_lacks_everywhere_is_told_with_the_reason_and_an_invitation(room: Room) -> None:
    backend = room.env.backend
    assert not any("lack" in line for line in await status_lines(room))
    for role in backend.get_guild(room.guild.id).roles.values():
        backend.edit_role(room.guild.id, role.id, {"permissions": role.permissions & ~READ.value})
    _, warning, link, _ = await status_lines(room)
    purpose = "to find my own messages again and update them"
    assert warning == f"⚠ I am missing permissions on this server: “Read Message History” ({purpose})."
    assert f"client_id={room.bot.application_id}" in link
    assert f"permissions={invited().value}" in link
    assert "scope=bot+applications.commands" in link


async def test_it_is_for_those_who_manage_the_server_and_seen_by_them_alone(database: Database) -> None:
    async with open_room(database, "anna", "ben") as room:
        assert (await room.ask(room["anna"], "portolan status")).content == english("error.not_admin")
        assert shown_message(await room["anna"].user.slash("portolan status")).content == english("error.on_a_server")
        await status_lines(room)
        answer = await room.ask(room.people["mona"], "portolan status")
        assert answer.flags.ephemeral
        assert room.channel.last_message is None
    assert "portolan" in [command.name for command in Portolan(database).tree.get_commands()]


async def test_other_servers_are_not_spoken_of(room: Room, database: Database) -> None:
    await room.open_table()
    async with database.transaction() as session:
        foreign_game = await games.create(session, a_game(guild_id=1, channel_id=2, status=Status.RUNNING))
        await jobs.enqueue(session, foreign_game.id, 2, "turn", {})
    assert len(await status_lines(room)) == 2


async def test_it_says_what_the_bot_lacks_where_a_table_runs(room: Room, database: Database) -> None:
    await room.open_table()
    room.forbid("create_public_threads", "attach_files")
    _, _, line = await status_lines(room)
    assert line == "-# ⚠ I am missing permissions there: “Attach Files” (to show boards as pictures)."
    async with database.transaction() as session:
        await session.exec(update(GameRow).values(channel_id=4711))
    _, _, line = await status_lines(room)
    assert line.startswith("-# ⚠ Its channel is gone, or I cannot see it")


@pytest.mark.parametrize(
    ("language", "permission", "command"),
    [
        ("en", "“View Channel”", "/game move"),
        ("de", "„Kanal anzeigen“", "/spiel umziehen"),
        ("nl", "“Kanaal bekijken”", "/spel verhuizen"),
    ],
)
async def test_it_says_that_it_may_not_view_the_channel_of_a_table(
    language: str, permission: str, command: str, room: Room
) -> None:
    await room.open_table()
    room.bot.services.hidden.add(room.guild.id, room.channel.id)
    await status_lines(room)
    await room.ask(room.people["mona"], "language", language=language)
    _, _, line = await status_lines(room)
    assert line.startswith("-# ⚠ ")
    assert permission in line
    assert command in line


async def test_it_says_what_waits_and_what_was_set_aside(room: Room, database: Database) -> None:
    table = await room.open_table()
    async with database.transaction() as session:
        for _ in range(2):
            await jobs.give_up(session, await jobs.enqueue(session, table.row.id, 5, "notice", {}), "gone")
        waiting_job = await jobs.enqueue(session, table.row.id, 5, "notice", {})
    _, _, waiting_line, dropped_line = await status_lines(room)
    assert waiting_line == f"-# 1 message is waiting to be sent, written {elapsed(waiting_job.created_at)}."
    assert dropped_line.startswith("-# ⚠ 2 messages could not be sent and were dropped, the last from <t:")
    await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    await room.bot.worker.idle()
    lines = await status_lines(room)
    assert lines[1:3] == ["No table is running on this server.", english("status.elsewhere")]


async def test_of_refused_messages_the_newest_of_each_kind_and_reason_are_listed(
    room: Room, database: Database
) -> None:
    table = await room.open_table()
    async with database.transaction() as session:
        for code in (50001, 50013, 50008, 240000, 50001):
            job = await jobs.enqueue(session, table.row.id, 5, "notice", {})
            await jobs.give_up(session, job, f"channel: {code} Refused")
    _, _, *refused_lines = await status_lines(room)
    assert len(refused_lines) == REFUSED_LISTED
    reasons = [english(f"status.reason.{name}") for name in ("kind", "links", "hidden")]
    assert all(reason in line for reason, line in zip(reasons, refused_lines, strict=True))


async def test_of_other_tables_the_newest_dropped_message_is_dated(room: Room, database: Database) -> None:
    async with database.transaction() as session:
        others = [await games.create(session, a_game(guild_id=room.guild.id, channel_id=channel)) for channel in (8, 9)]
        dropped = [await jobs.enqueue(session, others[number].id, 5, "notice", {}) for number in (0, 1, 0)]
        for age, job in zip((3, 2, 1), dropped, strict=True):
            await jobs.give_up(session, job, "gone")
            newest_moment = utcnow() - timedelta(days=age)
            await session.exec(update(JobRow).where(col(JobRow.id) == job.id).values(created_at=newest_moment))
    lines = await status_lines(room)
    assert lines[-1] == f"-# ⚠ 3 messages could not be sent and were dropped, the last from {elapsed(newest_moment)}."


async def test_a_damaged_table_hides_no_other_and_many_are_on_pages(room: Room, database: Database) -> None:
    await room.open_table()
    async with database.transaction() as session:
        for number in range(30):
            fields = {"guild_id": room.guild.id, "channel_id": room.channel.id * 2 + number}
            await games.create(session, a_game(status=Status.RUNNING, state={"game": "chess"}, **fields))
    lines = await status_lines(room)
    assert len("\n".join(lines)) <= 2000
    assert any("I cannot read this table" in line for line in lines)


async def test_it_speaks_the_language_of_who_asks(room: Room) -> None:
    await status_lines(room)
    await room.ask(room.people["mona"], "language", language="nl")
    assert (await status_lines(room))[1] == "Op deze server loopt geen tafel."
