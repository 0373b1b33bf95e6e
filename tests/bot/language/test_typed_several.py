"""Several decisions in a sentence: none of them is lost silently, and none is taken for another one."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from engines.record import parse
from storage.database import Database
from tests.bot.ear import EVERY_LANGUAGE, NAMES, played_action, understand_fully
from tests.bot.lobbies import sqlite
from tests.bot.reading import understand
from tests.bot.room import Room, open_room
from tests.bot.typing_words import type_sentences
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador

MARKET = {"colonies": {"gold": 2, "sugar": 2}, "factories": {"sugar": 1, "joker": 1, "gold": 1}}


NEAR = {
    "en": ("I'll move to the market near colony", "the market next to the colony"),
    "de": ("zum Markt bei der Kolonie", "auf den Markt neben der Kolonie"),
    "nl": ("naar de markt bij de kolonie", "de markt naast de kolonie"),
}


@EVERY_LANGUAGE
def test_a_market_is_called_by_what_it_lies_beside(language: str) -> None:
    for typed in NEAR[language]:
        assert played_action(navegador.position(me=MARKET), language, typed) == "rondel market1", typed


def test_a_sea_region_is_none_of_the_fields_and_buildings() -> None:
    typed = "next I'd go and recruit: one worker for 50 through my church"
    (why,) = understand_fully(navegador.position(), "en", typed).refused
    assert (
        texts_in("en").message("navegador", why, NAMES).startswith("You can do that only on the rondel space Workers")
    )


OFFICE = {
    "en": ("turn a violet into a coin with the administration", "a violet back, with my Administration, for money"),
    "de": ("mit der Verwaltung aus Violett eine Münze machen",),
    "nl": ("maak van violet een munt met de Administratie",),
}


async def seated(room: Room, game: Game) -> str:
    await room.open_table(game.key, order="joining")
    await room.replace_game(game)
    return (await room.person_at(0)).name


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_not_possible_behind_a_decision_is_told(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        person = room[await seated(room, navegador.position(me=MARKET))]
        answer = await room.ask(person, "play", move="market before colony, sell two gold, then build a church")
        assert [move.words for move in await room.moves()] == ["rondel market1", "sell gold 2"]
        assert answer.content.startswith(
            "✓ Market (before Colony)\n✓ Sell 2 gold\n✗ That is done on the rondel space Builder"
        ), answer.content


TWO_SETTLEMENTS = {"hand": "2 brick 2 ore", "buildings": ["settlement n25", "settlement n53"]}


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_behind_yes_there_may_be_more(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        game = navegador.position(me=MARKET)
        answer = await type_sentences(room, game, "sell gold two", "yes, and sell my two sugar there")
        moves = [move.words for move in await room.moves()]
        assert moves == ["rondel market1", "sell gold 2", "sell sugar 2"], answer


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("agreed", ["go ahead, I accept the loss", "that's it, thanks"])
async def test_agreement_may_have_several_words(database: Database, agreed: str) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        answer = await type_sentences(room, macao.position(me={"stock": "RR"}), "pass", agreed)
        assert [move.words for move in await room.moves()] == ["pass"], answer


def test_where_wares_are_delivered_may_be_said() -> None:
    """The reason is the same as without it."""
    for me, reason in (({"ship": "s08", "hold": {"rice": 1}}, "in no port"), ({"ship": "s08"}, "no rice aboard")):
        (why,) = understand_fully(macao.position(me=me), "en", "and now deliver my rice in Hamburg").refused
        assert reason in texts_in("en").message("macao", why, NAMES)
    at_home = macao.position(me={"ship": "hamburg", "hold": {"rice": 1}})
    assert played_action(at_home, "en", "deliver my rice in Hamburg") == "deliver 1"


def test_a_part_of_a_name_stands_for_those_that_have_it() -> None:
    game = macao.position(phase="cards", display=["baronesa_dois", "bank"])
    assert played_action(game, "en", "please give me the Baronesa") == "take baronesa_dois"


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_was_asked_is_still_asked_when_the_panel_or_the_board_was_looked_at(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        person = room[await seated(room, mmn.position(me=TWO_SETTLEMENTS))]
        lines = (await room.ask(person, "play", move="a store on the hills")).content.split("\n")[0]
        assert lines.startswith("Did you mean **Store")
        await room.ask(person, "describe", what="hand")
        assert (await room.ask(person, "play")).content.startswith(lines)
        assert (await room.ask(person, "play", move="yes")).content.startswith(lines), "which of them was not said"
        await room.ask(person, "play", move="the second one")
        assert [move.words.split()[0] for move in await room.moves()] == ["store"]


NAMED = {
    "en": ("build on quarter 16", "carry on to Barcelona", "unload the jade here in Marseille"),
    "de": ("auf Viertel 16 bauen", "weiter nach Barcelona", "die Jade hier in Marseille abliefern"),
    "nl": ("bouw op wijk 16", "verder naar Barcelona", "lever de jade hier in Marseille"),
}


@EVERY_LANGUAGE
def test_what_is_named_and_the_only_one_is_not_asked_about(language: str) -> None:
    game = macao.position(me={"ship": "marseille", "hold": {"jade": 1}, "stock": "RRRGGBB"})
    for typed, action in zip(NAMED[language], ("quarter q16", "ship barcelona", "deliver 1"), strict=True):
        assert played_action(game, language, typed) == action, typed


def test_a_card_is_named_with_what_it_costs() -> None:
    game = macao.position(phase="cards", display=["justiz_2", "goldsucher"])
    assert played_action(game, "en", "the cheap Justice for two blue, please") == "take justiz_2"
    assert understand_fully(game, "en", "the Justice for two red").action != parse("take justiz_2"), (
        "it costs something else"
    )


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_of_few_places_it_is_asked_which_where_the_place_is_not_understood(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        roads = ["n19-n25", "n14-n19", "n19-n24"]
        hand = "1 brick 1 lumber 1 wool 1 grain"
        game = mmn.position(me={"hand": hand, "buildings": ["settlement n25"], "roads": roads})
        answer = await type_sentences(room, game, "a settlement somewhere by the far coast, where my cousin lives")
        places = [action for action in game.legal(0) if action[0] == "settlement"]
        texts = texts_in("en").at(game, (await room.table()).names)
        assert 1 < len(places) <= 3
        assert all(texts.action("mmn", action, NAMES) in answer.split("?")[0] for action in places), answer


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_where_several_things_are_named_each_way_to_them_is_asked_about(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        typed = "One space further I trade a worker in for the explorers' privilege"
        answer = await type_sentences(room, navegador.position(), typed)
        assert "✗" not in answer
        assert "Privilege" in answer.split("?")[0]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(
    "typed",
    [
        "go to Ships please... no wait",
        "ich gehe zu Schiffe - doch nicht",
        "I don't want to go to Ships",
        "no, not that",
    ],
)
async def test_who_stops_or_says_what_is_not_wanted_does_nothing(database: Database, typed: str) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        answer = await type_sentences(room, navegador.position(), typed)
        assert not await room.moves(), answer


def test_another_first_letter_is_another_word() -> None:
    """Porkers are no workers."""
    game = burgundy.position(me={"dice": (5, 2)})
    reading = understand(texts_in("en"), game, 0, NAMES, "my five goes for the porkers")
    assert "porkers" in reading.unknown, "so that nothing is done without asking"
