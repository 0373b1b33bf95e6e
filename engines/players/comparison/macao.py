"""What two positions of Macao differ in, as hints name it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from engines.contract import Message
from engines.macao import board, scoring
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.macao.state import Cubes
from engines.macao.steps.dice import ChooseDice
from engines.players.comparison import Comparison, Subject, Thing, counted, owned
from engines.players.values import macao, macao_fitted

Nearness = tuple[int, int]
"""Cubes that a card lacks in the turn that has most of them, and in how many turns that is."""
_FAR: Nearness = (99, 0)


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
    for number, cubes in enumerate(macao.coming(player, rounds), first):
        worth[f"cubes {macao_fitted.TURNS[min(number, 2)]}"] += cubes
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

    A card that has to be paid for besides all others is no gain. Turns are counted from the next one, so that what lay
    ready before a turn is no gain of it.
    """
    ours, theirs = (_nearness(game, seat) for game in (better, worse))
    done = worse.state.players[seat].activated
    fewer = len(better.state.players[seat].tableau) <= len(worse.state.players[seat].tableau)
    gained = [
        ((lacking, turns), id)
        for id, (lacking, turns) in ours.items()
        if id in theirs or (id not in done and fewer)
        if lacking < theirs.get(id, _FAR)[0] or (not lacking and turns < theirs[id][1])
    ]
    if not gained:
        return None
    (lacking, turns), id = min(gained)
    if not lacking:
        first, _ = _turns_to_come(better, seat)
        return Message("macao.reason.payable", {"card": id, "round": first + turns - 1})
    if id in theirs:
        return Message("macao.reason.lacking", {"card": id, "n": lacking, "other": theirs[id][0]})
    return Message("macao.reason.on_tableau", {"card": id, "effect": f"{id}.short", "n": lacking})


def _nearness(game: Position, seat: int) -> dict[str, Nearness]:
    _, coming = _turns_to_come(game, seat)
    nearness = dict[str, Nearness]()
    for id in game.state.players[seat].tableau:
        cost = CARDS[id].cost.items()
        lacking = (
            (sum(max(0, number - cubes.get(colour, 0)) for colour, number in cost), turns)
            for turns, cubes in enumerate(coming, 1)
        )
        nearness[id] = min(lacking, default=_FAR)
    return nearness


def _turns_to_come(game: Position, seat: int) -> tuple[int, Sequence[Cubes]]:
    """Return the round of the first turn after the running one, and the cubes of the turns from then on."""
    if game.has_turn(seat):
        return _next_round(game, seat) + 1, game.state.players[seat].rose[board.STOCK + 1 :]
    _, coming = macao_fitted.coming(game.state, seat)
    return _next_round(game, seat), coming


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
        return Message(f"macao.reason.{unit}_{'in' if turn < 2 else 'later'}", args)

    return thing


def _cubes(turn: int, *terms: str) -> Subject[Position]:
    name = macao_fitted.TURNS[turn]
    things = (_coming(turn, lambda cubes: sum(cubes.values()), "cubes"), _coming(turn, len, "colours"))
    return Subject((), (f"cubes {name}", f"colours {name}", *terms), things, is_passing=True)


def _group(game: Position, seat: int) -> int:
    return scoring.largest_group(game.state.players[seat].quarters)


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


def _rank(game: Position, seat: int) -> int:
    return game.state.wall.order().index(seat) + 1


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
            ("city",), ("quarters", "group", "beside"), (counted("macao.reason.group", _group), owned("quarters"))
        ),
        "cubes_next": _cubes(0, "many"),
        "cubes_second": _cubes(1),
        "cubes_later": _cubes(2),
        "office_cubes": Subject((), ("cubes for offices",)),
        "jokers": Subject((), ("jokers",), (counted("macao.reason.jokers", _jokers),)),
        "rank": Subject(
            (), ("rank",), (counted("macao.reason.rank", _rank, -1), counted("macao.reason.space", _space))
        ),
    },
    sources,
    carried_out,
)
