"""What the channel sees after moves: one board, kept up to date, and a ping for whoever is next."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image

from bot.tables.maintenance import transfer
from storage import games
from storage.database import Database
from tests.bot.english import english
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room
from tests.engines.navegador.moves import on

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_the_start_shows_the_board_no_hashes_and_calls_the_first_player(room: Room) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    board = room.last
    assert "**Navegador** begins. Good luck!" in board.content
    assert table.row.commitment[:16] not in board.content
    assert table.row.secret is not None
    assert table.row.seed not in board.content
    assert table.row.secret not in "".join(message.content for message in room.history())
    assert f"▶ {person.mention}, it is your turn (turn 1)." in board.content
    assert room.pinged_users()[-1] == [person.id]
    assert labels(board) == ["Your move", "Fair dice"]
    (picture,) = board.attachments
    assert picture.filename == "board.png"
    assert Image.open(io.BytesIO(await picture.read())).width == 1600
    assert (picture.description or "").startswith("Navegador\nIt is ")
    assert "\nTurn 1, phase 1." in (picture.description or "")
    assert "anna: " in (picture.description or "")


@pytest.mark.usefixtures("plain_pictures")
async def test_within_a_turn_the_board_is_edited_and_with_the_next_turn_posted_anew(room: Room) -> None:
    person, next_person = await room.begin()
    first = room.last
    panel = shown_message(await person.click(await room.open_panel(person), label="Workers"))
    edited = room.last
    assert edited.id == first.id
    assert edited.content.endswith(f"**{person.name}** moves to **Workers**")
    assert labels(edited) == ["Your move", "Fair dice"]
    patch = room.requests("PATCH", f"/channels/*/messages/{first.id}")[-1].json or {}
    assert patch["allowed_mentions"] == {"parse": []}

    await person.click(panel, label="1 worker · 50 Cr")
    second = room.last
    assert second.id != first.id
    assert second.content.startswith(
        f"**{person.name}** moves to **Workers**\n**{person.name}** recruits 1 worker for 50 Cr\n\n"
        f"▶ {next_person.mention}, it is your turn (turn 2).\n"
        f"-# Order of play: **{next_person.name}** › {person.name}"
    )
    assert room.pinged_users()[-1] == [next_person.id]
    assert labels(second) == ["Your move"]
    first_board = next(message for message in room.history() if message.id == first.id)
    assert labels(first_board) == ["Fair dice"]
    assert first_board.attachments, "the old picture stays"
    assert first_board.content == "**Navegador** begins. Good luck!", "told once, no call left"
    assert "moves to" not in first_board.content


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna")
async def test_moves_of_computers_are_told_with_the_move_before_them(room: Room) -> None:
    await room.open_table(computers=2)
    before = len(room.history())
    anna = room["anna"]
    panel = shown_message(await anna.click(await room.open_panel(anna), label="Workers"))
    await anna.click(panel, label="Nothing")
    assert len(room.history()) == before + 1
    content = room.last.content
    assert "**anna** does nothing (Workers)" in content
    assert "**Normal 1** moves to" in content
    assert "**Normal 2** moves to" in content
    assert f"▶ {anna.mention}, it is your turn" in content
    computers = [move for move in await room.moves() if move.by_user_id is None]
    assert {move.seat for move in computers} == {0, 1, 2} - {(await room.table()).seat_of(anna.id)}


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "@everyone *b*")
async def test_a_name_formats_nothing_and_calls_nobody(room: Room) -> None:
    await room.open_table()
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    contents = "\n".join(message.content for message in room.history())
    assert "*b*" not in contents.replace("\\*b\\*", "")
    assert "@everyone" not in contents
    assert all(len(called) <= 1 for called in room.pinged_users())


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_the_end_brings_summary_pictures_and_record_and_takes_the_button_away(room: Room) -> None:
    await room.open_table()
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    anna = await room.person_at(0)
    await anna.click(await room.open_panel(anna), label="Nothing")
    summary = room.last
    table = await room.table()
    assert "🏁 The game is over" in summary.content
    assert table.row.seed not in summary.content
    for source in ("Colonies", "Factories", "Explorers", "Shipyards", "Churches", "Total"):
        assert source in summary.content
    assert [file.filename for file in summary.attachments] == [
        "board.png",
        "scores.png",
        f"portolan-navegador-{table.row.id}.json",
    ]
    assert all(labels(message) in ([], ["Fair dice"]) for message in room.history()[:-1])
    assert labels(summary) == ["Rematch", "Fair dice"]
    everybody = [person.mention for person in room.people.values()]
    assert summary.content.split("\n")[-1].endswith(
        "thank you for playing! /review looks back at the game, /replay shows it again board by board."
    )
    assert all(mention in summary.content for mention in everybody)
    assert sorted(room.pinged_users()[-1]) == sorted(person.id for person in room.people.values())


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_a_rematch_is_a_lobby_with_the_same_choices_to_which_the_others_are_called(
    room: Room, database: Database
) -> None:
    await room.open_table(options="royal=goa", order="joining")
    before = await room.table()
    first, *others = (before.names[seat] for seat in before.initial_game().order())
    order = "**{}** begins, then **{}** and **{}**: the order of the last game, rotated by one.".format(*others, first)
    async with database.transaction() as session:
        await games.choose(session, before.row.id, shape="tall")
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
    summary = room.last
    stranger = room.enter("zoe")
    refusal = shown_message(await stranger.click(summary, label="Rematch"))
    assert refusal.content == english("error.not_seated")
    await room["ben"].click(summary, label="Rematch")
    lobby = room.last
    row = (await room.table()).row
    assert lobby.content.startswith(
        f"{room['carla'].mention} and {room['anna'].mention}: **ben** invites you to a rematch.\n## Navegador"
    )
    assert room.pinged_users()[-1] == [room["carla"].id, room["anna"].id]
    assert (row.status, row.host_id, row.seats) == ("lobby", room["ben"].id, 3)
    assert (row.options, row.shape) == (before.row.options, "tall")
    assert f"{order} If" in lobby.content
    joined = shown_message(await room["anna"].click(summary, label="Rematch"))
    assert joined.content.startswith("You are in for the rematch: https://")
    again = shown_message(await room["anna"].click(summary, label="Rematch"))
    assert again.content == english("error.already_seated")
    await room["carla"].click(lobby, label="Join")
    lobby = next(message for message in room.history() if message.id == lobby.id)
    assert f"{order}\n" in lobby.content
    await room["ben"].click(lobby, label="Start")
    table = await room.table()
    assert [table.names[seat] for seat in table.game.order()] == [*others, first]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_a_rematch_with_somebody_else_is_drawn_by_lot_and_the_lobby_says_so(room: Room) -> None:
    await room.open_table(order="joining")
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
    await room["ben"].click(room.last, label="Rematch")
    lobby = room.last
    for name in ("anna", "zoe"):
        await (room.people.get(name) or room.enter(name)).click(lobby, label="Join")
    lobby = next(message for message in room.history() if message.id == lobby.id)
    assert english("lobby.order.random") in lobby.content
    assert "begins" not in lobby.content
    await room["ben"].click(lobby, label="Start")
    row = (await room.table()).row
    assert row.seat_order == "random"


@pytest.mark.usefixtures("plain_pictures")
async def test_a_rematch_seats_the_computers_that_played_as_they_were_called(room: Room) -> None:
    await room["anna"].slash(room.channel, "game new", game="navegador", seats=4, order="joining")
    lobby = room.last
    for level in ("Strong", "Easy"):
        question = await room["anna"].click(lobby, label="Add computer")
        button = next(label for label in labels(shown_message(question)) if label.startswith(level))
        await room["anna"].click(shown_message(question), label=button)
    await room["ben"].click(lobby, label="Join")
    await room["anna"].click(lobby, label="Start")
    before = await room.table()
    first, *others = (before.names[seat] for seat in before.initial_game().order())
    await room.replace_game(on("workers", seats=4, trigger="nagasaki", turns_left=1))
    question = await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
    await room["anna"].click(shown_message(question), label=labels(shown_message(question))[0])
    await room["ben"].click(room.last, label="Rematch")
    lobby = room.last
    rematch = await room.table()
    computers = {(seat.name, seat.computer) for seat in before.seats if seat.computer}
    assert computers == {("Strong 1", "strong"), ("Easy 2", "easy")}
    assert [rematch.seats[0].user_id, rematch.seats[0].name] == [room["ben"].id, "ben"]
    assert {(seat.name, seat.computer) for seat in rematch.seats[1:]} == computers
    assert all(name in lobby.content for name, _ in computers)
    assert room.pinged_users()[-1] == [room["anna"].id]
    exported_lobby = transfer.decode(await room.bot.tables.transfer.export_table(rematch.row.id))
    assert transfer.check(exported_lobby).names == rematch.names
    await room["anna"].click(lobby, label="Join")
    await room["ben"].click(lobby, label="Start")
    table = await room.table()
    assert [table.names[seat] for seat in table.initial_game().order()] == [*others, first]
    exported = transfer.decode(await room.bot.tables.transfer.export_table(table.row.id))
    assert transfer.check(exported).names == table.names, "its draw is found right"


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna")
async def test_a_rematch_against_computers_alone_can_start_at_once_and_calls_nobody(room: Room) -> None:
    await room.open_table(computers=2, order="joining")
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
    await room["anna"].click(room.last, label="Rematch")
    lobby = room.last
    assert lobby.content.startswith("## Navegador")
    assert room.pinged_users()[-1] == []
    await room["anna"].click(lobby, label="Start")
    assert [seat.computer for seat in (await room.table()).seats].count("normal") == 2


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_a_rematch_beside_another_table_is_opened_in_a_thread_with_all_that_belongs_to_it(
    room: Room,
) -> None:
    before = await room.open_table(order="joining")
    names = [f"**{before.names[seat]}**" for seat in before.initial_game().order()]
    await room.replace_game(on("workers", trigger="nagasaki", turns_left=1))
    await room["anna"].click(await room.open_panel(room["anna"]), label="Nothing")
    summary = room.last
    await room.open_table()
    question = shown_message(await room["carla"].click(summary, label="Rematch"))
    await room.restart()
    await room["carla"].click(question, label="Open a thread")
    (thread,) = room.channel.threads
    lobby = thread.last_message
    assert lobby is not None
    assert lobby.content.startswith(f"{room['ben'].mention} and {room['anna'].mention}: **carla** invites you")
    assert f"{names[1]} begins, then {names[2]} and {names[0]}" in lobby.content
