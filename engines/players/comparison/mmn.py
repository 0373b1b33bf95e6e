"""What two positions of Power, Magic and Food differ in, as hints name it.

How much the land yields is told in cards of 36 rolls: so many ways there are to roll two dice.
"""

from __future__ import annotations

from engines.contract import Message
from engines.mmn import board, scoring
from engines.mmn.hands import counted as counted_cards
from engines.mmn.hands import give_back
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.bank import nugget_buys
from engines.players.comparison import Comparison, Subject, counted, owned
from engines.players.values import mmn, mmn_strong

_NEAR = 2
"""Levels that a track may lack so that one thinks of its metropolis."""

_NEARLY = 2
"""Cards that a price may lack so that a hand is told to be kept for it."""


def carried_out(game: Position, seat: int) -> Position:
    """Return the position without the cards that the seat has chosen to discard: they go once all have chosen."""
    if not any(isinstance(step, Discard) for step in game.state.stack[-1:]):
        return game
    after = game.copy()
    step = after.state.stack[-1]
    give_back(after, seat, step.chosen[seat])
    step.chosen[seat] = [0] * len(board.KINDS)
    return after


def kept(before: Position, after: Position, seat: int) -> Message | None:
    """Show the hand that is left after discarding, and what of it goes towards a city or a settlement."""
    step = before.state.stack[-1]
    if not isinstance(step, Discard) or not step.due[seat]:
        return None
    hand = carried_out(after, seat).state.players[seat].hand
    jokers = hand[board.NUGGET] if nugget_buys(after) else 0
    args: dict[str, int | str | list[str]] = {"cards": counted_cards(hand)}
    for piece, cost in (("city", board.CITY), ("settlement", board.SETTLEMENT)):
        whole = sum(number for _, number in cost)
        held = min(whole, sum(min(hand[kind], number) for kind, number in cost) + jokers)
        if held >= whole - _NEARLY:
            return Message(f"mmn.reason.keeps_{piece}", args | {"own": held, "whole": whole})
    return Message("mmn.reason.keeps", args)


