"""Subjects in which two positions of Macao may differ, for the reasons of hints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engines.contract import Message
from engines.macao import board, prices, scoring
from engines.macao.cards import CARDS, OFFICE_KINDS
from engines.macao.position import Position
from engines.macao.state import Cubes
from engines.macao.steps.dice import ChooseDice
from engines.players.comparison import Comparison, Describe, Subject, belongings_describer, count_describer
from engines.players.values import macao as macao_values
from engines.players.values import macao_fitted

_LATER = 2
"""Number of the last of ``macao_fitted.TURNS``: 0 is a seat's next turn, 1 the one after it, 2 are all later ones."""


class Nearness(NamedTuple):
    """How near a card is to being paid for; of two the smaller one is the nearer."""

    lacking: int
    """Cubes that the card still lacks with the cubes of the turn that brings it nearest."""
    turns: int
    """Turns that come before that turn."""


class _TurnsToCome(NamedTuple):
    """The turns of a seat that have not begun."""

    first: int
    """The field of the wind rose for the first of them."""
    cubes: Sequence[Cubes]
    """The cubes of each turn, the first turn first, as far as they are known."""

    def cubes_in(self, turns: int) -> Cubes:
        """Return the cubes of the turn that comes after so many others; a negative number: of one that has begun."""
        return self.cubes[turns] if 0 <= turns < len(self.cubes) else {}


class _Ware(NamedTuple):
    """A ware that is aboard; of two the one nearer to its port is the smaller."""

    steps: int
    """Steps of the ship to the port."""
    name: str
    port: str
    worse_steps: int
    """The same in the worse position; ``steps`` if the ware is not aboard there."""


def values_by_term(game: Position, seat: int) -> Mapping[str, float]:
    """Return the terms of the strong player's value, which is the mean of one made by hand and one fitted to games."""
    state = game.state
    player = state.players[seat]
    if macao_values.decided(state, seat):
        return {}
    features = macao_fitted.features(game, seat)
    # The weights depend on the moment of the game, here the own turns that are left.
    weights = macao_fitted.FITTED.at(features.moment)
    worth = defaultdict[str, float](float)
    for name, amount in features.amounts.items():
        worth[name] += amount * weights[name]
    for name, part in macao_values.parts(game, seat).items():
        worth[name] += part
    rounds = board.ROUNDS - state.turn
    worth["activated"] += sum(macao_values.active(player, rounds).values())
    # While the turn of this round is still to come or in progress, it is the next one, so field 1 of the rose is for
    # the second turn.
    turn_of_field_1 = 1 if macao_values.before_turn(state, seat) else 0
    for field, points in enumerate(macao_values.coming(player, rounds), 1):
        turn = min(turn_of_field_1 + field - 1, _LATER)
        # `coming` has taken off the risk of an empty round already; it is moved from the cubes to a term of its own.
        risk = macao_values.empty(player, field)
        worth["empty"] -= risk
        worth[f"cubes {macao_fitted.TURNS[turn]}"] += points + risk
    return {name: total / 2 for name, total in worth.items()}


def carried_out(game: Position, seat: int) -> Position:
    """Return the position once the dice are placed that the seat has chosen; they are not placed again."""
    game_with_dice = macao_values.with_dice(game, seat)
    if game_with_dice is not game:
        for step in game_with_dice.state.stack:
            if isinstance(step, ChooseDice):
                step.shifts[seat] = None
    return game_with_dice


def points_by_source(game: Position, seat: int) -> Mapping[str, int]:
    """Return the points by source; the penalties for cards that may still be paid for become the source "tableau"."""
    points = game.score(seat).sources
    unpaid = 0 if game.state.over else scoring.unpaid(game, seat)
    return {**points, "penalties": points["penalties"] - unpaid, "tableau": unpaid}


