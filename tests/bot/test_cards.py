"""/hand and /card: the own cards large, and what a card does."""

from __future__ import annotations

import pytest

import engines
from bot.wording import LANGUAGES, texts
from storage.database import Database
from tests.bot.room import room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_the_hand_is_shown_to_its_owner_alone(database: Database) -> None:
    async with room(database) as here:
        stranger = here.enter("yann")
        await here.open_table("macao")
        shown = await here.ask(here["anna"], "hand")
        assert shown.flags.ephemeral
        assert [file.filename for file in shown.attachments] == ["hand.png"]
        assert "Order of play" in (shown.attachments[0].description or "")
        assert (await here.ask(stranger, "hand")).content == "You do not sit at this table."


async def test_a_game_without_own_cards_says_so(database: Database) -> None:
    async with room(database) as here:
        await here.open_table("navegador")
        told = await here.ask(here["anna"], "hand")
        assert told.content.startswith("Navegador has no cards of your own to show")


async def test_a_card_is_drawn_with_its_effect_in_the_language_of_the_person(database: Database) -> None:
    async with room(database) as here:
        anna = here["anna"]
        shown = await here.ask(anna, "card", name="Craftsman")
        assert [file.filename for file in shown.attachments] == ["card.png"]
        assert (shown.attachments[0].description or "").startswith("Craftsman: ")
        choices = await anna.autocomplete(here.channel, "card", "name", "bar")
        assert {choice["value"] for choice in choices} >= {"macao.baronesa_um", "macao.baronesa_dois"}
        assert len(choices) <= 25
        await here.ask(anna, "language", language="de")
        shown = await here.ask(anna, "card", name="macao.handwerker")
        assert (shown.attachments[0].description or "").startswith("Handwerker: ")
        told = await here.ask(anna, "card", name="Drache")
        assert told.content == "Eine Karte namens „Drache“ gibt es nicht."


async def test_a_numbered_tile_is_drawn_with_its_effect(database: Database) -> None:
    async with room(database) as here:
        anna = here["anna"]
        shown = await here.ask(anna, "tile", number=12)
        assert [file.filename for file in shown.attachments] == ["card.png"]
        assert (shown.attachments[0].description or "").startswith("Knowledge 12: The die for taking")
        choices = await anna.autocomplete(here.channel, "tile", "number", "1")
        assert {choice["value"] for choice in choices} == {1, *range(10, 20)}
        assert {choice["name"] for choice in choices} > {"12: Free shift: taking tiles"}
        told = await here.ask(anna, "tile", number=27)
        assert told.content == "There is no tile number 27; they go from 1 to 26."


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_card_has_its_texts(backend: str, name: str) -> None:
    words = texts(name)
    for key, kind in engines.GAMES.items():
        for card in kind.cards:
            assert 1 <= len(words.say(f"{key}.card.{card}.name")) <= 40
            assert 3 <= len(words.say(f"{key}.card.{card}.short")) <= 60, card
            assert len(words.say(f"{key}.card.{card}.text")) >= 10, card
