"""The message of a vote: posted once, moved, continued, and set aside where it cannot be read."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from bot.wording import texts_in
from storage import jobs, votes
from storage.database import Database
from storage.models import Status
from tests.bot.asking_all import ENGLISH, a_day_later, agree, now, table_of_three, the_vote
from tests.bot.english import AGREE, REFUSE, WITHDRAW, english
from tests.bot.parts import labels
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


def proposals(room: Room) -> list[discord.Message]:
    """Return every message that asks the table something, or did, the oldest first."""
    return [message for message in room.history() if "\n✓ " in message.content]


async def test_the_open_vote_is_shown_to_whoever_asks(room: Room) -> None:
    await table_of_three(room)
    anna, ben = room.people.values()
    assert (await room.ask(anna, "vote show")).content == ENGLISH.say("reply.vote_none")
    await room.ask(anna, "vote end")
    question = room.last
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    assert (await room.ask(ben, "vote show")).content == f"{question.content}\n{place}/{question.id}"
    await ben.slash(room.channel, "language", language="de")
    assert (await room.ask(ben, "vote show")).content.startswith(texts_in("de").say("say.vote_end", name="**anna**"))
    room.env.backend.delete_message(room.channel.id, question.id)
    assert (await room.ask(anna, "vote show")).content == f"{question.content}\n{place}"
    second_message = room.last
    assert (second_message.content, labels(second_message)) == (question.content, [AGREE, REFUSE, WITHDRAW])
    assert room.called()[-1] == []
    await agree(room, second_message, ENGLISH, ben)
    assert (await room.table()).row.status == Status.ABANDONED


@pytest.mark.room("anna", "ben", "carla")
async def test_a_deleted_question_says_anew_how_it_ended(room: Room) -> None:
    await table_of_three(room)
    await room.ask(room["anna"], "vote end")
    room.env.backend.delete_message(room.channel.id, room.last.id)
    await a_day_later(room)
    assert room.last.content.endswith(ENGLISH.say("say.vote_lapsed"))
    assert (labels(room.last), room.called()[-1]) == ([], [])


async def test_a_question_is_posted_by_whoever_starts_after_a_bot_that_died(room: Room) -> None:
    await table_of_three(room)
    room.bot.tables.repository.committed = lambda: None
    answer = await room.ask(room["anna"], "vote end")
    assert answer.content == english("reply.vote_asked", withdraw=WITHDRAW)
    assert proposals(room) == []
    await room.restart()
    (question,) = proposals(room)
    assert room.called()[-1] == [room["ben"].id]
    room.bot.tables.repository.committed = lambda: None
    await agree(room, question, ENGLISH, room["ben"])
    assert (await room.table()).is_running
    await room.restart()
    assert (await room.table()).row.status == Status.ABANDONED
    assert now(room, question).content.endswith("\nEverybody agreed.")


async def test_a_question_that_was_sent_but_not_noted_is_not_asked_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table_of_three(room)

    async def die(*_: object, **__: object) -> None:
        raise OSError("the process is gone before it can note that the message arrived")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "mark_sent", die)
        await room.ask(room["anna"], "vote end")
    await room.restart()
    await room.make_due()
    assert len(proposals(room)) == 1
    with monkeypatch.context() as patch:
        patch.setattr(votes, "note_message", die)
        await room.ask(room["anna"], "vote show")
        await agree(room, proposals(room)[0], ENGLISH, room["ben"])
    assert (await room.table()).row.status == Status.ABANDONED


async def test_a_question_that_cannot_be_posted_waits_and_is_posted_when_it_can(room: Room) -> None:
    await table_of_three(room)
    room.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await room.ask(room["anna"], "vote end")
    pending = await room.ask(room["ben"], "vote draw")
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    assert pending.content == ENGLISH.say("reply.vote_pending", link=place)
    room.env.backend.faults.clear()
    await room.make_due()
    assert len(proposals(room)) == 1


async def test_where_the_bot_may_not_write_nobody_is_asked(room: Room) -> None:
    await table_of_three(room)
    room.forbid("send_messages")
    answer = await room.ask(room["anna"], "vote end")
    assert answer.content.startswith("I am missing permissions here")
    assert await room.bot.tables.voting.open_vote(1) is None


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_moves_with_its_table_and_the_old_one_says_where(room: Room) -> None:
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    await room.ask(anna, "vote end")
    question = room.last
    old_channel = room.channel
    room.channel = room.guild.create_text_channel("elsewhere")
    await room.ask(anna, "game move", table=1)
    (moved_question,) = proposals(room)
    assert moved_question.content == question.content
    assert room.called() == [[(await room.deciding())[0].id], []], "the board calls; the question did before"
    await agree(room, question, ENGLISH, ben)
    old_message = next(message for message in old_channel.history() if message.id == question.id)
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{moved_question.id}"
    assert (old_message.content, labels(old_message)) == (ENGLISH.say("say.vote_elsewhere", link=link), [])
    assert "✓ **ben**" in now(room, moved_question).content
    await agree(room, moved_question, ENGLISH, carla)
    assert (await room.table()).row.status == Status.ABANDONED


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_in_a_channel_that_is_gone_lapses_without_a_fault(room: Room) -> None:
    await table_of_three(room)
    await room.ask(room["anna"], "vote end")
    room.env.backend.delete_channel(room.channel.id)
    voting = room.bot.tables.voting
    vote = await the_vote(room)
    await voting.answer(1, vote.id, room["ben"].id, "agree")
    await room.bot.worker.idle()
    assert (await room.outbox())[-1].failed == "channel: 10003 Unknown Channel"
    await a_day_later(room)
    assert (await the_vote(room)).closed == "lapsed"
    assert [line for line in room.logs if line["log_level"] == "error"] == []


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_takes_no_more_edits_is_continued_in_a_new_message(room: Room) -> None:
    await table_of_three(room)
    await room.ask(room["anna"], "vote end")
    question = room.last
    room.env.inject_error("PATCH", f"/channels/*/messages/{question.id}", status=400, code=50083, times=1)
    await agree(room, question, ENGLISH, room["ben"])
    new_message = room.last
    assert new_message.id != question.id
    assert "✓ **ben**" in new_message.content
    assert room.called()[-1] == []


async def test_a_vote_that_cannot_be_read_is_set_aside(room: Room, database: Database) -> None:
    await table_of_three(room)
    payloads: list[dict[str, Any]] = [{"vote": 99}, {"vote": "x"}, {}]
    for payload in payloads:
        async with database.transaction() as session:
            await jobs.enqueue(session, 1, room.channel.id, "vote", payload)
        await room.sweep()
        row = next(row for row in reversed(await room.outbox()) if row.kind == "vote")
        assert row.failed, json.dumps(payload)
    assert labels(room.last) == ["Your move"]
