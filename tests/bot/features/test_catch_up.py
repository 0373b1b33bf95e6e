"""Under Apps on a board's message: what happened since the reader's own last move."""

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
from bot.features.shown_board import Shown, shown_by
from bot.wording import texts_in
from engines import Action
from engines.players import PLAYERS
from engines.scenes import TURN
from render import Missed
from render.shape import Shape
from storage import deliveries, games, moves, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveRow
from tests.bot.clicking import Click
from tests.bot.delivery.test_direct_calls import turn_passes, wait, wants
from tests.bot.english import english
from tests.bot.features.test_next_table import opened
from tests.bot.looking_back import NAME, asked, head, lines_after
from tests.bot.parts import shape_buttons, shown
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_players_read_what_others_did_since_their_own_last_move(here: Room) -> None:
    anna, ben = here["anna"], here["ben"]
    await opened(here, "navegador", anna)
    before = here.board()
    assert (await asked(here, anna, before)).startswith(head("start", await here.table()))
    await here.play_turn(Random(1))
    table = await here.table()
    nothing = await asked(here, anna, here.board())
    assert nothing.split("\n")[:2] == [head("move", table), english("since.nothing")]
    own = table.row.version
    await here.play_turn(Random(1))
    table = await here.table()
    expected = await lines_after(here, table, own, anna)
    assert expected
    for message in (here.board(), before):  # on an old board as well
        told = (await asked(here, anna, message)).split("\n")
        assert told[:-1] == [head("move", table), *expected]
        assert told[-1] == english("since.yours"), "nobody is called by name to themselves"
    unchanged = (await asked(here, ben, before)).split("\n")
    assert unchanged[1:] == [english("since.nothing"), english("panel.waiting", players=[f"**{anna.name}**"], n=1)]


async def test_it_is_told_in_the_readers_language(here: Room, database: Database) -> None:
    await opened(here, "navegador", here["anna"])
    async with database.transaction() as session:
        await people.set_user_locale(session, here["anna"].id, "de")
    told = await asked(here, here["anna"], here.board())
    assert texts_in("de").say("since.start", game="Navegador", table="1") in told


async def test_who_watches_reads_what_happened_since_the_message(here: Room) -> None:
    await opened(here, "navegador", here["anna"])
    zoe, first, version = here.enter("zoe"), here.board(), (await here.table()).row.version
    await here.play_turn(Random(1))
    await here.play_turn(Random(1))
    table = await here.table()
    told = (await asked(here, zoe, here.board())).split("\n")
    assert told[:2] == [head("message", table), english("since.nothing")]
    told = (await asked(here, zoe, first)).split("\n")
    assert told[0] == head("message", table)
    every = await lines_after(here, table, version, zoe)
    assert told[1:-1], "the first board tells the mover's steps as they are made"
    assert every[-len(told[1:-1]) :] == told[1:-1]


async def test_the_panel_opens_from_any_board_of_the_table(here: Room) -> None:
    anna, ben, zoe = here["anna"], here["ben"], here.enter("zoe")
    await opened(here, "navegador", anna)
    board = here.board()
    await here.play_turn(Random(1))
    await here.play_turn(Random(1))
    panel = shown(await anna.context_menu(here.channel, "Your move", board))
    assert panel.flags.ephemeral
    game = (await here.table()).game
    await here.choose(anna, panel, PLAYERS["greedy"](game, game.to_act[0], Random(1)))
    waiting = english("panel.waiting", players=[f"**{anna.name}**"], n=1)
    assert (await asked(here, ben, board, "Your move")).startswith(waiting)
    assert await asked(here, zoe, board, "Your move") == waiting, "who watches is told whose turn it is"
    await here.bot.tables.play.end((await here.table()).row.id, 0, admin=True)
    assert await asked(here, anna, board, "Your move") == english("error.game_over")
    assert await asked(here, zoe, board, "Your move") == english("error.game_over")
    theirs = await anna.send(here.channel, "hello")
    assert await asked(here, anna, theirs, "Your move") == english("error.no_board")


async def test_on_a_call_the_panel_opens_in_direct_messages(here: Room, database: Database) -> None:
    await here.open_table()
    await wants(here, "dm", "anna", "ben")
    called = await turn_passes(here)
    await wait(here)
    (message,) = called.user.dm_channel.history()
    click = Click(database, called.id, channel=message.channel.id, guild=None)
    click.client = here.bot
    await your_move(click.given, message)
    offered = [each.to_component_dict()["custom_id"] for each in click.options[-1]["view"].children]
    assert any(each.startswith("pt:w:1:") for each in offered), click.said


async def test_what_is_no_board_is_told_so(here: Room) -> None:
    anna = here["anna"]
    theirs = await anna.send(here.channel, "hello", attachments=[(PICTURE, b"x")])
    assert await asked(here, anna, theirs) == english("error.no_board")
    await anna.slash(here.channel, "game new", game="navegador", seats=2)
    assert await asked(here, anna, here.last) == english("error.no_board")


