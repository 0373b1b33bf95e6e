"""Every text and every button shows something for a player, whatever the player is called."""

from __future__ import annotations

import re
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.delivery.board_description import alt_text
from bot.delivery.result import score_table
from bot.delivery.seat_buttons import seat_button
from bot.interactions.limits import LABEL
from bot.panel.choice_labels import Labels, distinct_labels
from bot.panel.layout import meant_panel, move_panel
from bot.tables import Table
from bot.wording import LANGUAGES, texts_in
from bot.wording.escaping import named, unformatted, within
from engines import Event, Game, Message
from engines.record import parse
from render.names import ISOLATE, POP
from tests.bot.parts import controls
from tests.bot.room import Room
from tests.bot.stubs import stub_table
from tests.engines.mmn.asking import events_of_a_roll
from tests.engines.mmn.positions import ENOUGH, chain, position

NAMES = st.one_of(st.text(max_size=40), st.text(st.sampled_from("\\*_~|`<@1>:/#- \u200b\u3164\u0301مa"), max_size=32))
ROBBED = [parse("rob seat2"), parse("rob seat3")]
PLAYER = {"en": "Player", "de": "Spieler", "nl": "Speler"}
GAME = events_of_a_roll()["rob"]


WAY = chain("n09", "n14", "n10", "n15", "n20", "n26", "n32", "n38")
DISPLACING = position(
    me={
        "roads": WAY,
        "buildings": ["city n25"],
        "knights": ["n09 active captain", "n14 active captain"],
        "hand": ENOUGH,
    },
    others={1: {"knights": ["n38 active"]}},
)
"""A position with so many moves of knights that they are listed; two of them displace a knight of the second player."""
DISPLACEMENT = ("move", "n09", "n38")


def table_with_names(*names: str, game: Game = GAME) -> Table:
    """Return a table of MMN with these players; unless given, ``game`` has the first of them rob one of the others."""
    table = stub_table(game, people=len(names), key="mmn")
    seats = [seat.unkept(name=name) for seat, name in zip(table.seats, names, strict=True)]
    return Table(table.row, seats, table.other_game)


def label_of(button: Any) -> str:
    return str(button.to_component_dict()["label"])


def is_visible(text: str) -> bool:
    return any(category(letter)[0] not in "CZ" and letter not in "\u3164\u2800" for letter in text)


@given(st.lists(NAMES, min_size=3, max_size=3))
@settings(max_examples=60, deadline=None)
def test_every_button_about_a_player_has_a_label(names: list[str]) -> None:
    table = table_with_names(*names)
    for language in LANGUAGES:
        texts = texts_in(language).at(GAME)
        labels = [Labels(table, 0, texts).button(action) for action in ROBBED]
        labels += [Labels(table, 0, texts).button(action, is_kind_named=False) for action in ROBBED]
        labels += [label_of(item) for item in meant_panel(table, 0, texts, ROBBED).view.children]
        labels.append(label_of(seat_button(table, texts, "take", 1)))
        assert all(1 <= len(label) <= LABEL and is_visible(label) for label in labels), labels


@given(st.lists(NAMES, min_size=3, max_size=3))
@settings(max_examples=60, deadline=None)
def test_no_sentence_leaves_a_player_out(names: list[str]) -> None:
    for language in LANGUAGES:
        texts = texts_in(language)
        for seat in range(3):
            assert is_visible(unformatted(texts.player(names, seat)))
        line = texts.event("navegador", Event("card_used", 1), names)
        assert texts.player(names, 1) in line
        assert "****" not in line


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u200e", "", " \u200b\ufe0f", "\u202e\u2066"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_whose_name_nobody_can_see_is_called_by_number(language: str, name: str) -> None:
    texts = texts_in(language)
    expected = f"{PLAYER[language]} 2"
    table = table_with_names("Anna", name, "Carla")
    label = Labels(table, 0, texts.at(GAME)).button(ROBBED[0])
    assert texts.event("navegador", Event("card_used", 1), table.names).startswith(f"**{expected}**")
    assert expected in label
    assert expected in alt_text(table, texts, 0)
    assert expected in "\n".join(score_table(GAME.view(None), GAME.scores(), table, texts))
    assert f"**{expected}**" in texts.message("", Message("error.in_time", {"player": name, "seat": 1}), ())


