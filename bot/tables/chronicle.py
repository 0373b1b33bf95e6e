"""What is kept of a game that has ended: how, whether it is rated, and how each seat did. All of it comes from the
table and its log, and stays when those are gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime

import msgspec

from bot.tables import habits
from bot.tables.habits import Habits
from bot.tables.table import Table
from engines import Event, deeds
from engines.ratings import Unrated
from engines.record import parse
from storage.columns import utcnow
from storage.models import MoveKind, MoveRow, OutcomeRow, ResultRow

PLAYED, DRAW = "played", "draw"
STIRRING = (MoveKind.MOVE, MoveKind.UNDO, MoveKind.BACK, MoveKind.RETURN, MoveKind.SUBSTITUTE, MoveKind.RESUME)
"""From each of these the next decision takes its time."""


def unrated_so_far(table: Table) -> Unrated | None:
    """Why a game will count for no rating, as far as that is known before it begins; None: it may."""
    if table.row.guild_id is None:
        return Unrated.SERVER
    if not table.row.rated:
        return Unrated.FRIENDLY
    computers = sum(seat.computer is not None for seat in table.seats)
    return Unrated.COMPUTERS if computers and 2 * computers >= len(table.seats) else None


def unrated(table: Table, log: Sequence[MoveRow]) -> Unrated | None:
    """Why a game that has ended counts for no rating; None: it counts. What says that it tells nothing of computers
    either comes first."""
    if table.row.guild_id is None:
        return Unrated.SERVER
    if table.drawn:
        return Unrated.DRAW
    return Unrated.HANDS if changed_hands(table, log) else unrated_so_far(table)


def changed_hands(table: Table, log: Sequence[MoveRow]) -> set[int]:
    """Seats of people that others have decided for, be it a computer while they were away. A single decision by a
    computer when the time was up changes nothing: it is the person's own fault."""
    people = {seat.number: seat.owner_id or seat.user_id for seat in table.seats if seat.computer is None}
    found = {seat.number for seat in table.seats if seat.number in people and (seat.resigned or seat.owner_id)}
    away = set[int]()
    for entry in log:
        if entry.kind in (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.RESIGN):
            away.add(entry.seat)
        elif entry.kind in (MoveKind.RETURN, MoveKind.SUBSTITUTE):
            away.discard(entry.seat)
        elif entry.kind == MoveKind.MOVE and not entry.undone and entry.seat in people:
            other = entry.by_user_id not in (None, people[entry.seat])
            if other or (entry.by_user_id is None and entry.seat in away):
                found.add(entry.seat)
    return found


def outcome_of(table: Table, log: Sequence[MoveRow]) -> OutcomeRow:
    """How a game ended."""
    row = table.row
    return OutcomeRow(
        game_id=row.id,
        guild_id=row.guild_id,
        key=row.key,
        seats=len(table.seats),
        options=row.options,
        rules_version=row.rules_version,
        how=DRAW if table.drawn else PLAYED,
        unrated=unrated(table, log),
        started_at=row.started_at,
        ended_at=row.finished_at or utcnow(),
    )


def results_of(table: Table, log: Sequence[MoveRow], people: Mapping[int, Habits]) -> list[ResultRow]:
    """How each seat ended; it counts for whoever played it last. ``people``: what those have chosen."""
    scores, ranking, standing = table.game.scores(), table.game.ranking(), _standing(log)
    placed = [1] * len(table.seats) if table.drawn else deeds.places(table.game)
    totals = [score.total for score in scores]
    first, second = ranking[0], sorted(totals)[-2]
    taken = paces(table, log, people)
    done = deeds.of_seats(table.kind, len(table.seats), _readable(standing))
    opened = deeds.openings(table.kind, len(table.seats), ((entry.seat, parse(entry.words)) for entry in standing))
    return [
        ResultRow(
            game_id=table.row.id,
            seat=number,
            user_id=seat.user_id,
            computer=seat.computer,
            name=table.recorded_names[number],
            total=totals[number],
            rank=1 if table.drawn else ranking.index(number) + 1,
            place=placed[number],
            margin=None if table.drawn else totals[number] - (second if number == first else totals[first]),
            sources=scores[number].sources,
            finished_at=table.row.finished_at or utcnow(),
            decisions=taken[number][0],
            pace=taken[number][1],
            deeds=done[number],
            opening=opened[number],
        )
        for number, seat in enumerate(table.seats)
    ]


def paces(table: Table, log: Sequence[MoveRow], people: Mapping[int, Habits]) -> dict[int, tuple[int, float | None]]:
    """By seat how many decisions its person made, and the seconds awake that one took on average, from the decision
    before it, whoever made that. What was planned took none and does not count."""
    spent: dict[int, list[float]] = {seat.number: [] for seat in table.seats}
    since: datetime | None = table.row.started_at
    for entry in log:
        own = table.seats[entry.seat].user_id
        mine = entry.kind == MoveKind.MOVE and entry.by_user_id == own and not entry.undone and not entry.planned
        if mine and own is not None and since is not None:
            awake = habits.waking_time(since, entry.at, people.get(own, Habits()))
            spent[entry.seat].append(awake.total_seconds())
        if entry.kind in STIRRING:
            since = entry.at
    return {seat: (len(each), sum(each) / len(each) if each else None) for seat, each in spent.items()}


def _readable(standing: Sequence[MoveRow]) -> Iterator[Event]:
    """What happened; what cannot be read has not."""
    for event in (event for entry in standing if entry.turn for event in entry.events):
        with suppress(msgspec.ValidationError):
            yield msgspec.convert(event, Event)


def _standing(log: Sequence[MoveRow]) -> list[MoveRow]:
    return [entry for entry in log if entry.kind == MoveKind.MOVE and not entry.undone]
