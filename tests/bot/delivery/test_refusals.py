"""What Discord refuses: judged by its error code, confirmed by a look, told another way, and made up for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
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
from tests.bot.delivery.test_direct_calls import direct, turn_passes, wait, wants
from tests.bot.english import english
from tests.bot.office import Office
from tests.bot.parts import labels
from tests.bot.room import Room, room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MESSAGES = "/channels/*/messages"


def unheard(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is not told when channels change."""
    monkeypatch.setattr(here.bot, "on_guild_channel_update", nothing, raising=False)


async def nothing(*_: object) -> None:
    """Notice nothing."""


async def failed(here: Room) -> list[str]:
    """The reasons for which messages were given up."""
    return [row.failed for row in await here.outbox() if row.failed]


def page(status: int, **headers: str) -> discord.HTTPException:
    """An answer of the service in front of Discord."""
    response: Any = SimpleNamespace(status=status, reason="", headers={"Content-Type": "text/html", **headers})
    return discord.HTTPException(response, "<html>error code: 1015</html>")


# -- a single refusal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "message"),
    [(50035, "Invalid Form Body"), (240000, "Message blocked by harmful links filter"), (200000, "blocked by AutoMod")],
)
async def test_a_text_that_is_refused_once_is_sent_plainer(here: Room, code: int, message: str) -> None:
    await here.open_table()
    other = await turn_to(here)
    here.env.inject_error("POST", MESSAGES, status=400, code=code, message=message, times=1 + (code == 50035))
    await here.decide(await here.at((await here.table()).game.to_act[0]), "pass")
    assert other.mention in here.last.content
    assert here.called()[-1] == [other.id]
    assert labels(here.last) == ["Your move"]
    assert await failed(here) == []


async def turn_to(here: Room) -> Any:
    """Somebody has moved, and only has to end the turn; who is next."""
    person, other = await here.deciding()
    await here.decide(person, "rondel", "ships")
    return other


async def test_a_message_that_is_refused_in_every_form_reaches_the_player_directly_and_says_why(
    here: Room,
    database: Database,
) -> None:
    await here.open_table()
    manager = here.enter("meg", manages=True)
    here.env.inject_error("POST", f"/channels/{here.channel.id}/messages", status=400, code=200000, times=None)
    other = await pass_turn(here)
    await wait(here)
    (message,) = direct(here, other)
    assert message.content.startswith("▶ **Navegador** #1 is waiting for you.")
    assert message.content.endswith(english("say.direct_instead"))
    assert "Your move" in labels(message)
    status = (await here.ask(manager, "portolan status")).content
    assert english("status.message.turn") in status
    assert english("status.reason.automod") in status
    async with database.reading() as session:
        assert "call" not in await people.settings(session, other.id)


async def test_whoever_is_never_to_be_called_is_not_written_to_either(here: Room) -> None:
    await here.open_table()
    await wants(here, "none", "anna", "ben")
    here.forbid("send_messages")
    other = await pass_turn(here)
    await wait(here)
    assert direct(here, other) == []


# -- a channel that takes nothing for a while --------------------------------------------------------------------------


async def closed(here: Room) -> Any:
    """The bot may not write, and the turn has passed to somebody whom the channel cannot call."""
    here.forbid("send_messages")
    other = await pass_turn(here)
    assert boards(here, 2) == []
    assert [reason.partition(" ")[0] for reason in await failed(here)] == ["channel:"]
    return other


async def test_when_the_permission_is_back_the_board_is_posted_and_calls(here: Room) -> None:
    await here.open_table()
    other = await closed(here)
    here.forbid()
    await here.env.settle()
    (board,) = boards(here, 2)
    assert "moves to **Ships**" in board.content
    assert here.called()[-1] == [other.id]
    assert await failed(here) == []