def _activated(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the cards that only the better position has activated, largest first; a single one with its effect."""
    better_cards, worse_cards = (game.state.players[seat].activated for game in (better, worse))
    cards = sorted((id for id in better_cards if id not in worse_cards), key=lambda id: -CARDS[id].size)
    if not cards:
        return None
    if len(cards) > 1:
        return Message("macao.reason.activated_more", {"card": cards})
    return Message("macao.reason.activated", {"card": cards[0], "effect": f"{cards[0]}.short"})


def _nearest(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the card of the tableau that is nearest, among those that are nearer than in the worse position.

    The first of these cases applies:

    - It replaces a card that is as near or nearer: the cubes that only it takes, or else its effect.
    - Nothing is lacking: the round in which it can be paid for.
    - It lies on both tableaus: how many cubes it lacks, and lacked; None: no fewer with the cubes of the same round.
    - It lies only on the better one: its effect, and what it lacks if that is not its whole price.
    """
    better_nearness, worse_nearness = (
        {id: _nearness(game, seat, id) for id in game.state.players[seat].tableau} for game in (better, worse)
    )
    worse_active = worse.state.players[seat].activated
    nearer_cards = [
        (card_nearness, card)
        for card, card_nearness in better_nearness.items()
        if card not in worse_active and _is_nearer(card_nearness, worse_nearness.get(card))
    ]
    if not nearer_cards:
        return None
    nearness, id = min(nearer_cards)
    if id not in worse_nearness:
        replacement = _replacement(better, worse, seat, id, nearness)
        if replacement:
            return replacement
    lacking = nearness.lacking
    round = _round(better, seat, nearness.turns)
    if not lacking:
        return Message("macao.reason.payable", {"card": id, "round": round})
    if id in worse_nearness:
        worse_lacking = _lacking(worse, seat, id, _cubes_of(worse, seat, round))
        # The worse position lacks no more cubes in that round; only, dice cannot bring all of them by then.
        if worse_lacking <= lacking:
            return None
        return Message("macao.reason.lacking", {"card": id, "n": lacking, "round": round, "other": worse_lacking})
    args: dict[str, int | str] = {"card": id, "effect": f"{id}.short"}
    if lacking == CARDS[id].size:
        return Message("macao.reason.on_tableau", args)
    return Message("macao.reason.on_tableau_lacking", args | {"n": lacking, "round": round})


def _replacement(better: Position, worse: Position, seat: int, id: str, nearness: Nearness) -> Message | None:
    """Describe what a card has that the nearest card which it replaces on the tableau has not.

    None: it replaces no card, or only such as were farther from being paid for.
    """
    player = better.state.players[seat]
    replaced_cards = [
        (_nearness(worse, seat, card), card)
        for card in worse.state.players[seat].tableau
        if card not in player.tableau and card not in player.activated
    ]
    if not replaced_cards:
        return None
    replaced_nearness, replaced_id = min(replaced_cards)
    if replaced_nearness > nearness:
        return None
    on_tableau = Message("macao.reason.on_tableau", {"card": id, "effect": f"{id}.short"})
    return _sole_taker(better, seat, id, replaced_id) or on_tableau


def _is_nearer(nearness: Nearness, worse: Nearness | None) -> bool:
    """Return whether a card lacks fewer cubes, or can be paid for sooner; None: the worse position lacks the card."""
    if worse is None or nearness.lacking < worse.lacking:
        return True
    return nearness.lacking == 0 and nearness < worse


def _sole_taker(game: Position, seat: int, id: str, replaced: str) -> Message | None:
    """Describe a colour that only this card takes: no other card of the tableau, and not the card that it replaces.

    Of several colours describe the one of which most cubes come in a single round.
    """
    tableau = game.state.players[seat].tableau
    other_colours = {colour for card in (*tableau, replaced) if card != id for colour in CARDS[card].cost}
    # The number of cubes, the turns before the turn that brings them, and their colour; a single cube is not worth
    # naming.
    candidates = [
        (cubes[colour], turns, colour)
        for turns, cubes in enumerate(_turns_to_come(game, seat).cubes)
        for colour in CARDS[id].cost
        if colour not in other_colours and cubes.get(colour, 0) > 1
    ]
    if not candidates:
        return None
    number, turns, colour = max(candidates, key=lambda candidate: (candidate[0], -candidate[1], candidate[2]))
    args: dict[str, int | str] = {"card": id, "colour": colour, "own": number}
    return Message("macao.reason.takes", args | {"round": _round(game, seat, turns)})


def _nearness(game: Position, seat: int, id: str) -> Nearness:
    """Return how near a card is to being paid for, in a turn for which dice can still bring all that it lacks.

    Without such a turn it lacks its whole price, later than in any turn.
    """
    turns_to_come = _turns_to_come(game, seat)
    nearest = Nearness(CARDS[id].size, board.ROUNDS)
    for turns, cubes in enumerate(turns_to_come.cubes):
        # Dice of one colour can still add n cubes to field n, n - 1 a round later, when the rose has turned and these
        # cubes are in field n - 1, and so on: n + (n - 1) + ... + 1.
        field = turns_to_come.first + turns
        most_to_add = sum(range(field + 1))
        if all(number - cubes.get(colour, 0) <= most_to_add for colour, number in CARDS[id].cost.items()):
            nearest = min(nearest, Nearness(_lacking(game, seat, id, cubes), turns))
    return nearest


def _lacking(game: Position, seat: int, id: str, cubes: Cubes) -> int:
    """Return how many cubes a card lacks with the cubes of one round: what is not spent then is lost (rules 4.3)."""
    lacking = sum(max(0, number - cubes.get(colour, 0)) for colour, number in CARDS[id].cost.items())
    # Active cards may reduce the price by one cube, but not to less than the floor.
    is_reduced = prices.TARGET[id] in game.powers(seat).reduced and CARDS[id].size > board.RULINGS.cost_reduction_floor
    return max(0, lacking - 1) if is_reduced else lacking


def _turns_to_come(game: Position, seat: int) -> _TurnsToCome:
    """Return the turns that have not begun; a turn in progress, which is paid from the stock, is left out."""
    state = game.state
    is_stock_to_come = state.chosen[seat] and macao_values.before_turn(state, seat) and not game.has_turn(seat)
    first = board.STOCK if is_stock_to_come else board.STOCK + 1
    is_this_round_to_come = is_stock_to_come or not state.chosen[seat]
    turns = board.ROUNDS - state.turn + is_this_round_to_come
    return _TurnsToCome(first, state.players[seat].rose[first:][:turns])


def _round(game: Position, seat: int, turns: int) -> int:
    """Return the round of the turn that comes after so many others.

    Until the dice of the seat are placed (``state.chosen``), its rose has not turned, so field 1 stands for this round.
    """
    has_rose_turned = bool(game.state.chosen[seat])
    field = _turns_to_come(game, seat).first + turns
    return game.state.turn + (field if has_rose_turned else field - 1)


def _cubes_of(game: Position, seat: int, round: int) -> Cubes:
    """Return the cubes of a seat's turn in a round, as far as they are known; none for a turn that has begun."""
    return _turns_to_come(game, seat).cubes_in(round - _round(game, seat, 0))


def _next_round(game: Position, seat: int) -> int:
    """Return the round of the next turn by ``macao_fitted.coming``, for which a turn in progress is still the next one.

    ``_round`` differs: there, a turn that has begun is no longer to come.
    """
    turns, _ = macao_fitted.coming(game.state, seat)
    return board.ROUNDS - turns + 1


def _cubes_describer(turn: int, count: Callable[[Mapping[str, int]], int], unit: str) -> Describe[Position]:
    """Return a function that describes how many cubes or colours come with a turn.

    Args:
        turn: 0 for the next turn, 1 for the one after it, ``_LATER`` for all later ones together.
        count: Counts in the cubes of one turn what is described.
        unit: What is counted, "cubes" or "colours"; the name of the message begins with it.
    """
    period = "later" if turn == _LATER else "in"

    def count_in(game: Position, seat: int) -> int:
        _, cubes_by_turn = macao_fitted.coming(game.state, seat)
        return sum(map(count, cubes_by_turn[_LATER:] if turn == _LATER else cubes_by_turn[turn : turn + 1]))

    def describe(better: Position, worse: Position, seat: int) -> Message | None:
        better_count, worse_count = (count_in(game, seat) for game in (better, worse))
        if better_count <= worse_count:
            return None
        args = {"own": better_count, "other": worse_count, "round": _next_round(better, seat) + turn}
        purpose = _purpose(better, worse, seat, turn) if unit == "cubes" else {}
        id = f"macao.reason.{unit}_{period}_for" if purpose else f"macao.reason.{unit}_{period}"
        return Message(id, {**args, **purpose})

    return describe


def _purpose(better: Position, worse: Position, seat: int, turn: int) -> dict[str, str | list[str]]:
    """Return the colour of the additional cubes that serves most cards, with these cards; empty: they serve none.

    They serve a card if it is nearer with them to being paid for, in the round that brings it nearest, and if this
    round belongs to ``turn`` (as in ``_cubes_describer``). The result is a part of the arguments of a message.
    """
    purposes = defaultdict[str, list[str]](list)
    for id in better.state.players[seat].tableau:
        nearness = _nearness(better, seat, id)
        round = _round(better, seat, nearness.turns)
        is_in_turn = min(round - _next_round(better, seat), _LATER) == turn
        if not is_in_turn or nearness >= _nearness(worse, seat, id):
            continue
        better_cubes, worse_cubes = (_cubes_of(game, seat, round) for game in (better, worse))
        for colour, number in CARDS[id].cost.items():
            if worse_cubes.get(colour, 0) < min(better_cubes.get(colour, 0), number):
                purposes[colour].append(id)
    colour = max(purposes, key=lambda colour: len(purposes[colour]), default="")
    return {"colour": colour, "card": purposes[colour]} if colour else {}


def _filled(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the first round with cubes in which the worse position has none.

    An empty stock costs a penalty marker (rules 7).
    """
    _, better_coming = macao_fitted.coming(better.state, seat)
    _, worse_coming = macao_fitted.coming(worse.state, seat)
    for turn, (better_cubes, worse_cubes) in enumerate(zip(better_coming, worse_coming, strict=False)):
        if better_cubes and not worse_cubes:
            round = _next_round(better, seat) + turn
            return Message("macao.reason.filled", {"round": round, "points": -board.PENALTY})
    return None


def _for_office(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the first round with a cube in the colour of an active office, where the worse position has none."""
    _, better_coming = macao_fitted.coming(better.state, seat)
    _, worse_coming = macao_fitted.coming(worse.state, seat)
    offices = [id for id in better.state.players[seat].activated if CARDS[id].office_kind]
    for turn, (better_cubes, worse_cubes) in enumerate(zip(better_coming, worse_coming, strict=False)):
        for id in offices:
            colour = OFFICE_KINDS[CARDS[id].office_kind or ""]
            if better_cubes.get(colour) and not worse_cubes.get(colour):
                round = _next_round(better, seat) + turn
                return Message("macao.reason.office_cubes", {"colour": colour, "round": round, "card": id})
    return None


def _cubes(turn: int, *terms: str) -> Subject[Position]:
    """Return the subject of the cubes of the next turn (0), the one after it (1) or all later ones (``_LATER``).

    ``terms`` are further terms of the value that belong to it.
    """
    name = macao_fitted.TURNS[turn]
    describers = (
        _cubes_describer(turn, lambda cubes: sum(cubes.values()), "cubes"),
        _cubes_describer(turn, len, "colours"),
    )
    return Subject(terms=(f"cubes {name}", f"colours {name}", *terms), describers=describers, is_passing=True)


def _group(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the largest group of quarters, if it has more than one of them."""
    better_size, worse_size = (scoring.largest_group(game.state.players[seat].quarters) for game in (better, worse))
    if better_size <= max(worse_size, 1):
        return None
    return Message("macao.reason.group", {"own": better_size, "other": worse_size})


def _free_quarters(game: Position, seat: int) -> int:
    """Return how many free quarters lie beside own ones."""
    quarters = game.state.players[seat].quarters
    return len({neighbour for id in quarters for neighbour in board.QUARTERS[id].neighbours} & game.state.city.keys())


def _jokers(game: Position, seat: int) -> int:
    return game.state.players[seat].jokers


def _space(game: Position, seat: int) -> int:
    return game.state.wall.space(seat)


def _ware(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe a ware that is newly aboard or nearer to its port, unless the worse position has delivered more."""
    better_player, worse_player = (game.state.players[seat] for game in (better, worse))
    if worse_player.earned.get("wares", 0) > better_player.earned.get("wares", 0):
        return None
    improved_wares = list[_Ware]()
    for port in board.PORTS.values():
        steps, worse_steps = (board.DISTANCE[player.ship][port.id] for player in (better_player, worse_player))
        better_wares, worse_wares = (player.hold.get(port.ware, 0) for player in (better_player, worse_player))
        if better_wares > worse_wares or (better_wares and steps < worse_steps):
            improved_wares.append(_Ware(steps, port.ware, port.id, worse_steps if worse_wares else steps))
    if not improved_wares:
        return None
    ware = min(improved_wares)
    args: dict[str, int | str] = {"ware": ware.name, "port": ware.port}
    if not ware.steps:
        return Message("macao.reason.at_port", args)
    if ware.steps < ware.worse_steps:
        return Message("macao.reason.ware_nearer", args | {"n": ware.steps, "other": ware.worse_steps})
    return Message("macao.reason.ware", args | {"n": ware.steps})


def _rank(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the place in turn order and the player who acts next after it."""
    order = better.state.wall.order()
    better_rank, worse_rank = (game.state.wall.order().index(seat) + 1 for game in (better, worse))
    if better_rank >= worse_rank:
        return None
    return Message("macao.reason.rank", {"own": better_rank, "other": worse_rank, "rival_seat": order[better_rank]})


def _wall_distance(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe the distance on the wall: to the player in front, or for the first player to the second.

    None: the order differs as well (``_rank`` describes a better place), the distance is no better, or there is none.
    """
    order = better.state.wall.order()
    if worse.state.wall.order() != order:
        return None
    place = order.index(seat)
    is_first = place == 0
    rival = order[1] if is_first else order[place - 1]
    better_distance, worse_distance = (
        abs(game.state.wall.space(seat) - game.state.wall.space(rival)) for game in (better, worse)
    )
    args = {"own": better_distance, "other": worse_distance, "rival_seat": rival}
    if is_first:
        return Message("macao.reason.ahead", args) if better_distance > worse_distance else None
    return Message("macao.reason.behind", args) if 0 < better_distance < worse_distance else None


def _room(better: Position, worse: Position, seat: int) -> Message | None:
    """Describe that the tableau has room for a card, if it is full in the worse position."""
    better_cards, worse_cards = (len(game.state.players[seat].tableau) for game in (better, worse))
    is_worse_full = worse_cards >= board.TABLEAU_SLOTS
    # The subject itself says it all: there is no count that would be worth telling.
    return Message("macao.subject.room") if is_worse_full and better_cards < worse_cards else None


_ACTIVATED = (
    "activated",
    "offices",
    "exchanges",
    "cards for cubes",
    "cards for gold",
    "cards for prestige",
    "triggers",
    "scoring cards",
    "others",
    "kinds of offices",
)
_RESERVED = (
    "reserved",
    "reserved offices",
    "reserved scoring cards",
    "reserved others",
    "payable",
    "turns with it",
    "missing",
)
COMPARISON = Comparison(
    values_by_term=values_by_term,
    subjects={
        "wares": Subject(sources=("wares",), terms=("deliveries",), describers=(_ware,)),
        "tribute": Subject(sources=("tribute",), terms=("tribute", "price")),
        "gold": Subject(terms=("gold",), describers=(belongings_describer("gold"),)),
        # Not one subject with "reserved": a card that is activated is reserved no longer, so the sum is nearly nothing.
        "cards": Subject(sources=("cards", "tableau"), terms=_ACTIVATED, describers=(_activated,)),
        "scoring": Subject(sources=("scoring",)),
        "reserved": Subject(terms=_RESERVED, describers=(_nearest,)),
        "room": Subject(terms=("room",), describers=(_room,)),
        "penalties": Subject(sources=("penalties",)),
        "quarters": Subject(
            sources=("city",),
            terms=("quarters", "group", "beside"),
            describers=(_group, count_describer("macao.reason.beside", _free_quarters)),
        ),
        "cubes_next": _cubes(0, "many"),
        "cubes_second": _cubes(1),
        "cubes_later": _cubes(2),
        "empty": Subject(terms=("empty",), describers=(_filled,), is_passing=True),
        "office_cubes": Subject(terms=("cubes for offices",), describers=(_for_office,), is_passing=True),
        "jokers": Subject(terms=("jokers",), describers=(count_describer("macao.reason.jokers", _jokers),)),
        "rank": Subject(
            terms=("rank",), describers=(_rank, _wall_distance, count_describer("macao.reason.space", _space))
        ),
    },
    points_by_source=points_by_source,
    carried_out=carried_out,
)
