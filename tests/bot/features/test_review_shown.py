"""What /review shows to whom: whose losses first, under whose name, and what where there are none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import discord
import msgspec
import pytest
from sqlalchemy import update
from sqlmodel import col

from bot.delivery import illustrating
from bot.delivery.illustrating import Attachment, board_picture
from bot.tables import Tables
from bot.tables.analysis import reviews
from bot.tables.analysis.losses import Loss
from bot.tables.analysis.reviews import review_key
from bot.thinking.ideas import Idea
from bot.thinking.order import Question
from bot.work.line import Groups
from engines.record import notation
from storage import games, kept, moves, seats
from storage.database import Database
from storage.models import MoveKind, MoveRow, Status
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels, shape_buttons, shown
from tests.bot.room import Room, open_room
from tests.bot.stubs import stub_table
from tests.engines.navegador.moves import on

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """As which seats the boards are drawn."""
    drawn = list[int | None]()

    async def drawing(table: Any, words: Any, shape: Any, events: Any, seat: int | None, **how: Any) -> Attachment:
        drawn.append(seat)
        return await board_picture(table, words, shape, events, seat, **how)

    monkeypatch.setattr("bot.features.review.board_picture", drawing)
    return drawn


@asynccontextmanager
async def looked_back(database: Database) -> AsyncIterator[tuple[Room, int]]:
    """Anna, Ben and Zoe, who does not sit at the table of the two; that is over, and each decision was a loss."""
    async with open_room(database) as room:
        game_id = (await room.open_table(order="joining")).row.id
        while len({entry.turn for entry in await room.moves() if entry.seat == 1}) < 2:
            await room.play_turn(Random(1))
        room.people["zoe"] = room.enter("zoe")
        found = [Loss(move.version, move.seat, move.turn, move.words, "pass", 3.0) for move in await room.moves()]
        async with database.transaction() as session:
            version = (await room.table()).row.version
            assert await games.advance(session, game_id, version, status=Status.FINISHED)
            losses = sorted(found, key=lambda loss: loss.seat)
            await kept.remember(session, review_key(game_id), msgspec.json.encode(losses).decode())
        yield room, game_id


async def bens(room: Room) -> list[MoveRow]:
    """What was decided at the second seat."""
    return [entry for entry in await room.moves() if entry.seat == 1 and entry.kind == MoveKind.MOVE]


async def played_by_zoe(room: Room, game_id: int, version: int) -> None:
    """Zoe was a substitute at the second seat when she made this decision."""
    zoe = room["zoe"].id
    async with room.database.transaction() as session:
        made = update(MoveRow).where(col(MoveRow.version) == version, col(MoveRow.game_id) == game_id)
        await session.exec(made.values(by_user_id=zoe))
        row = await games.get(session, game_id)
        assert row is not None
        entry = MoveRow(game_id=game_id, version=row.version + 1, kind=MoveKind.SUBSTITUTE, seat=1, words="zoe")
        entry.by_user_id = zoe
        await moves.record(session, entry)


async def told(room: Room, name: str) -> list[str]:
    """What somebody is shown who does not want to guess, without the first line."""
    question = await room.ask(room[name], "review")
    return shown(await room[name].click(question, label=english("button.review.all"))).content.split("\n")[1:]


@pytest.mark.parametrize(
    ("change", "name"), [({"stand_in": "normal"}, "**ben**"), ({"resigned": True}, "**Computer 2**")]
)
async def test_who_was_replaced_looks_at_the_own_losses_first(
    database: Database, seen: list[int | None], change: Any, name: str
) -> None:
    async with looked_back(database) as (room, game_id):
        before = await told(room, "ben")
        assert before[0] == "**ben**"
        async with database.transaction() as session:
            await seats.change(session, game_id, 1, **change)
        assert await told(room, "ben") == [name, *before[1:]]
        assert seen == [1] * 4, "the board is drawn as the own seat saw it"


async def test_an_owner_and_a_substitute_look_each_at_what_they_decided(
    database: Database, seen: list[int | None]
) -> None:
    async with looked_back(database) as (room, game_id):
        await played_by_zoe(room, game_id, (await bens(room))[-1].version)
        async with database.transaction() as session:
            zoe = room["zoe"].id
            ben = room["ben"].id
            await seats.change(session, game_id, 1, user_id=zoe, owner_id=ben, substitute="zoe")
        name, first, *_, later = await told(room, "ben")
        assert name == "**zoe**"
        assert (first[0], later[0]) == ("▶", "·")
        assert " (**ben** decided): " in first
        assert "decided" not in later
        assert (await told(room, "zoe"))[-1] == f"▶{later[1:]}"
        assert seen == [1] * 4


async def test_who_was_a_substitute_for_a_while_looks_at_that_seat(database: Database, seen: list[int | None]) -> None:
    async with looked_back(database) as (room, game_id):
        await played_by_zoe(room, game_id, (await bens(room))[-1].version)
        name, first, *_, later = await told(room, "zoe")
        assert (name, seen) == ("**ben**", [1, 1])
        assert (first[0], later[0]) == ("·", "▶")
        assert "decided" not in first
        assert " (**zoe** decided): " in later
        assert (await told(room, "anna"))[0] == "**anna**"


async def test_before_the_end_nobody_looks_back(room: Room) -> None:
    await room.open_table()
    said = english("error.no_review_yet")
    assert (await room.ask(room["anna"], "review")).content == said


async def test_a_game_without_losses_and_a_board_that_cannot_be_drawn(
    room: Room, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (await room.open_table()).row
    await room.ask((await room.deciding())[0], "play", move="rondel ships")
    async with database.transaction() as session:
        await games.advance(session, row.id, row.version + 1, status=Status.FINISHED)
        await kept.remember(session, f"review:{row.id}", "[]")
    said = english("review.nothing")
    assert (await room.ask(room["anna"], "review")).content == said
    first = (await room.moves())[0]
    assert first.seat is not None
    loss = msgspec.json.encode(Loss(first.version, first.seat, 1, first.words, "pass", 3.0)).decode()
    async with database.transaction() as session:
        await kept.remember(session, f"review:{row.id}", f"[{loss}]")

    async def fails(*asked: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(illustrating, "draw", fails)
    answer = await room.ask(room["anna"], "review")
    assert english("review.asked") in answer.content
    assert answer.attachments == []
    assert shape_buttons(answer) == []
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"
    answer = shown(await room["anna"].click(answer, label=english("button.review.all")))
    assert "(about 3.0 points more)" in answer.content
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_it_is_asked_before_it_is_told(database: Database) -> None:
    """Three moves, always in the same order, and nothing of the answer; each answer says what it was, and the loss."""
    async with looked_back(database) as (room, _):
        ben = room["ben"]
        question = await room.ask(ben, "review")
        assert english("review.asked") in question.content
        assert "better" not in question.content.split("\n", 1)[1].replace(english("review.asked"), "")
        *three, tell = [label for label in labels(question) if label not in "◀▶" and "picture" not in label]
        assert (len(three), len(set(three)), tell) == (3, 3, english("button.review.all"))
        assert labels(await room.ask(ben, "review")) == labels(question)
        rows = [
            [item.label for item in row.children if isinstance(item, discord.Button)]
            for row in question.components
            if isinstance(row, discord.ActionRow)
        ]
        assert rows[0] == [*three, tell], "the answers stand alone"
        assert rows[1][:-1] in (["◀"], ["▶"], ["◀", "▶"])
        said = list[str]()
        for label in three:
            answered = shown(await ben.click(await room.ask(ben, "review"), label=label))
            loss, verdict = answered.content.split("\n")[-2:]
            assert loss.startswith("▶ ")
            assert "(about 3.0 points more)" in loss
            assert label in verdict
            said.append(verdict)
        of = {
            verdict: sum(verdict in each for each in said) for verdict in ("✅", "which was played", "was not played")
        }
        assert of == {"✅": 1, "which was played": 1, "was not played": 1}


async def test_another_loss_is_asked_about_as_well(database: Database) -> None:
    async with looked_back(database) as (room, _):
        ben = room["ben"]
        question = await room.ask(ben, "review")
        answered = shown(await ben.click(question, label=english("button.review.all")))
        said = answered.content
        tall = next(id for id, _ in shape_buttons(answered))
        answered = shown(await ben.click(answered, custom_id=tall))
        assert answered.content == said, "what was told stays told"
        answer = shown(await ben.click(answered, label="▶" if "▶" in labels(answered) else "◀"))
        assert english("review.asked") in answer.content


async def test_two_moves_are_compared_where_no_others_were_legal(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def thought(asked: Question, of: Groups) -> list[Idea]:
        return [Idea(action) for action in asked.arguments[:2]]

    monkeypatch.setattr(reviews, "answer_question", thought)
    game = on("workers", me={"money": 50})
    seat = game.to_act[0]
    better, worse = game.legal(seat)
    loss = Loss(1, seat, 1, notation(worse), notation(better), 2.0)
    reasons = await Tables(database).reviews.reasons(stub_table(game), loss, 100)
    assert [reason.action for reason in reasons] == [better, worse]
