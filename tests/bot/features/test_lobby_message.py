"""What the lobby's message says and offers, and who may ask for a computer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.lobby.lobby_message import LobbyButton, OptionSelect, lobby_view, offer_computers
from bot.features.lobby.lobby_text import lobby_text
from bot.interactions import components
from bot.tables import Refused, Table, Tables
from bot.wording import LANGUAGES, texts_in
from engines.navegador.game import Navegador
from storage.database import Database
from storage.models import SeatOrder, Status
from tests.bot.clicking import Click
from tests.bot.english import english
from tests.bot.lobbies import next_click
from tests.bot.stubs import stub_game, stub_table

WORDS = texts_in("en")


def option_lines(**chosen: str) -> list[str]:
    """Return the lines of Navegador's options: those chosen, else their defaults."""
    values = Navegador.defaults() | chosen
    return [
        WORDS.say(
            "lobby.option",
            option=WORDS.say(f"navegador.option.{id}"),
            value=WORDS.say(f"navegador.option.{id}.{value}"),
        )
        for id, value in values.items()
    ]


def lobby_lines(table: Table) -> list[str]:
    """Return the lines of the lobby without explanations."""
    return [line for line in lobby_text(table, WORDS).split("\n") if not line.startswith("-# ")]


def lobby(people: int = 2, computers: int = 1, **row: Any) -> Table:
    fields: dict[str, Any] = {"status": Status.LOBBY, "seats": 5, "options": {"royal": "end"}, "host_id": 101}
    return stub_table(stub_game(), people=people, computers=computers, **(fields | row))


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_invited_to_a_table_without_a_free_seat(language: str) -> None:
    texts = texts_in(language)
    invitations, full_lines = ([texts.say(f"lobby.{id}", n=seats) for seats in (3, 5)] for id in ("open", "full"))
    assert invitations[1] in (open_lobby_text := lobby_text(lobby(), texts))
    assert full_lines[1] not in open_lobby_text
    assert full_lines[0] in (full_lobby_text := lobby_text(lobby(seats=3), texts))
    assert invitations[0] not in full_lobby_text


def test_the_lobby_lists_seats_host_options_and_order() -> None:
    assert lobby_lines(lobby()) == [
        "## Navegador",
        "This table has room for up to 5 players. Press **Join** to take a seat.",
        "1. <@100>",
        "2. <@101> (host)",
        "3. 🤖 carla",
        "4. …",
        "5. …",
        "",
        *option_lines(),
        f"Playing time: {english('navegador.playing_time')}",
        "Hints: **on**",
        "Rating: **no, a friendly game**",
        english("lobby.order.random"),
        english("lobby.ready"),
    ]
    other_lines = lobby_lines(lobby(options={"royal": "goa"}, seat_order=SeatOrder.JOINING))
    assert other_lines[8:-1] == [
        *option_lines(royal="goa"),
        f"Playing time: {english('navegador.playing_time')}",
        "Hints: **on**",
        "Rating: **no, a friendly game**",
        english("lobby.order.joining"),
    ]
    assert lobby_lines(lobby(options={}))[8:-5] == option_lines()


def test_chosen_colours_stand_after_the_names_and_are_no_longer_on_offer() -> None:
    table = lobby()
    table.seats[1].colour = "blue"
    table.seats[2].colour = "gone"
    assert lobby_text(table, WORDS).split("\n")[2:5] == ["1. <@100>", "2. <@101> (host) · blue", "3. 🤖 carla"]
    offered_options = lobby_view(table, WORDS).children[-2].to_component_dict()["options"]
    assert [(option["value"], option["label"]) for option in offered_options[:5]] == [
        ("colour=red", "Your colour: red"),
        ("colour=green", "Your colour: green"),
        ("colour=yellow", "Your colour: yellow"),
        ("colour=black", "Your colour: black"),
        ("colour=any", "Your colour: whichever is free"),
    ]


