"""Sentences on the turning points of a game: the lead, the largest gain and loss in a turn, first and most deeds.

They are made from public events and from the points after each decision, which are public at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from bot.tables import Table, event_log
from bot.wording import Texts
from storage.models import MoveRow

MOST = 5
"""Largest number of sentences."""
FEWEST_LOST = 2
"""Smallest loss of points that is mentioned; a single point is lost too often."""
FEWEST = 2
"""Smallest number of times that somebody must have done what they did the most."""
MOST_OFTEN_DONE = 2
"""Largest number of sentences on what somebody did the most."""
POINT = "- "


def points_by_turn(move_rows: Sequence[MoveRow]) -> dict[int, list[int]]:
    """Return the points of all seats at the end of each turn, in order."""
    ended = {move.turn: move.scores for move in move_rows}
    return {turn: ended[turn] for turn in sorted(ended)}


def turning_points(table: Table, move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return at most ``MOST`` lines about a finished game; none if its log is too short."""
    points = {turn: scores for turn, scores in points_by_turn(move_rows).items() if len(scores) == len(table.seats)}
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


class _Leap(NamedTuple):
    """The change of a seat's points in a turn."""

    change: int
    turn: int
    seat: int


def _leaps(table: Table, points: dict[int, list[int]], move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return the sentences on the largest gain and the largest loss in a turn; of equal ones the first counts."""
    leaps = [
        _Leap(after - before, turn, seat)
        for (_, old_points), (turn, new_points) in pairwise(points.items())
        for seat, (before, after) in enumerate(zip(old_points, new_points, strict=True))
        if turn
    ]
    if not leaps:
        return []
    gain = max(leaps, key=attrgetter("change"))
    loss = min(leaps, key=attrgetter("change"))
    sentences = []
    if gain.change > 0:
        sentences.append(_leap_sentence("say.gained", table, gain, move_rows, texts))
    if -loss.change >= FEWEST_LOST:
        sentences.append(_leap_sentence("say.lost", table, loss, move_rows, texts))
    return sentences


def _leap_sentence(id: str, table: Table, leap: _Leap, move_rows: Sequence[MoveRow], texts: Texts) -> str:
    player = _player(table, leap.seat, [move for move in move_rows if move.turn == leap.turn], texts)
    return texts.say(id, n=abs(leap.change), player=player, turn=texts.turn_name(table.row.key, leap.turn))


def _player(table: Table, seat: int, moves: Sequence[MoveRow], texts: Texts) -> str:
    """Return the name of the player who made moves; for a seat that was resigned later, the person who held it then."""
    was_person = any(move.seat == seat and move.by_user_id is not None for move in moves)
    return texts.player(table.owner_names if table.seats[seat].resigned and was_person else table.names, seat)


class _Deed(NamedTuple):
    """An event that the game lists as a milestone, in a turn."""

    kind: str
    seat: int
    times: int
    """How often the seat did it with this event."""
    move: MoveRow


def _deeds(table: Table, move_rows: Sequence[MoveRow]) -> list[_Deed]:
    presentation = table.kind.presentation
    deeds = []
    for move in move_rows:
        for event in event_log.move_events([move]) if move.turn else ():
            if event.kind in presentation.milestones and event.seat is not None and event.seen_by is None:
                times = presentation.count_of(event.kind, event.data)
                deeds.append(_Deed(event.kind, event.seat, times, move))
    return deeds


def _feats(table: Table, move_rows: Sequence[MoveRow], texts: Texts) -> list[str]:
    """Return sentences on deeds: who first did the weightiest one, and who did something far more often than others.

    Deeds for which the game has no such sentence are left out.
    """
    deeds = _deeds(table, move_rows)
    return [*_first_deed(table, deeds, texts), *_most_deeds(table, deeds, texts)[:MOST_OFTEN_DONE]]


def _first_deed(table: Table, deeds: Sequence[_Deed], texts: Texts) -> list[str]:
    """Return the sentence on who did the weightiest deed first; an empty list if there is none."""
    key = table.row.key
    weights = table.kind.presentation.milestones
    worded = [deed for deed in deeds if texts.has(f"{key}.first.{deed.kind}")]
    if not worded:
        return []
    first = max(worded, key=lambda deed: weights[deed.kind])  # of equally weighty ones the earliest
    player = _player(table, first.seat, [first.move], texts)
    turn_name = texts.turn_name(key, first.move.turn)
    return [texts.say(f"{key}.first.{first.kind}", player=player, turn=turn_name)]


def _most_deeds(table: Table, deeds: Sequence[_Deed], texts: Texts) -> list[str]:
    """Return sentences on who did something more often than anybody else, the largest and weightiest lead first."""
    key = table.row.key
    counts_by_kind = dict[str, Counter[int]]()
    for deed in deeds:
        counts_by_kind.setdefault(deed.kind, Counter())[deed.seat] += deed.times
    sentences = list[tuple[float, str]]()
    for kind, counts in counts_by_kind.items():
        ((seat, highest_count),) = counts.most_common(1)
        next_count = max((count for other_seat, count in counts.items() if other_seat != seat), default=0)
        if highest_count >= FEWEST and highest_count > next_count and texts.has(id := f"{key}.most.{kind}"):
            lead = (highest_count - next_count) / highest_count
            sentence = texts.say(id, player=texts.player(table.names, seat), n=highest_count)
            sentences.append((lead * table.kind.presentation.milestones[kind], sentence))
    sentences.sort(key=itemgetter(0), reverse=True)
    return [sentence for _, sentence in sentences]
