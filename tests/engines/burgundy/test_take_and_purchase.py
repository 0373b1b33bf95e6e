"""Taking a tile from a depot, and the purchase (rules 6.2, 6.6)."""

from __future__ import annotations

import pytest

from tests.engines.burgundy.moves import data, gains, offered, vp
from tests.engines.burgundy.positions import EMPTY, FILL, position
from tests.engines.playing import act, player, refused, words

FULL = ["mine", "sheep2", "k16"]


def test_a_taken_tile_goes_to_storage_never_to_the_estate() -> None:
    game = position()
    events = act(game, "take 4 ship die 4")
    assert player(game).storage == ["ship"]
    assert player(game).covered == {"d4": "castle"}
    assert game.state.depots["4"] == []
    assert player(game).unused == [3]
    assert data(events, "took") == [{"tile": "ship", "depot": "4"}]
    refused(game, "take 4 ship die 3", "take 4 ship die 3 workers 1")


def test_what_a_tile_does_once_placed_is_not_promised_for_the_taking() -> None:
    game = position(depots={**FILL, "4": ["castle", "k3"]}, me={"storage": ["bank"], "silverlings": 2})
    hints = {words: hint.id for words in game.legal(0) if (hint := game.hint(0, words))}
    assert hints["take", "4", "castle", "die", "4"] == hints["buy", "black", "pig4"] == "burgundy.hint.placed"
    assert hints["take", "4", "k3", "die", "4"] == "burgundy.hint.tile", "it says when itself"
    placing = {id for words, id in hints.items() if words[0] == "place"}
    assert "burgundy.hint.tile" in placing
    assert "burgundy.hint.placed" not in placing


def test_any_tile_of_the_depot_of_the_die_may_be_taken() -> None:
    game = position(depots={**FILL, "4": ["ship", "bank", "bank", "k3"]})
    taken = {line for line in offered(game, "take") if line.endswith("die 4")}
    assert taken == {"4 ship die 4", "4 bank die 4", "4 k3 die 4"}
    refused(game, "take 4 mine die 4", "take 2 mine die 4", "take black church die 4", "take 4 ship die 5")


def test_an_empty_depot_offers_nothing() -> None:
    game = position(depots={"3": []})
    refused(game, "take 3 bank die 3")


def test_case_16_full_storage_needs_a_discard() -> None:
    game = position(me={"dice": (4, 5), "storage": FULL})
    act(game, "take 4 ship die 4")
    assert set(words(game)) == {"discard mine", "discard sheep2", "discard k16"}
    refused(game, "discard ship", "discard", "pass", "end", "discard bank", "workers die 5")
    events = act(game, "discard sheep2")
    assert sorted(player(game).storage) == ["k16", "mine", "ship"]
    assert game.state.removed[-1] == "sheep2"
    assert data(events, "discarded") == [{"tile": "sheep2"}]
    assert player(game).unused == [5]


def test_case_16_placing_first_frees_a_space() -> None:
    game = position(me={"dice": (4, 4), "storage": FULL})
    removed = list(game.state.removed)
    act(game, "place mine e3 die 4", "take 4 ship die 4")
    assert sorted(player(game).storage) == ["k16", "sheep2", "ship"]
    assert game.state.removed == removed


def test_with_an_empty_space_nothing_is_discarded() -> None:
    game = position(me={"storage": ["mine", "k16"]})
    act(game, "take 4 ship die 4")
    assert player(game).storage == ["mine", "k16", "ship"]
    refused(game, "discard mine")


def test_equal_stored_tiles_are_not_told_apart() -> None:
    """The only answer to the discard plays itself."""
    game = position(me={"storage": ["bank"] * 3})
    act(game, "take 4 ship die 4")
    assert sorted(player(game).storage) == ["bank", "bank", "ship"]
    assert game.state.removed[-1] == "bank"


def test_a_discarded_tile_frees_no_second_space() -> None:
    game = position(me={"dice": (3, 4), "storage": FULL})
    act(game, "take 4 ship die 4", "discard mine", "take 3 bank die 3", "discard ship")
    assert sorted(player(game).storage) == ["bank", "k16", "sheep2"]