async def test_a_press_at_the_table_has_it_posted(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.open_table()
    other = await closed(here)
    unheard(here, monkeypatch)
    here.forbid()
    await here.env.settle()
    assert boards(here, 2) == []
    await here.ask(other, "play")
    await here.env.settle()
    assert len(boards(here, 2)) == 1


async def test_a_start_has_it_posted(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.open_table()
    await closed(here)
    unheard(here, monkeypatch)
    here.forbid()
    await here.env.settle()
    await here.restart()
    await here.env.settle()
    assert len(boards(here, 2)) == 1


async def test_meanwhile_each_who_must_move_is_written_to_once_in_a_turn(here: Room) -> None:
    await here.open_table()
    other = await closed(here)
    await wait(here)
    assert [message.content.split("\n")[0][:1] for message in direct(here, other)] == ["▶"]
    assert direct(here, other)[0].content.endswith(english("say.direct_instead"))
    for _ in range(2):  # vain attempts call nobody again
        await here.bot.delivery.make_up_for()
        await here.bot.worker.idle()
        await wait(here)
    assert len(direct(here, other)) == 1
    first = await turn_passes(here)
    await wait(here)
    assert len(direct(here, first)) == 1
    await turn_passes(here)
    await wait(here)
    assert len(direct(here, other)) == 2


async def test_of_several_turns_that_could_not_be_told_the_newest_board_tells_all(here: Room) -> None:
    await here.open_table()
    await closed(here)
    await here.decide(await here.at((await here.table()).game.to_act[0]), "rondel", "workers")
    here.forbid()
    await here.env.settle()
    told = [message.content for message in here.history() if "Ships" in message.content]
    assert len(told) == 1
    assert "does nothing (Ships)" in told[0]
    assert "moves to **Workers**" in told[0]


async def test_a_closed_channel_that_is_pressed_again_and_again_is_tried_once_a_minute(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    async with room(database) as here:
        await here.open_table()
        other = await closed(here)
        monkeypatch.setattr(message_jobs, "time", SimpleNamespace(monotonic=lambda: now))

        def looks() -> int:
            """Count how often the channel was looked at, which is once in each attempt."""
            return len(here.requests("GET", f"/channels/{here.channel.id}"))

        before = looks()
        for _ in range(3):
            await here.ask(other, "play")
            await here.env.settle()
        assert looks() == before + 1
        now += TRY_AGAIN_SECONDS
        await here.ask(other, "play")
        await here.env.settle()
        assert looks() == before + 2


async def test_what_was_given_up_after_many_attempts_is_tried_again_at_a_start(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_jobs, "ATTEMPTS", 1)
    async with room(database) as here:
        await here.open_table()
        here.env.inject_error("POST", MESSAGES, status=400, code=999_999, times=None)
        other = await pass_turn(here)
        (reason,) = await failed(here)
        assert reason.startswith("later: 999999 ")
        here.env.backend.faults.clear()
        await here.restart()
        await here.env.settle()
        assert here.called()[-1] == [other.id]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_notice_of_a_closed_channel_is_posted_later(here: Room) -> None:
    await here.open_table()
    person, _ = await here.deciding()
    here.forbid("send_messages")
    await here.bot.tables.seating.leave((await here.table()).row.id, person.id)
    await here.bot.worker.idle()
    here.forbid()
    await here.env.settle()
    assert any(f"**{person.name}**" in message.content for message in here.history()[-2:])


# -- the whole bot -----------------------------------------------------------------------------------------------------


async def test_cloudflare_stops_everything_for_as_long_as_it_asks(office: Office) -> None:
    now = 1000.0
    pause = SendPause(lambda: now)
    object.__setattr__(office.services, "send_pause", pause)
    await office.begin()
    office.channel.send_faults = [page(429, **{"Retry-After": "77"})]
    await office.deliver()
    assert office.channel.sent == []
    assert pause.seconds_left == 77
    (row,) = await office.rows()
    assert (row.attempts, row.failed) == (0, None), "it was no attempt of this message"
    await due_now(office.database)
    await office.deliver()
    assert office.channel.sent == [], "nothing is sent meanwhile, at no table"
    now += 78
    await office.deliver()
    assert len(office.channel.sent) == 1


async def due_now(database: Database) -> None:
    async with database.transaction() as session:
        for row in (await session.exec(select(JobRow).where(IS_MESSAGE))).all():
            row.due_at = row.created_at
            session.add(row)


# -- direct messages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(403, 0), (403, 50001), (404, 10003), (400, 50035), (403, 50013)])
async def test_a_direct_message_that_is_refused_for_another_reason_comes_later_and_no_setting_changes(
    here: Room, database: Database, status: int, code: int
) -> None:
    await here.open_table()
    await wants(here, "dm", "anna", "ben")
    called = await turn_passes(here)
    path = f"/channels/{called.user.dm_channel.id}/messages"
    here.env.inject_error("POST", path, status=status, code=code, times=2)
    for _ in range(3):
        await wait(here)
    assert len(direct(here, called)) == 1
    assert here.called()[-1] == [], "the channel is not told"
    async with database.reading() as session:
        assert (await people.settings(session, called.id))["call"] == "dm"


async def test_after_a_refusal_of_the_whole_bot_direct_messages_wait_too(here: Room) -> None:
    await here.open_table()
    await wants(here, "dm", "anna", "ben")
    called = await turn_passes(here)
    path = f"/channels/{called.user.dm_channel.id}/messages"
    here.env.inject_error("POST", path, status=403, code=40333)
    await wait(here)
    assert here.bot.services.send_pause.seconds_left > 0
    await wait(here)
    assert direct(here, called) == []
    here.bot.services.send_pause._until = 0.0
    await wait(here)
    assert len(direct(here, called)) == 1


# -- deleted channels --------------------------------------------------------------------------------------------------


async def test_when_the_channel_of_a_table_is_deleted_its_players_are_told_directly_and_how_it_goes_on(
    here: Room,
) -> None:
    table = await here.open_table()
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()
    told = english("say.channel_deleted", game="Navegador", table=str(table.row.id))
    for person in here.people.values():
        assert [message.content for message in direct(here, person)] == [told]
    here.channel = here.guild.create_text_channel("elsewhere")
    lines = (await here.ask(here["anna"], "games")).content
    assert f"#{table.row.id}, turn 1: I cannot post in its channel; use /game move" in lines
    await here.ask(here["anna"], "game move", table=table.row.id)
    assert "it is your turn (turn 1)." in here.last.content


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_noticed_at_the_start(here: Room) -> None:
    await here.open_table()
    channel = here.channel.id
    here.bot.tables.undelivered.channel_deleted = nothing  # type: ignore[assignment]
    here.env.backend.delete_channel(channel)
    await here.env.settle()
    await here.restart()
    await here.env.settle()
    for person in here.people.values():
        assert len(direct(here, person)) == 1


# -- lobbies -----------------------------------------------------------------------------------------------------------


@pytest.mark.room("anna", "ben", "carla")
async def test_when_the_host_has_left_the_server_the_next_guest_is_host(here: Room) -> None:
    await here.ask(here["anna"], "game new", game="navegador", seats=3)
    lobby = here.last
    for guest in ("ben", "carla"):
        await here[guest].click(lobby, label="Join")
    here.guild.remove_member(here["anna"])
    await here["ben"].click(lobby, label="Start")
    table = await here.table()
    assert table.is_running
    assert table.row.host_id == here["ben"].id
    assert {seat.name for seat in table.seats} == {"ben", "carla"}


async def test_a_host_who_is_there_stays_host(here: Room) -> None:
    await here.ask(here["anna"], "game new", game="navegador", seats=2)
    await here["ben"].click(here.last, label="Join")
    await here["ben"].click(here.last, label="Start")
    table = await here.table()
    assert not table.is_running
    assert table.row.host_id == here["anna"].id


# -- kinds of channels -------------------------------------------------------------------------------------------------


async def test_a_thread_of_an_announcement_channel_is_asked_for_as_such(here: Room) -> None:
    here.channel = here.guild.create_news_channel("news")
    await here.ask(here["anna"], "game new", game="navegador", seats=2)
    offer = await here.ask(here["ben"], "game new", game="navegador", seats=2)
    await here["ben"].click(offer, label="Open a thread")
    (entry,) = here.requests("POST", f"/channels/{here.channel.id}/threads")
    assert (entry.json or {})["type"] == 10


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_where_there_can_be_no_thread_none_is_offered(here: Room, kind: str) -> None:
    here.channel = getattr(here.guild, f"create_{kind}_channel")("talk")
    await here.ask(here["anna"], "game new", game="navegador", seats=2)
    offer = await here.ask(here["ben"], "game new", game="navegador", seats=2)
    assert labels(offer) == []
    assert offer.content == english("reply.taken_elsewhere", game="Navegador")
