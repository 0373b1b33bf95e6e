"""Subjects in which two positions of Power, Magic and Food may differ, for the reasons of hints.

The yield of land is given in cards of 36 rolls, the number of ways to roll two dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract import Message
from engines.mmn import board, scoring
from engines.mmn.hands import Cost, give_back
from engines.mmn.hands import counted as counted_cards
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.bank import nugget_buys
from engines.players.comparison import Comparison, Subject, Thing, counted, owned
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
    """Show the hand that is left after discarding, and what of it goes towards a city or a settlement.

    Of a turn that leaves the seat as it was, show the hand only if it goes towards one of these.
    """
    step = before.state.stack[-1]
    is_discard = isinstance(step, Discard) and step.due[seat]
    if not is_discard and before.state.players[seat] != after.state.players[seat]:
        return None
    hand = carried_out(after, seat).state.players[seat].hand
    args: dict[str, int | str | list[str]] = {"cards": counted_cards(hand)}
    for piece, cost in _prices(after, seat):
        held = _held(after, hand, cost)
        whole = sum(number for _, number in cost)
        if held == whole and is_discard:
            return Message(f"mmn.reason.keeps_{piece}", args)
        if whole - _NEARLY <= held < whole:
            args |= {"own": held, "whole": whole, "missing": _missing(after, hand, cost)}
            return Message(f"mmn.reason.short_of_{piece}", args)
    return Message("mmn.reason.keeps", args) if is_discard else None


def _prices(game: Position, seat: int) -> list[tuple[str, Cost]]:
    """Return the prices of a city and of a settlement, as far as there is a place for it."""
    possible = mmn.buildable(game, seat, game.state.players[seat])
    prices = (("city", board.CITY), ("settlement", board.SETTLEMENT))
    return [price for price, is_possible in zip(prices, possible, strict=True) if is_possible]


def _missing(game: Position, hand: Sequence[int], cost: Cost) -> list[str]:
    """Return the cards of a price that a hand lacks; nuggets stand for the last of them."""
    jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    missing = [0] * len(board.KINDS)
    for kind, number in cost:
        missing[kind] = max(0, number - hand[kind])
    for kind, number in enumerate(missing):
        missing[kind] -= min(number, jokers)
        jokers -= number - missing[kind]
    return counted_cards(missing)


def _held(game: Position, hand: Sequence[int], cost: Cost) -> int:
    """Return how many cards of a price a hand holds; a nugget is any resource, if the bank takes it for one."""
    lacking = sum(max(0, number - hand[kind]) for kind, number in cost)
    jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    return sum(number for _, number in cost) - max(0, lacking - jokers)


def _land(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many cards the land yields beside the robber's hex, or will once he has left it (rules 7.2).

    Else show kinds that are new, though there may be fewer cards, or the kind of which there are most more.
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
    if new and sum(ours) < sum(theirs):
        return Message("mmn.reason.kinds_of_fewer", {"kinds": new, "own": sum(ours), "other": sum(theirs)})
    if new:
        return Message("mmn.reason.kinds", {"kinds": new})
    kind = max(range(len(ours)), key=lambda kind: ours[kind] - theirs[kind])
    if ours[kind] <= theirs[kind]:
        return None
    return Message("mmn.reason.yields_of", {"kind": board.KINDS[kind], "own": ours[kind], "other": theirs[kind]})


def _site(better: Position, worse: Position, seat: int) -> Message | None:
    """Show a place for a settlement that is nearer than in the other position, if that has not built more.

    It is better than all places in reach of the other position: of neighbours only one can be built on.
    """
    if len(worse.state.players[seat].buildings) > len(better.state.players[seat].buildings):
        return None
    ours, theirs = (mmn.building_sites(game, seat) for game in (better, worse))
    nearer = [(worth, node) for node, worth in ours.items() if worth > theirs.get(node, 0)]
    worth, node = max(nearer, default=(0.0, -1))
    if worth <= max(theirs.values(), default=0.0):
        return None
    roads = better.network.outlook(seat)[node]
    place: dict[str, int | str | list[str]] = {"node": better.geometry.nodes[node], "cards": better.ground(node)[0]}
    return Message("mmn.reason.site", {**place, "n": roads}) if roads else Message("mmn.reason.site_reached", place)


def _harbour(better: Position, worse: Position, seat: int) -> Message | None:
    ours, theirs = (game.network.harbours(seat) for game in (better, worse))
    new = next((harbour for harbour in ours if harbour not in theirs), None)
    return None if new is None else Message("mmn.reason.harbour", {"harbour": better.geometry.harbours[new]})


def _levels(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the track that is further on, with the red dice that bring a card (rules 9.1).

    Of one about to have its metropolis, show how far it is from it.
    """
    ours, theirs = (game.state.players[seat].levels for game in (better, worse))
    track = max(range(len(ours)), key=lambda track: (ours[track] > theirs[track], ours[track]))
    if ours[track] <= theirs[track]:
        return None
    lacking = board.METROPOLIS_LEVEL - ours[track]
    if 0 < lacking <= _NEAR:
        return Message("mmn.reason.metropolis", {"track": board.TRACKS[track], "n": lacking})
    level = ours[track]
    red = level if better.option("progress_threshold") == "literal" else board.DRAW_AT_MOST[track][level]
    return Message("mmn.reason.level", {"track": board.TRACKS[track], "level": level, "red": red})


