"""Power, Magic and Food: what the land yields, where to build next, and what else a position is better for, as hints
name it.

How much the land yields is told in cards of 36 rolls: so many ways there are to roll two dice.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.contract import Game, Message
from engines.mmn import board, scoring
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.players.values import mmn, mmn_strong

NEAR = 2
"""With no more levels missing a metropolis is what one thinks of."""


def fact(name: str, richer: Game, other: Game, seat: int) -> Message | None:
    """The thing itself, with how much of it there is here and there."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    found = _FACTS.get(name)
    return found(richer, other, seat) if found else None


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the robber stands where it stands there: who leads is no matter of it; or the place has been built on."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    if name == "sites":
        own, theirs = _both(richer, other, seat)
        return len(theirs.buildings) > len(own.buildings)
    return name in ("robbed", "robber") and richer.state.robber == other.state.robber


def _both(richer: Position, other: Position, seat: int) -> tuple[Player, Player]:
    return richer.state.players[seat], other.state.players[seat]


def _land(richer: Position, other: Position, seat: int) -> Message | None:
    """Cards of all kinds; else kinds that are new, or the kind of which there are the most more."""
    own, theirs = (mmn.yields(game, game.state.players[seat]) for game in (richer, other))
    new = [kind for kind, here, there in zip(board.KINDS, own, theirs, strict=True) if here and not there]
    if sum(own) > sum(theirs):
        more = {"own": sum(own), "other": sum(theirs)}
        return Message("mmn.fact.yields_new", {"kinds": new, **more}) if new else Message("mmn.fact.yields", {**more})
    if new:
        return Message("mmn.fact.kinds", {"kinds": new})
    more_of, kind = max((here - there, kind) for kind, (here, there) in enumerate(zip(own, theirs, strict=True)))
    if more_of <= 0:
        return None
    return Message("mmn.fact.yields_of", {"kind": board.KINDS[kind], "own": own[kind], "other": theirs[kind]})


def _site(richer: Position, other: Position, seat: int) -> Message | None:
    """The best place for a settlement that is further away there, or gone, beside the best one there."""
    here, there = (mmn.building_sites(game, seat) for game in (richer, other))
    nearer = [(worth, node) for node, worth in here.items() if worth > there.get(node, 0)]
    if not nearer:
        return None
    _, node = max(nearer)
    roads, (cards, _) = richer.network.outlook(seat)[node], richer.ground(node)
    place: dict[str, int | str | list[str]] = {"node": richer.geometry.nodes[node], "cards": cards}
    fewer = other.ground(max(there, key=there.__getitem__))[0] if there else 0
    rather = {"other": fewer} if cards > fewer > 0 else {}
    which = "mmn.fact.site" if roads else "mmn.fact.site_reached"
    return Message(f"{which}_of_more" if rather else which, {**place, **({"n": roads} if roads else {}), **rather})


def _harbour(richer: Position, other: Position, seat: int) -> Message | None:
    """A harbour that is not reached there."""
    own, theirs = (game.network.harbours(seat) for game in (richer, other))
    new = next((harbour for harbour in own if harbour not in theirs), None)
    return None if new is None else Message("mmn.fact.harbour", {"harbour": richer.geometry.harbours[new]})


def _level(richer: Position, other: Position, seat: int) -> Message | None:
    """The track that is further on, or those that are."""
    own, theirs = (player.levels for player in _both(richer, other, seat))
    further = [track for track, (here, there) in enumerate(zip(own, theirs, strict=True)) if here > there]
    if not further:
        return None
    if len(further) > 1:
        return Message("mmn.fact.levels", {"tracks": [board.TRACKS[track] for track in further]})
    (track,) = further
    return Message("mmn.fact.level", {"track": board.TRACKS[track], "own": own[track], "other": theirs[track]})


def _metropolis(richer: Position, other: Position, seat: int) -> Message | None:
    """The same; of a track that is about to have its metropolis, how far it is from it."""
    found = _level(richer, other, seat)
    if found is None or not isinstance(level := found.args.get("own"), int):
        return found
    if not 0 < (lacking := board.METROPOLIS_LEVEL - level) <= NEAR:
        return found
    return Message("mmn.fact.metropolis", {"track": found.args["track"], "n": lacking})


def _knights(richer: Position, other: Position, seat: int) -> Message | None:
    """What becomes of the seat if the barbarians come; else how strong its knights are, or its active ones."""
    here, there = (mmn.attack(mmn_strong.WEIGHTS, game, seat, game.state.players[seat]) for game in (richer, other))
    if there < 0 <= here:
        return Message("mmn.fact.spared")
    if here > max(there, 0):
        return Message("mmn.fact.defender")
    every = [[strength(knight) for knight in player.knights] for player in _both(richer, other, seat)]
    active = [[strength(knight) for knight in player.knights if knight.active] for player in _both(richer, other, seat)]
    for id, (own, theirs) in (("strength", every), ("active", active)):
        if sum(own) > sum(theirs):
            return Message(f"mmn.fact.{id}", {"own": sum(own), "other": sum(theirs)})
    return None


def _robber(richer: Position, other: Position, seat: int) -> Message | None:
    """How many cards the robber keeps from the others, or else from the one who leads."""
    by_seat = [
        [mmn.robbed_of(game, player) * (at != seat) for at, player in enumerate(game.state.players)]
        for game in (richer, other)
    ]
    own, theirs = by_seat
    if sum(own) > sum(theirs):
        return Message("mmn.fact.robber_keeps", {"own": sum(own), "other": sum(theirs)})
    leader = max(richer.opponents(seat), key=lambda at: (scoring.points(richer, at), own[at] - theirs[at]))
    if own[leader] <= theirs[leader]:
        return None
    return Message("mmn.fact.robber_leader", {"leader_seat": leader, "own": own[leader], "other": theirs[leader]})


def _robbed(richer: Position, other: Position, seat: int) -> Message | None:
    """How many cards the robber keeps from the seat itself."""
    own, theirs = (mmn.robbed_of(game, game.state.players[seat]) for game in (richer, other))
    return Message("mmn.fact.robbed", {"own": own, "other": theirs}) if own < theirs else None


def _hand(richer: Position, other: Position, seat: int) -> Message | None:
    """How many cards more there are in hand; else for what more of the cards are there."""
    own, theirs = (player.hand for player in _both(richer, other, seat))
    if (more := sum(own) - sum(theirs)) > 0:
        return Message("mmn.fact.hand", {"n": more})
    for piece, cost in (("city", board.CITY), ("settlement", board.SETTLEMENT)):
        here, there = (sum(min(hand[kind], number) for kind, number in cost) for hand in (own, theirs))
        if here > there:
            whole = sum(number for _, number in cost)
            return Message(f"mmn.fact.for_{piece}", {"own": here, "whole": whole, "other": there})
    return None


def _seven(richer: Position, other: Position, seat: int) -> Message | None:
    """How many cards a seven would take."""
    own, theirs = (_lost(game, seat) for game in (richer, other))
    return Message("mmn.fact.seven", {"own": own, "other": theirs}) if own < theirs else None


def _lost(game: Position, seat: int) -> int:
    cards = sum(game.state.players[seat].hand)
    return cards // 2 if cards > game.hand_limit(seat) else 0


_FACTS: dict[str, Callable[[Position, Position, int], Message | None]] = {
    "land": _land,
    "sites": _site,
    "harbours": _harbour,
    "levels": _level,
    "metropolis": _metropolis,
    "knights": _knights,
    "robber": _robber,
    "robbed": _robbed,
    "hand": _hand,
    "seven": _seven,
}
