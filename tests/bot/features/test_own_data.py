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
from bot.features.own_data import data_file, erasure_question
from bot.interactions.services import Operator
from bot.tables import Tables
from bot.tables.maintenance.erasure import ErasureReport
from bot.wording import LANGUAGES, texts_in
from bot.wording.policies import POLICIES, policy
from storage import avoidance_lists
from storage.database import Database
from storage.models import Status
from tests.bot.command_line import portolan
from tests.bot.english import AGREE, english
from tests.bot.lobbies import next_click
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room
from tests.bot.somebody import ZED, columns_with_zed, tables_with_zed
from tests.bot.table_commands import output_of

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def avoid(room: Room, avoider: MemberActor, person: MemberActor) -> discord.Message:
    """Let a person avoid somebody, and return the answer."""
    return shown_message(await avoider.slash(room.channel, "me avoid", person=person))


async def test_everything_is_sent_as_a_file_which_explains_itself(room: Room) -> None:
    table = await room.open_table("navegador")
    anna = room["anna"]
    await room.ask(anna, "note", text="watch the market")
    for answer in (await room.ask(anna, "me data"), shown_message(await anna.user.slash("me data"))):
        assert answer.flags.ephemeral or answer.guild is None
        assert answer.content == english("my.data")
        (file,) = answer.attachments
        assert file.filename == f"portolan-{anna.id}.json"
        data = json.loads(await file.read())
        assert data["about"][0].startswith(
            f"This is everything that Portolan keeps about the Discord account {anna.id}"
        )
        (table_data,) = data["tables"]
        assert (table_data["table"]["id"], table_data["table"]["status"]) == (table.row.id, "running")
        assert "watch the market" in json.dumps(table_data["plan"])
    bens_answer = shown_message(await room["ben"].user.slash("me data"))
    assert b"watch the market" not in await bens_answer.attachments[0].read()


