"""What people see and press when seats change hands and tables pause."""

from __future__ import annotations

import logging
from datetime import timedelta
from random import Random

import discord
import pytest

from bot.features.log import log_lines
from bot.wording import texts_in
from storage.columns import utcnow
from storage.database import Database
from tests.bot.english import english
from tests.bot.lobbies import next_click, sqlite
from tests.bot.parts import button_labelled, labels, shown_message
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import limited_room, pass_time
from tests.bot.waiting import a_week_passes

pytestmark = [pytest.mark.usefixtures("plain_pictures"), sqlite]


def message_with_button(room: Room, label: str) -> discord.Message:
    """Return the newest message in the channel with such a button."""
    return next(message for message in reversed(room.history()) if label in labels(message))


async def let_ben_leave(room: Room) -> discord.Message:
    """Let Ben leave a table of three for now, and return the message that tells it."""
    await room.open_table(order="joining")
    answer = await room.leave(room["ben"])
    assert answer.content.startswith("You have left for now, and a computer plays for you.")
    return message_with_button(room, "Take ben's seat")


async def let_zoe_play(room: Room) -> None:
    """Let Zoe play for Ben."""
    message = await let_ben_leave(room)
    zoe = room.people["zoe"] = room.enter("zoe")
    await zoe.click(message, label="Take ben's seat")
    await room["anna"].click(message_with_button(room, "Confirm zoe"), label="Confirm zoe")


@pytest.mark.room("anna", "ben", "carla")
async def test_neither_a_substitute_nor_the_owner_is_asked_whether_to_resign(room: Room) -> None:
    await let_zoe_play(room)
    refusal = await room.ask(room["zoe"], "game resign")
    assert refusal.content == english("error.not_your_own", player="**ben**", seat=1)
    assert labels(refusal) == []
    refusal = await room.ask(room["ben"], "game resign")
    assert refusal.content == english("error.substituted", player="**zoe**", seat=1)


@pytest.mark.room("anna", "ben", "carla")
async def test_the_question_about_an_absent_substitute_does_not_speak_of_for_good(
    room: Room, database: Database
) -> None:
    await let_zoe_play(room)
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    await a_week_passes(database)
    question = await room.ask(room["anna"], "game resign", player=1)
    assert question.content == english(
        "reply.sure_replace_substitute", name="**zoe**", owner="**ben**", game="Navegador"
    )
    await room["anna"].click(question, label="Resign")
    row = (await room.table()).seats[1]
    assert (row.user_id, row.stand_in, row.resigned) == (room["ben"].id, "normal", False)


@pytest.mark.room("anna", "ben", "carla")
async def test_who_leaves_comes_back_with_one_press(room: Room) -> None:
    message = await let_ben_leave(room)
    assert "🪑 **ben** leaves for now; a computer plays until somebody takes the seat" in message.content
    assert labels(message) == ["Take ben's seat", "I'm back"]
    panel = shown_message(await room["ben"].click(room.board(), label="Your move"))
    assert panel.content.startswith("A computer is playing for you.")
    assert "a computer plays for you" in (await room.ask(room["ben"], "games")).content
    refusal = shown_message(await room["anna"].click(message, label="I'm back"))
    assert refusal.content == english("error.not_away")
    answer = shown_message(await room["ben"].click(message, label="I'm back"))
    assert answer.content == english("reply.seats.back")
    assert "👋 **ben** is back." in room.last.content
    assert labels(next(entry for entry in room.history() if entry.id == message.id)) == []
    assert (await room.table()).seat_of(room["ben"].id) == 1


