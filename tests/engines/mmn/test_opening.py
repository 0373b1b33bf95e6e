"""Setup and opening (rules 1 to 3, 5)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, hand, question, seen
from tests.engines.mmn.positions import DECK_OF, FRESH, KINDS, TRACKS, VP_CARDS, opening
from tests.engines.playing import act, offered, player, refused, words

DECKS = {
    "trade": (
        "6 merchant, 4 resource_monopoly, 2 trade_monopoly, 2 master_merchant, 2 merchant_fleet, 2 commercial_harbor"
    ),
    "politics": (
        "2 bishop, 1 constitution, 2 deserter, 2 diplomat, 2 intrigue, 2 saboteur, 3 spy, 2 warlord, 2 wedding"
    ),
    "science": (
        "2 alchemist, 2 crane, 1 engineer, 2 inventor, 2 irrigation, 2 medicine, 2 mining, 1 printer, 2 "
        "road_building, 2 smith"
    ),
    "power": (
        "3 assassin, 3 conscription, 2 commission, 3 extortion, 2 black_market, 2 forced_march, 2 siege, 1 throne"
    ),
    "magic": "3 prophecy, 3 transmutation, 3 curse, 2 teleport, 2 restoration, 2 clairvoyance, 2 golem, 1 grimoire",
    "food": (
        "3 famine, 2 slaughter_feast, 2 harvest, 3 labour_market, 2 provisions, 2 market_day, 1 poaching, 2 "
        "relief, 1 cornucopia"
    ),
}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_decks_bank_and_storage_start_whole(seats: int) -> None:
    """Rules 1.2, 18.3."""
    state = Mmn.new(seats, 3).state
    for track, cards in state.decks.items():
        counted = (entry.split() for entry in DECKS[track].split(", "))
        assert Counter(cards) == {card: int(number) for number, card in counted}
        assert len(cards) == 18
    large = seats > 4
    assert state.bank == [24 if large else 19] * 6 + [18 if large else 12] * 6
    assert sorted(state.storage) == sorted(KINDS[:6])
    assert (state.robber, state.pirate, state.merchant, state.ship, state.attacked) == (-1, -1, -1, 0, False)


@pytest.mark.parametrize("seats", [2, 7, 0, -1])
def test_three_to_six_may_play(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        Mmn.new(seats, 1)


def test_every_player_starts_with_all_pieces_in_supply() -> None:
    """Rules 1.3."""
    supply = seen(Mmn.new(3, 1)).players[1].supply
    assert supply == {
        "road": 15,
        "settlement": 5,
        "city": 4,
        "wall": 3,
        "basic": 2,
        "strong": 2,
        "mighty": 2,
        "captain": 2,
        "store": 4,
        "hall": 3,
        "servant": 4,
        "journeyman": 3,
    }


@pytest.mark.parametrize("seats", [3, 6])
def test_gold_rivers_get_good_numbers_and_sixes_and_eights_keep_apart(seats: int) -> None:
    """Rules 2.3: two gold rivers side by side carry 6 or 8 both; for every other pair the rule of distance holds."""
    near = board.size(seats).geometry.hex_hexes
    together = 0
    for seed in range(10):
        state = Mmn.new(seats, seed).state
        rivers = {number for number, terrain in enumerate(state.terrain) if terrain == "gold_river"}
        high = {number for number, chip in enumerate(state.chips) if chip in (6, 8)}
        assert rivers <= high
        for number in high:
            high_neighbours = set(near[number]) & high
            assert not high_neighbours or (number in rivers and high_neighbours <= rivers), seed
            together += bool(high_neighbours)
    assert together


def test_high_numbers_lie_together_when_no_shuffle_keeps_them_apart() -> None:
    """Rules 2.3."""
    state = Mmn.new(6, 31).state
    high = {number for number, chip in enumerate(state.chips) if chip in (6, 8)}
    assert any(
        high & set(board.LARGE.geometry.hex_hexes[number]) for number in high if state.terrain[number] != "gold_river"
    )


@pytest.mark.parametrize("given_up", ["forest", "pasture", "fields"])
@pytest.mark.parametrize("seats", [4, 5])
def test_the_option_names_the_terrain_that_gold_replaces(given_up: str, seats: int) -> None:
    """Rules 2.3."""
    counts = Counter(Mmn.new(seats, 2, gold_replaces=given_up).state.terrain)
    full = 4 if seats == 4 else 6
    assert [counts[terrain] for terrain in ("forest", "pasture", "fields")] == [
        full - (terrain == given_up) for terrain in ("forest", "pasture", "fields")
    ]


def test_gold_replaces_any_of_the_three_at_random() -> None:
    counts = [Counter(Mmn.new(3, seed).state.terrain) for seed in range(12)]
    for kind in ("forest", "pasture", "fields"):
        assert any(count[kind] == 3 for count in counts), kind


def test_shuffles_differ_from_seed_to_seed() -> None:
    states = [Mmn.new(3, seed).state for seed in range(8)]
    for part in ("terrain", "chips", "harbours", "storage"):
        assert len({tuple(getattr(state, part)) for state in states}) > 4, part
    for track in TRACKS:
        assert len({tuple(state.decks[track]) for state in states}) > 4, track
    assert Mmn.new(3, 5).dump() == Mmn.new(3, 5).dump()


# -- the opening -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_order_is_a_snake_with_a_city_second(seats: int) -> None:
    game = Mmn.new(seats, 4)
    rng = Random(1)
    order = []
    while seen(game).phase == "opening":
        (seat,) = game.to_act
        word = words(game)[0].split()[0]
        order.append((seat, word))
        game.play(seat, rng.choice(game.legal(seat)))
    first = [(seat, word) for seat in range(seats) for word in ("settlement", "road")]
    second = [(seat, word) for seat in reversed(range(seats)) for word in ("city", "road")]
    assert order == first + second
    assert (game.to_act, game.state.turn) == ((0,), 1)
    for seat in range(seats):
        mine = player(game, seat)
        assert sorted(building.city for building in mine.buildings) == [False, True]
        assert len(mine.roads) == 2


def test_any_intersection_at_a_distance_may_be_settled() -> None:
    """Rules 3.1."""
    game = opening()
    assert len(offered(game, "settlement")) == 54
    refused(game, "city n25", "settlement n55", "settlement", "road n01-n04", "pass", "settlement n25 n26")
    act(game, "settlement n25")
    refused(game, "settlement n01", "road n01-n04", "road n15-n20")
    assert sorted(offered(game, "road")) == ["n19-n25", "n20-n25", "n25-n31"]
    act(game, "road n25-n31")
    assert len(offered(game, "settlement")) == 54 - 4
    refused(game, "settlement n25", "settlement n19", "settlement n20", "settlement n31")


def test_the_second_road_touches_the_city() -> None:
    """Rules 3.1."""
    game = opening()
    act(game, "settlement n25", "road n25-n31", "settlement n03", "road n03-n07", "settlement n54", "road n51-n54")
    assert (game.to_act, question(game)) == ((2,), "openingbuilding")
    refused(game, "settlement n48")
    act(game, "city n48")
    assert sorted(offered(game, "road")) == ["n44-n48", "n48-n52"]
    refused(game, "road n50-n54")


def opened(*, seats: int = 3, **options: str) -> Mmn:
    """Return a game in which seat 0's settlement and city share the forest h11 and the gold river h10."""
    game = opening(seats, **options)
    act(game, "settlement n25", "road n19-n25", "settlement n03", "road n03-n07", "settlement n54", "road n51-n54")
    act(game, "city n48", "road n48-n52", "city n16", "road n16-n21", "city n37", "road n37-n42")
    return game


