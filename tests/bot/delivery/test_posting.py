"""How a message or a board reaches its channel: posted, edited, retired, without its files, posted anew."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.wording import texts_in
from storage import people
from storage.database import Database
from tests.bot.lobbies import MANAGER
from tests.bot.office import CHANNEL, Office, http_fault, shows_button

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_a_turn_is_posted_edited_and_retired_when_the_next_is_posted(office: Office) -> None:
    table = await office.begin()
    await office.deliver()
    ((content, options),) = office.channel.sent
    first, second = table.game.order()
    caller = table.user_at(first)
    assert f"▶ <@{caller}>" in content
    assert [user.id for user in options["allowed_mentions"].users] == [caller]
    assert (options["allowed_mentions"].everyone, options["allowed_mentions"].roles) == (False, False)
    assert shows_button(options)
    assert office.asked == [(CHANNEL, 9)]
    (row,) = await office.rows()
    assert (row.message_id, row.nonce, row.sent_at is not None) == (1001, options["nonce"], True)
    assert await office.live(table) == 1001

    await office.play(table, "rondel", "ships")
    await office.deliver()
    ((edited, changes),) = office.channel.edited
    assert (edited, len(office.channel.sent)) == (1001, 1)
    assert shows_button(changes)
    assert changes["allowed_mentions"].to_dict() == {"parse": []}
    assert len(changes["attachments"]) == 1
    assert await office.live(table) == 1001

    await office.play(table, "pass")
    await office.deliver()
    assert [user.id for user in office.channel.sent[1][1]["allowed_mentions"].users] == [table.user_at(second)]
    retired, changes = office.channel.edited[1]
    assert (retired, [item.item.label for item in changes["view"].children]) == (1001, ["Fair dice"])
    assert "moves to **Ships**" not in changes["content"], "the whole turn stands in the new one"
    assert "▶" not in changes["content"]
    assert "attachments" not in changes, "the picture stays"
    assert office.channel.sent[1][0].count("moves to **Ships**") == 1, "told once"
    assert await office.live(table) == 1002

    await office.tables.play.end(table.row.id, MANAGER, admin=True)
    await office.deliver()
    content, options = office.channel.sent[2]
    assert content.startswith(texts_in("en").say("say.ended") + "\nThis is how the game stood:")
    assert ([file.filename for file in options["files"]], shows_button(options)) == (["scores.png"], False)
    retired, changes = office.channel.edited[2]
    assert (retired, changes["view"]) == (1002, None)
    assert "▶" not in changes["content"]
    assert await office.live(table) == 1002


@pytest.mark.parametrize("fault", [http_fault(400, 30046), http_fault(429, 30046), discord.RateLimited(99.0)], ids=repr)
async def test_a_board_that_takes_no_more_edits_is_posted_anew(
    office: Office, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    office.channel.edit_faults = [fault]
    await office.deliver()
    assert len(office.channel.sent) == 2
    assert await office.live(table) == 1002
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


@pytest.mark.parametrize(
    "fault", [http_fault(500), http_fault(404, 10008), http_fault(403), aiohttp.ClientError(), OSError()], ids=repr
)
async def test_an_old_board_that_keeps_its_button_costs_the_new_one_nothing(office: Office, fault: Exception) -> None:
    table = await office.begin()
    await office.play(table, "rondel", "ships")
    await office.deliver()
    await office.play(table, "pass")
    office.channel.edit_faults = [fault]
    await office.deliver()
    assert len(office.channel.sent) == 2
    row = (await office.rows())[-1]
    assert (row.attempts, row.failed, row.message_id) == (0, None, 1002)
    assert await office.live(table) == 1002
    await office.deliver()
    assert len(office.channel.sent) == 2


@pytest.mark.parametrize(("code", "status"), [(10008, 404), (50083, 400)])
async def test_a_board_that_cannot_be_edited_is_posted_anew(office: Office, code: int, status: int) -> None:
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    office.channel.edit_faults = [http_fault(status, code), http_fault(status, code)]
    await office.deliver()
    assert len(office.channel.sent) == 2
    assert await office.live(table) == 1002
    await office.play(table, "pass")
    await office.deliver()
    retired, changes = office.channel.edited[-1]
    assert (retired, [item.item.label for item in changes["view"].children]) == (1002, ["Fair dice"])
    assert "moves to **Ships**" in office.channel.sent[-1][0], "the whole turn stands in the new one"


async def test_an_edit_that_fails_otherwise_is_tried_again_as_an_edit(office: Office) -> None:
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    office.channel.edit_faults = [http_fault(500)]
    await office.deliver()
    assert (len(office.channel.sent), office.channel.edited) == (1, [])
    assert (await office.rows())[-1].attempts == 1


@pytest.mark.parametrize(
    ("fault", "without"),
    [
        (http_fault(413), True),
        (http_fault(400), True),
        (http_fault(403, 50013), True),
        (http_fault(500, 40005), True),
        (http_fault(403), False),
        (http_fault(500), False),
        (http_fault(401), False),
        (http_fault(429), False),
    ],
    ids=repr,
)
async def test_files_are_left_out_when_it_is_they_that_are_refused(
    office: Office, fault: Exception, without: bool
) -> None:
    table = await office.begin()
    office.channel.send_faults = [fault]
    await office.deliver()
    assert len(office.channel.sent) == without
    if not without:
        return
    content, options = office.channel.sent[0]
    assert not options["files"]
    assert "**Navegador** begins" in content
    assert shows_button(options)
    assert options["nonce"] == (await office.rows())[0].nonce
    assert options["allowed_mentions"].users
    await office.play(table, "rondel", "ships")
    office.channel.edit_faults = [fault]
    await office.deliver()
    assert office.channel.edited[0][1]["attachments"] == []
    assert "moves to **Ships**" in office.channel.edited[0][1]["content"]


async def test_a_notice_without_files_is_not_sent_twice_in_one_attempt(office: Office) -> None:
    table = await office.begin()
    await office.deliver()
    await office.tables.play.end(table.row.id, MANAGER, admin=True)
    office.channel.send_faults = [http_fault(403), None]
    await office.deliver()
    assert len(office.channel.sent) == 1
    assert (await office.rows())[-1].attempts == 1


async def test_of_boards_that_wait_only_the_newest_is_drawn(office: Office) -> None:
    table = await office.begin()
    await office.play(table, "rondel", "ships")
    await office.play(table, "pass")
    await office.play(table, "rondel", "ships")
    await office.deliver()
    assert [len(options["files"]) for _, options in office.channel.sent] == [0, 0]
    assert [len(options.get("attachments", [])) for _, options in office.channel.edited] == [0, 1]
    for content, _ in office.channel.sent:
        assert "it is your turn" in content


async def test_a_post_that_calls_nobody_makes_no_phone_ring(database: Database, office: Office) -> None:
    table = await office.begin()
    first, second = (table.user_at(seat) or 0 for seat in table.game.order())
    async with database.transaction() as session:
        await people.change_settings(session, second, lambda _: {"call": "none"})
    await office.deliver()
    await office.play(table, "rondel", "ships")
    await office.play(table, "pass")
    await office.deliver()
    call, silent_post = office.channel.sent
    assert [user.id for user in call[1]["allowed_mentions"].users] == [first]
    assert not call[1]["silent"]
    assert f"<@{second}>" in silent_post[0]
    assert silent_post[1]["silent"]