def _land(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many cards the land yields beside the robber's hex, or will once he has left it (rules 7.2).

    Else show kinds that are new, or the kind of which there are most more.
    """
    ours, theirs = (mmn.yields(game, game.state.players[seat]) for game in (better, worse))
    now, now_there = (mmn.yields(game, game.state.players[seat], game.state.robber) for game in (better, worse))
    if sum(ours) > sum(theirs) and sum(now) <= sum(now_there):
        blocked = better.geometry.hexes[better.state.robber]
        return Message("mmn.reason.yields_once", {"own": sum(ours), "other": sum(theirs), "hex": blocked})
    ours = now
    theirs = now_there
    new = [kind for kind, rate, rate_there in zip(board.KINDS, ours, theirs, strict=True) if rate and not rate_there]
    if sum(ours) > sum(theirs):
        counts: dict[str, int | str | list[str]] = {"own": sum(ours), "other": sum(theirs)}
        if new:
            return Message("mmn.reason.yields_new", counts | {"kinds": new})
        return Message("mmn.reason.yields", counts)
    if new:
        return Message("mmn.reason.kinds", {"kinds": new})
    kind = max(range(len(ours)), key=lambda kind: ours[kind] - theirs[kind])
    if ours[kind] <= theirs[kind]:
        return None
    return Message("mmn.reason.yields_of", {"kind": board.KINDS[kind], "own": ours[kind], "other": theirs[kind]})


def _site(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the best place for a settlement that is further away in the other position, if that has not built more."""
    if len(worse.state.players[seat].buildings) > len(better.state.players[seat].buildings):
        return None
    ours, theirs = (mmn.building_sites(game, seat) for game in (better, worse))
    nearer = [(worth, node) for node, worth in ours.items() if worth > theirs.get(node, 0)]
    if not nearer:
        return None
    _, node = max(nearer)
    roads = better.network.outlook(seat)[node]
    place: dict[str, int | str | list[str]] = {"node": better.geometry.nodes[node], "cards": better.ground(node)[0]}
    return Message("mmn.reason.site", {**place, "n": roads}) if roads else Message("mmn.reason.site_reached", place)


def _harbour(better: Position, worse: Position, seat: int) -> Message | None:
    ours, theirs = (game.network.harbours(seat) for game in (better, worse))
    new = next((harbour for harbour in ours if harbour not in theirs), None)
    return None if new is None else Message("mmn.reason.harbour", {"harbour": better.geometry.harbours[new]})


def _levels(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the track that is further on; of one about to have its metropolis, how far it is from it."""
    ours, theirs = (game.state.players[seat].levels for game in (better, worse))
    track = max(range(len(ours)), key=lambda track: (ours[track] > theirs[track], ours[track]))
    if ours[track] <= theirs[track]:
        return None
    lacking = board.METROPOLIS_LEVEL - ours[track]
    if 0 < lacking <= _NEAR:
        return Message("mmn.reason.metropolis", {"track": board.TRACKS[track], "n": lacking})
    return Message("mmn.reason.level", {"track": board.TRACKS[track], "own": ours[track], "other": theirs[track]})


def _barbarians(better: Position, worse: Position, seat: int) -> Message | None:
    """Show what becomes of the seat if the barbarians come."""
    ours, theirs = (mmn.attack(mmn_strong.WEIGHTS, game, seat, game.state.players[seat]) for game in (better, worse))
    if theirs < 0 <= ours:
        return Message("mmn.reason.spared")
    return Message("mmn.reason.defender") if ours > max(theirs, 0) else None


def _strength(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how strong the knights are, or else the active ones."""
    for id, active in (("strength", False), ("active_strength", True)):
        ours, theirs = (
            sum(strength(knight) for knight in game.state.players[seat].knights if knight.active or not active)
            for game in (better, worse)
        )
        if ours > theirs:
            return Message(f"mmn.reason.{id}", {"own": ours, "other": theirs})
    return None


def _robber(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many cards the robber keeps from the others, or else from the one who leads, if it has moved."""
    if better.state.robber == worse.state.robber:
        return None
    ours, theirs = ([mmn.robbed_of(game, player) for player in game.state.players] for game in (better, worse))
    keeps, keeps_there = (sum(by_seat) - by_seat[seat] for by_seat in (ours, theirs))
    if keeps > keeps_there:
        return Message("mmn.reason.robber_keeps", {"own": keeps, "other": keeps_there})
    leader = max(better.opponents(seat), key=lambda at: (scoring.points(better, at), ours[at] - theirs[at]))
    if ours[leader] <= theirs[leader]:
        return None
    return Message("mmn.reason.robber_leader", {"leader_seat": leader, "own": ours[leader], "other": theirs[leader]})


def _robbed(game: Position, seat: int) -> int:
    return mmn.robbed_of(game, game.state.players[seat])


def _lost_to_a_seven(game: Position, seat: int) -> int:
    cards = sum(game.state.players[seat].hand)
    return cards // 2 if cards > game.hand_limit(seat) else 0


def _best_rival(game: Position, seat: int) -> int:
    return max(scoring.points(game, worse) for worse in game.opponents(seat))


def _hands_of_others(game: Position, seat: int) -> int:
    return sum(sum(game.state.players[worse].hand) for worse in game.opponents(seat))


def _hand(better: Position, worse: Position, seat: int) -> Message | None:
    """Show for what more of the cards are in hand."""
    hands = [game.state.players[seat].hand for game in (better, worse)]
    for piece, cost in (("city", board.CITY), ("settlement", board.SETTLEMENT)):
        ours, theirs = (sum(min(hand[kind], number) for kind, number in cost) for hand in hands)
        if ours > theirs:
            whole = sum(number for _, number in cost)
            return Message(f"mmn.reason.for_{piece}", {"own": ours, "whole": whole, "other": theirs})
    return None


def _walls(game: Position, seat: int) -> int:
    return game.state.players[seat].walls()


COMPARISON = Comparison(
    mmn_strong.parts,
    {
        "land": Subject(("settlements", "cities"), ("land",), (_land,)),
        "sites": Subject((), ("sites",), (_site,)),
        "harbours": Subject((), ("harbours",), (_harbour,)),
        "levels": Subject(("metropolises",), ("levels", "metropolis"), (_levels,)),
        "road": Subject(("longest_road",), ("road",), (owned("road_length"),)),
        "storage": Subject(("storage",), ("storage",), (owned("storage"),)),
        "autarky": Subject(("autarky",), ("autarky",), (owned("autarky"),)),
        "knights": Subject(("defender",), ("knights",), (_strength,)),
        "barbarians": Subject((), ("barbarians",), (_barbarians,)),
        "merchant": Subject(("merchant",)),
        "progress": Subject(("cards",), ("progress",), (owned("progress"),)),
        "walls": Subject((), ("walls",), (counted("mmn.reason.walls", _walls),)),
        "hand": Subject(
            (), ("hand", "seven"), (owned("cards"), counted("mmn.reason.seven", _lost_to_a_seven, -1), _hand)
        ),
        "robbed": Subject((), ("robbed",), (counted("mmn.reason.robbed", _robbed, -1),)),
        "robber": Subject((), ("robber",), (_robber,)),
        "rival": Subject((), ("rival",), (counted("mmn.reason.rival", _best_rival, -1),)),
        "others": Subject((), ("others",), (counted("mmn.reason.others", _hands_of_others, -1),)),
    },
    carried_out=carried_out,
    kept=kept,
)
