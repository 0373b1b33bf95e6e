"""Whole games through the simulated Discord: several people, a computer, restarts between moves."""

from __future__ import annotations

import json
from random import Random

import pytest

import engines
from engines import record
from storage.database import Database
from storage.models import Status
from tests.bot.merchants import decide, greedy
from tests.bot.room import Room, room
from tests.engines.mmn.moves import load_dice
from tests.engines.mmn.positions import position
from tests.engines.replay import replayable

pytestmark = pytest.mark.slow

RESTART_EVERY = 9
PANEL_EVERY = 4
"""Of so many turns, or decisions, one goes through the panel; the others are typed."""


def deal(monkeypatch: pytest.MonkeyPatch, dealt: int) -> None:
    """The next table is dealt, and its seats are drawn, with this seed."""
    monkeypatch.setattr("bot.tables.lobby.secrets.randbits", lambda bits: dealt)
    monkeypatch.setattr("bot.tables.lobby.secrets.SystemRandom", lambda: Random(dealt))


async def play_to_the_end(here: Room, seed: int) -> int:
    """Everybody decides as a greedy player would; the bot is restarted now and then."""
    rng, turns = Random(seed), 0
    while (await here.table()).running:
        await here.play_turn(rng, typed=turns % PANEL_EVERY > 0)
        turns += 1
        if turns % RESTART_EVERY == 0:
            await here.restart()
        assert turns < 400
    assert here.env.errors == []
    return turns


async def check_summary(here: Room) -> None:
    """The last message holds the result, the pictures and a record that replays to this very game."""
    table = await here.table()
    assert table.row.status == Status.FINISHED
    summary = here.last
    assert [file.filename for file in summary.attachments][:2] == ["board.png", "scores.png"]
    assert all(file.description for file in summary.attachments[:2])
    winner = table.game.ranking()[0]
    assert str(table.game.scores()[winner].total) in summary.content
    assert table.row.seed in summary.content
    kept = record.decode(await summary.attachments[2].read())
    assert record.verify(kept, engines.GAMES) == table.game
    assert json.loads(await summary.attachments[2].read())["players"] == list(table.names)


