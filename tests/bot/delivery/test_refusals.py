"""What Discord refuses: judged by its error code, confirmed by a look, told another way, and made up for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from sqlmodel import select

from bot.delivery import message_jobs
from bot.delivery.message_jobs import TRY_AGAIN_SECONDS
from bot.interactions.send_pause import SendPause
from storage import people
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import JobRow
from tests.bot.delivery.test_delivery import boards, pass_turn
from tests.bot.delivery.test_direct_calls import choose_call, direct_messages_to, let_turn_pass, make_calls_due
from tests.bot.english import english
from tests.bot.interactions.test_refusals import error_page
from tests.bot.office import Office
from tests.bot.parts import labels
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MESSAGES = "/channels/*/messages"


def ignore_channel_updates(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the bot from noticing that channels change."""
    monkeypatch.setattr(room.bot, "on_guild_channel_update", notice_nothing, raising=False)


async def notice_nothing(*_: object) -> None:
    """Notice nothing."""


async def failures(room: Room) -> list[str]:
    """Return the reasons for which messages were given up."""
    return [row.failed for row in await room.outbox() if row.failed]


# -- a single refusal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "message"),
    [(50035, "Invalid Form Body"), (240000, "Message blocked by harmful links filter"), (200000, "blocked by AutoMod")],
)
async def test_a_text_that_is_refused_once_is_sent_plainer(room: Room, code: int, message: str) -> None:
    await room.open_table()
    next_person = await leave_turn_to_end(room)
    room.env.inject_error("POST", MESSAGES, status=400, code=code, message=message, times=1 + (code == 50035))
    await room.decide(await room.person_at((await room.table()).game.to_act[0]), "pass")
    assert next_person.mention in room.last.content
    assert room.pinged_users()[-1] == [next_person.id]
    assert labels(room.last) == ["Your move"]
    assert await failures(room) == []


async def leave_turn_to_end(room: Room) -> Any:
    """Make a move after which the turn only has to be ended, and return who is next."""
    person, next_person = await room.deciding()
    await room.decide(person, "rondel", "ships")
    return next_person


async def test_a_message_that_is_refused_in_every_form_reaches_the_player_directly_and_says_why(
    room: Room,
    database: Database,
) -> None:
    await room.open_table()
    manager = room.enter("meg", manages=True)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=200000, times=None)
    next_person = await pass_turn(room)
    await make_calls_due(room)
    (message,) = direct_messages_to(room, next_person)
    assert message.content.startswith("▶ **Navegador** #1 is waiting for you.")
    assert message.content.endswith(english("say.direct_instead"))
    assert "Your move" in labels(message)
    status = (await room.ask(manager, "portolan status")).content
    assert english("status.message.turn") in status
    assert english("status.reason.automod") in status
    async with database.reading() as session:
        assert "call" not in await people.settings(session, next_person.id)


async def test_whoever_is_never_to_be_called_is_not_written_to_either(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "none", "anna", "ben")
    room.forbid("send_messages")
    next_person = await pass_turn(room)
    await make_calls_due(room)
    assert direct_messages_to(room, next_person) == []


# -- a channel that takes nothing for a while --------------------------------------------------------------------------


async def close_channel(room: Room) -> Any:
    """Forbid the bot to write, pass the turn, and return whom the channel cannot call."""
    room.forbid("send_messages")
    next_person = await pass_turn(room)
    assert boards(room, 2) == []
    assert [reason.partition(" ")[0] for reason in await failures(room)] == ["channel:"]
    return next_person


async def test_when_the_permission_is_back_the_board_is_posted_and_calls(room: Room) -> None:
    await room.open_table()
    next_person = await close_channel(room)
    room.forbid()
    await room.env.settle()
    (board,) = boards(room, 2)
    assert "moves to **Ships**" in board.content
    assert room.pinged_users()[-1] == [next_person.id]
    assert await failures(room) == []


async def test_a_press_at_the_table_has_it_posted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.open_table()
    next_person = await close_channel(room)
    ignore_channel_updates(room, monkeypatch)
    room.forbid()
    await room.env.settle()
    assert boards(room, 2) == []
    await room.ask(next_person, "play")
    await room.env.settle()
    assert len(boards(room, 2)) == 1


