"""Macao: the cards and wares that a position is better for, as hints name them."""

from __future__ import annotations

from collections import Counter

from engines.contract import Game, Message
from engines.macao import board, scoring
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.players.values import macao, macao_fitted

Nearness = tuple[int, int]
"""Cubes that a card lacks in the turn that has most of them, and in how many turns that is."""
_FAR: Nearness = (99, 0)
_SOON = ("now", "next", "later")
"""The turns to come where the next one is still of this round."""
_CUBES = [f"cubes {turn}" for turn in macao_fitted.TURNS]


def fact(name: str, richer: Game, other: Game, seat: int) -> Message | None:
    """The card that is nearer to being paid for, or the ware that is nearer to its port."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    match name:
        case "reserved":
            return _card(macao.with_dice(richer, seat), macao.with_dice(other, seat), seat)
        case "deliveries":
            return _ware(richer, other, seat)
        case "quarters":
            return _quarters(richer, other, seat)
        case "rank":
            return _rank(richer, other, seat)
        case _ if name in _CUBES:
            turn = _CUBES.index(name)
            return _cubes(macao.with_dice(richer, seat), macao.with_dice(other, seat), seat, turn)
    return None


def used(name: str, richer: Game, other: Game, seat: int) -> bool:
    """Whether the cards in question have been activated there, or the wares delivered; or no card is nearer."""
    assert isinstance(richer, Position)
    assert isinstance(other, Position)
    own, theirs = (game.state.players[seat] for game in (richer, other))
    if name in _CUBES:  # fewer that fall better are worth more, and nobody would call them more
        return fact(name, richer, other, seat) is None
    if name == "deliveries":
        return theirs.earned.get("wares", 0) > own.earned.get("wares", 0)
    if name != "reserved":
        return False
    more = {*own.tableau} - {*theirs.tableau}
    return more <= {*theirs.activated} if more else fact(name, richer, other, seat) is None


def _card(richer: Position, other: Position, seat: int) -> Message | None:
    """A card whose cubes come, or the card that is on the tableau in place of another one; else one for which more
    cubes come."""
    return _nearest(richer, other, seat) or _on_the_way(richer, other, seat)


def _on_the_way(richer: Position, other: Position, seat: int) -> Message | None:
    """The card that no turn can pay for, and for which most more cubes come, be it in different rounds."""
    here, there, near = _cubes_for_cards(richer, seat), _cubes_for_cards(other, seat), _near(other, seat)
    more = [(count - there[id], id) for id, count in here.items() if count > there.get(id, count) and near[id][0]]
    if not more:
        return None
    _, id = max(more)
    args: dict[str, int | str] = {"card": id, "own": here[id], "whole": CARDS[id].size, "other": there[id]}
    return Message("macao.fact.on_the_way", args)


def _cubes_for_cards(game: Position, seat: int) -> dict[str, int]:
    """How many cubes of the cost of each card on the tableau come in all rounds together."""
    player, coming = game.state.players[seat], Counter[str]()
    for cubes in player.rose[1:]:
        coming.update(cubes)
    return {id: sum(min(number, coming[colour]) for colour, number in CARDS[id].cost.items()) for id in player.tableau}


def _nearest(richer: Position, other: Position, seat: int) -> Message | None:
    own, theirs = _near(richer, seat), _near(other, seat)
    gained = [(near, id) for id, near in own.items() if near < theirs.get(id, _FAR)]
    if not gained:
        return None
    (lacking, turns), id = min(gained)
    instead = next((each for each in theirs if each not in own), None)
    alike = instead is not None and id not in theirs and theirs[instead] <= (lacking, turns)
    if not lacking and not alike:
        rounds = turns - _this_round(richer, seat)
        if not rounds:
            return Message("macao.fact.payable_now", {"card": id})
        return Message("macao.fact.payable", {"card": id, "round": richer.state.turn + rounds})
    if id in theirs:
        return Message("macao.fact.lacking", {"card": id, "n": lacking}) if 2 * lacking < CARDS[id].size else None
    if instead is None:
        return None
    args: dict[str, int | str] = {"card": id, "other_card": instead}
    if lacking < theirs[instead][0]:
        return Message("macao.fact.nearer", args | {"n": lacking, "other": theirs[instead][0]})
    if CARDS[id].size < CARDS[instead].size:
        return Message("macao.fact.cheaper", args | {"n": CARDS[id].size, "other": CARDS[instead].size})
    return Message("macao.fact.does_more", args | {"effect": f"{id}.short", "other_effect": f"{instead}.short"})


def _this_round(game: Position, seat: int) -> bool:
    """Whether the next turn of a seat is that of this round."""
    left, _ = macao_fitted.coming(game.state, seat)
    return left > board.ROUNDS - game.state.turn


def _cubes(richer: Position, other: Position, seat: int, turn: int) -> Message | None:
    """How many cubes, or else how many colours of them, come with the next turn, the one after it, or later."""
    soon, kinds = _this_round(richer, seat), []
    when = (_SOON if soon else macao_fitted.TURNS)[turn]
    for game in (richer, other):
        _, coming = macao_fitted.coming(game.state, seat)
        some = coming[turn : turn + 1] if turn < 2 else coming[2:]
        kinds.append((sum(sum(cubes.values()) for cubes in some), sum(map(len, some))))
    for what, own, theirs in zip(("cubes", "colours"), *kinds, strict=True):
        if own > theirs:
            begins = {"round": richer.state.turn + (2 if soon else 3)} if when == "later" else {}
            return Message(f"macao.fact.{what}_{when}", {"own": own, "other": theirs, **begins})
    return None


def _quarters(richer: Position, other: Position, seat: int) -> Message | None:
    """How large the largest group of quarters is, or how many quarters there are."""
    own, theirs = (game.state.players[seat].quarters for game in (richer, other))
    for what, count in (("group", scoring.largest_group), ("quarters", len)):
        if count(own) > count(theirs):
            return Message(f"macao.fact.{what}", {"own": count(own), "other": count(theirs)})
    return None


def _rank(richer: Position, other: Position, seat: int) -> Message | None:
    """The place in the order of the wall, or else the space."""
    own, theirs = (game.state.wall for game in (richer, other))
    before, after = own.order().index(seat) + 1, theirs.order().index(seat) + 1
    if before < after:
        return Message("macao.fact.rank", {"place": before, "other": after})
    if own.space(seat) > theirs.space(seat):
        return Message("macao.fact.space", {"space": own.space(seat), "other": theirs.space(seat)})
    return None


def _near(game: Position, seat: int) -> dict[str, Nearness]:
    _, coming = macao_fitted.coming(game.state, seat)
    found = dict[str, Nearness]()
    for id in game.state.players[seat].tableau:
        cost = CARDS[id].cost.items()
        lacking = (
            (sum(max(0, number - cubes.get(colour, 0)) for colour, number in cost), turns)
            for turns, cubes in enumerate(coming, 1)
        )
        found[id] = min(lacking, default=_FAR)
    return found


def _ware(richer: Position, other: Position, seat: int) -> Message | None:
    own, theirs = (game.state.players[seat] for game in (richer, other))
    found = list[tuple[int, str, str, int]]()
    for port in board.PORTS.values():
        count, steps = own.hold.get(port.ware, 0), board.DISTANCE[own.ship][port.id]
        there, far = theirs.hold.get(port.ware, 0), board.DISTANCE[theirs.ship][port.id]
        if count > there or (count and steps < far):
            found.append((steps, port.ware, port.id, far if there else steps))
    if not found:
        return None
    steps, ware, at, other_steps = min(found)
    args: dict[str, int | str] = {"ware": ware, "port": at}
    if 0 < steps < other_steps:
        return Message("macao.fact.ware_nearer", args | {"n": steps, "other": other_steps})
    return Message("macao.fact.ware", args | {"n": steps}) if steps else Message("macao.fact.at_port", args)