@pytest.mark.room("anna", "ben", "carla")
async def test_a_substitute_is_confirmed_plays_and_hands_the_seat_back(room: Room) -> None:
    message = await let_ben_leave(room)
    zoe = room.people["zoe"] = room.enter("zoe")
    answer = shown_message(await zoe.click(message, label="Take ben's seat"))
    assert answer.content == "I have asked the table whether you may take the seat."
    question = message_with_button(room, "Confirm zoe")
    assert "🙋 **zoe** would like to take **ben**'s seat." in question.content
    assert room.pinged_users()[-1] == [room["anna"].id, room["carla"].id]
    assert "Confirm zoe" in labels(await room.ask(room["carla"], "seats")), "everybody who plays may confirm"
    assert labels(await room.ask(room.enter("yann"), "seats")) == ["Take ben's seat"], "a stranger may not"
    assert shown_message(await zoe.click(question, label="Confirm zoe")).content == english("error.not_by_yourself")
    assert (await room.open_panel(zoe)).content == english("error.not_seated")
    first_answer = shown_message(await room["carla"].click(question, label="Confirm zoe"))
    assert first_answer.content == "Noted. **anna** still has to confirm, or the host alone."
    second_answer = shown_message(await room["anna"].click(question, label="Confirm zoe"))
    assert second_answer.content == english("reply.seats.agree")
    assert "🪑 **zoe** now plays for **ben**." in room.last.content
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    assert room.pinged_users()[-1] == [zoe.id]
    assert (await room.open_panel(zoe)).content.startswith("**Navegador**")
    await room.play_turn(Random(1))
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    bens_answer = shown_message(await room["ben"].click(message, label="I'm back"))
    assert bens_answer.content.startswith("**zoe** is playing your seat.")
    assert ": **zoe** plays for you." in (await room.ask(room["ben"], "games")).content
    assert "your turn!" in (await room.ask(zoe, "games")).content
    seats = await room.ask(zoe, "seats")
    assert "2. **zoe** plays for **ben** · the table has been waiting since <t:" in seats.content
    assert labels(seats) == ["Leave for now", "Hand the seat back"]
    hand_back_answer = shown_message(await zoe.click(seats, label="Hand the seat back"))
    assert hand_back_answer.content.startswith(english("reply.seats.hand"))
    offer = message_with_button(room, "I'm back")
    assert offer.content.startswith(f"{room['ben'].mention} 🤝 **zoe** hands the seat back to **ben**")
    assert room.pinged_users()[-1] == [room["ben"].id]
    await room["ben"].click(offer, label="I'm back")
    assert "👋 **ben** is back. Thank you, **zoe**!" in room.last.content
    assert room.pinged_users()[-1] == [room["ben"].id]
    entries = await room.bot.tables.log((await room.table()).row.id)
    log = "\n".join(log_lines(await room.table(), entries, texts_in("en")))
    assert "**zoe** moves to" in log
    assert "🪑 **ben** left for now." in log
    assert "🪑 **zoe** took a seat as a substitute." in log
    assert "👋 **ben** came back." in log


@pytest.mark.room("anna", "ben", "carla")
async def test_a_seat_that_is_taken_is_taken_by_nobody_else(room: Room) -> None:
    message = await let_ben_leave(room)
    zoe = room.enter("zoe")
    yann = room.enter("yann")
    seats = await room.ask(yann, "seats")
    await zoe.click(message, label="Take ben's seat")
    await room["anna"].click(message_with_button(room, "Confirm zoe"), label="Confirm zoe")
    answer = shown_message(await yann.click(seats, label="Take ben's seat"))
    assert answer.content == "**zoe** is playing this seat, and it is not open to others. /seats shows which seats are."
    assert labels(await room.ask(yann, "seats")) == []


@pytest.mark.room("anna", "ben", "carla")
async def test_a_candidate_who_has_left_the_server_gets_no_seat(room: Room) -> None:
    zoe = room.enter("zoe")
    await zoe.click(await let_ben_leave(room), label="Take ben's seat")
    room.guild.remove_member(zoe)
    answer = shown_message(await room["anna"].click(message_with_button(room, "Confirm zoe"), label="Confirm zoe"))
    assert answer.content == english("error.candidate_gone")
    assert (await room.table()).computer_at(1) == "normal"