def test_the_purchase_costs_two_silverlings() -> None:
    game = position(me={"silverlings": 2})
    events = gains(game, "buy black church", silverlings=-2)
    assert player(game).storage == ["church"]
    assert game.state.depots["black"] == ["pig4"]
    assert player(game).unused == [3, 4]
    assert data(events, "bought") == [{"tile": "church", "depot": "black", "silverlings": 2}]


@pytest.mark.parametrize("silverlings", [0, 1])
def test_nothing_is_bought_without_two_silverlings(silverlings: int) -> None:
    refused(position(me={"silverlings": silverlings, "workers": 9}), "buy black church", "buy black church workers 1")


def test_case_22_there_is_one_purchase_a_turn() -> None:
    game = position(me={"silverlings": 3})
    gains(game, "buy black church", silverlings=-2)
    refused(game, "buy black pig4")
    game = position(me={"silverlings": 9})
    act(game, "buy black church")
    refused(game, "buy black pig4")
    act(game, "workers die 3")
    refused(game, "buy black pig4")


def test_the_purchase_comes_before_between_or_after_the_dice() -> None:
    """Rules 6, 6.6."""
    for lines in (
        ["buy black church", "workers die 3", "workers die 4"],
        ["workers die 3", "buy black church", "workers die 4"],
        ["workers die 3", "workers die 4", "buy black church"],
    ):
        game = position(me={"silverlings": 2})
        gains(game, *lines, workers=4, silverlings=-2)
        assert game.to_act == (1,)


def test_the_next_turn_has_its_own_purchase() -> None:
    game = position(me={"silverlings": 4, "dice": (6,)}, others={1: {"silverlings": 2}})
    act(game, "buy black church", "workers die 6")
    act(game, "buy black pig4")
    assert player(game, 1).storage == ["pig4"]
    game = position(turn=12, order=[1, 2, 0], me={"silverlings": 4, "dice": (6,)})
    act(game, "buy black church", "workers die 6")
    while game.to_act != (0,):
        act(game, next(line for line in words(game) if line.startswith("workers")))
    assert "black pig4" in offered(game, "buy")


def test_the_purchase_is_of_the_black_depot_only() -> None:
    game = position(me={"silverlings": 9})
    assert offered(game, "buy") == {"black pig4", "black church"}
    refused(game, "buy 3 bank", "buy 4 ship", "buy black ship", "buy church")


def test_an_empty_black_depot_sells_nothing() -> None:
    game = position(me={"silverlings": 9}, depots={"black": []})
    assert not offered(game, "buy")


def test_a_purchase_with_full_storage_discards() -> None:
    """Ruling A3."""
    game = position(me={"silverlings": 2, "storage": FULL})
    act(game, "buy black church")
    assert set(words(game)) == {f"discard {tile}" for tile in FULL}
    act(game, "discard k16")
    assert sorted(player(game).storage) == ["church", "mine", "sheep2"]
    assert player(game).silverlings == 0
    assert game.state.removed[-1] == "k16"


def test_a_bought_tile_can_be_placed_in_the_same_turn() -> None:
    game = position(me={"silverlings": 2, "dice": (3, 4)}, depots={"black": ["watchtower"]})
    gains(game, "buy black watchtower", "place watchtower e4 die 3", silverlings=-2, vp=4)


def test_money_earned_in_the_turn_buys() -> None:
    game = position(me={"storage": ["bank"]})
    refused(game, "buy black church")
    act(game, "place bank e4 die 3", "buy black church")
    assert player(game).silverlings == 0


def test_tiles_in_storage_score_nothing() -> None:
    """Rules 12."""
    game = position(me={"storage": FULL})
    assert vp(game) == 0
    assert game.scores()[0].total == 0
    assert game.scores()[0].sources.get("knowledge", 0) == 0


def test_the_last_turn_of_a_round_waits_while_a_purchase_is_possible() -> None:
    game = position(seat=2, me={"silverlings": 2, "dice": (6,)}, depots=EMPTY)
    act(game, "workers die 6")
    assert game.to_act == (2,)
    act(game, "end")
    assert game.state.turn == 13