async def test_after_the_end_too(here: Room) -> None:
    await opened(here, "navegador", here["anna"])
    board = here.board()
    await here.bot.tables.play.end((await here.table()).row.id, 0, admin=True)
    await here.bot.worker.idle()
    told = await asked(here, here["anna"], board)
    assert told.startswith(head("start", await here.table()))


async def test_on_a_call_in_direct_messages_too(here: Room, database: Database) -> None:
    await here.open_table()
    await wants(here, "dm", "anna", "ben")
    called = await turn_passes(here)
    await wait(here)
    (message,) = called.user.dm_channel.history()
    table = await here.table()
    click = Click(database, called.id, channel=message.channel.id, guild=None)
    click.client = here.bot
    await catch_up.what_happened(click.given, message)
    assert click.said[-1].startswith((head("move", table), head("start", table)))


async def test_a_board_of_long_ago_is_known_by_its_time_and_place(here: Room, database: Database) -> None:
    table = await opened(here, "navegador", here["anna"])
    await here.play_turn(Random(1))
    message: Any = type("Message", (), {})()
    message.id, message.components, message.channel = 5, [], type("Channel", (), {"id": here.channel.id})()
    message.author = here.bot.user
    message.attachments = [type("File", (), {"filename": PICTURE})()]
    click = Click(database, here["anna"].id, channel=here.channel.id)
    click.client = here.bot
    message.created_at = utcnow() + timedelta(hours=1)
    assert await shown_by(click.given, message) == Shown(table.row.id, None)
    async with database.reading() as session:
        assert await moves.version_at(session, table.row.id, message.created_at) == (await here.moves())[-1].version
        assert await moves.version_at(session, table.row.id, utcnow() - timedelta(days=1)) == 0
        assert await games.played_at(session, here.channel.id, utcnow() - timedelta(days=1)) is None
        assert await deliveries.sent_as(session, 5, ["turn"], game_id=None, channel_id=here.channel.id) is None
    message.created_at = utcnow() - timedelta(days=1)
    assert await shown_by(click.given, message) is None, "before anything was played there"
    message.attachments = []
    assert await shown_by(click.given, message) is None


async def test_boards_on_which_something_of_weight_happened_are_one_picture(
    here: Room, database: Database, recaps: list[Sequence[Missed]]
) -> None:
    table, anna = await here.open_table(order="joining"), here["anna"]
    while table.game.to_act[0] != 0:
        await here.play_turn(Random(1))
        table = await here.table()
    await here.play_turn(Random(1))
    own = (await here.table()).row.version
    game, decided = (await here.table()).game.copy(), list[tuple[int, Action]]()
    while game.state.turn < table.game.state.turn + 20:
        seat = game.to_act[0]
        decided.append((seat, PLAYERS["greedy"](game, seat, Random(2))))
        game.play(*decided[-1])
    table = await here.skip(await here.table(), decided)
    async with database.transaction() as session:  # all of it was the others' doing
        others = update(MoveRow).where(col(MoveRow.version) > own).values(by_user_id=here["ben"].id)
        await session.exec(others)
    told = shown(await anna.context_menu(here.channel, NAME, here.board()))
    (file,) = told.attachments
    assert file.filename == recap.NAME
    (missed,) = recaps
    assert len(missed) == recap.MOST[Shape.WIDE]
    course = await here.bot.tables.replays.load_history(table)
    turns = {scene.turn: scene for scene in course.cut(TURN)}
    numbers = [int(each.title.split()[1]) for each in missed]
    assert numbers == sorted(numbers)
    for number, each in zip(numbers, missed, strict=True):
        assert any(event.kind in table.kind.presentation.milestones for event in each.events)
        (then,) = course.positions([turns[number].until]).values()
        assert each.view == then.game.view(0)
        assert each.title == f"Turn {number} · {table.names[turns[number].seat or 0]}"
    assert file.description is not None
    lines = [line for line in file.description.split("\n") if line not in {f"{each.title}:" for each in missed}]
    assert lines, "it is told for those who listen"
    ((custom_id, _),) = shape_buttons(told)
    again = shown(await anna.click(told, custom_id=custom_id))
    assert again.content == told.content
    tall = recaps[1]
    assert len(tall) == recap.MOST[Shape.TALL], "a phone's screen"
    whole = {each.title: each for each in missed}
    assert all((each.view, each.events) == whole[each.title][:2] for each in tall)
    left_out = [each for each in missed if each.title not in {other.title for other in tall}]
    for each in left_out:
        milestones = [event for event in each.events if event.kind in table.kind.presentation.milestones]
        largest = max(milestones, key=lambda event: table.kind.presentation.milestones[event.kind])
        (line,) = texts_in("en").events("navegador", [largest], table.names)
        assert line in told.content, "nothing of weight falls out"
    replayed = shown(await anna.click(again, label=english("button.replay")))
    assert "board" in replayed.content.split("\n")[0]
