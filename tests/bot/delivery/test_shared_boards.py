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


async def decide(here: Room) -> None:
    """Whoever decides first makes one decision, as a greedy player would."""
    table = await here.table()
    seat = table.game.to_act[0]
    user, action = table.user_at(seat), PLAYERS["greedy"](table.game, seat, Random(1))
    assert user is not None
    await here.bot.tables.play.act(table.row.id, user, action)
    await here.bot.worker.idle()
    await here.env.settle()


async def call_next(here: Room) -> None:
    """Decisions until somebody else is called."""
    newest = here.last.id
    while here.last.id == newest:
        await decide(here)


def posts(here: Room, since: discord.Message) -> list[discord.Message]:
    """Messages of the channel from this one on."""
    return [message for message in here.history() if message.id >= since.id]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(("dice", "most"), [("in_order", 9), ("together", 7)])
@pytest.mark.room("anna", "ben", "carla")
async def test_a_round_of_three_players_posts_four_boards_and_calls_as_often_as_ever(
    here: Room, dice: str, most: int
) -> None:
    await here.open_table("macao", options=f"dice={dice}")
    while (await here.table()).game.state.turn == 0:
        await decide(here)
    first, called = here.last, len(here.called())
    before = [message for message in here.history() if message.id < first.id]
    assert [len(message.attachments) for message in before[-5:]] == [1, 0, 0, 0, 0], "draft and first cubes"
    while (await here.table()).game.state.turn == 1:
        await decide(here)
    told = posts(here, first)[:-1]  # the last one begins the next round
    assert len(told) == most
    turns = [message for message in told if message.attachments]
    assert [message.id for message in turns] == [first.id, *(message.id for message in told[-3:])]
    assert all(len(users) == 1 for users in here.called()[called : called + 2])
    everybody = {person.id for person in here.people.values()}
    for users in (here.called()[called - 1 : called + 2], here.called()[called + most - 4 : called + most - 1]):
        assert {user for each in users for user in each} == everybody
    dice_called = here.called()[called + 2 : called + most - 4]
    assert sorted(map(len, dice_called)) == ([3] if dice == "together" else [1, 1, 1])


async def test_the_shared_board_is_kept_up_to_date_and_calls_lead_to_it(here: Room) -> None:
    await here.open_table("macao")
    first = here.last
    (begun,) = first.attachments
    picture = await begun.read()
    await decide(here)
    second = here.last
    assert second.id != first.id
    assert not second.attachments
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{first.id}"
    assert second.content.endswith(f" · [board]({link})")
    assert labels(second) == ["Your move"]
    board = next(message for message in here.history() if message.id == first.id)
    assert len(board.attachments) == 1
    assert "· [board]" not in board.content
    assert await board.attachments[0].read() != picture
    table = await here.table()
    assert (board.attachments[0].description or "").startswith("Macao\n")
    assert table.row.live_message_id == second.id


@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_taken_back_among_calls_without_a_picture_changes_the_shared_board(here: Room) -> None:
    await here.open_table("macao")
    first = here.last
    table = await here.table()
    person = await here.at(table.game.to_act[0])
    await decide(here)
    second, patches = here.last, len(here.requests("PATCH", f"/channels/*/messages/{first.id}"))
    await here.ask(person, "undo")
    assert here.last.id == second.id, "who takes back needs no call"
    assert not here.last.attachments
    changed = here.requests("PATCH", f"/channels/*/messages/{first.id}")[patches:]
    assert [len((each.json or {})["attachments"]) for each in changed] == [1]
    assert (await here.table()).game.to_act[0] == table.game.to_act[0]


@pytest.mark.usefixtures("plain_pictures")
async def test_a_call_brings_the_picture_where_the_shared_board_is_gone(here: Room) -> None:
    await here.open_table("macao")
    here.env.backend.delete_message(here.channel.id, here.last.id)
    await decide(here)
    second = here.last
    assert len(second.attachments) == 1
    assert "[board]" not in second.content
    await call_next(here)
    assert not here.last.attachments
    assert str(second.id) in here.last.content, "it is the shared one from now on"


@pytest.mark.usefixtures("plain_pictures")
async def test_a_picture_that_is_drawn_late_is_added_to_the_shared_board(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.open_table("macao")
    first = here.last
    monkeypatch.setattr("bot.delivery.compose.board_picture", mock.AsyncMock(side_effect=TimeoutError))
    await decide(here)
    second = here.last
    assert second.id != first.id
    assert not second.attachments
    sent = [entry.json or {} for entry in here.requests("PATCH", f"/channels/*/messages/{first.id}")]
    assert [len(each["attachments"]) for each in sent if "attachments" in each] == [1]
    assert not here.requests("PATCH", f"/channels/*/messages/{second.id}")


@pytest.mark.usefixtures("plain_pictures")
async def test_a_shared_board_that_may_have_no_picture_any_more_has_no_old_one(here: Room) -> None:
    await here.open_table("macao")
    first = here.last
    here.refuse_files(403, 50013)
    await decide(here)
    board = next(message for message in here.history() if message.id == first.id)
    assert (board.attachments, here.last.attachments) == ([], [])
    assert here.called()[-1] == [(await here.deciding())[0].id]


@pytest.mark.usefixtures("plain_pictures")
async def test_whoever_wants_to_see_the_board_again_has_a_picture(here: Room) -> None:
    await here.open_table("macao")
    await decide(here)
    assert not here.last.attachments
    await here.bot.tables.play.post_again((await here.table()).row.id)
    await here.bot.worker.idle()
    again = here.last
    assert len(again.attachments) == 1
    await call_next(here)
    assert not here.last.attachments
    assert f"/{again.id})" in here.last.content


@pytest.mark.usefixtures("plain_pictures")
async def test_who_takes_the_last_card_goes_on_with_the_dice_in_the_same_panel(here: Room) -> None:
    await here.open_table("macao", options="dice=together")
    while len([step for step in (await here.table()).game.state.stack if type(step).__name__ == "TakeCard"]) != 1:
        await decide(here)
    table = await here.table()
    seat = table.game.to_act[0]
    person = await here.at(seat)
    panel = await here.choose(person, await here.open_panel(person), table.game.legal(seat)[0])
    assert "two dice" in panel.content
    assert any(item["custom_id"].startswith("pt:w:") for item in controls(panel))
    assert set(here.called()[-1]) == {each.id for each in here.people.values()}, "all are called in one message"


async def test_turns_keep_their_own_boards(database: Database) -> None:
    played = await channel.play("navegador", 2, seed=1, most=12)
    assert played.boards == len(played.posts)


def test_cards_and_dice_prepare_and_turns_do_not(backend: str) -> None:
    game, rng, found = Macao.new(3, 5, jokers="any_time"), Random(2), dict[str, set[bool]]()
    while game.to_act:
        found.setdefault(type(game.state.stack[-1]).__name__, set()).add(game.prepares)
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    assert not game.prepares
    assert {name for name, prepares in found.items() if prepares != {False}} >= {
        "DraftCard",
        "PlaceCubes",
        "TakeCard",
        "Overflow",
        "ChooseDice",
    }
    assert (found["Turn"], found["TakeCard"], found["ChooseDice"]) == ({False}, {True}, {True})
