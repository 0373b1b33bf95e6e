"""What conditions and scores of cards look at; the names are those of the data file (rules 10.1)."""

from __future__ import annotations

from collections import Counter

from engines.macao import board
from engines.macao.cards.effects import Condition, FinalScore
from engines.macao.position import Position


def of_type(game: Position, seat: int, kind: str) -> int:
    """Activated cards of a type."""
    return sum(game.card(card).type == kind for card in game.state.players[seat].activated)


def offices(game: Position, seat: int, office_kind: str | None = None) -> int:
    """Activated offices, of one kind or all."""
    found = (game.card(card).office_kind for card in game.state.players[seat].activated)
    return sum(kind is not None and office_kind in (None, kind) for kind in found)


def office_kinds(game: Position, seat: int, threshold: int) -> int:
    """Kinds of which at least so many offices are activated."""
    counts = Counter(game.card(card).office_kind for card in game.state.players[seat].activated)
    return sum(count >= threshold for kind, count in counts.items() if kind is not None)


def lead(game: Position, seat: int) -> int:
    """Prestige ahead of the best opponent; negative when behind."""
    players = game.state.players
    return players[seat].prestige - max(other.prestige for number, other in enumerate(players) if number != seat)


def lag(game: Position, seat: int) -> int:
    """Prestige behind the last opponent; negative when ahead."""
    players = game.state.players
    return min(other.prestige for number, other in enumerate(players) if number != seat) - players[seat].prestige


def measure(
    game: Position,
    seat: int,
    metric: str,
    office_kind: str | None = None,
    threshold: int = 1,
    names: tuple[str, ...] = (),
) -> int:
    """The value of a metric now; conditions that hold or do not are 1 or 0."""
    state, player = game.state, game.state.players[seat]
    turn = player.this_round
    match metric:
        case "activated_offices":
            return offices(game, seat, office_kind)
        case "activated_buildings":
            return of_type(game, seat, "building")
        case "activated_persons":
            return of_type(game, seat, "person")
        case "activated_end_scoring_cards":
            return sum(game.card(card).end_scoring for card in player.activated)
        case "activated_cards_of_set":
            return len(set(names) & set(player.activated))
        case "office_uses_this_round":
            return sum(uses for kind, uses in turn.office_uses.items() if office_kind in (None, kind))
        case "office_kinds_with_at_least":
            return office_kinds(game, seat, threshold)
        case "own_markers_in_city":
            return len(player.quarters)
        case "own_markers_in_dark_quarters":
            return sum(board.QUARTERS[quarter].kind == "dark" for quarter in player.quarters)
        case "free_tableau_slots":
            return board.TABLEAU_SLOTS - len(player.tableau)
        case "wares_aboard":
            return sum(player.hold.values())
        case "ship_spaces_moved_this_round":
            return turn.steps
        case "gold_received_this_round":
            return turn.gold
        case "prestige_received_this_round":
            return turn.prestige
        case "first_on_wall":
            return int(state.wall.order()[0] == seat)
        case "not_first_on_wall":
            return int(state.wall.order()[0] != seat)
        case "last_on_wall":
            return int(state.wall.order()[-1] == seat)
        case "sole_first_on_prestige_track":
            return int(lead(game, seat) > 0)
        case "sole_last_on_prestige_track":
            return int(lag(game, seat) > 0)
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
