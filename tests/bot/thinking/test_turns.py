"""Turns as hints describe them: played to their end, without steps that lead nowhere."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from bot.thinking import turns
from bot.thinking.turns import (
    Turn,
    begins_idly,
    can_begin_with,
    improved_by_the_best,
    play_turn,
    replay_legal,
    steps_made_possible,
    without_idle_steps,
)
from engines.contract import Action, Game
from engines.mmn.game import Mmn
from engines.players import candidates
from engines.players.skills import SKILLS, turn_played
from tests.bot.hinted import position_with_ideas
from tests.engines.macao.positions import position as of_macao
from tests.engines.mmn.positions import position as of_mmn
from tests.engines.mmn.test_computers_offers import OFFER, PLACES, wanting
from tests.engines.navegador.positions import position, up_to


def game_before_sailing() -> Game:
    """Return a game with three ships, and the stone before Sailing."""
    ships = {"portugal": 2, "guine": 1}
    return position(me={"stone": "builder", "fleet": ships}, discovered=up_to("bahia"))


def turn_of(world: Game, *actions: Action) -> Turn:
    """Return a turn that consists of these actions."""
    end = world.copy()
    for action in actions:
        end.play(0, action)
    return Turn(world, end, actions)


def sail(start: str, end: str) -> Action:
    return "sail", start, end, "1"


def test_a_trade_is_told_with_the_steps_that_it_makes_possible() -> None:
    (step, *_) = steps_made_possible(wanting(), 0, (*OFFER[:6], "to", "seat2"), Random(1))
    assert step[0][0] == "settlement"


def test_a_step_that_needs_another_one_first_is_not_told_as_possible_after_a_trade(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = wanting()
    settlement = ("settlement", "n37")
    store = ("store", "n37", "h09")
    after = SKILLS["mmn"].traded(game, 0, OFFER)
    line = SimpleNamespace(position=after, actions=(settlement, store, ("pass",)))
    monkeypatch.setattr(turns, "_best_line", lambda *_: line)
    assert steps_made_possible(game, 0, OFFER, Random(1)) == [(settlement,)]


def test_a_trade_makes_nothing_possible_that_the_hand_pays_for() -> None:
    enough = of_mmn(me=PLACES[0] | {"hand": "1 lumber 1 grain 2 wool 1 brick"})
    assert steps_made_possible(enough, 0, OFFER, Random(1)) == []


@pytest.mark.parametrize("hand", ["1 nugget", "5 ore", "2 nugget"])
def test_a_trade_makes_nothing_possible_that_exchanges_with_the_bank_pay_for(hand: str) -> None:
    """Rules 24.1: the bank gives the brick for a nugget, and the grain for another one."""
    others = "1 lumber 2 wool" if hand == "2 nugget" else "1 lumber 1 grain 2 wool"
    exchangeable = of_mmn(me=PLACES[0] | {"hand": f"{others} {hand}"})
    assert steps_made_possible(exchangeable, 0, OFFER, Random(1)) == []


def test_a_step_without_which_the_turn_is_worth_no_less_is_left_out_and_the_turn_still_ends() -> None:
    rondel = ("rondel", "sailing")
    beginning = sail("portugal", "guine")
    back = sail("guine", "portugal")
    turn = without_idle_steps(turn_of(game_before_sailing(), rondel, beginning, back, ("done",)), 0)
    shorter = (rondel, beginning, ("done",))
    assert turn.actions == shorter
    assert turn_of(game_before_sailing(), *shorter).end.dump() == turn.end.dump(), (
        "the end is that of the steps that are told"
    )


def test_a_trade_that_pays_for_nothing_in_the_turn_is_left_out() -> None:
    roads = ["n25-n31"]
    world = of_mmn(me={"buildings": ["city n25"], "roads": roads, "hand": "1 brick 1 lumber 1 nugget"})
    road = ("road", "n31-n37")
    turn = without_idle_steps(turn_of(world, road, ("bank", "1", "nugget"), ("take", "wool"), ("pass",)), 0)
    assert turn.actions == (road, ("pass",))


def test_what_belongs_to_a_step_goes_with_it() -> None:
    follow_ups = Mmn.presentation.follow_ups
    sold = ("wall", "n25")
    paid = ("pay", "ore")
    bank = ("bank", "1", "ore")
    taken = ("take", "wool")
    assert follow_ups.steps((sold, paid, paid, bank, taken, taken)) == [(sold, paid, paid), (bank, taken), (taken,)]
    card = ("play", "master_merchant")
    picked = ("pick", "wool")
    assert follow_ups.steps((card, taken, picked, sold)) == [(card, taken, picked), (sold,)]
    assert follow_ups.steps((sold, picked)) == [(sold,), (picked,)]


def test_a_replay_leaves_out_what_is_not_possible_and_ends_the_turn() -> None:
    rondel = ("rondel", "sailing")
    all_ships = ("sail", "portugal", "guine", "2")
    turn = replay_legal(game_before_sailing(), 0, (rondel, all_ships, sail("portugal", "guine"), ("rondel", "market1")))
    assert turn is not None
    assert turn.actions == (rondel, all_ships, ("done",))
    assert replay_legal(game_before_sailing(), 0, [sail("portugal", "guine")]) is None, (
        "a space of the rondel is chosen first"
    )


def test_a_replay_pays_otherwise_what_cannot_be_paid_as_planned() -> None:
    wall = ("wall", "1")
    world = of_macao(me={"stock": "VVB"})
    turn = replay_legal(world, 0, (wall, ("spend", "red"), ("pass",)))
    assert turn is not None
    assert turn.actions == (wall, ("spend", "violet"), ("pass",))
    unplanned = replay_legal(world, 0, (wall,))
    assert unplanned is not None
    assert unplanned.actions == turn.actions
    world.play(0, wall)
    assert not begins_idly(turn_of(world, ("spend", "blue"), ("pass",)), 0), "it is due"


def test_a_payment_goes_on_as_one_in_other_colours_does() -> None:
    world = of_macao(me={"stock": "VVVVBB", "ship": "genova", "hold": {"rice": 1}})
    world.play(0, ("ship", "marseille"))
    best = turn_of(world, ("pay", "blue", "blue"), ("ship", "hamburg"), ("deliver", "1"))
    worse = turn_of(world, ("pay", "violet", "violet"), ("pass",))
    _, improved = improved_by_the_best([best, worse], 0)
    assert improved.actions[:2] == (("pay", "violet", "violet"), ("ship", "hamburg"))
    assert improved.end.score(0) == best.end.score(0)


def test_a_later_step_is_as_good_a_beginning_if_the_turn_is_worth_no_less_then() -> None:
    world = position(me={"stone": "builder", "money": 0, "colonies": {"sugar": 2, "gold": 2}})
    world.play(0, ("rondel", "market1"))
    sugar = ("sell", "sugar", "2")
    gold = ("sell", "gold", "2")
    turn = replay_legal(world, 0, (sugar, gold))
    assert turn is not None
    assert can_begin_with(turn, gold, 0)
    assert not can_begin_with(turn, sugar, 0), "it is the first already"
    sailed = turn_of(game_before_sailing(), ("rondel", "sailing"), sail("portugal", "guine"), ("done",))
    assert not can_begin_with(sailed, sail("portugal", "guine"), 0), "a space of the rondel is chosen first"


def test_a_turn_that_begins_with_a_step_still_takes_it_twice() -> None:
    hand = "8 wool 1 ore 2 grain 1 brick 1 lumber"
    world = of_mmn(me={"buildings": ["settlement n25"], "roads": ["n25-n31"], "hand": hand})
    bank = ("bank", "4", "wool")
    take = ("take", "ore")
    turn = turn_of(world, ("road", "n31-n37"), bank, take, bank, take, ("city", "n25"), ("pass",))
    assert can_begin_with(turn, bank, 0), "both trades together pay for the city"


def test_each_move_goes_on_as_the_best_one_does() -> None:
    world = position(me={"stone": "builder", "money": 500, "colonies": {"sugar": 2, "gold": 2}})
    world.play(0, ("rondel", "market1"))
    sugar = ("sell", "sugar", "2")
    gold = ("sell", "gold", "2")
    both = turn_of(world, sugar, gold)
    alone = replay_legal(world, 0, (gold,))
    assert alone is not None
    assert alone.value(0) < both.value(0)
    best, rival = improved_by_the_best([both, alone], 0)
    assert best.actions[0] == sugar
    assert rival.actions[0] == gold
    assert sugar in rival.actions


def test_a_first_step_is_idle_without_which_the_turn_is_worth_no_less() -> None:
    world = game_before_sailing()
    world.play(0, ("rondel", "sailing"))
    assert begins_idly(turn_of(world, sail("guine", "bahia"), ("done",)), 0)
    assert not begins_idly(turn_of(world, sail("portugal", "guine"), ("done",)), 0)
    assert not begins_idly(turn_of(world, ("done",)), 0), "to do nothing is no step"


def test_a_turn_is_played_as_told_as_far_as_that_is_legal_and_then_as_well_as_it_can_be() -> None:
    world = position(me={"stone": "builder", "money": 500, "colonies": {"sugar": 2}, "fleet": {"portugal": 1}})
    market = ("rondel", "market1")
    sold = play_turn(world, 0, (market, ("sell", "sugar", "2")), 0.5)
    assert sold.actions[:2] == (market, ("sell", "sugar", "2"))
    assert play_turn(world, 0, (market, ("sell", "gold", "1")), 0.5).end.score(0) == sold.end.score(0)


@pytest.mark.parametrize(("key", "seed"), [("burgundy", 20), pytest.param("macao", 11, marks=pytest.mark.proof)])
def test_a_turn_that_is_known_to_go_on_in_the_next_one_is_played_to_its_end(key: str, seed: int) -> None:
    """A player who has the next turn as well has other dice in it."""
    game, seat, _ = position_with_ideas(key, seed)
    for line in candidates(game, seat, Random(5), count=None):
        turn = play_turn(game, seat, (*line.actions, *line.then), 0.5)
        played = turn.world.copy()
        for action in turn.actions:
            assert played.dump() == turn.world.dump() or not turn_played(turn.world, played, seat)
            played.follow(seat, action)
        assert played.dump() == turn.end.dump()
