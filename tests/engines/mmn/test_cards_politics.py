"""The eighteen politics cards (cards.json)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, events_of, hand, knight_at, question, seen
from tests.engines.mmn.positions import ENOUGH, RANKS, Players, chain, holding, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

# -- Bishop (rules 18.8) -----------------------------------------------------------------------------------------------


def test_bishop_moves_the_robber_and_takes_one_from_each_neighbour() -> None:
    others: Players = {
        1: {"buildings": ["settlement n25", "city n37"], "hand": "3 wool"},
        2: {"hand": "3 brick"},
        3: {"buildings": ["settlement n26"], "hand": "1 cloth"},
    }
    game = holding("bishop", others=others, seats=4, hand="1 jewel 1 ore", robber=place("h01"))
    act(game, "play bishop")
    assert "h01" not in " ".join(words(game))
    assert not any("pirate" in line or line.split()[-1].startswith("p") for line in words(game))
    word = words(game)[0].split()[0]
    assert len(words(game)) == 18
    refused(game, f"{word} h01", "pirate p1", "pass", "done")
    events = act(game, f"{word} h11")
    assert seen(game).robber == "h11"
    assert hand(game) == amounts("1 jewel 1 ore 1 wool 1 cloth")
    assert (hand(game, 1), hand(game, 2), hand(game, 3)) == (amounts("2 wool"), amounts("3 brick"), {})
    assert sorted(str(event.data["victim_seat"]) for event in events_of(events, "stolen")) == ["1", "3"]
    assert question(game) == "turn"


def test_bishop_may_rob_nobody_and_brings_the_robber_onto_the_board() -> None:
    game = holding("bishop")
    act(game, "play bishop")
    act(game, next(line for line in words(game) if line.endswith("h19")))
    assert (seen(game).robber, seen(game).pirate) == ("h19", None)


# -- Deserter ----------------------------------------------------------------------------------------------------------

ROADS = chain("n09", "n14", "n10")


def deserter(*knights: str, **me: Any) -> Mmn:
    others: Players = {1: {"knights": knights, "hand": "1 ore"}, 2: {"hand": "1 ore"}}
    game = holding("deserter", others=others, **({"roads": ROADS} | me))
    act(game, "play deserter")
    return game


def test_deserter_is_chosen_by_the_victim_and_replaced_in_kind() -> None:
    game = deserter("n42", "n46 strong active")
    assert (game.to_act, question(game)) == ((1,), "deserting")
    assert sorted(offered(game, "desert")) == ["n42", "n46"]
    refused(game, "desert n09", "pass", "done", "desert")
    act(game, "desert n46")
    assert knight_at(game, "n46", 1) is None
    assert game.to_act == (0,)
    assert sorted(offered(game, "choose")) == ["n09", "n10", "n14"]
    assert "done" in words(game)
    refused(game, "choose n42", "choose n13")
    act(game, "choose n14")
    knight = knight_at(game, "n14")
    assert (knight.rank, knight.active, knight.captain) == (2, True, False)
    assert question(game) == "turn"


def test_deserter_may_leave_the_knight_aside() -> None:
    game = deserter("n42")
    assert game.to_act == (0,), "the only knight deserts unasked"
    act(game, "done")
    assert player(game).knights == player(game, 1).knights == []
    assert question(game) == "turn"


def test_deserter_places_a_mighty_knight_without_politics_3() -> None:
    game = deserter("n42 mighty")
    act(game, "choose n09")
    knight = knight_at(game, "n09")
    assert (knight.rank, knight.active) == (3, False)


@pytest.mark.parametrize(
    ("own", "rank"),
    [(["n01 strong", "n03 strong"], 1), (["n01 strong"], 2), (["n01 strong", "n03 strong", "n16", "n12"], 0)],
)
def test_deserter_falls_to_the_next_lower_rank_in_supply(own: list[str], rank: int) -> None:
    game = deserter("n42 strong active", knights=own)
    if rank:
        assert game.prompt(0).message.args == {"rank": RANKS[rank]}
        act(game, "choose n09")
        assert (knight_at(game, "n09").rank, knight_at(game, "n09").active) == (rank, True)
    assert question(game) == "turn"
    assert len(player(game).knights) == len(own) + bool(rank)


def test_deserter_without_a_place_only_removes() -> None:
    game = deserter("n42", roads=[])
    assert question(game) == "turn"
    assert player(game, 1).knights == []


def test_24_12_a_deserting_captain_brings_one_basic_knight_more() -> None:
    """Rules 24.12."""
    game = deserter("n42 strong active captain")
    assert seen(game).players[1].supply["captain"] == 2
    act(game, "choose n09")
    assert sorted(offered(game, "choose")) == ["n10", "n14"]
    act(game, "choose n10")
    first = knight_at(game, "n09")
    second = knight_at(game, "n10")
    assert (first.rank, first.active, first.captain) == (2, True, False)
    assert (second.rank, second.active, second.captain) == (1, False, False)


def test_deserter_does_not_ask_an_opponent_without_knights() -> None:
    others: Players = {1: {"knights": ["n42"], "hand": "1 ore"}, 2: {"hand": "1 ore"}}
    game = holding("deserter", others=others, roads=ROADS)
    act(game, "play deserter")
    assert "choose seat3" not in words(game)


# -- Diplomat ----------------------------------------------------------------------------------------------------------


def diplomat(**me: Any) -> Mmn:
    theirs = {
        "roads": [*chain("n42", "n46", "n50", "n53"), "n40-n44", *chain("n33", "n38")],
        "buildings": ["settlement n42"],
        "knights": ["n53", "n33"],
    }
    game = holding("diplomat", others={1: theirs}, **me)
    act(game, "play diplomat")
    return game


def test_diplomat_removes_open_roads_only() -> None:
    """n42-n46-n50-n53 lies between a settlement and a knight; n40-n44 is open at both ends, n33-n38 at one."""
    game = diplomat(roads=chain("n09", "n14", "n10"))
    assert sorted(offered(game, "choose")) == ["n09-n14", "n10-n14", "n33-n38", "n40-n44"]
    refused(game, "choose n42-n46", "choose n50-n53", "choose n46-n50", "choose n01-n04", "pass")
    events = act(game, "choose n40-n44")
    assert events_of(events, "road_removed")[0].data == {"path": "n40-n44", "victim_seat": 1}
    assert len(player(game, 1).roads) == 4
    assert question(game) == "turn"


def test_diplomat_replaces_an_own_road_elsewhere() -> None:
    game = diplomat(roads=chain("n09", "n14", "n10"), buildings=["settlement n25"], hand="1 jewel 1 ore")
    act(game, "choose n10-n14")
    assert question(game) == "card_diplomat"
    assert "n10-n14" not in offered(game, "choose")
    assert sorted(offered(game, "choose")) == ["n05-n09", "n09-n13", "n14-n19", "n19-n25", "n20-n25", "n25-n31"]
    refused(game, "choose n10-n14", "choose n01-n04", "choose n10-n15")
    act(game, "choose n25-n31")
    assert sorted(seen(game).players[0].roads) == ["n09-n14", "n25-n31"]
    assert hand(game) == amounts("1 jewel 1 ore")


def test_diplomat_may_leave_the_own_road_aside() -> None:
    game = diplomat(roads=chain("n09", "n14", "n10"))
    act(game, "choose n10-n14", "done")
    assert seen(game).players[0].roads == ["n09-n14"]


def test_pieces_that_lose_their_last_road_stay() -> None:
    """Rules 13.5."""
    theirs = {"roads": ["n42-n46"], "knights": ["n46 active"]}
    game = holding("diplomat", others={1: theirs})
    act(game, "play diplomat")
    assert (player(game, 1).roads, knight_at(game, "n46", 1).active) == ([], True)


def test_an_opponents_piece_does_not_close_a_road() -> None:
    theirs = {"roads": ["n42-n46"], "buildings": ["settlement n42"]}
    game = holding("diplomat", others={1: theirs, 2: {"knights": ["n46"]}})
    assert "play diplomat" in words(game)


# -- Intrigue ----------------------------------------------------------------------------------------------------------


def intrigue(theirs: list[str], knight: str = "n14 mighty active captain") -> Mmn:
    others: Players = {1: {"knights": [knight, "n42"], "roads": theirs, "hand": "1 ore"}}
    game = holding("intrigue", others=others, roads=ROADS)
    act(game, "play intrigue")
    return game


def test_intrigue_drives_a_knight_away_from_an_own_road() -> None:
    game = intrigue(chain("n14", "n19", "n24"))
    assert (game.to_act, question(game)) == ((1,), "retreat")
    assert sorted(offered(game, "retreat")) == ["n19", "n24"]
    events = act(game, "retreat n24")
    knight = knight_at(game, "n24", 1)
    assert (knight.rank, knight.active, knight.captain) == (3, True, True)
    assert kinds(events, "retreated") == ["retreated"]
    assert game.to_act == (0,)


def test_intrigue_removes_a_knight_without_retreat() -> None:
    game = intrigue([])
    assert knight_at(game, "n14", 1) is None
    assert seen(game).players[1].supply["captain"] == 2


# -- Saboteur (rules 18.4) ---------------------------------------------------------------------------------------------


def test_24_02_the_old_saboteur_hits_a_plain_city_of_an_opponent() -> None:
    others: Players = {
        1: {"buildings": ["trade n42", "city n18", "settlement n03"], "levels": {"trade": 4}},
        2: {"buildings": ["city n40 sabotaged"]},
        3: {"buildings": ["city n12 wall hall h04"]},
    }
    game = holding("saboteur", others=others, seats=4, buildings=["city n25"])
    act(game, "play saboteur")
    assert sorted(offered(game, "choose")) == ["n12", "n18"]
    refused(game, "choose n25", "choose n42", "choose n40", "choose n03")
    events = act(game, "choose n12")
    city = building_at(game, "n12", 3)
    assert (city.sabotaged, city.wall, city.chip) == (True, True, 2)
    assert events_of(events, "sabotaged")[0].data == {"node": "n12", "victim_seat": 3}
    view = seen(game)
    assert (view.players[3].points, view.players[3].storage_points, view.attack_strength) == (2, 1, 5)


def test_a_sabotaged_city_is_repaired_in_the_own_action_phase() -> None:
    game = position(me={"buildings": ["city n25 sabotaged", "city n42"], "hand": "1 lumber 2 ore"})
    assert offered(game, "repair") == ["n25"]
    refused(game, "repair n42")
    act(game, "repair n25")
    assert not building_at(game, "n25").sabotaged
    assert hand(game) == amounts("1 ore")


# -- Spy ---------------------------------------------------------------------------------------------------------------


def test_spy_looks_at_a_progress_hand_and_takes_a_card() -> None:
    others: Players = {
        1: {"cards": ["mining", "golem", "mining"], "vp_cards": ["printer"], "hand": "1 ore"},
        2: {"vp_cards": ["throne"], "hand": "1 ore"},
        3: {"cards": ["siege"]},
    }
    game = holding("spy", others=others, seats=4, hand="1 jewel 1 ore", buildings=["settlement n42"])
    act(game, "play spy")
    assert sorted(offered(game, "choose")) == ["seat2", "seat4"]
    refused(game, "choose seat3", "choose seat1", "pass")
    act(game, "choose seat2")
    assert (sorted(seen(game, 0).shown), seen(game, 0).shown_seat) == (["golem", "mining", "mining"], 1)
    assert seen(game, 2).shown == []
    assert sorted(offered(game, "pick")) == ["golem", "mining"]
    refused(game, "pick printer", "pick siege", "pass")
    events = act(game, "pick mining")
    assert (sorted(player(game, 1).cards), player(game).cards) == (["golem", "mining"], ["mining"])
    assert "mining" not in str([event.data for event in events if event.seen_by is None])
    act(game, "play mining")
    assert hand(game)["ore"] == 3


# -- Warlord -----------------------------------------------------------------------------------------------------------


def test_warlord_activates_all_own_knights_for_free() -> None:
    game = holding("warlord", knights=["n09", "n14 strong captain", "n10 active"], roads=ROADS, hand=ENOUGH)
    act(game, "play warlord")
    assert all(knight.active for knight in player(game).knights)
    assert hand(game) == amounts(ENOUGH)
    refused(game, "move n09 n13", "activate n09")
    assert seen(game).defence == 1 + 3 + 1


# -- Wedding -----------------------------------------------------------------------------------------------------------


def test_wedding_asks_richer_opponents_for_two_cards_each() -> None:
    others: Players = {
        1: {"buildings": ["city n42"], "hand": "2 wool 1 coin"},
        2: {"buildings": ["settlement n40"], "hand": "3 ore"},
        3: {"buildings": ["city n18"], "hand": "1 meat"},
    }
    game = position(seats=4, me={"cards": ["wedding"], "buildings": ["settlement n25"], "hand": "1 ore"}, others=others)
    act(game, "play wedding")
    assert (game.to_act, question(game)) == ((1,), "give")
    args = game.prompt(1).message.args
    assert (args["to_seat"], args["count"], args["group"], args["card"]) == (0, 2, "any", "wedding")
    assert sorted(offered(game, "give")) == ["coin", "wool"]
    refused(game, "give ore", "pass", "give 1 wool", "give 3 wool", "give 2 coin", "give nothing", "give 2 ore")
    copy = game.copy()
    events = act(game, "give 1 wool 1 coin")
    assert hand(game, 1) == amounts("1 wool")
    assert events_of(events, "gave")[0].data == {"to_seat": 0, "count": 2}
    private = events_of(events, "gave_cards")[0]
    assert (set(private.seen_by or ()), private.data["cards"]) == ({0, 1}, ["wool", "coin"])
    assert hand(game) == amounts("1 ore 1 wool 1 coin 1 meat")
    assert (hand(game, 2), hand(game, 3)) == (amounts("3 ore"), {})
    assert question(game) == "turn"
    both = copy.copy()
    act(both, "give coin wool")
    assert hand(both, 1) == amounts("1 wool")
    act(copy, "give wool", "give wool")
    assert hand(copy, 1) == amounts("1 coin")


def test_wedding_compares_the_points_of_the_moment() -> None:
    """Rules 18.9."""
    opponent = {"buildings": ["settlement n42", "settlement n40"], "hand": "2 ore"}
    me = {"cards": ["wedding"], "buildings": ["settlement n25"], "hand": "3 ore 2 grain"}
    game = position(me=me, others={1: opponent})
    assert "play wedding" in words(game)
    act(game, "city n25")
    refused(game, "play wedding")


RICH: Players = {
    0: {"buildings": ["city n25"], "hand": "3 wool 2 coin"},
    1: {"buildings": ["city n42"], "hand": "3 ore 2 meat"},
    3: {"buildings": ["city n40"], "hand": "3 brick 2 jewel"},
}


def test_wedding_gifts_may_be_given_in_any_order() -> None:
    """Rules 22."""
    game = holding("wedding", seats=4, others={seat: RICH[seat] for seat in (1, 3)})
    act(game, "play wedding")
    assert game.to_act == game.blocking_seats == (1, 3)
    act(game, "3: give brick")
    assert (game.to_act, game.prompt(3).message.args["count"]) == ((1, 3), 1), "one card is still due"
    act(game, "1: give 1 ore 1 meat", "3: give jewel")
    assert hand(game) == amounts("2 jewel 1 ore 1 brick 1 meat")


@pytest.mark.parametrize(("card", "count"), [("wedding", 2), ("extortion", 1)])
def test_givers_are_asked_together_clockwise_from_the_active_player(card: str, count: int) -> None:
    game = position(seats=4, seat=2, me={"cards": [card], "hand": "1 lumber"}, others=RICH)
    act(game, f"play {card}")
    assert game.to_act == (3, 0, 1)
    order = []
    while question(game) == "give":
        order.append(game.to_act[0])
        for _ in range(count):
            act(game, words(game)[0])
    assert order == [3, 0, 1]
    assert sum(hand(game, 2).values()) == 1 + 3 * count


def test_what_is_given_is_named_in_any_order() -> None:
    game = holding("wedding", seats=4, others={seat: RICH[seat] for seat in (1, 3)})
    act(game, "play wedding")
    assert game.normal(1, ("give", "1", "ore", "1", "wool")) == ("give", "1", "wool", "1", "ore")
    assert game.normal(1, ("give", "1", "ore", "1", "ore")) == ("give", "2", "ore")