@pytest.mark.room("anna", "ben", "carla")
async def test_buttons_of_another_server_or_of_a_game_that_is_over_do_nothing(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    message = await let_ben_leave(room)
    manager = room.enter("mona", manages=True)
    other_server = room.env.create_guild()
    channel = other_server.create_text_channel("games")
    await room.bot.tables.lobby.open(
        "macao", guild_id=other_server.id, channel_id=channel.id, host=(room["ben"].id, "ben"), click=next_click()
    )
    button = button_labelled(message, "I'm back")["custom_id"]
    room.forge(message, button, button.replace("pt:seat:1:", "pt:seat:2:"))
    message = message_with_button(room, "I'm back")
    assert shown_message(await room["ben"].click(message, label="I'm back")).content == english("error.elsewhere")
    seats = await room.ask(room["ben"], "seats")
    await manager.click(await room.ask(manager, "game end"), label="End the game")
    answer = shown_message(await room["ben"].click(seats, label="I'm back"))
    assert answer.content == english("error.game_over")
    assert (await room.ask(room["ben"], "seats")).content.startswith("There is no table in this channel.")
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR and entry.exc_info]


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_is_offered_what_may_be_done_about_who_is_gone(room: Room, database: Database) -> None:
    await room.open_table(order="joining")
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    seats = await room.ask(room["anna"], "seats")
    assert seats.content.startswith("**Navegador** #1: who sits where\n1. **anna** (host)\n2. **ben** · the table")
    hosting = ["Make ben the host", "Make carla the host"]
    assert labels(seats) == ["Leave for now", "Pause the table", *hosting]
    await a_week_passes(database)
    seats = await room.ask(room["anna"], "seats")
    assert " · time is up" in seats.content
    assert labels(seats)[2:5] == ["Find a substitute for ben", "Computer for ben", "Make ben the host"]
    panel = shown_message(await room["anna"].click(seats, label="Find a substitute for ben"))
    assert panel.content.startswith("I have asked for a substitute in the channel.")
    assert "2. **ben** · the table has been waiting since" in panel.content
    assert " · open to substitutes" in panel.content
    assert room.pinged_users()[-2:] == [[room["ben"].id]] or room.pinged_users()[-1] == [room["ben"].id]
    await room.play_turn(Random(1))
    assert any(
        "🪑 **ben** plays on; the seat is no longer open to substitutes." in message.content
        for message in room.history()
    )
    assert (await room.table()).seats[1].offered_at is None


@pytest.mark.room("anna", "ben", "carla")
async def test_a_late_player_is_not_asked_to_confirm_a_substitute(room: Room, database: Database) -> None:
    await room.open_table(order="joining")
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    await a_week_passes(database)
    await room["anna"].click(await room.ask(room["anna"], "seats"), label="Find a substitute for ben")
    await room.enter("zoe").click(message_with_button(room, "Take ben's seat"), label="Take ben's seat")
    refusal = shown_message(await room["ben"].click(message_with_button(room, "Confirm zoe"), label="Confirm zoe"))
    assert refusal.content == english("error.may_not_confirm")
    assert labels(await room.ask(room["ben"], "seats")) == ["Leave for now"]
    assert "Confirm zoe" in labels(await room.ask(room["carla"], "seats"))


@pytest.mark.room("anna", "ben", "carla")
async def test_who_has_resigned_is_offered_no_other_seat(room: Room) -> None:
    message = await let_ben_leave(room)
    await room["carla"].click(await room.ask(room["carla"], "game resign"), label="Resign")
    refusal = shown_message(await room["carla"].click(message, label="Take ben's seat"))
    assert refusal.content == english("error.already_seated")
    assert "Take ben's seat" not in labels(await room.ask(room["carla"], "seats"))


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_lets_a_computer_stand_in_and_names_another_host(room: Room, database: Database) -> None:
    await room.open_table(order="joining")
    while (await room.table()).game.to_act != (1,):
        await room.play_turn(Random(1))
    await a_week_passes(database)
    await room["anna"].click(await room.ask(room["anna"], "seats"), label="Computer for ben")
    message = message_with_button(room, "I'm back")
    assert message.content == (f"{room['ben'].mention} 🤖 A computer plays for **ben** until **ben** is back.")
    choices = await room["anna"].autocomplete(room.channel, "game host", "player", "car")
    assert [choice["value"] for choice in choices] == [2]
    answer = await room.ask(room["anna"], "game host", player=2)
    assert answer.content == english("reply.seats.host")
    assert any("👑 **carla** is the host now." in entry.content for entry in room.history())
    refusal = await room.ask(room["anna"], "game host", player=0)
    assert refusal.content.startswith("Only the host")


