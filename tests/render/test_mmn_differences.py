"""What a board of MMN marks is what has changed: the difference of two views in games that were played."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from engines.mmn import board
from engines.mmn.view import KnightView
from render.mmn import deeds, news
from render.mmn.news import News
from tests.render.differences import Change, changed, changes, pairs

GAMES = [("varied", 3, 1), ("varied", 4, 2), ("random", 3, 3)]


@cache
def played() -> list[tuple[Change, News]]:
    found = [change for player, seats, seed in GAMES for change in changes("mmn", seats, seed, player)]
    return [(change, news.read(change.events)) for change in found]


def test_hands_are_counted() -> None:
    for change, found in played():
        for old, new in pairs(change):
            assert found.cards[old.seat] == new.hand_size - old.hand_size, change.events


def test_improvements_serfs_and_famines_are_marked_where_they_changed() -> None:
    for change, found in played():
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
        assert found.levels == levels | crowns, change.events
        assert found.serfs == changed(change, lambda player: player.serfs), change.events
        assert found.famine == changed(change, lambda player: player.famine), change.events
        for old, new in pairs(change):
            came = Counter({track: found.drawn[old.seat, track] for track in board.TRACKS})
            came.update(old.card_decks)
            assert +came == Counter(new.card_decks), change.events


def test_what_was_done_with_a_knight_has_its_shape() -> None:
    seen = set[str]()
    for change, found in played():
        for old, new in pairs(change):
            was = {knight.node: knight for knight in old.knights}
            for knight in new.knights:
                done, before = found.deeds.get(knight.node, []), was.get(knight.node)
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
    for change, found in played():
        for old, new in pairs(change):
            assert found.paths >= {*old.roads} ^ {*new.roads}, change.events
            for piece, was in ((new.buildings, old.buildings), (new.knights, old.knights)):
                standing = {each.node: shown(each) for each in was}
                rested = {each.node for each in piece if rests(each) and each.node in standing}
                nodes = {each.node for each in piece if standing.get(each.node) != shown(each)} - rested
                assert nodes <= found.nodes, change.events
                gone = standing.keys() - {each.node for each in piece}
                moved = {str(event.data["to"]) for event in change.events if "to" in event.data}
                assert gone <= found.nodes or moved & found.nodes, change.events


def rests(piece: Any) -> bool:
    """Whether a knight rests: a mark tells of what knights became, and not that they have acted."""
    return isinstance(piece, KnightView) and not piece.active


def shown(piece: Any) -> tuple[Any, ...]:
    """What a mark on a piece tells of; chips have marks of their own, and what knights may do shows nowhere."""
    names = ("kind", "track", "wall", "sabotaged", "rank", "active", "captain")
    return tuple(getattr(piece, name, None) for name in names)


def test_points_are_marked_where_they_came() -> None:
    for change, found in played():
        for old, new in zip(change.before.scores, change.after.scores, strict=True):
            came = {source for source, points in new.sources.items() if points > old.sources[source]}
            marked = {source for seat, source in found.sources if seat == new.seat}
            assert came <= marked, change.events


def test_robber_pirate_merchant_and_ship_are_marked_where_they_moved() -> None:
    for change, found in played():
        before, after = change.before, change.after
        for name, where in (("robber", found.hexes), ("merchant", found.hexes), ("pirate", found.harbours)):
            place = getattr(after, name)
            assert place == getattr(before, name) or place is None or place in where, change.events
        assert found.ship == (before.barbarians != after.barbarians) or before.barbarians == board.ATTACK_AT
        assert found.turn == (before.turn != after.turn), change.events
