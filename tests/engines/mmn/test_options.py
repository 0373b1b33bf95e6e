"""The options that no other module plays with: gold by choice, the journeyman's bonus, reconstructed cards (24)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import IllegalAction
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, hand, roll, sail, seen
from tests.engines.mmn.positions import ENOUGH, KINDS, Players, opening, position
from tests.engines.playing import act, offered, refused

CHOICE = {"gold_mode": "choice"}
RECONSTRUCTED = ("power", "magic", "food")


def test_all_options_have_their_defaults() -> None:
    """Rules 24."""
    assert Mmn.new(3, 1).state.options == {
        "gold_mode": "nugget",
        "progress_threshold": "calendar",
        "robber_lock": "on",
        "journeyman_keeps_servant_bonus": "off",
        "shortage_single_claimant_gets_rest": "on",
        "gold_replaces": "random",
        "opening_shared_hex_counts_twice": "on",
        "reconstructed_cards": "on",
        "first_acceptance_trades": "on",
        "robber_moves": "always",
        "top_level_rights": "level",
        "number_chips": "shuffled",
        "building_phase": "none",
    }


@pytest.mark.parametrize("option", [option.id for option in Mmn.options])
def test_unknown_values_are_refused(option: str) -> None:
    with pytest.raises(ValueError, match=option):
        Mmn.new(3, 1, **{option: "perhaps"})


# -- gold by choice (rules 24.1) ---------------------------------------------------------------------------------------


def gold(me: Any, others: Players | None = None, **changes: Any) -> Mmn:
    """Gold river h05 has the chip 8."""
    game = position(phase="roll", me={"hand": "1 ore"} | me, others=others, options=CHOICE, **changes)
    roll(game, 4, 4, track="magic")
    return game


def test_gold_by_choice_gives_a_resource_and_cities_a_jewel() -> None:
    others: Players = {1: {"buildings": ["city n14"]}, 2: {"buildings": ["settlement n18"]}}
    game = gold({}, others)
    assert hand(game, 1) == amounts("1 jewel")
    assert (game.to_act, asked(game)) == ((1, 2), "takeresources"), "the bank has enough for both"
    assert game.prompt(1).message.args == {"count": 1, "why": "gold"}
    assert set(KINDS[:5]) <= set(offered(game, "take"))
    refused(game, "take jewel", "take cloth", "pass", "take")
    act(game, "take wool")
    assert game.to_act == (2,)
    act(game, "take brick")
    assert (hand(game, 1), hand(game, 2)) == (amounts("1 jewel 1 wool"), amounts("1 brick"))
    assert game.to_act == (0,)


def test_gold_by_choice_counts_servants_and_journeymen() -> None:
    game = gold({"buildings": ["settlement n13 servant h05"], "hand": ""})
    assert game.prompt(0).message.args["count"] == 2
    act(game, "take wool", "take ore")
    assert hand(game) == amounts("1 wool 1 ore")
    game = gold({"buildings": ["city n14 journeyman h05"], "hand": ""})
    act(game, "take wool")
    assert hand(game) == amounts("2 jewel 1 wool")


def test_gold_by_choice_takes_only_what_is_there() -> None:
    game = gold({"buildings": ["city n13"]}, bank="0 wool 0 brick", seats=4)
    assert not {"wool", "brick"} & set(offered(game, "take"))
    refused(game, "take wool")


def test_24_01_gold_by_choice_is_taken_clockwise_where_a_stack_may_run_out() -> None:
    others: Players = {1: {"buildings": ["city n14"]}, 2: {"buildings": ["settlement n18"]}}
    game = gold({}, others, bank="1 wool", seats=4)
    assert game.to_act == (1,)
    act(game, "take wool")
    assert game.to_act == (2,)
    refused(game, "take wool")


def test_gold_by_choice_is_asked_for_in_the_opening() -> None:
    game = opening(gold_mode="choice")
    act(game, "settlement n25", "road n25-n31", "settlement n03", "road n03-n07", "settlement n54", "road n51-n54")
    act(game, "city n48", "road n48-n52", "city n16", "road n16-n21", "city n18", "road n18-n24")
    assert game.prompt(0).message.args == {"count": 2, "why": "opening"}
    act(game, "take ore", "take ore")
    assert hand(game) == amounts("1 brick 1 lumber 1 wool 1 grain 2 ore")
    assert asked(game) == "beforeroll"


def test_gold_by_choice_forfeits_consolation() -> None:
    game = gold({"buildings": ["settlement n13"], "levels": {"science": 3}})
    act(game, "take wool")
    assert asked(game) == "turn"


def test_with_gold_by_choice_a_storage_card_of_gold_gives_a_pair_that_is_named() -> None:
    others: Players = {1: {"buildings": ["city n40 large_store h13"]}, 2: {"buildings": ["city n03"]}}
    me = {"buildings": ["settlement n25 store h11", "city n42 hall h15"], "hand": ""}
    game = position(phase="roll", me=me, others=others, ship=2, storage=["nugget"], options=CHOICE)
    sail(game, 4, 6)
    assert (game.to_act, asked(game)) == ((0,), "nameresource")
    act(game, "name wool")
    assert game.to_act == (1,)
    act(game, "name ore")
    assert (hand(game, 0), hand(game, 1)) == (amounts("1 wool 1 cloth"), amounts("1 ore 1 coin"))


def test_with_gold_by_choice_an_emergency_clearing_refunds_a_pair_that_is_named() -> None:
    me = {"buildings": ["city n25 hall h11"], "hand": ""}
    game = position(phase="roll", me=me, ship=6, storage=["nugget"], options=CHOICE)
    sail(game, 4, 6)
    act(game, "name wool")
    assert sorted(offered(game, "refund")) == ["cloth", "wool"]
    act(game, "refund cloth")
    assert hand(game) == amounts("1 cloth")
    assert building_at(game, "n25").chip == 1


# -- reconstructed cards -----------------------------------------------------------------------------------------------


def test_without_reconstructed_cards_the_sourced_decks_stay_whole() -> None:
    state = Mmn.new(4, 7, reconstructed_cards="off").state
    full = Mmn.new(4, 7).state
    for track in ("trade", "politics", "science"):
        assert sorted(state.decks[track]) == sorted(full.decks[track])
    left = {card for track in RECONSTRUCTED for card in state.decks[track]}
    assert not left & {
        "conscription",
        "prophecy",
        "transmutation",
        "curse",
        "relief",
        "labour_market",
        "golem",
        "siege",
    }


def test_without_reconstructed_cards_a_draw_from_an_empty_deck_gives_nothing() -> None:
    game = position(
        phase="roll",
        me={"levels": {"magic": 2}, "buildings": ["city n25"], "hand": "1 ore"},
        options={"reconstructed_cards": "off"},
    )
    roll(game, 1, 1, track="magic")
    assert game.state.players[0].cards == []
    assert asked(game) == "turn"


def test_a_game_without_reconstructed_cards_is_sound() -> None:
    game = Mmn.new(3, 7, reconstructed_cards="off")
    assert game.audit() == []
    assert Mmn.load(game.dump()).dump() == game.dump()
    assert seen(game).decks["trade"] == 18


# -- robber and pirate may stay (rules 24.10) --------------------------------------------------------------------------


@pytest.mark.parametrize(("wanted", "may_stay"), [("always", False), ("if_wanted", True)])
def test_ruling_24_10_after_a_seven_the_figures_may_stay_where_the_table_agreed_so(wanted: str, may_stay: bool) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, options={"robber_moves": wanted})
    robber = game.state.robber
    pirate = game.state.pirate
    roll(game, 3, 4, track="magic")
    assert asked(game) == "movefigure"
    if not may_stay:
        refused(game, "pass")
        return
    act(game, "pass")
    assert (game.state.robber, game.state.pirate, game.to_act) == (robber, pirate, (0,))
    assert asked(game) == "turn"


# -- rights of level 5 with the metropolis alone (rules 24.16) ---------------------------------------------------------

HOLDER_ALONE = {"top_level_rights": "metropolis"}


@pytest.mark.parametrize("holder", [True, False])
def test_ruling_24_16_the_rights_of_trade_5_go_with_the_metropolis_where_the_table_agreed_so(holder: bool) -> None:
    mine, other = ("trade n25", "city n42") if holder else ("city n25", "trade n42")
    me = {"buildings": [mine], "levels": {"trade": 5}, "hand": "1 cloth 1 coin 2 paper"}
    others: Players = {1: {"buildings": [other], "levels": {"trade": 5}}}
    game = position(me=me, others=others, options=HOLDER_ALONE)
    if holder:
        act(game, "bank 1 cloth 1 coin", "take jewel")
    else:
        refused(game, "bank 1 cloth 1 coin")
        with pytest.raises(IllegalAction) as refusal:
            game.check(0, ("bank", "1", "cloth", "1", "coin"))
        assert refusal.value.reason.id == "mmn.refuse.level_alone"
        act(game, "bank 2 paper", "take jewel")  # the right of level 3 stays


@pytest.mark.parametrize("holder", [0, 1])
def test_ruling_24_16_so_do_those_of_politics_5(holder: int) -> None:
    buildings = [["city n25"], ["city n42"]]
    buildings[holder] = [f"politics {('n25', 'n42')[holder]}"]
    knights = {"buildings": buildings[1], "levels": {"politics": 5}, "knights": ["n37 basic"], "roads": ["n37-n42"]}
    me = {"buildings": buildings[0], "levels": {"power": 3, "politics": 5}, "hand": "1 nugget 1 jewel"}
    game = position(me=me, others={1: knights}, options=HOLDER_ALONE)
    assert (offered(game, "strike") == ["n37"]) is (holder == 0)


def test_ruling_24_16_a_famine_ends_once_the_metropolis_stands_and_not_before() -> None:
    me = {"buildings": ["city n25"], "levels": {"food": 4}, "hand": ENOUGH, "famine": True}
    others: Players = {1: {"buildings": ["food n42"], "levels": {"food": 4}}}
    game = position(me=me, others=others, options=HOLDER_ALONE, seats=3, bank="")
    act(game, "improve food")
    if asked(game) == "placemetropolis":
        act(game, "metropolis n25")
    assert not game.state.players[0].famine
    others = {1: {"buildings": ["food n42"], "levels": {"food": 5}}}
    game = position(me=me, others=others, options=HOLDER_ALONE)
    act(game, "improve food")
    assert game.state.players[0].famine, "level 5 without its metropolis"


def test_games_begun_before_these_options_go_on_without_them() -> None:
    dump = Mmn.by_rules(6, 3, 1).dump()
    assert not {"robber_moves", "top_level_rights"} & set(dump["options"])
    assert Mmn.load(dump).dump() == dump