@pytest.mark.parametrize(
    ("table", "last"),
    [
        (lobby(people=1, computers=0), english("lobby.order.random")),
        (lobby(people=2, computers=0), english("lobby.ready")),
        (lobby(status=Status.ABANDONED), "**This table is closed.**"),
        (lobby(status=Status.RUNNING), "**The game has begun.**"),
        (lobby(status=Status.FINISHED), "**The game has begun.**"),
    ],
)
def test_the_last_line_says_how_the_gathering_stands(table: Table, last: str) -> None:
    lines = lobby_text(table, WORDS).split("\n")
    assert lines[-1] == last
    assert ("5. …" in lines) == (table.row.status == Status.LOBBY)
    assert (lines[1].startswith("This table has room")) == (table.row.status == Status.LOBBY)


def test_buttons_and_options_are_there_while_the_lobby_is_open() -> None:
    *buttons, options, limit, extras, learn = [item.to_component_dict() for item in lobby_view(lobby(), WORDS).children]
    assert [(button["custom_id"], button["label"], button["style"]) for button in buttons] == [
        ("pt:l:1:join", "Join", 2),
        ("pt:l:1:leave", "Leave", 2),
        ("pt:l:1:computer", "Add computer", 2),
        ("pt:l:1:start", "Start", 1),
        ("pt:l:1:cancel", "Cancel", 4),
    ]
    assert (options["custom_id"], options["label"]) == ("pt:options:1:0", "Options …")
    assert (limit["custom_id"], limit["label"]) == ("pt:clock:1", "Time limit …")
    assert (learn["custom_id"], learn["label"]) == ("pt:learn:navegador", "Learn")
    assert extras["custom_id"] == "pt:q:1"
    assert [option["value"] for option in extras["options"]] == [
        *(f"colour={colour}" for colour in ("red", "green", "yellow", "blue", "black")),
        *("wide", "tall", "hints=off", "rated=on"),
    ]
    for status in (Status.RUNNING, Status.ABANDONED):
        assert lobby_view(lobby(status=status), WORDS).children == []


def test_the_coloured_button_is_what_the_table_needs_next() -> None:
    for people, needed in ((1, "Join"), (2, "Start")):
        buttons = [item.to_component_dict() for item in lobby_view(lobby(people, 0), WORDS).children]
        assert [button["label"] for button in buttons if button.get("style") == 1] == [needed]


def test_lobby_buttons_of_earlier_versions_are_understood() -> None:
    assert components.read("pt:l:12:start") == LobbyButton(12, "start")
    assert components.read("pt:o:12") == OptionSelect(12)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_nobody_is_offered_a_computer_that_is_not_known_to_be_stronger(database: Database) -> None:
    table = await Tables(database).lobby.open(
        "mmn", guild_id=9, channel_id=5, host=(11, "anna"), click=next_click(), seats_wanted=3
    )
    click = Click(database, 11)
    await offer_computers(click.given, table.row.id)
    ids = [item.to_component_dict()["custom_id"] for item in click.options[0]["view"].children]
    assert ids == [f"pt:k:{table.row.id}:{kind}" for kind in ("easy", "normal")]


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_computer_is_offered_to_who_decides_while_a_seat_is_free(database: Database, tables: Tables) -> None:
    table = await tables.lobby.open(
        "navegador", guild_id=9, channel_id=5, host=(11, "anna"), click=next_click(), seats_wanted=2
    )
    game_id = table.row.id

    async def reason(click: Click) -> str:
        with pytest.raises(Refused) as raised:
            await offer_computers(click.given, game_id)
        return raised.value.message.id

    for click in (Click(database, 11), Click(database, 12, manages=True)):
        await offer_computers(click.given, game_id)
        assert click.said == ["Which computer player?"]
        ids = [item.to_component_dict()["custom_id"] for item in click.options[0]["view"].children]
        assert ids == [f"pt:k:{game_id}:{kind}" for kind in ("easy", "normal", "strong")]
    assert await reason(Click(database, 12)) == "error.not_host"
    await tables.lobby.join(game_id, 12, "ben", click=next_click())
    assert await reason(Click(database, 11)) == "error.table_full"
    await tables.lobby.start(game_id, user_id=11)
    assert await reason(Click(database, 11)) == "error.not_in_lobby"
