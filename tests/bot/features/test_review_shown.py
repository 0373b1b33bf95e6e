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
from bot.work.fair_queue import Groups
from engines.record import notation
from storage import games, moves, named_values, seats
from storage.database import Database
from storage.models import MoveKind, MoveRow, Status
from tests.bot.english import english
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels, shape_buttons, shown_message
from tests.bot.room import Room, open_room
from tests.bot.stubs import stub_table
from tests.engines.navegador.moves import on

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]


@pytest.fixture
def drawn_seats(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Record the seats as which the boards are drawn."""
    seats_drawn = list[int | None]()

    async def record_board(
        table: Any, words: Any, shape: Any, events: Any, seat: int | None, **options: Any
    ) -> Attachment:
        seats_drawn.append(seat)
        return await board_picture(table, words, shape, events, seat, **options)

    monkeypatch.setattr("bot.features.review.board_picture", record_board)
    return seats_drawn


@asynccontextmanager
async def open_reviewed_game(database: Database) -> AsyncIterator[tuple[Room, int]]:
    """Open a room with a game of Anna and Ben that is over, each decision a loss, and with Zoe, who did not play."""
    async with open_room(database) as room:
        game_id = (await room.open_table(order="joining")).row.id
        while len({entry.turn for entry in await room.moves() if entry.seat == 1}) < 2:
            await room.play_turn(Random(1))
        room.people["zoe"] = room.enter("zoe")
        all_moves = [Loss(move.version, move.seat, move.turn, move.words, "pass", 3.0) for move in await room.moves()]
        async with database.transaction() as session:
            version = (await room.table()).row.version
            assert await games.advance(session, game_id, version, status=Status.FINISHED)
            losses = sorted(all_moves, key=lambda loss: loss.seat)
            await named_values.remember(session, review_key(game_id), msgspec.json.encode(losses).decode())
        yield room, game_id


async def second_seats_moves(room: Room) -> list[MoveRow]:
    """Return the decisions of the second seat."""
    return [entry for entry in await room.moves() if entry.seat == 1 and entry.kind == MoveKind.MOVE]


async def make_zoe_substitute(room: Room, game_id: int, version: int) -> None:
    """Store that Zoe was a substitute at the second seat and made this decision."""
    zoe = room["zoe"].id
    async with room.database.transaction() as session:
        authorship = update(MoveRow).where(col(MoveRow.version) == version, col(MoveRow.game_id) == game_id)
        await session.exec(authorship.values(by_user_id=zoe))
        row = await games.get(session, game_id)
        assert row is not None
        entry = MoveRow(game_id=game_id, version=row.version + 1, kind=MoveKind.SUBSTITUTE, seat=1, words="zoe")
        entry.by_user_id = zoe
        await moves.record(session, entry)


async def all_losses(room: Room, name: str) -> list[str]:
    """Return the losses that somebody reads who does not want to guess, without the first line."""
    question = await room.ask(room[name], "review")
    return shown_message(await room[name].click(question, label=english("button.review.all"))).content.split("\n")[1:]


@pytest.mark.parametrize(
    ("change", "name"), [({"stand_in": "normal"}, "**ben**"), ({"resigned": True}, "**Computer 2**")]
)
async def test_who_was_replaced_looks_at_the_own_losses_first(
    database: Database, drawn_seats: list[int | None], change: Any, name: str
) -> None:
    async with open_reviewed_game(database) as (room, game_id):
        before = await all_losses(room, "ben")
        assert before[0] == "**ben**"
        async with database.transaction() as session:
            await seats.change(session, game_id, 1, **change)
        assert await all_losses(room, "ben") == [name, *before[1:]]
        assert drawn_seats == [1] * 4, "the board is drawn as the own seat saw it"


async def test_an_owner_and_a_substitute_look_each_at_what_they_decided(
    database: Database, drawn_seats: list[int | None]
) -> None:
    async with open_reviewed_game(database) as (room, game_id):
        await make_zoe_substitute(room, game_id, (await second_seats_moves(room))[-1].version)
        async with database.transaction() as session:
            zoe = room["zoe"].id
            ben = room["ben"].id
            await seats.change(session, game_id, 1, user_id=zoe, owner_id=ben, substitute="zoe")
        name, first_line, *_, last_line = await all_losses(room, "ben")
        assert name == "**zoe**"
        assert (first_line[0], last_line[0]) == ("▶", "·")
        assert " (**ben** decided): " in first_line
        assert "decided" not in last_line
        assert (await all_losses(room, "zoe"))[-1] == f"▶{last_line[1:]}"
        assert drawn_seats == [1] * 4


async def test_who_was_a_substitute_for_a_while_looks_at_that_seat(
    database: Database, drawn_seats: list[int | None]
) -> None:
    async with open_reviewed_game(database) as (room, game_id):
        await make_zoe_substitute(room, game_id, (await second_seats_moves(room))[-1].version)
        name, first_line, *_, last_line = await all_losses(room, "zoe")
        assert (name, drawn_seats) == ("**ben**", [1, 1])
        assert (first_line[0], last_line[0]) == ("·", "▶")
        assert "decided" not in first_line
        assert " (**zoe** decided): " in last_line
        assert (await all_losses(room, "anna"))[0] == "**anna**"


async def test_before_the_end_nobody_looks_back(room: Room) -> None:
    await room.open_table()
    refusal = english("error.no_review_yet")
    assert (await room.ask(room["anna"], "review")).content == refusal


async def test_a_game_without_losses_and_a_board_that_cannot_be_drawn(
    room: Room, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (await room.open_table()).row
    await room.ask((await room.deciding())[0], "play", move="rondel ships")
    async with database.transaction() as session:
        await games.advance(session, row.id, row.version + 1, status=Status.FINISHED)
        await named_values.remember(session, f"review:{row.id}", "[]")
    no_losses = english("review.nothing")
    assert (await room.ask(room["anna"], "review")).content == no_losses
    first = (await room.moves())[0]
    assert first.seat is not None
    loss = msgspec.json.encode(Loss(first.version, first.seat, 1, first.words, "pass", 3.0)).decode()
    async with database.transaction() as session:
        await named_values.remember(session, f"review:{row.id}", f"[{loss}]")

    async def fails(*arguments: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr(illustrating, "draw", fails)
    answer = await room.ask(room["anna"], "review")
    assert english("review.asked") in answer.content
    assert answer.attachments == []
    assert shape_buttons(answer) == []
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"
    answer = shown_message(await room["anna"].click(answer, label=english("button.review.all")))
    assert "(about 3.0 points more)" in answer.content
    assert room.logs.pop()["event"] == "a picture could not be drawn; the words are shown"


async def test_it_is_asked_before_it_is_told(database: Database) -> None:
    """The question names three moves in the same order every time; the answer says what the move was, and the loss."""
    async with open_reviewed_game(database) as (room, _):
        ben = room["ben"]
        question = await room.ask(ben, "review")
        assert english("review.asked") in question.content
        assert "better" not in question.content.split("\n", 1)[1].replace(english("review.asked"), "")
        *moves_offered, tell_button = [
            label for label in labels(question) if label not in "◀▶" and "picture" not in label
        ]
        assert (len(moves_offered), len(set(moves_offered)), tell_button) == (3, 3, english("button.review.all"))
        assert labels(await room.ask(ben, "review")) == labels(question)
        rows = [
            [item.label for item in row.children if isinstance(item, discord.Button)]
            for row in question.components
            if isinstance(row, discord.ActionRow)
        ]
        assert rows[0] == [*moves_offered, tell_button], "the answers stand alone"
        assert rows[1][:-1] in (["◀"], ["▶"], ["◀", "▶"])
        verdicts = list[str]()
        for label in moves_offered:
            answer = shown_message(await ben.click(await room.ask(ben, "review"), label=label))
            loss, verdict = answer.content.split("\n")[-2:]
            assert loss.startswith("▶ ")
            assert "(about 3.0 points more)" in loss
            assert label in verdict
            verdicts.append(verdict)
        counts = {
            verdict: sum(verdict in given_verdict for given_verdict in verdicts)
            for verdict in ("✅", "which was played", "was not played")
        }
        assert counts == {"✅": 1, "which was played": 1, "was not played": 1}


async def test_another_loss_is_asked_about_as_well(database: Database) -> None:
    async with open_reviewed_game(database) as (room, _):
        ben = room["ben"]
        question = await room.ask(ben, "review")
        told_answer = shown_message(await ben.click(question, label=english("button.review.all")))
        content = told_answer.content
        tall = next(id for id, _ in shape_buttons(told_answer))
        told_answer = shown_message(await ben.click(told_answer, custom_id=tall))
        assert told_answer.content == content, "what was told stays told"
        question = await room.ask(ben, "review")
        answer = shown_message(await ben.click(question, label=labels(question)[0]))
        following = shown_message(await ben.click(answer, label="▶" if "▶" in labels(answer) else "◀"))
        assert english("review.asked") in following.content


async def test_two_moves_are_compared_where_no_others_were_legal(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer_question(question: Question, groups: Groups) -> list[Idea]:
        return [Idea(action) for action in question.arguments[:2]]

    monkeypatch.setattr(reviews, "answer_question", answer_question)
    game = on("workers", me={"money": 50})
    seat = game.to_act[0]
    better, worse = game.legal(seat)
    loss = Loss(1, seat, 1, notation(worse), notation(better), 2.0)
    reasons = await Tables(database).reviews.reasons(stub_table(game), loss, 100)
    assert [reason.action for reason in reasons] == [better, worse]


@pytest.mark.usefixtures("drawn_seats")
async def test_nobody_is_asked_about_losses_that_have_just_been_listed(database: Database) -> None:
    async with open_reviewed_game(database) as (room, _):
        anna = room["anna"]
        question = await room.ask(anna, "review")
        told = shown_message(await anna.click(question, label=english("button.review.all")))
        own_next = shown_message(await anna.click(told, label="▶"))
        assert sorted(own_next.content.split("\n")[1:]) != sorted(told.content.split("\n")[1:]), "another one is marked"
        asked = english("review.asked")
        assert asked not in own_next.content
        page = own_next
        while "**anna**" in page.content:
            page = shown_message(await anna.click(page, label="▶"))
        assert asked in page.content, "the losses of others were not listed"
