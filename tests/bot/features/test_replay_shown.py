"""/replay: what is shown to whom, from where, and what it costs."""

from __future__ import annotations

import asyncio
import time
import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest

import engines
from bot.delivery.illustrating import Attachment, board_picture
from bot.drawing import drawers
from bot.features import replay
from bot.features.replay import SHOWN_PICTURE
from bot.tables import Refused
from bot.tables.analysis.replays import seat_stride
from bot.tables.analysis.seat_knowledge import SeatKnowledge, Span, knowledge_of
from bot.wording import texts_in
from engines.record import notation
from engines.scenes import MOVE
from storage import games, moves, people
from storage.database import Database
from storage.models import Status
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shape_buttons, shown
from tests.bot.replaying import by, counted, played, pressed
from tests.bot.room import Room

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]

MOST = 6


async def test_what_is_shown_to_all_is_what_everybody_knows(
    database: Database, drawn: list[tuple[int | None, int, list[str]]]
) -> None:
    async with played(database) as (room, _):
        async with database.transaction() as session:
            await people.set_user_locale(session, room["anna"].id, "de")
        answer = await room.ask(room["anna"], "replay", turn=4)
        await room["anna"].click(answer, label=texts_in("de").say("button.show_channel"))
        posted = room.last
        assert not posted.flags.ephemeral
        assert posted.content.split("\n")[0] == english("replay.shows", player="**anna**")
        assert posted.content.split("\n")[1] == english(
            "replay.head", game="Navegador", table="1", turn="turn 4", place=5, count=7
        )
        assert [file.filename for file in posted.attachments] == [SHOWN_PICTURE]
        assert [seat for seat, _, _ in drawn] == [0, None]
        zoe = room.enter("zoe")
        answer = await room.ask(zoe, "replay")
        assert drawn[-1][0] is None, "who watches sees what everybody sees"


