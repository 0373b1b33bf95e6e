"""The eighteen power cards, reconstructed but for Assassin's name (cards.json)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, events_of, hand, knight_at, question, seen
from tests.engines.mmn.positions import KINDS, Players, chain, dry, holding, position
from tests.engines.playing import act, offered, player, refused, words

ROADS = chain("n09", "n14", "n10")


# -- Assassin (rules 18.7) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("knight", "left"),
    [
        ("n42", None),
        ("n42 active", None),
        ("n42 strong", None),
        ("n42 captain", (1, False)),
        ("n42 strong captain active", (2, True)),
        ("n42 mighty captain", (3, False)),
    ],
)
def test_assassin_strikes_captain_or_knight(knight: str, left: tuple[int, bool] | None) -> None:
    game = holding("assassin", others={1: {"knights": [knight]}})
    act(game, "play assassin")
    target = knight_at(game, "n42", 1)
    assert (target and (target.rank, target.active)) == left
    if target:
        assert not target.captain
    assert seen(game).players[1].supply["captain"] == 2
    assert question(game) == "turn"


def test_assassin_offers_every_target_of_unprotected_opponents() -> None:
    others: Players = {
        1: {"knights": ["n42", "n46 mighty"]},
        2: {"knights": ["n03"], "levels": {"politics": 5}, "buildings": ["politics n18"]},
        3: {"knights": ["n40 mighty captain"]},
    }
    game = holding("assassin", others=others, seats=4, knights=["n25"])
    act(game, "play assassin")
    assert sorted(offered(game, "choose")) == ["n40", "n42"]
    refused(game, "choose n46", "choose n03", "choose n25", "pass", "done")


def test_assassin_is_no_strike_of_the_power_level() -> None:
    others: Players = {1: {"knights": ["n42", "n46"]}}
    me: dict[str, Any] = {"levels": {"power": 3}, "buildings": ["city n25"], "hand": "1 nugget 1 jewel"}
    game = holding("assassin", others=others, **me)
    act(game, "play assassin", "choose n42", "strike n46")
    assert player(game, 1).knights == []


# -- Conscription, Commission ------------------------------------------------------------------------------------------


def test_conscription_places_an_inactive_basic_knight() -> None:
    game = holding("conscription", roads=ROADS, others={1: {"knights": ["n14"]}})
    act(game, "play conscription")
    assert sorted(offered(game, "choose")) == ["n09", "n10"]
    refused(game, "choose n14", "choose n25", "pass")
    act(game, "choose n10")
    knight = knight_at(game, "n10")
    assert (knight.rank, knight.active, hand(game)) == (1, False, amounts("1 jewel"))


def test_commission_gives_a_captain_for_free() -> None:
    game = holding("commission", knights=["n25 mighty", "n42 active", "n18 captain"], others={1: {"knights": ["n46"]}})
    act(game, "play commission")
    assert sorted(offered(game, "choose")) == ["n25", "n42"]
    refused(game, "choose n18", "choose n46", "pass")
    act(game, "choose n42")
    assert (knight_at(game, "n42").captain, knight_at(game, "n42").active) == (True, True)
    assert hand(game) == amounts("1 jewel")


# -- Extortion ---------------------------------------------------------------------------------------------------------


def test_extortion_asks_richer_opponents_for_a_commodity() -> None:
    others: Players = {
        1: {"buildings": ["city n42"], "hand": "2 wool 2 coin 1 cloth"},
        2: {"buildings": ["settlement n40"], "hand": "3 coin"},
        3: {"buildings": ["city n18"], "hand": "1 meat 1 paper"},
    }
    game = holding("extortion", others=others, seats=4, buildings=["settlement n25"])
    act(game, "play extortion")
    assert (game.to_act, question(game)) == ((1, 3), "give"), "all are asked together"
    args = game.prompt(1).message.args
    assert (args["to_seat"], args["count"], args["group"], args["card"]) == (0, 1, "commodity", "extortion")
    assert sorted(offered(game, "give")) == ["cloth", "coin"]
    refused(game, "give wool", "give 2 coin", "give nothing", "pass", "give paper")
    act(game, "give cloth")
    assert game.to_act == (3,)
    act(game, "give paper")
    assert hand(game) == amounts("1 jewel 1 cloth 1 paper")
    assert (hand(game, 2), hand(game, 3)) == (amounts("3 coin"), amounts("1 meat"))


def test_extortion_takes_nothing_from_who_has_no_commodity() -> None:
    game = holding("extortion", others={1: {"buildings": ["city n42"], "hand": "2 wool"}})
    events = act(game, "play extortion")
    assert events_of(events, "gave")[0].data == {"to_seat": 0, "count": 0}
    assert (hand(game), hand(game, 1)) == (amounts("1 jewel"), amounts("2 wool"))
    assert question(game) == "turn"


# -- Black Market ------------------------------------------------------------------------------------------------------


def paid(game: Mmn, *kinds: str) -> None:
    """Pay the kinds; a payment with one way may have been skipped."""
    for kind in kinds:
        if f"pay {kind}" in words(game):
            act(game, f"pay {kind}")


def test_black_market_pays_any_two_for_a_commodity_once_or_twice() -> None:
    game = holding("black_market", hand="2 wool 1 ore 2 coin")
    act(game, "play black_market")
    assert sorted(offered(game, "pay")) == ["coin", "ore", "wool"]
    refused(game, "pay brick", "take coin", "pass")
    act(game, "pay wool", "pay coin")
    assert sorted(offered(game, "take")) == sorted(set(KINDS[6:]) - {"coin"})
    refused(game, "take coin", "take wool")
    act(game, "take jewel")
    assert hand(game) == amounts("1 wool 1 ore 1 coin 1 jewel")
    assert "done" in words(game)
    paid(game, "jewel", "ore")
    act(game, "take coin")
    assert hand(game) == amounts("1 wool 2 coin")
    assert question(game) == "turn"


def test_black_market_may_stop_after_one_exchange() -> None:
    game = holding("black_market", hand="2 wool 3 ore")
    act(game, "play black_market", "pay ore", "pay ore", "take coin", "done")
    assert hand(game) == amounts("2 wool 1 ore 1 coin")
    assert question(game) == "turn"


def test_black_market_ends_by_itself_without_two_cards() -> None:
    game = holding("black_market", hand="2 wool")
    act(game, "play black_market")
    paid(game, "wool", "wool")
    act(game, "take coin")
    assert hand(game) == amounts("1 coin")
    assert question(game) == "turn"


# -- Forced March, Siege, Throne ---------------------------------------------------------------------------------------


def test_forced_march_moves_one_or_two_knights_without_an_action() -> None:
    game = holding(
        "forced_march",
        knights=["n09 active acted", "n42"],
        roads=ROADS + chain("n42", "n46"),
        others={1: {"knights": ["n10"]}},
    )
    act(game, "play forced_march")
    assert sorted(offered(game, "move")) == ["n09 n14", "n42 n46"]
    refused(game, "move n09 n10", "move n10 n14", "pass")
    act(game, "move n09 n14")
    knight = knight_at(game, "n14")
    assert (knight.active, knight.acted) == (True, True)
    assert "move n14 n09" not in words(game)
    act(game, "move n42 n46")
    assert not knight_at(game, "n46").active
    assert question(game) == "turn"
    refused(game, "move n14 n09")


def test_forced_march_may_stop_after_one_and_keeps_the_right_to_act() -> None:
    game = holding("forced_march", knights=["n09 active", "n42"], roads=ROADS + chain("n42", "n46"))
    act(game, "play forced_march", "move n09 n14", "done", "move n14 n10")
    assert knight_at(game, "n10").acted


def test_siege_removes_a_wall_of_an_opponent() -> None:
    others: Players = {
        1: {"buildings": ["trade n42 wall", "city n18 wall sabotaged", "city n03"], "levels": {"trade": 4}},
        2: {"buildings": ["city n40 wall"]},
    }
    game = holding("siege", others=others, buildings=["city n25 wall"])
    act(game, "play siege")
    assert sorted(offered(game, "choose")) == ["n18", "n40", "n42"]
    refused(game, "choose n25", "choose n03", "pass")
    events = act(game, "choose n42")
    assert not building_at(game, "n42", 1).wall
    assert seen(game).players[1].supply["wall"] == 2
    assert events_of(events, "wall_removed")[0].data == {"node": "n42", "victim_seat": 1}


def test_black_market_cannot_pay_away_the_only_kind_to_take() -> None:
    bank = dry("3 coin", kinds=KINDS[6:])
    refused(holding("black_market", seats=4, hand="2 coin", bank=bank), "play black_market")
    refused(holding("black_market", seats=4, hand="1 coin 1 wool", bank=bank), "play black_market")
    game = holding("black_market", seats=4, hand="2 coin 1 wool 1 ore", bank=bank)
    act(game, "play black_market")
    assert words(game) == ["pay wool", "pay ore"]
    refused(game, "pay coin")
    act(game, "pay wool", "pay ore", "done")
    assert (question(game), hand(game)) == ("turn", amounts("3 coin"))


def test_T14_politics_5_protects_against_the_assassin_card() -> None:
    me = {"cards": ["assassin"], "hand": "1 ore"}
    safe = {"knights": ["n25"], "levels": {"politics": 5}, "buildings": ["politics n42"]}
    game = position(me=me, others={1: safe, 2: {"knights": ["n03"]}})
    act(game, "play assassin")
    assert "choose n25" not in words(game)
    only_safe = position(me=me, others={1: safe})
    refused(only_safe, "play assassin")
    only_mighty = position(me=me, others={1: safe, 2: {"knights": ["n03 mighty"]}})
    refused(only_mighty, "play assassin")
