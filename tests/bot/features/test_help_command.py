"""/help: what is said before there is a table, in its lobby, at the own turn, at another's, and to who looks on."""

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


async def test_without_a_table_it_says_how_to_begin_in_the_persons_language(here: Room) -> None:
    anna = here["anna"]
    assert (await here.ask(anna, "help")).content.startswith("No table is open in this channel. /game new opens one")
    await here.ask(anna, "language", language="de")
    assert "/spiel neu eröffnet einen" in (await here.ask(anna, "help")).content


async def test_in_the_lobby_it_says_how_to_join_to_wait_and_to_start(here: Room) -> None:
    anna, ben = here["anna"], here["ben"]
    await here.ask(anna, "game new", game="navegador", seats=3)
    lobby = here.last
    told = (await here.ask(anna, "help")).content
    assert told.startswith("You are the host. Press **Start**")
    assert told.endswith(f"/{lobby.id}\nOne more player is needed.\n{english('help.learn')}")
    assert "Press **Join**" in (await here.ask(ben, "help")).content
    await ben.click(lobby, label="Join")
    told = (await here.ask(ben, "help")).content
    assert told.startswith("You have a seat. The host starts the game")
    assert "needed" not in told


@pytest.mark.parametrize(("game", "hand"), [("navegador", False), ("burgundy", True)])
async def test_at_the_table_it_says_whose_turn_it_is_and_what_there_is_to_do(here: Room, game: str, hand: bool) -> None:
    await here.open_table(game)
    table = await here.table()
    now, other = await here.deciding()
    seat = table.game.to_act[0]
    told = (await here.ask(now, "help")).content
    question = texts_in("en").message(game, table.game.prompt(seat).message, table.names)
    assert "It is your turn. Press **Your move** under the board, or use /play." in told
    assert question in told
    told = (await here.ask(other, "help")).content
    assert f"It is **{table.names[seat]}**'s turn." in told
    assert "/plan keeps moves for your turn" in told
    assert ("/hand what you have" in told) == hand
    told = (await here.ask(here.enter("zoe"), "help")).content
    assert told.splitlines()[-2].startswith("You are watching: /board shows the board")


async def test_who_may_act_but_need_not_is_told_so(here: Room) -> None:
    """In Macao, where the table has agreed to jokers at any time: in the turn of somebody else."""
    await here.open_table("macao")
    game, rng = engines.new("macao", 2, 3, jokers="any_time"), Random(3)
    while ("pass",) not in game.legal(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    game.state.players[1 - game.to_act[0]].jokers = 1
    await here.put(game)
    mover, waiter = [await here.at(seat) for seat in game.to_act]
    assert "It is your turn." in (await here.ask(mover, "help")).content
    told = (await here.ask(waiter, "help")).content
    assert "but you may act meanwhile: press **Your move**" in told
    assert texts_in("en").message("macao", game.prompt(game.to_act[1]).message, (await here.table()).names) in told


async def test_it_names_the_end_of_the_time_and_a_pause(here: Room) -> None:
    anna = here["anna"]
    await here.ask(anna, "game new", game="navegador", seats=2)
    lobby = here.last
    await here["ben"].click(lobby, label="Join")
    table = await here.bot.tables.latest_in(here.channel.id)
    await here.bot.tables.lobby.set_clocks(table.row.id, {"limit": "24"}, user_id=anna.id)
    await anna.click(lobby, label="Start")
    now, _ = await here.deciding()
    assert "Your time ends <t:" in (await here.ask(now, "help")).content
    await here.ask(anna, "game pause")
    assert "has paused this table" in (await here.ask(now, "help")).content


async def test_buttons_are_named_as_they_stand_in_public_whatever_the_persons_language(
    here: Room, database: Database
) -> None:
    anna, ben = here["anna"], here["ben"]
    async with database.transaction() as session:
        await people.set_guild_locale(session, here.guild.id, "en")
    for person in (anna, ben):
        await here.ask(person, "language", language="de")
    assert "**Join**" in (await here.ask(anna, "help")).content
    await here.ask(anna, "game new", game="navegador", seats=2)
    lobby = here.last
    assert "**Join**" in (await here.ask(ben, "help")).content
    assert "**Join**" in (await here.ask(ben, "play")).content
    told = (await here.ask(anna, "help")).content
    assert "**Start**" in told
    assert "**Add computer**" in told
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    now, _ = await here.deciding()
    assert "**Your move**" in (await here.ask(now, "help")).content
