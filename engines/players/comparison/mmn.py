"""Subjects in which two positions of Power, Magic and Food may differ, for the reasons of hints.

The yield of land is given in cards of 36 rolls, the number of ways to roll two dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.contract import Message
from engines.mmn import board, scoring
from engines.mmn.hands import Cost, give_back
from engines.mmn.hands import counted as cards_of
from engines.mmn.network import strength
from engines.mmn.position import Position
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.bank import nugget_buys
from engines.players.comparison import Comparison, Describe, Subject, belongings_describer, count_describer
from engines.players.values import mmn as mmn_values
from engines.players.values import mmn_strong

_NEAR = 2
"""Most levels that a track may lack and still count as near its metropolis."""
_NEARLY = 2
"""Most cards that a hand may lack of a price and still be described as kept for it."""


def carried_out(game: Position, seat: int) -> Position:
    """Return the position without the cards that the seat has chosen to discard: they go once all have chosen."""
    if not _is_discarding(game):
        return game
    after = game.copy()
    step = after.state.stack[-1]
    give_back(after, seat, step.chosen[seat])
    step.chosen[seat] = [0] * len(board.KINDS)
    return after


def _is_discarding(game: Position) -> bool:
    stack = game.state.stack
    return bool(stack) and isinstance(stack[-1], Discard)


def kept_hand(before: Position, after: Position, seat: int) -> Message | None:
    """Describe the hand after a turn that began with discarding, and what of it goes towards a city or a settlement.

    None: nothing was to be discarded, or nothing is left.
    """
    step = before.state.stack[-1]
    hand = carried_out(after, seat).state.players[seat].hand
    if not (isinstance(step, Discard) and step.due[seat] and any(hand)):
        return None
    args: dict[str, int | str | list[str]] = {"cards": cards_of(hand)}
    for piece, cost in _prices(after, seat):
        payable = _payable(after, hand, cost)
        needed = sum(number for _, number in cost)
        if payable == needed:
            return Message(f"mmn.reason.keeps_{piece}", args)
        if needed - _NEARLY <= payable:
            args |= {"missing": _missing(after, hand, cost)}
            return Message(f"mmn.reason.short_of_{piece}", args)
    return Message("mmn.reason.keeps", args)


def _prices(game: Position, seat: int) -> list[tuple[str, Cost]]:
    """Return the prices of a city and of a settlement, as far as there is a place for it."""
    buildable_things = mmn_values.buildable(game, seat, game.state.players[seat])
    prices = (("city", board.CITY), ("settlement", board.SETTLEMENT))
    return [price for price, is_possible in zip(prices, buildable_things, strict=True) if is_possible]


def _missing(game: Position, hand: Sequence[int], cost: Cost) -> list[str]:
    """Return the cards of a price that a hand lacks; nuggets stand for the first of them."""
    jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    missing_counts = [0] * len(board.KINDS)
    for kind, number in cost:
        missing_counts[kind] = max(0, number - hand[kind])
    for kind, number in enumerate(missing_counts):
        jokers_spent = min(number, jokers)
        missing_counts[kind] -= jokers_spent
        jokers -= jokers_spent
    return cards_of(missing_counts)


def _held(hand: Sequence[int], cost: Cost) -> int:
    """Return how many cards of a price a hand holds, without nuggets."""
    return sum(min(number, hand[kind]) for kind, number in cost)


def _payable(game: Position, hand: Sequence[int], cost: Cost) -> int:
    """Return how many cards of a price a hand can pay; a nugget is any resource, if the bank takes it for one."""
    cards_held = _held(hand, cost)
    jokers = hand[board.NUGGET] if nugget_buys(game) else 0
    return min(cards_held + jokers, sum(number for _, number in cost))


def _land(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe how many cards the land yields without the robber's hex, or will yield once it has left (rules 7.2).

    If it does not yield more, describe the kinds that are new, or the kind of which the yield has grown most.
    """
    better_total, worse_total = (sum(mmn_values.yields(game, game.state.players[seat])) for game in (better, worse))
    # The rates by kind, and their sums, as long as the robber stays where it is:
    better_rates, worse_rates = (
        mmn_values.yields(game, game.state.players[seat], game.state.robber) for game in (better, worse)
    )
    better_now = sum(better_rates)
    worse_now = sum(worse_rates)
    if better_total > worse_total and better_now <= worse_now:
        blocked = better.geometry.hexes[better.state.robber]
        return Message("mmn.reason.yields_once", {"own": better_total, "other": worse_total, "hex": blocked})
    new = [
        kind
        for kind, rate, worse_rate in zip(board.KINDS, better_rates, worse_rates, strict=True)
        if rate and not worse_rate
    ]
    counts: dict[str, int | str | list[str]] = {"own": better_now, "other": worse_now}
    if better_now > worse_now and new:
        return Message("mmn.reason.yields_new", counts | {"kinds": new})
    if better_now > worse_now:
        return Message("mmn.reason.yields", counts)
    if new and better_now < worse_now:
        return Message("mmn.reason.kinds_of_fewer", counts | {"kinds": new})
    if new:
        return Message("mmn.reason.kinds", {"kinds": new})
    kind = max(range(len(board.KINDS)), key=lambda kind: better_rates[kind] - worse_rates[kind])
    if better_rates[kind] <= worse_rates[kind]:
        return None
    args: dict[str, int | str] = {"kind": board.KINDS[kind], "own": better_rates[kind], "other": worse_rates[kind]}
    return Message("mmn.reason.yields_of", args)


