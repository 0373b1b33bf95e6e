"""The channel reads like a story that is told once: what happened, in its order, and one call at its end."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from structlog.testing import capture_logs

import engines
from bot.delivery import compose
from bot.tables import Table
from bot.wording import LANGUAGES, texts_in
from engines import Action, Event, Game
from engines.messages import TURN
from storage import people
from storage.database import Database
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.office import Office, http_fault
from tests.bot.parts import labels
from tests.bot.room import Room
from tools.bench import channel

WORDS = texts_in("en")


def _pattern_of_call(id: str, n: int) -> str:
    """Return a regular expression for the beginning of the line that calls players."""
    return re.escape(english(id, players="\0", what="\0", turn="\0", n=n)).replace("\0", ".*")


CALLS = ("say.called_to", "say.your_answer", "say.your_decision", "say.your_turn")
CALL = re.compile("|".join(_pattern_of_call(id, n) for id in CALLS for n in (1, 2)))
"""The line that calls players, however it is worded."""


@pytest.mark.parametrize("key", engines.GAMES)
async def test_every_line_of_the_log_stands_in_the_channel_once_and_in_its_order(key: str) -> None:
    seats = engines.GAMES[key].seats.start
    story = await channel.play(key, seats, seed=1, most=25)
    assert story.table is not None
    events = [msgspec.convert(event, Event) for move in story.moves for event in move.events]
    texts = WORDS.at(story.table.game, story.table.names)
    log = texts.events(key, [event for event in events if event.seen_by is None], story.table.names)
    lines = [line for post in story.posts for line in post.content.split("\n") if line]
    call_lines = [line for line in lines if CALL.match(line) or line.startswith("-# Order of play")]
    event_lines = [line for line in lines[1:] if line not in call_lines and not line.startswith("-# Letters")]
    lines_in_call = [line for line in log if line not in event_lines]
    begins_turn = any(event.kind == TURN for event in events)
    assert [line.startswith("**Turn ") for line in lines_in_call] == [True] * begins_turn
    assert event_lines == [line for line in log if line not in lines_in_call]
    assert ["Your move" in post.labels for post in story.posts] == [False] * (len(story.posts) - 1) + [True]
    assert [("Fair dice" in post.labels) for post in story.posts] == [True] + [False] * (len(story.posts) - 1)
    assert len(call_lines) == 2
    assert all(line in story.posts[-1].content for line in call_lines)


async def test_a_turn_that_begins_is_told_once() -> None:
    """The end of the turn before is not told, and the call that names the turn does not tell it again."""
    story = await channel.play("mmn", 3, seed=1, most=40, decide=end_turn_early)
    before, call = story.posts[-2:]
    lines = [line for post in story.posts for line in post.content.split("\n")]
    turn_lines = [line for line in lines if line.startswith("**Turn ")]
    assert len(turn_lines) > 3
    assert not [line for line in lines if "ends the turn" in line]
    assert turn_lines[-1] in before.content
    assert "(turn " in call.content
    assert "**Turn " not in call.content


def end_turn_early(game: Game, seat: int, rng: Random) -> Action:
    """Return the action that ends the turn, as soon as that is possible."""
    legal = game.legal(seat)
    return ("pass",) if ("pass",) in legal else legal[0]


@sqlite
async def test_what_no_edit_has_told_is_told_by_the_next_message(office: Office) -> None:
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    await office.play(table, "pass")
    await office.deliver()
    assert "moves to **Ships**" in office.channel.sent[1][0]
    ((_, changes),) = office.channel.edited
    assert "Ships" not in changes["content"]


@sqlite
async def test_what_an_edit_that_was_given_up_should_have_told_is_told_by_the_next_message(office: Office) -> None:
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    office.channel.edit_faults = [http_fault(400, 50109)] * 3
    await office.deliver()
    assert (await office.rows())[-1].failed
    await office.play(table, "pass")
    await office.deliver()
    assert "moves to **Ships**" in office.channel.sent[1][0]


async def deliver_three_steps(database: Database) -> tuple[Office, Table]:
    """Deliver three steps of a table, whose second message is updated by them."""
    office = Office(database)
    table = await office.begin()
    await office.deliver()
    for words in (("rondel", "ships"), ("pass",), ("rondel", "workers")):
        await office.play(table, *words)
        await office.deliver()
    return office, table


@sqlite
async def test_a_finished_turn_is_told_in_one_message(database: Database) -> None:
    """While it lasts, its first half stands below its call; that message keeps what had led to the call."""
    office, table = await deliver_three_steps(database)
    first, second = (f"**{table.names[seat]}**" for seat in table.game.order())
    [(_, updated), (number, retired), (_, last)] = office.channel.edited
    assert number == 1001
    assert updated["content"].endswith(f"{first} moves to **Ships**")
    assert "moves to **Ships**" not in retired["content"]
    events, call = office.channel.sent[1][0].split("\n\n", 1)
    assert events == f"{first} moves to **Ships**\n{first} does nothing (Ships)"
    assert CALL.match(call)
    assert last["content"].startswith(office.channel.sent[1][0])
    assert last["content"].endswith(f"\n{second} moves to **Workers**")


@sqlite
async def test_a_turn_too_long_for_one_message_is_told_in_two(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "CALL_ROOM", compose.CONTENT_LIMIT)
    office, _ = await deliver_three_steps(database)
    _, (number, retired), (_, last) = office.channel.edited
    assert number == 1001
    assert retired["content"].endswith("moves to **Ships**")
    for content in (office.channel.sent[1][0], last["content"]):
        events, call = content.split("\n\n", 1)
        assert events.endswith("does nothing (Ships)")
        assert CALL.match(call)
        assert "moves to **Ships**" not in content


@sqlite
async def test_a_board_that_is_posted_once_more_says_all_that_the_one_before_has_said(database: Database) -> None:
    office, table = await deliver_three_steps(database)
    await office.tables.play.post_again(table.row.id)
    await office.deliver()
    content, _ = office.channel.sent[-1]
    assert "does nothing (Ships)" in content
    assert "moves to **Workers**" in content
    assert "moves to **Ships**" in content


@pytest.mark.usefixtures("plain_pictures")
@sqlite
@pytest.mark.room(unabridged=True)
async def test_a_move_taken_back_stays_told_struck_out_and_it_is_said_behind_it(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel workers")
    await room.ask(person, "undo")
    await room.ask(person, "play", move="rondel ships")
    assert _story_lines(room) == [
        f"~~**{person.name}** moves to **Workers**~~",
        f"↩ **{person.name}** takes back a decision.",
        f"**{person.name}** moves to **Ships**",
    ]
    await room.ask(person, "play", move="pass")
    await room.ask(person, "undo")
    assert _story_lines(room)[-2:] == [
        f"~~**{person.name}** does nothing (Ships)~~",
        f"↩ **{person.name}** takes back a decision.",
    ]
    assert [labels(message) for message in room.history()[-2:]] == [[], ["Your move"]]


@pytest.mark.usefixtures("plain_pictures")
@sqlite
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.room(unabridged=True)
async def test_several_tries_in_a_row_are_told_in_one_line(room: Room, database: Database, language: str) -> None:
    person, _ = await room.begin()
    async with database.transaction() as session:
        await people.set_guild_locale(session, room.guild.id, language)
    for field in ("ships", "workers", "builder"):
        await room.ask(person, "play", move=f"rondel {field}")
        await room.ask(person, "undo")
    await room.ask(person, "play", move="rondel ships")
    texts = texts_in(language)
    taken_back = texts.say("say.undone", seat=f"**{person.name}**", n=3)
    assert [line for line in _story_lines(room) if "↩" in line or "~~" in line] == [taken_back]
    assert texts.word("navegador", "ships") in _story_lines(room)[-1]


@pytest.mark.usefixtures("plain_pictures")
@sqlite
async def test_who_decides_once_more_is_called_behind_what_was_taken_back(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel ships")
    await room.ask(person, "undo")
    lines = [line for line in room.board().content.split("\n") if line and not line.startswith("-# Fair dice")]
    assert lines[-3] == f"↩ **{person.name}** takes back a decision."
    assert CALL.match(lines[-2])
    assert person.mention in lines[-2]
    assert lines[-1].startswith("-# Order of play")
    await room.ask(person, "play", move="rondel workers")
    assert room.board().content.split("\n")[-1] == f"**{person.name}** moves to **Workers**"


def _story_lines(room: Room) -> list[str]:
    """Return what happened by what the channel says, without the lobby and the greeting before."""
    lines = [line for message in room.history()[1:] for line in message.content.split("\n") if line]
    return [line for line in lines[1:] if not CALL.match(line) and not line.startswith("-# ")]


async def test_no_picture_of_a_measured_channel_fails() -> None:
    with capture_logs() as logs:
        await channel.play("navegador", 3, seed=1, most=2)
    assert [line for line in logs if line["log_level"] == "error"] == []
