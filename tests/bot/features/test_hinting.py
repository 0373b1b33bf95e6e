"""/hint as people use it, and the switch in the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import pytest

import engines
from bot.tables import Table
from bot.tables.analysis import hint_search
from bot.thinking import pool
from bot.thinking.ideas import Hint
from bot.thinking.order import Question
from bot.thinking.pool import Thinkers, Unanswered, in_processes
from bot.work.fair_queue import Groups
from engines import Game
from engines.players.beam import Beam
from engines.players.skills import SKILLS
from engines.players.strong import Strong
from engines.record import notation
from storage import games
from storage.database import Database
from storage.models import Status
from tests.bot.english import english
from tests.bot.hinted import idea
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, labels, shown_message
from tests.bot.room import Room, open_room
from tests.engines.macao.positions import position as of_macao
from tests.engines.mmn.test_computers_offers import OFFER, wanting
from tests.engines.playing import act

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]


@pytest.mark.parametrize("game", ["navegador", "burgundy"])
async def test_a_hint_names_moves_and_plays_the_one_that_is_pressed(database: Database, game: str) -> None:
    async with open_room(database) as room:
        table = await room.open_table(game)
        person, _ = await room.deciding()
        seat = table.game.to_act[0]
        answer = await room.ask(person, "hint")
        assert answer.flags.ephemeral
        assert answer.content.startswith("💡 The moves the Strong computer player likes best.")
        ideas = (await hint_search.find_hint(table, seat)).ideas
        assert 1 <= len(labels(answer)) == len(ideas) <= 3
        assert (await room.ask(person, "hint")).content == answer.content, "asked again it says the same"
        panel = shown_message(await person.click(answer, label=labels(answer)[-1]))
        if (await room.table()).row.version == table.row.version:  # an action that ends the turn must be confirmed
            await room.confirm(person, panel)
        assert (await room.moves())[-1].words == notation(ideas[-1].action)


async def test_a_hint_names_a_trade_that_fills_the_panel_in(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the secret of a lobby is fixed, since the offer depends on it by chance
    monkeypatch.setattr("bot.tables.lobby_lifecycle.secrets.randbits", lambda bits: 1)
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("mmn", order="joining")
        await room.replace_game(wanting())
        person = await room.person_at(0)
        hint_message = await room.ask(person, "hint")
        offer = (await hint_search.find_hint(await room.table(), 0)).offer
        assert offer is not None
        assert offer[:6] == OFFER
        partner = (await room.table()).names[int(offer[7][4:]) - 1] if offer[6:] else ""
        address = f"to {partner}" if partner else ""
        terms = f", {partner} gives 1 brick" if partner else " for 1 brick, offered to everybody"
        offer_words = f"1 wool for 1 brick {address}".strip()
        assert (
            f"🤝 A trade may be worth trying first: you give 1 wool{terms}. After it you could play: Settlement on"
            in hint_message.content
        )
        assert labels(hint_message)[0] == f"Offer: {offer_words}"
        panel = shown_message(await person.click(hint_message, label=labels(hint_message)[0]))
        assert await room.moves() == [], "nothing is played"
        assert "Offer: 1 wool for" in panel.content
        (select,) = [part for part in controls(panel) if part["type"] == discord.ComponentType.select.value]
        preset_values = [option["value"] for option in select["options"] if option.get("default")]
        assert preset_values == ["1.brick", *([f"to.{offer[7]}"] if offer[6:] else [])]
        await person.click(panel, label=f"Offer: 1 wool for 1 brick {address}".strip())
        assert [move.words for move in await room.moves()] == [notation(offer)]
        open_offer_words = "Others still have to answer your offer."
        assert (await room.ask(person, "hint")).content.startswith(open_offer_words)
        await room.ask(person, "play", move="withdraw")
        second_hint = (await room.ask(person, "hint")).content
        assert second_hint.startswith("💡")
        assert "A trade" not in second_hint, "a turn sees one offer"


async def test_who_has_answered_gets_no_hint_while_others_decide(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("mmn", order="joining")
        game = wanting()
        act(game, " ".join(OFFER), "1: counter 1 brick for 2 wool")
        assert game.to_act == (2, 1, 0)
        await room.replace_game(game)
        refusal = "You have answered, and you can still change that, but now others decide."
        assert (await room.ask(await room.person_at(1), "hint")).content.startswith(refusal)
        assert (await room.ask(await room.person_at(2), "hint")).content.startswith("💡")
        await room.ask(await room.person_at(2), "play", move="decline")
        assert (await room.ask(await room.person_at(0), "hint")).content.startswith("💡"), (
            "the table waits for the answer"
        )


async def test_where_several_seats_decide_the_hint_is_worded_for_the_one_that_asks(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dice(table: Table, seat: int) -> Hint:
        return Hint([idea(("dice", "green", "blue"))])

    monkeypatch.setattr(hint_search, "find_hint", dice)
    game = of_macao(phase="dice", dice="together", me={"activated": ["meister"]}, rolled={"green": 2, "blue": 3})
    game.play(0, ("dice", "red", "gray"))
    assert game.to_act == (0, 1, 2), "the first seat is asked about its Meister, the others choose dice"
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("macao", order="joining")
        await room.replace_game(game)
        content = (await room.ask(await room.person_at(1), "hint")).content
        assert "Take the dice green and blue (2 and 3)" in content


async def test_there_is_none_for_whom_it_is_not_the_turn(database: Database) -> None:
    async with open_room(database) as room:
        person, waiting_person = await room.begin()
        refusal = english("error.not_your_turn", seats=[f"**{person.name}**"])
        assert (await room.ask(waiting_person, "hint")).content == refusal
        assert (await room.ask(room.enter("zoe"), "hint")).content == english("error.not_seated")
        await room.bot.tables.pauses.pause((await room.table()).row.id, room["anna"].id, "anna")
        assert "has paused this table" in (await room.ask(person, "hint")).content


async def test_the_host_switches_hints_off_in_the_lobby(database: Database) -> None:
    async with open_room(database) as room:
        anna = room["anna"]
        ben = room["ben"]
        await anna.slash(room.channel, "game new", game="navegador", seats=2)
        lobby = room.last
        assert "Hints: **on**" in lobby.content
        await ben.click(lobby, label="Join")
        refusal = shown_message(await ben.select(room.last, ["hints=off"], custom_id="pt:q:1"))
        assert refusal.content == english("error.not_host")
        assert (await room.table()).row.hints
        await anna.select(room.last, ["hints=off"], custom_id="pt:q:1")
        assert "Hints: **off**" in room.last.content
        await anna.click(room.last, label="Start")
        person, _ = await room.deciding()
        hints_off = english("error.hints_off")
        assert (await room.ask(person, "hint")).content == hints_off
        assert "/hint" not in (await room.ask(person, "help")).content


async def test_a_rematch_keeps_the_choice(database: Database) -> None:
    async with open_room(database) as room:
        table = await room.open_table()
        async with database.transaction() as session:
            await games.choose(session, table.row.id, hints=False)
            await games.advance(session, table.row.id, table.row.version, status=Status.FINISHED)
        before = await room.bot.tables.table(table.row.id)
        click = {"guild_id": None, "channel_id": 7, "host": (room["anna"].id, "anna"), "click": 12345}
        rematch = await room.bot.tables.lobby.open("navegador", **click, after=before)  # type: ignore[arg-type]
        assert rematch.row.hints is False


Incident = Callable[[Room, Table], Awaitable[None]]


async def somebody_moves(room: Room, table: Table) -> None:
    seat = table.game.to_act[0]
    user = table.user_at(seat)
    assert user is not None
    await room.bot.tables.play.act(
        table.row.id, user, table.game.legal(seat)[0], version=table.row.version, interaction_id=77
    )


async def it_is_paused(room: Room, table: Table) -> None:
    await room.bot.tables.pauses.pause(table.row.id, room["anna"].id, "anna")


async def it_is_deleted(room: Room, table: Table) -> None:
    async with room.database.transaction() as session:
        await session.delete(await session.merge(table.row))


@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [
        (somebody_moves, english("error.moved_on")),
        (it_is_paused, "**anna** has paused this table"),
        (it_is_deleted, english("error.no_table")),
    ],
)
async def test_what_happens_to_the_table_while_it_thinks_is_said(
    database: Database, monkeypatch: pytest.MonkeyPatch, meanwhile: Incident, expected: str
) -> None:
    think = hint_search.find_hint
    async with open_room(database) as room:
        await room.open_table()

        async def find_hint_after_incident(table: Table, seat: int) -> Hint:
            await meanwhile(room, table)
            return await think(table, seat)

        monkeypatch.setattr(hint_search, "find_hint", find_hint_after_incident)
        person, _ = await room.deciding()
        assert expected in (await room.ask(person, "hint")).content


def game_of_common_choice() -> Game:
    """Return a game of Macao in which all choose their dice at once."""
    game = engines.new("macao", 3, 1, dice="together")
    while len(game.to_act) < 3:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    return game


@pytest.mark.parametrize(("answering", "expected"), [(1, "💡"), (0, english("error.moved_on"))])
async def test_a_question_stands_while_others_answer_theirs(
    database: Database, monkeypatch: pytest.MonkeyPatch, answering: int, expected: str
) -> None:
    think = hint_search.find_hint
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("macao", order="joining")
        await room.replace_game(game_of_common_choice())

        async def find_hint_after_answer(table: Table, seat: int) -> Hint:
            monkeypatch.setattr(hint_search, "find_hint", think)
            answering_user = table.user_at(answering)
            dice = table.game.legal(answering)[0]
            assert answering_user is not None
            row = table.row
            await room.bot.tables.play.act(row.id, answering_user, dice, version=row.version, interaction_id=77)
            return await think(table, seat)

        monkeypatch.setattr(hint_search, "find_hint", find_hint_after_answer)
        person = await room.person_at(0)
        before = (await room.table()).row.version
        answer = await room.ask(person, "hint")
        assert expected in answer.content
        if answering:
            panel = shown_message(await person.click(answer, label=labels(answer)[0]))
            await person.click(panel, label=labels(panel)[0])
            assert (await room.table()).row.version == before + 2
            assert [move.seat for move in await room.moves()] == [1, 0]


async def test_nothing_to_hint_at_is_said(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_ideas(table: Table, seat: int) -> Hint:
        await asyncio.sleep(0)
        return Hint([])

    monkeypatch.setattr(hint_search, "find_hint", no_ideas)
    async with open_room(database) as room:
        person, _ = await room.begin()
        assert (await room.ask(person, "hint")).content == english("error.no_hint")


async def test_a_position_that_the_player_cannot_judge_is_reported_and_nothing_else_happens(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: object) -> float:
        raise ZeroDivisionError("no value")

    broken_skill = replace(SKILLS["navegador"], strong=Strong.of_own_turn(Beam(fails)))
    monkeypatch.setitem(SKILLS, "navegador", broken_skill)
    async with open_room(database) as room:
        table = await room.open_table()
        person, _ = await room.deciding()
        assert "/hint" in (await room.ask(person, "help")).content
        answer = await room.ask(person, "hint")
        fault = room.logs.pop()
        assert fault["event"] == "interaction failed"
        assert fault["mark"] in answer.content
        assert (await room.table()).row.version == table.row.version


async def test_a_hint_is_thought_about_once_however_often_it_is_asked_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = pool.ask_twice
    asked_seats = list[int]()

    async def count_question(question: Question, groups: Groups) -> Any:
        assert groups == (room.guild.id, table.user_at(question.seat))
        asked_seats.append(question.seat)
        return await answer(question)

    monkeypatch.setattr(pool, "ask_twice", count_question)
    monkeypatch.setattr(hint_search, "MOST_ANSWERS", 1)
    async with open_room(database) as room:
        table = await room.open_table()
        seat = table.game.to_act[0]
        hints = await asyncio.gather(*[hint_search.find_hint(table, seat) for _ in range(3)])
        assert [await hint_search.find_hint(table, seat), *hints] == [hints[0]] * 4
        assert asked_seats == [seat]
        game = table.game.copy()
        game.play(seat, game.legal(seat)[0])
        await room.replace_game(game)
        assert await hint_search.find_hint(await room.table(), game.to_act[0]) != hints[0], (
            "elsewhere it is another one"
        )
        assert await hint_search.find_hint(table, seat) == hints[0], "forgotten, it is thought about anew"
        assert asked_seats == [seat, game.to_act[0], seat]


async def test_a_hint_that_failed_is_thought_about_again(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = pool.ask_twice

    async def lose_answer(question: Question, groups: Groups) -> Any:
        await asyncio.sleep(0)
        raise Unanswered("ideas")

    async with open_room(database) as room:
        table = await room.open_table()
        seat = table.game.to_act[0]
        monkeypatch.setattr(pool, "ask_twice", lose_answer)
        with pytest.raises(Unanswered):
            await hint_search.find_hint(table, seat)
        monkeypatch.setattr(pool, "ask_twice", answer)
        assert (await hint_search.find_hint(table, seat)).ideas


async def test_a_hint_that_takes_too_long_is_refused_and_no_thread_thinks_about_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_to_think(*arguments: object) -> None:
        raise AssertionError("a thread of the bot thinks")

    monkeypatch.setattr(pool, "carry_out", refuse_to_think)
    async with open_room(database) as room:
        table = await room.open_table()
        person, _ = await room.deciding()
        async with in_processes(Thinkers(1, limit=0)):
            answer = await room.ask(person, "hint")
        assert answer.content.startswith("I could not work this out in time.")
        assert [entry["event"] for entry in room.logs] == ["a thought is lost with its process"] * 2
        assert (await room.table()).row.version == table.row.version


async def test_there_is_no_hint_at_a_game_that_was_ended_by_vote(room: Room) -> None:
    await room.open_table("navegador", order="joining")
    person = await room.person_at(0)
    other_person = await room.person_at(1)
    await room.ask(person, "vote end")
    await other_person.click(room.last, label=english("button.agree"))
    table = await room.table()
    assert not table.is_running
    assert (await room.ask(person, "hint", table=table.row.id)).content == english("error.game_over")
