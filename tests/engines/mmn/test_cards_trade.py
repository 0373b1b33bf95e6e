"""The eighteen trade cards (cards.json)."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, events_of, hand, points, question, seen
from tests.engines.mmn.positions import KINDS, Players, holding, place
from tests.engines.playing import act, offered, player, refused, words

# -- merchant ----------------------------------------------------------------------------------------------------------


def test_24_13_merchant_goes_to_a_hex_beside_an_own_building_but_not_to_gold() -> None:
    game = holding("merchant", buildings=["settlement n25", "city n42"])
    act(game, "play merchant")
    assert sorted(offered(game, "choose")) == ["h06", "h11", "h15", "h16", "h19"]
    refused(game, "choose h10", "choose h01", "pass", "done")
    events = act(game, "choose h15")
    assert (seen(game).merchant, seen(game).merchant_seat) == ("h15", 0)
    assert points(game) == 1 + 2 + 1
    assert events_of(events, "merchant")[0].data == {"hex": "h15"}
    assert game.state.decks["trade"][0] == "merchant"


def test_merchant_changes_hands_with_the_next_card() -> None:
    game = holding("merchant", buildings=["settlement n25"], merchant=place("h11"), merchant_seat=1, hand="2 lumber")
    assert points(game, 1) == 1
    act(game, "play merchant")
    assert "h11" in offered(game, "choose")
    act(game, "choose h11")
    assert (points(game), points(game, 1)) == (2, 0)
    assert "bank 2 lumber" in words(game)


def test_merchant_under_own_control_moves_to_another_hex() -> None:
    game = holding("merchant", buildings=["settlement n25"], merchant=place("h11"), merchant_seat=0)
    """Three hexes lie there: it stands on one, and one is a gold river."""
    act(game, "play merchant")
    assert (question(game), seen(game).merchant) == ("turn", "h06")


# -- monopolies --------------------------------------------------------------------------------------------------------

HANDS: Players = {1: {"hand": "3 wool 2 cloth 1 ore"}, 2: {"hand": "1 wool 1 cloth"}, 3: {"hand": "4 brick"}}


def test_resource_monopoly_takes_two_from_everybody() -> None:
    game = holding("resource_monopoly", others=HANDS, seats=4)
    act(game, "play resource_monopoly")
    assert sorted(offered(game, "choose")) == sorted(KINDS[:6])
    refused(game, "choose cloth", "pass")
    events = act(game, "choose wool")
    assert hand(game) == amounts("1 jewel 3 wool")
    assert [hand(game, seat) for seat in (1, 2, 3)] == [
        amounts("1 wool 2 cloth 1 ore"),
        amounts("1 cloth"),
        amounts("4 brick"),
    ]
    assert events_of(events, "monopoly")[0].data == {"good": "wool"}


def test_trade_monopoly_takes_one_commodity_from_everybody() -> None:
    game = holding("trade_monopoly", others=HANDS, seats=4)
    act(game, "play trade_monopoly")
    assert sorted(offered(game, "choose")) == sorted(KINDS[6:])
    refused(game, "choose wool")
    act(game, "choose cloth")
    assert hand(game) == amounts("1 jewel 2 cloth")
    assert [hand(game, seat) for seat in (1, 2, 3)] == [
        amounts("3 wool 1 cloth 1 ore"),
        amounts("1 wool"),
        amounts("4 brick"),
    ]


@pytest.mark.parametrize("card", ["resource_monopoly", "trade_monopoly"])
def test_monopolies_need_an_opponent_with_cards_of_any_kind(card: str) -> None:
    refused(holding(card, others={1: {"cards": ["smith"]}}), f"play {card}")
    game = holding(card, others={1: {"hand": "1 brick"}})
    act(game, f"play {card}", "choose wool" if card == "resource_monopoly" else "choose cloth")
    assert hand(game) == amounts("1 jewel")
    assert player(game).cards == []


# -- Master Merchant ---------------------------------------------------------------------------------------------------

AHEAD: Players = {
    1: {"buildings": ["city n42"], "hand": "2 wool 1 coin"},
    2: {"buildings": ["settlement n40"], "hand": "3 ore"},
    3: {"buildings": ["city n18"]},
}


def test_master_merchant_looks_at_a_richer_hand_and_takes_two() -> None:
    others: Players = {**AHEAD, 2: {"buildings": ["city n40"], "hand": "3 ore"}}
    game = holding("master_merchant", others=others, seats=4, buildings=["settlement n25"])
    act(game, "play master_merchant")
    assert sorted(offered(game, "choose")) == ["seat2", "seat3"]
    refused(game, "choose seat1", "choose seat4", "choose seat5", "pass")
    act(game, "choose seat2")
    assert (sorted(seen(game, 0).shown), seen(game, 0).shown_seat) == (["coin", "wool", "wool"], 1)
    assert seen(game, 2).shown == seen(game).shown == []
    assert sorted(offered(game, "pick")) == ["coin", "wool"]
    refused(game, "pick ore", "pass", "done", "pick")
    act(game, "pick coin")
    assert offered(game, "pick") == ["wool"]
    act(game, "pick wool")
    assert (hand(game), hand(game, 1)) == (amounts("1 jewel 1 coin 1 wool"), amounts("1 wool"))
    assert question(game) == "turn"
    assert seen(game, 0).shown == []


def test_master_merchant_takes_one_from_a_single_card() -> None:
    game = holding("master_merchant", others={1: {"buildings": ["city n42"], "hand": "1 coin"}})
    act(game, "play master_merchant")
    assert words(game) == ["pick coin"]
    act(game, "pick coin")
    assert (question(game), hand(game), hand(game, 1)) == ("turn", amounts("1 jewel 1 coin"), {})


# -- Merchant Fleet ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wool", "coin", "nugget"])
def test_merchant_fleet_exchanges_two_of_a_kind_this_turn(kind: str) -> None:
    game = holding("merchant_fleet", hand=f"6 {kind} 3 lumber 3 crystal")
    act(game, "play merchant_fleet")
    assert sorted(offered(game, "choose")) == sorted(KINDS)
    act(game, f"choose {kind}")
    assert seen(game).rights == [kind]
    act(game, f"bank 2 {kind} for jewel", f"bank 2 {kind} for jewel")
    assert hand(game) == amounts(f"2 {kind} 3 lumber 3 crystal 2 jewel")
    refused(game, "bank 2 lumber", "bank 2 jewel", "bank 2 crystal")
    act(game, "pass")
    assert seen(game).rights == []


def test_merchant_fleet_may_always_be_played_and_twice() -> None:
    game = holding("merchant_fleet", "merchant_fleet", hand="2 wool 2 coin")
    act(game, "play merchant_fleet", "choose wool", "play merchant_fleet", "choose coin")
    assert {"bank 2 wool", "bank 2 coin"} <= set(words(game))
    assert "play merchant_fleet" in words(holding("merchant_fleet", hand="1 wool"))


# -- Commercial Harbour ------------------------------------------------------------------------------------------------

PORT: Players = {1: {"hand": "2 coin 1 cloth 1 wool"}, 2: {"hand": "2 wool"}, 3: {"hand": "1 meat"}}


def harbour(*more: str, hand_of: str = "2 brick 2 ore") -> Mmn:
    game = holding("commercial_harbor", *more, others=PORT, seats=4, hand=hand_of)
    act(game, "play commercial_harbor")
    assert seen(game).commercial_harbour
    return game


def test_commercial_harbour_forces_each_opponent_once() -> None:
    game = harbour()
    assert sorted(offered(game, "swap")) == sorted(
        f"seat{seat} {kind}" for seat in (2, 3, 4) for kind in ("brick", "ore")
    )
    refused(game, "swap seat2 wool", "swap seat1 ore", "swap seat2", "swap seat2 coin")
    events = act(game, "swap seat2 ore")
    assert (game.to_act, question(game)) == ((1,), "give")
    args = game.prompt(1).message.args
    assert (args["group"], args["to_seat"], args["count"]) == ("commodity", 0, 1)
    assert sorted(offered(game, "give")) == ["cloth", "coin"]
    refused(game, "give wool", "give ore", "pass", "decline", "give nothing", seat=1)
    events += act(game, "give cloth")
    assert hand(game) == amounts("2 brick 1 ore 1 cloth")
    assert hand(game, 1) == amounts("2 coin 1 wool 1 ore")
    assert seen(game).swapped == [1]
    refused(game, "swap seat2 ore", "swap seat2 brick")
    public = {event.kind: event.data for event in events if event.seen_by is None}
    assert "cloth" not in str(public)
    assert "ore" not in str([data for kind, data in public.items() if kind != "swap"])


def swapped(game: Mmn, seat: int, kind: str) -> Mmn:
    """Swap with an opponent who has no choice; he is asked all the same, so that nobody learns it."""
    act(game, f"swap seat{seat + 1} {kind}")
    assert (game.to_act, len(words(game))) == ((seat,), 1)
    act(game, words(game)[0])
    return game


def test_commercial_harbour_skips_who_has_no_commodity() -> None:
    game = harbour()
    act(game, "swap seat3 brick")
    assert game.to_act == (0,)
    assert (hand(game), hand(game, 2)) == (amounts("2 brick 2 ore"), amounts("2 wool"))


def test_commercial_harbour_takes_the_only_commodity_there_is() -> None:
    game = swapped(harbour(), 3, "brick")
    assert hand(game) == amounts("1 brick 2 ore 1 meat")
    assert hand(game, 3) == amounts("1 brick")


def test_commercial_harbour_lasts_until_the_end_of_the_turn() -> None:
    game = swapped(harbour(), 3, "brick")
    act(game, "pass")
    assert (seen(game).commercial_harbour, seen(game).swapped) == (False, [])


def test_two_commercial_harbours_give_no_second_swap() -> None:
    """The second has no effect while the first is in force (18.2)."""
    game = harbour("commercial_harbor")
    act(game, "swap seat2 ore", "give cloth")
    refused(game, "swap seat2 ore", "play commercial_harbor")
    assert swapped(game, 3, "ore").to_act == (0,)
