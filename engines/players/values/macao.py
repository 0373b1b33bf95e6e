"""The worth of a position of Macao: cubes on their way, cards that they will pay for, wares aboard and their ports."""

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
    "cube": 0.75,  # a cube that is to come
    "later": 0.9,  # what it loses with each round until then
    "many": 9.0,  # cubes that can be used well in one round
    "empty": 2.5,  # a next round without cubes
    "card": 3.0,  # a card in the tableau that can be activated
    "matched": 3.0,  # of it, by the share of its cost that is on its way
    "owned": 0.55,  # an activated card, for each round to come
    "final": 4.0,  # a card in the tableau that scores at the end
    "ware": 0.75,  # of what its port pays
    "step": 0.12,  # a step to the nearest port that takes a ware aboard
    "quarter": 0.8,  # a quarter beside the largest group
    "joker": 1.2,
    "wall": 0.25,  # a space on the wall
    "full": 1.5,  # a full tableau
}
"""In points of the end."""


def value(game: Game, seat: int) -> float:
    """In points of the end of the game."""
    assert isinstance(game, Position)
    game = with_dice(game, seat)
    return expected(game, seat, float(sum(scoring.sources(game, seat).values())))


def with_dice(game: Position, seat: int) -> Position:
    """The position once the dice are placed that the seat has chosen: where all choose together, they wait for all."""
    for step in game.state.stack[-1:]:
        if isinstance(step, ChooseDice) and step.together and step.shifts[seat] is not None:
            game = game.copy()
            step.place(game, seat)
    return game


def decided(state: State, seat: int) -> bool:
    """Whether the seat has had its last turn: what it still has is worth what is counted of it."""
    waiting = (step for step in state.stack if not isinstance(step, EndRound))
    return state.over or (state.turn == board.ROUNDS and all(getattr(step, "seat", seat) != seat for step in waiting))


def expected(game: Position, seat: int, points: float) -> float:
    """The points that are counted now, and what is on its way."""
    state, worth = game.state, points
    if decided(state, seat):
        return worth
    player, w = state.players[seat], WEIGHTS
    left = board.ROUNDS - state.turn
    worth += w["gold"] * player.gold * min(1.0, left / 2)
    worth += w["joker"] * player.jokers + w["quarter"] * len(player.quarters)
    worth += w["wall"] * (board.WALL_END + 1 - state.wall.spaces_ahead(seat)) * min(1.0, left / 3)
    worth += _cubes(player, left) + _cards(player, left) + _wares(state, player, left, farthest(state, seat))
    return worth


def _cubes(player: Player, left: int) -> float:
    return sum(coming(player, left))


def coming(player: Player, left: int) -> list[float]:
    """What the cubes of each round to come are worth, the next one first."""
    w, found = WEIGHTS, []
    for rounds in range(1, min(board.DIE_FIELDS, left) + 1):
        cubes = sum(player.rose[rounds].values())
        many = min(cubes, w["many"]) + 0.3 * max(0.0, cubes - w["many"])
        found.append(w["cube"] * w["later"] ** rounds * many - empty(player, rounds))
    return found


def empty(player: Player, rounds: int) -> float:
    """Return what is taken off for a round without cubes, so many rounds from now."""
    return 0.0 if player.rose[rounds] else WEIGHTS["empty"] * WEIGHTS["later"] ** (3 * (rounds - 1))


def _cards(player: Player, left: int) -> float:
    w, worth = WEIGHTS, 0.0
    coming: dict[str, int] = {}
    for field in player.rose[1:]:
        for colour, cubes in field.items():
            coming[colour] = coming.get(colour, 0) + cubes
    hope = min(1.0, left / 2)
    for id in player.tableau:
        card = CARDS[id]
        share = sum(min(coming.get(colour, 0), cubes) for colour, cubes in card.cost.items()) / max(1, card.size)
        worth += hope * (w["card"] + w["matched"] * share - 0.35 * card.size)
        if isinstance(card.effect, FinalScore):
            worth += hope * w["final"] * (0.4 + 0.6 * share)
        else:
            worth += hope * w["owned"] * left * 0.5 * (0.4 + 0.6 * share)
    if len(player.tableau) >= board.TABLEAU_SLOTS:
        worth -= w["full"]
    return worth + w["owned"] * left * sum(not isinstance(CARDS[id].effect, FinalScore) for id in player.activated)


def before_turn(state: State, seat: int) -> bool:
    """Whether the seat's turn of the round is to come or in progress, and its cubes are in the stock."""
    return any(isinstance(step, Turn) and step.seat == seat for step in state.stack)


def farthest(state: State, seat: int) -> int:
    """How many steps the ship can still go in the game, as far as that is known."""
    if state.turn < board.ROUNDS or not before_turn(state, seat):
        return board.FARTHEST
    player = state.players[seat]
    return sum(player.stock.values()) + player.free_steps


def _wares(state: State, player: Player, left: int, reach: int) -> float:
    w, worth, nearest = WEIGHTS, 0.0, 0.0
    for port in board.PORTS.values():
        count = player.hold.get(port.ware, 0)
        steps = board.DISTANCE[player.ship][port.id]
        if not count or steps > reach:
            continue
        filled = state.ports[port.id]
        values = port.delivery_values[filled : filled + count]
        hope = min(1.0, (left + 0.5) * 4 / (steps + 3))
        paid = sum(values) + values[-1] * (count - len(values)) if values else 2 * count
        worth += w["ware"] * hope * paid
        nearest = min(nearest, -w["step"] * (board.FARTHEST - steps)) if left else 0.0
    return worth - nearest


def parts(game: Position, seat: int) -> dict[str, float]:
    """What ``expected`` adds to the points that are counted, by what it is for, for who explains; apart is what it
    gives for cubes (``coming``) and for activated cards (``active``)."""
    state, player, w = game.state, game.state.players[seat], WEIGHTS
    if decided(state, seat):
        return {}
    left = board.ROUNDS - state.turn
    full = w["full"] if len(player.tableau) >= board.TABLEAU_SLOTS else 0.0
    return {
        "gold": w["gold"] * player.gold * min(1.0, left / 2),
        "jokers": w["joker"] * player.jokers,
        "quarters": w["quarter"] * len(player.quarters),
        "rank": w["wall"] * (board.WALL_END + 1 - state.wall.spaces_ahead(seat)) * min(1.0, left / 3),
        "room": -full,
        "reserved": _cards(player, left) + full - sum(active(player, left).values()),
        "deliveries": _wares(state, player, left, farthest(state, seat)),
    }


def active(player: Player, left: int) -> dict[str, float]:
    """What activated cards are worth for the rounds to come, by card."""
    lasting = (id for id in player.activated if not isinstance(CARDS[id].effect, FinalScore))
    return dict.fromkeys(lasting, WEIGHTS["owned"] * left)
