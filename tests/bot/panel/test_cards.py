"""/hand and /card: the own cards large, and what a card does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import engines
from bot.features.cards import show_pile
from bot.wording import LANGUAGES, texts_in
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.english import english
from tests.bot.parts import controls
from tests.bot.room import Room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_the_hand_is_shown_to_its_owner_alone(room: Room) -> None:
    stranger = room.enter("yann")
    await room.open_table("macao")
    shown = await room.ask(room["anna"], "hand")
    assert shown.flags.ephemeral
    assert [file.filename for file in shown.attachments] == ["hand.png"]
    assert "Order of play" in (shown.attachments[0].description or "")
    assert (await room.ask(stranger, "hand")).content == english("error.not_seated")


async def test_a_game_without_own_cards_says_so(room: Room) -> None:
    await room.open_table("navegador")
    answer = await room.ask(room["anna"], "hand")
    assert answer.content.startswith("There are no hands of cards in Navegador")


async def test_a_card_is_drawn_with_its_effect_in_the_language_of_the_person(room: Room) -> None:
    anna = room["anna"]
    shown = await room.ask(anna, "card", name="Craftsman")
    assert [file.filename for file in shown.attachments] == ["card.png"]
    assert (shown.attachments[0].description or "").startswith("Craftsman: ")
    choices = await anna.autocomplete(room.channel, "card", "name", "bar")
    assert {choice["value"] for choice in choices} >= {"macao.baronesa_um", "macao.baronesa_dois"}
    assert len(choices) <= 25
    nearly = await anna.autocomplete(room.channel, "card", "name", "gaet")
    assert [choice["value"] for choice in nearly][:1] == ["macao.tor"]
    answer = await room.ask(anna, "card", name="Gaet")
    assert answer.content.startswith("There is no card called “Gaet”. Did you mean: Gate (Macao)")
    await room.ask(anna, "language", language="de")
    shown = await room.ask(anna, "card", name="macao.handwerker")
    assert (shown.attachments[0].description or "").startswith("Handwerker: ")
    answer = await room.ask(anna, "card", name="Drache")
    assert answer.content == "Eine Karte namens „Drache“ gibt es nicht. Wähle einen der Vorschläge."


async def test_a_numbered_tile_is_drawn_with_its_effect(room: Room) -> None:
    anna = room["anna"]
    shown = await room.ask(anna, "tile", number=12)
    assert [file.filename for file in shown.attachments] == ["card.png"]
    assert (shown.attachments[0].description or "").startswith("Knowledge 12: You may adjust the die for taking")
    choices = await anna.autocomplete(room.channel, "tile", "number", "1")
    assert {choice["value"] for choice in choices} == {1, *range(10, 20)}
    assert {choice["name"] for choice in choices} > {"12: Free ±1: taking tiles"}
    answer = await room.ask(anna, "tile", number=27)
    assert answer.content == "There is no tile number 27. Choose a number from 1 to 26."


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_card_has_its_texts(backend: str, name: str) -> None:
    texts = texts_in(name)
    for key, kind in engines.GAMES.items():
        for card in kind.presentation.cards:
            assert 1 <= len(texts.say(f"{key}.card.{card}.name")) <= 40
            assert 3 <= len(texts.say(f"{key}.card.{card}.short")) <= 60, card
            assert len(texts.say(f"{key}.card.{card}.text")) >= 10, card


async def test_anybody_looks_through_the_discard_pile_of_macao(room: Room) -> None:
    stranger = room.enter("yann")
    await room.open_table("macao")
    pile = (await room.table()).game.discards()
    assert pile is not None
    shown = await room.ask(stranger, "discards")
    assert shown.flags.ephemeral
    assert shown.content.startswith(f"The discard pile, {len(pile)} cards" if len(pile) > 1 else "The discard pile")
    names = [texts_in("en").say(f"macao.card.{card}.name") for card in reversed(pile)]
    assert [line.split("**")[1] for line in shown.content.splitlines()[1:]] == names


async def test_a_game_without_an_open_pile_says_so(room: Room) -> None:
    await room.open_table("burgundy")
    answer = await room.ask(room["anna"], "discards")
    assert answer.content.startswith("There is no open discard pile in The Castles of Burgundy")


async def test_the_pile_is_paged_last_card_first_in_every_language(database: Database) -> None:
    cards = [*engines.GAMES["macao"].presentation.cards][:40]
    for language in LANGUAGES:
        click = Click(database)
        game = SimpleNamespace(discards=lambda: cards)
        table: Any = SimpleNamespace(row=SimpleNamespace(key="macao", id=7), game=game)
        seen = []
        for page in range(3):
            await show_pile(click.given, table, texts_in(language), page)
            seen += click.said[-1].splitlines()[1:]
            assert len(click.said[-1]) < 2000
        names = [texts_in(language).say(f"macao.card.{card}.name") for card in reversed(cards)]
        assert [line.split("**")[1] for line in seen] == names


async def test_the_move_panel_leads_to_the_pile_once_there_is_one(room: Room) -> None:
    person, _ = await room.begin("macao")
    panel = await room.ask(person, "play")
    found = [item for item in controls(panel) if item["custom_id"].startswith("pt:dp:")]
    pile = (await room.table()).game.discards()
    assert [item["label"] for item in found] == ([f"Discard pile ({len(pile)})"] if pile else [])
