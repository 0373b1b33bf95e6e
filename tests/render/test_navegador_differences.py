"""What a board of Navegador marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from functools import cache

import pytest

from render.navegador.news import News
from tests.render.differences import Change, changed, changes, difference, pairs

GAMES = [("random", 5, 2), ("greedy", 3, 3)]


@cache
def played(most: int) -> list[Change]:
    """All of these games decision by decision, the first two also several at a time."""
    games = GAMES if most == 1 else GAMES[:2]
    return [change for player, seats, seed in games for change in changes("navegador", seats, seed, player, most)]


@pytest.mark.parametrize("most", [1, pytest.param(6, marks=pytest.mark.proof)])
def test_what_came_and_went_leads_from_the_numbers_before_to_those_after(most: int) -> None:
    payments = 0
    for change in played(most):
        marks = News(change.events)
        assert marks.money == difference(change, lambda player: player.money), change.events
        assert marks.workers == difference(change, lambda player: player.workers), change.events
        assert marks.ships == difference(change, lambda player: -player.supply), change.events
        payments += min(marks.money.values(), default=0) < 0
    assert payments > 100


def test_workers_are_marked_only_where_their_number_changed() -> None:
    for change in played(1):
        assert News(change.events).workers.keys() == changed(change, lambda player: player.workers), change.events


def test_fleets_are_marked_where_ships_came_or_went() -> None:
    for change in played(1):
        marks = News(change.events)
        grown = {
            (before.seat, region)
            for before, after in pairs(change)
            for region, count in after.fleet.items()
            if count > before.fleet.get(region, 0)
        }
        assert grown == marks.arrived | {(seat, region) for seat, region in grown if region in marks.fleets}
        ends = {end for voyage in marks.sailed for end in voyage} | marks.fleets
        regions = {
            region
            for before, after in pairs(change)
            for region in before.fleet.keys() | after.fleet.keys()
            if before.fleet.get(region) != after.fleet.get(region)
        }
        assert regions <= ends, change.events


def test_cells_of_the_mats_are_marked_where_units_or_privileges_changed() -> None:
    for change in played(1):
        cells = {
            (before.seat, category)
            for before, after in pairs(change)
            for category in before.units
            if before.units[category] != after.units[category]
            or before.privileges.get(category) != after.privileges.get(category)
        }
        royal = {seat for seat, _ in News(change.events).cells - cells}
        assert cells <= News(change.events).cells, change.events
        assert royal <= {before.seat for before, after in pairs(change) if before.royal != after.royal}, change.events


def test_market_buildings_gallery_and_regions_are_marked_where_they_changed() -> None:
    for change in played(1):
        before = change.before
        after = change.after
        marks = News(change.events)
        moved = {good: (row, after.market[good]) for good, row in before.market.items() if after.market[good] != row}
        assert {good: rows for good, rows in marks.traded.items() if rows[0] != rows[1]} == moved, change.events
        assert marks.built == {row for row, prices in before.buildings.items() if after.buildings.get(row) != prices}
        assert marks.taken == {name for name, count in before.gallery.items() if after.gallery[name] != count}
        pairs_of_regions = list(zip(before.regions, after.regions, strict=True))
        assert marks.discovered == {old.id for old, new in pairs_of_regions if old.discovered != new.discovered}
        settled = {old.id for old, new in pairs_of_regions if old.discovered and old.tokens != new.tokens}
        assert marks.settled == settled, change.events
        assert marks.phase == (before.phase != after.phase or before.coming_phase != after.coming_phase), change.events
        assert marks.card == (before.card.holder != after.card.holder or marks.used), change.events


def test_a_marker_is_followed_from_where_it_stood_before_all_of_what_is_told() -> None:
    for change in played(6):
        for good, rows in News(change.events).traded.items():
            assert rows == (change.before.market[good], change.after.market[good]), change.events
