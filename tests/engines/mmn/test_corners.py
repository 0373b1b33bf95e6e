"""Corners: banks that run dry inside a card, the order from any active seat, who has won when others have more."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, hand, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, KINDS, Players, chain, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def dry(*left: str, of: tuple[str, ...]) -> str:
    """A bank without these kinds but for what is left ("2 ore")."""
    kept = {text.split()[1]: text.split()[0] for text in left}
    return " ".join(f"{kept.get(kind, '0')} {kind}" for kind in of)


def playing(card: str, cards: str, bank: str) -> Mmn:
    return position(seats=4, me={"cards": [card], "hand": cards}, bank=bank)


# -- cards that exchange with a dry bank -------------------------------------------------------------------------------


def test_black_market_cannot_pay_away_the_only_kind_to_take() -> None:
    bank = dry("3 coin", of=KINDS[6:])
    refused(playing("black_market", "2 coin", bank), "play black_market")
    refused(playing("black_market", "1 coin 1 wool", bank), "play black_market")
    game = playing("black_market", "2 coin 1 wool 1 ore", bank)
    act(game, "play black_market")
    while asked(game) == "card_black_market" and "take coin" not in words(game):
        assert "pay coin" not in words(game)
        act(game, words(game)[0])
    if "take coin" in words(game):
        act(game, "take coin")
    assert hand(game) == amounts("3 coin")


def test_transmutation_cannot_pay_away_the_only_kind_to_take() -> None:
    bank = dry("3 brick", of=KINDS[:6])
    refused(playing("transmutation", "2 brick", bank), "play transmutation")
    game = playing("transmutation", "1 brick 1 wool", bank)
    act(game, "play transmutation")
    if asked(game) == "card_transmutation":
        assert "pay brick" not in words(game)
        act(game, words(game)[0])
    while asked(game) == "card_transmutation":
        act(game, words(game)[-1])
    assert hand(game) == amounts("2 brick")


def test_transmutation_pays_no_more_than_the_bank_can_give() -> None:
    game = playing("transmutation", "5 coin", dry("2 ore", of=KINDS[:6]))
    act(game, "play transmutation")
    while asked(game) == "card_transmutation":
        act(game, words(game)[0])
    assert hand(game) == amounts("3 coin 2 ore")


def test_consolation_from_a_single_card() -> None:
    me = {"buildings": ["science n25"], "levels": {"science": 5}, "hand": "1 jewel"}
    game = position(seats=4, phase="roll", me=me, bank=dry("1 ore", of=KINDS[:6]))
    roll(game, 6, 5)
    if asked(game) == "takeresources":
        act(game, "take ore")
    assert (asked(game), hand(game)) == ("turn", amounts("1 jewel 1 ore"))


def test_consolation_from_an_empty_bank() -> None:
    me = {"buildings": ["science n25"], "levels": {"science": 5}, "hand": "1 jewel"}
    game = position(seats=4, phase="roll", me=me, bank=dry(of=KINDS[:6]))
    roll(game, 6, 5)
    assert asked(game) == "turn"


def test_bank_exchange_with_nothing_else_in_the_bank() -> None:
    game = position(seats=4, me={"hand": "4 wool 1 nugget"}, bank=dry("5 wool", of=KINDS))
    assert "bank 4 wool" not in words(game)
    refused(game, "bank 4 wool", "bank 4 wool for ore", "bank 4 wool for wool")
    act(game, "bank 1 nugget for wool")


# -- clockwise from any seat -------------------------------------------------------------------------------------------

RICH: Players = {
    0: {"buildings": ["city n25"], "hand": "3 wool 2 coin"},
    1: {"buildings": ["city n42"], "hand": "3 ore 2 meat"},
    3: {"buildings": ["city n40"], "hand": "3 brick 2 jewel"},
}


@pytest.mark.parametrize(("card", "count"), [("wedding", 2), ("extortion", 1)])
def test_givers_are_asked_together_clockwise_from_the_active_player(card: str, count: int) -> None:
    game = position(seats=4, seat=2, me={"cards": [card], "hand": "1 lumber"}, others=RICH)
    act(game, f"play {card}")
    assert game.to_act == (3, 0, 1)
    order = []
    while asked(game) == "give":
        order.append(game.to_act[0])
        for _ in range(count):
            act(game, words(game)[0])
    assert order == [3, 0, 1]
    assert sum(hand(game, 2).values()) == 1 + 3 * count


def test_consolation_goes_clockwise_from_the_active_player() -> None:
    science = {"levels": {"science": 3}, "hand": "1 ore"}
    homes = {0: "n25", 1: "n42", 3: "n40"}
    others: Players = {seat: science | {"buildings": [f"city {where}"]} for seat, where in homes.items()}
    game = position(seats=4, seat=2, phase="roll", me=science | {"buildings": ["city n18"]}, others=others)
    roll(game, 4, 6)
    order = []
    while asked(game) == "takeresources":
        order.append(game.to_act[0])
        act(game, "take wool")
    assert order == [2, 3, 0, 1]


def test_stores_are_cleared_for_all_and_told_clockwise() -> None:
    others: Players = {0: {"buildings": ["settlement n25 store h11"]}, 1: {"buildings": ["settlement n42 store h15"]}}
    me = {"buildings": ["settlement n40 store h13"], "hand": "1 ore"}
    game = position(seat=2, phase="roll", me=me, others=others, ship=2, storage=["wool"])
    events = sail(game, 4, 6)
    assert [event.seat for event in told(events, "received")] == [2, 0, 1]


# -- winning -----------------------------------------------------------------------------------------------------------


def test_the_winner_ranks_first_even_if_another_has_more() -> None:
    """Seat 1 has 17 points but seat 0 reaches 16 in its own turn."""
    me = {"buildings": ["settlement n25"], "defender": 14, "cards": ["merchant"], "hand": "1 ore"}
    game = position(me=me, others={1: {"buildings": ["settlement n42"], "defender": 16}})
    assert points(game, 1) == 17
    act(game, "play merchant", "choose h06")
    assert (game.state.over, game.state.winner) == (True, 0)
    assert game.ranking() == [0, 1, 2]


def test_the_next_seat_with_sixteen_wins_before_others_with_more() -> None:
    others: Players = {1: {"defender": 16}, 2: {"defender": 18}}
    game = position(me={"hand": "1 ore"}, others=others)
    act(game, "pass")
    assert (game.state.over, game.state.winner, game.ranking()[:2]) == (True, 1, [1, 2])


def test_points_decide_the_ranking_while_the_game_runs() -> None:
    game = position(me={"defender": 3}, others={1: {"defender": 5}, 2: {"defender": 4}})
    assert game.ranking() == [1, 2, 0]


# -- the first of everything: seat, hex, harbour and kind with the number 0 ---------------------------


def test_figures_on_the_first_hex_and_harbour_are_chased_and_block() -> None:
    me = {"knights": ["n01 active", "n05 active"], "buildings": ["settlement n04"], "hand": "4 grain 1 ore"}
    game = position(me=me, robber=0, pirate=0)
    assert offered(game, "bank") == ["4 grain"]
    assert sorted(offered(game, "chase")) == ["pirate n01", "robber n01", "robber n05"]
    act(game, "chase pirate n01", "pirate p2", "chase robber n05", "robber h19")
    assert offered(game, "bank") == ["2 grain"]
    rolled = position(phase="roll", me={"buildings": ["settlement n04"]}, robber=0)
    roll(rolled, 4, 5)
    assert hand(rolled) == {}


def test_the_merchant_and_a_curse_on_the_first_hex() -> None:
    game = position(me={"hand": "2 lumber 1 ore"}, merchant=0, merchant_seat=0)
    assert (points(game), offered(game, "bank")) == (1, ["2 lumber"])
    cursed = position(phase="roll", me={"buildings": ["city n04"]}, curses=[{"hex": 0, "seat": 1}])
    roll(cursed, 4, 5)
    assert hand(cursed) == {}


def test_the_first_kind_and_the_first_path() -> None:
    me = {"buildings": ["city n01 hall h01"], "roads": ["n01-n04"], "hand": ""}
    game = position(phase="roll", me=me, ship=2, storage=["brick"])
    sail(game, 6, 4)
    assert hand(game) == amounts("1 crystal")
    choice = position(phase="roll", me=me, ship=2, storage=["nugget"], options={"gold_mode": "choice"})
    sail(choice, 6, 4)
    act(choice, "name brick")
    assert hand(choice) == amounts("1 crystal")
    lost = position(phase="roll", me=me, ship=6, storage=["nugget"], options={"gold_mode": "choice"})
    sail(lost, 6, 4)
    act(lost, "name brick", "refund brick")
    assert hand(lost) == amounts("1 brick")


# -- what a turn forgets -----------------------------------------------------------------------------------------------


def test_what_holds_for_a_turn_ends_with_it() -> None:
    me = {
        "cards": ["merchant_fleet", "commercial_harbor"],
        "levels": {"power": 3},
        "buildings": ["city n25"],
        "knights": ["n20", "n31 active"],
        "roads": chain("n20", "n25", "n31", "n37"),
        "hand": ENOUGH,
    }
    game = position(me=me, others={1: {"knights": ["n42"], "hand": "1 ore"}})
    act(
        game,
        "play merchant_fleet",
        "choose wool",
        "play commercial_harbor",
        "strike n42",
        "promote n20",
        "activate n20",
    )
    act(game, "move n31 n37", "pass")
    now = game.state.now
    assert (now.fleet, now.harbour, now.swapped, now.struck, now.event) == ([], False, [], False, "")
    for _ in range(3):
        roll(game, 6, 6)
        act(game, *(["pass"] if game.to_act != (0,) else []))
        if game.state.active == 0:
            break
    flags = [(each.acted, each.fresh, each.promoted) for each in player(game).knights]
    assert flags == [(False, False, False)] * 2


def test_the_turn_counter_and_the_active_seat_go_round() -> None:
    game = position(me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}, 2: {"hand": "1 ore"}})
    first = game.state.turn
    for seat in (1, 2, 0):
        events = act(game, "pass")
        assert (game.to_act, game.state.active) == ((seat,), seat)
        assert kinds(events)[-1] == "turn"
        roll(game, 6, 6)
    assert game.state.turn == first + 3


# -- five and six players ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [5, 6])
def test_no_extra_building_phase_for_five_and_six(seats: int) -> None:
    game = position(seats=seats, me={"hand": ENOUGH}, others={1: {"hand": "2 brick 2 lumber"}})
    act(game, "pass")
    assert (game.to_act, words(game)) == ((1,), ["roll"])


def test_six_players_attack_and_clear_like_four() -> None:
    game = Mmn.new(6, 3)
    while seen(game).phase == "opening":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert (seen(game).attack_strength, seen(game).defence) == (6, 0)
    game.state.ship = 6
    events = sail(game, 6, 6)
    assert told(events, "attack")[0].data == {"attack": 6, "defence": 0}
    assert len(told(events, "pillaged")) == 6
    assert not any(building.city for each in game.state.players for building in each.buildings)


# -- metropolises and levels -------------------------------------------------------------------------------------------


def test_four_metropolises_are_the_most_of_a_player() -> None:
    tracks = ("trade", "politics", "science", "power")
    buildings = [f"{track} {where}" for track, where in zip(tracks, ("n25", "n42", "n18", "n03"), strict=True)]
    me: dict[str, Any] = {"buildings": buildings[:3], "levels": dict.fromkeys(tracks[:3], 4), "hand": ENOUGH}
    game = position(me=me)
    assert points(game) == 12
    me = {"buildings": buildings, "levels": dict.fromkeys(tracks, 4) | {"food": 3}, "hand": "9 meat"}
    full = position(me=me, others={1: {"hand": "1 ore"}})
    assert points(full) == 16
    refused(full, "improve food")


def test_a_metropolis_counts_as_a_city_for_halls_walls_and_journeymen() -> None:
    me = {"buildings": ["trade n25 store h10 servant h06"], "levels": {"trade": 4}, "hand": ENOUGH}
    game = position(me=me)
    assert {"hall n25", "wall n25", "journeyman n25 h06"} <= set(words(game))
    act(game, "hall n25", "pay ore", "journeyman n25 h06", "pay ore")
    assert (building_at(game, "n25").chip, building_at(game, "n25").journeymen) == (2, [place("h06")])


def test_offers_name_what_everybody_sees_in_the_prompt() -> None:
    game = position(me={"hand": "2 wool 1 ore"}, others={1: {"hand": "1 coin"}, 2: {"hand": "1 coin"}})
    act(game, "offer 2 wool for 1 coin")
    args = game.prompt(1).message.args
    assert (args["offer_seat"], args["give"], args["want"]) == (0, ["wool", "wool"], ["coin"])
    assert offered(game, "accept", 1) == []
    assert "accept" in words(game, 1)
