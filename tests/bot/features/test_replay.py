"""/replay: earlier boards of a table, as each person knew it then."""

from __future__ import annotations

from random import Random
from unittest.mock import AsyncMock

import discord
import pytest
from simcord.actors import MemberActor

import engines
from bot.tables import event_log
from bot.tables.analysis.replays import event_stride, seat_stride
from bot.wording import texts_in
from engines.players import PLAYERS
from engines.record import notation
from engines.scenes import MOVE, ROUND, TURN
from storage.database import Database
from storage.models import MoveKind, MoveRow
from tests.bot.english import english
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown_message
from tests.bot.replaying import board_numbers, choose_stride, head, press, room_with_game
from tests.bot.room import Room

pytestmark = [sqlite, pytest.mark.usefixtures("plain_pictures")]


def enabled_steps(message: discord.Message) -> str:
    """Return the signs of the steps that lead anywhere."""
    items = [item for item in controls(message) if item["custom_id"].startswith("pt:replay:")]
    return "".join(item["label"] for item in items if not item.get("disabled"))


def events_of(move: MoveRow) -> list[engines.Event]:
    return event_log.move_events([move])


async def go_to_number(
    person: MemberActor, message: discord.Message, number: int, button: str = "go_to"
) -> discord.Message:
    """Type a number into the form and return the scene that it leads to."""
    form = await person.click(message, label=english(f"button.{button}"))
    return shown_message(await person.submit_modal(form, {"typed": str(number)}))


def keeps_the_turn(game: engines.Game, seat: int, action: engines.Action) -> bool:
    """Play an action and return whether the same seat decides next."""
    game.play(seat, action)
    return game.to_act == (seat,)


async def test_steps_lead_through_the_turns_and_tell_what_happened(
    database: Database, drawn_boards: list[tuple[int | None, int, list[str]]]
) -> None:
    async with room_with_game(database) as (room, _):
        anna = room["anna"]
        answer = await room.ask(anna, "replay")
        assert answer.flags.ephemeral
        assert board_numbers(answer) == (7, 7)
        assert enabled_steps(answer) == "⏮◀"
        assert "turn 6" in head(answer)
        before = await press(anna, answer, "◀")
        assert (board_numbers(before), enabled_steps(before)) == ((6, 7), "⏮◀▶⏭")
        entries = [move for move in await room.moves() if move.turn == 5]
        table = await room.table()
        expected = [
            line for entry in entries for line in texts_in("en").events("navegador", events_of(entry), table.names)
        ]
        assert before.content.split("\n")[1:] == expected
        first = await press(anna, before, "⏮")
        assert (board_numbers(first), enabled_steps(first)) == ((1, 7), "▶⏭")
        assert english("replay.beginning") in head(first)
        last_scene = await press(anna, await press(anna, first, "▶"), "⏭")
        assert last_scene.content == answer.content
        turns = [turn for _, turn, _ in drawn_boards]
        assert turns == [7, 6, 1, 2, 7], "the position after the turn"
        assert {seat for seat, _, _ in drawn_boards} == {0}
        assert drawn_boards[1][2] == [event.kind for move_row in entries for event in events_of(move_row)]