async def test_what_is_shown_to_all_is_drawn_as_a_channel_shows_it_and_what_one_looks_at_is_not(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted = list[bool]()

    async def drawing(*what: Any, **how: Any) -> Attachment:
        posted.append(how["posted"])
        return await board_picture(*what, **how)

    monkeypatch.setattr(replay, "board_picture", drawing)
    async with played(database) as (room, _):
        answer = await room.ask(room["anna"], "replay", turn=4)
        await room["anna"].click(answer, label=english("button.show_channel"))
        assert posted == [False, True]


async def test_elsewhere_nothing_can_be_shown_to_all(database: Database) -> None:
    async with played(database) as (room, number):
        elsewhere = room.guild.create_text_channel("elsewhere")
        anna = room["anna"]
        zoe = room.enter("zoe")
        told = shown(await anna.slash(elsewhere, "replay", table=number))
        assert counted(told) == (7, 7)
        assert english("button.show_channel") not in [item.get("label") for item in controls(told)]
        refused = shown(await zoe.slash(elsewhere, "replay", table=number))
        assert refused.content == english("error.not_seated")
        direct = shown(await anna.user.slash("replay"))
        assert counted(direct) == (7, 7)


async def test_from_a_boards_message_on(room: Room) -> None:
    await room.open_table(order="joining")
    await room.play_turn(Random(1))
    board = room.board()
    for _ in range(3):
        await room.play_turn(Random(1))
    answer = shown(await room["anna"].context_menu(room.channel, "Replay from here", board))
    assert counted(answer) == (2, 5)
    theirs = await room["anna"].send(room.channel, "hello")
    refused = shown(await room["anna"].context_menu(room.channel, "Replay from here", theirs))
    assert refused.content == english("error.no_board")


async def test_the_other_shape_shows_the_same_scene(database: Database) -> None:
    async with played(database) as (room, _):
        answer = await room.ask(room["anna"], "replay", turn=2)
        ((custom_id, _),) = shape_buttons(answer)
        then = shown(await room["anna"].click(answer, custom_id=custom_id))
        assert then.content == answer.content
        assert shape_buttons(then) != shape_buttons(answer)


async def test_notes_of_the_turn_stand_below(database: Database) -> None:
    async with played(database, 2) as (room, _):
        await room.ask(room["anna"], "note", text="ships next")
        await room.play_turn(Random(1))
        assert "ships next" in (await room.ask(room["anna"], "replay", turn=3)).content
        assert "ships next" not in (await room.ask(room["anna"], "replay", turn=2)).content
        assert "ships next" not in (await room.ask(room["ben"], "replay", turn=3)).content


async def test_a_game_of_other_rules_is_told_from_its_log(database: Database) -> None:
    async with played(database) as (room, _):
        game = (await room.table()).game.copy()
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
        await room.put(game)  # what the log does not lead to
        last = await room.ask(room["anna"], "replay")
        assert last.attachments, "the board as it is can be drawn"
        assert english("replay.other_rules") not in last.content
        before = await pressed(room["anna"], last, "◀")
        assert before.attachments == []
        assert before.content.split("\n")[1] == english("replay.other_rules")
        assert "moves to" in before.content


async def test_a_picture_that_fails_leaves_the_words(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(database) as (room, _):

        async def fails(*asked: Any) -> bytes:
            raise RuntimeError("no ink")

        monkeypatch.setattr("bot.delivery.illustrating.draw", fails)
        answer = await room.ask(room["anna"], "replay")
        assert (counted(answer), answer.attachments) == ((7, 7), [])
        assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_before_the_first_move_there_is_nothing(room: Room) -> None:
    assert (await room.ask(room["anna"], "replay")).content == english("error.no_table_here")
    await room.open_table()
    assert (await room.ask(room["anna"], "replay")).content == english("error.nothing_to_replay")


async def test_a_finished_game_begins_at_its_beginning(database: Database) -> None:
    async with played(database) as (room, game_id):
        async with database.transaction() as session:
            version = (await room.table()).row.version
            assert await games.advance(session, game_id, version, status=Status.FINISHED)
        answer = await room.ask(room["anna"], "replay")
        assert counted(answer) == (1, 7)
        choices = await room["anna"].autocomplete(room.channel, "replay", "table", "")
        assert [choice["value"] for choice in choices] == [game_id]


async def test_neighbours_are_drawn_ahead(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with played(database) as (room, _):
        wanted = list[int]()
        done = asyncio.Event()

        async def drawing_ahead(table: Any, *asked: Any, **how: Any) -> Attachment:
            if how["within"] == replay.AHEAD_WITHIN:
                wanted.append(table.game.state.turn)
                if len(wanted) == 2:
                    done.set()
            return await board_picture(table, *asked, **how)

        monkeypatch.setattr("bot.features.replay.board_picture", drawing_ahead)
        monkeypatch.setattr(drawers, "has_cache", lambda: True)
        await room.ask(room["anna"], "replay", turn=3)
        async with asyncio.timeout(20):
            await done.wait()
        assert wanted == [5, 3], "the one behind first"


async def test_a_substitute_knows_the_seat_from_then_on_and_its_owner_until_then(
    database: Database, drawn: list[tuple[int | None, int, list[str]]]
) -> None:
    async with played(database, 4) as (room, game_id):
        zoe = room.enter("zoe")
        ben = room["ben"]
        await room.bot.tables.seating.leave(game_id, ben.id)
        await room.bot.tables.seating.ask_for(game_id, 1, zoe.id, "zoe")
        await room.bot.tables.seating.agree(game_id, 1, zoe.id, room["anna"].id)
        room.people["zoe"] = zoe
        table = await room.table()
        seated = table.row.version
        await room.play_turn(Random(1))
        await room.play_turn(Random(1))
        course = await room.bot.tables.replays.load_history(await room.table())
        assert course.knowledge_of(zoe.id) == SeatKnowledge((Span(1, seated, None),))
        (ends,) = {span.until for span in course.knowledge_of(ben.id).spans}
        assert ends is not None
        assert ends < seated
        assert course.knowledge_of(room["anna"].id) == SeatKnowledge((Span(0, 0, None),))
        assert course.knowledge_of(1) == SeatKnowledge()
        told = await by(zoe, await room.ask(zoe, "replay"), seat_stride(1))
        assert "**zoe**" in told.content
        await pressed(zoe, told, "⏮")
        assert [seat for seat, _, _ in drawn] == [1, 1, None]
        drawn.clear()
        told = await room.ask(ben, "replay")
        await pressed(ben, told, "⏮")
        assert [seat for seat, _, _ in drawn] == [None, 1]
        await room.bot.tables.seating.hand_back(game_id, zoe.id)
        await room.bot.tables.seating.come_back(game_id, ben.id)
        course = await room.bot.tables.replays.load_history(await room.table())
        assert course.knowledge_of(ben.id) == SeatKnowledge((Span(1, 0, None),)), "and what was done meanwhile"
        (span,) = course.knowledge_of(zoe.id).spans
        assert (span.seat, span.since) == (1, seated)
        assert span.until is not None


async def test_who_has_resigned_knows_the_seat_until_then(database: Database) -> None:
    async with played(database, 2) as (room, game_id):
        before = (await room.table()).row.version
        await room.bot.tables.seating.resign(game_id, room["ben"].id)
        table = await room.table()
        async with database.reading() as session:
            log = await moves.course(session, game_id)
        assert knowledge_of(table, log, room["ben"].id) == SeatKnowledge((Span(1, 0, before),))


@pytest.mark.room("anna", "ben", "carla")
async def test_news_of_others_hands_are_never_told(room: Room, database: Database) -> None:
    """What an event tells to some alone is told to those who sat there then."""
    game_id = (await room.open_table("mmn", order="joining")).row.id
    table = await room.table()
    secret = engines.Event("stolen_card", 0, {"victim_seat": 1, "cards": ["coin"]}, True, (0, 1))
    seat = table.game.to_act[0]
    action = table.game.legal(seat)[0]
    await room.skip(table, [(seat, action)])
    version = (await room.moves())[-1].version
    async with database.transaction() as session:
        row = await moves.at(session, game_id, version)
        assert row is not None
        row.events = [*row.events, msgspec.to_builtins(secret)]
        session.add(row)
    replays = room.bot.tables.replays
    course = await replays.load_history(await room.table())
    (scene,) = course.cut(MOVE)[1:]
    told = {}
    for name in ("anna", "ben", "carla"):
        happened = await replays.events(course, scene, course.knowledge_of(room[name].id))
        told[name] = secret in happened[version]
    assert told == {"anna": True, "ben": True, "carla": False}
    assert secret not in (await replays.events(course, scene, SeatKnowledge()))[version]


@pytest.mark.room("anna", "ben", "carla")
async def test_two_thousand_moves_take_little_time_and_no_more_memory_than_one_game(room: Room) -> None:
    table = await room.open_table("mmn", order="joining")
    game = table.game.copy()
    rng = Random(5)
    decided = list[tuple[int, engines.Action]]()
    while game.to_act and len(decided) < 2000:
        seat = game.to_act[0]
        idle = [action for action in game.legal(seat) if action[0] in ("pass", "bank", "roll")]
        decided.append((seat, rng.choice(idle or game.legal(seat))))
        game.play(*decided[-1])
    await room.skip(table, decided)
    course = await room.bot.tables.replays.load_history(await room.table())
    assert len(course.decisions) == len(decided) > 1500
    middle = course.decisions[len(decided) // 2].version
    course.positions([middle])  # what a game needs at all is loaded
    tracemalloc.start()
    began = time.process_time()
    try:
        before, _ = tracemalloc.get_traced_memory()
        found = course.positions([middle - 1, middle, middle + 1])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < 20, "with every allocation traced"
    assert most - before < 4 << 20
    assert len(found) == 3
    expected = engines.GAMES["mmn"].by_rules(table.row.rules_version, 3, int(table.row.seed, 16), **table.row.options)
    for each in decided[: len(decided) // 2 + 1]:
        expected.play(*each)
    assert found[middle].game == expected
    assert notation(decided[len(decided) // 2][1]) == course.decisions[len(decided) // 2].words
    replays = room.bot.tables.replays
    began = time.process_time()
    missed = await replays.add_boards(course, await replays.report_turns(course, SeatKnowledge(), 0), MOST)
    assert time.process_time() - began < 5
    assert sum(each.table is not None for each in missed) <= MOST, "whatever has happened"
    assert sum(len(each.events_by_version) for each in missed) == len(decided)


async def test_a_forged_stride_is_refused(database: Database) -> None:
    async with played(database, 1) as (room, _):
        course = await room.bot.tables.replays.load_history(await room.table())
        for stride in ("seat7", "on_nothing", "whatever"):
            with pytest.raises(Refused, match="damaged"):
                await room.bot.tables.replays.scenes(course, stride, SeatKnowledge())