async def test_a_table_pauses_over_a_restart_and_goes_on_with_what_was_left(room: Room, database: Database) -> None:
    table = await limited_room(room, "remind")
    mover, waiting_person = await room.deciding()
    host = room["anna"]
    await a_week_passes(database, timedelta(hours=14))
    assert (await room.ask(room["ben"], "game pause")).content.startswith("Only the host")
    assert (await room.ask(host, "game pause")).content == "The table is paused."
    board = room.last
    assert "Your move" not in labels(board)
    assert "⏸ **anna** has paused the table; nobody's time is running." in board.content
    assert "⏸ Paused by **anna**." in board.content
    assert room.pinged_users()[-1] == []
    await room.restart()
    await a_week_passes(database)
    await room.sweep()
    sentence = "⏸ **anna** has paused this table."
    assert (await room.ask(mover, "play")).content.startswith(sentence)
    assert (await room.ask(mover, "play", move="rondel ships")).content.startswith(sentence)
    assert "paused by **anna**" in (await room.ask(waiting_person, "games")).content
    seats = await room.ask(host, "seats")
    assert "⏸ Paused by **anna**." in seats.content
    assert "Resume" in labels(seats)
    await host.click(seats, label="Resume")
    assert "▶ **anna** has resumed the game" in room.board().content
    assert room.pinged_users()[-1] == [mover.id]
    ((_, due),) = (await room.bot.tables.deadlines(await room.table())).items()
    assert timedelta(hours=9) < due - utcnow() <= timedelta(hours=10)
    assert f"<t:{int(due.timestamp())}:R>" in room.board().content
    assert (await room.ask(mover, "play", move="rondel ships")).content.startswith("✓")
    assert table.row.id == (await room.table()).row.id


async def test_when_time_is_up_a_computer_plays_until_one_press(room: Room, database: Database) -> None:
    table = await limited_room(room, "stand_in")
    late_player, other_player = await room.deciding()
    await pass_time(database, table.row.id)
    await room.sweep()
    message = message_with_button(room, "I'm back")
    name = f"**{late_player.name}**"
    time_up = f"{late_player.mention} ⏰ Time is up for {name}; a computer plays until {name} is back."
    host = f"\n👑 **{other_player.name}** is the host now." if late_player.id == room["anna"].id else ""
    assert message.content == time_up + host
    assert room.pinged_users()[-1] == [other_player.id]
    await late_player.click(message, label="I'm back")
    assert (await room.table()).seat_of(late_player.id) is not None


async def test_when_time_is_up_the_seat_is_offered_and_a_move_withdraws_it(room: Room, database: Database) -> None:
    table = await limited_room(room, "open")
    late_player, _ = await room.deciding()
    zoe = room.enter("zoe")
    await pass_time(database, table.row.id)
    await room.sweep()
    message = message_with_button(room, f"Take {late_player.name}'s seat")
    assert message.content.startswith(f"{late_player.mention} ⏰ Time is up for **{late_player.name}**. Who would like")
    assert labels(message) == [f"Take {late_player.name}'s seat"]
    seats = await room.ask(zoe, "seats")
    await room.play_turn(Random(1))
    assert labels(next(entry for entry in room.history() if entry.id == message.id)) == []
    refusal = shown_message(await zoe.click(seats, label=f"Take {late_player.name}'s seat"))
    assert refusal.content.startswith(f"**{late_player.name}** is playing this seat")


async def test_who_ends_a_long_pause_by_command_is_told_when_the_game_goes_on(room: Room, database: Database) -> None:
    await room.open_table()
    await room.ask(room["anna"], "game pause")
    await a_week_passes(database, timedelta(days=14, minutes=1))
    text = (await room.ask(room["ben"], "game pause")).content
    assert text == "The pause ends in one day; I have told everybody."
    assert (await room.table()).is_paused


@pytest.mark.parametrize(
    "game", ["mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_substitute_and_a_pause_in_every_game(room: Room, game: str) -> None:
    await room.open_table(game, order="joining")
    zoe = room.people["zoe"] = room.enter("zoe")
    await room.leave(room["ben"])
    await zoe.click(message_with_button(room, "Take ben's seat"), label="Take ben's seat")
    await room["anna"].click(message_with_button(room, "Confirm zoe"), label="Confirm zoe")
    await room.ask(room["anna"], "game pause")
    await room.ask(room["anna"], "game pause")
    for _ in range(4):
        await room.play_turn(Random(1))
    assert zoe.id in {move.by_user_id for move in await room.moves()}
    assert [line for line in room.logs if line["log_level"] == "error"] == []
