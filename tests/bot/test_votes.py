"""/vote in a channel: the question and its answers, and what everybody sees of how it ends, in every language."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from sqlmodel import select

import engines
from bot.tables import Table
from bot.wording import LANGUAGES, Texts, texts
from bot.wording.texts import bold
from bot.work.worker import SWEEP_SECONDS
from engines import record
from storage import outbox, votes
from storage.database import Database
from storage.models import Status, TimerRow, VoteRow
from tests.bot.english import english
from tests.bot.fake_discord import until
from tests.bot.lobbies import MANAGER
from tests.bot.room import Room, labels, room, shown

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
ENGLISH = texts("en")


async def speaking(here: Room, language: str) -> Texts:
    """The server has chosen a language; those who type keep theirs."""
    await here.ask(here.enter("mona", manages=True), "language", language=language, scope="server")
    return texts(language)


async def table_of_three(here: Room, turns: int = 0) -> Table:
    """Anna, the host, Ben and Carla, in this order; some turns are played."""
    table = await here.open_table(order="joining")
    for _ in range(turns):
        for words in (("rondel", "ships"), ("pass",)):
            mover = table.user_at(table.game.to_act[0])
            assert mover is not None
            await here.bot.tables.play.act(table.row.id, mover, words)
            table = await here.table()
    await here.bot.outbox_worker.idle()
    return table


def now(here: Room, message: discord.Message) -> discord.Message:
    """A message as it stands."""
    return next(each for each in here.history() if each.id == message.id)


def proposals(here: Room) -> list[discord.Message]:
    """Every message that asks the table something, or did, oldest first."""
    return [message for message in here.history() if "\n✓ " in message.content]


async def agree(here: Room, message: discord.Message, words: Texts, *people: MemberActor) -> None:
    for person in people:
        await person.click(message, label=words.say("button.agree"))


async def the_vote(here: Room) -> VoteRow:
    """The newest one."""
    async with here.database.reading() as session:
        return (await session.exec(select(VoteRow))).all()[-1]


# -- what can be proposed ----------------------------------------------------------------------------------------------


@EVERY_LANGUAGE
async def test_a_game_ends_by_vote(database: Database, language: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        words = await speaking(here, language)
        await table_of_three(here)
        anna, ben, carla = here.people.values()
        assert (await here.ask(ben, "vote end")).content == english("reply.vote_asked")
        question = here.last
        asked = words.say("say.vote_end", name="**ben**")
        ends = f"-# ⌛ <t:{int((await the_vote(here)).opened_at.timestamp()) + 24 * 3600}:R>"
        assert question.content == f"{asked}\n… {anna.mention}\n✓ **ben**\n… {carla.mention}\n{ends}"
        assert labels(question) == [words.say(f"button.{each}") for each in ("agree", "refuse", "withdraw")]
        assert sorted(here.called()[-1]) == sorted([anna.id, carla.id])
        count = len(here.called())
        await agree(here, question, words, anna)
        assert now(here, question).content == f"{asked}\n✓ **anna**\n✓ **ben**\n… {carla.mention}\n{ends}"
        await agree(here, question, words, carla)
        closed = now(here, question)
        assert closed.content == f"{asked}\n✓ **anna**\n✓ **ben**\n✓ **carla**\n{words.say('say.vote_agreed')}"
        assert labels(closed) == []
        assert here.last.content == words.say("say.ended_by_consent")
        assert here.called()[count:] == [[]], "edits and the end call nobody"
        assert not any("▶" in message.content for message in here.history()), "nobody is to move"
        left = [label for message in here.history() for label in labels(message)]
        assert left == [words.say("button.fair")]
        assert (await here.table()).row.status == Status.ABANDONED
        assert ENGLISH.say("log.end", name="**ben**") in (await here.ask(anna, "log")).content


@EVERY_LANGUAGE
async def test_a_game_ends_as_a_draw(database: Database, language: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        words = await speaking(here, language)
        await table_of_three(here, turns=2)
        anna, ben, carla = here.people.values()
        board = here.board()
        await here.ask(carla, "vote draw")
        question = here.last
        assert question.content.startswith(words.say("say.vote_draw", name="**carla**"))
        await agree(here, question, words, ben, anna)
        summary = here.last
        assert words.say("say.draw_agreed") in summary.content
        assert words.say("say.draw") in summary.content
        assert "🏆" not in summary.content
        assert all(f"{letter}  {name}" in summary.content for letter, name in zip("ABC", here.people, strict=True))
        picture, chart, kept = summary.attachments
        assert (picture.filename, chart.filename) == ("board.png", "scores.png")
        made = record.decode(await kept.read())
        assert (made.tied, made.ranking) == (True, [])
        assert record.verify(made, engines.GAMES) == (await here.table()).game
        assert labels(now(here, board)) == []
        final = ENGLISH.say("score.final", turn=ENGLISH.when("navegador", (await here.table()).game.state.turn))
        assert (await here.ask(anna, "score")).content.startswith(final)
        assert (await here.ask(anna, "board")).attachments
        assert ENGLISH.say("log.draw", name="**carla**") in (await here.ask(anna, "log")).content
        assert (await here.ask(anna, "play", move="pass")).content == ENGLISH.say("error.no_table_here")
        assert (await here.ask(anna, "vote draw")).content == ENGLISH.say("error.no_table_here")


@EVERY_LANGUAGE
async def test_a_table_goes_back(database: Database, language: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        words = await speaking(here, language)
        await table_of_three(here)
        start = (await here.table()).game
        mover, _ = await here.deciding()
        for command in ("rondel ships", "pass"):
            await here.ask(mover, "play", move=command)
        others = [person for person in here.people.values() if person is not mover]
        assert (await here.propose(others[0], "vote back", moves=2)).content == english("reply.vote_asked")
        question = here.last
        game = (await here.bot.tables.log(1))[0]
        happened = words.event("navegador", engines.Event(**game.events[0]), ["anna", "ben", "carla"])
        asked = words.say(
            "say.vote_back",
            name=bold(others[0].name),
            n=2,
            turn=words.when("navegador", 1),
            player=bold(mover.name),
            happened=happened,
        )
        assert question.content.split("\n")[0] == asked
        assert words.word("navegador", "ships") in asked
        await agree(here, question, words, mover, others[1])
        assert now(here, question).content.endswith(words.say("say.vote_agreed"))
        assert (await here.table()).game == start
        assert words.say("say.back_by_consent", n=2) in here.last.content
        log = (await here.ask(mover, "log")).content
        assert "~~" in log
        assert ENGLISH.say("log.back", name=bold(others[0].name)) in log


@EVERY_LANGUAGE
async def test_the_host_has_the_time_limit_changed(database: Database, language: str) -> None:
    async with room(database, "anna", "ben") as here:
        words = await speaking(here, language)
        await table_of_three(here)
        anna, ben = here.people.values()
        refused = await here.ask(ben, "vote clock", limit="24")
        assert refused.content == ENGLISH.say("error.vote_only_host")
        assert (await here.ask(anna, "vote clock")).content == ENGLISH.say("error.vote_same_clock")
        await here.ask(anna, "vote clock", limit="48", weekends="off", time_up="play")
        question = here.last
        said = [
            words.setting("lobby.clock", part, to)
            for part, to in (("limit", "48"), ("weekends", "off"), ("time_up", "play"))
        ]
        asked = words.say("say.vote_clock", name="**anna**", choices="; ".join(said))
        assert question.content.startswith(asked + "\n")
        await agree(here, question, words, ben)
        assert words.say("say.clock_agreed") in here.last.content
        assert "<t:" in here.last.content
        assert ENGLISH.say("log.clock", name="**anna**") in (await here.ask(anna, "log")).content
        await here.ask(anna, "vote clock", limit="0")
        none = words.say(
            "lobby.option_short", option=words.say("lobby.clock.limit"), value=words.say("lobby.clock.limit.0")
        )
        assert words.say("say.vote_clock", name="**anna**", choices=none) in here.last.content


async def test_the_log_tells_no_secret_of_where_the_table_goes_back_to(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here, turns=1)
        async with database.transaction() as session:
            first = (await here.bot.tables.log(1))[0]
            first.events = [event | {"seen_by": [0]} for event in first.events]
            session.add(await session.merge(first))
        person, _ = await here.deciding()
        await here.propose(person, "vote back", moves=2)
        mover = (await here.table()).names[first.seat]
        asked = ENGLISH.say(
            "say.vote_back_unseen", name=bold(person.name), n=2, turn=ENGLISH.when("navegador", 1), player=bold(mover)
        )
        assert here.last.content.startswith(asked + "\n")
        assert f"· **{mover}**: a move that not everybody has seen\n" in here.last.content
        assert "moves to" not in here.last.content


# -- how it ends otherwise ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "language"),
    [
        pytest.param(how, language, marks=[pytest.mark.proof] if (place - number) % len(LANGUAGES) else [])
        for place, how in enumerate(("refused", "withdrawn", "lapsed", "orphaned"))
        for number, language in enumerate(LANGUAGES)
    ],
)
async def test_what_comes_to_nothing_says_so(database: Database, language: str, how: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        words = await speaking(here, language)
        await table_of_three(here)
        anna, ben, carla = here.people.values()
        await here.ask(anna, "vote draw")
        question = here.last
        await agree(here, question, words, carla)
        asked = now(here, question)
        match how:
            case "refused":
                await ben.click(question, label=words.say("button.refuse"))
            case "withdrawn":
                told = shown(await ben.click(question, label=words.say("button.withdraw")))
                assert told.content == ENGLISH.say("error.vote_not_yours")
                await anna.click(question, label=words.say("button.withdraw"))
            case "lapsed":
                await a_day_later(here)
            case "orphaned":
                await anna.click(await here.ask(anna, "game resign"), label="Resign")
        closed = now(here, question)
        answers = ["✓ **anna**", f"{'✗' if how == 'refused' else '…'} **ben**", "✓ **carla**"]
        if how == "orphaned":
            del answers[0]  # does not play any more
        end = words.say(f"say.vote_{how}", name="**ben**" if how == "refused" else "**anna**")
        first, *lines = closed.content.split("\n")
        assert first == f"~~{words.say('say.vote_draw', name='**anna**')}~~"
        assert lines == [*answers, end]
        assert labels(closed) == []
        assert (await here.table()).running
        await here.ask(carla, "language", language="de" if language == "nl" else "nl")
        show_again(here, asked)
        await here.deliver(here.click_payload(carla, asked, words.say("button.agree")))
        after = now(here, question)
        assert (after.content, labels(after)) == (closed.content, []), "in the server's language, whoever has clicked"


def show_again(here: Room, message: discord.Message) -> None:
    """Somebody still sees a message as it was: an edit has not arrived."""
    stored = here.env.backend.get_message(message.channel.id, message.id)
    stored.content, stored.components = message.content, [dict[str, Any](row.to_dict()) for row in message.components]


async def a_day_later(here: Room) -> None:
    async with here.database.transaction() as session:
        for timer in (await session.exec(select(TimerRow))).all():
            timer.set_at, timer.due_at = timer.set_at - timedelta(days=1), timer.due_at - timedelta(days=1)
            session.add(timer)
    await here.env.advance_time(SWEEP_SECONDS)


async def test_the_last_one_missing_resigns_and_it_is_agreed(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await table_of_three(here)
        anna, ben, carla = here.people.values()
        await here.ask(anna, "vote end")
        question = here.last
        await agree(here, question, ENGLISH, ben)
        await carla.click(await here.ask(carla, "game resign"), label="Resign")
        await until(lambda: "Everybody agreed." in now(here, question).content)
        assert now(here, question).content.split("\n")[1:] == ["✓ **anna**", "✓ **ben**", "Everybody agreed."]
        assert (await here.table()).row.status == Status.ABANDONED


async def test_a_manager_of_the_server_has_no_vote(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        await here.ask(here["anna"], "vote end")
        manager = here.enter("mona", manages=True)
        assert shown(await manager.click(here.last, label="Agree")).content == ENGLISH.say("error.not_seated")
        assert (await here.ask(manager, "vote draw")).content == ENGLISH.say("error.not_seated")


async def test_a_game_that_is_ended_meanwhile_closes_the_question(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        anna, ben = here.people.values()
        await here.ask(ben, "vote draw")
        question = here.last
        late = here.click_payload(anna, question, "Agree")
        await here.bot.tables.play.end(1, MANAGER, admin=True)
        await here.bot.outbox_worker.idle()
        assert now(here, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
        show_again(here, question)
        await here.deliver(late)
        assert now(here, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
        table = await here.table()
        assert (table.row.status, table.drawn) == (Status.ABANDONED, False)


# -- the message -------------------------------------------------------------------------------------------------------


async def test_the_open_vote_is_shown_to_whoever_asks(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        anna, ben = here.people.values()
        assert (await here.ask(anna, "vote show")).content == ENGLISH.say("reply.vote_none")
        await here.ask(anna, "vote end")
        question = here.last
        place = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}"
        assert (await here.ask(ben, "vote show")).content == f"{question.content}\n{place}/{question.id}"
        await ben.slash(here.channel, "language", language="de")
        assert (await here.ask(ben, "vote show")).content.startswith(texts("de").say("say.vote_end", name="**anna**"))
        here.env.backend.delete_message(here.channel.id, question.id)
        assert (await here.ask(anna, "vote show")).content == f"{question.content}\n{place}"
        anew = here.last
        assert (anew.content, labels(anew)) == (question.content, ["Agree", "Refuse", "Withdraw"])
        assert here.called()[-1] == []
        await agree(here, anew, ENGLISH, ben)
        assert (await here.table()).row.status == Status.ABANDONED


async def test_a_deleted_question_says_anew_how_it_ended(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await table_of_three(here)
        await here.ask(here["anna"], "vote end")
        here.env.backend.delete_message(here.channel.id, here.last.id)
        await a_day_later(here)
        assert here.last.content.endswith(ENGLISH.say("say.vote_lapsed"))
        assert (labels(here.last), here.called()[-1]) == ([], [])


async def test_a_question_is_posted_by_whoever_starts_after_a_bot_that_died(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        here.bot.tables.repository.committed = lambda left: None
        told = await here.ask(here["anna"], "vote end")
        assert told.content == english("reply.vote_asked")
        assert proposals(here) == []
        await here.restart()
        (question,) = proposals(here)
        assert here.called()[-1] == [here["ben"].id]
        here.bot.tables.repository.committed = lambda left: None
        await agree(here, question, ENGLISH, here["ben"])
        assert (await here.table()).running
        await here.restart()
        assert (await here.table()).row.status == Status.ABANDONED
        assert now(here, question).content.endswith("\nEverybody agreed.")


async def test_a_question_that_was_sent_but_not_noted_is_not_asked_twice(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)

        async def die(*_: object, **__: object) -> None:
            raise OSError("the process is gone before it can note that the message arrived")

        with monkeypatch.context() as patch:
            patch.setattr(outbox, "mark_sent", die)
            await here.ask(here["anna"], "vote end")
        await here.restart()
        await here.make_due()
        assert len(proposals(here)) == 1
        with monkeypatch.context() as patch:
            patch.setattr(votes, "note_message", die)
            await here.ask(here["anna"], "vote show")
            await agree(here, proposals(here)[0], ENGLISH, here["ben"])
        assert (await here.table()).row.status == Status.ABANDONED


async def test_a_question_that_cannot_be_posted_waits_and_is_posted_when_it_can(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        here.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
        await here.ask(here["anna"], "vote end")
        pending = await here.ask(here["ben"], "vote draw")
        place = f"https://discord.com/channels/{here.guild.id}/{here.channel.id}"
        assert pending.content == ENGLISH.say("reply.vote_pending", link=place)
        here.env.backend.faults.clear()
        await here.make_due()
        assert len(proposals(here)) == 1


async def test_where_the_bot_may_not_write_nobody_is_asked(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        here.forbid("send_messages")
        told = await here.ask(here["anna"], "vote end")
        assert told.content.startswith("I am missing permissions here")
        assert await here.bot.tables.voting.open_vote(1) is None


async def test_a_question_moves_with_its_table_and_the_old_one_says_where(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
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


async def test_a_question_in_a_channel_that_is_gone_lapses_without_a_fault(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await table_of_three(here)
        await here.ask(here["anna"], "vote end")
        here.env.backend.delete_channel(here.channel.id)
        voting, vote = here.bot.tables.voting, await the_vote(here)
        await voting.answer(1, vote.id, here["ben"].id, "agree")
        await here.bot.outbox_worker.idle()
        assert (await here.outbox())[-1].failed == "gone: 10003"
        await a_day_later(here)
        assert (await the_vote(here)).closed == "lapsed"
        assert [line for line in here.logs if line["log_level"] == "error"] == []


async def test_a_question_that_takes_no_more_edits_is_continued_in_a_new_message(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await table_of_three(here)
        await here.ask(here["anna"], "vote end")
        old = here.last
        here.env.inject_error("PATCH", f"/channels/*/messages/{old.id}", status=400, code=50083, times=1)
        await agree(here, old, ENGLISH, here["ben"])
        anew = here.last
        assert anew.id != old.id
        assert "✓ **ben**" in anew.content
        assert here.called()[-1] == []


async def test_a_vote_that_cannot_be_read_is_set_aside(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await table_of_three(here)
        payloads: list[dict[str, Any]] = [{"vote": 99}, {"vote": "x"}, {}]
        for payload in payloads:
            async with database.transaction() as session:
                await outbox.enqueue(session, 1, here.channel.id, "vote", payload)
            await here.env.advance_time(SWEEP_SECONDS)
            row = next(row for row in reversed(await here.outbox()) if row.kind == "vote")
            assert row.failed, json.dumps(payload)
        assert labels(here.last) == ["Your move"]
