"""What a board of Burgundy marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engines.burgundy import box
from engines.burgundy.game import Burgundy
from engines.burgundy.verbs.storing import Discard, Store
from engines.burgundy.view import BurgundyView
from render.burgundy.news import News
from render.kit.news import names_of
from tests.render.differences import Change, changed, changes, difference, pairs

GAMES = [("varied", seats, seed) for seats in (2, 3, 4) for seed in (1, 2)]


def whole(game: Burgundy) -> bool:
    """Return whether no purchase is under way, which is reported when the tile arrives."""
    return not any(isinstance(step, Discard | Store) for step in game.state.stack)


@cache
def played(most: int) -> list[tuple[Change, News]]:
    games = [changes("burgundy", seats, seed, player, most, whole) for player, seats, seed in GAMES]
    return [(change, News(change.events)) for game in games for change in game]


@pytest.mark.parametrize("most", [1, 6])
def test_what_came_and_went_leads_from_the_numbers_before_to_those_after(most: int) -> None:
    payments = 0
    for change, marks in played(most):
        assert marks.points == difference(change, lambda player: player.vp), change.events
        assert marks.workers == difference(change, lambda player: player.workers), change.events
        assert marks.silverlings == difference(change, lambda player: player.silverlings), change.events
        assert marks.income.keys() <= marks.silverlings.keys(), change.events
        payments += min(marks.workers.values(), default=0) < 0
    assert payments > 50


def test_goods_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        for old, new in pairs(change):
            came = Counter(new.goods) - Counter(old.goods)
            assert names_of(marks.goods, old.seat) == came.keys(), change.events
            sold = Counter(new.sold) - Counter(old.sold)
            assert marks.sold[old.seat] == sold, change.events


def test_hexes_and_stored_tiles_are_marked_where_they_came() -> None:
    for change, marks in played(1):
        for old, new in pairs(change):
            assert names_of(marks.hexes, old.seat) == new.covered.keys() - old.covered.keys(), change.events
            came = Counter(new.storage) - Counter(old.storage)
            gone = Counter(old.storage) - Counter(new.storage)
            discarded = Counter(str(event.data["tile"]) for event in change.events if event.kind == "discarded")
            assert came <= marks.stored[old.seat] <= came + (discarded - gone), change.events
            tile, hex = marks.tiles.get(old.seat, ("", ""))
            assert bool(names_of(marks.hexes, old.seat)) <= (new.covered.get(hex) == tile), change.events
            assert bool(discarded) <= (new.seat not in marks.tiles or bool(hex) or tile in discarded), change.events


def test_depots_and_the_goods_in_them_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        before = change.before
        after = change.after
        depots = {depot for depot in before.depots if before.depots[depot] != after.depots[depot]}
        assert marks.depots | ({*box.DEPOTS, box.BLACK} if marks.phase else set()) == depots, change.events
        lying = {depot for depot in box.DEPOTS if before.lying.get(depot) != after.lying.get(depot)}
        assert marks.emptied | marks.barrels.keys() == lying, change.events


def test_markers_and_the_order_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        before = change.before
        after = change.after
        moved = {seat for seat in range(before.seats) if space(before, seat) != space(after, seat)}
        assert marks.markers == moved, change.events
        assert marks.order == (before.next_order != after.next_order), change.events


def space(view: BurgundyView, seat: int) -> int:
    return next(number for number, stack in enumerate(view.track) if seat in stack)


def test_dice_boards_purchases_bonus_tiles_and_rounds_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        before = change.before
        after = change.after
        assert marks.boards == changed(change, lambda player: player.board), change.events
        assert marks.purchased >= {old.seat for old, new in pairs(change) if new.purchased > old.purchased}
        won = {tile for old, new in pairs(change) for tile in Counter(new.bonus) - Counter(old.bonus)}
        assert marks.bonus == won, change.events
        assert marks.phase == ((before.phase, not before.round) != (after.phase, not after.round)), change.events
        assert marks.round == ((before.phase, before.round) != (after.phase, after.round)), change.events
        assert changed(change, lambda player: player.rolled) <= marks.rolled, change.events
        assert marks.white >= (before.white != after.white), change.events
