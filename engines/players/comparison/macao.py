"""Subjects in which two positions of Macao may differ, for the reasons of hints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from engines.contract import Message
from engines.macao import board, prices, scoring
from engines.macao.cards import CARDS, OFFICE_KINDS
from engines.macao.position import Position
from engines.macao.state import Cubes
from engines.macao.steps.dice import ChooseDice
from engines.players.comparison import Comparison, Subject, Thing, counted, owned
from engines.players.values import macao, macao_fitted

Nearness = tuple[int, int]
"""Cubes that a card lacks beside those of one turn, and how many turns come before that one."""


def terms(game: Position, seat: int) -> Mapping[str, float]:
    """Return what the strong player weighs: the mean of what was made by hand and of what games have shown."""
    state = game.state
    player = state.players[seat]
    if macao.decided(state, seat):
        return {}
    seen = macao_fitted.seen(game, seat)
    weights = macao_fitted.FITTED.at(seen.moment)
    worth = defaultdict[str, float](float)
    for name, amount in seen.amounts.items():
        worth[name] += amount * weights[name]
    for name, points in macao.parts(game, seat).items():
        worth[name] += points
    rounds = board.ROUNDS - state.turn
    worth["activated"] += sum(macao.active(player, rounds).values())
    first = macao.before_turn(state, seat)
    for distance, cubes in enumerate(macao.coming(player, rounds), 1):
        risk = macao.empty(player, distance)
        worth["empty"] -= risk
        worth[f"cubes {macao_fitted.TURNS[min(distance - 1 + first, 2)]}"] += cubes + risk
    return {name: points / 2 for name, points in worth.items()}


def carried_out(game: Position, seat: int) -> Position:
    """Return the position once the dice are placed that the seat has chosen; they are not placed again."""
    placed = macao.with_dice(game, seat)
    if placed is not game:
        for step in placed.state.stack:
            if isinstance(step, ChooseDice):
                step.shifts[seat] = None
    return placed


def sources(game: Position, seat: int) -> Mapping[str, int]:
    """Return the points by source, those for cards that may still be paid for apart from those for markers."""
    points = game.score(seat).sources
    unpaid = 0 if game.state.over else scoring.unpaid(game, seat)
    return {**points, "penalties": points["penalties"] - unpaid, "tableau": unpaid}


def _activated(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the cards that only one has activated, the largest first; one alone with what it does."""
    ours, theirs = (game.state.players[seat].activated for game in (better, worse))
    cards = sorted((id for id in ours if id not in theirs), key=lambda id: -CARDS[id].size)
    if not cards:
        return None
    if len(cards) > 1:
        return Message("macao.reason.activated_more", {"card": cards})
    return Message("macao.reason.activated", {"card": cards[0], "effect": f"{cards[0]}.short"})


def _nearest(better: Position, worse: Position, seat: int) -> Message | None:
    """Show a card whose cubes come sooner, or the card that lies on the tableau in place of another one.

    What lay ready before a turn is no gain of it. Of a card that replaces one that is as near, the player reads the
    cubes that no other card takes, if there are any.
    """
    tableaus = (game.state.players[seat].tableau for game in (better, worse))
    ours, theirs = (
        {id: _nearness(game, seat, id) for id in tableau}
        for game, tableau in zip((better, worse), tableaus, strict=True)
    )
    active_there = worse.state.players[seat].activated
    gained = [
        (nearness, id)
        for id, nearness in ours.items()
        if id not in active_there and _is_nearer(nearness, theirs.get(id))
    ]
    if not gained:
        return None
    nearness, id = min(gained)
    lacking, turns = nearness
    active = better.state.players[seat].activated
    replaced = [(near, card) for card, near in theirs.items() if card not in ours and card not in active]
    if id not in theirs and replaced and min(replaced)[0] <= nearness:
        return _sole_taker(better, seat, id, min(replaced)[1])
    round = _round(better, seat, turns)
    if not lacking:
        return Message("macao.reason.payable", {"card": id, "round": round})
    if id in theirs:
        _, coming_there = _turns_to_come(worse, seat)
        lacking_there = _lacking(worse, seat, id, coming_there[turns] if turns < len(coming_there) else {})
        return Message("macao.reason.lacking", {"card": id, "n": lacking, "round": round, "other": lacking_there})
    args: dict[str, int | str] = {"card": id, "effect": f"{id}.short"}
    if lacking == CARDS[id].size:
        return Message("macao.reason.on_tableau", args)
    return Message("macao.reason.on_tableau_lacking", args | {"n": lacking, "round": round})


