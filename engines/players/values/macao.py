"""The value of a position of Macao: cubes to come, cards that they will pay for, wares aboard and their ports."""

from __future__ import annotations

from engines.contract import Game
from engines.macao import board, scoring
from engines.macao.cards import CARDS
from engines.macao.cards.effects import FinalScore
from engines.macao.position import Position
from engines.macao.state import Player, State
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.rounds import EndRound, Turn

WEIGHTS = {
    "gold": 0.9,  # a gold piece, while it can still be turned into prestige
    "cube": 0.75,  # a cube to come
    "later": 0.9,  # its factor for each round until it comes
    "many": 9.0,  # the number of cubes that can be used well in one round
    "empty": 2.5,  # taken off if the next round brings no cubes
    "card": 3.0,  # a card in the tableau that can be activated
    "matched": 3.0,  # a card in the tableau, times the share of its cost that is to come
    "owned": 0.55,  # an activated card, for each round to come
    "final": 4.0,  # a card in the tableau that scores at the end
    "ware": 0.75,  # of the points that its port pays
    "step": 0.12,  # a step to the nearest port that takes a ware aboard
    "quarter": 0.8,  # a quarter, apart from its share in the largest group
    "joker": 1.2,
    "wall": 0.25,  # a space on the wall
    "full": 1.5,  # taken off for a full tableau
}
"""Weights of what is not counted yet, in points at the end of the game."""
_SURPLUS_SHARE = 0.3
"""The share of their worth that cubes have beyond the number that can be used well in one round."""
_COST = 0.35
"""Points that are taken off a card in the tableau for each cube of its cost."""
_OWNED_SHARE = 0.5
"""The share of the rounds to come in which a card of the tableau will be active, if it is activated."""


def value(game: Game, seat: int) -> float:
    """Return the worth of a position to a seat, in points at the end of the game."""
    assert isinstance(game, Position)
    game = with_dice(game, seat)
    return expected(game, seat, float(sum(scoring.sources(game, seat).values())))


def with_dice(game: Position, seat: int) -> Position:
    """Return the position with the seat's chosen dice placed.

    Where all seats choose together, the dice wait until the last one has chosen.
    """
    for step in game.state.stack[-1:]:
        if isinstance(step, ChooseDice) and step.together and step.shifts[seat] is not None:
            game = game.copy()
            step.place(game, seat)
    return game


def decided(state: State, seat: int) -> bool:
    """Return whether the seat has had its last turn, after which nothing can be turned into points any more."""
    waiting_steps = (step for step in state.stack if not isinstance(step, EndRound))
    return state.over or (
        state.turn == board.ROUNDS and all(getattr(step, "seat", seat) != seat for step in waiting_steps)
    )


def expected(game: Position, seat: int, points: float) -> float:
    """Return ``points``, which are counted now, and those to be expected."""
    state = game.state
    worth = points
    if decided(state, seat):
        return worth
    player = state.players[seat]
    w = WEIGHTS
    rounds_left = board.ROUNDS - state.turn
    worth += w["gold"] * player.gold * min(1.0, rounds_left / 2)
    worth += w["joker"] * player.jokers + w["quarter"] * len(player.quarters)
    worth += w["wall"] * (board.WALL_END + 1 - state.wall.spaces_ahead(seat)) * min(1.0, rounds_left / 3)
    wares = _wares(state, player, rounds_left, farthest(state, seat))
    worth += _cubes(player, rounds_left) + _cards(player, rounds_left) + wares
    return worth


def _cubes(player: Player, rounds_left: int) -> float:
    return sum(coming(player, rounds_left))


def coming(player: Player, rounds_left: int) -> list[float]:
    """Return the worth of the cubes of each round to come, the next round first."""
    w = WEIGHTS
    worth_by_round = []
    for rounds in range(1, min(board.DIE_FIELDS, rounds_left) + 1):
        cubes = sum(player.rose[rounds].values())
        usable = min(cubes, w["many"]) + _SURPLUS_SHARE * max(0.0, cubes - w["many"])
        worth_by_round.append(w["cube"] * w["later"] ** rounds * usable - empty(player, rounds))
    return worth_by_round


