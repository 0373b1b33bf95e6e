"""What the private answer tells once a turn has ended: the position after all that plays by itself, and what played."""

from __future__ import annotations

from random import Random

import pytest

import engines
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game
from storage import people
from storage.database import Database
from tests.bot.parts import labels
from tests.bot.planning import planning
from tests.bot.room import Room
from tests.engines.navegador.positions import position

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]


async def two_players(room: Room, game: Game, key: str = "navegador") -> None:
    await room.open_table(key, order="joining")
    await room.put(game)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_another_players_plan_played_at_once_is_told_with_the_position_after_it(
    room: Room, database: Database, language: str
) -> None:
    await two_players(room, position(seats=2, seat=0))
    first = await room.at(0)
    second = await room.at(1)
    async with database.transaction() as session:
        await people.set_user_locale(session, first.id, language)
    await planning(room.bot.tables, await room.table(), 1, "rondel workers", "workers 1")
    await room.ask(first, "play", move="rondel workers")
    answer = await room.ask(first, "play", move="workers 1")
    table = await room.table()
    texts = texts_in(language)
    assert table.game.to_act == (0,)
    assert texts.say("say.planned", seat=f"**{second.name}**") in answer.content
    assert texts.message("navegador", table.game.prompt(0).message, ()) in answer.content
    assert texts.say("button.nudge") not in labels(answer)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_last_die_that_leaves_no_choice_is_told_with_the_decision_before_it(
    room: Room, database: Database, language: str
) -> None:
    game, seat, action = before_forced_workers()
    await two_players(room, game, "burgundy")
    person = await room.at(seat)
    async with database.transaction() as session:
        await people.set_user_locale(session, person.id, language)
    answer = await room.ask(person, "play", move=" ".join(action))
    after = game.copy()
    happened = [event for event in after.play(seat, action) if event in after.forced]
    (line,) = texts_in(language).events("burgundy", happened, (await room.table()).names)
    assert line in answer.content.split("\n")


async def test_a_plan_that_stopped_is_told_until_its_owner_decides_without_it(room: Room) -> None:
    await two_players(room, position(seats=2, seat=0))
    person = await room.at(0)
    await planning(room.bot.tables, await room.table(), 0, "rondel market9")
    before = await room.open_panel(person)
    assert "📋" in before.content
    after = await room.ask(person, "play", move="rondel workers")
    assert "📋" not in after.content
    kept = await room.ask(person, "plan")
    assert "📋" in kept.content


def before_forced_workers() -> tuple[Game, int, Action]:
    """Return a position of Burgundy in which a decision leaves the last die for nothing but workers, and that decision.

    Nobody is asked before it, since it reveals nothing.
    """
    for seed in range(20):
        game = engines.new("burgundy", seats=2, seed=seed)
        rng = Random(seed)
        while game.to_act:
            before = game.copy()
            seat = game.to_act[0]
            action = game.sample(seat, rng)
            events = game.play(seat, action)
            is_forced = [event.kind for event in game.forced] == ["workers"]
            if is_forced and action[0] == "place" and not any(event.barrier for event in events):
                return before, seat, action
    raise AssertionError("no such position")
