"""Numbers that no column holds: refused like others that name nothing, on both databases."""

from __future__ import annotations

import pytest

from bot.tables import Tables
from storage import errors, games, seats
from storage.database import Database
from tests.bot.english import english
from tests.bot.interactions.test_forged_clicks import without_faults
from tests.bot.lobbies import ANNA, next_click, on_both, open_lobby, raises_refusal, start_table
from tests.bot.room import Room

LARGE = [2**31, 2**53, 2**63, 10**60, 0, -1, -(2**31) - 1]


@on_both
@pytest.mark.parametrize("number", LARGE)
async def test_a_table_of_such_a_number_does_not_exist(database: Database, tables: Tables, number: int) -> None:
    await open_lobby(tables)
    lobby = tables.lobby
    play = tables.play
    for work, reason in (
        (tables.table(number), "error.no_table"),
        (lobby.join(number, ANNA, "anna", click=next_click()), "error.not_in_lobby"),
        (lobby.leave(number, ANNA, click=next_click()), "error.not_in_lobby"),
        (lobby.add_computer(number, "greedy", "Greedy", user_id=ANNA, click=next_click()), "error.no_table"),
        (lobby.set_options(number, {"royal": "goa"}, user_id=ANNA, click=next_click()), "error.no_table"),
        (lobby.cancel(number, user_id=ANNA), "error.no_table"),
        (lobby.start(number, user_id=ANNA), "error.no_table"),
        (play.act(number, ANNA, ("pass",)), "error.no_table"),
        (play.undo(number, ANNA), "error.no_table"),
        (tables.seating.resign(number, ANNA), "error.no_table"),
        (play.end(number, ANNA), "error.no_table"),
        (play.move_to(number, None, 77, ANNA), "error.no_table"),
        (play.post_again(number), "error.no_table"),
    ):
        with raises_refusal(reason):
            await work
    async with database.reading() as session:
        assert await games.get(session, number) is None
    with pytest.raises(errors.NotInLobby):
        async with database.transaction() as session:
            await seats.lock_lobby(session, number)


@on_both
@pytest.mark.parametrize("number", LARGE)
async def test_a_version_of_such_a_number_has_passed(tables: Tables, number: int) -> None:
    table = await start_table(tables, 12)
    mover = table.user_at(table.game.to_act[0]) or 0
    with raises_refusal("error.moved_on"):
        await tables.play.act(table.row.id, mover, ("rondel", "ships"), version=number)
    await tables.play.act(table.row.id, mover, ("rondel", "ships"))
    await tables.play.undo(table.row.id, mover, consented=number)


@on_both
@pytest.mark.usefixtures("plain_pictures")
async def test_large_numbers_typed_into_commands_are_answered(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    person, _ = await room.begin()
    for number in (2**31, 2**40, 2**53 - 1, -(2**40)):
        answer = await room.ask(room["anna"], "game move", table=number)
        assert answer.content == english("error.no_table")
        answer = await room.ask(room["anna"], "game resign", player=number)
        assert answer.content == english("error.nobody_there")
        assert (await room.ask(person, "tile", number=number)).content.startswith("There is no tile number")
        text = (await room.ask(person, "play", move=f"sell gold {number}")).content
        assert text.startswith(f"✗ I could not place *{abs(number)}*")
        answer = await room.ask(person, "game new", game="navegador", options=f"royal={number}")
        assert "no option" in answer.content
    assert without_faults(room, caplog)
