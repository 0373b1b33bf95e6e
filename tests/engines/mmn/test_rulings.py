"""The rulings of section 24, the options, and rules that no test case of the page covers."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import IllegalAction
from engines.mmn import board
from engines.mmn.cards import RECONSTRUCTED
from engines.mmn.game import Mmn
from engines.mmn.network import strength
from engines.mmn.steps.barbarians import Attack, DefenderDraw
from engines.mmn.steps.clearing import Clearing
from engines.mmn.steps.drawing import Progress
from engines.mmn.steps.opening import OpeningIncome
from tests.engines.mmn.positions import (
    asked,
    chain,
    city,
    corner,
    drain,
    empty,
    hand,
    held,
    kinds,
    knight,
    lay,
    legal,
    level,
    on_top,
    play,
    progress,
    ready,
    refused,
    roll,
    settlement,
    top,
)


def settle(game: Mmn, *steps: object) -> Mmn:
    game.state.stack += steps  # type: ignore[arg-type]
    loaded = Mmn.load(game.dump())
    loaded._settle()
    return loaded


def around(game: Mmn, *sides: str) -> list[str]:
    return [corner(game, "h10", side) for side in sides]


# -- 24.1 gold ---------------------------------------------------------------------------------------------------------


def test_24_1_gold_of_choice() -> None:
    game = empty(roll=True, gold_mode="choice")
    lay(game, "h10", "gold_river", 9)
    a, b = around(game, "N", "S")
    city(game, 0, a, servants=[9])
    settlement(game, 1, b)
    game = ready(game)
    roll(game, "castle", 4, 5)
    assert (game.to_act, asked(game)) == ((0,), "takeresources")
    assert game.prompt(0).message.args == {"count": 2, "why": "gold"}
    play(game, "take ore", "take nugget")
    assert game.to_act == (1,)
    play(game, "take wool")
    assert [held(game, 0), held(game, 1)] == ["1 ore 1 nugget 1 jewel", "1 wool"]


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


# -- 24.5, 24.10 robber and pirate -------------------------------------------------------------------------------------


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


# -- 24.9, 24.11, 24.18, decks -----------------------------------------------------------------------------------------


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


# -- 6 the attack ------------------------------------------------------------------------------------------------------


def test_6_3_tied_defenders_draw_clockwise_from_decks_of_choice() -> None:
    game = empty()
    game.state.active = 2
    game.state.stack[0].seat = 2  # type: ignore[union-attr]
    for seat in (0, 2):
        knight(game, seat, f"n{seat + 1:02}", active=True)
    level(game, 0, magic=5, food=2)
    on_top(game, "printer")
    game = settle(game, Attack())
    assert game.to_act == (2,)
    assert len(legal(game)) == 6
    play(game, "deck science")
    assert game.state.players[2].vp_cards == ["printer"]
    assert game.default(0) == ("deck", "magic")
    play(game, "deck trade")
    assert len(game.state.players[0].cards) == 1, "magic levels do not matter"
    assert game.state.attacked
    assert [player.defender for player in game.state.players] == [0, 0, 0]


def test_6_4_all_tied_players_lose_and_the_ship_goes_back() -> None:
    game = empty(roll=True)
    game.state.ship = 6
    for seat, places in enumerate((("n10", "n12"), ("n30",), ("n40",))):
        for node in places:
            city(game, seat, node, wall=True)
    knight(game, 2, "n01", active=True)
    game = ready(game)
    roll(game, "ship", 1, 2)
    assert legal(game) == ["lose n10", "lose n12"]
    play(game, "lose n12")
    assert [sum(each.city for each in player.buildings) for player in game.state.players] == [1, 0, 1]
    assert [sum(each.wall for each in player.buildings) for player in game.state.players] == [1, 0, 1]
    assert game.state.ship == 0
    assert not game.state.players[2].knights[0].active


def test_22_3_default_is_the_city_with_least() -> None:
    game = empty()
    city(game, 0, "n10", chip=1, chip_hex=game.size.geometry.node_hexes[9][0])
    city(game, 0, "n30")
    game = settle(game, Attack())
    assert game.default(0) == ("lose", "n30")


def test_22_4a_journeymen_without_chips_to_replace_them() -> None:
    game = empty()
    node = around(game, "N")[0]
    places = game.size.geometry.node_hexes[game.size.geometry.node_number[node]]
    city(game, 0, node, journeymen=list(places))
    game.state.players[0].serfs = 3
    game = settle(game, Attack())
    assert asked(game) == "staying"
    assert legal(game) == [f"stay {game.size.geometry.hexes[place]}" for place in places]
    play(game, legal(game)[1])
    (left,) = game.state.players[0].buildings
    assert (left.city, left.servants, left.journeymen) == (False, [places[1]], [])


def test_15_6_no_store_chip_left_for_the_replacement() -> None:
    game = empty()
    geometry = game.size.geometry
    node = around(game, "N")[0]
    city(game, 0, node, chip=3, chip_hex=9)
    for other in ("n01", "n02", "n03", "n12"):
        settlement(game, 0, other, chip=1, chip_hex=geometry.node_hexes[geometry.node_number[other]][0])
    game.state.storage.remove("ore")
    game.state.storage.append("ore")
    game = settle(game, Attack())
    play(game, "refund coin")
    assert held(game, 0) == "1 ore 2 coin"
    assert game.state.players[0].buildings[0].chip == 0


def test_8_4_after_six_clearings_the_cards_are_shuffled() -> None:
    game = empty()
    seen = []
    for number in range(6):
        game = settle(game, Clearing())
        seen.append(game.state.storage_used[-1] if number < 5 else "")
    assert len(set(seen[:5])) == 5
    assert len(game.state.storage) == 6
    assert game.state.storage_used == []


def test_the_emergency_card_is_turned_up_only_if_somebody_is_owed() -> None:
    game = empty()
    city(game, 0, "n10")
    game = settle(game, Attack())
    assert game.state.storage_used == []


# -- 9 and 17.4 progress cards -----------------------------------------------------------------------------------------


def test_17_4_magic_3_and_5() -> None:
    game = empty()
    level(game, 1, science=1, magic=5)
    game.state.now.colour, game.state.now.red = "science", 1
    on_top(game, "bishop", "spy")
    game = settle(game, Progress())
    assert asked(game) == "choosedeck"
    assert legal(game)[0] == "deck science"
    assert game.default(1) == ("deck", "science")
    play(game, "deck politics")
    assert legal(game) == ["pick 1 bishop", "pick 2 spy"]
    assert game.view(1).shown == ["bishop", "spy"]
    assert game.view(0).shown == []
    assert game.default(1) == ("pick", "1", "bishop")
    play(game, "pick 2 spy")
    assert game.state.players[1].cards == ["spy"]
    assert game.state.decks["politics"][0] == "bishop"


def test_9_4_a_victory_point_card_that_is_not_kept_does_not_count() -> None:
    game = empty()
    level(game, 1, science=1, magic=3)
    game.state.now.colour, game.state.now.red = "science", 1
    on_top(game, "printer", "crane")
    game = settle(game, Progress())
    play(game, "pick 2 crane")
    assert game.state.players[1].vp_cards == []


def test_9_3_in_an_attack_the_overflow_comes_before_the_next_draw() -> None:
    game = empty()
    progress(game, 0, "bishop", "spy", "wedding", "warlord", "merchant")
    on_top(game, "crane", "smith")
    game = settle(game, DefenderDraw(seat=1), DefenderDraw(seat=0))
    play(game, "deck science")
    assert (game.to_act, asked(game)) == ((0,), "overflow")
    play(game, "return crane")
    assert game.to_act == (1,)
    assert asked(game) == "defenderdraw"


# -- 17 improvements ---------------------------------------------------------------------------------------------------


def test_17_metropolis_is_placed_and_taken_over() -> None:
    game = empty()
    city(game, 0, "n10", sabotaged=True)
    city(game, 0, "n12")
    city(game, 1, "n30", metropolis="trade", wall=True)
    level(game, 1, trade=4)
    level(game, 0, trade=3)
    hand(game, 0, "9 cloth")
    game = ready(game)
    assert game.scores()[1].sources["metropolises"] == 4
    play(game, "improve trade")
    assert game.state.metropolises[board.TRADE] == 1, "level 4 alone takes nothing"
    events = play(game, "improve trade")
    assert game.state.metropolises[board.TRADE] == 0
    assert game.building(game.size.geometry.node_number["n12"]).metropolis == "trade"
    assert game.building(game.size.geometry.node_number["n30"]).wall
    assert "metropolis_lost" in kinds(events)
    assert refused(game, "improve trade") == "top_level"


def test_17_2_levels_4_and_5_need_a_city_for_the_marker() -> None:
    game = empty()
    city(game, 0, "n10", sabotaged=True)
    level(game, 0, trade=3)
    hand(game, 0, "4 cloth")
    assert refused(ready(game), "improve trade") == "no_open_city"
    game.state.players[0].buildings[0].sabotaged = False
    assert "improve trade" in legal(ready(game))
    game.state.players[0].buildings[0].city = False
    assert refused(ready(game), "improve trade") == "no_city"


def test_17_4_assassin_of_power() -> None:
    game = empty()
    level(game, 0, power=3)
    hand(game, 0, "2 nugget 2 jewel")
    knight(game, 1, "n01", rank=2)
    knight(game, 1, "n02", rank=2, captain=True)
    knight(game, 2, "n03")
    loaded = ready(game)
    assert [words for words in legal(loaded) if words.startswith("strike")] == ["strike n02", "strike n03"]
    assert refused(loaded, "strike n01") == "level"
    play(loaded, "strike n03")
    assert loaded.state.players[2].knights == []
    assert refused(loaded, "strike n02") == "struck"
    level(game, 0, power=5)
    level(game, 2, politics=5)
    loaded = ready(game)
    assert refused(loaded, "strike n03") == "immune"
    play(loaded, "strike n01")
    assert loaded.state.players[1].knights[0].rank == 1


def test_13_and_18_nothing_beyond_supply() -> None:
    game = empty()
    hand(game, 0, "9 brick 9 lumber 9 wool 9 grain 9 ore")
    for node in ("n10", "n12", "n30", "n32"):
        city(game, 0, node)
    settlement(game, 0, "n01")
    game = ready(game)
    assert refused(game, "city n01") == "supply"
    for node in ("n10", "n12", "n30"):
        play(game, f"wall {node}")
    assert refused(game, "wall n32") == "supply"
    assert refused(game, "wall n10") == "has_wall"
    assert refused(game, "wall n01") == "needs_city"


# -- 14 knights --------------------------------------------------------------------------------------------------------


def test_14_life_of_a_knight() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    chain(game, 0, a, b, c)
    hand(game, 0, "3 wool 3 ore 3 grain 1 nugget 1 jewel")
    game = ready(game)
    play(game, f"knight {a}")
    assert refused(game, f"move {a} {b}") == "inactive"
    play(game, f"activate {a}")
    assert refused(game, f"move {a} {b}") == "fresh"
    play(game, f"promote {a}")
    assert refused(game, f"promote {a}") == "promoted"
    play(game, f"captain {a}")
    assert strength(game.state.players[0].knights[0]) == 3
    play(game, "pass")
    while game.state.active != 0 or asked(game) != "turn":
        play(game, "roll" if ("roll",) in game.legal(game.to_act[0]) else " ".join(game.default(game.to_act[0])))
    play(game, f"move {a} {c}")
    assert not game.state.players[0].knights[0].active
    assert game.state.players[0].knights[0].captain
    if "activate" in {words.split()[0] for words in legal(game)}:
        play(game, f"activate {c}")
        assert refused(game, f"move {c} {a}") == "acted"


def test_14_3_mighty_needs_politics_3_and_a_piece() -> None:
    game = empty()
    knight(game, 0, "n01", rank=2)
    hand(game, 0, "1 wool 1 ore")
    assert refused(ready(game), "promote n01") == "level"
    level(game, 0, politics=3)
    assert "promote n01" in legal(ready(game))
    knight(game, 0, "n02", rank=3)
    knight(game, 0, "n03", rank=3)
    assert refused(ready(game), "promote n01") == "supply"
    assert refused(ready(game), "promote n02") == "highest"


def test_14_5_displacing() -> None:
    game = empty()
    a, b, c, d = around(game, "N", "NE", "SE", "S")
    chain(game, 0, a, b)
    chain(game, 1, b, c, d)
    knight(game, 0, a, rank=2, active=True)
    knight(game, 1, b, rank=1, active=True, captain=True)
    even = ready(game)
    assert refused(even, f"move {a} {b}") == "unreachable", "captains count"
    game.state.players[1].knights[0].captain = False
    game = ready(game)
    play(game, f"move {a} {b}")
    assert (game.to_act, asked(game)) == ((1,), "retreat")
    assert game.default(1) == ("retreat", c)
    play(game, f"retreat {d}")
    (driven,) = game.state.players[1].knights
    assert driven.active
    assert game.size.geometry.nodes[driven.node] == d


def test_14_5_a_knight_does_not_pass_others() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    chain(game, 0, a, b, c)
    knight(game, 0, a, active=True)
    knight(game, 1, b, rank=3)
    assert [words for words in legal(ready(game)) if words.startswith("move")] == []


def test_13_1_roads_end_at_others() -> None:
    game = empty()
    a, b, c = around(game, "N", "NE", "SE")
    settlement(game, 0, a)
    chain(game, 0, a, b)
    knight(game, 1, b)
    hand(game, 0, "1 brick 1 lumber")
    game = ready(game)
    assert refused(game, "road " + "-".join(sorted((b, c)))) == "not_connected"


# -- 7.1, 10.3, 21 -----------------------------------------------------------------------------------------------------


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


def test_19_only_the_active_player_wins() -> None:
    game = empty(roll=True)
    game.state.players[0].defender = 15
    game.state.ship = 6
    knight(game, 0, "n01", rank=3, active=True)
    game = ready(game)
    events = roll(game, "ship", 1, 2)
    assert kinds(events)[-2:] == ["victory", "over"], "in step A of the own turn"
    assert game.ranking()[0] == 0


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
