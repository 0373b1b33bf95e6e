"""Results and ratings of games that have ended.

They are written in the transaction that ends a game, and removed in the one that reopens it. The ladder is locked
meanwhile: of two games that end at once in two processes, each finds the ratings that the other one has left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import game_results
from bot.tables.player_preferences import read_preferences
from bot.tables.table import Table
from bot.tables.transaction import TableChange, TableTransaction
from engines.ratings import EVERYBODY, Fold, Rated, Rating, Seat, Step
from storage import moves, people, results
from storage.models import Json, OutcomeRow, RatingRow, ResultRow, Status
from storage.results import Ladder, step


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Store the results of a game that has ended, and remove those of a reopened one."""
    if transaction.table.row.status == Status.FINISHED:
        await store_results(transaction.session, transaction.table)
    elif change.is_reopened:
        await remove_results(transaction.session, transaction.table.row.id)


async def store_results(session: AsyncSession, table: Table) -> None:
    """Store and rate the results of a table, in place of earlier ones. The caller holds the game."""
    await add_results(session, *await build_rows(session, table))


async def build_rows(session: AsyncSession, table: Table) -> tuple[OutcomeRow, list[ResultRow]]:
    """Return the rows to be stored for a game that has ended."""
    log = await moves.log(session, table.row.id)
    users = [seat.user_id for seat in table.seats if seat.user_id is not None]
    settings = await people.settings_of(session, users)
    preferences = {user: read_preferences(stored) for user, stored in settings.items()}
    return game_results.outcome_row(table, log), game_results.result_rows(table, log, preferences)


async def add_results(session: AsyncSession, outcome: OutcomeRow, seat_results: Sequence[ResultRow]) -> None:
    """Store and rate results in place of earlier ones of the same game.

    If later games of the ladder have been rated, the whole ladder is rated again in the order of the games' ends.
    """
    ladder = ladder_of(outcome)
    if ladder is None:
        await results.store(session, outcome, seat_results)
        return
    await results.hold(session, ladder)
    has_results = await results.outcome_of_game(session, outcome.game_id) is not None
    if has_results or await results.any_after(session, ladder, outcome.ended_at, outcome.game_id):
        await results.store(session, outcome, seat_results)
        await rerate_ladder(session, ladder)
    else:
        ratings = await _rate_last(session, ladder, outcome, seat_results)
        await results.store(session, outcome, seat_results)
        await results.put_ratings(session, ladder, ratings, all=False)


async def remove_results(session: AsyncSession, game_id: int) -> None:
    """Remove the results of a game that goes on, and what they changed about ratings."""
    outcome = await results.outcome_of_game(session, game_id)
    if outcome is None:
        return
    ladder = ladder_of(outcome)
    if ladder is not None:
        await results.hold(session, ladder)
    await results.remove(session, game_id)
    if ladder is not None:
        await rerate_ladder(session, ladder)


def ladder_of(outcome: OutcomeRow) -> Ladder | None:
    """Return the ladder in which a game counts; None outside of servers."""
    return None if outcome.guild_id is None else Ladder(outcome.guild_id, outcome.key, outcome.seats)


# -- one game, and all of them -----------------------------------------------------------------------------------------


async def _rate_last(
    session: AsyncSession, ladder: Ladder, outcome: OutcomeRow, seat_results: Sequence[ResultRow]
) -> list[RatingRow]:
    """Write into the rows of a game what it changes as the last one of its ladder, and return the new ratings."""
    users = [row.user_id for row in seat_results if row.user_id is not None]
    levels = [*{row.computer for row in seat_results if row.computer is not None}, EVERYBODY]
    standing = Standing(ladder, await results.ratings_at(session, ladder, users, levels))
    rated = standing.play(outcome, seat_results)
    for row in seat_results:
        rating_step = rated.seats.get(row.seat)
        if rating_step:
            (row.mu_before, row.sigma_before), (row.mu, row.sigma) = rating_step
    outcome.ladder = _stored_levels(rated.levels)
    return standing.rows()


async def rerate_ladder(session: AsyncSession, ladder: Ladder) -> int:
    """Rate all games of a held ladder from their results, and return the number of games that this changed."""
    games = await results.ended(session, ladder)
    seats = await results.seated(session, ladder)
    seats_by_game = {game: list(rows) for game, rows in groupby(seats, key=lambda row: row.game_id)}
    changes = await asyncio.to_thread(_rate_all, ladder, games, seats_by_game)
    await results.note_steps(session, changes.steps)
    await results.note_ladders(session, changes.ladders)
    await results.put_ratings(session, ladder, changes.ratings, all=True)
    return len({row["of_game"] for row in (*changes.steps, *changes.ladders)})


class LadderChanges(NamedTuple):
    """The changes after rating all games of a ladder again."""

    steps: list[Json]
    """Changed ratings before and after the games."""
    ladders: list[Json]
    """Changed levels of computers after the games."""
    ratings: list[RatingRow]
    """The present ratings."""


def _rate_all(ladder: Ladder, games: Sequence[Any], seats_by_game: Mapping[int, Sequence[Any]]) -> LadderChanges:
    standing = Standing(ladder)
    steps = list[Json]()
    ladders = list[Json]()
    for game in games:
        rows = seats_by_game.get(game.game_id, ())
        rated = standing.play(game, rows)
        for row in rows:
            before, after = rated.seats.get(row.seat) or ((None, None), (None, None))
            if (*before, *after) != (row.mu_before, row.sigma_before, row.mu, row.sigma):
                steps.append(step(game.game_id, row.seat, before, after))
        levels = _stored_levels(rated.levels)
        if levels != game.ladder:
            ladders.append({"of_game": game.game_id, "new_ladder": levels})
    return LadderChanges(steps, ladders, standing.rows())


class Standing:
    """The ratings of a ladder after some games, with the number of games and the last game of each player."""

    def __init__(self, ladder: Ladder, rating_rows: Sequence[RatingRow] = ()) -> None:
        self.ladder = ladder
        self.games = {(row.user_id, row.computer): row.games for row in rating_rows}
        self.last: dict[tuple[int, str], Any] = {}
        self.fold = Fold(
            {row.user_id: Rating(row.mu, row.sigma) for row in rating_rows if not row.computer},
            {row.computer: Rating(row.mu, row.sigma) for row in rating_rows if row.computer},
        )

    def play(self, outcome: Any, rows: Sequence[Any]) -> Rated:
        """Rate one more game."""
        rated = self.fold.play([_rated_seat(row) for row in rows], outcome.unrated)
        people = [(row.user_id, "") for row in rows if row.seat in rated.seats and row.user_id is not None]
        for key in (*people, *((0, level) for level in rated.levels)):
            self.games[key] = self.games.get(key, 0) + 1
            self.last[key] = outcome
        return rated

    def rows(self) -> list[RatingRow]:
        """Return the ratings of those who have played."""
        return [self._row(key) for key in self.last]

    def _row(self, key: tuple[int, str]) -> RatingRow:
        user, level = key
        last = self.last[key]
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


def _rated_seat(row: Any) -> Seat:
    is_forgotten = row.mu_before is not None and row.user_id is None
    before = Rating(row.mu_before, row.sigma_before) if is_forgotten else None
    return Seat(row.seat, row.user_id, row.computer, row.place, before)


def _stored_levels(levels: Mapping[str, Step]) -> Json | None:
    return {level: [list(rating) for rating in step] for level, step in levels.items()} or None
