"""Sentences on the turning points of a game: the lead, the largest gain and loss in a turn, first and most deeds.

They are made from public events and from the points after each decision, which are public at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise

from bot.tables import Table, event_log
from bot.wording import Texts
from storage.models import MoveRow

MOST = 5
"""Largest number of sentences."""
FEWEST_LOST = 2
"""Smallest loss of points that is mentioned; a single point is lost too often."""
FEWEST = 2
"""Smallest number of times that somebody must have done what they did the most."""
POINT = "- "


def by_turn(move_rows: Sequence[MoveRow]) -> dict[int, list[int]]:
    """Return the points of all seats at the end of each turn, in order."""
    ended = {move.turn: move.scores for move in move_rows}
    return {turn: ended[turn] for turn in sorted(ended)}


def turning_points(table: Table, move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return at most ``MOST`` lines about a finished game; none if its log is too short."""
    points = {turn: scores for turn, scores in by_turn(move_rows).items() if len(scores) == len(table.seats)}
    lines = [*_leads(table, points, texts), *_leaps(table, points, move_rows, texts), *_feats(table, move_rows, texts)]
    return [POINT + line for line in lines[:MOST]]


def _leads(table: Table, points: dict[int, list[int]], texts: Texts) -> list[str]:
    """Return the sentence on the lead: who led at the end, since when, and how often the lead changed.

    A leader with whom others draw level keeps the lead until somebody is ahead alone.
    """
    leading: int | None = None
    first_turn = 0
    changes = 0
    for turn, scores in points.items():
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if not turn or leading in best or len(best) > 1:
            continue
        changes += leading is not None
        leading = best[0]
        first_turn = turn
    if leading is None:
        return []
    player = texts.player(table.names, leading)
    turn_name = texts.turn_name(table.row.key, first_turn)
    if table.is_drawn or leading != table.game.view(None).ranking[0]:
        return [texts.say("say.lead_moved", n=changes)] if changes else []
    if not changes:
        return [texts.say("say.lead_kept", player=player, turn=turn_name)]
    return [texts.say("say.lead_changed", n=changes, player=player, turn=turn_name)]


def _leaps(table: Table, points: dict[int, list[int]], move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return the sentences on the largest gain and the largest loss in a turn; of equal ones the first counts."""
    steps = [
        (after - before, -turn, seat)
        for (_, old_points), (turn, new_points) in pairwise(points.items())
        for seat, (before, after) in enumerate(zip(old_points, new_points, strict=True))
        if turn
    ]
    sentences = []
    for id, (change, negative_turn, seat), least_change in (
        ("say.gained", max(steps, default=(0, 0, 0)), 1),
        ("say.lost", min(steps, key=lambda step: (step[0], -step[1]), default=(0, 0, 0)), FEWEST_LOST),
    ):
        if (change if id == "say.gained" else -change) >= least_change:
            turn_name = texts.turn_name(table.row.key, -negative_turn)
            moves_of_turn = [move for move in move_rows if move.turn == -negative_turn]
            player = _player(table, seat, moves_of_turn, texts)
            sentences.append(texts.say(id, n=abs(change), player=player, turn=turn_name))
    return sentences


def _player(table: Table, seat: int, moves: Sequence[MoveRow], texts: Texts) -> str:
    """Return the name of the player who made moves; for a seat that was resigned later, the person who held it then."""
    was_person = any(move.seat == seat and move.by_user_id is not None for move in moves)
    return texts.player(table.owner_names if table.seats[seat].resigned and was_person else table.names, seat)


def _feats(table: Table, move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return sentences on deeds: who first did the weightiest one, and who did something far more often than others.

    Deeds are events that the game lists as milestones and has sentences for.
    """
    key = table.row.key
    kind = table.kind
    first = dict[str, str]()
    counts_of = dict[str, Counter[int]]()
    for move in move_rows:
        for event in event_log.move_events([move]) if move.turn else ():
            if event.kind not in kind.presentation.milestones or event.seat is None or event.seen_by is not None:
                continue
            if texts.has(id := f"{key}.first.{event.kind}"):
                player = _player(table, event.seat, [move], texts)
                turn_name = texts.turn_name(key, move.turn)
                first.setdefault(event.kind, texts.say(id, player=player, turn=turn_name))
            count = kind.presentation.count_of(event.kind, event.data)
            counts_of.setdefault(event.kind, Counter())[event.seat] += count
    first_sentences = [
        first[kind_of_event]
        for kind_of_event in sorted(first, key=lambda kind_of_event: -kind.presentation.milestones[kind_of_event])
    ][:1]
    sentences_on_most = []
    for kind_of_event, counts in counts_of.items():
        ((seat, highest_count),) = counts.most_common(1)
        next_most = max((count for other_seat, count in counts.items() if other_seat != seat), default=0)
        if highest_count >= FEWEST and highest_count > next_most and texts.has(id := f"{key}.most.{kind_of_event}"):
            share = (highest_count - next_most) / highest_count
            sentences_on_most.append(
                (
                    share * kind.presentation.milestones[kind_of_event],
                    texts.say(id, player=texts.player(table.names, seat), n=highest_count),
                )
            )
    sentences_on_most.sort(key=lambda highest_count: -highest_count[0])
    return [*chain(first_sentences, (line for _, line in sentences_on_most[:2]))]