async def test_steps_by_move_round_player_and_kind_of_event(database: Database) -> None:
    async with room_with_game(database, 8) as (room, _):
        anna = room["anna"]
        entries = [move for move in await room.moves() if move.kind == MoveKind.MOVE]
        scene = await choose_stride(anna, await room.ask(anna, "replay"), MOVE)
        assert board_numbers(scene) == (len(entries) + 1,) * 2
        scene = await choose_stride(anna, scene, "round")
        assert board_numbers(scene) == (5, 5)
        scene = await choose_stride(anna, scene, seat_stride(1))
        assert board_numbers(scene) == (4, 4)
        assert "**ben**" in scene.content
        scene = await press(anna, scene, "◀")
        assert board_numbers(scene) == (3, 4)
        third_turn = [entry.turn for entry in entries if entry.seat == 1 and entry.words.startswith("rondel")][2]
        assert board_numbers(await choose_stride(anna, scene, TURN)) == (third_turn + 1, 9)
        rounds = await choose_stride(anna, scene, ROUND)
        assert board_numbers(rounds) == ((third_turn + 1) // 2 + 1, 5), "where one is, although that round goes on"


async def test_of_kinds_of_events_only_those_are_offered_that_have_happened(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_with_game(database, 8) as (room, _):
        anna = room["anna"]
        scene = await room.ask(room["anna"], "replay")
        kinds = {event.kind for move in await room.moves() for event in events_of(move)}
        (select,) = (item for item in controls(scene) if item["type"] == 3)
        strides = {option["value"] for option in select["options"]}
        milestones = (await room.table()).kind.presentation.milestones
        assert strides & set(map(event_stride, milestones)) == {
            event_stride(kind) for kind in milestones if kind in kinds
        }
        monkeypatch.setattr(room.bot.tables.replays, "milestone_kinds", AsyncMock(return_value={"phase"}))
        scene = await press(anna, scene, "◀")
        no_scene = await choose_stride(anna, scene, event_stride("phase"))
        assert no_scene.content == english("replay.nothing"), "it was taken back since"
        assert board_numbers(await choose_stride(anna, no_scene, TURN))[1] == 9, "there is a way back"


@pytest.mark.room("anna", "ben", "carla")
async def test_a_decision_of_which_nothing_is_seen_yet_is_told_without_what_it_was(room: Room) -> None:
    table = await room.open_table("burgundy", order="joining")
    game = table.game.copy()
    decisions = list[tuple[int, engines.Action]]()
    events = list[engines.Event]()
    while not decisions or decisions[-1][1][0] != "end" or events:  # the last end of a round begins the next one
        seat = game.to_act[0]
        ends = [action for action in game.legal(seat) if action[0] == "end"]
        decisions.append((seat, ends[0] if ends else PLAYERS["greedy"](game, seat, Random(1))))
        events = game.play(*decisions[-1])
    await room.skip(table, decisions)
    seat_of_end = decisions[-1][0]
    name = (await room.table()).names[seat_of_end]
    for person in ("anna", "ben", "carla"):
        lines = (await choose_stride(room[person], await room.ask(room[person], "replay"), MOVE)).content.split("\n")[
            1:
        ]
        is_own = room[person].id == table.user_at(seat_of_end)
        action = texts_in("en").at(game).action("burgundy", ("end",), table.names)
        expected = f"**{name}**: {action}" if is_own else english("replay.quiet", player=f"**{name}**")
        assert lines == [expected]


async def test_a_kind_of_event_leads_to_each_of_them(room: Room) -> None:
    table = await room.open_table("burgundy", order="joining")
    game = table.game.copy()
    decisions = list[tuple[int, engines.Action]]()
    rng = Random(3)
    while len(decisions) < 40:
        seat = game.to_act[0]
        places = [action for action in game.legal(seat) if action[0] == "place"]
        decisions.append((seat, rng.choice(places or game.legal(seat))))
        game.play(*decisions[-1])
    await room.skip(table, decisions)
    expected = [move for move in await room.moves() if any(event["kind"] == "placed" for event in move.events)]
    assert len(expected) > 2
    scene = await choose_stride(room["anna"], await room.ask(room["anna"], "replay"), event_stride("placed"))
    assert board_numbers(scene)[1] == len(expected)
    first = await press(room["anna"], scene, "⏮")
    assert "places" in first.content


async def test_to_a_turn_by_number_as_an_option_and_in_a_form(database: Database) -> None:
    async with room_with_game(database) as (room, _):
        anna = room["anna"]
        answer = await room.ask(anna, "replay", turn=3)
        assert (board_numbers(answer), "turn 3" in head(answer)) == ((4, 7), True)
        assert board_numbers(await room.ask(anna, "replay", turn=99)) == (7, 7)
        form = await anna.click(answer, label=english("button.go_to"))
        assert form.modal is not None
        scene = shown_message(await anna.submit_modal(form, {"typed": "5"}))
        assert board_numbers(scene) == (6, 7)
        form = await anna.click(scene, label=english("button.go_to"))
        refusal = shown_message(await anna.submit_modal(form, {"typed": "soon"}))
        assert refusal.content == english("error.no_turn", typed="soon")


async def test_whatever_the_steps_are_a_number_leads_to_its_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room_with_game(database) as (room, _):
        anna = room["anna"]
        scene = await room.ask(room["anna"], "replay")
        stride = seat_stride(
            next(entry.seat for entry in await room.moves() if entry.turn == 2 and entry.seat is not None)
        )
        scene = await go_to_number(anna, await choose_stride(anna, scene, stride), 2)
        assert "turn 2 · board 1 of 3" in head(scene), "of that player"
        scene = await go_to_number(anna, scene, 3)
        assert "turn 3 · board 4 of 7" in head(scene), "of the other one"
        monkeypatch.setattr(room.bot.tables.replays, "milestone_kinds", AsyncMock(return_value={"phase"}))
        no_scene = await choose_stride(anna, await room.ask(anna, "replay"), event_stride("phase"))
        assert no_scene.content == english("replay.nothing")
        assert "turn 3 · board 4 of 7" in head(await go_to_number(anna, no_scene, 3))


async def test_a_round_by_number_is_that_round(room: Room) -> None:
    table = await room.open_table("macao", order="joining")
    rng = Random(1)
    game = table.game.copy()
    decisions = decide_while(game, lambda _: game.state.turn < 3, lambda seat: PLAYERS["greedy"](game, seat, rng))
    await room.skip(table, decisions)
    rounds = await choose_stride(room["anna"], await room.ask(room["anna"], "replay"), ROUND)
    assert "round 2 of 12" in head(await go_to_number(room["anna"], rounds, 2, "go_to_round"))
    first = await press(room["anna"], rounds, "⏮")
    assert english("replay.beginning") in head(first)
    setup_heading = head(await press(room["anna"], first, "▶"))
    assert texts_in("en").turn_name("macao", 0) in setup_heading, "in which everybody has decided something"
    assert english("replay.beginning") not in setup_heading


async def test_a_move_taken_back_meanwhile_does_not_break_the_replay(database: Database) -> None:
    async with room_with_game(database, 3) as (room, _):
        (mover, _) = await room.deciding()
        table = await room.table()
        seat = table.game.to_act[0]
        first_step = next(
            action for action in table.game.legal(seat) if keeps_the_turn(table.game.copy(), seat, action)
        )
        await room.ask(mover, "play", move=notation(first_step))
        scene = await choose_stride(mover, await room.ask(mover, "replay"), MOVE)
        place, count = board_numbers(scene)
        assert place == count
        await room.ask(mover, "undo")
        for label in ("◀", "▶", "⏭", "⏮"):
            next_scene = await press(mover, scene, label) if label in enabled_steps(scene) else scene
            assert board_numbers(next_scene)[1] == count - 1
            assert board_numbers(next_scene)[0] <= count - 1
            scene = next_scene
        table = await room.table()
        assert (await room.bot.tables.replays.load_history(table)).decisions[-1].version < table.row.version
