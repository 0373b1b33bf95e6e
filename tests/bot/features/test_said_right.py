"""What people are told when something is over, taken back, long, or of a newer version."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bot.interactions.controls import LONGEST_PAGE, page_of
from storage import games, migrations
from storage.models import GameRow, SeatRow
from tests.bot.command_line import portolan, refusal
from tests.bot.delivery.test_delivery import pass_turn
from tests.bot.delivery.test_direct_calls import choose_call, direct_messages_to, make_calls_due
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


@sqlite
async def test_a_direct_message_about_a_turn_that_was_taken_back_says_so(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    next_person = await pass_turn(room)
    await make_calls_due(room)
    (message,) = direct_messages_to(room, next_person)
    assert "Your move" in labels(message)
    first = next(person for person in room.people.values() if person.id != next_person.id)
    await room.ask(first, "undo")
    await make_calls_due(room)
    (edited,) = direct_messages_to(room, next_person)
    assert edited.content == english("say.direct_taken_back", game="Navegador", table="1")
    assert labels(edited) == []


@sqlite
async def test_a_direct_message_is_left_alone_while_the_table_waits(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    next_person = await pass_turn(room)
    await make_calls_due(room)
    await room.decide(next_person, "rondel", "ships")
    await room.ask(next_person, "undo")
    await make_calls_due(room)
    (message,) = direct_messages_to(room, next_person)
    assert message.content.startswith("▶ **Navegador** #1 is waiting for you.")


@sqlite
@pytest.mark.room("anna", "ben", "carla")
async def test_a_vote_about_a_roll_says_that_the_dice_stay_the_same(room: Room) -> None:
    await room.open_table("mmn")
    for _ in range(20):
        table = await room.table()
        seat = table.game.to_act[0]
        rolls = [action for action in table.game.legal(seat) if action[0] == "roll"]
        await room.decide(await room.person_at(seat), *(rolls or table.game.legal(seat))[0])
        if rolls:
            break
    assert rolls, "somebody has rolled"
    await room.propose(await room.person_at(seat), "undo")
    assert english("say.vote_same_dice") in room.last.content


@sqlite
@pytest.mark.parametrize("command", ["board", "play", "score"])
async def test_a_lobby_that_was_closed_is_said_to_be_closed(room: Room, command: str) -> None:
    await room.ask(room["anna"], "game new", game="navegador", seats=2)
    await room["anna"].click(room.last, label="Cancel")
    assert (await room.ask(room["anna"], command)).content in (
        english("error.lobby_closed"),
        english("error.no_table_here"),
    )
    assert (await room.ask(room["anna"], "board")).content == english("error.lobby_closed")


@sqlite
async def test_many_tables_are_listed_on_pages(room: Room) -> None:
    first = (await room.open_table()).row
    await add_copies(room, first, 59)
    anna = room["anna"]
    page = await room.ask(anna, "games")
    numbers = set()
    for _ in range(20):
        assert len(page.content) <= 2000
        numbers |= {int(line.partition("#")[2].partition(",")[0]) for line in page.content.splitlines()}
        if "▶" not in labels(page):
            break
        page = shown_message(await anna.click(page, label="▶"))
    assert len(numbers) == 60
    manager = room.enter("meg", manages=True)
    status = await room.ask(manager, "portolan status")
    contents = status.content
    while "▶" in labels(status):
        status = shown_message(await manager.click(status, label="▶"))
        contents += status.content
    assert all(f"#{number}," in contents for number in numbers)


async def add_copies(room: Room, row: GameRow, number: int) -> None:
    """Add tables like this one, each in a channel of its own."""
    async with room.database.transaction() as session:
        game = await games.get(session, row.id)
        assert game is not None
        for place in range(number):
            copy = GameRow(**game.model_dump(exclude={"id", "channel_id"}), channel_id=10_000 + place)
            session.add(copy)
            await session.flush()
            for seat, person in enumerate(room.people.values()):
                session.add(SeatRow(game_id=copy.id, number=seat, user_id=person.id, name=person.name))


def test_a_line_that_is_longer_than_a_page_is_cut() -> None:
    page = page_of(["x" * 3000, "y"], 0)
    assert len(page.text) == LONGEST_PAGE
    assert page.pages == 2
    assert page_of([], 7).text == ""


def test_a_program_that_is_older_than_its_database_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "portolan.db"
    url = f"sqlite:///{file}"
    migrations.upgrade(create_engine(url).url)
    monkeypatch.setattr(migrations, "head", lambda: "0001")
    complaint = refusal(portolan("tables", "list", DATABASE_URL=url))
    assert "this program is older than the tables" in complaint
    assert "portolan migrate" not in complaint
