"""What somebody is told who asks what is kept: every place, and nothing of others."""

from __future__ import annotations

import json

from bot.tables import Tables
from storage import games, personal
from storage.database import Database
from tests.bot.lobbies import CARLA, sqlite
from tests.bot.somebody import (
    NAME,
    ZED,
    everywhere,
    walked,
)


async def test_the_data_of_a_person_has_every_place_where_the_walk_finds_one(tables: Tables) -> None:
    places = await everywhere(tables)
    async with tables.database.reading() as session:
        found = await personal.of_person(session, ZED)
    data = json.loads(json.dumps(found))
    assert data["person"]["user_id"] == str(ZED)
    assert data["person"]["settings"] == {"zone": "Europe/Amsterdam"}
    assert [row["name"] for row in data["avoided"]] == ["carla"]
    assert data["rating"]
    tables_told = {table["table"]["id"]: table for table in data["tables"]}
    assert set(tables_told) == set(places)
    told = {name for table in data["tables"] for name in table}
    walked_through = {place.split(".")[0] for place in await walked(tables.database)} - {
        "person",
        "avoided",
        "rating",
        "game",
        "job",
    }
    assert walked_through <= told
    assert {"outbox", "timer"} <= told, "jobs are told as what they were before there was one queue"
    running = tables_told[places.running]
    assert "buy the church" in json.dumps(running["plan"])
    assert running["roles"] == ["host"]
    assert running["move"]
    assert running["vote"][0]["proposed"]
    assert running["outbox"]
    assert tables_told[places.candidate]["asked_for"][0]["candidate"] == {"name": NAME}
    assert tables_told[places.paused]["roles"] == ["host", "paused it"]
    assert tables_told[places.substitute]["seat"][0]["substitute"]


async def test_the_data_of_a_person_tells_no_secret_of_others(database: Database, tables: Tables) -> None:
    places = await everywhere(tables)
    async with database.reading() as session:
        row = await games.get(session, places.running)
        said = json.dumps(await personal.of_person(session, ZED))
    assert row is not None
    assert row.seed not in said
    assert row.secret is not None
    assert row.secret not in said
    assert [row["avoided_id"] for row in json.loads(said)["avoided"]] == [str(CARLA)], (
        "who avoids the person stays with that one"
    )


@sqlite
async def test_nothing_is_told_of_somebody_who_was_never_here(database: Database) -> None:
    async with database.reading() as session:
        assert await personal.of_person(session, ZED) == {
            "person": {"user_id": str(ZED)},
            "excluded": False,
            "avoided": [],
            "rating": [],
            "tables": [],
        }
