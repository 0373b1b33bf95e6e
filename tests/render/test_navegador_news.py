"""What a board of Navegador marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from functools import cache

import pytest

from render.navegador import news
from tests.render.differences import Change, changes, pairs

GAMES = [("random", 2, 1), ("random", 5, 2), ("greedy", 3, 3), ("greedy", 4, 4)]


@cache
def played(most: int) -> list[Change]:
    """All of these games decision by decision, the first two also several at a time."""
    games = GAMES if most == 1 else GAMES[:2]
    return [change for player, seats, seed in games for change in changes("navegador", seats, seed, player, most)]


@pytest.mark.parametrize("most", [1, pytest.param(6, marks=pytest.mark.proof)])
def test_the_money_that_came_or_went_is_told_to_the_cruzado(most: int) -> None:
    told = 0
    for change in played(most):
        found = news.read(change.events).money
        for before, after in pairs(change):
            assert found.get(before.seat, 0) == after.money - before.money, change.events
            told += before.money != after.money
    assert told > 100


def test_workers_and_ships_are_marked_where_their_number_changed() -> None:
    for change in played(1):
        found = news.read(change.events)
        workers = {before.seat for before, after in pairs(change) if before.workers != after.workers}
        ships = {before.seat for before, after in pairs(change) if before.fleet != after.fleet}
        numbers = {
            before.seat for before, after in pairs(change) if sum(before.fleet.values()) != sum(after.fleet.values())
        }
        assert found.workers == workers, change.events
        assert numbers <= found.ships <= ships, change.events
        grown = {
            (before.seat, region)
            for before, after in pairs(change)
            for region, count in after.fleet.items()
            if count > before.fleet.get(region, 0)
        }
        assert grown == found.arrived | {each for each in grown if each[1] in found.fleets}, change.events
        regions = {end for sailed in found.sailed for end in sailed} | found.fleets
        changed = {
            region
            for before, after in pairs(change)
            for region in before.fleet.keys() | after.fleet.keys()
            if before.fleet.get(region) != after.fleet.get(region)
        }
        assert changed <= regions, change.events


def test_cells_of_the_mats_are_marked_where_units_or_privileges_changed() -> None:
    for change in played(1):
        cells = {
            (before.seat, category)
            for before, after in pairs(change)
            for category in before.units
            if before.units[category] != after.units[category]
            or before.privileges.get(category) != after.privileges.get(category)
        }
        royal = {seat for seat, _ in news.read(change.events).cells - cells}
        assert cells <= news.read(change.events).cells, change.events
        assert royal <= {before.seat for before, after in pairs(change) if before.royal != after.royal}, change.events


def test_market_buildings_gallery_and_regions_are_marked_where_they_changed() -> None:
    for change in played(1):
        before, after, found = change.before, change.after, news.read(change.events)
        moved = {good: (row, after.market[good]) for good, row in before.market.items() if after.market[good] != row}
        assert {good: rows for good, rows in found.traded.items() if rows[0] != rows[1]} == moved, change.events
        assert found.built == {row for row, prices in before.buildings.items() if after.buildings.get(row) != prices}
        assert found.taken == {name for name, left in before.gallery.items() if after.gallery[name] != left}
        pairs_of_regions = list(zip(before.regions, after.regions, strict=True))
        assert found.discovered == {old.id for old, new in pairs_of_regions if old.discovered != new.discovered}
        settled = {old.id for old, new in pairs_of_regions if old.discovered and old.tokens != new.tokens}
        assert found.settled == settled, change.events
        assert found.phase == (before.phase != after.phase or before.coming_phase != after.coming_phase), change.events
        assert found.card == (before.card.holder != after.card.holder or found.used), change.events


def test_a_marker_is_followed_from_where_it_stood_before_all_of_what_is_told() -> None:
    for change in played(6):
        for good, rows in news.read(change.events).traded.items():
            assert rows == (change.before.market[good], change.after.market[good]), change.events
