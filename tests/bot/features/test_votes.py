"""/vote in a channel: the question and its answers, and what everybody sees of how it ends, in every language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

import engines
from bot.wording import LANGUAGES, Texts, texts_in
from bot.wording.escaping import bold
from engines import record
from storage.database import Database
from storage.models import Status
from tests.bot.asking_all import ENGLISH, agree, lapse_time, newest_vote, pass_a_day, reload_message, table_of_three
from tests.bot.english import AGREE, english
from tests.bot.fake_discord import until
from tests.bot.lobbies import MANAGER
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


def in_one_language(number: int) -> pytest.MarkDecorator:
    """Give each kind of vote one language, by its number; ``make proof`` holds each vote in all."""
    sampled = LANGUAGES[number % len(LANGUAGES)]
    languages = [
        pytest.param(language, marks=[] if language == sampled else pytest.mark.proof) for language in LANGUAGES
    ]
    return pytest.mark.parametrize("language", languages)


async def choose_language(room: Room, language: str) -> Texts:
    """Choose a language for the server; those who type keep theirs."""
    await room.ask(room.enter("mona", manages=True), "language", language=language, scope="server")
    return texts_in(language)


def restore_message(room: Room, message: discord.Message) -> None:
    """Restore a message to what somebody still sees to whom an edit has not arrived."""
    stored = room.env.backend.get_message(message.channel.id, message.id)
    stored.content = message.content
    stored.components = [dict[str, Any](row.to_dict()) for row in message.components]


@in_one_language(0)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_game_ends_by_vote(room: Room, language: str) -> None:
    words = await choose_language(room, language)
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    question_text = english("reply.vote_asked", withdraw=words.say("button.withdraw"))
    assert (await room.ask(ben, "vote end")).content == question_text
    question = room.last
    question_text = words.say("say.vote_end", name="**ben**")
    due = await lapse_time(room.bot.tables, vote := await newest_vote(room))
    assert timedelta(0) <= due - vote.opened_at - timedelta(days=1) < timedelta(minutes=1)
    expiry_line = f"-# ⌛ <t:{int(due.timestamp())}:R>"
    assert question.content == f"{question_text}\n… {anna.mention}\n✓ **ben**\n… {carla.mention}\n{expiry_line}"
    assert labels(question) == [words.say(f"button.{answer_id}") for answer_id in ("agree", "refuse", "withdraw")]
    assert sorted(room.pinged_users()[-1]) == sorted([anna.id, carla.id])
    count = len(room.pinged_users())
    await agree(room, question, words, anna)
    assert (
        reload_message(room, question).content
        == f"{question_text}\n✓ **anna**\n✓ **ben**\n… {carla.mention}\n{expiry_line}"
    )
    await agree(room, question, words, carla)
    closed = reload_message(room, question)
    assert closed.content == f"{question_text}\n✓ **anna**\n✓ **ben**\n✓ **carla**\n{words.say('say.vote_agreed')}"
    assert labels(closed) == []
    assert room.last.content == words.say("say.ended_by_consent")
    assert room.pinged_users()[count:] == [[]], "edits and the end call nobody"
    assert not any("▶" in message.content for message in room.history()), "nobody is to move"
    remaining_labels = [label for message in room.history() for label in labels(message)]
    assert remaining_labels == [words.say("button.fair")]
    assert (await room.table()).row.status == Status.ABANDONED
    assert ENGLISH.say("log.end", name="**ben**") in (await room.ask(anna, "log")).content


@in_one_language(1)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_game_ends_as_a_draw(room: Room, language: str) -> None:
    words = await choose_language(room, language)
    await table_of_three(room, turns=2)
    anna, ben, carla = room.people.values()
    board = room.board()
    active, _ = await room.deciding()
    await room.ask(active, "play", move="rondel builder")
    await room.ask(carla, "vote draw")
    question = room.last
    assert question.content.startswith(words.say("say.vote_draw", name="**carla**"))
    await agree(room, question, words, ben, anna)
    summary = room.last
    agreed = f"{words.say('say.draw_agreed')}\n\n{words.say('say.draw')}"
    told, separator, _ = summary.content.partition(agreed)
    assert separator, "the draw is told behind everything else"
    assert active.name in told, "the decision of before the vote"
    assert "🏆" not in summary.content
    assert all(f"{letter}  {name}" in summary.content for letter, name in zip("ABC", room.people, strict=True))
    picture, chart, record_file = summary.attachments
    assert (picture.filename, chart.filename) == ("board.png", "scores.png")
    game_record = record.decode(await record_file.read())
    assert (game_record.tied, game_record.ranking) == (True, [])
    assert record.verify(game_record, engines.GAMES) == (await room.table()).game
    assert labels(reload_message(room, board)) == []
    final = ENGLISH.say("score.final", turn=ENGLISH.turn_name("navegador", (await room.table()).game.state.turn))
    assert (await room.ask(anna, "score")).content.startswith(final)
    assert (await room.ask(anna, "board")).attachments
    assert ENGLISH.say("log.draw", name="**carla**") in (await room.ask(anna, "log")).content
    assert (await room.ask(anna, "play", move="pass")).content == ENGLISH.say("error.no_table_here")
    assert (await room.ask(anna, "vote draw")).content == ENGLISH.say("error.no_table_here")


@in_one_language(2)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_table_goes_back(room: Room, language: str) -> None:
    words = await choose_language(room, language)
    await table_of_three(room)
    start = (await room.table()).game
    mover, _ = await room.deciding()
    for command in ("rondel ships", "pass"):
        await room.ask(mover, "play", move=command)
    others = [person for person in room.people.values() if person is not mover]
    answer = await room.propose(others[0], "vote back", moves=2)
    assert answer.content == english("reply.vote_asked", withdraw=words.say("button.withdraw"))
    question = room.last
    game = (await room.bot.tables.log(1))[0]
    event_text = words.event("navegador", engines.Event(**game.events[0]), ["anna", "ben", "carla"])
    question_text = words.say(
        "say.vote_back",
        name=bold(others[0].name),
        n=2,
        turn=words.turn_name("navegador", 1),
        player=bold(mover.name),
        happened=event_text,
    )
    assert question.content.split("\n")[0] == question_text
    assert words.word("navegador", "ships") in question_text
    await agree(room, question, words, mover, others[1])
    assert reload_message(room, question).content.endswith(words.say("say.vote_agreed"))
    assert (await room.table()).game == start
    args: dict[str, Any] = {"n": 2, "seat": bold(others[0].name)}
    went_back = words.say("say.back_by_consent", **args)
    assert went_back in room.last.content
    log = (await room.ask(mover, "log")).content
    assert "~~" in log
    assert ENGLISH.say("say.back_by_consent", **args) in log


@in_one_language(3)
async def test_the_host_has_the_time_limit_changed(room: Room, language: str) -> None:
    words = await choose_language(room, language)
    await table_of_three(room)
    anna, ben = room.people.values()
    refusal = await room.ask(ben, "vote clock", limit="24")
    assert refusal.content == ENGLISH.say("error.vote_only_host")
    assert (await room.ask(anna, "vote clock")).content == ENGLISH.say("error.vote_same_clock")
    await room.ask(anna, "vote clock", limit="48", weekends="off", time_up="play")
    question = room.last
    choices = [
        words.setting("lobby.clock", part, to)
        for part, to in (("limit", "48"), ("weekends", "off"), ("time_up", "play"))
    ]
    question_text = words.say("say.vote_clock", name="**anna**", choices="; ".join(choices))
    assert question.content.startswith(question_text + "\n")
    await agree(room, question, words, ben)
    assert words.say("say.clock_agreed") in room.last.content
    assert "<t:" in room.last.content
    assert ENGLISH.say("log.clock", name="**anna**") in (await room.ask(anna, "log")).content
    await room.ask(anna, "vote clock", limit="0")
    no_limit = words.say(
        "lobby.option_short", option=words.say("lobby.clock.limit"), value=words.say("lobby.clock.limit.0")
    )
    assert words.say("say.vote_clock", name="**anna**", choices=no_limit) in room.last.content


async def test_the_log_tells_no_secret_of_where_the_table_goes_back_to(room: Room, database: Database) -> None:
    await table_of_three(room, turns=1)
    async with database.transaction() as session:
        first = (await room.bot.tables.log(1))[0]
        first.events = [event | {"seen_by": [0]} for event in first.events]
        session.add(await session.merge(first))
    person, _ = await room.deciding()
    await room.propose(person, "vote back", moves=2)
    mover = (await room.table()).names[first.seat]
    question_text = ENGLISH.say(
        "say.vote_back_unseen", name=bold(person.name), n=2, turn=ENGLISH.turn_name("navegador", 1), player=bold(mover)
    )
    assert room.last.content.startswith(question_text + "\n")
    assert f"· **{mover}**: a move that not everybody has seen\n" in room.last.content
    assert "moves to" not in room.last.content


@pytest.mark.parametrize(
    ("outcome", "language"),
    [
        pytest.param(outcome, language, marks=[pytest.mark.proof] if (place - number) % len(LANGUAGES) else [])
        for place, outcome in enumerate(("refused", "withdrawn", "lapsed", "orphaned"))
        for number, language in enumerate(LANGUAGES)
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_what_comes_to_nothing_says_so(room: Room, language: str, outcome: str) -> None:
    words = await choose_language(room, language)
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    await room.ask(anna, "vote draw")
    question = room.last
    await agree(room, question, words, carla)
    open_question = reload_message(room, question)
    match outcome:
        case "refused":
            await ben.click(question, label=words.say("button.refuse"))
        case "withdrawn":
            answer = shown_message(await ben.click(question, label=words.say("button.withdraw")))
            assert answer.content == ENGLISH.say("error.vote_not_yours")
            await anna.click(question, label=words.say("button.withdraw"))
        case "lapsed":
            await pass_a_day(room)
        case "orphaned":
            await anna.click(await room.ask(anna, "game resign"), label="Resign")
    closed = reload_message(room, question)
    answers = ["✓ **anna**", f"{'✗' if outcome == 'refused' else '…'} **ben**", "✓ **carla**"]
    if outcome == "orphaned":
        del answers[0]  # Anna does not play any more
    end = words.say(f"say.vote_{outcome}", name="**ben**" if outcome == "refused" else "**anna**")
    first, *lines = closed.content.split("\n")
    assert first == f"~~{words.say('say.vote_draw', name='**anna**')}~~"
    assert lines == [*answers, end]
    assert labels(closed) == []
    assert (await room.table()).is_running
    await room.ask(carla, "language", language="de" if language == "nl" else "nl")
    restore_message(room, open_question)
    await room.deliver(room.click_payload(carla, open_question, words.say("button.agree")))
    closed_again = reload_message(room, question)
    assert (closed_again.content, labels(closed_again)) == (closed.content, []), (
        "in the server's language, whoever has clicked"
    )


@pytest.mark.room("anna", "ben", "carla")
async def test_the_last_one_missing_resigns_and_it_is_agreed(room: Room) -> None:
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    await room.ask(anna, "vote end")
    question = room.last
    await agree(room, question, ENGLISH, ben)
    await carla.click(await room.ask(carla, "game resign"), label="Resign")
    await until(lambda: "Everybody agreed." in reload_message(room, question).content)
    assert reload_message(room, question).content.split("\n")[1:] == ["✓ **anna**", "✓ **ben**", "Everybody agreed."]
    assert (await room.table()).row.status == Status.ABANDONED


async def test_a_manager_of_the_server_has_no_vote(room: Room) -> None:
    await table_of_three(room)
    await room.ask(room["anna"], "vote end")
    manager = room.enter("mona", manages=True)
    assert shown_message(await manager.click(room.last, label=AGREE)).content == ENGLISH.say("error.not_seated")
    assert (await room.ask(manager, "vote draw")).content == ENGLISH.say("error.not_seated")


async def test_a_game_that_is_ended_meanwhile_closes_the_question(room: Room) -> None:
    await table_of_three(room)
    anna, ben = room.people.values()
    await room.ask(ben, "vote draw")
    question = room.last
    late_click = room.click_payload(anna, question, AGREE)
    await room.bot.tables.play.end(1, MANAGER, admin=True)
    await room.bot.worker.idle()
    assert reload_message(room, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
    restore_message(room, question)
    await room.deliver(late_click)
    assert reload_message(room, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
    table = await room.table()
    assert (table.row.status, table.is_drawn) == (Status.ABANDONED, False)
