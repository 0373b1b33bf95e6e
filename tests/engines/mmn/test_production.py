"""Yields, shortage and consolation (rules 10)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, bank, hand, roll, seen, told
from tests.engines.mmn.positions import KINDS, TERRAIN, Players, place, position
from tests.engines.playing import act, kinds, offered, refused, words


def rolled(red: int, white: int, me: Any, others: Players | None = None, **changes: Any) -> Mmn:
    game = position(phase="roll", me=me, others=others, **changes)
    roll(game, red, white, track="food")
    return game


@pytest.mark.parametrize("hex_word", ["h01", "h02", "h06", "h07", "h10", "h16"])
@pytest.mark.parametrize("kind", ["settlement", "city", "city sabotaged", "metropolis"])
def test_every_terrain_yields_its_resource_and_to_cities_its_commodity(hex_word: str, kind: str) -> None:
    corner = {"h01": "n01", "h02": "n02", "h06": "n14", "h07": "n16", "h10": "n31", "h16": "n43"}[hex_word]
    number = place(hex_word)
    chip = seen(position()).hexes[number].number
    word, _, rest = kind.partition(" ")
    building = f"{'magic' if word == 'metropolis' else word} {corner} {rest}"
    me = {"buildings": [building], "levels": {"magic": 4} if word == "metropolis" else {}}
    game = rolled(chip // 2, chip - chip // 2, me)
    terrain = TERRAIN[number]
    resource = {"hills": 0, "forest": 1, "pasture": 2, "fields": 3, "mountains": 4, "gold_river": 5}[terrain]
    full = kind in ("city", "metropolis")
    assert hand(game) == {KINDS[resource]: 1} | ({KINDS[resource + 6]: 1} if full else {})


def test_every_hex_and_building_of_the_number_counts() -> None:
    me = {"buildings": ["city n10", "settlement n05", "settlement n11 servant h03"]}
    others = {1: {"buildings": ["city n03"]}, 2: {"buildings": ["settlement n19"]}}
    game = position(
        phase="roll",
        me=me,
        others=others,
    )
    events = roll(game, 4, 5)
    assert hand(game) == amounts("3 grain 1 meat 1 brick 1 crystal 1 lumber")
    assert hand(game, 1) == amounts("1 grain 1 meat")
    assert hand(game, 2) == amounts("1 brick")
    assert [event.seat for event in told(events, "received")] == [0, 1, 2]
    assert bank(game, "grain") == 19 - 4


def test_the_journeyman_replaces_the_servant_on_his_slot_only() -> None:
    me = {"buildings": ["city n40 servant h14 journeyman h17"]}
    assert hand(rolled(1, 4, me)) == amounts("2 brick 1 crystal")
    assert hand(rolled(1, 3, me)) == amounts("1 wool 2 cloth")


def test_a_famine_stops_bonuses_only() -> None:
    me = {"buildings": ["city n40 servant h14 journeyman h17"], "famine": True, "serfs": 1}
    assert hand(rolled(1, 4, me)) == amounts("1 brick 1 crystal")
    assert hand(rolled(1, 3, me)) == amounts("1 wool 1 cloth")


# -- shortage (10.2, 24.9) ---------------------------------------------------------------------------------------------


def short(stock: str, single: bool, rest: str = "off") -> Mmn:
    """Two cities of seat 0 and unless ``single`` one of seat 1 at the fields of chip 9."""
    me = {"buildings": ["city n03", "city n11"]}
    others: Players = {} if single else {1: {"buildings": ["city n10"]}}
    options = {"shortage_single_claimant_gets_rest": rest}
    return rolled(4, 5, me, others, seats=4, bank=stock, options=options)


def test_a_short_stack_gives_nobody_anything() -> None:
    game = short("2 grain 3 meat", single=False)
    assert hand(game, 0) == amounts("2 meat")
    assert hand(game, 1) == amounts("1 meat 1 brick 1 crystal")
    assert bank(game, "grain") == 2


def test_a_single_claimant_gets_nothing_either() -> None:
    assert hand(short("1 grain 5 meat", single=True)) == amounts("2 meat")


def test_a_single_claimant_gets_the_rest_by_option() -> None:
    assert hand(short("1 grain 0 meat", single=True, rest="on")) == amounts("1 grain")
    assert hand(short("2 grain 2 meat", single=False, rest="on"), 0) == {}


# -- consolation (10.3) ------------------------------------------------------------------------------------------------


def consoled(**levels: int) -> Mmn:
    """Seats 1 and 2 with these science levels get nothing; seat 0 gets grain."""
    others = {
        1: {"buildings": ["city n40"], "levels": {"science": levels["one"]}, "hand": "1 ore"},
        2: {"buildings": ["science n18"], "levels": {"science": levels["two"]}, "hand": "1 ore"},
    }
    return rolled(4, 5, {"buildings": ["city n03"]}, others, metropolises=[-1, -1, 2, -1, -1, -1])


def test_consolation_is_asked_of_all_together_and_may_be_declined() -> None:
    game = consoled(one=3, two=5)
    assert (game.to_act, asked(game)) == ((1, 2), "takeresources")
    assert game.prompt(1).message.args["count"] == 1
    assert sorted(offered(game, "take")) == sorted(KINDS[:6])
    refused(game, "take cloth", "take", "take gold", "take 2 ore")
    act(game, "take nugget")
    assert game.to_act == (2,)
    assert game.prompt(2).message.args["count"] == 2
    act(game, "take wool", "take wool")
    assert (hand(game, 1), hand(game, 2)) == (amounts("1 ore 1 nugget"), amounts("1 ore 2 wool"))
    assert game.to_act == (0,)


def test_the_fullest_stack_is_the_default_consolation() -> None:
    game = consoled(one=3, two=5)
    default = game.default(1)
    assert default[0] == "take"
    fullest = max(game.state.bank[:6])
    assert game.state.bank[KINDS.index(default[1])] == fullest


def test_consolation_may_be_declined() -> None:
    game = consoled(one=3, two=5)
    assert game.prompt(1).optional
    act(game, "pass")
    assert game.to_act == (2,)


def test_a_shortage_is_consoled_and_cards_of_a_clearing_do_not_count() -> None:
    me = {"buildings": ["city n18 store h05"], "levels": {"science": 3}}
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    roll(game, 6, 6, "ship")
    assert hand(game) == amounts("1 ore")
    assert asked(game) == "takeresources"
    dry = rolled(4, 5, {"buildings": ["settlement n03"], "levels": {"science": 3}}, bank="0 grain", seats=4)
    assert asked(dry) == "takeresources"
    assert "take grain" not in words(dry)
    refused(dry, "take grain")


def test_any_card_received_forfeits_consolation() -> None:
    game = rolled(4, 5, {"buildings": ["city n03"], "levels": {"science": 3}}, bank="0 grain", seats=4)
    assert hand(game) == amounts("1 meat")
    assert asked(game) == "turn"


def test_science_2_does_not_console() -> None:
    game = rolled(6, 6, {"buildings": ["city n03"], "levels": {"science": 2}, "hand": "1 ore"})
    assert asked(game) == "turn"


def test_steps_come_in_order() -> None:
    """Barbarians, clearing, then yields; a castle brings cards before yields (rules 4)."""
    me = {"buildings": ["city n18 store h05"], "levels": {"trade": 3}, "hand": "1 ore"}
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    events = roll(game, 4, 4, "ship")
    order = ("rolled", "barbarians", "clearing", "received", "drew")
    assert kinds(events, *order) == ["rolled", "barbarians", "clearing", "received", "received"]
    game = position(phase="roll", me=me, ship=2, storage=["ore"])
    events = roll(game, 4, 4, "castle", "trade")
    assert kinds(events, *order) == ["rolled", "drew", "received"]
