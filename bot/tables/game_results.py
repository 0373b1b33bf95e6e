"""The result rows of a game that has ended: its outcome, whether it is rated, and how each seat did.

They are derived from the table and its log, and stay when those are deleted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

import msgspec

from bot.tables import personal_calendar
from bot.tables.player_preferences import Preferences
from bot.tables.table import Table
from engines import Event, achievements
from engines.ratings import Unrated
from engines.record import parse
from storage.columns import utcnow
from storage.models import MoveKind, MoveRow, OutcomeRow, ResultRow

PLAYED = "played"
"""Stored outcome (`OutcomeRow.how`) of a game that was played to its end."""
DRAW = "draw"
"""Stored outcome of a game that everybody agreed to end as a draw."""
CLOCK_STARTS = (MoveKind.MOVE, MoveKind.UNDO, MoveKind.BACK, MoveKind.RETURN, MoveKind.SUBSTITUTE, MoveKind.RESUME)
"""Entries of the log from which the next decision takes its time."""
REPLACEMENTS = (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.RESIGN)
"""Entries of the log after which a computer decides for a person."""


def expected_unrated_reason(table: Table) -> Unrated | None:
    """Return why a game will not be rated, as far as that is known before it begins; None if it may be."""
    if table.row.guild_id is None:
        return Unrated.SERVER
    if not table.row.rated:
        return Unrated.FRIENDLY
    computers = sum(seat.computer is not None for seat in table.seats)
    has_many_computers = computers > 0 and 2 * computers >= len(table.seats)  # at least half of the players
    return Unrated.COMPUTERS if has_many_computers else None


def unrated_reason(table: Table, log: Sequence[MoveRow]) -> Unrated | None:
    """Return why a game that has ended is not rated, or None if it is.

    Of several reasons those come first that make the game useless for the ratings of computers, too.
    """
    if table.row.guild_id is None:
        return Unrated.SERVER
    if table.is_drawn:
        return Unrated.DRAW
    return Unrated.HANDS if replaced_seats(table, log) else expected_unrated_reason(table)


def replaced_seats(table: Table, log: Sequence[MoveRow]) -> set[int]:
    """Return the seats of people for whom others have decided, including computers while the person was away.

    A single decision by a computer when the time was up does not count: that is the person's own fault.
    """
    owners = {seat.number: seat.owner_id or seat.user_id for seat in table.seats if seat.computer is None}
    replaced = {seat.number for seat in table.seats if seat.number in owners and (seat.resigned or seat.owner_id)}
    absent = set[int]()
    for entry in log:
        if entry.kind in REPLACEMENTS:
            absent.add(entry.seat)
        elif entry.kind in (MoveKind.RETURN, MoveKind.SUBSTITUTE):
            absent.discard(entry.seat)
        elif entry.kind == MoveKind.MOVE and not entry.undone and entry.seat in owners:
            is_by_other_person = entry.by_user_id not in (None, owners[entry.seat])
            is_by_stand_in = entry.by_user_id is None and entry.seat in absent
            if is_by_other_person or is_by_stand_in:
                replaced.add(entry.seat)
    return replaced


def outcome_row(table: Table, log: Sequence[MoveRow]) -> OutcomeRow:
    """Return the row that tells how a game ended."""
    row = table.row
    return OutcomeRow(
        game_id=row.id,
        guild_id=row.guild_id,
        key=row.key,
        seats=len(table.seats),
        options=row.options,
        rules_version=row.rules_version,
        how=DRAW if table.is_drawn else PLAYED,
        unrated=unrated_reason(table, log),
        started_at=row.started_at,
        ended_at=row.finished_at or utcnow(),
    )


def result_rows(table: Table, log: Sequence[MoveRow], preferences: Mapping[int, Preferences]) -> list[ResultRow]:
    """Return a row for the result of each seat, which counts for its last player; `preferences` are by user."""
    scores = table.game.scores()
    ranking = table.game.ranking()
    moves = _effective_moves(log)
    places = [1] * len(table.seats) if table.is_drawn else achievements.places(table.game)
    totals = [score.total for score in scores]
    winner = ranking[0]
    second_total = sorted(totals)[-2]
    paces = decision_paces(table, log, preferences)
    seat_achievements = achievements.of_seats(table.kind, len(table.seats), _readable_events(moves))
    actions = ((entry.seat, parse(entry.words)) for entry in moves)
    openings = achievements.openings(table.kind, len(table.seats), actions)

    def margin(seat: int) -> int | None:
        """Return the points ahead of the second, for the winner; for others, behind the winner (not positive)."""
        if table.is_drawn:
            return None
        return totals[seat] - (second_total if seat == winner else totals[winner])

    return [
        ResultRow(
            game_id=table.row.id,
            seat=number,
            user_id=seat.user_id,
            computer=seat.computer,
            name=table.recorded_names[number],
            total=totals[number],
            rank=1 if table.is_drawn else ranking.index(number) + 1,
            place=places[number],
            margin=margin(number),
            sources=scores[number].sources,
            finished_at=table.row.finished_at or utcnow(),
            decisions=paces[number].decisions,
            pace=paces[number].seconds,
            deeds=seat_achievements[number],
            opening=openings[number],
        )
        for number, seat in enumerate(table.seats)
    ]


class Pace(NamedTuple):
    """The speed of a person's decisions."""

    decisions: int
    seconds: float | None
    """Waking seconds that a decision took on average; None without decisions."""


def decision_paces(table: Table, log: Sequence[MoveRow], preferences: Mapping[int, Preferences]) -> dict[int, Pace]:
    """Return the pace of each seat's person.

    A decision takes its time from the decision before it, even one of another player. Only time awake counts, by the
    `preferences` of each user. Planned decisions took none and do not count.
    """
    durations: dict[int, list[float]] = {seat.number: [] for seat in table.seats}
    start: datetime | None = table.row.started_at
    for entry in log:
        user = table.seats[entry.seat].user_id
        is_own_move = entry.kind == MoveKind.MOVE and entry.by_user_id == user
        counts = is_own_move and not entry.undone and not entry.planned
        if counts and user is not None and start is not None:
            awake = personal_calendar.waking_time(start, entry.at, preferences.get(user, Preferences()))
            durations[entry.seat].append(awake.total_seconds())
        if entry.kind in CLOCK_STARTS:
            start = entry.at
    return {seat: _pace(seconds) for seat, seconds in durations.items()}


def _pace(durations: Sequence[float]) -> Pace:
    """Return the pace of decisions that took so many seconds."""
    if not durations:
        return Pace(0, None)
    return Pace(len(durations), sum(durations) / len(durations))


def _readable_events(moves: Sequence[MoveRow]) -> Iterator[Event]:
    """Yield the events of these moves without those that cannot be read, and without those before the first turn."""
    for entry in moves:
        if not entry.turn:
            continue
        for event in entry.events:
            with suppress(msgspec.ValidationError):
                yield msgspec.convert(event, Event)


def _effective_moves(log: Sequence[MoveRow]) -> list[MoveRow]:
    return [entry for entry in log if entry.kind == MoveKind.MOVE and not entry.undone]
