"""Nothing of a sentence is lost: it is done, asked about, or said not to be done, and why."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines import Game
from engines.record import parse
from storage.database import Database
from tests.bot.ear import NAMES
from tests.bot.lobbies import sqlite
from tests.bot.parts import labels
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.bot.room import room
from tests.bot.typing_words import told
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.moves import on

KNIGHTS = {"hand": "2 grain", "buildings": ["city n12"], "roads": ["n12-n17", "n17-n22"]}
SPENT = {"dice": [], "storage": ["castle"]}


def read(game: Game, language: str, typed: str) -> Understood:
    return understand(texts_in(language), game, 0, NAMES, typed)


def why(found: Understood) -> list[str]:
    return [reason.id.partition(".")[2] for reason in found.refused]


GOING_ON = {
    "en": ("go to workers and hire one", "hire one"),
    "de": ("Feld Arbeiter und dann einen anwerben", "einen anwerben"),
    "nl": ("ga naar arbeiders en neem er een aan", "neem er een aan"),
}


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "put the castle on e1, done"), ("de", "Burg auf e1, fertig"), ("nl", "kasteel op e1, klaar")],
)
def test_whoever_names_a_move_before_the_end_does_not_just_end_the_turn(language: str, typed: str) -> None:
    game = burgundy.position(me=SPENT)
    assert ("end",) in game.legal(0)
    found = read(game, language, typed)
    assert found.asked or found.action != ("end",)


BOTH = {
    "en": ("activate both knights", "activate both my knights"),
    "de": ("beide Ritter aktivieren",),
    "nl": ("activeer allebei mijn ridders",),
}


FAR = {"dice": [3], "workers": 0}


@pytest.mark.parametrize(
    ("game", "language", "typed", "reason"),
    [
        (burgundy.position(me=FAR, depots={"6": ["ship"]}), "en", "take the tile from depot 6", "refuse.out_of_reach"),
        (burgundy.position(me=FAR, depots={"6": ["ship"]}), "nl", "neem de tegel uit depot 6", "refuse.out_of_reach"),
        (burgundy.position(me=FAR, depots={"5": []}), "de", "ein Plättchen aus Depot 5 nehmen", "refuse.depot_empty"),
        (macao.position(me={"stock": "RR"}), "nl", "neem stadsdeel 99", "refuse.no_quarter"),
        (macao.position(me={"gold": 1}, tribute=(4, 3)), "de", "kauf Prestige für 4 Gold", "refuse.gold"),
        (mmn.position(me=KNIGHTS | {"knights": ["n17 basic"]}), "en", "move the knight to the moon", "refuse.inactive"),
        (mmn.position(me=KNIGHTS), "de", "den Räuber versetzen", "refuse.figure_later"),
        (mmn.position(me=KNIGHTS), "nl", "ruil vier hout voor een erts bij de bank", "refuse.not_in_hand"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused_with_its_own_reason(game: Game, language: str, typed: str, reason: str) -> None:
    assert why(read(game, language, typed)) == [reason]


def test_what_is_to_be_done_twice_is_not_silently_done_once() -> None:
    game = macao.position(me={"activated": ["zoll_2"], "stock": "RRR"})
    for language, typed in (("en", "use the customs twice"), ("de", "nutze den Zoll zweimal")):
        assert list(read(game, language, typed).asked) == [parse("use zoll_2")]


# -- at the table ------------------------------------------------------------------------------------------------------


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_one_yes_is_enough_for_two_that_are_both_meant(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        game = mmn.position(me=KNIGHTS | {"knights": ["n17 basic", "n22 basic"]})
        asked = await told(here, game, "activate both my knights")
        assert "\nAfter that: **Activate" in asked
        await here.ask(await here.at(0), "play", move="yes")
        assert sorted(move.words for move in await here.moves()) == ["activate n17", "activate n22"]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_a_button_goes_on_with_what_was_typed_as_yes_does(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table("mmn", order="joining")
        await here.put(mmn.position(me=KNIGHTS | {"knights": ["n17 basic", "n22 basic"]}))
        person = await here.at(0)
        asked = await here.ask(person, "play", move="activate both my knights")
        await person.click(asked, label=labels(asked)[0])
        assert len(await here.moves()) == 2


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_comes_after_the_own_turn_is_said_to_be_left_out_before_it_ends(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        said = await told(here, on("workers", me={"money": 300}), "hire one worker and then buy me a beer")
        assert await here.moves() == []
        assert "I have not played “buy me a beer”" in said
        assert "I do not know *beer*." in said


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_cannot_be_paid_is_said_where_it_is_asked_with_what(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        game = mmn.position(me={"hand": "1 ore 1 coin 1 lumber", "buildings": ["city n12"]})
        said = await told(here, game, "buy a serf with lumber and paper")
        assert "✗ You do not have" in said


def test_who_buys_a_card_is_told_no_price_of_prestige() -> None:
    game = macao.position(me={"gold": 1, "tableau": ["teelager"], "stock": "RR"}, tribute=(4, 3))
    assert "refuse.gold" not in why(read(game, "en", "buy the tea store"))
    assert why(read(game, "en", "buy prestige for 4 gold")) == ["refuse.gold"]
