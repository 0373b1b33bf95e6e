"""The menu entry of a board's message that tells what happened since the reader's own last move."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from bot.delivery import recap
from bot.delivery.illustrating import PICTURE
from bot.features import catch_up
from bot.features.play import your_move
from bot.features.shown_board import ShownBoard, find_shown_board
from bot.wording import texts_in
from engines.players import PLAYERS
from engines.scenes import TURN
from render import Missed
from render.shape import Shape
from storage import deliveries, games, moves, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveRow
from tests.bot.clicking import Click
from tests.bot.delivery.test_direct_calls import choose_call, let_turn_pass, make_calls_due
from tests.bot.english import english
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.features.test_next_table import open_waiting_table
from tests.bot.looking_back import NAME, head, lines_after, use_menu
from tests.bot.parts import shape_buttons, shown_message
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_players_read_what_others_did_since_their_own_last_move(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await open_waiting_table(room, "navegador", anna)
    first_board = room.board()
    assert (await use_menu(room, anna, first_board)).startswith(head("start", await room.table()))
    await room.play_turn(Random(1))
    table = await room.table()
    nothing_missed = await use_menu(room, anna, room.board())
    assert nothing_missed.split("\n")[:2] == [head("move", table), english("since.nothing")]
    own_version = table.row.version
    await room.play_turn(Random(1))
    table = await room.table()
    expected = await lines_after(room, table, own_version, anna)
    assert expected
    for message in (room.board(), first_board):  # an old board answers the same
        lines = (await use_menu(room, anna, message)).split("\n")
        assert lines[:-1] == [head("move", table), *expected]
        assert lines[-1] == english("since.yours"), "nobody is called by name to themselves"
    bens_lines = (await use_menu(room, ben, first_board)).split("\n")
    assert bens_lines[1:] == [english("since.nothing"), english("panel.waiting", players=[f"**{anna.name}**"], n=1)]


async def test_it_is_told_in_the_readers_language(room: Room, database: Database) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    async with database.transaction() as session:
        await people.set_user_locale(session, room["anna"].id, "de")
    answer = await use_menu(room, room["anna"], room.board())
    assert texts_in("de").say("since.start", game="Navegador", table="1") in answer


async def test_who_watches_reads_what_happened_since_the_message(room: Room) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    zoe = room.enter("zoe")
    first = room.board()
    version = (await room.table()).row.version
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    table = await room.table()
    lines = (await use_menu(room, zoe, room.board())).split("\n")
    assert lines[:2] == [head("message", table), english("since.nothing")]
    lines = (await use_menu(room, zoe, first)).split("\n")
    assert lines[0] == head("message", table)
    all_lines = await lines_after(room, table, version, zoe)
    assert lines[1:-1], "the first board tells the mover's steps as they are made"
    assert all_lines[-len(lines[1:-1]) :] == lines[1:-1]


async def test_the_panel_opens_from_any_board_of_the_table(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    zoe = room.enter("zoe")
    await open_waiting_table(room, "navegador", anna)
    board = room.board()
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    panel = shown_message(await anna.context_menu(room.channel, "Your move", board))
    assert panel.flags.ephemeral
    game = (await room.table()).game
    await room.choose(anna, panel, PLAYERS["greedy"](game, game.to_act[0], Random(1)))
    waiting = english("panel.waiting", players=[f"**{anna.name}**"], n=1)
    assert (await use_menu(room, ben, board, "Your move")).startswith(waiting)
    assert await use_menu(room, zoe, board, "Your move") == waiting, "who watches is told whose turn it is"
    await room.bot.tables.play.end((await room.table()).row.id, 0, admin=True)
    assert await use_menu(room, anna, board, "Your move") == english("error.game_over")
    assert await use_menu(room, zoe, board, "Your move") == english("error.game_over")
    players_message = await anna.send(room.channel, "hello")
    assert await use_menu(room, anna, players_message, "Your move") == english("error.no_board")


async def test_on_a_call_the_panel_opens_in_direct_messages(room: Room, database: Database) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    next_person = await let_turn_pass(room)
    await make_calls_due(room)
    (message,) = next_person.user.dm_channel.history()
    click = Click(database, next_person.id, channel=message.channel.id, guild=None)
    click.client = room.bot
    await your_move(click.given, message)
    custom_ids = [child.to_component_dict()["custom_id"] for child in click.options[-1]["view"].children]
    assert any(custom_id.startswith("pt:w:1:") for custom_id in custom_ids), click.said


async def test_what_is_no_board_is_told_so(room: Room) -> None:
    anna = room["anna"]
    players_message = await anna.send(room.channel, "hello", attachments=[(PICTURE, b"x")])
    assert await use_menu(room, anna, players_message) == english("error.no_board")
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    assert await use_menu(room, anna, room.last) == english("error.no_board")


async def test_after_the_end_too(room: Room) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    board = room.board()
    await room.bot.tables.play.end((await room.table()).row.id, 0, admin=True)
    await room.bot.worker.idle()
    answer = await use_menu(room, room["anna"], board)
    assert answer.startswith(head("start", await room.table()))


async def test_on_a_call_in_direct_messages_too(room: Room, database: Database) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    next_person = await let_turn_pass(room)
    await make_calls_due(room)
    (message,) = next_person.user.dm_channel.history()
    table = await room.table()
    click = Click(database, next_person.id, channel=message.channel.id, guild=None)
    click.client = room.bot
    await catch_up.what_happened(click.given, message)
    assert click.said[-1].startswith((head("move", table), head("start", table)))


async def test_a_board_of_long_ago_is_known_by_its_time_and_place(room: Room, database: Database) -> None:
    table = await open_waiting_table(room, "navegador", room["anna"])
    await room.play_turn(Random(1))
    message: Any = type("Message", (), {})()
    message.id = 5
    message.components = []
    message.channel = type("Channel", (), {"id": room.channel.id})()
    message.author = room.bot.user
    message.attachments = [type("File", (), {"filename": PICTURE})()]
    click = Click(database, room["anna"].id, channel=room.channel.id)
    click.client = room.bot
    message.created_at = utcnow() + timedelta(hours=1)
    assert await find_shown_board(click.given, message) == ShownBoard(table.row.id, None)
    async with database.reading() as session:
        assert await moves.version_at(session, table.row.id, message.created_at) == (await room.moves())[-1].version
        assert await moves.version_at(session, table.row.id, utcnow() - timedelta(days=1)) == 0
        assert await games.played_at(session, room.channel.id, utcnow() - timedelta(days=1)) is None
        assert await deliveries.sent_as(session, 5, ["turn"], game_id=None, channel_id=room.channel.id) is None
    message.created_at = utcnow() - timedelta(days=1)
    assert await find_shown_board(click.given, message) is None, "before anything was played there"
    message.attachments = []
    assert await find_shown_board(click.given, message) is None


async def test_boards_on_which_something_of_weight_happened_are_one_picture(
    room: Room, database: Database, recaps: list[Sequence[Missed]]
) -> None:
    table = await room.open_table(order="joining")
    anna = room["anna"]
    while table.game.to_act[0] != 0:
        await room.play_turn(Random(1))
        table = await room.table()
    await room.play_turn(Random(1))
    own_version = (await room.table()).row.version
    game = (await room.table()).game.copy()
    last_turn = table.game.state.turn + 20
    decisions = decide_while(
        game, lambda _: game.state.turn < last_turn, lambda seat: PLAYERS["greedy"](game, seat, Random(2))
    )
    table = await room.skip(await room.table(), decisions)
    async with database.transaction() as session:  # all moves were made by somebody else
        authorship = update(MoveRow).where(col(MoveRow.version) > own_version).values(by_user_id=room["ben"].id)
        await session.exec(authorship)
    answer = shown_message(await anna.context_menu(room.channel, NAME, room.board()))
    (file,) = answer.attachments
    assert file.filename == recap.FILE_NAME
    (missed,) = recaps
    assert len(missed) == recap.MOST_PANELS[Shape.WIDE]
    course = await room.bot.tables.replays.load_history(table)
    turns = {scene.turn: scene for scene in course.cut(TURN)}
    numbers = [int(board.title.split()[1]) for board in missed]
    assert numbers == sorted(numbers)
    for number, board in zip(numbers, missed, strict=True):
        assert any(event.kind in table.kind.presentation.milestones for event in board.events)
        (position,) = course.positions([turns[number].until]).values()
        assert board.view == position.game.view(0)
        assert board.title == f"Turn {number} · {table.names[turns[number].seat or 0]}"
    assert file.description is not None
    lines = [line for line in file.description.split("\n") if line not in {f"{board.title}:" for board in missed}]
    assert lines, "it is told for those who listen"
    ((custom_id, _),) = shape_buttons(answer)
    tall_answer = shown_message(await anna.click(answer, custom_id=custom_id))
    assert tall_answer.content == answer.content
    tall = recaps[1]
    assert len(tall) == recap.MOST_PANELS[Shape.TALL], "a phone's screen"
    boards_by_title = {board.title: board for board in missed}
    assert all((board.view, board.events) == boards_by_title[board.title][:2] for board in tall)
    left_out = [board for board in missed if board.title not in {tall_board.title for tall_board in tall}]
    for board in left_out:
        milestones = [event for event in board.events if event.kind in table.kind.presentation.milestones]
        largest = max(milestones, key=lambda event: table.kind.presentation.milestones[event.kind])
        (line,) = texts_in("en").events("navegador", [largest], table.names)
        assert line in answer.content, "nothing of weight falls out"
    replayed = shown_message(await anna.click(tall_answer, label=english("button.replay")))
    assert "board" in replayed.content.split("\n")[0]
