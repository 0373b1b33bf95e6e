"""Labels of buttons and lists are accepted when they are typed: moves, and words that are no moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import engines
import render
from bot.panel.choice_labels import Labels
from bot.wording import LANGUAGES, texts_in
from engines import Game
from engines.record import notation
from storage import people
from storage.database import Database
from tests.bot.language.test_typed_words import game_with_equal_offices
from tests.bot.panel.test_labels import new_decisions
from tests.bot.panel.test_typed_words_at_the_table import open_position
from tests.bot.reading import read
from tests.bot.room import Room, open_room
from tests.engines.mmn.positions import chain, position
from tests.engines.navegador.moves import on

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emma", "Finn")
MOST = 20
"""Decisions of a game's records whose labels are typed."""
AT_A_TABLE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


def notations_read(game: Game, typed: str, language: str = "en") -> list[str]:
    seat = game.to_act[0]
    return [notation(action) for action in read(texts_in(language), game, seat, NAMES[: game.state.seats], typed)]


def test_what_labels_a_place_in_pictures_is_that_place_wherever_it_is_said() -> None:
    checked = 0
    for game, seat, actions, _ in new_decisions("mmn", 0)[::3]:
        texts = texts_in("en").at(game)
        names = NAMES[: game.state.seats]
        marks = render.marks(game.view(seat), game.legal(seat))
        for action in [candidate for candidate in actions if len(candidate) == 2 and candidate[1] in marks][:2]:
            sign = marks[action[1]]
            places = [candidate[1] for candidate in read(texts, game, seat, names, sign) if len(candidate) == 2]
            assert all(action[1] in (place, *place.split("-")) for place in places), sign  # or a path that ends there
            sentence = f"{texts.word('mmn', action[0])} at {sign}, please"
            assert read(texts, game, seat, names, sentence) == [action], sentence
            checked += 1
    assert checked > 5


@pytest.mark.parametrize("most", [8, pytest.param(20, marks=pytest.mark.proof)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_of_the_opening_is_typed_as_the_list_or_the_log_names_it(language: str, most: int) -> None:
    """This holds also for a place whose name begins that of another."""
    game = engines.new("mmn", 3, 5)
    room = texts_in(language).at(game)
    places = game.places()
    names = {id: room.word("mmn", id) for _, id in game.legal(game.to_act[0])}
    inside = [id for id, name in names.items() if any(longer != name and name in longer for longer in names.values())]
    assert inside
    for id in [*inside, *list(names)[:most]]:
        for typed in (names[id], room.in_sentence("mmn", places[id]), f"K · {names[id]}"):
            assert notations_read(game, typed, language) == [f"settlement {id}"], typed


def test_a_label_with_its_note_tells_cards_of_one_name_apart() -> None:
    game = game_with_equal_offices()
    table: Any = SimpleNamespace(game=game, row=SimpleNamespace(key="macao"), names=NAMES)
    for action in (("activate", "zoll_3"), ("activate", "zoll_4")):
        label = Labels(table, game.to_act[0], texts_in("de")).button(action)
        assert notations_read(game, label, "de") == [notation(action)]


@AT_A_TABLE
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(
    ("language", "undo", "over", "back", "tall"),
    [
        ("en", "undo", "start this turn OVER", "Back", "tall"),
        ("de", "zuruecknehmen", "ZUG neu beginnen", "Zurück", "📱 Hoch"),
        ("nl", "Terugnemen", "undo", "terug", "Hoog"),
        ("en", "take back", "take it BACK", "back", "Tall"),
        ("de", "rückgängig", "Rueckgaengig machen", "zurueck", "hoch"),
        ("nl", "ongedaan maken", "Ongedaan", "terug", "hoog"),
    ],
)
@pytest.mark.room("anna", "ben", "carla")
async def test_what_buttons_say_that_are_no_moves_is_done_as_they_do(
    room: Room, database: Database, language: str, undo: str, over: str, back: str, tall: str
) -> None:
    await room.open_table("macao", order="joining")
    person = await room.person_at((await room.table()).game.to_act[0])
    await room.ask(person, "language", language=language)
    before = await room.ask(person, "play")
    for typed in (undo, over):
        action = notation((await room.table()).game.legal((await room.table()).game.to_act[0])[0])
        await room.ask(person, "play", move=action)
        assert (await room.moves())[-1].words == action
        panel = await room.ask(person, "play", move=typed)
        assert [move for move in await room.moves() if move.words and not move.undone] == [], panel.content
        assert panel.content.splitlines()[1:] == before.content.splitlines()
    for typed in (back, tall):
        assert (await room.ask(person, "play", move=typed)).content == before.content
    async with database.reading() as session:
        assert (await people.settings(session, person.id))["shape"] == "tall"


@AT_A_TABLE
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("typed", ["undo, rondel ships", "start this turn over, rondel ships"])
async def test_a_move_behind_the_words_of_a_button_is_played(room: Room, typed: str) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="rondel workers")
    await room.ask(person, "play", move=typed)
    assert [move.words for move in await room.moves() if move.words and not move.undone] == ["rondel ships"]


@AT_A_TABLE
@pytest.mark.usefixtures("plain_pictures")
async def test_a_move_behind_the_name_of_a_shape_is_played(room: Room) -> None:
    person, _ = await room.begin()
    await room.ask(person, "play", move="tall, rondel ships")
    assert [move.words for move in await room.moves()] == ["rondel ships"]


@AT_A_TABLE
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.room("anna", "ben", "carla")
async def test_nudge_is_typed_by_whoever_waits(room: Room) -> None:
    await open_position(room, on("workers"), "en")
    other_person = await room.person_at(1)
    calls = len(room.pinged_users())
    answer = await room.ask(other_person, "play", move="nudge")
    assert answer.content.startswith("👋"), answer.content
    await room.bot.worker.idle()
    assert len(room.pinged_users()) == calls + 1


@AT_A_TABLE
@pytest.mark.usefixtures("plain_pictures")
async def test_the_letters_of_a_button_are_played_as_they_are_typed_from_it(database: Database) -> None:
    knights = {"hand": "1 ore", "knights": ["n30 strong active"], "roads": chain("n24", "n30", "n35")}
    async with open_room(database, "anna", "ben", "carla") as room:
        person = await open_position(room, position(me=knights), "en")
        table = await room.table()
        label = render.marks(table.game.view(0), table.game.legal(0), table.names)["n24"]
        typed = f"knight GRAIN 4 / nugget 6 / brick 5 to {label}"
        assert (await room.ask(person, "play", move=typed)).content.startswith("✓ Knight ")
        assert [move.words for move in await room.moves()] == ["move n30 n24"]
