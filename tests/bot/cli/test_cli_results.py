"""``portolan stats`` and ``portolan ratings``: what an operator can ask of results."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import delete, update
from typer.testing import Result

from bot.tables import Tables
from engines.ratings import Unrated
from storage.database import Database
from storage.models import OutcomeRow, RatingRow, ResultRow
from tests.bot.command_line import portolan, refusal
from tests.bot.endings import SERVER, figures, finished, over, stand
from tests.bot.lobbies import ANNA, BEN, CARLA, on_both

Run = Callable[..., Awaitable[Result]]


@pytest.fixture
def run(database_url: str) -> Run:
    async def run_portolan(*words: object) -> Result:
        return await asyncio.to_thread(portolan, *map(str, words), DATABASE_URL=database_url)

    return run_portolan


def output(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


@on_both
async def test_every_game_of_a_server_is_printed_a_line_for_each_seat(database: Database, run: Run) -> None:
    first = await finished(database, (ANNA, 1), (BEN, 2), ("normal", 3))
    second = await finished(database, (BEN, 1), (ANNA, 2), day=1, unrated=Unrated.FRIENDLY, options={"royal": "goa"})
    rows = list(csv.DictReader(io.StringIO(output(await run("stats")))))
    assert [(row["table"], row["seat"], row["user"], row["computer"]) for row in rows] == [
        (str(first), "0", str(ANNA), ""),
        (str(first), "1", str(BEN), ""),
        (str(first), "2", "", "normal"),
        (str(second), "0", str(BEN), ""),
        (str(second), "1", str(ANNA), ""),
    ]
    assert rows[0] | {"rating": "", "sigma": ""} == {
        "table": str(first),
        "server": str(SERVER),
        "game": "navegador",
        "seats": "3",
        "options": "",
        "rules": "1",
        "started": "2026-03-01T12:00:00+00:00",
        "ended": "2026-03-01T12:00:00+00:00",
        "how": "played",
        "unrated": "",
        "seat": "0",
        "user": str(ANNA),
        "name": "player 11",
        "computer": "",
        "place": "1",
        "points": "90",
        "margin": "10",
        "decisions": "20",
        "pace": "60.0",
        "rating_before": "25.0",
        "sigma_before": str(25 / 3),
        "rating": "",
        "sigma": "",
    }
    assert float(rows[0]["rating"]) > 25 > float(rows[1]["rating"])
    assert {(row["unrated"], row["rating"], row["options"]) for row in rows[3:]} == {("friendly", "", "royal=goa")}


async def test_the_same_as_json(database: Database, run: Run) -> None:
    game_id = await finished(database, (ANNA, 1), (BEN, 2))
    (line,) = output(await run("stats", "--json")).splitlines()
    game = json.loads(line)
    assert (game["table"], game["options"], len(game["seats"])) == (game_id, {}, 2)
    assert game["seats"][0]["deeds"] == {"colony": 1}
    assert game["seats"][0]["opening"] == ["sailing", "workers", "sailing"]


async def test_of_several_servers_one_has_to_be_named(database: Database, run: Run) -> None:
    await finished(database, (ANNA, 1), (BEN, 2))
    await finished(database, (ANNA, 1), (BEN, 2), guild_id=5)
    assert "--server: 5 (1), 77 (1)" in refusal(await run("stats"))
    assert len(output(await run("stats", "--server", 5)).splitlines()) == 3
    assert "no results of server 6" in refusal(await run("stats", "--server", 6))


async def test_of_no_results_there_is_only_the_head(database: Database, run: Run) -> None:
    assert output(await run("stats")).splitlines() == [
        "table,server,game,seats,options,rules,started,ended,how,unrated,seat,user,name,computer,place,points,margin,"
        "decisions,pace,rating_before,sigma_before,rating,sigma"
    ]
    assert output(await run("stats", "--json")) == ""


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_database_may_be_named_by_its_file_or_its_address(
    database: Database, database_url: str, run: Run
) -> None:
    await finished(database, (ANNA, 1), (BEN, 2))
    expected = output(await run("stats"))
    for name in (database_url, database_url.removeprefix("sqlite:///")):
        assert output(await asyncio.to_thread(portolan, "stats", name)) == expected
    complaint = refusal(await asyncio.to_thread(portolan, "stats", "nowhere.db"))
    assert complaint.startswith("the database: there is no file ")


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_name_is_no_formula_and_no_command(database: Database, run: Run) -> None:
    await finished(database, (ANNA, 1), (BEN, 2))
    async with database.transaction() as session:
        await session.exec(update(ResultRow).values(name="=HYPERLINK(1)\x1b[2J"))
    rows = list(csv.DictReader(io.StringIO(output(await run("stats")))))
    assert {row["name"] for row in rows} == {"'=HYPERLINK(1)\N{REPLACEMENT CHARACTER}[2J"}


@on_both
async def test_ratings_are_rebuilt_from_the_results_alone(database: Database, run: Run) -> None:
    for day in range(5):
        await finished(database, (ANNA, 1 + day % 2), (BEN, 2 - day % 2), (CARLA, 3), day=day)
    expected = figures(await stand(database))
    assert output(await run("ratings", "rebuild")) == (
        "server 77, navegador with 3: 0 games changed\nevery rating is what the results say\n"
    )
    async with database.transaction() as session:
        await session.exec(delete(RatingRow))
        await session.exec(update(ResultRow).values(mu=None, sigma=None, mu_before=1.0, sigma_before=2.0))
        await session.exec(update(OutcomeRow).values(ladder={"normal": 5}))
    report = output(await run("ratings", "rebuild"))
    assert report == "server 77, navegador with 3: 5 games changed\n5 games were rated anew\n"
    assert figures(await stand(database)) == expected


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_rebuilding_keeps_what_is_not_kept_yet(database: Database, run: Run) -> None:
    await over(Tables(database))
    expected = figures(await stand(database))
    async with database.transaction() as session:
        await session.exec(delete(OutcomeRow))
        await session.exec(delete(RatingRow))
    report = output(await run("ratings", "rebuild"))
    assert report.startswith("1 games that had ended before are kept now\n")
    assert figures(await stand(database)) == expected
