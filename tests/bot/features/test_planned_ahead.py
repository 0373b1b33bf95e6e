"""/plan reads a text as /play does, keeps nothing that can never be played, and tells its owner alone."""

from __future__ import annotations

import discord
import msgspec
import pytest
from simcord.actors import MemberActor

from tests.bot.english import english
from tests.bot.parts import labels, shown_message
from tests.bot.room import Room
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.positions import position

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]

SHIP_IN_RIO = {"fleet": {"rio": 1, "portugal": 1}, "money": 900, "workers": 5, "stone": 2}


async def put_ship_in_rio(room: Room) -> MemberActor:
    """Put a ship of the player who is not to decide in Rio, and return that player."""
    await room.open_table("navegador", order="joining")
    await room.replace_game(
        position(seats=2, seat=0, others={1: SHIP_IN_RIO}, discovered=["rio", "bahia"], tokens={"rio": [40]})
    )
    return await room.person_at(1)


def plan_lines(panel: discord.Message) -> list[str]:
    """Return the numbered lines of a plan."""
    return [line for line in panel.content.split("\n") if line[:1].isdigit() and ". " in line[:4]]


async def play_short_turn(room: Room) -> None:
    """Let the player whose turn it is have a short turn."""
    mover = await room.person_at(0)
    for move in ("rondel workers", "workers 1"):
        answer = await room.ask(mover, "play", move=move)
        assert answer.content.startswith("✓"), answer.content


@pytest.mark.parametrize("typed", ["colony rio 40", "found a colony in rio for 40"])
async def test_the_step_that_a_move_needs_is_planned_with_it(room: Room, typed: str) -> None:
    planner = await put_ship_in_rio(room)
    panel = await room.ask(planner, "plan", move=typed)
    first, second = plan_lines(panel)
    assert "Colony" in first
    assert "Rio de Janeiro" in second


async def test_what_was_planned_with_its_step_is_played_when_the_turn_comes(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    await room.ask(planner, "plan", move="colony rio 40")
    await play_short_turn(room)
    words = [move.words for move in await room.moves() if move.by_user_id == planner.id]
    assert words[:2] == ["rondel colony", "colony rio"]


async def test_a_step_that_costs_ships_is_planned_with_what_follows(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    panel = await room.ask(planner, "plan", move="builder, a sugar factory")
    first, second = plan_lines(panel)
    assert "Builder" in first
    assert "ugar" in second


async def test_a_move_of_which_a_word_is_missing_is_not_kept(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    answer = await room.ask(planner, "plan", move="market, then sell sugar")
    assert plan_lines(answer) == []
    assert not [line for line in room.logs if line["log_level"] == "error"]
    assert plan_lines(await room.ask(planner, "plan")) == []


async def test_a_plan_of_an_earlier_version_that_lacks_a_word_is_shown(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    await room.ask(planner, "plan", move="rondel market1")
    table = await room.table()
    revision, notes = await room.bot.tables.plans.load_notes(table.row.id, planner.id)
    assert notes.plan is not None
    plan = msgspec.structs.replace(notes.plan, decisions=[*notes.plan.decisions, ["sell sugar"]])
    await room.bot.tables.plans.store_notes(table, planner.id, revision, notes.with_plan(plan))
    assert plan_lines(await room.ask(planner, "plan"))[1] == "2. Sell sugar"


async def test_what_can_never_be_played_is_told_at_once_and_not_kept(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    answer = await room.ask(planner, "plan", move="colony nagasaki 40")
    assert plan_lines(answer) == []
    assert plan_lines(await room.ask(planner, "plan")) == []


async def test_a_move_that_depends_on_dice_is_not_kept_and_says_so(room: Room) -> None:
    await room.open_table("burgundy", order="joining")
    await room.replace_game(burgundy.position(seats=2, seat=0))
    planner = await room.person_at(1)
    answer = await room.ask(planner, "plan", move="take the ship from depot 4")
    assert "depends on dice" in answer.content
    assert plan_lines(await room.ask(planner, "plan")) == []


@pytest.mark.parametrize("typed", ["ships and buy 1 ship", "ships, buy one"])
async def test_what_follows_from_a_move_is_planned_with_it(room: Room, typed: str) -> None:
    planner = await put_ship_in_rio(room)
    first, second = plan_lines(await room.ask(planner, "plan", move=typed))
    assert "Ships" in first
    assert "1 ship" in second


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "rondel ships, then 1 ship"),
        ("en", "go to ships then ships 1"),
        ("de", "Schiffe, dann 1 Schiff"),
        ("nl", "rondel ships, daarna ships 1"),
    ],
)
async def test_moves_one_after_the_other_are_planned_in_that_order(room: Room, language: str, typed: str) -> None:
    planner = await put_ship_in_rio(room)
    await room.ask(planner, "language", language=language)
    panel = await room.ask(planner, "plan", move=typed)
    assert len(plan_lines(panel)) == 2, panel.content
    await play_short_turn(room)
    words = [move.words for move in await room.moves() if move.by_user_id == planner.id]
    assert words == ["rondel ships", "ships 1"]


async def test_a_plan_that_stops_tells_its_owner_alone(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    await room.ask(planner, "plan", move="colony rio 40")
    position_without_ship = position(seats=2, seat=0, others={1: {**SHIP_IN_RIO, "fleet": {"portugal": 2}, "stone": 4}})
    await room.replace_game(position_without_ship)
    await play_short_turn(room)
    assert not any("plan" in message.content for message in room.history())
    assert room.pinged_users()[-1] == []
    assert "It has stopped" in (await room.open_panel(planner)).content


@pytest.mark.room("anna", "ben", "carla")
async def test_a_plan_that_is_changed_while_its_owner_is_only_asked_goes_on(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    await room.replace_game(mmn.position(me={"hand": "1 wool"}, others={1: {"hand": "1 ore"}}))
    trader = await room.person_at(0)
    planner = await room.person_at(1)
    await room.ask(planner, "plan", move="roll")
    await room.decide(trader, "offer", "1", "wool", "for", "1", "ore", "to", "seat2")
    assert 1 in (await room.table()).game.to_act
    panel = shown_message(await planner.click(await room.ask(planner, "plan"), label=english("button.plan_strict")))
    assert english("button.plan_wait") in labels(panel)


async def test_out_of_turn_what_was_typed_can_be_planned_with_one_tap(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    answer = await room.ask(planner, "play", move="rondel ships, then ships 1")
    assert "It is not your turn" in answer.content
    assert labels(answer) == ["Plan this"]
    panel = shown_message(await planner.click(answer, label="Plan this"))
    assert len(plan_lines(panel)) == 2
    await play_short_turn(room)
    words = [move.words for move in await room.moves() if move.by_user_id == planner.id]
    assert words == ["rondel ships", "ships 1"]


async def test_a_plan_that_is_made_when_the_turn_has_come_is_played(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    answer = await room.ask(planner, "play", move="rondel ships, then ships 1")
    await play_short_turn(room)
    await planner.click(answer, label="Plan this")
    words = [move.words for move in await room.moves() if move.by_user_id == planner.id]
    assert words == ["rondel ships", "ships 1"]


async def test_a_text_too_long_for_a_button_is_only_answered(room: Room) -> None:
    planner = await put_ship_in_rio(room)
    answer = await room.ask(planner, "play", move="rondel ships " * 6)
    assert "It is not your turn" in answer.content
    assert labels(answer) == []
