"""What was done is told as done, and nothing is done twice, whatever happens to requests on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, MutableMapping, Sequence
from itertools import count
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.client import interaction_requests
from bot.client.interaction_requests import Limits
from bot.client.portolan import Portolan
from bot.tables import Table
from bot.wording import texts_in
from storage import people
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import GUILD, FakeDiscord, connected, until
from tests.bot.lobbies import next_click
from tests.bot.losses import Loss

pytestmark = [
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
    pytest.mark.usefixtures("plain_pictures", "short_limits"),
]
FIRST = "/interactions/.*"
EDIT = "/webhooks/.*/@original"
FOLLOW_UP = "/webhooks/[^/]*/[^/]*"
WORDS = texts_in("en")


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep everybody from waiting for long; a busy machine has time enough all the same."""
    for name in ("CALLBACK", "CALLBACK_WITH_FILES", "EDIT", "EDIT_WITH_FILES"):
        monkeypatch.setattr(interaction_requests, name, Limits(0.8, 0.8))


class PlayedTable:
    """A table on a stand-in for Discord, and the player who has to move at it."""

    def __init__(self, fake: FakeDiscord, bot: Portolan, table: Table) -> None:
        self.fake = fake
        self.bot = bot
        self.number = table.row.id
        mover = table.user_at(table.game.to_act[0])
        assert mover is not None
        self.mover = mover

    async def table(self) -> Table:
        return await self.bot.tables.table(self.number)

    async def press_ships(self) -> int:
        """Make the first move, by a button of the private panel."""
        version = (await self.table()).row.version
        return await self.fake.click(self.mover, f"pt:w:{self.number}:{version}:rondel.ships", flags=64)

    async def type(self, move: str) -> int:
        return await self.fake.command(self.mover, "play", move=move)

    async def answers_to(self, interaction: int, count: int = 1) -> list[str]:
        """Return what the person has been shown, once there are so many answers."""
        await until(lambda: len(self.fake.answers_to(interaction)) >= count, 20)
        await self.idle()
        return self.fake.answers_to(interaction)

    async def idle(self) -> None:
        """Return once no interaction is being carried out."""
        while self.bot.services.underway._tasks:
            await asyncio.sleep(0.02)

    async def words(self) -> list[str]:
        return [move.words for move in await self.bot.tables.log(self.number)]


@pytest.fixture
async def room(database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PlayedTable]:
    async with connected(database, monkeypatch) as (fake, bot):
        yield PlayedTable(fake, bot, await start_announced_table(bot))


def fault_entries(logs: Sequence[MutableMapping[str, Any]]) -> list[MutableMapping[str, Any]]:
    return [entry for entry in logs if entry.get("exc_info") or entry["log_level"] in ("error", "critical")]


@pytest.mark.parametrize("loss", list(Loss))
async def test_an_acknowledgement_that_is_lost_is_tried_once_more(room: PlayedTable, loss: Loss) -> None:
    room.fake.losses.plan(loss, "POST", FIRST)
    (panel,) = await room.answers_to(await room.press_ships())
    assert panel.startswith("✓ Ships")
    assert await room.words() == ["rondel ships"]


async def test_an_acknowledgement_at_which_a_server_fails_is_tried_once_more(room: PlayedTable) -> None:
    room.fake.faults.append(("POST", FIRST, 502, {}))
    (panel,) = await room.answers_to(await room.press_ships())
    assert panel.startswith("✓ Ships")


@pytest.mark.parametrize("loss", list(Loss))
async def test_a_move_is_played_although_its_acknowledgement_is_lost_twice(room: PlayedTable, loss: Loss) -> None:
    room.fake.losses.plan(loss, "POST", FIRST, 2)
    (panel,) = await room.answers_to(await room.press_ships())
    assert panel.startswith("✓ Ships"), "the answer comes in whichever way Discord takes it"
    assert await room.words() == ["rondel ships"]


async def test_a_click_that_discord_has_delivered_twice_is_carried_out_once(room: PlayedTable) -> None:
    room.fake._ids = count(5000)
    room.fake.answered.add("5000")  # by another process
    with capture_logs() as logs:
        assert await room.press_ships() == 5000
        await until(lambda: [entry for entry in logs if entry["event"] == "delivered twice"])
    assert await room.words() == []


