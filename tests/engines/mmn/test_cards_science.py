"""The eighteen science cards (cards.json)."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, events_of, hand, knight_at, level, question, roll, seen
from tests.engines.mmn.positions import COAST, TRACKS, chain, holding, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

# -- Alchemist ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("red", "white"), [(1, 1), (6, 6), (2, 5)])
def test_alchemist_sets_red_and_white_before_the_roll(red: int, white: int) -> None:
    game = position(phase="roll", me={"cards": ["alchemist"], "hand": "1 ore"})
    assert sorted(words(game)) == ["play alchemist", "roll"]
    act(game, "play alchemist")
    assert len(offered(game, "dice")) == 36
    refused(game, "dice 0 1", "dice 7 1", "dice 1", "dice 1 2 3", "dice one two", "pass", "roll")
    events = act(game, f"dice {red} {white}")
    assert game.state.decks["science"][0] == "alchemist"
    rolled = events_of(events, "rolled")[0].data
    assert (rolled["red"], rolled["white"], rolled["sum"]) == (red, white, red + white)


def test_alchemist_leaves_event_and_colour_to_chance() -> None:
    thrown = set()
    for seed in range(30):
        game = position(phase="roll", me={"cards": ["alchemist"], "hand": "1 ore"})
        game.state.dice.seed = f"{seed:032x}"
        events = act(game, "play alchemist", "dice 6 6")
        rolled = events_of(events, "rolled")[0].data
        thrown.add((rolled["event"], rolled["track"]))
    assert {event for event, _ in thrown} == {"ship", "castle"}
    assert {track for _, track in thrown} == set(TRACKS)


def test_alchemist_is_not_played_after_the_roll() -> None:
    refused(holding("alchemist"), "play alchemist")
    game = position(phase="roll", me={"hand": "1 ore"}, others={1: {"cards": ["alchemist"], "hand": "1 ore"}})
    refused(game, "play alchemist", seat=1)
    refused(game, "play alchemist")


# -- Crane -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "cards"), [({}, "1 wool"), ({"trade": 1}, "1 cloth 1 wool"), ({"trade": 2}, "2 cloth 1 wool")]
)
def test_crane_buys_a_level_for_one_less(levels: dict[str, int], cards: str) -> None:
    game = holding("crane", buildings=["city n25"], levels=levels, hand=cards)
    act(game, "play crane", "choose trade")
    assert level(game, "trade") == levels.get("trade", 0) + 1
    assert hand(game) == amounts("1 wool")


def test_crane_offers_what_can_be_bought_now() -> None:
    game = holding("crane", buildings=["city n25"], levels={"trade": 2, "food": 1, "magic": 3}, hand="1 meat 3 crystal")
    act(game, "play crane")
    assert sorted(offered(game, "choose")) == sorted(["food", "magic", "politics", "power", "science"])
    refused(game, "choose trade", "pass", "improve food")
    act(game, "choose food")
    assert hand(game) == amounts("3 crystal")
    assert question(game) == "turn"


# -- Engineer ----------------------------------------------------------------------------------------------------------


def test_engineer_builds_a_wall_for_free() -> None:
    game = holding(
        "engineer", buildings=["city n25", "trade n42", "city n18 wall", "settlement n03"], levels={"trade": 4}
    )
    act(game, "play engineer")
    assert sorted(offered(game, "choose")) == ["n25", "n42"]
    refused(game, "choose n18", "choose n03", "pass")
    act(game, "choose n42")
    assert building_at(game, "n42").wall
    assert hand(game) == amounts("1 jewel")


# -- Inventor ----------------------------------------------------------------------------------------------------------


def test_inventor_swaps_two_chips_but_not_2_6_8_12() -> None:
    game = holding("inventor", robber=place("h01"))
    act(game, "play inventor")
    movable = ["h01", "h02", "h03", "h04", "h06", "h07", "h08", "h09", "h14", "h15", "h17", "h18", "h19"]
    assert sorted(offered(game, "choose")) == movable
    refused(game, "choose h05", "choose h10", "choose h11", "choose h12", "choose h13", "choose h16", "pass")
    act(game, "choose h01")
    assert "h03" not in offered(game, "choose"), "9 for 9 changes nothing"
    assert "h06" not in offered(game, "choose")
    refused(game, "choose h01", "choose h03")
    events = act(game, "choose h04")
    assert (game.state.chips[0], game.state.chips[3]) == (11, 9)
    assert sorted(game.state.chips) == sorted(position().state.chips)
    assert events_of(events, "chips")[0].data == {"hex": "h01", "other": "h04"}


def test_inventor_may_move_chips_of_gold_rivers() -> None:
    dump = holding("inventor").dump()
    dump["chips"][4], dump["chips"][0] = dump["chips"][0], dump["chips"][4]
    game = Mmn.load(dump)
    act(game, "play inventor")
    assert "h05" in offered(game, "choose")


# -- Irrigation and Mining (Golem and Slaughter Feast alike) -----------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "buildings", "kind", "worth"),
    [
        ("irrigation", ["settlement n10", "city n18", "city n35"], "grain", 6),
        ("mining", ["city n21", "settlement n31"], "ore", 6),
        ("golem", ["city n45"], "brick", 4),
        ("golem", ["settlement n14", "city n20"], "brick", 2),
        ("slaughter_feast", ["settlement n10", "city n18"], "meat", 3),
    ],
)
def test_a_card_pays_for_each_hex_of_its_terrain(card: str, buildings: list[str], kind: str, worth: int) -> None:
    """Each hex once; neither robber nor curse matters."""
    curses = [{"hex": place("h06"), "seat": 1}]
    game = holding(card, buildings=buildings, robber=place("h02"), curses=curses)
    events = act(game, f"play {card}")
    assert hand(game) == amounts(f"1 jewel {worth} {kind}")
    assert events_of(events, "received")[0].data == {"cards": [kind] * worth, "why": card}


@pytest.mark.parametrize(
    ("card", "buildings", "kind"),
    [
        ("irrigation", ["city n18", "settlement n10"], "grain"),
        ("mining", ["city n21"], "ore"),
        ("golem", ["city n45"], "brick"),
        ("slaughter_feast", ["city n10"], "meat"),
    ],
)
def test_they_give_what_the_bank_has_and_need_one_card(card: str, buildings: list[str], kind: str) -> None:
    game = holding(card, buildings=buildings, bank=f"1 {kind}")
    act(game, f"play {card}")
    assert hand(game) == amounts(f"1 jewel 1 {kind}")
    refused(holding(card, buildings=buildings, bank=f"0 {kind}"), f"play {card}")
    refused(holding(card, buildings=["settlement n22"]), f"play {card}")


# -- Medicine ----------------------------------------------------------------------------------------------------------


def test_medicine_upgrades_for_two_ore_and_one_grain() -> None:
    game = holding("medicine", buildings=["settlement n25", "settlement n42"], hand="3 ore 1 grain")
    refused(game, "city n25")
    act(game, "play medicine")
    assert sorted(offered(game, "choose")) == ["n25", "n42"]
    refused(game, "pass", "choose n03")
    act(game, "choose n42")
    assert building_at(game, "n42").city
    assert hand(game) == amounts("1 ore")


# -- Road Building -----------------------------------------------------------------------------------------------------


def test_road_building_builds_two_roads_for_free() -> None:
    game = holding("road_building", buildings=["settlement n25"])
    act(game, "play road_building")
    assert sorted(offered(game, "choose")) == ["n19-n25", "n20-n25", "n25-n31"]
    refused(game, "choose n15-n20", "pass", "done")
    act(game, "choose n20-n25")
    assert "n15-n20" in offered(game, "choose")
    refused(game, "choose n20-n25", "pass")
    events = act(game, "choose n15-n20")
    assert sorted(seen(game).players[0].roads) == ["n15-n20", "n20-n25"]
    assert hand(game) == amounts("1 jewel")
    assert kinds(events, "paid") == []
    assert question(game) == "turn"


def test_road_building_builds_one_road_with_one_piece_left() -> None:
    game = holding("road_building", roads=chain(*COAST[:15]), longest_road=0)
    act(game, "play road_building", "choose n51-n54")
    assert len(player(game).roads) == 15
    assert question(game) == "turn"


def test_road_building_is_checked_for_the_longest_road_once_complete() -> None:
    """The first of the two roads reaches 5 already."""
    game = holding("road_building", roads=chain("n01", "n05", "n02", "n06", "n03"))
    events = act(game, "play road_building", "choose n03-n07", "choose n07-n11")
    assert game.state.longest_road == 0
    assert [event.data["points"] for event in events_of(events, "award")] == [6]


# -- Smith -------------------------------------------------------------------------------------------------------------


def test_smith_promotes_two_different_knights_for_free() -> None:
    game = holding("smith", knights=["n25 active captain", "n42", "n18 mighty"], hand="1 jewel")
    act(game, "play smith")
    assert sorted(offered(game, "choose")) == ["n25", "n42"]
    refused(game, "choose n18", "pass")
    act(game, "choose n25")
    refused(game, "choose n25")
    act(game, "choose n42")
    first = knight_at(game, "n25")
    assert (first.rank, first.active, first.captain, first.promoted) == (2, True, True, True)
    assert knight_at(game, "n42").rank == 2
    assert hand(game) == amounts("1 jewel")
    refused(game, "promote n25")


def test_smith_may_stop_after_one() -> None:
    game = holding("smith", knights=["n25", "n42"])
    act(game, "play smith", "choose n25", "done")
    assert [knight_at(game, where).rank for where in ("n25", "n42")] == [2, 1]


@pytest.mark.parametrize(("politics", "playable"), [(2, False), (3, True)])
def test_smith_makes_mighty_knights_with_politics_3_only(politics: int, playable: bool) -> None:
    game = holding("smith", knights=["n25 strong"], levels={"politics": politics}, buildings=["city n42"])
    if not playable:
        refused(game, "play smith")
        return
    act(game, "play smith")
    assert knight_at(game, "n25").rank == 3


def test_smith_frees_a_strong_piece_for_the_second() -> None:
    """Promoting a strong knight first returns a strong piece for the basic one."""
    knights = ["n25", "n42 strong", "n18 strong"]
    game = holding("smith", knights=knights, levels={"politics": 3}, buildings=["city n03"])
    act(game, "play smith")
    assert sorted(offered(game, "choose")) == ["n18", "n42"]
    act(game, "choose n18")
    assert sorted(offered(game, "choose")) == ["n25", "n42"]
    act(game, "choose n25")
    assert [knight_at(game, where).rank for where in ("n25", "n42", "n18")] == [2, 2, 3]


def test_played_cards_go_under_their_deck_and_any_number_may_be_played() -> None:
    """Rules 18.1."""
    game = holding("irrigation", "mining", "warlord", buildings=["city n10", "city n42"], knights=["n25"])
    act(game, "play irrigation", "play mining", "play warlord")
    assert player(game).cards == []
    assert game.state.decks["science"][:2] == ["mining", "irrigation"]
    assert game.state.decks["politics"][0] == "warlord"
    act(game, "pass")
    roll(game, 6, 6)
