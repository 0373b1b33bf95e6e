"""A whole turn is played where a person is called: in the direct message, with the board, while the channel is told."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle

import engines
from bot.delivery import direct
from bot.delivery.illustrating import board_picture
from bot.drawing import drawers
from bot.tables import Table
from engines.players import PLAYERS
from render.shape import Shape
from storage import games, jobs, people
from storage.database import Database
from storage.jobs import Kind
from storage.models import Status
from tests.bot.delivery.test_direct_calls import direct as direct_to
from tests.bot.delivery.test_direct_calls import turn_passes, wait, wants
from tests.bot.english import english
from tests.bot.features.test_next_table import opened
from tests.bot.parts import controls, labels, shown
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def called_directly(room: Room, game: str = "navegador") -> tuple[MemberActor, discord.Message]:
    """At a new table whose players want direct messages: who has been called, and with what."""
    await room.open_table(game)
    await wants(room, "dm", *room.people)
    called = await turn_passes(room)
    await wait(room)
    return called, called.user.dm_channel.history()[-1]


async def plays_here(room: Room, person: UserHandle, panel: discord.Message, most: int = 30) -> discord.Message:
    """Presses in direct messages alone until others decide; the panel then."""
    rng = Random(2)
    table = await room.table()
    seat = table.seat_of(person.id)
    assert seat is not None
    for _ in range(most):
        if not table.is_running or seat not in table.game.to_act:
            return panel
        panel = await room.choose(person, panel, PLAYERS["greedy"](table.game, seat, rng))
        table = await room.table()
    raise AssertionError("the turn does not end")


def moved(before: Table, after: Table) -> bool:
    return after.row.version > before.row.version


@pytest.mark.parametrize(
    "game", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_a_whole_turn_is_played_in_the_direct_message(database: Database, game: str) -> None:
    async with open_room(database, *("anna", "ben", "carla")[: engines.GAMES[game].seats.start]) as room:
        called, message = await called_directly(room, game)
        before = await room.table()
        posted = len(room.history())
        assert labels(message) == ["Your move"]
        (board,) = message.attachments
        assert board.description
        assert board.description.startswith(english(f"{game}.title"))
        panel = shown(await called.user.click(message, label="Your move"))
        assert panel.flags.ephemeral
        assert panel.channel.id == called.user.dm_channel.id
        panel = await plays_here(room, called.user, panel)
        assert english("error.cannot_post", permissions=[])[:30] not in panel.content
        after = await room.table()
        assert moved(before, after)
        assert f"**{english(f'{game}.title')}** · " in panel.content, "no channel tells which game it is"
        assert after.seat_of(called.id) not in after.game.blocking_seats
        assert len(room.history()) > posted, "the channel is told as ever"
        assert len(room.requests("GET", f"/guilds/{room.guild.id}/members/{called.id}")) == 1, "once in a while"
        assert f"<@{after.user_at(after.game.blocking_seats[0])}>" in room.board().content


async def test_taking_back_and_the_other_shape_work_there_too(room: Room, database: Database) -> None:
    await room.spare_questions()
    called, message = await called_directly(room)
    panel = shown(await called.user.click(message, label="Your move"))
    before = await room.table()
    seat = before.game.to_act[0]
    panel = await room.choose(called.user, panel, PLAYERS["greedy"](before.game, seat, Random(2)))
    assert english("button.undo") in labels(panel)
    panel = shown(await called.user.click(panel, label=english("button.undo")))
    assert panel.content.startswith(english("panel.undone"))
    assert (await room.table()).game.dump() == before.game.dump()
    shape = next(
        control["custom_id"] for control in controls(panel) if control["custom_id"].startswith("pt:panelshape:")
    )
    await called.user.click(panel, custom_id=shape)
    async with database.reading() as session:
        assert (await people.settings(session, called.id))["shape"] == "tall"


@pytest.mark.parametrize("shape", Shape)
async def test_a_tall_board_is_told_in_part_with_the_whole_behind_a_button(
    database: Database, monkeypatch: pytest.MonkeyPatch, shape: Shape
) -> None:
    asked: list[Any] = []

    async def drawn(*what: Any, **how: Any) -> Any:
        asked.append((what[2], how["posted"]))
        return await board_picture(*what, **how)

    monkeypatch.setattr(direct, "board_picture", drawn)
    async with open_room(database) as room:
        await room.open_table("burgundy")
        await wants(room, "dm", *room.people, shape=shape)
        called = await turn_passes(room)
        await wait(room)
        message = called.user.dm_channel.history()[-1]
        assert asked == [(shape, True)]
        assert len(message.attachments) == 1
        whole = english("button.whole_board")
        assert labels(message) == ["Your move", *[whole] * (shape is Shape.TALL)]
        if shape is Shape.TALL:
            answer = shown(await called.user.click(message, label=whole))
            assert answer.flags.ephemeral
            assert len(answer.attachments) == 1


async def test_a_call_whose_board_cannot_be_drawn_is_made_in_words(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> Any:
        raise drawers.DrawerLost("gone")

    monkeypatch.setattr(direct, "board_picture", broken)
    async with open_room(database) as room:
        _, message = await called_directly(room)
        assert message.attachments == []
        assert labels(message) == ["Your move"]


async def test_a_call_whose_picture_discord_refuses_is_made_in_words(room: Room) -> None:
    await room.open_table()
    await wants(room, "dm", "anna", "ben")
    called = await turn_passes(room)
    path = f"/channels/{called.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=413, code=40005)
    await wait(room)
    (message,) = called.user.dm_channel.history()
    assert message.attachments == []
    assert labels(message) == ["Your move"]


async def test_somebody_else_and_a_table_that_is_over_are_answered_in_words(room: Room) -> None:
    called, message = await called_directly(room)
    stored = room.env.backend.get_message(called.user.dm_channel.id, message.id)
    stranger = room.enter("zoe").user
    copied = room.env.backend.create_message(
        stranger.dm_channel.id, room.env.backend.bot_user.id, "copied", components=stored.components
    )
    refused = shown(await stranger.click(stranger.dm_channel.history()[-1], label="Your move"))
    assert copied.id
    assert refused.content == english("error.not_seated")
    async with room.database.transaction() as session:
        row = (await room.table()).row
        assert await games.advance(session, row.id, row.version, status=Status.ABANDONED)
    ended = shown(await called.user.click(message, label="Your move"))
    assert ended.content == english("error.game_over")


async def test_where_the_bot_may_not_write_whoever_plays_is_told_which_channel(room: Room) -> None:
    called, message = await called_directly(room)
    room.forbid("send_messages")
    table = await room.table()
    panel = shown(await called.user.click(message, label="Your move"))
    action = PLAYERS["greedy"](table.game, table.game.to_act[0], Random(2))
    panel = await room.choose(called.user, panel, action)
    lacks = ["send_messages", "attach_files"]  # without the first there is no second
    said = english(
        "error.cannot_post_there",
        permissions=[english(f"permission.{lack}") for lack in lacks],
        channel=str(room.channel.id),
    )
    assert said in panel.content


async def test_who_has_left_the_server_plays_no_more_there(room: Room) -> None:
    called, message = await called_directly(room)
    room.env.backend.remove_member(room.guild.id, called.id)
    before = await room.table()
    refused = shown(await called.user.click(message, label="Your move"))
    assert refused.content == english("error.left_server")
    after = await room.table()
    assert after.seat_of(called.id) is None
    assert after.kept_seat(called.id) == before.seat_of(called.id)


async def test_where_the_bot_was_removed_nobody_plays(room: Room) -> None:
    called, message = await called_directly(room)
    await room.bot.tables.servers.leave(room.guild.id)
    before = await room.table()
    refused = shown(await called.user.click(message, label="Your move"))
    assert refused.content == english("error.bot_left")
    assert not moved(before, await room.table())


async def test_a_call_to_several_tables_has_a_button_for_each(room: Room, database: Database) -> None:
    await room.spare_questions()
    first = await opened(room, "navegador", room["anna"])
    room.channel = room.guild.create_text_channel("more-games")
    second = await opened(room, "navegador", room["anna"])
    await wants(room, "dm", "anna")
    async with database.transaction() as session:
        for table in (first, second):
            seat = table.seat_of(room["anna"].id)
            await jobs.schedule(session, table.row.id, Kind.CALL, seat=seat or 0)
    await room.sweep()
    (message,) = direct_to(room, room["anna"])
    names = [english("button.move_at", game="Navegador", table=str(each.row.id)) for each in (first, second)]
    assert sorted(labels(message)) == sorted(names)
    assert len(message.attachments) == 1
    panel = shown(await room["anna"].user.click(message, label=names[1]))
    assert any(item["custom_id"].startswith(f"pt:w:{second.row.id}:") for item in controls(panel))
