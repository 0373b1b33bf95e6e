"""What is typed at the panel and cannot be played is answered with what is true of the position as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.panel.typed import as_completed
from bot.wording import texts_in
from bot.wording.typed import understand
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import room
from tests.bot.wording.test_typed_reasons import asked
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador import positions as navegador

AT_A_TABLE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
pytestmark = pytest.mark.usefixtures("plain_pictures")


@AT_A_TABLE
@pytest.mark.parametrize(
    ("language", "typed", "answer"),
    [
        ("en", "yes", "✗ Nothing is asked"),
        ("de", "ja", "✗ Du wirst nichts gefragt"),
        ("nl", "ja", "✗ Er wordt je niets"),
    ],
)
async def test_yes_is_no_answer_where_nothing_is_asked(
    database: Database, language: str, typed: str, answer: str
) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, macao.position(me={"stock": "RRR"}), language)
        told = await here.ask(person, "play", move=typed)
        assert told.content.startswith(answer)
        assert await here.moves() == []


@AT_A_TABLE
async def test_dice_that_nobody_rolled_are_named_as_unknown(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, macao.position(phase="dice"), "en")
        told = await here.ask(person, "play", move="3 and 1 dice")
        assert told.content.startswith("I do not know *3*")


def test_what_completion_offers_for_a_text_is_asked_about_when_that_text_is_sent() -> None:
    paying = asked("macao", "paycubes", lambda legal: "pay green black black" in legal)
    table: Any = SimpleNamespace(game=paying.game, row=SimpleNamespace(key="macao"), names=paying.names)
    found = understand(texts_in("en"), paying.game, paying.seat, paying.names, "g, k k")
    offered = as_completed(table, paying.seat, texts_in("en"), found, "g, k k")
    assert ("pay", "green", "black", "black") in offered


@AT_A_TABLE
@pytest.mark.parametrize("typed", ["go build some ships please", "build me some ships"])
async def test_nobody_is_told_to_be_on_a_space_before_the_first_move(database: Database, typed: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, navegador.position(me={"stone": None}), "en")
        told = await here.ask(person, "play", move=typed)
        assert "you are on" not in told.content


@AT_A_TABLE
async def test_a_number_of_the_map_is_asked_about_at_the_table(database: Database) -> None:
    me = {"hand": "1 brick 1 lumber 1 wool 1 grain", "buildings": ["settlement n25"]}
    game = mmn.position(me=me | {"roads": ["n25-n31", "n31-n37", "n37-n42"]})
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, game, "en")
        told = await here.ask(person, "play", move="settlement at 3")
        assert told.content.startswith("Did you mean **Settlement on ")
        assert await here.moves() == []
        await here.ask(person, "play", move="settlement on 12")
        assert [move.words for move in await here.moves()] == ["settlement n37"]
