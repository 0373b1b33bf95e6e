"""Messages that wait to be sent copy nothing of the log: each is one range of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.tables import event_log
from bot.tables.announcement import Announcement, Remark, Unreadable, decode
from bot.tables.event_log import PLANNED, Narration
from engines import Event, Message
from storage.database import Database
from storage.moves import LoggedEvents
from tests.bot.room import Room
from tests.engines.navegador.moves import on

SAIL = Event("sailed", 0, {"to": "bahia"})
TREASURE = Event("found", 0, {"gain": 5}, barrier=True)
SECRET = Event("drew", 0, seen_by=(0,))
NEXT_TURN = Event("turn", None, {"number": 2})
RONDEL = Event("rondel", 1, {"field": "ships"})
TAKEN_BACK = Event("say.undone", data={"seat": 1, "n": 1})


def entry(version: int, *events: Event, planned: bool = False, undone: bool = False, seat: int = 0) -> LoggedEvents:
    return LoggedEvents(version, seat, [msgspec.to_builtins(event) for event in events], planned, undone)


LOG = [
    entry(5, SAIL),
    entry(6, SECRET, TREASURE),
    entry(7, RONDEL, NEXT_TURN, undone=True, seat=1),
    entry(8, TAKEN_BACK, seat=1),
]


def turn_post(since: int, version: int, **fields: Any) -> Announcement:
    return Announcement(kind="turn", version=version, since=since, **fields)


def test_a_window_tells_what_everybody_may_know_behind_one_version_until_another() -> None:
    assert event_log.narrate(turn_post(4, 6), LOG) == Narration([SAIL, TREASURE], [], [SAIL, TREASURE])
    assert event_log.narrate(turn_post(5, 6), LOG).before == [TREASURE]
    assert event_log.narrate(turn_post(6, 6), LOG) == Narration([], [], [])
    assert event_log.narrate(Announcement(kind="notice", version=6), LOG) == Narration()


def test_an_update_tells_below_its_call_what_is_new_and_marks_that_alone() -> None:
    assert event_log.narrate(turn_post(4, 6, called=5), LOG) == Narration([SAIL], [TREASURE], [TREASURE])


def test_what_was_taken_back_is_told_as_such_and_not_marked() -> None:
    assert event_log.narrate(turn_post(4, 8, called=6), LOG) == Narration(
        [SAIL, TREASURE], [RONDEL, NEXT_TURN, TAKEN_BACK], [], [RONDEL, NEXT_TURN]
    )


def test_a_remark_stands_before_what_happened_at_its_version() -> None:
    paused = Remark(6, Message("say.resumed", {"player": "Anna"}))
    resumed = Event("say.resumed", data={"player": "Anna"})
    assert event_log.narrate(turn_post(4, 6, remarks=[paused]), LOG).before == [SAIL, resumed, TREASURE]
    assert event_log.narrate(turn_post(4, 6, called=5, remarks=[paused]), LOG).after == [resumed, TREASURE]
    assert event_log.narrate(turn_post(6, 8, remarks=[paused]), LOG).before == [RONDEL, NEXT_TURN, TAKEN_BACK]


def test_planned_moves_of_a_player_in_a_row_are_said_to_be_so_once() -> None:
    log = [entry(5, SAIL, planned=True), entry(6, TREASURE, planned=True), entry(7, RONDEL, planned=True, seat=1)]
    own_plan, other_plan = (Event(PLANNED, data={"seat": seat}) for seat in (0, 1))
    assert event_log.narrate(turn_post(4, 7), log).before == [own_plan, SAIL, TREASURE, other_plan, RONDEL]
    assert event_log.narrate(turn_post(5, 6), log).before == [own_plan, TREASURE]


# What earlier versions stored: windows among remarks, and before that the events themselves.
FIRST = {"kind": "log", "seat": 0, "data": {"after": 4, "until": 6}}
SECOND = {"kind": "log", "seat": 1, "data": {"after": 6, "until": 7}}
UNDONE = {"kind": "say.undone", "seat": None, "data": {"seat": 1, "n": 1, "gone": 2}}
WHOLE = {"kind": "log", "seat": 0, "data": {"after": 4, "until": 8}}
TOLD = Message("say.undone", {"seat": 1, "n": 1})
PLAN = {"kind": "say.planned", "seat": None, "data": {"seat": 1}}
COPIED = msgspec.to_builtins(RONDEL)


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({"kind": "turn", "events": [FIRST, SECOND]}, {"kind": "turn", "since": 4}),
        ({"kind": "turn", "events": [FIRST, SECOND], "skipped": 1}, {"kind": "turn", "since": 6}),
        ({"kind": "turn", "events": []}, {"kind": "turn", "since": 8}),
        ({"kind": "board", "told": [FIRST], "events": [PLAN, SECOND]}, {"kind": "board", "since": 4, "called": 6}),
        ({"kind": "board", "told": [FIRST], "skipped": 1}, {"kind": "board", "since": 8, "called": 8}),
        (
            {"kind": "board", "told": [FIRST], "events": [SECOND, UNDONE]},
            {"kind": "board", "since": 4, "called": 6, "remarks": [Remark(8, TOLD)]},
        ),
        (
            {"kind": "board", "told": [FIRST], "events": [UNDONE]},
            {"kind": "board", "since": 4, "called": 7, "remarks": [Remark(8, TOLD)]},
        ),
        ({"kind": "turn", "events": [WHOLE, UNDONE]}, {"kind": "turn", "since": 4, "remarks": [Remark(8, TOLD)]}),
        ({"kind": "turn", "events": [COPIED]}, {"kind": "turn", "since": 8, "copied": [RONDEL]}),
        ({"kind": "notice", "events": []}, {"kind": "notice"}),
    ],
)
def test_a_message_of_an_earlier_version_becomes_one_window(stored: dict[str, Any], read: dict[str, Any]) -> None:
    assert decode({"version": 8, "continues": True, **stored}) == Announcement(version=8, **read)


@pytest.mark.parametrize("events", [[{"kind": "log", "seat": 0, "data": {}}], [{"seat": 0}], [5], [{"kind": 5}], "all"])
def test_a_message_of_an_earlier_version_that_makes_no_sense_is_not_readable(events: object) -> None:
    with pytest.raises(Unreadable):
        decode({"kind": "turn", "version": 8, "events": events})


def test_what_an_earlier_version_copied_is_told_before_the_call() -> None:
    copied = decode({"kind": "turn", "version": 8, "events": [COPIED]})
    assert event_log.narrate(copied, LOG) == Narration([RONDEL], [], [RONDEL])
    updated = decode({"kind": "board", "version": 8, "told": [COPIED], "events": []})
    assert event_log.narrate(updated, LOG) == Narration([RONDEL], [], []), "an update marks what is new alone"


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_queued_message_holds_no_event_and_tells_them_all_the_same(room: Room, database: Database) -> None:
    await room.open_table("navegador", order="joining")
    await room.replace_game(on("workers"))
    anna = await room.person_at(0)
    await room.ask(anna, "play", move="workers 1")
    async with database.reading() as session:
        row = (await room.outbox())[-1]
        queued = decode(row.payload)
        assert not queued.copied
        narration = event_log.narrate(queued, await event_log.load_entries(session, row.game_id, queued))
    events = [event for move in await room.moves() for event in move.events]
    assert msgspec.to_builtins([*narration.before, *narration.after])[-1] in events
    assert "recruits" in room.board().content
