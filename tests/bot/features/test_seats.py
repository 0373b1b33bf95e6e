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
from tests.bot.parts import labelled, labels, shown
from tests.bot.room import Room
from tests.bot.tables.test_time_limits import limited_room, pass_time
from tests.bot.waiting import a_week_passes

pytestmark = [pytest.mark.usefixtures("plain_pictures"), sqlite]


def offering(here: Room, label: str) -> discord.Message:
    """The newest message in the channel with such a button."""
    return next(message for message in reversed(here.history()) if label in labels(message))


async def without_ben(here: Room) -> discord.Message:
    """Ben has left a table of three for now; the message that tells it."""
    await here.open_table(order="joining")
    told = await here.ask(here["ben"], "game leave")
    assert told.content.startswith("You have left for now, and a computer plays for you.")
    return offering(here, "Take ben's seat")


async def with_zoe(here: Room) -> None:
    """Zoe plays for Ben."""
    message = await without_ben(here)
    zoe = here.people["zoe"] = here.enter("zoe")
    await zoe.click(message, label="Take ben's seat")
    await here["anna"].click(offering(here, "Confirm zoe"), label="Confirm zoe")


@pytest.mark.room("anna", "ben", "carla")
async def test_who_leaves_comes_back_with_one_press(here: Room) -> None:
    message = await without_ben(here)
    assert "🪑 **ben** leaves for now; a computer plays until somebody takes the seat" in message.content
    assert labels(message) == ["Take ben's seat", "I'm back"]
    panel = shown(await here["ben"].click(here.board(), label="Your move"))
    assert panel.content.startswith("A computer is playing for you.")
    assert "a computer plays for you" in (await here.ask(here["ben"], "games")).content
    refused = shown(await here["anna"].click(message, label="I'm back"))
    assert refused.content == english("error.not_away")
    told = shown(await here["ben"].click(message, label="I'm back"))
    assert told.content == english("reply.seats.back")
    assert "👋 **ben** is back." in here.last.content
    assert labels(next(each for each in here.history() if each.id == message.id)) == []
    assert (await here.table()).seat_of(here["ben"].id) == 1


@pytest.mark.room("anna", "ben", "carla")
async def test_a_substitute_is_confirmed_plays_and_hands_the_seat_back(here: Room) -> None:
    message = await without_ben(here)
    zoe = here.people["zoe"] = here.enter("zoe")
    told = shown(await zoe.click(message, label="Take ben's seat"))
    assert told.content == "I have asked the table whether you may take the seat."
    asked = offering(here, "Confirm zoe")
    assert "🙋 **zoe** would like to take **ben**'s seat." in asked.content
    assert here.called()[-1] == [here["anna"].id, here["carla"].id]
    assert "Confirm zoe" in labels(await here.ask(here["carla"], "seats")), "everybody who plays may confirm"
    assert labels(await here.ask(here.enter("yann"), "seats")) == ["Take ben's seat"], "a stranger may not"
    assert shown(await zoe.click(asked, label="Confirm zoe")).content == english("error.not_by_yourself")
    assert (await here.open_panel(zoe)).content == english("error.not_seated")
    noted = shown(await here["carla"].click(asked, label="Confirm zoe"))
    assert noted.content == "Noted. **anna** still has to confirm, or the host alone."
    done = shown(await here["anna"].click(asked, label="Confirm zoe"))
    assert done.content == english("reply.seats.agree")
    assert "🪑 **zoe** now plays for **ben**." in here.last.content
    while (await here.table()).game.to_act != (1,):
        await here.play_turn(Random(1))
    assert here.called()[-1] == [zoe.id]
    assert (await here.open_panel(zoe)).content.startswith("**Navegador**")
    await here.play_turn(Random(1))
    while (await here.table()).game.to_act != (1,):
        await here.play_turn(Random(1))
    late = shown(await here["ben"].click(message, label="I'm back"))
    assert late.content.startswith("**zoe** is playing your seat.")
    assert ": **zoe** plays for you." in (await here.ask(here["ben"], "games")).content
    assert "your turn!" in (await here.ask(zoe, "games")).content
    seats = await here.ask(zoe, "seats")
    assert "2. **zoe** plays for **ben** · the table has been waiting since <t:" in seats.content
    assert labels(seats) == ["Leave for now", "Hand the seat back"]
    after = shown(await zoe.click(seats, label="Hand the seat back"))
    assert after.content.startswith(english("reply.seats.hand"))
    offer = offering(here, "I'm back")
    assert offer.content.startswith(f"{here['ben'].mention} 🤝 **zoe** hands the seat back to **ben**")
    assert here.called()[-1] == [here["ben"].id]
    await here["ben"].click(offer, label="I'm back")
    assert "👋 **ben** is back. Thank you, **zoe**!" in here.last.content
    assert here.called()[-1] == [here["ben"].id]
    entries = await here.bot.tables.log((await here.table()).row.id)
    log = "\n".join(log_lines(await here.table(), entries, texts_in("en")))
    assert "**zoe** moves to" in log
    assert "🪑 **ben** left for now." in log
    assert "🪑 **zoe** took a seat as a substitute." in log
    assert "👋 **ben** came back." in log


