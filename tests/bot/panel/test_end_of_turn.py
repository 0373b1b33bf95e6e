"""Before a turn ends for good, its last decision is asked once more; a person may do without."""

from __future__ import annotations

from random import Random

import discord
import pytest
from simcord.actors import MemberActor

import engines
from bot.panel.layout import confirm_panel
from bot.tables.undo_rules import irreversible_event
from bot.wording import LANGUAGES, texts_in
from engines import Action, Game
from engines.messages import OVER
from storage import people
from storage.database import Database
from tests.bot.filling import fill
from tests.bot.parts import labels, shown
from tests.bot.room import Room
from tests.bot.stubs import stub_table
from tests.engines.macao.positions import position

pytestmark = pytest.mark.usefixtures("plain_pictures")

SEED = 5
on_sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
TURNED_UP = {
    "burgundy": {
        "en": (
            "Then the next round begins: all dice are rolled. "
            "After that, you can take it back only if everybody agrees."
        ),
        "de": (
            "Dann beginnt die nächste Runde: Alle würfeln. Danach lässt es sich nur zurücknehmen, wenn alle zustimmen."
        ),
        "nl": (
            "Dan begint de volgende ronde: iedereen gooit. Daarna kun je het alleen terugnemen als iedereen instemt."
        ),
    },
    "macao": {
        "en": "Then the dice are rolled. After that, you can take it back only if everybody agrees.",
        "de": "Dann wird gewürfelt. Danach lässt es sich nur zurücknehmen, wenn alle zustimmen.",
        "nl": "Dan wordt er gegooid. Daarna kun je het alleen terugnemen als iedereen instemt.",
    },
}

Decided = tuple[Game, int, Action]


def decisions(key: str) -> tuple[list[Decided], list[Decided]]:
    """Those of a random game after which the game is over or turns something up by itself, and all others."""
    game = engines.new(key, seats=2, seed=SEED)
    rng = Random(SEED)
    last = list[Decided]()
    others = list[Decided]()
    while game.to_act:
        before = game.copy()
        seat = game.to_act[0]
        action = game.sample(seat, rng)
        events = game.play(seat, action)
        ends = game.state.over or any(
            event.barrier and event.kind in game.presentation.revealing_events for event in events
        )
        (last if ends else others).append((before, seat, action))
    return last, others


@pytest.mark.parametrize(
    ("key", "found"),
    [("burgundy", {"phase", "rolled", OVER}), ("macao", {"revealed", "rolled", OVER}), ("navegador", {OVER})],
)
def test_the_last_decisions_and_no_others_are_known_as_such(key: str, found: set[str]) -> None:
    last, others = decisions(key)
    assert {irreversible_event(stub_table(game, people=2), seat, action) for game, seat, action in last} == found
    for game, seat, action in others:
        after = game.copy()
        after.play(seat, action)
        assert irreversible_event(stub_table(game, people=2), seat, action) is None


def test_what_computers_do_at_once_counts_and_nothing_is_played() -> None:
    game = engines.new("burgundy", seats=2, seed=SEED)
    rng = Random(SEED)
    while not game.state.turn or game.to_act[0] != game.state.order[0]:
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    while True:  # until the first player's next decision ends the turn
        seat = game.to_act[0]
        before = game.copy()
        action = game.sample(seat, rng)
        game.play(seat, action)
        if game.to_act[0] != seat:
            break
    kept = before.copy()
    alone = stub_table(before, people=1, computers=1)
    together = stub_table(before, people=2)
    if seat == 1:
        alone.seats[0].user_id = None
        alone.seats[0].computer = "greedy"
        alone.seats[1].user_id = 101
        alone.seats[1].computer = None
    assert (irreversible_event(alone, seat, action), irreversible_event(together, seat, action)) == ("rolled", None)
    assert before == kept


async def at_the_end(room: Room, key: str) -> tuple[MemberActor, Action]:
    """Who may now play the last decision of a turn that is no longer the first one, and that decision."""
    room.questions = True
    await room.open_table(key)
    game, seat, action = next(
        each
        for each in decisions(key)[0][2:]
        if irreversible_event(stub_table(each[0], people=2), *each[1:]) == "rolled"
    )
    await room.put(game)
    return await room.at(seat), action


async def typed(room: Room, person: MemberActor, action: Action) -> discord.Message:
    return await room.ask(person, "play", move=" ".join(action))


