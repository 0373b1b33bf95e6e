"""/game move: within the server, by its host or an administrator, to where everybody at the table can read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import create_autospec

import discord
import pytest

from bot.features.moving import can_read
from bot.tables import Table
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_a_table_moves_to_another_channel_and_is_played_there(room: Room) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    room.channel = room.guild.create_text_channel("elsewhere")
    assert await room["ben"].autocomplete(room.channel, "game move", "table", "nav") == []
    (choice,) = await room["anna"].autocomplete(room.channel, "game move", "table", "nav")
    assert choice == {"name": f"#{table.row.id} Navegador", "value": table.row.id}
    answer = await room.ask(room["anna"], "game move", table=table.row.id)
    assert answer.content == "Your table has moved here."
    assert "Navegador continues here." in room.last.content
    assert f"▶ {person.mention}, it is your turn (turn 1)." in room.last.content
    await person.click(await room.open_panel(person), label="Workers")
    assert [move.words for move in await room.moves()] == ["rondel workers"]
    assert room.last.content.endswith(f"**{person.name}** moves to **Workers**")


async def is_unmoved(room: Room, table: Table) -> bool:
    """Return whether a refused move has changed and posted nothing."""
    row = (await room.bot.tables.table(table.row.id)).row
    now = (row.guild_id, row.channel_id, row.version, row.live_message_id)
    before = (table.row.guild_id, table.row.channel_id, table.row.version, table.row.live_message_id)
    return now == before and room.channel.last_message is None


@sqlite
async def test_a_table_is_moved_by_its_host_or_a_manager_to_where_there_is_none(room: Room) -> None:
    table = await room.open_table()
    manager = room.enter("mona", manages=True)
    stranger = room.enter("zoe")
    room.channel = room.guild.create_text_channel("elsewhere")
    for person in (stranger, room["ben"]):
        refusal = await room.ask(person, "game move", table=table.row.id)
        assert refusal.content == english("error.not_host")
    assert await is_unmoved(room, table)
    assert (await room.ask(stranger, "game move", table=99)).content == english("error.no_table")
    await room.ask(stranger, "game new", game="navegador")
    answer = await room.ask(room["anna"], "game move", table=table.row.id)
    assert answer.content == english("error.channel_busy")
    assert (await room.bot.tables.table(table.row.id)).row.channel_id == table.row.channel_id
    room.channel = room.guild.create_text_channel("further")
    assert (await room.ask(manager, "game move", table=table.row.id)).content == "Your table has moved here."
    assert (await room.table()).row.id == table.row.id


@sqlite
async def test_a_table_never_moves_to_another_server(room: Room) -> None:
    """A table does not leave its server even where its host owns the other one."""
    table = await room.open_table()
    other_server = room.env.create_guild(name="elsewhere")
    room.channel = other_server.create_text_channel("games")
    role = other_server.create_role("manager", permissions=discord.Permissions(administrator=True))
    for name in ("anna", "ben"):
        person = other_server.add_member(room[name].user, roles=[role])
        assert await person.autocomplete(room.channel, "game move", "table", "nav") == []
        refusal = await room.ask(person, "game move", table=table.row.id)
        assert refusal.content == english("error.other_server")
        assert await is_unmoved(room, table)


@sqlite
@pytest.mark.parametrize("hidden", ["view_channel", "read_message_history"])
@pytest.mark.room("anna", "ben", "carla")
async def test_a_table_moves_only_to_where_everybody_at_it_can_read(room: Room, hidden: str) -> None:
    table = await room.open_table(order="joining")
    manager = room.enter("mona", manages=True)
    overwrites: Any = {room["ben"]: discord.PermissionOverwrite(**{hidden: False})}
    room.channel = room.guild.create_text_channel("secret", overwrites=overwrites)
    for person in (room["anna"], manager):
        refusal = await room.ask(person, "game move", table=table.row.id)
        assert (
            refusal.content
            == "This player cannot see this channel: **ben**. Grant access to it, or choose another channel."
        )
        assert await is_unmoved(room, table)
    room.guild.remove_member(room["ben"])  # he cannot read the old channel either
    assert (await room.ask(room["anna"], "game move", table=table.row.id)).content == "Your table has moved here."


async def test_a_private_thread_is_read_by_those_who_are_in_it_or_manage_threads() -> None:
    def member(id: int, **allowed: bool) -> Any:
        return SimpleNamespace(
            id=id, allowed=discord.Permissions(view_channel=True, read_message_history=True, **allowed)
        )

    thread = create_autospec(discord.Thread, instance=True)
    thread.permissions_for.side_effect = lambda member: member.allowed
    unknown_member = discord.NotFound(SimpleNamespace(status=404, reason=""), {"code": 10007})
    thread.fetch_member.side_effect = lambda id: None if id == 1 else (_ for _ in ()).throw(unknown_member)
    people = [member(1), member(2), member(3, manage_threads=True)]
    assert [await can_read(person, thread) for person in people] == [True, False, True]
    thread.is_private.return_value = False
    assert [await can_read(person, thread) for person in people] == [True, True, True]
