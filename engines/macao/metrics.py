"""What conditions and scores of cards look at; the names are those of the data file (rules 10.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import Condition, FinalScore
from engines.macao.position import Position
from engines.macao.state import Player
from engines.steps import Words

OF_PLAYER: dict[str, Callable[[Player], int]] = {
    "activated_buildings": lambda player: sum(CARDS[card].type == "building" for card in player.activated),
    "activated_persons": lambda player: sum(CARDS[card].type == "person" for card in player.activated),
    "activated_end_scoring_cards": lambda player: sum(CARDS[card].end_scoring for card in player.activated),
    "own_markers_in_city": lambda player: len(player.quarters),
    "own_markers_in_dark_quarters": lambda player: sum(board.QUARTERS[id].kind == "dark" for id in player.quarters),
    "free_tableau_slots": lambda player: board.TABLEAU_SLOTS - len(player.tableau),
    "wares_aboard": lambda player: sum(player.hold.values()),
    "ship_spaces_moved_this_round": lambda player: player.this_round.steps,
    "gold_received_this_round": lambda player: player.this_round.gold,
    "prestige_received_this_round": lambda player: player.this_round.prestige,
}
"""Metrics that look at nothing but the player."""


def measure(game: Position, seat: int, metric: str, kind: str | None, least: int = 1, names: Words = ()) -> int:
    """The value of a metric now; conditions that hold or do not are 1 or 0."""
    player = game.state.players[seat]
    if metric in OF_PLAYER:
        return OF_PLAYER[metric](player)
    offices = Counter(office for card in player.activated if (office := CARDS[card].office_kind))
    others = [other.prestige for number, other in enumerate(game.state.players) if number != seat]
    match metric:
        case "activated_offices":
            return offices.total() if kind is None else offices[kind]
        case "activated_cards_of_set":
            return len(set(names) & set(player.activated))
        case "office_uses_this_round":
            uses = player.this_round.office_uses
            return sum(uses.values()) if kind is None else uses.get(kind, 0)
        case "office_kinds_with_at_least":
            return sum(count >= least for count in offices.values())
        case "first_on_wall":
            return int(game.order()[0] == seat)
        case "not_first_on_wall":
            return int(game.order()[0] != seat)
        case "last_on_wall":
            return int(game.order()[-1] == seat)
        case "sole_first_on_prestige_track":
            return int(player.prestige > max(others))
        case "sole_last_on_prestige_track":
            return int(player.prestige < min(others))
    raise LookupError(f"there is no metric {metric!r}")


def holds(condition: Condition, game: Position, seat: int) -> bool:
    """Whether a card's condition is met now."""
    value = measure(game, seat, condition.metric, condition.office_kind)
    if condition.max is not None:
        return value <= condition.max
    return value >= (1 if condition.min is None else condition.min)


def worth(effect: FinalScore, game: Position, seat: int) -> int:
    """The points a card would bring now."""
    if effect.metric is None:
        return effect.points
    value = measure(game, seat, effect.metric, None, effect.threshold, effect.set)
    return effect.points_by_count.get(str(value), 0) if effect.points_by_count else value * effect.points_each