def _site(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe a place for a settlement that is nearer than in the worse position, if that has not built more.

    It is better than all places in reach of the worse position: of neighbours only one can be built on, so another
    good place may be worth nothing.
    """
    if len(worse.state.players[seat].buildings) > len(better.state.players[seat].buildings):
        return None
    better_sites, worse_sites = (mmn_values.building_sites(game, seat) for game in (better, worse))
    improved_sites = [(worth, node) for node, worth in better_sites.items() if worth > worse_sites.get(node, 0)]
    if not improved_sites:
        return None
    worth, node = max(improved_sites)
    if worth <= max(worse_sites.values(), default=0.0):
        return None
    roads = better.network.outlook(seat)[node]
    place: dict[str, int | str | list[str]] = {"node": better.geometry.nodes[node], "cards": better.ground(node)[0]}
    return Message("mmn.reason.site", {**place, "n": roads}) if roads else Message("mmn.reason.site_reached", place)


def _harbour(better: Position, worse: Position, seat: int) -> Message | None:
    better_harbours, worse_harbours = (game.network.harbours(seat) for game in (better, worse))
    new = next((harbour for harbour in better_harbours if harbour not in worse_harbours), None)
    return None if new is None else Message("mmn.reason.harbour", {"harbour": better.geometry.harbours[new]})


def _levels(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the highest of the tracks that are further on, with the red dice that bring a card (rules 9.1).

    If the track is near its metropolis, describe how many levels it lacks instead.
    """
    better_levels, worse_levels = (game.state.players[seat].levels for game in (better, worse))
    advanced = [track for track, level in enumerate(better_levels) if level > worse_levels[track]]
    if not advanced:
        return None
    track = max(advanced, key=lambda track: better_levels[track])
    level = better_levels[track]
    lacking = board.METROPOLIS_LEVEL - level
    if 0 < lacking <= _NEAR:
        return Message("mmn.reason.metropolis", {"track": board.TRACKS[track], "n": lacking})
    # A red die up to this number brings a card; an option makes it the level itself.
    red = level if better.option("progress_threshold") == "literal" else board.DRAW_AT_MOST[track][level]
    return Message("mmn.reason.level", {"track": board.TRACKS[track], "level": level, "red": red})


def _barbarians(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe what the seat loses or wins when the barbarians come: a city, or the point for the strongest knights."""
    # Below 0: a city would be lost; above 0: the seat would be rewarded, alone or with equally strong ones.
    better_outcome, worse_outcome = (
        mmn_values.attack(mmn_strong.WEIGHTS, game, seat, game.state.players[seat]) for game in (better, worse)
    )
    contributions = better.contributions()
    is_alone = contributions[seat] > max(contributions[:seat] + contributions[seat + 1 :])
    if worse_outcome < 0 <= better_outcome:
        strengths = {"all": sum(contributions), "barbarians": better.attack_strength()}
        return Message("mmn.reason.spared_defender" if better_outcome and is_alone else "mmn.reason.spared", strengths)
    if better_outcome <= max(worse_outcome, 0):
        return None
    return Message("mmn.reason.defender" if is_alone else "mmn.reason.tied")


def _strength(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the strength of the knights, or else of the active ones, with that of all seats and the barbarians."""
    strengths = {"all": sum(better.contributions()), "barbarians": better.attack_strength()}
    for id, active in (("strength", False), ("active_strength", True)):
        better_strength, worse_strength = (
            sum(strength(knight) for knight in game.state.players[seat].knights if knight.active or not active)
            for game in (better, worse)
        )
        if better_strength > worse_strength:
            return Message(f"mmn.reason.{id}", {"own": better_strength, "other": worse_strength, **strengths})
    return None


def _award(name: str, award: str, holder: Callable[[Position], int]) -> Describe[Position]:
    """Return a function that describes what counts for an award (rules 13.4).

    With it come the best count of the others, if the seat has the card, or else the count that brings the card.

    Args:
        name: What counts, as it is called in ``belongings`` and in the ids of the messages.
        award: The card, as it is called in the tables of ``board``.
        holder: Returns the seat that has the card.
    """

    def describe(better: Position, worse: Position, seat: int) -> Message | None:
        better_count, worse_count = (game.belongings(seat)[name] for game in (better, worse))
        if better_count <= worse_count:
            return None
        highest_count = max(better.belongings(rival)[name] for rival in better.opponents(seat))
        counts = {"own": better_count, "other": worse_count, "points": board.AWARD_POINTS[award]}
        if holder(better) == seat:
            return Message(f"mmn.reason.{name}_held", counts | {"most": highest_count})
        return Message(f"mmn.reason.{name}", counts | {"wanted": max(board.AWARD_MINIMUM[award], highest_count + 1)})

    return describe


def _robber(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe how many cards the robber keeps from the others, or else from the one who leads, if it has moved.

    Of several leaders take the one from whom the robber keeps most in comparison with the worse position.
    """
    if better.state.robber == worse.state.robber:
        return None
    better_robbed, worse_robbed = (
        [mmn_values.robbed_of(game, player) for player in game.state.players] for game in (better, worse)
    )
    better_sum, worse_sum = (sum(by_seat) - by_seat[seat] for by_seat in (better_robbed, worse_robbed))
    if better_sum > worse_sum:
        return Message("mmn.reason.robber_keeps", {"own": better_sum, "other": worse_sum})
    leader = max(
        better.opponents(seat),
        key=lambda rival: (scoring.points(better, rival), better_robbed[rival] - worse_robbed[rival]),
    )
    if better_robbed[leader] <= worse_robbed[leader]:
        return None
    return Message(
        "mmn.reason.robber_leader", {"leader_seat": leader, "own": better_robbed[leader], "other": worse_robbed[leader]}
    )


def _robbed(game: Position, seat: int) -> int:
    return mmn_values.robbed_of(game, game.state.players[seat])


def _lost_to_a_seven(game: Position, seat: int) -> int:
    cards = sum(game.state.players[seat].hand)
    return cards // 2 if cards > game.hand_limit(seat) else 0


def _best_rival(game: Position, seat: int) -> int:
    return max(scoring.points(game, rival) for rival in game.opponents(seat))


def _cards_of_others(game: Position, seat: int) -> int:
    return sum(sum(game.state.players[rival].hand) for rival in game.opponents(seat))


_fewer_cards_of_others = count_describer("mmn.reason.others", _cards_of_others, fewer_is_better=True)


def _hands_of_others(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe how many cards fewer the others hold, unless one position still waits for what a seven takes of them."""
    if _is_discarding(better) or _is_discarding(worse):
        return None
    return _fewer_cards_of_others(better, worse, seat)


def _hand(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe a price that the hand pays, or of which it holds more cards, and more than half.

    A nugget pays what is missing, but is not counted among the cards that are held for a price. That the whole price is
    in hand is no advantage if the worse position has bought something with these cards. Without such a price describe
    a level that the hand pays.
    """
    better_hand, worse_hand = (game.state.players[seat].hand for game in (better, worse))
    for piece, cost in (*_prices(better, seat), ("knight", board.KNIGHT)):
        needed = sum(number for _, number in cost)
        better_payable = _payable(better, better_hand, cost)
        worse_payable = _payable(worse, worse_hand, cost)
        if better_payable <= worse_payable:
            continue
        if better_payable == needed and not _bought(better, worse, seat):
            return Message(f"mmn.reason.pays_{piece}")
        better_held = _held(better_hand, cost)
        worse_held = _held(worse_hand, cost)
        if worse_held < better_held < needed < 2 * better_held:
            return Message(f"mmn.reason.for_{piece}", {"own": better_held, "whole": needed, "other": worse_held})
    for track, level in enumerate(better.state.players[seat].levels):
        better_held, worse_held = (hand[board.TRACK_COMMODITY[track]] for hand in (better_hand, worse_hand))
        if level < board.TOP_LEVEL and worse_held < board.LEVEL_COST[track][level + 1] <= better_held:
            return Message("mmn.reason.for_level", {"track": board.TRACKS[track], "level": level + 1})
    return None


def _bought(better: Position, worse: Position, seat: int) -> bool:
    """Return whether the worse position has more of anything but cards, so that it has paid for it."""
    better_belongings, worse_belongings = (game.belongings(seat) for game in (better, worse))
    better_player, worse_player = (game.state.players[seat] for game in (better, worse))
    if sum(worse_player.levels) > sum(better_player.levels) or worse_player.walls() > better_player.walls():
        return True
    return any(amount > better_belongings[name] for name, amount in worse_belongings.items() if name != "cards")


def _cards(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe that there are more cards in hand, if the worse position has bought nothing for them."""
    better_cards, worse_cards = (sum(game.state.players[seat].hand) for game in (better, worse))
    if better_cards <= worse_cards or _bought(better, worse, seat):
        return None
    return Message("mmn.reason.cards", {"own": better_cards, "other": worse_cards})


def _unspent(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the cards still in hand of which the worse position has fewer, because it has bought more."""
    better_hand, worse_hand = (game.state.players[seat].hand for game in (better, worse))
    surplus = [better_cards - worse_cards for better_cards, worse_cards in zip(better_hand, worse_hand, strict=True)]
    is_more = any(surplus) and min(surplus) >= 0
    return Message("mmn.reason.unspent", {"cards": cards_of(surplus)}) if is_more else None


def _limit(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe how many cards a seven spares: walls have no other use (rules 7.1)."""
    better_limit, worse_limit = (game.hand_limit(seat) for game in (better, worse))
    if better_limit <= worse_limit:
        return None
    cards = sum(better.state.players[seat].hand)
    return Message("mmn.reason.limit", {"own": better_limit, "other": worse_limit, "held": cards})


COMPARISON = Comparison(
    values_by_term=mmn_strong.parts,
    subjects={
        "land": Subject(sources=("settlements", "cities"), terms=("land",), describers=(_land,)),
        "sites": Subject(terms=("sites",), describers=(_site,)),
        "harbours": Subject(terms=("harbours",), describers=(_harbour,)),
        "levels": Subject(sources=("metropolises",), terms=("levels", "metropolis"), describers=(_levels,)),
        "road": Subject(
            sources=("longest_road",),
            terms=("road",),
            describers=(_award("road_length", "longest_road", lambda game: game.state.longest_road),),
        ),
        "storage": Subject(
            sources=("storage",),
            terms=("storage",),
            describers=(_award("storage", "storage", lambda game: game.state.storage_card),),
        ),
        "autarky": Subject(
            sources=("autarky",),
            terms=("autarky",),
            describers=(_award("autarky", "autarky", lambda game: game.state.autarky),),
        ),
        "knights": Subject(sources=("defender",), terms=("knights",), describers=(_strength,)),
        "barbarians": Subject(terms=("barbarians",), describers=(_barbarians,)),
        "merchant": Subject(sources=("merchant",)),
        "progress": Subject(sources=("cards",), terms=("progress",), describers=(belongings_describer("progress"),)),
        "walls": Subject(terms=("walls",), describers=(_limit,)),
        "hand": Subject(
            terms=("hand", "seven"),
            describers=(
                _hand,
                count_describer("mmn.reason.seven", _lost_to_a_seven, fewer_is_better=True),
                _cards,
                _unspent,
            ),
        ),
        "robbed": Subject(
            terms=("robbed",), describers=(count_describer("mmn.reason.robbed", _robbed, fewer_is_better=True),)
        ),
        "robber": Subject(terms=("robber",), describers=(_robber,)),
        "rival": Subject(
            terms=("rival",), describers=(count_describer("mmn.reason.rival", _best_rival, fewer_is_better=True),)
        ),
        "others": Subject(
            terms=("others",),
            describers=(_hands_of_others,),
        ),
    },
    carried_out=carried_out,
    kept_hand=kept_hand,
)
