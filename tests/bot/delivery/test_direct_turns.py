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
from tests.bot.delivery.test_direct_calls import choose_call, let_turn_pass, make_calls_due
from tests.bot.delivery.test_direct_calls import direct_messages_to as direct_to
from tests.bot.english import english
from tests.bot.features.test_next_table import open_waiting_table
from tests.bot.parts import controls, labels, shown_message
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def call_by_direct_message(room: Room, game: str = "navegador") -> tuple[MemberActor, discord.Message]:
    """Open a table whose players want direct messages; return who is called, and the message."""
    await room.open_table(game)
    await choose_call(room, "dm", *room.people)
    called_person = await let_turn_pass(room)
    await make_calls_due(room)
    return called_person, called_person.user.dm_channel.history()[-1]


async def play_out_turn(
    room: Room, person: UserHandle, panel: discord.Message, most_presses: int = 30
) -> discord.Message:
    """Press in direct messages alone until others decide, and return the panel."""
    rng = Random(2)
    table = await room.table()
    seat = table.seat_of(person.id)
    assert seat is not None
    for _ in range(most_presses):
        if not table.is_running or seat not in table.game.to_act:
            return panel
        panel = await room.choose(person, panel, PLAYERS["greedy"](table.game, seat, rng))
        table = await room.table()
    raise AssertionError("the turn does not end")


def has_moved(before: Table, after: Table) -> bool:
    return after.row.version > before.row.version


