"""Computers that get up in the lobby again."""

from __future__ import annotations

import pytest

from bot.tables import Refused, Tables
from bot.tables.lobby_lifecycle import name_checksum
from storage.database import Database
from tests.bot.parts import labels, shown
from tests.bot.room import Room
from tests.bot.tables.test_lobby import opened

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_who_hosts_makes_a_computer_get_up_for_somebody_who_comes_late(room: Room) -> None:
    lobby = await opened(room)
    question = shown(await room["anna"].click(lobby, label="Add computer"))
    for kind in ("easy", "normal"):
        question = shown(await room["anna"].click(question, custom_id=f"pt:k:1:{kind}"))
    assert question.content == "Added 🤖 Normal 2. The table is full."
    assert labels(question) == ["Remove 🤖 Easy 1", "Remove 🤖 Normal 2"]
    assert "by computers" in shown(await room["ben"].click(lobby, label="Join")).content
    question = shown(await room["anna"].click(lobby, label="Add computer"))
    assert question.content == "All 3 seats at this table are taken."
    answer = shown(await room["anna"].click(question, label="Remove 🤖 Easy 1"))
    assert answer.content == "Removed 🤖 Easy 1. One seat is free."
    assert [seat.name for seat in (await room.table()).seats] == ["anna", "Normal 2"]
    assert "Easy" not in room.last.content
    await room["ben"].click(lobby, label="Join")
    assert [seat.name for seat in (await room.table()).seats] == ["anna", "Normal 2", "ben"]
    await room["anna"].click(lobby, label="Start")
    assert (await room.table()).is_running


async def test_a_computer_that_comes_after_one_has_left_has_a_name_of_its_own(room: Room) -> None:
    lobby = await opened(room)
    question = shown(await room["anna"].click(lobby, label="Add computer"))
    for _ in range(2):
        question = shown(await room["anna"].click(question, custom_id="pt:k:1:easy"))
    question = shown(await room["anna"].click(question, label="Remove 🤖 Easy 1"))
    await room["anna"].click(question, custom_id="pt:k:1:easy")
    assert [seat.name for seat in (await room.table()).seats] == ["anna", "Easy 2", "Easy 1"]


@pytest.mark.parametrize("name", ["anna", "ben", "Normal 1", "Easy 2", ""])
async def test_only_a_computer_of_that_name_is_made_to_get_up_and_only_by_the_host(
    database: Database, name: str
) -> None:
    """A button may be forged, or old: another computer may sit where that one did."""
    lobby = Tables(database).lobby
    table = await lobby.open("navegador", guild_id=9, channel_id=5, host=(11, "anna"), click=1, seats_wanted=4)
    await lobby.join(table.row.id, 12, "ben", click=2)
    await lobby.add_computer(table.row.id, "easy", "Easy", user_id=11, click=3)
    with pytest.raises(Refused) as refused:
        await lobby.dismiss(table.row.id, name_checksum("Easy 1"), user_id=12, click=4)
    assert refused.value.message.id == "error.not_host"
    with pytest.raises(Refused) as refused:
        await lobby.dismiss(table.row.id, name_checksum(name), user_id=11, click=5)
    assert refused.value.message.id == "error.no_computer"
    assert len((await Tables(database).table(table.row.id)).seats) == 3
    assert await lobby.dismiss(table.row.id, name_checksum("Easy 1"), user_id=11, click=6) == "Easy 1"


async def test_starting_while_a_computers_strength_is_unchosen_asks_for_it(room: Room) -> None:
    lobby = await opened(room)
    await room["anna"].click(lobby, label="Add computer")
    question = shown(await room["anna"].click(lobby, label="Start"))
    assert not (await room.table()).is_running
    assert question.flags.ephemeral
    assert question.content.startswith("You asked for a computer player and have not said how strong it is to be.")
    await room["anna"].click(question, custom_id="pt:k:1:easy")
    await room["anna"].click(lobby, label="Start")
    table = await room.table()
    assert table.is_running
    assert [seat.computer for seat in table.seats].count("easy") == 1


async def test_who_starts_once_more_plays_without_the_computer_that_was_asked_for(room: Room) -> None:
    lobby = await opened(room)
    await room["ben"].click(lobby, label="Join")
    await room["anna"].click(lobby, label="Add computer")
    await room["anna"].click(lobby, label="Start")
    assert not (await room.table()).is_running
    await room["anna"].click(lobby, label="Start")
    table = await room.table()
    assert (table.is_running, len(table.seats)) == (True, 2)


async def test_where_a_computer_was_chosen_starting_asks_nothing(room: Room) -> None:
    lobby = await opened(room)
    question = shown(await room["anna"].click(lobby, label="Add computer"))
    await room["anna"].click(question, custom_id="pt:k:1:easy")
    await room["anna"].click(lobby, label="Start")
    assert (await room.table()).is_running
