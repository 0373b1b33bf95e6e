"""The seventeen decision points (rules 22): who is asked, in which order, what absent players do.

Points shown with their rules elsewhere are only gone through for their defaults here.
"""

from __future__ import annotations

from random import Random

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import asked, roll, sail, seen
from tests.engines.mmn.positions import ENOUGH, Players, chain, place, position
from tests.engines.playing import act, offered, words


def test_1_opening_one_seat_after_another() -> None:
    game = Mmn.new(3, 1)
    assert (game.to_act, asked(game)) == ((0,), "openingbuilding")


def test_2_alchemist_is_not_played_for_absent_players() -> None:
    game = position(phase="roll", seat=1, me={"cards": ["alchemist"]})


def test_3_victims_choose_clockwise_from_the_active_player() -> None:
    others: Players = {
        0: {"buildings": ["city n40", "city n12 hall h04"], "hand": "1 ore"},
        1: {"buildings": ["city n42 store h15", "city n18"]},
    }
    game = position(phase="roll", seat=2, me={"buildings": ["city n25", "city n03 servant h03"]}, others=others, ship=6)
    sail(game, 4, 6)
    for seat, least in ((2, "n25"), (0, "n40"), (1, "n18")):
        assert (game.to_act, asked(game)) == ((seat,), "losecity")
        act(game, f"lose {least}")


def test_3_a_journeyman_at_a_sabotaged_city_counts_as_a_servant() -> None:
    others: Players = {1: {"buildings": ["city n18"]}}
    cities = ["city n25 large_store h10", "city n42 sabotaged journeyman h15"]
    game = position(phase="roll", me={"buildings": cities}, others=others, ship=6)
    sail(game, 4, 6)
    assert (game.to_act, asked(game)) == ((0,), "losecity")


def test_4_the_resource_is_the_default_refund() -> None:
    game = position(phase="roll", me={"buildings": ["city n25 hall h11"]}, ship=6, storage=["wool"])
    sail(game, 4, 6)


def test_4a_any_journeyman_may_stay_by_default() -> None:
    me = {"buildings": ["city n25 journeyman h06 journeyman h10"], "serfs": 3}
    game = position(phase="roll", me=me, ship=6)
    sail(game, 4, 6)


def test_5_tied_defenders_name_the_deck_of_their_highest_level() -> None:
    others: Players = {
        1: {"knights": ["n42 active"], "levels": {"power": 2, "food": 1}},
        2: {"knights": ["n40 active"], "levels": {"magic": 3}},
    }
    game = position(phase="roll", me={"buildings": ["city n25"]}, others=others, ship=6)
    sail(game, 4, 6)
    act(game, "deck power")


def test_6_discards_are_the_only_simultaneous_decision_besides_trade() -> None:
    """At every state of random games."""
    for seed in range(3):
        rng = Random(seed)
        game = Mmn.new(4, seed)
        for _ in range(700):
            if not game.to_act:
                break
            if len(game.to_act) > 1:
                assert {asked(game, seat) for seat in game.to_act} == {"discard"}
            for seat in game.to_act:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal(seat)))


@pytest.mark.parametrize("seats", [3, 5])
def test_absent_players_can_play_whole_turns(seats: int) -> None:
    """Defaults alone never stick and lose no piece of the game."""
    game = Mmn.new(seats, 11)
    for _ in range(400):
        seat = game.to_act[0]
        game.play(seat, game.default(seat))
    assert game.audit() == []
    assert game.state.turn > 60


def test_7_robber_and_pirate_go_anywhere_by_default() -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": ["city n25"], "hand": "1 wool"}})
    roll(game, 3, 4, track="magic")


def test_7_the_one_who_chases_decides_where() -> None:
    game = position(seat=1, me={"knights": ["n25 active"], "hand": "1 ore"}, robber=place("h10"))
    act(game, "chase robber n25")
    assert (game.to_act, asked(game)) == ((1,), "movefigure")