@pytest.mark.parametrize(("dealt", "seed"), [(1, 4)])
@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_navegador_from_lobby_to_summary_with_restarts_on_postgresql(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with room(database, "anna", "ben") as here:
        await here.open_table(computers=1)
        turns = await play_to_the_end(here, seed)
        await check_summary(here)
        pings = [message for message in here.history() if message.mentions]
        assert len(pings) >= turns  # every turn was called, once
        assert all(len(message.mentions) == 1 for message in pings[1:])


@pytest.mark.parametrize(("dealt", "seed"), [(1, 3)])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_macao_from_lobby_to_summary_with_restarts(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with room(database, "anna", "ben") as here:
        await here.open_table("macao", computers=1)
        await play_to_the_end(here, seed)
        await check_summary(here)
        called = [here.user(user).name for users in here.called() for user in users]
        assert set(called) == {"anna", "ben"}


@pytest.mark.parametrize(("dealt", "seed"), [(1, 3)])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("plain_pictures")
@replayable
async def test_dice_of_macao_chosen_together_call_everybody_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    deal(monkeypatch, dealt)
    async with room(database, "anna", "ben") as here:
        await here.open_table("macao", computers=1, options="dice=together")
        rng = Random(seed)
        while not any(len(users) == 2 for users in here.called()):
            await here.play_turn(rng, typed=True)
            assert (await here.table()).game.state.turn < 4
        asked = here.called()[-1]
        await here.restart()
        await here.play_turn(rng)
        assert here.env.errors == []
        assert (await here.table()).row.version > 2
        assert sorted(asked) == sorted(person.id for person in here.people.values())


@pytest.mark.parametrize(("dealt", "seed"), [(1, 2)])  # a game in which ships matter
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_burgundy_from_lobby_to_summary_with_restarts(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    """Calls follow the turn-order track; when a ship changes the next round's order, the message says so."""
    deal(monkeypatch, dealt)
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table("burgundy", options="beginners_board=on, edition=2019", order="joining")
        rng, turns, changes = Random(seed), 0, 0
        rounds, orders = dict[int, list[int]](), dict[int, list[int]]()
        while table.running:
            state = table.game.state
            (seat,) = table.game.to_act
            assert here.called()[-1] == [table.user_at(seat)]
            rounds.setdefault(state.turn, []).append(seat)
            orders[state.turn] = list(state.order)
            before, said = state.track.order(), len(here.history())
            await here.play_turn(rng, rng.choice(["greedy", "random"]), typed=turns % PANEL_EVERY > 0)
            turns += 1
            if turns % RESTART_EVERY == 0:
                await here.restart()
            table = await here.table()
            after = table.game.state.track.order()
            if after != before:
                changes += 1
                names = [f"**{table.names[other]}**" for other in after]
                assert f"Next round's order: {names[0]}, {names[1]}, and {names[2]}" in "".join(
                    message.content for message in here.history()[said:]
                )
        assert here.env.errors == []
        await check_summary(here)
        for number, seats in rounds.items():
            assert seats == [other for other in orders[number] if other in seats]
        assert changes


IN_THE_MIDDLE = {
    "mmn.prompt.offer": "trade",
    "mmn.prompt.discard": "seven",
    "mmn.prompt.defenderdraw": "attack",
    "mmn.prompt.overflow": "overflow",
}
"""Questions that stand in the middle of something."""


@pytest.mark.parametrize(("dealt", "seed"), [(20, 1)])  # a game in which all of it happens
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("few_pictures")
@replayable
async def test_mmn_from_lobby_to_summary_with_a_restart_in_the_middle_of_everything(
    database: Database, monkeypatch: pytest.MonkeyPatch, dealt: int, seed: int
) -> None:
    """A whole game with trades, sevens, attacks and overflows; the bot restarts while others are being asked."""
    deal(monkeypatch, dealt)
    async with room(database, "anna", "ben", "carla") as here:
        table = await here.open_table("mmn", order="joining")
        rng, offered, restarted, traded = Random(seed), set[int](), set[str](), False
        while table.running:
            seat = table.game.blocking_seats[0]
            asked = table.game.prompt(seat).message.id
            chosen = [card for cards in getattr(table.game.state.stack[-1], "chosen", [[1]]) for card in cards]
            if asked in IN_THE_MIDDLE and IN_THE_MIDDLE[asked] not in restarted and any(chosen):
                restarted.add(IN_THE_MIDDLE[asked])
                await here.restart()
            action = decide(table.game, seat, rng, offered) if not traded else greedy(table.game, seat, rng)
            before, person = table.row.version, await here.at(seat)
            waiting = [table.user_at(other) for other in table.game.blocking_seats]
            assert set(waiting) <= set(here.called()[-1] or waiting)
            if action[0] == "offer" or (asked not in IN_THE_MIDDLE and before % PANEL_EVERY):
                await here.ask(person, "play", move=" ".join(action))
            else:
                await here.choose(person, await here.open_panel(person), action)
            table = await here.table()
            assert table.row.version > before
            traded = traded or action[0] == "accept"
        assert here.env.errors == []
        await check_summary(here)
        assert restarted == set(IN_THE_MIDDLE.values())
        told = {event["kind"] for move in await here.moves() for event in move.events}
        assert {"accepted", "discarded", "stolen", "attack", "defender_tie", "returned", "victory"} <= told


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_restart_in_the_middle_of_a_barbarian_attack_loses_nothing(database: Database) -> None:
    """Two players have defended least: each chooses the city to lose, clockwise, the bot restarting in between."""
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table("mmn", order="joining")
        me = {"buildings": ["city n10", "city n25"], "knights": ["n11 active"]}
        others = {1: {"buildings": ["city n12", "city n38"]}, 2: {"buildings": ["city n40", "city n42"]}}
        game = position(phase="roll", me=me, others=others, ship=6)
        load_dice(game, 2, 3, "ship")
        await here.put(game)
        await here.ask(here["anna"], "play", move="roll")
        assert "The barbarians attack: strength **6** against **1**" in here.last.content
        for name, node in (("ben", "n12"), ("carla", "n42")):
            await here.restart()
            assert here.called()[-1] == [here[name].id]
            panel = await here.open_panel(here[name])
            await here[name].click(panel, label=f"Lose {node}")
        assert "**ben** loses the city on n12 (left: Settlement)" in "".join(m.content for m in here.history())
        after = (await here.table()).game
        assert [sum(each.city for each in player.buildings) for player in after.state.players] == [2, 1, 1]
        assert (after.state.ship, after.to_act) == (0, (0,))
