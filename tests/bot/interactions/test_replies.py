"""Whatever goes wrong in a callback becomes a sentence for the person, in the person's language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bot.features.lobby.lobby_message import LobbyButton, press
from bot.interactions.answer_path import guarded
from bot.interactions.error_codes import SENTENCES
from bot.interactions.faults import RefusedByRules, explain
from bot.interactions.permissions import is_admin, manages_table, missing_permissions
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import services_of
from bot.tables import Refused, TableBroken
from bot.thinking.pool import Unanswered
from bot.wording import texts_in
from bot.work.log_context import Deed, handling, incidental, note_deed
from bot.work.process_pool import PoolClosed
from engines import IllegalAction, Message
from storage import people
from storage.database import Database
from storage.errors import StorageError
from tests.bot.clicking import Click
from tests.bot.lobbies import MANAGER, open_lobby, raises_refusal
from tests.bot.office import http_fault

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)

WORDS = texts_in("en")
FORBIDDEN = discord.Forbidden(cast("Any", SimpleNamespace(status=403, reason="")), {"code": 50013, "message": "no"})


@pytest.mark.parametrize(
    ("fault", "wording"),
    [
        (Refused("error.no_card", typed="mill"), WORDS.say("error.no_card", typed="mill")),
        (TableBroken(12, "why"), WORDS.say("error.table_broken", table="12")),
        (IllegalAction(Message("error.not_host")), WORDS.say("error.not_host")),
        (Unanswered("ideas"), WORDS.say("error.unanswered")),
        (PoolClosed("the processes end"), WORDS.say("error.stopping")),
        (StorageError("full"), WORDS.say("error.storage")),
        (OperationalError("BEGIN", {}, Exception("locked")), WORDS.say("error.storage")),
    ],
)
async def test_a_fault_with_a_name_is_told_by_it(database: Database, fault: Exception, wording: str) -> None:
    click = Click(database)
    with capture_logs() as logs:
        await explain(click.given, fault)
    assert click.said == [wording]
    assert click.options == [{"ephemeral": True}]
    assert [entry["event"] for entry in logs] == (
        ["the database failed"] if isinstance(fault, OperationalError) else []
    )


async def test_a_database_that_is_away_is_told_to_everybody_and_logged_once_a_minute(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("server closed the connection"))

    clicks = [Click(database) for _ in range(20)]
    for click in clicks:
        click.given.client.services = clicks[0].given.client.services
    monkeypatch.setattr(type(database), "reading", away)
    with capture_logs() as logs:
        for click in clicks:
            await explain(click.given, OperationalError("BEGIN", {}, Exception("server closed the connection")))
    assert all(click.said == [WORDS.say("error.storage")] for click in clicks)
    events = [(entry["event"], entry["times"]) for entry in logs]
    assert events == [("the database failed", 1), ("the language of a person could not be read", 1)]


async def test_a_click_that_discord_delivered_twice_is_no_fault(database: Database) -> None:
    click = Click(database)
    response = cast("Any", SimpleNamespace(status=400, reason=""))
    with capture_logs() as logs:
        await explain(click.given, discord.HTTPException(response, {"code": 40060, "message": "acknowledged"}))
    assert click.said == []
    assert [entry["log_level"] for entry in logs] == ["info"]


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (404, 10062), (401, 50027)])
async def test_an_answer_that_comes_too_late_is_no_fault_and_is_not_tried_in_vain(
    database: Database, status: int, code: int
) -> None:
    click = Click(database)
    response = cast("Any", SimpleNamespace(status=status, reason=""))
    with capture_logs() as logs:
        await guarded(click.given, raise_fault(discord.HTTPException(response, {"code": code, "message": "late"})))
    assert click.said == []
    assert [entry["log_level"] for entry in logs] == ["warning"]


async def raise_fault(fault: Exception) -> None:
    raise fault


async def test_a_refusal_by_the_rules_is_worded_with_the_game_s_words_and_the_players_names(
    database: Database,
) -> None:
    click = Click(database)
    message = Message("say.resigned", {"seat": 1, "player": "carla"})
    await explain(click.given, RefusedByRules(message, "navegador", ("anna", "ben")))
    assert click.said == [WORDS.say("say.resigned", seat="**ben**", player="**carla**")]


async def test_a_fault_of_ours_has_the_same_mark_for_the_person_and_in_the_log(database: Database) -> None:
    click = Click(database)

    async def fail() -> None:
        raise KeyError("secret detail")

    with capture_logs() as logs:
        await guarded(click.given, fail())
    (entry,) = logs
    assert click.said == [WORDS.say("error.internal", mark=entry["mark"])]
    assert len(entry["mark"]) == 6
    assert "secret" not in click.said[0]
    assert isinstance(entry["exc_info"], KeyError)


async def test_a_private_message_that_was_clicked_is_left_and_the_reason_comes_beside_it(database: Database) -> None:
    click = Click(database, done=discord.InteractionResponseType.deferred_message_update)
    await explain(click.given, Refused("error.not_host"))
    assert (click.said, click.followups) == ([], [(WORDS.say("error.not_host"), {"ephemeral": True})])


async def test_what_is_forbidden_is_told_with_the_permissions_that_are_lacking(database: Database) -> None:
    click = Click(database, lacks=("send_messages", "attach_files"))
    await explain(click.given, FORBIDDEN)
    permissions = [WORDS.say("permission.send_messages"), WORDS.say("permission.attach_files")]
    assert click.said == [WORDS.say("error.permissions", permissions=permissions)]
    unlimited_click = Click(database)
    await explain(unlimited_click.given, FORBIDDEN)
    assert unlimited_click.said == [WORDS.say("discord.no_permission")]
    refused_click = Click(database, lacks=("send_messages",))
    await explain(refused_click.given, Refused("error.not_host"))
    assert refused_click.said == [WORDS.say("error.not_host")]


async def test_a_person_who_cannot_be_reached_is_noted_and_nothing_else_fails(database: Database) -> None:
    click = Click(database)

    async def lost(*_: object, **__: object) -> None:
        raise discord.ClientException("gone")

    click.response.send_message = lost
    with capture_logs() as logs:
        await explain(click.given, Refused("error.not_host"))
    assert [(entry["event"], entry["refusal"]) for entry in logs] == [
        ("a refusal could not be shown", "error.not_host")
    ]


async def test_without_a_database_the_person_s_own_discord_tells_the_language(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(people, "user", fail)
    click = Click(database, locale=discord.Locale.german)
    await explain(click.given, Refused("error.not_host"))
    assert click.said == [texts_in("de").say("error.not_host")]


@pytest.mark.parametrize(
    "missing",
    [
        {"locale": None},
        {"locale": "tlh"},
        {"user": discord.utils.MISSING},
        {"channel": None, "channel_id": None, "guild_id": None},
        {"message": None},
        {"app_permissions": None},
    ],
)
@pytest.mark.parametrize("fault", [Refused("error.not_host"), KeyError("ours"), FORBIDDEN, OSError("no network")])
async def test_what_is_not_known_of_an_interaction_keeps_nobody_from_an_answer(
    database: Database, missing: dict[str, Any], fault: Exception
) -> None:
    click = Click(database, lacks=("send_messages",))
    vars(click).update(missing)
    with capture_logs() as logs:
        await explain(click.given, fault)
    assert len(click.said) == 1
    assert "a refusal could not be shown" not in [entry["event"] for entry in logs]


async def test_nothing_that_fails_while_a_fault_is_explained_escapes(database: Database) -> None:
    click = Click(database)
    del click.response
    with capture_logs() as logs:
        await explain(click.given, Refused("error.not_host"))
    assert [entry["event"] for entry in logs] == ["a fault could not be explained"]


@pytest.mark.parametrize("fault", [KeyError("ours"), StorageError("full"), PoolClosed("end"), Unanswered("ideas")])
async def test_after_a_commit_no_fault_says_that_nothing_was_done(database: Database, fault: Exception) -> None:
    click = Click(database)
    with handling(click.given, "test"):
        async with database.transaction() as session:
            await people.set_user_locale(session, 11, "de")
        await explain(click.given, fault)
    assert click.said == [texts_in("de").say("done.change")]


async def test_a_bot_that_stops_tells_what_was_done_as_done(database: Database) -> None:
    click = Click(database)
    with handling(click.given, "test"):
        note_deed(Deed.MOVE)
    await explain(click.given, Refused("error.cut_short"))
    assert click.said == [WORDS.say("done.move")]


async def test_a_refusal_by_the_rules_after_a_commit_keeps_its_reason(database: Database) -> None:
    click = Click(database)
    with handling(click.given, "test"):
        note_deed(Deed.MOVE)
        await explain(click.given, Refused("error.not_host"))
    assert click.said == [WORDS.say("error.not_host")]


async def test_what_the_bot_writes_by_the_way_is_not_what_the_person_did(database: Database) -> None:
    click = Click(database)
    with handling(click.given, "test"):
        with incidental():
            async with database.transaction() as session:
                await people.note_preferred_locale(session, 9, "de")
        await explain(click.given, KeyError("ours"))
    assert "please try again" in click.said[0]


async def test_a_transaction_that_is_rolled_back_is_not_done(database: Database) -> None:
    click = Click(database)
    with handling(click.given, "test"):
        with pytest.raises(Refused):
            async with database.transaction():
                raise Refused("error.not_host")
        await explain(click.given, StorageError("full"))
    assert click.said == [WORDS.say("error.storage")]


async def test_an_answer_replaces_what_was_shown_before(database: Database) -> None:
    first = Click(database)
    deferred = Click(database, done=discord.InteractionResponseType.deferred_channel_message)
    view = discord.ui.View()
    for click in (first, deferred):
        await answer(click.given, "text", view=view)
        assert click.said == ["text"]
    assert first.options == [{"ephemeral": True, "view": view}]
    assert deferred.options == [{"attachments": [], "view": view}]
    await answer(deferred.given, "again", files=["a file"])
    assert deferred.options[-1] == {"attachments": ["a file"], "view": None}


@pytest.mark.parametrize("code", [50001, 50013, 50083, 160005, 160006, 200001])
async def test_what_discord_refuses_for_good_has_a_sentence_in_every_language(database: Database, code: int) -> None:
    for locale in ("en-US", "de", "nl"):
        click = Click(database, locale=discord.Locale(locale))
        await explain(click.given, http_fault(403, code))
        assert click.said == [texts_in(locale[:2]).say(SENTENCES[code])]
        assert texts_in(locale[:2]).has(SENTENCES[code])


async def test_whoever_is_refused_a_picture_as_too_large_is_told_to_choose_another_shape(database: Database) -> None:
    click = Click(database)
    await explain(click.given, http_fault(413, 40005))
    assert "Choose another shape" in click.said[0]


async def test_every_other_refusal_says_that_it_was_discord_and_its_number(database: Database) -> None:
    for status, code, number in ((403, 340013, "340013"), (400, 50035, "50035"), (404, 0, "404")):
        click = Click(database)
        await explain(click.given, http_fault(status, code))
        assert click.said == [WORDS.say("discord.refused", code=number)]
        assert number in click.said[0]
        assert "please try again" not in click.said[0]


async def test_what_trying_again_may_heal_is_to_be_tried_again(database: Database) -> None:
    for fault in (http_fault(500), http_fault(503), http_fault(429), OSError("no network")):
        click = Click(database)
        await explain(click.given, fault)
        assert "please try again" in click.said[0]


async def test_threads_and_channels_need_their_own_permission_to_write(database: Database) -> None:
    thread = discord.Thread.__new__(discord.Thread)
    lacks = ("send_messages", "send_messages_in_threads", "view_channel", "read_message_history")
    missing = ["view_channel", "send_messages", "read_message_history"]
    assert missing_permissions(Click(database, lacks=lacks).given) == missing
    assert missing_permissions(Click(database, lacks=lacks).given, to_write=True) == missing[:2]
    inside = Click(database, lacks=lacks)
    inside.channel = thread
    assert missing_permissions(inside.given) == ["view_channel", "send_messages_in_threads", "read_message_history"]
    assert missing_permissions(Click(database).given) == []


async def test_who_manages_or_administers_the_server_is_admin(database: Database) -> None:
    assert is_admin(Click(database, manages=True).given)
    assert is_admin(Click(database, admin=True).given)
    assert not is_admin(Click(database).given)


async def test_who_manages_one_server_manages_no_table_of_another(database: Database) -> None:
    click = Click(database, user=MANAGER, manages=True, guild=9, message=None)
    table = await open_lobby(click.client.tables, guild_id=9, channel_id=5)
    other_table = await open_lobby(click.client.tables, guild_id=8, channel_id=6)
    assert await manages_table(click.given, table.row.id)
    assert not await manages_table(click.given, other_table.row.id)
    assert not await manages_table(Click(database, guild=9).given, table.row.id)
    with raises_refusal("error.not_host"):
        await press(click.given, LobbyButton(other_table.row.id, "cancel"))


async def test_the_language_is_the_chosen_one_else_discord_s(database: Database) -> None:
    async with database.transaction() as session:
        await people.set_user_locale(session, 11, "nl")
        await people.set_guild_locale(session, 9, "de")
    assert (await texts_for(Click(database, 11).given)).name == "nl"
    assert (await texts_for(Click(database, 12, locale=discord.Locale.german).given)).name == "de"
    assert (await texts_for(Click(database, 12, locale=discord.Locale.french).given)).name == "en"
    services = services_of(Click(database).given)
    assert [(await services.public_texts(guild)).name for guild in (9, 10, None)] == ["de", "en", "en"]
