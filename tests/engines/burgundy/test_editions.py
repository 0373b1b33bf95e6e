"""What later editions change; the first edition is the default (rules 15, rulings A1, A7)."""

from __future__ import annotations

from typing import Any

import pytest

import engines
from engines.burgundy.estate import ESTATES
from engines.contract import Game, IllegalAction, Message
from tests.engines.burgundy.moves import data, final, gains, offered
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, player, refused, words

LATER = ["2019", "special"]
BUILDINGS = {"1 watchtower", "3 bank", "5 boarding_house"}
SOLD = {"red": 4, "purple": 3, "pink": 3, "orange": 1}


def owning(edition: str, *knows: str, **me: Any) -> Game:
    return position(me={"knows": knows, **me}, edition=edition)


def castle(edition: str, **me: Any) -> Game:
    """Return a game in which a castle has just been placed; the 4 is left."""
    storage = ["castle", *me.pop("storage", [])]
    game = owning(edition, *me.pop("knows", []), storage=storage, covered={"c3": "church"}, dice=(6, 4), **me)
    act(game, "place castle b3 die 6")
    return game


@pytest.mark.parametrize(("edition", "points"), [("2011", 12), ("2019", 8), ("special", 8)])
def test_15_scores_for_every_type_sold(edition: str, points: int) -> None:
    assert final(owning(edition, "k15", sold=SOLD)) == points


@pytest.mark.parametrize(("edition", "points"), [("2011", 6), ("2019", 9), ("special", 9)])
def test_26_scores_for_every_bonus_tile(edition: str, points: int) -> None:
    assert final(owning(edition, "k26", bonus=["mine.large", "ship.small", "castle.large"])) == points


@pytest.mark.parametrize("edition", LATER)
def test_6_no_longer_buys_from_numbered_depots(edition: str) -> None:
    game = owning(edition, "k6", silverlings=2)
    assert offered(game, "buy") == {"black pig4", "black church"}
    refused(game, "buy 3 bank", "buy 1 watchtower")


def test_6_of_2019_workers_replace_silverlings_at_the_black_depot() -> None:
    for silverlings, workers, payments in (
        (2, 2, {"", " workers 1", " workers 2"}),
        (2, 1, {"", " workers 1"}),
        (2, 0, {""}),
        (1, 1, {" workers 1"}),
        (1, 2, {" workers 1", " workers 2"}),
        (0, 2, {" workers 2"}),
        (1, 0, set()),
        (0, 1, set()),
    ):
        game = owning("2019", "k6", silverlings=silverlings, workers=workers)
        assert offered(game, "buy") == {f"black {tile}{payment}" for tile in ("pig4", "church") for payment in payments}


@pytest.mark.parametrize("paid", [1, 2])
def test_6_of_2019_takes_a_worker_for_each_silverling_replaced_and_tells_it(paid: int) -> None:
    game = owning("2019", "k6", silverlings=2, workers=2)
    events = gains(game, f"buy black church workers {paid}", silverlings=paid - 2, workers=-paid)
    assert player(game).storage == ["church"]
    purchase = {"tile": "church", "depot": "black", "silverlings": 2 - paid, "workers": paid}
    assert data(events, "bought_with_workers") == [purchase]
    assert not offered(game, "buy")


@pytest.mark.parametrize(
    ("silverlings", "workers", "typed", "low", "high"),
    [(0, 2, 1, 2, 2), (1, 1, 2, 1, 1), (3, 4, 3, 1, 2), (2, 2, 0, 1, 2)],
)
def test_6_of_2019_says_how_many_workers_may_pay(
    silverlings: int, workers: int, typed: int, low: int, high: int
) -> None:
    game = owning("2019", "k6", silverlings=silverlings, workers=workers)
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, ("buy", "black", "church", "workers", str(typed)))
    arguments = {"n": silverlings, "low": low, "high": high}
    exactly = Message("burgundy.refuse.paid_exactly", {"n": low})
    assert refusal.value.reason == (exactly if low == high else Message("burgundy.refuse.paid_in_workers", arguments))


def test_6_of_2019_needs_the_knowledge_tile() -> None:
    for edition in ("2011", "2019", "special"):
        refused(owning(edition, silverlings=1, workers=5), "buy black church", "buy black church workers 1")
    refused(owning("special", "k6", silverlings=1, workers=5), "buy black church workers 1")


def test_6_of_the_special_edition_hires_a_building_for_two_workers() -> None:
    game = owning("special", "k6", workers=2)
    assert offered(game, "hire") == BUILDINGS
    refused(game, "hire 2 mine", "hire 4 ship", "hire black church", "hire church")
    gains(game, "hire 3 bank", workers=-2)
    assert player(game).storage == ["bank"]
    assert game.state.depots["3"] == []
    assert player(game).unused == [3, 4]


def test_6_of_the_special_edition_hires_once_a_turn_beside_the_purchase() -> None:
    game = owning("special", "k6", workers=5, silverlings=4)
    act(game, "hire 3 bank")
    refused(game, "hire 1 watchtower")
    assert offered(game, "buy") == {"black pig4", "black church"}
    act(game, "buy black church")
    assert sorted(player(game).storage) == ["bank", "church"]
    assert not offered(game, "hire")
    act(game, "workers die 3")
    assert not offered(game, "hire") | offered(game, "buy")


def test_6_of_the_special_edition_hires_again_in_the_next_turn() -> None:
    me = {"knows": ["k6"], "workers": 5, "dice": (6,)}
    game = position(seat=2, me=me, edition="special")
    act(game, "hire 3 bank", "workers die 6")
    while game.to_act != (2,):
        act(game, next(line for line in words(game) if line.startswith("workers")))
    assert offered(game, "hire") == BUILDINGS - {"3 bank"}