def test_8_drawers_decide_before_the_next_draws() -> None:
    others: Players = {0: {"levels": {"food": 1, "magic": 5}, "buildings": ["magic n25"]}}
    me = {"levels": {"food": 1, "magic": 3}, "buildings": ["city n42"], "hand": "1 ore"}
    game = position(seat=2, phase="roll", me=me, others=others, top={"food": ["famine", "relief", "poaching"]})
    roll(game, 2, 6, track="food")
    assert (game.to_act, asked(game), game.default(2)) == ((2,), "keepone", ("pick", "1", "famine"))
    act(game, "pick 1 famine")
    assert (game.to_act, asked(game), game.default(0)) == ((0,), "choosedeck", ("deck", "food"))
    act(game, "deck food")
    assert (asked(game), game.default(0)) == ("keepone", ("pick", "1", "poaching"))


def test_9_the_newest_card_is_returned() -> None:
    full = ["smith", "smith", "warlord", "inventor", "merchant"]
    me = {"levels": {"food": 1}, "buildings": ["city n25"], "cards": full, "hand": "1 ore"}
    game = position(phase="roll", me=me, top={"food": ["relief"]})
    roll(game, 1, 4, track="food")


def test_10_the_most_plentiful_stack_consoles() -> None:
    me = {"levels": {"science": 5}, "buildings": ["science n25"], "hand": "9 brick 8 wool 7 ore 6 nugget 5 lumber"}
    game = position(phase="roll", me=me)
    roll(game, 6, 5)
    assert (asked(game), game.default(0)) == ("takeresources", ("take", "grain"))


def test_11_absent_players_end_their_turn() -> None:
    game = position(me={"hand": ENOUGH, "buildings": ["city n25"], "cards": ["smith"]})
    act(game, "pass")
    assert game.to_act == (1,)


def test_12_offers_are_declined() -> None:
    game = position(me={"hand": "2 wool"}, others={1: {"hand": "1 ore"}, 2: {"hand": "2 ore"}})
    act(game, "offer 1 wool for 1 ore")
    assert [game.default(seat) for seat in (1, 2)] == [("decline",)] * 2


def test_13_the_nearest_intersection_is_the_default_retreat() -> None:
    theirs = {"knights": ["n14"], "roads": chain("n14", "n19", "n24") + chain("n14", "n10", "n15"), "hand": "1 ore"}
    me = {"knights": ["n09 strong active"], "roads": ["n09-n14"], "hand": "1 ore", "cards": ["intrigue"]}
    for line in ("move n09 n14", "play intrigue"):
        game = position(me=me, others={1: theirs})
        act(game, line)
        if game.to_act == (0,):
            act(game, "choose n14")
        assert (game.to_act, asked(game)) == ((1,), "retreat")


def test_14_the_weakest_knight_deserts() -> None:
    theirs = {"knights": ["n42 mighty", "n46 active captain", "n40 strong", "n36"], "hand": "1 ore"}
    game = position(me={"cards": ["deserter"], "roads": ["n09-n14"], "hand": "1 ore"}, others={1: theirs})
    act(game, "play deserter")
    if game.to_act == (0,):
        act(game, "choose seat2")


def test_15_gifts_are_the_most_frequent_kinds() -> None:
    others: Players = {1: {"buildings": ["city n42"], "hand": "1 wool 3 coin 2 meat 6 ore"}}
    for card, given in (("wedding", "ore"), ("extortion", "coin")):
        game = position(me={"cards": [card], "hand": "1 ore"}, others=others)
        act(game, f"play {card}")
    game = position(me={"cards": ["commercial_harbor"], "hand": "1 ore 1 wool"}, others=others)
    act(game, "play commercial_harbor", "swap seat2 ore")


def test_16_any_city_without_marker_takes_the_metropolis() -> None:
    me = {"levels": {"trade": 3}, "buildings": ["city n25", "city n42", "city n18 sabotaged"], "hand": "5 cloth"}
    game = position(me=me)
    act(game, "improve trade")


def test_17_the_payer_is_asked_for_kinds() -> None:
    game = position(me={"buildings": ["city n25"], "hand": "2 wool 2 ore 1 cloth"})
    act(game, "store n25 h10")
    assert (game.to_act, asked(game)) == ((0,), "pay")
    assert sorted(offered(game, "pay")) == ["ore", "wool"]
    game = position(me={"buildings": ["city n25"], "hand": "2 wool 2 ore 1 cloth"})
    act(game, "serf")
    assert asked(game) == "turn", "there is one matching pair"
    assert seen(game).players[0].serfs == 1
    assert "serf" not in words(game)
