"""Gathering players: everything the lobby's buttons do and refuse."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

import engines
from bot.tables import Refused
from bot.tables.observers import clocks
from bot.wording import texts_in
from engines.navegador.game import Navegador
from storage.database import Database
from storage.models import Status
from tests.bot.english import english
from tests.bot.filling import fill, parts, submitted_values
from tests.bot.lobbies import MANAGER
from tests.bot.parts import controls, labels, shown_message
from tests.bot.room import Room, open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


OPTIONS = "pt:options:1:0"
CLOCK = "pt:clock:1"
EXTRAS = "pt:q:1"


async def opened(room: Room, seats: int = 3, **options: object) -> discord.Message:
    await room.ask(room["anna"], "game new", game="navegador", seats=seats, **options)
    return room.last


async def test_game_new_posts_a_lobby_with_its_buttons_and_the_options(room: Room) -> None:
    answer = await room.ask(room["anna"], "game new", game="navegador", seats=3)
    assert answer.content.split("\n")[0] == f"Your table is open in {room.channel.mention}."
    lobby = room.last
    assert lobby.content.startswith("## Navegador\nThis table has room for up to 3 players.")
    assert f"1. {room['anna'].mention} (host)\n2. …\n3. …" in lobby.content
    assert labels(lobby)[:5] == ["Join", "Leave", "Add computer", "Start", "Cancel"]
    assert labels(lobby)[5:] == ["Options …", "Time limit …", "Fair dice", "Learn"]
    assert room.pinged_users() == [[]]  # only those whose turn it is are called


async def test_those_who_join_are_listed_once(room: Room) -> None:
    lobby = await opened(room)
    assert "There are enough players" not in lobby.content
    await room["ben"].click(lobby, label="Join")
    assert f"2. {room['ben'].mention}" in room.last.content
    assert "There are enough players" in room.last.content
    again = shown_message(await room["ben"].click(lobby, label="Join"))
    assert again.content == english("error.already_seated")
    assert again.flags.ephemeral
    assert len((await room.table()).seats) == 2


async def test_a_host_who_leaves_hands_over_and_the_last_to_leave_closes_the_table(room: Room) -> None:
    lobby = await opened(room)
    await room["ben"].click(lobby, label="Join")
    await room["anna"].click(lobby, label="Leave")
    assert f"1. {room['ben'].mention} (host)\n2. …" in room.last.content
    assert room["anna"].mention not in room.last.content
    stranger = shown_message(await room["anna"].click(lobby, label="Leave"))
    assert stranger.content == english("error.not_joined")
    await room["ben"].click(lobby, label="Leave")
    assert "**This table is closed.**" in room.last.content
    assert labels(room.last) == []
    assert (await room.table()).row.status == Status.ABANDONED


async def test_a_table_without_people_but_with_a_computer_closes_too(room: Room) -> None:
    lobby = await opened(room)
    question = shown_message(await room["anna"].click(lobby, label="Add computer"))
    await room["anna"].click(question, label="Normal: plans its whole turn")
    await room["anna"].click(lobby, label="Leave")
    assert "**This table is closed.**" in room.last.content


async def test_computers_of_two_levels_take_seats_until_the_table_is_full(room: Room) -> None:
    lobby = await opened(room)
    question = shown_message(await room["anna"].click(lobby, label="Add computer"))
    assert labels(question) == [
        "Easy: goes for quick points and makes mistakes now and then",
        "Normal: plans its whole turn",
        "Strong: has learned from many games",
    ]
    question = shown_message(
        await room["anna"].click(question, label="Easy: goes for quick points and makes mistakes now and then")
    )
    assert question.content == "Added 🤖 Easy 1. One seat is free."
    assert "2. 🤖 Easy 1" in room.history()[0].content
    question = shown_message(await room["anna"].click(question, label="Normal: plans its whole turn"))
    assert question.content == "Added 🤖 Normal 2. The table is full."
    assert labels(question) == ["Remove 🤖 Easy 1", "Remove 🤖 Normal 2"]
    assert "3. 🤖 Normal 2" in room.history()[0].content
    assert [seat.computer for seat in (await room.table()).seats] == [None, "easy", "normal"]
    full = shown_message(await room["anna"].click(lobby, label="Add computer"))
    assert full.content == "All 3 seats at this table are taken."
    late = shown_message(await room["ben"].click(lobby, label="Join"))
    assert late.content == english("error.full_of_computers")


async def test_a_host_has_one_panel_for_computers_and_none_once_the_game_begins(database: Database) -> None:
    def gone() -> int:
        return len(room.requests("DELETE", "/webhooks/*"))

    async with open_room(database) as room:
        lobby = await opened(room)
        first = shown_message(await room["anna"].click(lobby, label="Add computer"))
        await room["anna"].click(first, custom_id="pt:k:1:easy")
        assert gone() == 0, "the panel that was pressed says what has happened"
        await room["anna"].click(lobby, label="Add computer")
        assert gone() == 1, "it gives way to the next"
        await room["ben"].click(lobby, label="Join")
        await room["anna"].click(lobby, label="Start")
        assert gone() == 2
        assert not room.bot.services.computer_panels


async def test_a_guest_adds_no_computer_starts_nothing_cancels_nothing_and_sets_no_option(room: Room) -> None:
    lobby = await opened(room)
    await room["ben"].click(lobby, label="Join")
    refusal = english("error.not_host")
    for label in ("Add computer", "Start", "Cancel"):
        assert shown_message(await room["ben"].click(lobby, label=label)).content == refusal
    assert shown_message(await room["ben"].click(lobby, custom_id=OPTIONS)).content == refusal
    form = await room["anna"].click(lobby, custom_id=OPTIONS)
    await room["anna"].click(lobby, label="Leave")  # ben is host now
    assert (await fill(room["anna"], form, royal="goa")).content == refusal
    table = await room.table()
    assert (table.row.status, table.row.options) == (Status.LOBBY, Navegador.defaults())


async def test_nobody_starts_alone(room: Room) -> None:
    lobby = await opened(room)
    refused = shown_message(await room["anna"].click(lobby, label="Start"))
    assert refused.content.startswith("This game needs at least 2 players.")
    assert (await room.table()).row.status == Status.LOBBY


async def test_the_host_cancels(room: Room) -> None:
    lobby = await opened(room)
    await room["anna"].click(lobby, label="Cancel")
    assert "**This table is closed.**" in room.last.content
    with pytest.raises(Refused):
        await room.bot.tables.table_in(room.channel.id)


async def test_the_host_chooses_an_option_and_the_game_is_played_with_it(room: Room) -> None:
    lobby = await opened(room, seats=2)
    await room["ben"].click(lobby, label="Join")
    form = await room["anna"].click(lobby, custom_id=OPTIONS)
    assert (form.modal or {})["title"] == "Options for Navegador"
    assert parts(form)["royal"]["label"] == "King's privilege"
    assert submitted_values(form) == {"royal": "end"}
    await room.restart()
    await fill(room["anna"], form, royal="goa")
    assert "King's privilege: **claimed in Goa (variant)**" in room.last.content
    await room["anna"].click(lobby, label="Start")
    assert (await room.table()).game.state.options["royal"] == "goa"


async def test_whoever_joins_chooses_a_colour_that_nobody_has(room: Room) -> None:
    lobby = await opened(room, seats=2)
    assert "Only players" in shown_message(await room["ben"].select(lobby, ["colour=red"], custom_id=EXTRAS)).content
    await room["ben"].click(lobby, label="Join")
    await room["ben"].select(room.last, ["colour=black"], custom_id=EXTRAS)
    assert f"2. {room['ben'].mention} · black" in room.last.content
    (extras,) = [select for select in controls(room.last) if select["custom_id"] == EXTRAS]
    assert "colour=black" not in [option["value"] for option in extras["options"]]
    await room["ben"].select(room.last, ["colour=any"], custom_id=EXTRAS)
    assert "black" not in room.last.content
    await room["anna"].select(room.last, ["colour=black"], custom_id=EXTRAS)
    await room["anna"].click(lobby, label="Start")
    table = await room.table()
    assert table.colours[table.names.index("anna")] == "black"


async def test_somebody_who_manages_the_server_may_do_what_the_host_may(room: Room) -> None:
    manager = room.enter("mona", manages=True)
    lobby = await opened(room)
    await room["ben"].click(lobby, label="Join")
    await fill(manager, await manager.click(lobby, custom_id=OPTIONS), royal="goa")
    await fill(manager, await manager.click(lobby, custom_id=CLOCK), limit="24")
    for choice, select in (("hints=off", EXTRAS), ("tall", EXTRAS), ("rated=on", EXTRAS)):
        await manager.select(lobby, [choice], custom_id=select)
    await manager.click(shown_message(await manager.click(lobby, label="Add computer")), custom_id="pt:k:1:easy")
    await manager.click(lobby, label="Start")
    table = await room.table()
    assert table.is_running
    assert (table.row.options["royal"], clocks.read_clock(table.row.clock).hours) == ("goa", 24)
    assert (table.row.hints, table.row.shape, table.row.rated) == (False, "tall", True)
    assert "easy" in map(table.computer_at, range(3))
    assert "**The game has begun.**" in room.history()[0].content
    assert labels(room.history()[0]) == []


async def test_somebody_who_manages_the_server_may_close_a_lobby(room: Room) -> None:
    lobby = await opened(room)
    await room.enter("mona", manages=True).click(lobby, label="Cancel")
    assert (await room.table()).row.status == Status.ABANDONED


async def test_buttons_of_a_lobby_that_has_started_say_so(room: Room) -> None:
    lobby = await opened(room)
    clicks = [room.click_payload(room["ben"], lobby, label) for label in ("Join", "Leave", "Start", "Add computer")]
    await room["ben"].click(lobby, label="Join")
    await room["anna"].click(lobby, label="Start")
    await room.deliver(*clicks)
    answers = [m for m in room.channel.history(viewer=room["ben"]) if m.flags.ephemeral]
    assert [m.content for m in answers] == [english("phone.ask"), *[english("error.not_in_lobby")] * 4]
    assert len((await room.table()).seats) == 2


@pytest.mark.room("anna", "ben", "carla")
async def test_the_last_seat_is_taken_once_when_two_press_at_once(room: Room) -> None:
    lobby = await opened(room, seats=2)
    await room.deliver(*(room.click_payload(room[name], lobby, "Join") for name in ("ben", "carla")))
    assert len((await room.table()).seats) == 2
    answers = [m.content for name in ("ben", "carla") for m in room.channel.history(viewer=room[name])]
    assert answers.count(english("error.table_full")) == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            {"game": "navegador", "seats": 1},
            "This game is for 2 to 5 players. Choose a number between these.",
        ),
        (
            {"game": "navegador", "options": "royal"},
            "This game has no option “royal”. Choose one of the suggestions.",
        ),
        (
            {"game": "navegador", "options": "royal=maybe"},
            "This game has no option “royal=maybe”. Choose one of the suggestions.",
        ),
        (
            {"game": "navegador", "options": "speed=fast"},
            "This game has no option “speed=fast”. Choose one of the suggestions.",
        ),
    ],
)
async def test_game_new_names_what_was_typed_wrongly(room: Room, typed: dict[str, object], answer: str) -> None:
    assert (await room.ask(room["anna"], "game new", **typed)).content == answer
    assert room.history() == []


async def test_game_new_offers_the_games_at_once_and_completes_their_options(room: Room) -> None:
    anna = room["anna"]
    assert await room.games_offered() == {key: texts_in("en").title(key) for key in engines.GAMES}
    assert await room.games_offered("de") == {key: texts_in("de").title(key) for key in engines.GAMES}
    options = await anna.autocomplete(room.channel, "game new", "options", "goa", game="navegador")
    assert [choice["value"] for choice in options] == ["royal=goa"]
    answer = await room.ask(anna, "game new", game="navegador", options="royal=goa", order="joining")
    assert answer.content.startswith("Your table is open")
    assert english("lobby.order.joining") in room.last.content


async def test_seats_follow_the_joining_or_are_drawn(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("anna", "ben", "carla")
    async with open_room(database, *names) as room:
        assert (await room.open_table(order="joining")).names == names
        await room.bot.tables.play.end((await room.table()).row.id, MANAGER, admin=True)
        await room.bot.worker.idle()
        monkeypatch.setattr("engines.fair_dice.order_of", lambda *_: [2, 0, 1])
        drawn = await room.open_table()
        assert drawn.names == ("carla", "anna", "ben")
        assert [drawn.seat_of(room[name].id) for name in names] == [1, 2, 0]


async def test_a_second_table_of_many_options_gets_a_thread_and_keeps_them_all(room: Room) -> None:
    """A button holds 100 characters; the options of Burgundy take more when written out."""
    await room.open_table()
    chosen = {"mode": "free", "boards": "extra", "beginners_board": "on", "edition": "special"}
    chosen["tie_break"] = "fewest_empty"
    typed = ", ".join(f"{option}={value}" for option, value in chosen.items())
    offer = await room.ask(room["ben"], "game new", game="burgundy", seats=2, order="random", options=typed)
    await room["ben"].click(offer, label="Open a thread")
    (thread,) = room.channel.threads
    assert (await room.bot.tables.table_in(thread.id)).row.options == chosen


async def test_a_second_table_gets_a_thread_and_is_played_there(room: Room) -> None:
    await room.open_table()
    offer = await room.ask(room["ben"], "game new", game="navegador", seats=2, order="joining", options="royal=goa")
    assert "You can open your table in a thread of its own." in offer.content
    answer = shown_message(await room["ben"].click(offer, label="Open a thread"))
    acknowledged = room.requests("POST", "/interactions/*/callback")[-1].json or {}
    assert (acknowledged["type"], acknowledged["data"]["components"]) == (7, [])  # nothing is left to press twice
    (thread,) = room.channel.threads
    assert thread.name == "Navegador with ben"
    assert answer.content.split("\n")[0] == f"Your table is open in {thread.mention}."
    lobby = thread.last_message
    assert lobby is not None
    await room["anna"].click(lobby, label="Join")
    await room["ben"].click(lobby, label="Start")
    table = await room.bot.tables.table_in(thread.id)
    assert (table.names, table.row.options["royal"], table.is_running) == (("ben", "anna"), "goa", True)
    board = thread.last_message
    assert board is not None
    assert labels(board) == ["Your move", "Fair dice"]
    assert (await room.table()).row.id != table.row.id


async def test_a_thread_that_may_not_be_opened_is_named(room: Room) -> None:
    await room.open_table()
    offer = await room.ask(room["ben"], "game new", game="navegador")
    room.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    refused = shown_message(await room["ben"].click(offer, label="Open a thread"))
    assert (
        refused.content == "I am missing permissions here: “Create Public Threads”. Ask a server manager to grant them."
    )


async def test_a_thread_in_which_no_table_can_be_opened_is_archived_and_says_so(room: Room) -> None:
    await room.open_table()
    offer = await room.ask(room["ben"], "game new", game="macao")
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=200000)
    refused = shown_message(await room["ben"].click(offer, label="Open a thread"))
    assert refused.content.startswith("The server's AutoMod blocked my message.")
    (thread,) = room.channel.threads
    channel = room.env.backend.get_channel(thread.id)
    assert channel.thread_metadata is not None
    assert (channel.name, channel.thread_metadata.archived) == ("Macao: not opened", True)


async def test_a_lobby_in_the_way_is_named_and_play_shows_it_again(room: Room) -> None:
    await opened(room)
    offer = await room.ask(room["ben"], "game new", game="navegador")
    assert "is already looking for players here; /play leads to it" in offer.content
    again = await room.ask(room["anna"], "play")
    assert again.content == english("reply.lobby_again")
    lobby = room.last
    assert labels(lobby)[0] == "Join"
    await room["ben"].click(lobby, label="Join")
    assert len((await room.table()).seats) == 2


async def test_where_the_bot_may_not_write_no_table_is_opened(room: Room) -> None:
    room.forbid("send_messages", "attach_files")
    answer = await room.ask(room["anna"], "game new", game="navegador")
    assert (
        answer.content
        == "I am missing permissions here: “Send Messages” and “Attach Files”. Ask a server manager to grant them."
    )
    with pytest.raises(Refused):
        await room.table()


async def test_a_lobby_that_could_not_be_posted_does_not_block_the_channel(room: Room) -> None:
    room.env.inject_error("POST", "/channels/*/messages", status=500)
    answer = await room.ask(room["anna"], "game new", game="navegador")
    assert answer.content == english("error.no_answer")
    assert (await room.ask(room["anna"], "game new", game="navegador")).content.startswith("Your table is open")


async def test_a_lobby_whose_message_was_deleted_still_takes_computers_and_comes_back(room: Room) -> None:
    lobby = await opened(room)
    question = shown_message(await room["anna"].click(lobby, label="Add computer"))
    room.env.backend.delete_message(room.channel.id, lobby.id)
    answer = shown_message(await room["anna"].click(question, label="Normal: plans its whole turn"))
    assert answer.content == "Added 🤖 Normal 1. One seat is free."
    await room.ask(room["anna"], "play")
    assert "🤖 Normal 1" in room.last.content


async def test_a_stranger_s_play_is_told_how_to_join_and_posts_nothing(room: Room) -> None:
    lobby = await opened(room)
    stranger = room.enter("zoe")
    for person in (stranger, room["ben"]):
        answer = await room.ask(person, "play")
        assert answer.content.startswith("This table is looking for players. Press **Join** under its message: ")
        assert f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{lobby.id} " in answer.content
        assert answer.flags.ephemeral
    assert [message.id for message in room.history()] == [lobby.id]
    assert (await room.ask(room["anna"], "play")).content == english("reply.lobby_again")
    assert len(room.history()) == 2
    answer = await room.ask(stranger, "play")
    assert f"{room.channel.id}/{room.last.id} " in answer.content


async def test_no_thread_is_made_for_somebody_who_may_not_make_one(room: Room) -> None:
    await opened(room)
    offer = await room.ask(room["ben"], "game new", game="navegador")
    assert labels(offer) == ["Open a thread"]
    deny = discord.Permissions(create_public_threads=True).value
    room.env.backend.set_overwrite(
        room.channel.id, Overwrite(target_id=room["ben"].id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    )
    refused = shown_message(await room["ben"].click(offer, label="Open a thread"))
    assert refused.content == english("error.no_own_threads", permissions=["“Create Public Threads”"])
    assert labels(shown_message(await room["ben"].click(offer, label="Open a thread"))) == [], "the offer still stands"
    again = await room.ask(room["ben"], "game new", game="navegador")
    assert (again.content, labels(again)) == (english("error.channel_busy"), [])
    assert room.channel.threads == []
    allowed = await room.ask(room["anna"], "game new", game="navegador")
    await room["anna"].click(allowed, label="Open a thread")
    assert len(room.channel.threads) == 1