def test_6_of_the_special_edition_needs_two_workers_and_the_tile() -> None:
    refused(owning("special", "k6", workers=1, silverlings=9), "hire 3 bank")
    refused(owning("special", workers=5), "hire 3 bank")
    for edition in ("2011", "2019"):
        refused(owning(edition, "k6", workers=5, silverlings=5), "hire 3 bank")


def test_a_hired_building_with_full_storage_needs_a_discard() -> None:
    game = owning("special", "k6", workers=2, storage=["mine", "ship", "castle"])
    act(game, "hire 3 bank", "discard ship")
    assert sorted(player(game).storage) == ["bank", "castle", "mine"]
    assert player(game).workers == 0


@pytest.mark.parametrize("edition", LATER)
def test_the_purchase_is_possible_before_the_castle_action(edition: str) -> None:
    game = castle(edition, silverlings=2)
    assert offered(game, "buy") == {"black pig4", "black church"}
    act(game, "buy black church")
    assert "place church e4" in words(game)
    assert not offered(game, "buy")
    refused(game, "pass", "end")
    act(game, "place church e4", "take 2 mine")
    assert sorted(player(game).storage) == ["mine"]
    assert player(game).unused == [4]


@pytest.mark.parametrize("edition", LATER)
def test_the_purchase_inside_is_the_one_of_the_turn(edition: str) -> None:
    game = castle(edition, silverlings=9)
    act(game, "buy black church", "workers")
    assert not offered(game, "buy")
    me = {"storage": ["castle"], "covered": {"c3": "church"}, "dice": (6, 4), "silverlings": 9, "purchased": True}
    game = position(me=me, edition=edition)
    act(game, "place castle b3 die 6")
    assert not offered(game, "buy")


@pytest.mark.parametrize("edition", LATER)
def test_a_castle_action_after_a_purchase_may_need_a_discard(edition: str) -> None:
    game = castle(edition, silverlings=2, storage=["mine", "ship"])
    act(game, "buy black church", "take 6 cow3")
    assert set(words(game)) == {"discard mine", "discard ship", "discard church"}
    act(game, "discard ship")
    assert sorted(player(game).storage) == ["church", "cow3", "mine"]
    assert game.state.depots["6"] == []
    assert game.audit() == []


@pytest.mark.parametrize("edition", LATER)
def test_a_bought_tile_may_be_placed_by_the_city_hall(edition: str) -> None:
    game = owning(edition, storage=["city_hall"], silverlings=2)
    act(game, "place city_hall e4 die 3")
    assert set(words(game)) == {"buy black pig4", "buy black church", "pass"}
    act(game, "buy black church")
    assert {"place church c3", "place church e5", "place church f4", "pass"} == set(words(game))
    act(game, "place church c3", "take 2 mine")
    assert player(game).storage == ["mine"]


@pytest.mark.parametrize("edition", LATER)
def test_a_city_hall_without_tiles_and_money_has_no_effect(edition: str) -> None:
    game = owning(edition, storage=["city_hall"], silverlings=1)
    events = act(game, "place city_hall e4 die 3")
    assert data(events, "no_effect") == [{"tile": "city_hall"}]


def test_a_building_may_be_hired_inside_a_castle_and_a_city_hall() -> None:
    game = castle("special", knows=["k6"], workers=2)
    assert offered(game, "hire") == BUILDINGS
    gains(game, "hire 3 bank", workers=-2)
    gains(game, "place bank e4", silverlings=2)
    game = owning("special", "k6", workers=2, storage=["city_hall"])
    act(game, "place city_hall e4 die 3", "hire 1 watchtower")
    gains(game, "place watchtower e5", vp=4)


def test_workers_replace_silverlings_inside_a_castle_too() -> None:
    game = castle("2019", knows=["k6"], workers=2, silverlings=1)
    assert offered(game, "buy") == {f"black {tile} workers {paid}" for tile in ("pig4", "church") for paid in (1, 2)}
    gains(game, "buy black church workers 1", workers=-1, silverlings=-1)
    assert "place church e4" in words(game)


@pytest.mark.parametrize("edition", LATER)
def test_everything_else_is_as_in_the_first_edition(edition: str) -> None:
    gains(owning(edition, storage=["watchtower"]), "place watchtower c3 die 3", vp=7 + 4)
    gains(owning(edition, "k3", "k4", goods={"pink": 2}), "sell pink die 3", vp=6, silverlings=2, workers=1)
    assert final(owning(edition, "k25", sold=SOLD)) == 11
    assert final(owning(edition, "k24", covered={"c2": "pig2"})) == 4
    assert final(owning(edition, "k22", covered={"c3": "bank"})) == 4


@pytest.mark.parametrize("board", ["2019-2", "se-4r", "se-8r"])
def test_boards_of_later_editions_are_whole_and_can_be_chosen(board: str) -> None:
    estate = ESTATES[board]
    counts = {colour: len(hexes) for colour, hexes in estate.by_colour.items()}
    assert counts == {"building": 12, "animal": 6, "knowledge": 6, "ship": 6, "castle": 4, "mine": 3}
    assert sum(len(region.hexes) for region in estate.regions) == 37
    for edition in ("2011", *LATER):
        game = engines.new("burgundy", 2, 4, mode="free", boards="extra", edition=edition)
        act(game, f"board {board}", f"start {estate.by_colour['castle'][0].id}")
        assert sorted(player.board for player in game.state.players) == ["", board]
