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
from tests.bot.asking_all import ENGLISH, a_day_later, agree, lapses, now, table_of_three, the_vote
from tests.bot.english import AGREE, english
from tests.bot.fake_discord import until
from tests.bot.lobbies import MANAGER
from tests.bot.parts import labels, shown
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


def in_a_language(number: int) -> pytest.MarkDecorator:
    """Each kind of vote in one of them, by its number; ``make proof`` holds each in all."""
    own = LANGUAGES[number % len(LANGUAGES)]
    languages = [pytest.param(language, marks=[] if language == own else pytest.mark.proof) for language in LANGUAGES]
    return pytest.mark.parametrize("language", languages)


async def speaking(room: Room, language: str) -> Texts:
    """The server has chosen a language; those who type keep theirs."""
    await room.ask(room.enter("mona", manages=True), "language", language=language, scope="server")
    return texts_in(language)


def show_again(room: Room, message: discord.Message) -> None:
    """Somebody still sees a message as it was: an edit has not arrived."""
    stored = room.env.backend.get_message(message.channel.id, message.id)
    stored.content = message.content
    stored.components = [dict[str, Any](row.to_dict()) for row in message.components]


@in_a_language(0)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_game_ends_by_vote(room: Room, language: str) -> None:
    words = await speaking(room, language)
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    asked = english("reply.vote_asked", withdraw=words.say("button.withdraw"))
    assert (await room.ask(ben, "vote end")).content == asked
    question = room.last
    asked = words.say("say.vote_end", name="**ben**")
    due = await lapses(room.bot.tables, vote := await the_vote(room))
    assert timedelta(0) <= due - vote.opened_at - timedelta(days=1) < timedelta(minutes=1)
    ends = f"-# ⌛ <t:{int(due.timestamp())}:R>"
    assert question.content == f"{asked}\n… {anna.mention}\n✓ **ben**\n… {carla.mention}\n{ends}"
    assert labels(question) == [words.say(f"button.{each}") for each in ("agree", "refuse", "withdraw")]
    assert sorted(room.called()[-1]) == sorted([anna.id, carla.id])
    count = len(room.called())
    await agree(room, question, words, anna)
    assert now(room, question).content == f"{asked}\n✓ **anna**\n✓ **ben**\n… {carla.mention}\n{ends}"
    await agree(room, question, words, carla)
    closed = now(room, question)
    assert closed.content == f"{asked}\n✓ **anna**\n✓ **ben**\n✓ **carla**\n{words.say('say.vote_agreed')}"
    assert labels(closed) == []
    assert room.last.content == words.say("say.ended_by_consent")
    assert room.called()[count:] == [[]], "edits and the end call nobody"
    assert not any("▶" in message.content for message in room.history()), "nobody is to move"
    left = [label for message in room.history() for label in labels(message)]
    assert left == [words.say("button.fair")]
    assert (await room.table()).row.status == Status.ABANDONED
    assert ENGLISH.say("log.end", name="**ben**") in (await room.ask(anna, "log")).content


@in_a_language(1)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_game_ends_as_a_draw(room: Room, language: str) -> None:
    words = await speaking(room, language)
    await table_of_three(room, turns=2)
    anna, ben, carla = room.people.values()
    board = room.board()
    await room.ask(carla, "vote draw")
    question = room.last
    assert question.content.startswith(words.say("say.vote_draw", name="**carla**"))
    await agree(room, question, words, ben, anna)
    summary = room.last
    assert words.say("say.draw_agreed") in summary.content
    assert words.say("say.draw") in summary.content
    assert "🏆" not in summary.content
    assert all(f"{letter}  {name}" in summary.content for letter, name in zip("ABC", room.people, strict=True))
    picture, chart, kept = summary.attachments
    assert (picture.filename, chart.filename) == ("board.png", "scores.png")
    made = record.decode(await kept.read())
    assert (made.tied, made.ranking) == (True, [])
    assert record.verify(made, engines.GAMES) == (await room.table()).game
    assert labels(now(room, board)) == []
    final = ENGLISH.say("score.final", turn=ENGLISH.when("navegador", (await room.table()).game.state.turn))
    assert (await room.ask(anna, "score")).content.startswith(final)
    assert (await room.ask(anna, "board")).attachments
    assert ENGLISH.say("log.draw", name="**carla**") in (await room.ask(anna, "log")).content
    assert (await room.ask(anna, "play", move="pass")).content == ENGLISH.say("error.no_table_here")
    assert (await room.ask(anna, "vote draw")).content == ENGLISH.say("error.no_table_here")


@in_a_language(2)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_table_goes_back(room: Room, language: str) -> None:
    words = await speaking(room, language)
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
    await agree(room, question, words, mover, others[1])
    assert now(room, question).content.endswith(words.say("say.vote_agreed"))
    assert (await room.table()).game == start
    args: dict[str, Any] = {"n": 2, "seat": bold(others[0].name)}
    back = words.say("say.back_by_consent", **args)
    assert back in room.last.content
    log = (await room.ask(mover, "log")).content
    assert "~~" in log
    assert ENGLISH.say("say.back_by_consent", **args) in log


