"""Commands in the bot's direct messages: they are about the person's own tables."""

from __future__ import annotations

from random import Random
from typing import Any

import discord
import pytest
from simcord.builders import UserHandle

from engines import record
from engines.players import PLAYERS
from engines.record import notation
from storage import games
from storage.columns import utcnow
from storage.database import Database
from storage.models import Status
from tests.bot.english import WITHDRAW, english
from tests.bot.features.test_next_table import go_to_another_server, open_waiting_table
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room, open_room
from tests.bot.wording.test_trading import market

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def ask(person: UserHandle, command: str, **options: Any) -> discord.Message:
    """Send a command in direct messages and return what the person is shown."""
    return shown_message(await person.slash(command, **options))


def is_panel_of(message: discord.Message, number: int) -> bool:
    return any(item["custom_id"].startswith(f"pt:w:{number}:") for item in controls(message))


async def two_tables(room: Room) -> tuple[int, int]:
    """Open two tables, on two servers, that wait for anna, and return their numbers."""
    first = await open_waiting_table(room, "navegador", room["anna"])
    await go_to_another_server(room)
    return first.row.id, (await open_waiting_table(room, "burgundy", room["anna"])).row.id


@pytest.mark.room(unabridged=True)
async def test_the_commands_that_work_there_are_offered_there(room: Room) -> None:
    assert english("command.since.name") in {command.name for command in room.bot.tree.get_commands()}
    everywhere = {
        "describe",
        "games",
        "help",
        "hint",
        "learn",
        "note",
        "plan",
        "play",
        "portolan privacy",
        "portolan status",
        "record",
        "replay",
        "review",
        "rules",
        "try",
    }
    everywhere |= {"undo", "verify", "me avoid", "me data", "me forget", "me settings"}
    assert set(room["anna"].user.available_commands()) == everywhere
    assert everywhere < set(room["anna"].available_commands(room.channel))


async def test_completions_of_describe_do_not_check_who_has_left_the_server(room: Room) -> None:
    table = await open_waiting_table(room, "navegador", room["anna"])
    seat = table.seat_of(room["anna"].id)
    room.env.backend.remove_member(room.guild.id, room["anna"].id)
    choices = await room["anna"].user.autocomplete("describe", "what", "")
    assert english("words.points") in [choice["name"] for choice in choices]
    assert (await room.bot.tables.table(table.row.id)).seat_of(room["anna"].id) == seat


async def test_who_has_left_the_server_turns_no_pages_of_its_boards(room: Room) -> None:
    await open_waiting_table(room, "navegador", room["anna"])
    description = await ask(room["anna"].user, "describe")
    room.env.backend.remove_member(room.guild.id, room["anna"].id)
    room.bot.services.seen_members.clear()
    (next_page, *_) = [item for item in controls(description) if item["custom_id"].startswith("pt:words:")]
    answer = shown_message(await room["anna"].user.click(description, label=next_page["label"]))
    assert answer.content == english("error.left_server")


@pytest.mark.room("anna", "ben", "cleo")
async def test_what_was_missed_is_offered_first_at_tables_that_wait(room: Room) -> None:
    """Others have moved since anna at both tables, and only the newer one waits for her."""
    numbers = list[int]()
    for others_turns in (1, 2):
        table = await open_waiting_table(room, "navegador", room["anna"])
        for _ in range(1 + others_turns):
            await room.play_turn(Random(1))
        numbers.append(table.row.id)
        room.channel = room.guild.create_text_channel("more-games")
    panel = await ask(room["anna"].user, "games")
    (missed,) = [item for item in controls(panel) if item["custom_id"].startswith("pt:missed")]
    assert [option["value"] for option in missed["options"]] == [str(number) for number in reversed(numbers)]


async def test_the_only_table_that_waits_is_meant(room: Room) -> None:
    table = await open_waiting_table(room, "navegador", room["anna"])
    room.channel = room.guild.create_text_channel("more-games")
    await open_waiting_table(room, "navegador", room["ben"])
    anna = room["anna"].user
    action = PLAYERS["greedy"](table.game, table.game.to_act[0], Random(1))
    assert is_panel_of(await ask(anna, "play"), table.row.id)
    assert any(item["custom_id"].startswith("pt:W:") for item in controls(await ask(anna, "try")))
    choices = await anna.autocomplete("play", "move", notation(action))
    assert notation(action) in [choice["value"] for choice in choices]
    panel = await room.confirm(anna, await ask(anna, "play", move=notation(action)))
    assert panel.content.startswith("✓")
    assert (await room.bot.tables.table(table.row.id)).row.version > table.row.version
    assert (await ask(anna, "undo")).content == english("error.which_table"), "it may be one that waits no more"
    assert (await ask(anna, "undo", table=table.row.id)).content.startswith(english("panel.undone"))