def _is_nearer(nearness: Nearness, other: Nearness | None) -> bool:
    """Return whether a card lacks fewer cubes, or can be paid for sooner; None: the other position lacks the card."""
    if other is None or nearness[0] < other[0]:
        return True
    return nearness[0] == 0 and nearness < other


def _sole_taker(game: Position, seat: int, id: str, replaced: str) -> Message | None:
    """Show the colour that a card takes and no other one does, neither on the tableau nor the one it replaces.

    Of several show the one of which most cubes come in a single round.
    """
    tableau = game.state.players[seat].tableau
    others = {colour for card in (*tableau, replaced) if card != id for colour in CARDS[card].cost}
    _, coming = _turns_to_come(game, seat)
    most = max(
        (
            (cubes[colour], -turns, colour)
            for turns, cubes in enumerate(coming)
            for colour in CARDS[id].cost
            if colour not in others and cubes.get(colour, 0) > 1
        ),
        default=None,
    )
    if most is None:
        return None
    number, turns, colour = most
    args: dict[str, int | str] = {"card": id, "colour": colour, "own": number}
    return Message("macao.reason.takes", args | {"round": _round(game, seat, -turns)})


def _nearness(game: Position, seat: int, id: str) -> Nearness:
    """Return how near a card is to being paid for, in a turn for which dice can still bring all that it lacks."""
    first, coming = _turns_to_come(game, seat)
    nearest = (CARDS[id].size, board.ROUNDS)
    for turns, cubes in enumerate(coming):
        most = sum(range(first + turns + 1))  # of a colour: a die on this field brings so many, one of the next fewer
        if all(number - cubes.get(colour, 0) <= most for colour, number in CARDS[id].cost.items()):
            nearest = min(nearest, (_lacking(game, seat, id, cubes), turns))
    return nearest


def _lacking(game: Position, seat: int, id: str, cubes: Cubes) -> int:
    """Return how many cubes a card lacks beside those of one round: what is not spent then is lost (rules 4.3)."""
    lacking = sum(max(0, number - cubes.get(colour, 0)) for colour, number in CARDS[id].cost.items())
    is_reduced = prices.TARGET[id] in game.powers(seat).reduced and CARDS[id].size > board.RULINGS.cost_reduction_floor
    return max(0, lacking - is_reduced)


def _turns_to_come(game: Position, seat: int) -> tuple[int, Sequence[Cubes]]:
    """Return the field of the wind rose for the first turn that has not begun, and the cubes of the turns from then on.

    The stock of a turn that has begun is no longer to come.
    """
    state = game.state
    is_stock_to_come = state.chosen[seat] and macao.before_turn(state, seat) and not game.has_turn(seat)
    first = board.STOCK if is_stock_to_come else board.STOCK + 1
    return first, state.players[seat].rose[first:][: board.ROUNDS - state.turn + 1]


def _round(game: Position, seat: int, turns: int) -> int:
    """Return the round of the turn that comes after so many others."""
    first, _ = _turns_to_come(game, seat)
    return game.state.turn + first + turns - (not game.state.chosen[seat])


def _next_round(game: Position, seat: int) -> int:
    """Return the round of the next turn of a seat."""
    turns, _ = macao_fitted.coming(game.state, seat)
    return board.ROUNDS - turns + 1