@pytest.mark.parametrize(
    "name", ["\\", "*", "_", "`", "~~", "||", "**", "\\\\", "# x", "<@1>", "@everyone", ":x:", "<:a:1>"]
)
def test_a_label_shows_what_formats_a_text_as_it_was_typed(name: str) -> None:
    table = table_with_names("Anna", name, "Carla")
    texts = texts_in("en").at(GAME)
    assert name in Labels(table, 0, texts).button(ROBBED[0])
    assert name in (label_of(seat_button(table, texts, "take", 1)))
    assert unformatted(named(name)) == name


def test_a_note_about_a_player_is_plain_in_labels_and_escaped_in_texts() -> None:
    table = table_with_names("Anna", "__Ben__", "Carla", game=DISPLACING)
    texts = texts_in("en").at(DISPLACING, table.names)
    note = "displaces __Ben__'s knight"

    panel = move_panel(table, 0, texts, None, ("move",), 0, "")
    selects = [item.to_component_dict() for item in panel.view.children]
    options = [option for select in selects for option in select.get("options", ())]
    (listed,) = distinct_labels(texts, DISPLACING, 0, table.names, [DISPLACEMENT], room=500)

    assert [option["description"] for option in options if option.get("description")] == [note, note]
    assert Labels(table, 0, texts).plain_note(DISPLACEMENT) == note
    assert listed.endswith("(displaces **\\_\\_Ben\\_\\_**'s knight)")


@pytest.mark.parametrize("name", ["مريم", "אבי", "مريم 12"])
def test_a_name_from_right_to_left_is_isolated_in_every_text(name: str) -> None:
    table = table_with_names("Anna", name, "Carla")
    texts = texts_in("en")
    isolated = f"{ISOLATE}{name}{POP}"
    for text in (
        texts.event("navegador", Event("card_used", 1), table.names),
        texts.say("ladder.player", player=texts.person(name), rating="30.1", figures="12 games"),
        Labels(table, 0, texts.at(GAME)).button(ROBBED[0]),
        label_of(seat_button(table, texts, "take", 1)),
        alt_text(table, texts, 0),
        "\n".join(score_table(GAME.view(None), GAME.scores(), table, texts)),
    ):
        assert isolated in text
        assert text.count(ISOLATE) == text.count(POP)


@given(st.text(st.sampled_from("aé مריم\u0301👨\u200d👩 "), min_size=1, max_size=200), st.integers(10, 100))
def test_a_text_that_is_cut_stays_within_its_limit_and_closes_its_isolates(text: str, most: int) -> None:
    short = within(f"{ISOLATE}{text}{POP}", most)
    assert len(short) <= most
    assert short.count(ISOLATE) == short.count(POP)


async def rename(room: Room, user_id: int, name: str) -> None:
    """Give somebody another name on the server, as Discord would."""
    room.env.backend.guilds[room.guild.id].members[user_id].nick = name


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_everybody_reads_the_new_name_once_its_owner_has_pressed(room: Room) -> None:
    await room.open_table(order="joining")
    mover, other_person = await room.deciding()
    await rename(room, mover.id, "Annunziata")
    await room.open_panel(mover)
    await room.ask(mover, "play", move="rondel ships")
    await room.ask(mover, "play", move="pass")
    for command in ("log", "score"):
        text = (await room.ask(other_person, command)).content
        assert "Annunziata" in text
        assert not re.search(rf"\b{mover.name}\b", text)
    channel = "\n".join(message.content for message in room.history())
    assert "**Annunziata** moves to" in channel
    assert mover.name in (await room.table()).initial_names


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("\u3164", "\u2800", "مريم")
async def test_a_game_of_people_whose_names_nobody_can_see_has_no_empty_name(room: Room) -> None:
    await room.open_table(order="joining")
    movers = []
    for _ in range(3):
        mover, other_person = await room.deciding()
        movers.append(mover)
        await room.open_panel(other_person)
        await room.ask(mover, "play", move="rondel ships")
        await room.ask(mover, "play", move="pass")
    for command in ("score", "log", "board", "games", "seats"):
        await room.ask(movers[0], command)
    seen = [*room.history(), *(m for who in room.people.values() for m in room.channel.history(viewer=who))]
    text = "\n".join(message.content for message in seen)
    assert "**Player 1** moves to" in text
    assert "**Player 2** moves to" in text
    assert f"**{ISOLATE}مريم{POP}** moves to" in text
    assert "\u3164" not in text
    assert "\u2800" not in text
    assert "****" not in text
    for message in seen:
        for item in controls(message):
            assert item["type"] != 2 or item.get("label", "").strip() or item.get("emoji")