@in_a_language(3)
async def test_the_host_has_the_time_limit_changed(room: Room, language: str) -> None:
    words = await speaking(room, language)
    await table_of_three(room)
    anna, ben = room.people.values()
    refused = await room.ask(ben, "vote clock", limit="24")
    assert refused.content == ENGLISH.say("error.vote_only_host")
    assert (await room.ask(anna, "vote clock")).content == ENGLISH.say("error.vote_same_clock")
    await room.ask(anna, "vote clock", limit="48", weekends="off", time_up="play")
    question = room.last
    said = [
        words.setting("lobby.clock", part, to)
        for part, to in (("limit", "48"), ("weekends", "off"), ("time_up", "play"))
    ]
    asked = words.say("say.vote_clock", name="**anna**", choices="; ".join(said))
    assert question.content.startswith(asked + "\n")
    await agree(room, question, words, ben)
    assert words.say("say.clock_agreed") in room.last.content
    assert "<t:" in room.last.content
    assert ENGLISH.say("log.clock", name="**anna**") in (await room.ask(anna, "log")).content
    await room.ask(anna, "vote clock", limit="0")
    none = words.say(
        "lobby.option_short", option=words.say("lobby.clock.limit"), value=words.say("lobby.clock.limit.0")
    )
    assert words.say("say.vote_clock", name="**anna**", choices=none) in room.last.content


async def test_the_log_tells_no_secret_of_where_the_table_goes_back_to(room: Room, database: Database) -> None:
    await table_of_three(room, turns=1)
    async with database.transaction() as session:
        first = (await room.bot.tables.log(1))[0]
        first.events = [event | {"seen_by": [0]} for event in first.events]
        session.add(await session.merge(first))
    person, _ = await room.deciding()
    await room.propose(person, "vote back", moves=2)
    mover = (await room.table()).names[first.seat]
    asked = ENGLISH.say(
        "say.vote_back_unseen", name=bold(person.name), n=2, turn=ENGLISH.when("navegador", 1), player=bold(mover)
    )
    assert room.last.content.startswith(asked + "\n")
    assert f"· **{mover}**: a move that not everybody has seen\n" in room.last.content
    assert "moves to" not in room.last.content


@pytest.mark.parametrize(
    ("how", "language"),
    [
        pytest.param(how, language, marks=[pytest.mark.proof] if (place - number) % len(LANGUAGES) else [])
        for place, how in enumerate(("refused", "withdrawn", "lapsed", "orphaned"))
        for number, language in enumerate(LANGUAGES)
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_what_comes_to_nothing_says_so(room: Room, language: str, how: str) -> None:
    words = await speaking(room, language)
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    await room.ask(anna, "vote draw")
    question = room.last
    await agree(room, question, words, carla)
    asked = now(room, question)
    match how:
        case "refused":
            await ben.click(question, label=words.say("button.refuse"))
        case "withdrawn":
            answer = shown(await ben.click(question, label=words.say("button.withdraw")))
            assert answer.content == ENGLISH.say("error.vote_not_yours")
            await anna.click(question, label=words.say("button.withdraw"))
        case "lapsed":
            await a_day_later(room)
        case "orphaned":
            await anna.click(await room.ask(anna, "game resign"), label="Resign")
    closed = now(room, question)
    answers = ["✓ **anna**", f"{'✗' if how == 'refused' else '…'} **ben**", "✓ **carla**"]
    if how == "orphaned":
        del answers[0]  # does not play any more
    end = words.say(f"say.vote_{how}", name="**ben**" if how == "refused" else "**anna**")
    first, *lines = closed.content.split("\n")
    assert first == f"~~{words.say('say.vote_draw', name='**anna**')}~~"
    assert lines == [*answers, end]
    assert labels(closed) == []
    assert (await room.table()).is_running
    await room.ask(carla, "language", language="de" if language == "nl" else "nl")
    show_again(room, asked)
    await room.deliver(room.click_payload(carla, asked, words.say("button.agree")))
    after = now(room, question)
    assert (after.content, labels(after)) == (closed.content, []), "in the server's language, whoever has clicked"


@pytest.mark.room("anna", "ben", "carla")
async def test_the_last_one_missing_resigns_and_it_is_agreed(room: Room) -> None:
    await table_of_three(room)
    anna, ben, carla = room.people.values()
    await room.ask(anna, "vote end")
    question = room.last
    await agree(room, question, ENGLISH, ben)
    await carla.click(await room.ask(carla, "game resign"), label="Resign")
    await until(lambda: "Everybody agreed." in now(room, question).content)
    assert now(room, question).content.split("\n")[1:] == ["✓ **anna**", "✓ **ben**", "Everybody agreed."]
    assert (await room.table()).row.status == Status.ABANDONED


async def test_a_manager_of_the_server_has_no_vote(room: Room) -> None:
    await table_of_three(room)
    await room.ask(room["anna"], "vote end")
    manager = room.enter("mona", manages=True)
    assert shown(await manager.click(room.last, label=AGREE)).content == ENGLISH.say("error.not_seated")
    assert (await room.ask(manager, "vote draw")).content == ENGLISH.say("error.not_seated")


async def test_a_game_that_is_ended_meanwhile_closes_the_question(room: Room) -> None:
    await table_of_three(room)
    anna, ben = room.people.values()
    await room.ask(ben, "vote draw")
    question = room.last
    late = room.click_payload(anna, question, AGREE)
    await room.bot.tables.play.end(1, MANAGER, admin=True)
    await room.bot.worker.idle()
    assert now(room, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
    show_again(room, question)
    await room.deliver(late)
    assert now(room, question).content.endswith(ENGLISH.say("say.vote_overtaken"))
    table = await room.table()
    assert (table.row.status, table.is_drawn) == (Status.ABANDONED, False)