def _coming(turn: int, count: Callable[[Mapping[str, int]], int], unit: str) -> Thing[Position]:
    """Show how many cubes or colours come with the next turn, the one after it, or later."""

    def thing(better: Position, worse: Position, seat: int) -> Message | None:
        counts = []
        for game in (better, worse):
            _, coming = macao_fitted.coming(game.state, seat)
            counts.append(sum(map(count, coming[turn : turn + 1] if turn < 2 else coming[2:])))
        ours, theirs = counts
        if ours <= theirs:
            return None
        args = {"own": ours, "other": theirs, "round": _next_round(better, seat) + turn}
        purpose = _purpose(better, worse, seat, turn) if unit == "cubes" else {}
        name = f"{unit}_{'in' if turn < 2 else 'later'}"
        return Message(f"macao.reason.{name}_for" if purpose else f"macao.reason.{name}", {**args, **purpose})

    return thing


def _purpose(better: Position, worse: Position, seat: int, turn: int) -> dict[str, str | list[str]]:
    """Return a colour of the additional cubes with the cards that take it, most of them; empty: it serves none.

    A card counts that is nearer with these cubes, in the round that brings it nearest to being paid for.
    """
    (_, ours), (_, theirs) = (_turns_to_come(game, seat) for game in (better, worse))
    purposes = defaultdict[str, list[str]](list)
    for id in better.state.players[seat].tableau:
        lacking, turns = _nearness(better, seat, id)
        is_then = min(_round(better, seat, turns) - _next_round(better, seat), 2) == turn
        if not is_then or (lacking, turns) >= _nearness(worse, seat, id) or turns >= len(ours):
            continue
        cubes_there = theirs[turns] if turns < len(theirs) else {}
        for colour, number in CARDS[id].cost.items():
            if cubes_there.get(colour, 0) < min(ours[turns].get(colour, 0), number):
                purposes[colour].append(id)
    colour = max(purposes, key=lambda colour: len(purposes[colour]), default="")
    return {"colour": colour, "card": purposes[colour]} if colour else {}


