"""What a board of Macao marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import DiceShiftField
from engines.macao.view import MacaoView, PlayerView
from render.kit.news import names_of
from render.macao.news import News
from tests.render.differences import Change, changed, changes, difference, pairs

GAMES = [("varied", seats, seed) for seats in (2, 3, 4) for seed in range(3)]


@cache
def played(most: int) -> list[tuple[Change, News]]:
    games = [changes("macao", seats, seed, player, most) for player, seats, seed in GAMES]
    return [(change, News(change.events)) for game in games for change in game]


@pytest.mark.parametrize("most", [1, 6])
def test_what_came_and_went_leads_from_the_numbers_before_to_those_after(most: int) -> None:
    rises = 0
    for change, marks in played(most):
        assert marks.prestige == difference(change, lambda player: player.prestige), change.events
        assert marks.gold == difference(change, lambda player: player.gold), change.events
        assert marks.jokers == difference(change, lambda player: player.jokers), change.events
        assert marks.penalties == difference(change, lambda player: player.penalties), change.events
        rises += bool(marks.prestige)
    assert rises > 50


def test_holds_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        for old, new in pairs(change):
            wares = {ware for ware in board.WARES if old.hold.get(ware, 0) != new.hold.get(ware, 0)}
            assert names_of(marks.holds, old.seat) == wares, change.events


def test_ships_discs_quarters_and_ports_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        before = change.before
        after = change.after
        assert marks.ships == changed(change, lambda player: player.ship), change.events
        for old, new in pairs(change):
            if old.seat in marks.ships:
                assert marks.sailed[old.seat] == [old.ship, new.ship], change.events
        spaces = {seat: place(before, seat) for seat in range(before.seats)}
        assert marks.walls == {seat for seat, space in spaces.items() if place(after, seat) != space}, change.events
        assert marks.quarters == after.owners.keys() - before.owners.keys(), change.events
        filled = {new.id: new.filled - old.filled for old, new in zip(before.ports, after.ports, strict=True)}
        assert marks.ports == {port: count for port, count in filled.items() if count}, change.events


def shifts(change: Change, seat: int) -> bool:
    """Return whether a seat may put a die on another field; its dice are told when that has been decided."""
    return any(isinstance(CARDS[card].effect, DiceShiftField) for card in change.before.players[seat].activated)


def place(view: MacaoView, seat: int) -> int:
    """Return the space of a seat's disc on the wall; 0: past the last."""
    return next((space for space, stack in enumerate(view.wall, 1) if seat in stack), 0)


def test_cards_are_marked_where_they_came_or_were_used() -> None:
    for change, marks in played(1):
        came = {
            (old.seat, card)
            for old, new in pairs(change)
            for name in ("tableau", "activated")
            for card in set(getattr(new, name)) - set(getattr(old, name))
        }
        used = {
            (old.seat, card)
            for old, new in pairs(change)
            for card in new.used
            if new.used[card] > old.used.get(card, 0) and change.after.turn == change.before.turn
        }
        assert came | used <= marks.cards, change.events
        assert used <= marks.used, change.events


def test_cards_thrown_away_are_named() -> None:
    thrown = 0
    for change, marks in played(1):
        gone = {
            (old.seat, card)
            for old, new in pairs(change)
            for card in {*old.tableau, *old.activated} - {*new.tableau, *new.activated}
        }
        assert set(marks.thrown) == gone, change.events
        thrown += len(gone)
    assert thrown > 10


def test_fields_of_the_roses_are_marked_where_cubes_came_or_were_paid() -> None:
    """Not marked are losses of a seat that has passed, and roses that merely turn."""
    marked = 0
    for change, marks in played(1):
        quiet = {event.seat for event in change.events if event.kind == "passed"}
        turned = {event.seat for event in change.events if event.kind == "chose"}
        fields = {
            (old.seat, number)
            for old, new in pairs(change)
            for number, was in enumerate(rose(old, old.seat in turned))
            if was != new.rose[number]
        }
        lost = {(seat, board.STOCK) for seat in quiet}
        assert marks.fields - lost == fields - lost, change.events
        marked += len(fields)
    assert marked > 100


def test_cubes_that_came_to_a_stock_and_those_that_were_paid_are_told_one_by_one() -> None:
    """Losses of a seat that has passed are left out."""
    paid = 0
    for most in (1, 6):
        for change, marks in played(most):
            quiet = {event.seat for event in change.events if event.kind in ("passed", "round", "chose")}
            for old, new in pairs(change):
                if not quiet & {old.seat, None}:
                    stock = Counter(old.rose[board.STOCK])
                    stock.update(marks.stock[old.seat])
                    assert +stock == Counter(new.rose[board.STOCK]), change.events
                    paid += min(marks.stock[old.seat].values(), default=0) < 0
    assert paid > 50


def rose(player: PlayerView, turned: bool) -> list[dict[str, int]]:
    """Return what lay on the rose, turned by a field if it has turned since."""
    if not turned:
        return player.rose
    stock, arrived, *coming = player.rose
    return [dict(Counter(stock) + Counter(arrived)), *coming, {}]


def test_dice_and_the_display_are_marked_where_they_changed() -> None:
    for change, marks in played(1):
        before = change.before
        after = change.after
        chosen = {
            (old.seat, colour)
            for old, new in pairs(change)
            for colour in new.chosen or ()
            if colour not in (old.chosen or ()) or before.turn != after.turn
        }
        late = {seat for seat in range(before.seats) if shifts(change, seat)}
        assert {die for die in marks.this_round.chosen ^ chosen if die[0] not in late} == set(), change.events
        assert marks.this_round.rolled == (before.rolled != after.rolled and bool(after.rolled)), change.events
        assert marks.revealed == (before.turn != after.turn), change.events