async def test_a_start_has_it_posted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.open_table()
    await close_channel(room)
    ignore_channel_updates(room, monkeypatch)
    room.forbid()
    await room.env.settle()
    await room.restart()
    await room.env.settle()
    assert len(boards(room, 2)) == 1


async def test_meanwhile_each_who_must_move_is_written_to_once_in_a_turn(room: Room) -> None:
    await room.open_table()
    next_person = await close_channel(room)
    await make_calls_due(room)
    assert [message.content.split("\n")[0][:1] for message in direct_messages_to(room, next_person)] == ["▶"]
    assert direct_messages_to(room, next_person)[0].content.endswith(english("say.direct_instead"))
    for _ in range(2):  # attempts in vain call nobody again
        await room.bot.delivery.make_up_for()
        await room.bot.worker.idle()
        await make_calls_due(room)
    assert len(direct_messages_to(room, next_person)) == 1
    first = await let_turn_pass(room)
    await make_calls_due(room)
    assert len(direct_messages_to(room, first)) == 1
    await let_turn_pass(room)
    await make_calls_due(room)
    assert len(direct_messages_to(room, next_person)) == 2


async def test_of_several_turns_that_could_not_be_told_the_newest_board_tells_all(room: Room) -> None:
    await room.open_table()
    await close_channel(room)
    await room.decide(await room.person_at((await room.table()).game.to_act[0]), "rondel", "workers")
    room.forbid()
    await room.env.settle()
    contents = [message.content for message in room.history() if "Ships" in message.content]
    assert len(contents) == 1
    assert "does nothing (Ships)" in contents[0]
    assert "moves to **Workers**" in contents[0]


