"""What two positions of Navegador differ in: spaces, workers, colonies, ships."""

from __future__ import annotations

from typing import Any

from engines import Message
from engines.players.comparison.navegador import _final_privilege_gains
from tests.engines.comparing import shown
from tests.engines.navegador.positions import position, up_to


def navegador(stone: str = "sailing", **mine: Any) -> Any:
    """Return a position with the stone of the seat on a space."""
    return position(me={"stone": stone, **mine}, discovered=up_to("guine"))


def test_a_space_within_reach_is_an_advantage_only_if_something_can_be_done_there() -> None:
    able = navegador("privilege", workers=5, money=900)
    away = navegador("sailing")
    assert shown("near_builder", able, away) == Message("navegador.subject.near_builder")
    assert shown("near_builder", able, able) is None
    assert shown("near_builder", navegador("privilege", workers=2, money=900), away) is None
    assert shown("near_builder", navegador("privilege", workers=5, money=0), away) is None


def test_a_space_within_reach_is_shown_with_what_it_brings() -> None:
    near = navegador("sailing", workers=4, money=900, fleet={"guine": 2})
    away = navegador("colony", workers=4, money=900, fleet={"guine": 2})
    assert shown("near_colony", near, away) is None, "the other one has just gone there"
    away = navegador("privilege", workers=4, money=900, fleet={"guine": 2})
    assert shown("near_colony", near, away) == Message("navegador.reason.near_colony", {"colonies": 2})


def test_a_sailing_space_is_an_advantage_only_if_the_ships_are_enough_for_a_discovery() -> None:
    away = navegador("workers")
    ready = navegador("builder", fleet={"guine": 2})
    single = navegador("builder", fleet={"guine": 1})
    assert shown("near_sailing", ready, away) == Message("navegador.subject.near_sailing")
    assert shown("near_sailing", single, away) is None, "two ships discover Angola"


def test_workers_are_shown_with_the_buildings_that_take_so_many() -> None:
    five = navegador(workers=5)
    three = navegador(workers=3)
    enough = Message("navegador.reason.workers_for_any", {"own": 5, "other": 3, "kinds": ["shipyard", "church"]})
    assert shown("workers", five, three) == enough
    assert shown("workers", three, five) is None
    assert shown("workers", navegador(workers=7), five) == Message("navegador.reason.workers", {"own": 7, "other": 5})
    five.state.buildings["church"] = 0
    offered = Message("navegador.reason.workers_for", {"own": 5, "other": 3, "kinds": ["shipyard"]})
    assert shown("workers", five, three) == offered


def test_colonies_are_shown_by_their_good_else_those_that_can_be_founded() -> None:
    fleet: dict[str, Any] = {"fleet": {"guine": 2, "portugal": 1}, "workers": 4}
    rich = navegador(**fleet, money=500)
    poor = navegador(**fleet, money=10)
    none = navegador()
    founded = navegador(colonies={"sugar": 3})
    colonies = Message("navegador.reason.colonies", {"good": "sugar", "own": 3, "other": 0})
    assert shown("colonies", founded, rich) == colonies
    assert shown("colonies", rich, none) == Message("navegador.reason.payable", {"n": 2, "other": 0})
    assert shown("colonies", poor, none) == Message("navegador.reason.in_reach", {"n": 2, "other": 0}), "no money"
    assert shown("colonies", rich, rich) is None


def test_ships_for_a_discovery_are_shown_unless_the_other_position_has_discovered_it() -> None:
    near = navegador(fleet={"guine": 1})
    far = navegador(fleet={"portugal": 1})
    discovery = Message("navegador.reason.discovery", {"region": "angola", "own": 1, "whole": 2, "other": 0})
    assert shown("discovery", near, far) == discovery
    assert shown("discovery", far, near) is None
    enough = navegador(fleet={"guine": 2})
    surplus = navegador(fleet={"guine": 3})
    assert shown("discovery", surplus, enough) is None, "two are all that it takes"
    done = position(me={"stone": "sailing"}, discovered=up_to("angola"))
    assert shown("discovery", near, done) is None


def test_a_privilege_to_come_is_shown_with_what_it_counts_for() -> None:
    three = navegador(explorers=3)
    two = navegador(explorers=2)
    worth: dict[str, Any] = {"category": "explorer", "n": 3, "other": 2}
    assert shown("privileges_to_come", three, two) == Message("navegador.reason.to_gain", worth)
    assert shown("privileges_to_come", two, three) is None
    three.state.gallery["explorer"] = 0
    assert shown("privileges_to_come", three, two) == Message("navegador.reason.to_gain_later", worth)


def test_a_privilege_that_displaces_the_kings_is_shown_without_what_that_one_loses() -> None:
    """Rules 11.1: the King's privilege takes a free slot at the end."""
    privileges = {"colony": 2, "factory": 0, "explorer": 0, "shipyard": 0, "church": 0}
    few, many = (
        navegador(privileges=privileges, royal=True, factories={"sugar": 5}, colonies={"sugar": colonies})
        for colonies in (7, 9)
    )
    before, after = (_final_privilege_gains(game, 0)["colony"] for game in (few, many))
    assert after == before, "the King's privilege would go to the factories instead"


def test_what_the_market_pays_is_shown_with_the_joker_for_the_good_that_gains_most() -> None:
    """Rules 7.6: the start factory processes one good in each action."""
    selling = navegador(colonies={"sugar": 2})
    none = navegador()
    assert shown("market", selling, none) == Message("navegador.reason.market", {"own": 130, "other": 30})
    assert shown("market", none, selling) is None


def test_money_is_shown_where_it_is_more() -> None:
    rich = navegador(money=160)
    poor = navegador(money=80)
    assert shown("money", rich, poor) == Message("navegador.reason.money", {"own": 160, "other": 80})
    assert shown("money", poor, rich) is None