@pytest.mark.parametrize("loss", list(Loss))
async def test_an_edit_that_is_lost_is_repeated_once(room: PlayedTable, loss: Loss) -> None:
    room.fake.losses.plan(loss, "PATCH", EDIT)
    panels = await room.answers_to(await room.press_ships())
    assert panels[-1].startswith("✓ Ships")
    assert set(panels) == {panels[-1]}, "nothing else is said"


@pytest.mark.parametrize("loss", list(Loss))
async def test_a_move_whose_answer_is_lost_twice_is_told_as_made(room: PlayedTable, loss: Loss) -> None:
    room.fake.losses.plan(loss, "PATCH", EDIT, 2)
    with capture_logs() as logs:
        answer = (await room.answers_to(await room.type("rondel ships"), 3 if loss is Loss.LOSE_ANSWER else 1))[-1]
    row = (await room.table()).row
    link = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}/{row.live_message_id}"
    assert answer == WORDS.say("done.move_there", link=link)
    assert "again" not in answer
    assert "code" not in answer
    assert await room.words() == ["rondel ships"]
    assert fault_entries(logs) == []


async def test_an_edit_that_arrived_is_not_overwritten_by_an_error(room: PlayedTable) -> None:
    room.fake.losses.plan(Loss.LOSE_ANSWER, "PATCH", EDIT, 2)
    answers = await room.answers_to(await room.type("rondel ships"), 3)
    assert [answer.startswith("✓ Ships") for answer in answers] == [True, True, False]
    assert len(room.fake.requests_to("PATCH", EDIT)) == 2
    assert len(room.fake.requests_to("POST", FOLLOW_UP)) == 1


@pytest.mark.parametrize(("status", "body"), [(500, {}), (400, {"code": 50035, "message": "Invalid Form Body"})])
async def test_an_answer_that_discord_refuses_is_no_failed_move(room: PlayedTable, status: int, body: object) -> None:
    room.fake.faults += [("PATCH", EDIT, status, body)] * 2
    answer = (await room.answers_to(await room.type("rondel ships")))[-1]
    assert answer.startswith("✓ Your move was made")
    assert "again" not in answer


@pytest.mark.parametrize("answer", [{"id": "5"}, {"id": "5", "poll": None, "thread": {}, "components": [{"type": 99}]}])
async def test_an_answer_of_discord_that_is_odd_is_no_failure(room: PlayedTable, answer: object) -> None:
    room.fake.yardstick.note_answer = lambda *_: None  # type: ignore[method-assign]
    room.fake.faults.append(("PATCH", EDIT, 200, answer))
    room.fake.faults.append(("POST", FIRST, 200, {"interaction": {"id": "5"}, "resource": {"type": 77}}))
    (panel,) = await room.answers_to(await room.type("rondel ships"))
    assert panel.startswith("✓ Ships")


@pytest.mark.parametrize("answer", ["<html>Please sign in</html>", None, []])
async def test_a_page_that_is_no_answer_at_all_is_tried_once_more(room: PlayedTable, answer: object) -> None:
    room.fake.yardstick.note_answer = lambda *_: None  # type: ignore[method-assign]
    room.fake.faults.append(("PATCH", EDIT, 200, answer))
    panels = await room.answers_to(await room.type("rondel ships"), 2)
    assert [panel.startswith("✓ Ships") for panel in panels] == [True, True]


async def test_an_acknowledgement_that_somebody_else_answers_is_tried_once_more(room: PlayedTable) -> None:
    room.fake.yardstick.note_answer = lambda *_: None  # type: ignore[method-assign]
    room.fake.faults.append(("POST", FIRST, 200, "<html>Please sign in</html>"))
    (panel,) = await room.answers_to(await room.type("rondel ships"))
    assert panel.startswith("✓ Ships")
    assert len(room.fake.requests_to("POST", FIRST)) == 2


async def test_a_decision_that_was_taken_back_is_told_as_taken_back(room: PlayedTable) -> None:
    await room.answers_to(await room.press_ships())
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    answer = (await room.answers_to(await room.fake.command(room.mover, "undo")))[-1]
    assert answer.startswith("✓ Your move was taken back: https://discord.com/channels/")


