"""Where everybody chooses in turn and little changes, calls share a picture of the board: Macao's cards and dice."""

from __future__ import annotations

from random import Random
from unittest import mock

import discord
import pytest

from engines.macao.game import Macao
from engines.players import PLAYERS
from storage.database import Database
from tests.bot.parts import controls, labels
from tests.bot.room import Room
from tools.bench import channel

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def decide(room: Room) -> None:
    """Let whoever decides first make one decision, as a greedy player would."""
    table = await room.table()
    seat = table.game.to_act[0]
    user = table.user_at(seat)
    action = PLAYERS["greedy"](table.game, seat, Random(1))
    assert user is not None
    await room.bot.tables.play.act(table.row.id, user, action)
    await room.bot.worker.idle()
    await room.env.settle()


async def call_next(room: Room) -> None:
    """Make decisions until somebody else is called."""
    newest = room.last.id
    while room.last.id == newest:
        await decide(room)


def posts(room: Room, since: discord.Message) -> list[discord.Message]:
    """Return the messages of the channel from this one on."""
    return [message for message in room.history() if message.id >= since.id]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(("dice", "post_count"), [("in_order", 9), ("together", 7)])
@pytest.mark.room("anna", "ben", "carla")
async def test_a_round_of_three_players_posts_four_boards_and_calls_as_often_as_ever(
    room: Room, dice: str, post_count: int
) -> None:
    await room.open_table("macao", options=f"dice={dice}")
    while (await room.table()).game.state.turn == 0:
        await decide(room)
    first = room.last
    call_count = len(room.called())
    before = [message for message in room.history() if message.id < first.id]
    assert [len(message.attachments) for message in before[-5:]] == [1, 0, 0, 0, 0], "draft and first cubes"
    while (await room.table()).game.state.turn == 1:
        await decide(room)
    round_posts = posts(room, first)[:-1]  # the last one begins the next round
    assert len(round_posts) == post_count
    turns = [message for message in round_posts if message.attachments]
    assert [message.id for message in turns] == [first.id, *(message.id for message in round_posts[-3:])]
    assert all(len(users) == 1 for users in room.called()[call_count : call_count + 2])
    everybody = {person.id for person in room.people.values()}
    for users in (
        room.called()[call_count - 1 : call_count + 2],
        room.called()[call_count + post_count - 4 : call_count + post_count - 1],
    ):
        assert {user for call in users for user in call} == everybody
    dice_called = room.called()[call_count + 2 : call_count + post_count - 4]
    assert sorted(map(len, dice_called)) == ([3] if dice == "together" else [1, 1, 1])


async def test_the_shared_board_is_kept_up_to_date_and_calls_lead_to_it(room: Room) -> None:
    await room.open_table("macao")
    first = room.last
    (first_picture,) = first.attachments
    picture = await first_picture.read()
    await decide(room)
    second = room.last
    assert second.id != first.id
    assert not second.attachments
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{first.id}"
    assert second.content.endswith(f" · [board]({link})")
    assert labels(second) == ["Your move"]
    board = next(message for message in room.history() if message.id == first.id)
    assert len(board.attachments) == 1
    assert "· [board]" not in board.content
    assert await board.attachments[0].read() != picture
    table = await room.table()
    assert (board.attachments[0].description or "").startswith("Macao\n")
    assert table.row.live_message_id == second.id


@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_taken_back_among_calls_without_a_picture_changes_the_shared_board(room: Room) -> None:
    await room.open_table("macao")
    first = room.last
    table = await room.table()
    person = await room.at(table.game.to_act[0])
    await decide(room)
    second = room.last
    patches = len(room.requests("PATCH", f"/channels/*/messages/{first.id}"))
    await room.ask(person, "undo")
    assert room.last.id == second.id, "who takes back needs no call"
    assert not room.last.attachments
    edits = room.requests("PATCH", f"/channels/*/messages/{first.id}")[patches:]
    assert [len((edit.json or {})["attachments"]) for edit in edits] == [1]
    assert (await room.table()).game.to_act[0] == table.game.to_act[0]