@pytest.mark.parametrize(
    "game", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
async def test_a_whole_turn_is_played_in_the_direct_message(database: Database, game: str) -> None:
    async with open_room(database, *("anna", "ben", "carla")[: engines.GAMES[game].seats.start]) as room:
        player, message = await call_by_direct_message(room, game)
        before = await room.table()
        message_count = len(room.history())
        assert labels(message) == ["Your move"]
        (board,) = message.attachments
        assert board.description
        assert board.description.startswith(english(f"{game}.title"))
        panel = shown_message(await player.user.click(message, label="Your move"))
        assert panel.flags.ephemeral
        assert panel.channel.id == player.user.dm_channel.id
        panel = await play_out_turn(room, player.user, panel)
        assert english("error.cannot_post", permissions=[])[:30] not in panel.content
        after = await room.table()
        assert has_moved(before, after)
        assert f"**{english(f'{game}.title')}** · " in panel.content, "no channel tells which game it is"
        assert after.seat_of(player.id) not in after.game.blocking_seats
        assert len(room.history()) > message_count, "the channel is told as ever"
        assert len(room.requests("GET", f"/guilds/{room.guild.id}/members/{player.id}")) == 1, "once in a while"
        assert f"<@{after.user_at(after.game.blocking_seats[0])}>" in room.board().content


async def test_taking_back_and_the_other_shape_work_there_too(room: Room, database: Database) -> None:
    await room.spare_questions()
    player, message = await call_by_direct_message(room)
    panel = shown_message(await player.user.click(message, label="Your move"))
    before = await room.table()
    seat = before.game.to_act[0]
    panel = await room.choose(player.user, panel, PLAYERS["greedy"](before.game, seat, Random(2)))
    assert english("button.undo") in labels(panel)
    panel = shown_message(await player.user.click(panel, label=english("button.undo")))
    assert panel.content.startswith(english("panel.undone"))
    assert (await room.table()).game.dump() == before.game.dump()
    shape = next(
        control["custom_id"] for control in controls(panel) if control["custom_id"].startswith("pt:panelshape:")
    )
    await player.user.click(panel, custom_id=shape)
    async with database.reading() as session:
        assert (await people.settings(session, player.id))["shape"] == "tall"


@pytest.mark.parametrize("shape", Shape)
async def test_a_tall_board_is_told_in_part_with_the_whole_behind_a_button(
    database: Database, monkeypatch: pytest.MonkeyPatch, shape: Shape
) -> None:
    pictures: list[Any] = []

    async def record_board(*arguments: Any, **options: Any) -> Any:
        pictures.append((arguments[2], options["is_posted"]))
        return await board_picture(*arguments, **options)

    monkeypatch.setattr(direct, "board_picture", record_board)
    async with open_room(database) as room:
        await room.open_table("burgundy")
        await choose_call(room, "dm", *room.people, shape=shape)
        player = await let_turn_pass(room)
        await make_calls_due(room)
        message = player.user.dm_channel.history()[-1]
        assert pictures == [(shape, True)]
        assert len(message.attachments) == 1
        whole_board_label = english("button.whole_board")
        assert labels(message) == ["Your move", *[whole_board_label] * (shape is Shape.TALL)]
        if shape is Shape.TALL:
            answer = shown_message(await player.user.click(message, label=whole_board_label))
            assert answer.flags.ephemeral
            assert len(answer.attachments) == 1


async def test_a_call_whose_board_cannot_be_drawn_is_made_in_words(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> Any:
        raise drawers.DrawerLost("gone")

    monkeypatch.setattr(direct, "board_picture", broken)
    async with open_room(database) as room:
        _, message = await call_by_direct_message(room)
        assert message.attachments == []
        assert labels(message) == ["Your move"]


async def test_a_call_whose_picture_discord_refuses_is_made_in_words(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    player = await let_turn_pass(room)
    path = f"/channels/{player.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=413, code=40005)
    await make_calls_due(room)
    (message,) = player.user.dm_channel.history()
    assert message.attachments == []
    assert labels(message) == ["Your move"]


async def test_somebody_else_and_a_table_that_is_over_are_answered_in_words(room: Room) -> None:
    player, message = await call_by_direct_message(room)
    stored = room.env.backend.get_message(player.user.dm_channel.id, message.id)
    stranger = room.enter("zoe").user
    copied = room.env.backend.create_message(
        stranger.dm_channel.id, room.env.backend.bot_user.id, "copied", components=stored.components
    )
    refusal = shown_message(await stranger.click(stranger.dm_channel.history()[-1], label="Your move"))
    assert copied.id
    assert refusal.content == english("error.not_seated")
    async with room.database.transaction() as session:
        row = (await room.table()).row
        assert await games.advance(session, row.id, row.version, status=Status.ABANDONED)
    game_over_answer = shown_message(await player.user.click(message, label="Your move"))
    assert game_over_answer.content == english("error.game_over")


async def test_where_the_bot_may_not_write_whoever_plays_is_told_which_channel(room: Room) -> None:
    player, message = await call_by_direct_message(room)
    room.forbid("send_messages")
    table = await room.table()
    panel = shown_message(await player.user.click(message, label="Your move"))
    action = PLAYERS["greedy"](table.game, table.game.to_act[0], Random(2))
    panel = await room.choose(player.user, panel, action)
    permissions = ["send_messages", "attach_files"]  # without the first the second is missing, too
    explanation = english(
        "error.cannot_post_there",
        permissions=[english(f"permission.{permission}") for permission in permissions],
        channel=str(room.channel.id),
    )
    assert explanation in panel.content


async def test_who_has_left_the_server_plays_no_more_there(room: Room) -> None:
    player, message = await call_by_direct_message(room)
    room.env.backend.remove_member(room.guild.id, player.id)
    before = await room.table()
    refusal = shown_message(await player.user.click(message, label="Your move"))
    assert refusal.content == english("error.left_server")
    after = await room.table()
    assert after.seat_of(player.id) is None
    assert after.kept_seat(player.id) == before.seat_of(player.id)


async def test_where_the_bot_was_removed_nobody_plays(room: Room) -> None:
    player, message = await call_by_direct_message(room)
    await room.bot.tables.servers.leave(room.guild.id)
    before = await room.table()
    refusal = shown_message(await player.user.click(message, label="Your move"))
    assert refusal.content == english("error.bot_left")
    assert not has_moved(before, await room.table())


async def test_a_call_to_several_tables_has_a_button_for_each(room: Room, database: Database) -> None:
    await room.spare_questions()
    first = await open_waiting_table(room, "navegador", room["anna"])
    room.channel = room.guild.create_text_channel("more-games")
    second = await open_waiting_table(room, "navegador", room["anna"])
    await choose_call(room, "dm", "anna")
    async with database.transaction() as session:
        for table in (first, second):
            seat = table.seat_of(room["anna"].id)
            await jobs.schedule(session, table.row.id, Kind.CALL, seat=seat or 0)
    await room.sweep()
    (message,) = direct_to(room, room["anna"])
    names = [
        english("button.move_at", game="Navegador", table=str(table_called.row.id)) for table_called in (first, second)
    ]
    assert sorted(labels(message)) == sorted(names)
    assert len(message.attachments) == 1
    panel = shown_message(await room["anna"].user.click(message, label=names[1]))
    assert any(item["custom_id"].startswith(f"pt:w:{second.row.id}:") for item in controls(panel))
