"""What hints name in Navegador instead of what is weighed: spaces, workers, colonies, ships."""

from __future__ import annotations

from typing import Any

from engines import Message
from engines.players.skills import navegador_facts
from tests.engines.navegador.positions import position as of_navegador
from tests.engines.navegador.positions import up_to

SEAT = 0


def navegador(stone: str = "sailing", **mine: Any) -> Any:
    """The seat with its stone on a space."""
    return of_navegador(me={"stone": stone, **mine}, discovered=up_to("guine"))


def test_a_space_is_no_advantage_that_the_other_stands_on_or_on_which_nothing_could_be_done() -> None:
    able = navegador(workers=5, money=900)
    assert not navegador_facts.used("near builder", able, navegador(), SEAT)
    assert navegador_facts.used("near builder", navegador(workers=2, money=900), navegador(), SEAT)
    assert navegador_facts.used("near builder", navegador(workers=5, money=0), navegador(), SEAT)
    assert navegador_facts.used("near builder", able, navegador("builder"), SEAT)
    assert navegador_facts.used("market", able, navegador("market1"), SEAT)
    assert not navegador_facts.used("market", able, navegador(), SEAT)


def test_ships_at_home_are_no_advantage_over_those_that_have_sailed() -> None:
    home, sailed, lost = (navegador(fleet=fleet) for fleet in ({"portugal": 3}, {"guine": 3}, {"guine": 2}))
    assert navegador_facts.used("home", home, sailed, SEAT)
    assert not navegador_facts.used("home", home, lost, SEAT)


def test_workers_are_told_with_the_buildings_that_take_so_many() -> None:
    five, three = navegador(workers=5), navegador(workers=3)
    enough = Message("navegador.fact.workers_for", {"own": 5, "other": 3, "kinds": ["shipyard", "church"]})
    assert navegador_facts.fact("workers", five, three, SEAT) == enough
    assert navegador_facts.fact("workers", three, five, SEAT) is None
    more = Message("navegador.fact.workers", {"own": 7, "other": 5})
    assert navegador_facts.fact("workers", navegador(workers=7), five, SEAT) == more
    five.state.buildings["church"] = 0
    left = Message("navegador.fact.workers_for", {"own": 5, "other": 3, "kinds": ["shipyard"]})
    assert navegador_facts.fact("workers", five, three, SEAT) == left


def test_of_a_factory_it_is_told_that_no_own_colony_sells_its_good() -> None:
    alone, none = navegador(factories={"gold": 1}), navegador()
    told = Message("navegador.fact.factory", {"row": "factory_gold"})
    assert navegador_facts.fact("gold factories", alone, none, SEAT) == told
    assert navegador_facts.fact("gold factories", none, alone, SEAT) is None
    beside = navegador(factories={"gold": 1}, colonies={"gold": 1})
    assert navegador_facts.fact("gold factories", beside, none, SEAT) is None


def test_colonies_are_soon_founded_by_who_can_pay_for_one_and_has_not_just_founded_as_many() -> None:
    there: dict[str, Any] = {"fleet": {"guine": 2, "portugal": 1}, "workers": 4}
    rich, poor = navegador(**there, money=500), navegador(**there, money=10)
    assert not navegador_facts.used("near colony", rich, navegador(), SEAT)
    assert navegador_facts.used("near colony", poor, navegador(), SEAT)
    assert navegador_facts.used("tokens", rich, navegador(colonies={"sugar": 3}), SEAT)
    assert not navegador_facts.used("tokens", poor, navegador(), SEAT)
    assert navegador_facts.fact("tokens", poor, navegador(), SEAT) == Message("navegador.fact.unpaid")
    payable = Message("navegador.fact.payable", {"n": 2, "other": 0})
    assert navegador_facts.fact("tokens", rich, navegador(), SEAT) == payable
    assert navegador_facts.fact("tokens", rich, rich, SEAT) is None
    assert navegador_facts.fact("near colony", poor, navegador(), SEAT) is None


def test_what_there_is_more_of_in_navegador_is_told_with_how_much() -> None:
    near, far = navegador(fleet={"guine": 1}), navegador(fleet={"portugal": 1})
    discovery = Message("navegador.fact.discovery", {"region": "angola", "own": 1, "whole": 2, "other": 0})
    assert navegador_facts.fact("discovery", near, far, SEAT) == discovery
    assert navegador_facts.fact("discovery", far, near, SEAT) is None
    enough, more = navegador(fleet={"guine": 2}), navegador(fleet={"guine": 3})
    assert navegador_facts.fact("discovery", more, enough, SEAT) is None, "two are all that it takes"
    three, two = navegador(explorers=3), navegador(explorers=2)
    worth = Message("navegador.fact.to_gain", {"category": "explorer", "n": 3, "other": 2})
    assert navegador_facts.fact("privileges to come", three, two, SEAT) == worth
    assert navegador_facts.fact("privileges to come", two, three, SEAT) is None
    three.state.gallery["explorer"] = 0
    later = Message("navegador.fact.to_gain_later", {"category": "explorer", "n": 3, "other": 2})
    assert navegador_facts.fact("privileges to come", three, two, SEAT) == later
    selling, none = navegador(colonies={"sugar": 2}), navegador()
    market = Message("navegador.fact.market", {"own": 100, "other": 0})  # two of 50 each
    assert navegador_facts.fact("market", selling, none, SEAT) == market
    assert navegador_facts.fact("market", none, selling, SEAT) is None
    assert navegador_facts.fact("home", near, far, SEAT) is None


def test_ships_for_a_discovery_are_no_advantage_over_who_has_just_discovered() -> None:
    near, done = navegador(fleet={"guine": 2}), of_navegador(me={"stone": "sailing"}, discovered=up_to("angola"))
    assert navegador_facts.used("discovery", near, done, SEAT)
    assert not navegador_facts.used("discovery", near, navegador(), SEAT)
