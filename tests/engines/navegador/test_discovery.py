"""Discoveries (rules 7.3): which ships, what is lost, what is found."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.contract import Game
from tests.engines.navegador.moves import mat, offered, on, seen, words
from tests.engines.navegador.positions import STACKS, position, up_to
from tests.engines.playing import act, refused


def test_F1_two_ships_from_two_regions_discover_angola() -> None:
    game = on(
        "sailing",
        me={"fleet": {"guine": 1, "rio": 1}, "money": 40},
        discovered=["guine", "bahia", "rio"],
        tokens={"angola": [70, 90, 110]},
    )
    assert offered(game, "discover") == {"angola guine rio"}
    events = act(game, "discover angola guine rio")
    assert mat(game).fleet == {"angola": 1}
    assert mat(game).explorers == 1
    assert mat(game).money == 110
    assert game.state.discovered == ["portugal", "guine", "bahia", "rio", "angola"]
    region = next(region for region in seen(game).regions if region.id == "angola")
    assert (region.discovered, region.tokens, region.hidden) == (True, [70, 90, 110], 0)
    assert any(event.barrier for event in events)
    assert game.to_act == (1,)


def test_F2_nagasaki_needs_three_ships() -> None:
    for seats in (2, 3, 4, 5):
        game = on("sailing", seats=seats, phase=3, me={"fleet": {"macau": 2}}, discovered=up_to("macau"))
        assert not offered(game, "discover")
        refused(game, "discover nagasaki macau macau")
        game = on(
            "sailing",
            seats=seats,
            phase=3,
            me={"fleet": {"macau": 3}, "money": 0},
            discovered=up_to("macau"),
            tokens={"nagasaki": [180]},
        )
        refused(game, "discover nagasaki macau macau")
        act(game, "discover nagasaki macau macau macau")
        assert mat(game).fleet == {"nagasaki": 1}
        assert mat(game).money == 180
        assert mat(game).explorers == 1
        assert game.state.trigger == "nagasaki"


@pytest.mark.parametrize(("seats", "needed"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_F3_macau_needs_three_ships_with_two_or_three_players(seats: int, needed: int) -> None:
    known = up_to("timor")
    game = on("sailing", seats=seats, phase=3, me={"fleet": {"timor": needed - 1}}, discovered=known)
    assert not offered(game, "discover")
    game = on("sailing", seats=seats, phase=3, me={"fleet": {"timor": needed}}, discovered=known)
    assert offered(game, "discover") == {" ".join(["macau"] + ["timor"] * needed)}
    act(game, " ".join(["discover macau"] + ["timor"] * needed))
    assert mat(game).fleet == {"macau": 1}
    assert seen(game).players[0].supply == 6


def test_F4_a_phase_started_by_a_sailing_does_not_lengthen_it() -> None:
    game = on("sailing", phase=1, me={"fleet": {"angola": 2, "guine": 1}}, discovered=up_to("angola"))
    act(game, "discover cabo angola angola")
    assert game.state.phase == 1
    assert words(game) == {"sail guine portugal 1", "sail guine bahia 1", "sail guine angola 1", "done"}
    refused(game, "sail guine rio 1")
    refused(game, "sail guine cabo 1")
    act(game, "done")
    assert game.state.phase == 2


def test_F5_the_card_starts_phase_2_for_the_sailing_on_the_rondel() -> None:
    game = on_card({"angola": 4}, up_to("angola"))
    act(game, "navegador", "discover cabo angola angola", "done")
    assert game.state.phase == 2
    act(game, "rondel sailing")
    assert {"sail angola portugal 1", "sail angola cabo 1", "sail cabo guine 1"} <= words(game)
    act(game, "discover mocambique angola cabo")
    assert mat(game).explorers == 2
    assert mat(game).fleet == {"angola": 1, "mocambique": 1}


def on_card(fleet: dict[str, int], discovered: list[str], phase: int = 1) -> Game:
    return position(holder=0, phase=phase, me={"fleet": fleet, "stone": "builder"}, discovered=discovered)


def test_F6_each_ship_is_checked_on_its_own_range() -> None:
    known = up_to("ormuz")
    game = on("sailing", phase=2, me={"fleet": {"mocambique": 1, "ormuz": 1}}, discovered=known)
    assert offered(game, "discover") == {"goa mocambique ormuz"}
    act(game, "discover goa mocambique ormuz")
    assert mat(game).fleet == {"goa": 1}
    far = on("sailing", phase=2, me={"fleet": {"cabo": 2}}, discovered=known)
    assert not offered(far, "discover")
    refused(far, "discover goa cabo cabo")
    refused(on("sailing", phase=2, me={"fleet": {"cabo": 1, "ormuz": 1}}, discovered=known), "discover goa cabo ormuz")


def f7() -> Game:
    return on("sailing", phase=2, me={"fleet": {"cabo": 1, "mocambique": 2}}, discovered=up_to("mocambique"))


def test_F7_a_ship_may_sail_before_others_discover() -> None:
    game = f7()
    act(game, "sail cabo mocambique 1", "discover ormuz mocambique mocambique")
    assert mat(game).fleet == {"mocambique": 1, "ormuz": 1}
    assert game.to_act == (1,)


def test_F7_a_ship_may_follow_a_discovery() -> None:
    game = f7()
    act(game, "discover ormuz mocambique mocambique")
    assert {"sail cabo ormuz 1", "sail cabo mocambique 1", "sail cabo angola 1"} <= words(game)
    act(game, "sail cabo ormuz 1")
    assert mat(game).fleet == {"ormuz": 2}


def test_F7_a_ship_may_follow_a_discovery_from_two_regions() -> None:
    game = f7()
    act(game, "discover ormuz cabo mocambique", "sail mocambique ormuz 1")
    assert mat(game).fleet == {"ormuz": 2}


def test_F7_a_ship_that_has_moved_discovers_nothing() -> None:
    game = on("sailing", phase=2, me={"fleet": {"cabo": 1, "mocambique": 1}}, discovered=up_to("mocambique"))
    assert offered(game, "discover") == {"ormuz cabo mocambique"}
    act(game, "sail cabo mocambique 1")
    assert not offered(game, "discover")
    refused(game, "discover ormuz mocambique mocambique")
    follow = f7()
    act(follow, "sail cabo mocambique 1", "discover ormuz mocambique mocambique")
    refused(follow, "sail mocambique ormuz 1", seat=0)


def test_F8_there_is_one_discovery_in_a_sailing() -> None:
    game = on("sailing", phase=2, me={"fleet": {"cabo": 1, "mocambique": 5}}, discovered=up_to("mocambique"))
    act(game, "discover ormuz mocambique mocambique")
    assert not offered(game, "discover")
    refused(game, "discover goa mocambique mocambique")
    refused(game, "sail mocambique goa 1")


@pytest.mark.parametrize("region", STACKS)
def test_every_region_gives_an_explorer_and_the_price_of_its_cheapest_token(region: str) -> None:
    neighbour = {
        "guine": "portugal",
        "bahia": "portugal",
        "rio": "bahia",
        "angola": "guine",
        "cabo": "angola",
        "mocambique": "cabo",
        "ormuz": "mocambique",
        "goa": "ormuz",
        "malaca": "goa",
        "timor": "malaca",
        "macau": "timor",
        "nagasaki": "macau",
    }[region]
    known = up_to(region)[:-1]
    phase = 1 if region in up_to("cabo") else 2 if region in up_to("malaca") else 3
    game = on("sailing", seats=4, phase=phase, me={"fleet": {neighbour: 7}, "money": 0}, discovered=known)
    needed = 3 if region == "nagasaki" else 2
    prices = list(game.state.stacks[region])
    act(game, f"discover {region}" + f" {neighbour}" * needed)
    assert mat(game).money == min(prices)
    assert mat(game).explorers == 1
    assert mat(game).fleet == {region: 1, neighbour: 7 - needed}
    assert seen(game).players[0].supply == needed - 1
    assert game.state.stacks[region] == sorted(prices)
    assert game.state.discovered == ["portugal", *known, region]
    assert game.state.trigger == ("nagasaki" if region == "nagasaki" else None)
    assert game.state.coming_phase == {"cabo": 2, "malaca": 3}.get(region)
    assert game.to_act == (0,)


def test_exactly_the_needed_ships_enter() -> None:
    game = on("sailing", me={"fleet": {"portugal": 4}})
    assert words(game) == {"discover guine portugal portugal", "discover bahia portugal portugal", "done"}
    refused(game, "discover guine portugal")
    refused(game, "discover guine portugal portugal portugal")
    refused(game, "discover guine")
    refused(game, "sail portugal guine 2")
    refused(game, "sail portugal guine 1")


def test_origins_are_named_in_any_order_and_kept_in_that_of_the_map() -> None:
    game = on("sailing", me={"fleet": {"guine": 1, "rio": 1}}, discovered=["guine", "bahia", "rio"])
    refused(game, "discover angola guine guine")
    refused(game, "discover angola guine bahia")
    assert game.normal(0, ("discover", "angola", "rio", "guine")) == ("discover", "angola", "guine", "rio")
    (discovery, *_) = act(game, "discover angola rio guine")
    assert discovery.data["origins"] == ["guine", "rio"]


def test_three_origins_are_named_in_any_order() -> None:
    fleet = {"goa": 1, "timor": 1, "macau": 1}
    for order in permutations(fleet):
        game = on("sailing", phase=3, me={"fleet": fleet}, discovered=up_to("macau"))
        act(game, " ".join(("discover nagasaki", *order)))
        assert mat(game).fleet == {"nagasaki": 1}


def test_every_mix_of_origins_is_offered_once() -> None:
    game = on("sailing", me={"fleet": {"guine": 2, "rio": 2}}, discovered=["guine", "bahia", "rio"])
    assert offered(game, "discover") == {"angola guine guine", "angola guine rio", "angola rio rio"}


def test_the_ships_of_a_double_loss_may_come_from_three_regions() -> None:
    fleet = {"malaca": 1, "timor": 1, "macau": 1}
    game = on("sailing", phase=3, me={"fleet": fleet}, discovered=up_to("macau"))
    assert offered(game, "discover") == {"nagasaki malaca timor macau"}
    act(game, "discover nagasaki malaca timor macau")
    assert mat(game).fleet == {"nagasaki": 1}


def test_a_single_ship_discovers_nothing() -> None:
    game = on("sailing", me={"fleet": {"portugal": 1}})
    assert game.to_act == (1,)
    assert mat(game).fleet == {"portugal": 1}


def test_a_discovered_region_is_not_discovered_again() -> None:
    game = on("sailing", me={"fleet": {"portugal": 2}}, discovered=["guine", "bahia"])
    assert not offered(game, "discover")
    refused(game, "discover guine portugal portugal")


def test_the_way_to_a_discovery_leads_through_known_seas() -> None:
    game = on("sailing", phase=2, me={"fleet": {"portugal": 2}})
    assert offered(game, "discover") == {"guine portugal portugal", "bahia portugal portugal"}
    refused(game, "discover angola portugal portugal")
    game = on("sailing", phase=2, me={"fleet": {"portugal": 2}}, discovered=["guine"])
    assert offered(game, "discover") == {"bahia portugal portugal", "angola portugal portugal"}


def test_the_ships_of_a_discovery_move_no_more_but_the_others_enter_and_pass() -> None:
    game = on("sailing", phase=2, me={"fleet": {"cabo": 3, "mocambique": 2}}, discovered=up_to("ormuz"))
    act(game, "sail cabo mocambique 1", "discover goa mocambique mocambique")
    assert mat(game).fleet == {"cabo": 2, "mocambique": 1, "goa": 1}
    assert not offered(game, "sail goa")
    assert not offered(game, "sail mocambique")
    assert "sail cabo ormuz 2" in words(game)


def test_an_unmoved_ship_passes_through_what_was_just_discovered() -> None:
    game = on("sailing", phase=2, me={"fleet": {"portugal": 3}}, discovered=["bahia", "rio", "angola"])
    refused(game, "sail portugal angola 1")
    act(game, "discover guine portugal portugal")
    act(game, "sail portugal angola 1")
    assert mat(game).fleet == {"guine": 1, "angola": 1}


def test_the_double_loss_has_no_effect_later() -> None:
    game = on("sailing", phase=3, me={"fleet": {"malaca": 1}}, discovered=STACKS)
    act(game, "sail malaca macau 1")
    assert mat(game).fleet == {"macau": 1}
    assert seen(game).players[0].supply == 6


def test_later_crossings_of_the_red_borders_start_no_phase() -> None:
    game = on("sailing", phase=3, me={"fleet": {"angola": 1, "goa": 1}}, discovered=up_to("timor"))
    act(game, "sail angola cabo 1", "sail goa malaca 1")
    assert (game.state.phase, game.state.coming_phase) == (3, None)


def test_a_discovery_needs_confirmation() -> None:
    game = on("sailing")
    assert "discover" in game.needs_confirmation
    assert "sail" not in game.needs_confirmation


def test_nobody_else_gains_from_a_discovery() -> None:
    game = on("sailing", me={"fleet": {"portugal": 3}})
    before = game.dump()["players"][1:]
    act(game, "discover guine portugal portugal")
    assert game.dump()["players"][1:] == before
