"""City improvements, metropolises and the benefits of levels 3 and 5 (rules 17)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import building_at, events_of, hand, knight_at, level, points, question, roll, seen
from tests.engines.mmn.positions import ENOUGH, TRACKS, Players, chain, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

COMMODITY = dict(zip(TRACKS, ("cloth", "coin", "paper", "jewel", "crystal", "meat"), strict=True))
RICH = "9 cloth 9 coin 9 paper 9 jewel 9 crystal 9 meat 1 wool"


def mine(levels: dict[str, int], *buildings: str, others: Players | None = None, **changes: Any) -> Mmn:
    return position(me={"levels": levels, "buildings": buildings, "hand": RICH} | changes, others=others)


@pytest.mark.parametrize("track", TRACKS)
def test_levels_cost_their_number_in_order_and_end_at_five(track: str) -> None:
    """Rules 1.1, 17.1."""
    game = position(me={"buildings": ["city n25"], "hand": f"12 {COMMODITY[track]} 1 wool"})
    for number in (1, 2, 3):
        act(game, f"improve {track}")
        assert level(game, track) == number
    assert hand(game)[COMMODITY[track]] == 12 - 6
    act(game, f"improve {track}")
    assert building_at(game, "n25").metropolis == track
    top = position(me={"buildings": [f"{track} n25"], "levels": {track: 5}, "hand": RICH})
    refused(top, f"improve {track}")


def test_an_improvement_needs_a_city() -> None:
    """Rules 17.1."""
    game = mine({}, "settlement n25")
    assert offered(game, "improve") == []
    refused(game, *(f"improve {track}" for track in TRACKS))
    refused(mine({"trade": 2}), "improve trade")


def test_a_sabotaged_city_is_enough_for_levels_one_to_three() -> None:
    """Rules 17.1."""
    game = mine({"food": 2, "trade": 3}, "city n25 sabotaged")
    assert "food" in offered(game, "improve")
    act(game, "improve food")
    refused(game, "improve food", "improve trade")


def test_level_four_needs_a_city_without_marker() -> None:
    """Rules 17.2."""
    game = mine({"trade": 4, "food": 3, "magic": 2}, "trade n25")
    assert "magic" in offered(game, "improve")
    refused(game, "improve food")
    assert "trade" in offered(game, "improve")


def test_level_five_needs_the_marker_or_a_city_without() -> None:
    """Rules 17.2."""
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}}}
    refused(mine({"trade": 4, "food": 4}, "food n25", others=others), "improve trade")
    game = mine({"trade": 4, "food": 4}, "food n25", "city n40", others=others)
    assert "trade" in offered(game, "improve")


# -- metropolises (rules 17.3) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", TRACKS)
def test_the_first_at_level_four_places_the_metropolis(track: str) -> None:
    game = mine({track: 3}, "city n25", "city n42 wall", "city n18 sabotaged", "settlement n03")
    before = points(game)
    events = act(game, f"improve {track}")
    assert question(game) == "placemetropolis"
    assert sorted(offered(game, "metropolis")) == ["n25", "n42"]
    refused(game, "metropolis n18", "metropolis n03", "pass", "metropolis n40")
    events += act(game, "metropolis n42")
    assert points(game) == before + 2
    assert kinds(events, "improved", "metropolis") == ["improved", "metropolis"]
    assert (building_at(game, "n42").metropolis, building_at(game, "n42").wall) == (track, True)
    assert game.state.metropolises[TRACKS.index(track)] == 0
    assert seen(game).metropolises[track] == 0


def test_cities_with_marker_are_not_offered() -> None:
    game = mine({"trade": 4, "food": 3}, "trade n25", "city n42", "city n18")
    act(game, "improve food")
    assert sorted(offered(game, "metropolis")) == ["n18", "n42"]


def test_level_four_gives_no_marker_while_another_holds_it() -> None:
    game = mine({"trade": 3}, "city n25", others={1: {"buildings": ["trade n42"], "levels": {"trade": 4}}})
    events = act(game, "improve trade")
    assert kinds(events, "metropolis") == []
    assert (level(game, "trade"), building_at(game, "n25").metropolis) == (4, "")
    assert game.state.metropolises[0] == 1


def test_level_five_takes_the_metropolis_over() -> None:
    others: Players = {1: {"buildings": ["trade n42 wall large_store h15 servant h16"], "levels": {"trade": 4}}}
    game = mine({"trade": 4}, "city n25", others=others)
    before = points(game), points(game, 1)
    events = act(game, "improve trade")
    assert building_at(game, "n25").metropolis == "trade"
    former = building_at(game, "n42", 1)
    assert (former.city, former.metropolis, former.wall, former.chip, former.servants) == (
        True,
        "",
        True,
        3,
        [place("h16")],
    )
    assert (points(game), points(game, 1)) == (before[0] + 2, before[1] - 2)
    assert events_of(events, "metropolis_lost")[0].seat == 1
    assert seen(game).metropolises["trade"] == 0


def test_a_holder_at_level_five_keeps_the_metropolis() -> None:
    game = mine({"trade": 4}, "city n25", others={1: {"buildings": ["trade n42"], "levels": {"trade": 5}}})
    events = act(game, "improve trade")
    assert level(game, "trade") == 5
    assert kinds(events, "metropolis", "metropolis_lost") == []
    assert building_at(game, "n42", 1).metropolis == "trade"


def test_the_holder_at_level_five_places_nothing_again() -> None:
    game = mine({"trade": 4}, "trade n25", "city n42")
    events = act(game, "improve trade")
    assert kinds(events, "metropolis") == []
    assert question(game) == "turn"


# -- benefits ----------------------------------------------------------------------------------------------------------


def test_24_16_trade_5_helps_without_the_metropolis() -> None:
    """Rules 24.16: the level counts, not the marker."""
    me = {"buildings": ["city n25"], "levels": {"trade": 5}, "hand": "1 cloth 1 coin 1 wool"}
    game = position(me=me, others={1: {"buildings": ["trade n42"], "levels": {"trade": 5}}})
    act(game, "bank 1 cloth 1 coin", "take jewel")
    assert hand(game) == {"wool": 1, "jewel": 1}


# -- power: the assassin -----------------------------------------------------------------------------------------------


def striking(power: int, *knights: str, politics: int = 0) -> Mmn:
    victim = {
        "knights": knights,
        "levels": {"politics": politics},
        "buildings": ["politics n42"] if politics > 3 else ["city n42"],
        "hand": "1 ore",
    }
    return mine({"power": power}, *(["power n25"] if power > 3 else ["city n25"]), others={1: victim}, hand=ENOUGH)


@pytest.mark.parametrize(
    ("power", "knight", "result"),
    [
        (2, "n40", None),
        (3, "n40", "removed"),
        (3, "n40 active", "removed"),
        (3, "n40 captain", (1, False)),
        (3, "n40 mighty captain", (3, False)),
        (3, "n40 strong", None),
        (3, "n40 mighty", None),
        (4, "n40 strong", None),
        (5, "n40", "removed"),
        (5, "n40 strong", (1, False)),
        (5, "n40 mighty", (2, False)),
        (5, "n40 strong captain", (2, False)),
    ],
)
def test_the_assassin_strikes_by_level(power: int, knight: str, result: Any) -> None:
    game = striking(power, knight + (" active" if "active" not in knight else ""))
    if result is None:
        refused(game, "strike n40")
        return
    act(game, "strike n40")
    target = knight_at(game, "n40", 1)
    if result == "removed":
        assert target is None
    else:
        assert (target.rank, target.captain) == result
        assert target.active
    assert game.state.now.struck


def test_the_assassin_strikes_once_a_turn_and_opponents_only() -> None:
    game = striking(3, "n40", "n36")
    act(game, "strike n40")
    refused(game, "strike n36")
    act(game, "pass")
    roll(game, 6, 6)
    refused(game, "strike n36")
    own_knight = mine({"power": 3}, "city n25", knights=["n40"])
    refused(own_knight, "strike n40")


def test_a_demoted_knight_without_piece_is_removed() -> None:
    game = striking(5, "n40 strong", "n36", "n45")
    act(game, "strike n40")
    assert knight_at(game, "n40", 1) is None


# -- food --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [["move n18 n13"], ["chase robber n18", "robber h19"]])
def test_food_5_reactivates_after_every_kind_of_action(lines: list[str]) -> None:
    me: dict[str, Any] = {"knights": ["n18 active"], "roads": chain("n18", "n13"), "hand": ENOUGH}
    me |= {"levels": {"food": 5}, "buildings": ["food n25"]}
    game = position(me=me, robber=place("h05"))
    act(game, *lines)
    knight = player(game).knights[0]
    assert (knight.active, knight.acted) == (True, True)
    refused(game, "move n13 n18", "move n18 n13", "chase robber n18")


def test_food_3_and_4_do_not_reactivate_after_an_action() -> None:
    me = {"knights": ["n18 active"], "roads": chain("n18", "n13"), "hand": ENOUGH}
    game = position(me={**me, "levels": {"food": 4}, "buildings": ["food n25"]})
    act(game, "move n18 n13")
    assert not knight_at(game, "n13").active


def test_the_view_shows_levels() -> None:
    game = mine({"trade": 2, "magic": 3}, "city n25")
    assert seen(game).players[0].levels == {**dict.fromkeys(TRACKS, 0), "trade": 2, "magic": 3}
    assert "improve trade" in words(game)


def test_24_16_politics_5_protects_without_the_metropolis() -> None:
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
    open_to_all = position(me=me, others={1: {**safe, "levels": {"politics": 4}}})
    assert sorted(offered(open_to_all, "strike")) == ["n03", "n18", "n25"]


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


def test_a_lost_metropolis_city_can_be_pillaged_and_sabotaged() -> None:
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}}}
    me = {"levels": {"trade": 4}, "buildings": ["city n25"], "hand": "5 cloth 1 ore", "cards": ["saboteur"]}
    game = position(me=me, others=others)
    refused(game, "play saboteur")
    act(game, "improve trade")
    assert "play saboteur" in words(game)


def test_a_sabotaged_city_repaired_may_take_a_metropolis() -> None:
    me = {"levels": {"trade": 3}, "buildings": ["city n25 sabotaged"], "hand": "4 cloth 1 lumber 1 ore 1 wool"}
    game = position(me=me)
    refused(game, "improve trade")
    act(game, "repair n25", "improve trade")
    assert building_at(game, "n25").metropolis == "trade"
    assert points(game) == 4
