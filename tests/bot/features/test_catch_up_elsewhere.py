"""What happened since the own last move is told from every board, from lists of tables, and to nobody else."""

from __future__ import annotations

from random import Random
from unittest.mock import AsyncMock

import msgspec
import pytest
from sqlalchemy import update
from sqlmodel import col

import engines
from bot.features import catch_up
from bot.features.catch_up import MissedSelect, MissedShape
from bot.interactions.limits import CHOICES
from bot.tables import Refused, Table
from bot.wording import texts_in
from engines import Event
from render.shape import Shape
from storage import games, moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow, Status
from tests.bot.clicking import Click
from tests.bot.english import english
from tests.bot.features.test_next_table import go_to_another_server, open_waiting_table
from tests.bot.looking_back import head, use_menu
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_a_button_under_every_board_tells_the_same(room: Room) -> None:
    anna = room["anna"]
    zoe = room.enter("zoe")
    await room.open_table()
    labels = [item.get("label") for item in controls(room.board())]
    assert english("button.move") in labels
    assert english("button.missed") not in labels, "before anything has happened"
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    answer = shown_message(await anna.click(room.board(), label=english("button.missed")))
    assert answer.flags.ephemeral
    assert answer.content == await use_menu(room, anna, room.board())
    answer = shown_message(await zoe.click(room.board(), label=english("button.missed")))
    assert answer.content == await use_menu(room, zoe, room.board())


async def test_games_says_how_much_was_missed_and_leads_there(room: Room, database: Database) -> None:
    anna = room["anna"]
    ben = room["ben"]
    table = await open_waiting_table(room, "navegador", anna)
    nothing_missed = await room.ask(anna, "games")
    assert list(controls(nothing_missed)) == []
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    async with database.reading() as session:
        missed = await moves.made_since(session, table.row.id, anna.id)
        assert await moves.made_since(session, table.row.id, ben.id) == 0
    assert missed > 0
    answer = await room.ask(anna, "games")
    assert english("games.missed", link="", n=missed) in answer.content
    (select,) = [item for item in controls(answer) if item["type"] == 3]
    catch_up = shown_message(await anna.select(answer, [str(table.row.id)], custom_id=select["custom_id"]))
    assert catch_up.content == await use_menu(room, anna, room.board())


async def test_somebody_at_very_many_tables_is_offered_as_many_as_a_select_holds(
    room: Room, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = room["anna"]
    boards = list[int]()
    for number in range(27):
        room.channel = room.guild.create_text_channel(f"games-{number}")
        row = GameRow(
            key="navegador",
            channel_id=room.channel.id,
            host_id=anna.id,
            seats=2,
            seed="0",
            commitment="",
            rules_version=1,
        )
        game = engines.new("navegador", 2, number)
        row.guild_id = room.guild.id
        row.status = Status.RUNNING
        row.state = game.dump()
        row.turn = 1
        row.started_at = utcnow()
        async with database.transaction() as session:
            boards.append((await games.create(session, row)).id)
            session.add_all(
                SeatRow(game_id=row.id, number=n, user_id=user.id, name="x")
                for n, user in enumerate((anna, room["ben"]))
            )
    monkeypatch.setattr(room.bot.tables, "missed_decisions", AsyncMock(return_value=dict.fromkeys(boards, 3)))
    answer = await room.ask(anna, "games")
    assert len(answer.content) <= 2000
    (select,) = [item for item in controls(answer) if item["type"] == 3]
    assert len(select["options"]) == CHOICES


async def test_somebody_in_twenty_servers_looks_back_at_each_table_from_anywhere(
    room: Room, database: Database
) -> None:
    tables = list[Table]()
    for number in range(20):
        if number:
            await go_to_another_server(room)
        table = await room.open_table()
        seat = table.game.to_act[0]
        tables.append(await room.skip(table, [(seat, ("rondel", "ships")), (seat, ("ships", "1"))]))
    assert len({table.row.guild_id for table in tables}) == 20
    anna = room["anna"]
    async with database.transaction() as session:  # the first step was hers, the second one somebody else's
        for words, person in (("rondel ships", "anna"), ("ships 1", "ben")):
            authorship = update(MoveRow).where(col(MoveRow.words) == words).values(by_user_id=room[person].id)
            await session.exec(authorship)
    answer = await room.ask(anna, "games")
    assert len(answer.content) <= 2000
    (select,) = [item for item in controls(answer) if item["type"] == 3]
    assert {option["value"] for option in select["options"]} == {str(table.row.id) for table in tables}
    for table in tables[::6]:
        answer = await room.ask(anna, "games")
        catch_up = shown_message(await anna.select(answer, [str(table.row.id)], custom_id=select["custom_id"]))
        assert catch_up.content.split("\n")[0] == head("move", table)
        assert "builds 1 ship" in catch_up.content
    replayed = shown_message(await anna.user.slash("replay", table=tables[7].row.id))
    assert f"#{tables[7].row.id}" in replayed.content


async def test_a_table_of_others_is_not_told(room: Room, database: Database) -> None:
    table = await open_waiting_table(room, "navegador", room["anna"])
    click = Click(database, 5)
    click.client = room.bot
    with pytest.raises(Refused, match="not_seated"):
        await catch_up.tell_missed_at(click.given, MissedSelect(), [str(table.row.id)])
    for words in ((), ("x", "move"), ("3", "else")):
        with pytest.raises(Refused, match="damaged"):
            await catch_up.show_missed_anew(click.given, MissedShape(Shape.WIDE, table.row.id, words))


@pytest.mark.room("anna", "ben", "carla")
async def test_what_only_others_know_is_told_to_nobody_who_came_later(room: Room, database: Database) -> None:
    """News of a hand stay with whoever sat there then, in the lines as well as in /log."""
    game_id = (await room.open_table("mmn", order="joining")).row.id
    table = await room.table()
    seat = table.game.to_act[0]
    await room.skip(table, [(seat, table.game.legal(seat)[0])])
    secret = Event("stolen_card", 0, {"victim_seat": 1, "cards": ["coin"]}, True, (0, 1))
    async with database.transaction() as session:
        row = await moves.at(session, game_id, (await room.moves())[-1].version)
        assert row is not None
        row.events = [*row.events, msgspec.to_builtins(secret)]
        row.by_user_id = None
        session.add(row)
    zoe = room.enter("zoe")
    seating = room.bot.tables.seating
    line = "took coin from **ben**"
    assert line in await use_menu(room, room["ben"], room.board())
    await seating.leave(game_id, room["ben"].id)
    await seating.ask_for(game_id, 1, zoe.id, "zoe")
    await seating.agree(game_id, 1, zoe.id, room["anna"].id)
    room.people["zoe"] = zoe
    await room.bot.worker.idle()
    assert line not in await use_menu(room, zoe, room.board())
    assert line not in (await room.ask(zoe, "log")).content
    assert line in (await room.ask(room["ben"], "log")).content


async def test_more_lines_than_a_message_holds_end_with_the_newest(database: Database) -> None:
    async with open_room(database) as room:
        table = await open_waiting_table(room, "navegador", room["anna"])
    lines = [f"`{number:>3}` {'x' * 90}" for number in range(50)]
    content = catch_up.missed_text(table, lines, texts_in("en"), "since.move")
    assert len(content) <= 2000
    assert content.startswith(head("move", table))
    assert content.split("\n")[-2] == lines[-1]
