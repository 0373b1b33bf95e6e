"""What an operator decides: servers that are allowed, people who are excluded, servers that are left."""

from __future__ import annotations

import json

import pytest

from bot.interactions import moderation
from bot.interactions.moderation import Moderation, admit_again, exclude
from bot.settings import Settings
from storage.database import Database
from tests.bot.command_line import portolan
from tests.bot.english import english
from tests.bot.fake_discord import GUILD, connected, until
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.room import Room


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_who_is_excluded_is_told_so_and_can_still_have_everything_deleted(room: Room, database: Database) -> None:
    await room.open_table()
    person, _ = await room.deciding()
    await exclude(database, person.id)
    await room.bot.services.moderation.refresh(database)
    assert (await room.ask(person, "play", move="rondel ships")).content == english("error.excluded")
    assert (await room.open_panel(person)).content == english("error.excluded")
    assert await room.moves() == []
    assert (await room.ask(person, "portolan privacy")).content != english("error.excluded")
    question = await room.ask(person, "me forget")
    assert labels(question)
    await admit_again(database, person.id)
    await room.bot.services.moderation.refresh(database)
    assert (await room.ask(person, "play", move="rondel ships")).content.startswith("✓")


@sqlite
async def test_a_server_that_is_not_allowed_is_left_and_not_served(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch, allowed_servers=[GUILD]) as (fake, bot):
        await fake.invite(77)
        await until(lambda: fake.seen("DELETE", "/users/@me/guilds/77"))
        assert fake.seen("DELETE", f"/users/@me/guilds/{GUILD}") == []
        assert bot.services.moderation.objection(1, 77) == "error.server_not_allowed"
        assert bot.services.moderation.objection(1, GUILD) is None


def test_without_a_list_every_server_is_allowed() -> None:
    assert Moderation().may_be_in(5)
    assert Moderation().objection(1, None) is None
    assert Moderation([5]).objection(1, None) is None, "direct messages belong to no server"


@pytest.mark.usefixtures("clean_place")
@pytest.mark.parametrize(("text", "read"), [("", ()), ("1", (1,)), ("1, 22,", (1, 22))])
def test_servers_are_written_as_a_list(monkeypatch: pytest.MonkeyPatch, text: str, read: tuple[int, ...]) -> None:
    monkeypatch.setenv("ALLOWED_SERVERS", text)
    assert Settings().allowed_servers == read


@pytest.mark.usefixtures("clean_place")
def test_what_is_no_list_of_servers_is_refused() -> None:
    complaint = portolan("run", ALLOWED_SERVERS="my server").stderr
    assert complaint == "portolan: ALLOWED_SERVERS: write the numbers of servers, separated by commas\n"


@pytest.mark.usefixtures("clean_place")
def test_people_are_excluded_from_the_command_line() -> None:
    url = "sqlite:///portolan.db"
    assert portolan("migrate", DATABASE_URL=url).exit_code == 0
    exclusion = portolan("people", "exclude", "42", DATABASE_URL=url)
    assert exclusion.stdout == f"42 is excluded; a running bot knows within {moderation.REFRESH_SECONDS} seconds\n"
    readmitted = portolan("people", "exclude", "42", "--undo", DATABASE_URL=url)
    assert readmitted.stdout.startswith("42 may use the bot again; ")


@pytest.mark.usefixtures("clean_place")
def test_an_exclusion_is_listed_reported_and_stays_when_all_else_is_forgotten() -> None:
    url = "sqlite:///portolan.db"
    assert portolan("migrate", DATABASE_URL=url).exit_code == 0
    for person in ("42", "7"):
        portolan("people", "exclude", person, DATABASE_URL=url)
    assert portolan("people", "excluded", DATABASE_URL=url).stdout == "7\n42\n"
    assert json.loads(portolan("people", "data", "42", "-", DATABASE_URL=url).stdout)["excluded"] is True
    assert json.loads(portolan("people", "data", "43", "-", DATABASE_URL=url).stdout)["excluded"] is False
    for sure in ([], ["--yes"]):
        forgotten = portolan("people", "forget", "42", *sure, DATABASE_URL=url)
        assert "the exclusion stays (portolan people exclude 42 --undo deletes it)" in forgotten.stdout
    assert "exclusion" not in portolan("people", "forget", "43", DATABASE_URL=url).stdout
    for person in ("42", "7"):
        portolan("people", "exclude", person, "--undo", DATABASE_URL=url)
    assert portolan("people", "excluded", DATABASE_URL=url).stdout == ""
