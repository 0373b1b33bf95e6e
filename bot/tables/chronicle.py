"""What is kept of a game that has ended: how, whether it is rated, and how each seat did. All of it comes from the
table and its log, and stays when those are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.tables import habits
from bot.tables.habits import Habits
from bot.tables.table import Table
from engines.ratings import Unrated
from engines.record import parse
from storage.columns import utcnow
from storage.models import Json, MoveKind, MoveRow, OutcomeRow, ResultRow

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
    scores, ranking, placed = table.game.scores(), table.game.ranking(), places(table)
    totals = [score.total for score in scores]
    first, second = ranking[0], sorted(totals)[-2]
    taken, done, opened = paces(table, log, people), deeds(table, log), openings(table, log)
    return [
        ResultRow(
            game_id=table.row.id,
            seat=number,
            user_id=seat.user_id,
            computer=seat.computer,
            name=table.names[number],
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


def places(table: Table) -> list[int]:
    """By seat the place, which equals share: in a draw everybody, else whom no rule of the game tells apart."""
    if table.drawn:
        return [1] * len(table.seats)
    found, totals, ranking = dict[int, int](), [score.total for score in table.game.scores()], table.game.ranking()
    for rank, seat in enumerate(ranking, 1):
        before = ranking[rank - 2]
        level = rank > 2 and table.kind.shares_places and totals[seat] == totals[before]
        found[seat] = found[before] if level else rank
    return [found[seat] for seat in range(len(ranking))]


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


def deeds(table: Table, log: Sequence[MoveRow]) -> dict[int, Json]:
    """By seat how often it did what somebody who looks back looks for."""
    kind, found = table.kind, {seat.number: Counter[str]() for seat in table.seats}
    for event in (event for entry in _standing(log) if entry.turn for event in entry.events):
        seat, what = event.get("seat"), event.get("kind")
        if what in kind.milestones and seat in found and event.get("seen_by") is None:
            amount = (event.get("data") or {}).get(kind.amounts.get(what, ""), 1)
            found[seat][what] += amount if isinstance(amount, int) else 1
    return {seat: dict(counts) for seat, counts in found.items()}


def openings(table: Table, log: Sequence[MoveRow]) -> dict[int, list[str] | None]:
    """By seat how it opened, in words of the game; None: the game has nothing to tell, or it did nothing."""
    found: dict[int, list[str]] = {seat.number: [] for seat in table.seats}
    if table.kind.opening is None:
        return dict.fromkeys(found)
    first, word, most = table.kind.opening
    for entry in _standing(log):
        action = parse(entry.words)
        if action[0] == first and len(action) > word and len(found[entry.seat]) < most:
            found[entry.seat].append(action[word])
    return {seat: words or None for seat, words in found.items()}


def _standing(log: Sequence[MoveRow]) -> list[MoveRow]:
    return [entry for entry in log if entry.kind == MoveKind.MOVE and not entry.undone]