async def test_a_closed_channel_that_is_pressed_again_and_again_is_tried_once_a_minute(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    async with open_room(database) as room:
        await room.open_table()
        next_person = await close_channel(room)
        monkeypatch.setattr(message_jobs, "time", SimpleNamespace(monotonic=lambda: now))

        def count_looks() -> int:
            """Count how often the channel was looked at, which is once in each attempt."""
            return len(room.requests("GET", f"/channels/{room.channel.id}"))

        before = count_looks()
        for _ in range(3):
            await room.ask(next_person, "play")
            await room.env.settle()
        assert count_looks() == before + 1
        now += TRY_AGAIN_SECONDS
        await room.ask(next_person, "play")
        await room.env.settle()
        assert count_looks() == before + 2


async def test_what_was_given_up_after_many_attempts_is_tried_again_at_a_start(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_jobs, "ATTEMPTS", 1)
    async with open_room(database) as room:
        await room.open_table()
        room.env.inject_error("POST", MESSAGES, status=400, code=999_999, times=None)
        next_person = await pass_turn(room)
        (reason,) = await failures(room)
        assert reason.startswith("later: 999999 ")
        room.env.backend.faults.clear()
        await room.restart()
        await room.env.settle()
        assert room.pinged_users()[-1] == [next_person.id]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_notice_of_a_closed_channel_is_posted_later(room: Room) -> None:
    await room.open_table()
    person, _ = await room.deciding()
    room.forbid("send_messages")
    await room.bot.tables.seating.leave((await room.table()).row.id, person.id)
    await room.bot.worker.idle()
    room.forbid()
    await room.env.settle()
    assert any(f"**{person.name}**" in message.content for message in room.history()[-2:])


# -- the whole bot -----------------------------------------------------------------------------------------------------


async def test_cloudflare_stops_everything_for_as_long_as_it_asks(office: Office) -> None:
    now = 1000.0
    pause = SendPause(lambda: now)
    object.__setattr__(office.services, "send_pause", pause)
    await office.begin()
    office.channel.send_faults = [error_page(429, **{"Retry-After": "77"})]
    await office.deliver()
    assert office.channel.sent == []
    assert pause.seconds_left == 77
    (row,) = await office.rows()
    assert (row.attempts, row.failed) == (0, None), "it was no attempt of this message"
    await make_due(office.database)
    await office.deliver()
    assert office.channel.sent == [], "nothing is sent meanwhile, at no table"
    now += 78
    await office.deliver()
    assert len(office.channel.sent) == 1


async def make_due(database: Database) -> None:
    async with database.transaction() as session:
        for row in (await session.exec(select(JobRow).where(IS_MESSAGE))).all():
            row.due_at = row.created_at
            session.add(row)


# -- direct messages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, 0), (403, 50001), (404, 10003), (400, 50035), (403, 50013)])
async def test_a_direct_message_that_is_refused_for_another_reason_comes_later_and_no_setting_changes(
    room: Room, database: Database, status: int, code: int
) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    path = f"/channels/{called_person.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=status, code=code, times=2)
    for _ in range(3):
        await make_calls_due(room)
    assert len(direct_messages_to(room, called_person)) == 1
    assert room.pinged_users()[-1] == [], "the channel is not told"
    async with database.reading() as session:
        assert (await people.settings(session, called_person.id))["call"] == "dm"


async def test_after_a_refusal_of_the_whole_bot_direct_messages_wait_too(room: Room) -> None:
    await room.open_table()
    await choose_call(room, "dm", "anna", "ben")
    called_person = await let_turn_pass(room)
    path = f"/channels/{called_person.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=40333)
    await make_calls_due(room)
    assert room.bot.services.send_pause.seconds_left > 0
    await make_calls_due(room)
    assert direct_messages_to(room, called_person) == []
    room.bot.services.send_pause._end = 0.0
    await make_calls_due(room)
    assert len(direct_messages_to(room, called_person)) == 1


# -- deleted channels --------------------------------------------------------------------------------------------------


async def test_when_the_channel_of_a_table_is_deleted_its_players_are_told_directly_and_how_it_goes_on(
    room: Room,
) -> None:
    table = await room.open_table()
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    notice = english("say.channel_deleted", game="Navegador", table=str(table.row.id))
    for person in room.people.values():
        assert [message.content for message in direct_messages_to(room, person)] == [notice]
    room.channel = room.guild.create_text_channel("elsewhere")
    lines = (await room.ask(room["anna"], "games")).content
    assert f"#{table.row.id}, turn 1: I cannot post in its channel; use /game move" in lines
    await room.ask(room["anna"], "game move", table=table.row.id)
    assert "it is your turn (turn 1)." in room.last.content


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_noticed_at_the_start(room: Room) -> None:
    await room.open_table()
    channel = room.channel.id
    room.bot.tables.undelivered.channel_deleted = notice_nothing  # type: ignore[assignment]
    room.env.backend.delete_channel(channel)
    await room.env.settle()
    await room.restart()
    await room.env.settle()
    for person in room.people.values():
        assert len(direct_messages_to(room, person)) == 1


# -- lobbies -----------------------------------------------------------------------------------------------------------


@pytest.mark.room("anna", "ben", "carla")
async def test_when_the_host_has_left_the_server_the_next_guest_is_host(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="navegador", seats=3)
    lobby = room.last
    for guest in ("ben", "carla"):
        await room[guest].click(lobby, label="Join")
    room.guild.remove_member(room["anna"])
    await room["ben"].click(lobby, label="Start")
    table = await room.table()
    assert table.is_running
    assert table.row.host_id == room["ben"].id
    assert {seat.name for seat in table.seats} == {"ben", "carla"}


async def test_a_host_who_is_there_stays_host(room: Room) -> None:
    await room.ask(room["anna"], "game new", game="navegador", seats=2)
    await room["ben"].click(room.last, label="Join")
    await room["ben"].click(room.last, label="Start")
    table = await room.table()
    assert not table.is_running
    assert table.row.host_id == room["anna"].id


# -- kinds of channels -------------------------------------------------------------------------------------------------


async def test_a_thread_of_an_announcement_channel_is_asked_for_as_such(room: Room) -> None:
    room.channel = room.guild.create_news_channel("news")
    await room.ask(room["anna"], "game new", game="navegador", seats=2)
    offer = await room.ask(room["ben"], "game new", game="navegador", seats=2)
    await room["ben"].click(offer, label="Open a thread")
    (entry,) = room.requests("POST", f"/channels/{room.channel.id}/threads")
    assert (entry.json or {})["type"] == 10


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_where_there_can_be_no_thread_none_is_offered(room: Room, kind: str) -> None:
    room.channel = getattr(room.guild, f"create_{kind}_channel")("talk")
    await room.ask(room["anna"], "game new", game="navegador", seats=2)
    offer = await room.ask(room["ben"], "game new", game="navegador", seats=2)
    assert labels(offer) == []
    assert offer.content == english("reply.taken_elsewhere", game="Navegador")
