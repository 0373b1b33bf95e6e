"""/try and /plan as people use them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.interactions.custom_ids import join, split
from bot.panel.private_notes import plan_state
from bot.tables import Table
from bot.tables.table_notes import Plan, PlanStop, StopReason
from bot.wording import texts_in
from engines import Action, Game
from engines.record import notation
from tests.bot.english import english
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.lobbies import MANAGER, sqlite
from tests.bot.parts import controls, labels, shown_message
from tests.bot.room import Room
from tools.bench.taps import count_taps

pytestmark = [pytest.mark.usefixtures("plain_pictures"), sqlite]


async def press(person: MemberActor, panel: discord.Message, label: str) -> discord.Message:
    return shown_message(await person.click(panel, label=label))


def trial_controls(panel: discord.Message) -> list[tuple[str, str | None, Action]]:
    """Return the buttons and options for trying: custom id, value, words."""
    trials: list[tuple[str, str | None, Action]] = []
    for item in controls(panel):
        if item["custom_id"].startswith("pt:W:"):
            trials.append((item["custom_id"], None, split(item["custom_id"].split(":", 4)[4])))
        elif item["custom_id"].startswith("pt:S:"):
            trials += [(item["custom_id"], option["value"], split(option["value"])) for option in item["options"]]
    return trials


async def try_action(person: MemberActor, panel: discord.Message, action: Action) -> discord.Message:
    """Try an action through the panel."""
    while True:
        fitting_controls = [entry for entry in trial_controls(panel) if action[: len(entry[2])] == entry[2]]
        custom_id, value, words = max(fitting_controls, key=lambda entry: len(entry[2]))
        if value is None:
            panel = shown_message(await person.click(panel, custom_id=custom_id))
        else:
            panel = shown_message(await person.select(panel, [value], custom_id=custom_id))
        if words == action:
            return panel


async def choose(person: MemberActor, panel: discord.Message, custom_id_end: str, *values: str) -> discord.Message:
    """Choose in one of the selects under a plan."""
    select = select_of(panel, custom_id_end)
    return shown_message(await person.select(panel, list(values), custom_id=select["custom_id"]))


def select_of(panel: discord.Message, custom_id_end: str) -> dict[str, Any]:
    return next(
        item
        for item in controls(panel)
        if item["custom_id"].startswith("pt:E:") and item["custom_id"].endswith(custom_id_end)
    )


def pictures(panel: discord.Message) -> list[str]:
    return [file.filename for file in panel.attachments]


async def skip_until(room: Room, game: Game, is_reached: Callable[[], bool]) -> Table:
    """Have everybody make the first legal decision in ``game`` until ``is_reached``, and skip to there."""
    decisions = decide_while(game, lambda _: not is_reached(), lambda seat: game.legal(seat)[0])
    return await room.skip(await room.table(), decisions)


async def played_words(room: Room) -> list[str]:
    return [move.words for move in await room.moves() if move.words]


# -- trying ------------------------------------------------------------------------------------------------------------


async def test_moves_are_tried_taken_back_and_begun_anew_and_nothing_happens_at_the_table(room: Room) -> None:
    person, _ = await room.begin()
    before = room.history()
    panel = await room.ask(person, "try")
    assert "Practice table" in panel.content
    assert pictures(panel) == ["tried.png"]
    panel = await try_action(person, panel, ("rondel", "workers"))
    assert f"1. **{person.name}**: " in panel.content
    assert labels(panel)[-3:] == ["Step back", "Or else …", "Keep as plan"]
    assert pictures(panel) == ["tried.png"]
    await room.restart()
    panel = await try_action(person, panel, ("workers", "1"))
    assert "2. " in panel.content
    panel = await press(person, panel, "Step back")
    assert "1. " in panel.content
    assert "2. " not in panel.content
    panel = await try_action(person, panel, ("workers", "2"))
    panel = await press(person, panel, "Start over")
    assert "1. " not in panel.content
    assert await played_words(room) == []
    assert len(room.history()) == len(before)


async def test_a_spectator_tries_for_whoever_is_to_act(room: Room) -> None:
    person, _ = await room.begin()
    guest = room.enter("gerd")
    panel = await room.ask(guest, "try")
    assert f"You are trying moves for **{person.name}**." in panel.content
    panel = await try_action(guest, panel, ("rondel", "workers"))
    assert labels(panel)[-1] == "Step back"
    assert await played_words(room) == []


@pytest.mark.room("anna", "ben", "carla")
async def test_what_reveals_something_ends_the_trying_there(room: Room) -> None:
    table = await room.open_table("mmn")
    await skip_until(room, table.game, lambda: ("roll",) in table.game.legal(table.game.to_act[0]))
    person, _ = await room.deciding()
    panel = await try_action(person, await room.ask(person, "try"), ("roll",))
    assert "cannot try any further" in panel.content
    assert labels(panel) == ["Step back", "Or else …", "Keep as plan"]
    panel = await press(person, panel, "Step back")
    assert trial_controls(panel)


async def test_when_the_table_has_moved_on_one_begins_from_there(room: Room) -> None:
    person, _ = await room.begin()
    old = await room.ask(person, "try")
    new = await try_action(person, await room.ask(person, "try"), ("rondel", "workers"))
    second_answer = await try_action(person, old, ("rondel", "market1"))
    assert "moved on" in second_answer.content
    assert "1. " in second_answer.content
    assert "2. " not in second_answer.content
    await room.play_turn(Random(1))
    third_answer = await press(person, new, "Step back")
    assert "you start again from the current position" in third_answer.content
    assert "1. " not in third_answer.content


async def test_where_there_is_nothing_to_try_that_is_said(room: Room) -> None:
    for command in ("try", "plan"):
        assert "no table" in (await room.ask(room["anna"], command)).content.lower()
    table = await room.open_table()
    guest = room.enter("gerd")
    assert (await room.ask(guest, "plan")).content == english("error.not_seated")
    panel = await room.ask(room["anna"], "try")
    await room.bot.tables.play.end(table.row.id, MANAGER, admin=True)
    step = next(item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:W:"))
    shown_message(await room["anna"].click(panel, custom_id=step))
    assert room.logs == []


# -- planning ----------------------------------------------------------------------------------------------------------


async def waiting_person(room: Room) -> MemberActor:
    """Return the one of two players who is not to act."""
    _, waiting = await room.deciding()
    return waiting


async def skip_to_own_turn(room: Room, person: MemberActor) -> discord.Message:
    return await press(person, await room.ask(person, "plan"), "Skip to my turn")


async def test_a_plan_is_tried_kept_and_played_when_the_turn_comes(room: Room) -> None:
    mover, planner = await room.begin()
    panel = await room.ask(planner, "plan")
    assert "You have no plan." in panel.content
    panel = await press(planner, panel, "Skip to my turn")
    for action in (("rondel", "workers"), ("workers", "1")):
        panel = await try_action(planner, panel, action)
    panel = await press(planner, panel, "Keep as plan")
    assert "Your plan." in panel.content
    assert english("panel.plan_goes_on") in panel.content
    panel = await room.open_panel(mover)
    panel = await room.choose(mover, panel, ("rondel", "workers"))
    await room.choose(mover, panel, ("workers", "1"))
    table = await room.table()
    assert (await played_words(room))[-2:] == ["rondel workers", "workers 1"]
    assert table.user_at(table.game.to_act[0]) == mover.id
    assert any("Planned ahead by" in message.content for message in room.history())
    assert planner.id not in room.pinged_users()[-1]
    assert "*(planned)*" in (await room.ask(mover, "log")).content
    assert room.logs == []


async def test_trying_and_keeping_takes_one_tap_more_than_playing(room: Room) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    seat = table.game.to_act[0]
    panel = await room.ask(person, "try")
    pressed = 0
    game = table.game.copy()
    for action in (("rondel", "workers"), ("workers", "1")):
        pressed += count_taps(game.legal(seat), action)
        before = len(room.env.http_requests)
        panel = await try_action(person, panel, action)
        assert len(room.env.http_requests) > before
        game.play(seat, action)
    await press(person, panel, "Keep as plan")
    assert pressed + 1 <= 4


async def test_in_the_own_turn_a_plan_waits_until_its_owner_lets_it_go_on(room: Room) -> None:
    person, _ = await room.begin()
    panel = await try_action(person, await room.ask(person, "try"), ("rondel", "workers"))
    panel = await press(person, panel, "Keep as plan")
    assert english("panel.plan_stopped.waiting") in panel.content
    assert await played_words(room) == []
    assert "📋 Planned next: " in (await room.open_panel(person)).content
    panel = await press(person, panel, "Continue the plan")
    assert await played_words(room) == ["rondel workers"]
    assert any(item["custom_id"].startswith("pt:w:") for item in controls(panel))


async def test_whoever_changes_a_plan_in_the_own_turn_says_when_it_goes_on(room: Room) -> None:
    """A switch that sounds like a setting plays nothing."""
    table = await room.open_table("macao")
    mover, planner = await room.deciding()
    card, second_card = table.game.legal(table.game.to_act[0])[:2]
    await room.ask(planner, "plan", move="dice red blue")
    panel = await room.ask(planner, "plan", move=notation(second_card))
    panel = await press(planner, panel, "Strictly in order")
    await room.choose(mover, await room.open_panel(mover), card)
    assert planner.id in room.pinged_users()[-1], "its first move belongs to a later decision"
    before = await played_words(room)
    panel = await press(planner, await room.ask(planner, "plan"), "Skip impossible moves")
    assert english("panel.plan_stopped.waiting") in panel.content
    assert await played_words(room) == before


async def test_a_plan_can_be_changed_and_withdrawn(room: Room) -> None:
    table = await room.open_table()
    person, _ = await room.deciding()
    panel = await room.ask(person, "try")
    for action in (("rondel", "market1"),):
        panel = await try_action(person, panel, action)
    second = next(entry[2] for entry in trial_controls(panel))
    panel = await try_action(person, panel, second)
    panel = await press(person, panel, "Keep as plan")
    plan_lines = [line for line in panel.content.split("\n") if line[:2] in ("1.", "2.")]
    panel = await choose(person, panel, "first", "1.0")
    assert [line[3:] for line in panel.content.split("\n") if line[:2] in ("1.", "2.")] == [
        line[3:] for line in reversed(plan_lines)
    ]
    panel = await press(person, panel, "Skip impossible moves")
    assert "Flexible: moves that are not possible are skipped." in panel.content
    fact = select_of(panel, "if")["options"][0]
    panel = await choose(person, panel, "if", fact["value"])
    assert f"Only if: {fact['label']}" in panel.content
    panel = shown_message(await person.select(panel, [], custom_id=select_of(panel, "if")["custom_id"]))
    assert "Only if:" not in panel.content
    panel = await choose(person, panel, "remove", "1.0")
    old = await room.ask(person, "plan")
    panel = await press(person, panel, "Strictly in order")
    stale_answer = await press(person, old, "Delete the plan")
    assert "moved on" in stale_answer.content
    assert "1. " in stale_answer.content
    panel = await press(person, panel, "Delete the plan")
    assert "You have no plan." in panel.content
    assert table.row.version == (await room.table()).row.version


async def test_what_stops_a_plan_is_told_to_its_owner_alone(room: Room) -> None:
    mover, planner = await room.begin()
    panel = await skip_to_own_turn(room, planner)
    panel = await try_action(planner, panel, ("rondel", "market1"))
    panel = await press(planner, panel, "Keep as plan")
    fact = select_of(panel, "if")["options"][0]
    await choose(planner, panel, "if", fact["value"])
    table = await room.table()
    game = table.game.copy()
    game.state.market = dict.fromkeys(game.state.market, 10)
    await room.replace_game(game)
    panel = await room.choose(mover, await room.open_panel(mover), ("rondel", "workers"))
    await room.choose(mover, panel, ("workers", "1"))
    table = await room.table()
    assert table.user_at(table.game.to_act[0]) == planner.id
    assert room.pinged_users()[-1] == [], "the planner is told directly"
    assert "plan" not in room.board().content
    assert fact["label"] not in room.board().content
    panel = await room.ask(planner, "plan")
    assert f"because this is no longer true: {fact['label']}. Now: " in panel.content
    assert not any("rondel market1" in words for words in await played_words(room))


async def test_preferences_for_a_card_of_macao(room: Room) -> None:
    table = await room.open_table("macao")
    await skip_until(room, table.game, lambda: table.game.state.turn >= 1)
    mover, planner = await room.deciding()
    panel = await skip_to_own_turn(room, planner)
    preferred = next(entry[2] for entry in trial_controls(panel) if entry[2][0] == "take")
    panel = await try_action(planner, panel, preferred)
    while True:
        panel = await press(planner, panel, "Or else …")
        if not trial_controls(panel):
            break
        panel = shown_message(
            await planner.select(panel, [join(trial_controls(panel)[0][2])], custom_id=trial_controls(panel)[0][0])
        )
    assert "There is no alternative" in panel.content
    panel = await press(planner, await press(planner, panel, "Step back"), "Keep as plan")
    assert ", or else " in panel.content
    table = await room.table()
    await room.choose(mover, await room.open_panel(mover), preferred)
    taken_cards = [words for words in await played_words(room) if words.startswith("take")]
    assert taken_cards[-2] == notation(preferred)
    assert taken_cards[-1] != notation(preferred)
    assert (await room.moves())[-1].planned


@pytest.mark.parametrize(
    "forged",
    [
        "pt:T:{id}:99:keep",
        "pt:T:{id}:1:instead",
        "pt:N:{id}:1:go",
        "pt:W:{id}:1:sell.gold.3",
        "pt:P:{id}:1:9:a",
    ],
)
async def test_what_is_forged_changes_nothing(room: Room, forged: str) -> None:
    table = await room.open_table()
    for person in (room["anna"], room["ben"], room.enter("gerd")):
        panel = await room.ask(person, "try")
        step = next(item["custom_id"] for item in controls(panel) if item["custom_id"].startswith("pt:W:"))
        room.forge(panel, step, forged.format(id=table.row.id))
        shown_message(await person.click(panel, custom_id=forged.format(id=table.row.id)))
    assert room.logs == []
    assert await played_words(room) == []


async def test_what_is_typed_joins_the_plan_be_it_tried_or_not(room: Room) -> None:
    """A typed plan reaches beyond what nobody knows yet."""
    table = await room.open_table("macao")
    _, planner = await room.deciding()
    panel = await room.ask(planner, "plan", move="Dice RED blue")
    assert "Flexible: moves that are not possible are skipped." in panel.content
    assert english("panel.plan_goes_on") in panel.content
    panel = await room.ask(planner, "plan", move="dice red abc")
    assert "“dice red abc” is no move" in panel.content
    panel = await room.ask(planner, "plan", move="sell gold 3")
    assert "You have no wares aboard" in panel.content
    game = table.game
    table = await skip_until(room, game, lambda: ("dice", "red", "blue") in game.legal(game.to_act[0]))
    first = await room.person_at(table.game.to_act[0])
    await room.choose(first, await room.open_panel(first), ("dice", "red", "green"))
    words_by_user = {move.by_user_id: move.words for move in await room.moves() if move.words.startswith("dice")}
    if first.id == planner.id:
        assert words_by_user[planner.id] == "dice red green"
    else:
        assert words_by_user[planner.id] == "dice red blue"


async def test_while_others_decide_words_for_a_turn_to_come_are_read(room: Room) -> None:
    """Moves that may be meant are named, so that one can be chosen; nothing is planned by chance."""
    table = await room.open_table("burgundy")
    while (await room.table()).game.state.turn < 1 or not (await room.table()).game.state.players[0].unused:
        table = await room.table()
        seat = table.game.to_act[0]
        table = await room.skip(table, [(seat, table.game.legal(seat)[0])])
    (mover,) = table.game.to_act
    dice = sorted(table.game.state.players[1 - mover].unused)
    planner = await room.person_at(1 - mover)
    await room.ask(planner, "language", language="de")
    panel = await room.ask(planner, "plan", move="Arbeiter nehmen")
    for die in dice:
        assert f"Arbeiter nehmen (Würfel {die}" in panel.content
    assert "Sag, welchen" in panel.content
    panel = await room.ask(planner, "plan", move=f"nimm Arbeiter mit der {dice[0]}")
    assert f"Arbeiter nehmen (Würfel {dice[0]}" in panel.content
    assert "Sag, welchen" not in panel.content
    panel = await room.ask(planner, "plan", move=f"Arbeiter mit Würfel {dice[1]}")
    assert panel.content.count("Arbeiter nehmen") == 2, "what is planned already goes before"


async def test_in_the_own_decision_words_of_the_language_are_read(room: Room) -> None:
    person, waiting_player = await room.begin()
    await room.ask(person, "language", language="de")
    panel = await room.ask(person, "plan", move="Arbeiter")
    assert "Arbeiter" in panel.content
    assert "pausiert" in panel.content
    choices = await person.autocomplete(room.channel, "plan", "move", "wor")
    assert [choice["value"] for choice in choices] == ["rondel workers"]
    await try_action(person, await room.ask(person, "try"), ("rondel", "workers"))
    choices = await person.autocomplete(room.channel, "plan", "move", "workers")
    assert "workers 1" in [choice["value"] for choice in choices]
    assert await room.enter("gerd").autocomplete(room.channel, "plan", "move", "") == []
    for _ in "tried", "not tried":
        choices = await waiting_player.autocomplete(room.channel, "plan", "move", "market")
        assert {choice["value"] for choice in choices} == {"rondel market1", "rondel market2"}
        await room.ask(waiting_player, "try")


async def test_a_plan_does_not_grow_without_end(room: Room) -> None:
    _, planner = await room.begin()
    for _ in range(20):
        panel = await room.ask(planner, "plan", move="rondel workers")
    assert "20. " in panel.content
    panel = await room.ask(planner, "plan", move="rondel workers")
    assert "up to 20 decisions" in panel.content


@pytest.mark.parametrize(("is_flexible", "reason"), [(True, "no_wish_fits"), (False, "none_fits")])
async def test_a_plan_that_has_stopped_says_which_moves_are_not_possible(
    room: Room, is_flexible: bool, reason: str
) -> None:
    table = await room.open_table()
    stopped = PlanStop(why=StopReason.NONE_FITS)
    plan = Plan(version=0, decisions=[["rondel ships"], ["pass"]], wishes=is_flexible, stopped=stopped)
    assert plan_state(table, plan, texts_in("en")) == english(f"panel.plan_stopped.{reason}")


@pytest.mark.parametrize("typed", ["next turn workers", "When it's my turn, workers", "on my turn: workers"])
async def test_a_plan_may_say_when_it_is_to_be_carried_out(room: Room, typed: str) -> None:
    await room.open_table()
    _, planner = await room.deciding()
    panel = await room.ask(planner, "plan", move=typed)
    assert "\n1. Workers\n" in panel.content
