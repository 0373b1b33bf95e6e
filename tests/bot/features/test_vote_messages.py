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


def proposals(here: Room) -> list[discord.Message]:
    """Every message that asks the table something, or did, oldest first."""
    return [message for message in here.history() if "\n✓ " in message.content]


async def test_the_open_vote_is_shown_to_whoever_asks(here: Room) -> None:
    await table_of_three(here)
    anna, ben = here.people.values()
    assert (await here.ask(anna, "vote show")).content == ENGLISH.say("reply.vote_none")
    await here.ask(anna, "vote end")
    question = here.last
    place = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}"
    assert (await here.ask(ben, "vote show")).content == f"{question.content}\n{place}/{question.id}"
    await ben.slash(here.channel, "language", language="de")
    assert (await here.ask(ben, "vote show")).content.startswith(texts_in("de").say("say.vote_end", name="**anna**"))
    here.env.backend.delete_message(here.channel.id, question.id)
    assert (await here.ask(anna, "vote show")).content == f"{question.content}\n{place}"
    anew = here.last
    assert (anew.content, labels(anew)) == (question.content, [AGREE, REFUSE, WITHDRAW])
    assert here.called()[-1] == []
    await agree(here, anew, ENGLISH, ben)
    assert (await here.table()).row.status == Status.ABANDONED


@pytest.mark.room("anna", "ben", "carla")
async def test_a_deleted_question_says_anew_how_it_ended(here: Room) -> None:
    await table_of_three(here)
    await here.ask(here["anna"], "vote end")
    here.env.backend.delete_message(here.channel.id, here.last.id)
    await a_day_later(here)
    assert here.last.content.endswith(ENGLISH.say("say.vote_lapsed"))
    assert (labels(here.last), here.called()[-1]) == ([], [])


async def test_a_question_is_posted_by_whoever_starts_after_a_bot_that_died(here: Room) -> None:
    await table_of_three(here)
    here.bot.tables.repository.committed = lambda: None
    told = await here.ask(here["anna"], "vote end")
    assert told.content == english("reply.vote_asked", withdraw=WITHDRAW)
    assert proposals(here) == []
    await here.restart()
    (question,) = proposals(here)
    assert here.called()[-1] == [here["ben"].id]
    here.bot.tables.repository.committed = lambda: None
    await agree(here, question, ENGLISH, here["ben"])
    assert (await here.table()).is_running
    await here.restart()
    assert (await here.table()).row.status == Status.ABANDONED
    assert now(here, question).content.endswith("\nEverybody agreed.")


async def test_a_question_that_was_sent_but_not_noted_is_not_asked_twice(
    here: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table_of_three(here)

    async def die(*_: object, **__: object) -> None:
        raise OSError("the process is gone before it can note that the message arrived")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "mark_sent", die)
        await here.ask(here["anna"], "vote end")
    await here.restart()
    await here.make_due()
    assert len(proposals(here)) == 1
    with monkeypatch.context() as patch:
        patch.setattr(votes, "note_message", die)
        await here.ask(here["anna"], "vote show")
        await agree(here, proposals(here)[0], ENGLISH, here["ben"])
    assert (await here.table()).row.status == Status.ABANDONED


async def test_a_question_that_cannot_be_posted_waits_and_is_posted_when_it_can(here: Room) -> None:
    await table_of_three(here)
    here.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await here.ask(here["anna"], "vote end")
    pending = await here.ask(here["ben"], "vote draw")
    place = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}"
    assert pending.content == ENGLISH.say("reply.vote_pending", link=place)
    here.env.backend.faults.clear()
    await here.make_due()
    assert len(proposals(here)) == 1


async def test_where_the_bot_may_not_write_nobody_is_asked(here: Room) -> None:
    await table_of_three(here)
    here.forbid("send_messages")
    told = await here.ask(here["anna"], "vote end")
    assert told.content.startswith("I am missing permissions here")
    assert await here.bot.tables.voting.open_vote(1) is None


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_moves_with_its_table_and_the_old_one_says_where(here: Room) -> None:
    await table_of_three(here)
    anna, ben, carla = here.people.values()
    await here.ask(anna, "vote end")
    old, old_channel = here.last, here.channel
    here.channel = here.guild.create_text_channel("elsewhere")
    await here.ask(anna, "game move", table=1)
    (anew,) = proposals(here)
    assert anew.content == old.content
    assert here.called() == [[(await here.deciding())[0].id], []], "the board calls; the question did before"
    await agree(here, old, ENGLISH, ben)
    left_behind = next(message for message in old_channel.history() if message.id == old.id)
    link = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}/{anew.id}"
    assert (left_behind.content, labels(left_behind)) == (ENGLISH.say("say.vote_elsewhere", link=link), [])
    assert "✓ **ben**" in now(here, anew).content
    await agree(here, anew, ENGLISH, carla)
    assert (await here.table()).row.status == Status.ABANDONED


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_in_a_channel_that_is_gone_lapses_without_a_fault(here: Room) -> None:
    await table_of_three(here)
    await here.ask(here["anna"], "vote end")
    here.env.backend.delete_channel(here.channel.id)
    voting, vote = here.bot.tables.voting, await the_vote(here)
    await voting.answer(1, vote.id, here["ben"].id, "agree")
    await here.bot.worker.idle()
    assert (await here.outbox())[-1].failed == "channel: 10003 Unknown Channel"
    await a_day_later(here)
    assert (await the_vote(here)).closed == "lapsed"
    assert [line for line in here.logs if line["log_level"] == "error"] == []


@pytest.mark.room("anna", "ben", "carla")
async def test_a_question_that_takes_no_more_edits_is_continued_in_a_new_message(here: Room) -> None:
    await table_of_three(here)
    await here.ask(here["anna"], "vote end")
    old = here.last
    here.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=400, code=50083, times=1)
    await agree(here, old, ENGLISH, here["ben"])
    anew = here.last
    assert anew.id != old.id
    assert "✓ **ben**" in anew.content
    assert here.called()[-1] == []


async def test_a_vote_that_cannot_be_read_is_set_aside(here: Room, database: Database) -> None:
    await table_of_three(here)
    payloads: list[dict[str, Any]] = [{"vote": 99}, {"vote": "x"}, {}]
    for payload in payloads:
        async with database.transaction() as session:
            await jobs.enqueue(session, 1, here.channel.id, "vote", payload)
        await here.sweep()
        row = next(row for row in reversed(await here.outbox()) if row.kind == "vote")
        assert row.failed, json.dumps(payload)
    assert labels(here.last) == ["Your move"]