@pytest.mark.room("anna", "ben", "carla")
async def test_a_seat_that_is_taken_is_taken_by_nobody_else(here: Room) -> None:
    message, zoe, yann = await without_ben(here), here.enter("zoe"), here.enter("yann")
    seats = await here.ask(yann, "seats")
    await zoe.click(message, label="Take ben's seat")
    await here["anna"].click(offering(here, "Confirm zoe"), label="Confirm zoe")
    told = shown(await yann.click(seats, label="Take ben's seat"))
    assert told.content == "**zoe** is playing this seat, and it is not open to others. /seats shows which seats are."
    assert labels(await here.ask(yann, "seats")) == []


@pytest.mark.room("anna", "ben", "carla")
async def test_a_candidate_who_has_left_the_server_gets_no_seat(here: Room) -> None:
    zoe = here.enter("zoe")
    await zoe.click(await without_ben(here), label="Take ben's seat")
    here.guild.remove_member(zoe)
    told = shown(await here["anna"].click(offering(here, "Confirm zoe"), label="Confirm zoe"))
    assert told.content == english("error.candidate_gone")
    assert (await here.table()).computer_at(1) == "normal"


@pytest.mark.room("anna", "ben", "carla")
async def test_buttons_of_another_server_or_of_a_game_that_is_over_do_nothing(
    here: Room, caplog: pytest.LogCaptureFixture
) -> None:
    message, manager = await without_ben(here), here.enter("mona", manages=True)
    elsewhere = here.env.create_guild()
    channel = elsewhere.create_text_channel("games")
    await here.bot.tables.lobby.open(
        "macao", guild_id=elsewhere.id, channel_id=channel.id, host=(here["ben"].id, "ben"), click=next_click()
    )
    button = labelled(message, "I'm back")["custom_id"]
    here.forge(message, button, button.replace("pt:seat:1:", "pt:seat:2:"))
    message = offering(here, "I'm back")
    assert shown(await here["ben"].click(message, label="I'm back")).content == english("error.elsewhere")
    seats = await here.ask(here["ben"], "seats")
    await manager.click(await here.ask(manager, "game end"), label="End the game")
    told = shown(await here["ben"].click(seats, label="I'm back"))
    assert told.content == english("error.game_over")
    assert (await here.ask(here["ben"], "seats")).content.startswith("There is no table in this channel.")
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR and entry.exc_info]


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_is_offered_what_may_be_done_about_who_is_gone(here: Room, database: Database) -> None:
    await here.open_table(order="joining")
    while (await here.table()).game.to_act != (1,):
        await here.play_turn(Random(1))
    seats = await here.ask(here["anna"], "seats")
    assert seats.content.startswith("**Navegador** #1: who sits where\n1. **anna** (host)\n2. **ben** · the table")
    hosting = ["Make ben the host", "Make carla the host"]
    assert labels(seats) == ["Leave for now", "Pause the table", *hosting]
    await a_week_passes(database)
    seats = await here.ask(here["anna"], "seats")
    assert " · time is up" in seats.content
    assert labels(seats)[2:5] == ["Find a substitute for ben", "Computer for ben", "Make ben the host"]
    panel = shown(await here["anna"].click(seats, label="Find a substitute for ben"))
    assert panel.content.startswith("I have asked for a substitute in the channel.")
    assert "2. **ben** · the table has been waiting since" in panel.content
    assert " · open to substitutes" in panel.content
    assert here.called()[-2:] == [[here["ben"].id]] or here.called()[-1] == [here["ben"].id]
    await here.play_turn(Random(1))
    assert any(
        "🪑 **ben** plays on; the seat is no longer open to substitutes." in each.content for each in here.history()
    )
    assert (await here.table()).seats[1].offered_at is None


@pytest.mark.room("anna", "ben", "carla")
async def test_the_host_lets_a_computer_stand_in_and_names_another_host(here: Room, database: Database) -> None:
    await here.open_table(order="joining")
    while (await here.table()).game.to_act != (1,):
        await here.play_turn(Random(1))
    await a_week_passes(database)
    await here["anna"].click(await here.ask(here["anna"], "seats"), label="Computer for ben")
    message = offering(here, "I'm back")
    assert message.content == (f"{here['ben'].mention} 🤖 A computer plays for **ben** until **ben** is back.")
    choices = await here["anna"].autocomplete(here.channel, "game host", "player", "car")
    assert [choice["value"] for choice in choices] == [2]
    told = await here.ask(here["anna"], "game host", player=2)
    assert told.content == english("reply.seats.host")
    assert any("👑 **carla** is the host now." in each.content for each in here.history())
    refused = await here.ask(here["anna"], "game host", player=0)
    assert refused.content.startswith("Only the host")