async def test_a_setting_that_was_kept_is_told_as_done(room: PlayedTable) -> None:
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    answer = (await room.answers_to(await room.fake.command(room.mover, "language", language="nl")))[-1]
    assert answer == texts_in("nl").say("done.change")


async def test_nothing_about_a_forgotten_person_is_kept_although_the_answer_is_lost(room: PlayedTable) -> None:
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    answer = (await room.answers_to(await room.fake.click(room.mover, "pt:forget:forget", flags=64)))[-1]
    assert answer == WORDS.say("done.change")
    async with room.bot.database.reading() as session:
        assert await people.user(session, room.mover) is None


async def test_a_forgotten_person_is_told_nothing_of_a_lobby_whose_message_cannot_be_edited(room: PlayedTable) -> None:
    lobby = room.bot.tables.lobby
    table = await lobby.open("macao", guild_id=GUILD, channel_id=77, host=(1, "anna"), click=next_click())
    await lobby.set_message(table.row.id, 777)
    await lobby.join(table.row.id, 3, "carla", click=next_click())
    room.fake.losses.plan(Loss.DROP, "PATCH", "/channels/77/messages/777", 9)
    answers = await room.answers_to(await room.fake.click(3, "pt:forget:forget", flags=64))
    assert answers == [WORDS.say("forget.done")]


async def test_a_lobby_shows_who_has_joined_although_the_answer_is_lost(room: PlayedTable) -> None:
    lobby = room.bot.tables.lobby
    table = await lobby.open("macao", guild_id=GUILD, channel_id=77, host=(1, "anna"), click=next_click())
    await lobby.set_message(table.row.id, 777)
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    answers = await room.answers_to(await room.fake.click(3, f"pt:l:{table.row.id}:join"))
    assert answers == [WORDS.say("done.change")]
    (edit_request,) = room.fake.requests_to("PATCH", "/channels/77/messages/777")
    assert "<@3>" in edit_request.body["content"]
    assert len((await room.bot.tables.table(table.row.id)).seats) == 2


async def test_what_was_not_done_is_told_so_without_a_code(room: PlayedTable) -> None:
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    with capture_logs() as logs:
        answer = (await room.answers_to(await room.fake.command(room.mover, "board")))[-1]
    assert answer == WORDS.say("error.no_answer")
    assert fault_entries(logs) == []


async def test_a_bot_that_cannot_tell_anything_logs_it_and_lives(room: PlayedTable) -> None:
    room.fake.losses.plan(Loss.DROP, "PATCH", EDIT, 2)
    room.fake.losses.plan(Loss.DROP, "POST", FOLLOW_UP, 2)
    with capture_logs() as logs:
        await room.type("rondel ships")
        await until(lambda: [entry for entry in logs if entry["event"] == "a refusal could not be shown"], 20)
    await room.idle()
    assert fault_entries(logs) == []
    assert (await room.answers_to(await room.fake.command(room.mover, "score")))[-1]


async def test_a_table_is_played_through_a_bad_connection_without_a_lost_or_doubled_move(room: PlayedTable) -> None:
    room.fake.losses.chances = {Loss.DROP: 0.03, Loss.LOSE_ANSWER: 0.03, Loss.HANG: 0.03}
    room.fake.losses.everywhere = "/(interactions|webhooks)/.*"
    pressed = 0
    with capture_logs() as logs:
        while pressed < 60 and (table := await room.table()).is_running:
            seat = table.game.to_act[0]
            user = table.user_at(seat)
            assert user is not None
            words = ".".join(table.game.legal(seat)[0])
            confirmed = f"pt:c:{room.number}:{table.row.version}:{words}"
            await room.fake.click(user, confirmed, flags=64)
            pressed += 1
            async with asyncio.timeout(20):
                while len(log := await room.bot.tables.log(room.number)) < pressed:
                    await asyncio.sleep(0.02)
            await room.idle()
            assert len(log) == pressed
    assert len(room.fake.losses.met) > 5
    assert fault_entries(logs) == []
