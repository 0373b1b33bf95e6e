"""What a board of Burgundy marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from collections import Counter
from functools import cache

from engines.burgundy import box
from engines.burgundy.game import Burgundy
from engines.burgundy.verbs.storing import Discard, Store
from engines.burgundy.view import BurgundyView
from render.burgundy import news
from render.burgundy.news import News
from tests.render.differences import Change, changed, changes, pairs

GAMES = [("varied", seats, seed) for seats in (2, 3, 4) for seed in (1, 2)]


def whole(game: Burgundy) -> bool:
    """Not amid a purchase, which is told when the tile arrives."""
    return not any(isinstance(step, Discard | Store) for step in game.state.stack)


@cache
def played(most: int) -> list[tuple[Change, News]]:
    found = [
        change for player, seats, seed in GAMES for change in changes("burgundy", seats, seed, player, most, whole)
    ]
    return [(change, news.read(change.events)) for change in found]


def test_the_points_that_came_are_told_to_the_point() -> None:
    told = 0
    for most in (1, 6):
        for change, found in played(most):
            for old, new in pairs(change):
                assert found.points[old.seat] == new.vp - old.vp, change.events
                told += old.vp != new.vp
    assert told > 50


def test_what_came_to_purses_or_was_spent_is_told_to_the_piece() -> None:
    told = 0
    for most in (1, 6):
        for change, found in played(most):
            for old, new in pairs(change):
                assert found.workers[old.seat] == new.workers - old.workers, change.events
                assert found.silverlings[old.seat] == new.silverlings - old.silverlings, change.events
                told += old.workers > new.workers
            assert found.income.keys() <= found.silverlings.keys()
    assert told > 50


def test_goods_are_marked_where_they_changed() -> None:
    for change, found in played(1):
        for old, new in pairs(change):
            came = Counter(new.goods) - Counter(old.goods)
            assert {kind for seat, kind in found.came if seat == old.seat} == came.keys(), change.events
            sold = Counter(new.sold) - Counter(old.sold)
            assert found.sold[old.seat] == sold, change.events


def test_hexes_and_stored_tiles_are_marked_where_they_came() -> None:
    for change, found in played(1):
        for old, new in pairs(change):
            assert found.hexes[old.seat] == new.covered.keys() - old.covered.keys(), change.events
            came, gone = Counter(new.storage) - Counter(old.storage), Counter(old.storage) - Counter(new.storage)
            left = Counter(str(event.data["tile"]) for event in change.events if event.kind == "discarded")
            assert came <= found.stored[old.seat] <= came + (left - gone), change.events
            tile, hex = found.tiles.get(old.seat, ("", ""))
            assert bool(found.hexes[old.seat]) <= (new.covered.get(hex) == tile), change.events
            assert bool(left) <= (new.seat not in found.tiles or bool(hex) or tile in left), change.events


def test_depots_and_the_goods_in_them_are_marked_where_they_changed() -> None:
    for change, found in played(1):
        before, after = change.before, change.after
        depots = {depot for depot in before.depots if before.depots[depot] != after.depots[depot]}
        assert found.depots | ({*box.DEPOTS, box.BLACK} if found.phase else set()) == depots, change.events
        lying = {depot for depot in box.DEPOTS if before.lying.get(depot) != after.lying.get(depot)}
        assert found.lying | found.laid == lying, change.events


def test_markers_and_the_order_are_marked_where_they_changed() -> None:
    for change, found in played(1):
        before, after = change.before, change.after
        moved = {seat for seat in range(before.seats) if space(before, seat) != space(after, seat)}
        assert found.markers == moved, change.events
        assert found.order == (before.next_order != after.next_order), change.events


def space(view: BurgundyView, seat: int) -> int:
    return next(number for number, stack in enumerate(view.track) if seat in stack)


def test_dice_boards_purchases_bonus_tiles_and_rounds_are_marked_where_they_changed() -> None:
    for change, found in played(1):
        before, after = change.before, change.after
        assert found.boards == changed(change, lambda player: player.board), change.events
        assert found.purchased >= {old.seat for old, new in pairs(change) if new.purchased > old.purchased}
        won = {tuple(tile.split(".")) for old, new in pairs(change) for tile in Counter(new.bonus) - Counter(old.bonus)}
        assert found.bonus == won, change.events
        assert found.phase == ((before.phase, not before.round) != (after.phase, not after.round)), change.events
        assert found.round == ((before.phase, before.round) != (after.phase, after.round)), change.events
        assert changed(change, lambda player: player.rolled) <= found.rolled, change.events
        assert found.white >= (before.white != after.white), change.events
