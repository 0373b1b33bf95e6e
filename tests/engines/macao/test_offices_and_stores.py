"""The two families of cards: offices (rules 11.1) and stores (rules 11.2)."""

from __future__ import annotations

import pytest

from engines.macao.cards import CARDS
from tests.engines.macao.moves import gains, next_round, once_a_round, owning
from tests.engines.macao.positions import PORTS, cost, position
from tests.engines.playing import act, player, refused

KINDS = {"zoll": "R", "bau": "G", "justiz": "B", "verwaltung": "V", "militaerwesen": "K", "finanzen": "Y"}
OTHER = dict(zip("RGBVKY", "GBVKYR", strict=True))
OFFICES = [f"{kind}_{number}" for kind in KINDS for number in range(1, 5)]
STORES = {
    "gewuerzlager": "spices",
    "jadelager": "jade",
    "lackwarenlager": "lacquer",
    "papierlager": "paper",
    "porzellanlager": "porcelain",
    "reislager": "rice",
    "seidenlager": "silk",
    "teelager": "tea",
}
PORT_OF = {ware: port for port, ware in PORTS.items()}


def letter(office: str) -> str:
    return KINDS[office.rsplit("_", 1)[0]]


@pytest.mark.parametrize("office", OFFICES)
def test_office_costs_cubes_of_its_colour(office: str) -> None:
    assert cost(office) == letter(office) * int(office[-1])


@pytest.mark.parametrize("office", OFFICES)
def test_office_changes_a_cube_into_gold_once_a_round(office: str) -> None:
    cube = letter(office)
    game = owning(office, stock=cube * 3 + OTHER[cube])
    gains(game.copy(), f"use {office}", gold=1, remaining=cube * 2 + OTHER[cube])
    once_a_round(game, f"use {office}", gold=1, stock=cube * 2)


@pytest.mark.parametrize("office", OFFICES)
def test_office_takes_its_own_colour_only(office: str) -> None:
    refused(owning(office), f"use {office}")
    refused(
        owning(office, stock="".join(other_letter for other_letter in "RGBVKY" if other_letter != letter(office))),
        f"use {office}",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_office_of_a_kind_may_be_used(kind: str) -> None:
    cube = KINDS[kind]
    game = owning(*(f"{kind}_{number}" for number in range(1, 5)), stock=cube * 5)
    for number in range(1, 5):
        gains(game, f"use {kind}_{number}", gold=1)
    refused(game, *(f"use {kind}_{number}" for number in range(1, 5)))
    assert player(game).this_round.office_uses == {kind: 4}


@pytest.mark.parametrize("office", OFFICES)
def test_office_may_be_used_when_just_activated(office: str) -> None:
    game = position(me={"tableau": [office], "stock": cost(office) + letter(office)})
    refused(game, f"use {office}")
    gains(game, f"activate {office}", f"use {office}", gold=1, remaining="")


@pytest.mark.parametrize(("store", "ware"), STORES.items())
def test_store_doubles_the_space(store: str, ware: str) -> None:
    port = PORT_OF[ware]
    values = [5, 3, 2] if port in ("lisboa", "genova", "barcelona", "marseille") else [6, 4, 3]
    game = owning(store, me={"ship": port, "hold": {ware: 3}})
    for value in values:
        gains(game, "deliver 1", prestige=2 * value)
    together = owning(store, me={"ship": port, "hold": {ware: 3}})
    gains(together, "deliver 3", prestige=2 * sum(values))


@pytest.mark.parametrize(("store", "ware"), STORES.items())
def test_store_doubles_its_own_ware_only(store: str, ware: str) -> None:
    for port, delivered in PORTS.items():
        if delivered != ware:
            value = 5 if port in ("lisboa", "genova", "barcelona", "marseille") else 6
            gains(owning(store, me={"ship": port, "hold": {delivered: 1}}), "deliver 1", prestige=value)


@pytest.mark.parametrize(("store", "ware"), STORES.items())
def test_store_works_every_time_and_for_its_owner_only(store: str, ware: str) -> None:
    port = PORT_OF[ware]
    game = owning(store, me={"ship": port, "hold": {ware: 1}}, others={1: {"ship": port, "hold": {ware: 1}}})
    later = next_round(game)
    first = player(later).prestige
    act(later, "deliver 1")
    assert player(later).prestige - first == (10 if port in ("lisboa", "genova", "barcelona", "marseille") else 12)
    act(game, "pass")
    gains(game, "deliver 1", prestige=5 if port in ("lisboa", "genova", "barcelona", "marseille") else 6, seat=1)


@pytest.mark.parametrize(("store", "ware"), STORES.items())
def test_cooperage_is_added_after_doubling(store: str, ware: str) -> None:
    port = PORT_OF[ware]
    value = 5 if port in ("lisboa", "genova", "barcelona", "marseille") else 6
    game = owning(store, "boettcherei", me={"ship": port, "hold": {ware: 1}})
    gains(game, "deliver 1", prestige=2 * value + 1)


@pytest.mark.parametrize(("store", "ware"), STORES.items())
def test_store_activated_later_doubles_what_follows(store: str, ware: str) -> None:
    port = PORT_OF[ware]
    first, second = (5, 3) if port in ("lisboa", "genova", "barcelona", "marseille") else (6, 4)
    game = position(me={"tableau": [store], "stock": cost(store), "ship": port, "hold": {ware: 2}})
    gains(game, "deliver 1", prestige=first)
    act(game, f"activate {store}")
    gains(game, "deliver 1", prestige=2 * second)
    refused(game, f"use {store}")


def test_the_families_are_complete() -> None:
    assert sorted(card for card in CARDS if CARDS[card].type == "office") == sorted(OFFICES)
    assert sorted(card for card in CARDS if card.endswith("lager")) == sorted(STORES)