@on_sqlite
@pytest.mark.parametrize("key", TURNED_UP)
async def test_a_decision_that_turns_something_up_is_asked_once_more_by_its_name(room: Room, key: str) -> None:
    person, action = await at_the_end(room, key)
    asked = await typed(room, person, action)
    question, consequence = asked.content.split("\n")
    assert consequence == TURNED_UP[key]["en"]
    yes, back = labels(asked)
    assert question.startswith(f"**{yes}")
    assert question.endswith("?**")
    shown_again = shown(await person.click(asked, label=back))
    assert "?**" not in shown_again.content
    assert await room.moves() == []
    asked = await typed(room, person, action)
    played = shown(await person.click(asked, label=yes))
    assert played.content.startswith("✓")
    assert [move.words for move in await room.moves()] == [" ".join(action)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TURNED_UP)
async def test_the_question_says_what_is_turned_up_in_each_language(key: str, language: str) -> None:
    game, seat, action = decisions(key)[0][-2]
    panel = confirm_panel(stub_table(game, people=2, key=key), seat, texts_in(language), action, "rolled")
    assert panel.content.split("\n")[1] == TURNED_UP[key][language]


async def test_the_last_card_of_a_draft_is_taken_and_no_turn_is_ended() -> None:
    game, seat, action = next(each for each in decisions("macao")[0] if each[2][0] == "take")
    panel = confirm_panel(stub_table(game, people=2, key="macao"), seat, texts_in("en"), action, "rolled")
    assert panel.content.startswith("**Take ")
    assert panel.view.to_components()[0]["components"][0]["label"].startswith("Take ")
    assert "turn" not in panel.content


@on_sqlite
async def test_who_has_switched_the_question_off_is_not_asked(room: Room, database: Database) -> None:
    person, action = await at_the_end(room, "macao")
    panel = await room.ask(person, "me settings")
    await fill(person, await person.click(panel, label="Change …"), more=["learn"])
    async with database.reading() as session:
        assert (await people.settings(session, person.id))["ask_end"] is False
    assert (await typed(room, person, action)).content.startswith("✓")
    assert len(await room.moves()) == 1


@on_sqlite
async def test_what_can_freely_be_taken_back_is_not_asked_again(room: Room) -> None:
    room.questions = True
    await room.open_table("burgundy")
    game, seat, action = next(
        (game, seat, action)
        for game, seat, action in decisions("burgundy")[1]
        if game.state.turn and (after := game.copy()).play(seat, action) and seat not in after.to_act
    )
    await room.put(game)
    person = await room.at(seat)
    panel = await typed(room, person, action)
    assert panel.content.startswith("✓")
    assert "Undo" in labels(panel)


@on_sqlite
async def test_in_navegador_no_turn_is_asked_about(room: Room) -> None:
    room.questions = True
    person, _ = await room.begin("navegador")
    panel = await typed(room, person, ("rondel", "workers"))
    assert panel.content.startswith("✓"), "the turn goes on"
    played = shown(await person.click(panel, label="1 worker · 50 Cr"))
    assert played.content.startswith("✓")
    assert [move.words for move in await room.moves()] == ["rondel workers", "workers 1"]


@on_sqlite
@pytest.mark.parametrize("how", ["pass", "im done"])
async def test_cubes_that_could_still_pay_for_something_are_named_before_a_turn_of_macao_ends(
    room: Room, how: str
) -> None:
    room.questions = True
    await room.open_table("macao", order="joining")
    await room.put(position(seats=2, me={"stock": "VVVVV"}))
    person = await room.at(0)
    question = await room.ask(person, "play", move=how)
    assert "Your cubes could still pay for **" in question.content
    assert labels(question) == ["Pass: end the turn", "Back"]
    assert await room.moves() == []
    await person.click(question, label="Pass: end the turn")
    assert [move.words for move in await room.moves()][:1] == ["pass"]


@on_sqlite
async def test_who_types_that_the_turn_ends_and_has_nothing_left_is_not_asked(room: Room) -> None:
    room.questions = True
    await room.open_table("macao", order="joining")
    game = position(seats=2, seat=1, me={"stock": ""})
    assert irreversible_event(stub_table(game, people=2), 1, ("pass",)) is not None, "dice or cards are turned up"
    await room.put(game)
    person = await room.at(1)
    answer = await room.ask(person, "play", move="end turn")
    assert answer.content.startswith("✓")
    assert [move.words for move in await room.moves()] == ["pass"]


@on_sqlite
async def test_the_end_of_the_game_is_asked_as_such(room: Room) -> None:
    room.questions = True
    await room.open_table("navegador")
    ((game, seat, action),) = decisions("navegador")[0]
    await room.put(game)
    person = await room.at(seat)
    asked = await typed(room, person, action)
    assert "This ends the game; nothing can be taken back after that." in asked.content
    await person.click(asked, label=labels(asked)[0])
    assert (await room.table()).is_over
