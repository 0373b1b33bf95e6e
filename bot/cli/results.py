"""The work of `portolan stats` and `portolan ratings`."""

from __future__ import annotations

import csv
import io
import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import typer

from bot.cli.operating import with_tables
from bot.cli.refusal import refuse
from bot.tables import Tables
from storage import statistics
from storage.models import OutcomeRow, ResultRow
from storage.results import Ladder

GAME_COLUMNS = ("table", "server", "game", "seats", "options", "rules", "started", "ended", "how", "unrated")
SEAT_COLUMNS = (
    "seat",
    "user",
    "name",
    "computer",
    "place",
    "points",
    "margin",
    "decisions",
    "pace",
    "rating_before",
    "sigma_before",
    "rating",
    "sigma",
)


def print_results(database: str | None, server: int | None, *, as_json: bool) -> None:
    """Print the games that ended on a server, in the order in which they count.

    `database` is a file or a URL; None for DATABASE_URL. `server` may be None if the database has only one.
    """

    async def load(tables: Tables) -> list[tuple[OutcomeRow, ResultRow]]:
        async with tables.database.reading() as session:
            games_by_server = dict(await statistics.servers(session))
            if server is None and len(games_by_server) > 1:
                listed = ", ".join(f"{guild} ({games})" for guild, games in games_by_server.items())
                refuse(f"there are results of several servers; name one with --server: {listed}")
            chosen_server = server if server is not None else next(iter(games_by_server), None)
            if chosen_server is None:
                return []
            if chosen_server not in games_by_server:
                refuse(f"there are no results of server {chosen_server}")
            return list(await statistics.all_of(session, chosen_server))

    rows = with_tables(load, url=_database_url(database))
    games = list(_group_by_game(rows))
    if as_json:
        for game, seats in games:
            line = _game_values(game) | {
                "seats": [_seat_values(row) | {"deeds": row.deeds, "opening": row.opening} for row in seats]
            }
            typer.echo(json.dumps(line, ensure_ascii=False))
    else:
        sys.stdout.write(_csv(games))


def _group_by_game(rows: Iterable[tuple[OutcomeRow, ResultRow]]) -> Iterator[tuple[OutcomeRow, list[ResultRow]]]:
    """Yield each game with the results of its seats, from rows in which the seats of a game are together."""
    for _, group in itertools.groupby(rows, key=lambda row: row[0].game_id):
        game_rows = list(group)
        game, _ = game_rows[0]
        yield game, [result for _, result in game_rows]


def _csv(games: Iterable[tuple[OutcomeRow, list[ResultRow]]]) -> str:
    output = io.StringIO()
    sheet = csv.DictWriter(output, [*GAME_COLUMNS, *SEAT_COLUMNS])
    sheet.writeheader()
    for game, seats in games:
        options = " ".join(f"{name}={value}" for name, value in sorted(game.options.items()))
        sheet.writerows(
            _game_values(game) | {"seats": game.seats, "options": options} | _seat_values(row) for row in seats
        )
    return output.getvalue()


def _game_values(game: OutcomeRow) -> dict[str, Any]:
    return {
        "table": game.game_id,
        "server": game.guild_id,
        "game": game.key,
        "options": game.options,
        "rules": game.rules_version,
        "started": game.started_at.isoformat() if game.started_at else None,
        "ended": game.ended_at.isoformat(),
        "how": game.how,
        "unrated": game.unrated,
    }


def _seat_values(row: ResultRow) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "user": row.user_id,
        "name": _safe_name(row.name),
        "computer": row.computer,
        "place": row.place,
        "points": row.total,
        "margin": row.margin,
        "decisions": row.decisions,
        "pace": None if row.pace is None else round(row.pace, 1),
        "rating_before": row.mu_before,
        "sigma_before": row.sigma_before,
        "rating": row.mu,
        "sigma": row.sigma,
    }


def _safe_name(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula, and no terminal for a command."""
    printable_name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    return f"'{printable_name}" if printable_name.startswith(("=", "+", "-", "@")) else printable_name


def _database_url(database: str | None) -> str | None:
    """Return the URL of a database that is named by its URL or the path of its file."""
    if database is None or "://" in database:
        return database
    return f"sqlite:///{Path(database).absolute()}"


def rebuild() -> None:
    """Store missing results, rate all games again, and print what that changed."""

    async def rate(tables: Tables) -> tuple[int, dict[Ladder, int]]:
        return await tables.result_backfill.fill(), await tables.result_backfill.rerate()

    filled, changes = with_tables(rate)
    if filled:
        typer.echo(f"{filled} games that had ended before are kept now")
    for ladder, games in changes.items():
        typer.echo(f"server {ladder.guild_id}, {ladder.key} with {ladder.seats}: {games} games changed")
    changed = sum(changes.values())
    typer.echo("every rating is what the results say" if not changed else f"{changed} games were rated anew")
