"""What a board of MMN marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from engines.mmn import board
from engines.mmn.view import KnightView
from render.mmn import deeds
from render.mmn.news import News
from tests.render.differences import Change, changed, changes, difference, pairs

GAMES = [("varied", 4, 2), ("random", 3, 3)]


@cache
def played() -> list[tuple[Change, News]]:
    games = [changes("mmn", seats, seed, player) for player, seats, seed in GAMES]
    return [(change, News(change.events)) for game in games for change in game]


def test_hands_are_counted() -> None:
    for change, marks in played():
        assert marks.cards == difference(change, lambda player: player.hand_size), change.events


def test_improvements_serfs_and_famines_are_marked_where_they_changed() -> None:
    for change, marks in played():
        levels = {
            (old.seat, track)
            for old, new in pairs(change)
            for track in old.levels
            if old.levels[track] != new.levels[track]
        }
        crowns = {
            (owner, track)
            for track, owner in change.after.metropolises.items()
            if owner is not None and owner != change.before.metropolises[track]
        }
        assert marks.levels == levels | crowns, change.events
        assert marks.serfs == changed(change, lambda player: player.serfs), change.events
        assert marks.famine == changed(change, lambda player: player.famine), change.events
        for old, new in pairs(change):
            decks = Counter(old.card_decks)
            decks.update(marks.drawn[old.seat])
            assert +decks == Counter(new.card_decks), change.events


def test_what_was_done_with_a_knight_has_its_shape() -> None:
    seen = set[str]()
    for change, marks in played():
        for old, new in pairs(change):
            was = {knight.node: knight for knight in old.knights}
            for knight in new.knights:
                done = marks.deeds.get(knight.node, [])
                before = was.get(knight.node)
                seen |= {*done}
                if before is None:
                    assert {deeds.CAME, deeds.MOVED} & {*done}, change.events
                elif deeds.MOVED not in done:
                    ranks = board.RANKS.index(before.rank), board.RANKS.index(knight.rank)
                    assert ranks[0] >= ranks[1] or {deeds.RAISED, deeds.CAME} & {*done}, change.events
                    assert before.active or not knight.active or {deeds.WOKEN, deeds.CAME} & {*done}, change.events
                    assert before.captain or not knight.captain or deeds.LED in done, change.events
    assert seen >= {deeds.CAME, deeds.MOVED, deeds.RAISED, deeds.WOKEN}


def test_pieces_of_the_map_are_marked_where_they_changed() -> None:
    for change, marks in played():
        for old, new in pairs(change):
            assert marks.paths >= {*old.roads} ^ {*new.roads}, change.events
            for pieces, earlier in ((new.buildings, old.buildings), (new.knights, old.knights)):
                standing = {piece.node: shown(piece) for piece in earlier}
                rested = {piece.node for piece in pieces if rests(piece) and piece.node in standing}
                nodes = {piece.node for piece in pieces if standing.get(piece.node) != shown(piece)} - rested
                assert nodes <= marks.nodes, change.events
                gone = standing.keys() - {piece.node for piece in pieces}
                moved = {str(event.data["to"]) for event in change.events if "to" in event.data}
                assert gone <= marks.nodes or moved & marks.nodes, change.events


def rests(piece: Any) -> bool:
    """Return whether a knight rests: a mark tells of what knights became, and not that they have acted."""
    return isinstance(piece, KnightView) and not piece.active


def shown(piece: Any) -> tuple[Any, ...]:
    """Return what a mark on a piece tells of; chips have marks of their own, and what knights may do shows nowhere."""
    names = ("kind", "track", "wall", "sabotaged", "rank", "active", "captain")
    return tuple(getattr(piece, name, None) for name in names)


def test_points_are_marked_where_they_came() -> None:
    for change, marks in played():
        for old, new in zip(change.before.scores, change.after.scores, strict=True):
            came = {source for source, points in new.sources.items() if points > old.sources[source]}
            marked = {source for seat, source in marks.sources if seat == new.seat}
            assert came <= marked, change.events


def test_robber_pirate_merchant_and_ship_are_marked_where_they_moved() -> None:
    for change, marks in played():
        before = change.before
        after = change.after
        for name, where in (("robber", marks.hexes), ("merchant", marks.hexes), ("pirate", marks.harbours)):
            place = getattr(after, name)
            assert place == getattr(before, name) or place is None or place in where, change.events
        assert marks.ship == (before.barbarians != after.barbarians) or before.barbarians == board.ATTACK_AT
        assert marks.turn == (before.turn != after.turn), change.events
