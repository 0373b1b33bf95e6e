"""Messages that wait to be sent copy nothing of the log: they have windows on it."""

from __future__ import annotations

import msgspec
import pytest

from bot.tables import story
from bot.tables.announcement import Announcement, decode, remark, taken_back
from bot.tables.story import unfolded, windows
from engines import Event, Message
from storage.database import Database
from tests.bot.room import room
from tests.engines.navegador.moves import on

SAIL, FIND = Event("sailed", 0, {"to": "bahia"}), Event("found", 0, {"gain": 5}, barrier=True)
SECRET, GOES_ON = Event("drew", 0, seen_by=(0,)), Event("turn", None, {"number": 2})
OTHER = Event("rondel", 1, {"field": "ships"})
LOG = {5: [SAIL], 6: [FIND], 7: [OTHER, GOES_ON]}


def test_moves_of_one_player_in_a_row_are_one_window() -> None:
    assert windows([(5, [SAIL]), (6, [SECRET, FIND]), (7, [OTHER])]) == [
        Event("log", 0, {"after": 4, "until": 6}),
        Event("log", 1, {"after": 6, "until": 7}),
    ]


def test_what_only_one_may_know_has_no_window() -> None:
    assert windows([(5, [SECRET]), (6, [])]) == []


def test_a_window_becomes_what_happened_at_its_place() -> None:
    paused = remark(Message("say.resumed", {"player": "Anna"}))
    what = Announcement(kind="turn", version=7, events=[*windows([(5, [SAIL]), (6, [FIND])]), paused])
    assert unfolded(what, LOG).events == [SAIL, FIND, paused]


def test_what_was_skipped_is_counted_in_windows_and_told_in_events() -> None:
    first, second = windows([(5, [SAIL]), (6, [FIND])]), windows([(7, [OTHER, GOES_ON])])
    what = Announcement(kind="turn", version=7, events=[*first, *second], skipped=1)
    assert unfolded(what, LOG).led_to == [OTHER, GOES_ON]
    board = Announcement(kind="board", version=7, earlier=[*first, *second], events=second, skipped=2)
    assert (unfolded(board, LOG).led_to, unfolded(board, LOG).since) == ([], [OTHER, GOES_ON])


def test_messages_of_earlier_versions_have_the_events_themselves() -> None:
    what = Announcement(kind="turn", version=7, events=[SAIL, *windows([(6, [FIND])])], skipped=1)
    assert unfolded(what, LOG).events == [SAIL, FIND]
    assert unfolded(what, LOG).skipped == 1


def test_what_was_taken_back_is_told_and_not_marked() -> None:
    back = taken_back(Message("say.undone", {"seat": 0}), [FIND])
    what = unfolded(Announcement(kind="board", version=8, events=[*windows([(5, [SAIL]), (6, [FIND])]), back]), LOG)
    assert what.events[:2] == [SAIL, FIND]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_queued_message_holds_no_event_and_tells_them_all_the_same(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table("navegador", order="joining")
        await here.put(on("workers"))
        anna = await here.at(0)
        await here.ask(anna, "play", move="workers 1")
        async with database.reading() as session:
            row = (await here.outbox())[-1]
            waiting = decode(row.payload)
            assert {event.kind for event in (*waiting.events, *waiting.earlier) if not event.is_remark} == {
                story.WINDOW
            }
            told = unfolded(waiting, await story.read(session, row.game_id, waiting))
        happened = [event for move in await here.moves() for event in move.events]
        assert msgspec.to_builtins(told.events)[-1] in happened
        assert "recruits" in here.board().content
