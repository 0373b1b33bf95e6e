"""/describe: the board in words, for people who listen instead of looking."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import discord
import pytest

from bot.delivery.board_description import PAGE, chapters, pages
from bot.language.board_search import Chapter, find
from bot.wording import texts_in
from bot.wording.escaping import unformatted
from engines.players import PLAYERS
from tests.bot.english import english
from tests.bot.features.skipped_decisions import decide_while
from tests.bot.lobbies import sqlite
from tests.bot.parts import controls, shown_message
from tests.bot.room import Room
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def describe(room: Room, person: str, question: str = "") -> discord.Message:
    return shown_message(await room[person].slash(room.channel, "describe", **({"what": question} if question else {})))


async def complete_question(room: Room, typed: str) -> list[str]:
    return [choice["name"] for choice in await room["anna"].autocomplete(room.channel, "describe", "what", typed)]


def headings(message: discord.Message) -> list[str]:
    return [line[4:] for line in message.content.split("\n") if line.startswith("### ")]


def buttons(message: discord.Message) -> list[str]:
    return [item["label"] for item in controls(message) if item["type"] == 2]


async def open_described_table(room: Room, key: str = "navegador", moves: int = 12) -> int:
    """Open a table at which some decisions have been made, and return its number."""
    table = await room.open_table(key, order="joining")
    game = table.game.copy()
    rng = Random(1)
    decisions = decide_while(
        game, lambda decisions: len(decisions) < moves, lambda seat: PLAYERS["greedy"](game, seat, rng)
    )
    return (await room.skip(table, decisions)).row.id


@sqlite
@pytest.mark.parametrize(
    "key", ["navegador", "mmn", *(pytest.param(key, marks=pytest.mark.proof) for key in ("burgundy", "macao"))]
)
@pytest.mark.room("anna", "ben", "cleo")
async def test_the_pages_lead_through_everything_that_the_board_shows(room: Room, key: str) -> None:
    number = await open_described_table(room, key)
    table = await room.bot.tables.table(number)
    seat = table.seat_of(room["anna"].id)
    expected_chapters = chapters(table, texts_in("en"), seat)
    message = await describe(room, "anna")
    headings_shown = headings(message)
    count = 1
    while next_label := next((label for label in buttons(message) if label.startswith("Next")), None):
        message = shown_message(await room["anna"].click(message, label=next_label))
        headings_shown = [*headings_shown, *headings(message)]
        count = count + 1
    assert list(dict.fromkeys(headings_shown)) == [chapter.heading for chapter in expected_chapters]
    assert count == len(pages(expected_chapters)[0]) > 1
    assert len(expected_chapters) == 2 + len(table.game.areas(seat)) + bool(table.kind.options)
    back_label = next(label for label in buttons(message) if label.startswith("Back"))
    assert headings(shown_message(await room["anna"].click(message, label=back_label))) != headings(message)


@sqlite
async def test_a_heading_shows_what_stands_below_it(room: Room) -> None:
    await open_described_table(room)
    message = await describe(room, "anna")
    select = next(item for item in controls(message) if item["type"] == 3)
    market = next(option for option in select["options"] if option["label"] == "Market")
    page = shown_message(await room["anna"].select(message, [market["value"]], custom_id=select["custom_id"]))
    assert headings(page) == ["Market"]
    assert page.content.count("\n") == 6, "each price, and what comes next"
    first_page = shown_message(await room["anna"].click(page, label=english("button.whole_board")))
    assert headings(first_page)[0] == english("navegador.title")


@sqlite
async def test_a_place_a_player_and_a_question_are_answered(room: Room) -> None:
    number = await open_described_table(room)
    table = await room.bot.tables.table(number)
    goa = (await describe(room, "anna", "goa")).content.split("\n")
    assert goa[0] == "### Sea regions"
    assert goa[1].startswith("Goa, undiscovered: ")
    ben = await describe(room, "anna", "ben")
    assert [unformatted(heading) for heading in headings(ben)] == ["Mat of ben"]
    unknown = await describe(room, "anna", "xylophone")
    assert unknown.content == english("words.nothing", typed="xylophone")
    seat = table.game.to_act[0]
    mover, waiting_person = ("anna", "ben") if table.user_at(seat) == room["anna"].id else ("ben", "anna")
    legal_lines = (await describe(room, mover, "what can I do")).content.split("\n")
    assert legal_lines[0] == english("words.may")
    legal = table.game.legal(seat)
    assert [re.sub(r" \((costs|nothing).*", "", line) for line in legal_lines[1:]] == [
        f"- {texts_in('en').answer('navegador', table.game, seat, action)}" for action in legal
    ]
    waiting_answer = await describe(room, waiting_person, "what can I do")
    assert unformatted(waiting_answer.content).startswith(english("panel.waiting", players=[mover], n=1)[:4])
    assert "- " not in waiting_answer.content


@sqlite
async def test_what_is_not_possible_is_said_with_what_is(room: Room) -> None:
    number = await open_described_table(room)
    table = await room.bot.tables.table(number)
    user = table.user_at(table.game.to_act[0])
    mover = "anna" if user == room["anna"].id else "ben"
    lines = (await describe(room, mover, "can I discover nagasaki")).content.split("\n")
    assert lines[0].startswith("✗ Sailing would cost 4 ships; you have 1 on the board.")
    assert lines[1] == english("words.may")
    assert len(lines) == 2 + len(table.game.legal(table.game.to_act[0]))
    lines = (await describe(room, mover, "can I yodel")).content.split("\n")
    assert lines[0] == english("words.may_not")
    assert (await describe(room, mover, "what can I do now")).content.split("\n")[0] == english("words.may")
    assert len(lines) == 1 + len(table.game.legal(table.game.to_act[0]))


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_what_is_possible_in_two_ways_is_no_less_possible_for_not_being_said_exactly(room: Room) -> None:
    await room.open_table("burgundy", order="joining")
    await room.replace_game(burgundy.position(me={"dice": [1, 5], "workers": 2}))
    lines = (await room.ask(await room.person_at(0), "describe", what="can I take tile 6 cow3")).content.split("\n")
    assert lines[0] == english("words.may")
    assert [line.split(" (")[1] for line in lines[1:]] == ["die 1, 1 worker)", "die 5, 1 worker)"]


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_everybody_hears_of_the_own_hand_alone_in_the_own_language(room: Room) -> None:
    await open_described_table(room, "mmn")
    room.people["zoe"] = room.enter("zoe")
    anna = await describe(room, "anna", "in hand")
    onlooker = await describe(room, "zoe", "in hand")
    assert "Cards in hand, resources and commodities: " in anna.content
    assert "Cards in hand, resources and commodities: " not in onlooker.content
    await room["ben"].slash(room.channel, "language", language="de")
    assert "Karten auf der Hand, " in (await describe(room, "ben", "auf der hand")).content


@sqlite
async def test_headings_and_players_are_proposed(room: Room) -> None:
    await open_described_table(room)
    assert (await complete_question(room, ""))[:3] == [
        english("navegador.title"),
        english("words.points"),
        english("navegador.area.now"),
    ]
    assert "Mat of ben" in await complete_question(room, "")
    assert await complete_question(room, "seA") == ["Sea regions"]
    room.channel = room.guild.create_text_channel("empty")
    assert await complete_question(room, "") == []


@sqlite
async def test_a_table_that_has_not_begun_has_no_board(room: Room) -> None:
    await room["anna"].slash(room.channel, "game new", game="navegador")
    assert (await describe(room, "anna")).content == english("error.not_started")


def test_long_chapters_go_on_below_their_heading_again() -> None:
    long_chapters = [Chapter("Short", ["one"]), Chapter("Long", ["x" * 90] * 50), Chapter("Last", ["y" * 3000])]
    page_texts, starts = pages(long_chapters)
    assert max(map(len, page_texts)) <= PAGE
    assert starts == [0, 1, len(page_texts) - 1]
    assert [page.split("\n")[0] for page in page_texts] == [
        "### Short",
        *["### Long"] * (len(page_texts) - 2),
        "### Last",
    ]
    assert "\n".join(page_texts).count("x" * 90) == 50


def test_lines_that_begin_with_what_is_asked_for_come_first() -> None:
    described = [
        Chapter("Sea", ["Ormuz, next to Goa", "Goa, next to Ormuz"]),
        Chapter("Mat of **Anna**", ["Ships: Goa"]),
    ]
    matches = find(texts_in("en"), "navegador", described, "where is goa")
    assert matches == [Chapter("Sea", ["Goa, next to Ormuz", "Ormuz, next to Goa"]), described[1]]
    assert find(texts_in("en"), "navegador", described, "anna's ships") == [described[1]]
    assert find(texts_in("en"), "navegador", described, "where is") == []


@sqlite
async def test_what_a_tile_does_is_found_by_its_name(room: Room) -> None:
    await open_described_table(room, "burgundy", 6)
    view: Any = (await room.table()).game.view(0)
    depot_tiles = [tile for tiles in view.depots.values() for tile in tiles]
    tile = next(tile for tile in depot_tiles if tile in ("castle", "mine", "ship"))
    texts = texts_in("en")
    answer = (await describe(room, "anna", texts.word("burgundy", tile))).content
    assert texts.say(f"burgundy.card.{tile}.short") in answer


@sqlite
async def test_negative_points_have_the_sign_of_a_number(room: Room) -> None:
    await open_described_table(room, "macao", 1)
    table = await room.table()
    lines = [line for chapter in chapters(table, texts_in("en"), 0) for line in chapter.lines]
    assert any("−3" in line and "if the game ended now" in line for line in lines)
    assert not any(" -3" in line for line in lines)


@sqlite
async def test_ports_say_where_the_way_to_them_begins_and_ships_what_lies_beside_them(room: Room) -> None:
    await open_described_table(room, "macao", 1)
    lines = [line for chapter in chapters(await room.table(), texts_in("en"), 0) for line in chapter.lines]
    assert any("4 steps from your ship, over space 5," in line for line in lines)
    assert "Ship: start, next to space 1, space 3 and space 5; aboard: empty; free steps 0." in lines


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_what_cannot_be_built_is_answered_with_the_reason_and_where_there_would_be_room(
    room: Room,
) -> None:
    await room.open_table("mmn", order="joining")
    await room.replace_game(
        mmn.position(me={"hand": "2 wool", "buildings": ["settlement n25"], "roads": ["n25-n31", "n31-n37"]})
    )
    lines = (await room.ask(await room.person_at(0), "describe", what="where can I build a settlement")).content.split(
        "\n"
    )
    assert lines[0].startswith("✗ That costs brick, lumber, wool and grain")
    assert any(line.startswith("Places for a settlement at your roads: ") for line in lines)


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_a_heading_with_more_than_a_page_leads_on_and_other_lines_say_how_many_are_left_out(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await open_described_table(room, "mmn")
    table = await room.bot.tables.table(number)
    matches = find(texts_in("en"), "mmn", chapters(table, texts_in("en"), 0), "ore", "anna")
    monkeypatch.setattr("bot.delivery.board_description.PAGE", 600)
    island = await describe(room, "anna", "island")
    assert headings(island)[-1] == "The island, row by row"
    assert any(label.startswith("Next") for label in buttons(island))
    *shown_lines, last_line = (await describe(room, "anna", "ore")).content.split("\n")
    omitted = sum(len(chapter.lines) for chapter in matches) - sum(not line.startswith("#") for line in shown_lines)
    assert omitted > 1
    assert last_line == english("words.further", n=omitted)


@sqlite
@pytest.mark.room("anna", "ben", "cleo")
async def test_an_answer_with_more_to_say_than_there_is_room_for_comes_to_an_end(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.open_table("mmn", order="joining")
    await room.replace_game(
        mmn.position(me={"hand": "2 wool", "buildings": ["settlement n25"], "roads": ["n25-n31", "n31-n37"]})
    )
    monkeypatch.setattr("bot.features.describe.LISTED", 100)
    text = (await room.ask(await room.person_at(0), "describe", what="where can I build a settlement")).content
    assert text.startswith("✗ That costs brick, lumber, wool and grain")
    assert english("words.may") in text
