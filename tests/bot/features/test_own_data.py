"""/me data, /me forget, /me avoid and /portolan privacy, as people press them."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from typer.testing import Result

from bot.features import own_data
from bot.features.own_data import as_file, question
from bot.interactions.services import Operator
from bot.tables import Tables
from bot.tables.maintenance.erasure import ErasureReport
from bot.wording import LANGUAGES, texts_in
from bot.wording.policies import POLICIES, policy
from storage import avoided
from storage.database import Database
from storage.models import Status
from tests.bot.command_line import portolan
from tests.bot.english import AGREE, english
from tests.bot.lobbies import next_click
from tests.bot.parts import controls, shown
from tests.bot.room import Room
from tests.bot.somebody import ZED, everywhere, walked
from tests.bot.table_commands import said

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def avoid(room: Room, by: MemberActor, person: MemberActor) -> discord.Message:
    """What is shown to whoever avoids somebody."""
    return shown(await by.slash(room.channel, "me avoid", person=person))


async def test_everything_is_sent_as_a_file_which_explains_itself(room: Room) -> None:
    table = await room.open_table("navegador")
    anna = room["anna"]
    await room.ask(anna, "note", text="watch the market")
    for told in (await room.ask(anna, "me data"), shown(await anna.user.slash("me data"))):
        assert told.flags.ephemeral or told.guild is None
        assert told.content == english("my.data")
        (file,) = told.attachments
        assert file.filename == f"portolan-{anna.id}.json"
        data = json.loads(await file.read())
        assert data["about"][0].startswith(
            f"This is everything that Portolan keeps about the Discord account {anna.id}"
        )
        (one,) = data["tables"]
        assert (one["table"]["id"], one["table"]["status"]) == (table.row.id, "running")
        assert "watch the market" in json.dumps(one["plan"])
    bens = shown(await room["ben"].user.slash("me data"))
    assert b"watch the market" not in await bens.attachments[0].read()


def test_a_file_that_discord_would_not_take_is_packed(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    kept = {"person": {"user_id": "7"}, "tables": [{"x": "y" * 5000}]}
    plain = as_file(kept, texts_in("en"), 7)
    monkeypatch.setattr(own_data, "MOST_BYTES", 1000)
    packed = as_file(kept, texts_in("en"), 7)
    assert (plain.name, packed.name) == ("portolan-7.json", "portolan-7.json.gz")
    assert gzip.decompress(packed.data) == plain.data


async def test_who_asks_to_be_forgotten_is_asked_first_and_may_think_again(room: Room) -> None:
    await room.open_table("navegador")
    anna = room["anna"]
    question = await room.ask(anna, "me forget")
    assert question.content.startswith(english("forget.head"))
    assert english("forget.running", n=1) in question.content
    kept = shown(await anna.click(question, label=english("button.keep")))
    assert kept.content == english("forget.kept")
    assert (await room.table()).seat_of(anna.id) is not None
    question = await room.ask(anna, "me forget")
    done = shown(await anna.click(question, label=english("button.forget")))
    assert (done.content, list(controls(done))) == (english("forget.done"), [])
    table = await room.table()
    assert table.seat_of(anna.id) is None
    assert english("name.somebody") in table.recorded_names
    assert "anna" not in table.names
    again = await room.ask(anna, "me forget")
    assert english("forget.running", n=1) not in again.content
    said = [message.content for message in room.history()]
    named = [f"**{name}** resigns" for name in ("anna", english("name.somebody"))]
    assert any(line in content for content in said for line in named), "the others read of it"


async def test_a_lobby_that_is_left_so_shows_it(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await ben.slash(room.channel, "game new", game="navegador", seats=3)
    await anna.click(room.last, label="Join")
    assert f"<@{anna.id}>" in room.last.content
    asked = shown(await anna.user.slash("me forget"))
    assert english("forget.lobbies", n=1) in asked.content
    await anna.user.click(asked, label=english("button.forget"))
    assert f"<@{anna.id}>" not in room.last.content
    assert f"<@{ben.id}>" in room.last.content
    await anna.click(room.last, label="Join")
    assert f"<@{anna.id}>" in room.last.content, "whoever comes back begins anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_what_goes_in_every_language(language: str, backend: str) -> None:
    texts = texts_in(language)
    nothing = question(ErasureReport((), (), 0), texts)
    all = question(ErasureReport((1,), (2, 3), 4), texts)
    assert len(nothing.splitlines()) == 4
    assert texts.say("forget.excluded") in question(ErasureReport((), (), 0, is_excluded=True), texts)
    assert len(all.splitlines()) == 7
    assert texts.say("name.somebody") in all
    assert len(all) < 2000


@pytest.mark.room("anna", "ben", "carla")
async def test_somebody_who_is_avoided_does_not_get_into_the_own_lobbies_and_is_not_told_why(
    room: Room,
) -> None:
    anna = room["anna"]
    ben = room["ben"]
    carla = room["carla"]
    assert (await room.ask(anna, "me avoid")).content == english("avoid.none")
    told = await avoid(room, anna, ben)
    assert told.flags.ephemeral
    assert told.content == f"{english('avoid.added', name='ben')}\n{english('avoid.list', names='**ben**')}"
    assert room.channel.last_message is None, "nobody else reads of it"
    await anna.slash(room.channel, "game new", game="navegador", seats=3)
    lobby = room.last
    refused = shown(await ben.click(lobby, label="Join"))
    assert refused.content == english("error.other_table")
    assert "anna" not in refused.content
    await carla.click(lobby, label="Join")
    assert [seat.user_id for seat in (await room.table()).seats] == [anna.id, carla.id]
    told = await room.ask(anna, "me avoid")
    (select,) = list(controls(told))
    told = shown(await anna.select(told, [str(ben.id)], custom_id=select["custom_id"]))
    assert told.content == f"{english('avoid.removed')}\n{english('avoid.none')}"
    await ben.click(lobby, label="Join")
    assert (await room.table()).seat_of(ben.id) == 2


@pytest.mark.room("anna", "ben", "carla")
async def test_the_lobby_of_somebody_else_is_open_to_both(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    carla = room["carla"]
    await avoid(room, anna, ben)
    await carla.slash(room.channel, "game new", game="navegador", seats=3)
    await ben.click(room.last, label="Join")
    await anna.click(room.last, label="Join")
    assert len((await room.table()).seats) == 3


@pytest.mark.room("anna", "ben", "carla")
async def test_who_sits_there_already_stays_and_whoever_hosts_next_decides(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await anna.slash(room.channel, "game new", game="navegador", seats=4)
    await ben.click(room.last, label="Join")
    await avoid(room, anna, ben)
    table = await room.table()
    assert table.seat_of(ben.id) == 1
    twice = shown(await ben.click(room.last, label="Join"))
    assert twice.content == english("error.already_seated")
    await room.bot.tables.lobby.leave(table.row.id, anna.id, click=next_click())
    await room.bot.tables.lobby.leave(table.row.id, ben.id, click=next_click())


async def test_nobody_avoids_oneself_or_a_bot_or_too_many(room: Room, database: Database) -> None:
    anna = room["anna"]
    assert (await avoid(room, anna, anna)).content == english("error.avoid_yourself")
    async with database.transaction() as session:
        for other in range(25):
            await avoided.add(session, anna.id, 100 + other, f"other {other:02}")
    assert (await avoid(room, anna, room["ben"])).content == english("error.avoid_many", most=25)
    full = await room.ask(anna, "me avoid")
    assert len(next(iter(controls(full)))["options"]) == 25
    assert len(full.content) < 2000


@pytest.mark.room("anna", "ben", "carla")
async def test_a_rematch_calls_nobody_who_is_avoided(room: Room) -> None:
    await room.open_table("navegador")
    await avoid(room, room["anna"], room["ben"])
    await room.ask(room["anna"], "vote draw")
    for name in ("ben", "carla"):
        vote = room.last
        await room[name].click(vote, label=AGREE)
    assert (await room.table()).row.status == Status.FINISHED
    end = next(
        message for message in reversed(room.history()) if any("rematch" in c["custom_id"] for c in controls(message))
    )
    custom_id = next(control["custom_id"] for control in controls(end) if "rematch" in control["custom_id"])
    await room["anna"].click(end, custom_id=custom_id)
    lobby = room.last
    assert f"<@{room['carla'].id}>" in lobby.content
    assert f"<@{room['ben'].id}>" not in lobby.content


@pytest.mark.room("anna")
async def test_privacy_is_for_everybody_everywhere_and_names_who_runs_the_bot(room: Room) -> None:
    anna = room["anna"]
    told = await room.ask(anna, "portolan privacy")
    assert told.flags.ephemeral
    assert english("privacy.unnamed") in told.content
    assert english("privacy.kept", n=400) in told.content
    object.__setattr__(room.bot.services, "operator", Operator("Ada Operator", "ada@example.org"))
    told = shown(await anna.user.slash("portolan privacy"))
    assert "Ada Operator runs this bot. Questions about your data go to: ada@example.org" in told.content
    assert [file.filename for file in told.attachments] == ["PRIVACY.md", "TERMS.md"]
    privacy = (await told.attachments[0].read()).decode()
    assert "Ada Operator runs this bot." in privacy
    assert "ada@example.org" in privacy


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", POLICIES)
def test_each_document_is_there_in_every_language_and_filled(language: str, what: str, backend: str) -> None:
    texts = texts_in(language)
    said = policy(what, texts, operator="Ada", contact="ada@example.org", days=30)
    assert "Ada" in said
    assert "ada@example.org" in said
    assert "[" not in said
    assert what == "TERMS" or texts.say("privacy.kept", n=30) in said
    assert "[" not in policy(what, texts, operator="", contact="", days=0)
    others = [policy(what, texts_in(each), operator="", contact="", days=0) for each in LANGUAGES if each != language]
    assert policy(what, texts, operator="", contact="", days=0) not in others
    headings = {
        each: policy(what, texts_in(each), operator="", contact="", days=0).count("\n## ") for each in LANGUAGES
    }
    assert len(set(headings.values())) == 1


def test_the_documents_name_commands_as_each_language_calls_them(backend: str) -> None:
    for language in LANGUAGES:
        texts = texts_in(language)
        said = ""
        for what in POLICIES:
            said += policy(what, texts, operator="", contact="", days=0)
        for path in ("me data", "me forget", "me settings", "language", "portolan privacy"):
            assert f"`{texts.command(path)}`" in said, (language, path)


@pytest.mark.room("anna")
async def test_a_server_chooses_how_long_moves_are_kept(room: Room) -> None:
    mona = room.enter("mona", manages=True)
    anna = room["anna"]
    answer = await room.ask(anna, "settings")
    assert english("settings.retention", n=400) in answer.content
    assert not any(each["custom_id"] == "pt:guild:retention" for each in controls(answer))
    answer = await room.ask(mona, "settings")
    offered: Any = next(control for control in controls(answer) if control["custom_id"] == "pt:guild:retention")
    assert [option["value"] for option in offered["options"]] == ["auto", "30", "90", "180", "365"]
    answer = shown(await mona.select(answer, ["90"], custom_id="pt:guild:retention"))
    assert english("settings.retention", n=90) in answer.content
    answer = shown(await mona.select(answer, ["auto"], custom_id="pt:guild:retention"))
    assert english("settings.retention", n=400) in answer.content
    room.bot.tables.retention.days = 0
    assert english("settings.retention_ever") in (await room.ask(anna, "settings")).content


@pytest.mark.usefixtures("clean_place")
async def test_whoever_runs_the_bot_does_the_same_for_those_who_cannot_ask_it(
    database: Database, tables: Tables, database_url: str, tmp_path: Path
) -> None:
    await everywhere(tables)

    async def run(*words: object) -> Result:
        return await asyncio.to_thread(portolan, "people", *map(str, words), DATABASE_URL=database_url)

    file = tmp_path / "zed.json"
    assert said(await run("data", ZED, file)) == f"what is kept about {ZED} at 13 tables is in {file}\n"
    assert json.loads(file.read_text())["person"]["user_id"] == str(ZED)
    assert file.stat().st_mode & 0o077 == 0
    counted = "2 lobbies, 7 running games, 4 other tables"
    assert said(await run("forget", ZED)) == f"{ZED}: {counted}; --yes deletes it all\n"
    assert await walked(database)
    assert said(await run("forget", ZED, "--yes")) == f"{ZED} is forgotten: {counted}\n"
    assert await walked(database) == set()
