"""Whole games through the simulated Discord: several people, a computer, restarts between moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from engines import Action, Game
from storage.database import Database
from tests.bot.merchants import decide, greedy
from tests.bot.room import Room, open_room
from tests.bot.whole_games import FIRST, LAST, PANEL_EVERY, RESTART_EVERY, check_summary, deal, middle, play_to_the_end
from tests.engines.mmn.moves import load_dice
from tests.engines.mmn.positions import position
from tests.engines.replay import replayable

pytestmark = pytest.mark.slow


@pytest.mark.proof
@pytest.mark.parametrize(("dealt", "seed"), [(1, 4)])
@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_navegador_is_played_from_lobby_to_summary_with_restarts_on_postgresql(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with open_room(database, "anna", "ben", unabridged=True) as room:
        await room.open_table(computers=1)
        turns = await play_to_the_end(room, seed)
        await check_summary(room)
        *pings, end = [called for called in room.called() if called]
        assert len(pings) >= turns  # every turn was called, once
        assert all(len(called) == 1 for called in pings)
        assert len(end) == 2


@pytest.mark.parametrize(("dealt", "seed"), [(1, 3)])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_macao_is_played_from_lobby_to_summary_with_restarts(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with open_room(database, "anna", "ben", unabridged=True) as room:
        await room.open_table("macao", computers=1)
        await play_to_the_end(room, seed)
        await check_summary(room)
        called = [room.user(user).name for users in room.called() for user in users]
        assert set(called) == {"anna", "ben"}


@pytest.mark.parametrize(("dealt", "seed"), [(1, 3)])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("plain_pictures")
@replayable
async def test_dice_of_macao_chosen_together_call_everybody_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with open_room(database, "anna", "ben", unabridged=True) as room:
        await room.open_table("macao", computers=1, options="dice=together")
        rng = Random(seed)
        while not any(len(users) == 2 for users in room.called()):
            await room.press_turn(rng, typed=True)
            assert (await room.table()).game.state.turn < 4
        asked = room.called()[-1]
        await room.restart()
        await room.press_turn(rng)
        assert room.env.errors == []
        assert (await room.table()).row.version > 2
        assert sorted(asked) == sorted(person.id for person in room.people.values())


@pytest.mark.proof
@pytest.mark.parametrize(("dealt", "seed"), [(1, 1)])  # a game in which ships matter
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_burgundy_is_played_from_lobby_to_summary_with_restarts(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    """Calls follow the turn-order track; when a ship changes the next round's order, the message says so."""
    deal(monkeypatch, dealt)
    async with open_room(database, "anna", "ben", "carla", unabridged=True) as room:
        table = await room.open_table("burgundy", options="beginners_board=on, edition=2019", order="joining")
        rng = Random(seed)
        turns = 0
        changes = 0
        skipped = False
        rounds = dict[int, list[int]]()
        orders = dict[int, list[int]]()
        while table.is_running:
            if changes and not skipped:
                table = await room.skip(table, middle(table, rng))
                skipped = True
            state = table.game.state
            (seat,) = table.game.to_act
            assert room.called()[-1] == [table.user_at(seat)]
            rounds.setdefault(state.turn, []).append(seat)
            orders[state.turn] = list(state.order)
            before = state.track.order()
            said = len(room.history())
            await room.press_turn(rng, rng.choice(["greedy", "random"]), typed=turns % PANEL_EVERY > 0)
            turns += 1
            if turns % RESTART_EVERY == 0:
                await room.restart()
            table = await room.table()
            after = table.game.state.track.order()
            if after != before:
                changes += 1
                names = [f"**{table.names[other]}**" for other in after]
                assert f"Next round's order: {names[0]}, {names[1]} and {names[2]}" in "".join(
                    message.content for message in room.history()[said - 1 :]
                )
        assert room.env.errors == []
        await check_summary(room)
        for number, seats in rounds.items():
            assert seats == [other for other in orders[number] if other in seats]
        assert changes


IN_THE_MIDDLE = {"mmn.prompt.offer", "mmn.prompt.discard", "mmn.prompt.defenderdraw", "mmn.prompt.overflow"}
"""Questions that stand in the middle of something."""
TIMES = 2
"""So often each of them is watched."""


