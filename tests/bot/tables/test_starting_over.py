"""A whole turn is taken back at once: asked once, told once, as far as single steps could freely go back."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import Table
from bot.tables.undo_rules import UndoPlan
from engines import Game
from engines.record import notation
from tests.bot.parts import labels, shown
from tests.bot.room import Room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]
OVER = "Start this turn over"
MOST = 400
"""Decisions until somebody has decided several things on end."""


async def plan_of(room: Room, table: Table, seat: int) -> UndoPlan:
    return await room.bot.tables.play.undo_plan(table, table.user_at(seat) or 0)


async def after_several(room: Room, wanted: int) -> tuple[Table, int, dict[int, Game]]:
    """Everybody decides by chance until a seat can take back so many decisions; the table, the seat, the games by
    version."""
    rng = Random(3)
    table = await room.table()
    known = {table.row.version: table.game.copy()}
    for _ in range(MOST):
        seat = table.game.to_act[0]
        table = await room.bot.tables.play.act(table.row.id, table.user_at(seat) or 0, table.game.sample(seat, rng))
        known[table.row.version] = table.game.copy()
        plan = await plan_of(room, table, seat)
        free = 0 if plan.barrier else len(plan.turn) or 1
        if free == wanted and table.game.to_act == (seat,):
            await room.bot.worker.idle()
            return await room.table(), seat, known
    raise AssertionError("nobody decides several things on end")


@pytest.mark.parametrize(
    "key", ["burgundy", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("navegador", "macao"))]
)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_turn_is_started_over_with_one_question_and_one_line(room: Room, key: str) -> None:
    await room.open_table(key)
    table, seat, known = await after_several(room, 3)
    plan = await plan_of(room, table, seat)
    person = await room.at(seat)
    called = len(room.called())
    panel = await room.ask(person, "play")
    assert labels(panel)[labels(panel).index("Undo") + 1] == OVER
    question = shown(await person.click(panel, label=OVER))
    first, *decided = question.content.split("\n")
    assert first == f"Take back these {len(plan.turn)} decisions of your turn?"
    assert len(decided) == len(plan.turn)
    assert labels(question) == [OVER, "Back"]
    assert (await room.table()).row.version == table.row.version, "nothing has happened yet"
    await room.restart()
    answer = shown(await person.click(question, label=OVER))
    assert answer.content.startswith("↩ Taken back.")
    assert OVER not in labels(answer)
    after = await room.table()
    assert after.game == known[plan.whole_turn.version - 1]
    gone = [move.words for move in await room.moves() if move.undone]
    assert gone == [move.words for move in plan.turn]
    name = after.names[seat]
    said = [line for line in room.last.content.split("\n") if line.startswith("↩")]
    assert said == [f"↩ **{name}** takes back {len(plan.turn)} decisions."]
    assert len(room.called()) == called, "nobody is called by what they do themselves"


@pytest.mark.room("anna", "ben", "carla")
async def test_a_single_decision_is_taken_back_by_undo_alone(room: Room) -> None:
    await room.open_table("macao")
    table, seat, _ = await after_several(room, 1)
    person = await room.at(seat)
    assert (await plan_of(room, table, seat)).turn == ()
    panel = await room.ask(person, "play")
    assert "Undo" in labels(panel)
    assert OVER not in labels(panel)
    answer = await room.ask(person, "undo", turn=True)
    assert answer.content.startswith("↩ Taken back.")


@pytest.mark.room("anna", "ben", "carla")
async def test_a_turn_is_started_over_by_command_unless_the_board_moves_on_meanwhile(room: Room) -> None:
    await room.open_table("navegador")
    table, seat, known = await after_several(room, 2)
    person = await room.at(seat)
    plan = await plan_of(room, table, seat)
    question = await room.ask(person, "undo", turn=True)
    assert labels(question) == [OVER, "Back"]
    assert OVER in labels(shown(await person.click(question, label="Back")))
    question = await room.ask(person, "undo", turn=True)
    await room.ask(person, "play", move=notation(table.game.legal(seat)[0]))
    late = shown(await person.click(question, label=OVER))
    assert late.content.startswith("The game has moved on")
    assert not any(move.undone for move in await room.moves())
    plan = await plan_of(room, await room.table(), seat)
    assert plan.barrier or plan.whole_turn.version - 1 in known
