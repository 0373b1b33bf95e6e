"""The rulings 24.1 to 24.18, one by one; options are played with where their rules are tested."""

from __future__ import annotations

import pytest

from tests.engines.mmn.moves import amounts, asked, building_at, hand, knight_at, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, FRESH, Players, opening, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

QUIET = (4, 6)


@pytest.mark.parametrize(("mode", "listed"), [("nugget", True), ("choice", False)])
def test_24_01_a_nugget_is_a_sixth_resource_and_buys_a_basic_one(mode: str, listed: bool) -> None:
    game = position(me={"hand": "1 nugget 1 wool"}, options={"gold_mode": mode})
    assert ("bank 1 nugget" in words(game)) == listed
    levels = {"magic": "crystal", "power": "jewel"}
    for track, commodity in levels.items():
        improved = position(me={"hand": f"1 {commodity} 1 wool", "buildings": ["city n25"]})
        act(improved, f"improve {track}")
        assert hand(improved) == amounts("1 wool")


def test_24_02_the_saboteur_is_the_old_one() -> None:
    """He acts on a city until repair, not on hands."""
    game = position(
        me={"cards": ["saboteur"], "hand": "1 ore"}, others={1: {"buildings": ["city n42"], "hand": "9 wool"}}
    )
    act(game, "play saboteur")
    if asked(game) == "card_saboteur":
        act(game, "choose n42")
    assert (building_at(game, "n42", 1).sabotaged, hand(game, 1)) == (True, amounts("9 wool"))


@pytest.mark.parametrize(("threshold", "drawn"), [("calendar", 1), ("literal", 0)])
def test_24_03_the_red_die_is_read_as_printed_calendars_do(threshold: str, drawn: int) -> None:
    me = {"levels": {"food": 1}, "buildings": ["city n25"], "hand": "1 ore"}
    game = position(phase="roll", me=me, options={"progress_threshold": threshold}, top={"food": ["famine"]})
    roll(game, 2, 6, track="food")
    assert len(player(game).cards) == drawn


def test_24_04_half_of_the_costs_part_by_part() -> None:
    """A large store lost with its city: one resource, one commodity and one of either, never three of a kind."""
    five = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]
    me = {"buildings": [*five, "city n25 large_store h11"]}
    game = position(phase="roll", me=me, ship=6, storage=["ore"])
    sail(game, *QUIET)
    assert sorted(offered(game, "refund")) == ["coin", "ore"]
    act(game, "refund ore")
    assert hand(game) == amounts("2 ore 1 coin")


@pytest.mark.parametrize(("lock", "prompt"), [("on", "turn"), ("off", "movefigure")])
def test_24_05_robber_and_pirate_stay_beside_the_board_before_the_first_attack(lock: str, prompt: str) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, attacked=False, options={"robber_lock": lock})
    roll(game, 3, 4, track="magic")
    assert asked(game) == prompt


@pytest.mark.parametrize("corner", ["n50", "n53"])
def test_24_06_a_harbour_belongs_to_its_two_intersections(corner: str) -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": [f"city {corner}"], "hand": "1 wool"}})
    roll(game, 3, 4, track="magic")
    act(game, "pirate p6")
    assert "rob seat2" in words(game)
    beside = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": ["city n49"], "hand": "1 wool"}})
    roll(beside, 3, 4, track="magic")
    act(beside, "pirate p6")
    assert asked(beside) == "turn"


def test_24_07_a_store_is_paid_with_any_kind_and_yields_the_card_drawn() -> None:
    game = position(me={"buildings": ["settlement n25"], "hand": "2 wool 1 coin"})
    act(game, "store n25 h11")
    assert building_at(game, "n25").chip_hex == place("h11")
    clearing = position(phase="roll", me={"buildings": ["settlement n25 store h11"]}, ship=2, storage=["grain"])
    sail(clearing, *QUIET)
    assert hand(clearing) == amounts("1 grain")


def test_24_08_the_third_space_is_counted_in_moves_since_the_attack() -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}, 2: {"hand": "1 ore"}}, ship=6)
    cleared = []
    for _ in range(4):
        cleared.append(kinds(sail(game, *QUIET), "clearing"))
        act(game, "pass")
    assert cleared == [[], [], [], ["clearing"]]