async def test_a_table_pauses_over_a_restart_and_goes_on_with_what_was_left(here: Room, database: Database) -> None:
    table = await limited_room(here, "remind")
    now, other = await here.deciding()
    host = here["anna"]
    await a_week_passes(database, timedelta(hours=14))
    assert (await here.ask(here["ben"], "game pause")).content.startswith("Only the host")
    assert (await here.ask(host, "game pause")).content == "The table is paused."
    board = here.last
    assert "Your move" not in labels(board)
    assert "⏸ **anna** has paused the table; nobody's time is running." in board.content
    assert "⏸ Paused by **anna**." in board.content
    assert here.called()[-1] == []
    await here.restart()
    await a_week_passes(database)
    await here.sweep()
    sentence = "⏸ **anna** has paused this table."
    assert (await here.ask(now, "play")).content.startswith(sentence)
    assert (await here.ask(now, "play", move="rondel ships")).content.startswith(sentence)
    assert "paused by **anna**" in (await here.ask(other, "games")).content
    seats = await here.ask(host, "seats")
    assert "⏸ Paused by **anna**." in seats.content
    assert "Resume" in labels(seats)
    await host.click(seats, label="Resume")
    assert "▶ **anna** has resumed the game" in here.board().content
    assert here.called()[-1] == [now.id]
    ((_, due),) = (await here.bot.tables.deadlines(await here.table())).items()
    assert timedelta(hours=9) < due - utcnow() <= timedelta(hours=10)
    assert f"<t:{int(due.timestamp())}:R>" in here.board().content
    assert (await here.ask(now, "play", move="rondel ships")).content.startswith("✓")
    assert table.row.id == (await here.table()).row.id


async def test_when_time_is_up_a_computer_plays_until_one_press(here: Room, database: Database) -> None:
    table = await limited_room(here, "stand_in")
    late, other = await here.deciding()
    await pass_time(database, table.row.id)
    await here.sweep()
    message = offering(here, "I'm back")
    told = f"{late.mention} ⏰ Time is up for **{late.name}**; a computer plays until **{late.name}** is back."
    host = f"\n👑 **{other.name}** is the host now." if late.id == here["anna"].id else ""
    assert message.content == told + host
    assert here.called()[-1] == [other.id]
    await late.click(message, label="I'm back")
    assert (await here.table()).seat_of(late.id) is not None


async def test_when_time_is_up_the_seat_is_offered_and_a_move_withdraws_it(here: Room, database: Database) -> None:
    table = await limited_room(here, "open")
    late, _ = await here.deciding()
    zoe = here.enter("zoe")
    await pass_time(database, table.row.id)
    await here.sweep()
    message = offering(here, f"Take {late.name}'s seat")
    assert message.content.startswith(f"{late.mention} ⏰ Time is up for **{late.name}**. Who would like")
    assert labels(message) == [f"Take {late.name}'s seat"]
    seats = await here.ask(zoe, "seats")
    await here.play_turn(Random(1))
    assert labels(next(told for told in here.history() if told.id == message.id)) == []
    told = shown(await zoe.click(seats, label=f"Take {late.name}'s seat"))
    assert told.content.startswith(f"**{late.name}** is playing this seat")


async def test_who_ends_a_long_pause_by_command_is_told_when_the_game_goes_on(here: Room, database: Database) -> None:
    await here.open_table()
    await here.ask(here["anna"], "game pause")
    await a_week_passes(database, timedelta(days=14, minutes=1))
    said = (await here.ask(here["ben"], "game pause")).content
    assert said == "The pause ends in one day; I have told everybody."
    assert (await here.table()).is_paused


@pytest.mark.parametrize(
    "game", ["mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("macao", "burgundy"))]
)
@pytest.mark.room("anna", "ben", "carla")
async def test_a_substitute_and_a_pause_in_every_game(here: Room, game: str) -> None:
    await here.open_table(game, order="joining")
    zoe = here.people["zoe"] = here.enter("zoe")
    await here.ask(here["ben"], "game leave")
    await zoe.click(offering(here, "Take ben's seat"), label="Take ben's seat")
    await here["anna"].click(offering(here, "Confirm zoe"), label="Confirm zoe")
    await here.ask(here["anna"], "game pause")
    await here.ask(here["anna"], "game pause")
    for _ in range(4):
        await here.play_turn(Random(1))
    assert zoe.id in {move.by_user_id for move in await here.moves()}
    assert [line for line in here.logs if line["log_level"] == "error"] == []
