"""/help: what it says before there is a table, in a lobby, in one's own turn, in another's, and to spectators."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.wording import texts_in
from storage import people
from storage.database import Database
from tests.bot.english import english
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_without_a_table_it_says_how_to_begin_in_the_persons_language(room: Room) -> None:
    anna = room["anna"]
    assert (await room.ask(anna, "help")).content.startswith("No table is open in this channel. /game new opens one")
    await room.ask(anna, "language", language="de")
    assert "/spiel neu eröffnet einen" in (await room.ask(anna, "help")).content


async def test_in_the_lobby_it_says_how_to_join_to_wait_and_to_start(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await room.ask(anna, "game new", game="navegador", seats=3)
    lobby = room.last
    text = (await room.ask(anna, "help")).content
    assert text.startswith("You are the host. Press **Start**")
    assert text.endswith(f"/{lobby.id}\nOne more player is needed.\n{english('help.learn')}")
    assert "Press **Join**" in (await room.ask(ben, "help")).content
    await ben.click(lobby, label="Join")
    text = (await room.ask(ben, "help")).content
    assert text.startswith("You have a seat. The host starts the game")
    assert "needed" not in text


@pytest.mark.parametrize(("game", "hand"), [("navegador", False), ("burgundy", True)])
async def test_at_the_table_it_says_whose_turn_it_is_and_what_there_is_to_do(room: Room, game: str, hand: bool) -> None:
    await room.open_table(game)
    table = await room.table()
    mover, waiting_person = await room.deciding()
    seat = table.game.to_act[0]
    text = (await room.ask(mover, "help")).content
    question = texts_in("en").message(game, table.game.prompt(seat).message, table.names)
    assert "It is your turn. Press **Your move** under the board, or use /play." in text
    assert question in text
    text = (await room.ask(waiting_person, "help")).content
    assert f"It is **{table.names[seat]}**'s turn." in text
    assert "/plan keeps moves for your turn" in text
    assert ("/hand what you have" in text) == hand
    text = (await room.ask(room.enter("zoe"), "help")).content
    assert text.splitlines()[-2].startswith("You are watching: /board shows the board")


async def test_who_may_act_but_need_not_is_told_so(room: Room) -> None:
    """Macao asks so where the table has agreed to jokers at any time: in the turn of somebody else."""
    await room.open_table("macao")
    game = engines.new("macao", 2, 3, jokers="any_time")
    rng = Random(3)
    while ("pass",) not in game.legal(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    game.state.players[1 - game.to_act[0]].jokers = 1
    await room.put(game)
    mover, waiter = [await room.at(seat) for seat in game.to_act]
    assert "It is your turn." in (await room.ask(mover, "help")).content
    text = (await room.ask(waiter, "help")).content
    assert "but you may act meanwhile: press **Your move**" in text
    assert texts_in("en").message("macao", game.prompt(game.to_act[1]).message, (await room.table()).names) in text


async def test_it_names_the_end_of_the_time_and_a_pause(room: Room) -> None:
    anna = room["anna"]
    await room.ask(anna, "game new", game="navegador", seats=2)
    lobby = room.last
    await room["ben"].click(lobby, label="Join")
    table = await room.bot.tables.latest_in(room.channel.id)
    await room.bot.tables.lobby.set_clocks(table.row.id, {"limit": "24"}, user_id=anna.id)
    await anna.click(lobby, label="Start")
    now, _ = await room.deciding()
    assert "Your time ends <t:" in (await room.ask(now, "help")).content
    await room.ask(anna, "game pause")
    assert "has paused this table" in (await room.ask(now, "help")).content


async def test_buttons_are_named_as_they_stand_in_public_whatever_the_persons_language(
    room: Room, database: Database
) -> None:
    anna = room["anna"]
    ben = room["ben"]
    async with database.transaction() as session:
        await people.set_guild_locale(session, room.guild.id, "en")
    for person in (anna, ben):
        await room.ask(person, "language", language="de")
    assert "**Join**" in (await room.ask(anna, "help")).content
    await room.ask(anna, "game new", game="navegador", seats=2)
    lobby = room.last
    assert "**Join**" in (await room.ask(ben, "help")).content
    assert "**Join**" in (await room.ask(ben, "play")).content
    text = (await room.ask(anna, "help")).content
    assert "**Start**" in text
    assert "**Add computer**" in text
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    now, _ = await room.deciding()
    assert "**Your move**" in (await room.ask(now, "help")).content