def _filled(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the first round that has cubes and would have none (rules 7: an empty stock costs a penalty marker)."""
    _, coming = macao_fitted.coming(better.state, seat)
    _, coming_there = macao_fitted.coming(worse.state, seat)
    filled = (turn for turn, cubes in enumerate(zip(coming, coming_there, strict=False)) if cubes[0] and not cubes[1])
    turn = next(filled, None)
    if turn is None:
        return None
    return Message("macao.reason.filled", {"round": _next_round(better, seat) + turn, "points": -board.PENALTY})


def _for_office(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the first round with a cube in the colour of an active office, where the other position would have none."""
    _, coming = macao_fitted.coming(better.state, seat)
    _, coming_there = macao_fitted.coming(worse.state, seat)
    offices = [id for id in better.state.players[seat].activated if CARDS[id].office_kind]
    for turn, (cubes, cubes_there) in enumerate(zip(coming, coming_there, strict=False)):
        for id in offices:
            colour = OFFICE_KINDS[CARDS[id].office_kind or ""]
            if cubes.get(colour) and not cubes_there.get(colour):
                round = _next_round(better, seat) + turn
                return Message("macao.reason.office_cubes", {"colour": colour, "round": round, "card": id})
    return None


def _cubes(turn: int, *terms: str) -> Subject[Position]:
    name = macao_fitted.TURNS[turn]
    things = (_coming(turn, lambda cubes: sum(cubes.values()), "cubes"), _coming(turn, len, "colours"))
    return Subject((), (f"cubes {name}", f"colours {name}", *terms), things, is_passing=True)


def _group(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the largest group of quarters, if it is one."""
    ours, theirs = (scoring.largest_group(game.state.players[seat].quarters) for game in (better, worse))
    return Message("macao.reason.group", {"own": ours, "other": theirs}) if ours > max(theirs, 1) else None


def _free_quarters(game: Position, seat: int) -> int:
    """Return how many free quarters lie beside own ones."""
    quarters = game.state.players[seat].quarters
    return len({near for id in quarters for near in board.QUARTERS[id].neighbours} & game.state.city.keys())


def _jokers(game: Position, seat: int) -> int:
    return game.state.players[seat].jokers


def _space(game: Position, seat: int) -> int:
    return game.state.wall.space(seat)


def _ware(better: Position, worse: Position, seat: int) -> Message | None:
    """Show a ware that is aboard, or nearer to its port, unless the other position has delivered more."""
    ours, theirs = (game.state.players[seat] for game in (better, worse))
    if theirs.earned.get("wares", 0) > ours.earned.get("wares", 0):
        return None
    nearer = list[tuple[int, str, str, int]]()
    for port in board.PORTS.values():
        steps, far = (board.DISTANCE[player.ship][port.id] for player in (ours, theirs))
        aboard = theirs.hold.get(port.ware, 0)
        if ours.hold.get(port.ware, 0) > aboard or (ours.hold.get(port.ware, 0) and steps < far):
            nearer.append((steps, port.ware, port.id, far if aboard else steps))
    if not nearer:
        return None
    steps, ware, at, far = min(nearer)
    args: dict[str, int | str] = {"ware": ware, "port": at}
    if 0 < steps < far:
        return Message("macao.reason.ware_nearer", args | {"n": steps, "other": far})
    return Message("macao.reason.ware", args | {"n": steps}) if steps else Message("macao.reason.at_port", args)


def _rank(better: Position, worse: Position, seat: int) -> Message | None:
    """Show the place in turn order and the player who acts next after it."""
    order = better.state.wall.order()
    ours, theirs = (game.state.wall.order().index(seat) + 1 for game in (better, worse))
    if ours >= theirs:
        return None
    return Message("macao.reason.rank", {"own": ours, "other": theirs, "rival_seat": order[ours]})


def _gap(better: Position, worse: Position, seat: int) -> Message | None:
    """Show how far behind the next player ahead the disc is, or how far the first one is ahead of the next."""
    order = better.state.wall.order()
    place = order.index(seat)
    if worse.state.wall.order() != order:
        return None
    rival = order[place - 1] if place else order[1]
    ours, theirs = (abs(game.state.wall.space(seat) - game.state.wall.space(rival)) for game in (better, worse))
    args = {"own": ours, "other": theirs, "rival_seat": rival}
    if place:
        return Message("macao.reason.behind", args) if 0 < ours < theirs else None
    return Message("macao.reason.ahead", args) if ours > theirs else None


def _room(better: Position, worse: Position, seat: int) -> Message | None:
    ours, theirs = (len(game.state.players[seat].tableau) for game in (better, worse))
    return Message("macao.subject.room") if ours < theirs >= board.TABLEAU_SLOTS else None


_ACTIVATED = (
    *("activated", "offices", "exchanges", "cards for cubes", "cards for gold", "cards for prestige", "triggers"),
    *("scoring cards", "others", "kinds of offices"),
)
_RESERVED = (
    *("reserved", "reserved offices", "reserved scoring cards", "reserved others", "payable", "turns with it"),
    "missing",
)
COMPARISON = Comparison(
    terms,
    {
        "wares": Subject(("wares",), ("deliveries",), (_ware,)),
        "tribute": Subject(("tribute",), ("tribute", "price")),
        "gold": Subject((), ("gold",), (owned("gold"),)),
        # apart: what is activated is lost as a reserved card, and would be named with a weight of nearly nothing
        "cards": Subject(("cards", "tableau"), _ACTIVATED, (_activated,)),
        "scoring": Subject(("scoring",)),
        "reserved": Subject((), _RESERVED, (_nearest,)),
        "room": Subject((), ("room",), (_room,)),
        "penalties": Subject(("penalties",)),
        "quarters": Subject(
            ("city",), ("quarters", "group", "beside"), (_group, counted("macao.reason.beside", _free_quarters))
        ),
        "cubes_next": _cubes(0, "many"),
        "cubes_second": _cubes(1),
        "cubes_later": _cubes(2),
        "empty": Subject((), ("empty",), (_filled,), is_passing=True),
        "office_cubes": Subject((), ("cubes for offices",), (_for_office,), is_passing=True),
        "jokers": Subject((), ("jokers",), (counted("macao.reason.jokers", _jokers),)),
        "rank": Subject((), ("rank",), (_rank, _gap, counted("macao.reason.space", _space))),
    },
    sources,
    carried_out,
)