@pytest.mark.usefixtures("plain_pictures")
async def test_a_call_brings_the_picture_where_the_shared_board_is_gone(room: Room) -> None:
    await room.open_table("macao")
    room.env.backend.delete_message(room.channel.id, room.last.id)
    await decide(room)
    second = room.last
    assert len(second.attachments) == 1
    assert "[board]" not in second.content
    await call_next(room)
    assert not room.last.attachments
    assert str(second.id) in room.last.content, "it is the shared one from now on"


@pytest.mark.usefixtures("plain_pictures")
async def test_a_picture_that_is_drawn_late_is_added_to_the_shared_board(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.open_table("macao")
    first = room.last
    monkeypatch.setattr("bot.delivery.compose.board_picture", mock.AsyncMock(side_effect=TimeoutError))
    await decide(room)
    second = room.last
    assert second.id != first.id
    assert not second.attachments
    bodies = [entry.json or {} for entry in room.requests("PATCH", f"/channels/*/messages/{first.id}")]
    assert [len(body["attachments"]) for body in bodies if "attachments" in body] == [1]
    assert not room.requests("PATCH", f"/channels/*/messages/{second.id}")


@pytest.mark.usefixtures("plain_pictures")
async def test_a_shared_board_that_may_have_no_picture_any_more_has_no_old_one(room: Room) -> None:
    await room.open_table("macao")
    first = room.last
    room.refuse_files(403, 50013)
    await decide(room)
    board = next(message for message in room.history() if message.id == first.id)
    assert (board.attachments, room.last.attachments) == ([], [])
    assert room.called()[-1] == [(await room.deciding())[0].id]


@pytest.mark.usefixtures("plain_pictures")
async def test_whoever_wants_to_see_the_board_again_has_a_picture(room: Room) -> None:
    await room.open_table("macao")
    await decide(room)
    assert not room.last.attachments
    await room.bot.tables.play.post_again((await room.table()).row.id)
    await room.bot.worker.idle()
    second_board = room.last
    assert len(second_board.attachments) == 1
    await call_next(room)
    assert not room.last.attachments
    assert f"/{second_board.id})" in room.last.content


@pytest.mark.usefixtures("plain_pictures")
async def test_who_takes_the_last_card_goes_on_with_the_dice_in_the_same_panel(room: Room) -> None:
    await room.open_table("macao", options="dice=together")
    while len([step for step in (await room.table()).game.state.stack if type(step).__name__ == "TakeCard"]) != 1:
        await decide(room)
    table = await room.table()
    seat = table.game.to_act[0]
    person = await room.at(seat)
    panel = await room.choose(person, await room.open_panel(person), table.game.legal(seat)[0])
    assert "two dice" in panel.content
    assert any(item["custom_id"].startswith("pt:w:") for item in controls(panel))
    assert set(room.called()[-1]) == {member.id for member in room.people.values()}, "all are called in one message"


async def test_turns_keep_their_own_boards(database: Database) -> None:
    game_played = await channel.play("navegador", 2, seed=1, most=12)
    assert game_played.boards == len(game_played.posts)


def test_cards_and_dice_prepare_and_turns_do_not(backend: str) -> None:
    game = Macao.new(3, 5, jokers="any_time")
    rng = Random(2)
    prepares_by_step = dict[str, set[bool]]()
    while game.to_act:
        prepares_by_step.setdefault(type(game.state.stack[-1]).__name__, set()).add(game.prepares)
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    assert not game.prepares
    assert {name for name, prepares in prepares_by_step.items() if prepares != {False}} >= {
        "DraftCard",
        "PlaceCubes",
        "TakeCard",
        "Overflow",
        "ChooseDice",
    }
    assert (prepares_by_step["Turn"], prepares_by_step["TakeCard"], prepares_by_step["ChooseDice"]) == (
        {False},
        {True},
        {True},
    )
