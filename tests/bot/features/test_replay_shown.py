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
from tests.bot.parts import controls, shape_buttons, shown_message
from tests.bot.replaying import board_numbers, choose_stride, press, room_with_game
from tests.bot.room import Room

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]

MOST = 6


async def test_what_is_shown_to_all_is_what_everybody_knows(
    database: Database, drawn_boards: list[tuple[int | None, int, list[str]]]
) -> None:
    async with room_with_game(database) as (room, _):
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
        assert [seat for seat, _, _ in drawn_boards] == [0, None]
        zoe = room.enter("zoe")
        answer = await room.ask(zoe, "replay")
        assert drawn_boards[-1][0] is None, "who watches sees what everybody sees"


async def test_what_is_shown_to_all_is_drawn_as_a_channel_shows_it_and_what_one_looks_at_is_not(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted = list[bool]()

    async def record_board(*arguments: Any, **options: Any) -> Attachment:
        posted.append(options["is_posted"])
        return await board_picture(*arguments, **options)

    monkeypatch.setattr(replay, "board_picture", record_board)
    async with room_with_game(database) as (room, _):
        answer = await room.ask(room["anna"], "replay", turn=4)
        await room["anna"].click(answer, label=english("button.show_channel"))
        assert posted == [False, True]


async def test_elsewhere_nothing_can_be_shown_to_all(database: Database) -> None:
    async with room_with_game(database) as (room, number):
        other_channel = room.guild.create_text_channel("elsewhere")
        anna = room["anna"]
        zoe = room.enter("zoe")
        answer = shown_message(await anna.slash(other_channel, "replay", table=number))
        assert board_numbers(answer) == (7, 7)
        assert english("button.show_channel") not in [item.get("label") for item in controls(answer)]
        refusal = shown_message(await zoe.slash(other_channel, "replay", table=number))
        assert refusal.content == english("error.not_seated")
        direct_answer = shown_message(await anna.user.slash("replay"))
        assert board_numbers(direct_answer) == (7, 7)


async def test_from_a_boards_message_on(room: Room) -> None:
    await room.open_table(order="joining")
    await room.play_turn(Random(1))
    board = room.board()
    for _ in range(3):
        await room.play_turn(Random(1))
    answer = shown_message(await room["anna"].context_menu(room.channel, "Replay from here", board))
    assert board_numbers(answer) == (2, 5)
    players_message = await room["anna"].send(room.channel, "hello")
    refusal = shown_message(await room["anna"].context_menu(room.channel, "Replay from here", players_message))
    assert refusal.content == english("error.no_board")


async def test_the_other_shape_shows_the_same_scene(database: Database) -> None:
    async with room_with_game(database) as (room, _):
        answer = await room.ask(room["anna"], "replay", turn=2)
        ((custom_id, _),) = shape_buttons(answer)
        reshaped = shown_message(await room["anna"].click(answer, custom_id=custom_id))
        assert reshaped.content == answer.content
        assert shape_buttons(reshaped) != shape_buttons(answer)


async def test_notes_of_the_turn_stand_below(database: Database) -> None:
    async with room_with_game(database, 2) as (room, _):
        await room.ask(room["anna"], "note", text="ships next")
        await room.play_turn(Random(1))
        assert "ships next" in (await room.ask(room["anna"], "replay", turn=3)).content
        assert "ships next" not in (await room.ask(room["anna"], "replay", turn=2)).content
        assert "ships next" not in (await room.ask(room["ben"], "replay", turn=3)).content


async def test_a_game_of_other_rules_is_told_from_its_log(database: Database) -> None:
    async with room_with_game(database) as (room, _):
        game = (await room.table()).game.copy()
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
        await room.replace_game(game)  # a position that the log does not lead to
        last = await room.ask(room["anna"], "replay")
        assert last.attachments, "the board as it is can be drawn"
        assert english("replay.other_rules") not in last.content
        before = await press(room["anna"], last, "◀")
        assert before.attachments == []
        assert before.content.split("\n")[1] == english("replay.other_rules")
        assert "moves to" in before.content


async def test_a_picture_that_fails_leaves_the_words(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room_with_game(database) as (room, _):

        async def fails(*arguments: Any) -> bytes:
            raise RuntimeError("no ink")

        monkeypatch.setattr("bot.delivery.illustrating.draw", fails)
        answer = await room.ask(room["anna"], "replay")
        assert (board_numbers(answer), answer.attachments) == ((7, 7), [])
        assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_before_the_first_move_there_is_nothing(room: Room) -> None:
    assert (await room.ask(room["anna"], "replay")).content == english("error.no_table_here")
    await room.open_table()
    assert (await room.ask(room["anna"], "replay")).content == english("error.nothing_to_replay")


async def test_a_finished_game_begins_at_its_beginning(database: Database) -> None:
    async with room_with_game(database) as (room, game_id):
        async with database.transaction() as session:
            version = (await room.table()).row.version
            assert await games.advance(session, game_id, version, status=Status.FINISHED)
        answer = await room.ask(room["anna"], "replay")
        assert board_numbers(answer) == (1, 7)
        choices = await room["anna"].autocomplete(room.channel, "replay", "table", "")
        assert [choice["value"] for choice in choices] == [game_id]


async def test_neighbours_are_drawn_ahead(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room_with_game(database) as (room, _):
        turns = list[int]()
        all_drawn = asyncio.Event()

        async def drawing_ahead(table: Any, *arguments: Any, **options: Any) -> Attachment:
            if options["time_limit"] == replay.AHEAD_WITHIN:
                turns.append(table.game.state.turn)
                if len(turns) == 2:
                    all_drawn.set()
            return await board_picture(table, *arguments, **options)

        monkeypatch.setattr("bot.features.replay.board_picture", drawing_ahead)
        monkeypatch.setattr(drawers, "has_cache", lambda: True)
        await room.ask(room["anna"], "replay", turn=3)
        async with asyncio.timeout(20):
            await all_drawn.wait()
        assert turns == [5, 3], "the one behind first"


async def test_a_substitute_knows_the_seat_from_then_on_and_its_owner_until_then(
    database: Database, drawn_boards: list[tuple[int | None, int, list[str]]]
) -> None:
    async with room_with_game(database, 4) as (room, game_id):
        zoe = room.enter("zoe")
        ben = room["ben"]
        await room.bot.tables.seating.leave(game_id, ben.id)
        await room.bot.tables.seating.ask_for(game_id, 1, zoe.id, "zoe")
        await room.bot.tables.seating.agree(game_id, 1, zoe.id, room["anna"].id)
        room.people["zoe"] = zoe
        table = await room.table()
        seated_version = table.row.version
        await room.play_turn(Random(1))
        await room.play_turn(Random(1))
        course = await room.bot.tables.replays.load_history(await room.table())
        assert course.knowledge_of(zoe.id) == SeatKnowledge((Span(1, seated_version, None),))
        (owner_until,) = {span.last_version for span in course.knowledge_of(ben.id).spans}
        assert owner_until is not None
        assert owner_until < seated_version
        assert course.knowledge_of(room["anna"].id) == SeatKnowledge((Span(0, 0, None),))
        assert course.knowledge_of(1) == SeatKnowledge()
        scene = await choose_stride(zoe, await room.ask(zoe, "replay"), seat_stride(1))
        assert "**zoe**" in scene.content
        await press(zoe, scene, "⏮")
        assert [seat for seat, _, _ in drawn_boards] == [1, 1, None]
        drawn_boards.clear()
        scene = await room.ask(ben, "replay")
        await press(ben, scene, "⏮")
        assert [seat for seat, _, _ in drawn_boards] == [None, 1]
        await room.bot.tables.seating.hand_back(game_id, zoe.id)
        await room.bot.tables.seating.come_back(game_id, ben.id)
        course = await room.bot.tables.replays.load_history(await room.table())
        assert course.knowledge_of(ben.id) == SeatKnowledge((Span(1, 0, None),)), "and what was done meanwhile"
        (span,) = course.knowledge_of(zoe.id).spans
        assert (span.seat, span.first_version) == (1, seated_version)
        assert span.last_version is not None


async def test_who_has_resigned_knows_the_seat_until_then(database: Database) -> None:
    async with room_with_game(database, 2) as (room, game_id):
        before = (await room.table()).row.version
        await room.bot.tables.seating.resign(game_id, room["ben"].id)
        table = await room.table()
        async with database.reading() as session:
            log = await moves.course(session, game_id)
        assert knowledge_of(table, log, room["ben"].id) == SeatKnowledge((Span(1, 0, before),))


@pytest.mark.room("anna", "ben", "carla")
async def test_news_of_others_hands_are_never_told(room: Room, database: Database) -> None:
    """An event for some seats alone is told to those who sat there then."""
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
    knows_secret = {}
    for name in ("anna", "ben", "carla"):
        events = await replays.events(course, scene, course.knowledge_of(room[name].id))
        knows_secret[name] = secret in events[version]
    assert knows_secret == {"anna": True, "ben": True, "carla": False}
    assert secret not in (await replays.events(course, scene, SeatKnowledge()))[version]


@pytest.mark.room("anna", "ben", "carla")
async def test_two_thousand_moves_take_little_time_and_no_more_memory_than_one_game(room: Room) -> None:
    table = await room.open_table("mmn", order="joining")
    game = table.game.copy()
    rng = Random(5)
    decisions = list[tuple[int, engines.Action]]()
    while game.to_act and len(decisions) < 2000:
        seat = game.to_act[0]
        plain_actions = [action for action in game.legal(seat) if action[0] in ("pass", "bank", "roll")]
        decisions.append((seat, rng.choice(plain_actions or game.legal(seat))))
        game.play(*decisions[-1])
    await room.skip(table, decisions)
    course = await room.bot.tables.replays.load_history(await room.table())
    assert len(course.decisions) == len(decisions) > 1500
    middle = course.decisions[len(decisions) // 2].version
    course.positions([middle])  # load what any game needs before measuring
    tracemalloc.start()
    start = time.process_time()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tables_by_version = course.positions([middle - 1, middle, middle + 1])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < 20, "with every allocation traced"
    assert peak - before < 4 << 20
    assert len(tables_by_version) == 3
    expected = engines.GAMES["mmn"].by_rules(table.row.rules_version, 3, int(table.row.seed, 16), **table.row.options)
    for decision in decisions[: len(decisions) // 2 + 1]:
        expected.play(*decision)
    assert tables_by_version[middle].game == expected
    assert notation(decisions[len(decisions) // 2][1]) == course.decisions[len(decisions) // 2].words
    replays = room.bot.tables.replays
    start = time.process_time()
    missed = await replays.add_boards(course, await replays.report_turns(course, SeatKnowledge(), 0), MOST)
    assert time.process_time() - start < 5
    assert sum(report.table is not None for report in missed) <= MOST, "whatever has happened"
    assert sum(len(report.events_by_version) for report in missed) == len(decisions)


async def test_a_forged_stride_is_refused(database: Database) -> None:
    async with room_with_game(database, 1) as (room, _):
        course = await room.bot.tables.replays.load_history(await room.table())
        for stride in ("seat7", "on_nothing", "whatever"):
            with pytest.raises(Refused, match="damaged"):
                await room.bot.tables.replays.scenes(course, stride, SeatKnowledge())