def test_a_file_that_discord_would_not_take_is_packed(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    stored_data = {"person": {"user_id": "7"}, "tables": [{"x": "y" * 5000}]}
    plain_file = data_file(stored_data, texts_in("en"), 7)
    monkeypatch.setattr(own_data, "MOST_BYTES", 1000)
    packed_file = data_file(stored_data, texts_in("en"), 7)
    assert (plain_file.name, packed_file.name) == ("portolan-7.json", "portolan-7.json.gz")
    assert gzip.decompress(packed_file.data) == plain_file.data


async def test_who_asks_to_be_forgotten_is_asked_first_and_may_think_again(room: Room) -> None:
    await room.open_table("navegador")
    anna = room["anna"]
    question = await room.ask(anna, "me forget")
    assert question.content.startswith(english("forget.head"))
    assert english("forget.running", n=1) in question.content
    declined = shown_message(await anna.click(question, label=english("button.keep")))
    assert declined.content == english("forget.kept")
    assert (await room.table()).seat_of(anna.id) is not None
    question = await room.ask(anna, "me forget")
    forgotten = shown_message(await anna.click(question, label=english("button.forget")))
    assert (forgotten.content, list(controls(forgotten))) == (english("forget.done"), [])
    table = await room.table()
    assert table.seat_of(anna.id) is None
    assert english("name.somebody") in table.recorded_names
    assert "anna" not in table.names
    second_question = await room.ask(anna, "me forget")
    assert english("forget.running", n=1) not in second_question.content
    contents = [message.content for message in room.history()]
    resignations = [f"**{name}** resigns" for name in ("anna", english("name.somebody"))]
    assert any(line in content for content in contents for line in resignations), "the others read of it"


async def test_a_lobby_that_is_left_so_shows_it(room: Room) -> None:
    anna = room["anna"]
    ben = room["ben"]
    await ben.slash(room.channel, "game new", game="navegador", seats=3)
    await anna.click(room.last, label="Join")
    assert f"<@{anna.id}>" in room.last.content
    question = shown_message(await anna.user.slash("me forget"))
    assert english("forget.lobbies", n=1) in question.content
    await anna.user.click(question, label=english("button.forget"))
    assert f"<@{anna.id}>" not in room.last.content
    assert f"<@{ben.id}>" in room.last.content
    await anna.click(room.last, label="Join")
    assert f"<@{anna.id}>" in room.last.content, "whoever comes back begins anew"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_says_what_goes_in_every_language(language: str, backend: str) -> None:
    texts = texts_in(language)
    short_question = erasure_question(ErasureReport((), (), 0), texts)
    full_question = erasure_question(ErasureReport((1,), (2, 3), 4), texts)
    assert len(short_question.splitlines()) == 4
    assert texts.say("forget.excluded") in erasure_question(ErasureReport((), (), 0, is_excluded=True), texts)
    assert len(full_question.splitlines()) == 7
    assert texts.say("name.somebody") in full_question
    assert len(full_question) < 2000


@pytest.mark.room("anna", "ben", "carla")
async def test_somebody_who_is_avoided_does_not_get_into_the_own_lobbies_and_is_not_told_why(
    room: Room,
) -> None:
    anna = room["anna"]
    ben = room["ben"]
    carla = room["carla"]
    assert (await room.ask(anna, "me avoid")).content == english("avoid.none")
    answer = await avoid(room, anna, ben)
    assert answer.flags.ephemeral
    assert answer.content == f"{english('avoid.added', name='ben')}\n{english('avoid.list', names='**ben**')}"
    assert room.channel.last_message is None, "nobody else reads of it"
    await anna.slash(room.channel, "game new", game="navegador", seats=3)
    lobby = room.last
    refusal = shown_message(await ben.click(lobby, label="Join"))
    assert refusal.content == english("error.other_table")
    assert "anna" not in refusal.content
    await carla.click(lobby, label="Join")
    assert [seat.user_id for seat in (await room.table()).seats] == [anna.id, carla.id]
    answer = await room.ask(anna, "me avoid")
    (select,) = list(controls(answer))
    answer = shown_message(await anna.select(answer, [str(ben.id)], custom_id=select["custom_id"]))
    assert answer.content == f"{english('avoid.removed')}\n{english('avoid.none')}"
    await ben.click(lobby, label="Join")
    assert (await room.table()).seat_of(ben.id) == 2


@pytest.mark.parametrize("forged", ["", "ben", "-1", str(2**63), "9" * 30])
async def test_a_forged_id_in_the_select_of_avoided_people_is_refused(room: Room, forged: str) -> None:
    anna = room["anna"]
    answer = await avoid(room, anna, room["ben"])
    (select,) = list(controls(answer))
    data = {"custom_id": select["custom_id"], "component_type": 3, "values": [forged]}
    await room.deliver(room.click_payload_of(anna, answer, data))
    (*_, refusal) = [message for message in room.channel.history(viewer=anna) if message.flags.ephemeral]
    assert refusal.content == english("error.damaged")


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
    twice = shown_message(await ben.click(room.last, label="Join"))
    assert twice.content == english("error.already_seated")
    await room.bot.tables.lobby.leave(table.row.id, anna.id, click=next_click())
    await room.bot.tables.lobby.leave(table.row.id, ben.id, click=next_click())


async def test_nobody_avoids_oneself_or_a_bot_or_too_many(room: Room, database: Database) -> None:
    anna = room["anna"]
    assert (await avoid(room, anna, anna)).content == english("error.avoid_yourself")
    async with database.transaction() as session:
        for number in range(25):
            await avoidance_lists.add(session, anna.id, 100 + number, f"other {number:02}")
    assert (await avoid(room, anna, room["ben"])).content == english("error.avoid_many", most=25)
    full_list = await room.ask(anna, "me avoid")
    assert len(next(iter(controls(full_list)))["options"]) == 25
    assert len(full_list.content) < 2000


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
    answer = await room.ask(anna, "portolan privacy")
    assert answer.flags.ephemeral
    assert english("privacy.unnamed") in answer.content
    assert english("privacy.kept", n=400) in answer.content
    object.__setattr__(room.bot.services, "operator", Operator("Ada Operator", "ada@example.org"))
    answer = shown_message(await anna.user.slash("portolan privacy"))
    assert "Ada Operator runs this bot. Questions about your data go to: ada@example.org" in answer.content
    assert [file.filename for file in answer.attachments] == ["PRIVACY.md", "TERMS.md"]
    privacy = (await answer.attachments[0].read()).decode()
    assert "Ada Operator runs this bot." in privacy
    assert "ada@example.org" in privacy


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", POLICIES)
def test_each_document_is_there_in_every_language_and_filled(language: str, document: str, backend: str) -> None:
    texts = texts_in(language)
    text = policy(document, texts, operator="Ada", contact="ada@example.org", days=30)
    assert "Ada" in text
    assert "ada@example.org" in text
    assert "[" not in text
    assert document == "TERMS" or texts.say("privacy.kept", n=30) in text
    assert "[" not in policy(document, texts, operator="", contact="", days=0)
    others = [
        policy(document, texts_in(language_code), operator="", contact="", days=0)
        for language_code in LANGUAGES
        if language_code != language
    ]
    assert policy(document, texts, operator="", contact="", days=0) not in others
    headings = {
        language_code: policy(document, texts_in(language_code), operator="", contact="", days=0).count("\n## ")
        for language_code in LANGUAGES
    }
    assert len(set(headings.values())) == 1


def test_the_documents_name_commands_as_each_language_calls_them(backend: str) -> None:
    for language in LANGUAGES:
        texts = texts_in(language)
        text = ""
        for document in POLICIES:
            text += policy(document, texts, operator="", contact="", days=0)
        for path in ("me data", "me forget", "me settings", "language", "portolan privacy"):
            assert f"`{texts.command(path)}`" in text, (language, path)


@pytest.mark.room("anna")
async def test_a_server_chooses_how_long_moves_are_kept(room: Room) -> None:
    mona = room.enter("mona", manages=True)
    anna = room["anna"]
    answer = await room.ask(anna, "settings")
    assert english("settings.retention", n=400) in answer.content
    assert not any(item["custom_id"] == "pt:guild:retention" for item in controls(answer))
    answer = await room.ask(mona, "settings")
    select: Any = next(control for control in controls(answer) if control["custom_id"] == "pt:guild:retention")
    assert [option["value"] for option in select["options"]] == ["auto", "30", "90", "180", "365"]
    answer = shown_message(await mona.select(answer, ["90"], custom_id="pt:guild:retention"))
    assert english("settings.retention", n=90) in answer.content
    answer = shown_message(await mona.select(answer, ["auto"], custom_id="pt:guild:retention"))
    assert english("settings.retention", n=400) in answer.content
    room.bot.tables.retention.days = 0
    assert english("settings.retention_ever") in (await room.ask(anna, "settings")).content


@pytest.mark.usefixtures("clean_place")
async def test_whoever_runs_the_bot_does_the_same_for_those_who_cannot_ask_it(
    database: Database, tables: Tables, database_url: str, tmp_path: Path
) -> None:
    await tables_with_zed(tables)

    async def run(*words: object) -> Result:
        return await asyncio.to_thread(portolan, "people", *map(str, words), DATABASE_URL=database_url)

    file = tmp_path / "zed.json"
    assert output_of(await run("data", ZED, file)) == f"what is kept about {ZED} at 13 tables is in {file}\n"
    assert json.loads(file.read_text())["person"]["user_id"] == str(ZED)
    assert file.stat().st_mode & 0o077 == 0
    counted = "2 lobbies, 7 running games, 4 other tables"
    assert output_of(await run("forget", ZED)) == f"{ZED}: {counted}; --yes deletes it all\n"
    assert await columns_with_zed(database)
    assert output_of(await run("forget", ZED, "--yes")) == f"{ZED} is forgotten: {counted}\n"
    assert await columns_with_zed(database) == set()