def empty(player: Player, rounds: int) -> float:
    """Return the points that are taken off if the round so many ``rounds`` from now brings no cubes."""
    return 0.0 if player.rose[rounds] else WEIGHTS["empty"] * WEIGHTS["later"] ** (3 * (rounds - 1))


def _cards(player: Player, rounds_left: int) -> float:
    w = WEIGHTS
    worth = 0.0
    cubes_to_come: dict[str, int] = {}
    for field in player.rose[1:]:
        for colour, cubes in field.items():
            cubes_to_come[colour] = cubes_to_come.get(colour, 0) + cubes
    chance = min(1.0, rounds_left / 2)
    for id in player.tableau:
        card = CARDS[id]
        matched = sum(min(cubes_to_come.get(colour, 0), cubes) for colour, cubes in card.cost.items())
        share = matched / max(1, card.size)
        likelihood = 0.4 + 0.6 * share  # of its activation: cubes that are not to come yet may still be chosen
        worth += chance * (w["card"] + w["matched"] * share - _COST * card.size)
        if isinstance(card.effect, FinalScore):
            worth += chance * w["final"] * likelihood
        else:
            worth += chance * w["owned"] * rounds_left * _OWNED_SHARE * likelihood
    if len(player.tableau) >= board.TABLEAU_SLOTS:
        worth -= w["full"]
    lasting = sum(not isinstance(CARDS[id].effect, FinalScore) for id in player.activated)
    return worth + w["owned"] * rounds_left * lasting


def before_turn(state: State, seat: int) -> bool:
    """Return whether the seat's turn of the round is to come or in progress, so that its cubes are in the stock."""
    return any(isinstance(step, Turn) and step.seat == seat for step in state.stack)


def farthest(state: State, seat: int) -> int:
    """Return the number of steps that the ship can still sail in the game, at most."""
    if state.turn < board.ROUNDS or not before_turn(state, seat):
        return board.FARTHEST
    player = state.players[seat]
    return sum(player.stock.values()) + player.free_steps


def _wares(state: State, player: Player, rounds_left: int, reach: int) -> float:
    w = WEIGHTS
    worth = 0.0
    nearness = 0.0
    for port in board.PORTS.values():
        count = player.hold.get(port.ware, 0)
        steps = board.DISTANCE[player.ship][port.id]
        if not count or steps > reach:
            continue
        filled = state.ports[port.id]
        points = sum(port.delivery_values[filled : filled + count])  # there is a space for each tile (rules 5.4)
        chance = min(1.0, (rounds_left + 0.5) * 4 / (steps + 3))
        worth += w["ware"] * chance * points
        if rounds_left:
            nearness = max(nearness, w["step"] * (board.FARTHEST - steps))
    return worth + nearness


def parts(game: Position, seat: int) -> dict[str, float]:
    """Return the expected points that ``expected`` adds, by source, to explain a choice.

    The points for cubes to come and for activated cards are left out: ``coming`` and ``active`` return them in detail.
    """
    state = game.state
    player = state.players[seat]
    w = WEIGHTS
    if decided(state, seat):
        return {}
    rounds_left = board.ROUNDS - state.turn
    full = w["full"] if len(player.tableau) >= board.TABLEAU_SLOTS else 0.0
    return {
        "gold": w["gold"] * player.gold * min(1.0, rounds_left / 2),
        "jokers": w["joker"] * player.jokers,
        "quarters": w["quarter"] * len(player.quarters),
        "rank": w["wall"] * (board.WALL_END + 1 - state.wall.spaces_ahead(seat)) * min(1.0, rounds_left / 3),
        "room": -full,
        "reserved": _cards(player, rounds_left) + full - sum(active(player, rounds_left).values()),
        "deliveries": _wares(state, player, rounds_left, farthest(state, seat)),
    }


def active(player: Player, rounds_left: int) -> dict[str, float]:
    """Return the worth of activated cards in the rounds to come, by card."""
    lasting = (id for id in player.activated if not isinstance(CARDS[id].effect, FinalScore))
    return dict.fromkeys(lasting, WEIGHTS["owned"] * rounds_left)