async def test_of_several_one_is_named(room: Room) -> None:
    first, second = await two_tables(room)
    anna = room["anna"].user
    for command in ("play", "try", "hint", "undo", "plan", "note"):
        assert (await ask(anna, command)).content == english("error.which_table"), command
    choices = await anna.autocomplete("play", "table", "")
    assert [choice["value"] for choice in choices] == [first, second]
    titles = [english(f"{key}.title") for key in ("navegador", "burgundy")]
    assert [table_choice["name"] for table_choice in choices] == [
        english("choice.table_in", game=titles[0], channel="games", table=str(first)),
        english("choice.table_in", game=titles[1], channel="other-games", table=str(second)),
    ]
    assert [table_choice["value"] for table_choice in await anna.autocomplete("try", "table", "burg")] == [second]
    assert is_panel_of(await ask(anna, "play", table=second), second)
    assert is_panel_of(await ask(anna, "play", table=first), first)
    hint = await ask(anna, "hint", table=first)
    assert hint.content.startswith(english("hint.head")), hint.content


async def test_the_tables_of_others_are_nobody_elses_business(room: Room) -> None:
    table = await open_waiting_table(room, "navegador", room["anna"])
    zoe = room.enter("zoe").user
    for command in ("play", "try", "plan", "hint", "undo", "note"):
        assert (await ask(zoe, command, table=table.row.id)).content == english("error.not_seated"), command
        assert (await ask(zoe, command)).content == english("error.no_own_table")
    assert (await ask(zoe, "review", table=table.row.id)).content == english("error.no_review_yet")
    assert await zoe.autocomplete("play", "table", "") == []
    assert (await ask(zoe, "play", table=99)).content == english("error.no_table")
    assert (await ask(zoe, "games")).content == english("games.none")


async def test_a_lobby_is_not_played_in_direct_messages(room: Room) -> None:
    anna = room["anna"]
    await anna.slash(room.channel, "game new", game="navegador", seats=2)
    number = (await room.table()).row.id
    assert (await ask(anna.user, "play", table=number)).content == english("error.not_started")
    assert (await ask(anna.user, "play")).content == english("error.no_own_table")


async def test_help_games_rules_and_settings_there(room: Room) -> None:
    anna = room["anna"].user
    assert (await ask(anna, "help")).content == f"{english('help.direct')}\n{english('help.learn')}"
    assert (await ask(anna, "me settings")).content.startswith(english("me.head"))
    table = await open_waiting_table(room, "navegador", room["anna"])
    help_text = (await ask(anna, "help")).content
    assert help_text.endswith(f"{english('help.direct')}\n{english('help.learn')}")
    assert english("help.yours", move=english("button.move")) in help_text
    assert english("navegador.title") in (await ask(anna, "games")).content
    bens_help = (await ask(room["ben"].user, "help")).content
    assert "/board" not in bens_help, "it does not work there"
    assert table.names[table.game.to_act[0]] in bens_help
    await room.bot.tables.pauses.pause(table.row.id, anna.id, "anna")
    paused_help = (await ask(anna, "help")).content
    assert english("error.paused", player="**anna**") in paused_help
    for key in ("macao", "burgundy"):
        topics = await anna.autocomplete("rules", "topic", english(f"{key}.title"))
        assert topics, "of all games, whatever is played"
        title = topics[0]["name"]
        assert (await ask(anna, "rules", topic=topics[0]["value"])).content.startswith(f"**{title}")