class Planned(NamedTuple):
    """A decision that will be made, and the question that it answers."""

    seat: int
    action: Action
    asked: str


def planned(game: Game, rng: Random) -> list[Planned]:
    """Every decision of a game of merchants, of whom one has an offer accepted."""
    game = game.copy()
    offered = set[int]()
    traded = False
    decided = list[Planned]()
    while game.to_act:
        seat = game.blocking_seats[0]
        asked = game.prompt(seat).message.id
        action = greedy(game, seat, rng) if traded else decide(game, seat, rng, offered)
        decided.append(Planned(seat, action, asked))
        game.play(seat, action)
        traded = traded or action[0] == "accept"
    return decided


def worth_watching(asked: Sequence[str]) -> list[int]:
    """Decisions at the beginning and at the end, and around the first times that somebody is asked in the middle."""
    watched = {*range(FIRST), *range(len(asked) - LAST, len(asked))}
    for question in IN_THE_MIDDLE:
        times = [number for number, each in enumerate(asked) if each == question][:TIMES]
        watched |= {number + beside for number in times for beside in (-1, 0, 1)}
    return sorted(watched)


@pytest.mark.proof
@pytest.mark.parametrize(("dealt", "seed"), [(1, 2)])  # a game in which all of it happens
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_mmn_is_played_from_lobby_to_summary_with_a_restart_in_the_middle_of_everything(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    """A whole game with trades, sevens, attacks and overflows; the bot restarts while others are being asked."""
    deal(monkeypatch, dealt)
    async with open_room(database, "anna", "ben", "carla", unabridged=True) as room:
        table = await room.open_table("mmn", order="joining")
        started = table.row.version
        decided = planned(table.game, Random(seed))
        watched = worth_watching([each.asked for each in decided])
        restarted = set[str]()
        while table.is_running:
            number = table.row.version - started
            if number not in watched:
                until = next(each for each in watched if each > number)
                table = await room.skip(table, [(each.seat, each.action) for each in decided[number:until]])
                number = until
            seat, action, asked = decided[number]
            if asked in IN_THE_MIDDLE and asked not in restarted:
                restarted.add(asked)
                await room.restart()
            before = table.row.version
            person = await room.at(seat)
            waiting = [table.user_at(other) for other in table.game.blocking_seats]
            assert set(waiting) <= set(room.called()[-1] or waiting)
            if action[0] == "offer" or (asked not in IN_THE_MIDDLE and before % PANEL_EVERY):
                await room.ask(person, "play", move=" ".join(action))
            else:
                await room.choose(person, await room.open_panel(person), action)
            table = await room.table()
            assert table.row.version == before + 1
        assert room.env.errors == []
        await check_summary(room)
        assert restarted == IN_THE_MIDDLE
        told = {event["kind"] for move in await room.moves() for event in move.events}
        assert {"accepted", "discarded", "stolen", "attack", "defender_tie", "returned", "victory"} <= told


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla", unabridged=True)
async def test_a_restart_in_the_middle_of_a_barbarian_attack_loses_nothing(room: Room) -> None:
    """Two players have defended least: each chooses the city to lose, clockwise, the bot restarting in between."""
    await room.open_table("mmn", order="joining")
    me = {"buildings": ["city n10", "city n25"], "knights": ["n11 active"]}
    others = {1: {"buildings": ["city n12", "city n38"]}, 2: {"buildings": ["city n40", "city n42"]}}
    game = position(phase="roll", me=me, others=others, ship=6)
    load_dice(game, 2, 3, "ship")
    await room.put(game)
    await room.ask(room["anna"], "play", move="roll")
    assert "The barbarians attack: strength **6** against **1**" in room.last.content
    for name, node in (("ben", "n12"), ("carla", "n42")):
        await room.restart()
        assert room.called()[-1] == [room[name].id]
        panel = await room.open_panel(room[name])
        await room.choose(room[name], panel, ("lose", node))
    told = "".join(message.content for message in room.history())
    assert re.search(r"\*\*ben\*\* loses the city at [^\n]+ \(what remains: Settlement\)", told), told
    after = (await room.table()).game
    assert [sum(building.city for building in player.buildings) for player in after.state.players] == [2, 1, 1]
    assert (after.state.ship, after.to_act) == (0, (0,))
