"""What is kept for good of a game that has ended, and the ratings that follow from it.

It is written in the transaction that ends the game, and taken back in the one that reopens it. The ladder is held
meanwhile: of two games that end at once in two processes each finds the ratings that the other has left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import chronicle, habits
from bot.tables.change import Change, Happened
from bot.tables.table import Table
from engines.ratings import EVERYBODY, Fold, Rated, Rating, Seat, Step
from storage import moves, outcomes, people
from storage.models import Json, OutcomeRow, RatingRow, ResultRow, Status
from storage.outcomes import Ladder, step


async def follow(change: Change, happened: Happened) -> None:
    """Keeps how a game ended, or that it goes on all the same."""
    if change.table.row.status == Status.FINISHED:
        await keep(change.session, change.table)
    elif happened.reopened:
        await take_back(change.session, change.table.row.id)


async def keep(session: AsyncSession, table: Table) -> None:
    """Keeps how a table's game ended, in place of what was kept of it, and rates it. The caller holds the game."""
    await add(session, *await made_of(session, table))


async def made_of(session: AsyncSession, table: Table) -> tuple[OutcomeRow, list[ResultRow]]:
    """What is to be kept of a game that has ended."""
    log = await moves.log(session, table.row.id)
    users = [seat.user_id for seat in table.seats if seat.user_id is not None]
    chosen = {user: habits.read_habits(found) for user, found in (await people.settings_of(session, users)).items()}
    return chronicle.outcome_of(table, log), chronicle.results_of(table, log, chosen)


async def add(session: AsyncSession, outcome: OutcomeRow, results: Sequence[ResultRow]) -> None:
    """Keeps a result in place of what was kept of its game. If later games of its ladder have been rated before, all of
    the ladder is rated again, as if it had come in its turn."""
    ladder = ladder_of(outcome)
    if ladder is None:
        await outcomes.put(session, outcome, results)
        return
    await outcomes.hold(session, ladder)
    again = await outcomes.of_game(session, outcome.game_id) is not None
    if again or await outcomes.any_after(session, ladder, outcome.ended_at, outcome.game_id):
        await outcomes.put(session, outcome, results)
        await rate_again(session, ladder)
    else:
        stand = await _rate_last(session, ladder, outcome, results)
        await outcomes.put(session, outcome, results)
        await outcomes.put_ratings(session, ladder, stand, all=False)


async def take_back(session: AsyncSession, game_id: int) -> None:
    """A game has not ended after all: neither its result nor what it changed about ratings stays."""
    outcome = await outcomes.of_game(session, game_id)
    if outcome is None:
        return
    ladder = ladder_of(outcome)
    if ladder is not None:
        await outcomes.hold(session, ladder)
    await outcomes.remove(session, game_id)
    if ladder is not None:
        await rate_again(session, ladder)


def ladder_of(outcome: OutcomeRow) -> Ladder | None:
    """Whom a game compares; None: it is played outside of a server."""
    return None if outcome.guild_id is None else Ladder(outcome.guild_id, outcome.key, outcome.seats)


# -- one game, and all of them -----------------------------------------------------------------------------------------


async def _rate_last(
    session: AsyncSession, ladder: Ladder, outcome: OutcomeRow, results: Sequence[ResultRow]
) -> list[RatingRow]:
    """Notes in the rows of a game what it changes after all others. The ratings that it leads to."""
    users = [row.user_id for row in results if row.user_id is not None]
    levels = [*{row.computer for row in results if row.computer is not None}, EVERYBODY]
    standing = Standing(ladder, await outcomes.ratings_at(session, ladder, users, levels))
    rated = standing.play(outcome, results)
    for row in results:
        if found := rated.seats.get(row.seat):
            (row.mu_before, row.sigma_before), (row.mu, row.sigma) = found
    outcome.ladder = _stored(rated.levels)
    return standing.rows()


async def rate_again(session: AsyncSession, ladder: Ladder) -> int:
    """Rates all games of a ladder that is held, from the results alone. How many games it changed something about."""
    games, seats = await outcomes.ended(session, ladder), await outcomes.seated(session, ladder)
    by_game = {game: list(rows) for game, rows in groupby(seats, key=lambda row: row.game_id)}
    again = await asyncio.to_thread(_rate_all, ladder, games, by_game)
    await outcomes.note_steps(session, again.steps)
    await outcomes.note_ladders(session, again.ladders)
    await outcomes.put_ratings(session, ladder, again.stand, all=True)
    return len({each["of_game"] for each in (*again.steps, *again.ladders)})


class Again(NamedTuple):
    """What rating all games again changes about rows, and where everybody stands then."""

    steps: list[Json]
    ladders: list[Json]
    stand: list[RatingRow]


def _rate_all(ladder: Ladder, games: Sequence[Any], by_game: Mapping[int, Sequence[Any]]) -> Again:
    standing, steps, ladders = Standing(ladder), list[Json](), list[Json]()
    for game in games:
        rows = by_game.get(game.game_id, ())
        rated = standing.play(game, rows)
        for row in rows:
            before, after = rated.seats.get(row.seat) or ((None, None), (None, None))
            if (*before, *after) != (row.mu_before, row.sigma_before, row.mu, row.sigma):
                steps.append(step(game.game_id, row.seat, before, after))
        if (levels := _stored(rated.levels)) != game.ladder:
            ladders.append({"of_game": game.game_id, "new_ladder": levels})
    return Again(steps, ladders, standing.rows())


class Standing:
    """Where everybody on a ladder stands after some games, how many have counted for whom, and which was the last."""

    def __init__(self, ladder: Ladder, known: Sequence[RatingRow] = ()) -> None:
        self.ladder = ladder
        self.games = {(row.user_id, row.computer): row.games for row in known}
        self.last: dict[tuple[int, str], Any] = {}
        self.fold = Fold(
            {row.user_id: Rating(row.mu, row.sigma) for row in known if not row.computer},
            {row.computer: Rating(row.mu, row.sigma) for row in known if row.computer},
        )

    def play(self, outcome: Any, rows: Sequence[Any]) -> Rated:
        """One more game."""
        rated = self.fold.play([_seat(row) for row in rows], outcome.unrated)
        people = [(row.user_id, "") for row in rows if row.seat in rated.seats and row.user_id is not None]
        for key in (*people, *((0, level) for level in rated.levels)):
            self.games[key] = self.games.get(key, 0) + 1
            self.last[key] = outcome
        return rated

    def rows(self) -> list[RatingRow]:
        """Where those stand who have played."""
        return [self._row(key) for key in self.last]

    def _row(self, key: tuple[int, str]) -> RatingRow:
        (user, level), last = key, self.last[key]
        rating = self.fold.levels[level] if level else self.fold.people[user]
        return RatingRow(
            **self.ladder._asdict(),
            user_id=user,
            computer=level,
            mu=rating.mu,
            sigma=rating.sigma,
            games=self.games[key],
            at=last.ended_at,
            game_id=last.game_id,
        )


def _seat(row: Any) -> Seat:
    known = row.mu_before is not None and row.user_id is None
    before = Rating(row.mu_before, row.sigma_before) if known else None
    return Seat(row.seat, row.user_id, row.computer, row.place, before)


def _stored(levels: Mapping[str, Step]) -> Json | None:
    return {level: [list(each) for each in found] for level, found in levels.items()} or None