@pytest.mark.parametrize(("option", "lumber"), [("on", 2), ("off", 1)])
def test_24_18_a_hex_shared_by_settlement_and_city_counts_twice_or_once(option: str, lumber: int) -> None:
    """Rules 24.18: n25 and n37 touch forest h11 both."""
    game = opened(opening_shared_hex_counts_twice=option)
    assert hand(game) == amounts(f"{lumber} lumber 1 brick 1 nugget 1 ore 1 wool")


def test_everybody_receives_for_both_buildings() -> None:
    """Rules 3.2."""
    game = opened()
    assert hand(game, 1) == amounts("1 grain 1 ore")
    assert hand(game, 2) == amounts("1 grain 1 wool")
    assert [game.state.bank[number] for number in range(12)] == [18, 17, 17, 17, 17, 18] + [12] * 6
    assert words(game) == ["roll"]
    assert game.to_act == (0,)


def received_for(first: tuple[str, str], second: tuple[str, str]) -> dict[str, int]:
    """Return what seat 0 receives for a settlement and a city, each with its road."""
    game = opening()
    act(game, f"settlement {first[0]}", f"road {first[1]}")
    act(game, "settlement n03", "road n03-n07", "settlement n50", "road n50-n54")
    act(game, "city n48", "road n48-n52", "city n33", "road n27-n33")
    act(game, f"city {second[0]}", f"road {second[1]}")
    return hand(game)


