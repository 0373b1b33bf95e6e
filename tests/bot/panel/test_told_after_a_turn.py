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


async def two_players(here: Room, game: Game, key: str = "navegador") -> None:
    await here.open_table(key, order="joining")
    await here.put(game)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_another_players_plan_played_at_once_is_told_with_the_position_after_it(
    here: Room, database: Database, language: str
) -> None:
    await two_players(here, position(seats=2, seat=0))
    first, second = await here.at(0), await here.at(1)
    async with database.transaction() as session:
        await people.set_user_locale(session, first.id, language)
    await planning(here.bot.tables, await here.table(), 1, "rondel workers", "workers 1")
    await here.ask(first, "play", move="rondel workers")
    told = await here.ask(first, "play", move="workers 1")
    table, texts = await here.table(), texts_in(language)
    assert table.game.to_act == (0,)
    assert texts.say("say.planned", seat=f"**{second.name}**") in told.content
    assert texts.message("navegador", table.game.prompt(0).message, ()) in told.content
    assert texts.say("button.nudge") not in labels(told)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_last_die_that_leaves_no_choice_is_told_with_the_decision_before_it(
    here: Room, database: Database, language: str
) -> None:
    game, seat, action = before_forced_workers()
    await two_players(here, game, "burgundy")
    person = await here.at(seat)
    async with database.transaction() as session:
        await people.set_user_locale(session, person.id, language)
    told = await here.ask(person, "play", move=" ".join(action))
    after = game.copy()
    happened = [event for event in after.play(seat, action) if event in after.forced]
    (line,) = texts_in(language).events("burgundy", happened, (await here.table()).names)
    assert line in told.content.split("\n")


async def test_a_plan_that_stopped_is_told_until_its_owner_decides_without_it(here: Room) -> None:
    await two_players(here, position(seats=2, seat=0))
    person = await here.at(0)
    await planning(here.bot.tables, await here.table(), 0, "rondel market9")
    before = await here.open_panel(person)
    assert "📋" in before.content
    after = await here.ask(person, "play", move="rondel workers")
    assert "📋" not in after.content
    kept = await here.ask(person, "plan")
    assert "📋" in kept.content


def before_forced_workers() -> tuple[Game, int, Action]:
    """Return a position of Burgundy in which a decision leaves the last die for nothing but workers, and that decision.

    Nobody is asked before it, since it reveals nothing.
    """
    for seed in range(20):
        game, rng = engines.new("burgundy", seats=2, seed=seed), Random(seed)
        while game.to_act:
            before, seat = game.copy(), game.to_act[0]
            action = game.sample(seat, rng)
            events = game.play(seat, action)
            is_forced = [event.kind for event in game.forced] == ["workers"]
            if is_forced and action[0] == "place" and not any(event.barrier for event in events):
                return before, seat, action
    raise AssertionError("no such position")