@pytest.mark.parametrize(("rest", "got"), [("off", ""), ("on", "1 grain")])
def test_24_09_a_single_claimant_of_a_short_stack(rest: str, got: str) -> None:
    game = position(
        seats=4,
        phase="roll",
        me={"buildings": ["settlement n03 servant h03"]},
        bank="1 grain",
        options={"shortage_single_claimant_gets_rest": rest},
    )
    roll(game, 4, 5)
    assert hand(game) == amounts(got)


def test_24_10_one_figure_must_move_but_the_pirate_need_not_rob() -> None:
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"buildings": ["city n53"], "hand": "1 wool"}})
    roll(game, 3, 4, track="magic")
    refused(game, "pass", "done")
    act(game, "pirate p6", "pass")
    assert hand(game, 1) == amounts("1 wool")


@pytest.mark.parametrize(("keeps", "grain"), [("off", 1), ("on", 2)])
def test_24_11_the_journeyman_replaces_the_servants_bonus(keeps: str, grain: int) -> None:
    options = {"journeyman_keeps_servant_bonus": keeps}
    game = position(phase="roll", me={"buildings": ["city n03 journeyman h03"]}, options=options)
    roll(game, 4, 5)
    assert hand(game) == amounts(f"{grain} grain 2 meat")


def test_24_12_a_deserting_captain_brings_one_extra_basic_knight() -> None:
    me = {"cards": ["deserter"], "roads": ["n09-n14"], "hand": "1 ore"}
    game = position(me=me, others={1: {"knights": ["n42 mighty active captain"]}})
    act(game, "play deserter", "choose n09")
    act(game, *(["choose n14"] if asked(game) != "turn" else []))
    assert [(each.rank, each.active, each.captain) for each in player(game).knights] == [
        (3, True, False),
        (1, False, False),
    ]


def test_24_13_no_merchant_on_a_gold_river() -> None:
    game = position(me={"cards": ["merchant"], "buildings": ["settlement n24"], "hand": "1 ore"})
    act(game, "play merchant")
    assert seen(game).merchant == "h09", "h05 and h10 are gold rivers: there is one way"


def test_24_14_three_spies() -> None:
    assert (FRESH["decks"]["politics"].count("spy"), len(FRESH["decks"]["politics"])) == (3, 18)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_24_15_sixteen_points_win_at_any_table(seats: int) -> None:
    game = position(
        seats=seats, me={"hand": "1 ore"}, others={1: {"defender": 15}, 2: {"defender": 16, "hand": "1 ore"}}
    )
    act(game, "pass")
    assert not game.state.over
    roll(game, 6, 6)
    assert (game.state.over, game.to_act) == (False, (1,))
    act(game, "pass")
    assert (game.state.over, game.state.winner) == (True, 2)


def test_24_16_level_five_helps_without_the_metropolis() -> None:
    others: Players = {1: {"buildings": ["politics n42"], "levels": {"politics": 5}}}
    me = {"levels": {"politics": 5}, "buildings": ["city n25"], "knights": ["n18"], "hand": "1 ore"}
    attacker = {"levels": {"power": 3}, "buildings": ["city n40"], "hand": "1 nugget 1 jewel 1 ore"}
    game = position(me=attacker, others={**others, 2: me})
    assert points(game, 2) == 2
    refused(game, "strike n18")


def test_24_17_protection_covers_all_knights_and_captains_of_a_player() -> None:
    safe = {
        "levels": {"politics": 5},
        "buildings": ["politics n42"],
        "knights": ["n18", "n25 captain", "n03 strong captain"],
    }
    me = {"levels": {"power": 5}, "buildings": ["power n40"], "cards": ["assassin"], "hand": ENOUGH}
    game = position(me=me, others={1: safe})
    refused(game, "strike n18", "strike n25", "strike n03", "play assassin")
    assert knight_at(game, "n25", 1).captain


@pytest.mark.parametrize(("twice", "lumber"), [("on", 2), ("off", 1)])
def test_24_18_a_hex_shared_in_the_opening(twice: str, lumber: int) -> None:
    game = opening(opening_shared_hex_counts_twice=twice)
    act(game, "settlement n25", "road n19-n25", "settlement n03", "road n03-n07", "settlement n54", "road n51-n54")
    events = act(game, "city n48", "road n48-n52", "city n16", "road n16-n21", "city n26", "road n26-n32")
    assert hand(game)["lumber"] == lumber
    assert [event.data["why"] for event in told(events, "received")] == ["opening"] * 3
