"""The rulings of section 24, the options, and what no other module looks at."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import IllegalAction
from engines.mmn import board
from engines.mmn.cards import RECONSTRUCTED
from engines.mmn.game import Mmn
from engines.mmn.steps.clearing import Clearing
from engines.mmn.steps.drawing import Progress
from engines.mmn.steps.opening import OpeningIncome
from tests.engines.mmn.positions import (
    around,
    asked,
    city,
    drain,
    empty,
    hand,
    held,
    knight,
    lay,
    legal,
    level,
    play,
    progress,
    ready,
    refused,
    roll,
    settle,
    settlement,
    top,
)
from tests.engines.playing import kinds


def test_24_1_gold_of_choice() -> None:
    game = empty(roll=True, gold_mode="choice")
    lay(game, "h10", "gold_river", 9)
    a, b = around(game, "N", "S")
    city(game, 0, a, servants=[9])
    settlement(game, 1, b)
    game = ready(game)
    roll(game, "castle", 4, 5)
    assert (game.to_act, asked(game)) == ((0, 1), "takeresources"), "no stack can run out: both choose at once"
    assert game.prompt(0).message.args == {"count": 2, "why": "gold"}
    play(game, "take wool", seat=1)
    play(game, "take ore", "take nugget")
    assert game.to_act == (0,)
    assert [held(game, 0), held(game, 1)] == ["1 ore 1 nugget 1 jewel", "1 wool"]


def test_24_1_gold_of_choice_is_taken_clockwise_where_a_stack_may_run_out() -> None:
    game = empty(roll=True, gold_mode="choice")
    lay(game, "h10", "gold_river", 9)
    a, b = around(game, "N", "S")
    city(game, 0, a)
    settlement(game, 1, b)
    drain(game, "wool", 1)
    game = ready(game)
    roll(game, "castle", 4, 5)
    assert game.to_act == (0,)
    play(game, "take wool")
    assert game.to_act == (1,)
    assert "take wool" not in legal(game, 1)


def test_24_1_storage_card_and_opening_with_gold_of_choice() -> None:
    game = empty(gold_mode="choice")
    settlement(game, 0, "n10", chip=1, chip_hex=game.size.geometry.node_hexes[9][0])
    city(game, 1, "n30", chip=2, chip_hex=game.size.geometry.node_hexes[29][0])
    game.state.storage.remove("nugget")
    game.state.storage.append("nugget")
    game = settle(game, Clearing())
    assert asked(game) == "nameresource"
    play(game, "name ore", "name wool")
    assert [held(game, 0), held(game, 1)] == ["1 ore", "1 cloth"]
    game = empty(gold_mode="choice")
    lay(game, "h10", "gold_river")
    settlement(game, 0, around(game, "N")[0])
    game = settle(game, OpeningIncome())
    assert game.prompt(0).message.args == {"count": 1, "why": "opening"}


def test_24_5_before_the_first_attack_a_seven_only_discards() -> None:
    for option, asks in (("on", "turn"), ("off", "movefigure")):
        game = empty(roll=True, attacked=False, robber_lock=option)
        settlement(game, 1, "n10")
        hand(game, 1, "8 ore")
        game = ready(game)
        roll(game, "castle", 3, 4)
        assert game.to_act == (1,)
        play(game, "discard ore", "discard 3 ore")
        assert asked(game) == asks
    game = empty(attacked=False)
    node = around(game, "N")[0]
    game.state.robber = 9
    knight(game, 0, node, active=True)
    assert refused(ready(game), f"chase robber {node}") == "locked"


def test_24_6_and_24_10_pirate() -> None:
    game = empty(roll=True)
    a, b = (game.size.geometry.nodes[node] for node in game.size.geometry.harbour_nodes[4])
    settlement(game, 1, b)
    hand(game, 1, "1 ore")
    game = ready(game)
    roll(game, "castle", 3, 4)
    assert len(legal(game)) == 19 + 9
    with pytest.raises(IllegalAction):
        game.check(0, ("pass",))
    play(game, "pirate p5")
    assert legal(game) == ["rob seat2", "pass"]
    play(game, "rob seat2")
    assert held(game, 0) == "1 ore"
    assert a != b


def test_robber_takes_from_one_with_cards_and_must() -> None:
    game = empty(roll=True)
    a, b, c = around(game, "N", "SE", "SW")
    settlement(game, 1, a)
    settlement(game, 2, b)
    settlement(game, 0, c)
    hand(game, 0, "2 wool")
    game = ready(game)
    nobody = game.copy()
    roll(nobody, "castle", 3, 4)
    assert "rob" not in {words.split()[0] for words in legal(nobody)}
    play(nobody, "robber h10")
    assert asked(nobody) == "turn"
    hand(game, 1, "1 ore")
    hand(game, 2, "1 ore")
    game = ready(game)
    roll(game, "castle", 3, 4)
    play(game, "robber h10")
    assert legal(game) == ["rob seat2", "rob seat3"]
    assert not game.prompt(0).optional


def test_discards_are_simultaneous_and_hidden_until_all_have_chosen() -> None:
    game = empty(4, roll=True)
    for seat in (1, 3):
        hand(game, seat, "5 ore 5 wool")
    game = ready(game)
    roll(game, "castle", 3, 4)
    assert list(game.to_act) == [1, 3]
    assert game.view(None).owed == {"1": 5, "3": 5}
    assert refused(game, "discard 4 ore", 1) == "discard_count"
    assert refused(game, "discard 6 ore", 1) == "not_in_hand"
    assert refused(game, "discard ore wool", 1) == "discard_words"
    events = play(game, "discard ore", "discard 4 ore", seat=1)
    assert [(event.kind, event.data) for event in events] == [("discarding", {"count": 5})]
    assert game.state.bank[board.ORE] == 9, "nobody sees it in the bank either"
    assert list(game.to_act) == [3]
    other = game.determinize(3, Random(1))
    assert other.view(3) == game.view(3)
    assert game.default(3) == ("discard", "wool")
    events = play(game, "discard 5 wool", seat=3)
    assert kinds(events) == ["discarding", "discarded", "discarded"]
    assert [held(game, 1), held(game, 3)] == ["5 wool", "5 ore"]


@pytest.mark.parametrize(("option", "cards"), [("off", "1 meat"), ("on", "1 grain 1 meat")])
def test_24_9_shortage_with_a_single_claimant(option: str, cards: str) -> None:
    game = empty(roll=True, shortage_single_claimant_gets_rest=option)
    lay(game, "h10", "fields", 9)
    city(game, 0, around(game, "N")[0], servants=[9])
    drain(game, "grain", 1)
    game = ready(game)
    assert "short" in kinds(roll(game, "ship", 4, 5))
    assert held(game, 0) == cards


def test_shortage_with_two_claimants_gives_nobody_anything() -> None:
    game = empty(roll=True, shortage_single_claimant_gets_rest="on")
    lay(game, "h10", "fields", 9)
    settlement(game, 0, around(game, "N")[0])
    settlement(game, 1, around(game, "S")[0])
    drain(game, "grain", 1)
    game = ready(game)
    roll(game, "ship", 4, 5)
    assert [held(game, 0), held(game, 1)] == ["", ""]


@pytest.mark.parametrize(("option", "cards"), [("off", "1 grain 2 meat"), ("on", "2 grain 2 meat")])
def test_24_11_journeyman(option: str, cards: str) -> None:
    game = empty(roll=True, journeyman_keeps_servant_bonus=option)
    lay(game, "h10", "fields", 9)
    city(game, 0, around(game, "N")[0], journeymen=[9])
    game = ready(game)
    roll(game, "ship", 4, 5)
    assert held(game, 0) == cards


def test_16_5_a_journeyman_at_a_sabotaged_city_works_as_a_servant() -> None:
    game = empty(roll=True)
    lay(game, "h10", "fields", 9)
    city(game, 0, around(game, "N")[0], journeymen=[9], sabotaged=True)
    game = ready(game)
    assert game.view(None).players[0].autarky_points == 2
    roll(game, "ship", 4, 5)
    assert held(game, 0) == "2 grain"


@pytest.mark.parametrize("option", ["on", "off"])
def test_24_18_a_hex_shared_by_settlement_and_city(option: str) -> None:
    game = empty(opening_shared_hex_counts_twice=option)
    a, b = around(game, "N", "SE")
    settlement(game, 0, a)
    city(game, 0, b)
    geometry = game.size.geometry
    places = [place for node in (a, b) for place in geometry.node_hexes[geometry.node_number[node]]]
    expected = len(places) if option == "on" else len(set(places))
    game = settle(game, OpeningIncome())
    assert held(game, 0) == f"{expected} wool"
    assert len(set(places)) < len(places)


def test_reconstructed_cards_can_stay_in_the_box() -> None:
    game = Mmn.new(3, 1, reconstructed_cards="off")
    assert {track for track, cards in game.state.decks.items() if not cards} == set(RECONSTRUCTED)
    assert game.audit() == []
    game = empty(reconstructed_cards="off")
    level(game, 1, power=5)
    game.state.now.colour, game.state.now.red = "power", 1
    game = settle(game, Progress())
    assert game.state.players[1].cards == []


@pytest.mark.parametrize("terrain", ["forest", "pasture", "fields"])
def test_gold_replaces(terrain: str) -> None:
    for seats in (4, 5):
        found = Mmn.new(seats, 3, gold_replaces=terrain).state.terrain
        assert found.count(terrain) == board.size(seats).terrain[terrain] - 1


def test_10_3_science_3_takes_one_and_may_decline() -> None:
    game = empty(roll=True)
    level(game, 1, science=3)
    drain(game, "brick")
    game = ready(game)
    roll(game, "ship", 1, 2)
    assert game.to_act == (1,)
    assert "take brick" not in legal(game)
    assert game.default(1)[0] == "take"
    play(game, "pass")
    assert held(game, 1) == ""


def test_21_others_see_numbers_only() -> None:
    game = empty()
    hand(game, 1, "2 ore 1 coin")
    progress(game, 1, "bishop", "crane")
    game = ready(game)
    for viewer in (None, 0, 2):
        player = game.view(viewer).players[1]
        assert player.hand is None
        assert player.cards is None
        assert player.hand_size == 3
        assert player.card_decks == ["politics", "science"]
    own = game.view(1).players[1]
    assert own.hand == {"ore": 2, "coin": 1}
    assert own.cards == ["bishop", "crane"]


def test_every_default_of_a_random_game_is_legal() -> None:
    rng, game = Random(4), Mmn.new(4, 4)
    for _ in range(1500):
        if not game.to_act:
            break
        for seat in game.to_act:
            game.check(seat, game.default(seat))
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))
    with pytest.raises(IllegalAction):
        game.default(next(seat for seat in range(4) if seat not in game.to_act))


def test_a_turn_of_defaults_ends() -> None:
    game = Mmn.new(5, 8)
    for _ in range(400):
        game.play(game.to_act[0], game.default(game.to_act[0]))
    assert game.state.turn > 20
    assert type(top(game)).__name__
