"""Nothing that somebody asks of results reads a whole table: at a server with 5,000 results, beside many others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import results, statistics
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, OutcomeRow, RatingRow, ResultRow, Status
from storage.results import Ladder
from tests.storage import explaining
from tests.storage.explaining import Asks, note_calls, whole_reads
from tests.storage.sample import columns_of_a_table

RESULTS = 5_000
SEATS = 4
"""Of one server; it played a game of as many seats."""
OTHERS = 12_000
"""Games on other servers, of two seats each."""
SERVER = 77
USER = 70_001
LADDER = Ladder(SERVER, "macao", SEATS)
OWN = range(1, RESULTS // SEATS + 1)
ELSEWHERE = range(OWN.stop, OWN.stop + OTHERS)
NEXT = ELSEWHERE.stop
LARGE = ("game", "outcome", "result", "rating")
RARE = {"storage.results.not_kept", "storage.results.ladders", "storage.statistics.servers"}
"""Asked by hand, or once at a start."""


async def _put(session: AsyncSession) -> None:
    outcome = OutcomeRow(game_id=NEXT, guild_id=SERVER, key="macao", seats=SEATS, rules_version=1, how="played")
    row = ResultRow(game_id=NEXT, seat=0, user_id=USER, name="", total=1, rank=1, place=1)
    await results.hold(session, LADDER)
    assert not await results.any_after(session, LADDER, utcnow(), NEXT)
    assert await results.ratings_at(session, LADDER, [USER], ["normal"])
    await results.store(session, outcome, [row])
    assert await results.outcome_of_game(session, NEXT)
    stand = RatingRow(**LADDER._asdict(), user_id=USER, mu=1, sigma=1, games=1, at=utcnow(), game_id=NEXT)
    await results.put_ratings(session, LADDER, [stand], all=False)
    await results.remove(session, NEXT)


async def _rated_again(session: AsyncSession) -> None:
    """Read everything of one ladder, and nothing else."""
    assert len(await results.ended(session, LADDER)) == len(OWN)
    assert len(await results.seated(session, LADDER)) == RESULTS
    await results.note_steps(session, [results.step(1, 0, (1.0, 2.0), (3.0, 4.0))])
    await results.note_ladders(session, [{"of_game": 1, "new_ladder": {"normal": []}}])
    await results.put_ratings(session, LADDER, [], all=True)


HOT: dict[str, Asks] = {
    "a game that ends": _put,
    "a person's figures": lambda session: statistics.of_person(session, SERVER, USER),
    "a person's last games": lambda session: statistics.latest_results(session, SERVER, USER),
    "a person's ratings": lambda session: statistics.ratings_of(session, SERVER, USER),
    "with whom a person played": lambda session: statistics.opponents(session, SERVER, USER),
    "what was played on a server": lambda session: statistics.kinds(session, SERVER),
    "where a person stands": lambda session: results.ladders_of(session, USER),
    "who stands high": lambda session: statistics.standings(session, LADDER),
    "how computers stand": lambda session: statistics.computers(session, LADDER),
    "the result of a game": lambda session: results.seats_of_game(session, 1),
}
OF_A_SERVER: dict[str, Asks] = {
    "a ladder that is rated again": _rated_again,
    "what it took to win": lambda session: statistics.winners(session, SERVER),
    "everybody's figures": lambda session: statistics.sums_by_person(session, SERVER, "macao"),
    "the best results": lambda session: statistics.best(session, SERVER, "macao"),
    "what was done lately": lambda session: statistics.recent_seats(session, SERVER, "macao"),
    "what those on a ladder did": lambda session: statistics.on_ladder(session, LADDER, [USER, USER + 1]),
    "what people are called": lambda session: statistics.names(session, SERVER, [USER, USER + 1]),
    "everything of a server": lambda session: statistics.all_of(session, SERVER),
}
"""These read all results of a server. PostgreSQL may find them with one reading of the table, if the server has a large
part of it; the games are found by their index all the same."""


async def fill(database: Database) -> None:
    """Store the results of a server that has played for years, and of 400 others."""
    now = utcnow()
    game = columns_of_a_table(now) | {"status": Status.FINISHED}
    common = {"rules_version": 1, "how": "played", "options": {}, "key": "macao"}
    rows: dict[type[Any], list[dict[str, Any]]] = {
        GameRow: [game | {"id": id, "channel_id": id, "guild_id": SERVER} for id in (*OWN, *ELSEWHERE, NEXT)],
        OutcomeRow: [
            common | {"game_id": id, "guild_id": SERVER, "seats": SEATS, "ended_at": now - timedelta(hours=NEXT - id)}
            for id in OWN
        ]
        + [
            common
            | {"game_id": id, "guild_id": 1_000 + id % 400, "seats": 2, "ended_at": now - timedelta(hours=NEXT - id)}
            for id in ELSEWHERE
        ],
        ResultRow: [
            {"game_id": id, "seat": seat, "user_id": 70_000 + (7 * id + seat) % 200, "name": "", "total": 1, "rank": 1}
            | {"place": seat + 1, "sources": {}, "finished_at": now}
            for id in OWN
            for seat in range(SEATS)
        ]
        + [
            {"game_id": id, "seat": seat, "user_id": 80_000 + (2 * id + seat) % 4_000, "name": "", "total": 1}
            | {"rank": 1, "place": seat + 1, "sources": {}, "finished_at": now}
            for id in ELSEWHERE
            for seat in range(2)
        ],
        RatingRow: [
            {"guild_id": SERVER, "key": "macao", "seats": SEATS, "user_id": 70_000 + user, "computer": ""}
            | {"mu": 25.0, "sigma": 5.0, "games": 1, "at": now, "game_id": 1}
            for user in range(200)
        ]
        + [
            {"guild_id": 1_000 + user % 400, "key": "macao", "seats": 2, "user_id": 80_000 + user, "computer": ""}
            | {"mu": 25.0, "sigma": 5.0, "games": 1, "at": now, "game_id": 1}
            for user in range(4_000)
        ],
    }
    await explaining.fill(database, rows)


async def test_no_statement_about_results_reads_a_whole_table(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(database)
    every, called = note_calls(monkeypatch, (results, statistics))
    whole = await whole_reads(database, HOT, LARGE)
    sqlite = database.url.get_backend_name() == "sqlite"
    whole += await whole_reads(database, OF_A_SERVER, LARGE, () if sqlite else ("result",))
    assert every - called == RARE, "each statement is looked at"
    assert not whole, "\n\n".join(whole)
