"""The data that a person gets: every place where something is kept, and nothing of others."""

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
        personal_data = await personal.of_person(session, ZED)
    data = json.loads(json.dumps(personal_data))
    assert data["person"]["user_id"] == str(ZED)
    assert data["person"]["settings"] == {"zone": "Europe/Amsterdam"}
    assert [row["name"] for row in data["avoided"]] == ["carla"]
    assert data["rating"]
    tables_by_number = {table["table"]["id"]: table for table in data["tables"]}
    assert set(tables_by_number) == set(places)
    sections = {name for table in data["tables"] for name in table}
    walked_places = {place.split(".")[0] for place in await walked(tables.database)} - {
        "person",
        "avoided",
        "rating",
        "game",
        "job",
    }
    assert walked_places <= sections
    assert {"outbox", "timer"} <= sections, "jobs are told as what they were before there was one queue"
    running = tables_by_number[places.running]
    assert "buy the church" in json.dumps(running["plan"])
    assert running["roles"] == ["host"]
    assert running["move"]
    assert running["vote"][0]["proposed"]
    assert running["outbox"]
    assert tables_by_number[places.candidate]["asked_for"][0]["candidate"] == {"name": NAME}
    assert tables_by_number[places.paused]["roles"] == ["host", "paused it"]
    assert tables_by_number[places.substitute]["seat"][0]["substitute"]


async def test_the_data_of_a_person_tells_no_secret_of_others(database: Database, tables: Tables) -> None:
    places = await everywhere(tables)
    async with database.reading() as session:
        row = await games.get(session, places.running)
        dump = json.dumps(await personal.of_person(session, ZED))
    assert row is not None
    assert row.seed not in dump
    assert row.secret is not None
    assert row.secret not in dump
    assert [row["avoided_id"] for row in json.loads(dump)["avoided"]] == [str(CARLA)], (
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