async def test_a_note_is_kept_and_dropped_there(room: Room) -> None:
    first, second = await two_tables(room)
    anna = room["anna"].user
    for number, text in ((first, "more ships"), (second, "first the mine"), (second, "then pigs")):
        assert text in (await ask(anna, "note", text=text, table=number)).content
    notes = (await ask(anna, "note", table=second)).content
    assert "ships" not in notes
    assert f"table {second} ({english('burgundy.title')})" in notes, "there is no channel to tell which"
    choices = await anna.autocomplete("note", "done", "", table=second)
    assert [choice["name"] for choice in choices] == ["1. first the mine", "2. then pigs"]
    assert await anna.autocomplete("note", "done", "") == [], "of which table nobody has said"
    remaining_notes = (await ask(anna, "note", done=1, table=second)).content
    assert "mine" not in remaining_notes
    assert "then pigs" in remaining_notes
    assert (await ask(anna, "play", table=second)).content.startswith("📝 then pigs")


async def test_the_record_of_an_own_game_is_had_there(room: Room, database: Database) -> None:
    first, second = await two_tables(room)
    anna = room["anna"].user
    assert (await ask(anna, "record")).content == english("error.no_record_yet")
    assert (await ask(anna, "record", table=first)).content == english("error.no_record_yet"), "it is running"
    await end(database, second, first)
    for answer, number in ((await ask(anna, "record"), first), (await ask(anna, "record", table=second), second)):
        (file,) = answer.attachments
        assert record.decode(await file.read()).game == (await room.bot.tables.table(number)).row.key
        assert str(number) in answer.content
    assert [choice["value"] for choice in await anna.autocomplete("record", "table", "")] == [first, second]
    stranger = room.enter("stranger").user
    assert (await ask(stranger, "record")).content == english("error.no_record_yet")
    assert (await ask(stranger, "record", table=first)).content == english("error.not_seated")


async def end(database: Database, *numbers: int) -> None:
    """End these tables with a result, in this order."""
    async with database.transaction() as session:
        for number in numbers:
            row = await games.get(session, number)
            assert row is not None
            result = {"status": Status.FINISHED, "finished_at": utcnow()}
            assert await games.advance(session, number, row.version, **result)  # type: ignore[arg-type]


async def test_the_last_game_that_ended_is_reviewed_there(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    reviewed = list[int]()

    async def show_review(_: Any, game_id: int, page: int | None) -> None:
        reviewed.append(game_id)

    async with open_room(database) as room:
        first, second = await two_tables(room)
        anna = room["anna"].user
        assert (await ask(anna, "review")).content == english("error.no_review_yet")
        await end(database, second, first)
        monkeypatch.setattr("bot.features.review.show_review", show_review)
        await anna.slash("review")
        await anna.slash("review", table=second)
        assert reviewed == [first, second]
        assert [choice["value"] for choice in await anna.autocomplete("review", "table", "")] == [first, second]


@pytest.mark.room("anna", "ben", "carla")
async def test_a_trade_is_offered_and_accepted_in_direct_messages(room: Room) -> None:
    await room.open_table("mmn", order="joining")
    await room.replace_game(market())
    anna = (await room.person_at(0)).user
    ben = (await room.person_at(1)).user
    await ask(anna, "play", move="offer 2 wool 1 ore for 1 brick")
    assert "offers **wool ×2 and ore** for **brick**" in room.last.content
    panel = await ask(ben, "play")
    accepted = shown_message(await ben.click(panel, label="Accept"))
    assert accepted.content.startswith("✓")
    assert "accepts" in room.last.content
    assert [move.words for move in await room.moves()] == ["offer 2 wool 1 ore for 1 brick", "accept"]


async def test_everybody_is_asked_in_the_tables_channel(room: Room) -> None:
    """Going back needs everybody: it is asked for in direct messages and voted on in the channel."""
    await open_waiting_table(room, "navegador", room["anna"])
    await room.play_turn(Random(1))
    await room.play_turn(Random(1))
    anna = room["anna"].user
    answer = await ask(anna, "undo")
    ask_button = next(
        control["custom_id"] for control in controls(answer) if control["custom_id"].startswith("pt:ask:")
    )
    room.forbid("send_messages")
    permissions = [english(f"permission.{permission}") for permission in ("send_messages", "attach_files")]
    refusal = shown_message(await anna.click(answer, custom_id=ask_button))
    assert refusal.content == english("error.permissions_there", permissions=permissions, channel=str(room.channel.id))
    room.forbid()
    question = shown_message(await anna.click(answer, custom_id=ask_button))
    assert question.content == english("reply.vote_asked", withdraw=WITHDRAW)
    assert any(item["custom_id"].startswith("pt:vote:") for item in controls(room.last))