def test_T1_six_hexes_give_six_resources_and_no_commodity() -> None:
    """Rules 3.2."""
    assert received_for(("n25", "n19-n25"), ("n42", "n42-n46")) == amounts(
        "1 lumber 1 brick 1 nugget 1 grain 1 ore 1 wool"
    )


def test_T2_two_and_three_hexes_give_five_cards() -> None:
    assert sum(received_for(("n05", "n05-n09"), ("n42", "n42-n46")).values()) == 5


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("seats", "hexes", "rivers", "harbours"), [(3, 19, 2, 9), (4, 19, 2, 9), (5, 30, 3, 11)])
def test_T25_the_board_has_its_hexes_chips_and_harbours(
    seats: int, hexes: int, rivers: int, harbours: int, seed: int
) -> None:
    """Rules 2.1, 2.2."""
    state = Mmn.new(seats, seed).state
    counted = Counter(state.terrain)
    assert counted.total() == len(state.chips) == hexes
    assert counted["gold_river"] == rivers
    assert "desert" not in counted
    large = seats > 4
    standard = {"forest": 6, "pasture": 6, "fields": 6} if large else {"forest": 4, "pasture": 4, "fields": 4}
    assert sorted(standard[kind] - counted[kind] for kind in standard) == [0, 0, 1]
    assert counted["hills"] == counted["mountains"] == (5 if large else 3)
    many, few = (3, 2) if large else (2, 1)
    chips = Counter(state.chips)
    chips.subtract(dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), many) | {2: few, 12: few})
    assert set(+chips) <= {4, 5, 6, 8, 9, 10}
    assert chips.total() == (2 if large else 1)
    assert min(chips.values()) == 0
    slots = Counter(state.harbours)
    assert slots.total() == harbours
    wool = 2 if large else 1
    assert slots == {"generic": harbours - 4 - wool, "brick": 1, "lumber": 1, "wool": wool, "grain": 1, "ore": 1}


def test_24_02_and_24_14_two_old_saboteurs_and_three_spies_are_in_the_deck() -> None:
    """Rules 24.2 and 24.14: two Saboteurs, three Spies."""
    deck = FRESH["decks"]["politics"]
    assert (deck.count("saboteur"), deck.count("spy"), len(deck)) == (2, 3, 18)
    assert DECK_OF["saboteur"] == "politics"
    assert {DECK_OF[card] for card in VP_CARDS} == {"politics", "science", "power", "magic", "food"}


def test_a_path_is_named_by_its_ends_in_any_order() -> None:
    game = opening()
    act(game, "settlement n25")
    assert game.normal(0, ("road", "n31-n25")) == ("road", "n25-n31")
    assert game.normal(0, ("road", "n31-n99")) == ("road", "n31-n99")
    events = act(game, "road n31-n25")
    assert [event.data for event in events if event.kind == "road"] == [{"path": "n25-n31"}]