def _barbarians(better: Position, worse: Position, seat: int) -> Message | None:
    """Show what becomes of the seat if the barbarians come: of its city, and of the point for the strongest knights."""
    ours, theirs = (mmn.attack(mmn_strong.WEIGHTS, game, seat, game.state.players[seat]) for game in (better, worse))
    given = better.contributions()
    is_alone = given[seat] > max(given[:seat] + given[seat + 1 :])
    if theirs < 0 <= ours:
        against = {"all": sum(given), "barbarians": better.attack_strength()}
        return Message("mmn.reason.spared_defender" if ours and is_alone else "mmn.reason.spared", against)
    if ours <= max(theirs, 0):
        return None
    return Message("mmn.reason.defender" if is_alone else "mmn.reason.tied")


def _strength(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how strong the knights are, or else the active ones, beside what all are and what the barbarians are."""
    against = {"all": sum(better.contributions()), "barbarians": better.attack_strength()}
    for id, active in (("strength", False), ("active_strength", True)):
        ours, theirs = (
            sum(strength(knight) for knight in game.state.players[seat].knights if knight.active or not active)
            for game in (better, worse)
        )
        if ours > theirs:
            return Message(f"mmn.reason.{id}", {"own": ours, "other": theirs, **against})
    return None


def _award(name: str, award: str, holder: Callable[[Position], int]) -> Thing[Position]:
    """Show what counts for an award, and how much of it brings the card, or what the next player has (rules 13.4)."""

    def thing(better: Position, worse: Position, seat: int) -> Message | None:
        ours, theirs = (game.belongings(seat)[name] for game in (better, worse))
        if ours <= theirs:
            return None
        most = max(better.belongings(rival)[name] for rival in better.opponents(seat))
        counts = {"own": ours, "other": theirs, "points": board.AWARD_POINTS[award]}
        if holder(better) == seat:
            return Message(f"mmn.reason.{name}_held", counts | {"most": most})
        return Message(f"mmn.reason.{name}", counts | {"wanted": max(board.AWARD_MINIMUM[award], most + 1)})

    return thing


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
    """Show for what more of the cards are in hand, most of the price; a nugget stands for what is missing.

    What the other position has paid with them is no reason to keep them.
    """
    player = better.state.players[seat]
    hands = [game.state.players[seat].hand for game in (better, worse)]
    for piece, cost in (*_prices(better, seat), ("knight", board.KNIGHT)):
        ours, theirs = (_held(game, hand, cost) for game, hand in zip((better, worse), hands, strict=True))
        whole = sum(number for _, number in cost)
        if theirs < ours < whole < 2 * ours:
            return Message(f"mmn.reason.for_{piece}", {"own": ours, "whole": whole, "other": theirs})
        if theirs < ours == whole and not _bought(better, worse, seat):
            return Message(f"mmn.reason.pays_{piece}")
    for track, level in enumerate(player.levels):
        ours, theirs = (hand[board.TRACK_COMMODITY[track]] for hand in hands)
        if level < board.TOP_LEVEL and theirs < board.LEVEL_COST[track][level + 1] <= ours:
            return Message("mmn.reason.for_level", {"track": board.TRACKS[track], "level": level + 1})
    return None


def _bought(better: Position, worse: Position, seat: int) -> bool:
    """Return whether the other position has anything that this one has less of, but cards."""
    ours, theirs = (game.belongings(seat) for game in (better, worse))
    player, other = (game.state.players[seat] for game in (better, worse))
    if sum(other.levels) > sum(player.levels) or other.walls() > player.walls():
        return True
    return any(amount > ours[name] for name, amount in theirs.items() if name != "cards")


def _cards(better: Position, worse: Position, seat: int) -> Message | None:
    """Show that there are more cards in hand, if the other position has bought nothing for them."""
    ours, theirs = (sum(game.state.players[seat].hand) for game in (better, worse))
    if ours <= theirs or _bought(better, worse, seat):
        return None
    return Message("mmn.reason.cards", {"own": ours, "other": theirs})


def _unspent(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the cards still in hand of which the other position has fewer, because it has bought more."""
    ours, theirs = (game.state.players[seat].hand for game in (better, worse))
    kinds = [kind for kind, own, other in zip(board.KINDS, ours, theirs, strict=True) if own > other]
    is_part = all(own >= other for own, other in zip(ours, theirs, strict=True))
    return Message("mmn.reason.unspent", {"kinds": kinds}) if kinds and is_part else None


def _limit(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how many cards a seven spares, for a wall is good for nothing else (rules 7.1)."""
    ours, theirs = (game.hand_limit(seat) for game in (better, worse))
    held = sum(better.state.players[seat].hand)
    return Message("mmn.reason.limit", {"own": ours, "other": theirs, "held": held}) if ours > theirs else None


COMPARISON = Comparison(
    mmn_strong.parts,
    {
        "land": Subject(("settlements", "cities"), ("land",), (_land,)),
        "sites": Subject((), ("sites",), (_site,)),
        "harbours": Subject((), ("harbours",), (_harbour,)),
        "levels": Subject(("metropolises",), ("levels", "metropolis"), (_levels,)),
        "road": Subject(
            ("longest_road",), ("road",), (_award("road_length", "longest_road", lambda game: game.state.longest_road),)
        ),
        "storage": Subject(
            ("storage",), ("storage",), (_award("storage", "storage", lambda game: game.state.storage_card),)
        ),
        "autarky": Subject(
            ("autarky",), ("autarky",), (_award("autarky", "autarky", lambda game: game.state.autarky),)
        ),
        "knights": Subject(("defender",), ("knights",), (_strength,)),
        "barbarians": Subject((), ("barbarians",), (_barbarians,)),
        "merchant": Subject(("merchant",)),
        "progress": Subject(("cards",), ("progress",), (owned("progress"),)),
        "walls": Subject((), ("walls",), (_limit,)),
        "hand": Subject(
            (), ("hand", "seven"), (_hand, counted("mmn.reason.seven", _lost_to_a_seven, -1), _cards, _unspent)
        ),
        "robbed": Subject((), ("robbed",), (counted("mmn.reason.robbed", _robbed, -1),)),
        "robber": Subject((), ("robber",), (_robber,)),
        "rival": Subject((), ("rival",), (counted("mmn.reason.rival", _best_rival, -1),)),
        "others": Subject((), ("others",), (counted("mmn.reason.others", _hands_of_others, -1),)),
    },
    carried_out=carried_out,
    kept=kept,
)
